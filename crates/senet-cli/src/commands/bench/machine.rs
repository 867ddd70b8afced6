//! How fast the machine makes single steps of a text, with and without a trace.

use super::LONG;
use super::clock::Clock;
use crate::failure::Failure;
use crate::host::Anything;
use crate::interrupt;
use senet_engine::{Engine, Run};
use senet_game::Rng;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Steps, whoever decides about them.
#[derive(Debug, Serialize)]
pub(super) struct Machine {
    pub(super) steps_per_second: f64,
    /// How many times longer a step takes if the trace is recorded.
    pub(super) trace_ratio: f64,
    /// Of the largest position that came up.
    pub(super) atoms: usize,
    pub(super) bytes_per_atom: f64,
}

impl Machine {
    pub(super) fn of(engine: &Arc<Engine>, seed: u64, time: Duration) -> Result<Machine, Failure> {
        let mut largest = (0, 0);
        let plain = steps(engine, seed, time, false, &mut largest)?;
        let traced = steps(engine, seed, time, true, &mut largest)?;
        let (atoms, bytes) = largest;
        Ok(Machine {
            steps_per_second: plain,
            trace_ratio: plain / traced.max(1e-9),
            atoms,
            bytes_per_atom: bytes as f64 / atoms.max(1) as f64,
        })
    }
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
    let (begun, clock) = (Instant::now(), Clock::begin());
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
    Ok(steps as f64 / clock.spent().as_secs_f64())
}

/// Notes the size of a position, if it is the largest so far.
fn look(run: &Run, largest: &mut (usize, usize)) {
    let size = run.position().len();
    if size > largest.0 {
        *largest = (size, run.position().bytes());
    }
}
