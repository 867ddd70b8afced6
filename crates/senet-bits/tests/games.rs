//! Bit programs and the term engine agree on every shipped game: on turns, moves and their order, weights,
//! positions and outcomes, along random plays.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

mod common;
#[path = "../../../tests/support.rs"]
mod support;

use common::{play, program};
use senet_bits::BitGame;
use senet_engine::{Engine, TermGame};
use senet_game::{Game, GameInfo, Limits, erase};
use std::sync::Arc;

#[test]
fn bits_agree_on_shipped_games() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let only = std::env::var("SENET_GAME").ok();
    let mut failures = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let Some(program) = program(&text) else { continue };
        for start in 0..program.starts().len() {
            let engine = Arc::new(Engine::new(Arc::clone(&program), Limits::default()));
            match BitGame::new(Arc::clone(&engine), start) {
                Err(why) => println!("{name} {start}: {why}"),
                Ok(bits) => {
                    println!("{name} {start}: {}", bits.describe());
                    let term = TermGame::of(engine, start);
                    for seed in 0..3 {
                        if let Err(why) = play(&term, &bits, seed, 60) {
                            failures.push(format!("{name}, start {start}: {why}"));
                        }
                    }
                    if let Err(why) = common::lanes_agree(bits, 5, 400) {
                        failures.push(format!("{name}, start {start}: {why}"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The programs of the corpus that have a bit program are played on it, and so many plays are compared.
#[test]
fn the_corpus_agrees() {
    let (mut programs, mut plays) = (0, 0);
    for section in support::corpus() {
        let Some(program) = program(&section.text) else { continue };
        for start in 0..program.starts().len() {
            let limits = Limits { steps: 60, goals: 2_000, ..Limits::default() };
            let engine = Arc::new(Engine::new(Arc::clone(&program), limits));
            let Ok(bits) = BitGame::new(Arc::clone(&engine), start) else { continue };
            programs += 1;
            let term = TermGame::of(engine, start);
            for seed in 0..4 {
                let place = &section.place;
                let met = play(&term, &bits, seed, 60)
                    .unwrap_or_else(|why| panic!("{place}, start {start}, seed {seed}: {why}"));
                plays += usize::from(met.plies > 0);
            }
        }
    }
    assert!(programs >= 9 && plays >= 8, "{programs} programs, {plays} plays with a move");
}

/// The bit program of a shipped game.
fn shipped(name: &str) -> BitGame {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let text = std::fs::read_to_string(format!("{folder}/{name}.cep")).expect("it is shipped");
    let engine = Engine::new(program(&text).expect("it has a start"), Limits::default());
    BitGame::new(Arc::new(engine), 0).expect("it has a bit program")
}

/// Draughts looks back at earlier positions, Hex has a board of two words, and Quarto too many control states.
#[test]
fn positions_are_collected_where_playing_them_together_pays() {
    for (name, lanes) in [
        ("othello", Some(32)),
        ("breakthrough", Some(32)),
        ("draughts", None),
        ("hex", None),
        ("quarto", None),
    ] {
        let game = erase(Arc::new(shipped(name)), GameInfo::default());
        assert_eq!(game.cursor().lanes(), lanes, "{name}");
    }
}

/// Men go forward and are placed for good; officers and kings come back.
#[test]
fn one_way_moves_are_found() {
    for (name, one_way, all) in
        [("draughts", 7, 7), ("nine-mens-morris", 24, 24), ("chess", 16, 20), ("sokoban", 0, 3)]
    {
        let bits = shipped(name);
        let (mut moves, abilities) = (Vec::new(), bits.abilities());
        bits.moves(&bits.start(), &mut moves);
        let is_one_way = abilities.is_one_way.unwrap();
        let found = moves.iter().filter(|mv| is_one_way(&bits, mv)).count();
        assert_eq!((found, moves.len()), (one_way, all), "{name}");
    }
}
