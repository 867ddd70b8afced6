//! What becomes of matches: kept on the agenda, listed, or only counted as there.

use crate::agenda::{Agenda, weigh};
use crate::engine::Engine;
use crate::join::{Answers, Goal, Visit};
use crate::listed::Listed;
use crate::machine::{Senses, silent};
use crate::position::Position;
use crate::solve::Tables;
use crate::value::Value;
use senet_game::{Budget, Stop};
use senet_program::{PredId, RuleId};

/// Answers a question that does not depend on the position.
fn answer_known(engine: &Engine, position: &Position, goal: Goal<'_>) -> Result<Answers, Stop> {
    let mut known = engine.known.lock().expect("no thread panics while it searches");
    known.answer(engine, position, goal)
}

/// Answers a question, in this position if that makes a difference.
fn answer(
    engine: &Engine,
    position: &Position,
    tables: &mut Tables,
    goal: Goal<'_>,
) -> Result<Option<Answers>, Stop> {
    let here = engine.asked[&(goal.predicate, goal.known)].reads_position;
    let answers = if here {
        tables.answer(engine, position, goal)
    } else {
        answer_known(engine, position, goal)
    };
    answers.map(Some)
}

/// Puts matches on the agenda.
pub(super) struct Keep<'a> {
    pub(super) engine: &'a Engine,
    pub(super) position: &'a Position,
    pub(super) agenda: &'a mut Agenda,
    pub(super) rule: RuleId,
}

impl Visit for Keep<'_> {
    fn found(&mut self, values: &[Value], rows: &[u32]) -> Result<(), Stop> {
        self.agenda.insert(self.engine, self.position, self.rule, values, rows)
    }

    fn solve(&mut self, _: usize, goal: Goal<'_>, _: &[Value]) -> Result<Option<Answers>, Stop> {
        answer_known(self.engine, self.position, goal).map(Some)
    }

    fn sense(&mut self, predicate: PredId) -> Answers {
        silent(predicate)
    }
}

/// Lists matches with their weights.
pub(super) struct Collect<'a, 's> {
    pub(super) engine: &'a Engine,
    pub(super) position: &'a Position,
    pub(super) tables: &'a mut Tables,
    pub(super) senses: Senses<'s>,
    pub(super) rule: RuleId,
    pub(super) out: &'a mut Listed,
}

impl Visit for Collect<'_, '_> {
    fn found(&mut self, values: &[Value], rows: &[u32]) -> Result<(), Stop> {
        let plan = &self.engine.rules[self.rule.index()];
        let weight = weigh(self.engine, self.position, plan, values, rows)?;
        if weight > 0 {
            if self.out.len() as u64 > self.engine.limits.matches {
                return Err(self.engine.stop(Budget::Matches, "a rule matches in too many ways"));
            }
            self.out.push(self.rule, weight, values, rows);
        }
        Ok(())
    }

    fn solve(&mut self, _: usize, goal: Goal<'_>, _: &[Value]) -> Result<Option<Answers>, Stop> {
        answer(self.engine, self.position, self.tables, goal)
    }

    fn sense(&mut self, predicate: PredId) -> Answers {
        (self.senses)(predicate)
    }
}

/// Only wants to know whether there is a match.
pub(super) struct Exists<'a> {
    pub(super) engine: &'a Engine,
    pub(super) position: &'a Position,
    pub(super) tables: &'a mut Tables,
    pub(super) found: bool,
}

impl Visit for Exists<'_> {
    fn found(&mut self, _: &[Value], _: &[u32]) -> Result<(), Stop> {
        self.found = true;
        Ok(())
    }

    fn solve(&mut self, _: usize, goal: Goal<'_>, _: &[Value]) -> Result<Option<Answers>, Stop> {
        answer(self.engine, self.position, self.tables, goal)
    }

    fn sense(&mut self, predicate: PredId) -> Answers {
        silent(predicate)
    }
}
