//! Plays as well as can be: solves the game, and keeps what it is worth.

use crate::alphabeta::AlphaBeta;
use crate::bot::Mind;
use crate::effort::Effort;
use crate::solve::{Allowance, Solver, Stuck, hides_something};
use crate::think::{Opinion, Player, World};
use senet_game::{Game, Rng, Turn};

/// Bytes for what it knows of positions.
const MEMORY: u64 = 1 << 30;
/// Nodes to look at where the game was not solved after all.
const OTHERWISE: u64 = 20_000;

pub(crate) struct Perfect<G: Game> {
    positions: u64,
    solver: Solver<G>,
}

impl<G: Game> Perfect<G> {
    /// Who may look at so many positions to solve one.
    pub(crate) fn new(positions: u64) -> Perfect<G> {
        Perfect { positions, solver: Solver::new(Allowance { positions, memory: MEMORY }) }
    }

    /// Why it cannot play.
    fn why(&self, stuck: Stuck) -> String {
        let n = self.positions;
        let more = n.saturating_mul(10);
        let why = match stuck {
            Stuck::Positions => {
                format!("the budget of {n} positions ran out; try perfect:{more}")
            }
            Stuck::Memory => format!("the budget of {} MiB of memory ran out", MEMORY >> 20),
            Stuck::Told => "it was interrupted".to_owned(),
            Stuck::Hidden => "not everybody sees everything".to_owned(),
            Stuck::Chance => "chance has a say".to_owned(),
            Stuck::Seats => "more than two play".to_owned(),
            Stuck::Numbers => "numbers grew too large".to_owned(),
            Stuck::Cycle | Stuck::Depth => "play goes on for too long".to_owned(),
            Stuck::Stopped(budget) => format!("the budget of {} ran out", budget.what()),
        };
        format!("perfect cannot play this, because it is not solved: {why}")
    }
}

impl<G: Game> Player<G> for Perfect<G> {
    fn ready(&mut self, game: &G, state: &G::State) -> Result<(), String> {
        if hides_something(game) {
            return Err(self.why(Stuck::Hidden));
        }
        let solved = self.solver.judge(game, state, &mut |_| true);
        solved.map(|_| ()).map_err(|stuck| self.why(stuck))
    }

    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        let best = self.solver.best(game, state, &mut |_| !world.stopped());
        let (Ok((best, judgement, nodes)), Turn::Player(seat)) = (best, game.turn(state)) else {
            return AlphaBeta::new(Mind::of(Effort::Nodes(OTHERWISE)))
                .choose(game, state, rng, world);
        };
        let value = Some(judgement.worth.utility(seat));
        Opinion { line: vec![best.clone()], best, value, proven: true, nodes }
    }
}
