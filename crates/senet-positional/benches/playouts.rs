//! Random playouts a second, through the contract, beside programs that know one game only.
//!
//! The programs in `by_hand` are what one would write for nothing but the playouts of one game at one
//! size. The share of their speed is what `docs/performance.md` reports.

#[path = "playouts/by_hand.rs"]
mod by_hand;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use senet_game::{Game, Listed, Rng, Turn};
use senet_positional::games::{
    Connect6, ConnectFour, Cross, Gale, Gomoku, Havannah, Hex, Mnk, Shannon, Y, Yavalath,
};
use std::hint::black_box;

fn game<G: Listed>(options: &[(&str, u64)]) -> G {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let chosen = G::about().choose(&options, None).expect("options that exist");
    G::with(&chosen).expect("options that fit together")
}

/// One game at random, as players and analyses play it.
fn playout<G: Game>(game: &G, rng: &mut Rng, moves: &mut Vec<G::Move>) -> u32 {
    let mut state = game.start();
    let mut length = 0;
    while let Turn::Player(_) = game.turn(&state) {
        let mv = game.pick(&state, rng, moves);
        game.apply(&mut state, &mv, &mut ());
        length += 1;
    }
    length
}

fn ours<G: Listed>(c: &mut Criterion, name: &str, options: &[(&str, u64)]) {
    let game: G = game(options);
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    group.bench_function(name, |b| b.iter(|| black_box(playout(&game, &mut rng, &mut moves))));
}

fn by_hand(c: &mut Criterion, name: &str, mut playout: impl FnMut() -> u32) {
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    group.bench_function(name, |b| b.iter(|| black_box(playout())));
}

fn beside_hand_written(c: &mut Criterion) {
    let mut draw = by_hand::Draw::new(1);
    let hex = by_hand::Hex::new();
    by_hand(c, "hex 11 by hand", || hex.playout(&mut draw));
    ours::<Hex>(c, "hex 11", &[]);
    let mut draw = by_hand::Draw::new(1);
    by_hand(c, "connect four by hand", || by_hand::connect_four(&mut draw));
    ours::<ConnectFour>(c, "connect four", &[]);
    let mut draw = by_hand::Draw::new(1);
    by_hand(c, "gomoku 15 by hand", || by_hand::gomoku(&mut draw));
    ours::<Gomoku>(c, "gomoku 15", &[]);
}

fn the_others(c: &mut Criterion) {
    ours::<Mnk>(c, "tic-tac-toe", &[]);
    ours::<Havannah>(c, "havannah 8", &[]);
    ours::<Y>(c, "y 11", &[]);
    ours::<Yavalath>(c, "yavalath 5", &[]);
    ours::<Cross>(c, "cross 5", &[("size", 5)]);
    ours::<Connect6>(c, "connect6 19", &[]);
    ours::<Gale>(c, "gale 13", &[("size", 13)]);
    ours::<Shannon>(c, "shannon 8x8", &[("width", 8), ("height", 8)]);
}

/// How the time of a move grows with the board.
fn growth(c: &mut Criterion) {
    for size in [11, 22, 44] {
        ours::<Hex>(c, &format!("growth: hex {size}"), &[("size", size)]);
    }
    for size in [15, 30, 60] {
        ours::<Gomoku>(c, &format!("growth: gomoku {size}"), &[("size", size)]);
    }
}

criterion_group!(benches, beside_hand_written, the_others, growth);
criterion_main!(benches);
