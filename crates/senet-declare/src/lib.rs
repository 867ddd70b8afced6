//! The run time of `game!`: what games declared in sections are made of.
//!
//! Input: the sections of a game, which the macro (`senet-macros`) turns into [`DeclaredRules`]: small
//! functions over the author's own state. Output: an `impl Game`. Everything else that the contract asks for is made from them here, once, in plain code:
//! the [`play`] functions are what an expanded `impl Game` calls. Authors meet the rest by name in
//! their sections: [`Matrix`] boards with their [`MatrixCell`]s, [`Each`] for what every player has,
//! [`Cards`], [`Number`]s, and [`Next`] for what comes after a move. Nothing here reads tokens.
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
