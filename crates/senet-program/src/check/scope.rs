//! The variables of one rule, clause or pattern, while it is being read.
//!
//! Three sorts have numbers of their own until the whole is known: written variables count from 0;
//! results of sums that stand in terms are *hidden*, and come behind all written ones in the end;
//! variables that stand only inside of `not`, an aggregate or a comprehension are *local* to them. Blocks
//! stand inside of each other, and a local variable knows how deep it stands.

use crate::check::declarations::{NUMBER, UNKNOWN};
use crate::check::premises::Placed;
use crate::ids::{TypeId, VarId};
use crate::program::{Premise, Variable};
use rustc_hash::FxHashMap;
use senet_syntax::Span;
use senet_syntax::ast;

/// With more variables than this, a scope looks them up by hash.
const FEW: usize = 12;
/// Hidden variables are numbered from here on, until the rule is finished.
pub(super) const HIDDEN: u32 = 1 << 31;
/// Local ones from here on, through all blocks, until their block is finished.
pub(super) const LOCAL: u32 = 1 << 30;

/// Where a local variable belongs: how many blocks stand around its own, and which of the
/// variables of that it is.
pub(super) type Local = (usize, usize);

/// A name, its first occurrence, and how often it occurs.
type Use<'a> = (&'a str, Span, u32);

/// See the module.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) variables: Vec<Variable>,
    uses: Vec<Use<'a>>,
    /// Where each variable is, once there are many.
    names: FxHashMap<&'a str, VarId>,
    /// The types of hidden variables.
    pub(super) hidden: Vec<TypeId>,
    /// What the hidden variables are.
    pub(super) computed: Placed,
    /// The blocks that are being read, each inside of the one before.
    inner: Vec<Inner<'a>>,
    /// Where each local variable belongs.
    pub(super) locals: Vec<Local>,
    /// Local variables that occur once.
    once: Vec<(&'a str, Span)>,
    /// Where variables are not allowed.
    pub(super) ground: Option<&'static str>,
    /// Whether `_` has no meaning here: on a right side.
    pub(super) no_wild: bool,
    /// Whether something could not be resolved, and was reported.
    pub(super) failed: bool,
}

/// A block that is being read.
#[derive(Default)]
struct Inner<'a> {
    variables: Vec<Variable>,
    uses: Vec<Use<'a>>,
    /// The number of each of its variables.
    numbers: Vec<VarId>,
    computed: Placed,
}

impl<'a> Scope<'a> {
    /// A scope without variables, and what to call it.
    pub(super) fn ground(place: &'static str) -> Scope<'a> {
        Scope { ground: Some(place), ..Scope::default() }
    }

    pub(super) fn get(&self, name: &str) -> Option<VarId> {
        // Rules have few variables, for which a walk through the list is faster than a hash;
        // a rule of thousands stays linear.
        let outer = if self.variables.len() > FEW {
            self.names.get(name).copied()
        } else {
            self.uses.iter().position(|(n, _, _)| *n == name).map(VarId::new)
        };
        let inside = |inner: &Inner<'a>| {
            let at = inner.uses.iter().position(|(n, _, _)| *n == name)?;
            Some(inner.numbers[at])
        };
        outer.or_else(|| self.inner.iter().find_map(inside))
    }

    fn local(&self, variable: VarId) -> Local {
        self.locals[(variable.0 - LOCAL) as usize]
    }

    fn use_of(&mut self, variable: VarId) -> Option<&mut Use<'a>> {
        match variable.0 {
            HIDDEN.. => None,
            LOCAL.. => {
                let (depth, at) = self.local(variable);
                self.inner.get_mut(depth)?.uses.get_mut(at)
            }
            _ => self.uses.get_mut(variable.index()),
        }
    }

    /// Whether a variable has a name, or is `_`.
    pub(super) fn is_written(&self, variable: VarId) -> bool {
        variable.0 < LOCAL
    }

    /// Whether a variable is `_`.
    pub(super) fn is_wild(&self, variable: VarId) -> bool {
        self.uses.get(variable.index()).is_some_and(|(name, _, _)| *name == "_")
    }

    /// Notes that a variable stands at one more place.
    pub(super) fn again(&mut self, variable: VarId) {
        if let Some(found) = self.use_of(variable) {
            found.2 += 1;
        }
    }

    /// Notes that a variable does not stand where it was made.
    pub(super) fn forget(&mut self, variable: VarId) {
        if let Some(found) = self.use_of(variable) {
            found.2 -= 1;
        }
    }

    /// The type of a variable.
    pub(super) fn ty(&mut self, variable: VarId) -> &mut TypeId {
        match variable.0 {
            HIDDEN.. => &mut self.hidden[(variable.0 - HIDDEN) as usize],
            LOCAL.. => {
                let (depth, at) = self.local(variable);
                &mut self.inner[depth].variables[at].ty
            }
            _ => &mut self.variables[variable.index()].ty,
        }
    }

    /// Where a variable first stands.
    pub(super) fn place(&mut self, variable: VarId) -> Span {
        self.use_of(variable).map_or(Span::new(0, 0), |(_, span, _)| *span)
    }

    /// Where each written variable first stands.
    pub(super) fn places(&self) -> impl Iterator<Item = Span> {
        self.uses.iter().map(|(_, span, _)| *span)
    }

    /// Variables with a name that occur once.
    pub(super) fn single(&self) -> impl Iterator<Item = (&'a str, Span)> {
        once(&self.uses).chain(self.once.iter().copied())
    }

    pub(super) fn fresh(&mut self, name: &'a str, ty: TypeId, span: Span) -> VarId {
        // A new variable belongs to the innermost block. `get` finds variables of the rule first,
        // then those of blocks from the outside in, so that a name means one variable in all blocks
        // around its place.
        let depth = self.inner.len();
        if let Some(inner) = self.inner.last_mut() {
            let id = VarId(LOCAL + self.locals.len() as u32);
            self.locals.push((depth - 1, inner.variables.len()));
            inner.variables.push(Variable { name: name.to_owned(), ty });
            inner.uses.push((name, span, 1));
            inner.numbers.push(id);
            return id;
        }
        let id = VarId::new(self.variables.len());
        self.variables.push(Variable { name: name.to_owned(), ty });
        self.uses.push((name, span, 1));
        // The index begins when the list gets long. In reverse, so that of several variables called
        // `_` the first is kept.
        if self.variables.len() == FEW + 1 {
            let all = self.uses.iter().enumerate().rev();
            self.names = all.map(|(i, (n, _, _))| (*n, VarId::new(i))).collect();
        } else if self.variables.len() > FEW {
            self.names.entry(name).or_insert(id);
        }
        id
    }

    /// A variable for the result of a sum; in a block, one more of the block's own.
    pub(super) fn fresh_hidden(&mut self, ty: TypeId, span: Span) -> VarId {
        if !self.inner.is_empty() {
            return self.fresh("", ty, span);
        }
        self.hidden.push(ty);
        VarId(HIDDEN + self.hidden.len() as u32 - 1)
    }

    /// Notes what a hidden variable is, where it stands.
    pub(super) fn compute(&mut self, place: Span, premise: Premise) {
        let computed = self.inner.last_mut().map_or(&mut self.computed, |i| &mut i.computed);
        computed.push((place, premise));
    }

    /// Begins a block, inside of the one that is being read.
    pub(super) fn open(&mut self) {
        self.inner.push(Inner::default());
    }

    /// Ends a block: its variables, and what the hidden ones among them are.
    pub(super) fn close(&mut self) -> (Vec<Variable>, Placed) {
        let inner = self.inner.pop().unwrap_or_default();
        self.once.extend(once(&inner.uses));
        (inner.variables, inner.computed)
    }

    /// Notes the variables of terms that cannot be checked, so that they are not reported as unused.
    pub(super) fn mention(&mut self, terms: &'a [ast::TermExpr]) {
        // What stands in a term of unknown type still counts as used: one mistake should not be
        // followed by warnings about the variables in it.
        self.failed = true;
        for term in terms {
            match term {
                ast::TermExpr::Variable(name) => match self.get(&name.text) {
                    Some(id) => self.again(id),
                    None => {
                        self.fresh(&name.text, UNKNOWN, name.span);
                    }
                },
                ast::TermExpr::Apply(_, inner, _) => self.mention(inner),
                ast::TermExpr::Compute(_, sides, _) => {
                    self.mention(std::slice::from_ref(&sides.0));
                    self.mention(std::slice::from_ref(&sides.1));
                }
                ast::TermExpr::Wild(_) | ast::TermExpr::Number(..) => {}
            }
        }
    }

    /// Whether the type of a variable is not settled.
    pub(super) fn is_open(ty: TypeId) -> bool {
        ty == UNKNOWN || ty == NUMBER
    }
}

fn once<'u, 'a: 'u>(uses: &'u [Use<'a>]) -> impl Iterator<Item = (&'a str, Span)> + 'u {
    let once = uses.iter().filter(|(n, _, uses)| *n != "_" && !n.is_empty() && *uses == 1);
    once.map(|(name, span, _)| (*name, *span))
}
