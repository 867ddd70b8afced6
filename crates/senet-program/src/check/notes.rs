//! What lints want to know about a program and the [`Program`](crate::Program) does not hold: where
//! exactly things stand, and what is mentioned where.

use crate::ids::{PredId, RuleId};
use rustc_hash::FxHashSet;
use senet_syntax::Span;
use std::sync::Arc;

/// See the module.
pub(crate) struct Notes {
    /// Predicates that occur in a rule, a clause or a directive.
    pub(crate) used: FxHashSet<PredId>,
    /// Variables of clauses, contexts and patterns that occur once, and where.
    pub(crate) single: Vec<(String, Span)>,
    /// Variables of rules that occur once, and where; directives may mention them too.
    pub(crate) single_in_rules: Vec<(RuleId, String, Span)>,
    /// Variables that directives mention: `{C}` of a label, `#chooser`.
    pub(crate) mentioned: FxHashSet<(RuleId, String)>,
    /// Whether the text has no items at all.
    pub(crate) empty: bool,
    /// How many `#trace` there were, good or bad.
    pub(crate) traces: usize,
    /// Where the premises of each rule stand.
    pub(crate) premises: Places,
}

/// The name of a rule as it is written, and the variables of the families around it with their
/// values as text.
pub(crate) type Written = (Option<Arc<str>>, Vec<(String, String)>);

/// A list of places for each of many things, in two allocations.
#[derive(Default)]
pub(crate) struct Places {
    spans: Vec<Span>,
    ends: Vec<u32>,
}

impl Places {
    /// Adds the places of the next thing.
    pub(super) fn push(&mut self, spans: impl IntoIterator<Item = Span>) {
        self.spans.extend(spans);
        self.ends.push(self.spans.len() as u32);
    }

    /// The places of a thing.
    pub(crate) fn of(&self, thing: usize) -> &[Span] {
        let start = thing.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.spans[start as usize..self.ends[thing] as usize]
    }
}
