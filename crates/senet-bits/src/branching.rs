//! Which control states only read the position: the conditions of a [`Branch`](crate::branch::Branch) and their targets.

use crate::arrange::{ControlSegments, MovesPlan};
use crate::build::{CertainLink, follow_certain_links};
use crate::expr::Expr;
use crate::runner::{ControlNode, Segment};

/// The conditions of a control state that only reads the position, by segment; `None` if a rule of it writes a plane.
pub(crate) fn conditions(
    plan: &ControlSegments<'_>,
    rules: &[Segment],
    links: &[Segment],
) -> Option<Vec<Vec<Expr>>> {
    let changes_nothing = |s: &Segment| {
        let mut effects = s.groups.iter().map(|c| &c.effect);
        effects.all(|e| e.clears.is_empty() && e.sets.is_empty() && !e.has_code)
    };
    if !rules.iter().chain(links).all(changes_nothing) {
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

/// Sets the targets of branches from those of their effects.
pub(crate) fn set_targets(nodes: &mut [ControlNode], certain: &[Option<CertainLink>]) {
    let over: Vec<bool> = nodes.iter().map(|n| n.ended || n.decided && n.interactive).collect();
    for node in nodes {
        let Some(branch) = &mut node.branch else { continue };
        let segments = node.rules.iter().chain(&node.links);
        branch.fired.clear();
        for (arms, segment) in branch.segments.iter_mut().zip(segments) {
            // Arms stand in the order of the slices that they were made of. Such a slice has one
            // choice, because only slices with cells are merged.
            for (arm, slice) in arms.iter_mut().zip(segment.flat.iter().flatten()) {
                let group = &segment.groups[usize::from(slice.cases[0].group)];
                let mut fired = vec![group.rule];
                fired.extend(group.effect.skipped_links.iter().flatten());
                arm.to = follow_certain_links(certain, group.effect.next[0], &mut fired);
                arm.ends = over[arm.to as usize];
                branch.fired.push(vec![fired.into()]);
            }
        }
    }
}
