//! Printed games play just like the nets that they were printed from.

use senet_game::{Eye, Game, Limits, Rng, Turn};
use senet_net::{Compiled, NetGame, compile};
use senet_program::{Options, check};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn net(text: &str) -> Arc<NetGame> {
    let program = check(text, &Options::default()).program.expect("a text of the catalogue");
    match compile(Arc::new(program), Limits::default(), 0) {
        Compiled::Net(game) => game,
        Compiled::Term(_, why) => panic!("no net: {why}"),
    }
}

/// Prints a game and compiles it; the program. What has not changed since the last time is left
/// alone, so that there is nothing to compile.
#[allow(clippy::disallowed_methods, reason = "a test that compiles has to write files")]
fn built(game: &NetGame, name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printed");
    let folder = root.join(name);
    for file in game.print(name, name).expect("it can be printed") {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("it can be made");
        if !std::fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            std::fs::write(&path, file.text).expect("it can be written");
        }
    }
    let target = root.join("target");
    let cargo = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--config", "profile.dev.debug=false"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&cargo.stderr);
    assert!(cargo.status.success() && errors.is_empty(), "{name}: {errors}");
    target.join("debug").join(name)
}

#[allow(clippy::disallowed_methods, reason = "what was compiled has to run")]
fn said(program: &Path, words: &[&str]) -> String {
    let output = Command::new(program).args(words).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What `walk` prints, from the net itself.
fn walk(game: &NetGame, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut moves = Vec::new();
    let mut out = String::new();
    for _ in 0..500 {
        game.moves(&state, &mut moves);
        let names: Vec<String> = moves
            .iter()
            .map(|m| format!("{} {}", game.name(&state, m), game.weight(&state, m)))
            .collect();
        let view = game.view(&state, Eye::All);
        let pieces: usize = view.boards.iter().map(|b| b.pieces.len()).sum();
        let (turn, atoms) = (game.turn(&state), view.atoms.len());
        out += &format!("{turn:?} | {} | {pieces} {atoms}\n", names.join(", "));
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.index(moves.len() as u64) as usize];
        out += &format!("{}\n", game.show(&state, &mv, Eye::All).text);
        game.apply(&mut state, &mv, &mut ());
    }
    out
}

fn perft(game: &NetGame, state: &<NetGame as Game>::State, depth: u64) -> u64 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if depth <= 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut after = state.clone();
        game.apply(&mut after, mv, &mut ());
        perft(game, &after, depth - 1)
    };
    moves.iter().map(after).sum()
}

/// Line by line, so that a failure can be read.
fn agree(name: &str, seed: u64, ours: &str, theirs: &str) {
    for (n, (a, b)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(a, b, "{name}, seed {seed}, line {n}");
    }
    assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}, seed {seed}");
}

fn check_game(name: &str, text: &str, depth: u64) {
    let game = net(text);
    let program = built(&game, name);
    for seed in 1..=20 {
        agree(name, seed, &walk(&game, seed), &said(&program, &["walk", &seed.to_string()]));
    }
    let counts = said(&program, &["perft", &depth.to_string()]);
    let last = counts.lines().last().expect("a line for each depth");
    assert_eq!(last, format!("{depth} {}", perft(&game, &game.start(), depth)), "{name}");
    assert!(said(&program, &["bench", "1"]).contains("playouts/s"), "{name} measures itself");
    assert!(matches!(game.turn(&game.start()), Turn::Player(_) | Turn::Chance));
}

#[test]
fn printed_games_play_like_their_nets() {
    // Lines and a usual fast path; braces, passes and counts; chance and several players; weights
    // that grow until they no longer fit.
    check_game("tic-tac-toe", include_str!("../../../games/tic-tac-toe.cep"), 6);
    check_game("othello", include_str!("../../../games/othello.cep"), 5);
    check_game("pachisi", include_str!("../../../games/pachisi.cep"), 3);
    check_game("growing", GROWING, 5);
    let ended = walk(&net(GROWING), 1);
    assert!(ended.lines().last().is_some_and(|l| l.starts_with("Stopped(Numbers)")), "{ended}");
}

/// Seven premises over copies that double: their weight passes 2^128 after 17 moves.
const GROWING: &str = "p : pred. go : pred. roll : pred. missed : pred.
    stage play = { double : go -o roll * { p -o p * p }. }
    #interactive play.
    stage draw = {
      hit : roll * $p^7 -o go.
      miss : roll -o go * missed.
    }
    qui * stage play -o stage draw.
    qui * stage draw -o stage play.
    #trace _ play { go, p^9 }.";

#[test]
fn every_file_of_the_contract_is_printed() {
    let game = net(include_str!("../../../games/tic-tac-toe.cep"));
    let files = game.print("x", "x").expect("it can be printed");
    let paths: Vec<&str> = files.iter().map(|f| f.path.as_str()).collect();
    for file in files.iter().filter(|f| f.path.ends_with(".rs") && !f.path.contains("template")) {
        let (folder, _) = file.path.rsplit_once('/').expect("in a folder");
        let stem = file.path.rsplit('/').next().expect("a name").trim_end_matches(".rs");
        let inside = if stem == "lib" || stem == "main" {
            folder.to_owned()
        } else {
            format!("{folder}/{stem}")
        };
        for line in file.text.lines() {
            let module = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            if let Some(module) = module.strip_prefix("mod ").and_then(|m| m.strip_suffix(';')) {
                let path = format!("{inside}/{module}.rs");
                assert!(paths.contains(&path.as_str()), "{path} is missing");
            }
        }
    }
}
