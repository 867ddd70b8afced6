//! Random play to the end.

use senet_game::{Game, Outcome, Rng, Turn};

/// No playout is longer than this.
const LONG: u64 = 10_000;

/// After so many moves a playout of a game counts as a draw.
pub(crate) fn longest<G: Game>(game: &G) -> u64 {
    game.rules_of_play().limit.unwrap_or(LONG).min(LONG)
}

/// Plays at random from a position to the end. Play that does not end, or cannot go on, is a draw.
pub fn playout<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    moves: &mut Vec<G::Move>,
) -> Outcome {
    playout_until(game, state, rng, moves, &|| false)
}

/// The same; once it is late, a playout is a draw.
pub(crate) fn playout_until<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    moves: &mut Vec<G::Move>,
    late: &dyn Fn() -> bool,
) -> Outcome {
    for _ in 0..longest(game) {
        if late() {
            return Outcome::draw();
        }
        match game.turn(state) {
            Turn::Over(outcome) => return outcome,
            Turn::Stopped(_) => return Outcome::draw(),
            Turn::Player(_) | Turn::Chance => {
                let mv = game.pick(state, rng, moves);
                game.apply(state, &mv, &mut ());
            }
        }
    }
    match game.turn(state) {
        Turn::Over(outcome) => outcome,
        _ => Outcome::draw(),
    }
}
