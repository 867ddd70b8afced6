//! Racing: which of several candidates is closest to a target, with as few plays as possible.
//!
//! All candidates are sampled in rounds. After each round, those are dropped whose distance from the target
//! is certainly larger than that of another one, by their intervals (O. Maron and A. Moore, *Hoeffding
//! Races*, 1993). Plays are spent where the answer is still open.

use serde::Serialize;

/// What is known of a candidate: a figure with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The least and the largest distance from a target that the interval allows.
    fn distances(&self, target: f64) -> (f64, f64) {
        let (low, high) = ((self.low - target).abs(), (self.high - target).abs());
        let within = self.low <= target && target <= self.high;
        (if within { 0.0 } else { low.min(high) }, low.max(high))
    }
}

/// Which candidates may still be the closest to the target; those that are out stay out.
pub fn race(candidates: &[Option<Estimate>], target: f64) -> Vec<bool> {
    let distances = || candidates.iter().flatten().map(|one| one.distances(target));
    let best = distances().map(|(_, most)| most).fold(f64::INFINITY, f64::min);
    let stays = |one: &Option<Estimate>| one.is_some_and(|one| one.distances(target).0 <= best);
    candidates.iter().map(stays).collect()
}

#[cfg(test)]
mod tests {
    use super::{Estimate, race};

    fn between(low: f64, high: f64) -> Option<Estimate> {
        Some(Estimate { value: (low + high) / 2.0, low, high })
    }

    #[test]
    fn a_candidate_is_dropped_if_another_is_certainly_closer() {
        let all = [between(0.4, 0.6), between(0.55, 0.7), between(0.61, 0.65), None];
        assert_eq!(race(&all, 0.5), [true, true, false, false]);
        // Nothing is certain: all stay.
        assert_eq!(race(&[between(0.0, 1.0), between(0.3, 1.0)], 0.5), [true, true]);
        assert_eq!(race(&[between(0.8, 0.9)], 0.5), [true]);
    }
}
