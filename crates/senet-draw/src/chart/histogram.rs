//! Counting numbers in ranges of even width.

use super::number::tick;
use super::ticks::Ticks;
use super::{extent, usable};

/// Up to so many different whole numbers have a bar each.
const MOST_BARS: f64 = 24.0;
/// At most about so many ranges otherwise.
const RANGES: f64 = 20.0;

/// The labels of the ranges, and how many numbers lie in each.
pub(super) fn count(numbers: &[f64]) -> (Vec<String>, Vec<f64>) {
    let Some((low, high)) = extent(numbers.iter().copied()) else {
        return (Vec::new(), Vec::new());
    };
    let numbers = || numbers.iter().copied().filter_map(usable);
    let whole = numbers().all(|n| n.fract() == 0.0 && n.abs() < 1e15);
    let step = match whole {
        true if high - low < MOST_BARS => 1.0,
        true => Ticks::new(low, high, RANGES).step.max(1.0),
        false => Ticks::new(low, high, RANGES).step,
    };
    let first = (low / step).floor();
    let bars = ((high / step).floor() - first) as usize + 1;
    let mut counts = vec![0.0; bars];
    for number in numbers() {
        let at = ((number / step).floor() - first) as usize;
        counts[at.min(bars - 1)] += 1.0;
    }
    let label = |i: usize| {
        let from = (first + i as f64) * step;
        match whole {
            true if step == 1.0 => tick(from, 1.0, 1.0),
            true => format!("{}–{}", tick(from, 1.0, 1.0), tick(from + step - 1.0, 1.0, 1.0)),
            false => {
                let largest = low.abs().max(high.abs());
                format!("{}–{}", tick(from, step, largest), tick(from + step, step, largest))
            }
        }
    };
    ((0..bars).map(label).collect(), counts)
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn few_whole_numbers_have_a_bar_each() {
        let (labels, counts) = count(&[3.0, 5.0, 3.0, f64::NAN]);
        assert_eq!(labels, ["3", "4", "5"]);
        assert_eq!(counts, [2.0, 0.0, 1.0]);
    }

    #[test]
    fn many_whole_numbers_share_bars() {
        let numbers: Vec<f64> = (10..=99).map(f64::from).collect();
        let (labels, counts) = count(&numbers);
        assert_eq!(labels.first().map(String::as_str), Some("10–14"));
        assert!(counts.iter().all(|n| *n == 5.0), "{counts:?}");
        assert_eq!(counts.len(), 18);
    }

    #[test]
    fn fractions_have_ranges() {
        let (labels, counts) = count(&[0.05, 0.12, 0.13, 1.99]);
        assert_eq!(labels[0], "0.0–0.1");
        assert_eq!((counts[0], counts[1], counts[19]), (1.0, 2.0, 1.0));
    }

    #[test]
    fn nothing_one_number_and_far_numbers() {
        assert_eq!(count(&[]), (vec![], vec![]));
        assert_eq!(count(&[7.0]), (vec!["7".to_owned()], vec![1.0]));
        for numbers in [[f64::MAX, f64::MIN], [1e-300, 2e-300], [1e15, 1e15 + 1.0]] {
            let (labels, counts) = count(&numbers);
            assert_eq!(labels.len(), counts.len());
            assert!(counts.len() < 100, "{numbers:?}");
            assert_eq!(counts.iter().sum::<f64>(), 2.0);
        }
    }
}
