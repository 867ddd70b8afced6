//! From a match to its record, and back.

use crate::record::{BadRecord, Entry, Record};
use crate::setting::Who;
use crate::snapshot::Now;
use crate::table::{Action, Table};
use crate::tree::{Match, Play};
use senet_game::{Eye, Game, Seat, named};
use std::sync::Arc;
use std::time::Duration;

impl<G: Game + 'static> Match<G> {
    pub(crate) fn to_record(&self) -> Record {
        let plays = self.plays().map(|(by, play, name, spent)| {
            let seat = by.map_or(0, |s| s.0 + 1);
            match play {
                Play::Move(_) if by.is_some() => Entry::Move(name, spent),
                Play::Move(_) => Entry::Chance(name),
                Play::Swap => Entry::Swap,
                Play::Resign => Entry::Resign(seat),
                Play::OutOfTime => Entry::OutOfTime(seat),
            }
        });
        Record { setting: self.setting().clone(), plays: plays.collect(), result: self.verdict() }
    }

    /// How it ended, in a sentence about seats, whoever sits there.
    fn verdict(&self) -> Option<String> {
        if !matches!(self.now(), Now::Over(..)) {
            return None;
        }
        let mut end = self.snapshot(Eye::Public);
        end.sitters.clear();
        Some(end.sentence())
    }

    /// Plays a record again, by the rules. A result that is not the one recorded is an error: the
    /// record is of another game, or of other rules.
    pub fn replay(game: Arc<G>, record: &Record) -> Result<Match<G>, BadRecord> {
        let bad = |message: String| BadRecord { line: 0, message };
        let mut setting = record.setting.clone();
        if setting.title.is_empty() {
            setting.title.clone_from(&setting.game);
        }
        // A text from somewhere does not start programs.
        for sitter in setting.sitters.iter_mut().filter(|s| matches!(s.who, Who::Engine(_))) {
            sitter.who = Who::Person;
        }
        let mut game = Match::new(game, setting).map_err(|e| bad(e.to_string()))?;
        for (i, play) in record.plays.iter().enumerate() {
            game.again(play).map_err(|why| bad(format!("play {}: {why}", i + 1)))?;
        }
        match (&record.result, game.verdict()) {
            (Some(said), Some(found)) if *said != found => {
                Err(bad(format!("the record says `{said}`, the rules say `{found}`")))
            }
            (Some(said), None) => {
                Err(bad(format!("the record says `{said}`, but the game is not over")))
            }
            _ => Ok(game),
        }
    }

    fn again(&mut self, play: &Entry) -> Result<(), String> {
        let action = match play {
            Entry::Chance(name) => {
                if *self.now() != Now::Chance {
                    return Err("it is not the turn of chance".to_owned());
                }
                let mv = named(self.game(), self.state(), name);
                let mv =
                    mv.ok_or_else(|| format!("`{name}` is nothing that chance can do here"))?;
                self.play(&mv, Duration::ZERO);
                return Ok(());
            }
            Entry::Move(name, spent) => {
                let action = Action::Move(name.clone());
                return self.act(&action, *spent).map_err(|e| e.to_string());
            }
            Entry::Swap => Action::Swap,
            Entry::Resign(seat) => Action::Resign(Seat(seat - 1)),
            Entry::OutOfTime(seat) => Action::OutOfTime(Seat(seat - 1)),
        };
        self.act(&action, Duration::ZERO).map_err(|e| e.to_string())
    }
}
