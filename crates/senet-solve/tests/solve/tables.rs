//! Endgame tables: written, read, used, and refused where they do not belong.

use crate::PLENTY;
use crate::graph_game::GraphGame;
use crate::values::game;
use senet_game::{DynGame, Rng, Turn};
use senet_positional::games::{ConnectFour, Mnk};
use senet_solve::{EndgameTable, GameValue, SolveLimits, Solver, TableError};
use std::sync::Arc;

/// Solves a game, and takes its table through bytes.
fn table(game: &Arc<dyn DynGame>) -> EndgameTable {
    let mut solver = Solver::new(Arc::clone(game), PLENTY);
    assert_eq!(solver.solve(&mut |_| true).error, None);
    let table = solver.endgame_table().expect("its positions have keys");
    let bytes = table.to_bytes();
    let read = EndgameTable::from_bytes(&bytes, &**game).expect("what was written can be read");
    assert_eq!(read, table);
    read
}

#[test]
fn a_table_replaces_the_search() {
    for game in [
        game::<Mnk>(&[("width", 4), ("height", 4), ("k", 3)]),
        game::<ConnectFour>(&[("width", 5), ("height", 4)]),
    ] {
        let mut solver = Solver::new(Arc::clone(&game), PLENTY);
        let before = solver.solve(&mut |_| true);
        let table = Arc::new(table(&game));
        assert!(!table.is_empty());
        let again = Solver::new(Arc::clone(&game), PLENTY).with_table(table).solve(&mut |_| true);
        assert_eq!((before.lower, before.distance), (again.lower, again.distance));
        assert_eq!(before.moves, again.moves);
        // Distances are searched for again, values are not.
        assert!(again.positions < before.positions, "{} positions", again.positions);
    }
}

#[test]
fn where_play_can_come_back_a_table_knows_everything() {
    let mut rng = Rng::new(77);
    let mut retrograde = 0;
    for _ in 0..300 {
        let graph = GraphGame::random(&mut rng, 2, false);
        let game = graph.erased();
        let mut solver = Solver::new(Arc::clone(&game), PLENTY);
        let solution = solver.solve(&mut |_| true);
        let Some(table) = solver.endgame_table() else { continue };
        let nothing = SolveLimits { positions: 0, memory: 1 << 20 };
        let mut again = Solver::new(Arc::clone(&game), nothing).with_table(Arc::new(table));
        let mut cursor = game.cursor();
        if solution.method == senet_solve::SolveMethod::Retrograde
            && let Turn::Player(_) = cursor.turn()
        {
            retrograde += 1;
            let found = again.value(&mut *cursor, &mut |_| true).expect("it is in the table");
            assert_eq!((found.value, found.distance), (solution.lower, solution.distance));
            again.best_move(&mut *cursor, &mut |_| true).expect("so is all that follows");
        }
    }
    assert!(retrograde > 50, "{retrograde}");
}

#[test]
fn tables_of_other_games_and_damaged_ones_are_refused() {
    let three = game::<Mnk>(&[]);
    let bytes = table(&three).to_bytes();
    let wide = game::<Mnk>(&[("width", 4)]);
    // Options are told apart by what the catalogue says of them; here both say nothing, and the rules differ.
    assert_eq!(EndgameTable::from_bytes(&bytes, &*wide), Err(TableError::Rules));
    let four = game::<ConnectFour>(&[("width", 4), ("height", 4)]);
    assert_eq!(EndgameTable::from_bytes(&bytes, &*four), Err(TableError::Game("mnk".to_owned())));
    for length in 0..bytes.len() {
        assert!(EndgameTable::from_bytes(&bytes[..length], &*three).is_err());
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(EndgameTable::from_bytes(&changed, &*three).is_err(), "byte {at}");
    }
    let mut later = bytes;
    later[8] = 2;
    assert_eq!(EndgameTable::from_bytes(&later, &*three), Err(TableError::Edition(2)));
}

#[test]
fn nothing_solved_makes_no_table() {
    let three = game::<Mnk>(&[]);
    assert!(Solver::new(Arc::clone(&three), PLENTY).endgame_table().is_none());
    let mut solver = Solver::new(three, SolveLimits { positions: 0, memory: 1 << 20 });
    assert_eq!(solver.solve(&mut |_| true).lower, GameValue::Loss);
    let empty = solver.endgame_table().map_or(0, |table| table.len());
    assert_eq!(empty, 0);
}
