//! The random games are games: nearly all of them are programs, every kind of end occurs, and so does
//! every construct that they are made of. A generator that no longer makes something would let tests
//! pass that compare nothing.

use senet_engine::{Engine, TermGame, TermState};
use senet_game::{
    DynGame, Game, GameInfo, Limits, Outcome, Playout, PlayoutEnd, Rng, Turn, Verdict, erase,
};
use senet_net::NetGame;
use senet_program::{Options, check};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use testkit::contract::{ContractLimits, check_contract};
use testkit::quick::first;
use testkit::random::{RandomProgram, cases};

const GAMES: u64 = 600;

/// How one play of a game ended: its verdict, and what led to it.
fn end(game: &TermGame, seed: u64) -> Vec<&'static str> {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    for ply in 0..40 {
        match game.turn(&state) {
            Turn::Over(outcome) => {
                let verdict = match outcome.verdict {
                    _ if ply == 0 => return vec!["over at the start"],
                    Verdict::Draw => "draw",
                    Verdict::Won(winners) if winners.iter().count() > 1 => "shared win",
                    Verdict::Won(_) => "win",
                    _ => "no result",
                };
                return [vec![verdict], reasons(game, &state, &outcome)].concat();
            }
            Turn::Stopped(_) => return vec!["stopped"],
            Turn::Player(_) | Turn::Chance => {
                let mv = game.random_move(&state, &mut rng, &mut Vec::new());
                game.apply(&mut state, &mv, &mut ());
            }
        }
    }
    vec!["long"]
}

/// Which outcome atoms there are at an end, and how the points are, where they decide.
fn reasons(game: &TermGame, state: &TermState, outcome: &Outcome) -> Vec<&'static str> {
    let engine = game.engine();
    let atoms = state.machine().position().atoms(engine);
    let names = atoms.iter().map(|a| &*engine.program().predicate(a.predicate).name);
    let names: BTreeSet<&str> = names.collect();
    let has = |name: &str| names.contains(name);
    let decided = has("won") || has("lost") || has("tie");
    let equal =
        outcome.scores.as_ref().is_some_and(|s| s.windows(2).all(|pair| pair[0] == pair[1]));
    let all = [
        (has("won") && has("lost"), "won and lost"),
        (has("lost") && !has("won"), "lost alone"),
        (has("tie") && !has("won") && !has("lost"), "tie alone"),
        (outcome.scores.is_some() && !decided && !equal, "more points"),
        (outcome.scores.is_some() && !decided && equal, "equal points"),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, what)| what).collect()
}

/// How playouts of a game end that the draw rules may end, too.
fn drawn(game: &dyn DynGame, seed: u64) -> bool {
    let mut by_rule = false;
    game.cursor().playouts(2, seed, 0, &mut |playout: &Playout| {
        by_rule |= playout.end == PlayoutEnd::DrawRule;
        ControlFlow::Continue(())
    });
    by_rule
}

/// Fails if something occurs in fewer cases than it should.
#[track_caller]
fn floor(what: &str, found: u64, of: u64, per_cent: u64) {
    assert!(found * 100 >= of * per_cent, "{what}: {found} of {of}, not {per_cent} in hundred");
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
        "coin^2 -o",
        "coin^3 -o",
        "chip P^2",
        "lost P * lost Q",
        "won P * won Q",
        "torus",
        "graph {",
        "ring 4",
        "hex 2",
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
        if program.starts().len() > 1 {
            *seen.entry("several starts").or_default() += 1;
        }
        let engine = Arc::new(Engine::new(Arc::new(program), limits));
        let game = TermGame::of(engine, 0);
        for what in end(&game, seed) {
            *ends.entry(what).or_default() += 1;
        }
        let ruled = text.contains("#limit") || text.contains("#repeat");
        if ruled && drawn(&*erase(Arc::new(game), GameInfo::default()), seed) {
            *ends.entry("draw rule").or_default() += 1;
        }
    }
    println!("{ends:?}\n{seen:?}");
    assert!(bad.is_empty(), "{} of {GAMES}, such as {:?}", bad.len(), bad.first());
    for (what, least) in [
        ("win", 20),
        ("draw", 5),
        ("shared win", 2),
        ("no result", 1),
        ("won and lost", 2),
        ("lost alone", 4),
        ("tie alone", 2),
        ("more points", 2),
        ("equal points", 1),
        ("draw rule", 4),
    ] {
        floor(what, ends.get(what).copied().unwrap_or(0), GAMES, least);
    }
    let idle = ends.get("over at the start").copied().unwrap_or(0);
    assert!(idle * 10 < GAMES, "{idle} games are over at the start");
    for construct in constructs.into_iter().chain(["several starts"]) {
        floor(construct, seen.get(construct).copied().unwrap_or(0), GAMES, 4);
    }
}

/// Programs of arbitrary rules use what they are made of, too, and some of them are won.
#[test]
fn random_programs_use_every_construct() {
    let plain = [
        "#players",
        "#interactive",
        "#win won",
        "* won",
        "path ",
        "seen ",
        "plus ",
        "times ",
        "(f ",
        "(g ",
        "!p",
        "$p",
        "<>",
        "==",
        "qui * stage s0",
        "stage s2",
        "()",
    ];
    let rich = [
        "ordered stage",
        "#weight",
        "for F in",
        "^3",
        "not p",
        "not (",
        "= count (",
        "= sum ",
        "= max ",
        "= min ",
        " mod ",
        " / ",
        "tally ",
        "far ",
        "(Y : t)",
        "{ p",
        "| S : t",
        " < ",
        " >= ",
    ];
    type Maker = fn(u64) -> RandomProgram;
    let makers: [(Maker, &[&str]); 2] =
        [(RandomProgram::new, &plain), (RandomProgram::rich, &rich)];
    for (make, constructs) in makers {
        let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut programs, mut won) = (0, 0);
        for seed in 0..GAMES {
            let text = make(seed).text();
            let Some(program) = check(&text, &Options::default()).program else { continue };
            programs += 1;
            let rules = text.split_once("stage s0").map_or("", |(_, rules)| rules);
            let rules = format!(
                "{rules} {}",
                text.lines().take(30).filter(|l| l.starts_with('#')).collect::<String>()
            );
            for construct in constructs.iter().filter(|c| rules.contains(**c)) {
                *seen.entry(construct).or_default() += 1;
            }
            let limits = Limits { steps: 60, goals: 2_000, ..Limits::default() };
            let engine = Arc::new(Engine::new(Arc::new(program), limits));
            won += u64::from(end(&TermGame::of(engine, 0), seed)[0].contains("win"));
        }
        println!("{programs} programs, {won} won, {seen:?}");
        floor("programs that are valid", programs, GAMES, 80);
        floor("programs that are won", won, programs, 1);
        for construct in constructs {
            floor(construct, seen.get(construct).copied().unwrap_or(0), programs, 1);
        }
    }
}

/// Random games that end keep the contract on both engines: positions are packed, copied, left and come
/// back to, observers see what they may, and playouts in bulk are those move by move.
#[test]
fn random_games_keep_the_contract() {
    let wanted = cases(60);
    let (mut kept, mut nets) = (0, 0);
    for seed in (0..wanted * 40).map(first) {
        let text = RandomProgram::game(seed).text();
        if kept == wanted || !text.contains("#limit") || text.contains("heard -o") {
            continue;
        }
        let program = check(&text, &Options::default()).program.expect("random games are programs");
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let engine = Arc::new(Engine::new(Arc::new(program), limits));
        let term = TermGame::of(Arc::clone(&engine), 0);
        if end(&term, seed) == ["stopped"] {
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
