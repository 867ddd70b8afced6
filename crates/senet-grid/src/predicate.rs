//! Predicates and constructors, which know the kinds of their arguments.

use crate::atom::GridAtom;
use crate::kind::{GridKind, GridTerm, KindId, Made};
use crate::node;
use senet_syntax::ast;
use std::marker::PhantomData;
use std::sync::Arc;

/// A predicate over arguments of these kinds, such as `(PlayerKind, CellKind)`.
pub struct Pred<A> {
    name: Arc<str>,
    kinds: PhantomData<fn() -> A>,
}

/// A constructor of a kind `K` from arguments of these kinds.
pub struct Con<A, K> {
    name: Arc<str>,
    kinds: PhantomData<fn() -> (A, K)>,
}

/// The kinds of some arguments: a tuple of up to twelve kinds, an array `[CellKind; 20]` of one kind, or
/// [`And`], which puts two of these together.
pub trait Kinds {
    /// Each of them.
    fn kinds() -> Vec<KindId>;
}

/// Arguments of the kinds `A`, in the rule `'r`: what [`And`] is given twice of.
#[diagnostic::on_unimplemented(
    message = "these are no arguments of the kinds `{A}`",
    label = "expected a tuple or an array for `{A}`"
)]
pub trait Arguments<'r, A: Kinds> {
    /// As part of the program.
    fn terms(self) -> Vec<ast::TermExpr>;
}

/// The kinds `A`, followed by the kinds `B`.
///
/// ```
/// # use senet_grid::{And, CellKind, Grid, Nat, PlayerKind};
/// # let g = Grid::new("", "");
/// let snake = g.pred::<And<(PlayerKind, Nat), [CellKind; 15]>>("snake");
/// g.interactive("play").rule("wait", "", |r| {
///     let cells = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O"];
///     let body = cells.map(|name| r.any(name));
///     r.from([snake.of((r.mover(), 15), body).kept()]).to([])
/// });
/// ```
pub struct And<A, B>(PhantomData<fn() -> (A, B)>);

impl<A> Pred<A> {
    pub(crate) fn new(name: &str) -> Self {
        Pred { name: Arc::from(name), kinds: PhantomData }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn atom<'r>(&self, arguments: Vec<ast::TermExpr>) -> GridAtom<'r> {
        GridAtom::new(node::plain(&self.name, arguments))
    }
}

impl<A, K> Con<A, K> {
    pub(crate) fn new(name: &str) -> Self {
        Con { name: Arc::from(name), kinds: PhantomData }
    }

    fn made<'r>(&self, arguments: Vec<ast::TermExpr>) -> Made<'r, K> {
        let term = node::apply(&self.name, arguments);
        Made { term, rule: PhantomData, kind: PhantomData }
    }
}

impl Kinds for () {
    fn kinds() -> Vec<KindId> {
        Vec::new()
    }
}

impl<'r> Arguments<'r, ()> for () {
    fn terms(self) -> Vec<ast::TermExpr> {
        Vec::new()
    }
}

impl Pred<()> {
    /// The atom without arguments.
    #[allow(clippy::should_implement_trait, reason = "it is like `of` with arguments")]
    pub fn of<'r>(&self) -> GridAtom<'r> {
        self.atom(Vec::new())
    }
}

impl<K: GridKind, const N: usize> Kinds for [K; N] {
    fn kinds() -> Vec<KindId> {
        vec![KindId::of::<K>(); N]
    }
}

impl<'r, K: GridKind, T: GridTerm<'r, K>, const N: usize> Arguments<'r, [K; N]> for [T; N] {
    fn terms(self) -> Vec<ast::TermExpr> {
        self.iter().map(GridTerm::term).collect()
    }
}

impl<K: GridKind, const N: usize> Pred<[K; N]> {
    /// The atom with these arguments.
    pub fn of<'r>(&self, arguments: [impl GridTerm<'r, K>; N]) -> GridAtom<'r> {
        self.atom(arguments.terms())
    }
}

impl<L: GridKind, K: GridKind, const N: usize> Con<[L; N], K> {
    /// What it makes of these arguments.
    pub fn of<'r>(&self, arguments: [impl GridTerm<'r, L>; N]) -> Made<'r, K> {
        self.made(arguments.terms())
    }
}

impl<A: Kinds, B: Kinds> Kinds for And<A, B> {
    fn kinds() -> Vec<KindId> {
        A::kinds().into_iter().chain(B::kinds()).collect()
    }
}

impl<'r, A: Kinds, B: Kinds, X, Y> Arguments<'r, And<A, B>> for (X, Y)
where
    X: Arguments<'r, A>,
    Y: Arguments<'r, B>,
{
    fn terms(self) -> Vec<ast::TermExpr> {
        self.0.terms().into_iter().chain(self.1.terms()).collect()
    }
}

impl<A: Kinds, B: Kinds> Pred<And<A, B>> {
    /// The atom with these arguments.
    pub fn of<'r>(&self, a: impl Arguments<'r, A>, b: impl Arguments<'r, B>) -> GridAtom<'r> {
        self.atom((a, b).terms())
    }
}

impl<A: Kinds, B: Kinds, K: GridKind> Con<And<A, B>, K> {
    /// What it makes of these arguments.
    pub fn of<'r>(&self, a: impl Arguments<'r, A>, b: impl Arguments<'r, B>) -> Made<'r, K> {
        self.made((a, b).terms())
    }
}

macro_rules! of_arguments {
    ($($kind:ident $term:ident $value:ident),*) => {
        impl<$($kind: GridKind),*> Kinds for ($($kind,)*) {
            fn kinds() -> Vec<KindId> {
                vec![$(KindId::of::<$kind>()),*]
            }
        }

        impl<'r, $($kind: GridKind, $term: GridTerm<'r, $kind>),*> Arguments<'r, ($($kind,)*)>
            for ($($term,)*)
        {
            fn terms(self) -> Vec<ast::TermExpr> {
                let ($($value,)*) = self;
                vec![$($value.term()),*]
            }
        }

        impl<$($kind: GridKind),*> Pred<($($kind,)*)> {
            /// The atom with these arguments.
            #[allow(clippy::too_many_arguments, reason = "as many as the predicate has")]
            pub fn of<'r>(&self, $($value: impl GridTerm<'r, $kind>),*) -> GridAtom<'r> {
                self.atom(vec![$($value.term()),*])
            }
        }

        impl<$($kind: GridKind,)* Z: GridKind> Con<($($kind,)*), Z> {
            /// What it makes of these arguments.
            #[allow(clippy::too_many_arguments, reason = "as many as the constructor has")]
            pub fn of<'r>(&self, $($value: impl GridTerm<'r, $kind>),*) -> Made<'r, Z> {
                self.made(vec![$($value.term()),*])
            }
        }
    };
}

of_arguments!(A A1 a);
of_arguments!(A A1 a, B B1 b);
of_arguments!(A A1 a, B B1 b, C C1 c);
of_arguments!(A A1 a, B B1 b, C C1 c, D D1 d);
of_arguments!(A A1 a, B B1 b, C C1 c, D D1 d, E E1 e);
of_arguments!(A A1 a, B B1 b, C C1 c, D D1 d, E E1 e, F F1 f);
of_arguments!(A A1 a, B B1 b, C C1 c, D D1 d, E E1 e, F F1 f, G G1 g);
of_arguments!(A A1 a, B B1 b, C C1 c, D D1 d, E E1 e, F F1 f, G G1 g, H H1 h);
of_arguments!(A A1 a, B B1 b, C C1 c, D D1 d, E E1 e, F F1 f, G G1 g, H H1 h, I I1 i);
of_arguments!(A A1 a, B B1 b, C C1 c, D D1 d, E E1 e, F F1 f, G G1 g, H H1 h, I I1 i, J J1 j);
of_arguments!(
    A A1 a, B B1 b, C C1 c, D D1 d, E E1 e, F F1 f, G G1 g, H H1 h, I I1 i, J J1 j, K K1 k
);
of_arguments!(
    A A1 a, B B1 b, C C1 c, D D1 d, E E1 e, F F1 f, G G1 g, H H1 h, I I1 i, J J1 j, K K1 k, L L1 l
);
