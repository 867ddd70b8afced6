//! Terms for the reference interpreter: order, matching, substitution.

use senet_program::modes::Bound;
use senet_program::{Atom, Term, VarId};
use std::cmp::Ordering;

/// A partial substitution.
pub(crate) type Values = Vec<Option<Term>>;

/// Constants by declaration, numbers by size, terms by constructor, then arguments.
pub(crate) fn compare(a: &Term, b: &Term) -> Ordering {
    match (a, b) {
        (Term::Number(m), Term::Number(n)) => m.cmp(n),
        (Term::Apply(c, s), Term::Apply(d, t)) => c.cmp(d).then_with(|| compare_all(s, t)),
        _ => unreachable!("values of one type are of one kind"),
    }
}

pub(crate) fn compare_all(a: &[Term], b: &[Term]) -> Ordering {
    a.iter().zip(b).map(|(a, b)| compare(a, b)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}

pub(crate) fn match_atom(pattern: &Atom, atom: &Atom, values: &mut Values) -> bool {
    pattern.predicate == atom.predicate
        && pattern.arguments.iter().zip(&atom.arguments).all(|(p, t)| match_term(p, t, values))
}

pub(crate) fn match_term(pattern: &Term, term: &Term, values: &mut Values) -> bool {
    match (pattern, term) {
        (Term::Variable(v), _) => *values[v.index()].get_or_insert_with(|| term.clone()) == *term,
        (Term::Plus(v, n), Term::Number(m)) => {
            *m >= *n && match_term(&Term::Variable(*v), &Term::Number(m - n), values)
        }
        (Term::Apply(c, s), Term::Apply(d, t)) => {
            c == d && s.iter().zip(t).all(|(p, t)| match_term(p, t, values))
        }
        _ => pattern == term,
    }
}

pub(crate) fn instance(term: &Term, values: &Values) -> Term {
    let value = |v: &VarId| values[v.index()].clone().expect("bound");
    match term {
        Term::Variable(v) => value(v),
        Term::Plus(v, n) => match value(v) {
            Term::Number(m) => Term::Number(m + n),
            _ => unreachable!("numbers are numbers"),
        },
        Term::Number(n) => Term::Number(*n),
        Term::Apply(c, inner) => {
            Term::Apply(*c, inner.iter().map(|t| instance(t, values)).collect())
        }
    }
}

pub(crate) fn instance_atom(atom: &Atom, values: &Values) -> Atom {
    let arguments = atom.arguments.iter().map(|t| instance(t, values)).collect();
    Atom { predicate: atom.predicate, arguments }
}

pub(crate) fn ground(atom: &Atom, values: &[Term]) -> Atom {
    instance_atom(atom, &some(values))
}

pub(crate) fn some(values: &[Term]) -> Values {
    values.iter().cloned().map(Some).collect()
}

pub(crate) fn known(term: &Term, values: &Values) -> bool {
    let mut all = true;
    term.each_variable(&mut |v| all &= values[v.index()].is_some());
    all
}

pub(crate) fn bound(values: &Values) -> Bound {
    let mut bound = Bound::new(values.len());
    (0..values.len()).filter(|i| values[*i].is_some()).for_each(|i| bound.bind(VarId::new(i)));
    bound
}

pub(crate) fn mask(atom: &Atom, values: &Values) -> u64 {
    bound(values).known(&atom.arguments)
}

pub(crate) fn number(term: &Term, values: &Values) -> u64 {
    match instance(term, values) {
        Term::Number(n) => n,
        _ => unreachable!("numbers are numbers"),
    }
}

/// A goal with its known arguments, and variables for the others.
pub(crate) fn query(goal: &Atom, values: &Values) -> Atom {
    let ask = |(i, t): (usize, &Term)| {
        if known(t, values) { instance(t, values) } else { Term::Variable(VarId::new(i)) }
    };
    let arguments = goal.arguments.iter().enumerate().map(ask).collect();
    Atom { predicate: goal.predicate, arguments }
}
