//! The random streams of all lanes, side by side, so that one step of all of them is a few vector
//! instructions. Each is the stream of [`Rng`], number by number; a test compares them.

use crate::exec::{each, some};
use senet_game::Rng;

/// A random stream for each lane.
#[derive(Debug)]
pub(crate) struct Streams<const L: usize>([[u64; L]; 4]);

impl<const L: usize> Streams<L> {
    pub(crate) fn new() -> Streams<L> {
        Streams([[0; L]; 4])
    }

    /// The stream of a lane.
    pub(crate) fn get(&self, l: usize) -> Rng {
        Rng::with_state([self.0[0][l], self.0[1][l], self.0[2][l], self.0[3][l]])
    }

    /// Gives a lane a stream.
    #[inline(always)]
    pub(crate) fn set(&mut self, l: usize, rng: &Rng) {
        for (words, word) in self.0.iter_mut().zip(rng.state()) {
            words[l] = word;
        }
    }

    /// For each lane of a mask a number below `n`, as [`Rng::index`] draws it. `n` is below 2^32.
    #[inline(always)]
    pub(crate) fn index(&mut self, n: &[u64; L], mask: &[u64; L]) -> [u64; L] {
        // One move is no choice, and draws nothing.
        let draws: [u64; L] = each(|l| if n[l] as i64 > 1 { mask[l] } else { 0 });
        let [a, b, c, d] = self.0;
        let keep = |l: usize, old: u64, new: u64| old ^ ((old ^ new) & draws[l]);
        let bits: [u64; L] = each(|l| a[l].wrapping_add(d[l]).rotate_left(23).wrapping_add(a[l]));
        self.0 = [
            each(|l| a[l] ^ ((d[l] ^ b[l]) & draws[l])),
            each(|l| b[l] ^ ((c[l] ^ a[l]) & draws[l])),
            each(|l| c[l] ^ ((a[l] ^ b[l] << 17) & draws[l])),
            each(|l| keep(l, d[l], (d[l] ^ b[l]).rotate_left(45))),
        ];
        // The high word of a product of 64 and 32 bits, from two products of 32 bits each.
        let low: [u64; L] = each(|l| (bits[l] & 0xFFFF_FFFF) * (n[l] & 0xFFFF_FFFF));
        let high: [u64; L] = each(|l| (bits[l] >> 32) * (n[l] & 0xFFFF_FFFF));
        let mut out: [u64; L] = each(|l| ((high[l] + (low[l] >> 32)) >> 32) & draws[l]);
        // If the low word is below `n`, it may have to be drawn again. Its upper half is 0 then.
        let biased: [u64; L] =
            each(|l| u64::from((high[l] << 32).wrapping_add(low[l]) >> 32 == 0) & draws[l]);
        if some(&biased) {
            // Next to never: what may have to be drawn again is drawn by the stream itself.
            for l in (0..L).filter(|l| biased[*l] != 0) {
                let mut rng = Rng::with_state([a[l], b[l], c[l], d[l]]);
                out[l] = rng.index(n[l]);
                self.set(l, &rng);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Streams;
    use senet_game::Rng;

    #[test]
    fn lanes_draw_what_single_streams_draw() {
        let mut rngs: Vec<Rng> = (0..8).map(|i| Rng::nth(5, i)).collect();
        let mut streams = Streams::<8>::new();
        rngs.iter().enumerate().for_each(|(l, rng)| streams.set(l, rng));
        let mut dice = Rng::new(1);
        for round in 0..2_000_u64 {
            // Large numbers below 2^32 are what is drawn again at times.
            let n = std::array::from_fn(|l| match (round + l as u64) % 3 {
                0 => dice.index(4),
                1 => dice.index(500),
                _ => u64::from(u32::MAX) - dice.index(9),
            });
            let mask = std::array::from_fn(|_| dice.index(2).wrapping_neg());
            let drawn = streams.index(&n, &mask);
            for l in 0..8 {
                let single = if mask[l] == 0 { 0 } else { rngs[l].index(n[l]) };
                assert_eq!(drawn[l], single, "round {round}, lane {l}, below {}", n[l]);
                assert_eq!(streams.get(l).state(), rngs[l].state());
            }
        }
    }

    #[test]
    fn what_would_be_biased_is_drawn_again() {
        // The next number of this stream is 0, which is below 2^64 modulo 3.
        let rng = Rng::with_state([0, 1, 0, 0]);
        assert_eq!(rng.clone().bits(), 0);
        let mut single = rng.clone();
        let expected = single.index(3);
        let mut streams = Streams::<4>::new();
        (0..4).for_each(|l| streams.set(l, &rng));
        assert_eq!(streams.index(&[3; 4], &[u64::MAX; 4]), [expected; 4]);
        assert_eq!(streams.get(2).state(), single.state());
    }
}
