//! Puzzles: how many starts can be solved, in how few moves, and how narrow the way is.

use crate::distribution::Distribution;
use crate::summary::{DistributionSummary, Share};
use senet_game::{Cursor, DynGame, Rng, Turn};
use senet_solve::{GameValue, SolveLimits, Solver};
use serde::Serialize;
use std::sync::Arc;

/// A solution is followed for so many moves.
const LONGEST: usize = 400;

/// What solving some starts of a game for one showed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SoloStats {
    /// Starts that were tried.
    pub starts: u64,
    /// Starts that can be solved.
    pub solvable: u64,
    /// Starts of which the limits left it open.
    pub unknown: u64,
    /// The shortest solutions, in moves, as far as they were found.
    pub shortest: Distribution,
    /// Decisions on the way of a solution, their legal moves, and the moves among them that keep the start
    /// solvable.
    pub decisions: u64,
    /// See above.
    pub moves: u64,
    /// See above.
    pub keeping: u64,
}

/// The same as shares and means.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SoloSummary {
    /// How many starts can be solved, of those that were decided.
    pub solvable: Share,
    /// Starts of which the limits left it open.
    pub unknown: u64,
    /// The shortest solutions, in moves.
    pub shortest: DistributionSummary,
    /// The part of the moves on the way that keep the start solvable: 1 is a wide way, next to 0 a narrow
    /// one.
    pub width: f64,
}

impl SoloStats {
    /// Adds other starts.
    pub fn merge(&mut self, other: &SoloStats) {
        self.starts += other.starts;
        self.solvable += other.solvable;
        self.unknown += other.unknown;
        self.shortest.merge(&other.shortest);
        self.decisions += other.decisions;
        self.moves += other.moves;
        self.keeping += other.keeping;
    }

    /// The counts as shares and means.
    pub fn summary(&self) -> SoloSummary {
        SoloSummary {
            solvable: Share::new(self.solvable, self.starts - self.unknown),
            unknown: self.unknown,
            shortest: (&self.shortest).into(),
            width: self.keeping as f64 / self.moves.max(1) as f64,
        }
    }
}

/// Solves starts of a game for one; `None` for other games. Where chance makes the start, so many are drawn,
/// each with its own random stream; else there is one.
pub fn solo(
    game: &Arc<dyn DynGame>,
    (seed, draws): (u64, u64),
    limits: SolveLimits,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<SoloStats> {
    if game.seats() != 1 || game.has_hidden_information() {
        return None;
    }
    let mut stats = SoloStats::default();
    let mut cursor = game.cursor();
    let drawn = cursor.turn() == Turn::Chance;
    for i in 0..if drawn { draws } else { 1 } {
        if !go_on() {
            break;
        }
        cursor.reset();
        let mut rng = Rng::nth(seed, i);
        while cursor.turn() == Turn::Chance {
            let mv = cursor.random_move(&mut rng);
            cursor.apply(mv);
        }
        let mut solver = Solver::new(Arc::clone(game), limits);
        follow(&mut solver, &mut *cursor, &mut stats, go_on);
    }
    Some(stats)
}

/// Solves the start where a cursor stands, and follows a shortest solution.
fn follow(
    solver: &mut Solver,
    at: &mut dyn Cursor,
    stats: &mut SoloStats,
    go_on: &mut dyn FnMut() -> bool,
) {
    stats.starts += 1;
    if let Turn::Over(outcome) = at.turn() {
        stats.solvable += u64::from(GameValue::of(&outcome) == GameValue::Win);
        return;
    }
    match solver.value(at, &mut |_| go_on()) {
        Err(_) => {
            stats.unknown += 1;
            return;
        }
        Ok(found) if found.value != GameValue::Win => return,
        Ok(found) => {
            stats.solvable += 1;
            if let Some(moves) = found.distance {
                stats.shortest.add(i64::from(moves));
            }
        }
    }
    let mut listed = Vec::new();
    for _ in 0..LONGEST {
        if !matches!(at.turn(), Turn::Player(_)) || !go_on() {
            return;
        }
        let Ok(best) = solver.best_move(at, &mut |_| go_on()) else { return };
        at.moves(&mut listed);
        let mut keeping = 0;
        for mv in &listed {
            at.push();
            at.apply(*mv);
            let wins = match at.turn() {
                Turn::Over(outcome) => GameValue::of(&outcome) == GameValue::Win,
                _ => solver.value(at, &mut |_| go_on()).is_ok_and(|v| v.value == GameValue::Win),
            };
            keeping += u64::from(wins);
            at.pop();
        }
        stats.decisions += 1;
        stats.moves += listed.len() as u64;
        stats.keeping += keeping;
        let Some(mv) = listed.get(best.mv.0 as usize) else { return };
        at.apply(*mv);
    }
}
