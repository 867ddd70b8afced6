//! One game being played: a [`Match`] of any [`DynGame`](senet_game::DynGame).
//!
//! Use it to let people, bots or external engines play; for playouts alone a
//! [`Cursor`](senet_game::Cursor) is enough. A match keeps who occupies which seat, what was played and
//! taken back, clocks, the swap rule, resigning, and the record of it all. Shells see a [`Snapshot`],
//! which is plain data, and answer with an [`Action`]. Time comes from the [`Environment`] of the caller:
//! nothing here looks at a clock. [`Schedule`] and [`Standings`] are for many matches between the same
//! contestants.
//!
//! ```
//! use senet_game::{DynGame, Listed, Observer, erase};
//! use senet_match::{Action, Match, MatchConfig, MatchStatus};
//! use senet_positional::games::Mnk;
//! use std::error::Error;
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! /// Plays the first move of the menu until the game is over, and says how it ended.
//! fn first_moves(game: Arc<dyn DynGame>) -> Result<String, Box<dyn Error>> {
//!     let mut playing = Match::new(game, MatchConfig::default())?;
//!     while let MatchStatus::Turn(seat) = *playing.status() {
//!         let now = playing.snapshot(Observer::Seat(seat));
//!         let name = now.choices[0].name.clone();
//!         playing.act(&Action::Move(name), Duration::ZERO)?;
//!     }
//!     Ok(playing.snapshot(Observer::Public).sentence())
//! }
//!
//! # fn main() -> Result<(), Box<dyn Error>> {
//! let game = Mnk::from_options(&Mnk::info().choose(&[], None)?)?; // tic-tac-toe
//! assert_eq!(first_moves(erase(Arc::new(game), Mnk::info()))?, "x wins.");
//! # Ok(())
//! # }
//! ```

mod action;
mod builder;
mod clock;
mod config;
mod find;
mod line;
mod playing;
mod record;
mod replay;
mod search;
mod seen;
mod snapshot;
mod tournament;
mod transcript;
mod tree;
pub mod ugi;

pub use action::{Action, ActionError, Hint};
pub use builder::MatchBuilder;
pub use clock::{Clock, ClockError};
pub use config::{ConfigError, EngineConfig, MatchConfig, Participant, ParticipantKind, Person};
pub use find::{MoveNotFound, find_move, has_numbers, notation, places_typed};
pub use line::LineItem;
pub use playing::Match;
pub use record::{Record, RecordEntry, RecordError};
pub use search::SearchTask;
pub use seen::Told;
pub use senet_players::{
    Bot, BotError, EndgameTable, EngineError, Environment, ExternalEngine, Goal, Player,
    PlayerError, SearchConfig, SearchLimit, SearchResult,
};
pub use snapshot::{Branch, DrawCause, Ending, LegalMove, MatchStatus, Seen, SeenPlay, Snapshot};
pub use tournament::{Contestant, Fixture, Schedule, Standings, TournamentError};
pub use transcript::{TranscriptError, transcript_game};
