//! Make, test, unmake: outcomes of chance that coincide, and moves that `#forbid` rejects.

use crate::fast::PortableVectors;
use crate::runner::{BitMove, BitProgram, Effect, MOVE_CELLS, Segment, is_set};
use crate::state::{BitState, Status};
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
    /// Merges the moves of chance that lead to the same position; false if a single outcome is left.
    pub(crate) fn merge_outcomes(
        &self,
        state: &mut BitState,
        segment: &Segment,
        moves: Vec<BitMove>,
        weighted: Vec<(BitMove, u128)>,
    ) -> bool {
        let mut weights: FxHashMap<BitMove, u128> = FxHashMap::default();
        for (mv, weight) in weighted {
            *weights.entry(mv).or_default() += weight;
        }
        // What a move changes: planes and growing fills.
        let position = self.frame.move_sets * self.words;
        let mut after = self.copy(state);
        // Compared exactly, and not by a key that could collide. Each move costs a copy of the
        // planes; scratch registers are shared.
        let mut known: FxHashMap<(u32, Box<[u64]>), usize> = FxHashMap::default();
        let mut outcomes: Vec<(BitMove, u128)> = Vec::new();
        for mv in moves {
            let group = self.group(segment, mv.variant);
            after.control = state.control;
            after.words[..position].copy_from_slice(&state.words[..position]);
            self.apply_effect_once(&mut after, &group.effect, &mv.cells);
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
            state.status = Status::Over;
            return true;
        }
        state.chance_moves = Some(outcomes.into());
        state.status = Status::Chance;
        true
    }

    /// The weighted matches of a segment, each as the move that it looks like: the weights of equal moves add up.
    pub(crate) fn weights<const W: usize>(
        &self,
        state: &BitState,
        segment: &Segment,
    ) -> Vec<(BitMove, u128)> {
        let mut words = state.words.clone();
        words.resize(self.registers * W, 0);
        self.exec::<W>(&segment.weights_code, &mut words);
        let mut out = Vec::new();
        for group in &segment.groups {
            for found in &group.matches {
                if found.cond.is_some_and(|reg| !is_set::<W>(&words, reg)) {
                    continue;
                }
                let all: u64 = found.factors.iter().map(|p| p.count::<W>(&words)).product();
                for n in 0..all {
                    let (mut cells, mut n) = ([0; MOVE_CELLS], n);
                    for factor in &found.factors {
                        let all = factor.count::<W>(&words);
                        factor.nth::<W, PortableVectors>(&words, n % all, &mut cells);
                        n /= all;
                    }
                    let mv = BitMove { variant: group.variant, cells };
                    out.push((mv, u128::from(found.weight)));
                }
            }
        }
        out
    }

    /// Applies an effect, and says whether `#forbid` allows the result.
    #[inline(always)]
    pub(crate) fn is_legal_after<const W: usize>(
        &self,
        state: &mut BitState,
        effect: &Effect,
        cells: &[u16; MOVE_CELLS],
    ) -> bool {
        self.apply_effect::<W>(state, effect, cells);
        match &self.nodes[state.control as usize].forbidden {
            Some(code) => {
                self.exec::<W>(code, &mut state.words);
                !is_set::<W>(&state.words, code.outs[0])
            }
            None => true,
        }
    }

    /// Whether `#forbid` allows a move, which is made in `after`.
    pub(crate) fn is_legal(
        &self,
        state: &BitState,
        segment: &Segment,
        mv: &BitMove,
        after: &mut BitState,
    ) -> bool {
        let position = self.frame.move_sets * self.words;
        after.words[..position].copy_from_slice(&state.words[..position]);
        after.control = state.control;
        self.try_move(after, &self.group(segment, mv.variant).effect, &mv.cells)
    }

    /// The seat that has a move that `#forbid` allows, if there is one.
    pub(crate) fn seat_with_legal_move(&self, state: &BitState, segment: &Segment) -> Option<Seat> {
        let mut after = self.scratch(state);
        let mut all = (0..state.count).map(|n| self.nth_move(state, segment, n));
        let found = all.find(|mv| self.is_legal(state, segment, mv, &mut after));
        SCRATCH.set(Some(after));
        found.map(|mv| self.group(segment, mv.variant).seat)
    }

    /// [`nth_candidate`](BitProgram::nth_candidate) outside inner loops.
    fn nth_move(&self, state: &BitState, segment: &Segment, n: u64) -> BitMove {
        by_width!(self, BitProgram::nth_candidate_portable, state, segment, n)
    }

    fn nth_candidate_portable<const W: usize>(
        &self,
        state: &BitState,
        segment: &Segment,
        n: u64,
    ) -> BitMove {
        self.nth_candidate::<W, PortableVectors>(state, segment, n)
    }

    /// A scratch position to try moves in. Its registers are not cleared (a large program has thousands): every list of
    /// operations writes them before it reads them.
    pub(crate) fn scratch(&self, state: &BitState) -> BitState {
        let mut scratch = SCRATCH.take().unwrap_or_else(|| state.clone());
        scratch.reserve(self.registers * self.words);
        scratch
    }

    /// A random move that `#forbid` allows, after `tried` draws that it rejected.
    pub(crate) fn random_by_rejection(
        &self,
        state: &BitState,
        rng: &mut Rng,
        tried: u32,
    ) -> BitMove {
        let segment = self.segment(state);
        let mut after = self.scratch(state);
        // Rejection sampling is uniform over the legal moves, and so is the list to which it falls
        // back where nearly all moves are forbidden. Lanes draw the first few themselves and pass on
        // how many, so that both ways draw the same numbers.
        for _ in tried..64 {
            let n = rng.index(state.count);
            let mv = self.nth_move(state, segment, n);
            if self.is_legal(state, segment, &mv, &mut after) {
                SCRATCH.set(Some(after));
                return mv;
            }
        }
        let mut all = Vec::new();
        by_width!(self, BitProgram::moves, state, &mut all);
        all[rng.index(all.len() as u64) as usize]
    }
}
