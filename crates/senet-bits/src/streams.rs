//! The random streams of all lanes, side by side, so that one step of all of them is a few vector
//! instructions. Each is the stream of [`Rng`], number by number; a test compares them.

use crate::vectors::Vectors;
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
    pub(crate) fn index<S: Vectors>(&mut self, n: &[u64; L], mask: &[u64; L]) -> [u64; L] {
        // One move is no choice, and draws nothing.
        let draws = S::and(&S::less(&S::splat(1), n), mask);
        let [a, b, c, d] = &self.0;
        let sum = S::add(a, d);
        let turned = S::or(&S::shl::<L, 23>(&sum), &S::shr::<L, 41>(&sum));
        let bits = S::add(&turned, a);
        // A step of xoshiro256++, in the lanes that draw.
        let (bd, ac) = (S::xor(d, b), S::xor(c, a));
        let turned = S::or(&S::shl::<L, 45>(&bd), &S::shr::<L, 19>(&bd));
        let next = [
            S::xor(a, &S::and(&bd, &draws)),
            S::xor(b, &S::and(&ac, &draws)),
            S::xor(c, &S::and(&S::xor(a, &S::shl::<L, 17>(b)), &draws)),
            S::select(&draws, &turned, d),
        ];
        // The high word of a product of 64 and 32 bits, from two products of 32 bits each.
        let low = S::mul32(&bits, n);
        let high = S::mul32(&S::shr::<L, 32>(&bits), n);
        let carried = S::add(&high, &S::shr::<L, 32>(&low));
        let out = S::and(&S::shr::<L, 32>(&carried), &draws);
        // If the low word is below `n`, it may have to be drawn again. Its upper half, which is the lower
        // half of `carried`, is 0 then.
        let biased = S::and(&S::equal(&S::shl::<L, 32>(&carried), &S::splat(0)), &draws);
        if S::any(&biased) {
            return self.redraw(n, &biased, next, out);
        }
        self.0 = next;
        out
    }

    /// Next to never: what may have to be drawn again is drawn by the stream itself.
    #[cold]
    #[inline(never)]
    fn redraw(
        &mut self,
        n: &[u64; L],
        biased: &[u64; L],
        next: [[u64; L]; 4],
        mut out: [u64; L],
    ) -> [u64; L] {
        let redrawn: Vec<(usize, Rng)> = (0..L)
            .filter(|l| biased[*l] != 0)
            .map(|l| {
                let mut rng = self.get(l);
                out[l] = rng.index(n[l]);
                (l, rng)
            })
            .collect();
        self.0 = next;
        redrawn.iter().for_each(|(l, rng)| self.set(*l, rng));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Streams;
    use crate::fast::PortableVectors;
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
            let drawn = streams.index::<PortableVectors>(&n, &mask);
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
        assert_eq!(streams.index::<PortableVectors>(&[3; 4], &[u64::MAX; 4]), [expected; 4]);
        assert_eq!(streams.get(2).state(), single.state());
    }
}
