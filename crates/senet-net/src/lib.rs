//! The net engine: finite programs, ground once and for all.
//!
//! Input: an engine with its [`Program`](senet_program::Program). Output: a game with the same
//! moves in the same order, the same weights, positions and outcomes as the term engine, many times
//! faster; or the reason why the program has no net.

mod build;
mod export;
mod game;
mod ground;
mod invariant;
mod nodes;
pub mod pnml;
mod print;
mod runtime;
mod terms;

pub use export::{Beyond, PetriNet, PetriPlace, PetriTransition, TooMany};
pub use game::{Compiled, NetGame, compile};
pub use ground::{Budget, NoNet};
pub use print::{NotPrinted, PrintedFile};
pub use runtime::state::{NetMove, NetState};
