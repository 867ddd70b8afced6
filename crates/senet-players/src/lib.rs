//! Who plays: bots for any [`Game`](senet_game::Game).
//!
//! A [`Bot`] is a way to play, as a user writes it: `mcts:1s`, `level:7`. [`Bot::player`] makes the
//! [`Player`] that plays so. Players see games through the contract only. How much they think is
//! bounded by moves tried, which gives the same play everywhere, or by time; time itself is told by
//! whoever calls, as a [`World`]: nothing here looks at a clock. What a seat cannot see, its player
//! never gets to see: it is given a [`Sight`], which imagines the rest.

mod alphabeta;
mod bot;
mod effort;
mod goal;
mod greedy;
mod mcts;
mod perfect;
mod playout;
mod random;
mod sight;
pub mod solve;
mod think;
mod together;
mod walk;

pub use bot::{Bot, Mind, NoSuchBot};
pub use effort::{BadEffort, Effort};
pub use goal::Goal;
pub use playout::playout;
pub use sight::{Played, Sight};
pub use think::{Engine, Opinion, Player, World};
