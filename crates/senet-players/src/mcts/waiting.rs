//! Leaves that wait for their playouts, which are made together.
//!
//! Batched tree search: each leaf gets one playout, as if as many threads as there are lanes searched one tree (tree
//! parallelization: Chaslot, Winands & van den Herik 2008), but in a fixed order, so that the same seed gives the same play.
//! As many playouts from one leaf (leaf parallelization) would tell less: the first of them often shows already that others
//! deserve more.

use super::tree::{Mover, Tree};
use crate::goal::Utility;
use senet_game::{Cursor, Playout, Tally};
use std::ops::ControlFlow;

/// An edge on the way to a leaf, and the value that it counts as until the playout is made.
#[derive(Clone, Copy)]
struct Step {
    at: usize,
    edge: usize,
    supposed: f32,
}

/// The ways to the leaves from which playouts will be made together, one behind the other.
#[derive(Default)]
pub(super) struct Waiting {
    steps: Vec<Step>,
    /// Where each way ends among the steps.
    ends: Vec<usize>,
}

impl Waiting {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A leaf waits, to which this way leads.
    pub(super) fn add(&mut self, tree: &mut Tree, path: &[(usize, usize)]) {
        for (at, edge) in path.iter().copied() {
            let supposed = tree.suppose(at, edge);
            self.steps.push(Step { at, edge, supposed });
        }
        self.ends.push(self.steps.len());
    }

    /// Makes the playouts from the starts that the cursor remembers, and carries their values up. What is given up because
    /// time is over stays as it was supposed.
    pub(super) fn play(
        &mut self,
        cursor: &mut dyn Cursor,
        tree: &mut Tree,
        utility: Utility,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) {
        let (steps, ends) = (&self.steps, &self.ends);
        cursor.play_starts(seed, &mut Rewards { steps, ends, done: 0, tree, utility, stop });
        self.steps.clear();
        self.ends.clear();
    }
}

/// Carries the outcomes of playouts up, one after the other.
struct Rewards<'a> {
    steps: &'a [Step],
    ends: &'a [usize],
    done: usize,
    tree: &'a mut Tree,
    utility: Utility,
    stop: &'a dyn Fn() -> bool,
}

impl Tally for Rewards<'_> {
    fn count(&mut self, playout: &Playout) -> ControlFlow<()> {
        let from = self.done.checked_sub(1).map_or(0, |before| self.ends[before]);
        for Step { at, edge, supposed } in &self.steps[from..self.ends[self.done]] {
            if let Mover::Seat(seat) = self.tree.nodes[*at].mover {
                let value = self.utility.of(&playout.outcome, seat) as f32;
                self.tree.correct(*at, *edge, value - supposed);
            }
        }
        self.done += 1;
        ControlFlow::Continue(())
    }

    fn stop(&mut self) -> bool {
        (self.stop)()
    }
}
