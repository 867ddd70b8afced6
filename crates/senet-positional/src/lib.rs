//! Positional games: players claim places of a board until an end condition applies.
//!
//! A game is a type that implements [`Rules`]: a board, a [`Tracker`] that keeps something up to date
//! from move to move, and an [`End`] condition put together from pieces that read it. [`Positional`]
//! makes a `senet_game::Game` of it. What the pieces are compiled to is what one would write by hand:
//! no end test searches the board.
//!
//! ```
//! use senet_board::{Board, Shape, Spec};
//! use senet_game::{Game, Seat, Turn};
//! use senet_positional::{Combine, End, InLine, Lines, Positional, Rules};
//! use senet_positional::{draw_if, full, in_line, player_wins_when, symmetric};
//!
//! struct TicTacToe;
//!
//! const THREE: InLine = in_line(3);
//!
//! impl Rules for TicTacToe {
//!     type Tracker = Lines<4>;
//!
//!     fn board(&self) -> Spec {
//!         Shape::Square { width: 3, height: 3 }.into()
//!     }
//!
//!     fn tracker(&self, board: &Board) -> Lines<4> {
//!         Lines::new(board, 2)
//!     }
//!
//!     fn end(&self) -> impl End<Lines<4>> {
//!         draw_if(full()).unless(symmetric(player_wins_when(Seat(0), THREE)))
//!     }
//! }
//!
//! let game = Positional::new(TicTacToe)?;
//! let mut position = game.start();
//! for name in ["a1", "a2", "b1", "b2", "c1"] {
//!     let mv = senet_game::named(&game, &position, name).expect("the cell is empty");
//!     game.apply(&mut position, &mv, &mut ());
//! }
//! assert!(matches!(game.turn(&position), Turn::Over(_)));
//! # Ok::<(), senet_board::BoardError>(())
//! ```
//!
//! [`ColoredGraph`] is the plain and slow way to say anything about a position; [`seen`] makes a
//! condition of it. The games that come with Senet are in [`games`].

mod beside;
mod compact;
mod end;
pub mod games;
mod graph;
mod positional;
mod rules;
mod stones;
mod tracker;
mod waiter;

pub use beside::{Beside, Both, Either};
pub use end::{
    AvoiderEnforcer, Combine, Condition, Connects, Criteria, DrawIf, End, Full, HoldsSet,
    IfNotThen, InLine, Joins, Kind, Look, MakerBreaker, PositionGraph, Ring, Ruling, Seen,
    Symmetric, When, avoider_enforcer, connects, criteria, draw_if, full, holds_set, in_line,
    in_line_exactly, joins, maker_breaker, maker_maker, player_loses_when, player_wins_when, ring,
    seen, symmetric,
};
pub use graph::ColoredGraph;
pub use positional::{Claim, Position, Positional};
pub use rules::{BLACK_AND_WHITE, Entry, Player, RED_AND_BLUE, Rules, Tempo, X_AND_O};
pub use stones::{PlaceId, Stones};
pub use tracker::{
    Circuit, Counts, Group, Groups, Length, Lines, Member, Nets, Runs, Sets, Switched, Switches,
    Touched, Tracker, Union, Unions, Wires,
};
pub use waiter::{Offer, WaiterClient};

/// The page that walks through Cross, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/positional.md")]
struct Walkthrough;
