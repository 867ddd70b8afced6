//! First-order unification and matching, with numbers.

use crate::ids::{ConId, VarId};
use crate::program::{Atom, Term};
use crate::settle::{OutOfWork, Work};

/// Something with its variables moved up by so many, so that two rules have none in common.
pub(super) type Moved<'t, T> = (&'t T, u32);

/// What the variables of two rules have to be for some of their atoms to be the same.
#[derive(Clone, Default)]
pub(super) struct Unifier {
    values: Vec<Option<Term>>,
}

impl Unifier {
    /// Nothing is known of so many variables.
    pub(super) fn new(variables: usize) -> Unifier {
        Unifier { values: vec![None; variables] }
    }

    fn get(&self, v: VarId) -> Option<&Term> {
        self.values.get(v.index()).and_then(Option::as_ref)
    }

    fn set(&mut self, v: VarId, term: Term) -> bool {
        // The occurs check: `X = f X` has no finite solution.
        let mut inside = false;
        term.each_variable(&mut |w| inside |= w == v);
        if inside {
            return false;
        }
        if self.values.len() <= v.index() {
            self.values.resize(v.index() + 1, None);
        }
        self.values[v.index()] = Some(term);
        true
    }

    /// An atom with everything put in that is known.
    pub(super) fn atom(
        &self,
        (atom, by): Moved<'_, Atom>,
        work: &mut Work,
    ) -> Result<Atom, OutOfWork> {
        let mut arguments = Vec::with_capacity(atom.arguments.len());
        for term in &atom.arguments {
            arguments.push(self.term((term, by), work)?);
        }
        Ok(Atom { predicate: atom.predicate, arguments })
    }

    /// A term with everything put in that is known. It may be much larger than what went in, so
    /// its size is counted.
    pub(super) fn term(
        &self,
        (term, by): Moved<'_, Term>,
        work: &mut Work,
    ) -> Result<Term, OutOfWork> {
        work.spend(1)?;
        // Values of variables contain variables themselves (a triangular substitution), so they are
        // resolved when read. Shared subterms are expanded, exponentially in the worst case.
        Ok(match term {
            Term::Variable(v) => match self.get(VarId(v.0 + by)) {
                Some(value) => self.term((value, 0), work)?,
                None => Term::Variable(VarId(v.0 + by)),
            },
            Term::Plus(v, n) => match self.get(VarId(v.0 + by)) {
                Some(value) => plus(self.term((value, 0), work)?, *n),
                None => Term::Plus(VarId(v.0 + by), *n),
            },
            Term::Number(n) => Term::Number(*n),
            Term::Apply(c, inner) => {
                let mut arguments = Vec::with_capacity(inner.len());
                for term in inner {
                    arguments.push(self.term((term, by), work)?);
                }
                Term::Apply(*c, arguments)
            }
        })
    }

    /// Whether two atoms are the same, with everything put in that is known.
    pub(super) fn is_same(
        &self,
        (a, by_a): Moved<'_, Atom>,
        (b, by_b): Moved<'_, Atom>,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        work.spend(1)?;
        Ok(a.predicate == b.predicate
            && self.are_same((&a.arguments, by_a), (&b.arguments, by_b), work)?)
    }

    fn are_same(
        &self,
        (all, by_all): Moved<'_, Vec<Term>>,
        (others, by_others): Moved<'_, Vec<Term>>,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        for (a, b) in all.iter().zip(others) {
            work.spend(1)?;
            // Heads first: terms that differ at the top are not expanded.
            let same = match (self.head((a, by_all)), self.head((b, by_others))) {
                (Head::Number(m), Head::Number(n)) => m == n,
                (Head::Variable(v, m), Head::Variable(w, n)) => v == w && m == n,
                (Head::Apply(c, a), Head::Apply(d, b)) => c == d && self.are_same(a, b, work)?,
                _ => false,
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a term begins with when everything is put in that is known.
    fn head<'t>(&'t self, (mut term, mut by): Moved<'t, Term>) -> Head<'t> {
        let mut more = 0u64;
        loop {
            let variable = match term {
                Term::Number(n) => return Head::Number(n.saturating_add(more)),
                Term::Apply(c, inner) => return Head::Apply(*c, (inner, by)),
                Term::Variable(v) => v,
                Term::Plus(v, n) => {
                    more = more.saturating_add(*n);
                    v
                }
            };
            let variable = VarId(variable.0 + by);
            match self.get(variable) {
                Some(value) => (term, by) = (value, 0),
                None => return Head::Variable(variable, more),
            }
        }
    }

    /// Makes two atoms of one predicate the same, if that is possible.
    pub(super) fn atoms(
        &mut self,
        (a, by_a): Moved<'_, Atom>,
        (b, by_b): Moved<'_, Atom>,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        for (a, b) in a.arguments.iter().zip(&b.arguments) {
            if !self.unify((a, by_a), (b, by_b), work)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn unify(
        &mut self,
        a: Moved<'_, Term>,
        b: Moved<'_, Term>,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        // Robinson's algorithm (1965), with `v + n` for `n` successors of `v`. Terms are
        // written out at each step, which can be exponential; the steps are counted, and
        // such a pair of rules stays undecided.
        let (a, b) = (self.term(a, work)?, self.term(b, work)?);
        if a == b {
            return Ok(true);
        }
        Ok(match (a, b) {
            (Term::Variable(v), t) | (t, Term::Variable(v)) => self.set(v, t),
            // `v + m = w + n` with `m >= n` means `w = v + (m - n)`; one variable with
            // two different additions has no solution.
            (Term::Plus(v, m), Term::Plus(w, n)) if m >= n => {
                v != w && self.set(w, plus(Term::Variable(v), m - n))
            }
            (Term::Plus(v, m), Term::Plus(w, n)) => {
                v != w && self.set(v, plus(Term::Variable(w), n - m))
            }
            (Term::Plus(v, n), Term::Number(m)) | (Term::Number(m), Term::Plus(v, n)) => {
                m.checked_sub(n).is_some_and(|rest| self.set(v, Term::Number(rest)))
            }
            (Term::Apply(c, inner), Term::Apply(d, others)) if c == d => {
                for (a, b) in inner.iter().zip(&others) {
                    if !self.unify((a, 0), (b, 0), work)? {
                        return Ok(false);
                    }
                }
                true
            }
            _ => false,
        })
    }
}

/// What a term begins with: a variable and what is added to it, or no variable.
enum Head<'t> {
    Variable(VarId, u64),
    Number(u64),
    Apply(ConId, Moved<'t, Vec<Term>>),
}

/// Matches a pattern against an atom whose variables stand for themselves.
pub(super) fn matches(pattern: &Atom, atom: &Atom, values: &mut [Option<Term>]) -> bool {
    let mut both = pattern.arguments.iter().zip(&atom.arguments);
    pattern.predicate == atom.predicate && both.all(|(p, t)| match_term(p, t, values))
}

fn match_term(pattern: &Term, term: &Term, values: &mut [Option<Term>]) -> bool {
    match (pattern, term) {
        (Term::Variable(v), term) => match &values[v.index()] {
            Some(known) => known == term,
            None => {
                values[v.index()] = Some(term.clone());
                true
            }
        },
        (Term::Plus(v, n), term) => match minus(term, *n) {
            Some(rest) => match_term(&Term::Variable(*v), &rest, values),
            None => false,
        },
        (Term::Number(m), Term::Number(n)) => m == n,
        (Term::Apply(c, inner), Term::Apply(d, others)) => {
            c == d && inner.iter().zip(others).all(|(p, t)| match_term(p, t, values))
        }
        _ => false,
    }
}

/// An atom with the values of its variables; `None` if one has none.
pub(super) fn instance(atom: &Atom, values: &[Option<Term>]) -> Option<Atom> {
    let arguments = atom.arguments.iter().map(|t| instance_term(t, values));
    Some(Atom { predicate: atom.predicate, arguments: arguments.collect::<Option<_>>()? })
}

/// A term with the values of its variables; `None` if one has none.
pub(super) fn instance_term(term: &Term, values: &[Option<Term>]) -> Option<Term> {
    Some(match term {
        Term::Variable(v) => values[v.index()].clone()?,
        Term::Plus(v, n) => plus(values[v.index()].clone()?, *n),
        Term::Number(n) => Term::Number(*n),
        Term::Apply(c, inner) => {
            let inner = inner.iter().map(|t| instance_term(t, values));
            Term::Apply(*c, inner.collect::<Option<_>>()?)
        }
    })
}

/// `term - n`, where that is a term.
fn minus(term: &Term, n: u64) -> Option<Term> {
    match term {
        Term::Number(m) => m.checked_sub(n).map(Term::Number),
        Term::Plus(w, m) if *m > n => Some(Term::Plus(*w, m - n)),
        Term::Plus(w, m) if *m == n => Some(Term::Variable(*w)),
        _ => None,
    }
}

fn plus(term: Term, n: u64) -> Term {
    match term {
        Term::Number(m) => Term::Number(m.saturating_add(n)),
        Term::Variable(v) if n > 0 => Term::Plus(v, n),
        Term::Plus(v, m) => Term::Plus(v, m.saturating_add(n)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Unifier, minus, plus};
    use crate::ids::{ConId, PredId, VarId};
    use crate::program::Atom;
    use crate::program::Term::{Apply, Number, Plus, Variable};
    use crate::settle::Work;

    fn unifies(a: &crate::Term, b: &crate::Term) -> Option<crate::Term> {
        let mut unifier = Unifier::default();
        let mut work = Work(1_000);
        let fine = unifier.unify((a, 0), (b, 0), &mut work).ok()?;
        if fine {
            let [a, b] = [a, b].map(|t| Atom { predicate: PredId(0), arguments: vec![t.clone()] });
            assert!(unifier.is_same((&a, 0), (&b, 0), &mut work).is_ok_and(|same| same));
        }
        fine.then(|| unifier.term((a, 0), &mut work).ok())?
    }

    #[test]
    fn numbers_unify_as_if_they_were_written_out() {
        let (x, y) = (VarId(0), VarId(1));
        assert_eq!(unifies(&Plus(x, 2), &Number(5)), Some(Number(5)));
        assert_eq!(unifies(&Plus(x, 6), &Number(5)), None);
        assert_eq!(unifies(&Plus(x, 2), &Plus(y, 5)), Some(Plus(y, 5)));
        assert_eq!(unifies(&Plus(x, 2), &Plus(x, 3)), None);
        assert_eq!(unifies(&Plus(x, 1), &Variable(x)), None);
        assert_eq!(minus(&Plus(x, 2), 2), Some(Variable(x)));
        assert_eq!(plus(Variable(x), 0), Variable(x));
    }

    #[test]
    fn terms_unify_from_the_inside() {
        let (x, y) = (VarId(0), VarId(1));
        let pair = |a, b| Apply(ConId(0), vec![a, b]);
        let (a, b) = (Apply(ConId(1), vec![]), Apply(ConId(2), vec![]));
        let left = pair(Variable(x), a.clone());
        let right = pair(b.clone(), Variable(y));
        assert_eq!(unifies(&left, &right), Some(pair(b.clone(), a.clone())));
        assert_eq!(unifies(&pair(Variable(x), Variable(x)), &pair(a, b)), None);
    }

    #[test]
    fn a_term_that_grows_without_bound_runs_out_of_work() {
        // X0 = f X1 X1, X1 = f X2 X2, and so on: the first is of size 2^60.
        let mut unifier = Unifier::default();
        for i in 0..60 {
            let next = Variable(VarId(i + 1));
            let term = Apply(ConId(0), vec![next.clone(), next]);
            assert!(unifier.set(VarId(i), term));
        }
        let mut work = Work(10_000);
        assert!(unifier.term((&Variable(VarId(0)), 0), &mut work).is_err());
    }
}
