//! `senet prove`: what is true of all plays, and a certificate for it.

mod report;
mod verify;

use crate::cli::{ProveArgs, ReportFormat, estimate};
use crate::commands::game::{Opened, open_text, with};
use crate::commands::solve::record;
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::input::{Source, read_game, write};
use crate::progress::Progress;
use crate::words::digits;
use crate::{interrupt, memory, output};
use senet_engine::Engine;
use senet_game::{Limits, MoveIndex};
use senet_games::{OpenOptions, OpenProgram};
use senet_program::Program;
use senet_prove::{PlayWitness, ProofAnswer, ProveLimits, ProveReport, prove};
use senet_solve::NamedMove;
use std::sync::Arc;

pub(crate) use report::in_a_line;

pub(crate) fn run(args: &ProveArgs) -> Outcome {
    if let Some(path) = &args.verify {
        return verify::run(args, path);
    }
    let game = args.game.as_deref().expect("a game is required unless a certificate is verified");
    let own = read_game(game)?;
    // What is asked for on the command line is read as if it stood at the end of the program.
    let text = format!("{}\n{}", own.text, asked(args));
    let source = Source { name: own.name, text };
    let options = OpenOptions {
        options: args.options.clone(),
        players: args.players,
        implementation: None,
        limits: args.limits.game_limits(),
    };
    let opened = with(game, Some(&source), |source| senet_games::program(source, &options))?;
    let program = match opened {
        Opened::Ready(OpenProgram { program, .. }) => program,
        Opened::HasErrors(code) => return Ok(code),
    };
    let starts = program.starts().len();
    let start = match args.start.unwrap_or(1) {
        _ if starts == 0 => {
            let message = format!("`{}` does not say where to start", source.name);
            return Err(Failure::usage(message).help("write `#trace _ stage { atoms }.`"));
        }
        n if (1..=starts).contains(&n) => n - 1,
        n => {
            let message = format!("there is no start {n}: the program has {starts}");
            return Err(Failure::usage(message).help(format!("--start takes 1 to {starts}")));
        }
    };
    let engine = Arc::new(Engine::new(Arc::new(program), options.limits));
    interrupt::note();
    let mut progress = Progress::new();
    let limits =
        ProveLimits { positions: args.max_positions, memory: estimate(), ..ProveLimits::default() };
    let (report, certificate) = prove(&engine, &source.text, start, limits, &mut |so_far| {
        progress.tick(|| {
            let open = so_far.open;
            format!(
                "{} positions, {} moves deep, {open} open",
                digits(so_far.positions),
                so_far.depth
            )
        });
        !interrupt::noted() && !memory::is_short()
    });
    progress.done();
    match args.format {
        ReportFormat::Json => {
            let json = serde_json::to_string_pretty(&report).expect("a report is plain data");
            output::data(&format!("{json}\n"));
        }
        ReportFormat::Text => output::data(&report::text(&report)),
    }
    if let Some(path) = &args.certificate {
        write(path, certificate.text(game))?;
    }
    if let Some(path) = &args.play {
        write_play(args, game, &source, &options, &report, path)?;
    }
    if interrupt::noted() {
        output::message("senet: interrupted");
        return Ok(interrupt::INTERRUPTED);
    }
    let all = report.properties.iter().all(|p| p.answer == ProofAnswer::Proved);
    Ok(if all { 0 } else { BAD_PROGRAM })
}

/// Proves the properties of a program from its first start, with a limit, for commands that do other
/// things besides.
pub(crate) fn briefly(program: Program, source: &str, positions: u64) -> ProveReport {
    let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
    let limits = ProveLimits { positions, memory: estimate(), ..ProveLimits::default() };
    let mut progress = Progress::new();
    let (report, _) = prove(&engine, source, 0, limits, &mut |so_far| {
        progress.tick(|| format!("proving: {} positions", digits(so_far.positions)));
        !memory::is_short() && !interrupt::noted()
    });
    progress.done();
    report
}

/// The properties of the command line as directives.
fn asked(args: &ProveArgs) -> String {
    let kinds = [
        ("never", &args.never),
        ("reach", &args.reach),
        ("always-possible", &args.always_possible),
        ("inevitable", &args.inevitable),
        ("once", &args.once),
        ("conserve", &args.conserve),
    ];
    let mut out = String::new();
    for (name, all) in kinds {
        for text in all {
            let text = text.trim().trim_end_matches('.').trim_end();
            out.push_str(&format!("#{name} {text}.\n"));
        }
    }
    out
}

fn write_play(
    args: &ProveArgs,
    game: &str,
    source: &Source,
    options: &OpenOptions,
    report: &ProveReport,
    path: &str,
) -> Result<(), Failure> {
    let plays = report.properties.iter().filter_map(|p| p.play.as_ref());
    let Some(play) = plays.chain(report.facts.iter().filter_map(|f| f.play.as_ref())).next() else {
        let message = "no answer has a play";
        return Err(Failure::bad(message).help("leave out --play, or ask for something else"));
    };
    let mut options = options.clone();
    options.options.extend(args.start.map(|n| ("start".to_owned(), n.to_string())));
    if let Opened::Ready(opened) = open_text(game, source, &options)? {
        write(path, record(&*opened, &named(play)).to_string())?;
    }
    Ok(())
}

fn named(play: &PlayWitness) -> Vec<NamedMove> {
    let moves = play.places.iter().zip(&play.moves);
    moves.map(|(place, name)| NamedMove { index: MoveIndex(*place), name: name.clone() }).collect()
}
