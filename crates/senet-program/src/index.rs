//! What proofs and lints look up in a finished program again and again.

use crate::ids::PredId;
use crate::program::{Clause, Program, Rule, Start};

/// See the module.
pub(crate) struct Index {
    clauses: Vec<Vec<u32>>,
    persistent: Vec<bool>,
}

impl Index {
    pub(crate) fn new(program: &Program) -> Index {
        let mut clauses = vec![Vec::new(); program.predicates.len()];
        for (i, clause) in program.clauses.iter().enumerate() {
            clauses[clause.head.predicate.index()].push(i as u32);
        }
        // Persistence belongs to atoms, not to predicates: one place that makes a persistent one is
        // enough.
        let mut persistent = vec![false; program.predicates.len()];
        let made = program.rules.iter().flat_map(Rule::all_made);
        let given = program.starts.iter().flat_map(Start::all_made);
        for conclusion in made.chain(given) {
            persistent[conclusion.atom.predicate.index()] |= conclusion.persistent;
        }
        Index { clauses, persistent }
    }

    /// The clauses of a predicate (facts and backward rules), in source order.
    pub(crate) fn clauses<'p>(
        &self,
        program: &'p Program,
        predicate: PredId,
    ) -> impl ExactSizeIterator<Item = &'p Clause> {
        let of = self.clauses[predicate.index()].iter();
        of.map(|i| &program.clauses[*i as usize])
    }

    /// Whether an atom of this predicate is ever persistent.
    pub(crate) fn can_last(&self, predicate: PredId) -> bool {
        self.persistent[predicate.index()]
    }
}

/// How messages call a rule.
pub(crate) fn called(rule: &Rule) -> String {
    rule.name.as_ref().map_or("this rule".to_owned(), |n| format!("`{n}`"))
}
