//! The random games are games: nearly all of them are programs, every kind of end occurs, and so does
//! every construct that they are made of. A generator that no longer makes something would let tests
//! pass that compare nothing.

use senet_engine::{Engine, TermGame};
use senet_game::{Game, Limits, Rng, Turn, Verdict};
use senet_program::{Options, check};
use std::collections::BTreeMap;
use std::sync::Arc;
use testkit::random::RandomProgram;

const GAMES: u64 = 600;

/// How one play of a game ended.
fn end(game: &TermGame, seed: u64) -> &'static str {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    for ply in 0..40 {
        match game.turn(&state) {
            Turn::Over(outcome) => {
                return match outcome.verdict {
                    _ if ply == 0 => "over at the start",
                    Verdict::Draw => "draw",
                    Verdict::Won(winners) if winners.iter().count() > 1 => "shared win",
                    Verdict::Won(_) => "win",
                    _ => "no result",
                };
            }
            Turn::Stopped(_) => return "stopped",
            Turn::Player(_) | Turn::Chance => {
                let mv = game.random_move(&state, &mut rng, &mut Vec::new());
                game.apply(&mut state, &mv, &mut ());
            }
        }
    }
    "long"
}

#[test]
fn random_games_come_to_every_kind_of_end() {
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let constructs = [
        "board cell",
        "#option",
        "#chooser",
        "#forbid",
        "#hidden",
        "#limit",
        "#repeat",
        "#score",
        "ordered stage",
        "for N in",
        "^300",
        "#weight",
        "{ on Q D",
        "count (",
        "not (",
        "stage chance",
    ];
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    let mut bad = Vec::new();
    for seed in 0..GAMES {
        let text = RandomProgram::game(seed).text();
        for construct in constructs.iter().filter(|c| text.contains(**c)) {
            *seen.entry(construct).or_default() += 1;
        }
        let checked = check(&text, &Options::default());
        let Some(program) = checked.program else {
            bad.push((seed, checked.diagnostics, text));
            continue;
        };
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let engine = Arc::new(Engine::new(Arc::new(program), limits));
        *ends.entry(end(&TermGame::of(engine, 0), seed)).or_default() += 1;
    }
    println!("{ends:?}\n{seen:?}");
    assert!(bad.is_empty(), "{} of {GAMES}, such as {:?}", bad.len(), bad.first());
    for (what, least) in [("win", 20), ("draw", 8), ("shared win", 2)] {
        let found = ends.get(what).copied().unwrap_or(0) * 100;
        assert!(found >= least * GAMES, "{what}: {found} of {GAMES} in hundred; {ends:?}");
    }
    let idle = ends.get("over at the start").copied().unwrap_or(0);
    assert!(idle * 10 < GAMES, "{idle} games are over at the start");
    for construct in constructs {
        let found = seen.get(construct).copied().unwrap_or(0);
        assert!(found * 25 >= GAMES, "`{construct}` occurs in {found} of {GAMES} games");
    }
}
