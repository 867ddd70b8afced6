//! `senet solve`: what a game is worth when everybody plays as well as can be.

mod average;
mod report;
mod verify;

use crate::cli::{ReportFormat, SolveArgs, SolveSearch, estimate};
use crate::commands::game::{Opened, open};
use crate::failure::{BAD_PROGRAM, Failure, Outcome, out_of_memory, remedy};
use crate::input::write;
use crate::progress::Progress;
use crate::threads::Threads;
use crate::words::digits;
use crate::{interrupt, memory, output, tables};
use senet_game::{DynGame, Seat, Turn};
use senet_match::{MatchConfig, Participant, Record, RecordEntry};
use senet_solve::{
    Equilibrium, ExpectedSolution, GameValue, MarginSolution, NamedMove, SearchMethod, Solution,
    SolveError, SolveLimits, Solver, equilibrium, expected_values, solve_margin,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Memory for positions at most, unless --max-memory says otherwise: 4 GiB.
const MEMORY: u64 = 4 << 30;

pub(crate) fn run(args: &SolveArgs) -> Outcome {
    match open(&args.game)? {
        Opened::Ready(game) => match &args.verify {
            Some(path) => verify::run(&*game, args, path),
            None => solve(&game, args),
        },
        Opened::HasErrors(code) => Ok(code),
    }
}

fn solve(game: &Arc<dyn DynGame>, args: &SolveArgs) -> Outcome {
    interrupt::note();
    let bytes =
        if args.game.limits.max_memory.is_some() { estimate() } else { MEMORY.min(estimate()) };
    let limits = SolveLimits { positions: args.max_positions, memory: bytes };
    let method = match args.search {
        SolveSearch::Alphabeta => SearchMethod::AlphaBeta,
        SolveSearch::ProofNumbers => SearchMethod::ProofNumbers,
    };
    let workers = Arc::new(Threads(args.threads));
    let mut solver = Solver::searching(Arc::clone(game), limits, method).with_workers(workers);
    if let Some(path) = args.table.as_deref().filter(|path| std::path::Path::new(path).exists()) {
        solver = solver.with_table(tables::read(path, &**game)?);
    }
    let ends = deadline(args)?;
    let mut progress = Progress::new();
    let mut watch = |positions| {
        progress.tick(|| format!("{} positions", digits(positions)));
        !interrupt::noted() && !memory::is_short() && ends.is_none_or(|ends| Instant::now() < ends)
    };
    if args.margin {
        let found = solve_margin(&**game, limits, &mut watch);
        progress.done();
        return margin(game, args, found);
    }
    let solution = solver.solve(&mut watch);
    let json = args.format == ReportFormat::Json;
    let averaged = match solution.error {
        Some(SolveError::Hidden) => {
            let say = |it: Equilibrium| match json {
                true => average::equilibrium_json(&it),
                false => average::equilibrium_text(&**game, &it),
            };
            Some(equilibrium(&**game, limits, &mut watch).map(say))
        }
        Some(SolveError::Chance) => {
            let say = |it: ExpectedSolution| match json {
                true => average::expected_json(&it),
                false => average::expected_text(&**game, &it),
            };
            Some(expected_values(&**game, limits, &mut watch).map(say))
        }
        _ => None,
    };
    if let Some(averaged) = averaged {
        progress.done();
        return averaged.map_or_else(|error| ended(args, Some(error)), |text| said(args, &text));
    }
    let strategy = match &args.strategy {
        Some(path) if solution.lower == solution.upper => {
            let seat = seat(&**game, args, &solution)?;
            Some((path, solver.strategy(seat, &mut watch)))
        }
        _ => None,
    };
    progress.done();
    match args.format {
        ReportFormat::Json => output::data(&report::json(&**game, &solution)),
        ReportFormat::Text => output::data(&report::text(&**game, &solution)),
    }
    if let Some(path) = &args.line {
        write(path, record(&**game, &solution.line).to_string())?;
    }
    let mut error = solution.error;
    if let Some(path) = &args.table {
        // What is known when a limit was reached is worth keeping too.
        let Some(table) = solver.endgame_table() else {
            let message = "nothing was found out that could stand in an endgame table";
            return Err(Failure::bad(message).help("leave out --table"));
        };
        write(path, table.to_bytes())?;
        output::message(&format!("{} positions in `{path}`", digits(table.len() as u64)));
    }
    if let Some((path, strategy)) = strategy {
        match strategy {
            Ok(strategy) => write(path, strategy.to_string())?,
            Err(why) => error = error.or(Some(why)),
        }
    }
    ended(args, error)
}

/// What was found out about a game by points.
fn margin(
    game: &Arc<dyn DynGame>,
    args: &SolveArgs,
    found: Option<Result<MarginSolution, SolveError>>,
) -> Outcome {
    let Some(found) = found else {
        let message = "--margin needs a two-player game with `#score`, without chance, hidden \
                       information or repetition";
        return Err(Failure::bad(message).help("leave out --margin to find out who wins"));
    };
    let found = match found {
        Ok(found) => found,
        Err(error) => return ended(args, Some(error)),
    };
    match args.format {
        ReportFormat::Json => output::data(&report::margin_json(&found)),
        ReportFormat::Text => output::data(&report::margin_text(&**game, &found)),
    }
    if let Some(path) = &args.line {
        write(path, record(&**game, &found.line).to_string())?;
    }
    Ok(0)
}

/// What there is to say about a game with chance or secrets, for which nothing is written down.
fn said(args: &SolveArgs, text: &str) -> Outcome {
    output::data(text);
    if args.strategy.is_some() || args.line.is_some() {
        let message = "there is no single line or strategy where chance or secrets have a say";
        return Err(Failure::bad(message));
    }
    Ok(0)
}

/// Whose strategy is wanted: the winner's, unless another is asked for.
fn seat(game: &dyn DynGame, args: &SolveArgs, solution: &Solution) -> Result<Seat, Failure> {
    match args.seat {
        Some(n) if n >= 1 && usize::from(n) <= game.seats() => Ok(Seat(n - 1)),
        Some(n) => Err(Failure::usage(format!("there is no seat {n}"))),
        None if solution.lower == GameValue::Loss && game.seats() == 2 => Ok(Seat(1)),
        None => Ok(Seat(0)),
    }
}

fn deadline(args: &SolveArgs) -> Result<Option<Instant>, Failure> {
    let Some(seconds) = args.max_seconds else { return Ok(None) };
    let time = Duration::try_from_secs_f64(seconds).ok();
    let ends = time.and_then(|time| Instant::now().checked_add(time));
    ends.map(Some).ok_or_else(|| Failure::usage(format!("{seconds} is not a number of seconds")))
}

/// A line as a record.
pub(crate) fn record(game: &dyn DynGame, line: &[NamedMove]) -> Record {
    let mut cursor = game.cursor();
    let mut moves = Vec::new();
    let play = |mv: &NamedMove| {
        let chance = cursor.turn() == Turn::Chance;
        cursor.moves(&mut moves);
        cursor.apply(moves[mv.index.0 as usize]);
        let name = mv.name.clone();
        if chance { RecordEntry::Chance(name) } else { RecordEntry::Move(name, Duration::ZERO) }
    };
    let plays = line.iter().map(play).collect();
    let config = MatchConfig {
        participants: vec![Participant::default(); game.seats()],
        ..MatchConfig::default()
    };
    Record { plays, ..Record::new(game, config) }
}

/// The exit code, and what to do if it did not come to an end.
fn ended(args: &SolveArgs, error: Option<SolveError>) -> Outcome {
    let Some(error) = error else { return Ok(0) };
    let failure = Failure::bad(error.to_string());
    match error {
        SolveError::Cancelled if interrupt::noted() => {
            output::message("senet: interrupted");
            Ok(interrupt::INTERRUPTED)
        }
        SolveError::Cancelled if memory::is_short() => {
            Err(out_of_memory("or solve a smaller game"))
        }
        SolveError::Cancelled => {
            let seconds = args.max_seconds.unwrap_or_default();
            let message = format!("the limit of {seconds} seconds was reached");
            Err(Failure::bad(message).help("raise it with --max-seconds"))
        }
        SolveError::Positions => {
            let positions = digits(args.max_positions);
            let message = format!("the limit of {positions} positions was reached");
            Err(Failure::bad(message).help("raise it with --max-positions"))
        }
        SolveError::Memory => Err(failure.help("raise it with --max-memory")),
        SolveError::Stopped(kind) => Err(failure.help(remedy(kind))),
        _ => {
            output::message(&failure.to_string());
            Ok(BAD_PROGRAM)
        }
    }
}
