//! Printed games play just like the engines that they were printed from, move by move: so playouts of built crates have
//! the very distribution of those of their engine.

use senet_bits::BitGame;
use senet_engine::Engine;
use senet_game::{
    Cursor, DynGame, GameInfo, Limits, MoveId, Observer, Playout, Rng, Verdict, erase,
};
use senet_ground::GroundingLimits;
use senet_net::NetGame;
use senet_print::PrintedFile;
use senet_program::{Options, check};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// A game, and its files.
type Printed = (Arc<dyn DynGame>, Vec<PrintedFile>);

fn engine(text: &str) -> Arc<Engine> {
    let program = check(text, &Options::default()).program.expect("a text of the catalogue");
    Arc::new(Engine::new(Arc::new(program), Limits::default()))
}

fn net(name: &str, text: &str) -> Printed {
    let net = NetGame::new(engine(text), 0).unwrap_or_else(|why| panic!("no net: {why}"));
    let files = net.print(name, name).expect("it can be printed");
    (erase(Arc::new(net), GameInfo::default()), files)
}

fn bits(name: &str, text: &str) -> Printed {
    let bits = BitGame::new(engine(text), 0).unwrap_or_else(|why| panic!("no bits: {why}"));
    let files = bits.print(name, name).expect("it can be printed");
    (erase(Arc::new(bits), GameInfo::default()), files)
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
fn built(files: Vec<PrintedFile>, name: &str) -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = temporary.join("printed").join(name);
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

/// What `walk` prints, from the engine itself: a play under the referee, with all that observers are told and
/// what is drawn for them.
fn walk(game: &dyn DynGame, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    let mut moves = Vec::new();
    let mut keys = Vec::new();
    let mut out = String::new();
    for _ in 0..500 {
        cursor.moves(&mut moves);
        let named = |mv| format!("{} {}", cursor.move_name(mv), cursor.weight(mv));
        let names: Vec<String> = moves.iter().copied().map(named).collect();
        let view = cursor.view(Observer::All);
        let pieces: usize = view.boards.iter().map(|b| b.pieces.len()).sum();
        let (turn, atoms) = (cursor.turn(), view.known_atoms().count());
        out += &format!("{turn:?} | {} | {pieces} {atoms}\n", names.join(", "));
        if moves.is_empty() {
            break;
        }
        if game.has_hidden_information() {
            for seat in game.all_seats() {
                out += &secrets(&mut *cursor, &moves, Observer::Seat(seat), &mut keys);
                cursor.push();
                cursor.determinize(seat, &mut rng);
                let drawn = cursor.view(Observer::All);
                let atoms: Vec<String> = drawn.known_atoms().map(|a| format!("{a:?}")).collect();
                out += &format!("{} draws {}\n", seat.0, atoms.join(", "));
                cursor.pop();
            }
            out += &secrets(&mut *cursor, &moves, Observer::Public, &mut keys);
        }
        let mv = moves[rng.index(moves.len() as u64) as usize];
        out += &format!("{}\n", cursor.describe_move(mv, Observer::All).text);
        cursor.apply(mv);
    }
    out
}

/// What an observer cannot tell from each other, with keys by the order in which they come up.
fn secrets(
    cursor: &mut dyn Cursor,
    moves: &[MoveId],
    observer: Observer,
    keys: &mut Vec<u128>,
) -> String {
    let mut number = |key: u128| {
        let at = keys.iter().position(|known| *known == key);
        at.unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        })
    };
    let here = number(cursor.observation_key(observer));
    let text = |mv| cursor.describe_move(mv, observer).text;
    let texts: Vec<String> = moves.iter().copied().map(text).collect();
    let observed = |mv| number(cursor.observed_move(mv, observer)).to_string();
    let observed: Vec<String> = moves.iter().copied().map(observed).collect();
    format!("{observer:?} {here} | {} | {}\n", observed.join(" "), texts.join(", "))
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

fn check_game((game, files): Printed, name: &str, depth: u64) {
    let program = built(files, name);
    for seed in 1..=10 {
        agree(name, seed, &walk(&*game, seed), &said(&program, &["walk", &seed.to_string()]));
    }
    let counts = said(&program, &["perft", &depth.to_string()]);
    let last = counts.lines().last().expect("a line for each depth");
    let mut cursor = game.cursor();
    assert_eq!(last, format!("{depth} {}", perft(&mut *cursor, depth)), "{name}");
    let theirs = said(&program, &["playouts", "200", "5"]);
    agree(name, 5, &playouts(&*game, 200, 5), &theirs);
}

#[test]
fn printed_games_play_like_their_nets() {
    // Lines and a fast path; chance and several players; weights that grow until they no longer fit;
    // hands that are hidden, and draws from what is unseen.
    let text = include_str!("../../../games/tic-tac-toe.cep");
    check_game(net("tic-tac-toe", text), "tic-tac-toe", 6);
    check_game(net("pachisi", include_str!("../../../games/pachisi.cep")), "pachisi", 3);
    check_game(net("growing", GROWING), "growing", 5);
    check_game(net("go-fish", include_str!("../../../games/go-fish.cep")), "go-fish", 2);
    let ended = walk(&*net("growing", GROWING).0, 1);
    assert!(ended.lines().last().is_some_and(|l| l.starts_with("Stopped(Numbers)")), "{ended}");
}

#[test]
fn printed_games_play_like_their_bit_programs() {
    // Runs, comprehensions, passes and counts; tokens, moves of several kinds and draw rules.
    check_game(bits("othello", include_str!("../../../games/othello.cep")), "othello", 5);
    check_game(bits("draughts", include_str!("../../../games/draughts.cep")), "draughts", 5);
}

/// Every shipped game that is written as text and finite, on each engine that it fits.
#[test]
#[ignore = "compiles sixty crates"]
#[allow(clippy::disallowed_methods, reason = "reads the shipped games")]
fn every_shipped_game_is_printed_and_plays_alike() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut games: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    games.sort();
    let (mut nets, mut bit_programs) = (0, 0);
    for path in games.iter().filter(|path| path.extension().is_some_and(|e| e == "cep")) {
        let name = path.file_stem().unwrap().to_string_lossy();
        let text = std::fs::read_to_string(path).unwrap();
        let program = check(&text, &Options::default()).program;
        if program.is_none_or(|program| program.starts().is_empty()) {
            continue;
        }
        if let Ok(game) = BitGame::new(engine(&text), 0) {
            let printed = game.print(&name, &name).unwrap_or_else(|why| panic!("{name}: {why}"));
            check_game((erase(Arc::new(game), GameInfo::default()), printed), &name, 2);
            bit_programs += 1;
        }
        // Nets that `compile` would not choose are left out.
        let limits = GroundingLimits {
            atoms: 20_000,
            instances: 40_000,
            number: 20_000,
            depth: 64,
            candidates: 1_000_000,
        };
        if let Ok(game) = NetGame::within(engine(&text), 0, limits) {
            let printed = game.print(&name, &name).unwrap_or_else(|why| panic!("{name}: {why}"));
            check_game((erase(Arc::new(game), GameInfo::default()), printed), &name, 2);
            nets += 1;
        }
    }
    assert!(nets >= 25 && bit_programs >= 18, "{nets} nets and {bit_programs} bit programs");
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
fn every_file_of_a_crate_is_printed() {
    let text = include_str!("../../../games/tic-tac-toe.cep");
    for (_, files) in [net("x", text), bits("x", text)] {
        every_module_is_there(&files);
    }
}

fn every_module_is_there(files: &[PrintedFile]) {
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
