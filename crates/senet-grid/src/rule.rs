//! Rules, each with variables of its own.

use crate::atom::GridAtom;
use crate::kind::{GridKind, PlayerKind, Var, VarName};
use senet_syntax::ast::Prop;
use std::cell::Cell;
use std::marker::PhantomData;

/// Where a rule is written: it gives out the rule's variables.
pub struct Rules<'r> {
    counted: Cell<u32>,
    rule: PhantomData<fn(&'r ()) -> &'r ()>,
}

/// The left side of a rule.
pub struct From<'r> {
    left: Vec<GridAtom<'r>>,
}

/// A rule: what it takes, and what it makes.
pub struct GridRule<'r> {
    pub(crate) left: Vec<Prop>,
    pub(crate) right: Vec<Prop>,
    rule: PhantomData<fn(&'r ()) -> &'r ()>,
}

impl<'r> Rules<'r> {
    pub(crate) fn new() -> Self {
        Rules { counted: Cell::new(0), rule: PhantomData }
    }

    /// The player whose turn it is. In labels and in the text it is the variable `P`, unless the
    /// rule has another variable of that name.
    pub fn mover(&self) -> Var<'r, PlayerKind> {
        Var::new(VarName::Mover)
    }

    /// A variable; names begin in upper case. The same name is the same variable, and never one that
    /// a helper such as [`GridBoard::in_a_line`](crate::GridBoard::in_a_line) made. `_` is another one each
    /// time.
    pub fn any<K: GridKind>(&self, name: &'static str) -> Var<'r, K> {
        Var::new(VarName::Named(name))
    }

    /// What the rule takes, or keeps.
    pub fn from(&self, left: impl IntoIterator<Item = GridAtom<'r>>) -> From<'r> {
        From { left: left.into_iter().collect() }
    }

    /// A variable that no other can be: for helpers of your own that need some.
    pub fn fresh<K: GridKind>(&self) -> Var<'r, K> {
        self.counted.set(self.counted.get() + 1);
        Var::new(VarName::Unnamed(self.counted.get()))
    }
}

impl<'r> From<'r> {
    /// And this, too.
    pub fn and(mut self, more: impl IntoIterator<Item = GridAtom<'r>>) -> From<'r> {
        self.left.extend(more);
        self
    }

    /// What the rule makes of it.
    pub fn to(self, right: impl IntoIterator<Item = GridAtom<'r>>) -> GridRule<'r> {
        GridRule {
            left: self.left.into_iter().map(|atom| atom.prop).collect(),
            right: right.into_iter().map(|atom| atom.prop).collect(),
            rule: PhantomData,
        }
    }
}
