//! Recursions that count down, answered in one jump.
//!
//! `plus (s N) M (s K) <- plus N M K.` unfolds as often as its counter is large. Each unfolding takes the same
//! constants from the same arguments, so `n` of them take `n` times as much: the answer is found in time that
//! does not depend on the number, where tabling would make a table for each smaller one.

use super::query_plan::QueryPlan;
use crate::engine::Engine;
use crate::join::Goal;
use crate::plan::columns;
use senet_game::{LimitKind, LimitReached};
use senet_program::modes::Known;
use senet_program::{Clause, Premise, Term};
use senet_words::Value;

/// A recursion that lowers some numbers in step until one of them is zero.
#[derive(Debug)]
pub(crate) struct Jump {
    /// The argument that counts down, and its place in the key.
    counter: usize,
    /// By how much each argument goes down in one step.
    steps: Vec<u64>,
    /// The clauses at the end of the recursion, by their number.
    ends: Vec<usize>,
}

impl Jump {
    /// Recognises the recursion: one clause that asks itself with arguments that are the same
    /// variables or smaller by a constant, and facts for the end where the counter is zero.
    pub(crate) fn find(clauses: &[&Clause], known: Known) -> Option<Jump> {
        let recursive: Vec<&&Clause> = clauses.iter().filter(|c| !c.goals.is_empty()).collect();
        let [clause] = recursive.as_slice() else {
            return None;
        };
        let [Premise::Derived(goal)] = clause.goals.as_slice() else {
            return None;
        };
        if goal.predicate != clause.head.predicate {
            return None;
        }
        let mut steps = Vec::new();
        let mut seen = Vec::new();
        for (head, next) in clause.head.arguments.iter().zip(&goal.arguments) {
            let (step, variable) = match (head, next) {
                (Term::Variable(v), Term::Variable(w)) if v == w => (0, *v),
                (Term::Plus(v, n), Term::Variable(w)) if v == w => (*n, *v),
                _ => return None,
            };
            if seen.contains(&variable) {
                return None;
            }
            seen.push(variable);
            steps.push(step);
        }
        let ends: Vec<usize> =
            (0..clauses.len()).filter(|i| clauses[*i].goals.is_empty()).collect();
        let counts = |i: &usize| {
            let zero = |c: &usize| clauses[*c].head.arguments[*i] == Term::Number(0);
            *i < 64 && known & 1 << i != 0 && steps[*i] > 0 && ends.iter().all(zero)
        };
        let counter = (0..steps.len()).find(counts)?;
        Some(Jump { counter, steps, ends })
    }

    pub(super) fn answers(
        &self,
        engine: &Engine,
        asked: &QueryPlan,
        goal: Goal<'_>,
    ) -> Result<Vec<Value>, LimitReached> {
        let mut key = goal.key.to_vec();
        let columns: Vec<usize> = columns(asked.known).collect();
        let at = columns.iter().position(|c| *c == self.counter);
        let n = goal.key[at.expect("the counter is known")];
        let step = self.steps[self.counter];
        if !n.is_multiple_of(step) {
            return Ok(Vec::new());
        }
        // `rounds` unfoldings of the recursive clause at once: the arguments that are known go down by
        // their steps to where a fact ends the recursion, and the answer goes up again by as much.
        let rounds = n / step;
        let overflow = || engine.stop(LimitKind::Numbers, "in a query to a derived predicate");
        for (value, column) in key.iter_mut().zip(&columns) {
            let down = self.steps[*column].checked_mul(rounds).ok_or_else(overflow)?;
            match value.checked_sub(down) {
                Some(rest) => *value = rest,
                None => return Ok(Vec::new()),
            }
        }
        let mut out = Vec::new();
        for end in &self.ends {
            let clause = &asked.clauses[*end];
            let mut values = vec![0; clause.variables];
            if !clause.given.iter().all(|(k, p)| engine.fits(p, key[*k], &mut values)) {
                continue;
            }
            for (column, head) in clause.head.iter().enumerate() {
                let up = self.steps[column].checked_mul(rounds).ok_or_else(overflow)?;
                let value = engine.value(head, &values);
                out.push(value.checked_add(up).ok_or_else(overflow)?);
            }
        }
        Ok(out)
    }
}
