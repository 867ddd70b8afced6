//! What a player is asked, what it needs, and what it answers.

use crate::effort::Effort;
use crate::sight::Sight;
use senet_game::{Game, Rng};
use std::time::Duration;

/// Somebody who chooses moves.
pub trait Player<G: Game>: Send {
    /// Whether it can play from a position on, and if not, why; asked when it sits down.
    fn ready(&mut self, _game: &G, _state: &G::State) -> Result<(), String> {
        Ok(())
    }

    /// A move for whoever's turn it is, where nothing is hidden. Positions without a turn are not
    /// asked about.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move>;

    /// A move for whoever's turn it is, by what that seat knows. Unless a player knows better, it
    /// takes what it imagines for the truth.
    fn consider(
        &mut self,
        game: &G,
        sight: &Sight<'_, G>,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        match sight.open() {
            Some(state) => self.choose(game, state, rng, world),
            None => {
                let state = sight.imagine(rng);
                self.choose(game, &state, rng, world)
            }
        }
    }
}

/// A move, and what the player thinks of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion<M> {
    /// The move.
    pub best: M,
    /// What it is worth to the one who moves, from -1 to 1, if the player knows.
    pub value: Option<f64>,
    /// Whether the value is certain.
    pub proven: bool,
    /// How many moves were tried.
    pub nodes: u64,
    /// How the player expects the game to go on, beginning with the move.
    pub line: Vec<M>,
}

impl<M: Clone> Opinion<M> {
    /// A move without a reason.
    pub fn of(best: M) -> Opinion<M> {
        Opinion { line: vec![best.clone()], best, value: None, proven: false, nodes: 0 }
    }

    /// The same opinion with moves of another kind.
    pub(crate) fn map<N>(self, name: impl Fn(M) -> N) -> Opinion<N> {
        let Opinion { best, value, proven, nodes, line } = self;
        let line = line.into_iter().map(&name).collect();
        Opinion { best: name(best), value, proven, nodes, line }
    }
}

/// What only the outside world knows.
pub trait World: Sync {
    /// Time since any moment that stays the same.
    fn now(&self) -> Duration;

    /// Whether thinking should end at once.
    fn stopped(&self) -> bool {
        false
    }

    /// Starts another program that plays; an error is a sentence.
    fn engine(&self, command: &str) -> Result<Box<dyn Engine>, String> {
        Err(format!("`{command}` cannot be started from here"))
    }

    /// Hears what went wrong with such a program.
    fn complain(&self, _what: &str) {}
}

/// Another program that plays.
pub trait Engine: Send {
    /// Its move, by name, after these moves from the start; an error is a sentence.
    fn best(
        &mut self,
        moves: &[String],
        effort: Effort,
        world: &dyn World,
    ) -> Result<String, String>;
}

/// A world in which time stands still, for players who count moves.
impl World for () {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
