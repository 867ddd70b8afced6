//! End conditions, and how they are put together.
//!
//! A [`Condition`] looks at the stones of the player who has just moved; an [`EndRule`] says what that means
//! for the game. Both are asked after each move, and read what a tracker has kept up to date. Only
//! when there is a listener are they asked which places decided.

mod combine;
mod connect;
mod line;
mod seen;
mod set;
mod wire;

pub use combine::{
    Combine, Criteria, DrawIf, Full, IfNotThen, MoverWhen, Symmetric, When, criteria, draw_if,
    full, mover_loses_when, mover_wins_when, player_loses_when, player_wins_when, symmetric,
};
pub use connect::{Connects, Ring, connects, ring};
pub use line::{InLine, in_line, in_line_exactly};
pub(crate) use seen::position_graph;
pub use seen::{PositionEdge, PositionGraph, SeenCondition, seen};
pub use set::{
    AvoiderEnforcer, HoldsSet, MakerBreaker, SetGame, avoider_enforcer, holds_set, maker_breaker,
    maker_maker,
};
pub use wire::{Joins, joins};

use crate::error::RulesError;
use crate::player::PlayerInfo;
use crate::setup::{PlaceMap, Setup};
use crate::stones::{PlaceId, Stones};
use crate::tracker::Tracker;
use senet_board::{Board, Cell, Edge, Spot};
use senet_game::{Seat, capitalized};

/// What an end condition sees: the position after a move, and what the move changed.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a, T: Tracker> {
    /// Who has just moved; counted from the seat whose view [`symmetric`] takes.
    pub player: Seat,
    /// Who has just moved, as stones know it.
    pub(crate) owner: Seat,
    /// How many seats there are.
    pub seats: u8,
    /// The place that was claimed.
    pub place: PlaceId,
    /// What the tracker says about it.
    pub report: T::Report,
    /// What the tracker remembers.
    pub memory: &'a T::Memory,
    /// Who owns what.
    pub stones: &'a Stones<T::Kept>,
    /// The tracker.
    pub tracker: &'a T,
    /// The board.
    pub board: &'a Board,
    /// Where the places of the game lie on the board.
    pub places: &'a PlaceMap,
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// This seat wins.
    Wins(Seat),
    /// This seat loses: the others win.
    Loses(Seat),
    /// Nobody wins.
    Draw,
}

/// A play that is over, for rules that describe the ending in words.
#[derive(Debug, Clone, Copy)]
pub struct EndOfPlay<'a> {
    /// How it ended.
    pub ruling: Ruling,
    /// The places that made the difference, such as a winning line.
    pub deciding: &'a [PlaceId],
    /// The board.
    pub board: &'a Board,
    /// Who plays.
    pub players: &'a [PlayerInfo],
}

impl EndOfPlay<'_> {
    /// A sentence about whoever won or lost: the first text is about a winner, the second about a loser.
    pub fn about(&self, wins: &str, loses: &str) -> Option<String> {
        let (seat, did) = match self.ruling {
            Ruling::Wins(seat) => (seat, wins),
            Ruling::Loses(seat) => (seat, loses),
            Ruling::Draw => return None,
        };
        let name = &self.players[usize::from(seat.0)].name;
        (!did.is_empty()).then(|| capitalized(&format!("{name} {did}.")))
    }
}

/// Something that may be true of the stones of the player who has just moved.
pub trait Condition<T: Tracker> {
    /// Whether it is true now.
    fn holds(&self, look: &Look<'_, T>) -> bool;

    /// If it is true: the places that make it so.
    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId>;

    /// Whether the condition makes sense for this tracker. Asked once, when a game is made.
    fn check(&self, _setup: &Setup<'_>, _tracker: &T) -> Result<(), RulesError> {
        Ok(())
    }
}

/// A rule for the end of a game.
pub trait EndRule<T: Tracker>: Combine {
    /// How the game ends with this move, if it does.
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling>;

    /// If it ends: the places that decided it.
    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId>;

    /// Whether the rule makes sense for this tracker. Asked once, when a game is made.
    fn check(&self, _setup: &Setup<'_>, _tracker: &T) -> Result<(), RulesError> {
        Ok(())
    }
}

impl<T: Tracker> Look<'_, T> {
    /// Whether nothing is left to be claimed.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stones.open() == 0
    }

    /// Whether the player who has just moved owns a place.
    #[inline]
    pub fn mine(&self, place: PlaceId) -> bool {
        self.stones.has(self.owner, place)
    }

    /// Whose a cell or an edge is, if it is claimed. `None` for what cannot be claimed in this game.
    pub fn owner_of(&self, spot: impl Into<Spot>) -> Option<Seat> {
        self.places.at(spot).and_then(|place| self.stones.owner(place))
    }

    /// The edges that the player who has just moved has claimed, in order.
    pub fn my_edges(&self) -> impl Iterator<Item = Edge> {
        let mine = self.stones.of(self.owner).map(|place| self.places.spot(place));
        mine.filter_map(|spot| match spot {
            Spot::Edge(edge) => Some(edge),
            Spot::Cell(_) => None,
        })
    }

    /// The position as a graph: owners on cells and edges, and the directions of edges. Made anew at
    /// each call: for conditions that nothing quicker can tell.
    pub fn graph(&self) -> PositionGraph {
        position_graph(self.board, self.places, self.stones)
    }

    pub(crate) fn places_of(&self, cells: &[Cell]) -> Vec<PlaceId> {
        cells.iter().filter_map(|&cell| self.places.at(cell)).collect()
    }
}
