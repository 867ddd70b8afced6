//! `senet play`: any game at the prompt, on a drawn board.

use crate::cli::PlayArgs;
use crate::commands::game::{Opened, read, wanted, with};
use crate::failure::{Failure, Outcome};
use crate::session::seed;
use crate::{input, interrupt, output};
use senet_game::{Eye, Limits, Stop, Verdict};
use senet_games::{replay, table};
use senet_match::{Now, Record, Setting, Table};
use senet_program::PredKind;
use senet_tui::{Left, Terminal, play};

pub(crate) fn run(args: &PlayArgs) -> Outcome {
    let game = &args.game;
    let own = read(&game.game)?;
    let limits = game.limits.budgets();
    let opened = match own.as_ref().and_then(|own| record(&own.text)) {
        Some(saved) => saved.and_then(|record| again(&record, limits)),
        None => begin(args, own.as_ref()),
    };
    let mut table = match opened? {
        Opened::Done(table) => table,
        Opened::Bad(code) => return Ok(code),
    };
    let usage = |why: String| Failure::usage(why).help("write, for instance, --seat 2=random");
    senet_tui::sit(&mut *table, &args.seats).map_err(usage)?;
    interrupt::listen();
    let again = move |record: &Record| match again(record, limits) {
        Ok(Opened::Done(table)) => Ok(table),
        Ok(Opened::Bad(_)) => Err("its rules have errors".to_owned()),
        Err(failure) => Err(failure.to_string()),
    };
    let terminal = Terminal::new(Box::new(again));
    let mut terminal = if args.eval { terminal.evaluating() } else { terminal };
    let (table, left) = play(table, &mut terminal);
    match left {
        Left::Over => {
            if let Some(own) = text(&game.game, own.as_ref())
                && listens(own, &*table)
            {
                let name = &game.game;
                output::message(&format!("it listens to words: try `senet run {name}`"));
            }
            Ok(0)
        }
        Left::Early => {
            output::message("stopped before the end of the game");
            Ok(0)
        }
        Left::Stopped(budget) => {
            let doing = "between two moves".to_owned();
            Err(Failure::budget(&Stop { budget, limit: limits.of(budget), doing }))
        }
    }
}

fn text<'a>(game: &str, own: Option<&'a input::Source>) -> Option<&'a str> {
    own.map(|own| own.text.as_str()).or_else(|| senet_games::text(game))
}

type Begun = Result<Opened<Box<dyn Table>>, Failure>;

/// The record in a text, if it is one.
fn record(text: &str) -> Option<Result<Record, Failure>> {
    let is_record = text.starts_with("senet record");
    is_record
        .then(|| text.parse().map_err(|e: senet_match::BadRecord| Failure::usage(e.to_string())))
}

fn begin(args: &PlayArgs, own: Option<&input::Source>) -> Begun {
    let game = &args.game;
    let wanted = wanted(game);
    let clock = args.clock.as_deref().map(str::parse).transpose();
    let clock = clock.map_err(|e: senet_match::BadClock| Failure::usage(e.to_string()))?;
    let seed = seed(game.chance.seed);
    let setting = Setting { swap: args.swap, clock, seed, ..Setting::default() };
    with(&game.game, own, |source| table(source, &wanted, setting))
}

fn again(record: &Record, limits: Limits) -> Begun {
    let game = &record.setting.game;
    let own = read(game)?;
    with(game, own.as_ref(), |source| replay(source, limits, record))
}

/// Whether a program that ended without a result wants to be talked to.
fn listens(text: &str, table: &dyn Table) -> bool {
    let now = table.snapshot(Eye::Public).now;
    let nothing = matches!(now, Now::Over(o, _) if o.verdict == Verdict::NoResult);
    let program = || senet_program::check(text, &senet_program::Options::default()).program;
    nothing && program().is_some_and(|p| p.predicates().iter().any(|p| p.kind == PredKind::Sense))
}
