//! Backward predicates that are looked through instead of tabled: those that ask about the position,
//! never come back to themselves, and are little work. Most rules of games are of this kind, and to
//! walk through them again is cheaper than to remember what they said. (Plain SLD resolution, with no
//! table; that they never come back to themselves is what makes it end.)

use crate::blocks::Complete;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Join, Match, Visit};
use crate::plan::{Expr, Op};
use crate::rows::Rows;
use crate::solve::QueryPlan;
use senet_game::LimitReached;
use senet_program::PredId;
use senet_words::Value;
use std::sync::Arc;

/// How deep they may stand on each other: walks are nested as deep as that.
const HEIGHT: usize = 12;

/// Questions of more work than this are tabled.
pub(crate) const LITTLE: f64 = 150.0;

/// Decides for each query whether it is looked through.
pub(crate) fn decide(asked: &mut [QueryPlan]) {
    for _ in 0..HEIGHT {
        let fine = |op: &Op, asked: &[QueryPlan]| match op {
            Op::Solve { query, .. } => {
                let asked = &asked[*query];
                asked.direct || !asked.reads_position
            }
            _ => true,
        };
        // A least fixpoint from below: in round `n` those are direct that stand on others at
        // most `n` deep. A query that comes back to itself never becomes one, which is why
        // walking through them ends.
        let now: Vec<bool> = asked
            .iter()
            .map(|a| {
                let mut ops = a.clauses.iter().flat_map(|c| &c.ops).flat_map(Op::with_inner);
                a.reads_position && a.little && ops.all(|op| fine(op, asked))
            })
            .collect();
        if asked.iter().map(|a| a.direct).eq(now.iter().copied()) {
            return;
        }
        for (asked, direct) in asked.iter_mut().zip(now) {
            asked.direct = direct;
        }
    }
}

impl Join<'_> {
    /// Whether a query with nothing left to find holds.
    pub(crate) fn look_whether(
        &mut self,
        goal: Goal<'_>,
        answers: &mut dyn Complete,
    ) -> Result<bool, LimitReached> {
        let engine = self.engine;
        let mut look = Whether { answers, found: false };
        for clause in &engine.queries[goal.query].clauses {
            let mut values = Buffer::new(clause.variables);
            let values = values.all();
            if clause.given.iter().all(|(k, p)| engine.fits(p, goal.key[*k], values)) {
                self.run(&clause.ops, &mut Match { values, rows: &mut [] }, &mut look)?;
                if look.found {
                    break;
                }
            }
        }
        Ok(look.found)
    }

    /// All solutions of a query, each once.
    pub(crate) fn look_through(
        &mut self,
        goal: Goal<'_>,
        answers: &mut dyn Complete,
        out: &mut Rows,
    ) -> Result<(), LimitReached> {
        let engine = self.engine;
        for clause in &engine.queries[goal.query].clauses {
            let mut values = Buffer::new(clause.variables);
            let values = values.all();
            if clause.given.iter().all(|(k, p)| engine.fits(p, goal.key[*k], values)) {
                let mut look = Through { engine, answers, head: &clause.head, out };
                self.run(&clause.ops, &mut Match { values, rows: &mut [] }, &mut look)?;
            }
        }
        Ok(())
    }
}

/// A walk that stops at its first match.
struct Whether<'a> {
    answers: &'a mut dyn Complete,
    found: bool,
}

impl Complete for Whether<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        self.answers.complete(goal)
    }
}

impl Visit for Whether<'_> {
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
        self.answers.complete(goal).map(Some)
    }

    fn sense(&mut self, _: PredId) -> Answers {
        Arc::new([]) // the checker keeps sensing out of backward rules
    }

    fn enough(&self) -> bool {
        self.found
    }
}

/// A walk whose matches are solutions.
struct Through<'a> {
    engine: &'a Engine,
    answers: &'a mut dyn Complete,
    head: &'a [Expr],
    out: &'a mut Rows,
}

impl Complete for Through<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        self.answers.complete(goal)
    }
}

impl Visit for Through<'_> {
    fn found(&mut self, values: &[Value], _: &[u32]) -> Result<(), LimitReached> {
        let mut row = Buffer::new(self.head.len());
        self.engine.values(self.head, values, row.all());
        self.out.add(row.all());
        Ok(())
    }

    fn solve(
        &mut self,
        _: usize,
        goal: Goal<'_>,
        _: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        self.answers.complete(goal).map(Some)
    }

    fn sense(&mut self, _: PredId) -> Answers {
        Arc::new([]) // the checker keeps sensing out of backward rules
    }
}
