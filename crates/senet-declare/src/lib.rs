//! The runtime of `game!`: what games declared in sections are made of.
//!
//! Input: the sections of a game, which the macro (`senet-macros`) turns into [`DeclaredRules`]: small
//! functions over the author's own state. Output: an `impl Game`. Everything else that the contract asks
//! for is made from them here, once, in plain code: the [`play`] functions are what an expanded `impl Game`
//! calls. Nothing here reads tokens.
//!
//! Depend on the façade `senet` and its `game!` to write a game; come here to read what a section may
//! call. Authors meet these types by name: [`Matrix`] boards with their [`MatrixCell`]s, [`Each`] for what
//! every player has, [`Cards`], [`Number`]s, and [`Next`] for what comes after a move.
//!
//! ```
//! use senet_declare::{Cards, Choice, Matrix, MatrixCell, Number};
//!
//! // `board: Matrix[3][3]`, as `valid` and `outcome` see it.
//! let mut board: Matrix<char, 3, 3> = Matrix::all(None);
//! for name in ["a1", "b2", "c3"] {
//!     let cell = MatrixCell::read(name).expect("a cell of the board");
//!     assert!(board.is_empty(cell));
//!     board.place(cell, 'x');
//! }
//! assert!(board.in_row_col_or_diag(3, 'x').is_some());
//!
//! // `move: 1..=3`, and a hand of cards that are numbers.
//! let moves: Vec<usize> = Number::<1, 3>::all().map(Number::get).collect();
//! assert_eq!(moves, [1, 2, 3]);
//! let mut hand: Cards<Number<1, 13>> = Cards::none();
//! hand.insert(Number::new(12).expect("a queen"));
//! assert_eq!(hand.len(), 1);
//! ```
//!
//! Expanded code names this crate and nothing else (`crate = path;` says where it is), and finds the
//! contract as [`mod@game`].

mod cards;
mod cell;
mod choice;
mod each;
mod matrix;
mod next;
pub mod play;
mod rules;
mod show;

pub use cards::{Cards, HiddenCards, shuffle};
pub use cell::{Clicks, MatrixCell, MatrixColumn, MatrixRow};
pub use choice::{Choice, Never, Number, Seated};
pub use each::Each;
pub use matrix::{Matrix, MatrixLine};
pub use next::{Next, Passes, Victory, Wins};
pub use rules::{Act, DeclaredPosition, DeclaredRules, Phase, Stuck};
/// The contract that declared games keep.
pub use senet_game as game;
pub use show::{Field, PlacedPiece, Showing, Shown, ViaDebug, ViaShown};

/// The names that authors may use in their sections without further ado.
pub mod words {
    pub use super::{Cards, Choice, Next, Number, PlacedPiece};
    pub use senet_board::{Shape, Spec};
}
