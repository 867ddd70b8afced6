//! Matches step by step: who plays, the seed, the clock.

use crate::clock::Clock;
use crate::config::{ConfigError, MatchConfig, Participant};
use crate::playing::Match;
use senet_game::DynGame;
use std::sync::Arc;

/// Begins a match: `Match::builder(game).seat(Bot::mcts(…)).seed(7).build()`.
#[derive(Clone)]
pub struct MatchBuilder {
    game: Arc<dyn DynGame>,
    config: MatchConfig,
}

impl MatchBuilder {
    /// The next seat is for this participant; seats that are not named are for people.
    #[must_use]
    pub fn seat(mut self, participant: impl Into<Participant>) -> MatchBuilder {
        self.config.participants.push(participant.into());
        self
    }

    /// The random seed of chance and bots.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> MatchBuilder {
        self.config.seed = seed;
        self
    }

    /// The second player may take the first player's seat after the first move.
    #[must_use]
    pub fn swap(mut self) -> MatchBuilder {
        self.config.swap = true;
        self
    }

    /// How long each may think.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> MatchBuilder {
        self.config.clock = Some(clock);
        self
    }

    /// The match, before the first move.
    pub fn build(self) -> Result<Match, ConfigError> {
        Match::new(self.game, self.config)
    }
}

impl Match {
    /// A match to be configured step by step.
    pub fn builder(game: Arc<dyn DynGame>) -> MatchBuilder {
        MatchBuilder { game, config: MatchConfig::default() }
    }
}
