//! One lane by itself, in a single position: chance, and what `#forbid` may take back.

use super::Lockstep;
use crate::runner::{BitMove, Fired};
use crate::state::Now;
use crate::vectors::Vectors;
use senet_game::{MoveMade, Outcome, PlayoutEnd, Rng, weighted_index};

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// A lane whose first draws were all taken back goes on by itself; `rng` is what it drew from.
    pub(super) fn alone_after(&mut self, l: usize, tried: u32, rng: &Rng) {
        self.extract(l);
        self.settle_single();
        let same = (0..self.program.planes * self.words())
            .all(|i| self.single.words[i] == self.regs[i * L + l])
            && u64::from(self.single.control) == self.control[l];
        self.note_single(l);
        if !same || !matches!(self.single.now, Now::Player(_)) {
            // No move stands: the links have led elsewhere, or it is over.
            self.streams.set(l, rng);
            self.take_over(l);
            return;
        }
        let mut rng = self.streams.get(l);
        let mv = self.program.draw(&self.single, &mut rng, tried);
        self.streams.set(l, &rng);
        self.fire_alone(l, &mv);
    }

    /// Runs the single position on to its next decision.
    fn settle_single(&mut self) {
        let mut fired = Fired::told_to(&mut self.fired.single);
        self.program.advance(&mut self.single, None, &mut fired);
    }

    /// Copies a lane into the single position.
    pub(super) fn extract(&mut self, l: usize) {
        for i in 0..self.program.frame.kept * self.words() {
            self.single.words[i] = self.regs[i * L + l];
        }
        self.single.control = self.control[l] as u32;
    }

    pub(super) fn outcome(&mut self, l: usize) -> Outcome {
        let node = &self.program.nodes[self.control[l] as usize];
        if let Some((_, end)) = &node.outcome {
            return end.clone();
        }
        self.extract(l);
        self.single.now = Now::Over;
        self.game.outcome(&self.single, true)
    }

    /// One move of a lane by itself: chance, and what `#forbid` may take back.
    pub(super) fn alone(&mut self, l: usize) {
        self.extract(l);
        self.settle_single();
        self.note_single(l);
        if !self.take_over(l) || !self.goes_on(l) {
            return;
        }
        let mut rng = self.streams.get(l);
        let mv = match &self.single.listed {
            Some(listed) => listed[weighted_index(&mut rng, listed.len(), |i| listed[i].1)].0,
            None => self.program.draw(&self.single, &mut rng, 0),
        };
        self.streams.set(l, &rng);
        self.fire_alone(l, &mv);
    }

    /// A lane comes to where the single position is: false if it has ended there.
    fn take_over(&mut self, l: usize) -> bool {
        self.go(l, self.single.control);
        match self.single.now {
            Now::Over => {
                let outcome = self.game.outcome(&self.single, true);
                self.finish(l, outcome, PlayoutEnd::Rules);
                return false;
            }
            Now::Stopped(limit) => {
                self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(limit));
                return false;
            }
            Now::Player(_) | Now::Chance => {}
        }
        // The draw rules look at the position that lanes have in their planes.
        self.copy_back(l);
        true
    }

    /// Copies the planes of the single position, and its floods, into a lane.
    fn copy_back(&mut self, l: usize) {
        for i in 0..self.program.frame.kept * self.words() {
            self.regs[i * L + l] = self.single.words[i];
        }
    }

    /// Makes a move in the single position and copies what it led to.
    fn fire_alone(&mut self, l: usize, mv: &BitMove) {
        let by_player = matches!(self.single.now, Now::Player(_));
        let one_way = self.game.is_one_way(mv.variant);
        if let Some(rules) = self.rules.get_mut(l)
            && !one_way
            && rules.referee.lacks_key()
        {
            let planes = self.single.planes().iter().copied();
            let key = self.game.mix(self.single.control, planes);
            rules.referee.give_key(key);
        }
        self.program.fire(&mut self.single, mv, &mut Fired::told_to(&mut self.fired.single));
        self.note_single(l);
        self.copy_back(l);
        self.go(l, self.single.control);
        self.plies[l] += 1;
        self.moves[l] += u64::from(by_player);
        self.steps[l] = 0;
        self.unlimited = self.unlimited.saturating_sub(1);
        if let Some(rules) = self.rules.get_mut(l) {
            let irreversible = self.game.is_irreversible(mv.variant);
            rules.made = Some((MoveMade { by_player, irreversible }, one_way));
        }
    }
}
