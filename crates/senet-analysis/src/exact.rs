//! Exact values of random play, where a game is small enough: how likely each outcome is.
//!
//! The distribution over positions is carried forward ply by ply (an absorbing Markov chain); equal
//! positions of a ply are put together. Cost: one application of a move per edge and ply.

use senet_game::{Cursor, DynGame, Expand, MoveIndex, Outcome, Position, Seat, Turn, Verdict};
use serde::Serialize;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Play that goes on after so many plies is given up; what is left by then is told as the error.
const MOST_PLIES: usize = 2_000;
/// A part of all plays that is less than this is left out.
const NOTHING: f64 = 1e-13;

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
    };
    let mut cursor = game.cursor();
    if let Turn::Over(outcome) = cursor.turn() {
        found.end(&outcome, 1.0, 0);
        return Some(found);
    }
    let mut layer: Vec<(Position, f64)> = vec![(cursor.save(), 1.0)];
    for ply in 1..=MOST_PLIES {
        let mut next = Layer::default();
        for (position, part) in &layer {
            found.positions += 1;
            if found.positions > most || (found.positions % 256 == 0 && !go_on()) {
                return None;
            }
            cursor.load(position);
            spread(&mut *cursor, *part, &mut next, &mut |outcome, part| {
                found.end(outcome, part, ply);
            })?;
        }
        layer = next.list;
        layer.retain(|(_, part)| *part > NOTHING);
        if layer.is_empty() {
            break;
        }
    }
    let ended: f64 = found.lengths.iter().sum();
    found.rest = (1.0 - ended).max(0.0);
    let all = found.lengths.iter().enumerate();
    found.length = all.map(|(ply, part)| ply as f64 * part).sum();
    Some(found)
}

/// The positions of a ply, each once, in the order in which they were met: sums do not depend on the
/// order of a hash table.
#[derive(Default)]
struct Layer {
    list: Vec<(Position, f64)>,
    numbers: HashMap<Position, usize>,
}

impl Layer {
    fn add(&mut self, position: Position, part: f64) {
        match self.numbers.get(&position) {
            Some(at) => self.list[*at].1 += part,
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
    part: f64,
    next: &mut Layer,
    end: &mut dyn FnMut(&Outcome, f64),
) -> Option<()> {
    let mut children: Vec<(MoveIndex, Turn, f64)> = Vec::new();
    at.expand(&Expand::default(), &mut |child| {
        children.push((child.index, child.turn.clone(), child.weight as f64));
        ControlFlow::Continue(())
    });
    let total: f64 = children.iter().map(|(_, _, weight)| weight).sum();
    for (index, turn, weight) in children {
        let part = part * weight / total;
        match turn {
            Turn::Over(outcome) => end(&outcome, part),
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
    fn end(&mut self, outcome: &Outcome, part: f64, ply: usize) {
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
