//! Control states that only look at the position and go elsewhere, as the judging of a move does: all of their
//! conditions are found by one list of operations, and the first that holds leads on. Rules with cells, and
//! cases in which several rules can fire, are left to the general way.

use crate::arrange::{MovesPlan, NodeSegments};
use crate::build::skip;
use crate::code::{Code, Reg};
use crate::expr::Expr;
use crate::runner::{BitProgram, NO_REG, Node, Segment, truth};
use crate::state::BitState;

/// What a control state that only looks leads to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Branch {
    pub(crate) code: Code,
    /// For each segment, in order, its conditions and where they lead.
    pub(crate) segments: Vec<Vec<Arm>>,
    /// For each condition, where it leads from each control state of the class; empty if there is but one.
    pub(crate) ways: Vec<Vec<u32>>,
}

/// A condition and where it leads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Arm {
    /// Whether it holds, or [`NO_REG`] if that is certain.
    pub(crate) cond: Reg,
    /// Whether it is the other way round.
    pub(crate) negated: bool,
    pub(crate) to: u32,
    /// Whether play is over there, or has been decided.
    pub(crate) ends: bool,
}

/// Where a branch leads.
pub(crate) enum Followed {
    To(u32),
    /// No condition holds.
    Nowhere,
    /// Several hold, and what happens has to be drawn or ordered.
    Several,
}

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
pub(crate) fn aim(nodes: &mut [Node], certain: &[Option<u32>]) {
    let over: Vec<bool> = nodes.iter().map(|n| n.ended || n.decided && n.interactive).collect();
    for node in nodes {
        let Some(branch) = &mut node.branch else { continue };
        let segments = node.rules.iter().chain(&node.links);
        for (arms, segment) in branch.segments.iter_mut().zip(segments) {
            for (arm, slice) in arms.iter_mut().zip(segment.flat.iter().flatten()) {
                let choice = usize::from(slice.kinds[0].choice);
                arm.to = skip(certain, segment.choices[choice].effect.next[0]);
                arm.ends = over[arm.to as usize];
            }
        }
    }
}

impl BitProgram {
    /// Follows a branch from a position.
    #[inline(always)]
    pub(crate) fn follow<const W: usize>(&self, branch: &Branch, state: &mut BitState) -> Followed {
        self.exec::<W>(&branch.code, &mut state.words);
        for arms in &branch.segments {
            let mut found = None;
            for arm in arms {
                if arm.cond == NO_REG || truth::<W>(&state.words, arm.cond) != arm.negated {
                    if found.is_some() {
                        return Followed::Several;
                    }
                    found = Some(arm.to);
                }
            }
            if let Some(to) = found {
                return Followed::To(to);
            }
        }
        Followed::Nowhere
    }
}
