//! Predicates and constructors, which know the kinds of their arguments.

use crate::atom::Atom;
use crate::kind::{Kind, Made, Term};
use crate::node;
use senet_syntax::ast;
use std::marker::PhantomData;
use std::sync::Arc;

/// A predicate over arguments of these kinds, such as `(Player, Cell)`.
pub struct Pred<A> {
    name: Arc<str>,
    kinds: PhantomData<fn() -> A>,
}

/// A constructor of a kind `K` from arguments of these kinds.
pub struct Con<A, K> {
    name: Arc<str>,
    kinds: PhantomData<fn() -> (A, K)>,
}

/// The kinds of some arguments: a tuple of up to four kinds.
pub trait Kinds {
    /// Their names.
    fn names() -> Vec<&'static str>;
}

impl<A> Pred<A> {
    pub(crate) fn new(name: &str) -> Self {
        Pred { name: Arc::from(name), kinds: PhantomData }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn atom<'r>(&self, arguments: Vec<ast::Term>) -> Atom<'r> {
        Atom::new(node::plain(&self.name, arguments))
    }
}

impl<A, K> Con<A, K> {
    pub(crate) fn new(name: &str) -> Self {
        Con { name: Arc::from(name), kinds: PhantomData }
    }

    fn made<'r>(&self, arguments: Vec<ast::Term>) -> Made<'r, K> {
        let term = node::apply(&self.name, arguments);
        Made { term, rule: PhantomData, kind: PhantomData }
    }
}

impl Kinds for () {
    fn names() -> Vec<&'static str> {
        Vec::new()
    }
}

impl Pred<()> {
    /// The atom without arguments.
    #[allow(clippy::should_implement_trait, reason = "it is like `of` with arguments")]
    pub fn of<'r>(&self) -> Atom<'r> {
        self.atom(Vec::new())
    }
}

macro_rules! of_arguments {
    ($($kind:ident $value:ident),*) => {
        impl<$($kind: Kind),*> Kinds for ($($kind,)*) {
            fn names() -> Vec<&'static str> {
                vec![$($kind::NAME),*]
            }
        }

        impl<$($kind: Kind),*> Pred<($($kind,)*)> {
            /// The atom with these arguments.
            pub fn of<'r>(&self, $($value: impl Term<'r, $kind>),*) -> Atom<'r> {
                self.atom(vec![$($value.term()),*])
            }
        }

        impl<$($kind: Kind,)* K: Kind> Con<($($kind,)*), K> {
            /// What it makes of these arguments.
            pub fn of<'r>(&self, $($value: impl Term<'r, $kind>),*) -> Made<'r, K> {
                self.made(vec![$($value.term()),*])
            }
        }
    };
}

of_arguments!(A a);
of_arguments!(A a, B b);
of_arguments!(A a, B b, C c);
of_arguments!(A a, B b, C c, D d);
