//! Positions as numbers that can be restored.
//!
//! Planes of which a cell is in at most one hold one of a few values for each cell, which takes the
//! logarithm of their number in bits; a token takes the number of its cell. What is left are the
//! operations of bitboards again: bits of all cells are packed and unpacked at once.

use crate::cells::CellSet;
use crate::control::Explored;
use crate::runner::BitProgram;
use crate::state::{BitState, Now};

/// Planes of which each cell is in at most one.
#[derive(Debug)]
struct Exclusive {
    planes: Vec<usize>,
    /// The cells that can be in any of them, word by word; only these are packed.
    cells: Vec<u64>,
    count: u32,
    /// The number of bits for each cell.
    digits: u32,
    /// Whether each cell is always in exactly one; otherwise 0 stands for none.
    exact: bool,
}

/// How positions of a program are packed.
#[derive(Debug, Default)]
pub(crate) struct PackPlan {
    exclusive: Vec<Exclusive>,
    /// Planes with at most one cell, and the number of bits for it.
    tokens: Vec<(usize, u32)>,
    control: u32,
    pub(crate) bits: u32,
}

/// How many bits tell `n` values apart.
fn bits_for(n: usize) -> u32 {
    usize::BITS - n.saturating_sub(1).leading_zeros()
}

impl PackPlan {
    /// A plan for a program; `exclusive` lists families of which a cell is in at most one, each with
    /// the cells that are always in exactly one, if that is so.
    pub(crate) fn new(
        explored: &Explored<'_>,
        exclusive: &[(Vec<usize>, Option<CellSet>)],
        words: usize,
        nodes: usize,
    ) -> PackPlan {
        let layout = &explored.compiler.layout;
        let mut plan = PackPlan { control: bits_for(nodes), ..PackPlan::default() };
        plan.bits = plan.control;
        let mut done = vec![false; layout.families.len()];
        let mut order: Vec<&(Vec<usize>, Option<CellSet>)> = exclusive.iter().collect();
        order.sort_by_key(|(set, exact)| std::cmp::Reverse((set.len(), exact.is_some())));
        for (set, exact) in order {
            let plain = |f: &usize| !done[*f] && layout.families[*f].types.len() == 1;
            let families: Vec<usize> = set.iter().copied().filter(plain).collect();
            if families.is_empty() {
                continue;
            }
            // Of a part of the set, a cell may be in none.
            let exact = exact.filter(|_| families.len() == set.len());
            let planes = families.iter().map(|f| layout.families[*f].plane as usize).collect();
            families.iter().for_each(|f| done[*f] = true);
            let domain = |f: &usize| layout.domain(layout.families[*f].types[0]).cells();
            let all = families.iter().map(domain).fold(CellSet::EMPTY, CellSet::or);
            let cells = exact.unwrap_or(all);
            let digits = bits_for(families.len() + usize::from(exact.is_none()));
            let count = cells.len() as u32;
            plan.bits += digits * count;
            plan.exclusive.push(Exclusive {
                planes,
                cells: cells.0[..words].to_vec(),
                count,
                digits,
                exact: exact.is_some(),
            });
        }
        for (i, family) in layout.families.iter().enumerate().filter(|(i, _)| !done[*i]) {
            assert!(layout.token[family.predicate.index()], "family {i} is a token");
            for (at, ty) in family.types.iter().enumerate() {
                let bits = bits_for(layout.domain(*ty).values.len() + 1);
                plan.tokens.push((family.plane as usize + at, bits));
                plan.bits += bits;
            }
        }
        plan
    }

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
        if matches!(state.now, Now::Stopped(_)) {
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
        for (p, bits) in &plan.tokens {
            let mut words = plane(*p).iter().enumerate();
            let cell = words.find(|(_, w)| **w != 0);
            let cell = cell.map_or(0, |(i, w)| 64 * i + w.trailing_zeros() as usize + 1);
            push(cell as u128, *bits);
        }
        Some(out)
    }

    /// The position of a number.
    pub(crate) fn unpack<const W: usize>(&self, packed: u128, state: &mut BitState) {
        let plan = &self.packing;
        if state.words.len() < state.kept as usize || state.kept as usize != self.frame.chosen * W {
            *state = self.blank();
        }
        state.words[self.frame.grown * W..self.frame.kept * W].fill(0);
        let mut rest = packed;
        let mut pull = |bits: u32| {
            let value = if bits >= 128 { rest } else { rest & ((1 << bits) - 1) };
            rest = rest.checked_shr(bits).unwrap_or(0);
            value
        };
        state.control = pull(plan.control) as u32;
        for set in &plan.exclusive {
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
        for (p, bits) in &plan.tokens {
            let words = &mut state.words[p * W..p * W + W];
            words.fill(0);
            let cell = pull(*bits) as usize;
            if cell > 0 {
                words[(cell - 1) / 64] = 1 << ((cell - 1) % 64);
            }
        }
        self.settle::<W>(state);
    }
}
