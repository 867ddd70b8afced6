//! The moves of a position: all of them in canonical order, or one at random.

use crate::runner::{BitMove, BitProgram, Segment};
use crate::state::{BitState, Status};
use crate::vectors::Vectors;
use senet_game::Rng;

impl BitProgram {
    /// Lists the candidate moves of a segment, those that `#forbid` rejects included, in canonical order.
    pub(crate) fn list<const W: usize>(
        &self,
        state: &BitState,
        segment: &Segment,
        out: &mut Vec<BitMove>,
    ) {
        out.clear();
        if let Some(flat) = &segment.flat {
            flat.iter().for_each(|slice| slice.each::<W>(&state.words, segment, out));
            // One slice of one group is already in canonical order.
            if let [only] = &flat[..]
                && only.cases.len() == 1
            {
                return;
            }
        } else {
            for (i, group) in segment.groups.iter().enumerate() {
                if BitProgram::is_group_enabled(state, segment, i) {
                    group.each::<W>(&state.words, out);
                }
            }
        }
        self.sort(out);
    }

    fn sort(&self, moves: &mut [BitMove]) {
        moves.sort_by_cached_key(|mv| self.key(mv));
    }

    /// The legal moves, in canonical order.
    pub(crate) fn moves<const W: usize>(&self, state: &BitState, out: &mut Vec<BitMove>) {
        out.clear();
        match (&state.status, &state.chance_moves) {
            (_, Some(chance_moves)) => out.extend(chance_moves.iter().map(|(mv, _)| *mv)),
            (Status::Player(_), None) => {
                let segment = self.segment(state);
                self.list::<W>(state, segment, out);
                if self.nodes[state.control as usize].forbids {
                    let mut after = self.copy(state);
                    out.retain(|mv| self.is_legal(state, segment, mv, &mut after));
                }
            }
            _ => {}
        }
    }

    /// The `n`-th candidate move, in no particular order.
    #[inline(always)]
    pub(crate) fn nth_candidate<const W: usize, S: Vectors>(
        &self,
        state: &BitState,
        segment: &Segment,
        mut n: u64,
    ) -> BitMove {
        if let Some(flat) = &segment.flat {
            let words = &state.words[..];
            let mut at = 0;
            if flat.len() > 1 {
                loop {
                    let all = flat[at].count::<W>(words);
                    if n < all {
                        break;
                    }
                    n -= all;
                    at += 1;
                }
            }
            return flat[at].nth::<W, S>(words, segment, n).1;
        }
        for (i, group) in segment.groups.iter().enumerate() {
            if !BitProgram::is_group_enabled(state, segment, i) {
                continue;
            }
            let all = group.count::<W>(&state.words);
            if n < all {
                return group.nth::<W, S>(&state.words, n);
            }
            n -= all;
        }
        unreachable!("there are so many moves")
    }

    /// A random move of a player. With `#forbid`, moves are drawn until one is legal: rejection sampling is uniform over
    /// the legal moves.
    #[inline(always)]
    pub(crate) fn random<const W: usize, S: Vectors>(
        &self,
        state: &BitState,
        rng: &mut Rng,
        tried: u32,
    ) -> BitMove {
        if !self.nodes[state.control as usize].forbids {
            let n = rng.index(state.count);
            return self.nth_candidate::<W, S>(state, self.segment(state), n);
        }
        self.random_by_rejection(state, rng, tried)
    }
}
