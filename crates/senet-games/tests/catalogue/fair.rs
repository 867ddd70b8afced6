//! Bots know what their seat has observed, and nothing else: if something changes that a seat cannot
//! see, its bot does what it would have done.

use crate::support::{game, moves};
use senet_game::{Cursor, DynGame, MoveIndex, Observer, Position, Rng, Seat, Turn};
use senet_players::{Bot, InformationState, Knowledge};
use std::sync::Arc;

/// A way to play, by the names of moves: where it leads, and the moves by index.
fn line(game: &Arc<dyn DynGame>, names: &[&str]) -> (Box<dyn Cursor>, Vec<MoveIndex>) {
    let mut cursor = game.cursor();
    let mut history = Vec::new();
    for name in names {
        let all = moves(&mut *cursor);
        let at = all.iter().position(|mv| cursor.move_name(*mv) == *name);
        let at = at.unwrap_or_else(|| panic!("{name} is not a legal move"));
        history.push(MoveIndex(at as u32));
        cursor.apply(all[at]);
    }
    (cursor, history)
}

fn mover(cursor: &dyn Cursor) -> Seat {
    match cursor.turn() {
        Turn::Player(seat) => seat,
        other => panic!("it is a player's turn, not {other:?}"),
    }
}

/// Every bot with a small limit, and one with threads. `perfect` solves the whole game and refuses what is
/// not tiny; equilibria have tests of their own.
fn bots() -> impl Iterator<Item = Bot> {
    let names = Bot::NAMES.iter().filter(|name| **name != "perfect");
    let limited = names.map(|name| match *name {
        "alphabeta" | "mcts" => format!("{name}:300"),
        "level" => "level:3".to_owned(),
        name => name.to_owned(),
    });
    let all = limited.chain(["mcts:100:x2".to_owned()]);
    all.map(|bot| bot.parse().expect("a new bot that needs a parameter has its own arm above"))
}

/// Two ways to play that look the same to the one who moves next.
fn alike(name: &str, ways: [&[&str]; 2]) {
    let game = game(name, "");
    let lines = ways.map(|names| line(&game, names));
    let [first, second] = &lines;
    assert!(!first.0.is_at(&second.0.save()), "nothing was changed");
    let seat = mover(&*first.0);
    let observer = Observer::Seat(seat);
    assert_eq!(first.0.view(observer), second.0.view(observer), "the seat sees the difference");
    assert_eq!(first.0.observation_key(observer), second.0.observation_key(observer));
    let known = lines
        .each_ref()
        .map(|(_, history)| InformationState::new(&game, seat, &game.start(), history));
    for bot in bots() {
        for seed in 0..6 {
            let think = |known: &InformationState| {
                let knowledge = Knowledge::Hidden(known);
                let found = bot.player().choose(&game, knowledge, &mut Rng::new(seed), &());
                found.expect("it finds a move").best
            };
            assert_eq!(think(&known[0]), think(&known[1]), "{bot}, seed {seed}");
        }
    }
    for seed in 0..20 {
        let draw =
            |known: &InformationState| known.determinize(&mut Rng::new(seed), &mut || false).save();
        let (one, other) = (draw(&known[0]), draw(&known[1]));
        assert!(one == other, "what is drawn depends on what is hidden");
        assert_eq!(game.cursor_at(&one).view(observer), first.0.view(observer));
        let drawn = |cursor: &dyn Cursor| -> Position {
            let mut fork = cursor.fork();
            fork.determinize(seat, &mut Rng::new(seed));
            fork.save()
        };
        assert!(drawn(&*first.0) == drawn(&*second.0), "the game draws by what is hidden");
    }
}

#[test]
fn a_pick_that_is_hidden_is_not_known() {
    alike("rock-paper-scissors", [&["pick ann rock"], &["pick ann paper"]]);
    alike("rock-paper-scissors/grid", [&["choose ann rock"], &["choose ann paper"]]);
}

#[test]
fn a_card_that_is_hidden_is_not_known() {
    alike("kuhn-poker", [&["jack", "queen", "bet"], &["king", "queen", "bet"]]);
    alike("kuhn-poker", [&["jack", "queen"], &["jack", "king"]]);
}

#[test]
fn ships_that_are_hidden_are_not_known() {
    let ways = [["a1 a2", "c1 c2"], ["b1 b2", "c1 c2"]].map(|boats| {
        let red = boats.map(|cells| names("red", cells));
        let blue = ["a1 b1", "a2 b2"].map(|cells| names("blue", cells));
        [red.to_vec(), blue.to_vec(), vec!["fire red blue a3".to_owned()]].concat()
    });
    let ways: Vec<Vec<&str>> =
        ways.iter().map(|way| way.iter().map(String::as_str).collect()).collect();
    alike("battleships", [&ways[0], &ways[1]]);
}

fn names(player: &str, cells: &str) -> String {
    format!("moor {player} {cells}")
}

/// All that could be is drawn, and what cannot be is not.
fn determinizations(name: &str, names: &[&str], expected: usize) {
    let game = game(name, "");
    let (cursor, history) = line(&game, names);
    let seat = mover(&*cursor);
    let known = InformationState::new(&game, seat, &game.start(), &history);
    let mut found: Vec<Position> = Vec::new();
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let drawn = known.determinize(&mut rng, &mut || false);
        assert_eq!(drawn.turn(), Turn::Player(seat));
        let drawn = drawn.save();
        if !found.contains(&drawn) {
            found.push(drawn);
        }
    }
    assert_eq!(found.len(), expected);
}

#[test]
fn everything_that_could_be_is_drawn() {
    determinizations("rock-paper-scissors", &["pick ann rock"], 3);
    determinizations("kuhn-poker", &["jack", "queen", "bet"], 2);
}
