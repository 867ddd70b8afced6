//! The interpreter for lists of set operations, on one position or on several in lockstep.
//!
//! A register is `W` words of `L` lanes each, `N = W * L` numbers in all, word by word. The loops have
//! constant bounds, so that the compiler unrolls them and, with several lanes, turns them into vector
//! instructions.

use crate::cells::CellSet;
use crate::lists;
use crate::ops::{FillTable, FillTerm, MemberRow, Op, Reg, Tables};

#[inline(always)]
pub(crate) fn load<const N: usize>(regs: &[u64], at: Reg) -> [u64; N] {
    let at = usize::from(at) * N;
    regs[at..at + N].try_into().expect("a register has N words")
}

#[inline(always)]
pub(crate) fn store<const N: usize>(regs: &mut [u64], at: Reg, value: [u64; N]) {
    let at = usize::from(at) * N;
    regs[at..at + N].copy_from_slice(&value);
}

/// An array by its elements: `std::array::from_fn`, but always inlined, which vectors depend on.
#[inline(always)]
pub(crate) fn each<T: Copy + Default, const N: usize>(f: impl Fn(usize) -> T) -> [T; N] {
    let mut out = [T::default(); N];
    for (i, out) in out.iter_mut().enumerate() {
        *out = f(i);
    }
    out
}

#[inline(always)]
pub(crate) fn zip<const N: usize>(
    a: [u64; N],
    b: [u64; N],
    f: impl Fn(u64, u64) -> u64,
) -> [u64; N] {
    each(|i| f(a[i], b[i]))
}

/// Shifts a set by a distance, towards higher cells or lower ones.
#[inline(always)]
pub(crate) fn shift<const W: usize, const L: usize, const N: usize>(
    a: [u64; N],
    k: i16,
) -> [u64; N] {
    // What leaves a register at either end is lost. Rows of a board follow each other in it, so a
    // shift runs over the edge of the board into the next row: masks of the caller prevent that.
    let n = u32::from(k.unsigned_abs());
    if W == 1 {
        return if n > 63 {
            [0; N]
        } else if k >= 0 {
            each(|i| a[i] << n)
        } else {
            each(|i| a[i] >> n)
        };
    }
    if n < 64 {
        // The usual case, with loops of constant bounds. Two shifts, because one by 64 is none.
        // The neighbours are an array of their own, so that all words are shifted alike, as vectors.
        return if k >= 0 {
            let low: [u64; N] = each(|i| if i < L { 0 } else { a[i - L] });
            zip(a, low, |x, y| x << n | y >> 1 >> (63 - n))
        } else {
            let high: [u64; N] = each(|i| if i + L < N { a[i + L] } else { 0 });
            zip(a, high, |x, y| x >> n | y << 1 << (63 - n))
        };
    }
    let (words, bits) = ((n / 64) as usize, n % 64);
    let mut out = [0; N];
    if k >= 0 {
        for w in words..W {
            for l in 0..L {
                let high = a[(w - words) * L + l] << bits;
                // Two shifts, because one by 64 is none.
                let low =
                    if w > words { a[(w - words - 1) * L + l] >> 1 >> (63 - bits) } else { 0 };
                out[w * L + l] = high | low;
            }
        }
    } else {
        for w in 0..W.saturating_sub(words) {
            for l in 0..L {
                let low = a[(w + words) * L + l] >> bits;
                let next = w + words + 1;
                let high = if next < W { a[next * L + l] << 1 << (63 - bits) } else { 0 };
                out[w * L + l] = low | high;
            }
        }
    }
    out
}

/// For each lane, whether its set is nonempty, as a mask: all bits or none, in every word.
#[inline(always)]
pub(crate) fn any<const W: usize, const L: usize, const N: usize>(a: [u64; N]) -> [u64; N] {
    let mut all = [0; L];
    for w in 0..W {
        all = each(|l| all[l] | a[w * L + l]);
    }
    each(|i| u64::from(all[i % L] != 0).wrapping_neg())
}

#[inline(always)]
pub(crate) fn lane_masks<const W: usize, const L: usize, const N: usize>(
    f: impl Fn(usize) -> bool,
) -> [u64; N] {
    let mut out = [0; N];
    for l in 0..L {
        let truth = u64::from(f(l)).wrapping_neg();
        for w in 0..W {
            out[w * L + l] = truth;
        }
    }
    out
}

/// A constant set, in every lane.
#[inline(always)]
pub(crate) fn constant<const L: usize, const N: usize>(set: &CellSet) -> [u64; N] {
    each(|i| set.0[i / L])
}

/// For each lane, whether its set has more than one cell.
#[inline(always)]
pub(crate) fn more_than_one<const W: usize, const L: usize, const N: usize>(
    a: [u64; N],
) -> [u64; N] {
    lane_masks::<W, L, N>(|l| popcount::<W, L, N>(a, l) > 1)
}

/// For each lane, whether some mask of a table is a subset of its set.
#[inline(always)]
pub(crate) fn any_mask<const W: usize, const L: usize, const N: usize>(
    a: [u64; N],
    rows: &[CellSet],
) -> [u64; N] {
    let mut found = [0; L];
    for row in rows {
        let mut missing = [0; L];
        for w in 0..W {
            missing = each(|l| missing[l] | (row.0[w] & !a[w * L + l]));
        }
        found = each(|l| found[l] | u64::from(missing[l] == 0).wrapping_neg());
    }
    each(|i| found[i % L])
}

/// The union of what rows give, over the rows whose cells are all in the set.
#[inline(always)]
pub(crate) fn row_members<const W: usize, const L: usize, const N: usize>(
    a: [u64; N],
    rows: &[MemberRow],
) -> [u64; N] {
    let mut found = [0; N];
    for (cells, gives) in rows {
        let mut missing = [0; L];
        for w in 0..W {
            missing = each(|l| missing[l] | (cells.0[w] & !a[w * L + l]));
        }
        found = each(|i| if missing[i % L] == 0 { found[i] | gives.0[i / L] } else { found[i] });
    }
    found
}

/// The cells at which a row of `cells` cells starts, also beyond the edge of the board. By doubling: a row of four is
/// two rows of two.
#[inline(always)]
pub(crate) fn row_starts<const W: usize, const L: usize, const N: usize>(
    a: [u64; N],
    by: i16,
    cells: usize,
) -> [u64; N] {
    let (mut row, mut have) = (a, 1);
    while have < cells {
        let more = have.min(cells - have);
        let moved = shift::<W, L, N>(row, -(more as i16) * by);
        row = zip(row, moved, |x, y| x & y);
        have += more;
    }
    row
}

/// The number of cells in a lane.
#[inline(always)]
pub(crate) fn popcount<const W: usize, const L: usize, const N: usize>(
    a: [u64; N],
    l: usize,
) -> u64 {
    (0..W).map(|w| u64::from(a[w * L + l].count_ones())).sum()
}

/// A number for each lane. It is the first word of the lane; the other words of its register are not read.
#[inline(always)]
pub(crate) fn numbers<const L: usize, const N: usize>(f: impl Fn(usize) -> u64) -> [u64; N] {
    each(|i| if i < L { f(i) } else { 0 })
}

/// For each lane, the set of the one cell with a number; empty if the number is too large.
#[inline(always)]
pub(crate) fn one_hot<const W: usize, const L: usize, const N: usize>(a: [u64; N]) -> [u64; N] {
    let mut out = [0; N];
    for l in 0..L {
        let (word, bit) = ((a[l] / 64) as usize, a[l] % 64);
        if word < W {
            out[word * L + l] = 1 << bit;
        }
    }
    out
}

/// Interprets a list of operations. Call [`fast::run`](crate::fast::run) instead, which selects the instruction set.
#[inline(always)]
pub(crate) fn steps<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
    let constant = |c: u16| constant::<L, N>(&tables.consts[usize::from(c)]);
    let mut at = 0;
    while let Some(op) = ops.get(at) {
        at += 1;
        match *op {
            Op::Const { d, c } => store::<N>(regs, d, constant(c)),
            Op::Copy { d, a } => store::<N>(regs, d, load(regs, a)),
            Op::And { d, a, b } => {
                store::<N>(regs, d, zip(load(regs, a), load(regs, b), |x, y| x & y));
            }
            Op::Or { d, a, b } => {
                store::<N>(regs, d, zip(load(regs, a), load(regs, b), |x, y| x | y));
            }
            Op::AndNot { d, a, b } => {
                store::<N>(regs, d, zip(load(regs, a), load(regs, b), |x, y| x & !y));
            }
            Op::AndC { d, a, c } => {
                store::<N>(regs, d, zip(load(regs, a), constant(c), |x, y| x & y));
            }
            Op::Shift { d, a, k } => store(regs, d, shift::<W, L, N>(load(regs, a), k)),
            Op::ShiftC { d, a, k, c } => {
                let moved = shift::<W, L, N>(load(regs, a), k);
                store(regs, d, zip(moved, constant(c), |x, y| x & y));
            }
            Op::AndShift { d, a, b, k } => {
                let moved = shift::<W, L, N>(load(regs, b), k);
                store(regs, d, zip(moved, load(regs, a), |x, y| x & y));
            }
            Op::AndShiftC { d, a, b, k, c } => {
                let (moved, mask) = (shift::<W, L, N>(load(regs, b), k), constant(c));
                let a: [u64; N] = load(regs, a);
                store(regs, d, each::<u64, N>(|i| a[i] & moved[i] & mask[i]));
            }
            Op::Any { d, a } => store(regs, d, any::<W, L, N>(load(regs, a))),
            Op::MoreThanOne { d, a } => store(regs, d, more_than_one::<W, L, N>(load(regs, a))),
            Op::AnyMask { d, a, table } => {
                let rows = &tables.masks[usize::from(table)];
                store(regs, d, any_mask::<W, L, N>(load(regs, a), rows));
            }
            Op::RowMembers { d, a, table } => {
                let rows = &tables.members[usize::from(table)];
                store(regs, d, row_members::<W, L, N>(load(regs, a), rows));
            }
            Op::InARow { d, a, table } => {
                let table = &tables.rows[usize::from(table)];
                let a: [u64; N] = load(regs, a);
                let mut found = [0; N];
                for (by, begins) in &table.directions {
                    let row = row_starts::<W, L, N>(a, *by, table.cells);
                    found = each(|i| found[i] | (row[i] & begins.0[i / L]));
                }
                store(regs, d, any::<W, L, N>(found));
            }
            Op::Fill { d, a, table } => {
                let found = fill::<W, L, N>(&tables.fills[usize::from(table)], regs, load(regs, a));
                store(regs, d, found);
            }
            Op::ExtendFill { d, a, table } => {
                // The old value is a subset of the new one (see `growing` in `build.rs`), so that
                // adding it to the seed changes nothing but the number of rounds.
                let seed = zip::<N>(load(regs, a), load(regs, d), |x, y| x | y);
                let found = fill::<W, L, N>(&tables.fills[usize::from(table)], regs, seed);
                store(regs, d, found);
            }
            Op::Number { d, c } => store(regs, d, [tables.numbers[usize::from(c)]; N]),
            Op::Count { d, table } => {
                let count = |reg: Reg, l: usize| popcount::<W, L, N>(load(regs, reg), l);
                let out = numbers::<L, N>(|l| {
                    let sum = |regs: &Vec<Reg>| regs.iter().map(|r| count(*r, l)).sum::<u64>();
                    let products = tables.counts[usize::from(table)].iter();
                    products.map(|p| p.iter().map(sum).product::<u64>()).sum()
                });
                store(regs, d, out);
            }
            Op::Plus { d, a, b } => {
                store::<N>(regs, d, zip(load(regs, a), load(regs, b), u64::saturating_add));
            }
            Op::Minus { d, a, b } => {
                store::<N>(regs, d, zip(load(regs, a), load(regs, b), u64::saturating_sub));
            }
            Op::Equal { d, a, b } => {
                let (a, b): ([u64; N], [u64; N]) = (load(regs, a), load(regs, b));
                store(regs, d, lane_masks::<W, L, N>(|l| a[l] == b[l]));
            }
            Op::Less { d, a, b } => {
                let (a, b): ([u64; N], [u64; N]) = (load(regs, a), load(regs, b));
                store(regs, d, lane_masks::<W, L, N>(|l| a[l] < b[l]));
            }
            Op::OneHot { d, a } => store(regs, d, one_hot::<W, L, N>(load(regs, a))),
            Op::Printed { list } => lists::run::<W, L, N>(list, regs),
            Op::Loop { x, y, to } => {
                let (old, new): ([u64; N], [u64; N]) = (load(regs, x), load(regs, y));
                // All lanes iterate until the last of them has its fixpoint; further rounds do not
                // change a lane that has.
                if old != new {
                    store(regs, x, new);
                    at = usize::from(to);
                }
            }
        }
    }
}

/// Fills in one direction and floods.
#[inline(always)]
fn fill<const W: usize, const L: usize, const N: usize>(
    table: &FillTable,
    regs: &[u64],
    seed: [u64; N],
) -> [u64; N] {
    let masked = |term: &FillTerm| -> [u64; N] {
        let through: [u64; N] = load(regs, term.through);
        each(|i| through[i] & term.mask.0[i / L])
    };
    if let ([term], Some(steps)) = (&table.terms[..], table.steps) {
        return kogge_stone::<W, L, N>(seed, masked(term), term.by, steps);
    }
    let mut found = seed;
    loop {
        let before = found;
        // Each term goes on from what the others have just found (Gauss and Seidel), in both directions.
        for term in &table.terms {
            found = fill_step::<W, L, N>(found, masked(term), term.by);
        }
        if found == before {
            return found;
        }
    }
}

/// A fill in one direction by parallel prefix (Kogge and Stone 1973): after i rounds it has gone 2^i - 1 steps.
#[inline(always)]
pub(crate) fn kogge_stone<const W: usize, const L: usize, const N: usize>(
    seed: [u64; N],
    mut through: [u64; N],
    by: i16,
    steps: u16,
) -> [u64; N] {
    let (mut found, mut k, mut gone) = (seed, by, 1);
    loop {
        found = fill_step::<W, L, N>(found, through, k);
        if gone >= steps {
            return found;
        }
        let moved = shift::<W, L, N>(through, k);
        through = zip(through, moved, |x, y| x & y);
        k *= 2;
        gone = 2 * gone + 1;
    }
}

/// One step of a flood.
#[inline(always)]
pub(crate) fn fill_step<const W: usize, const L: usize, const N: usize>(
    found: [u64; N],
    through: [u64; N],
    by: i16,
) -> [u64; N] {
    let moved = shift::<W, L, N>(found, by);
    each(|i| found[i] | (moved[i] & through[i]))
}
