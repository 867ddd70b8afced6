//! Atoms, as they stand in rules.

use crate::kind::{Kind, Term};
use crate::node;
use senet_syntax::ast::{Mark, Prop, PropKind};
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
    let kind = PropKind::Same(Box::new(a.term()), Box::new(b.term()));
    Atom::new(node::prop(Mark::Plain, kind))
}

/// They are not the same.
pub fn differ<'r, K: Kind>(a: impl Term<'r, K>, b: impl Term<'r, K>) -> Atom<'r> {
    let kind = PropKind::Differ(Box::new(a.term()), Box::new(b.term()));
    Atom::new(node::prop(Mark::Plain, kind))
}
