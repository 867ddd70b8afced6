//! A program that is written out in plain Ceptre has the same plays.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read the shipped games, and a panic there is a failed test"
)]

use senet_engine::{Engine, TermGame, TermState, expand};
use senet_game::{Game, Limits, Rng, Turn};
use senet_program::{Options, Program, check};
use std::path::Path;
use std::sync::Arc;
use testkit::random::RandomProgram;

fn limits() -> Limits {
    Limits { steps: 200, goals: 20_000, ..Limits::default() }
}

fn program(text: &str) -> Result<Arc<Program>, String> {
    let checked = check(text, &Options::default());
    let said: Vec<String> = checked.diagnostics.iter().map(|d| d.message.clone()).collect();
    checked.program.map(Arc::new).ok_or(format!("{said:?}"))
}

/// A position as text.
fn shown(game: &TermGame, state: &TermState) -> Vec<String> {
    let (engine, position) = (game.engine(), state.machine().position());
    let atom = |a: senet_engine::PositionAtom| {
        let name = engine.show_atom(a.predicate, &a.values);
        format!("{name} {} {}", a.copies, a.persistent)
    };
    let mut all: Vec<String> = position.atoms(engine).into_iter().map(atom).collect();
    all.sort();
    all.push(engine.program().stage(position.stage()).name.clone());
    all.push(format!("{:?}", game.turn(state)));
    all
}

/// Plays a program and its expansion side by side.
fn same_plays(text: &str, seed: u64) -> Result<(), String> {
    let original = program(text)?;
    if original.starts().is_empty() {
        return Ok(());
    }
    let expanded = expand(&Engine::new(original.clone(), limits())).map_err(|s| s.to_string())?;
    let again = program(&expanded.text).map_err(|why| format!("{why}\n{}", expanded.text))?;
    let (one, two) = (TermGame::new(original, limits(), 0), TermGame::new(again, limits(), 0));
    let (mut a, mut b) = (one.start(), two.start());
    let mut rng = Rng::new(seed);
    for ply in 0..30 {
        let (here, there) = (one.turn(&a), two.turn(&b));
        if matches!(here, Turn::Stopped(_)) || matches!(there, Turn::Stopped(_)) {
            return Ok(());
        }
        if here != there {
            return Err(format!("ply {ply}: {here:?} became {there:?}\n{}", expanded.text));
        }
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        one.moves(&a, &mut moves);
        two.moves(&b, &mut others);
        let names =
            |game: &TermGame, state, moves: &[senet_engine::TermMove]| -> Vec<(String, u128)> {
                let rule = |m| game.name(state, m).split(' ').next().unwrap_or("").to_owned();
                let all = moves.iter().map(|m| (rule(m), game.weight(state, m)));
                let mut all: Vec<(String, u128)> = all.collect();
                all.sort();
                all
            };
        let (ours, theirs) = (names(&one, &a, &moves), names(&two, &b, &others));
        if ours != theirs {
            return Err(format!("ply {ply}: {ours:?} became {theirs:?}\n{}", expanded.text));
        }
        if moves.is_empty() {
            return Ok(());
        }
        let choice = rng.index(moves.len() as u64) as usize;
        one.apply(&mut a, &moves[choice], &mut ());
        // Sums are premises now, so variables and moves may come in another order.
        let wanted = shown(&one, &a);
        let next = others.iter().map(|m| {
            let mut next = b.clone();
            two.apply(&mut next, m, &mut ());
            next
        });
        let Some(next) = { next }.find(|next| shown(&two, next) == wanted) else {
            return Err(format!("ply {ply}: no move leads to {wanted:?}\n{}", expanded.text));
        };
        b = next;
    }
    Ok(())
}

#[test]
fn shipped_games_have_the_same_plays_when_expanded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for seed in 0..3 {
            if let Err(why) = same_plays(&text, seed) {
                panic!("{}: {why}", path.display());
            }
        }
        seen += 1;
    }
    assert!(seen > 10, "the games were not found");
}

#[test]
fn random_programs_have_the_same_plays_when_expanded() {
    let cases = if std::env::var_os("SENET_QUICK").is_some() { 100 } else { 1_000 };
    for seed in 0..cases {
        let random = RandomProgram::rich(5 << 40 | seed);
        if program(&random.text()).is_ok()
            && let Err(why) = same_plays(&random.text(), seed)
        {
            panic!("seed {seed}:\n{}\n{why}", random.text());
        }
    }
}
