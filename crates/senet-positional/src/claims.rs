//! Which of the open places may be claimed.
//!
//! Most positional games let players claim whatever is open: [`anywhere`], the default of
//! [`PositionalRules::claims`](crate::PositionalRules::claims), is known to allow everything when a
//! game is compiled, so that nothing is asked and nothing is paid. Other rules answer for one
//! [`Candidate`] after the other.
//!
//! Here the first stone must not lie in the middle, and every other one next to a stone; whoever has
//! three in a row wins.
//!
//! ```
//! use senet_board::{Shape, Spec};
//! use senet_game::Game;
//! use senet_positional::{
//!     ClaimRule, EndRule, InLine, Lines, Positional, PositionalRules, RulesError, Setup, both,
//!     in_line, mover_wins_when, next_to_stone, not_first,
//! };
//!
//! struct Growing;
//!
//! const THREE: InLine = in_line(3);
//!
//! impl PositionalRules for Growing {
//!     type Tracker = Lines<4>;
//!
//!     fn board(&self) -> Spec {
//!         Shape::Square { width: 3, height: 3 }.into()
//!     }
//!
//!     fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
//!         Lines::new(setup)
//!     }
//!
//!     fn end(&self) -> impl EndRule<Lines<4>> {
//!         mover_wins_when(THREE)
//!     }
//!
//!     fn claims(&self) -> impl ClaimRule<Lines<4>> {
//!         both(not_first(["b2"]), next_to_stone())
//!     }
//! }
//!
//! let game = Positional::new(Growing)?;
//! let mut position = game.start();
//! assert_eq!(game.count_moves(&position), 8);
//! let corner = senet_game::named(&game, &position, "a1").expect("it may be claimed");
//! game.apply(&mut position, &corner, &mut ());
//! let mut next = Vec::new();
//! game.moves(&position, &mut next);
//! let names: Vec<String> = next.iter().map(|mv| game.move_name(&position, mv)).collect();
//! assert_eq!(names, ["b1", "a2"]);
//! # Ok::<(), RulesError>(())
//! ```

use crate::end::{PositionGraph, position_graph};
use crate::error::RulesError;
use crate::setup::{PlaceMap, Setup};
use crate::stones::{PlaceId, Stones};
use crate::tracker::Tracker;
use senet_board::{Board, Cell, Spot};
use senet_game::Seat;

/// An open place that a player might claim, in the position before the claim.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a, T: Tracker> {
    /// Who would claim it.
    pub mover: Seat,
    /// How many places the mover may claim in the rest of this turn.
    pub left: u8,
    /// The place.
    pub place: PlaceId,
    /// Who owns what.
    pub stones: &'a Stones<T::Kept>,
    /// What the tracker remembers.
    pub memory: &'a T::Memory,
    /// The tracker.
    pub tracker: &'a T,
    /// The board.
    pub board: &'a Board,
    /// Where the places of the game lie on the board.
    pub places: &'a PlaceMap,
}

impl<T: Tracker> Candidate<'_, T> {
    /// Whether it would be the first claim of the game.
    pub fn is_first(&self) -> bool {
        self.stones.is_empty()
    }

    /// Where it lies.
    pub fn spot(&self) -> Spot {
        self.places.spot(self.place)
    }

    /// The cell, if it is one.
    pub fn cell(&self) -> Option<Cell> {
        match self.spot() {
            Spot::Cell(cell) => Some(cell),
            Spot::Edge(_) => None,
        }
    }

    /// Whose a cell or an edge is, if it is claimed.
    pub fn owner_of(&self, spot: impl Into<Spot>) -> Option<Seat> {
        self.places.at(spot).and_then(|place| self.stones.owner(place))
    }

    /// Whether it is next to something that this seat has claimed. Cells that are neighbours, edges
    /// that share an end, and a cell and the edges from it are next to each other.
    pub fn touches(&self, seat: Seat) -> bool {
        self.places.any_adjacent(self.board, self.place, |next| self.stones.has(seat, next))
    }

    /// Whether it is next to anything that is claimed.
    pub fn touches_stone(&self) -> bool {
        let claimed = |next| self.stones.owner(next).is_some();
        self.places.any_adjacent(self.board, self.place, claimed)
    }

    /// The position as a graph, as in [`Look::graph`](crate::Look::graph). Slow.
    pub fn graph(&self) -> PositionGraph {
        position_graph(self.board, self.places, self.stones)
    }
}

/// A rule for which of the open places may be claimed.
pub trait ClaimRule<T: Tracker> {
    /// Whether there is anything to ask. Where it is `false`, the question is compiled away.
    const RESTRICTS: bool = true;

    /// Whether the place may be claimed.
    fn allows(&self, candidate: &Candidate<'_, T>) -> bool;

    /// Whether the rule makes sense at this table.
    fn check(&self, _setup: &Setup<'_>) -> Result<(), RulesError> {
        Ok(())
    }
}

/// What happens to a player whose turn it is and who may not claim anything. A turn of several claims
/// just ends when nothing more may be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoClaim {
    /// The game ends, and nobody wins.
    Draw,
    /// The player loses.
    MoverLoses,
    /// The player wins.
    MoverWins,
    /// The next player moves. If nobody may claim anything, the game is a draw.
    Pass,
}

/// See [`anywhere`].
#[derive(Debug, Clone, Copy)]
pub struct Anywhere;

/// Every open place may be claimed.
pub const fn anywhere() -> Anywhere {
    Anywhere
}

impl<T: Tracker> ClaimRule<T> for Anywhere {
    const RESTRICTS: bool = false;

    #[inline(always)]
    fn allows(&self, _: &Candidate<'_, T>) -> bool {
        true
    }
}

/// See [`only_where`].
#[derive(Debug, Clone, Copy)]
pub struct OnlyWhere<F>(F);

/// Places of which the test is true. The tracker of the game has to be named in the test's argument:
/// `only_where(|place: &Candidate<'_, Groups>| …)`.
pub const fn only_where<T, F>(test: F) -> OnlyWhere<F>
where
    T: Tracker,
    F: Fn(&Candidate<'_, T>) -> bool,
{
    OnlyWhere(test)
}

impl<T: Tracker, F: Fn(&Candidate<'_, T>) -> bool> ClaimRule<T> for OnlyWhere<F> {
    #[inline]
    fn allows(&self, candidate: &Candidate<'_, T>) -> bool {
        self.0(candidate)
    }
}

/// See [`not_first`].
#[derive(Debug, Clone, Copy)]
pub struct NotFirst<const N: usize>([&'static str; N]);

/// The game must not begin in any of these places; they are named as the board names them.
pub const fn not_first<const N: usize>(names: [&'static str; N]) -> NotFirst<N> {
    NotFirst(names)
}

impl<T: Tracker, const N: usize> ClaimRule<T> for NotFirst<N> {
    #[inline]
    fn allows(&self, candidate: &Candidate<'_, T>) -> bool {
        let forbidden = |spot| self.0.iter().any(|name| candidate.board.spot(name) == Some(spot));
        !candidate.is_first() || !forbidden(candidate.spot())
    }

    fn check(&self, setup: &Setup<'_>) -> Result<(), RulesError> {
        let known = |name: &str| {
            setup.board().spot(name).is_some_and(|spot| setup.places().at(spot).is_some())
        };
        match self.0.iter().find(|name| !known(name)) {
            Some(name) => Err(RulesError::UnknownPlace((*name).to_owned())),
            None => Ok(()),
        }
    }
}

/// See [`next_to_stone`] and [`next_to_own`].
#[derive(Debug, Clone, Copy)]
pub struct NextTo {
    own: bool,
}

/// Places next to something that is claimed, whoever owns it; anything, as long as nothing is claimed.
pub const fn next_to_stone() -> NextTo {
    NextTo { own: false }
}

/// Places next to something that the mover has claimed; anything, for a player who has nothing yet.
pub const fn next_to_own() -> NextTo {
    NextTo { own: true }
}

impl<T: Tracker> ClaimRule<T> for NextTo {
    #[inline]
    fn allows(&self, candidate: &Candidate<'_, T>) -> bool {
        if self.own {
            let mover = candidate.mover;
            candidate.touches(mover) || candidate.stones.of(mover).next().is_none()
        } else {
            candidate.is_first() || candidate.touches_stone()
        }
    }
}

/// See [`both`].
#[derive(Debug, Clone, Copy)]
pub struct BothRules<A, B>(A, B);

/// Places that two rules allow.
pub const fn both<A, B>(first: A, second: B) -> BothRules<A, B> {
    BothRules(first, second)
}

impl<T: Tracker, A: ClaimRule<T>, B: ClaimRule<T>> ClaimRule<T> for BothRules<A, B> {
    const RESTRICTS: bool = A::RESTRICTS || B::RESTRICTS;

    #[inline]
    fn allows(&self, candidate: &Candidate<'_, T>) -> bool {
        self.0.allows(candidate) && self.1.allows(candidate)
    }

    fn check(&self, setup: &Setup<'_>) -> Result<(), RulesError> {
        self.0.check(setup)?;
        self.1.check(setup)
    }
}

/// Whether a rule of this type asks anything: a constant for each type of rules.
#[inline(always)]
pub(crate) const fn restricts<T: Tracker, C: ClaimRule<T>>(_: &C) -> bool {
    C::RESTRICTS
}
