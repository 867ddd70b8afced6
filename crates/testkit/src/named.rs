//! Moves of typed games by name, for tests that look into states.

use senet_game::Game;

/// The legal move of this name.
pub fn named<G: Game>(game: &G, state: &G::State, name: &str) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().find(|mv| game.move_name(state, mv) == name)
}
