//! Values under draw rules, exactly, without giving transpositions up where the rules do not matter.
//!
//! Everything is solved without draw rules first. Draw rules only turn wins into draws, so:
//!
//! - A draw stays a draw.
//! - A win within d moves stands if d moves are left before the limit and before the limit of quiet
//!   moves (the last of them may still win: an end by the rules of the game counts more). Often an upper
//!   bound on d is enough: the height of the proof.
//! - If only the limit can matter, the win stands exactly if it can be forced within the moves that are
//!   left. Counts never become part of a key.
//! - A position that comes back is a draw even without a rule, because a seat that can force a win can
//!   force it along positions whose distances fall, which never come back. Only positions of the past
//!   that the play must not meet again matter.
//! - Only where the limit of quiet moves or a position of the past can matter, nodes are pairs of position
//!   and counts, under a [frozen](senet_game::Referee::frozen) referee. The limit stays out of the key even
//!   there, by distances.

use super::as_good;
use super::position::{Found, PositionSolver};
use crate::endgame::{EndgameTable, TableEntry};
use crate::limits::{NodeCounter, SolveError};
use crate::search::SearchMethod;
use crate::value::{GameValue, PositionValue, ValueBounds};
use crate::workers::{OneWorker, Workers};
use senet_game::{Cursor, DrawRules, Referee, Seat, Turn};
use std::sync::Arc;

/// Solves positions under the referee of their cursor.
pub(super) struct RuledSolver {
    memory: u64,
    method: SearchMethod,
    workers: Arc<dyn Workers>,
    /// Without draw rules.
    plain: PositionSolver,
    /// With the limit of quiet moves, for these rules.
    counted: Option<(DrawRules, PositionSolver)>,
}

impl RuledSolver {
    /// For a game with these draw rules, in so many bytes.
    pub(super) fn new(memory: u64, rules: DrawRules, method: SearchMethod) -> RuledSolver {
        // Two solvers share the memory where counts may have to become part of the keys.
        let counts = rules.quiet.is_some() || rules.repeat.is_some();
        let memory = if counts { memory / 2 } else { memory };
        let workers: Arc<dyn Workers> = Arc::new(OneWorker);
        let plain = PositionSolver::new(memory, !rules.is_empty(), method, Arc::clone(&workers));
        RuledSolver { memory, method, workers, plain, counted: None }
    }

    /// Lets others help; before anything is asked.
    pub(super) fn set_workers(&mut self, workers: Arc<dyn Workers>) {
        self.plain.set_workers(Arc::clone(&workers));
        self.workers = workers;
    }

    fn fresh(&self) -> PositionSolver {
        PositionSolver::new(self.memory, true, self.method, Arc::clone(&self.workers))
    }

    pub(super) fn set_table(&mut self, table: Arc<EndgameTable>) {
        self.plain.set_table(table);
    }

    /// What is known of positions without draw rules, by canonical key.
    pub(super) fn entries(&self) -> Option<Vec<(u128, TableEntry)>> {
        self.plain.entries()
    }

    /// Makes the position of a cursor the root, if retrograde analysis should be needed.
    pub(super) fn set_root(&mut self, cursor: &mut dyn Cursor) {
        let left = cursor.referee().moves_left();
        let plain = &mut self.plain;
        under(cursor, Referee::none(), |cursor| plain.set_root(cursor, left));
    }

    pub(super) fn is_retrograde(&self) -> bool {
        self.plain.is_retrograde()
    }

    /// Bounds on the value of a position, without looking at more. Draw rules may make a draw of
    /// everything that is not over.
    pub(super) fn bounds(&self, cursor: &mut dyn Cursor) -> ValueBounds {
        let ruled = !cursor.referee().rules().is_empty();
        let bounds = under(cursor, Referee::none(), |cursor| self.plain.bounds(cursor));
        let ValueBounds { lower, upper } = bounds;
        if ruled {
            let (lower, upper) = (lower.min(GameValue::Draw), upper.max(GameValue::Draw));
            return ValueBounds { lower, upper };
        }
        bounds
    }

    /// The value of a position. The cursor comes back.
    pub(super) fn value(
        &mut self,
        cursor: &mut dyn Cursor,
        counter: &mut NodeCounter<'_>,
    ) -> Result<PositionValue, SolveError> {
        match cursor.turn() {
            Turn::Over(outcome) => {
                return Ok(PositionValue { value: GameValue::of(&outcome), distance: Some(0) });
            }
            Turn::Chance => return Err(SolveError::Chance),
            Turn::Stopped(kind) => return Err(SolveError::Stopped(kind)),
            Turn::Player(_) => {}
        }
        let referee = cursor.referee();
        let (left, ruled) = (referee.moves_left(), !referee.rules().is_empty());
        let plain = &mut self.plain;
        let found = under(cursor, Referee::none(), |cursor| plain.value(cursor, left, counter))?;
        match found.value.winner() {
            Some(winner) if ruled => self.stands(cursor, winner, found, counter),
            _ => Ok(found.position_value()),
        }
    }

    /// The value of a position, if it is known without looking at more.
    pub(super) fn known(
        &mut self,
        cursor: &mut dyn Cursor,
        counter: &mut NodeCounter<'_>,
    ) -> Option<PositionValue> {
        counter.within(0, |counter| self.value(cursor, counter)).ok()
    }

    /// Whether the last move preserved the game value: a seat cannot improve on the value of the position
    /// before its move.
    pub(super) fn keeps(
        &mut self,
        cursor: &mut dyn Cursor,
        mover: Seat,
        value: GameValue,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        let known = match cursor.turn() {
            Turn::Over(outcome) => Some(GameValue::of(&outcome)),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(as_good(mover, known, value));
        }
        let referee = cursor.referee();
        let (left, ruled) = (referee.moves_left(), !referee.rules().is_empty());
        let plain = &mut self.plain;
        // A move keeps the value if the opponent cannot do better after it. This is one yes-or-
        // no query (a null-window search), not a value.
        let keeps = under(cursor, Referee::none(), |cursor| match (mover, value.above()) {
            (Seat(0), _) => plain.reaches(cursor, value, left, counter),
            (_, Some(better)) => plain.reaches(cursor, better, left, counter).map(|it| !it),
            (_, None) => Ok(true),
        })?;
        // Draw rules may take a win away from the mover, or from the other.
        let certain = match value.for_seat(mover) {
            GameValue::Loss => true,
            GameValue::Draw => keeps,
            GameValue::Win => !keeps,
        };
        if certain || !ruled {
            return Ok(keeps);
        }
        let plain = &mut self.plain;
        let found =
            under(cursor, Referee::none(), |cursor| plain.value_alone(cursor, left, counter))?;
        let after = match found.value.winner() {
            Some(winner) => self.stands(cursor, winner, found, counter)?.value,
            None => GameValue::Draw,
        };
        Ok(as_good(mover, after, value))
    }

    /// The value under the draw rules of a position that is won without them.
    fn stands(
        &mut self,
        cursor: &mut dyn Cursor,
        winner: Seat,
        found: Found,
        counter: &mut NodeCounter<'_>,
    ) -> Result<PositionValue, SolveError> {
        let referee = cursor.referee();
        let limit = referee.moves_left().unwrap_or(u64::MAX);
        let quiet = referee.quiet_left().unwrap_or(u64::MAX);
        if found.distance.is_some_and(|distance| u64::from(distance) > limit) {
            return Ok(PositionValue::DRAW);
        }
        // What counts but the limit.
        let rules = DrawRules { limit: None, ..referee.rules() };
        let frozen = referee.frozen(rules);
        if frozen.remembers_positions() {
            // The positions of the past are others each time.
            let mut fresh = self.fresh();
            return solve_counted(&mut fresh, cursor, frozen, limit, counter);
        }
        // The cheapest certificate first: an upper bound on the length of the win, then the
        // question whether it can be forced within the moves that are free of both limits, and
        // only then a search over pairs of position and count.
        let free = limit.min(quiet);
        if found.at_most.is_some_and(|moves| moves <= free) {
            return Ok(found.position_value());
        }
        if found.distance.is_none() {
            let plain = &mut self.plain;
            let soon = under(cursor, Referee::none(), |cursor| {
                plain.wins_within(cursor, winner, free, counter)
            })?;
            if soon {
                return Ok(found.position_value());
            }
            if limit <= quiet {
                return Ok(PositionValue::DRAW);
            }
        }
        if self.counted.as_ref().is_none_or(|(these, _)| *these != rules) {
            self.counted = Some((rules, self.fresh()));
        }
        let (_, counted) = self.counted.as_mut().expect("it was just made");
        solve_counted(counted, cursor, frozen, limit, counter)
    }
}

/// The value over pairs of position and counts, under a frozen referee without the limit, which is told.
fn solve_counted(
    solver: &mut PositionSolver,
    cursor: &mut dyn Cursor,
    frozen: Referee,
    limit: u64,
    counter: &mut NodeCounter<'_>,
) -> Result<PositionValue, SolveError> {
    let left = Some(limit).filter(|limit| *limit < u64::MAX);
    under(cursor, frozen, |cursor| {
        let found = solver.value(cursor, left, counter)?;
        let Some(winner) = found.value.winner() else { return Ok(PositionValue::DRAW) };
        let stands = match (found.distance, found.at_most) {
            (Some(distance), _) => u64::from(distance) <= limit,
            (None, Some(at_most)) if at_most <= limit => true,
            _ => solver.wins_within(cursor, winner, limit, counter)?,
        };
        Ok(if stands { found.position_value() } else { PositionValue::DRAW })
    })
}

/// Looks at a position under another referee.
fn under<T>(
    cursor: &mut dyn Cursor,
    referee: Referee,
    look: impl FnOnce(&mut dyn Cursor) -> T,
) -> T {
    let own = cursor.referee().clone();
    cursor.set_referee(referee);
    let found = look(cursor);
    cursor.set_referee(own);
    found
}

#[cfg(test)]
mod tests {
    use super::RuledSolver;
    use crate::graph_game::{GraphGame, brute_force};
    use crate::limits::NodeCounter;
    use crate::search::SearchMethod;
    use crate::solver::best_move;
    use senet_game::{DrawRules, Rng, Turn};

    /// Heights of proofs and questions within so many moves decide as distances do, where these are
    /// too hard to find.
    #[test]
    fn without_distances_values_are_the_same() {
        let mut rng = Rng::new(61);
        let mut unknown = 0;
        for round in 0..1_500 {
            let count = 3 + rng.index(6);
            let graph = match round % 2 {
                0 => GraphGame::with_points(&mut rng, 2, true, count),
                _ => GraphGame::long(&mut rng, 2, count),
            };
            let rules = DrawRules {
                limit: Some(1 + rng.index(6)),
                quiet: (rng.index(2) == 0).then(|| 1 + rng.index(4)),
                repeat: None,
            };
            let game = graph.with_rules(rules).erased();
            let mut solver = RuledSolver::new(1 << 20, rules, SearchMethod::default());
            let mut cursor = game.cursor();
            while let Turn::Player(_) = cursor.turn() {
                let mut watch = |_| true;
                let mut counter = NodeCounter::new(1 << 20, &mut watch).without_asides();
                let found = solver.value(&mut *cursor, &mut counter).expect("a small game");
                let expected = brute_force(&mut *cursor);
                assert_eq!(found.value, expected.value, "{rules:?}");
                assert!(found.distance.is_none() || found.distance == expected.distance);
                unknown += u32::from(found.distance != expected.distance);
                let (mv, _) = best_move(&mut solver, &mut *cursor, &mut counter).expect("small");
                cursor.enter(mv.index);
                assert_eq!(brute_force(&mut *cursor).value, expected.value, "{rules:?}");
            }
        }
        assert!(unknown > 300, "{unknown}");
    }
}
