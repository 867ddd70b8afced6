//! Sets of cells while a program is compiled: bitboards of up to 512 cells.

/// How many words the largest board takes.
pub(crate) const WORDS: usize = 8;

/// How many cells the largest board has.
pub(crate) const CELLS: usize = 64 * WORDS;

/// A constant set of cells, wide enough for any board: bit `n % 64` of word `n / 64` is cell `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct CellSet(pub(crate) [u64; WORDS]);

impl CellSet {
    pub(crate) const EMPTY: CellSet = CellSet([0; WORDS]);
    /// Every bit, on the board or not: also the truth value *true*.
    pub(crate) const FULL: CellSet = CellSet([!0; WORDS]);

    pub(crate) fn single(cell: usize) -> CellSet {
        let mut out = CellSet::EMPTY;
        out.insert(cell);
        out
    }

    /// The cells 0 to `n - 1`: all cells of a board of that size.
    pub(crate) fn first(n: usize) -> CellSet {
        (0..n).collect()
    }

    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(crate) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == CellSet::EMPTY
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    fn zip(self, other: CellSet, f: impl Fn(u64, u64) -> u64) -> CellSet {
        CellSet(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    pub(crate) fn and(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & b)
    }

    pub(crate) fn or(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a | b)
    }

    pub(crate) fn and_not(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & !b)
    }

    pub(crate) fn is_subset(self, other: CellSet) -> bool {
        self.and_not(other).is_empty()
    }

    /// Every cell `by` further on; what leaves the 512 is lost.
    pub(crate) fn shift(self, by: i32) -> CellSet {
        // Each word is put together from two neighbours. Where the distance is a multiple of 64
        // there is one only, and the second shift, by 64 bits, would overflow.
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let mut out = [0; WORDS];
        for (i, word) in out.iter_mut().enumerate() {
            let at = |j: Option<usize>| j.and_then(|j| self.0.get(j)).copied().unwrap_or(0);
            *word = if by >= 0 {
                let low = at(i.checked_sub(words + 1));
                at(i.checked_sub(words)) << bits | if bits > 0 { low >> (64 - bits) } else { 0 }
            } else {
                let high = at(Some(i + words + 1));
                at(Some(i + words)) >> bits | if bits > 0 { high << (64 - bits) } else { 0 }
            };
        }
        CellSet(out)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..CELLS).filter(|c| self.contains(*c))
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        let mut out = CellSet::EMPTY;
        cells.into_iter().for_each(|c| out.insert(c));
        out
    }
}

/// The bits of a plane, for messages and views.
pub(crate) fn cells_of(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let at = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * i + at
            })
        })
    })
}
