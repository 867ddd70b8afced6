//! `senet solve`: what a game is worth when everybody plays as well as can be.

mod average;
mod report;
mod verify;

use crate::cli::{ReportFormat, SolveArgs};
use crate::commands::game::{Opened, open};
use crate::failure::{BAD_PROGRAM, Failure, Outcome, flag};
use crate::progress::Progress;
use crate::words::digits;
use crate::{interrupt, output};
use senet_game::{Game, Seat, Turn};
use senet_games::Visit;
use senet_match::{Entry, Record, Setting, Sitter};
use senet_players::solve::{Allowance, Mixed, Odds, Solution, Solver, Stuck, Worth, mixed, odds};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Memory for positions, unless --max-memory says otherwise: 4 GiB.
const MEMORY: u64 = 4 << 30;

pub(crate) fn run(args: &SolveArgs) -> Outcome {
    match open(&args.game, Solve { args })? {
        Opened::Done(done) => done,
        Opened::Bad(code) => Ok(code),
    }
}

struct Solve<'a> {
    args: &'a SolveArgs,
}

impl Visit for Solve<'_> {
    type Out = Outcome;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Outcome {
        match &self.args.verify {
            Some(path) => verify::run(&*game, self.args, path),
            None => solve(&*game, self.args),
        }
    }
}

fn solve<G: Game>(game: &G, args: &SolveArgs) -> Outcome {
    interrupt::note();
    let memory = args.game.limits.max_memory.map_or(MEMORY, |mib| mib.saturating_mul(1 << 20));
    let allowance = Allowance { positions: args.max_positions, memory };
    let mut solver = Solver::new(allowance);
    let ends = deadline(args)?;
    let mut progress = Progress::new();
    let mut watch = |positions| {
        progress.tick(|| format!("{} positions", digits(positions)));
        !interrupt::noted() && ends.is_none_or(|ends| Instant::now() < ends)
    };
    let solution = solver.solve(game, &mut watch);
    let json = args.format == ReportFormat::Json;
    let averaged = match solution.stuck {
        Some(Stuck::Hidden) => {
            let say = |it: Mixed| match json {
                true => average::mixed_json(&it),
                false => average::mixed_text(game, &it),
            };
            Some(mixed(game, allowance, &mut watch).map(say))
        }
        Some(Stuck::Chance) => {
            let say = |it: Odds<G::Move>| match json {
                true => average::odds_json(game, &it),
                false => average::odds_text(game, &it),
            };
            Some(odds(game, allowance, &mut watch).map(say))
        }
        _ => None,
    };
    if let Some(averaged) = averaged {
        progress.done();
        return averaged.map_or_else(|stuck| ended(args, Some(stuck)), |text| said(args, &text));
    }
    let strategy = match &args.strategy {
        Some(path) if solution.least == solution.most => {
            let seat = seat(game, args, &solution)?;
            Some((path, solver.strategy(game, seat, &mut watch)))
        }
        _ => None,
    };
    progress.done();
    match args.format {
        ReportFormat::Json => output::data(&report::json(game, &solution)),
        ReportFormat::Text => output::data(&report::text(game, &solution)),
    }
    if let Some(path) = &args.line {
        write(path, &record(game, args, &solution.line).to_string())?;
    }
    let mut stuck = solution.stuck;
    if let Some((path, strategy)) = strategy {
        match strategy {
            Ok(strategy) => write(path, &format!("{}{strategy}", head(args)))?,
            Err(why) => stuck = stuck.or(Some(why)),
        }
    }
    ended(args, stuck)
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

fn write(path: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::usage(format!("cannot write `{path}`: {error}")))
}

/// Whose strategy is wanted: the winner's, unless another is asked for.
fn seat<G: Game>(
    game: &G,
    args: &SolveArgs,
    solution: &Solution<G::Move>,
) -> Result<Seat, Failure> {
    match args.seat {
        Some(n) if n >= 1 && usize::from(n) <= game.seats() => Ok(Seat(n - 1)),
        Some(n) => Err(Failure::usage(format!("there is no seat {n}"))),
        None if solution.least == Worth::Loss && game.seats() == 2 => Ok(Seat(1)),
        None => Ok(Seat(0)),
    }
}

/// The options that were chosen, and which start.
fn options(args: &SolveArgs) -> Vec<(String, String)> {
    let mut options = args.game.options.clone();
    options.extend(args.game.start.map(|n| ("start".to_owned(), n.to_string())));
    options
}

/// How a strategy begins.
fn head(args: &SolveArgs) -> String {
    let mut head = format!("senet strategy 1\ngame {}\n", args.game.game);
    for (name, value) in options(args) {
        head.push_str(&format!("option {name} {value}\n"));
    }
    head
}

fn deadline(args: &SolveArgs) -> Result<Option<Instant>, Failure> {
    let Some(seconds) = args.max_seconds else { return Ok(None) };
    let time = Duration::try_from_secs_f64(seconds).ok();
    let ends = time.and_then(|time| Instant::now().checked_add(time));
    ends.map(Some).ok_or_else(|| Failure::usage(format!("{seconds} is no number of seconds")))
}

/// A line as a record.
fn record<G: Game>(game: &G, args: &SolveArgs, line: &[G::Move]) -> Record {
    let setting = Setting {
        game: args.game.game.clone(),
        options: options(args),
        sitters: vec![Sitter::default(); game.seats()],
        ..Setting::default()
    };
    let mut state = game.start();
    let play = |mv: &G::Move| {
        let name = game.name(&state, mv);
        let chance = matches!(game.turn(&state), Turn::Chance);
        game.apply(&mut state, mv, &mut ());
        if chance { Entry::Chance(name) } else { Entry::Move(name, Duration::ZERO) }
    };
    Record { setting, plays: line.iter().map(play).collect(), result: None }
}

/// The exit code, and what to do if it did not come to an end.
fn ended(args: &SolveArgs, stuck: Option<Stuck>) -> Outcome {
    let Some(stuck) = stuck else { return Ok(0) };
    let message = match stuck {
        Stuck::Told if interrupt::noted() => {
            output::message("senet: interrupted");
            return Ok(interrupt::INTERRUPTED);
        }
        Stuck::Told => {
            let seconds = args.max_seconds.unwrap_or_default();
            let message = format!("the budget of {seconds} seconds ran out");
            return Err(Failure::bad(message).help("raise it with --max-seconds"));
        }
        Stuck::Positions => {
            let message = format!("the budget of {} positions ran out", digits(args.max_positions));
            return Err(Failure::bad(message).help("raise it with --max-positions"));
        }
        Stuck::Memory => {
            let message = "the memory for positions ran out";
            return Err(Failure::bad(message).help("raise it with --max-memory"));
        }
        Stuck::Stopped(budget) => {
            let message = format!("the budget of {} ran out between two moves", budget.what());
            let flag = flag(budget).map(|f| format!("raise it with {f}"));
            return Err(Failure::bad(message).help(flag.unwrap_or_default()));
        }
        Stuck::Seats => "only games for one or two can be solved",
        Stuck::Hidden => "with secrets, only tiny games of two can be solved",
        Stuck::Chance => "chance has a say",
        Stuck::Numbers => "fractions became too large to be exact",
        Stuck::Depth | Stuck::Cycle => "play goes on for too long",
    };
    output::message(&format!("senet: {message}"));
    Ok(BAD_PROGRAM)
}
