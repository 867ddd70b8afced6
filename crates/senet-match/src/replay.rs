//! From a match to its record, and back.

use crate::action::{Action, ActionError};
use crate::config::ParticipantKind;
use crate::playing::Match;
use crate::record::{Record, RecordEntry, RecordError};
use crate::snapshot::MatchStatus;
use crate::tree::Play;
use senet_game::{DynGame, Observer, Seat};
use std::sync::Arc;
use std::time::Duration;

impl Match {
    /// What was played, from the start to here.
    pub fn record(&self) -> Record {
        let plays = self.named_plays().into_iter().map(|(by, play, name, spent)| {
            let seat = by.map_or(0, |s| s.0 + 1);
            match play {
                Play::Move(_) if by.is_some() => RecordEntry::Move(name, spent),
                Play::Move(_) => RecordEntry::Chance(name),
                Play::Swap => RecordEntry::Swap,
                Play::Resign => RecordEntry::Resign(seat),
                Play::OutOfTime => RecordEntry::OutOfTime(seat),
            }
        });
        Record {
            plays: plays.collect(),
            result: self.result(),
            ..Record::new(&**self.game(), self.config().clone())
        }
    }

    /// How it ended, in a sentence about seats, not about participants.
    fn result(&self) -> Option<String> {
        if !matches!(self.status(), MatchStatus::Over(..)) {
            return None;
        }
        let mut end = self.snapshot(Observer::Public);
        end.participants.clear();
        Some(end.plain_sentence())
    }

    /// Plays a record again, by the rules. A result that is not the one recorded is an error: the
    /// record is of another game, or of other rules.
    pub fn replay(game: Arc<dyn DynGame>, record: &Record) -> Result<Match, RecordError> {
        let bad = |message: String| RecordError { line: 0, message };
        let mut config = record.config.clone();
        // A text from somewhere does not start programs.
        for participant in &mut config.participants {
            if matches!(participant.kind, ParticipantKind::Engine(_)) {
                participant.kind = ParticipantKind::Person;
            }
        }
        let mut playing = Match::new(game, config).map_err(|e| bad(e.to_string()))?;
        for (i, play) in record.plays.iter().enumerate() {
            playing.play_again(play).map_err(|why| bad(format!("play {}: {why}", i + 1)))?;
        }
        match (&record.result, playing.result()) {
            (Some(said), Some(found)) if !said.eq_ignore_ascii_case(&found) => {
                Err(bad(format!("the record says `{said}`, the rules say `{found}`")))
            }
            (Some(said), None) => {
                Err(bad(format!("the record says `{said}`, but the game is not over")))
            }
            _ => Ok(playing),
        }
    }

    /// Plays what a record has next.
    pub fn play_again(&mut self, play: &RecordEntry) -> Result<(), ActionError> {
        let action = match play {
            RecordEntry::Chance(name) => {
                if *self.status() != MatchStatus::Chance {
                    return Err(ActionError::NotChance);
                }
                return self.play_named(name, Duration::ZERO);
            }
            RecordEntry::Move(name, spent) => return self.act(&Action::Move(name.clone()), *spent),
            RecordEntry::Swap => Action::Swap,
            RecordEntry::Resign(seat) => Action::Resign(Seat(seat - 1)),
            RecordEntry::OutOfTime(seat) => Action::OutOfTime(Seat(seat - 1)),
        };
        self.act(&action, Duration::ZERO)
    }
}
