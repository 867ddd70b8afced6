//! Sketches: small positions with variables in them, and the steps that are possible there.

use crate::program::{Atom, Premise, Rule, Term};
use crate::settle::unify::{instance, instance_term, matches};
use crate::settle::{OutOfWork, Work};

/// A position with variables.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Sketch {
    pub(super) linear: Vec<Atom>,
    pub(super) persistent: Vec<Atom>,
}

/// What is assumed about the variables of a sketch.
#[derive(Default)]
pub(super) struct Assumed {
    pub(super) derived: Vec<Atom>,
    pub(super) differ: Vec<(Term, Term)>,
}

impl Sketch {
    pub(super) fn add(&mut self, atom: Atom, persistent: bool) {
        if persistent {
            self.persistent.push(atom);
        } else {
            self.linear.push(atom);
        }
    }

    /// In an order that makes equal sketches equal.
    pub(super) fn sorted(mut self) -> Sketch {
        self.linear.sort();
        self.persistent.sort();
        self.persistent.dedup();
        self
    }

    /// This sketch, and everything that one more step can make of it; its variables are taken as
    /// constants.
    pub(super) fn reachable(
        &self,
        rules: &[&Rule],
        assumed: &Assumed,
        work: &mut Work,
    ) -> Result<Vec<Sketch>, OutOfWork> {
        let mut out = vec![self.clone()];
        for rule in rules {
            // Premises that bind come first; comparisons are judged when all is bound.
            let (binding, guards): (Vec<&Premise>, Vec<&Premise>) =
                rule.premises.iter().partition(|p| p.atom().is_some());
            let order = [binding, guards].concat();
            let mut search = Search {
                sketch: self,
                rule,
                assumed,
                used: vec![false; self.linear.len()],
                taken: Vec::new(),
                out: &mut out,
            };
            search.apply(&order, vec![None; rule.variables.len()], work)?;
        }
        Ok(out)
    }
}

/// A small backtracking search for the ways to apply one rule.
struct Search<'s> {
    sketch: &'s Sketch,
    rule: &'s Rule,
    assumed: &'s Assumed,
    /// Which linear atoms serve a premise.
    used: Vec<bool>,
    /// Which of them are consumed.
    taken: Vec<usize>,
    out: &'s mut Vec<Sketch>,
}

impl Search<'_> {
    fn apply(
        &mut self,
        premises: &[&Premise],
        values: Vec<Option<Term>>,
        work: &mut Work,
    ) -> Result<(), OutOfWork> {
        work.spend(1)?;
        let Some((premise, rest)) = premises.split_first() else {
            return self.fire(&values, work);
        };
        // Backtracking over the atoms of the sketch. Its variables stand for themselves, so
        // a step that is found here is possible for every value of them; steps that need
        // particular values are missed, which is safe: the stage is then only not known to
        // settle.
        match premise {
            Premise::Take(pattern) | Premise::Read(pattern) => {
                let take = matches!(premise, Premise::Take(_));
                for i in 0..self.sketch.linear.len() {
                    if self.used[i] || self.sketch.linear[i].predicate != pattern.predicate {
                        continue;
                    }
                    let mut values = values.clone();
                    if !matches(pattern, &self.sketch.linear[i], &mut values) {
                        continue;
                    }
                    self.used[i] = true;
                    if take {
                        self.taken.push(i);
                    }
                    self.apply(rest, values, work)?;
                    if take {
                        self.taken.pop();
                    }
                    self.used[i] = false;
                }
            }
            Premise::Persistent(pattern) | Premise::Derived(pattern) => {
                let known = match premise {
                    Premise::Derived(_) => &self.assumed.derived,
                    _ => &self.sketch.persistent,
                };
                for atom in known.iter().filter(|a| a.predicate == pattern.predicate) {
                    let mut values = values.clone();
                    if matches(pattern, atom, &mut values) {
                        self.apply(rest, values, work)?;
                    }
                }
            }
            Premise::Sense(_) => {}
            // Sums and blocks are not worked out in a sketch, so nothing is known to follow.
            Premise::Compute { .. } | Premise::Not(_) | Premise::Aggregate { .. } => {}
            Premise::Less { left, right, or_same } => {
                let sides = (instance_term(left, &values), instance_term(right, &values));
                if let (Some(Term::Number(a)), Some(Term::Number(b))) = sides
                    && (a < b || *or_same && a == b)
                {
                    self.apply(rest, values, work)?;
                }
            }
            Premise::Same(a, b) | Premise::Differ(a, b) => {
                let sides = (instance_term(a, &values), instance_term(b, &values));
                if let (Some(a), Some(b)) = sides
                    && self.holds(&a, &b, matches!(premise, Premise::Same(..)))
                {
                    self.apply(rest, values, work)?;
                }
            }
        }
        Ok(())
    }

    fn holds(&self, a: &Term, b: &Term, same: bool) -> bool {
        let told = |(x, y): &(Term, Term)| (x == a && y == b) || (x == b && y == a);
        if same {
            a == b
        } else {
            (a.is_ground() && b.is_ground() && a != b) || self.assumed.differ.iter().any(told)
        }
    }

    fn fire(&mut self, values: &[Option<Term>], work: &mut Work) -> Result<(), OutOfWork> {
        work.spend(self.sketch.linear.len() + self.rule.conclusions.len())?;
        let mut next = self.sketch.clone();
        let mut gone = self.taken.clone();
        gone.sort_unstable();
        for i in gone.into_iter().rev() {
            next.linear.remove(i);
        }
        for conclusion in &self.rule.conclusions {
            let Some(atom) = instance(&conclusion.atom, values) else {
                return Ok(());
            };
            next.add(atom, conclusion.persistent);
        }
        self.out.push(next.sorted());
        Ok(())
    }
}
