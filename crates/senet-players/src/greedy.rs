//! Looks one move ahead: takes a win, and else the move after which random play does best.

use crate::playout::playout;
use crate::think::{Opinion, Player, World};
use senet_game::{Game, Rng, Turn};

/// Playouts for each move.
const PLAYOUTS: u32 = 8;

#[derive(Debug)]
pub(crate) struct Greedy;

impl<G: Game> Player<G> for Greedy {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let Turn::Player(seat) = game.turn(state) else {
            return Opinion::of(game.pick(state, rng, &mut moves));
        };
        let mut best: Option<Opinion<G::Move>> = None;
        let mut nodes = 0;
        let mut spare = Vec::new();
        for mv in &moves {
            let mut after = state.clone();
            game.apply(&mut after, mv, &mut ());
            let (value, proven) = match game.turn(&after) {
                Turn::Over(outcome) => (outcome.utility(seat), true),
                _ => {
                    let one = |_| playout(game, &mut after.clone(), rng, &mut spare).utility(seat);
                    let sum: f64 = (0..PLAYOUTS).map(one).sum();
                    nodes += u64::from(PLAYOUTS);
                    (sum / f64::from(PLAYOUTS), false)
                }
            };
            // What is certain is better than what only seems as good.
            let better = |b: &Opinion<G::Move>| (b.value, b.proven) < (Some(value), proven);
            if best.as_ref().is_none_or(better) {
                best = Some(Opinion { value: Some(value), proven, ..Opinion::of(mv.clone()) });
            }
            if world.stopped() || (proven && value >= 1.0) {
                break;
            }
        }
        let best = best.expect("a position with a turn has a move");
        Opinion { nodes, ..best }
    }
}
