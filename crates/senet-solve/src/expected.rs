//! Expected values: games of one or two seats in which chance has a say (stochastic games; expectimax).
//!
//! All positions are listed and taken apart into strongly connected components; what a component leads to
//! is known before it. A node alone is the best of its moves, or their mean. A component in which nobody
//! has a choice is a system of linear equations, which fractions solve exactly. Where a player has a
//! choice in a component, or fractions grow too large, values are held between bounds that value iteration
//! draws together as far as they go (interval iteration). Play without end is worth 0.
//!
//! Draw rules: if no play can be longer than a limit allows, the limit is left out. Otherwise the graph is
//! unrolled, with the count of moves as part of each node. Repetitions depend on the whole play and are
//! not counted; where play can go round, [`ExpectedValues::assumption`] says so.

mod equations;
mod graph;

use crate::fraction::{Fraction, whole};
use crate::limits::{NodeCounter, SolveError, SolveLimits, SolveWatch};
use crate::solver::{Assumption, NamedMove};
use crate::value::GameValue;
use graph::{GraphValues, is_choice};
use num_traits::ToPrimitive;
use senet_game::{Cursor, DrawRules, DynGame, Expand, MoveIndex, Referee, Seat, Turn};
use std::ops::ControlFlow;

/// A number that is exact, or lies between two others.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectedValue {
    /// Exactly this.
    Exact(Fraction),
    /// At least the first and at most the second, but for the rounding of floating-point numbers,
    /// which is less than 10⁻⁹.
    Between(f64, f64),
}

impl ExpectedValue {
    /// The number, or the middle of where it lies.
    pub fn to_f64(&self) -> f64 {
        match self {
            ExpectedValue::Exact(fraction) => fraction.to_f64().unwrap_or(f64::NAN),
            ExpectedValue::Between(low, high) => f64::midpoint(*low, *high),
        }
    }
}

/// What was found out about a game with chance.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedSolution {
    /// What the start is worth to the first seat on average, from -1 to 1.
    pub value: ExpectedValue,
    /// The moves at the start, of a player or of chance, and what each is worth.
    pub moves: Vec<(NamedMove, ExpectedValue)>,
    /// The probabilities of a win for the first seat, of a draw, and of a loss; `None` if a player has a choice.
    pub probabilities: Option<[ExpectedValue; 3]>,
    /// The expected number of decisions of chance; `None` if a player has a choice, or play may not end.
    pub length: Option<ExpectedValue>,
    /// Positions looked at.
    pub positions: u64,
    /// What the answer takes for granted.
    pub assumption: Option<Assumption>,
}

/// Values that are not further apart count as the same.
const SAME: f64 = 1e-9;

/// The expected values of all positions from one on.
pub struct ExpectedValues {
    /// Without draw rules.
    plain: GraphValues,
    /// Under those draw rules that play can reach, with the counts as part of the nodes.
    unrolled: Option<(DrawRules, GraphValues)>,
    assumption: Option<Assumption>,
}

impl ExpectedValues {
    /// Solves the position in which a cursor stands, under its referee, and all that can follow.
    pub fn new(
        at: &mut dyn Cursor,
        limits: SolveLimits,
        watch: SolveWatch<'_>,
    ) -> Result<ExpectedValues, SolveError> {
        if at.seats() > 2 {
            return Err(SolveError::Seats);
        }
        let mut counter = NodeCounter::new(limits.positions, watch);
        let referee = at.referee().clone();
        let rules = referee.rules();
        let mut cursor = at.fork();
        cursor.set_referee(Referee::none());
        let plain = GraphValues::new(&*cursor, limits.memory, &mut counter)?;
        // A draw rule that no play is long enough to reach is dropped: unrolling multiplies the
        // graph by the limit.
        let longest = plain.longest(0);
        let reaches = |left: Option<u64>| left.is_some_and(|left| longest >= left);
        let binding = DrawRules {
            limit: rules.limit.filter(|_| reaches(referee.moves_left())),
            quiet: rules.quiet.filter(|_| reaches(referee.quiet_left())),
            // A position whose first occurrence is a draw is one whatever came before.
            repeat: rules.repeat.filter(|times| *times <= 1),
        };
        let unrolled = if binding.is_empty() {
            None
        } else {
            cursor.set_referee(referee.frozen(binding));
            Some((binding, GraphValues::new(&*cursor, limits.memory, &mut counter)?))
        };
        let repeats = rules.repeat.is_some_and(|times| times > 1) && plain.is_cyclic();
        let assumption = repeats.then_some(Assumption::Repetition);
        Ok(ExpectedValues { plain, unrolled, assumption })
    }

    /// What a position is worth to the first seat; `None` if it is not among those that were solved.
    pub fn value(&self, at: &mut dyn Cursor) -> Option<ExpectedValue> {
        if let Turn::Over(outcome) = at.turn() {
            return Some(over(GameValue::of(&outcome)));
        }
        let (graph, referee) = self.graph(at);
        let mut cursor = at.fork();
        cursor.set_referee(referee);
        let number = graph.find(&*cursor)?;
        self.holds(at, graph, number).then(|| graph.values[number].clone())
    }

    /// A best move of the player in a position, and what it is worth to the first seat; `None` if the
    /// position is not among those that were solved. Among moves of equal value, the side that is ahead takes
    /// one with the shortest distance to the end; others may cycle.
    pub fn best_move(&self, at: &mut dyn Cursor) -> Option<(MoveIndex, ExpectedValue)> {
        let Turn::Player(mover) = at.turn() else { return None };
        let (graph, referee) = self.graph(at);
        let mut cursor = at.fork();
        cursor.set_referee(referee);
        let number = graph.find(&*cursor)?;
        if !self.holds(at, graph, number) {
            return None;
        }
        let after = after(graph, &mut *cursor)?;
        let sign = if mover == Seat(0) { 1.0 } else { -1.0 };
        let worth = |after: &After| sign * after.value.to_f64();
        let most = after.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
        let best = after.iter().filter(|after| worth(after) >= most - SAME);
        let best = if most > SAME {
            // Ahead or behind: equal values alone do not make progress, as a won position can
            // be passed around for ever; the distance to the end breaks ties.
            best.min_by_key(|after| after.to_end)?
        } else {
            best.max_by_key(|after| (after.to_end, std::cmp::Reverse(after.index)))?
        };
        Some((best.index, best.value.clone()))
    }

    /// How many positions were looked at.
    pub fn positions(&self) -> u64 {
        let unrolled = self.unrolled.as_ref().map_or(0, |(_, graph)| graph.len());
        (self.plain.len() + unrolled) as u64
    }

    /// What the values take for granted.
    pub fn assumption(&self) -> Option<Assumption> {
        self.assumption
    }

    /// The graph in which a position is looked for, and under which referee.
    fn graph(&self, at: &dyn Cursor) -> (&GraphValues, Referee) {
        match &self.unrolled {
            Some((rules, graph)) => (graph, at.referee().frozen(*rules)),
            None => (&self.plain, Referee::none()),
        }
    }

    /// Whether the value of a node holds under the counts of a cursor: no limit that was left out can
    /// be reached from there.
    fn holds(&self, at: &dyn Cursor, graph: &GraphValues, number: usize) -> bool {
        let kept = self.unrolled.as_ref().map_or(DrawRules::default(), |(rules, _)| *rules);
        let longest = graph.longest(number);
        let (limit, quiet) = (at.referee().moves_left(), at.referee().quiet_left());
        let free = |left: Option<u64>| left.is_none_or(|left| longest < left);
        (kept.limit.is_some() || free(limit)) && (kept.quiet.is_some() || free(quiet))
    }
}

/// A child, what it is worth, and how far the end is from there at least.
struct After {
    index: MoveIndex,
    value: ExpectedValue,
    to_end: u32,
}

/// The children of the node in which a cursor stands.
fn after(graph: &GraphValues, cursor: &mut dyn Cursor) -> Option<Vec<After>> {
    let mut children = Vec::new();
    cursor.expand(&Expand::default(), &mut |child| {
        children.push((child.index, child.turn.clone()));
        ControlFlow::Continue(())
    });
    let look = |(index, turn): (MoveIndex, Turn)| {
        if let Turn::Over(outcome) = turn {
            return Some(After { index, value: over(GameValue::of(&outcome)), to_end: 0 });
        }
        cursor.enter(index);
        let number = graph.find(cursor);
        cursor.pop();
        let number = number?;
        Some(After { index, value: graph.values[number].clone(), to_end: graph.to_end[number] })
    };
    children.into_iter().map(look).collect()
}

/// The value of an end.
fn over(value: GameValue) -> ExpectedValue {
    ExpectedValue::Exact(whole(value as i64 - 1))
}

/// The value of a game of one or two seats with chance, from its start.
pub fn expected_values(
    game: &dyn DynGame,
    limits: SolveLimits,
    watch: SolveWatch<'_>,
) -> Result<ExpectedSolution, SolveError> {
    if game.has_hidden_information() {
        return Err(SolveError::Hidden);
    }
    let mut cursor = game.cursor();
    let solved = ExpectedValues::new(&mut *cursor, limits, watch)?;
    let mut assumption = solved.assumption;
    let mut told = &solved.plain;
    if let Some((rules, unrolled)) = &solved.unrolled {
        // What cannot be told exactly with the limit may be told exactly without it, if that makes no
        // difference that could be seen.
        let far = rules.quiet.is_none() && rules.repeat.is_none();
        if far && !unrolled.is_exact() && same_start(&solved.plain, unrolled) {
            assumption = assumption.or(Some(Assumption::LongPlay));
        } else {
            told = unrolled;
        }
    }
    let mut names = Vec::new();
    cursor.expand(&Expand::default(), &mut |child| {
        names.push((child.index, child.id));
        ControlFlow::Continue(())
    });
    let named =
        names.into_iter().map(|(index, id)| NamedMove { index, name: cursor.move_name(id) });
    let moves = named.zip(told.values_after(0)).collect();
    let (probabilities, length) = told.fate();
    let positions = solved.positions();
    Ok(ExpectedSolution {
        value: told.values[0].clone(),
        moves,
        probabilities,
        length,
        positions,
        assumption,
    })
}

/// Whether two graphs agree about the start and its moves.
fn same_start(one: &GraphValues, other: &GraphValues) -> bool {
    let same = |a: &ExpectedValue, b: &ExpectedValue| (a.to_f64() - b.to_f64()).abs() < SAME;
    same(&one.values[0], &other.values[0])
        && one.values_after(0).zip(other.values_after(0)).all(|(a, b)| same(&a, &b))
}
