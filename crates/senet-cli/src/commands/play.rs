//! `senet play`: any game at the prompt, on a drawn board.

mod watch;

use crate::cli::PlayArgs;
use crate::commands::game::{Opened, open, read, with};
use crate::failure::{Failure, Outcome};
use crate::session::seed;
use crate::{input, interrupt, output, tables};
use senet_game::{LimitReached, Limits, Verdict};
use senet_games::OpenOptions;
use senet_match::{Match, MatchConfig, MatchStatus, Record, SearchLimit};
use senet_program::PredKind;
use senet_tui::{Left, SystemEnvironment, Terminal, play};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

/// The default opponent in a two-player game: a bot of medium strength.
const OPPONENT: &str = "level:5";

/// How long a bot that counts nodes thinks in front of a person, if it is not told.
const THINKS: SearchLimit = SearchLimit::Time(Duration::from_secs(1));

pub(crate) fn run(args: &PlayArgs) -> Outcome {
    if args.watch {
        return watch::run(args);
    }
    let game = &args.game;
    let own = read(&game.game)?;
    let limits = game.limits.game_limits();
    let saved = own.as_ref().and_then(|own| record(&own.text));
    let written =
        own.as_ref().and_then(|own| Some((senet_match::transcript_game(&own.text)?, own)));
    let is_new = saved.is_none() && written.is_none();
    let opened = match (saved, written) {
        (Some(saved), _) => saved.and_then(|record| again(&record, limits)),
        (None, Some((of, own))) => written_down(of, &own.text, limits),
        (None, None) => begin(args),
    };
    let mut playing = match opened? {
        Opened::Done(playing) => playing,
        Opened::Bad(code) => return Ok(code),
    };
    interrupt::listen();
    let table = tables::named(args.table.as_deref(), &**playing.game())?;
    let environment = SystemEnvironment::new(Arc::default()).with_table(table.clone());
    let mut seats = args.seats.clone();
    let person = std::io::stdin().is_terminal();
    let alone = person && !args.hotseat && seats.is_empty();
    if is_new && alone && playing.game().seats() == 2 {
        seats.push(format!("2={OPPONENT}"));
    }
    // A script gets the same game for the same seed.
    let usual = person.then_some(THINKS);
    senet_tui::sit(&mut playing, &seats, usual, &environment).map_err(|why| {
        Failure::usage(why.to_string()).help("write, for instance, --seat 2=random")
    })?;
    let again = move |record: &Record| match again(record, limits) {
        Ok(Opened::Done(playing)) => Ok(playing),
        Ok(Opened::Bad(_)) => Err("its rules have errors".to_owned()),
        Err(failure) => Err(failure.to_string()),
    };
    let terminal = Terminal::new(Box::new(again)).with_table(table);
    if person {
        interrupt::pass_to(terminal.stop());
    }
    let mut terminal = if args.eval { terminal.evaluating() } else { terminal };
    let (playing, left) = play(playing, &mut terminal);
    if let Some(path) = &args.save_test {
        super::test::recorded::save(path, &playing)?;
        output::message(&format!("saved as a test: `senet test {path}`"));
    }
    match left {
        Left::Over => {
            if let Some(own) = text(&game.game, own.as_ref())
                && listens(own, &playing)
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
        Left::Stopped(kind) => {
            let doing = "between two moves".to_owned();
            Err(Failure::limit(&LimitReached { kind, limit: limits.of(kind), doing }))
        }
        Left::Failed(why) => Err(Failure::bad(why.to_string())),
    }
}

fn text<'a>(game: &str, own: Option<&'a input::Source>) -> Option<&'a str> {
    own.map(|own| own.text.as_str()).or_else(|| senet_games::text(game))
}

type Begun = Result<Opened<Match>, Failure>;

/// The record in a file, if the file is one.
pub(super) fn saved(file: &str) -> Result<Option<Record>, Failure> {
    let own = if std::path::Path::new(file).is_file() { read(file)? } else { None };
    own.and_then(|own| record(&own.text)).transpose()
}

/// The record in a text, if it is one.
fn record(text: &str) -> Option<Result<Record, Failure>> {
    let is_record = text.starts_with("senet record");
    is_record
        .then(|| text.parse().map_err(|e: senet_match::RecordError| Failure::usage(e.to_string())))
}

/// A game of chess or draughts that was written down as PGN or PDN.
fn written_down(game: &str, text: &str, limits: Limits) -> Begun {
    let options = OpenOptions { limits, ..OpenOptions::default() };
    match with(game, None, |source| senet_games::open(source, &options))? {
        Opened::Done(game) => Match::replay_transcript(game, text)
            .map(Opened::Done)
            .map_err(|e| Failure::usage(e.to_string())),
        Opened::Bad(code) => Ok(Opened::Bad(code)),
    }
}

fn begin(args: &PlayArgs) -> Begun {
    let game = &args.game;
    let clock = args.clock.as_deref().map(str::parse).transpose();
    let clock = clock.map_err(|e: senet_match::ClockError| Failure::usage(e.to_string()))?;
    let opened = match open(game)? {
        Opened::Done(opened) => opened,
        Opened::Bad(code) => return Ok(Opened::Bad(code)),
    };
    let seed = seed(game.chance.seed);
    let config = MatchConfig { swap: args.swap, clock, seed, ..MatchConfig::default() };
    let playing = Match::new(opened, config).map_err(|e| Failure::usage(e.to_string()))?;
    Ok(Opened::Done(playing))
}

fn again(record: &Record, limits: Limits) -> Begun {
    let own = read(&record.game)?;
    let players = Some(record.config.participants.len()).filter(|n| *n > 0);
    let options = record.options.clone();
    let options = OpenOptions { options, players, limits, ..OpenOptions::default() };
    let opened = with(&record.game, own.as_ref(), |source| senet_games::open(source, &options))?;
    match opened {
        Opened::Done(game) => {
            Match::replay(game, record).map(Opened::Done).map_err(|e| Failure::usage(e.to_string()))
        }
        Opened::Bad(code) => Ok(Opened::Bad(code)),
    }
}

/// Whether a program that ended without a result wants to be talked to.
fn listens(text: &str, playing: &Match) -> bool {
    let status = playing.status();
    let nothing = matches!(status, MatchStatus::Over(o, _) if o.verdict == Verdict::NoResult);
    let program = || senet_program::check(text, &senet_program::Options::default()).program;
    nothing && program().is_some_and(|p| p.predicates().iter().any(|p| p.kind == PredKind::Sense))
}
