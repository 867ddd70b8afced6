//! What players play for.

use crate::playout::playout;
use senet_game::{Game, Outcome, Rng, Seat};

/// What a player plays for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// To win.
    #[default]
    Win,
    /// To have many more points than the others, where points are kept.
    Score,
}

/// Playouts to find out how many points there are in a game.
const PLAYOUTS: u32 = 16;

/// By how much those may be further ahead who play better than at random.
pub(crate) const ROOM: f64 = 1.5;

/// What outcomes are worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Yardstick {
    /// By how many points one is ahead who could not wish for more; nothing if only winning counts.
    points: Option<f64>,
}

impl Yardstick {
    /// For a goal, and the points that random play from a position comes to.
    pub(crate) fn new<G: Game>(goal: Goal, game: &G, state: &G::State, rng: &mut Rng) -> Yardstick {
        if goal == Goal::Win {
            return Yardstick { points: None };
        }
        let (mut most, mut moves) = (None, Vec::new());
        for _ in 0..PLAYOUTS {
            let outcome = playout(game, &mut state.clone(), rng, &mut moves);
            for seat in 0..game.seats() {
                let scores = outcome.scores.as_deref();
                let ahead = scores.and_then(|it| ahead(it, Seat(seat as u8))).map(f64::abs);
                most = ahead.map(|a| most.map_or(a, |m: f64| m.max(a))).or(most);
            }
        }
        Yardstick { points: most.map(|most| ROOM * most.max(1.0)) }
    }

    /// What an outcome is worth to a seat, from -1 to 1. By points nothing is worth quite as much
    /// as that: there could always be more.
    pub(crate) fn worth(&self, outcome: &Outcome, seat: Seat) -> f64 {
        let ahead = outcome.scores.as_deref().and_then(|scores| ahead(scores, seat));
        match (self.points, ahead) {
            (Some(points), Some(ahead)) => (ahead / points).clamp(-0.999, 0.999),
            _ => outcome.utility(seat),
        }
    }
}

/// By how many points a seat is ahead of the best of the others; its points, if it is alone.
pub(crate) fn ahead(scores: &[i64], seat: Seat) -> Option<f64> {
    let own = *scores.get(usize::from(seat.0))? as f64;
    let others = scores.iter().enumerate().filter(|(i, _)| *i != usize::from(seat.0));
    let best = others.map(|(_, score)| *score).max().unwrap_or(0);
    Some(own - best as f64)
}
