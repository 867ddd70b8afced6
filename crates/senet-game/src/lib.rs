//! The contract between games and everybody who uses them: [`Game`].
//!
//! A game's rules are immutable and a state is a position and nothing else. Makers of games (the
//! engines, games written in Rust) implement [`Game`]; users of games (players, analysis, matches)
//! know only this crate. Nothing here draws, reads or prints.

mod about;
mod budget;
mod game;
mod log;
mod outcome;
mod random;
mod referee;
mod view;

pub use about::{About, BadOption, Chosen, Listed, OptionSpec, Values};
pub use budget::{Budget, Limits, Stop};
pub use game::{Game, Numbered, Rewind, named};
pub use log::{Event, Log};
pub use outcome::{Outcome, Seat, SeatSet, Turn, Verdict};
pub use random::Rng;
pub use referee::{Referee, RulesOfPlay};
/// The geometry that views speak of.
pub use senet_board as board;
pub use view::{Eye, Piece, Scene, View, ViewAtom, ViewHidden, ViewMove};
