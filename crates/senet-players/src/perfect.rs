//! Perfect play: solves the position, and makes a move that keeps its value. Never guesses.

use crate::clock::{Deadline, SearchClock};
use crate::config::SearchLimit;
use crate::environment::Environment;
use crate::player::{Knowledge, Player, PlayerError, SearchResult};
use senet_game::{Cursor, DynGame, MoveIndex, Rng, Seat, Turn};
use senet_solve::{ExpectedValues, SolveError, SolveLimits, Solver};
use std::sync::Arc;

/// Bytes for what is known of positions.
const MEMORY: u64 = 1 << 30;

/// The bot `perfect`. It remembers what it has solved, so that a search that ran out of time goes on from
/// there at the next move.
pub(crate) struct Perfect {
    limits: SolveLimits,
    time: Option<SearchLimit>,
    solved: Option<Solved>,
}

/// What is known of a game.
struct Solved {
    game: Arc<dyn DynGame>,
    solver: Solver,
    /// Expected values, where chance has a say.
    expected: Option<ExpectedValues>,
}

impl Perfect {
    /// Looks at so many positions to solve one, for as long as the limit says.
    pub(crate) fn new(positions: u64, time: Option<SearchLimit>) -> Perfect {
        Perfect { limits: SolveLimits { positions, memory: MEMORY }, time, solved: None }
    }

    fn solved(&mut self, game: &Arc<dyn DynGame>, environment: &dyn Environment) -> &mut Solved {
        // The transposition table outlives the move: the next position lies in the subtree that
        // has just been searched.
        let same = self.solved.take().filter(|solved| Arc::ptr_eq(&solved.game, game));
        let limits = self.limits;
        self.solved.insert(same.unwrap_or_else(|| {
            let solver = Solver::new(Arc::clone(game), limits);
            let solver = match environment.endgame_table(&**game) {
                Some(table) => solver.with_table(table),
                None => solver,
            };
            Solved { game: Arc::clone(game), solver, expected: None }
        }))
    }

    /// Why the bot cannot play, and what to try.
    fn not_solved(&self, reason: SolveError, clock: &SearchClock<'_>) -> PlayerError {
        if reason == SolveError::Cancelled && clock.is_cancelled() {
            return PlayerError::Cancelled;
        }
        let positions = self.limits.positions;
        let more = positions.saturating_mul(10);
        let (why, help) = match (reason, self.time) {
            (SolveError::Positions, _) => (
                format!("the limit of {positions} positions was reached"),
                format!("try perfect:{more}, or another bot, such as mcts"),
            ),
            (SolveError::Cancelled, Some(time)) => (
                format!("the time limit of {time} was reached"),
                "give it more time, or try another bot, such as mcts".to_owned(),
            ),
            (reason, _) => (reason.to_string(), "try another bot, such as mcts".to_owned()),
        };
        PlayerError::NotSolved { reason, why, help }
    }
}

impl Solved {
    /// A best move, its value for the mover, whether that is proven, and how many positions it took.
    fn best_move(
        &mut self,
        at: &mut dyn Cursor,
        seat: Seat,
        limits: SolveLimits,
        clock: &SearchClock<'_>,
    ) -> Result<SearchResult, SolveError> {
        let mut watch = |_| !clock.is_over_now();
        if self.expected.is_none() {
            match self.solver.best_move(at, &mut watch) {
                Err(SolveError::Chance) => {}
                found => {
                    let found = found?;
                    let value = found.value.value.utility(seat);
                    return Ok(result(found.mv, value, true, found.nodes));
                }
            }
        }
        // With chance, the graph of all positions is solved once, and every later move is a
        // lookup.
        let known = self.expected.as_ref().and_then(|values| values.best_move(at));
        let (nodes, (mv, value)) = match known {
            Some(known) => (0, known),
            None => {
                let values = self.expected.insert(ExpectedValues::new(at, limits, &mut watch)?);
                let best = values.best_move(at).ok_or(SolveError::NoDecision)?;
                (values.positions(), best)
            }
        };
        let value = if seat == Seat(0) { value.to_f64() } else { -value.to_f64() };
        let proven = self.expected.as_ref().is_some_and(|values| values.assumption().is_none());
        Ok(result(mv, value, proven, nodes))
    }

    /// Solves a position ahead of play.
    fn solve(
        &mut self,
        at: &mut dyn Cursor,
        limits: SolveLimits,
        clock: &SearchClock<'_>,
    ) -> Result<(), SolveError> {
        let mut watch = |_| !clock.is_over_now();
        match self.solver.value(at, &mut watch) {
            Err(SolveError::Chance) => {
                self.expected = Some(ExpectedValues::new(at, limits, &mut watch)?);
                Ok(())
            }
            solved => solved.map(|_| ()),
        }
    }
}

fn result(best: MoveIndex, value: f64, proven: bool, nodes: u64) -> SearchResult {
    SearchResult { value: Some(value), proven, nodes, ..SearchResult::of(best) }
}

impl Player for Perfect {
    fn prepare(
        &mut self,
        game: &Arc<dyn DynGame>,
        at: &mut dyn Cursor,
        environment: &dyn Environment,
    ) -> Result<(), PlayerError> {
        let clock = Deadline::new(self.time, environment).clock(environment);
        if game.has_hidden_information() {
            return Err(self.not_solved(SolveError::Hidden, &clock));
        }
        if !matches!(at.turn(), Turn::Player(_) | Turn::Chance) {
            return Ok(());
        }
        let limits = self.limits;
        let solved = self.solved(game, environment).solve(at, limits, &clock);
        solved.map_err(|reason| self.not_solved(reason, &clock))
    }

    fn choose(
        &mut self,
        game: &Arc<dyn DynGame>,
        knowledge: Knowledge<'_>,
        _: &mut Rng,
        environment: &dyn Environment,
    ) -> Result<SearchResult, PlayerError> {
        let clock = Deadline::new(self.time, environment).clock(environment);
        let seat = knowledge.seat()?;
        let Knowledge::Open(at) = knowledge else {
            return Err(self.not_solved(SolveError::Hidden, &clock));
        };
        let limits = self.limits;
        let found = self.solved(game, environment).best_move(at, seat, limits, &clock);
        found.map_err(|reason| self.not_solved(reason, &clock))
    }
}
