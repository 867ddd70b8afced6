//! Counts and draws the moves of all lanes at once, branch-free: the slice of a move differs from lane to lane, so that
//! branches would be mispredicted.

use super::{Lockstep, NONE};
use crate::decision::DecisionCase;
use crate::ops::Reg;
use crate::runner::{FlatSlice, NO_REG};
use crate::vectors::{LaneIter, Vectors};

/// The decision list of a slice is evaluated for all lanes at once if there are at least this many lanes for each case,
/// else lane by lane.
const LANES_PER_CASE: u32 = 2;

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// The number of moves of each lane.
    #[inline(always)]
    pub(super) fn count_flat(&mut self, flat: &[FlatSlice]) -> [u64; L] {
        if let [only] = flat
            && self.words() == 1
            && only.cond == NO_REG
            && only.reg != NO_REG
        {
            return S::count(self.word(only.reg, 0));
        }
        let (mut total, words) = (S::splat(0), self.words());
        for (i, slice) in flat.iter().enumerate() {
            let mut holds = S::splat(u64::MAX);
            if slice.cond != NO_REG {
                holds = S::nonzero(self.word(slice.cond, 0));
            }
            for w in 0..words {
                let counts = if slice.reg == NO_REG {
                    S::and(&holds, &S::splat(u64::from(w == 0)))
                } else {
                    S::count(&S::and(self.word(slice.reg, w), &holds))
                };
                total = S::add(&total, &counts);
                self.counts[i * words + w] = counts;
            }
        }
        total
    }

    /// The group of each lane of a mask, for moves without cells: the one whose condition holds.
    #[inline(always)]
    pub(super) fn select_holding(&self, flat: &[FlatSlice], mask: &[u64; L]) -> [u64; L] {
        let mut groups = S::splat(NONE);
        for (slice, counts) in flat.iter().zip(self.counts.chunks_exact(self.words())) {
            let group = S::splat(u64::from(slice.cases[0].group));
            groups = S::select(&S::nonzero_in(&counts[0], mask), &group, &groups);
        }
        groups
    }

    /// The group of the `n`-th move of each lane of a mask; writes the cells of the moves into the registers for move
    /// cells.
    #[inline(always)]
    pub(super) fn select_flat(
        &mut self,
        flat: &[FlatSlice],
        mut n: [u64; L],
        mask: &[u64; L],
    ) -> [u64; L] {
        let chosen = self.program.frame.move_cells as Reg;
        if let [only] = flat
            && self.words() == 1
            && only.reg != NO_REG
        {
            let words = S::and(self.word(only.reg, 0), mask);
            *self.word_mut(chosen, 0) = nth_bits::<S, L>(&words, &n);
            self.place_other_cells(only, mask, true);
            return self.decide_groups(only, mask, S::splat(NONE));
        }
        // For each lane: the number of the (slice, word) pair, the word, and then its n-th bit.
        let (mut at, mut word) = (S::splat(0), S::splat(0));
        let mut left = *mask;
        let (words, size) = (self.words(), self.register_len());
        let parts = flat.iter().flat_map(|slice| (0..words).map(move |w| (slice, w)));
        let last = flat.len() * words - 1;
        for (part, (slice, w)) in parts.enumerate() {
            let counts = &self.counts[part];
            // Prefix sums by subtraction: a lane is in the first part whose count exceeds what is
            // left of its number. Sums and masks instead of a loop that ends: the cost is that of
            // all parts.
            let hit = if part == last { left } else { S::and(&S::less(&n, counts), &left) };
            left = S::and_not(&left, &hit);
            at = S::or(&at, &S::and(&hit, &S::splat(part as u64)));
            n = S::sub(&n, &S::and(counts, &left));
            if slice.reg != NO_REG {
                word = S::or(&word, &S::and(self.word(slice.reg, w), &hit));
            }
        }
        let bits = nth_bits::<S, L>(&word, &n);
        // The number of words, which is a power of two, divides that of parts.
        let in_word = S::and(&at, &S::splat(words as u64 - 1));
        for w in 0..words {
            let here = S::equal(&in_word, &S::splat(w as u64));
            *self.word_mut(chosen, w) = S::and(&bits, &here);
        }
        if let [only] = flat {
            self.place_other_cells(only, mask, true);
            return self.decide_groups(only, mask, S::splat(NONE));
        }
        let cells = flat.iter().map(|slice| slice.cells).max().unwrap_or(0);
        let from = usize::from(chosen) * size;
        self.regs[from + size..from + size * usize::from(cells.max(1))].fill(0);
        let slice_of = S::and_not(&at, &S::splat(words as u64 - 1));
        let mut groups = S::splat(NONE);
        for (i, slice) in flat.iter().enumerate() {
            let here = S::and(&S::equal(&slice_of, &S::splat((i * words) as u64)), mask);
            if S::any(&here) {
                self.place_other_cells(slice, &here, false);
                groups = self.decide_groups(slice, &here, groups);
            }
        }
        groups
    }

    /// One word of a shifted register, in all lanes.
    #[inline(always)]
    fn shifted(&self, reg: Reg, w: usize, by: i32) -> [u64; L] {
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, (by.unsigned_abs() % 64) as i32);
        let (near, far, sign) = if by >= 0 {
            (w.checked_sub(words), w.checked_sub(words + 1), 1)
        } else {
            (Some(w + words), Some(w + words + 1), -1)
        };
        let mut out = S::splat(0);
        if let Some(near) = near.filter(|w| *w < self.words()) {
            out = S::shift(self.word(reg, near), sign * bits);
        }
        if self.words() > 1
            && let Some(far) = far.filter(|w| *w < self.words())
        {
            out = S::or(&out, &S::shift(self.word(reg, far), -sign * (64 - bits)));
        }
        out
    }

    /// The other cells of the moves of some lanes, which are at fixed distances from the first.
    #[inline(always)]
    fn place_other_cells(&mut self, slice: &FlatSlice, lanes: &[u64; L], alone: bool) {
        let chosen = self.program.frame.move_cells;
        for c in 1..usize::from(slice.cells) {
            for w in 0..self.words() {
                let moved = self.shifted(chosen as Reg, w, i32::from(slice.offsets[c]));
                let moved = S::and(&moved, lanes);
                let cells = self.word_mut((chosen + c) as Reg, w);
                *cells = if alone { moved } else { S::or(cells, &moved) };
            }
        }
    }

    /// Finds the groups of the moves of a slice by its decision list.
    #[inline(always)]
    fn decide_groups(&self, slice: &FlatSlice, here: &[u64; L], mut groups: [u64; L]) -> [u64; L] {
        // Cases are disjoint and complete, so that the last needs no test.
        let (last, others) = slice.cases.split_last().expect("there is a choice");
        let lanes = S::bitmask(here);
        if lanes.count_ones() < LANES_PER_CASE * others.len() as u32 {
            for l in LaneIter(lanes) {
                groups[l] = u64::from(self.decide_group(slice, l));
            }
            return groups;
        }
        let mut left = *here;
        for case in others {
            let fits = S::and(&self.lanes_in_case(case, &left), &left);
            groups = S::select(&fits, &S::splat(u64::from(case.group)), &groups);
            left = S::and_not(&left, &fits);
        }
        S::select(&left, &S::splat(u64::from(last.group)), &groups)
    }

    /// The lanes whose move passes the tests of a case.
    #[inline(always)]
    fn lanes_in_case(&self, case: &DecisionCase, lanes: &[u64; L]) -> [u64; L] {
        let mut fits = S::splat(0);
        for w in 0..self.words() {
            let mut cells = S::and(self.word(self.program.frame.move_cells as Reg, w), lanes);
            if let Some(within) = &case.within {
                cells = S::and(&cells, &S::splat(within.0[w]));
            }
            for test in &case.tests {
                // As far back as the cell is ahead: beyond the board there is nothing.
                let plane = self.shifted(test.plane as Reg, w, -i32::from(test.by));
                cells = S::and(&cells, &plane);
            }
            fits = S::or(&fits, &cells);
        }
        S::nonzero(&fits)
    }

    /// The group of one lane's move.
    #[inline(always)]
    fn decide_group(&self, slice: &FlatSlice, l: usize) -> u16 {
        let first =
            |w: usize| self.regs[self.program.frame.move_cells * self.register_len() + w * L + l];
        let word = (0..self.words()).find(|w| first(*w) != 0).unwrap_or(0);
        let cell = 64 * word as u32 + first(word).trailing_zeros();
        let has = |plane: u32, cell: u16| {
            let word =
                self.regs[plane as usize * self.register_len() + usize::from(cell / 64) * L + l];
            word >> (cell % 64) & 1 == 1
        };
        slice.group(cell as u16, 64 * self.words() as u16, has)
    }
}

/// For each lane, the one-bit set of the `n`-th bit of its word.
#[inline(always)]
fn nth_bits<S: Vectors, const L: usize>(words: &[u64; L], n: &[u64; L]) -> [u64; L] {
    let mut out = [0; L];
    for (l, bit) in out.iter_mut().enumerate() {
        *bit = S::nth_bit(words[l], n[l] as u32);
    }
    out
}
