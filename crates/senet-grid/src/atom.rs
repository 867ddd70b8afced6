//! Atoms, as they stand in rules.

use crate::kind::{GridKind, GridTerm, Nat};
use crate::node;
use senet_syntax::ast::{Aggregate, By, Comparison, Mark, Prop, PropKind};
use std::marker::PhantomData;

/// A predicate with its arguments, or a comparison, in the rule `'r`.
pub struct GridAtom<'r> {
    pub(crate) prop: Prop,
    rule: PhantomData<fn(&'r ()) -> &'r ()>,
}

impl<'r> GridAtom<'r> {
    pub(crate) fn new(prop: Prop) -> Self {
        GridAtom { prop, rule: PhantomData }
    }

    /// It has to be there, and stays.
    pub fn kept(mut self) -> GridAtom<'r> {
        self.prop.mark = Mark::Read;
        self
    }

    /// It is there for good, or is made so.
    pub fn for_good(mut self) -> GridAtom<'r> {
        self.prop.mark = Mark::Bang;
        self
    }
}

/// Both are the same.
pub fn same<'r, K: GridKind>(a: impl GridTerm<'r, K>, b: impl GridTerm<'r, K>) -> GridAtom<'r> {
    compare(Comparison::Same, a, b)
}

/// They are not the same.
pub fn differ<'r, K: GridKind>(a: impl GridTerm<'r, K>, b: impl GridTerm<'r, K>) -> GridAtom<'r> {
    compare(Comparison::Differ, a, b)
}

/// The first number is less than the second.
pub fn less<'r>(a: impl GridTerm<'r, Nat>, b: impl GridTerm<'r, Nat>) -> GridAtom<'r> {
    compare(Comparison::Less, a, b)
}

/// The first number is not more than the second.
pub fn at_most<'r>(a: impl GridTerm<'r, Nat>, b: impl GridTerm<'r, Nat>) -> GridAtom<'r> {
    compare(Comparison::AtMost, a, b)
}

fn compare<'r, K: GridKind>(
    comparison: Comparison,
    a: impl GridTerm<'r, K>,
    b: impl GridTerm<'r, K>,
) -> GridAtom<'r> {
    let kind = PropKind::Compare(comparison, Box::new(a.term()), Box::new(b.term()));
    GridAtom::new(node::prop(Mark::Plain, kind))
}

/// These are not all there. A variable that stands nowhere else may be anything.
pub fn none<'r>(atoms: impl IntoIterator<Item = GridAtom<'r>>) -> GridAtom<'r> {
    let props = atoms.into_iter().map(|atom| atom.prop).collect();
    GridAtom::new(node::prop(Mark::Plain, PropKind::Not(props)))
}

/// So many times these are there.
pub fn count<'r>(
    number: impl GridTerm<'r, Nat>,
    atoms: impl IntoIterator<Item = GridAtom<'r>>,
) -> GridAtom<'r> {
    let props = atoms.into_iter().map(|atom| atom.prop).collect();
    let aggregate = Aggregate { target: number.term(), by: By::Count, value: None, props };
    GridAtom::new(node::prop(Mark::Plain, PropKind::Aggregate(Box::new(aggregate))))
}

/// On a right side: wherever the first are there, the second come in their place. What the rule makes
/// itself is not looked at.
pub fn each<'r>(
    from: impl IntoIterator<Item = GridAtom<'r>>,
    to: impl IntoIterator<Item = GridAtom<'r>>,
) -> GridAtom<'r> {
    let from = from.into_iter().map(|atom| atom.prop).collect();
    let to = to.into_iter().map(|atom| atom.prop).collect();
    GridAtom::new(node::prop(Mark::Plain, PropKind::Comprehension(from, to)))
}
