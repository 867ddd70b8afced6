//! Which control states only look at the position and go elsewhere: the conditions of a [`Branch`](crate::branch::Branch)
//! and where they lead.

use crate::arrange::{MovesPlan, NodeSegments};
use crate::build::{CertainLink, skip};
use crate::expr::Expr;
use crate::runner::{Node, Segment};

/// The conditions of a control state that only looks, by segment; `None` if it does more than that.
pub(crate) fn conditions(
    plan: &NodeSegments<'_>,
    rules: &[Segment],
    links: &[Segment],
) -> Option<Vec<Vec<Expr>>> {
    let idle = |s: &Segment| {
        let mut effects = s.choices.iter().map(|c| &c.effect);
        effects.all(|e| e.clears.is_empty() && e.sets.is_empty() && !e.works)
    };
    if !rules.iter().chain(links).all(idle) {
        return None;
    }
    // Only moves without cells: a condition each, and no bits to count.
    let segments = plan.rules.iter().chain(&plan.links);
    let conditions = segments.map(|segment| match &segment.moves {
        MovesPlan::Flat(slices) if slices.iter().all(|s| s.set.is_none()) => {
            Some(slices.iter().map(|s| s.cond).collect())
        }
        _ => None,
    });
    conditions.collect()
}

/// Says where branches lead, after changes do.
pub(crate) fn aim(nodes: &mut [Node], certain: &[Option<CertainLink>]) {
    let over: Vec<bool> = nodes.iter().map(|n| n.ended || n.decided && n.interactive).collect();
    for node in nodes {
        let Some(branch) = &mut node.branch else { continue };
        let segments = node.rules.iter().chain(&node.links);
        branch.fired.clear();
        for (arms, segment) in branch.segments.iter_mut().zip(segments) {
            // Arms stand in the order of the slices that they were made of. Such a slice has one
            // choice, because only slices with cells are merged.
            for (arm, slice) in arms.iter_mut().zip(segment.flat.iter().flatten()) {
                let choice = &segment.choices[usize::from(slice.kinds[0].choice)];
                let mut fired = vec![choice.rule];
                fired.extend(choice.effect.hops.iter().flatten());
                arm.to = skip(certain, choice.effect.next[0], &mut fired);
                arm.ends = over[arm.to as usize];
                branch.fired.push(vec![fired.into()]);
            }
        }
    }
}
