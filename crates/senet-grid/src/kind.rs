//! Kinds of things, and terms of each kind.

use crate::{node, variables};
use senet_syntax::ast::{self, Operator};
use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A kind of things, as a type of Rust, so that arguments cannot be mixed up. Authors add their own.
pub trait Kind: 'static {
    /// Its name in the program.
    const NAME: &'static str;
}

/// Which kind: its name, and the type of Rust that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindId {
    pub(crate) name: &'static str,
    id: TypeId,
}

impl KindId {
    /// The kind `K`.
    pub fn of<K: Kind>() -> KindId {
        KindId { name: K::NAME, id: TypeId::of::<K>() }
    }
}

/// Those who play.
pub enum Player {}

/// Cells of the board.
pub enum Cell {}

/// Edges of the board, where they are places too.
pub enum Edge {}

/// Directions on the board.
pub enum Dir {}

/// Numbers: 0, 1, 2, …
pub enum Nat {}

impl Kind for Player {
    const NAME: &'static str = "player";
}

impl Kind for Cell {
    const NAME: &'static str = "cell";
}

impl Kind for Edge {
    const NAME: &'static str = "edge";
}

impl Kind for Dir {
    const NAME: &'static str = "dir";
}

impl Kind for Nat {
    const NAME: &'static str = "nat";
}

/// Something of a kind that can be an argument in the rule `'r`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not of the kind `{K}`",
    label = "expected something of the kind `{K}`"
)]
pub trait Term<'r, K: Kind> {
    /// As part of the program.
    fn term(&self) -> ast::Term;
}

/// A variable of the rule `'r`; it cannot be used in any other.
pub struct Var<'r, K> {
    name: VarName,
    rule: PhantomData<fn(&'r ()) -> &'r ()>,
    kind: PhantomData<fn() -> K>,
}

#[derive(Clone, Copy)]
pub(crate) enum VarName {
    /// As the author called it.
    Named(&'static str),
    /// The player whose turn it is.
    Mover,
    /// One that the author does not see.
    Unnamed(u32),
}

impl<K> Var<'_, K> {
    pub(crate) fn new(name: VarName) -> Self {
        Var { name, rule: PhantomData, kind: PhantomData }
    }
}

impl<K> Clone for Var<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Var<'_, K> {}

impl<'r, K: Kind> Term<'r, K> for Var<'r, K> {
    fn term(&self) -> ast::Term {
        match self.name {
            VarName::Named("_") => node::wild(),
            VarName::Named(name) => node::variable(name),
            VarName::Mover => node::variable(variables::MOVER),
            VarName::Unnamed(number) => node::variable(&variables::unnamed(number)),
        }
    }
}

/// A constant of a kind, or what a constructor makes of constants and variables.
pub struct Value<K> {
    term: Arc<ast::Term>,
    kind: PhantomData<fn() -> K>,
}

impl<K> Value<K> {
    pub(crate) fn new(term: ast::Term) -> Self {
        Value { term: Arc::new(term), kind: PhantomData }
    }
}

impl<K> Clone for Value<K> {
    fn clone(&self) -> Self {
        Value { term: Arc::clone(&self.term), kind: PhantomData }
    }
}

impl<K: Kind> fmt::Debug for Value<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", K::NAME, self.term)
    }
}

impl<'r, K: Kind> Term<'r, K> for Value<K> {
    fn term(&self) -> ast::Term {
        (*self.term).clone()
    }
}

impl<'r, K: Kind, T: Term<'r, K>> Term<'r, K> for &T {
    fn term(&self) -> ast::Term {
        (**self).term()
    }
}

impl<'r> Term<'r, Nat> for u64 {
    fn term(&self) -> ast::Term {
        node::number(*self)
    }
}

/// What a constructor made in the rule `'r`.
pub struct Made<'r, K> {
    pub(crate) term: ast::Term,
    pub(crate) rule: PhantomData<fn(&'r ()) -> &'r ()>,
    pub(crate) kind: PhantomData<fn() -> K>,
}

impl<'r, K: Kind> Term<'r, K> for Made<'r, K> {
    fn term(&self) -> ast::Term {
        self.term.clone()
    }
}

/// The sum of two numbers; on a left side also what fits such a sum.
pub fn plus<'r>(a: impl Term<'r, Nat>, b: impl Term<'r, Nat>) -> Made<'r, Nat> {
    compute(Operator::Plus, a, b)
}

/// The difference of two numbers. Where there is none, the rule does not apply.
pub fn minus<'r>(a: impl Term<'r, Nat>, b: impl Term<'r, Nat>) -> Made<'r, Nat> {
    compute(Operator::Minus, a, b)
}

fn compute<'r>(operator: Operator, a: impl Term<'r, Nat>, b: impl Term<'r, Nat>) -> Made<'r, Nat> {
    let term = node::compute(operator, a.term(), b.term());
    Made { term, rule: PhantomData, kind: PhantomData }
}
