//! Several threads: the same values, moves and lines as one.

use crate::PLENTY;
use crate::test_threads::TestThreads;
use crate::values::{game, play_line};
use senet_game::{DynGame, Listed, Turn};
use senet_positional::games::{ConnectFour, Hex, Mnk, Y};
use senet_solve::{GameValue, Solution, SolveError, SolveLimits, Solver};
use std::sync::Arc;

fn solve(game: &Arc<dyn DynGame>, threads: usize) -> Solution {
    let workers = Arc::new(TestThreads(threads));
    Solver::new(Arc::clone(game), PLENTY).with_workers(workers).solve(&mut |_| true)
}

fn agree<G: Listed>(options: &[(&str, u64)]) {
    let game = game::<G>(options);
    let one = solve(&game, 1);
    assert_eq!(one.error, None);
    for threads in 2..=3 {
        let several = solve(&game, threads);
        let mut cursor = game.cursor();
        play_line(&mut *cursor, &several);
        let Turn::Over(outcome) = cursor.turn() else { panic!("the line goes to the end") };
        assert_eq!(GameValue::of(&outcome), one.lower);
        let positions = one.positions;
        assert_eq!(Solution { positions, ..several }, one, "{threads} threads");
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    agree::<ConnectFour>(&[("width", 5), ("height", 4)]);
    agree::<Mnk>(&[("width", 5), ("height", 4), ("k", 4)]);
    agree::<Hex>(&[("size", 4)]);
    agree::<Y>(&[("size", 4)]);
}

#[test]
fn several_threads_keep_limits_together() {
    let four = game::<ConnectFour>(&[("width", 6), ("height", 5)]);
    let little = SolveLimits { positions: 100_000, ..PLENTY };
    let workers = || Arc::new(TestThreads(3));
    let solution =
        Solver::new(Arc::clone(&four), little).with_workers(workers()).solve(&mut |_| true);
    assert_eq!(solution.error, Some(SolveError::Positions));
    // Each thread tells the others now and then.
    assert!((100_000..101_000).contains(&solution.positions), "{}", solution.positions);
    let mut solver = Solver::new(four, PLENTY).with_workers(workers());
    let solution = solver.solve(&mut |positions| positions < 50_000);
    assert_eq!(solution.error, Some(SolveError::Cancelled));
}
