//! Terms under values for some of their variables.

use senet_engine::{Engine, Value};
use senet_program::{Operator, Premise, Term, TypeId};

/// What is known of the variables.
pub(crate) type Env = Vec<Option<Value>>;

/// The terms of a program.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a>(pub(crate) &'a Engine);

impl Terms<'_> {
    /// Whether a term can be this value; its variables then have values.
    pub(crate) fn fits(&self, term: &Term, value: Value, env: &mut Env) -> bool {
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
    pub(crate) fn value(&self, term: &Term, env: &Env) -> Option<Value> {
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

    /// Whether a comparison or a sum over values holds; `None` if too little is known. A sum gives a
    /// value to what is not known yet.
    pub(crate) fn guard(&self, premise: &Premise, types: &[TypeId], env: &mut Env) -> Option<bool> {
        let known = |t: &Term, env: &Env| self.value(t, env);
        match premise {
            Premise::Same(l, r) => match (known(l, env), known(r, env)) {
                (Some(v), _) => Some(self.fits(r, v, env)),
                (None, Some(v)) => Some(self.fits(l, v, env)),
                (None, None) => None,
            },
            Premise::Differ(l, r) => Some(known(l, env)? != known(r, env)?),
            Premise::Less { left, right, or_same } => {
                let (left, right) = (known(left, env)?, known(right, env)?);
                Some(left < right || (*or_same && left == right))
            }
            Premise::Compute { target, operator, left, right } => {
                let whole = Term::Variable(*target);
                let (l, r, w) = (known(left, env), known(right, env), known(&whole, env));
                // A sum and a difference give each of their parts from the others.
                let plus = *operator == Operator::Plus;
                let (result, solved) = match (l, r, w) {
                    (Some(l), Some(r), _) => (operator.compute(l, r), &whole),
                    (None, Some(r), Some(w)) if plus => (w.checked_sub(r), left),
                    (Some(l), None, Some(w)) if plus => (w.checked_sub(l), right),
                    (None, Some(r), Some(w)) if *operator == Operator::Minus => {
                        (w.checked_add(r), left)
                    }
                    (Some(l), None, Some(w)) if *operator == Operator::Minus => {
                        (l.checked_sub(w), right)
                    }
                    _ => return None,
                };
                let fits_type = |n: u64| match solved {
                    Term::Variable(v) => {
                        let (low, high) = self.0.program().ty(types[v.index()]).shape.bounds();
                        (low..=high).contains(&n)
                    }
                    _ => true,
                };
                Some(result.is_some_and(|n| fits_type(n) && self.fits(solved, n, env)))
            }
            _ => None,
        }
    }
}
