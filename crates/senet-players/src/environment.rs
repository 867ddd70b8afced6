//! The environment of a search: clock, cancellation, and external engines.

use crate::config::SearchLimit;
use senet_game::DynGame;
use senet_solve::EndgameTable;
use std::sync::Arc;
use std::time::Duration;

/// The environment: clock, cancellation, and external engines. Nothing in this crate looks at a clock
/// itself, so that the same search runs in a terminal, a server and a browser.
pub trait Environment: Sync {
    /// Time since any moment that stays the same.
    fn now(&self) -> Duration;

    /// Whether searches should end at once, with the best move so far.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Starts an external engine by its command line; shells can, and the default cannot.
    fn start_engine(&self, command: &str) -> Result<Box<dyn ExternalEngine>, EngineError> {
        let reason = "external engines cannot be started from here".to_owned();
        Err(EngineError::CannotStart { command: command.to_owned(), reason })
    }

    /// An endgame table for the game, if one is available.
    fn endgame_table(&self, _game: &dyn DynGame) -> Option<Arc<EndgameTable>> {
        None
    }

    /// Hears of a problem that did not end the match, for the user.
    fn report(&self, _problem: &str) {}
}

/// An environment in which time stands still: for searches that are bounded by nodes.
impl Environment for () {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// Another program that plays.
pub trait ExternalEngine: Send {
    /// Its move, by name, after these moves from the first position.
    fn best_move(
        &mut self,
        moves: &[String],
        limit: SearchLimit,
        environment: &dyn Environment,
    ) -> Result<String, EngineError>;
}

/// What went wrong with an external engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// It could not be started.
    #[error("`{command}` cannot be started: {reason}")]
    CannotStart {
        /// The command line that was to start it.
        command: String,
        /// What the system says.
        reason: String,
    },
    /// Nothing can be sent to it.
    #[error("the engine does not listen: {0}")]
    NotListening(String),
    /// It has ended by itself.
    #[error("the engine has ended")]
    Exited,
    /// It took longer than it was given.
    #[error("the engine does not answer")]
    NoAnswer,
    /// It answered with a move that is not legal.
    #[error("the engine answers with `{0}`, which is not a legal move")]
    IllegalMove(String),
}
