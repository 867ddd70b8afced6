//! The net and the term engine agree: on turns, moves and their order, weights, positions and
//! outcomes, along plays of random programs and of every shipped game.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

use crate::support;

use senet_engine::{Engine, PositionAtom, TermGame};
use senet_game::{Game, LimitKind as Limit, Limits, Rng, RuleLog, Turn};
use senet_ground::{GroundingError, GroundingLimits};
use senet_net::NetGame;
use senet_program::{Options, Program, check};
use std::collections::BTreeMap;
use std::sync::Arc;
use testkit::quick::first;
use testkit::random::{RandomProgram, cases, heavy_cases};

/// Random programs are small, or they grow without bound: that is seen early.
const LIMITS: GroundingLimits = GroundingLimits {
    atoms: 20_000,
    instances: 50_000,
    number: 500,
    depth: 64,
    candidates: 1_000_000,
};

/// Moves of one play.
const MOVES: usize = 12;

/// Shipped programs without a net: they listen (adventure), count without bound (peano), put what
/// they count into atoms (dots and boxes), ask backward rules that need to be told something
/// (chess), or are too large (voting).
const WITHOUT: &[&str] = &["adventure", "chess", "dots-and-boxes", "minichess", "peano", "voting"];

fn limits(steps: u64) -> Limits {
    Limits { steps, goals: 2_000, ..Limits::default() }
}

fn program(text: &str) -> Option<Arc<Program>> {
    check(text, &Options::default()).program.filter(|p| !p.starts().is_empty()).map(Arc::new)
}

fn shown(engine: &Engine, atoms: &[PositionAtom]) -> Vec<String> {
    let show = |a: &PositionAtom| {
        let persistent = if a.persistent { "!" } else { "" };
        format!("{persistent}{} ×{}", engine.show_atom(a.predicate, &a.values), a.copies)
    };
    let mut out: Vec<String> = atoms.iter().map(show).collect();
    out.sort();
    out
}

/// The points of all seats so far, if the game keeps them.
fn scores<G: Game>(game: &G, state: &G::State) -> Option<Arc<[i64]>> {
    game.abilities().running_scores.and_then(|scores| scores(game, state))
}

/// Plays both side by side; the number of moves, or where they differ.
fn play(term: &TermGame, net: &NetGame, seed: u64, moves: usize) -> Result<usize, String> {
    let engine = term.engine();
    let mut rng = Rng::new(seed);
    let (mut a, mut b) = (term.start(), net.start());
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for ply in 0..moves {
        let (turn, other) = (term.turn(&a), net.turn(&b));
        // Steps are counted in different ways; numbers that are too large are the same for both.
        let ran_out = |turn: &Turn| matches!(turn, Turn::Stopped(b) if *b != Limit::Numbers);
        if ran_out(&turn) || ran_out(&other) {
            return Ok(ply);
        }
        if turn != other {
            return Err(format!("ply {ply}: net {other:?}, term {turn:?}"));
        }
        if matches!(turn, Turn::Stopped(_)) {
            return Ok(ply);
        }
        let position = a.machine().position();
        let (stage, atoms) = net.atoms(&b);
        let (p, q) = (shown(engine, &position.atoms(engine)), shown(engine, &atoms));
        if stage != position.stage() || p != q {
            return Err(format!("ply {ply}: net {q:?}, term {p:?}"));
        }
        term.moves(&a, &mut theirs);
        net.moves(&b, &mut ours);
        let listed: Vec<_> = ours.iter().map(|m| net.as_term_move(*m)).collect();
        if listed != theirs {
            return Err(format!("ply {ply}: net moves {listed:?}, term {theirs:?}"));
        }
        let weights: Vec<u128> = theirs.iter().map(|m| term.weight(&a, m)).collect();
        let others: Vec<u128> = ours.iter().map(|m| net.weight(&b, m)).collect();
        if weights != others {
            return Err(format!("ply {ply}: net weights {others:?}, term {weights:?}"));
        }
        let (points, others) = (scores(term, &a), scores(net, &b));
        if points != others {
            return Err(format!("ply {ply}: net points {others:?}, term {points:?}"));
        }
        if let Some(packing) = net.abilities().packing
            && let Some(packed) = (packing.pack)(net, &b)
        {
            let mut back = net.start();
            (packing.unpack)(net, packed, &mut back);
            if back != b {
                let (_, atoms) = net.atoms(&back);
                return Err(format!(
                    "ply {ply}: unpacked {:?}, packed {q:?}",
                    shown(engine, &atoms)
                ));
            }
        }
        if ours.is_empty() {
            return Ok(ply);
        }
        let picked = net.random_move(&b, &mut rng, &mut Vec::new());
        if !ours.contains(&picked) {
            return Err(format!("ply {ply}: picked {picked:?}, which is not a legal move"));
        }
        if ply < 2 && net.as_term(&b) != a {
            return Err(format!("ply {ply}: the net's position is another on the term engine"));
        }
        let choice = rng.index(ours.len() as u64) as usize;
        let (mut fired, mut expected) = (Vec::new(), Vec::new());
        term.apply(&mut a, &theirs[choice], &mut RuleLog(&mut expected));
        net.apply(&mut b, &ours[choice], &mut RuleLog(&mut fired));
        let stopped = [term.turn(&a), net.turn(&b)].iter().any(ran_out);
        if fired != expected && !stopped {
            return Err(format!("ply {ply}: net fires rules {fired:?}, term {expected:?}"));
        }
    }
    Ok(moves)
}

fn compare(text: &str, seed: u64) -> Result<Option<GroundingError>, String> {
    let Some(program) = program(text) else {
        return Ok(None);
    };
    let start = (seed % program.starts().len() as u64) as usize;
    let engine = Arc::new(Engine::new(program, limits(60)));
    let net = match NetGame::within(Arc::clone(&engine), start, LIMITS) {
        Ok(net) => net,
        Err(why) => return Ok(Some(why)),
    };
    let term = TermGame::of(engine, start);
    play(&term, &net, seed, MOVES)?;
    Ok(None)
}

/// Compares until `n` programs with a net have been; at least `share` per cent must have one.
fn agree(from: u64, n: u64, make: fn(u64) -> RandomProgram, share: u64) {
    let (mut valid, mut nets, mut seed) = (0, 0, first(from));
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    while nets < n {
        let random = make(seed);
        if program(&random.text()).is_some() {
            valid += 1;
            match compare(&random.text(), seed) {
                Ok(None) => nets += 1,
                Ok(Some(why)) => *reasons.entry(why.to_string()).or_default() += 1,
                Err(why) => {
                    let small = random.shrink(&|text| compare(text, seed).is_err());
                    let why_small = compare(&small.text(), seed).expect_err("it still fails");
                    panic!("seed {seed}: {why}\nsmaller:\n{}\n{why_small}", small.text());
                }
            }
        }
        seed += 1;
        let enough = valid < 200 || nets * 100 >= valid * share;
        assert!(enough, "{nets} of {valid} have a net; others: {reasons:#?}");
    }
}

/// Programs on which nets were wrong once, as they were found.
const ONCE_WRONG: &[&str] = &[
    // A link that ends the program and changes nothing but control atoms.
    "t : type. a : t. c : t.\np0 : pred. p1 : pred. p2 : pred. turn t : pred.\n\
     stage s0 = { }\nstage s1 = { r5 : turn c * p1 -o turn a * p0. }\n\
     stage s1 * p0 -o p1.\n#trace _ s1 {turn a, turn c, turn c, p1, p2}.\n",
    // Braces that make what they take: there are only so many of it.
    "t : type. a : t. b : t. c : t.\nedge t t : bwd. edge a b. edge b c.\n\
     p1 : pred. p2 : pred. p3 : pred. turn t : pred.\nstage s0 = {\n  \
     r1 : $p2 * not (turn X1 * turn X1) -o turn c * p1.\n  \
     r3 : $p3 -o { p1 * p2 -o p2 }.\n}\n\
     #trace _ s0 {turn a, { p2, p1 | S : t, edge S T }, p3}.\n",
];

#[test]
fn nets_agree_where_they_once_did_not() {
    for text in ONCE_WRONG {
        assert!(program(text).is_some(), "it is a program:\n{text}");
        for seed in 0..20 {
            assert_eq!(compare(text, seed), Ok(None), "seed {seed}:\n{text}");
        }
    }
}

#[test]
fn nets_agree_on_random_programs() {
    agree(4 << 40, cases(5_000), RandomProgram::new, 60);
}

#[test]
fn nets_agree_on_random_programs_with_extensions() {
    agree(5 << 40, cases(5_000), RandomProgram::rich, 25);
}

#[test]
fn nets_agree_on_random_programs_with_large_weights() {
    agree(8 << 40, heavy_cases(250), RandomProgram::heavy, 80);
}

#[test]
fn nets_agree_on_random_games() {
    agree(9 << 40, cases(1_500), RandomProgram::game, 70);
}

#[test]
fn nets_agree_on_shipped_games() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let Some(program) = program(&text) else {
            continue;
        };
        for start in 0..program.starts().len() {
            let engine = Arc::new(Engine::new(program.clone(), Limits::default()));
            match NetGame::new(Arc::clone(&engine), start) {
                Err(why) => assert!(WITHOUT.contains(&name.as_str()), "{name} has no net: {why}"),
                Ok(net) => {
                    let term = TermGame::of(engine, start);
                    if let Err(why) = play(&term, &net, 7, 40) {
                        panic!("{name}, start {start}: {why}");
                    }
                }
            }
        }
    }
}

/// The programs of the corpus that have a net are played on it, and so many plies are compared.
#[test]
fn the_corpus_agrees() {
    let (mut nets, mut plies) = (0, 0);
    for section in support::corpus() {
        let Some(program) = program(&section.text) else { continue };
        for start in 0..program.starts().len() {
            let engine = Arc::new(Engine::new(program.clone(), limits(60)));
            let Ok(net) = NetGame::within(Arc::clone(&engine), start, LIMITS) else { continue };
            nets += 1;
            let term = TermGame::of(engine, start);
            for seed in 0..4 {
                let place = &section.place;
                plies += play(&term, &net, seed, MOVES)
                    .unwrap_or_else(|why| panic!("{place}, start {start}, seed {seed}: {why}"));
            }
        }
    }
    assert!(nets >= 130 && plies >= 650, "{nets} nets, {plies} plies");
}

/// Pairs of numbers that grow are seen to have no bound before they fill the limits.
#[test]
fn growing_numbers_are_recognised_early() {
    let text = "player : type. ann : player. bob : player. #players player.\n\
        chips player nat : pred. pot nat : pred. turn player : pred. win player : pred. #win win.\n\
        stage bet = {\n\
          raise : turn P * next P Q * chips P (N + 1) * pot M -o turn Q * chips P N * pot (M + 1).\n\
          fold : turn P * next P Q * chips Q N * pot M * S = (N + M) -o win Q * chips Q S.\n\
        }\n#interactive bet.\n#trace _ bet { turn ann, chips ann 100, chips bob 100, pot 0 }.\n";
    let engine = Engine::new(program(text).expect("it is a program"), Limits::default());
    let limits = GroundingLimits { instances: 40_000, ..GroundingLimits::default() };
    let grounded = senet_ground::Grounding::new(&engine, 0, limits);
    assert_eq!(grounded.err(), Some(GroundingError::Number));
    // What a comparison or a range bounds, however far, is finite.
    for (declared, guard) in [("c nat", "N < 900"), ("count : 0..900. c count", "N < 3000")] {
        let text = format!(
            "{declared} : pred.\n\
             stage s = {{ r : c N * {guard} -o c (N + 1). }} #trace _ s {{ c 0 }}."
        );
        let engine = Engine::new(program(&text).expect("it is a program"), Limits::default());
        let grounded = senet_ground::Grounding::new(&engine, 0, limits);
        assert!(grounded.is_ok(), "{:?}", grounded.err());
    }
}
