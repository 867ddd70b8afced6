//! `{ A -o B }` on a right side: what a firing rewrites besides its own premises, worked out in the
//! position before it fires.

use crate::blocks::Complete;
use crate::engine::Engine;
use crate::join::Join;
use crate::position::TermPosition;
use crate::rule_plan::{ComprehensionPlan, Usage};
use senet_game::{LimitKind, LimitReached};
use senet_program::PredId;
use senet_words::Value;
use std::cmp::Ordering;

/// What comprehensions take and make.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// Predicate, row, and how many copies.
    pub(crate) takes: Vec<(PredId, u32, u64)>,
    pub(crate) makes: Vec<Made>,
}

/// An atom that a comprehension makes.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) predicate: PredId,
    pub(crate) values: Vec<Value>,
    pub(crate) persistent: bool,
    pub(crate) copies: u64,
}

impl Effects {
    /// What comprehensions do, when `taken` copies of some rows are taken by the rule itself.
    pub(crate) fn of(
        engine: &Engine,
        position: &TermPosition,
        comprehensions: &[ComprehensionPlan],
        values: &[Value],
        taken: &[(PredId, u32, u64)],
        answers: &mut dyn Complete,
    ) -> Result<Effects, LimitReached> {
        let mut out = Effects::default();
        for comprehension in comprehensions {
            let mut join = Join::new(engine, position);
            let mut matches = join.every(&comprehension.block, values, answers)?;
            // Where copies are too few for all matches, the first in canonical order get
            // them: the result does not depend on how the join went.
            matches.sort_by(|a, b| order(engine, comprehension, a, b));
            for values in matches {
                out.apply(engine, position, comprehension, &values, taken)?;
            }
        }
        Ok(out)
    }

    /// Applies one match as often as copies allow; once, if it takes nothing.
    fn apply(
        &mut self,
        engine: &Engine,
        position: &TermPosition,
        comprehension: &ComprehensionPlan,
        values: &[Value],
        taken: &[(PredId, u32, u64)],
    ) -> Result<(), LimitReached> {
        let mut first = true;
        loop {
            let mut needed: Vec<(PredId, u32, u64)> = Vec::new();
            for need in comprehension.block.needs.iter().filter(|n| n.usage == Usage::Take) {
                let atom: Vec<Value> =
                    need.arguments.iter().map(|e| engine.value(e, values)).collect();
                let relation = &position.relations[need.predicate.index()];
                let row = relation.find(&atom).expect("a match finds its atoms");
                let left = relation.count(row)
                    - copies(taken, need.predicate, row)
                    - copies(&self.takes, need.predicate, row);
                if copies(&needed, need.predicate, row) < left {
                    add(&mut needed, need.predicate, row, 1);
                } else if !relation.is_persistent(row) {
                    return Ok(());
                }
            }
            if needed.is_empty() && !first {
                return Ok(());
            }
            // All rounds are alike until one of the rows runs out; what is persistent takes the
            // place of a row that has.
            let rounds = needed.iter().map(|(p, row, n)| {
                let all = position.relations[p.index()].count(*row);
                (all - copies(taken, *p, *row) - copies(&self.takes, *p, *row)) / n
            });
            let rounds = rounds.min().unwrap_or(1);
            for (predicate, row, n) in &needed {
                add(&mut self.takes, *predicate, *row, n * rounds);
            }
            for make in &comprehension.makes {
                if self.makes.len() as u64 > engine.limits.atoms {
                    return Err(engine.stop(LimitKind::Atoms, "braces make too many atoms"));
                }
                self.makes.push(Made {
                    predicate: make.predicate,
                    values: make.arguments.iter().map(|e| engine.value(e, values)).collect(),
                    persistent: make.persistent,
                    copies: rounds,
                });
            }
            first = false;
        }
    }
}

/// Canonical order: values in order of first occurrence.
fn order(engine: &Engine, comprehension: &ComprehensionPlan, a: &[Value], b: &[Value]) -> Ordering {
    let pairs = a.iter().zip(b).zip(&comprehension.types);
    let mut orders = pairs.map(|((a, b), ty)| engine.interner.compare(*ty, *a, *b));
    orders.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}

fn copies(rows: &[(PredId, u32, u64)], predicate: PredId, row: u32) -> u64 {
    let same = rows.iter().filter(|(p, r, _)| *p == predicate && *r == row);
    same.map(|(_, _, n)| n).sum()
}

fn add(rows: &mut Vec<(PredId, u32, u64)>, predicate: PredId, row: u32, n: u64) {
    match rows.iter_mut().find(|(p, r, _)| *p == predicate && *r == row) {
        Some((_, _, sum)) => *sum += n,
        None => rows.push((predicate, row, n)),
    }
}
