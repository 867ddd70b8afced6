//! SIMD vectors: one word of each lane, side by side, and an operation on all of them.
//!
//! Written as loops, most of this would be taken apart into single words by the compiler before it looks for
//! vectors (an array of sixteen words is unrolled and kept in scalar registers), and lanes would cost what
//! single playouts do. So the operations are named here, with a plain version for every machine; `fast.rs` has
//! them in the instructions of AVX2. Masks have all bits of a lane or none.

use crate::exec::each;

/// Operations on a word of each lane.
pub(crate) trait Vectors {
    /// The word that has only the `n`-th set bit of a word; 0 for an empty word.
    fn nth_bit(word: u64, n: u32) -> u64;

    #[inline(always)]
    fn splat<const L: usize>(value: u64) -> [u64; L] {
        [value; L]
    }

    #[inline(always)]
    fn and<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| a[l] & b[l])
    }

    #[inline(always)]
    fn or<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| a[l] | b[l])
    }

    #[inline(always)]
    fn xor<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| a[l] ^ b[l])
    }

    /// `a` without `b`.
    #[inline(always)]
    fn and_not<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| a[l] & !b[l])
    }

    #[inline(always)]
    fn add<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| a[l].wrapping_add(b[l]))
    }

    #[inline(always)]
    fn sub<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| a[l].wrapping_sub(b[l]))
    }

    /// The 64-bit product of the lower 32 bits.
    #[inline(always)]
    fn mul32<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| (a[l] & 0xFFFF_FFFF) * (b[l] & 0xFFFF_FFFF))
    }

    /// A mask of the lanes that are equal.
    #[inline(always)]
    fn equal<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| u64::from(a[l] == b[l]).wrapping_neg())
    }

    /// A mask of the lanes in which `a` is less; both are below 2^63.
    #[inline(always)]
    fn less<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| u64::from((a[l] as i64) < b[l] as i64).wrapping_neg())
    }

    #[inline(always)]
    fn shl<const L: usize, const BY: i32>(a: &[u64; L]) -> [u64; L] {
        each(|l| a[l] << BY)
    }

    #[inline(always)]
    fn shr<const L: usize, const BY: i32>(a: &[u64; L]) -> [u64; L] {
        each(|l| a[l] >> BY)
    }

    /// Shifts up or down by a distance; bits that leave the word are lost.
    #[inline(always)]
    fn shift<const L: usize>(a: &[u64; L], by: i32) -> [u64; L] {
        match (by.unsigned_abs(), by >= 0) {
            (64.., _) => [0; L],
            (n, true) => each(|l| a[l] << n),
            (n, false) => each(|l| a[l] >> n),
        }
    }

    /// `a` where the mask has a lane, else `b`.
    #[inline(always)]
    fn select<const L: usize>(mask: &[u64; L], a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| if mask[l] != 0 { a[l] } else { b[l] })
    }

    /// The popcount of each lane.
    #[inline(always)]
    fn count<const L: usize>(a: &[u64; L]) -> [u64; L] {
        each(|l| u64::from(a[l].count_ones()))
    }

    /// A mask as a word, one bit a lane (`movemask`).
    #[inline(always)]
    fn bitmask<const L: usize>(mask: &[u64; L]) -> u64 {
        let mut bits = 0;
        for (l, lane) in mask.iter().enumerate() {
            bits |= (lane >> 63) << l;
        }
        bits
    }

    /// A mask of the lanes that are not zero.
    #[inline(always)]
    fn nonzero<const L: usize>(a: &[u64; L]) -> [u64; L] {
        let none = Self::equal(a, &Self::splat(0));
        Self::xor(&none, &Self::splat(u64::MAX))
    }

    /// The lanes of a mask that are not zero.
    #[inline(always)]
    fn nonzero_in<const L: usize>(a: &[u64; L], mask: &[u64; L]) -> [u64; L] {
        Self::and_not(mask, &Self::equal(a, &Self::splat(0)))
    }

    /// Whether a mask has a lane: cheaper than `bitmask`.
    #[inline(always)]
    fn any<const L: usize>(mask: &[u64; L]) -> bool {
        Self::bitmask(mask) != 0
    }

    /// Iterates over the lanes of a mask.
    #[inline(always)]
    fn lanes<const L: usize>(mask: &[u64; L]) -> LaneIter {
        LaneIter(Self::bitmask(mask))
    }
}

/// An iterator over the lanes of a mask.
pub(crate) struct LaneIter(pub(crate) u64);

impl Iterator for LaneIter {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let first = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (first < 64).then_some(first as usize)
    }
}
