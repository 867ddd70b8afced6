//! Bit programs and the term engine agree on every shipped game: on turns, moves and their order, weights,
//! positions and outcomes, along random plays.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

mod common;

use common::{play, program};
use senet_bits::BitGame;
use senet_engine::{Engine, TermGame};
use senet_game::Limits;
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
