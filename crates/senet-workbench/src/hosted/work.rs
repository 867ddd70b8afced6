//! What happens in a match without anybody asking: bots, chance in simulations, hints.

use super::{ActError, Acted, HostedMatch, MOST_PLAYS, StoredEntry, stored};
use crate::access::{Access, Audience};
use crate::job::{Job, JobResult, SearchKind};
use crate::protocol::HintView;
use crate::show::is_person;
use senet_match::{Action, ActionError, MatchStatus, RecordEntry};
use senet_players::{Bot, Environment, SearchConfig, SearchLimit};
use std::time::Duration;

/// The least time between two moves of chance in a simulation, in milliseconds.
const SHORTEST_PAUSE: u32 = 30;
/// How long one slice of a hint searches.
const SLICE: Duration = Duration::from_millis(20);

impl HostedMatch {
    /// How long to wait before chance decides the next time in a simulation; `None` if it is not its
    /// turn, if it waits for a step, or if somebody waits already.
    pub fn chance_pause(&mut self) -> Option<Duration> {
        let due = *self.playing.status() == MatchStatus::Chance && !self.chance_due;
        if !due || self.playing.plays() >= MOST_PLAYS {
            return None;
        }
        let pause = if self.step { Some(0) } else { self.pause };
        self.chance_due = pause.is_some();
        pause.map(|pause| Duration::from_millis(u64::from(pause.max(SHORTEST_PAUSE))))
    }

    /// Lets chance decide once in a simulation.
    pub fn step_chance(&mut self, now: Duration) -> Acted {
        self.chance_due = false;
        let mut acted = Acted::default();
        if self.pause.is_none() && !self.step {
            return acted;
        }
        if let Some(name) = self.playing.play_chance() {
            acted.entries.push(stored(&RecordEntry::Chance(name)));
            acted.changed = true;
            self.step = false;
            self.settle(&mut acted, now);
        }
        acted
    }

    /// The search of the bot whose turn it is, and how long to wait before it; `None` if it is not a
    /// bot's turn, if bots wait, or if the search is out already.
    pub fn bot_job(&mut self) -> Option<(Job, Duration)> {
        let pause = match (self.only_bots(), self.pause) {
            (false, _) => 0,
            (true, _) if self.step => 0,
            (true, Some(pause)) => pause,
            (true, None) => return None,
        };
        if self.searching == Some(self.node()) || self.playing.plays() >= MOST_PLAYS {
            return None;
        }
        if !matches!(*self.playing.status(), MatchStatus::Turn(seat) if !is_person(&self.playing, seat))
        {
            return None;
        }
        let task = self.playing.search_task()?;
        self.searching = Some(self.node());
        let job = Job::new(SearchKind::BotMove, task, 1);
        Some((job, Duration::from_millis(pause.into())))
    }

    /// Makes the move that a bot's job has found. `false` in `changed` if play has moved on, and the
    /// caller asks for a job again.
    pub fn finish_bot(&mut self, result: JobResult, now: Duration) -> Acted {
        let mut acted = Acted::default();
        let JobResult { task, found, spent, .. } = result;
        self.searching = None;
        let waits = self.only_bots() && self.pause.is_none() && !self.step;
        if waits {
            return acted;
        }
        let seat = task.seat();
        match found {
            Ok(found) => {
                if self.playing.finish_search(task, &found, spent) {
                    acted.entries.extend(self.last_entry());
                    acted.changed = true;
                }
            }
            // A bot that cannot move gives up, rather than keep everybody waiting.
            Err(_) => {
                let here = *self.playing.status() == MatchStatus::Turn(seat);
                if here && self.playing.act(&Action::Resign(seat), Duration::ZERO).is_ok() {
                    acted.entries.push(StoredEntry(format!("resign {}", seat.0)));
                    acted.changed = true;
                }
            }
        }
        if acted.changed {
            self.step = false;
            self.settle(&mut acted, now);
        }
        acted
    }

    /// A search for a suggestion: with more slices it takes longer and finds more. Refused where
    /// people play who are not all at one screen.
    pub fn hint_job(
        &self,
        audience: &Audience,
        request: u32,
        slices: u32,
    ) -> Result<Job, ActError> {
        if self.is_together() {
            return Err(ActError::Together);
        }
        let MatchStatus::Turn(seat) = *self.playing.status() else {
            return Err(ActionError::NobodysTurn.into());
        };
        // What a search finds for somebody else may tell what they hold.
        if self.playing.game().has_hidden_information()
            && audience.seat(&self.playing, None) != Some(seat)
        {
            return Err(ActError::NotYours);
        }
        let limit = SearchLimit::Time(SLICE);
        let bot = Bot::mcts(SearchConfig::new(limit));
        let task = self.playing.hint_task(bot).ok_or(ActionError::NobodysTurn)?;
        Ok(Job::new(SearchKind::Hint(request), task, slices))
    }

    /// The result of a hint in words; refused if there is none, or if play has moved on.
    pub fn finish_hint(&self, result: &JobResult) -> Result<HintView, ActError> {
        let found = result.found.as_ref().map_err(Clone::clone)?;
        if result.task.node() != self.node() {
            return Err(ActError::MovedOn);
        }
        let hint = self.playing.explain_hint(found).ok_or(ActError::MovedOn)?;
        let access = Access::everything(self.playing.game().seats());
        let mut audience = Audience::new(access);
        audience.look = Some(self.playing.occupant(hint.seat));
        let view = self.view(&mut audience, Duration::ZERO);
        let places = view.choices.into_iter().find(|c| c.name == hint.name);
        Ok(HintView {
            node: self.node() as u32,
            seat: hint.seat.0,
            text: hint.line.first().cloned().unwrap_or_else(|| hint.name.clone()),
            name: hint.name,
            places: places.map_or(Vec::new(), |c| c.places),
            value: hint.value.map(|v| v as f32),
            proven: hint.proven,
            line: hint.line,
        })
    }

    /// Lets bots play to a person's turn or to the end, in place: for tests and for one thread.
    pub fn run_bots(&mut self, environment: &dyn Environment) -> Acted {
        let mut all = Acted::default();
        while let Some((job, _)) = self.bot_job() {
            let acted = self.finish_bot(job.finish(environment), environment.now());
            all.entries.extend(acted.entries);
            all.changed |= acted.changed;
            if !acted.changed {
                break;
            }
        }
        all
    }
}
