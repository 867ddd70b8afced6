//! Packed positions: how long it takes to make a number of a position, to bring it back, and to
//! expand it as exploration does.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use senet_game::{Game, Rng, Turn};
use senet_positional::games::{
    ConnectFour, ConnectFourRules, Hex, HexRules, Mnk, MnkRules, Sim, SimRules,
};
use senet_positional::{Positional, PositionalRules, RulesError};
use std::hint::black_box;

/// Positions of random play, packed.
fn positions<R: PositionalRules>(game: &Positional<R>) -> Vec<u128> {
    let mut packed = Vec::new();
    for i in 0..200 {
        let mut rng = Rng::nth(7, i);
        let mut state = game.start();
        while let Turn::Player(_) = game.turn(&state) {
            packed.push(game.pack(&state).expect("it fits"));
            let mv = game.random_move(&state, &mut rng, &mut Vec::new());
            game.apply(&mut state, &mv, &mut ());
        }
    }
    packed
}

fn measure<R: PositionalRules>(
    c: &mut Criterion,
    name: &str,
    game: Result<Positional<R>, RulesError>,
) {
    let game = game.expect("rules that can be");
    let packed = positions(&game);
    let mut state = game.start();
    let mut group = c.benchmark_group(format!("packing/{name}"));
    group.throughput(Throughput::Elements(packed.len() as u64));
    group.bench_function("unpack", |b| {
        b.iter(|| {
            for &packed in &packed {
                game.unpack(black_box(packed), &mut state);
                black_box(&state);
            }
        });
    });
    group.bench_function("unpack and pack", |b| {
        b.iter(|| {
            for &packed in &packed {
                game.unpack(black_box(packed), &mut state);
                black_box(game.pack(&state));
            }
        });
    });
    let mut child = game.start();
    let mut moves = Vec::new();
    group.bench_function("expand", |b| {
        b.iter(|| {
            for &packed in &packed {
                game.unpack(black_box(packed), &mut state);
                game.moves(&state, &mut moves);
                for mv in &moves {
                    child.clone_from(&state);
                    game.apply(&mut child, mv, &mut ());
                    black_box(game.pack(&child));
                }
            }
        });
    });
    group.finish();
}

fn games(c: &mut Criterion) {
    let four = |width, height| ConnectFourRules::new(width, height).and_then(ConnectFour::new);
    measure(c, "connect four 4x5", four(4, 5));
    measure(c, "connect four 7x6", four(7, 6));
    measure(c, "tic-tac-toe", MnkRules::new(3, 3, 3).and_then(Mnk::new));
    measure(c, "hex 5", HexRules::new(5).and_then(Hex::new));
    measure(c, "sim 6", SimRules::new(6).and_then(Sim::new));
}

criterion_group!(benches, games);
criterion_main!(benches);
