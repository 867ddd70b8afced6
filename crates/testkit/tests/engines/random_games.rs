//! The random games are games: nearly all of them are programs, every kind of end occurs, and so does
//! every construct that they are made of. A generator that no longer makes something would let tests
//! pass that compare nothing.

use senet_engine::{Engine, TermGame};
use senet_game::{DynGame, Game, GameInfo, Limits, Rng, Turn, Verdict, erase};
use senet_net::NetGame;
use senet_program::{Options, check};
use std::collections::BTreeMap;
use std::sync::Arc;
use testkit::contract::{ContractLimits, check_contract};
use testkit::random::{RandomProgram, cases};

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
        "context purse",
        "#settles",
        "heard -o",
        "shout :",
        "won P * lost P",
        "rows cell",
        "#chooser",
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
    for (what, least) in [("win", 20), ("draw", 5), ("shared win", 2)] {
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

/// Random games that end keep the contract on both engines: positions are packed, copied, left and come
/// back to, observers see what they may, and playouts in bulk are those move by move.
#[test]
fn random_games_keep_the_contract() {
    let wanted = cases(60);
    let (mut kept, mut nets) = (0, 0);
    for seed in 0..wanted * 40 {
        let text = RandomProgram::game(seed).text();
        if kept == wanted || !text.contains("#limit") || text.contains("heard -o") {
            continue;
        }
        let program = check(&text, &Options::default()).program.expect("random games are programs");
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let engine = Arc::new(Engine::new(Arc::new(program), limits));
        let term = TermGame::of(Arc::clone(&engine), 0);
        if end(&term, seed) == "stopped" {
            continue;
        }
        let mut games: Vec<Arc<dyn DynGame>> = vec![erase(Arc::new(term), GameInfo::default())];
        if let Ok(net) = NetGame::new(engine, 0) {
            nets += 1;
            games.push(erase(Arc::new(net), GameInfo::default()));
        }
        for game in games {
            let limits = ContractLimits { games: 2, plies: 4, bound: 60 };
            check_contract(&format!("seed {seed}"), &*game, limits);
        }
        kept += 1;
    }
    assert!(kept == wanted && nets * 2 > kept, "{kept} games, {nets} nets");
}
