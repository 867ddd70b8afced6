//! What planning wants to know of premises, worked out once for all plans of a rule: orders are
//! compared by looking at each premise again and again.

use crate::plan::usual::size;
use crate::plan::{Planner, is_fact};
use senet_program::modes::{Bound, Known};
use senet_program::{Clause, PredId, Premise, Variable};
use std::rc::Rc;

/// See the module.
pub(crate) struct Survey<'r> {
    pub(super) premises: &'r [Premise],
    pub(super) variables: &'r [Variable],
    parts: Vec<Part>,
    arguments: Vec<Argument>,
}

/// A backward rule, looked at before it is planned for one query and another.
pub(crate) struct Backward<'p> {
    /// Which of the clauses of its predicate it is.
    pub(crate) number: usize,
    pub(crate) clause: &'p Clause,
    pub(crate) survey: Survey<'p>,
}

/// A premise.
struct Part {
    variables: Bound,
    /// Where its arguments begin and end.
    arguments: (usize, usize),
    /// How many rows its predicate usually has, in the position or as a table.
    rows: f64,
    /// Which row of a match is its own, if it is matched against the position.
    slot: Option<usize>,
}

/// An argument of an atom.
struct Argument {
    variables: Bound,
    /// How many values its type has, more or less.
    values: f64,
}

/// The rows that fit what is known.
pub(super) struct Fitting {
    pub(super) known: Known,
    /// Whether every argument is known.
    pub(super) full: bool,
    pub(super) rows: f64,
}

impl Survey<'_> {
    pub(super) fn variables_of(&self, premise: usize) -> &Bound {
        &self.parts[premise].variables
    }

    pub(super) fn slot(&self, premise: usize) -> Option<usize> {
        self.parts[premise].slot
    }

    /// What is known of the arguments of an atom, and how many rows that leaves.
    pub(super) fn fitting(&self, premise: usize, bound: &Bound) -> Fitting {
        let part = &self.parts[premise];
        let arguments = &self.arguments[part.arguments.0..part.arguments.1];
        let (mut known, mut all) = (0, arguments.len() < 64);
        let mut rows = part.rows;
        for (i, argument) in arguments.iter().take(64).enumerate() {
            if bound.has_those(&argument.variables) {
                known |= 1 << i;
                // The textbook estimate of selectivity (System R; Selinger et al., 1979):
                // columns are independent and values uniform, so a known column divides the
                // rows by its number of values.
                rows /= argument.values;
            } else {
                all = false;
            }
        }
        Fitting { known, full: all, rows }
    }
}

impl<'p> Planner<'p> {
    /// The backward rules of a predicate.
    pub(crate) fn backward(&mut self, predicate: PredId) -> Rc<[Backward<'p>]> {
        if let Some(known) = &self.backward[predicate.index()] {
            return known.clone();
        }
        let clauses = self.clauses[predicate.index()].clone();
        let rules = clauses.into_iter().enumerate().filter(|(_, clause)| !is_fact(clause));
        let all: Rc<[Backward<'p>]> = rules
            .map(|(number, clause)| {
                let survey = self.survey(&clause.goals, &clause.variables);
                Backward { number, clause, survey }
            })
            .collect();
        self.backward[predicate.index()] = Some(all.clone());
        all
    }

    /// Looks at premises before they are planned.
    pub(crate) fn survey<'r>(
        &mut self,
        premises: &'r [Premise],
        variables: &'r [Variable],
    ) -> Survey<'r> {
        let mut parts = Vec::with_capacity(premises.len());
        let atoms = premises.iter().filter_map(Premise::atom);
        let mut arguments = Vec::with_capacity(atoms.map(|a| a.arguments.len()).sum());
        let mut slots = 0..;
        for premise in premises {
            let mut all = Bound::new(variables.len());
            premise.each_variable(&mut |v| all.bind(v));
            let first = arguments.len();
            let mut rows = 0.0;
            if let Some(atom) = premise.atom() {
                let types = &self.program.predicate(atom.predicate).arguments;
                arguments.extend(atom.arguments.iter().zip(types).map(|(term, ty)| {
                    let mut here = Bound::new(variables.len());
                    term.each_variable(&mut |v| here.bind(v));
                    Argument { variables: here, values: size(self.program, *ty) }
                }));
                rows = match premise {
                    Premise::Derived(_) => self.clauses[atom.predicate.index()].len() as f64,
                    Premise::Sense(_) => 0.0,
                    _ => self.usual.of(self.program, atom.predicate),
                };
            }
            let slot = if premise.in_position() { slots.next() } else { None };
            parts.push(Part { variables: all, arguments: (first, arguments.len()), rows, slot });
        }
        Survey { premises, variables, parts, arguments }
    }
}
