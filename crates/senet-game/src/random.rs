//! Randomness with a seed: the same seed gives the same play, on every machine.

use senet_data::hash::{GOLDEN, finalize};
use std::ops::Sub;

/// A stream of random numbers: xoshiro256++ (Blackman and Vigna 2021), whose state is filled by
/// SplitMix64. It is written out here because playouts spend a tenth of their time in it, and engines that
/// play many of them at once keep the states of many streams side by side.
#[derive(Debug, Clone)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The stream of a seed.
    #[inline]
    pub fn new(seed: u64) -> Rng {
        let word = |i| finalize(seed.wrapping_add(GOLDEN.wrapping_mul(i)));
        Rng([word(1), word(2), word(3), word(4)])
    }

    /// The stream of the `i`-th playout of a seed: independent of how playouts are shared out.
    #[inline]
    pub fn nth(seed: u64, i: u64) -> Rng {
        Rng::new(seed.wrapping_add(i.wrapping_mul(GOLDEN)).rotate_left(17) ^ i)
    }

    /// The stream with this state, which is what [`Rng::state`] has told.
    #[inline]
    pub fn with_state(state: [u64; 4]) -> Rng {
        Rng(state)
    }

    /// Where the stream is.
    #[inline]
    pub fn state(&self) -> [u64; 4] {
        self.0
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// A number below `n`, each as likely as any other; 0 for `n` = 0.
    pub fn below(&mut self, n: u128) -> u128 {
        if let Ok(small) = u64::try_from(n) {
            return u128::from(self.index(small));
        }
        // Rejection, at the next power of two.
        let bits = 128 - (n - 1).leading_zeros();
        loop {
            let wide = u128::from(self.bits()) << 64 | u128::from(self.bits());
            let at = wide >> (128 - bits);
            if at < n {
                return at;
            }
        }
    }

    /// A number below `n`, for `n` that fit 64 bits. (Lemire's multiplication, without bias.)
    #[inline]
    pub fn index(&mut self, n: u64) -> u64 {
        if n <= 1 {
            return 0;
        }
        let mut wide = u128::from(self.bits()) * u128::from(n);
        if (wide as u64) < n {
            let least = n.wrapping_neg() % n;
            while (wide as u64) < least {
                wide = u128::from(self.bits()) * u128::from(n);
            }
        }
        (wide >> 64) as u64
    }
}

/// Draws one of `n` by weight; the last one if all weights are 0. Weights are asked for twice.
///
/// # Panics
///
/// If the weights do not add up within 128 bits: games report such weights as a limit before.
pub fn weighted_index(rng: &mut Rng, n: usize, weight: impl Fn(usize) -> u128) -> usize {
    let sum = (0..n).try_fold(0_u128, |sum, i| sum.checked_add(weight(i)));
    let at = rng.below(sum.expect("games check that weights can be added").max(1));
    at_weight((0..n).map(weight), at).map_or(n.saturating_sub(1), |(i, _)| i)
}

/// The entry that the number `at` falls into, if the entries lie side by side, each as wide as its weight;
/// and how far into it. `None` if `at` is the sum of all weights or more.
///
/// This is inverse transform sampling, in one pass over the weights: with `at` uniform below their sum, each
/// entry is found as often as its weight says. Engines count what they have (matches, moves of a row, ways
/// to match) and hand the counts over; which number is drawn, and from which stream, is theirs.
///
/// ```
/// let weights = [3_u64, 0, 2];
/// assert_eq!(senet_game::at_weight(weights, 2), Some((0, 2)));
/// assert_eq!(senet_game::at_weight(weights, 3), Some((2, 0)));
/// assert_eq!(senet_game::at_weight(weights, 5), None);
/// ```
#[inline(always)]
pub fn at_weight<W: Copy + PartialOrd + Sub<Output = W>>(
    weights: impl IntoIterator<Item = W>,
    mut at: W,
) -> Option<(usize, W)> {
    for (i, weight) in weights.into_iter().enumerate() {
        if at < weight {
            return Some((i, at));
        }
        at = at - weight;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_are_below_their_limit_and_reach_it() {
        let mut rng = Rng::new(1);
        for n in [1u128, 2, 3, 7, 1 << 70] {
            assert!((0..1000).all(|_| rng.below(n) < n));
        }
        let mut seen = [false; 6];
        for _ in 0..200 {
            seen[rng.index(6) as usize] = true;
        }
        assert_eq!(seen, [true; 6]);
    }

    #[test]
    fn the_stream_is_that_of_the_published_generator() {
        // From the test of the crate `rand_xoshiro`, which follows the C code of the authors.
        let mut rng = Rng::with_state([1, 2, 3, 4]);
        let published = [41943041, 58720359, 3588806011781223, 3591011842654386];
        assert_eq!([rng.bits(), rng.bits(), rng.bits(), rng.bits()], published);
        let seeded = [Rng::new(7).bits(), Rng::new(0).bits()];
        assert_eq!(seeded, [0x0E2C_1A00_2AAE_913D, 0x5317_5D61_490B_23DF]);
    }

    #[test]
    fn a_seed_is_a_play() {
        let stream = |seed| (0..5).map(|_| Rng::new(seed).bits()).collect::<Vec<_>>();
        assert_eq!(stream(7), stream(7));
        assert_ne!(Rng::new(7).bits(), Rng::new(8).bits());
        assert_ne!(Rng::nth(7, 0).bits(), Rng::nth(7, 1).bits());
    }
}
