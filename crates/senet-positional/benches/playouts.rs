//! Random playouts a second, by cursors as everybody plays, beside hand-written baselines.
//!
//! The programs in `baselines` are what one would write for nothing but the playouts of one game at one
//! size. The share of their speed is what `docs/performance.md` reports.

use baselines::Draw;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use senet_game::{GameInfo, Listed, Playout, erase};
use senet_positional::games::{
    Connect6, ConnectFour, Cross, Gale, Gomoku, Havannah, Hex, Mnk, Shannon, Y, Yavalath,
};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How many games are played at once.
const GAMES: u32 = 64;

fn game<G: Listed>(options: &[(&str, u64)]) -> G {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let chosen = G::info().choose(&options, None).expect("options that exist");
    G::from_options(&chosen).expect("options that fit together")
}

fn ours<G: Listed>(c: &mut Criterion, name: &str, options: &[(&str, u64)]) {
    let game = erase(Arc::new(game::<G>(options)), GameInfo::default());
    let mut cursor = game.cursor();
    let mut played = 0;
    let mut plies = 0;
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(u64::from(GAMES)));
    group.bench_function(name, |b| {
        b.iter(|| {
            cursor.playouts(GAMES.into(), 1, played, &mut |playout: &Playout| {
                plies += playout.plies;
                ControlFlow::Continue(())
            });
            played += u64::from(GAMES);
            black_box(plies)
        });
    });
}

/// A game beside the program that knows nothing else.
fn beside<G: Listed>(c: &mut Criterion, name: &str, game: &str) {
    let play = baselines::baseline(game).expect("a baseline of that name");
    let mut draw = Draw::new(1);
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(u64::from(GAMES)));
    group.bench_function(format!("{name} baseline"), |b| {
        b.iter(|| black_box(play(&mut draw, GAMES)));
    });
    group.finish();
    ours::<G>(c, name, &[]);
}

fn beside_hand_written(c: &mut Criterion) {
    beside::<Hex>(c, "hex 11", "hex");
    beside::<ConnectFour>(c, "connect four", "connect-four");
    beside::<Gomoku>(c, "gomoku 15", "gomoku");
    beside::<Mnk>(c, "tic-tac-toe", "tic-tac-toe");
}

fn the_others(c: &mut Criterion) {
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
