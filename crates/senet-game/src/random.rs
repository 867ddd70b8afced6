//! Randomness with a seed: the same seed gives the same play, on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of the `i`-th playout of a seed: independent of how playouts are shared out.
    pub fn nth(seed: u64, i: u64) -> Rng {
        Rng::new(seed.wrapping_add(i.wrapping_mul(senet_data::hash::GOLDEN)).rotate_left(17) ^ i)
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
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
    let mut at = rng.below(sum.expect("games check that weights can be added").max(1));
    for i in 0..n {
        let weight = weight(i);
        if at < weight {
            return i;
        }
        at -= weight;
    }
    n.saturating_sub(1)
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
    fn a_seed_is_a_play() {
        let stream = |seed| (0..5).map(|_| Rng::new(seed).bits()).collect::<Vec<_>>();
        assert_eq!(stream(7), stream(7));
        assert_ne!(Rng::new(7).bits(), Rng::new(8).bits());
        assert_ne!(Rng::nth(7, 0).bits(), Rng::nth(7, 1).bits());
    }
}
