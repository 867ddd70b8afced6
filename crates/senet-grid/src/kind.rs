//! Kinds of things, and terms of each kind.

use crate::{node, variables};
use senet_syntax::ast::{self, Operator};
use std::any::TypeId;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A kind of things, as a type of Rust, so that arguments cannot be mixed up. Authors add their own.
pub trait GridKind: 'static {
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
    pub fn of<K: GridKind>() -> KindId {
        KindId { name: K::NAME, id: TypeId::of::<K>() }
    }
}

/// Those who play.
pub enum PlayerKind {}

/// Cells of the board.
pub enum CellKind {}

/// Edges of the board, where they are places too.
pub enum EdgeKind {}

/// Directions on the board.
pub enum DirKind {}

/// Numbers: 0, 1, 2, …
pub enum Nat {}

impl GridKind for PlayerKind {
    const NAME: &'static str = "player";
}

impl GridKind for CellKind {
    const NAME: &'static str = "cell";
}

impl GridKind for EdgeKind {
    const NAME: &'static str = "edge";
}

impl GridKind for DirKind {
    const NAME: &'static str = "dir";
}

impl GridKind for Nat {
    const NAME: &'static str = "nat";
}

/// Something of a kind that can be an argument in the rule `'r`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not of the kind `{K}`",
    label = "expected something of the kind `{K}`"
)]
pub trait GridTerm<'r, K: GridKind> {
    /// As part of the program.
    fn term(&self) -> ast::TermExpr;
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

impl<'r, K: GridKind> GridTerm<'r, K> for Var<'r, K> {
    fn term(&self) -> ast::TermExpr {
        match self.name {
            VarName::Named("_") => node::wild(),
            VarName::Named(name) => node::variable(name),
            VarName::Mover => node::variable(variables::MOVER),
            VarName::Unnamed(number) => node::variable(&variables::unnamed(number)),
        }
    }
}

/// A constant of a kind, or what a constructor makes of constants and variables.
pub struct GridValue<K> {
    term: Arc<ast::TermExpr>,
    kind: PhantomData<fn() -> K>,
}

impl<K> GridValue<K> {
    pub(crate) fn new(term: ast::TermExpr) -> Self {
        GridValue { term: Arc::new(term), kind: PhantomData }
    }
}

impl<K> Clone for GridValue<K> {
    fn clone(&self) -> Self {
        GridValue { term: Arc::clone(&self.term), kind: PhantomData }
    }
}

impl<K: GridKind> fmt::Debug for GridValue<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", K::NAME, self.term)
    }
}

impl<'r, K: GridKind> GridTerm<'r, K> for GridValue<K> {
    fn term(&self) -> ast::TermExpr {
        (*self.term).clone()
    }
}

impl<'r, K: GridKind, T: GridTerm<'r, K>> GridTerm<'r, K> for &T {
    fn term(&self) -> ast::TermExpr {
        (**self).term()
    }
}

impl<'r> GridTerm<'r, Nat> for u64 {
    fn term(&self) -> ast::TermExpr {
        node::number(*self)
    }
}

/// What a constructor made in the rule `'r`.
pub struct Made<'r, K> {
    pub(crate) term: ast::TermExpr,
    pub(crate) rule: PhantomData<fn(&'r ()) -> &'r ()>,
    pub(crate) kind: PhantomData<fn() -> K>,
}

impl<'r, K: GridKind> GridTerm<'r, K> for Made<'r, K> {
    fn term(&self) -> ast::TermExpr {
        self.term.clone()
    }
}

/// The sum of two numbers; on a left side also what fits such a sum.
pub fn plus<'r>(a: impl GridTerm<'r, Nat>, b: impl GridTerm<'r, Nat>) -> Made<'r, Nat> {
    compute(Operator::Plus, a, b)
}

/// The difference of two numbers. Where there is none, the rule does not apply.
pub fn minus<'r>(a: impl GridTerm<'r, Nat>, b: impl GridTerm<'r, Nat>) -> Made<'r, Nat> {
    compute(Operator::Minus, a, b)
}

fn compute<'r>(
    operator: Operator,
    a: impl GridTerm<'r, Nat>,
    b: impl GridTerm<'r, Nat>,
) -> Made<'r, Nat> {
    let term = node::compute(operator, a.term(), b.term());
    Made { term, rule: PhantomData, kind: PhantomData }
}
