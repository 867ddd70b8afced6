//! Counting and drawing the moves of all lanes at once, without branches: which slice a lane's move is in
//! differs from lane to lane, and a processor that guesses it guesses wrong.

use super::{Lockstep, NONE};
use crate::exec::{each, shift, some};
use crate::fast::Select;
use crate::merge::Kind;
use crate::runner::{FlatSlice, NO_REG};

/// Slices with up to so many choices are told apart for all lanes at once, others lane by lane.
const KINDS_AT_ONCE: usize = 2;

impl<const W: usize, const L: usize, const N: usize, S: Select> Lockstep<'_, W, L, N, S> {
    /// How many moves each lane has.
    #[inline(always)]
    pub(super) fn count_flat(&mut self, flat: &[FlatSlice]) -> [u64; L] {
        let mut total = [0; L];
        for (slice, counts) in flat.iter().zip(self.counts.chunks_exact_mut(W)) {
            let mut holds = [u64::MAX; L];
            if slice.cond != NO_REG {
                let at = usize::from(slice.cond) * N;
                let truth: &[u64; L] = self.regs[at..at + L].try_into().expect("L lanes");
                holds = each(|l| if truth[l] != 0 { u64::MAX } else { 0 });
            }
            for (w, counts) in counts.iter_mut().enumerate() {
                *counts = if slice.reg == NO_REG {
                    each(|l| holds[l] & u64::from(w == 0))
                } else {
                    let at = usize::from(slice.reg) * N + w * L;
                    let words: &[u64; L] = self.regs[at..at + L].try_into().expect("L lanes");
                    each(|l| u64::from((words[l] & holds[l]).count_ones()))
                };
                total = each(|l| total[l] + counts[l]);
            }
        }
        total
    }

    /// The choice of each lane of a mask whose condition holds; moves have no cells.
    #[inline(always)]
    pub(super) fn pick_holding(&self, flat: &[FlatSlice], mask: &[u64; L]) -> [u64; L] {
        let mut choices = [NONE; L];
        for (slice, counts) in flat.iter().zip(self.counts.chunks_exact(W)) {
            let (choice, counts) = (u64::from(slice.kinds[0].choice), &counts[0]);
            choices = each(|l| if counts[l] & mask[l] != 0 { choice } else { choices[l] });
        }
        choices
    }

    /// The choice of the `n`-th move of each lane of a mask; their cells are put into the registers for
    /// cells.
    #[inline(always)]
    pub(super) fn pick_flat(
        &mut self,
        flat: &[FlatSlice],
        mut n: [u64; L],
        mask: &[u64; L],
    ) -> [u64; L] {
        // Which word of which slice it is, what is in it, and which of its bits.
        let (mut at, mut word) = ([0; L], [0; L]);
        let mut open = *mask;
        let parts = flat.len() * W;
        for part in 0..parts {
            let slice = &flat[part / W];
            let counts = &self.counts[part];
            let last = part + 1 == parts;
            let hit: [u64; L] = each(|l| {
                let hit = last || (n[l] as i64) < counts[l] as i64;
                if hit { open[l] } else { 0 }
            });
            open = each(|l| open[l] & !hit[l]);
            at = each(|l| at[l] | (hit[l] & part as u64));
            n = each(|l| n[l] - (counts[l] & open[l]));
            if slice.reg != NO_REG {
                let from = usize::from(slice.reg) * N + part % W * L;
                let words: &[u64; L] = self.regs[from..from + L].try_into().expect("L lanes");
                word = each(|l| word[l] | (words[l] & hit[l]));
            }
        }
        let mut bits = [0; L];
        for (l, bit) in bits.iter_mut().enumerate() {
            *bit = S::bit(word[l], n[l] as u32);
        }
        let first: [u64; N] = each(|i| {
            let here = W == 1 || at[i % L] % W as u64 == (i / L) as u64;
            if here { bits[i % L] } else { 0 }
        });
        let chosen = self.program.frame.chosen * N;
        self.regs[chosen..chosen + N].copy_from_slice(&first);
        if let [only] = flat {
            self.place_others(only, &first, true);
            return self.tell_kinds(only, &first, mask, [NONE; L]);
        }
        let cells = flat.iter().map(|slice| slice.cells).max().unwrap_or(0);
        self.regs[chosen + N..chosen + N * usize::from(cells.max(1))].fill(0);
        let mut choices = [NONE; L];
        for (i, slice) in flat.iter().enumerate() {
            let here: [u64; L] = each(|l| if at[l] / W as u64 == i as u64 { mask[l] } else { 0 });
            if some(&here) {
                let first: [u64; N] = each(|i| first[i] & here[i % L]);
                self.place_others(slice, &first, false);
                choices = self.tell_kinds(slice, &first, &here, choices);
            }
        }
        choices
    }

    /// The other cells of moves, which are at fixed distances from the first.
    #[inline(always)]
    fn place_others(&mut self, slice: &FlatSlice, first: &[u64; N], alone: bool) {
        for c in 1..usize::from(slice.cells) {
            let moved = shift::<W, L, N>(*first, slice.offsets[c]);
            let at = (self.program.frame.chosen + c) * N;
            let cells: &mut [u64; N] =
                (&mut self.regs[at..at + N]).try_into().expect("a register has N words");
            *cells = if alone { moved } else { each(|i| cells[i] | moved[i]) };
        }
    }

    /// Which of the choices of a slice the moves are that lanes have in it.
    #[inline(always)]
    fn tell_kinds(
        &self,
        slice: &FlatSlice,
        first: &[u64; N],
        here: &[u64; L],
        mut choices: [u64; L],
    ) -> [u64; L] {
        let (last, others) = slice.kinds.split_last().expect("there is a choice");
        if others.len() >= KINDS_AT_ONCE {
            for l in (0..L).filter(|l| here[*l] != 0) {
                choices[l] = u64::from(self.tell_kind(slice, first, l));
            }
            return choices;
        }
        let mut open = *here;
        for kind in others {
            let fits = self.fitting(kind, first);
            choices =
                each(|l| if fits[l] & open[l] != 0 { u64::from(kind.choice) } else { choices[l] });
            open = each(|l| open[l] & !fits[l]);
        }
        each(|l| if open[l] != 0 { u64::from(last.choice) } else { choices[l] })
    }

    /// The lanes whose move belongs to a choice.
    #[inline(always)]
    fn fitting(&self, kind: &Kind, first: &[u64; N]) -> [u64; L] {
        let mut cells = *first;
        if let Some(within) = &kind.within {
            cells = each(|i| cells[i] & within.0[i / L]);
        }
        for test in &kind.tests {
            let at = test.plane as usize * N;
            let plane: &[u64; N] = self.regs[at..at + N].try_into().expect("N words");
            // As far back as the cell is ahead: beyond the board there is nothing.
            let plane = shift::<W, L, N>(*plane, -test.by);
            cells = each(|i| cells[i] & plane[i]);
        }
        let mut fits = [0; L];
        for w in 0..W {
            fits = each(|l| fits[l] | cells[w * L + l]);
        }
        each(|l| if fits[l] != 0 { u64::MAX } else { 0 })
    }

    /// The choice of one lane's move.
    fn tell_kind(&self, slice: &FlatSlice, first: &[u64; N], l: usize) -> u16 {
        let word = (0..W).find(|w| first[w * L + l] != 0).unwrap_or(0);
        let cell = 64 * word as u32 + first[word * L + l].trailing_zeros();
        let has = |plane: u32, cell: u16| {
            let word = self.regs[plane as usize * N + usize::from(cell / 64) * L + l];
            word >> (cell % 64) & 1 == 1
        };
        slice.choice(cell as u16, 64 * W as u16, has)
    }
}
