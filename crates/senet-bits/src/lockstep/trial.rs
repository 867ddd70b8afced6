//! Make, test, unmake in lanes: moves that `#forbid` rejects are taken back.

use super::Lockstep;
use crate::vectors::Vectors;
use senet_game::Rng;

/// The state of all lanes before moves that `#forbid` may reject.
pub(super) struct Trial<const L: usize> {
    pub(super) control: [u64; L],
    /// The random streams before the moves were drawn.
    pub(super) rngs: [Rng; L],
}

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// Saves the state of all lanes before moves that may be rejected.
    pub(super) fn begin_trial(&mut self) -> Trial<L> {
        self.before.clear();
        self.before
            .extend_from_slice(&self.regs[..self.program.frame.move_sets * self.register_len()]);
        let rngs = std::array::from_fn(|l| self.streams.get(l));
        Trial { control: self.control, rngs }
    }

    /// The lanes whose last move led to a forbidden position.
    #[inline(always)]
    pub(super) fn forbidden(&mut self, lanes: &[u64; L]) -> [u64; L] {
        let program = self.program;
        // Lanes of one control state share the condition, so each control state is tested once.
        let (mut bad, mut left) = (S::splat(0), *lanes);
        while let Some(first) = S::lanes(&left).next() {
            let to = self.control[first];
            let here = S::and(&S::equal(&self.control, &S::splat(to)), &left);
            left = S::and_not(&left, &here);
            if let Some(code) = &program.nodes[to as usize].forbidden {
                self.exec(code);
                bad = S::or(&bad, &S::nonzero_in(self.word(code.outs[0], 0), &here));
            }
        }
        bad
    }

    /// Restores the planes, growing fills and control state of some lanes from before their last move. What they have drawn
    /// stays drawn: the next draw goes on in the stream, as rejection sampling in a single position does.
    #[inline(always)]
    pub(super) fn undo_trial(&mut self, trial: &Trial<L>, bad: &[u64; L]) {
        for l in S::lanes(bad) {
            for i in 0..self.program.frame.move_sets * self.words() {
                self.regs[i * L + l] = self.before[i * L + l];
            }
            self.set_control(l, trial.control[l] as u32);
        }
    }
}
