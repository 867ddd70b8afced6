//! Numbers, `not`, aggregates and `{ A -o B }`, as they are written down.

use crate::reference::{Reference, ReferenceLimit, ReferencePosition};
use crate::terms::{Values, compare, instance_atom, known, match_term, number};
use senet_program::{Atom, Block, By, Comprehension, Operator, Premise, Term, Variable};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How often a match of braces is applied at most: copy by copy, so it takes as long as it is large.
const ROUNDS: usize = 100_000;

impl Reference<'_> {
    /// Whether a premise that is no atom holds; it may give a value to one variable.
    pub(super) fn judge(
        &self,
        position: &ReferencePosition,
        premise: &Premise,
        variables: &[Variable],
        values: &mut Values,
    ) -> Result<bool, ReferenceLimit> {
        Ok(match premise {
            Premise::Less { left, right, or_same } => {
                let (left, right) = (number(left, values), number(right, values));
                left < right || (*or_same && left == right)
            }
            Premise::Compute { target, operator, left, right } => {
                let whole = Term::Variable(*target);
                // A sum and a difference give each of their parts from the others.
                let (operator, a, b, solved) = match (known(left, values), known(right, values)) {
                    (true, true) => (*operator, left, right, &whole),
                    (false, _) if *operator == Operator::Plus => {
                        (Operator::Minus, &whole, right, left)
                    }
                    (false, _) => (Operator::Plus, &whole, right, left),
                    (_, false) if *operator == Operator::Plus => {
                        (Operator::Minus, &whole, left, right)
                    }
                    (_, false) => (Operator::Minus, left, &whole, right),
                };
                let result = operator.compute(number(a, values), number(b, values));
                // There is no number below zero, and none that is too large to be stored.
                if result.is_none() && matches!(operator, Operator::Plus | Operator::Times) {
                    return Err(ReferenceLimit::Numbers);
                }
                result.is_some_and(|n| self.is(solved, n, variables, values))
            }
            Premise::Not(block) => self.inside(position, block, variables, values)?.is_empty(),
            Premise::Aggregate { target, by, value, block } => {
                let matches = self.inside(position, block, variables, values)?;
                let each = |(values, ways): &(Values, Option<u128>)| {
                    (value.as_ref().map_or(1, |v| number(v, values)), *ways)
                };
                let mut all = matches.iter().map(each);
                let result = match by {
                    By::Count | By::Sum => {
                        let sum = all.try_fold(0u64, |sum, (n, ways)| {
                            sum.checked_add(n.checked_mul(u64::try_from(ways?).ok()?)?)
                        });
                        Some(sum.ok_or(ReferenceLimit::Numbers)?)
                    }
                    By::Max => all.map(|(n, _)| n).max(),
                    By::Min => all.map(|(n, _)| n).min(),
                };
                result.is_some_and(|n| self.is(target, n, variables, values))
            }
            _ => unreachable!("an atom, or an equality"),
        })
    }

    /// Whether a term is a number, which has to be of the type of a variable.
    fn is(&self, term: &Term, n: u64, variables: &[Variable], values: &mut Values) -> bool {
        let fits = match term {
            Term::Variable(v) => {
                let (low, high) = self.program.ty(variables[v.index()].ty).shape.bounds();
                (low..=high).contains(&n)
            }
            _ => true,
        };
        fits && match_term(term, &Term::Number(n), values)
    }

    /// The matches of a block, each with the number of ways to pick its copies, if below 2¹²⁸.
    fn inside(
        &self,
        position: &ReferencePosition,
        block: &Block,
        outer: &[Variable],
        values: &Values,
    ) -> Result<Vec<(Values, Option<u128>)>, ReferenceLimit> {
        let variables: Vec<Variable> = outer.iter().chain(&block.locals).cloned().collect();
        let mut begin = values.clone();
        begin.resize(block.variables(), None);
        // What a block asks for is worked out first, and completely.
        let ask = &mut |goal: &Atom| self.derive(position, goal);
        let mut out: Vec<(Values, Option<u128>)> = Vec::new();
        for values in self.matches(position, &block.premises, &variables, begin, ask)? {
            if let Some((_, ways)) = self.pick(position, &block.premises, &values)
                && !out.iter().any(|(v, _)| *v == values)
            {
                out.push((values, ways));
            }
        }
        Ok(out)
    }

    /// Rewrites as often as copies allow, matches in canonical order; once per match that takes
    /// nothing. `left` is what may still be taken.
    pub(super) fn comprehension(
        &self,
        before: &ReferencePosition,
        left: &mut BTreeMap<Atom, u64>,
        comprehension: &Comprehension,
        values: &Values,
        after: &mut ReferencePosition,
    ) -> Result<(), ReferenceLimit> {
        let rule: Vec<Variable> = self.outer_variables(comprehension, values);
        let mut matches = self.inside(before, &comprehension.block, &rule, values)?;
        matches.sort_by(|(a, _), (b, _)| order(a, b));
        for (values, _) in matches {
            let mut rounds = 0;
            while let Some(taken) = takes(before, left, &comprehension.block.premises, &values) {
                if taken.is_empty() && rounds > 0 {
                    break;
                }
                if rounds == ROUNDS {
                    return Err(ReferenceLimit::Steps);
                }
                for atom in taken {
                    *left.get_mut(&atom).expect("it is left") -= 1;
                    after.take(&atom);
                }
                for made in comprehension.makes.iter().filter(|m| self.stays(m.atom.predicate)) {
                    after.add(instance_atom(&made.atom, &values), made.persistent);
                }
                rounds += 1;
            }
        }
        Ok(())
    }

    /// The variables outside of a comprehension: the rule that it belongs to has as many.
    fn outer_variables(&self, comprehension: &Comprehension, values: &Values) -> Vec<Variable> {
        let mut rules = self.program.rules().iter();
        let rule =
            rules.find(|r| r.comprehensions.iter().any(|other| std::ptr::eq(other, comprehension)));
        let found = rule.map_or(Vec::new(), |r| r.variables.clone());
        assert_eq!(found.len(), values.len(), "a rewrite belongs to a rule or to a start");
        found
    }
}

/// The linear atoms that one application takes; `None` if too few are left.
fn takes(
    before: &ReferencePosition,
    left: &BTreeMap<Atom, u64>,
    premises: &[Premise],
    values: &Values,
) -> Option<Vec<Atom>> {
    let mut taken: Vec<Atom> = Vec::new();
    for premise in premises {
        let Premise::Take(atom) = premise else {
            continue;
        };
        let atom = instance_atom(atom, values);
        let used = taken.iter().filter(|t| **t == atom).count() as u64;
        if left.get(&atom).copied().unwrap_or(0) > used {
            taken.push(atom);
        } else if !before.persistent.contains(&atom) {
            return None;
        }
    }
    Some(taken)
}

fn order(a: &Values, b: &Values) -> Ordering {
    let both = a.iter().zip(b).filter_map(|(a, b)| Some(compare(a.as_ref()?, b.as_ref()?)));
    both.into_iter().find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}
