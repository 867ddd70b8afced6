//! Random playouts per second of CPU time: `cargo run --release -p senet-bits --example playouts -- GAME…`.
//! With `--lockstep`, `--single` or `--net` only these, for profilers; `--explore` expands positions, breadth
//! first, on both engines.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a measurement")]

use rustc_hash::FxHashSet;
use senet_bits::BitGame;
use senet_engine::Engine;
use senet_game::{GameInfo, Limits, Playout, Turn, erase};
use senet_net::NetGame;
use senet_program::{Options, check};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Seconds that this thread has computed.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    first.unwrap_or(0.0) * 1e-9
}

fn measure(game: Arc<dyn senet_game::DynGame>, one: bool) -> (f64, f64) {
    let mut cursor = game.cursor();
    let (mut n, mut plies, mut from) = (0u64, 0u64, 0);
    let begin = cpu();
    let mut batch = 1;
    loop {
        if one {
            for i in 0..batch {
                // As a tree search does at a leaf.
                let mut rng = senet_game::Rng::nth(1, from + i);
                cursor.push();
                cursor.playout(&mut rng, &mut || false, None);
                cursor.pop();
                n += 1;
            }
        } else {
            cursor.playouts(batch, 1, from, &mut |p: &Playout| {
                n += 1;
                plies += p.plies;
                ControlFlow::Continue(())
            });
        }
        from += batch;
        batch = (batch * 2).min(4096);
        let spent = cpu() - begin;
        if spent > 1.0 {
            return (n as f64 / spent, plies as f64 / n as f64);
        }
    }
}

/// Edges per second of the first positions of a game, breadth first.
fn explore(game: &Arc<dyn senet_game::DynGame>) -> f64 {
    const POSITIONS: usize = 300_000;
    let mut cursor = game.cursor();
    let Some(start) = cursor.exact_key() else { return 0.0 };
    let (mut all, mut known) = (vec![start], FxHashSet::default());
    known.insert(start);
    let (mut at, mut children, mut edges) = (0, Vec::new(), 0);
    while at < all.len() && all.len() < POSITIONS {
        let end = (at + 256).min(all.len());
        children.clear();
        if !cursor.expand_packed(&all[at..end], &mut children) {
            return 0.0;
        }
        at = end;
        let on = children.iter().filter(|c| matches!(c.turn, Turn::Player(_) | Turn::Chance));
        all.extend(on.map(|c| c.key).filter(|key| known.insert(*key)));
    }
    let begin = cpu();
    for block in all[..at].chunks(256) {
        children.clear();
        cursor.expand_packed(block, &mut children);
        edges += children.len();
    }
    edges as f64 / (cpu() - begin)
}

fn main() {
    let (only, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let wants = |what: &str| only.is_empty() || only.iter().any(|o| o == what);
    for name in names {
        let text = std::fs::read_to_string(format!("games/{name}.cep")).expect("a game");
        let program = Arc::new(check(&text, &Options::default()).program.expect("a program"));
        let engine = Arc::new(Engine::new(program, Limits::default()));
        let begin = cpu();
        let bits = match BitGame::new(Arc::clone(&engine), 0) {
            Ok(bits) => bits,
            Err(why) => {
                println!("{name}: {why}");
                continue;
            }
        };
        let compiled = cpu() - begin;
        println!("{name}: {} (compiled in {compiled:.2} s)", bits.describe());
        let bits = erase(Arc::new(bits), GameInfo::default());
        let explores = only.iter().any(|o| o == "--explore");
        if explores {
            println!("  bits {:.0} edges", explore(&bits));
        }
        if wants("--single") {
            println!("  bits {:.0} single", measure(Arc::clone(&bits), true).0);
        }
        if wants("--lockstep") {
            let (rate, plies) = measure(bits, false);
            let moves = rate * plies * 1e-6;
            println!("  bits {rate:.0} lockstep, {plies:.2} plies, {moves:.2} M moves/s");
        }
        if !(wants("--net") || explores) {
            continue;
        }
        if let Ok(net) = NetGame::new(engine, 0) {
            println!("  {}", net.describe());
            let net = erase(Arc::new(net), GameInfo::default());
            if explores {
                println!("  net  {:.0} edges", explore(&net));
                continue;
            }
            println!("  net  {:.0}", measure(net, true).0);
        }
    }
}
