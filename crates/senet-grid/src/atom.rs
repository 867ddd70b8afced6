//! Atoms, as they stand in rules.

use crate::kind::{Kind, Nat, Term};
use crate::node;
use senet_syntax::ast::{Aggregate, By, Comparison, Mark, Prop, PropKind};
use std::marker::PhantomData;

/// A predicate with its arguments, or a comparison, in the rule `'r`.
pub struct Atom<'r> {
    pub(crate) prop: Prop,
    rule: PhantomData<fn(&'r ()) -> &'r ()>,
}

impl<'r> Atom<'r> {
    pub(crate) fn new(prop: Prop) -> Self {
        Atom { prop, rule: PhantomData }
    }

    /// It has to be there, and stays.
    pub fn kept(mut self) -> Atom<'r> {
        self.prop.mark = Mark::Read;
        self
    }

    /// It is there for good, or is made so.
    pub fn for_good(mut self) -> Atom<'r> {
        self.prop.mark = Mark::Bang;
        self
    }
}

/// Both are the same.
pub fn same<'r, K: Kind>(a: impl Term<'r, K>, b: impl Term<'r, K>) -> Atom<'r> {
    compare(Comparison::Same, a, b)
}

/// They are not the same.
pub fn differ<'r, K: Kind>(a: impl Term<'r, K>, b: impl Term<'r, K>) -> Atom<'r> {
    compare(Comparison::Differ, a, b)
}

/// The first number is less than the second.
pub fn less<'r>(a: impl Term<'r, Nat>, b: impl Term<'r, Nat>) -> Atom<'r> {
    compare(Comparison::Less, a, b)
}

/// The first number is not more than the second.
pub fn at_most<'r>(a: impl Term<'r, Nat>, b: impl Term<'r, Nat>) -> Atom<'r> {
    compare(Comparison::AtMost, a, b)
}

fn compare<'r, K: Kind>(
    comparison: Comparison,
    a: impl Term<'r, K>,
    b: impl Term<'r, K>,
) -> Atom<'r> {
    let kind = PropKind::Compare(comparison, Box::new(a.term()), Box::new(b.term()));
    Atom::new(node::prop(Mark::Plain, kind))
}

/// These are not all there. A variable that stands nowhere else may be anything.
pub fn none<'r>(atoms: impl IntoIterator<Item = Atom<'r>>) -> Atom<'r> {
    let props = atoms.into_iter().map(|atom| atom.prop).collect();
    Atom::new(node::prop(Mark::Plain, PropKind::Not(props)))
}

/// So many times these are there.
pub fn count<'r>(
    number: impl Term<'r, Nat>,
    atoms: impl IntoIterator<Item = Atom<'r>>,
) -> Atom<'r> {
    let props = atoms.into_iter().map(|atom| atom.prop).collect();
    let aggregate = Aggregate { target: number.term(), by: By::Count, value: None, props };
    Atom::new(node::prop(Mark::Plain, PropKind::Aggregate(Box::new(aggregate))))
}

/// On a right side: wherever the first are there, the second come in their place. What the rule makes
/// itself is not looked at.
pub fn each<'r>(
    from: impl IntoIterator<Item = Atom<'r>>,
    to: impl IntoIterator<Item = Atom<'r>>,
) -> Atom<'r> {
    let from = from.into_iter().map(|atom| atom.prop).collect();
    let to = to.into_iter().map(|atom| atom.prop).collect();
    Atom::new(node::prop(Mark::Plain, PropKind::Rewrite(from, to)))
}
