//! The solver: exact values of games for one or two seats who see everything, without chance.
//!
//! Where play cannot come back to a position it searches ([`SolveMethod::Search`]); where it can, it
//! lists every position and goes from the ends backwards ([`SolveMethod::Retrograde`]), and play without
//! end is a draw. Nothing is guessed: when the [`SolveLimits`] are reached before the answer is there,
//! [`Solution::error`] says which one, and the bounds say how far it came.
//!
//! Draw rules are kept exactly, see `solver/rules.rs`.

mod position;
mod rules;
mod strategy;

use crate::endgame::EndgameTable;
use crate::limits::{NodeCounter, SolveError, SolveLimits, SolveWatch};
use crate::search::SearchMethod;
use crate::value::{GameValue, PositionValue};
use crate::workers::Workers;
use rules::RuledSolver;
use senet_game::{Cursor, DynGame, Expand, MoveId, MoveIndex, Position, Seat, Turn};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Finds the values of positions, and remembers them from one query to the next.
///
/// ```
/// use senet_game::{GameInfo, erase};
/// use senet_positional::{Positional, games::MnkRules};
/// use senet_solve::{GameValue, SolveLimits, Solver};
/// use std::sync::Arc;
///
/// let rules = Positional::new(MnkRules::new(3, 3, 3)?)?;
/// let game = erase(Arc::new(rules), GameInfo::default());
/// let mut solver = Solver::new(game.clone(), SolveLimits::default());
/// let best = solver.best_move(&mut *game.cursor(), &mut |_| true)?;
/// assert_eq!(best.value.value, GameValue::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    game: Arc<dyn DynGame>,
    limits: SolveLimits,
    /// The solver's own way through the game, so that ids of moves mean the same in all questions.
    cursor: Box<dyn Cursor>,
    values: RuledSolver,
}

/// The result of [`Solver::solve`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// How values were found.
    pub method: SolveMethod,
    /// The start is worth at least this to the first seat.
    pub lower: GameValue,
    /// And at most this.
    pub upper: GameValue,
    /// In how many moves it is won or lost, if that is known.
    pub distance: Option<u32>,
    /// The moves at the start, as far as they were solved, with the value of where they lead.
    pub moves: Vec<(NamedMove, PositionValue)>,
    /// The principal variation: best play from the start. It breaks off where a position comes back, or after
    /// very many moves.
    pub line: Vec<NamedMove>,
    /// Positions searched.
    pub positions: u64,
    /// What the answer takes for granted.
    pub assumption: Option<Assumption>,
    /// Why the solution is incomplete.
    pub error: Option<SolveError>,
}

/// A move, by its place in the canonical order of its position and by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedMove {
    /// Its place in the canonical order, from 0.
    pub index: MoveIndex,
    /// Unique among the moves of its position.
    pub name: String,
}

/// A best move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolvedMove {
    /// Its place in the canonical order.
    pub mv: MoveIndex,
    /// The value of the position before the move.
    pub value: PositionValue,
    /// Positions searched.
    pub nodes: u64,
}

/// How values were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolveMethod {
    /// By search with a transposition table.
    Search,
    /// By retrograde analysis of all positions.
    Retrograde,
}

/// What an answer takes for granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assumption {
    /// Play that goes round for ever is a draw, although no rule of the game says so.
    EndlessPlay,
    /// With chance, repetitions of positions are not counted, although a rule of the game says so.
    Repetition,
    /// With chance, the limit of moves is left out; it changes values by less than 10⁻⁹.
    LongPlay,
}

/// A line of best play is told up to here.
const MAX_LINE: usize = 500;

impl Solution {
    /// The value of the game to the first seat, if it was found out.
    pub fn value(&self) -> Option<GameValue> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

impl Solver {
    /// A solver with an empty transposition table.
    pub fn new(game: Arc<dyn DynGame>, limits: SolveLimits) -> Solver {
        Solver::searching(game, limits, SearchMethod::default())
    }

    /// The same, with a way to search. Proof numbers are for games whose positions have canonical keys and that have no
    /// draw rules; others are searched by alpha-beta whatever is asked for.
    pub fn searching(game: Arc<dyn DynGame>, limits: SolveLimits, method: SearchMethod) -> Solver {
        let cursor = game.cursor();
        let values = RuledSolver::new(limits.memory, game.draw_rules(), method);
        Solver { game, limits, cursor, values }
    }

    /// Lets several threads search where play cannot come back to a position. Values do not depend on how many there are,
    /// and neither do best moves, as far as distances are found; how many positions are searched does.
    pub fn with_workers(mut self, workers: Arc<dyn Workers>) -> Solver {
        self.values.set_workers(workers);
        self
    }

    /// Takes the values of a table for known.
    pub fn with_table(mut self, table: Arc<EndgameTable>) -> Solver {
        self.values.set_table(table);
        self
    }

    /// All values that are known by now, without draw rules; `None` if positions of the game have no keys, or nothing was
    /// solved.
    pub fn endgame_table(&self) -> Option<EndgameTable> {
        let entries = self.values.entries()?;
        Some(EndgameTable::new(&*self.game, entries))
    }

    /// The value of the position in which a cursor stands, under its referee.
    pub fn value(
        &mut self,
        at: &mut dyn Cursor,
        watch: SolveWatch<'_>,
    ) -> Result<PositionValue, SolveError> {
        self.go_to(at)?;
        let mut counter = NodeCounter::new(self.limits.positions, watch);
        self.values.value(&mut *self.cursor, &mut counter)
    }

    /// A best move in the position in which a cursor stands, under its referee: the shortest way to a
    /// win, the longest to a loss where that was found out, and the first move that keeps a draw.
    pub fn best_move(
        &mut self,
        at: &mut dyn Cursor,
        watch: SolveWatch<'_>,
    ) -> Result<SolvedMove, SolveError> {
        self.go_to(at)?;
        let mut counter = NodeCounter::new(self.limits.positions, watch);
        let (mv, value) = best_move(&mut self.values, &mut *self.cursor, &mut counter)?;
        Ok(SolvedMove { mv: mv.index, value, nodes: counter.nodes })
    }

    /// Solves the game from its start: value, moves and a principal variation.
    pub fn solve(&mut self, watch: SolveWatch<'_>) -> Solution {
        let mut counter = NodeCounter::new(self.limits.positions, watch);
        let mut solution = Solution {
            method: SolveMethod::Search,
            lower: GameValue::Loss,
            upper: GameValue::Win,
            distance: None,
            moves: Vec::new(),
            line: Vec::new(),
            positions: 0,
            assumption: None,
            error: None,
        };
        if self.game.has_hidden_information() {
            solution.error = Some(SolveError::Hidden);
            return solution;
        }
        self.go_to_start();
        let start = self.game.cursor().referee().clone();
        let (values, cursor) = (&mut self.values, &mut *self.cursor);
        values.set_root(cursor);
        match values.value(cursor, &mut counter) {
            Err(error) => {
                let bounds = values.bounds(cursor);
                (solution.lower, solution.upper) = (bounds.lower, bounds.upper);
                solution.error = Some(error);
            }
            Ok(PositionValue { value, distance }) => {
                (solution.lower, solution.upper) = (value, value);
                solution.distance = distance;
                // The principal variation queries the same transposition table, so that most of
                // its positions are known by now.
                let line = best_line(values, cursor, &mut counter, &mut solution.line);
                // What a move is worth may depend on not coming back to the start.
                cursor.set_referee(start);
                let moves = move_values(values, cursor, &mut counter, &mut solution.moves);
                let round = line.as_ref().is_ok_and(|round| *round) && cursor.seats() == 2;
                if round && self.game.draw_rules().is_empty() {
                    solution.assumption = Some(Assumption::EndlessPlay);
                }
                solution.error = line.err().or(moves.err());
            }
        }
        if values.is_retrograde() {
            solution.method = SolveMethod::Retrograde;
        }
        solution.positions = counter.nodes;
        solution
    }

    /// Goes to where another cursor stands, under its referee.
    fn go_to(&mut self, at: &dyn Cursor) -> Result<(), SolveError> {
        if self.game.has_hidden_information() {
            return Err(SolveError::Hidden);
        }
        self.cursor.load(&at.save());
        self.cursor.set_referee(at.referee().clone());
        Ok(())
    }

    /// Goes to the start of a play. What comes back is a draw anyway, so the referee need not remember
    /// positions.
    fn go_to_start(&mut self) {
        self.cursor.reset();
        let referee = self.cursor.referee().frozen(self.game.draw_rules());
        self.cursor.set_referee(referee);
    }
}

/// A child of the position in which a cursor stands.
#[derive(Debug, Clone)]
struct Choice {
    index: MoveIndex,
    id: MoveId,
    turn: Turn,
}

/// The children of the position in which a cursor stands; it can enter them.
fn children(cursor: &mut dyn Cursor) -> Vec<Choice> {
    let mut children = Vec::new();
    cursor.expand(&Expand::default(), &mut |child| {
        let (index, id, turn) = (child.index, child.id, child.turn.clone());
        children.push(Choice { index, id, turn });
        ControlFlow::Continue(())
    });
    children
}

/// A best move, and the value of the position. The cursor comes back, and can enter the move.
fn best_move(
    values: &mut RuledSolver,
    cursor: &mut dyn Cursor,
    counter: &mut NodeCounter<'_>,
) -> Result<(Choice, PositionValue), SolveError> {
    let Turn::Player(mover) = cursor.turn() else {
        return Err(SolveError::NoDecision);
    };
    let value = values.value(cursor, counter)?;
    // With a known distance d, a best move of the winner leads to a position at distance d - 1,
    // and so does a longest defence of the loser: one test serves both.
    let left = value.distance.map(|d| d.saturating_sub(1));
    let children = children(cursor);
    if cursor.seats() == 1 && value.value == GameValue::Win {
        // Alone, nothing was looked at beyond the goal: what is on the way to it is known.
        for child in &children {
            let known = at_child(cursor, child, |cursor| values.known(cursor, counter));
            if known.is_some_and(|it| it.value == GameValue::Win && it.distance == left) {
                return Ok((child.clone(), value));
            }
        }
    }
    let mut kept = None;
    for child in children {
        let keeps = at_child(cursor, &child, |cursor| {
            if !values.keeps(cursor, mover, value.value, counter)? {
                return Ok(None);
            }
            let best = left.is_none() || values.value(cursor, counter)?.distance == left;
            Ok(Some(best))
        });
        match keeps? {
            Some(true) => return Ok((child, value)),
            Some(false) => {
                kept.get_or_insert(child);
            }
            None => {}
        }
    }
    // Some move keeps the value, or it would not be the value.
    kept.map(|mv| (mv, value)).ok_or(SolveError::TooDeep)
}

/// Looks at a child, and comes back.
fn at_child<T>(
    cursor: &mut dyn Cursor,
    child: &Choice,
    look: impl FnOnce(&mut dyn Cursor) -> T,
) -> T {
    cursor.enter(child.index);
    let found = look(cursor);
    cursor.pop();
    found
}

fn named(cursor: &dyn Cursor, mv: &Choice) -> NamedMove {
    NamedMove { index: mv.index, name: cursor.move_name(mv.id) }
}

/// Plays on as well as possible until the end, or until a position comes back; whether one did. The
/// cursor comes back.
fn best_line(
    values: &mut RuledSolver,
    cursor: &mut dyn Cursor,
    counter: &mut NodeCounter<'_>,
    line: &mut Vec<NamedMove>,
) -> Result<bool, SolveError> {
    let depth = cursor.depth();
    let mut seen: Vec<Position> = vec![cursor.save()];
    let mut answer = Ok(false);
    while line.len() < MAX_LINE && matches!(cursor.turn(), Turn::Player(_)) {
        let mv = match best_move(values, cursor, counter) {
            Ok((mv, _)) => mv,
            Err(error) => {
                answer = Err(error);
                break;
            }
        };
        line.push(named(cursor, &mv));
        cursor.enter(mv.index);
        if seen.iter().any(|position| cursor.is_at(position)) {
            answer = Ok(true);
            break;
        }
        seen.push(cursor.save());
    }
    while cursor.depth() > depth {
        cursor.pop();
    }
    answer
}

/// The values of all moves. The cursor comes back.
fn move_values(
    values: &mut RuledSolver,
    cursor: &mut dyn Cursor,
    counter: &mut NodeCounter<'_>,
    out: &mut Vec<(NamedMove, PositionValue)>,
) -> Result<(), SolveError> {
    let value = values.value(cursor, counter)?;
    // Alone, nothing was looked at beyond the goal: the other moves are only not as good.
    let alone = cursor.seats() == 1 && value.value == GameValue::Win;
    for child in children(cursor) {
        let name = named(cursor, &child);
        let after = at_child(cursor, &child, |cursor| match alone {
            true => Ok(values.known(cursor, counter)),
            false => values.value(cursor, counter).map(Some),
        });
        let nearer =
            |it: &PositionValue| it.value == GameValue::Win && it.distance < value.distance;
        let after = after?.filter(|it| !alone || nearer(it));
        out.extend(after.map(|value| (name, value)));
    }
    Ok(())
}

/// Whether a value is at least as good for a seat as another.
fn as_good(seat: Seat, value: GameValue, other: GameValue) -> bool {
    value.for_seat(seat) >= other.for_seat(seat)
}
