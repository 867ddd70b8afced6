//! Random playouts a second of texts on nets, beside programs that know one game only; and how the
//! time of a move grows with the board.

#![allow(missing_docs, reason = "criterion's macros write functions without any")]
#![allow(clippy::disallowed_methods, reason = "what is printed is written, compiled and run")]

use baselines::{BASELINES, Draw};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use senet_engine::Engine;
use senet_game::{Game, GameInfo, Limits, Playout, Referee, Rng, Turn, erase};
use senet_net::{NetGame, NetMove, NetState};
use senet_program::{Options, check};
use std::cell::LazyCell;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// A game of the catalogue, of which only the size may be unusual.
fn net(name: &str, size: Option<u64>) -> Arc<NetGame> {
    let text = match name {
        "tic-tac-toe" => include_str!("../../../games/tic-tac-toe.cep"),
        "connect-four" => include_str!("../../../games/connect-four.cep"),
        "othello" => include_str!("../../../games/othello.cep"),
        "breakthrough" => include_str!("../../../games/breakthrough.cep"),
        "gomoku" => include_str!("../../../games/gomoku.cep"),
        "hex" => include_str!("../../../games/hex.cep"),
        other => panic!("no text for {other}"),
    };
    let values = size.map(|n| ("size".to_owned(), n)).into_iter().collect();
    let options = Options { values, ..Options::default() };
    let program = check(text, &options).program.expect("a text of the catalogue");
    let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
    Arc::new(NetGame::new(engine, 0).unwrap_or_else(|why| panic!("{name} has no net: {why}")))
}

/// Plays at random, one game after the other.
struct RandomPlay {
    game: Arc<NetGame>,
    start: NetState,
    state: NetState,
    rng: Rng,
    moves: Vec<NetMove>,
}

impl RandomPlay {
    fn new(game: Arc<NetGame>) -> RandomPlay {
        let start = game.start();
        RandomPlay { state: start.clone(), start, game, rng: Rng::new(1), moves: Vec::new() }
    }

    /// Makes a move, or begins anew; false if the game was over.
    fn step(&mut self) -> bool {
        if !matches!(self.game.turn(&self.state), Turn::Player(_) | Turn::Chance) {
            self.state.clone_from(&self.start);
            return false;
        }
        let mv = self.game.random_move(&self.state, &mut self.rng, &mut self.moves);
        self.game.apply(&mut self.state, &mv, &mut ());
        true
    }
}

fn beside_hand_written(c: &mut Criterion) {
    const GAMES: u32 = 64;
    let mut group = c.benchmark_group("net playouts");
    for (name, baseline) in BASELINES {
        group.throughput(Throughput::Elements(u64::from(GAMES)));
        let mut draw = Draw::new(1);
        group.bench_function(format!("{name} baseline"), |b| {
            b.iter(|| black_box(baseline(&mut draw, GAMES)));
        });
        let net = net(name, None);
        let mut cursor = erase(Arc::clone(&net), GameInfo::default()).cursor();
        // Baselines know no draw rules.
        cursor.set_referee(Referee::none());
        let (mut played, mut plies) = (0, 0);
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
        // The crate that `senet build` prints is compiled when its turn has come.
        let program = LazyCell::new(|| built(&net, name));
        // Some systems tell the processor's time in steps of milliseconds.
        let playouts = if name == "othello" { 10_000 } else { 200_000 };
        group.throughput(Throughput::Elements(playouts)).sample_size(10);
        group.bench_function(format!("{name} built"), |b| {
            b.iter_custom(|times| time(&program, times * playouts));
        });
        group.sample_size(100);
    }
}

/// Prints a net as a crate and compiles it; the program.
fn built(game: &NetGame, name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("built");
    let folder = root.join(name);
    for file in game.print(name, name).expect("it can be printed") {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().expect("in a folder")).expect("it can be made");
        std::fs::write(&path, file.text).expect("it can be written");
    }
    let target = root.join("target");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--release"]).current_dir(&folder);
    cargo.env("CARGO_TARGET_DIR", &target).env_remove("RUSTFLAGS");
    assert!(cargo.status().expect("cargo runs").success(), "{name} does not compile");
    target.join("release").join(name)
}

/// How long a printed program says that so many playouts take it.
fn time(program: &Path, playouts: u64) -> Duration {
    let said = Command::new(program).args(["time", &playouts.to_string()]).output();
    let said = said.expect("it runs").stdout;
    let seconds = String::from_utf8_lossy(&said).trim().parse().expect("a number of seconds");
    Duration::from_secs_f64(seconds)
}

/// The time of a move, new games included.
fn growth(c: &mut Criterion) {
    let mut group = c.benchmark_group("net move");
    group.throughput(Throughput::Elements(1));
    for name in ["gomoku", "hex"] {
        for size in [9, 13, 19] {
            let mut player = RandomPlay::new(net(name, Some(size)));
            let step = |player: &mut RandomPlay| player.step() || player.step();
            group.bench_function(format!("{name} {size}"), |b| {
                b.iter(|| black_box(step(&mut player)));
            });
        }
    }
}

criterion_group!(benches, beside_hand_written, growth);
criterion_main!(benches);
