//! Plays at random.

use crate::sight::Sight;
use crate::think::{Opinion, Player, World};
use senet_game::{Game, Rng};

#[derive(Debug)]
pub(crate) struct Random<M> {
    moves: Vec<M>,
}

impl<M> Default for Random<M> {
    fn default() -> Random<M> {
        Random { moves: Vec::new() }
    }
}

impl<G: Game> Player<G> for Random<G::Move> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        _: &dyn World,
    ) -> Opinion<G::Move> {
        Opinion::of(game.pick(state, rng, &mut self.moves))
    }

    fn consider(
        &mut self,
        _: &G,
        sight: &Sight<'_, G>,
        rng: &mut Rng,
        _: &dyn World,
    ) -> Opinion<G::Move> {
        Opinion::of(sight.pick(rng, &mut self.moves))
    }
}
