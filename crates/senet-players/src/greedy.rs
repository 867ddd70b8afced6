//! Looks one move ahead: takes a win, and else the move after which random play does best.

use crate::effort::{Effort, Watch};
use crate::think::{Opinion, Player, World};
use crate::walk::{Moves, On, Walk};
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
        let mut walk = On::from(game, state, Moves::default());
        take(&mut walk, rng, world).map(|mv| walk.mv(mv).clone())
    }
}

fn take(walk: &mut dyn Walk, rng: &mut Rng, world: &dyn World) -> Opinion<u32> {
    let Turn::Player(seat) = walk.turn() else {
        return Opinion::of(walk.pick(rng));
    };
    let watch = Watch::new(Effort::Nodes(u64::MAX), world);
    let mut moves = Vec::new();
    walk.moves(&mut moves);
    let mut best: Option<Opinion<u32>> = None;
    let mut nodes = 0;
    for mv in moves {
        walk.home();
        walk.go(mv);
        let (value, proven) = match walk.turn() {
            Turn::Over(outcome) => (outcome.utility(seat), true),
            _ => {
                let mut sum = 0.0;
                for _ in 0..PLAYOUTS {
                    walk.deeper();
                    sum += walk.play_out(rng, &watch, None).utility(seat);
                    walk.back();
                }
                nodes += u64::from(PLAYOUTS);
                (sum / f64::from(PLAYOUTS), false)
            }
        };
        // What is certain is better than what only seems as good.
        let better = |b: &Opinion<u32>| (b.value, b.proven) < (Some(value), proven);
        if best.as_ref().is_none_or(better) {
            best = Some(Opinion { value: Some(value), proven, ..Opinion::of(mv) });
        }
        if world.stopped() || (proven && value >= 1.0) {
            break;
        }
    }
    let best = best.expect("a position with a turn has a move");
    Opinion { nodes, ..best }
}
