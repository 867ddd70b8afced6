//! What can be asked about a position by those who explain it: whether it is quiet, what a derived
//! predicate says in it, and whether a `not` or an aggregate holds.

use crate::blocks::Complete;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Join, Match, Visit};
use crate::machine::{Machine, silent};
use crate::plan::Op;
use crate::solve::Tables;
use senet_game::LimitReached;
use senet_program::{PredId, RuleId};
use senet_words::Value;

/// Questions about the position of a machine. Answers are kept, so ask one of these all you want to
/// know about a position.
#[derive(Debug)]
pub struct Queries<'m> {
    engine: &'m Engine,
    machine: &'m Machine,
    tables: Tables,
}

impl<'m> Queries<'m> {
    /// Questions about a machine's position.
    pub fn new(engine: &'m Engine, machine: &'m Machine) -> Queries<'m> {
        Queries { engine, machine, tables: Tables::default() }
    }

    /// Whether no rule of the stage applies, if sensing predicates get no answers.
    pub fn is_quiet(&self) -> Result<bool, LimitReached> {
        self.machine.clone().quiet(self.engine, &mut silent)
    }

    /// The solutions of a derived predicate, of which some arguments may be known; each solution
    /// has all arguments, and may differ from those that are known. Nothing if it cannot be asked.
    pub fn solutions(
        &mut self,
        predicate: PredId,
        known: &[Option<Value>],
    ) -> Result<Vec<Vec<Value>>, LimitReached> {
        let engine = self.engine;
        if engine.program().modes().is_table(predicate) {
            let facts = &engine.facts[predicate.index()];
            let mut rows = facts.live().to_vec();
            rows.sort_unstable();
            return Ok(rows.into_iter().map(|r| facts.row(r).to_vec()).collect());
        }
        let Some((query, key)) = engine.best_query(predicate, known) else {
            return Ok(Vec::new());
        };
        let goal = Goal { query, key: &key };
        let answers = self.tables.answer(engine, &self.machine.position, goal)?;
        Ok(answers.chunks_exact(known.len().max(1)).map(<[Value]>::to_vec).collect())
    }

    /// Whether a premise of a rule that is a `not` or an aggregate holds, all variables known that
    /// stand in it.
    pub fn block_holds(
        &mut self,
        rule: RuleId,
        premise: usize,
        values: &[Value],
    ) -> Result<bool, LimitReached> {
        let (engine, position) = (self.engine, &self.machine.position);
        let tests = engine.rules[rule.index()].tests.iter();
        let ops: Vec<Op> = tests.filter(|(i, _)| *i == premise).map(|(_, o)| o.clone()).collect();
        let mut values = values.to_vec();
        let mut visit = Found { queries: self, found: false };
        let mut join = Join::new(engine, position);
        join.run(&ops, &mut Match { values: &mut values, rows: &mut [] }, &mut visit)?;
        Ok(visit.found)
    }
}

/// Only wants to know whether there is a match.
struct Found<'a, 'm> {
    queries: &'a mut Queries<'m>,
    found: bool,
}

impl Complete for Found<'_, '_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        let Queries { engine, machine, tables } = self.queries;
        tables.answer(engine, &machine.position, goal)
    }
}

impl Visit for Found<'_, '_> {
    fn found(&mut self, _: &[Value], _: &[u32]) -> Result<(), LimitReached> {
        self.found = true;
        Ok(())
    }

    fn solve(
        &mut self,
        _: usize,
        goal: Goal<'_>,
        _: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        self.complete(goal).map(Some)
    }

    fn sense(&mut self, predicate: PredId) -> Answers {
        silent(predicate)
    }
}
