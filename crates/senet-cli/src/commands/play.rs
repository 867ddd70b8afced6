//! `senet play`: any game at the prompt, on a drawn board.

mod watch;

use crate::cli::PlayArgs;
use crate::commands::game::{Opened, open, read, recorded_options, with};
use crate::failure::{Failure, Outcome};
use crate::session::seed;
use crate::{input, interrupt, output, tables};
use senet_game::{LimitReached, Limits, Verdict};
use senet_games::OpenOptions;
use senet_match::{Match, MatchConfig, MatchStatus, Record, SearchLimit};
use senet_program::PredKind;
use senet_tui::{PlayEnd, SystemEnvironment, Terminal, play};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

/// The default opponent in a two-player game: a bot of medium strength.
const OPPONENT: &str = "level:5";

/// The default time per move of a bot that counts nodes, against a person.
const THINKS: SearchLimit = SearchLimit::Time(Duration::from_secs(1));

pub(crate) fn run(args: &PlayArgs) -> Outcome {
    if args.watch {
        return watch::run(args);
    }
    let game = &args.game;
    let source = read(&game.game)?;
    let limits = game.limits.game_limits();
    let record = source.as_ref().and_then(|source| record(&source.text));
    let transcript = source
        .as_ref()
        .and_then(|source| Some((senet_match::transcript_game(&source.text)?, source)));
    let is_new = record.is_none() && transcript.is_none();
    let opened = match (record, transcript) {
        (Some(record), _) => record.and_then(|record| replay(&record, limits)),
        (None, Some((game, source))) => open_transcript(game, &source.text, limits),
        (None, None) => open_match(args),
    };
    let mut playing = match opened? {
        Opened::Ready(playing) => playing,
        Opened::HasErrors(code) => return Ok(code),
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
    let default_limit = person.then_some(THINKS);
    senet_tui::sit(&mut playing, &seats, default_limit, &environment).map_err(|why| {
        Failure::usage(why.to_string()).help("write, for instance, --seat 2=random")
    })?;
    let reload = move |record: &Record| match replay(record, limits) {
        Ok(Opened::Ready(playing)) => Ok(playing),
        Ok(Opened::HasErrors(_)) => Err("its rules have errors".to_owned()),
        Err(failure) => Err(failure.to_string()),
    };
    let terminal = Terminal::new(Box::new(reload)).with_table(table);
    if person {
        interrupt::pass_to(terminal.stop());
    }
    let mut terminal = if args.eval { terminal.evaluating() } else { terminal };
    let (playing, end) = play(playing, &mut terminal);
    if let Some(path) = &args.save_test {
        super::test::recorded::save(path, &playing)?;
        output::message(&format!("saved as a test: `senet test {path}`"));
    }
    match end {
        PlayEnd::Over => {
            if let Some(text) = program_text(&game.game, source.as_ref())
                && listens(text, &playing)
            {
                let name = &game.game;
                output::message(&format!("it listens to words: try `senet run {name}`"));
            }
            Ok(0)
        }
        PlayEnd::Early => {
            output::message("stopped before the end of the game");
            Ok(0)
        }
        PlayEnd::Stopped(kind) => {
            let doing = "between two moves".to_owned();
            Err(Failure::limit(&LimitReached { kind, limit: limits.of(kind), doing }))
        }
        PlayEnd::Failed(why) => Err(Failure::bad(why.to_string())),
    }
}

/// The text of the user's file, or of the catalogue.
fn program_text<'a>(game: &str, source: Option<&'a input::Source>) -> Option<&'a str> {
    source.map(|source| source.text.as_str()).or_else(|| senet_games::text(game))
}

type OpenedMatch = Result<Opened<Match>, Failure>;

/// The record in a file, if the file is one.
pub(super) fn saved(file: &str) -> Result<Option<Record>, Failure> {
    let source = if std::path::Path::new(file).is_file() { read(file)? } else { None };
    source.and_then(|source| record(&source.text)).transpose()
}

/// The record in a text, if it is one.
fn record(text: &str) -> Option<Result<Record, Failure>> {
    let is_record = text.starts_with("senet record");
    is_record
        .then(|| text.parse().map_err(|e: senet_match::RecordError| Failure::usage(e.to_string())))
}

/// A match of chess or draughts from a transcript in PGN or PDN.
fn open_transcript(game: &str, text: &str, limits: Limits) -> OpenedMatch {
    let options = OpenOptions { limits, ..OpenOptions::default() };
    match with(game, None, |source| senet_games::open(source, &options))? {
        Opened::Ready(game) => Match::replay_transcript(game, text)
            .map(Opened::Ready)
            .map_err(|e| Failure::usage(e.to_string())),
        Opened::HasErrors(code) => Ok(Opened::HasErrors(code)),
    }
}

/// A new match, as the arguments say.
fn open_match(args: &PlayArgs) -> OpenedMatch {
    let game = &args.game;
    let clock = args.clock.as_deref().map(str::parse).transpose();
    let clock = clock.map_err(|e: senet_match::ClockError| Failure::usage(e.to_string()))?;
    let opened = match open(game)? {
        Opened::Ready(opened) => opened,
        Opened::HasErrors(code) => return Ok(Opened::HasErrors(code)),
    };
    let seed = seed(game.chance.seed);
    let config = MatchConfig { swap: args.swap, clock, seed, ..MatchConfig::default() };
    let playing = Match::new(opened, config).map_err(|e| Failure::usage(e.to_string()))?;
    Ok(Opened::Ready(playing))
}

/// A match from a saved record.
fn replay(record: &Record, limits: Limits) -> OpenedMatch {
    let source = read(&record.game)?;
    let options = recorded_options(record, limits)?;
    let opened = with(&record.game, source.as_ref(), |source| senet_games::open(source, &options))?;
    match opened {
        Opened::Ready(game) => Match::replay(game, record)
            .map(Opened::Ready)
            .map_err(|e| Failure::usage(e.to_string())),
        Opened::HasErrors(code) => Ok(Opened::HasErrors(code)),
    }
}

/// Whether a program that ended without a result has sensing predicates.
fn listens(text: &str, playing: &Match) -> bool {
    let status = playing.status();
    let nothing = matches!(status, MatchStatus::Over(o, _) if o.verdict == Verdict::NoResult);
    let program = || senet_program::check(text, &senet_program::Options::default()).program;
    nothing && program().is_some_and(|p| p.predicates().iter().any(|p| p.kind == PredKind::Sense))
}
