//! The net engine: finite programs as ground nets whose conditions are kept up to date.
//!
//! Input: an engine with its [`Program`](senet_program::Program). Output: a game with the same
//! moves in the same order, the same weights, positions and outcomes as the term engine, many times
//! faster; or the reason why the program has no net.

mod build;
mod export;
mod game;
mod listing;
pub mod pnml;
mod print;
mod runtime;

pub use export::{Beyond, PetriNet, PetriPlace, PetriTransition, TooMany};
pub use game::NetGame;
pub use print::{PrintError, PrintedFile};
pub use runtime::state::{NetMove, NetState};
