//! Games as Rust values, and what becomes of them.

#[path = "games/lines.rs"]
mod lines;
#[path = "games/othello.rs"]
mod othello;

use senet_engine::TermGame;
use senet_game::{Game, Limits};
use senet_grid::Grid;
use std::sync::Arc;
use testkit::contract::perft;
use testkit::walk::walk;

/// The game itself, and the game that its text gives.
fn both(grid: &Grid) -> [TermGame; 2] {
    let program = grid.program().unwrap_or_else(|wrong| panic!("{wrong}\n{}", wrong.text));
    let again = senet_program::check(&grid.text(), &senet_program::Options::default());
    let again = again.program.expect("what is printed can be read");
    [program, again].map(|it| TermGame::new(Arc::new(it), Limits::default(), 0))
}

#[test]
fn tic_tac_toe_has_all_its_positions() {
    for game in both(&lines::tic_tac_toe()) {
        let found = walk(&game, 10_000);
        assert_eq!((found.positions, found.edges, found.ends), (5478, 16167, [626, 316, 16]));
    }
}

#[test]
fn connect_four_has_its_move_counts() {
    for game in both(&lines::connect_four(7, 6)) {
        let counts = (1..=4).map(|depth| perft(&game, &game.start(), depth));
        assert_eq!(counts.collect::<Vec<_>>(), [7, 49, 343, 2401]);
    }
}

#[test]
fn othello_has_its_move_counts() {
    for game in both(&othello::othello(true)) {
        let counts = (1..=4).map(|depth| perft(&game, &game.start(), depth));
        assert_eq!(counts.collect::<Vec<_>>(), [4, 12, 56, 244]);
    }
}
