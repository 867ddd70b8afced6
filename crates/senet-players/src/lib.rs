//! Bots for any game: players that choose moves, given a [`DynGame`](senet_game::DynGame).
//!
//! A [`Bot`] is a way to play, as a user writes it: `mcts:1s`, `level:7`. [`Bot::player`] makes the
//! [`Player`] that plays so. A player is asked with a cursor at the position where nothing is hidden, else
//! with an [`InformationState`], and answers with a [`SearchResult`]. Searches run under the draw rules
//! of the cursor that they are given. A [`SearchLimit`] of nodes gives the same play for the same seed on
//! every machine; time and cancellation come from the [`Environment`], because nothing here looks at a
//! clock. Solving games is left to `senet-solve`, and playing matches to `senet-match`.

mod bot;
mod config;
mod environment;
mod goal;
mod information;
mod player;

mod alphabeta;
mod greedy;
mod mcts;
mod perfect;
mod random;

mod clock;
mod parallel;

pub use bot::{Bot, BotError};
pub use config::{SearchConfig, SearchLimit, SearchLimitError};
pub use environment::{EngineError, Environment, ExternalEngine};
pub use goal::Goal;
pub use information::InformationState;
pub use player::{Knowledge, Player, PlayerError, SearchResult};
