//! Branches: control states that only read the position and change the control state, such as a stage that checks for
//! a win. One list of operations computes all of their conditions, and the first that holds gives the next control
//! state (a decision list: Rivest 1987). No moves are listed or counted for it. Rules with cells, and positions in which
//! several rules can fire, take the general path.

use crate::ops::{Code, Reg};
use crate::runner::{BitProgram, FiredRules, LinkRules, NO_REG, is_set};
use crate::state::BitState;

/// The decision list of a control state that only reads the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Branch {
    pub(crate) code: Code,
    /// For each segment, in the order in which they are tried, its conditions with their targets.
    pub(crate) segments: Vec<Vec<Arm>>,
    /// For each condition, its target for each member of the class; empty if the class has one member.
    pub(crate) member_targets: Vec<Vec<u32>>,
    /// For each condition and each control state of the class, the rules that fire: that of the condition, and those of
    /// the certain links that are skipped after it.
    pub(crate) fired: Vec<Vec<LinkRules>>,
}

/// A condition with its target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Arm {
    /// A register that is nonzero if the condition holds, or [`NO_REG`] if it always does.
    pub(crate) cond: Reg,
    /// Whether the condition is that the register is zero.
    pub(crate) negated: bool,
    pub(crate) to: u32,
    /// Whether a play ends at the target, or has been decided.
    pub(crate) ends: bool,
}

/// The result of following a branch.
pub(crate) enum Followed {
    To(u32),
    /// No condition holds.
    Nowhere,
    /// Several conditions of one segment hold: chance or an order has to decide.
    Several,
}

impl BitProgram {
    /// Evaluates a branch in a position.
    #[inline(always)]
    pub(crate) fn follow<const W: usize>(
        &self,
        branch: &Branch,
        state: &mut BitState,
        fired: &mut FiredRules<'_>,
    ) -> Followed {
        self.exec::<W>(&branch.code, &mut state.words);
        let mut first = 0;
        for arms in &branch.segments {
            // Segments are tried in order; within one, two conditions that hold are two moves, between
            // which chance or the order of the stage decides.
            let mut found = None;
            for (i, arm) in arms.iter().enumerate() {
                if arm.cond == NO_REG || is_set::<W>(&state.words, arm.cond) != arm.negated {
                    if found.is_some() {
                        return Followed::Several;
                    }
                    found = Some((first + i, arm.to));
                }
            }
            if let Some((arm, to)) = found {
                // Index 0: a single position runs the branch of its own control state. Only lanes run that
                // of the first member of a class, and look up their own index.
                branch.fired[arm][0].iter().for_each(|rule| fired.rule(*rule));
                return Followed::To(to);
            }
            first += arms.len();
        }
        Followed::Nowhere
    }
}
