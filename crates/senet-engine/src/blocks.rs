//! Blocks: premises inside of a rule that are matched by themselves, in the position before the
//! rule fires. `not` asks whether there is a match, aggregates what all of them give together, and
//! comprehensions want each of them.

use crate::agenda::weigh_needs;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Join, Match, Visit};
use crate::plan::{BlockPlan, Expr};
use crate::position::TermPosition;
use senet_game::{LimitKind, LimitReached};
use senet_program::{By, PredId};
use senet_words::Value;
use std::sync::Arc;

/// Who can answer a query to a derived predicate at once, and completely.
pub(crate) trait Complete {
    /// All solutions.
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached>;

    /// Whether a query with nothing left to find holds; `None` if that does not show at once.
    fn quickly(&mut self, _: Goal<'_>) -> Result<Option<bool>, LimitReached> {
        Ok(None)
    }
}

/// What becomes of the matches of a block.
trait Gather {
    /// A match, and in how many ways it can pick its copies.
    fn gather(&mut self, engine: &Engine, values: &[Value], ways: u128)
    -> Result<(), LimitReached>;

    /// Whether no more matches are wanted.
    fn enough(&self) -> bool {
        false
    }
}

/// A walk through the matches of a block.
struct Within<'a, G> {
    engine: &'a Engine,
    position: &'a TermPosition,
    block: &'a BlockPlan,
    answers: &'a mut dyn Complete,
    gather: G,
}

impl<G> Complete for Within<'_, G> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        self.answers.complete(goal)
    }
}

impl<G: Gather> Visit for Within<'_, G> {
    fn found(&mut self, values: &[Value], rows: &[u32]) -> Result<(), LimitReached> {
        let BlockPlan { needs, shares, .. } = self.block;
        let ways = weigh_needs(self.position, needs, *shares, rows);
        if ways > 0 {
            self.gather.gather(self.engine, values, ways)?;
        }
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

    fn test(&mut self, goal: Goal<'_>) -> Result<Option<bool>, LimitReached> {
        self.answers.quickly(goal)
    }

    fn sense(&mut self, _: PredId) -> Answers {
        Arc::new([]) // the checker keeps sensing out of blocks
    }

    fn enough(&self) -> bool {
        self.gather.enough()
    }
}

impl Join<'_> {
    /// Whether a block has a match.
    pub(crate) fn holds(
        &mut self,
        block: &BlockPlan,
        values: &[Value],
        answers: &mut dyn Complete,
    ) -> Result<bool, LimitReached> {
        Ok(self.within(block, values, answers, Any(false))?.0)
    }

    /// What the matches of a block give together; nothing for the largest of none.
    pub(crate) fn aggregate(
        &mut self,
        by: By,
        value: Option<&Expr>,
        block: &BlockPlan,
        values: &[Value],
        answers: &mut dyn Complete,
    ) -> Result<Option<u64>, LimitReached> {
        let start = matches!(by, By::Count | By::Sum).then_some(0);
        let total = Total { by, value, result: start };
        Ok(self.within(block, values, answers, total)?.result)
    }

    /// Every match of a block: the values of all its variables, one match after another.
    pub(crate) fn every(
        &mut self,
        block: &BlockPlan,
        values: &[Value],
        answers: &mut dyn Complete,
    ) -> Result<Vec<Vec<Value>>, LimitReached> {
        Ok(self.within(block, values, answers, Every(Vec::new()))?.0)
    }

    fn within<G: Gather>(
        &mut self,
        block: &BlockPlan,
        values: &[Value],
        answers: &mut dyn Complete,
        gather: G,
    ) -> Result<G, LimitReached> {
        // A block is a join of its own, with the values from outside fixed. Its candidates count against
        // the limit of the join around it.
        let mut inside = Buffer::new(block.variables);
        inside.all()[..block.outer].copy_from_slice(&values[..block.outer]);
        let mut rows = Buffer::new(block.needs.len());
        let mut so_far = Match { values: inside.all(), rows: rows.all() };
        let (engine, position) = (self.engine, self.position);
        let mut visit = Within { engine, position, block, answers, gather };
        let mut join = Join { visits: self.visits, ..Join::new(engine, position) };
        let result = join.run(&block.ops, &mut so_far, &mut visit);
        self.visits = join.visits;
        result?;
        Ok(visit.gather)
    }
}

/// Whether there is a match.
struct Any(bool);

impl Gather for Any {
    fn gather(&mut self, _: &Engine, _: &[Value], _: u128) -> Result<(), LimitReached> {
        self.0 = true;
        Ok(())
    }

    fn enough(&self) -> bool {
        self.0
    }
}

/// All matches.
struct Every(Vec<Vec<Value>>);

impl Gather for Every {
    fn gather(&mut self, engine: &Engine, values: &[Value], _: u128) -> Result<(), LimitReached> {
        if self.0.len() as u64 >= engine.limits.matches {
            return Err(engine.stop(LimitKind::Matches, "braces match in too many ways"));
        }
        self.0.push(values.to_vec());
        Ok(())
    }
}

/// What matches give together.
struct Total<'a> {
    by: By,
    value: Option<&'a Expr>,
    result: Option<u64>,
}

impl Gather for Total<'_> {
    fn gather(
        &mut self,
        engine: &Engine,
        values: &[Value],
        ways: u128,
    ) -> Result<(), LimitReached> {
        // Matches count with their multiplicity: one that can pick its copies in three ways
        // is three, as it would be if the copies were told apart.
        let value = self.value.map_or(1, |e| engine.value(e, values));
        let before = self.result;
        let result = match self.by {
            By::Count | By::Sum => u64::try_from(ways)
                .ok()
                .and_then(|ways| value.checked_mul(ways))
                .and_then(|more| before.unwrap_or(0).checked_add(more)),
            By::Max => Some(before.map_or(value, |b| b.max(value))),
            By::Min => Some(before.map_or(value, |b| b.min(value))),
        };
        let overflow = || engine.stop(LimitKind::Numbers, "a sum over many atoms");
        self.result = Some(result.ok_or_else(overflow)?);
        Ok(())
    }
}
