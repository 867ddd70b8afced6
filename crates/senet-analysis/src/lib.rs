//! What can be found out about a game by going through it: a [`Game`](senet_game::Game) goes in,
//! counts come out.
//!
//! [`explore`] visits every position once; [`perft`] counts plays to a depth. Both have budgets and
//! say when one ran out. Nothing here plays well or draws.

mod explore;
mod perft;

pub use explore::{Bounds, Ends, Explored, Halt, explore};
pub use perft::{Counted, Perft, perft};
