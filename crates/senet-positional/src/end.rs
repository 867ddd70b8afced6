//! End conditions, and how they are put together.
//!
//! A [`Condition`] looks at the stones of whoever has just moved; an [`End`] says what that means
//! for the game. Both are asked after each move, and read what a tracker has kept up to date. Only
//! when somebody listens are they asked which places decided.

mod connect;
mod line;
mod set;
mod wire;

pub use connect::{Connects, Ring, connects, ring};
pub use line::{InLine, in_line, in_line_exactly};
pub use set::{
    AvoiderEnforcer, HoldsSet, Kind, MakerBreaker, avoider_enforcer, holds_set, maker_breaker,
    maker_maker,
};

pub use wire::{Joins, joins};

use crate::graph::ColoredGraph;
use crate::stones::{PlaceId, Stones};
use crate::tracker::Tracker;
use senet_board::{Board, Cell, Dir, Spot};
use senet_game::Seat;

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
    pub places: &'a [Spot],
}

/// A position as a graph: owners on the cells, directions on the edges.
pub type PositionGraph = ColoredGraph<Option<Seat>, Option<Dir>>;

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

/// Something that may be true of the stones of whoever has just moved.
pub trait Condition<T: Tracker> {
    /// Whether it is true now.
    fn holds(&self, look: &Look<'_, T>) -> bool;

    /// If it is true: the places that make it so.
    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId>;
}

/// A rule for the end of a game.
pub trait End<T: Tracker>: Combine {
    /// How the game ends with this move, if it does.
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling>;

    /// If it ends: the places that decided it.
    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId>;
}

/// Rules can be put together.
pub trait Combine: Sized {
    /// This rule, unless the other one applies, which then decides.
    fn unless<E>(self, other: E) -> IfNotThen<E, Self> {
        IfNotThen { first: other, then: self }
    }

    /// This rule and, if it does not apply, the other one.
    fn if_not_then<E>(self, other: E) -> IfNotThen<Self, E> {
        IfNotThen { first: self, then: other }
    }
}

impl<C> Combine for When<C> {}
impl<C> Combine for DrawIf<C> {}
impl<A, B> Combine for IfNotThen<A, B> {}
impl<E, const N: usize> Combine for Criteria<E, N> {}
impl<E> Combine for Symmetric<E> {}
impl Combine for MakerBreaker {}
impl Combine for AvoiderEnforcer {}
impl Combine for Kind {}

impl<T: Tracker> Look<'_, T> {
    /// Whether nothing is left to be claimed.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stones.open() == 0
    }

    /// Whether whoever has just moved owns a place.
    #[inline]
    pub fn mine(&self, place: PlaceId) -> bool {
        self.stones.has(self.owner, place)
    }

    /// The position as a graph of cells and their owners, directions on its edges. Made anew at each
    /// call: for conditions that nothing quicker can tell.
    pub fn graph(&self) -> PositionGraph {
        let mut graph = ColoredGraph::of_board(self.board, None);
        for (i, spot) in self.places.iter().enumerate() {
            if let Spot::Cell(cell) = spot {
                graph.set(*cell, self.stones.owner(i as PlaceId));
            }
        }
        graph
    }

    pub(crate) fn places_of(&self, cells: &[Cell]) -> Vec<PlaceId> {
        let place = |cell: &Cell| {
            let spot = Spot::Cell(*cell);
            self.places.iter().position(|&other| other == spot).map(|i| i as PlaceId)
        };
        cells.iter().filter_map(place).collect()
    }
}

/// See [`player_wins_when`] and [`player_loses_when`].
#[derive(Debug, Clone, Copy)]
pub struct When<C> {
    player: Seat,
    ruling: Ruling,
    condition: C,
}

/// A player wins with a move that makes the condition true of the player's stones.
pub fn player_wins_when<C>(player: Seat, condition: C) -> When<C> {
    When { player, ruling: Ruling::Wins(player), condition }
}

/// A player loses with a move that makes the condition true of the player's stones.
pub fn player_loses_when<C>(player: Seat, condition: C) -> When<C> {
    When { player, ruling: Ruling::Loses(player), condition }
}

impl<T: Tracker, C: Condition<T>> End<T> for When<C> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        (look.player == self.player && self.condition.holds(look)).then_some(self.ruling)
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        self.condition.places(look)
    }
}

/// See [`full`].
#[derive(Debug, Clone, Copy)]
pub struct Full;

/// Nothing is left to be claimed.
pub const fn full() -> Full {
    Full
}

impl<T: Tracker> Condition<T> for Full {
    #[inline(always)]
    fn holds(&self, look: &Look<'_, T>) -> bool {
        look.is_full()
    }

    fn places(&self, _: &Look<'_, T>) -> Vec<PlaceId> {
        Vec::new()
    }
}

/// See [`draw_if`].
#[derive(Debug, Clone, Copy)]
pub struct DrawIf<C>(C);

/// The game is a draw if this is true, whoever has moved, such as `draw_if(full())`.
pub const fn draw_if<C>(condition: C) -> DrawIf<C> {
    DrawIf(condition)
}

impl<T: Tracker, C: Condition<T>> End<T> for DrawIf<C> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        self.0.holds(look).then_some(Ruling::Draw)
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        self.0.places(look)
    }
}

/// See [`Combine::if_not_then`].
#[derive(Debug, Clone, Copy)]
pub struct IfNotThen<A, B> {
    first: A,
    then: B,
}

impl<T: Tracker, A: End<T>, B: End<T>> End<T> for IfNotThen<A, B> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        self.first.judge(look).or_else(|| self.then.judge(look))
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        if self.first.judge(look).is_some() {
            self.first.places(look)
        } else {
            self.then.places(look)
        }
    }
}

/// See [`criteria`].
#[derive(Debug, Clone, Copy)]
pub struct Criteria<E, const N: usize>([E; N]);

/// Several rules of one kind: the first that applies decides.
pub fn criteria<E, const N: usize>(rules: [E; N]) -> Criteria<E, N> {
    Criteria(rules)
}

impl<T: Tracker, E: End<T>, const N: usize> End<T> for Criteria<E, N> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        self.0.iter().find_map(|rule| rule.judge(look))
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        let rule = self.0.iter().find(|rule| rule.judge(look).is_some());
        rule.map(|rule| rule.places(look)).unwrap_or_default()
    }
}

/// See [`symmetric`].
#[derive(Debug, Clone, Copy)]
pub struct Symmetric<E>(E);

/// A rule that is written for the first player, `Seat(0)`, and goes for all alike.
pub fn symmetric<E>(rule: E) -> Symmetric<E> {
    Symmetric(rule)
}

impl<T: Tracker, E: End<T>> End<T> for Symmetric<E> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        let turned = |seat: Seat| Seat((seat.0 + look.player.0) % look.seats);
        let ruling = self.0.judge(&Look { player: Seat(0), ..*look })?;
        Some(match ruling {
            Ruling::Wins(seat) => Ruling::Wins(turned(seat)),
            Ruling::Loses(seat) => Ruling::Loses(turned(seat)),
            Ruling::Draw => Ruling::Draw,
        })
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        self.0.places(&Look { player: Seat(0), ..*look })
    }
}

/// See [`seen`].
#[derive(Debug, Clone, Copy)]
pub struct Seen<F>(F);

/// Any condition on the position as a graph, which answers with the cells that make it true. Slow,
/// as it looks at the whole board after each move, but there is nothing that it cannot say.
pub fn seen<F>(test: F) -> Seen<F>
where
    F: Fn(&PositionGraph, Seat) -> Option<Vec<Cell>>,
{
    Seen(test)
}

impl<T, F> Condition<T> for Seen<F>
where
    T: Tracker,
    F: Fn(&PositionGraph, Seat) -> Option<Vec<Cell>>,
{
    fn holds(&self, look: &Look<'_, T>) -> bool {
        self.0(&look.graph(), look.owner).is_some()
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        look.places_of(&self.0(&look.graph(), look.owner).unwrap_or_default())
    }
}
