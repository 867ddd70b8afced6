//! Round numbers along an axis.

/// Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ticks {
    /// From one to the next.
    pub step: f64,
    /// The first and the last, in steps from 0.
    first: f64,
    last: f64,
}

impl Ticks {
    /// About so many round numbers that hold two numbers between them.
    pub(super) fn new(low: f64, high: f64, about: f64) -> Ticks {
        let largest = low.abs().max(high.abs());
        // Closer numbers could not be told apart.
        let wanted = ((high - low) / about).max(largest * 1e-12).max(1e-290);
        let power = 10_f64.powf(wanted.log10().floor());
        let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|r| r * power >= wanted * 0.999_999);
        let step = round.unwrap_or(10.0) * power;
        // A number on a tick stays there although the division may not be exact.
        let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
        Ticks { step, first, last: last.max(first + 1.0) }
    }

    /// The first number.
    pub(super) fn low(&self) -> f64 {
        self.first * self.step
    }

    /// The last number.
    pub(super) fn high(&self) -> f64 {
        self.last * self.step
    }

    /// All numbers.
    pub(super) fn values(&self) -> Vec<f64> {
        let count = (self.last - self.first) as usize;
        (0..=count).map(|i| (self.first + i as f64) * self.step).collect()
    }

    /// Where a number lies between the first (0) and the last (1).
    pub(super) fn share(&self, value: f64) -> f64 {
        ((value / self.step - self.first) / (self.last - self.first)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Ticks;

    #[test]
    fn ticks_are_round() {
        assert_eq!(Ticks::new(0.0, 9.3, 5.0).values(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(Ticks::new(-3.0, 4.0, 4.0).values(), [-4.0, -2.0, 0.0, 2.0, 4.0]);
        assert_eq!(Ticks::new(0.0, 100.0, 5.0).values().len(), 6);
        assert_eq!(Ticks::new(5.0, 5.0, 5.0).values().len(), 2);
    }

    #[test]
    fn any_range_has_few_ticks() {
        let ends = [0.0, 1.0, -1.0, 1e300, -1e300, 1e-300, 1e15, 1e15 + 1.0, 0.1, 7.5];
        for low in ends {
            for high in ends.into_iter().filter(|high| *high >= low) {
                let ticks = Ticks::new(low, high, 6.0);
                assert!((2..20).contains(&ticks.values().len()), "{low} {high} {ticks:?}");
                assert!(ticks.values().iter().all(|v| v.is_finite()), "{low} {high}");
                let slack = ticks.step * 1e-6;
                assert!(ticks.low() <= low + slack && ticks.high() >= high - slack, "{ticks:?}");
            }
        }
    }
}
