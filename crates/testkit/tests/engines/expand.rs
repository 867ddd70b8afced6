//! A program that is written out in plain Ceptre has the same plays.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read the shipped games, and a panic there is a failed test"
)]

use crate::support;

use senet_engine::{Engine, TermGame, TermState};
use senet_explain::expand;
use senet_game::{Game, Limits, Rng, Turn};
use senet_program::{Expansion, Options, Program, check, expansion};
use senet_syntax::ast::Item;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use testkit::quick::first;
use testkit::random::{RandomProgram, cases};

fn limits() -> Limits {
    Limits { steps: 200, goals: 20_000, ..Limits::default() }
}

fn program(text: &str) -> Result<Arc<Program>, String> {
    let checked = check(text, &Options::default());
    let said: Vec<String> = checked.diagnostics.iter().map(|d| d.message.clone()).collect();
    checked.program.map(Arc::new).ok_or(format!("{said:?}"))
}

/// A position as text. An ordered stage has become several, with tokens that say how far it is.
fn shown(game: &TermGame, state: &TermState, ordered: &[String]) -> Vec<String> {
    let (engine, position) = (game.engine(), state.machine().position());
    let atom = |a: senet_engine::PositionAtom| {
        let name = engine.show_atom(a.predicate, &a.values);
        format!("{name} {} {}", a.copies, a.persistent)
    };
    let token = |a: &String| {
        ordered.iter().any(|s| a == &format!("{s}-go 1 false") || a == &format!("{s}-did 1 false"))
    };
    let all = position.atoms(engine).into_iter().map(atom);
    let mut all: Vec<String> = all.filter(|a| !token(a)).collect();
    all.sort();
    let stage = &engine.program().stage(position.stage()).name;
    let whole = ordered.iter().find(|s| stage.starts_with(&format!("{s}/")));
    all.push(whole.unwrap_or(stage).clone());
    all.push(format!("{:?}", game.turn(state)));
    all
}

/// A rule, and the position that it leads to.
type Way = (String, Vec<String>);
/// The ways on, each with its weight, if chance decides.
type Ways = BTreeMap<Way, (u128, TermState)>;

/// The ways on from a position; nothing if one of them cannot be gone to its end. Moves that differ
/// in nothing but a number that went into a sum may have become one, so only where they lead counts.
fn ways(game: &TermGame, state: &TermState, ordered: &[String]) -> Option<Ways> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let chance = game.turn(state) == Turn::Chance;
    let mut out = Ways::new();
    for m in &moves {
        let mut next = state.clone();
        game.apply(&mut next, m, &mut ());
        if matches!(game.turn(&next), Turn::Stopped(_)) {
            return None;
        }
        let rule = game.move_name(state, m).split(' ').next().unwrap_or("").to_owned();
        let way = out.entry((rule, shown(game, &next, ordered))).or_insert((0, next));
        way.0 = if chance { way.0 + game.weight(state, m) } else { 1 };
    }
    Some(out)
}

/// Plays a program and its expansion side by side.
fn same_plays(text: &str, seed: u64) -> Result<(), String> {
    let original = program(text)?;
    if original.starts().is_empty() {
        return Ok(());
    }
    let expanded = expand(&Engine::new(original.clone(), limits())).map_err(|s| s.to_string())?;
    let stages = original.stages().iter().filter(|s| s.ordered);
    let ordered: Vec<String> = stages.map(|s| s.name.clone()).collect();
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
        let (Some(ours), Some(theirs)) = (ways(&one, &a, &ordered), ways(&two, &b, &ordered))
        else {
            return Ok(());
        };
        let weights = |ways: &Ways| -> Vec<(Way, u128)> {
            ways.iter().map(|(way, (weight, _))| (way.clone(), *weight)).collect()
        };
        if weights(&ours) != weights(&theirs) {
            let (ours, theirs) = (weights(&ours), weights(&theirs));
            return Err(format!("ply {ply}: {ours:?} became {theirs:?}\n{}", expanded.text));
        }
        if ours.is_empty() {
            return Ok(());
        }
        let choice = rng.index(ours.len() as u64) as usize;
        let both = ours.into_values().zip(theirs.into_values()).nth(choice);
        ((_, a), (_, b)) = both.expect("the choice is one of these");
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

/// The names of the directives of a text.
fn directives(text: &str) -> BTreeSet<&'static str> {
    let items = senet_syntax::parse(text).file.items.into_iter();
    let said = items.filter_map(|item| match item {
        Item::Directive(directive) => Some(directive.name()),
        _ => None,
    });
    said.collect()
}

/// Directives that an expansion lost.
fn lost_directives(text: &str) -> Vec<&'static str> {
    let expanded = program(text).ok().and_then(|it| expand(&Engine::new(it, limits())).ok());
    let Some(expanded) = expanded.map(|it| directives(&it.text)) else { return Vec::new() };
    let stays = |name: &&str| expansion(name) != Some(Expansion::Gone);
    directives(text).difference(&expanded).copied().filter(stays).collect()
}

#[test]
fn no_directive_is_lost_in_an_expansion() {
    let games = support::programs("games").into_iter().map(|(_, text)| text);
    let mut lost: Vec<String> = Vec::new();
    for text in games.chain(support::corpus().into_iter().map(|s| s.text)) {
        let names = lost_directives(&text);
        if !names.is_empty() {
            lost.push(format!("{names:?}\n{text}"));
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n\n"));
}

#[test]
fn options_in_kept_directives_become_numbers() {
    let text = "#option size 2..9 = 3. #repeat size draw. p : pred. \
                stage s = { r : p -o p. } #interactive s. #trace _ s { p }.";
    let expanded = expand(&Engine::new(program(text).unwrap(), limits())).unwrap();
    assert!(expanded.text.contains("#repeat 3 draw."), "{}", expanded.text);
}

#[test]
fn numbers_and_ordered_stages_have_plain_words() {
    let text = "player : type. ann : player. bob : player. #players player.
        pips : 0..9. turn player : pred. left nat : pred. eaten player pips : pred.
        won player : pred. #win won. tie : pred. #draw tie.
        ordered stage play = {
          half : turn P * left N * N mod 2 == 0 * N > 0 * M = N / 2 * next P Q
            -o left M * turn Q.
          take : turn P * left (N + 1) * eaten P K * next P Q -o left N * turn Q * eaten P (K + 1).
        }
        #interactive play.
        stage over = {}
        qui * stage play * left 0 * turn P * next P Q * eaten Q K * K > 3 -o stage over * won Q.
        qui * stage play * left 0 * turn P * next P Q * eaten Q K * K mod 3 == 1
          -o stage over * tie.
        qui * stage play * turn P -o stage over * won P.
        #never left N * N > 100. #reach left 0. #conserve turn _ + won _ + tie = 1.
        #trace _ play { turn ann, left 23, eaten ann 0, eaten bob 0 }.";
    for seed in 0..20 {
        same_plays(text, seed).unwrap_or_else(|why| panic!("{why}"));
    }
    let expanded = expand(&Engine::new(program(text).unwrap(), limits())).unwrap();
    assert_eq!(expanded.left, [""; 0], "{}", expanded.text);
    assert!(!expanded.text.contains("ordered") && !expanded.text.contains(" mod "));
    for property in ["#never", "#reach", "#conserve"] {
        assert!(expanded.text.contains(property), "{}", expanded.text);
    }
}

#[test]
fn random_programs_have_the_same_plays_when_expanded() {
    for seed in (0..cases(1_000)).map(first) {
        let random = RandomProgram::rich(5 << 40 | seed);
        if program(&random.text()).is_ok()
            && let Err(why) = same_plays(&random.text(), seed)
        {
            panic!("seed {seed}:\n{}\n{why}", random.text());
        }
    }
}
