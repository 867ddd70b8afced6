//! Moves whose cells are chosen in several parts that do not depend on each other: lane by lane.

use super::{Lockstep, NONE};
use crate::code::Reg;
use crate::runner::{Choice, MOVE_CELLS, Part, Segment};
use crate::vectors::Vectors;

impl<const W: usize, const L: usize, const N: usize, S: Vectors> Lockstep<'_, W, L, N, S> {
    /// How many moves lanes have whose cells are chosen in several parts.
    pub(super) fn count_parts(&self, segment: &Segment, lanes: &[u64; L]) -> [u64; L] {
        std::array::from_fn(|l| if lanes[l] == 0 { 0 } else { self.count(segment, l) })
    }

    /// Their choices, lane by lane.
    pub(super) fn pick_parts(
        &mut self,
        segment: &Segment,
        n: &[u64; L],
        lanes: &[u64; L],
    ) -> [u64; L] {
        let chosen = self.program.frame.chosen * N;
        self.regs[chosen..chosen + segment.cells * N].fill(0);
        std::array::from_fn(|l| match lanes[l] {
            0 => NONE,
            _ => u64::from(self.pick(segment, l, n[l])),
        })
    }

    #[inline(always)]
    fn size(&self, reg: Reg, l: usize) -> u64 {
        let at = usize::from(reg) * N + l;
        (0..W).map(|w| u64::from(self.regs[at + w * L].count_ones())).sum()
    }

    #[inline(always)]
    fn holds(&self, choice: &Choice, l: usize) -> bool {
        choice.cond.is_none_or(|reg| self.regs[usize::from(reg) * N + l] != 0)
    }

    #[inline(always)]
    fn count(&self, segment: &Segment, l: usize) -> u64 {
        let mut sum = 0;
        for choice in segment.choices.iter().filter(|c| self.holds(c, l)) {
            let mut product = 1;
            for part in &choice.parts {
                product *= part.slices.iter().map(|s| self.size(s.reg, l)).sum::<u64>();
            }
            sum += product;
        }
        sum
    }

    /// The choice of a lane's `n`-th move, in the same order as in a single playout; its cells are put
    /// into the registers for cells.
    fn pick(&mut self, segment: &Segment, l: usize, mut n: u64) -> u16 {
        for (i, choice) in segment.choices.iter().enumerate() {
            if !self.holds(choice, l) {
                continue;
            }
            let sizes =
                |part: &Part| -> u64 { part.slices.iter().map(|s| self.size(s.reg, l)).sum() };
            let all: u64 = choice.parts.iter().map(sizes).product();
            if n >= all {
                n -= all;
                continue;
            }
            let mut cells = [0; MOVE_CELLS];
            for part in &choice.parts {
                let all = sizes(part);
                let mut k = n % all;
                n /= all;
                for slice in &part.slices {
                    let size = self.size(slice.reg, l);
                    if k >= size {
                        k -= size;
                        continue;
                    }
                    let at = usize::from(slice.reg) * N + l;
                    for w in 0..W {
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
            let chosen = self.program.frame.chosen * N;
            for (c, cell) in cells.iter().enumerate().take(segment.cells) {
                let (word, bit) = (usize::from(cell / 64), 1 << (cell % 64));
                self.regs[chosen + c * N + word * L + l] = bit;
            }
            return i as u16;
        }
        unreachable!("there are so many moves")
    }
}
