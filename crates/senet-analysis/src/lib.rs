//! What can be found out about a game by going through it: a [`Game`](senet_game::Game) goes in,
//! counts come out.
//!
//! [`explore`] visits every position once; [`perft`] counts plays to a depth; [`Plan::verify`] plays a
//! strategy against everything. All have budgets and say when one ran out. Nothing here plays well or
//! draws.

mod explore;
mod perft;
mod verify;

pub use explore::{Bounds, Ends, Explored, Halt, explore};
pub use perft::{Counted, Perft, perft};
pub use verify::{BadPlan, Plan, Verified};
