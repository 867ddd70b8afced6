//! Positional games: players claim places of a board until an end condition applies.
//!
//! A game is a type that implements [`PositionalRules`]: a board, a [`Tracker`] that keeps something up
//! to date from move to move, and an [`EndRule`] put together from pieces that read it. [`Positional`]
//! makes a `senet_game::Game` of it. What the pieces are compiled to is what one would write by hand:
//! no end test searches the board.
//!
//! ```
//! use senet_board::{Shape, Spec};
//! use senet_game::{Game, Turn};
//! use senet_positional::{
//!     EndRule, InLine, Lines, Positional, PositionalRules, RulesError, Setup, in_line,
//!     mover_wins_when,
//! };
//!
//! struct TicTacToe;
//!
//! const THREE: InLine = in_line(3);
//!
//! impl PositionalRules for TicTacToe {
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
//! }
//!
//! let game = Positional::new(TicTacToe)?;
//! let mut position = game.start();
//! for name in ["a1", "a2", "b1", "b2", "c1"] {
//!     let mv = senet_game::named(&game, &position, name).expect("the cell is empty");
//!     game.apply(&mut position, &mv, &mut ());
//! }
//! assert!(matches!(game.turn(&position), Turn::Over(_)));
//! # Ok::<(), RulesError>(())
//! ```
//!
//! # Where to look
//!
//! - The games that come with Senet are in [`games`], each with a constructor:
//!   `Hex::new(HexRules::new(11)?)?`.
//! - When a game ends: [`mover_wins_when`] and [`mover_loses_when`] where all players want the same,
//!   [`player_wins_when`] where they do not; conditions such as [`connects`], whose sides have names
//!   ([`Region::NORTH`]), [`in_line`] and [`holds_set`]; and [`Combine`] for more than one rule.
//! - Which places may be claimed: [`PositionalRules::claims`], with [`not_first`], [`next_to_stone`],
//!   [`only_where`] and their like; and [`NoClaim`], for a player who may claim nothing.
//! - Who plays: [`PositionalRules::players`], as many as are chosen at run time.
//! - Claimed edges, and whatever no tracker knows: [`ColoredGraph`] is the plain and slow way to say
//!   anything about a position, and [`seen`] makes a condition of it.
//! - What cannot be is a [`RulesError`], when rules or a game are made; after that nothing fails.
//! - [`Positional::pack`] makes a number of a position, where it fits 128 bits.

mod beside;
mod claims;
mod compact;
mod end;
mod error;
mod falls;
pub mod games;
mod graph;
mod links;
mod packing;
mod player;
mod positional;
mod rules;
mod setup;
mod state;
mod stones;
mod tempo;
mod tracker;
mod waiter;

pub use beside::{Beside, Both, Either};
pub use claims::{
    Anywhere, BothRules, Candidate, ClaimRule, NextTo, NoClaim, NotFirst, OnlyWhere, anywhere,
    both, next_to_own, next_to_stone, not_first, only_where,
};
pub use end::{
    AvoiderEnforcer, Combine, Condition, Connects, Criteria, DrawIf, EndOfPlay, EndRule, Full,
    HoldsSet, IfNotThen, InLine, Joins, Look, MakerBreaker, MoverWhen, PositionEdge, PositionGraph,
    Ring, Ruling, SeenCondition, SetGame, Symmetric, When, avoider_enforcer, connects, criteria,
    draw_if, full, holds_set, in_line, in_line_exactly, joins, maker_breaker, maker_maker,
    mover_loses_when, mover_wins_when, player_loses_when, player_wins_when, ring, seen, symmetric,
};
pub use error::RulesError;
pub use graph::ColoredGraph;
pub use player::{BLACK_AND_WHITE, PlayerInfo, RED_AND_BLUE, X_AND_O};
pub use positional::{Claim, Positional};
pub use rules::{ListedRules, PositionalRules};
pub use setup::{PlaceMap, Setup};
pub use state::PositionalState;
pub use stones::{PlaceId, Stones};
pub use tempo::Tempo;
pub use tracker::{
    Circuit, Counts, Group, Groups, Length, LineBits, Lines, Member, Nets, Region, Regions, Runs,
    Sets, Switched, Switches, Touched, Tracker, Wires,
};
pub use waiter::{Offer, WaiterClient};

/// The page that walks through Cross, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/positional.md")]
struct Walkthrough;
