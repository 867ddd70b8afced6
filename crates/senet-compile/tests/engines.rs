//! Which engine every shipped game runs on, and why: what changes here, changes how fast games are.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

use senet_compile::{Compiled, compile};
use senet_game::{GameInfo, Limits, Playout, Rng, RulesFired, Tally, Turn};
use senet_program::{Options, check};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The table of `docs/bits.md`: every shipped game that is written as text, its engine, and why it is on no faster one.
/// `SENET_UPDATE=1` writes it anew.
#[test]
fn the_documented_table_of_engines_is_true() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut games: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    games.sort();
    let mut rows = String::new();
    for path in games.iter().filter(|path| path.extension().is_some_and(|e| e == "cep")) {
        let name = path.file_stem().unwrap().to_string_lossy();
        let text = std::fs::read_to_string(path).unwrap();
        let Some(program) = check(&text, &Options::default()).program else { continue };
        if program.starts().is_empty() {
            continue;
        }
        let compiled = compile(Arc::new(program), Limits::default(), 0);
        let why = match &compiled {
            Compiled::Bits(_) => String::new(),
            Compiled::Net(_, why) => why.to_string(),
            Compiled::Term(..) => compiled.describe(),
        };
        rows += &format!("| `{name}` | {} | {why} |\n", compiled.engine());
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bits.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (begin, end) = ("| game | engine | why |\n|---|---|---|\n", "\n<!-- end engines -->");
    let (before, rest) = text.split_once(begin).expect("the page has the table");
    let (table, after) = rest.split_once(end).expect("the table has an end");
    if std::env::var_os("SENET_UPDATE").is_some() {
        std::fs::write(path, format!("{before}{begin}{rows}{end}{after}")).unwrap();
    } else {
        assert_eq!(table, rows, "SENET_UPDATE=1 writes the table anew");
    }
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

/// The rules that fired in playouts, one after another.
#[derive(Default)]
struct Fired(Vec<RulesFired>);

impl Tally for Fired {
    fn count(&mut self, _: &Playout) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn counts_rules(&self) -> bool {
        true
    }

    fn rules(&mut self, fired: &RulesFired) {
        self.0.push(fired.clone());
    }
}

#[test]
fn rules_are_counted_at_once_as_they_are_one_by_one() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    // In lockstep beside the net and beside bits, and on the net alone, with chance and without.
    for name in ["tic-tac-toe", "connect-four", "othello", "y", "river-crossing", "craps"] {
        let text = std::fs::read_to_string(format!("{folder}/{name}.cep")).unwrap();
        let program = check(&text, &Options::default()).program.expect("no errors");
        let compiled = compile(Arc::new(program), Limits::default(), 0);
        let game = compiled.into_game(GameInfo::default(), Vec::new());
        let mut cursor = game.cursor();
        let mut together = Fired::default();
        cursor.playouts(12, 9, 5, &mut together);
        for (i, together) in together.0.iter().enumerate() {
            let (mut heard, mut alone) = (Vec::new(), RulesFired::new(game.rule_names().len()));
            let mut rng = Rng::nth(9, 5 + i as u64);
            cursor.push();
            while matches!(cursor.turn(), Turn::Player(_) | Turn::Chance) {
                let mv = cursor.random_move(&mut rng);
                heard.clear();
                cursor.apply_fired(mv, &mut heard);
                heard.iter().for_each(|rule| alone.add(*rule));
            }
            cursor.pop();
            assert_eq!(*together, alone, "{name}, playout {i}");
            assert!(alone.times.iter().any(|times| *times > 0), "{name}: something fires");
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
