//! Who plays: bots for any [`Game`](senet_game::Game).
//!
//! A [`Bot`] is a way to play, as a user writes it: `mcts:1s`, `level:7`. [`Bot::player`] makes the
//! [`Player`] that plays so. Players see games through the contract only. How much they think is
//! bounded by moves tried, which gives the same play everywhere, or by time; time itself is told by
//! whoever calls, as a [`World`]: nothing here looks at a clock.

mod alphabeta;
mod bot;
mod greedy;
mod mcts;
mod perfect;
mod playout;
mod random;
pub mod solve;
mod think;

pub use bot::{Bot, Effort, NoSuchBot};
pub use playout::playout;
pub use think::{Opinion, Player, World};
