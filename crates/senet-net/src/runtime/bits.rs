//! Bits in a row: are there any, how many, which is the n-th.

/// How often a bit of a dense row is guessed: a blind guess or two is cheaper than counting.
const TRIES: u32 = 3;

/// Bits that stand side by side in some words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    low: u32,
    len: u32,
    first: u32,
    last: u32,
    /// What belongs to the row of the first word, and of the last.
    head: u64,
    tail: u64,
    /// How often a bit is guessed before they are counted.
    tries: u32,
}

impl Row {
    /// A row of which most bits are set, most of the time.
    pub(crate) const fn dense(low: usize, len: usize) -> Row {
        Row { tries: TRIES, ..Row::new(low, len) }
    }

    pub(crate) const fn new(low: usize, len: usize) -> Row {
        let last = (low + if len == 0 { 1 } else { len } - 1) / 64;
        let beyond = (last + 1) * 64 - (low + len);
        Row {
            low: low as u32,
            len: len as u32,
            first: (low / 64) as u32,
            last: last as u32,
            head: u64::MAX << (low % 64),
            tail: if beyond < 64 { u64::MAX >> beyond } else { 0 },
            tries: 0,
        }
    }

    /// The first bit.
    pub(crate) fn low(self) -> u32 {
        self.low
    }

    /// How many bits it has.
    pub(crate) fn len(self) -> usize {
        self.len as usize
    }

    pub(crate) fn is_dense(self) -> bool {
        self.tries > 0
    }

    /// The words of the row without what does not belong to it, and the place of their first bit.
    #[inline]
    fn words(self, bits: &[u64]) -> impl Iterator<Item = (usize, u64)> {
        let (first, last) = (self.first as usize, self.last as usize);
        bits[first..=last].iter().enumerate().map(move |(i, word)| {
            let head = if i == 0 { self.head } else { u64::MAX };
            let tail = if first + i == last { self.tail } else { u64::MAX };
            ((first + i) * 64, word & head & tail)
        })
    }

    #[inline]
    pub(crate) fn any(self, bits: &[u64]) -> bool {
        if self.first == self.last {
            return bits[self.first as usize] & self.head & self.tail != 0;
        }
        self.words(bits).any(|(_, w)| w != 0)
    }

    #[inline]
    pub(crate) fn count(self, bits: &[u64]) -> u64 {
        self.words(bits).map(|(_, w)| u64::from(w.count_ones())).sum()
    }

    /// The place, counted from the row's begin, of a bit among those that are set.
    #[inline]
    pub(crate) fn nth(self, bits: &[u64], mut n: u64) -> usize {
        for (at, word) in self.words(bits) {
            let here = u64::from(word.count_ones());
            if n < here {
                return at + select(word, n as u32, 64) - self.low as usize;
            }
            n -= here;
        }
        unreachable!("fewer than there are")
    }

    pub(crate) fn each(self, bits: &[u64], mut f: impl FnMut(usize)) {
        for (at, mut word) in self.words(bits) {
            while word != 0 {
                f(at + word.trailing_zeros() as usize - self.low as usize);
                word &= word - 1;
            }
        }
    }

    /// One of the bits that are set, each as likely as any other.
    #[inline(always)]
    pub(crate) fn pick(self, bits: &[u64], below: &mut impl FnMut(u64) -> u64) -> usize {
        if self.first == self.last {
            let word = (bits[self.first as usize] & self.head & self.tail) >> (self.low % 64);
            let n = below(u64::from(word.count_ones()));
            return select(word, n as u32, self.len);
        }
        for _ in 0..self.tries {
            let guess = below(u64::from(self.len)) as usize;
            let at = self.low as usize + guess;
            if bits[at / 64] >> (at % 64) & 1 != 0 {
                return guess;
            }
        }
        self.nth(bits, below(self.count(bits)))
    }
}

/// The place of the `n`-th set bit among the lowest `len`: by halves, without a branch that could be
/// guessed wrong.
#[inline(always)]
fn select(word: u64, n: u32, len: u32) -> usize {
    let (mut word, mut n, mut at) = (word, n, 0);
    for half in [32, 16, 8, 4, 2, 1] {
        if half >= len {
            continue;
        }
        let low = (word & ((1 << half) - 1)).count_ones();
        let beyond = u32::from(n >= low).wrapping_neg();
        n -= low & beyond;
        word >>= half & beyond;
        at += half & beyond;
    }
    at as usize
}

#[cfg(test)]
mod tests {
    use super::{Row, select};

    #[test]
    fn bits_are_found_by_number() {
        let word = 0x8000_0301_0080_0011u64;
        let set: Vec<usize> = (0..64).filter(|i| word >> i & 1 != 0).collect();
        for (n, at) in set.iter().enumerate() {
            assert_eq!(select(word, n as u32, 64), *at);
        }
        let bits = [word, word, word];
        let row = Row::new(4, 130);
        assert_eq!(row.count(&bits), 15);
        assert_eq!(row.nth(&bits, 0), 0);
        assert_eq!(row.nth(&bits, 13), 128 - 4);
        assert!(!Row::new(64, 0).any(&bits));
    }
}
