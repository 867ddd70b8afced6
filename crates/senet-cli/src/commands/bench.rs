//! `senet bench`: how fast programs run, on one core of this machine.

use crate::cli::{BenchArgs, ReportFormat};
use crate::failure::{Failure, Outcome};
use crate::host::Anything;
use crate::{interrupt, output, session};
use senet_engine::{Engine, Run, TermGame};
use senet_game::{Game, Referee, Rng, Turn};
use senet_games::Wanted;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A run or playout that has not ended by then begins anew.
const LONG: u64 = 1_000_000;

#[derive(Debug, Serialize)]
struct Speed {
    name: String,
    steps_per_second: f64,
    /// How many times longer a step takes if the trace is recorded.
    trace_ratio: f64,
    playouts_per_second: f64,
    moves_per_second: f64,
    /// Of the largest position that came up.
    atoms: usize,
    bytes_per_atom: f64,
}

pub(crate) fn run(args: &BenchArgs) -> Outcome {
    if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
        let message = format!("{} seconds are no time to measure", args.seconds);
        return Err(Failure::usage(message).help("try --seconds 2"));
    }
    let seed = session::seed(args.chance.seed);
    let wanted = Wanted { limits: args.limits.budgets(), ..Wanted::default() };
    let mut all = Vec::new();
    for game in &args.games {
        let (name, engine) = match session::open_with(game, &wanted)? {
            Ok(opened) => opened,
            Err(code) => return Ok(code),
        };
        if engine.program().starts().is_empty() {
            let message = format!("`{name}` does not say where to start");
            return Err(Failure::usage(message).help("write `#trace _ stage { atoms }.`"));
        }
        let speed = measure(&name, &engine, seed, Duration::from_secs_f64(args.seconds))?;
        if args.format == ReportFormat::Text {
            output::data(&text(&speed));
        }
        all.push(speed);
    }
    if args.format == ReportFormat::Json {
        let json = serde_json::to_string_pretty(&all).expect("speeds are plain data");
        output::data(&format!("{json}\n"));
    }
    Ok(0)
}

fn measure(name: &str, engine: &Arc<Engine>, seed: u64, time: Duration) -> Result<Speed, Failure> {
    let mut largest = (0, 0);
    let plain = steps(engine, seed, time, false, &mut largest)?;
    let traced = steps(engine, seed, time, true, &mut largest)?;
    let (playouts, moves) = playouts(engine, seed, time)?;
    let (atoms, bytes) = largest;
    Ok(Speed {
        name: name.to_owned(),
        steps_per_second: plain,
        trace_ratio: plain / traced.max(1e-9),
        playouts_per_second: playouts,
        moves_per_second: moves,
        atoms,
        bytes_per_atom: bytes as f64 / atoms.max(1) as f64,
    })
}

/// Steps per second of the bare machine, from the first start again and again.
fn steps(
    engine: &Arc<Engine>,
    seed: u64,
    time: Duration,
    trace: bool,
    largest: &mut (usize, usize),
) -> Result<f64, Failure> {
    let (mut steps, mut runs) = (0, 0);
    let begun = Instant::now();
    while begun.elapsed() < time {
        let mut run = Run::new(Arc::clone(engine), 0)?;
        if trace {
            run = run.with_trace();
        }
        let mut rng = Rng::nth(seed, runs);
        let mut host = Anything(Rng::nth(!seed, runs));
        look(&run, largest);
        loop {
            let more = run.step(&mut rng, &mut host)?.is_some();
            // A look at the clock now and then.
            let pause = run.steps() % 1024 == 0;
            if !more || pause {
                interrupt::at(steps + run.steps(), run.position().stage());
                look(&run, largest);
            }
            if !more || run.steps() >= LONG || (pause && begun.elapsed() >= time) {
                break;
            }
        }
        steps += run.steps();
        runs += 1;
    }
    Ok(steps as f64 / begun.elapsed().as_secs_f64())
}

/// Notes the size of a position, if it is the largest so far.
fn look(run: &Run, largest: &mut (usize, usize)) {
    let size = run.position().len();
    if size > largest.0 {
        *largest = (size, run.position().bytes());
    }
}

/// Playouts and moves per second through the contract.
fn playouts(engine: &Arc<Engine>, seed: u64, time: Duration) -> Result<(f64, f64), Failure> {
    let game = TermGame::of(Arc::clone(engine), 0);
    let start = game.start();
    let (mut played, mut made) = (0.0, 0u64);
    let mut moves = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < time {
        let mut state = start.clone();
        let mut rng = Rng::nth(seed, made);
        let from = made;
        let mut referee = Referee::new(game.rules_of_play(), &state);
        let mut turn = game.turn(&state);
        loop {
            match turn {
                Turn::Over(_) => break played += 1.0,
                Turn::Stopped(budget) => {
                    let limit = engine.limits().of(budget);
                    let doing = "between two moves".to_owned();
                    return Err(senet_game::Stop { budget, limit, doing }.into());
                }
                Turn::Player(_) | Turn::Chance => {}
            }
            if made - from >= LONG || (made % 256 == 255 && begun.elapsed() >= time) {
                break;
            }
            let mv = game.pick(&state, &mut rng, &mut moves);
            game.apply(&mut state, &mv, &mut ());
            turn = referee.watch(&turn, &state, game.turn(&state));
            made += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok((played / seconds, made as f64 / seconds))
}

fn text(speed: &Speed) -> String {
    format!(
        "{}\n  {:>12} steps/s\n  {:>12} steps/s with the trace, {:.2} times as long\n  \
         {:>12} playouts/s, {} moves/s\n  {:>12.0} bytes per atom, of {}\n",
        speed.name,
        short(speed.steps_per_second),
        short(speed.steps_per_second / speed.trace_ratio),
        speed.trace_ratio,
        short(speed.playouts_per_second),
        short(speed.moves_per_second),
        speed.bytes_per_atom,
        speed.atoms,
    )
}

/// A number with three digits that mean something.
fn short(n: f64) -> String {
    match n {
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.1}"),
    }
}
