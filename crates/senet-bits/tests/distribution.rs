//! Random playouts have the same distribution on all engines, for every shipped game that is written as text:
//! how long they are, who wins, and where they begin. Bits play in lockstep where lanes pay, the others one by one.
//!
//! Each comparison of two means or shares is a z-test with a bound of 5.5 standard errors, which a true
//! hypothesis exceeds in 4 of 100 million cases. (Shares are compared by their pooled variance, so that rare events
//! alone never reach it.) There are fewer than 20,000 comparisons and seeds are fixed, so that a wrong alarm had a
//! chance of less than one in a thousand, once.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

use senet_bits::BitGame;
use senet_engine::{Engine, TermGame};
use senet_game::{DynGame, Game, GameInfo, Limits, Playout, Rng, Turn, erase};
use senet_ground::GroundingLimits;
use senet_net::NetGame;
use senet_program::{Options, check};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

const PLAYOUTS: u64 = 600;
/// No more playouts are made after so many moves on nets and bits, and on the term engine.
const MOVES: u64 = 40_000;
const TERM_MOVES: u64 = 3_000;
/// Fewer playouts than this say nothing.
const FEWEST: f64 = 30.0;
const FIRST_MOVES: u64 = 1_000;
const BOUND: f64 = 5.5;

/// Nets that take longer to make than to compare are left to the other engines.
const SMALL_NET: GroundingLimits = GroundingLimits {
    atoms: 20_000,
    instances: 40_000,
    number: 20_000,
    depth: 64,
    candidates: 1_000_000,
};

/// What the playouts of one engine were like.
struct Sample {
    lengths: Vec<f64>,
    outcomes: BTreeMap<String, f64>,
    /// By place in canonical order.
    first_moves: BTreeMap<String, f64>,
}

fn sample<G: Game + 'static>(game: G, most_moves: u64) -> Sample {
    let game: Arc<dyn DynGame> = erase(Arc::new(game), GameInfo::default());
    let mut cursor = game.cursor();
    let (mut lengths, mut outcomes) = (Vec::new(), BTreeMap::new());
    let mut moves = 0;
    cursor.playouts(PLAYOUTS, 7, 0, &mut |playout: &Playout| {
        lengths.push(playout.plies as f64);
        *outcomes.entry(format!("{:?}", playout.outcome.verdict)).or_default() += 1.0;
        moves += playout.plies;
        if moves < most_moves { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    cursor.reset();
    let mut first_moves = BTreeMap::new();
    if matches!(cursor.turn(), Turn::Player(_) | Turn::Chance) {
        let mut listed = Vec::new();
        cursor.moves(&mut listed);
        for i in 0..FIRST_MOVES {
            let drawn = cursor.random_move(&mut Rng::nth(11, i));
            let place = listed.iter().position(|mv| *mv == drawn).expect("a legal move");
            *first_moves.entry(format!("first move {place}")).or_default() += 1.0;
        }
    }
    Sample { lengths, outcomes, first_moves }
}

/// How many standard errors the means of two samples are apart.
fn means_apart(a: &[f64], b: &[f64]) -> f64 {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let error = |x: &[f64]| {
        let mean = mean(x);
        x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (x.len() * (x.len() - 1)) as f64
    };
    let apart = (mean(a) - mean(b)).abs();
    if apart < 1e-9 { 0.0 } else { apart / (error(a) + error(b)).max(1e-12).sqrt() }
}

/// How many standard errors two shares are apart, if they are of the same event.
fn shares_apart(hits: [f64; 2], of: [f64; 2]) -> f64 {
    let pooled = (hits[0] + hits[1]) / (of[0] + of[1]);
    let error = (pooled * (1.0 - pooled) * (1.0 / of[0] + 1.0 / of[1])).sqrt();
    let apart = (hits[0] / of[0] - hits[1] / of[1]).abs();
    if apart < 1e-9 { 0.0 } else { apart / error }
}

/// Compares two samples, if there is enough of both; how many comparisons were made.
fn compare(name: &str, a: &Sample, b: &Sample) -> usize {
    let of = [a.lengths.len() as f64, b.lengths.len() as f64];
    let mut all: Vec<(String, f64)> = Vec::new();
    let shares = |x: &BTreeMap<String, f64>, y: &BTreeMap<String, f64>, of: [f64; 2]| {
        let events: BTreeSet<String> = x.keys().chain(y.keys()).cloned().collect();
        let hits = |event: &str| [x, y].map(|x| x.get(event).copied().unwrap_or(0.0));
        let apart = |event: String| (event.clone(), shares_apart(hits(&event), of));
        events.into_iter().map(apart).collect::<Vec<_>>()
    };
    if of[0] >= FEWEST && of[1] >= FEWEST {
        all.push(("length".to_owned(), means_apart(&a.lengths, &b.lengths)));
        all.extend(shares(&a.outcomes, &b.outcomes, of));
    }
    all.extend(shares(&a.first_moves, &b.first_moves, [FIRST_MOVES as f64; 2]));
    for (what, z) in &all {
        assert!(*z < BOUND, "{name}, {what}: {z:.1} standard errors");
    }
    all.len()
}

#[test]
fn playouts_have_the_same_distribution_on_all_engines() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut games: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    games.sort();
    let (mut engines, mut comparisons) = ([0; 3], 0);
    for path in games.iter().filter(|path| path.extension().is_some_and(|e| e == "cep")) {
        let name = path.file_stem().unwrap().to_string_lossy();
        let text = std::fs::read_to_string(path).unwrap();
        let Some(program) = check(&text, &Options::default()).program else { continue };
        if program.starts().is_empty() {
            continue;
        }
        let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
        let mut samples = vec![sample(TermGame::of(Arc::clone(&engine), 0), TERM_MOVES)];
        engines[0] += 1;
        if let Ok(net) = NetGame::within(Arc::clone(&engine), 0, SMALL_NET) {
            samples.push(sample(net, MOVES));
            engines[1] += 1;
        }
        if let Ok(bits) = BitGame::new(engine, 0) {
            samples.push(sample(bits, MOVES));
            engines[2] += 1;
        }
        for i in 0..samples.len() {
            for other in &samples[..i] {
                comparisons += compare(&name, &samples[i], other);
            }
        }
    }
    let [term, net, bits] = engines;
    assert!(term >= 40 && net >= 25 && bits >= 18, "games on each engine: {engines:?}");
    assert!((1_000..20_000).contains(&comparisons), "{comparisons} comparisons");
}
