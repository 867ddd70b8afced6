//! Depth: how much a stronger bot wins against a weaker one, step by step.

use crate::stats::PlayStats;
use crate::summary::{DepthStep, Share};
use senet_data::interval::{elo, wilson};
use senet_players::Bot;

/// A step of the ladder, from games in which the stronger bot had the first seat and from games in which
/// it had the second. A game has depth if the ladder has many steps that are certain: more thought
/// wins more.
pub fn depth_step(
    (weaker, stronger): (Bot, Bot),
    stronger_first: &PlayStats,
    stronger_second: &PlayStats,
) -> DepthStep {
    let half = |stats: &PlayStats, seat: usize| stats.half_points.get(seat).copied().unwrap_or(0);
    let half = half(stronger_first, 0) + half(stronger_second, 1);
    let games = stronger_first.playouts + stronger_second.playouts;
    let part = half as f64 / (2 * games.max(1)) as f64;
    let (low, high) = wilson(part, games);
    DepthStep {
        weaker: weaker.to_string(),
        stronger: stronger.to_string(),
        points: Share { count: half / 2, of: games, value: part, low, high },
        elo: elo(part),
        low: elo(low),
        high: elo(high),
    }
}
