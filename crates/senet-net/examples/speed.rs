//! Playouts per second of texts, on the net.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, reason = "a shell")]
use senet_engine::Engine;
use senet_game::{Game, Limits, Rng, Turn};
use senet_net::NetGame;
use senet_program::{Options, check};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let program = Arc::new(check(&text, &Options::default()).program.unwrap());
        let begun = Instant::now();
        let engine = Arc::new(Engine::new(program, Limits::default()));
        let game = match NetGame::new(engine, 0) {
            Ok(game) => game,
            Err(why) => {
                println!("{path}: {why}");
                continue;
            }
        };
        let ready = begun.elapsed();
        let start = game.start();
        let mut state = start.clone();
        let (mut plays, mut moves) = (0u64, 0u64);
        let begun = Instant::now();
        let mut buffer = Vec::new();
        while begun.elapsed().as_secs_f64() < 2.0 {
            for _ in 0..10 {
                state.clone_from(&start);
                let mut rng = Rng::nth(1, plays);
                let mut n = 0;
                while !matches!(game.turn(&state), Turn::Over(_) | Turn::Stopped(_)) && n < 2000 {
                    let mv = game.pick(&state, &mut rng, &mut buffer);
                    game.apply(&mut state, &mv, &mut ());
                    n += 1;
                }
                moves += n;
                plays += 1;
            }
        }
        let time = begun.elapsed().as_secs_f64();
        println!(
            "{path}: {:.0} playouts/s, {:.0} ns/move, {:.2} moves, ready in {ready:.2?}, {}",
            plays as f64 / time,
            time * 1e9 / moves as f64,
            moves as f64 / plays as f64,
            game.describe()
        );
    }
}
