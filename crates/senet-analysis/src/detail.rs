//! What is seen in each position of a play: legal moves, first moves, cells.

use crate::distribution::Distribution;
use crate::stats::half_points;
use senet_game::{Cursor, MoveId, Observer, Outcome, Seat};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The first plies have a mean number of moves each; later ones are summed up in the distribution alone.
const PLIES: usize = 400;
/// So many different first moves, and cells, are counted; a game with more has no picture to draw them in.
const MOST_NAMES: usize = 4_096;

/// What was seen in the positions of some plays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DetailStats {
    /// How many plays were looked at.
    pub plays: u64,
    /// Legal moves in each position in which a player decides (the branching factor).
    pub branching: Distribution,
    /// The same by ply, for the first plies.
    pub by_ply: Vec<PlySum>,
    /// Decisions of players between two moves or more, in a play.
    pub decisions: Distribution,
    /// The number of the first such decision among all moves of the play, from 1; plays without one are
    /// not in it.
    pub first_decision: Distribution,
    /// How many moves chance made, in all plays together.
    pub chance_moves: u64,
    /// The first moves of players, by name.
    pub first_moves: BTreeMap<String, MoveUse>,
    /// For each seat, the cells and edges that its moves name.
    pub cells: Vec<BTreeMap<String, CellUse>>,
}

/// Moves at one ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PlySum {
    /// In how many plays a player decided at this ply.
    pub decisions: u64,
    /// The sum of their legal moves.
    pub moves: u64,
}

/// How a move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoveUse {
    /// In how many plays it was made.
    pub plays: u64,
    /// The points of the seat that made it, in halves.
    pub half_points: u64,
}

/// How a cell did for a seat whose move named it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CellUse {
    /// In how many plays the seat used it.
    pub plays: u64,
    /// The points of the seat in these plays, in halves.
    pub half_points: u64,
}

impl DetailStats {
    /// Adds the plays of another part.
    pub fn merge(&mut self, other: &DetailStats) {
        self.plays += other.plays;
        self.branching.merge(&other.branching);
        if self.by_ply.len() < other.by_ply.len() {
            self.by_ply.resize(other.by_ply.len(), PlySum::default());
        }
        for (sum, more) in self.by_ply.iter_mut().zip(&other.by_ply) {
            sum.decisions += more.decisions;
            sum.moves += more.moves;
        }
        self.decisions.merge(&other.decisions);
        self.first_decision.merge(&other.first_decision);
        self.chance_moves += other.chance_moves;
        for (name, more) in &other.first_moves {
            let one = self.first_moves.entry(name.clone()).or_default();
            one.plays += more.plays;
            one.half_points += more.half_points;
        }
        if self.cells.len() < other.cells.len() {
            self.cells.resize(other.cells.len(), BTreeMap::new());
        }
        for (all, more) in self.cells.iter_mut().zip(&other.cells) {
            for (name, more) in more {
                let one = all.entry(name.clone()).or_default();
                one.plays += more.plays;
                one.half_points += more.half_points;
            }
        }
    }
}

/// Looks at one play after another.
#[derive(Debug, Default)]
pub(crate) struct DetailLook {
    /// Names of cells, by number.
    names: Vec<String>,
    numbers: BTreeMap<String, u32>,
    /// For each [`MoveId`] that was met, the cells that it names.
    cells: Vec<Option<Box<[u32]>>>,
    // Of the play that is looked at:
    plies: u64,
    decisions: u64,
    first_decision: Option<u64>,
    first: Option<(String, Seat)>,
    used: Vec<BTreeSet<u32>>,
}

impl DetailLook {
    /// A play begins.
    pub(crate) fn begin(&mut self, seats: usize) {
        (self.plies, self.decisions, self.first_decision, self.first) = (0, 0, None, None);
        self.used.resize(seats, BTreeSet::new());
        self.used.iter_mut().for_each(BTreeSet::clear);
    }

    /// A player is about to make a move, one of so many, where the cursor stands.
    pub(crate) fn choice(
        &mut self,
        at: &dyn Cursor,
        (seat, moves, mv): (Seat, usize, MoveId),
        into: &mut DetailStats,
    ) {
        into.branching.add(moves as i64);
        let ply = self.plies as usize;
        if ply < PLIES {
            if into.by_ply.len() <= ply {
                into.by_ply.resize(ply + 1, PlySum::default());
            }
            into.by_ply[ply].decisions += 1;
            into.by_ply[ply].moves += moves as u64;
        }
        self.plies += 1;
        if moves > 1 {
            self.decisions += 1;
            self.first_decision.get_or_insert(self.plies);
        }
        if self.first.is_none() {
            self.first = Some((at.move_name(mv), seat));
        }
        let number = mv.0 as usize;
        if number >= self.cells.len() {
            self.cells.resize(number + 64, None);
        }
        if self.cells[number].is_none() {
            self.cells[number] = Some(self.places(at, mv));
        }
        if let Some(used) = self.used.get_mut(usize::from(seat.0)) {
            used.extend(self.cells[number].iter().flat_map(|cells| cells.iter()));
        }
    }

    /// Chance is about to move.
    pub(crate) fn chance(&mut self, into: &mut DetailStats) {
        self.plies += 1;
        into.chance_moves += 1;
    }

    /// The play is over.
    pub(crate) fn end(&mut self, outcome: &Outcome, into: &mut DetailStats) {
        into.plays += 1;
        into.decisions.add(self.decisions as i64);
        if let Some(first) = self.first_decision {
            into.first_decision.add(first as i64);
        }
        if let Some((name, seat)) = self.first.take()
            && (into.first_moves.len() < MOST_NAMES || into.first_moves.contains_key(&name))
        {
            let one = into.first_moves.entry(name).or_default();
            one.plays += 1;
            one.half_points += half_points(outcome, seat);
        }
        into.cells.resize(self.used.len(), BTreeMap::new());
        for (seat, (used, all)) in self.used.iter().zip(&mut into.cells).enumerate() {
            let points = half_points(outcome, Seat(seat as u8));
            for cell in used {
                let name = &self.names[*cell as usize];
                if !all.contains_key(name) {
                    all.insert(name.clone(), CellUse::default());
                }
                let one = all.get_mut(name).expect("just made");
                one.plays += 1;
                one.half_points += points;
            }
        }
    }

    /// How many moves have a number.
    pub(crate) fn known_moves(&self) -> usize {
        self.cells.len()
    }

    /// Forgets the numbers of moves, which belong to a cursor.
    pub(crate) fn forget_moves(&mut self) {
        self.cells.clear();
    }

    /// The cells that a move names, by number.
    fn places(&mut self, at: &dyn Cursor, mv: MoveId) -> Box<[u32]> {
        let described = at.describe_move(mv, Observer::All);
        if described.places.is_empty() {
            return Box::default();
        }
        let boards = at.view(Observer::All).boards;
        let mut out = Vec::new();
        for place in described.places {
            let Some(scene) = boards.get(usize::from(place.board)) else { continue };
            let name = scene.board.spot_name(place.spot);
            let next = self.names.len();
            match self.numbers.get(&name) {
                Some(number) => out.push(*number),
                None if next < MOST_NAMES => {
                    self.numbers.insert(name.clone(), next as u32);
                    self.names.push(name);
                    out.push(next as u32);
                }
                None => {}
            }
        }
        out.into()
    }
}
