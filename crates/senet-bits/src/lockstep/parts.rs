//! Moves whose cells are chosen in several parts that do not depend on each other: lane by lane.

use super::{Lockstep, NONE};
use crate::ops::Reg;
use crate::runner::{Choice, MOVE_CELLS, Part, Segment};
use crate::vectors::Vectors;

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// How many moves lanes have whose cells are chosen in several parts.
    #[inline(always)]
    pub(super) fn count_parts(&self, segment: &Segment, lanes: &[u64; L]) -> [u64; L] {
        let mut total = S::splat(0);
        for choice in &segment.choices {
            let mut open = *lanes;
            if let Some(cond) = choice.cond {
                open = S::some_of(self.word(cond, 0), lanes);
                // Most conditions are rare: only three men are left, say.
                if !S::any(&open) {
                    continue;
                }
            }
            let mut product = S::and(&open, &S::splat(1));
            for part in &choice.parts {
                let mut sum = S::splat(0);
                for slice in &part.slices {
                    for w in 0..self.words() {
                        sum = S::add(&sum, &S::count(self.word(slice.reg, w)));
                    }
                }
                product = S::product(&product, &sum);
            }
            total = S::add(&total, &product);
        }
        total
    }

    /// Their choices, lane by lane.
    pub(super) fn pick_parts(
        &mut self,
        segment: &Segment,
        n: &[u64; L],
        lanes: &[u64; L],
    ) -> [u64; L] {
        let (chosen, size) = (self.program.frame.chosen * self.size(), self.size());
        self.regs[chosen..chosen + segment.cells * size].fill(0);
        std::array::from_fn(|l| match lanes[l] {
            0 => NONE,
            _ => u64::from(self.pick(segment, l, n[l])),
        })
    }

    #[inline(always)]
    fn cells_in(&self, reg: Reg, l: usize) -> u64 {
        let at = usize::from(reg) * self.size() + l;
        (0..self.words()).map(|w| u64::from(self.regs[at + w * L].count_ones())).sum()
    }

    #[inline(always)]
    fn holds(&self, choice: &Choice, l: usize) -> bool {
        choice.cond.is_none_or(|reg| self.regs[usize::from(reg) * self.size() + l] != 0)
    }

    /// The choice of a lane's `n`-th move, in the same order as in a single playout; its cells are put
    /// into the registers for cells.
    fn pick(&mut self, segment: &Segment, l: usize, mut n: u64) -> u16 {
        for (i, choice) in segment.choices.iter().enumerate() {
            if !self.holds(choice, l) {
                continue;
            }
            let sizes =
                |part: &Part| -> u64 { part.slices.iter().map(|s| self.cells_in(s.reg, l)).sum() };
            let all: u64 = choice.parts.iter().map(sizes).product();
            if n >= all {
                n -= all;
                continue;
            }
            // `n` is a number in mixed radix with a digit for each part, as in `Choice::nth`.
            let mut cells = [0; MOVE_CELLS];
            for part in &choice.parts {
                let all = sizes(part);
                let mut k = n % all;
                n /= all;
                for slice in &part.slices {
                    let size = self.cells_in(slice.reg, l);
                    if k >= size {
                        k -= size;
                        continue;
                    }
                    let at = usize::from(slice.reg) * self.size() + l;
                    for w in 0..self.words() {
                        let word = self.regs[at + w * L];
                        let bits = u64::from(word.count_ones());
                        if k < bits {
                            let first = 64 * w as u32 + S::bit(word, k as u32).trailing_zeros();
                            part.place(slice, first as u16, &mut cells);
                            break;
                        }
                        k -= bits;
                    }
                    break;
                }
            }
            let (chosen, size) = (self.program.frame.chosen * self.size(), self.size());
            for (c, cell) in cells.iter().enumerate().take(segment.cells) {
                let (word, bit) = (usize::from(cell / 64), 1 << (cell % 64));
                self.regs[chosen + c * size + word * L + l] = bit;
            }
            return i as u16;
        }
        unreachable!("there are so many moves")
    }
}
