//! Records: what was played, as a text that a person can read and any version of Senet can replay.
//!
//! ```text
//! senet record 1
//! game hex
//! as rules
//! option size 5
//! seed 42
//! swap yes
//! seat 1 human Ann
//! seat 2 random
//!
//! 1. c3
//! swap
//! 2. b4
//! ~ roll 6
//! resign 2
//! = player 1 wins: player 2 resigned.
//! ```
//!
//! Moves of players are numbered, `~` is chance, `%` begins a comment. `as` names the implementation, where it
//! is not the one that the name of the game opens. The result is there for readers; a replay has to come to the
//! same.

use crate::clock::Clock;
use crate::config::{MatchConfig, Participant};
use senet_game::DynGame;
use std::fmt;
use std::time::Duration;

/// The first line of a record: the format and its version.
const HEAD: &str = "senet record";
const VERSION: u32 = 1;

/// A record: the game, what was agreed, the plays, and the result in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The game, by the name by which it is opened.
    pub game: String,
    /// Its implementation, if it is not the one that the name opens.
    pub implementation: Option<String>,
    /// The options by which the game differs from its usual form.
    pub options: Vec<(String, String)>,
    /// What was agreed before the first move.
    pub config: MatchConfig,
    /// What was played.
    pub plays: Vec<RecordEntry>,
    /// How it ended, in a sentence; `None` if it has not ended.
    pub result: Option<String>,
}

/// One play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordEntry {
    /// A player's move, by name, and the time it took, if there was a clock.
    Move(String, Duration),
    /// A move of chance, by name.
    Chance(String),
    /// The seats were swapped.
    Swap,
    /// A seat gave up; counted from 1.
    Resign(u8),
    /// A seat's time ran out; counted from 1.
    OutOfTime(u8),
}

impl Record {
    /// The record of a game in which nothing was played yet.
    pub fn new(game: &dyn DynGame, config: MatchConfig) -> Record {
        let info = game.info();
        Record {
            game: info.name.clone(),
            implementation: info.implementation.clone(),
            options: game.options().to_vec(),
            config,
            plays: Vec::new(),
            result: None,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { game, implementation, options, config, .. } = self;
        let MatchConfig { participants, swap, clock, seed } = config;
        writeln!(f, "{HEAD} {VERSION}")?;
        writeln!(f, "game {game}")?;
        if let Some(implementation) = implementation {
            writeln!(f, "as {implementation}")?;
        }
        for (name, value) in options {
            writeln!(f, "option {name} {value}")?;
        }
        writeln!(f, "seed {seed}")?;
        if *swap {
            writeln!(f, "swap yes")?;
        }
        if let Some(clock) = clock {
            writeln!(f, "clock {clock}")?;
        }
        for (i, participant) in participants.iter().enumerate() {
            write!(f, "seat {} {}", i + 1, participant.kind)?;
            match &participant.name {
                Some(name) => writeln!(f, " {name}")?,
                None => writeln!(f)?,
            }
        }
        writeln!(f)?;
        let mut number = 0;
        for play in &self.plays {
            match play {
                RecordEntry::Move(name, spent) => {
                    number += 1;
                    write!(f, "{number}. {name}")?;
                    match clock {
                        Some(_) => writeln!(f, "\t{:.3}s", spent.as_secs_f64())?,
                        None => writeln!(f)?,
                    }
                }
                RecordEntry::Chance(name) => writeln!(f, "~ {name}")?,
                RecordEntry::Swap => writeln!(f, "swap")?,
                RecordEntry::Resign(seat) => writeln!(f, "resign {seat}")?,
                RecordEntry::OutOfTime(seat) => writeln!(f, "time {seat}")?,
            }
        }
        match &self.result {
            Some(result) => writeln!(f, "= {result}"),
            None => Ok(()),
        }
    }
}

/// A text that is not a record, or a record that does not fit its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1; 0 if it is about the whole.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for RecordError {}

impl std::str::FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader::default();
        let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim_end_matches('\r')));
        let bad = |line, message: String| RecordError { line, message };
        let (_, first) = lines.next().ok_or_else(|| bad(0, "the record is empty".to_owned()))?;
        let version = first.strip_prefix(HEAD).map(str::trim);
        match version.map(str::parse::<u32>) {
            Some(Ok(VERSION)) => {}
            Some(Ok(other)) => {
                let message = format!("this is version {other}, and only {VERSION} is known here");
                return Err(bad(1, message));
            }
            _ => return Err(bad(1, format!("a record begins with `{HEAD} {VERSION}`"))),
        }
        let mut playing = false;
        for (line, text) in lines {
            // Names and moves are shown in terminals, where escape sequences would have an effect.
            if text.contains(|c: char| c.is_control() && c != '\t') {
                return Err(bad(line, "a control character is not part of a record".to_owned()));
            }
            let text = text.trim();
            if text.starts_with('%') {
                continue;
            }
            if text.is_empty() {
                playing |= !reader.record.game.is_empty();
                continue;
            }
            let read = if playing { reader.play(text) } else { reader.head(text) };
            read.map_err(|message| bad(line, message))?;
        }
        if reader.record.game.is_empty() {
            return Err(bad(0, "the record does not say which game it is: `game NAME`".to_owned()));
        }
        Ok(reader.record)
    }
}

#[derive(Default)]
struct Reader {
    record: Record,
    /// Moves among the plays.
    moves: usize,
}

impl Reader {
    /// A line before the first empty one.
    fn head(&mut self, text: &str) -> Result<(), String> {
        let (word, rest) = split(text);
        let Record { game, implementation, options, config, .. } = &mut self.record;
        match word {
            "game" if !rest.is_empty() => *game = rest.to_owned(),
            "as" if !rest.is_empty() => *implementation = Some(rest.to_owned()),
            "option" => {
                let (name, value) = split(rest);
                if name.is_empty() || value.is_empty() {
                    return Err("an option has a name and a value".to_owned());
                }
                options.push((name.to_owned(), value.to_owned()));
            }
            "seed" => config.seed = rest.parse().map_err(|_| format!("`{rest}` is not a seed"))?,
            "swap" => config.swap = yes(rest)?,
            "clock" => {
                config.clock = Some(rest.parse::<Clock>().map_err(|e| e.to_string())?);
            }
            "seat" => {
                let (number, rest) = split(rest);
                let (who, name) = split(rest);
                let next = config.participants.len() + 1;
                if number != next.to_string() || next > 64 {
                    return Err(format!("seats come in their order: this is seat {next}"));
                }
                let kind = who.parse().map_err(|e: senet_players::BotError| e.to_string())?;
                let name = (!name.is_empty()).then(|| name.to_owned());
                config.participants.push(Participant { name, kind });
            }
            other => return Err(format!("`{other}` is not part of a record")),
        }
        Ok(())
    }

    /// A line after it.
    fn play(&mut self, text: &str) -> Result<(), String> {
        if self.record.result.is_some() {
            return Err("nothing comes after the result".to_owned());
        }
        let (word, rest) = split(text);
        let seat = |text: &str| {
            let n = text.parse().ok().filter(|n| (1..=64).contains(n));
            n.ok_or_else(|| format!("`{text}` is not a seat"))
        };
        let play = match word {
            "~" if !rest.is_empty() => RecordEntry::Chance(rest.to_owned()),
            "swap" => RecordEntry::Swap,
            "resign" => RecordEntry::Resign(seat(rest)?),
            "time" => RecordEntry::OutOfTime(seat(rest)?),
            "=" => {
                self.record.result = Some(rest.to_owned());
                return Ok(());
            }
            number => {
                let number = number.strip_suffix('.').and_then(|n| n.parse::<usize>().ok());
                let next = self.moves + 1;
                match number {
                    Some(n) if n == next && !rest.is_empty() => self.moves = next,
                    Some(_) => return Err(format!("this should be move {next}")),
                    None => return Err(format!("`{word}` is not a play")),
                }
                let (name, spent) = rest.split_once('\t').unwrap_or((rest, "0s"));
                let seconds = spent.trim().strip_suffix('s').and_then(|s| s.parse::<f64>().ok());
                let spent = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
                let spent = spent.ok_or_else(|| format!("`{rest}` does not end with a time"))?;
                RecordEntry::Move(name.trim().to_owned(), spent)
            }
        };
        self.record.plays.push(play);
        Ok(())
    }
}

fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (word, rest.trim())
}

fn yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("`{other}` is neither yes nor no")),
    }
}
