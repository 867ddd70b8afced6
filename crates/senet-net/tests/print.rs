//! Printed games play just like the nets that they were printed from.

use senet_engine::Engine;
use senet_game::{Cursor, DynGame, GameInfo, Limits, Observer, Playout, Rng, Turn, Verdict, erase};
use senet_net::NetGame;
use senet_program::{Options, check};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn net(text: &str) -> Arc<NetGame> {
    let program = check(text, &Options::default()).program.expect("a text of the catalogue");
    let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
    Arc::new(NetGame::new(engine, 0).unwrap_or_else(|why| panic!("no net: {why}")))
}

/// The profile of the workspace, so that what the printed crates depend on is compiled once for all.
const PROFILE: &[&str] = &[
    "profile.dev.opt-level=1",
    "profile.dev.debug='line-tables-only'",
    "profile.dev.package.'*'.opt-level=2",
];

/// Prints a game and compiles it; the program. What has not changed since the last time is left
/// alone, so that there is nothing to compile.
#[allow(clippy::disallowed_methods, reason = "a test that compiles has to write files")]
fn built(game: &NetGame, name: &str) -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = temporary.join("printed").join(name);
    let files = game.print(name, name).expect("it can be printed");
    let mut files: Vec<(String, String)> = files.into_iter().map(|f| (f.path, f.text)).collect();
    // The same versions as here, so that nothing has to be fetched or built twice.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let lock = std::fs::read_to_string(lock).expect("the workspace has one");
    files.push(("Cargo.lock".to_owned(), lock));
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("it can be made");
        if !std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            std::fs::write(&path, text).expect("it can be written");
        }
    }
    let target = temporary.parent().expect("target");
    let cargo = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--target-dir"])
        .arg(target)
        .args(PROFILE.iter().flat_map(|option| ["--config", option]))
        .current_dir(&folder)
        // The flags of the workspace, and not those for this processor alone.
        .env("RUSTFLAGS", std::env::var("RUSTFLAGS").unwrap_or_default())
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

/// What `walk` prints, from the net itself: a play under the referee.
fn walk(game: &dyn DynGame, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    let mut moves = Vec::new();
    let mut out = String::new();
    for _ in 0..500 {
        cursor.moves(&mut moves);
        let named = |mv| format!("{} {}", cursor.move_name(mv), cursor.weight(mv));
        let names: Vec<String> = moves.iter().copied().map(named).collect();
        let view = cursor.view(Observer::All);
        let pieces: usize = view.boards.iter().map(|b| b.pieces.len()).sum();
        let (turn, atoms) = (cursor.turn(), view.atoms.len());
        out += &format!("{turn:?} | {} | {pieces} {atoms}\n", names.join(", "));
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.index(moves.len() as u64) as usize];
        out += &format!("{}\n", cursor.describe_move(mv, Observer::All).text);
        cursor.apply(mv);
    }
    out
}

fn perft(cursor: &mut dyn Cursor, depth: u64) -> u64 {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    if depth <= 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        cursor.push();
        cursor.apply(mv);
        let sum = perft(cursor, depth - 1);
        cursor.pop();
        sum
    };
    moves.into_iter().map(after).sum()
}

/// What `playouts` prints, from the net itself: the moves of all playouts, and how they ended.
fn playouts(game: &dyn DynGame, n: u64, seed: u64) -> String {
    let mut plies = 0;
    let mut ends = vec![0; game.seats() + 1];
    game.cursor().playouts(n, seed, 0, &mut |playout: &Playout| {
        plies += playout.plies;
        match playout.outcome.verdict {
            Verdict::Won(seats) => seats.iter().for_each(|seat| ends[usize::from(seat.0)] += 1),
            Verdict::Draw | Verdict::NoResult => ends[game.seats()] += 1,
        }
        ControlFlow::Continue(())
    });
    let mut out = format!("{plies} moves\n");
    for seat in game.all_seats() {
        out += &format!("{} won by {}\n", ends[usize::from(seat.0)], game.seat_name(seat));
    }
    out + &format!("{} drawn\n", ends[game.seats()])
}

/// Line by line, so that a failure can be read.
fn agree(name: &str, seed: u64, ours: &str, theirs: &str) {
    for (n, (a, b)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(a, b, "{name}, seed {seed}, line {n}");
    }
    assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}, seed {seed}");
}

fn check_game(name: &str, text: &str, depth: u64) {
    let net = net(text);
    let program = built(&net, name);
    let game = erase(net, GameInfo::default());
    for seed in 1..=20 {
        agree(name, seed, &walk(&*game, seed), &said(&program, &["walk", &seed.to_string()]));
    }
    let counts = said(&program, &["perft", &depth.to_string()]);
    let last = counts.lines().last().expect("a line for each depth");
    let mut cursor = game.cursor();
    assert_eq!(last, format!("{depth} {}", perft(&mut *cursor, depth)), "{name}");
    let theirs = said(&program, &["playouts", "200", "5"]);
    agree(name, 5, &playouts(&*game, 200, 5), &theirs);
    assert!(said(&program, &["bench", "1"]).contains("playouts/s"), "{name} measures itself");
    assert!(matches!(cursor.turn(), Turn::Player(_) | Turn::Chance));
}

#[test]
fn printed_games_play_like_their_nets() {
    // Lines and a fast path; comprehensions, passes and counts; chance and several players; draw rules;
    // weights that grow until they no longer fit.
    check_game("tic-tac-toe", include_str!("../../../games/tic-tac-toe.cep"), 6);
    check_game("othello", include_str!("../../../games/othello.cep"), 5);
    check_game("pachisi", include_str!("../../../games/pachisi.cep"), 3);
    check_game("draughts", include_str!("../../../games/draughts.cep"), 5);
    check_game("growing", GROWING, 5);
    let ended = walk(&*erase(net(GROWING), GameInfo::default()), 1);
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
