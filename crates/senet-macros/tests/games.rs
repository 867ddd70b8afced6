//! Games as authors write them, and what becomes of them.

#[path = "games/connect_four.rs"]
mod connect_four;
#[path = "games/kuhn_poker.rs"]
mod kuhn_poker;
#[path = "games/pig.rs"]
mod pig;
#[path = "games/tic_tac_toe.rs"]
mod tic_tac_toe;

use senet_game::Game;
use std::collections::HashSet;

/// All positions, and the moves from them.
fn count<G: Game>(game: &G) -> (usize, usize) {
    let start = game.start();
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut edges = 0;
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        game.moves(&state, &mut moves);
        edges += moves.len();
        for mv in &moves {
            let mut next = state.clone();
            game.apply(&mut next, mv, &mut ());
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    (seen.len(), edges)
}

/// Plays of so many moves, by number of moves.
fn perft<G: Game>(game: &G, state: &G::State, depth: usize) -> usize {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if depth == 1 {
        return moves.len();
    }
    let after = |mv| {
        let mut next = state.clone();
        game.apply(&mut next, mv, &mut ());
        perft(game, &next, depth - 1)
    };
    moves.iter().map(after).sum()
}

#[test]
fn tic_tac_toe_has_all_its_positions() {
    assert_eq!(count(&tic_tac_toe::TicTacToe::new()), (5478, 16167));
}

#[test]
fn connect_four_has_its_move_counts() {
    let game = connect_four::ConnectFour::new();
    let counts = (1..=6).map(|depth| perft(&game, &game.start(), depth));
    assert_eq!(counts.collect::<Vec<_>>(), [7, 49, 343, 2401, 16807, 117_649]);
}
