//! A run beside the match that `senet play` would have: the same seed gives the same play in both, and
//! a play of one can be saved and replayed in the other.
//!
//! The run makes every step that the match makes, one by one. Where the match leaves something to chance,
//! its draw is followed; steps whose order makes no difference are made in any order.

use crate::session::Session;
use senet_engine::{Engine, TermGame, Transition};
use senet_game::{Limits, erase_with};
use senet_match::{Action, Match, MatchConfig, MatchStatus, Record, RecordEntry};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// A match keeps every play: longer runs go on alone.
const LONGEST: u64 = 10_000;
/// A match makes all steps between two decisions at once: a run of more steps goes on alone.
const MOST_STEPS: u64 = 100_000;

/// See the module.
pub(super) struct Companion {
    playing: Match,
    /// What chance drew and the run has not done yet, by name.
    drawn: Option<String>,
    /// Plays of a record that are to be made again.
    plays: VecDeque<RecordEntry>,
}

impl Companion {
    /// A match of a program from one of its starts; with a record, its plays are made again.
    pub(super) fn new(
        session: &Session,
        start: usize,
        options: &[(String, String)],
        record: Option<&Record>,
    ) -> Option<Companion> {
        let limits = Limits { steps: MOST_STEPS, ..*session.engine.limits() };
        let program = session.shared.clone();
        let game = Arc::new(TermGame::new(program, limits, start));
        let mut options = options.to_vec();
        if start > 0 {
            options.push(("start".to_owned(), (start + 1).to_string()));
        }
        let game = erase_with(game, session.info.clone(), options);
        let seed = record.map_or(session.seed, |record| record.config.seed);
        let config = MatchConfig { seed, ..MatchConfig::default() };
        let playing = Match::new(game, config).ok()?;
        let plays = record.map_or_else(VecDeque::new, |record| record.plays.clone().into());
        let stopped = matches!(playing.status(), MatchStatus::Stopped(_));
        (!stopped).then_some(Companion { playing, drawn: None, plays })
    }

    /// Whether it still follows the run.
    pub(super) fn follows(&self) -> bool {
        let stopped = matches!(self.playing.status(), MatchStatus::Stopped(_));
        self.playing.plays() < LONGEST && !stopped
    }

    /// Whether chance decides now, or has decided and the run has not followed yet.
    pub(super) fn waits(&self) -> bool {
        self.drawn.is_some() || *self.playing.status() == MatchStatus::Chance
    }

    /// What the record chooses next, as the number of a transition of the menu.
    pub(super) fn recorded(&mut self, engine: &Engine, menu: &[Transition]) -> Option<usize> {
        while matches!(self.plays.front(), Some(RecordEntry::Swap)) {
            self.plays.pop_front();
        }
        let Some(RecordEntry::Move(name, _)) = self.plays.pop_front() else {
            self.plays.clear();
            return None;
        };
        menu.iter().position(|t| name_of(engine, t) == name)
    }

    /// Somebody chose a transition.
    pub(super) fn chosen(&mut self, engine: &Engine, transition: &Transition) -> bool {
        let action = Action::Move(name_of(engine, transition));
        self.playing.act(&action, Duration::ZERO).is_ok()
    }

    /// Which of the transitions that can happen now chance has drawn, if it has a say here.
    pub(super) fn draw(&mut self, engine: &Engine, all: &[Transition]) -> Option<usize> {
        if self.drawn.is_none() && *self.playing.status() == MatchStatus::Chance {
            let name = match self.plays.pop_front() {
                Some(play @ RecordEntry::Chance(_)) => {
                    self.playing.play_again(&play).ok()?;
                    let RecordEntry::Chance(name) = play else { return None };
                    name
                }
                _ => {
                    self.plays.clear();
                    self.playing.play_chance()?
                }
            };
            self.drawn = Some(name);
        }
        let name = self.drawn.as_ref()?;
        let found = all.iter().position(|t| name_of(engine, t) == *name)?;
        self.drawn = None;
        Some(found)
    }

    /// The play so far.
    pub(super) fn record(&self) -> Record {
        self.playing.record()
    }
}

/// The name of the move that a transition is.
fn name_of(engine: &Engine, transition: &Transition) -> String {
    let rule = engine.program().rule(transition.rule);
    let values: Vec<u64> = rule.effective.iter().map(|v| transition.values[v.index()]).collect();
    engine.words().move_name(transition.rule, &values)
}
