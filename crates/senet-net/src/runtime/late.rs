//! What is worked out when it matters: numbers that are counted, and what is asked of them.

/// What is known of the variables.
pub(crate) type Env = Vec<Option<u64>>;

/// Aggregates and what depends on them.
#[derive(Debug, Clone)]
pub(crate) struct Late {
    pub(crate) env: Env,
    /// The least and the greatest number that each variable may be.
    pub(crate) bounds: Vec<(u64, u64)>,
    pub(crate) counts: Vec<Counting>,
    pub(crate) guards: Vec<Guard>,
}

/// How matches become a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Sum,
    Max,
    Min,
}

/// An aggregate: what each match gives, and when it counts.
#[derive(Debug, Clone)]
pub(crate) struct Counting {
    pub(crate) by: By,
    pub(crate) target: Term,
    pub(crate) matches: Vec<Counted>,
}

/// A match of an aggregate.
#[derive(Debug, Clone)]
pub(crate) struct Counted {
    pub(crate) value: u64,
    pub(crate) when: Vec<super::net::Lit>,
    pub(crate) ways: Vec<(u32, u32)>,
    pub(crate) factor: u128,
}

/// A number, a variable, or a variable and a number more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Term {
    Variable(u32),
    Number(u64),
    Plus(u32, u64),
}

/// What is done with two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

/// What is asked of numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Guard {
    Same(Term, Term),
    Differ(Term, Term),
    Less(Term, Term),
    LessOrSame(Term, Term),
    /// The variable is what comes of the two terms.
    Compute(u32, Operator, Term, Term),
}

impl Counting {
    /// Whether the sum may be too large to be stored: where copies are counted, or constants are
    /// large.
    #[allow(dead_code, reason = "asked when a net is built, not where it is printed")]
    pub(crate) fn may_overflow(&self) -> bool {
        let most = self.matches.iter().try_fold(0u64, |sum, m| {
            let ways = u64::try_from(m.factor).ok().filter(|_| m.ways.is_empty())?;
            sum.checked_add(ways.checked_mul(m.value)?)
        });
        self.by == By::Sum && most.is_none()
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

    /// Whether a term can be this number; a variable without a value gets one.
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

impl Late {
    /// Whether all guards hold; `count` works an aggregate out.
    pub(crate) fn holds(&self, count: impl Fn(&Counting) -> Option<u64>) -> bool {
        let mut env = self.env.clone();
        for counting in &self.counts {
            if !count(counting).is_some_and(|n| self.give(counting.target, n, &mut env)) {
                return false;
            }
        }
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
            if failed || open.len() == before {
                return false;
            }
        }
        true
    }

    /// Whether a term can be this number, if that is one of its type.
    fn give(&self, term: Term, n: u64, env: &mut Env) -> bool {
        let fits = match term {
            Term::Variable(v) => {
                let (low, high) = self.bounds[v as usize];
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
                Some(n.is_some_and(|n| self.give(solved, n, env)))
            }
        }
    }
}
