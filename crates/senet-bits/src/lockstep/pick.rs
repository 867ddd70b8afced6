//! Counting and drawing the moves of all lanes at once, without branches: which slice a lane's move is in
//! differs from lane to lane, and a processor that guesses it guesses wrong.

use super::{Lockstep, NONE};
use crate::choices::Kind;
use crate::ops::Reg;
use crate::runner::{FlatSlice, NO_REG};
use crate::vectors::{Members, Vectors};

/// The choices of a slice are told apart for all lanes at once if there are so many times as many lanes as
/// choices, else lane by lane.
const LANES_PER_KIND: u32 = 2;

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// How many moves each lane has.
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
                holds = S::some(self.word(slice.cond, 0));
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

    /// The choice of each lane of a mask whose condition holds; moves have no cells.
    #[inline(always)]
    pub(super) fn pick_holding(&self, flat: &[FlatSlice], mask: &[u64; L]) -> [u64; L] {
        let mut choices = S::splat(NONE);
        for (slice, counts) in flat.iter().zip(self.counts.chunks_exact(self.words())) {
            let choice = S::splat(u64::from(slice.kinds[0].choice));
            choices = S::select(&S::some_of(&counts[0], mask), &choice, &choices);
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
        let chosen = self.program.frame.chosen as Reg;
        if let [only] = flat
            && self.words() == 1
            && only.reg != NO_REG
        {
            let words = S::and(self.word(only.reg, 0), mask);
            *self.word_mut(chosen, 0) = bits_of::<S, L>(&words, &n);
            self.place_others(only, mask, true);
            return self.tell_kinds(only, mask, S::splat(NONE));
        }
        // Which word of which slice it is, what is in it, and which of its bits.
        let (mut at, mut word) = (S::splat(0), S::splat(0));
        let mut open = *mask;
        let (words, size) = (self.words(), self.size());
        let parts = flat.iter().flat_map(|slice| (0..words).map(move |w| (slice, w)));
        let last = flat.len() * words - 1;
        for (part, (slice, w)) in parts.enumerate() {
            let counts = &self.counts[part];
            // Prefix sums by subtraction: a lane is in the first part whose count exceeds what is
            // left of its number. Sums and masks instead of a loop that ends: the cost is that of
            // all parts.
            let hit = if part == last { open } else { S::and(&S::less(&n, counts), &open) };
            open = S::and_not(&open, &hit);
            at = S::or(&at, &S::and(&hit, &S::splat(part as u64)));
            n = S::sub(&n, &S::and(counts, &open));
            if slice.reg != NO_REG {
                word = S::or(&word, &S::and(self.word(slice.reg, w), &hit));
            }
        }
        let bits = bits_of::<S, L>(&word, &n);
        // The number of words, which is a power of two, divides that of parts.
        let in_word = S::and(&at, &S::splat(words as u64 - 1));
        for w in 0..words {
            let here = S::same(&in_word, &S::splat(w as u64));
            *self.word_mut(chosen, w) = S::and(&bits, &here);
        }
        if let [only] = flat {
            self.place_others(only, mask, true);
            return self.tell_kinds(only, mask, S::splat(NONE));
        }
        let cells = flat.iter().map(|slice| slice.cells).max().unwrap_or(0);
        let from = usize::from(chosen) * size;
        self.regs[from + size..from + size * usize::from(cells.max(1))].fill(0);
        let slice_of = S::and_not(&at, &S::splat(words as u64 - 1));
        let mut choices = S::splat(NONE);
        for (i, slice) in flat.iter().enumerate() {
            let here = S::and(&S::same(&slice_of, &S::splat((i * words) as u64)), mask);
            if S::any(&here) {
                self.place_others(slice, &here, false);
                choices = self.tell_kinds(slice, &here, choices);
            }
        }
        choices
    }

    /// A word of a register that is shifted, in all lanes.
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
    fn place_others(&mut self, slice: &FlatSlice, lanes: &[u64; L], alone: bool) {
        let chosen = self.program.frame.chosen;
        for c in 1..usize::from(slice.cells) {
            for w in 0..self.words() {
                let moved = self.shifted(chosen as Reg, w, i32::from(slice.offsets[c]));
                let moved = S::and(&moved, lanes);
                let cells = self.word_mut((chosen + c) as Reg, w);
                *cells = if alone { moved } else { S::or(cells, &moved) };
            }
        }
    }

    /// Which of the choices of a slice the moves are that lanes have in it.
    #[inline(always)]
    fn tell_kinds(&self, slice: &FlatSlice, here: &[u64; L], mut choices: [u64; L]) -> [u64; L] {
        // A decision list: kinds are disjoint, so that the last needs no test.
        let (last, others) = slice.kinds.split_last().expect("there is a choice");
        let lanes = S::bits(here);
        if lanes.count_ones() < LANES_PER_KIND * others.len() as u32 {
            for l in Members(lanes) {
                choices[l] = u64::from(self.tell_kind(slice, l));
            }
            return choices;
        }
        let mut open = *here;
        for kind in others {
            let fits = S::and(&self.fitting(kind, &open), &open);
            choices = S::select(&fits, &S::splat(u64::from(kind.choice)), &choices);
            open = S::and_not(&open, &fits);
        }
        S::select(&open, &S::splat(u64::from(last.choice)), &choices)
    }

    /// Of some lanes those whose move belongs to a choice.
    #[inline(always)]
    fn fitting(&self, kind: &Kind, lanes: &[u64; L]) -> [u64; L] {
        let mut fits = S::splat(0);
        for w in 0..self.words() {
            let mut cells = S::and(self.word(self.program.frame.chosen as Reg, w), lanes);
            if let Some(within) = &kind.within {
                cells = S::and(&cells, &S::splat(within.0[w]));
            }
            for test in &kind.tests {
                // As far back as the cell is ahead: beyond the board there is nothing.
                let plane = self.shifted(test.plane as Reg, w, -i32::from(test.by));
                cells = S::and(&cells, &plane);
            }
            fits = S::or(&fits, &cells);
        }
        S::some(&fits)
    }

    /// The choice of one lane's move.
    #[inline(always)]
    fn tell_kind(&self, slice: &FlatSlice, l: usize) -> u16 {
        let first = |w: usize| self.regs[self.program.frame.chosen * self.size() + w * L + l];
        let word = (0..self.words()).find(|w| first(*w) != 0).unwrap_or(0);
        let cell = 64 * word as u32 + first(word).trailing_zeros();
        let has = |plane: u32, cell: u16| {
            let word = self.regs[plane as usize * self.size() + usize::from(cell / 64) * L + l];
            word >> (cell % 64) & 1 == 1
        };
        slice.choice(cell as u16, 64 * self.words() as u16, has)
    }
}

/// Of each lane the bit with a number.
#[inline(always)]
fn bits_of<S: Vectors, const L: usize>(words: &[u64; L], n: &[u64; L]) -> [u64; L] {
    let mut out = [0; L];
    for (l, bit) in out.iter_mut().enumerate() {
        *bit = S::bit(words[l], n[l] as u32);
    }
    out
}
