//! Moves with several independent factors, drawn lane by lane.

use super::{Lockstep, NONE};
use crate::ops::Reg;
use crate::runner::{Factor, MOVE_CELLS, MoveGroup, Segment};
use crate::vectors::Vectors;

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// The number of moves of each lane: for each group, the product over its factors.
    #[inline(always)]
    pub(super) fn count_factored(&self, segment: &Segment, lanes: &[u64; L]) -> [u64; L] {
        let mut total = S::splat(0);
        for group in &segment.groups {
            let mut enabled = *lanes;
            if let Some(cond) = group.cond {
                enabled = S::nonzero_in(self.word(cond, 0), lanes);
                // Most conditions hold rarely, such as "only three men are left".
                if !S::any(&enabled) {
                    continue;
                }
            }
            let mut product = S::and(&enabled, &S::splat(1));
            for factor in &group.factors {
                let mut sum = S::splat(0);
                for slice in &factor.slices {
                    for w in 0..self.words() {
                        sum = S::add(&sum, &S::count(self.word(slice.reg, w)));
                    }
                }
                product = S::mul32(&product, &sum);
            }
            total = S::add(&total, &product);
        }
        total
    }

    /// The group of the `n`-th move of each lane of a mask; writes its cells.
    pub(super) fn select_factored(
        &mut self,
        segment: &Segment,
        n: &[u64; L],
        lanes: &[u64; L],
    ) -> [u64; L] {
        let (chosen, size) =
            (self.program.frame.move_cells * self.register_len(), self.register_len());
        self.regs[chosen..chosen + segment.cells * size].fill(0);
        std::array::from_fn(|l| match lanes[l] {
            0 => NONE,
            _ => u64::from(self.select_in_lane(segment, l, n[l])),
        })
    }

    #[inline(always)]
    fn cells_in(&self, reg: Reg, l: usize) -> u64 {
        let at = usize::from(reg) * self.register_len() + l;
        (0..self.words()).map(|w| u64::from(self.regs[at + w * L].count_ones())).sum()
    }

    #[inline(always)]
    fn holds(&self, group: &MoveGroup, l: usize) -> bool {
        group.cond.is_none_or(|reg| self.regs[usize::from(reg) * self.register_len() + l] != 0)
    }

    /// The group of a lane's `n`-th move, in the same order as in a single playout; writes its cells into the registers
    /// for move cells.
    fn select_in_lane(&mut self, segment: &Segment, l: usize, mut n: u64) -> u16 {
        for (i, group) in segment.groups.iter().enumerate() {
            if !self.holds(group, l) {
                continue;
            }
            let sizes = |factor: &Factor| -> u64 {
                factor.slices.iter().map(|s| self.cells_in(s.reg, l)).sum()
            };
            let all: u64 = group.factors.iter().map(sizes).product();
            if n >= all {
                n -= all;
                continue;
            }
            // `n` is a number in mixed radix with a digit for each factor, as in `MoveGroup::nth`.
            let mut cells = [0; MOVE_CELLS];
            for factor in &group.factors {
                let all = sizes(factor);
                let mut k = n % all;
                n /= all;
                for slice in &factor.slices {
                    let size = self.cells_in(slice.reg, l);
                    if k >= size {
                        k -= size;
                        continue;
                    }
                    let at = usize::from(slice.reg) * self.register_len() + l;
                    for w in 0..self.words() {
                        let word = self.regs[at + w * L];
                        let bits = u64::from(word.count_ones());
                        if k < bits {
                            let first = 64 * w as u32 + S::nth_bit(word, k as u32).trailing_zeros();
                            factor.place(slice, first as u16, &mut cells);
                            break;
                        }
                        k -= bits;
                    }
                    break;
                }
            }
            let (chosen, size) =
                (self.program.frame.move_cells * self.register_len(), self.register_len());
            for (c, cell) in cells.iter().enumerate().take(segment.cells) {
                let (word, bit) = (usize::from(cell / 64), 1 << (cell % 64));
                self.regs[chosen + c * size + word * L + l] = bit;
            }
            return i as u16;
        }
        unreachable!("there are so many moves")
    }
}
