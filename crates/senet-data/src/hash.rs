//! Mixing steps for hashes and keys. What is hashed with them never leaves the process, except for
//! keys, which are stable from one version of the crate to the next only as far as tests say.

/// 2^64 divided by the golden ratio: the increment of SplitMix64, for seeds that are small numbers.
pub const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection in which every bit of the input
/// changes about half of the bits of the output.
#[inline]
pub fn finalize(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// The mixing step of wyhash: the high half of a product folded onto its low half.
#[inline]
pub fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    (wide as u64) ^ ((wide >> 64) as u64)
}

/// Mixes a word into a hash.
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    fold(hash ^ GOLDEN, word ^ 0xD6E8_FEB8_6659_FD93)
}

/// 128 random-looking bits for a small number, as in Zobrist hashing: sums of them stand for sets, and
/// are different for different sets with all but certainty.
#[inline]
pub fn zobrist(number: u64) -> u128 {
    let seed = (number + 1).wrapping_mul(GOLDEN);
    u128::from(finalize(seed)) << 64 | u128::from(finalize(!seed))
}

#[cfg(test)]
mod tests {
    use super::{finalize, mix, zobrist};
    use std::collections::HashSet;

    #[test]
    fn one_bit_changes_about_half_of_the_others() {
        for bit in 0..64 {
            let flipped: u32 =
                (0..64).map(|n| (finalize(n) ^ finalize(n ^ 1 << bit)).count_ones()).sum();
            assert!((24 * 64..40 * 64).contains(&flipped), "bit {bit}: {flipped}");
        }
    }

    #[test]
    fn order_matters_to_mix_and_not_to_sums() {
        assert_ne!(mix(mix(0, 1), 2), mix(mix(0, 2), 1));
        let pairs = (0..200).flat_map(|a| (0..a).map(move |b| zobrist(a).wrapping_add(zobrist(b))));
        assert_eq!(pairs.collect::<HashSet<u128>>().len(), 200 * 199 / 2);
    }
}
