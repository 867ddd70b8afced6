//! Bots for any game: players that choose moves, given a [`DynGame`](senet_game::DynGame).
//!
//! A [`Bot`] is a way to play, as a user writes it: `mcts:1s`, `level:7`. [`Bot::player`] makes the
//! [`Player`] that plays so. A player is asked with a cursor at the position where nothing is hidden, else
//! with an [`InformationState`], and answers with a [`SearchResult`]. Searches run under the draw rules
//! of the cursor that they are given. A [`SearchLimit`] of nodes gives the same play for the same seed on
//! every machine; time and cancellation come from the [`Environment`], because nothing here looks at a
//! clock. Solving games is left to `senet-solve`, and playing matches to `senet-match`.
//!
//! ```
//! use senet_game::{GameInfo, Rng, erase};
//! use senet_players::{Bot, Knowledge};
//! use senet_positional::{Positional, games::MnkRules};
//! use std::sync::Arc;
//!
//! let rules = Positional::new(MnkRules::new(3, 3, 3)?)?;
//! let game = erase(Arc::new(rules), GameInfo::default());
//! let mut bot = "mcts:200".parse::<Bot>()?.player();
//! let mut cursor = game.cursor();
//! let found = bot.choose(&game, Knowledge::Open(&mut *cursor), &mut Rng::new(1), &())?;
//! assert!(found.best.0 < 9, "one of the nine cells");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
pub use senet_solve::EndgameTable;
