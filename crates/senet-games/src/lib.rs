//! The catalogue: every game that comes with Senet, in one list.
//!
//! A `.cep` text in `games/` is in it by being there; a game written in Rust, by standing in the
//! list of `rust_games.rs`, or in that of `grids.rs` if it is a grid that becomes a text. [`abouts`] tells what there is. [`visit`] hands a game to whoever can
//! deal with any game, as its own type; [`table`], [`tables`] and [`replay`] hand it out as matches.

mod catalogue;
mod declared;
mod grids;
mod rust_games;
mod text;
mod visit;

pub use catalogue::{about, abouts, is_known, nearest, text};
pub use text::about_program;
pub use visit::{NoGame, Source, Tables, Visit, Wanted, program, replay, table, tables, visit};
