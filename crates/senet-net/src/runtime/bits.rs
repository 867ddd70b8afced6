//! Rows of bits: are there any, how many (*rank*), which is the n-th (*select*).

/// How often a bit of a dense row is guessed (rejection sampling): a guess or two is cheaper than
/// counting.
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
    /// How often a bit is guessed before the bits are counted.
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
        count(self.words(bits))
    }

    /// The place, counted from the row's begin, of a bit among those that are set.
    #[inline]
    pub(crate) fn nth(self, bits: &[u64], mut n: u64) -> usize {
        // Word by word: the popcount of each is a by-product of its byte sums.
        for (at, word) in self.words(bits) {
            let bytes = Bytes::of(word);
            if n < bytes.count() {
                return at + bytes.nth(n) - self.low as usize;
            }
            n -= bytes.count();
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

    /// One of the bits that are set, uniformly at random.
    #[inline(always)]
    pub(crate) fn pick(self, bits: &[u64], below: &mut impl FnMut(u64) -> u64) -> usize {
        // One word: count and select share the same byte sums.
        if self.first == self.last {
            let word = (bits[self.first as usize] & self.head & self.tail) >> (self.low % 64);
            let bytes = Bytes::of(word);
            return bytes.nth(below(bytes.count()));
        }
        // Rejection sampling is uniform, and a dense row accepts at once most of the time.
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

/// Bits that stand anywhere in some words that follow each other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scattered<'m> {
    /// The first of the words, and which of its bits and of those behind it belong to the set.
    pub(crate) first: usize,
    pub(crate) masks: &'m [u64],
}

impl Scattered<'_> {
    #[inline(always)]
    fn words(self, bits: &[u64]) -> impl Iterator<Item = (usize, u64)> {
        let words = bits[self.first..].iter().zip(self.masks).enumerate();
        words.map(move |(i, (word, mask))| (i * 64, word & mask))
    }

    #[inline]
    pub(crate) fn any(self, bits: &[u64]) -> bool {
        self.words(bits).any(|(_, w)| w != 0)
    }

    #[inline]
    pub(crate) fn count(self, bits: &[u64]) -> u64 {
        count(self.words(bits))
    }
}

#[inline(always)]
fn count(words: impl Iterator<Item = (usize, u64)>) -> u64 {
    words.map(|(_, w)| u64::from(w.count_ones())).sum()
}

/// The bits of a word, counted by bytes: broadword rank and select (Vigna, *Broadword implementation
/// of rank/select queries*, 2008). Arithmetic on all bytes at once needs neither loops nor branches
/// that could be mispredicted.
#[derive(Clone, Copy)]
struct Bytes {
    word: u64,
    /// In each byte, how many bits are set in it and in those below.
    sums: u64,
}

/// A one in each byte.
const ONES: u64 = u64::MAX / 255;
/// The highest bit of each byte.
const HIGH: u64 = ONES << 7;

impl Bytes {
    #[inline(always)]
    fn of(word: u64) -> Bytes {
        // Sideways addition (Knuth, TAOCP 4A, 7.1.3), then prefix sums by one multiplication.
        let pairs = word - ((word >> 1) & (ONES * 0x55));
        let fours = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
        let counts = (fours + (fours >> 4)) & (ONES * 0x0f);
        Bytes { word, sums: counts.wrapping_mul(ONES) }
    }

    #[inline(always)]
    fn count(self) -> u64 {
        self.sums >> 56
    }

    /// The place of the `n`-th set bit, of which there are more than `n`.
    #[inline(always)]
    fn nth(self, n: u64) -> usize {
        // The high bit of a byte stays where there are at most `n` bits up to its end.
        let passed = ((n * ONES) | HIGH).wrapping_sub(self.sums) & HIGH;
        // How many bytes were passed, times eight: where the byte of the bit begins.
        let at = (passed >> 7).wrapping_mul(ONES) >> 53 & 0x38;
        let before = (self.sums << 8) >> at & 0xff;
        let byte = self.word >> at & 0xff;
        at as usize + usize::from(PLACES[((n - before) << 8 | byte) as usize & 0x7ff])
    }
}

/// The place of each set bit of each byte, by number and byte.
static PLACES: [u8; 8 << 8] = {
    let mut places = [0; 8 << 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut at, mut n) = (0, 0);
        while at < 8 {
            if byte >> at & 1 != 0 {
                places[n << 8 | byte] = at as u8;
                n += 1;
            }
            at += 1;
        }
        byte += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::{Bytes, Row, Scattered};

    #[test]
    fn bits_are_found_by_number() {
        let word = 0x8000_0301_0080_0011u64;
        for word in
            [word, 1, 1 << 63, u64::MAX, 0x5555_5555_5555_5555, 0x1ff, 0xff00_ff00_ff00_00ff]
        {
            let set: Vec<usize> = (0..64).filter(|i| word >> i & 1 != 0).collect();
            assert_eq!(Bytes::of(word).count(), set.len() as u64, "{word:x}");
            for (n, at) in set.iter().enumerate() {
                assert_eq!(Bytes::of(word).nth(n as u64), *at, "{word:x}, {n}");
            }
        }
        let bits = [word, word, word];
        let row = Row::new(4, 130);
        assert_eq!(row.count(&bits), 15);
        assert_eq!(row.nth(&bits, 0), 0);
        assert_eq!(row.nth(&bits, 13), 128 - 4);
        assert!(!Row::new(64, 0).any(&bits));
        let odd = Scattered { first: 1, masks: &[1 << 4, 1 << 63 | 1 << 23] };
        assert_eq!((odd.any(&bits), odd.count(&bits)), (true, 3));
        assert!(!Scattered { first: 0, masks: &[2] }.any(&bits));
    }
}
