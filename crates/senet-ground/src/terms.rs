//! Terms under a substitution: matching, values, comparisons and sums.

use senet_engine::{Engine, Value};
use senet_program::{Operator, Premise, Term, TypeId};

/// A substitution: the values of the variables, as far as they are known.
pub type Env = Vec<Option<Value>>;

/// The terms of a program, for all who evaluate them before play.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a>(pub &'a Engine);

impl Terms<'_> {
    /// Matches a term against a value; variables without a value get one.
    pub fn fits(&self, term: &Term, value: Value, env: &mut Env) -> bool {
        match term {
            Term::Variable(v) => match env[v.index()] {
                Some(known) => known == value,
                None => {
                    env[v.index()] = Some(value);
                    true
                }
            },
            Term::Number(n) => *n == value,
            Term::Plus(v, n) => {
                value.checked_sub(*n).is_some_and(|rest| self.fits(&Term::Variable(*v), rest, env))
            }
            Term::Apply(c, inner) => {
                let mut values = Vec::new();
                self.0.interner().open(value, &mut values) == *c
                    && inner.iter().zip(values).all(|(t, v)| self.fits(t, v, env))
            }
        }
    }

    /// The value of a term, if all its variables have one.
    pub fn value(&self, term: &Term, env: &Env) -> Option<Value> {
        Some(match term {
            Term::Variable(v) => env[v.index()]?,
            Term::Number(n) => *n,
            Term::Plus(v, n) => env[v.index()]?.checked_add(*n)?,
            Term::Apply(c, inner) => {
                let values: Option<Vec<Value>> = inner.iter().map(|t| self.value(t, env)).collect();
                self.0.interner().intern(*c, &values?)
            }
        })
    }

    pub(crate) fn is_ready(&self, premise: &Premise, env: &Env) -> bool {
        let known = |t: &Term| self.value(t, env).is_some();
        match premise {
            Premise::Same(l, r) => known(l) || known(r),
            Premise::Differ(left, right) | Premise::Less { left, right, .. } => {
                known(left) && known(right)
            }
            Premise::Compute { target, operator, left, right } => {
                let both = known(left) && known(right);
                let sum = matches!(operator, Operator::Plus | Operator::Minus);
                both || sum && env[target.index()].is_some() && (known(left) || known(right))
            }
            _ => true,
        }
    }

    /// Whether a comparison or a sum holds; `None` if too little is known. A sum gives a value to
    /// what is not known yet. Blocks hold: they are looked at when the net is made.
    pub fn guard(&self, premise: &Premise, types: &[TypeId], env: &mut Env) -> Option<bool> {
        if !self.is_ready(premise, env) {
            return None;
        }
        let holds = match premise {
            Premise::Same(l, r) => match (self.value(l, env), self.value(r, env)) {
                (Some(v), _) => self.fits(r, v, env),
                (None, Some(v)) => self.fits(l, v, env),
                (None, None) => false,
            },
            Premise::Differ(l, r) => self.value(l, env) != self.value(r, env),
            Premise::Less { left, right, or_same } => {
                let (left, right) = (self.value(left, env)?, self.value(right, env)?);
                left < right || (*or_same && left == right)
            }
            Premise::Compute { target, operator, left, right } => {
                self.compute(*operator, &Term::Variable(*target), left, right, types, env)
            }
            _ => true,
        };
        Some(holds)
    }

    fn compute(
        &self,
        operator: Operator,
        whole: &Term,
        left: &Term,
        right: &Term,
        types: &[TypeId],
        env: &mut Env,
    ) -> bool {
        // Any two of the three numbers give the third, for sums and differences; products and
        // quotients are computed forward only.
        let (l, r) = (self.value(left, env), self.value(right, env));
        let w = self.value(whole, env);
        // A sum and a difference give each of their parts from the others.
        let (result, solved) = match (l, r, w) {
            (Some(l), Some(r), _) => (operator.compute(l, r), whole),
            (None, Some(r), Some(w)) if operator == Operator::Plus => (w.checked_sub(r), left),
            (None, Some(r), Some(w)) => (w.checked_add(r), left),
            (Some(l), None, Some(w)) if operator == Operator::Plus => (w.checked_sub(l), right),
            (Some(l), None, Some(w)) => (l.checked_sub(w), right),
            _ => (None, whole),
        };
        // A number outside of its type's range is no value: the guard fails instead of wrapping.
        let fits_type = |n: u64| match solved {
            Term::Variable(v) => {
                let (low, high) = self.0.program().ty(types[v.index()]).shape.bounds();
                (low..=high).contains(&n)
            }
            _ => true,
        };
        result.is_some_and(|n| fits_type(n) && self.fits(solved, n, env))
    }
}
