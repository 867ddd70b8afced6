//! Control states that only look at the position and go elsewhere, as the judging of a move does: all of their
//! conditions are found by one list of operations, and the first that holds leads on. Rules with cells, and
//! cases in which several rules can fire, are left to the general way.

use crate::ops::{Code, Reg};
use crate::runner::{BitProgram, Fired, Hop, NO_REG, truth};
use crate::state::BitState;

/// What a control state that only looks leads to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Branch {
    pub(crate) code: Code,
    /// For each segment, in order, its conditions and where they lead.
    pub(crate) segments: Vec<Vec<Arm>>,
    /// For each condition, where it leads from each control state of the class; empty if there is but one.
    pub(crate) ways: Vec<Vec<u32>>,
    /// For each condition and each control state of the class, the rules that fire: that of the condition, and those of
    /// the certain links that are skipped after it.
    pub(crate) fired: Vec<Vec<Hop>>,
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

impl BitProgram {
    /// Follows a branch from a position.
    #[inline(always)]
    pub(crate) fn follow<const W: usize>(
        &self,
        branch: &Branch,
        state: &mut BitState,
        fired: &mut Fired<'_>,
    ) -> Followed {
        self.exec::<W>(&branch.code, &mut state.words);
        let mut first = 0;
        for arms in &branch.segments {
            // Segments have an order, the choices inside of one have not: two that hold compete.
            let mut found = None;
            for (i, arm) in arms.iter().enumerate() {
                if arm.cond == NO_REG || truth::<W>(&state.words, arm.cond) != arm.negated {
                    if found.is_some() {
                        return Followed::Several;
                    }
                    found = Some((first + i, arm.to));
                }
            }
            if let Some((arm, to)) = found {
                // A control state is the first member of what it has compiled for itself.
                branch.fired[arm][0].iter().for_each(|rule| fired.rule(*rule));
                return Followed::To(to);
            }
            first += arms.len();
        }
        Followed::Nowhere
    }
}
