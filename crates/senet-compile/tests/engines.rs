//! Which engine every shipped game runs on, and why: what changes here, changes how fast games are.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

use senet_compile::compile;
use senet_game::{GameInfo, Limits, Playout, Rng};
use senet_program::{Options, check};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Games on bits; all others with a start are on the net, or on the term engine.
const BITS: &[&str] = &[
    "battleships",
    "breakthrough",
    "chess",
    "dots-and-boxes",
    "draughts",
    "hex",
    "minichess",
    "nine-mens-morris",
    "othello",
    "quarto",
    "yavalath",
];
const TERM: &[&str] = &["adventure", "peano", "voting"];

#[test]
fn every_shipped_game_runs_on_its_engine() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let Some(program) = check(&text, &Options::default()).program else { continue };
        if program.starts().is_empty() {
            continue;
        }
        let compiled = compile(Arc::new(program), Limits::default(), 0);
        let expected = match &*name {
            name if BITS.contains(&name) => "bits",
            name if TERM.contains(&name) => "term",
            _ => "net",
        };
        assert_eq!(compiled.engine(), expected, "{name}: {}", compiled.describe());
        found += usize::from(expected != "net");
    }
    assert_eq!(found, BITS.len() + TERM.len(), "all games of the lists are there");
}

#[test]
fn playouts_at_once_end_as_they_do_one_by_one() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    for name in ["tic-tac-toe", "connect-four", "mnk", "hex", "gomoku", "y"] {
        let text = std::fs::read_to_string(format!("{folder}/{name}.cep")).unwrap();
        let program = check(&text, &Options::default()).program.expect("no errors");
        let compiled = compile(Arc::new(program), Limits::default(), 0);
        assert_eq!(compiled.engine(), if name == "hex" { "bits" } else { "net" }, "{name}");
        let game = compiled.into_game(GameInfo::default(), Vec::new());
        let mut cursor = game.cursor();
        // From the start, and from where three moves have led.
        for moves in [0, 3] {
            let mut rng = Rng::new(4);
            for _ in 0..moves {
                let mv = cursor.random_move(&mut rng);
                cursor.apply(mv);
            }
            let mut together = Vec::new();
            cursor.playouts(60, 9, 5, &mut |p: &Playout| {
                together.push(p.outcome.clone());
                ControlFlow::Continue(())
            });
            for (i, outcome) in together.iter().enumerate() {
                cursor.push();
                let alone = cursor.playout(&mut Rng::nth(9, 5 + i as u64), &mut || false, None);
                cursor.pop();
                assert_eq!(*outcome, alone, "{name}, playout {i} after {moves} moves");
            }
        }
    }
}

#[test]
fn terms_without_bound_are_noticed_early() {
    let text = "tree : type. leaf : tree. fork tree tree : tree. grown tree : pred. go : pred.
        stage run = { grow : grown T * go -o grown (fork T T) * go. stop : go -o (). }
        #interactive run. #trace _ run { grown leaf, go }.";
    let program = check(text, &Options::default()).program.expect("no errors");
    let compiled = compile(Arc::new(program), Limits::default(), 0);
    assert!(
        compiled.describe().contains("terms may grow without bound"),
        "{}",
        compiled.describe()
    );
}

/// Finite programs that are too large for a net are given up after little work, not after all that grounding
/// allows: the first of these has 68,921 atoms.
#[test]
fn nets_that_are_too_large_are_given_up_soon() {
    let counters = "n : 0..40. p n n n : pred. stage s = { a : p A B C -o p (A + 1) B C. \
        b : p A B C -o p A (B + 1) C. c : p A B C -o p A B (C + 1). } \
        #interactive s. #trace _ s { p 0 0 0 }.";
    let swaps = "board cell = square 12 12. on nat cell : pred. \
        stage s = { m : on N A * on M B * on K C * A <> B * step D A C \
        -o on N B * on M A * on (K + 1) C. } \
        #interactive s. #trace _ s { { on 0 C | C : cell } }.";
    for text in [counters, swaps] {
        let program = check(text, &Options::default()).program.expect("no errors");
        let compiled = compile(Arc::new(program), Limits::default(), 0);
        assert_eq!(compiled.engine(), "term", "{}", compiled.describe());
    }
}
