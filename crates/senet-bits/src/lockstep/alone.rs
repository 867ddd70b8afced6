//! Scalar fallback: one lane as a single position, for chance and for moves that `#forbid` often rejects.

use super::Lockstep;
use crate::runner::{BitMove, FiredRules};
use crate::state::Status;
use crate::vectors::Vectors;
use senet_game::{MoveMade, Outcome, PlayoutEnd, Rng, weighted_index};

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// Continues a lane alone whose first draws were all rejected; `rng` is its stream before them.
    pub(super) fn alone_after(&mut self, l: usize, tried: u32, rng: &Rng) {
        self.extract(l);
        self.settle_single();
        let same = (0..self.program.planes * self.words())
            .all(|i| self.single.words[i] == self.regs[i * L + l])
            && u64::from(self.single.control) == self.control[l];
        self.record_single(l);
        if !same || !matches!(self.single.status, Status::Player(_)) {
            // No move is legal: links have led to another control state, or the play is over.
            self.streams.set(l, rng);
            self.take_over(l);
            return;
        }
        let mut rng = self.streams.get(l);
        let mv = self.program.draw(&self.single, &mut rng, tried);
        self.streams.set(l, &rng);
        self.fire_alone(l, &mv);
    }

    /// Advances the single position to its next decision.
    fn settle_single(&mut self) {
        let mut fired = FiredRules::recorded_in(&mut self.fired.single);
        self.program.advance(&mut self.single, None, &mut fired);
    }

    /// Copies a lane into the single position.
    pub(super) fn extract(&mut self, l: usize) {
        for i in 0..self.program.frame.move_sets * self.words() {
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
        self.single.status = Status::Over;
        self.game.outcome(&self.single, true)
    }

    /// Makes one move of a lane as a single position.
    pub(super) fn step_alone(&mut self, l: usize) {
        self.extract(l);
        self.settle_single();
        self.record_single(l);
        if !self.take_over(l) || !self.may_move(l) {
            return;
        }
        let mut rng = self.streams.get(l);
        let mv = match &self.single.chance_moves {
            Some(moves) => moves[weighted_index(&mut rng, moves.len(), |i| moves[i].1)].0,
            None => self.program.draw(&self.single, &mut rng, 0),
        };
        self.streams.set(l, &rng);
        self.fire_alone(l, &mv);
    }

    /// Copies the single position back into a lane: false if the play has ended there.
    fn take_over(&mut self, l: usize) -> bool {
        self.set_control(l, self.single.control);
        match self.single.status {
            Status::Over => {
                let outcome = self.game.outcome(&self.single, true);
                self.finish(l, outcome, PlayoutEnd::Rules);
                return false;
            }
            Status::Stopped(limit) => {
                self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(limit));
                return false;
            }
            Status::Player(_) | Status::Chance => {}
        }
        // The referee reads the planes of the lane.
        self.copy_back(l);
        true
    }

    /// Copies the planes and growing fills of the single position into a lane.
    fn copy_back(&mut self, l: usize) {
        for i in 0..self.program.frame.move_sets * self.words() {
            self.regs[i * L + l] = self.single.words[i];
        }
    }

    /// Makes a move in the single position and copies the result into a lane.
    fn fire_alone(&mut self, l: usize, mv: &BitMove) {
        let by_player = matches!(self.single.status, Status::Player(_));
        let one_way = self.game.is_one_way(mv.variant);
        if let Some(rules) = self.rules.get_mut(l)
            && !one_way
            && rules.referee.lacks_key()
        {
            let planes = self.single.planes().iter().copied();
            let key = self.game.mix(self.single.control, planes);
            rules.referee.give_key(key);
        }
        self.program.fire(
            &mut self.single,
            mv,
            &mut FiredRules::recorded_in(&mut self.fired.single),
        );
        self.record_single(l);
        self.copy_back(l);
        self.set_control(l, self.single.control);
        self.plies[l] += 1;
        self.moves[l] += u64::from(by_player);
        self.steps[l] = 0;
        self.moves_before_check = self.moves_before_check.saturating_sub(1);
        if let Some(rules) = self.rules.get_mut(l) {
            let irreversible = self.game.is_irreversible(mv.variant);
            rules.made = Some((MoveMade { by_player, irreversible }, one_way));
        }
    }
}
