//! Packed positions: positions as numbers from which they can be restored.
//!
//! Mutually exclusive planes hold one of k values for each cell, in log2(k) bits; a singleton takes the
//! number of its cell. Packing is bit-sliced: one digit of all cells at once.

use crate::runner::BitProgram;
use crate::state::{BitState, Status};

/// Planes that exclude each other: each cell is in at most one.
#[derive(Debug, Clone)]
pub(crate) struct Exclusive {
    pub(crate) planes: Vec<usize>,
    /// The cells that can be in any of them, word by word; only these are packed.
    pub(crate) cells: Vec<u64>,
    pub(crate) count: u32,
    /// The number of bits for each cell.
    pub(crate) digits: u32,
    /// Whether each cell is always in exactly one; otherwise 0 stands for none.
    pub(crate) exact: bool,
}

/// How positions of a program are packed.
#[derive(Debug, Clone, Default)]
pub(crate) struct PackPlan {
    pub(crate) exclusive: Vec<Exclusive>,
    /// Planes with at most one cell, and the number of bits for it.
    pub(crate) singletons: Vec<(usize, u32)>,
    pub(crate) control: u32,
    pub(crate) bits: u32,
}

impl PackPlan {
    pub(crate) fn fits(&self) -> bool {
        self.bits <= 128
    }
}

/// The bits of some cells, one after another (a parallel bit extract).
fn extract(words: &[u64], cells: &[u64]) -> u128 {
    let (mut out, mut at) = (0u128, 0);
    for (word, mask) in words.iter().zip(cells) {
        let n = mask.count_ones();
        let part = if *mask == low(n) {
            word & mask
        } else {
            // `pext` in software, a bit at a time. Boards without gaps take the other branch.
            let (mut rest, mut part, mut i) = (*mask, 0, 0);
            while rest != 0 {
                part |= (word >> rest.trailing_zeros() & 1) << i;
                rest &= rest - 1;
                i += 1;
            }
            part
        };
        out |= u128::from(part).checked_shl(at).unwrap_or(0);
        at += n;
    }
    out
}

/// Puts bits back to some cells.
fn deposit(bits: u128, cells: &[u64], out: &mut [u64]) {
    let mut at = 0;
    for (word, mask) in out.iter_mut().zip(cells) {
        let n = mask.count_ones();
        let part = bits.checked_shr(at).unwrap_or(0) as u64 & low(n);
        *word = if *mask == low(n) {
            part
        } else {
            let (mut rest, mut part, mut word) = (*mask, part, 0);
            while rest != 0 {
                word |= (part & 1) << rest.trailing_zeros();
                part >>= 1;
                rest &= rest - 1;
            }
            word
        };
        at += n;
    }
}

/// The lowest `n` bits.
fn low(n: u32) -> u64 {
    if n >= 64 { !0 } else { (1 << n) - 1 }
}

impl BitProgram {
    /// A position as a number; `None` if play stopped in it.
    pub(crate) fn pack<const W: usize>(&self, state: &BitState) -> Option<u128> {
        if matches!(state.status, Status::Stopped(_)) {
            return None;
        }
        let plan = &self.packing;
        let (mut out, mut at) = (u128::from(state.control), plan.control);
        let mut push = |value: u128, bits: u32| {
            out |= value.checked_shl(at).unwrap_or(0);
            at += bits;
        };
        let plane = |p: usize| &state.words[p * W..p * W + W];
        for set in &plan.exclusive {
            // The number of a plane is written across planes: bit i of it, for all cells at once,
            // is the union of the planes whose number has that bit. Each cell is in one plane at
            // most, so nothing overlaps.
            for digit in 0..set.digits {
                let mut union = [0; W];
                for (i, p) in set.planes.iter().enumerate() {
                    if (i + usize::from(!set.exact)) >> digit & 1 == 1 {
                        union.iter_mut().zip(plane(*p)).for_each(|(u, w)| *u |= w);
                    }
                }
                push(extract(&union, &set.cells), set.count);
            }
        }
        for (p, bits) in &plan.singletons {
            let mut words = plane(*p).iter().enumerate();
            let cell = words.find(|(_, w)| **w != 0);
            let cell = cell.map_or(0, |(i, w)| 64 * i + w.trailing_zeros() as usize + 1);
            push(cell as u128, *bits);
        }
        Some(out)
    }

    /// The position of a number, whose moves are not worked out yet.
    pub(crate) fn unpack<const W: usize>(&self, packed: u128, state: &mut BitState) {
        let plan = &self.packing;
        if state.words.len() < state.copied_words as usize
            || state.copied_words as usize != self.frame.move_cells * W
        {
            *state = self.empty_state();
        }
        state.words[self.frame.growing_fills * W..self.frame.move_sets * W].fill(0);
        let mut rest = packed;
        let mut pull = |bits: u32| {
            let value = if bits >= 128 { rest } else { rest & ((1 << bits) - 1) };
            rest = rest.checked_shr(bits).unwrap_or(0);
            value
        };
        state.control = pull(plan.control) as u32;
        for set in &plan.exclusive {
            // The other way round: every plane begins with all cells and keeps those whose digits
            // are its number. Where 0 stands for none, no plane has that number.
            for p in &set.planes {
                state.words[p * W..p * W + W].copy_from_slice(&set.cells);
            }
            for digit in 0..set.digits {
                let mut bits = [0; W];
                deposit(pull(set.count), &set.cells, &mut bits);
                for (i, p) in set.planes.iter().enumerate() {
                    let one = (i + usize::from(!set.exact)) >> digit & 1 == 1;
                    let words = &mut state.words[p * W..p * W + W];
                    words.iter_mut().zip(bits).for_each(|(w, b)| *w &= if one { b } else { !b });
                }
            }
        }
        for (p, bits) in &plan.singletons {
            let words = &mut state.words[p * W..p * W + W];
            words.fill(0);
            let cell = pull(*bits) as usize;
            if cell > 0 {
                words[(cell - 1) / 64] = 1 << ((cell - 1) % 64);
            }
        }
    }
}
