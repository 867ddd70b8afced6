//! Solves or explores a game in Rust: what is counted (`valgrind --tool=callgrind`) and timed when the solver changes.
//!
//! `measure solve four 5 4`, `measure solve@2 mnk 5 5 4` (on two threads), `measure numbers hex 4` (by proof numbers), `measure explore four 4 5`,
//! `measure perft four 7 6 6`

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example is a program")]

use senet_game::{DynGame, GameInfo, erase};
use senet_positional::games::{ConnectFourRules, HexRules, MnkRules};
use senet_positional::{Positional, PositionalRules, RulesError};
use senet_solve::{
    ExploreLimits, Perft, SearchMethod, SolveLimits, Solver, Workers, explore_with, perft,
};
use std::sync::Arc;

/// So many threads.
struct Threads(usize);

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            (1..n).for_each(|i| drop(scope.spawn(move || job(i))));
            job(0);
        });
    }

    fn run_beside(&self, n: usize, job: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            (0..n).for_each(|i| drop(scope.spawn(move || job(i))));
            own();
        });
    }
}

fn game(name: &str, sizes: &[u32]) -> Result<Arc<dyn DynGame>, RulesError> {
    fn made<R: PositionalRules>(rules: R) -> Result<Arc<dyn DynGame>, RulesError> {
        Ok(erase(Arc::new(Positional::new(rules)?), GameInfo::default()))
    }
    let size = |at: usize| sizes.get(at).copied().unwrap_or(4);
    match name {
        "hex" => made(HexRules::new(size(0))?),
        "mnk" => made(MnkRules::new(size(0), size(1), size(2))?),
        _ => made(ConnectFourRules::new(size(0), size(1))?),
    }
}

fn main() -> Result<(), RulesError> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize| args.get(at).map_or("", String::as_str);
    let sizes: Vec<u32> = args.iter().skip(2).filter_map(|text| text.parse().ok()).collect();
    let game = game(text(1), &sizes)?;
    let (what, threads) = text(0).split_once('@').unwrap_or((text(0), "1"));
    let workers = Threads(threads.parse().unwrap_or(1));
    match what {
        "solve" | "numbers" => {
            let limits = SolveLimits { positions: u64::MAX, memory: 4 << 30 };
            let alphabeta = what == "solve";
            let method =
                if alphabeta { SearchMethod::AlphaBeta } else { SearchMethod::ProofNumbers };
            let solver = Solver::searching(Arc::clone(&game), limits, method);
            let mut solver = solver.with_workers(Arc::new(workers));
            let mut looked_at = 0;
            let value = solver.value(&mut *game.cursor(), &mut |nodes| {
                looked_at = nodes;
                true
            });
            println!("{value:?}, about {looked_at} positions");
            let solution = solver.solve(&mut |_| true);
            let line: Vec<&str> = solution.line.iter().map(|mv| mv.name.as_str()).collect();
            println!("all: {} positions more; {}", solution.positions, line.join(", "));
            let moves = solution.moves.iter();
            let moves = moves.map(|(mv, value)| format!("{} {:?}", mv.name, value.value));
            println!("{}", moves.collect::<Vec<_>>().join(", "));
        }
        "explore" => {
            let limits = ExploreLimits { positions: u64::MAX, depth: None, memory: 8 << 30 };
            let found = explore_with(&*game, limits, &workers, &mut |_| true);
            println!("{} positions, {} edges", found.positions, found.edges);
            println!("{:.1} bytes a position", found.bytes_per_position());
        }
        "perft" => {
            let depth = sizes.last().copied().unwrap_or(4) as usize;
            let what = Perft { depth, turns: false, moves: u64::MAX };
            println!("{:?}", perft(&*game, what, &mut || true).plays);
        }
        _ => println!("{}", game.cursor().count_moves()),
    }
    Ok(())
}
