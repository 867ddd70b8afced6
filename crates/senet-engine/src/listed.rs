//! Matches that were listed from scratch: links, and rules that are matched anew. Flat, so that
//! listing again does not allocate.

use crate::engine::Engine;
use crate::machine::Candidate;
use senet_game::{Rng, at_weight};
use senet_program::RuleId;
use senet_words::Value;

/// Matches with their weights.
#[derive(Debug, Clone, Default)]
pub(crate) struct Listed {
    entries: Vec<(RuleId, u128)>,
    values: Vec<Value>,
    rows: Vec<u32>,
    /// Where the values and rows of each entry begin.
    starts: Vec<(u32, u32)>,
    /// Whether some entry weighs more than one.
    heavy: bool,
}

impl Listed {
    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        40 * self.entries.len() + 8 * self.values.len() + 4 * self.rows.len()
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.values.clear();
        self.rows.clear();
        self.starts.clear();
        self.heavy = false;
    }

    pub(crate) fn push(&mut self, rule: RuleId, weight: u128, values: &[Value], rows: &[u32]) {
        self.entries.push((rule, weight));
        self.heavy |= weight > 1;
        self.starts.push((self.values.len() as u32, self.rows.len() as u32));
        self.values.extend_from_slice(values);
        self.rows.extend_from_slice(rows);
    }

    /// Forgets all but the matches of the first rule.
    pub(crate) fn keep_first_rule(&mut self) {
        let first = self.entries.first().map(|(rule, _)| *rule);
        let others = |(rule, _): &(RuleId, u128)| Some(*rule) != first;
        if let Some(end) = self.entries.iter().position(others) {
            self.entries.truncate(end);
            self.starts.truncate(end);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The sum of the weights; `None` if it is 2¹²⁸ or more.
    pub(crate) fn total(&self) -> Option<u128> {
        self.entries.iter().try_fold(0u128, |sum, (_, weight)| sum.checked_add(*weight))
    }

    /// An entry at random, by weight; `None` if there is none, or if the weights are too large.
    pub(crate) fn pick(&self, rng: &mut Rng) -> Option<usize> {
        if self.entries.len() == 1 {
            return Some(0);
        }
        if !self.heavy && !self.is_empty() {
            return Some(rng.index(self.entries.len() as u64) as usize);
        }
        // Weighted sampling by prefix sums, linear in the matches; the uniform case above takes
        // constant time.
        let at = rng.below(self.total().filter(|total| *total > 0)?);
        at_weight(self.entries.iter().map(|(_, weight)| *weight), at).map(|(i, _)| i)
    }

    pub(crate) fn get<'m>(&'m self, engine: &Engine, i: usize) -> Candidate<'m> {
        let (rule, weight) = self.entries[i];
        let plan = &engine.rules[rule.index()];
        let (values, rows) = self.starts[i];
        let values = &self.values[values as usize..][..plan.variables];
        let rows = &self.rows[rows as usize..][..plan.needs.len()];
        Candidate { rule, values, rows, weight }
    }
}
