//! Moves that are tried before they are offered: outcomes of chance that are one, and `#forbid`.

use crate::fast::PlainVectors;
use crate::runner::{BitMove, BitProgram, Change, MOVE_CELLS, Segment, truth};
use crate::state::{BitState, Now};
use crate::widths::by_width;
use rustc_hash::FxHashMap;
use senet_game::{Rng, Seat};
use std::cell::Cell;
use std::collections::hash_map::Entry;

thread_local! {
    /// A position that [`BitProgram::scratch`] hands out again.
    pub(crate) static SCRATCH: Cell<Option<BitState>> = const { Cell::new(None) };
}

impl BitProgram {
    /// Moves that lead to the same position are one outcome; a single outcome is no chance.
    pub(crate) fn chance(
        &self,
        state: &mut BitState,
        segment: &Segment,
        moves: Vec<BitMove>,
        ways: Vec<(BitMove, u128)>,
    ) -> bool {
        let mut weights: FxHashMap<BitMove, u128> = FxHashMap::default();
        for (mv, weight) in ways {
            *weights.entry(mv).or_default() += weight;
        }
        // Positions after each move, as their planes and control state.
        let position = self.frame.kept * self.words;
        let mut after = self.copy(state);
        // Compared exactly, and not by a key that could collide. Each move costs a copy of the
        // planes; scratch registers are shared.
        let mut known: FxHashMap<(u32, Box<[u64]>), usize> = FxHashMap::default();
        let mut outcomes: Vec<(BitMove, u128)> = Vec::new();
        for mv in moves {
            let choice = self.choice(segment, mv.variant);
            after.control = state.control;
            after.words[..position].copy_from_slice(&state.words[..position]);
            self.carry_out(&mut after, &choice.effect, &mv.cells);
            let weight = weights.get(&mv).copied().unwrap_or(0);
            match known.entry((after.control, after.planes().into())) {
                Entry::Occupied(at) => outcomes[*at.get()].1 += weight,
                Entry::Vacant(new) => {
                    new.insert(outcomes.len());
                    outcomes.push((mv, weight));
                }
            }
        }
        if outcomes.len() == 1 {
            // All moves lead there, the last one too.
            state.control = after.control;
            state.words[..position].copy_from_slice(&after.words[..position]);
            return false;
        }
        if self.nodes[state.control as usize].decided {
            state.now = Now::Over;
            return true;
        }
        state.listed = Some(outcomes.into());
        state.now = Now::Chance;
        true
    }

    /// The moves of a segment with the number of ways in which they match.
    pub(crate) fn weights<const W: usize>(
        &self,
        state: &BitState,
        segment: &Segment,
    ) -> Vec<(BitMove, u128)> {
        let mut words = state.words.clone();
        words.resize(self.registers * W, 0);
        self.exec::<W>(&segment.ways_code, &mut words);
        let mut out = Vec::new();
        for choice in &segment.choices {
            for way in &choice.ways {
                if way.cond.is_some_and(|reg| !truth::<W>(&words, reg)) {
                    continue;
                }
                let all: u64 = way.parts.iter().map(|p| p.count::<W>(&words)).product();
                for n in 0..all {
                    let (mut cells, mut n) = ([0; MOVE_CELLS], n);
                    for part in &way.parts {
                        let all = part.count::<W>(&words);
                        part.nth::<W, PlainVectors>(&words, n % all, &mut cells);
                        n /= all;
                    }
                    let mv = BitMove { variant: choice.variant, cells };
                    out.push((mv, u128::from(way.weight)));
                }
            }
        }
        out
    }

    /// Does to a position what a move does, and says whether `#forbid` leaves it.
    #[inline(always)]
    pub(crate) fn stands_after<const W: usize>(
        &self,
        state: &mut BitState,
        change: &Change,
        cells: &[u16; MOVE_CELLS],
    ) -> bool {
        self.change::<W>(state, change, cells);
        match &self.nodes[state.control as usize].forbidden {
            Some(code) => {
                self.exec::<W>(code, &mut state.words);
                !truth::<W>(&state.words, code.outs[0])
            }
            None => true,
        }
    }

    /// Whether `#forbid` leaves a move: it is made in `after`, and what must not hold is looked for.
    pub(crate) fn is_allowed(
        &self,
        state: &BitState,
        segment: &Segment,
        mv: &BitMove,
        after: &mut BitState,
    ) -> bool {
        let position = self.frame.kept * self.words;
        after.words[..position].copy_from_slice(&state.words[..position]);
        after.control = state.control;
        self.attempt(after, &self.choice(segment, mv.variant).effect, &mv.cells)
    }

    /// Whether `#forbid` leaves any move, and to whom.
    pub(crate) fn some_allowed(&self, state: &BitState, segment: &Segment) -> Option<Seat> {
        let mut after = self.scratch(state);
        let mut all = (0..state.count).map(|n| self.nth_move(state, segment, n));
        let found = all.find(|mv| self.is_allowed(state, segment, mv, &mut after));
        SCRATCH.set(Some(after));
        found.map(|mv| self.choice(segment, mv.variant).seat)
    }

    /// [`nth_open`](BitProgram::nth_open) for what is not in an inner loop.
    fn nth_move(&self, state: &BitState, segment: &Segment, n: u64) -> BitMove {
        by_width!(self, BitProgram::nth_open_plain, state, segment, n)
    }

    fn nth_open_plain<const W: usize>(
        &self,
        state: &BitState,
        segment: &Segment,
        n: u64,
    ) -> BitMove {
        self.nth_open::<W, PlainVectors>(state, segment, n)
    }

    /// A position to try moves in: a large program has thousands of registers, which are not cleared,
    /// because every list of operations writes them before it reads them.
    pub(crate) fn scratch(&self, state: &BitState) -> BitState {
        let mut scratch = SCRATCH.take().unwrap_or_else(|| state.clone());
        scratch.room(self.registers * self.words);
        scratch
    }

    /// A random move that `#forbid` leaves, after so many draws that did not stand.
    pub(crate) fn random_after(&self, state: &BitState, rng: &mut Rng, tried: u32) -> BitMove {
        let segment = self.segment(state);
        let mut after = self.scratch(state);
        // Rejection sampling is uniform over the moves that stand, and so is the list to which it
        // falls back where nearly all moves are forbidden. Lanes draw the first few by themselves
        // and pass on how many, so that both ways draw the same numbers.
        for _ in tried..64 {
            let n = rng.index(state.count);
            let mv = self.nth_move(state, segment, n);
            if self.is_allowed(state, segment, &mv, &mut after) {
                SCRATCH.set(Some(after));
                return mv;
            }
        }
        let mut all = Vec::new();
        by_width!(self, BitProgram::moves, state, &mut all);
        all[rng.index(all.len() as u64) as usize]
    }
}
