//! Perfect play loses no half point, in any game of the catalogue that is solved.

use crate::support::{LARGE, game};
use senet_game::{DynGame, Rng, Seat, Turn};
use senet_games::infos;
use senet_players::{Bot, Knowledge, Player, SearchResult};
use std::sync::Arc;

/// Moves after which a play counts as a draw.
const LONG: usize = 200;
/// Expected values are not nearer than this where they are not fractions.
const NEAR: f64 = 1e-6;

fn player(text: &str) -> Box<dyn Player> {
    text.parse::<Bot>().expect("a bot").player()
}

/// A perfect player against others, on all seats; `false` if the game is not solved.
fn duels(game: &Arc<dyn DynGame>) -> bool {
    if player("perfect:1500").prepare(game, &mut *game.cursor(), &()).is_err() {
        return false;
    }
    let mut perfect = player("perfect:100000");
    for (seed, other) in ["random", "random", "alphabeta:60"].iter().enumerate() {
        for seat in game.all_seats() {
            duel(game, &mut *perfect, &mut *player(other), seat, seed as u64);
        }
    }
    true
}

fn duel(
    game: &Arc<dyn DynGame>,
    perfect: &mut dyn Player,
    other: &mut dyn Player,
    seat: Seat,
    seed: u64,
) {
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    let mut promised = -1.0;
    for _ in 0..LONG {
        let mover = match cursor.turn() {
            Turn::Player(mover) => mover,
            Turn::Chance => {
                // Chance may take what was certain only on average.
                promised = -1.0;
                let mv = cursor.random_move(&mut rng);
                cursor.apply(mv);
                continue;
            }
            _ => break,
        };
        let who: &mut dyn Player = if mover == seat { &mut *perfect } else { &mut *other };
        let found = who.choose(game, Knowledge::Open(&mut *cursor), &mut rng, &());
        let found: SearchResult = found.unwrap_or_else(|e| panic!("{}: {e}", game.info().name));
        if mover == seat {
            let value = found.value.expect("it knows");
            assert!(found.proven && value >= promised - NEAR, "{value} after {promised}");
            promised = value;
        }
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        cursor.apply(moves[found.best.0 as usize]);
    }
    let result = match cursor.turn() {
        Turn::Over(outcome) => outcome.utility(seat),
        _ => 0.0,
    };
    let name = &game.info().name;
    assert!(result >= promised - NEAR, "{name}: {result} where {promised} was promised, {seed}");
}

#[test]
fn perfect_loses_nothing_that_it_had() {
    let all = infos().filter(|info| info.players.0 <= 2 && !LARGE.contains(&info.name.as_str()));
    let solved = all.filter(|info| duels(&game(&info.name, "")));
    let names: Vec<&str> = solved.map(|info| info.name.as_str()).collect();
    for name in ["hanoi", "mnk", "nim", "river-crossing", "tic-tac-toe", "wandering-rook"] {
        assert!(names.contains(&name), "{name} is solved: {names:?}");
    }
    for (name, options) in [
        ("mnk", "width 4 height 3"),
        ("hex", "size 3"),
        ("gale", "size 2"),
        ("y", "size 3"),
        ("havannah", "size 2"),
        ("cross", "size 2"),
        ("nim/grid", ""),
    ] {
        assert!(duels(&game(name, options)), "{name} {options} is solved");
    }
}

/// The value of a game to the first seat, as a perfect player says.
fn value(name: &str, options: &str) -> f64 {
    let game = game(name, options);
    let mut cursor = game.cursor();
    let knowledge = Knowledge::Open(&mut *cursor);
    let found = player("perfect").choose(&game, knowledge, &mut Rng::new(1), &());
    let found = found.unwrap_or_else(|e| panic!("{name} {options}: {e}"));
    assert!(found.proven, "it is solved");
    found.value.expect("it knows")
}

#[test]
fn small_boards_have_the_values_that_are_known() {
    assert_eq!(value("othello", "size 4"), -1.0);
    assert_eq!(value("breakthrough", "size 4"), -1.0);
    // Pits, seeds, and what a program that shares nothing with this one found.
    let kalah = [(1, [0, -1, 1, -1]), (2, [1, -1, -1, -1]), (3, [0, 1, 1, 1]), (4, [1, 1, 1, 1])];
    for (pits, values) in kalah {
        for (seeds, expected) in (1..).zip(values) {
            if pits * seeds <= 12 {
                let found = value("kalah/rules", &format!("pits {pits} seeds {seeds}"));
                assert_eq!(found, f64::from(expected), "{pits} pits, {seeds} seeds");
            }
        }
    }
}
