//! Backward chaining, the slow way: rounds of naive evaluation until nothing is added.

use crate::reference::{Reference, ReferencePosition};
use crate::terms::{instance_atom, match_term};
use senet_program::{Atom, Term};
use std::collections::BTreeMap;

impl Reference<'_> {
    /// The solutions of a goal: rounds of naive evaluation until nothing is added.
    pub(super) fn derive(&self, position: &ReferencePosition, goal: &Atom) -> Vec<Atom> {
        let mut tables: BTreeMap<Atom, Vec<Atom>> = BTreeMap::new();
        loop {
            let before: usize = tables.values().map(Vec::len).sum();
            let asked = tables.len();
            self.round(position, goal, &mut tables, &mut Vec::new());
            if tables.values().map(Vec::len).sum::<usize>() == before && tables.len() == asked {
                return tables.remove(goal).unwrap_or_default();
            }
        }
    }

    fn round(
        &self,
        position: &ReferencePosition,
        goal: &Atom,
        tables: &mut BTreeMap<Atom, Vec<Atom>>,
        open: &mut Vec<Atom>,
    ) -> Vec<Atom> {
        if open.contains(goal) {
            return tables.get(goal).cloned().unwrap_or_default();
        }
        open.push(goal.clone());
        tables.entry(goal.clone()).or_default();
        for clause in self.program.clauses().iter().filter(|c| c.head.predicate == goal.predicate) {
            let mut values = vec![None; clause.variables.len()];
            let fits = clause.head.arguments.iter().zip(&goal.arguments).all(|(pattern, term)| {
                matches!(term, Term::Variable(_)) || match_term(pattern, term, &mut values)
            });
            if !fits {
                continue;
            }
            let ask = &mut |goal: &Atom| self.round(position, goal, tables, open);
            let found = self.matches(position, &clause.goals, &clause.variables, values, ask);
            for values in found {
                let answer = instance_atom(&clause.head, &values);
                let table = tables.entry(goal.clone()).or_default();
                if !table.contains(&answer) {
                    table.push(answer);
                }
            }
        }
        tables[goal].clone()
    }
}
