//! `senet bench`: how fast games and programs run, on one core of this machine.

mod clock;
mod machine;
mod play;

use self::machine::Machine;
use self::play::{Amount, Play, Played, Terms};
use super::game::{Opened, read, with};
use crate::cli::{BenchArgs, EngineKind, ReportFormat};
use crate::failure::{Failure, Outcome};
use crate::words::digits;
use crate::{interrupt, output, session};
use senet_bits::BitGame;
use senet_compile::compile;
use senet_engine::{Engine, TermGame};
use senet_game::{DynGame, GameInfo, erase};
use senet_games::{Implementation, OpenError, OpenOptions, OpenProgram, Source, open, program};
use senet_net::NetGame;
use senet_program::Program;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// A run or playout that has not ended by then begins anew.
const LONG: u64 = 1_000_000;

#[derive(Debug, Serialize)]
struct Speed {
    name: String,
    /// `bits`, `net`, `term` or `Rust`.
    engine: &'static str,
    /// How large the compiled program is, and why it is on no faster engine.
    about_engine: String,
    #[serde(flatten)]
    found: Found,
}

/// What is reported about a game.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Found {
    Measured {
        #[serde(flatten)]
        play: Box<Play>,
        /// Texts only.
        #[serde(flatten)]
        machine: Option<Machine>,
    },
    /// Nothing was measured.
    Played(Played),
}

pub(crate) fn run(args: &BenchArgs) -> Outcome {
    if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
        let message = format!("{} seconds are no time to measure", args.seconds);
        return Err(Failure::usage(message).help("try --seconds 2"));
    }
    let wanted = OpenOptions {
        options: args.options.clone(),
        implementation: args.implementation,
        limits: args.limits.game_limits(),
        ..OpenOptions::default()
    };
    let seed = session::seed(args.chance.seed);
    let time = Duration::from_secs_f64(args.seconds);
    let mut all = Vec::new();
    for game in &args.games {
        let own = read(game)?;
        // Baselines know one size of each game.
        let usual = own.is_none() && args.options.is_empty();
        let baseline = baselines::baseline(game).filter(|_| usual);
        let amount = args.playouts.map(|playouts| Amount { playouts, lockstep: args.lockstep });
        let terms = Terms { seed, time, limits: wanted.limits, baseline, amount };
        let measured =
            with(game, own.as_ref(), |source| measure(game, source, &wanted, args.engine, terms))?;
        let speed = match measured {
            Opened::Ready(speed) => speed?,
            Opened::HasErrors(code) => return Ok(code),
        };
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

fn measure(
    name: &str,
    source: Source<'_>,
    wanted: &OpenOptions,
    engine: Option<EngineKind>,
    terms: Terms,
) -> Result<Result<Speed, Failure>, OpenError> {
    let best = wanted.implementation.or_else(|| {
        let in_rust = matches!(source, Source::Catalogue(_)) && engine.is_none();
        senet_games::implementations(name).first().copied().filter(|_| in_rust)
    });
    if matches!(best, Some(Implementation::Rust | Implementation::Declared)) {
        if engine.is_some() {
            return Ok(Err(Failure::usage(format!("`{name}` is written in Rust"))
                .help("only programs have a choice of engines: try --as rules")));
        }
        let game = open(source, wanted)?;
        let found = match terms.amount {
            Some(amount) => Ok(Found::Played(Played::of(&*game, amount, terms.seed))),
            None => Play::of(&game, terms)
                .map(|play| Found::Measured { play: Box::new(play), machine: None }),
        };
        return Ok(found.map(|found| Speed {
            name: name.to_owned(),
            engine: "Rust",
            about_engine: "written in Rust".to_owned(),
            found,
        }));
    }
    let OpenProgram { program, info, .. } = program(source, wanted)?;
    if program.starts().is_empty() {
        return Err(OpenError::NoStart);
    }
    interrupt::watch(&program);
    Ok(measure_text(name, program, info, engine, terms))
}

fn measure_text(
    name: &str,
    program: Program,
    info: GameInfo,
    engine: Option<EngineKind>,
    terms: Terms,
) -> Result<Speed, Failure> {
    let program = Arc::new(program);
    let own = || Arc::new(Engine::new(Arc::clone(&program), terms.limits));
    let (engine, about_engine, game): (_, _, Arc<dyn DynGame>) = match engine {
        None => {
            let compiled = compile(Arc::clone(&program), terms.limits, 0);
            let (engine, about) = (compiled.engine(), compiled.describe());
            (engine, about, compiled.into_game(info, Vec::new()))
        }
        Some(EngineKind::Bits) => {
            let bad = |why| Failure::bad(format!("`{name}` has no bit program: {why}"));
            let game = BitGame::new(own(), 0).map_err(bad)?;
            ("bits", game.describe(), erase(Arc::new(game), info))
        }
        Some(EngineKind::Net) => {
            let bad = |why| Failure::bad(format!("`{name}` has no net: {why}"));
            let game = NetGame::new(own(), 0).map_err(bad)?;
            ("net", game.describe(), erase(Arc::new(game), info))
        }
        Some(EngineKind::Term) => {
            let game = TermGame::of(own(), 0);
            ("term", "as asked for".to_owned(), erase(Arc::new(game), info))
        }
    };
    let found = match terms.amount {
        Some(amount) => Found::Played(Played::of(&*game, amount, terms.seed)),
        None => {
            let play = Box::new(Play::of(&game, terms)?);
            let own = Arc::new(Engine::new(program, terms.limits));
            let machine = Some(Machine::of(&own, terms.seed, terms.time)?);
            Found::Measured { play, machine }
        }
    };
    Ok(Speed { name: name.to_owned(), engine, about_engine, found })
}

fn text(speed: &Speed) -> String {
    let Speed { name, engine, about_engine, found } = speed;
    let mut out = format!("{name}\n  {engine:>12}: {about_engine}\n");
    let (play, machine) = match found {
        Found::Measured { play, machine } => (play, machine),
        Found::Played(Played { playouts, moves }) => {
            return out
                + &format!("  {:>12} playouts, {} moves\n", digits(*playouts), digits(*moves));
        }
    };
    out += &format!(
        "  {:>12} playouts/s, {} moves/s, {:.1} moves each\n",
        short(play.playouts_per_second),
        short(play.moves_per_second),
        play.moves_per_playout,
    );
    out += &format!("  {:>12} playouts/s one at a time\n", short(play.single_playouts_per_second));
    if let Some(plain) = play.without_draw_rules {
        out += &format!(
            "  {:>12} playouts/s without draw rules, {} moves/s, {:.1} moves each\n",
            short(plain.playouts_per_second),
            short(plain.moves_per_second),
            plain.moves_per_playout,
        );
    }
    if let (Some(rate), Some(share)) = (play.baseline_playouts_per_second, play.share_of_baseline) {
        let share = 100.0 * share;
        out += &format!(
            "  {:>12} playouts/s of the hand-written baseline, of which this is {share:.1} %\n",
            short(rate)
        );
    }
    if let (Some(mcts), Some(share)) = (play.mcts_playouts_per_second, play.mcts_share) {
        let share = 100.0 * share;
        out += &format!("  {:>12} playouts/s of mcts, {share:.0} % as many\n", short(mcts));
    }
    out += &format!(
        "  {:>12} positions/s breadth first, {} edges/s\n  {:>12} bytes per position\n",
        short(play.positions_per_second),
        short(play.edges_per_second),
        digits(play.bytes_per_position as u64),
    );
    if let Some(machine) = machine {
        out += &format!(
            "  {:>12} steps/s\n  {:>12} steps/s with the trace, {:.2} times as long\n  \
             {:>12.0} bytes per atom, of {}\n",
            short(machine.steps_per_second),
            short(machine.steps_per_second / machine.trace_ratio),
            machine.trace_ratio,
            machine.bytes_per_atom,
            machine.atoms,
        );
    }
    out
}

/// A number with three digits that mean something.
fn short(n: f64) -> String {
    match n {
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.1}"),
    }
}
