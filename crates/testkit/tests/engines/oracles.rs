//! Numbers that a correct engine reproduces, from the shipped games in plain Ceptre and from small
//! programs, by an exhaustive walk.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

use senet_engine::{Engine, NoHost, Run, TermGame};
use senet_explain::Trace;
use senet_game::{Cursor, DynGame, GameInfo, Limits, Observer, Rng, Turn, erase};
use senet_program::{Options, Program, check};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use testkit::quick::leaves_out;
use testkit::walk::walk;

fn program(text: &str) -> Arc<Program> {
    let checked = check(text, &Options::default());
    let said: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
    Arc::new(checked.program.unwrap_or_else(|| panic!("{said:?}")))
}

fn shipped(name: &str, start: usize) -> Arc<dyn DynGame> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.cep"));
    game(&std::fs::read_to_string(path).expect("a shipped game"), start)
}

/// A text on the term engine.
fn game(text: &str, start: usize) -> Arc<dyn DynGame> {
    let game = TermGame::new(program(text), Limits::default(), start);
    erase(Arc::new(game), GameInfo::default())
}

/// Makes each move where a cursor stands, and comes back.
fn each_move(cursor: &mut dyn Cursor, mut then: impl FnMut(&mut dyn Cursor)) {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    for mv in moves {
        cursor.push();
        cursor.apply(mv);
        then(cursor);
        cursor.pop();
    }
}

#[test]
fn tic_tac_toe_has_5478_positions() {
    let found = walk(&*shipped("tic-tac-toe", 0), 10_000);
    assert_eq!((found.positions, found.edges, found.chances), (5478, 16167, 0));
    assert_eq!(found.by_ply, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(found.ends, [626, 316, 16]);
}

#[test]
fn hanoi_has_a_position_for_each_way_to_stack() {
    let found = walk(&*shipped("hanoi", 0), 1_000);
    // The walk stops at the goal, which is the farthest position: 2^3 - 1 moves away.
    assert_eq!(found.positions, 27);
    assert_eq!(found.by_ply.len() - 1, 7);
}

#[test]
fn blocks_can_be_stacked_in_as_many_ways_as_known() {
    // The starts of the game have three, four, five, two and one blocks.
    let counts: Vec<usize> =
        (0..5).map(|start| walk(&*shipped("blocks-world", start), 1_000).positions).collect();
    assert_eq!(counts, [13, 73, 501, 3, 1]);
}

#[test]
fn the_river_has_ten_safe_positions_and_two_shortest_plans() {
    let game = shipped("river-crossing", 0);
    let found = walk(&*game, 100);
    assert_eq!(found.positions, 10);
    assert_eq!(found.by_ply.len() - 1, 7);
    // Plans of seven crossings, counted one by one.
    fn plans(cursor: &mut dyn Cursor, left: usize) -> usize {
        if matches!(cursor.turn(), Turn::Over(_)) {
            return usize::from(left == 0);
        }
        let mut sum = 0;
        if left > 0 {
            each_move(cursor, |cursor| sum += plans(cursor, left - 1));
        }
        sum
    }
    assert_eq!(plans(&mut *game.cursor(), 7), 2);
}

#[test]
fn five_philosophers_have_243_positions_and_two_deadlocks() {
    let found = walk(&*shipped("philosophers", 0), 1_000);
    assert_eq!(found.positions, 243);
    assert_eq!(found.ends.iter().sum::<usize>(), 2);
}

#[test]
fn the_eight_puzzle_has_181440_positions() {
    if leaves_out("all of it") {
        return;
    }
    let found = walk(&*shipped("eight-puzzle", 1), 200_000);
    assert_eq!(found.positions, 181_440);
    // From the solved tray nobody moves on, so its two moves are missing from 483,840.
    assert_eq!(found.edges, 483_838);
    assert_eq!(found.by_ply.len() - 1, 31);
}

#[test]
fn the_urns_take_64_thirds_of_a_tick() {
    // Expected ticks by solving the chain that the weights describe: e(k) for k balls on the left.
    let game = shipped("ehrenfest", 0);
    let mut chances = [(0u128, 0u128); 5];
    let mut cursor = game.cursor();
    let mut open = vec![game.start()];
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        cursor.load(&position);
        let view = cursor.view(Observer::All);
        let mut atoms = view.atoms.iter().chain(&view.undrawn);
        let left = atoms.find(|a| a.predicate == "left").map_or(0, |a| a.copies);
        if cursor.turn() != Turn::Chance || chances[left as usize] != (0, 0) {
            continue;
        }
        cursor.moves(&mut moves);
        for mv in &moves {
            let weight = cursor.weight(*mv);
            if cursor.move_name(*mv).starts_with("there") {
                chances[left as usize].0 = weight;
            } else {
                chances[left as usize].1 = weight;
            }
        }
        each_move(&mut *cursor, |cursor| open.push(cursor.save()));
    }
    // With all four on the left there is one way to go, taken without asking chance.
    assert_eq!(&chances[1..4], [(1, 3), (2, 2), (3, 1)]);
    // d(k): expected ticks to go from k on the left to k - 1; d(4) = 1.
    let mut d = [0.0; 5];
    for k in (1..5).rev() {
        let (p, q) = if k == 4 { (1.0, 0.0) } else { (chances[k].0 as f64, chances[k].1 as f64) };
        let up = if k == 4 { 0.0 } else { d[k + 1] };
        d[k] = ((p + q) + q * up) / p;
    }
    assert!((d[1..].iter().sum::<f64>() - 64.0 / 3.0).abs() < 1e-9);
}

#[test]
fn independent_rules_have_one_causal_trace() {
    let n = 5;
    let rules: String = (0..n).map(|i| format!("r{i} : a{i} -o b{i}. ")).collect();
    let declared: String = (0..n).map(|i| format!("a{i} : pred. b{i} : pred. ")).collect();
    let atoms: Vec<String> = (0..n).map(|i| format!("a{i}")).collect();
    let text = format!(
        "{declared} stage s = {{ {rules} }} #interactive s. #trace _ s {{ {} }}.",
        atoms.join(", ")
    );
    let found = walk(&*game(&text, 0), 100);
    assert_eq!(found.positions, 1 << n);
    let engine = Arc::new(Engine::new(program(&text), Limits::default()));
    let (mut traces, mut sequences) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..2_000 {
        let mut run = Run::new(engine.clone(), 0).expect("it starts").with_trace();
        let mut rng = Rng::new(seed);
        let mut sequence = Vec::new();
        while let Some(step) = run.step(&mut rng, &mut NoHost).expect("it ends") {
            sequence.push(step.rule);
        }
        sequences.insert(sequence);
        traces.insert(Trace::of(&run).expect("recorded").hash());
    }
    assert_eq!(sequences.len(), 120, "n! sequences");
    assert_eq!(traces.len(), 1, "one trace");
}

#[test]
fn traces_differ_when_causes_differ() {
    let text = "a : pred. b : pred. c : pred.
        stage s = { one : a -o b. two : a -o c. use : b -o c. } #trace _ s { a, a }.";
    let engine = Arc::new(Engine::new(program(text), Limits::default()));
    let hashes: BTreeSet<u128> = (0..200)
        .map(|seed| {
            let mut run = Run::new(engine.clone(), 0).expect("it starts").with_trace();
            let mut rng = Rng::new(seed);
            while run.step(&mut rng, &mut NoHost).expect("it ends").is_some() {}
            Trace::of(&run).expect("recorded").hash()
        })
        .collect();
    // Each `a` becomes c directly, or by way of b: none, one or both of them.
    assert_eq!(hashes.len(), 3);
}

#[test]
fn copies_are_weighed_and_not_listed() {
    let atoms = vec!["a"; 20].join(", ");
    let text =
        format!("a : pred. b : pred. stage s = {{ r : a * a -o b. }} #trace _ s {{ {atoms} }}.");
    let engine = Arc::new(Engine::new(program(&text), Limits::default()));
    let mut run = Run::new(engine, 0).expect("it starts");
    let all = run.transitions(&mut NoHost).expect("small");
    assert_eq!(all.iter().map(|t| t.weight).collect::<Vec<_>>(), [380]);
}

/// How many plays of some length there are.
fn plays(cursor: &mut dyn Cursor, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    each_move(cursor, |cursor| sum += plays(cursor, depth - 1));
    sum
}

#[track_caller]
fn known_plays(name: &str, known: &[u64]) {
    let game = shipped(name, 0);
    let mut cursor = game.cursor();
    let found: Vec<u64> = (1..=known.len()).map(|n| plays(&mut *cursor, n)).collect();
    assert_eq!(found, known, "{name}");
}

#[test]
fn othello_has_the_plays_that_are_known() {
    known_plays("othello", &[4, 12, 56, 244, 1396, 8200]);
}

#[test]
fn connect_four_has_the_plays_that_are_known() {
    known_plays("connect-four", &[7, 49, 343, 2401, 16807, 117_649]);
}
