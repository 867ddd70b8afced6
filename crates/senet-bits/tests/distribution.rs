//! Random playouts have the same distribution on bits, in lockstep, and on the net, one by one: how long they
//! are, who wins, and where they begin.
//!
//! Each comparison of two means or shares is a z-test with a bound of 4.5 standard errors, which a true
//! hypothesis exceeds in 7 of a million cases. There are fewer than 200 comparisons and seeds are fixed, so
//! that a wrong alarm had a chance of about one in a thousand, once.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

use senet_bits::BitGame;
use senet_engine::Engine;
use senet_game::{DynGame, GameInfo, Limits, Playout, Rng, Verdict, erase};
use senet_net::NetGame;
use senet_program::{Options, check};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

const PLAYOUTS: u64 = 600;
const BOUND: f64 = 4.5;

/// Numbers of which the mean is compared.
#[derive(Default)]
struct Sample {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, x: f64) {
        self.n += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    fn mean(&self) -> f64 {
        self.sum / self.n
    }

    /// The variance of the mean.
    fn error(&self) -> f64 {
        (self.squares / self.n - self.mean().powi(2)).max(0.0) / self.n
    }

    /// How many standard errors two means are apart.
    fn z(&self, other: &Sample) -> f64 {
        let apart = (self.mean() - other.mean()).abs();
        if apart < 1e-9 { 0.0 } else { apart / (self.error() + other.error()).max(1e-12).sqrt() }
    }
}

/// Lengths, shares of outcomes, and shares of first moves.
fn samples(game: &Arc<dyn DynGame>) -> BTreeMap<String, Sample> {
    let mut cursor = game.cursor();
    let mut playouts = Vec::new();
    cursor.playouts(PLAYOUTS, 7, 0, &mut |p: &Playout| {
        playouts.push(p.clone());
        ControlFlow::Continue(())
    });
    let mut out: BTreeMap<String, Sample> = BTreeMap::new();
    for playout in &playouts {
        out.entry("length".to_owned()).or_default().add(playout.plies as f64);
    }
    for verdict in playouts.iter().map(|p| p.outcome.verdict).collect::<Vec<Verdict>>() {
        out.entry(format!("{verdict:?}")).or_default();
    }
    for (name, sample) in out.iter_mut().filter(|(name, _)| *name != "length") {
        for playout in &playouts {
            sample.add(f64::from(u8::from(format!("{:?}", playout.outcome.verdict) == *name)));
        }
    }
    // The first move, by its place in canonical order: its mean tells a lopsided draw.
    cursor.reset();
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let first = out.entry("first move".to_owned()).or_default();
    for i in 0..PLAYOUTS {
        let drawn = cursor.random_move(&mut Rng::nth(11, i));
        let place = moves.iter().position(|mv| *mv == drawn);
        first.add(place.expect("a legal move") as f64);
    }
    out
}

#[test]
fn playouts_have_the_same_distribution_as_on_the_net() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let games = [
        "tic-tac-toe",
        "connect-four",
        "breakthrough",
        "othello",
        "draughts",
        "hex",
        "mnk",
        "quarto",
        "peg-solitaire",
        "falling-crates",
    ];
    for name in games {
        let text = std::fs::read_to_string(format!("{folder}/{name}.cep")).unwrap();
        let program = check(&text, &Options::default()).program.unwrap();
        let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
        let bits = BitGame::new(Arc::clone(&engine), 0).unwrap();
        let net = NetGame::new(engine, 0).unwrap();
        let bits = samples(&erase(Arc::new(bits), GameInfo::default()));
        let net = samples(&erase(Arc::new(net), GameInfo::default()));
        for (what, sample) in &bits {
            let z = net.get(what).map_or(sample.mean() * f64::INFINITY, |other| sample.z(other));
            assert!(z < BOUND || sample.mean() < 0.01, "{name}, {what}: {z:.1} standard errors");
        }
    }
}
