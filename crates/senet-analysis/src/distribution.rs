//! How often each number occurred.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers below this are counted in a vector: lengths of play and numbers of moves are counted in the
/// inner loop.
const DENSE: i64 = 4_096;
/// So many different larger numbers are kept apart; then they are counted in ranges of even width.
const MOST: usize = 1 << 14;

/// How often each whole number occurred (a histogram that can be merged).
///
/// Two distributions add up to the same one in any order, even where numbers had to be put together in
/// ranges: the width of the ranges is the least power of two with which they fit, which parts can only
/// underestimate.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Distribution {
    /// Counts of 0, 1, 2, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dense: Vec<u64>,
    /// Counts of the others, divided by the width of a range.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    sparse: BTreeMap<i64, u64>,
    /// The width of a range is two to this power.
    #[serde(default)]
    shift: u32,
}

impl Distribution {
    /// A number occurred.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.add_many(value, 1);
    }

    /// A number occurred so many times.
    #[inline]
    pub fn add_many(&mut self, value: i64, times: u64) {
        if times == 0 {
            return;
        }
        if (0..DENSE).contains(&value) {
            let at = value as usize;
            if at >= self.dense.len() {
                self.dense.resize(at + 1, 0);
            }
            self.dense[at] += times;
            return;
        }
        *self.sparse.entry(value >> self.shift).or_default() += times;
        self.fit();
    }

    /// Adds all counts of another distribution.
    pub fn merge(&mut self, other: &Distribution) {
        if self.dense.len() < other.dense.len() {
            self.dense.resize(other.dense.len(), 0);
        }
        for (count, more) in self.dense.iter_mut().zip(&other.dense) {
            *count += more;
        }
        while self.shift < other.shift {
            self.widen();
        }
        for (value, count) in &other.sparse {
            *self.sparse.entry(value >> (self.shift - other.shift)).or_default() += count;
        }
        self.fit();
    }

    fn fit(&mut self) {
        while self.sparse.len() > MOST {
            self.widen();
        }
    }

    fn widen(&mut self) {
        let old = std::mem::take(&mut self.sparse);
        self.shift += 1;
        for (value, count) in old {
            *self.sparse.entry(value >> 1).or_default() += count;
        }
    }

    /// The numbers with their counts, in order; the least number of a range stands for it.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let dense = self.dense.iter().enumerate().map(|(v, n)| (v as i64, *n));
        let (below, above) = (self.sparse.range(..0), self.sparse.range(0..));
        let sparse = |(v, n): (&i64, &u64)| (v << self.shift, *n);
        below.map(sparse).chain(dense.filter(|(_, n)| *n > 0)).chain(above.map(sparse))
    }

    /// How many numbers there were.
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, n)| n).sum()
    }

    /// Whether there were none.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// The arithmetic mean; 0 if there were no numbers.
    pub fn mean(&self) -> f64 {
        // Exact as long as the sum fits 128 bits.
        let sum: i128 = self.iter().map(|(v, n)| i128::from(v) * i128::from(n)).sum();
        sum as f64 / self.total().max(1) as f64
    }

    /// The standard deviation of the numbers.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.iter().map(|(v, n)| (v as f64 - mean).powi(2) * n as f64).sum();
        (squares / self.total().max(1) as f64).sqrt()
    }

    /// The least number that at least this part of all numbers does not exceed: 0.5 for the median.
    pub fn quantile(&self, part: f64) -> Option<i64> {
        let wanted = (part * self.total() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.iter().find_map(|(v, n)| {
            seen += n;
            (seen >= wanted).then_some(v)
        })
    }

    /// The least and the largest number.
    pub fn range(&self) -> Option<(i64, i64)> {
        let mut all = self.iter();
        let first = all.next()?.0;
        Some((first, all.last().map_or(first, |(v, _)| v)))
    }
}

#[cfg(test)]
mod tests {
    use super::Distribution;

    fn of(values: impl IntoIterator<Item = i64>) -> Distribution {
        let mut all = Distribution::default();
        values.into_iter().for_each(|v| all.add(v));
        all
    }

    #[test]
    fn numbers_are_summed_up() {
        let all = of([9, 5, 7, 7]);
        assert_eq!((all.total(), all.mean(), all.range()), (4, 7.0, Some((5, 9))));
        assert_eq!(
            (all.quantile(0.5), all.quantile(1.0), all.quantile(0.0)),
            (Some(7), Some(9), Some(5))
        );
        assert!((all.deviation() - 2.0_f64.sqrt()).abs() < 1e-12);
        let none = Distribution::default();
        assert_eq!((none.mean(), none.quantile(0.5), none.range()), (0.0, None, None));
    }

    #[test]
    fn negative_and_large_numbers_are_in_order() {
        let all = of([-3, 1_000_000, 2, -3]);
        assert_eq!(all.iter().collect::<Vec<_>>(), [(-3, 2), (2, 1), (1_000_000, 1)]);
    }

    #[test]
    fn parts_add_up_in_any_order_even_in_ranges() {
        let values: Vec<i64> = (0..60_000).map(|i| i * 977 % 60_013 - 20_000).collect();
        let whole = of(values.iter().copied());
        let (a, b) = values.split_at(17_000);
        let mut ab = of(a.iter().copied());
        ab.merge(&of(b.iter().copied()));
        let mut ba = of(b.iter().copied());
        ba.merge(&of(a.iter().copied()));
        assert!(whole.shift > 0 && whole == ab && whole == ba);
        assert_eq!(whole.total(), 60_000);
    }
}
