//! Plays as well as can be: solves the game, and keeps what it is worth.

use crate::alphabeta::AlphaBeta;
use crate::bot::Mind;
use crate::effort::Effort;
use crate::solve::{Allowance, Means, Solver, Stuck};
use crate::think::{Opinion, Player, World};
use senet_game::{Game, Rng, Seat, Turn};

/// Bytes for what it knows of positions.
const MEMORY: u64 = 1 << 30;
/// Nodes to look at where the game was not solved after all.
const OTHERWISE: u64 = 20_000;

pub(crate) struct Perfect<G: Game> {
    positions: u64,
    solver: Solver<G>,
    /// What positions are worth on average, where chance has a say.
    means: Option<Means<G>>,
}

impl<G: Game> Perfect<G> {
    /// Who may look at so many positions to solve one.
    pub(crate) fn new(positions: u64) -> Perfect<G> {
        let solver = Solver::new(Allowance { positions, memory: MEMORY });
        Perfect { positions, solver, means: None }
    }

    /// A best move, what it is worth to the one who moves, and how many positions were looked at.
    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        world: &dyn World,
    ) -> Result<(G::Move, f64, u64), Stuck> {
        let Turn::Player(seat) = game.turn(state) else {
            return Err(Stuck::Chance);
        };
        let mut watch = |_| !world.stopped();
        if self.means.is_none() {
            match self.solver.best(game, state, &mut watch) {
                Err(Stuck::Chance) => {}
                found => return found.map(|(mv, it, nodes)| (mv, it.worth.utility(seat), nodes)),
            }
        }
        let mut nodes = 0;
        if self.means.as_ref().is_none_or(|means| means.best(game, state).is_none()) {
            nodes = self.average(game, state, &mut watch)?;
        }
        let best = self.means.as_ref().and_then(|means| means.best(game, state));
        let (mv, value) = best.ok_or(Stuck::Chance)?;
        Ok((mv, if seat == Seat(0) { value.near() } else { -value.near() }, nodes))
    }

    /// Finds out what positions are worth on average, from one on; how many there are.
    fn average(
        &mut self,
        game: &G,
        state: &G::State,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, Stuck> {
        let allowance = Allowance { positions: self.positions, memory: MEMORY };
        let means = Means::new(game, state, allowance, watch)?;
        let nodes = means.positions();
        self.means = Some(means);
        Ok(nodes)
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
        if game.hides() {
            return Err(self.why(Stuck::Hidden));
        }
        match self.solver.judge(game, state, &mut |_| true) {
            Err(Stuck::Chance) => self.average(game, state, &mut |_| true).map(|_| ()),
            solved => solved.map(|_| ()),
        }
        .map_err(|stuck| self.why(stuck))
    }

    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        match self.best(game, state, world) {
            Ok((best, value, nodes)) => {
                let line = vec![best.clone()];
                Opinion { line, best, value: Some(value), proven: true, nodes }
            }
            Err(_) => {
                AlphaBeta::new(Mind::of(Effort::Nodes(OTHERWISE))).choose(game, state, rng, world)
            }
        }
    }
}
