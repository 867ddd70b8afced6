//! Backward chaining, the slow way: rounds of naive evaluation until nothing is added.

use crate::reference::{Reference, ReferenceLimit, ReferencePosition};
use crate::terms::{instance_atom, match_term};
use senet_program::{Atom, Term};
use std::collections::BTreeMap;

/// Derivations go no deeper: each goal asks the next from inside of its own search, and that takes stack.
const DEEP: usize = 150;

impl Reference<'_> {
    /// The solutions of a goal: rounds of naive evaluation until nothing is added.
    pub(super) fn derive(
        &self,
        position: &ReferencePosition,
        goal: &Atom,
    ) -> Result<Vec<Atom>, ReferenceLimit> {
        let mut tables: BTreeMap<Atom, Vec<Atom>> = BTreeMap::new();
        loop {
            let before: usize = tables.values().map(Vec::len).sum();
            let asked = tables.len();
            self.round(position, goal, &mut tables, &mut Vec::new())?;
            if tables.values().map(Vec::len).sum::<usize>() == before && tables.len() == asked {
                return Ok(tables.remove(goal).unwrap_or_default());
            }
        }
    }

    fn round(
        &self,
        position: &ReferencePosition,
        goal: &Atom,
        tables: &mut BTreeMap<Atom, Vec<Atom>>,
        open: &mut Vec<Atom>,
    ) -> Result<Vec<Atom>, ReferenceLimit> {
        if open.contains(goal) {
            return Ok(tables.get(goal).cloned().unwrap_or_default());
        }
        if open.len() >= DEEP {
            return Err(ReferenceLimit::Goals);
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
            let found = self.matches(position, &clause.goals, &clause.variables, values, ask)?;
            for values in found {
                let answer = instance_atom(&clause.head, &values);
                let table = tables.entry(goal.clone()).or_default();
                if !table.contains(&answer) {
                    table.push(answer);
                }
            }
        }
        Ok(tables[goal].clone())
    }
}
