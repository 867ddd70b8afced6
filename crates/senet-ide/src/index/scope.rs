//! The variables of one rule while it is being read, and their types.
//!
//! A variable belongs to the rule, or to the outermost block (`not`, an aggregate, braces) that it
//! stands in: of the blocks around a place, from the outside in, it is the first that has the name
//! directly inside, and not in a smaller block.

use crate::index::{Access, Entity, Expected, Index, Occurrence, RuleInfo, Space, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_program::Declarations;
use senet_syntax::Span;

/// The block of the rule itself.
const RULE: u32 = 0;
/// How often types are carried over comparisons: longer chains of them are not written.
const ROUNDS: usize = 8;

/// A place where a variable stands.
#[derive(Debug)]
struct VariableUse<'t> {
    name: &'t str,
    span: Span,
    block: u32,
    expects: Expected,
}

/// A side of a comparison, as far as it tells its type.
#[derive(Debug, Clone, Copy)]
pub(super) enum Compared<'t> {
    Variable(&'t str),
    Known(Expected),
}

/// See the module.
#[derive(Debug)]
pub(super) struct Scope<'t> {
    pub(super) rule: u32,
    uses: Vec<VariableUse<'t>>,
    /// The block around each block.
    parents: Vec<u32>,
    block: u32,
    /// Comparisons, whose sides are of one type unless they are numbers.
    equal: Vec<(Compared<'t>, Compared<'t>)>,
    /// The types that names have shown so far.
    shown: FxHashMap<&'t str, Expected>,
}

impl<'t> Scope<'t> {
    pub(super) fn new(rule: u32) -> Scope<'t> {
        Scope {
            rule,
            uses: Vec::new(),
            parents: vec![RULE],
            block: RULE,
            equal: Vec::new(),
            shown: FxHashMap::default(),
        }
    }

    /// Begins a block; returns the one around it.
    pub(super) fn open(&mut self) -> u32 {
        let outer = self.block;
        self.block = self.parents.len() as u32;
        self.parents.push(outer);
        outer
    }

    /// Ends a block: `outer` is what [`Scope::open`] returned.
    pub(super) fn close(&mut self, outer: u32) {
        self.block = outer;
    }

    pub(super) fn variable(&mut self, name: &'t str, span: Span, expects: Expected) {
        self.uses.push(VariableUse { name, span, block: self.block, expects });
        if let Expected::Type(_) = expects {
            self.shown.entry(name).or_insert(expects);
        }
    }

    /// The type that a name has shown so far.
    pub(super) fn shown(&self, name: &str) -> Expected {
        self.shown.get(name).copied().unwrap_or_default()
    }

    pub(super) fn compare(&mut self, left: Compared<'t>, right: Compared<'t>) {
        self.equal.push((left, right));
    }

    /// The block that a use belongs to.
    fn binder(&self, at: &VariableUse<'t>, direct: &FxHashSet<(&str, u32)>) -> u32 {
        let mut binder = at.block;
        let mut block = at.block;
        while block != RULE {
            block = self.parents[block as usize];
            if direct.contains(&(at.name, block)) {
                binder = block;
            }
        }
        binder
    }

    /// Gives each variable its symbol, and each use its occurrence.
    pub(super) fn finish(self, index: &mut Index, declared: &Declarations<'_>) {
        let direct: FxHashSet<(&str, u32)> = self.uses.iter().map(|u| (u.name, u.block)).collect();
        let first = index.symbols.len() as u32;
        let mut symbols: FxHashMap<(&str, u32), SymbolId> = FxHashMap::default();
        let mut named: FxHashMap<&str, Vec<SymbolId>> = FxHashMap::default();
        for at in &self.uses {
            let key = (at.name, self.binder(at, &direct));
            let id = *symbols.entry(key).or_insert_with(|| {
                let entity =
                    Entity::Variable { ty: Expected::Anything, rule: self.rule, family: false };
                let id = index.add(Space::Variable, at.name, entity, Some(at.span));
                named.entry(at.name).or_default().push(id);
                id
            });
            learn(index, id, at.expects);
            index.occurrences.push(Occurrence {
                span: at.span,
                symbol: id,
                access: Access::Argument,
                expects: at.expects,
                rule: Some(self.rule),
            });
        }
        index.rules[self.rule as usize].variables = (first, index.symbols.len() as u32);
        for _ in 0..ROUNDS {
            let mut news = false;
            for (left, right) in &self.equal {
                for (from, to) in [(left, right), (right, left)] {
                    let Compared::Variable(to) = to else { continue };
                    let known = match from {
                        Compared::Known(known) => *known,
                        Compared::Variable(name) => type_of(&named, name, index),
                    };
                    for id in named.get(to).into_iter().flatten() {
                        news |= learn(index, *id, loosened(known, declared));
                    }
                }
            }
            if !news {
                break;
            }
        }
    }
}

/// The type of the first variable of a name.
fn type_of(named: &FxHashMap<&str, Vec<SymbolId>>, name: &str, index: &Index) -> Expected {
    let first = named.get(name).and_then(|all| all.first());
    match first.map(|id| index.symbol(*id).entity) {
        Some(Entity::Variable { ty, .. }) => ty,
        _ => Expected::Anything,
    }
}

/// Numbers of different types may be compared: all that is learnt is that it is a number.
fn loosened(known: Expected, declared: &Declarations<'_>) -> Expected {
    match known {
        Expected::Type(ty) => match declared.types.get(ty.index()) {
            Some(ty) if ty.shape.is_number() => Expected::Number,
            _ => known,
        },
        other => other,
    }
}

/// Notes what a place says about the type of a variable; the first type counts.
fn learn(index: &mut Index, id: SymbolId, known: Expected) -> bool {
    let Entity::Variable { ty, .. } = &mut index.symbols[id.index()].entity else {
        return false;
    };
    let better = match (*ty, known) {
        (Expected::Anything, Expected::Anything) | (Expected::Type(_), _) => false,
        (Expected::Number, known) => matches!(known, Expected::Type(_)),
        (Expected::Anything, _) => true,
    };
    if better {
        *ty = known;
    }
    better
}

impl Index {
    pub(super) fn rule(&mut self, info: RuleInfo) -> u32 {
        self.rules.push(info);
        self.rules.len() as u32 - 1
    }
}
