//! Recorded plays as tests. Inform's Skein is the model: a saved play is a test, and a change of the rules
//! shows the first point where the play goes another way.
//!
//! Such a record has the line `% test`, and before each play a comment `%| x to move: …` with what could be
//! played there. Names of moves do not change when a board is drawn another way, so neither do tests.

use super::TestVerdict;
use crate::commands::game::{Opened, recorded_options, with};
use crate::failure::Failure;
use crate::input::{self, Source};
use senet_game::{DynGame, Limits, Observer};
use senet_match::{Match, MatchStatus, Record, RecordEntry};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

const TEST: &str = "% test";
const STATE: &str = "%| ";
/// Moves that are named; of more, the number is kept.
const MOST_NAMED: usize = 60;
/// Differences that are listed.
const MOST_LISTED: usize = 6;

/// Whether a text is a recorded play that is marked as a test.
pub(crate) fn is_test(text: &str) -> bool {
    text.starts_with("senet record") && text.lines().any(|l| l.trim_end() == TEST)
}

/// Saves a play as a test. The game is named by the way from the file to it.
pub(crate) fn save(path: &str, playing: &Match) -> Result<(), Failure> {
    let mut record = playing.record();
    if Path::new(&record.game).is_file() {
        let folder = Path::new(path).parent().filter(|p| !p.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::usage(format!("cannot make `{}`: {e}", folder.display())))?;
        record.game = way(folder, Path::new(&record.game)).unwrap_or(record.game);
    }
    let replayed = states(playing.game(), &record);
    let text = written(&record, &replayed.states);
    input::write(path, &text)
}

/// The way from a folder to a file.
fn way(folder: &Path, file: &Path) -> Option<String> {
    let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
    let same = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(same).map(|_| Component::ParentDir);
    let way: PathBuf = up.chain(file.components().skip(same)).collect();
    Some(way.to_string_lossy().replace('\\', "/"))
}

/// A record as a test.
fn written(record: &Record, states: &[String]) -> String {
    let text = record.to_string();
    let (head, plays) = text.split_once("\n\n").unwrap_or((&text, ""));
    let mut out = format!("{}\n\n", head.replacen('\n', &format!("\n{TEST}\n"), 1));
    let mut states = states.iter();
    for line in plays.lines() {
        if let Some(state) = states.next() {
            out.push_str(&format!("{STATE}{state}\n"));
        }
        out.push_str(&format!("{line}\n"));
    }
    for state in states {
        out.push_str(&format!("{STATE}{state}\n"));
    }
    out
}

/// How far a record goes.
struct Replayed {
    /// Before each play, and after the last: whose turn it is, and what can be played.
    states: Vec<String>,
    /// Why the next play is not possible.
    stuck: Option<String>,
    playing: Option<Match>,
}

fn states(game: &Arc<dyn DynGame>, record: &Record) -> Replayed {
    let begin = Record { plays: Vec::new(), result: None, ..record.clone() };
    let mut playing = match Match::replay(Arc::clone(game), &begin) {
        Ok(playing) => playing,
        Err(why) => {
            return Replayed { states: Vec::new(), stuck: Some(why.message), playing: None };
        }
    };
    let mut states = vec![state(&playing)];
    for play in &record.plays {
        if let Err(why) = playing.play_again(play) {
            return Replayed { states, stuck: Some(why.to_string()), playing: Some(playing) };
        }
        states.push(state(&playing));
    }
    Replayed { states, stuck: None, playing: Some(playing) }
}

/// Plays a record again as far as it goes; and the play that does not go, with the reason.
pub(crate) fn as_far_as_possible(
    game: &Arc<dyn DynGame>,
    record: &Record,
) -> Result<(Match, Option<(usize, String)>), Failure> {
    let Replayed { states, stuck, playing } = states(game, record);
    let playing = playing.ok_or_else(|| Failure::bad(stuck.clone().unwrap_or_default()))?;
    Ok((playing, stuck.map(|why| (states.len() - 1, why))))
}

/// What can be played now.
fn state(playing: &Match) -> String {
    let all = |who: String, observer| {
        let snapshot = playing.snapshot(observer);
        let names: Vec<&str> = snapshot.choices.iter().map(|m| m.name.as_str()).collect();
        match names.len() {
            0..=MOST_NAMED => format!("{who}: {}", names.join("; ")),
            n => format!("{who}: {n} moves, from {} to {}", names[0], names[n - 1]),
        }
    };
    match playing.status() {
        MatchStatus::Turn(seat) => {
            all(format!("{} to move", playing.game().seat_name(*seat)), Observer::Seat(*seat))
        }
        MatchStatus::Chance => "chance".to_owned(),
        MatchStatus::Over(..) => "over".to_owned(),
        MatchStatus::Stopped(kind) => format!("stopped: {}", kind.what()),
    }
}

/// Plays a record again and compares.
pub(super) fn test(source: &Source, bless: bool) -> TestVerdict {
    match compare(source, bless) {
        Ok(()) => TestVerdict::Passed,
        Err(why) => TestVerdict::Failed(why),
    }
}

fn compare(source: &Source, bless: bool) -> Result<(), String> {
    let record: Record =
        source.text.parse().map_err(|e: senet_match::RecordError| e.to_string())?;
    let game = open(source, &record)?;
    let expected: Vec<&str> =
        source.text.lines().filter_map(|line| line.strip_prefix(STATE)).collect();
    let now = states(&game, &record);
    let differs = expected.iter().zip(&now.states).position(|(a, b)| *a != b);
    let result = now.playing.as_ref().and_then(|p| p.record().result);
    let other_end = now.stuck.is_none() && result != record.result;
    if bless && now.stuck.is_none() && (differs.is_some() || other_end) {
        let text = written(&Record { result, ..record }, &now.states);
        senet_tui::write_whole(&source.name, text).map_err(|e| e.to_string())?;
        return Ok(());
    }
    if let Some(at) = differs {
        return Err(format!("{}{}", after(&record, at), difference(expected[at], &now.states[at])));
    }
    if let Some(why) = now.stuck {
        let at = now.states.len() - 1;
        let play = words(&record.plays[at]);
        let now = &now.states[at];
        return Err(format!("{}{play} is no longer possible: {why}\n  {now}", after(&record, at)));
    }
    if other_end {
        let said = |result: &Option<String>| match result {
            Some(result) => format!("`{result}`"),
            None => "it is not over".to_owned(),
        };
        let (then, now) = (said(&record.result), said(&result));
        return Err(format!(
            "{}it ends differently\n  recorded: {then}\n  now:      {now}",
            after(&record, record.plays.len())
        ));
    }
    Ok(())
}

fn open(source: &Source, record: &Record) -> Result<Arc<dyn DynGame>, String> {
    let folder = Path::new(&source.name).parent().unwrap_or(Path::new(""));
    let beside = folder.join(&record.game);
    let name =
        if beside.is_file() { beside.to_string_lossy().into_owned() } else { record.game.clone() };
    let known = senet_games::is_known(&name) && !Path::new(&name).is_file();
    let own = if known { None } else { Some(input::read_game(&name).map_err(|e| e.to_string())?) };
    let options = recorded_options(record, Limits::default()).map_err(|e| e.to_string())?;
    let opened = with(&name, own.as_ref(), |source| senet_games::open(source, &options));
    match opened.map_err(|e| e.to_string())? {
        Opened::Ready(game) => Ok(game),
        Opened::HasErrors(_) => Err(format!("`{name}` has errors")),
    }
}

fn words(play: &RecordEntry) -> String {
    match play {
        RecordEntry::Move(name, _) => format!("`{name}`"),
        RecordEntry::Chance(name) => format!("chance's `{name}`"),
        RecordEntry::Swap => "the swap".to_owned(),
        RecordEntry::Resign(seat) => format!("seat {seat} giving up"),
        RecordEntry::OutOfTime(seat) => format!("seat {seat} being out of time"),
    }
}

/// Where in the play something differs.
fn after(record: &Record, at: usize) -> String {
    match at {
        0 => "at the start, ".to_owned(),
        n => format!("after play {n}, {}, ", words(&record.plays[n - 1])),
    }
}

/// In what two states differ.
fn difference(then: &str, now: &str) -> String {
    let parts = |state: &str| -> (String, Vec<String>) {
        let (who, moves) = state.split_once(": ").unwrap_or((state, ""));
        let moves = moves.split("; ").filter(|m| !m.is_empty()).map(str::to_owned).collect();
        (who.to_owned(), moves)
    };
    let ((who_then, moves_then), (who_now, moves_now)) = (parts(then), parts(now));
    if who_then != who_now {
        return format!("it was `{who_then}` and is `{who_now}`");
    }
    let missing = |a: &[String], b: &[String]| {
        let all: Vec<String> =
            a.iter().filter(|m| !b.contains(m)).map(|m| format!("`{m}`")).collect();
        let more = all.len().saturating_sub(MOST_LISTED);
        let mut listed = all[..all.len() - more].join(", ");
        if more > 0 {
            listed.push_str(&format!(" and {more} more"));
        }
        listed
    };
    let (gone, new) = (missing(&moves_then, &moves_now), missing(&moves_now, &moves_then));
    let mut out = "the moves differ".to_owned();
    for (what, moves) in [("gone:", gone), ("new: ", new)] {
        if !moves.is_empty() {
            out.push_str(&format!("\n  {what} {moves}"));
        }
    }
    out
}
