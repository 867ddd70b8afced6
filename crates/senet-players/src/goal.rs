//! What bots play for, and the utility of outcomes under it.

use crate::clock::SearchClock;
use senet_game::{Cursor, Outcome, Rng, Seat};

/// What a bot plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// The verdict alone: how much it wins by does not matter.
    #[default]
    Win,
    /// To lead by as many points as possible, where points are kept.
    Score,
}

/// Playouts that show how large a lead can be.
const PLAYOUTS: u32 = 16;

/// Good play may lead by this many times as much as random play.
pub(crate) const HEADROOM: f64 = 1.5;

/// Utilities never reach those of a win or a loss when they come from points: there could always be
/// one point more, so they prove nothing.
const BEST_SCORE: f64 = 0.999;

/// The utility of outcomes, from -1 to 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Utility {
    /// The lead that is worth [`BEST_SCORE`]; `None` if only winning counts.
    scale: Option<f64>,
}

impl Utility {
    /// For a goal, measured by random play from where a cursor stands.
    pub(crate) fn new(
        goal: Goal,
        cursor: &mut dyn Cursor,
        rng: &mut Rng,
        clock: &SearchClock<'_>,
    ) -> Utility {
        if goal == Goal::Win {
            return Utility { scale: None };
        }
        let mut largest: Option<f64> = None;
        for _ in 0..PLAYOUTS {
            if clock.is_over_now() {
                break;
            }
            cursor.push();
            let outcome = cursor.playout(rng, &mut || clock.is_over(), None);
            cursor.pop();
            let Some(scores) = outcome.scores.as_deref() else { continue };
            let leads = (0..cursor.seats()).filter_map(|seat| lead(scores, Seat(seat as u8)));
            largest = leads
                // Normalization: UCT compares means with a confidence width that assumes values
                // from -1 to 1.
                .map(f64::abs)
                .fold(largest, |most, lead| Some(most.map_or(lead, |most| most.max(lead))));
        }
        Utility { scale: largest.map(|largest| HEADROOM * largest.max(1.0)) }
    }

    /// Whether it is what the goal asks for: points may not be kept, or there was no time to measure.
    pub(crate) fn fits(&self, goal: Goal) -> bool {
        goal == Goal::Win || self.scale.is_some()
    }

    /// The utility of an outcome for a seat.
    pub(crate) fn of(&self, outcome: &Outcome, seat: Seat) -> f64 {
        let Some(scale) = self.scale else {
            return outcome.utility(seat);
        };
        match outcome.scores.as_deref().and_then(|scores| lead(scores, seat)) {
            Some(lead) => (lead / scale).clamp(-BEST_SCORE, BEST_SCORE),
            None => outcome.utility(seat),
        }
    }
}

/// By how many points a seat leads the best of the others; its points, if it is alone.
pub(crate) fn lead(scores: &[i64], seat: Seat) -> Option<f64> {
    // With more than two seats, the lead is over the strongest of the others.
    let own = *scores.get(usize::from(seat.0))? as f64;
    let others = scores.iter().enumerate().filter(|(i, _)| *i != usize::from(seat.0));
    let best = others.map(|(_, score)| *score).max().unwrap_or(0);
    Some(own - best as f64)
}
