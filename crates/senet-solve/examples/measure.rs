//! Solves or explores connect four: what is counted (`valgrind --tool=callgrind`) when the solver changes.
//!
//! `measure solve 5 4`, `measure explore 4 5`, `measure perft 7 6 6`, `measure start 4 5`

#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "an example is a program")]

use senet_game::{DynGame, Listed, erase};
use senet_positional::games::ConnectFour;
use senet_solve::{ExploreLimits, Perft, SolveLimits, Solver, explore, perft};
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(4u64);
    let options = [("width", number(1)), ("height", number(2))];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_string()));
    let info = ConnectFour::about();
    let chosen = info.choose(&options, None).expect("a size that is allowed");
    let game = ConnectFour::with(&chosen).expect("a size that is allowed");
    let game: Arc<dyn DynGame> = erase(Arc::new(game), info);
    match args.first().map(String::as_str) {
        Some("solve") => {
            let limits = SolveLimits { positions: u64::MAX, memory: 4 << 30 };
            let solution = Solver::new(game, limits).solve(&mut |_| true);
            let line: Vec<&str> = solution.line.iter().map(|mv| mv.name.as_str()).collect();
            println!("{:?}, {} positions", solution.lower, solution.positions);
            println!("{}", line.join(", "));
        }
        Some("explore") => {
            let limits = ExploreLimits { positions: u64::MAX, depth: None, memory: 8 << 30 };
            let found = explore(&*game, limits, &mut |_| true);
            println!("{} positions, {} edges", found.positions, found.edges);
            println!("{:.1} bytes a position", found.bytes_per_position());
        }
        Some("perft") => {
            let what = Perft { depth: number(3) as usize, turns: false, moves: u64::MAX };
            println!("{:?}", perft(&*game, what, &mut || true).plays);
        }
        _ => println!("{}", game.cursor().count_moves()),
    }
}
