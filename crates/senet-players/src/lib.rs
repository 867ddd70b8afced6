//! Who plays: bots for any [`Game`].
//!
//! A [`Bot`] is the name of a way to play, as a user writes it; [`Bot::player`] makes the
//! [`Player`] that plays so. Players see games through the contract only.

use senet_game::{Game, Rng};
use std::fmt;
use std::str::FromStr;

/// Somebody who chooses moves.
pub trait Player<G: Game>: Send {
    /// A move for whoever's turn it is. Positions without a turn are not asked about.
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> G::Move;
}

/// A way to play, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Any move, each as likely as the others.
    Random,
}

impl Bot {
    /// The names of all bots, for help and suggestions.
    pub const NAMES: &[&str] = &["random"];

    /// A player who plays this way.
    pub fn player<G: Game + 'static>(self) -> Box<dyn Player<G>> {
        match self {
            Bot::Random => Box::new(Random::default()),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bot::Random => write!(f, "random"),
        }
    }
}

/// Nobody plays by this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchBot(pub String);

impl fmt::Display for NoSuchBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nobody called `{}` can play", self.0)
    }
}

impl std::error::Error for NoSuchBot {}

impl FromStr for Bot {
    type Err = NoSuchBot;

    fn from_str(text: &str) -> Result<Bot, NoSuchBot> {
        match text {
            "random" => Ok(Bot::Random),
            other => Err(NoSuchBot(other.to_owned())),
        }
    }
}

/// Plays at random.
#[derive(Debug)]
struct Random<M> {
    moves: Vec<M>,
}

impl<M> Default for Random<M> {
    fn default() -> Random<M> {
        Random { moves: Vec::new() }
    }
}

impl<G: Game> Player<G> for Random<G::Move> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> G::Move {
        game.pick(state, rng, &mut self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::Bot;

    #[test]
    fn every_name_is_a_bot_and_every_bot_says_its_name() {
        for name in Bot::NAMES {
            assert_eq!(name.parse::<Bot>().map(|b| b.to_string()).as_deref(), Ok(*name));
        }
        assert!("grandmaster".parse::<Bot>().is_err());
    }
}
