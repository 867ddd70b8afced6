//! What lanes are computed with: a word of each lane, side by side, and the same operation on all of them.
//!
//! Written as loops, most of this would be taken apart into single words by the compiler before it looks for
//! vectors (an array of sixteen words is unrolled and kept in scalar registers), and lanes would cost what
//! single playouts do. So the operations are named here, with a plain version for every machine; `fast.rs` has
//! them in the instructions of AVX2. Masks have all bits of a lane or none.

use crate::exec::each;

/// Operations on a word of each lane.
pub(crate) trait Vectors {
    /// The `n`-th bit of a word, alone, and nothing for an empty word.
    fn bit(word: u64, n: u32) -> u64;

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

    /// The product of the lower halves.
    #[inline(always)]
    fn product<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| (a[l] & 0xFFFF_FFFF) * (b[l] & 0xFFFF_FFFF))
    }

    /// Where both are the same.
    #[inline(always)]
    fn same<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| u64::from(a[l] == b[l]).wrapping_neg())
    }

    /// Where `a` is less; both are below 2^63.
    #[inline(always)]
    fn less<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        each(|l| u64::from((a[l] as i64) < b[l] as i64).wrapping_neg())
    }

    #[inline(always)]
    fn left<const L: usize, const BY: i32>(a: &[u64; L]) -> [u64; L] {
        each(|l| a[l] << BY)
    }

    #[inline(always)]
    fn right<const L: usize, const BY: i32>(a: &[u64; L]) -> [u64; L] {
        each(|l| a[l] >> BY)
    }

    /// Every bit so much further on, up or down; what leaves the word is lost.
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

    /// How many bits each lane has.
    #[inline(always)]
    fn count<const L: usize>(a: &[u64; L]) -> [u64; L] {
        each(|l| u64::from(a[l].count_ones()))
    }

    /// The lanes of a mask as bits of a word.
    #[inline(always)]
    fn bits<const L: usize>(mask: &[u64; L]) -> u64 {
        let mut bits = 0;
        for (l, lane) in mask.iter().enumerate() {
            bits |= (lane >> 63) << l;
        }
        bits
    }

    /// Where a lane is not zero.
    #[inline(always)]
    fn some<const L: usize>(a: &[u64; L]) -> [u64; L] {
        let none = Self::same(a, &Self::splat(0));
        Self::xor(&none, &Self::splat(u64::MAX))
    }

    /// Where a lane that is not zero is in the mask.
    #[inline(always)]
    fn some_of<const L: usize>(a: &[u64; L], mask: &[u64; L]) -> [u64; L] {
        Self::and_not(mask, &Self::same(a, &Self::splat(0)))
    }

    /// Whether a lane is in a mask: cheaper than asking which.
    #[inline(always)]
    fn any<const L: usize>(mask: &[u64; L]) -> bool {
        Self::bits(mask) != 0
    }

    /// The lanes of a mask.
    #[inline(always)]
    fn members<const L: usize>(mask: &[u64; L]) -> Members {
        Members(Self::bits(mask))
    }
}

/// The lanes of a mask, one by one.
pub(crate) struct Members(pub(crate) u64);

impl Iterator for Members {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let first = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (first < 64).then_some(first as usize)
    }
}
