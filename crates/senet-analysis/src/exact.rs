//! Exact values of random play, where a game is small enough: how likely each outcome is.
//!
//! The distribution over positions is carried forward ply by ply (an absorbing Markov chain); equal
//! positions of a ply are put together. Cost: one application of a move per edge and ply. The same sums are kept as
//! fractions for as long as these are short, so that a small game has values without rounding.

use senet_game::{Cursor, DynGame, Expand, MoveIndex, Outcome, Position, Seat, Turn, Verdict};
use senet_solve::Fraction;
use serde::Serialize;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Play that goes on after so many plies is given up; what is left by then is told as the error.
const MOST_PLIES: usize = 2_000;
/// A part of all plays that is less than this is left out.
const NOTHING: f64 = 1e-13;

/// Larger fractions, in bits, are not computed: they are unreadable, and arithmetic on them is slow.
const MOST_BITS: u64 = 1_024;

/// The same values as fractions in lowest terms, such as `737/1260`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExactFractions {
    /// How likely each seat is to win alone.
    pub won: Vec<String>,
    /// How likely a draw is.
    pub drawn: String,
    /// The mean number of moves.
    pub length: String,
}

/// What random play leads to, without sampling.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExactPlay {
    /// How likely each seat is to win alone.
    pub won: Vec<f64>,
    /// The mean points of each seat.
    pub points: Vec<f64>,
    /// How likely a draw is.
    pub drawn: f64,
    /// How likely it is that several win together.
    pub shared: f64,
    /// How likely it is that all lose.
    pub lost: f64,
    /// How likely an end without a result is.
    pub open: f64,
    /// How likely a play is to have 0, 1, 2, … moves.
    pub lengths: Vec<f64>,
    /// The mean number of moves.
    pub length: f64,
    /// How many positions were looked at, counted at each ply.
    pub positions: u64,
    /// How likely a play is that was not followed to its end: no figure is further off than this, apart
    /// from rounding.
    pub rest: f64,
    /// Fractions, if every play was followed to its end and they are short.
    pub fractions: Option<ExactFractions>,
}

/// The exact values of random play; `None` if there are more than `most` positions, if draw rules make the
/// value of a position depend on how it was reached, if automatic steps reach a limit, or if `go_on` says
/// no.
pub fn exact(
    game: &Arc<dyn DynGame>,
    most: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<ExactPlay> {
    if !game.draw_rules().is_empty() {
        return None;
    }
    let seats = game.seats();
    let zeros = || vec![0.0; seats];
    let mut found = ExactPlay {
        won: zeros(),
        points: zeros(),
        drawn: 0.0,
        shared: 0.0,
        lost: 0.0,
        open: 0.0,
        lengths: Vec::new(),
        length: 0.0,
        positions: 0,
        rest: 0.0,
        fractions: None,
    };
    let mut sums = Some(FractionSums::new(seats));
    let mut cursor = game.cursor();
    if let Turn::Over(outcome) = cursor.turn() {
        let all = Part { float: 1.0, exact: Some(Fraction::from_integer(1.into())) };
        found.end(&outcome, &all, 0, &mut sums);
        found.fractions = sums.map(|sums| sums.shown());
        return Some(found);
    }
    let all = Part { float: 1.0, exact: Some(Fraction::from_integer(1.into())) };
    let mut layer: Vec<(Position, Part)> = vec![(cursor.save(), all)];
    for ply in 1..=MOST_PLIES {
        let mut next = Layer::default();
        for (position, part) in &layer {
            found.positions += 1;
            if found.positions > most || (found.positions.is_multiple_of(256) && !go_on()) {
                return None;
            }
            cursor.load(position);
            spread(&mut *cursor, part, &mut next, &mut |outcome, part| {
                found.end(outcome, part, ply, &mut sums);
            })?;
            // Play goes on in all of these, so that they would be counted at the next ply.
            if found.positions + next.list.len() as u64 > most {
                return None;
            }
        }
        // What is left out here is never lost: `rest` is what the ends do not add up to.
        layer = next.list;
        layer.retain(|(_, part)| part.float > NOTHING);
        if layer.is_empty() {
            break;
        }
    }
    let ended: f64 = found.lengths.iter().sum();
    found.rest = (1.0 - ended).max(0.0);
    let all = found.lengths.iter().enumerate();
    found.length = all.map(|(ply, part)| ply as f64 * part).sum();
    // What was left out as nothing is missing in the fractions, too.
    found.fractions = sums.filter(FractionSums::is_complete).map(|sums| sums.shown());
    Some(found)
}

/// A part of all plays, as a float and, while it is short, as a fraction.
#[derive(Clone)]
struct Part {
    float: f64,
    exact: Option<Fraction>,
}

impl Part {
    fn of(&self, weight: u128, total: u128) -> Part {
        let exact = self.exact.as_ref().map(|exact| exact * share(weight, total));
        let exact = exact.filter(|exact| exact.denom().bits() <= MOST_BITS);
        Part { float: self.float * weight as f64 / total as f64, exact }
    }

    fn add(&mut self, more: Part) {
        self.float += more.float;
        let exact = self.exact.take().zip(more.exact).map(|(a, b)| a + b);
        self.exact = exact.filter(|exact| exact.denom().bits() <= MOST_BITS);
    }
}

fn share(weight: u128, total: u128) -> Fraction {
    Fraction::new(weight.into(), total.into())
}

/// The sums of the fractions of plays that ended.
struct FractionSums {
    all: Fraction,
    won: Vec<Fraction>,
    drawn: Fraction,
    length: Fraction,
}

impl FractionSums {
    fn new(seats: usize) -> FractionSums {
        let zero = || Fraction::from_integer(0.into());
        FractionSums { all: zero(), won: vec![zero(); seats], drawn: zero(), length: zero() }
    }

    fn is_complete(&self) -> bool {
        self.all == Fraction::from_integer(1.into())
    }

    fn shown(&self) -> ExactFractions {
        ExactFractions {
            won: self.won.iter().map(ToString::to_string).collect(),
            drawn: self.drawn.to_string(),
            length: self.length.to_string(),
        }
    }
}

/// The positions of a ply, each once, in the order in which they were met: sums do not depend on the
/// order of a hash table.
#[derive(Default)]
struct Layer {
    list: Vec<(Position, Part)>,
    numbers: HashMap<Position, usize>,
}

impl Layer {
    fn add(&mut self, position: Position, part: Part) {
        match self.numbers.get(&position) {
            Some(at) => self.list[*at].1.add(part),
            None => {
                self.numbers.insert(position.clone(), self.list.len());
                self.list.push((position, part));
            }
        }
    }
}

/// Shares a part of all plays out to the positions one move away. `None` if a limit was reached.
fn spread(
    at: &mut dyn Cursor,
    part: &Part,
    next: &mut Layer,
    end: &mut dyn FnMut(&Outcome, &Part),
) -> Option<()> {
    let mut children: Vec<(MoveIndex, Turn, u128)> = Vec::new();
    at.expand(&Expand::default(), &mut |child| {
        children.push((child.index, child.turn.clone(), child.weight));
        ControlFlow::Continue(())
    });
    let total: u128 = children.iter().map(|(_, _, weight)| weight).sum();
    for (index, turn, weight) in children {
        let part = part.of(weight, total);
        match turn {
            Turn::Over(outcome) => end(&outcome, &part),
            Turn::Stopped(_) => return None,
            Turn::Player(_) | Turn::Chance => {
                at.enter(index);
                next.add(at.save(), part);
                at.pop();
            }
        }
    }
    Some(())
}

impl ExactPlay {
    fn end(&mut self, outcome: &Outcome, part: &Part, ply: usize, sums: &mut Option<FractionSums>) {
        match (sums.as_mut(), &part.exact) {
            (Some(sums), Some(exact)) => {
                sums.all += exact;
                sums.length += exact * Fraction::from_integer(ply.into());
                match outcome.verdict {
                    Verdict::Won(seats) if seats.len() == 1 => {
                        let winner = seats.iter().next().expect("there is one");
                        sums.won[usize::from(winner.0)] += exact;
                    }
                    Verdict::Draw => sums.drawn += exact,
                    _ => {}
                }
            }
            _ => *sums = None,
        }
        let part = part.float;
        if self.lengths.len() <= ply {
            self.lengths.resize(ply + 1, 0.0);
        }
        self.lengths[ply] += part;
        match outcome.verdict {
            Verdict::Won(seats) if seats.is_empty() => self.lost += part,
            Verdict::Won(seats) => match (seats.len(), seats.iter().next()) {
                (1, Some(seat)) => self.won[usize::from(seat.0)] += part,
                _ => self.shared += part,
            },
            Verdict::Draw => self.drawn += part,
            Verdict::NoResult => self.open += part,
        }
        for (seat, points) in self.points.iter_mut().enumerate() {
            *points += part * (outcome.utility(Seat(seat as u8)) + 1.0) / 2.0;
        }
    }
}
