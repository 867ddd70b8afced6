//! Bits in a row: are there any, how many, which is the n-th.

/// The words of a row, each with what does not belong to it taken out, and its first bit's place.
#[inline]
fn words(bits: &[u64], low: usize, len: usize) -> impl Iterator<Item = (usize, u64)> {
    let high = low + len;
    (low / 64..high.div_ceil(64)).map(move |w| {
        let mut word = bits[w];
        if w == low / 64 {
            word &= u64::MAX << (low % 64);
        }
        if (w + 1) * 64 > high {
            word &= u64::MAX >> ((w + 1) * 64 - high);
        }
        (w * 64, word)
    })
}

#[inline]
pub(crate) fn any_bit(bits: &[u64], low: usize, len: usize) -> bool {
    words(bits, low, len).any(|(_, w)| w != 0)
}

#[inline]
pub(crate) fn count_bits(bits: &[u64], low: usize, len: usize) -> u64 {
    words(bits, low, len).map(|(_, w)| u64::from(w.count_ones())).sum()
}

/// The place, counted from the row's begin, of a bit among those that are set.
#[inline]
pub(crate) fn nth_bit(bits: &[u64], low: usize, len: usize, mut n: u64) -> usize {
    for (at, word) in words(bits, low, len) {
        let here = u64::from(word.count_ones());
        if n < here {
            return at + select(word, n as u32) - low;
        }
        n -= here;
    }
    unreachable!("fewer than there are")
}

pub(crate) fn each_bit(bits: &[u64], low: usize, len: usize, mut f: impl FnMut(usize)) {
    for (at, mut word) in words(bits, low, len) {
        while word != 0 {
            f(at + word.trailing_zeros() as usize - low);
            word &= word - 1;
        }
    }
}

/// The place of the `n`-th set bit.
#[inline]
fn select(mut word: u64, mut n: u32) -> usize {
    let mut at = 0;
    for half in [32, 16, 8] {
        let low = (word & ((1 << half) - 1)).count_ones();
        if n >= low {
            n -= low;
            word >>= half;
            at += half;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    at as usize + word.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::{count_bits, nth_bit, select};

    #[test]
    fn bits_are_found_by_number() {
        let word = 0x8000_0301_0080_0011u64;
        let set: Vec<usize> = (0..64).filter(|i| word >> i & 1 != 0).collect();
        for (n, at) in set.iter().enumerate() {
            assert_eq!(select(word, n as u32), *at);
        }
        let bits = [word, word, word];
        assert_eq!(count_bits(&bits, 4, 130), 15);
        assert_eq!(nth_bit(&bits, 4, 130, 0), 0);
        assert_eq!(nth_bit(&bits, 4, 130, 13), 128 - 4);
    }
}
