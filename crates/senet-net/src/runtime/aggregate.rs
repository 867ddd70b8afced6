//! Aggregates, which are computed on demand, and the comparisons of their values.
//!
//! A number that is counted has no fixed set of values, so that no condition over places can stand
//! for `count … > n`. It is computed when its rule is tested, from conditions that are kept up to date.

use super::condition::Literal;
use super::variant::PlaceCopies;

/// A substitution: the values of the variables, as far as they are known.
pub(crate) type Env = Vec<Option<u64>>;

/// The aggregates of an instance of a rule, and the guards over their values.
#[derive(Debug, Clone)]
pub(crate) struct AggregateCheck {
    pub(crate) env: Env,
    /// The numbers that each variable may be.
    pub(crate) bounds: Vec<NumberRange>,
    pub(crate) aggregates: Vec<Aggregate>,
    pub(crate) guards: Vec<Guard>,
}

/// The least and the greatest number of a type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberRange {
    pub(crate) low: u64,
    pub(crate) high: u64,
}

/// How the values of the matches become one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AggregateKind {
    Sum,
    Max,
    Min,
}

/// An aggregate: what each match gives, and when it counts.
#[derive(Debug, Clone)]
pub(crate) struct Aggregate {
    pub(crate) kind: AggregateKind,
    pub(crate) target: Term,
    pub(crate) matches: Vec<AggregateMatch>,
}

/// A ground match of an aggregate, which counts as long as its literals hold.
#[derive(Debug, Clone)]
pub(crate) struct AggregateMatch {
    /// What the match contributes: a summand, a candidate for the extreme, or 1 for a count.
    pub(crate) value: u64,
    pub(crate) when: Vec<Literal>,
    /// The copies that its premises pick; a sum has the match as often as there are ways to pick them.
    pub(crate) ways: Vec<PlaceCopies>,
    /// The ways to pick copies of atoms that never change.
    pub(crate) constant_ways: u128,
}

/// A number, a variable, or a variable and a number more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Term {
    Variable(u32),
    Number(u64),
    Plus(u32, u64),
}

/// Arithmetic; partial, since numbers are natural and have 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

/// A comparison, or an equation that computes a variable.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Guard {
    Same(Term, Term),
    Differ(Term, Term),
    Less(Term, Term),
    LessOrSame(Term, Term),
    /// The variable is what comes of the two terms.
    Compute(u32, Operator, Term, Term),
}

impl Aggregate {
    /// As long as there are no more copies of any atom than this, the sum fits 64 bits: a power of
    /// two, or 0 if it may always be too large. `None` if it never is.
    #[allow(dead_code, reason = "used when a net is built, not where it is printed")]
    pub(crate) fn exact_copies(&self) -> Option<u64> {
        // A match is counted at most `copies` to the power of what it picks.
        let fits = |copies: u128| {
            let sum = self.matches.iter().try_fold(0u128, |sum, m| {
                let picks: u32 = m.ways.iter().map(|w| w.copies).sum();
                let ways = copies.checked_pow(picks)?.checked_mul(m.constant_ways)?;
                sum.checked_add(ways.checked_mul(u128::from(m.value))?)
            });
            sum.is_some_and(|sum| u64::try_from(sum).is_ok())
        };
        if self.kind != AggregateKind::Sum || fits(u128::from(u64::MAX)) {
            return None;
        }
        // By powers of two, since a bound that is too low only costs time.
        let powers = (0..64).map(|bits| 1u64 << bits);
        Some(powers.take_while(|n| fits(u128::from(*n))).last().unwrap_or(0))
    }
}

impl Operator {
    fn compute(self, left: u64, right: u64) -> Option<u64> {
        match self {
            Operator::Plus => left.checked_add(right),
            Operator::Minus => left.checked_sub(right),
            Operator::Times => left.checked_mul(right),
            Operator::Over => left.checked_div(right),
            Operator::Modulo => left.checked_rem(right),
        }
    }
}

impl Term {
    fn value(self, env: &Env) -> Option<u64> {
        match self {
            Term::Variable(v) => env[v as usize],
            Term::Number(n) => Some(n),
            Term::Plus(v, n) => env[v as usize]?.checked_add(n),
        }
    }

    /// Unifies a term with a number: a variable without a value gets one.
    fn fits(self, n: u64, env: &mut Env) -> bool {
        match self {
            Term::Number(own) => own == n,
            Term::Plus(v, more) => {
                n.checked_sub(more).is_some_and(|rest| Term::Variable(v).fits(rest, env))
            }
            Term::Variable(v) => match env[v as usize] {
                Some(known) => known == n,
                None => {
                    env[v as usize] = Some(n);
                    true
                }
            },
        }
    }
}

impl AggregateCheck {
    /// Whether all guards hold; `compute` gives the value of an aggregate.
    pub(crate) fn holds(&self, compute: impl Fn(&Aggregate) -> Option<u64>) -> bool {
        let mut env = self.env.clone();
        for aggregate in &self.aggregates {
            if !compute(aggregate).is_some_and(|n| self.assign(aggregate.target, n, &mut env)) {
                return false;
            }
        }
        // Guards give values to each other's variables, so that they are tried in rounds until none
        // is left, or none can be decided. Cost: quadratic in a handful.
        let mut open: Vec<&Guard> = self.guards.iter().collect();
        while !open.is_empty() {
            let before = open.len();
            let mut failed = false;
            open.retain(|guard| match self.guard(guard, &mut env) {
                None => true,
                Some(holds) => {
                    failed |= !holds;
                    false
                }
            });
            // A guard that too little is known about never becomes known: such an instance does not
            // hold.
            if failed || open.len() == before {
                return false;
            }
        }
        true
    }

    /// Unifies a term with a number, if the number is of its type.
    fn assign(&self, term: Term, n: u64, env: &mut Env) -> bool {
        let fits = match term {
            Term::Variable(v) => {
                let NumberRange { low, high } = self.bounds[v as usize];
                (low..=high).contains(&n)
            }
            _ => true,
        };
        fits && term.fits(n, env)
    }

    /// Whether a guard holds; `None` if too little is known.
    fn guard(&self, guard: &Guard, env: &mut Env) -> Option<bool> {
        match *guard {
            Guard::Same(left, right) => match (left.value(env), right.value(env)) {
                (Some(n), _) => Some(right.fits(n, env)),
                (None, Some(n)) => Some(left.fits(n, env)),
                (None, None) => None,
            },
            Guard::Differ(left, right) => Some(left.value(env)? != right.value(env)?),
            Guard::Less(left, right) => Some(left.value(env)? < right.value(env)?),
            Guard::LessOrSame(left, right) => Some(left.value(env)? <= right.value(env)?),
            Guard::Compute(target, operator, left, right) => {
                let whole = Term::Variable(target);
                let sum = operator == Operator::Plus;
                let turns = sum || operator == Operator::Minus;
                // A sum and a difference give each of their parts from the others.
                let (solved, n) = match (left.value(env), right.value(env), whole.value(env)) {
                    (Some(l), Some(r), _) => (whole, operator.compute(l, r)),
                    (None, Some(r), Some(w)) if sum => (left, w.checked_sub(r)),
                    (None, Some(r), Some(w)) if turns => (left, w.checked_add(r)),
                    (Some(l), None, Some(w)) if sum => (right, w.checked_sub(l)),
                    (Some(l), None, Some(w)) if turns => (right, l.checked_sub(w)),
                    _ => return None,
                };
                Some(n.is_some_and(|n| self.assign(solved, n, env)))
            }
        }
    }
}
