//! Sums of atoms: whether a rule can change one, and whether a pattern contradicts one. In
//! `free C + mark _ C`, named variables are given and `_` may be anything.

use crate::{Checked, Shown, ensure, wrong};
use senet_program::{
    Atom, Pattern, PredId, PredKind, Premise, Program, PropertyKind, Rule, Start, Term, TypeId,
    TypeShape, VarId, Variable,
};
use std::collections::BTreeMap;

/// The values of the named variables.
pub(crate) type Key = BTreeMap<VarId, Term>;

/// A sum that is said to stay the same.
pub(crate) struct Sum<'p> {
    program: &'p Program,
    variables: &'p [Variable],
    atoms: &'p [Atom],
    pub(crate) total: u64,
}

impl<'p> Sum<'p> {
    pub(crate) fn new(program: &'p Program, property: &'p PropertyKind) -> Checked<Sum<'p>> {
        let PropertyKind::Conserve { variables, atoms, total } = property else {
            return wrong("this is not a sum");
        };
        Ok(Sum { program, variables, atoms, total: *total })
    }

    /// The key under which the sum counts an atom with variables of a rule, if it does. An error if that is
    /// open, with the variable of the rule on whose value it depends, if it is one.
    fn fit(&self, pattern: &Atom, atom: &Atom) -> Result<Option<Key>, Option<VarId>> {
        if pattern.predicate != atom.predicate {
            return Ok(None);
        }
        let (mut key, mut depends) = (Key::new(), None);
        for (p, t) in pattern.arguments.iter().zip(&atom.arguments) {
            match (p, t) {
                (Term::Variable(v), _) if self.variables[v.index()].name == "_" => {}
                (Term::Variable(v), t) if key.insert(*v, t.clone()).is_none_or(|s| s == *t) => {}
                (p, t) if p.is_ground() && p == t => {}
                (p, t) if p.is_ground() && t.is_ground() => return Ok(None),
                (p, Term::Variable(v)) if p.is_ground() => depends = Some(*v),
                _ => return Err(None),
            }
        }
        depends.map_or(Ok(Some(key)), |v| Err(Some(v)))
    }

    /// No rule changes the sum, for any values of its variables.
    pub(crate) fn is_constant(&self) -> Shown {
        ensure(!self.atoms.iter().any(|a| self.lasts(a.predicate)), "a persistent atom is in it")?;
        for (i, rule) in self.program.rules().iter().enumerate() {
            // A comprehension applies any number of times: each time must change nothing.
            let inner = rule.comprehensions.iter().map(|c| (&c.block, &c.makes));
            let inner = inner.map(|(block, made)| (&block.premises, made, &block.locals[..]));
            let outer = std::iter::once((&rule.premises, &rule.conclusions, &[][..]));
            let balanced = outer.chain(inner).all(|(premises, made, locals)| {
                let taken = premises.iter().filter(|p| matches!(p, Premise::Take(_)));
                let taken = taken.filter_map(|p| Some((p.atom()?.clone(), -1)));
                let made = made.iter().filter(|c| !c.persistent).map(|c| (c.atom.clone(), 1));
                let types: Vec<_> = rule.variables.iter().chain(locals).map(|v| v.ty).collect();
                self.is_balanced(&taken.chain(made).collect::<Vec<_>>(), &types)
            });
            let name = rule.name.clone().unwrap_or_else(|| format!("number {}", i + 1));
            ensure(balanced, &format!("rule {name} may change the sum"))?;
        }
        Ok(())
    }

    /// Whether atoms of a predicate can be persistent, or come from outside: then a premise may take nothing.
    fn lasts(&self, predicate: PredId) -> bool {
        let declared = self.program.predicate(predicate);
        let made = self.program.rules().iter().flat_map(Rule::all_made);
        let mut all = made.chain(self.program.starts().iter().flat_map(Start::all_made));
        declared.kind != PredKind::Linear
            || declared.host.is_some()
            || all.any(|c| c.persistent && c.atom.predicate == predicate)
    }

    /// Whether as many come as go, for every key. Keys that differ as terms may be the same as values, and
    /// then their sums add up to nothing too. A variable on which it depends gets each of its values.
    fn is_balanced(&self, change: &[(Atom, i64)], types: &[TypeId]) -> bool {
        let mut sums: BTreeMap<Key, i64> = BTreeMap::new();
        for (atom, n) in change {
            for pattern in self.atoms {
                match self.fit(pattern, atom) {
                    Ok(None) => {}
                    Ok(Some(key)) => *sums.entry(key).or_insert(0) += n,
                    Err(None) => return false,
                    Err(Some(v)) => {
                        let ty = self.program.ty(types[v.index()]);
                        let mut values = ty.constructors.iter();
                        let balanced = |value: &_| {
                            let value = Term::Apply(*value, Vec::new());
                            let put = |(atom, n): &(Atom, i64)| (replace(atom, v, &value), *n);
                            self.is_balanced(&change.iter().map(put).collect::<Vec<_>>(), types)
                        };
                        return ty.shape == TypeShape::Constants && values.all(balanced);
                    }
                }
            }
        }
        sums.values().all(|n| *n == 0)
    }

    /// The key of a ground atom, if it is counted.
    pub(crate) fn key(&self, atom: &Atom) -> Option<Key> {
        self.atoms.iter().find_map(|pattern| self.fit(pattern, atom).ok().flatten())
    }

    /// Whether a pattern needs more atoms of one key than there are.
    pub(crate) fn contradicts(&self, pattern: &Pattern) -> bool {
        let there = pattern.premises.iter().filter_map(|p| match p {
            Premise::Read(atom) => Some((atom, self.key(atom)?)),
            _ => None,
        });
        let there: Vec<(&Atom, Key)> = there.take(12).collect();
        let clash = |(a, key): &(&Atom, Key), (b, other): &(&Atom, Key)| {
            key == other && surely_differ(a, b, pattern)
        };
        (1u32..1 << there.len()).any(|set| {
            let chosen: Vec<_> = (0..there.len()).filter(|i| set >> i & 1 == 1).collect();
            let apart =
                |i: &usize| (0..*i).all(|j| set >> j & 1 == 0 || clash(&there[*i], &there[j]));
            chosen.len() as u64 > self.total && chosen.iter().all(apart)
        })
    }
}

fn replace(atom: &Atom, variable: VarId, value: &Term) -> Atom {
    let put = |t: &Term| if *t == Term::Variable(variable) { value.clone() } else { t.clone() };
    Atom { predicate: atom.predicate, arguments: atom.arguments.iter().map(put).collect() }
}

/// Whether two atoms of a pattern are different under every match.
fn surely_differ(a: &Atom, b: &Atom, pattern: &Pattern) -> bool {
    let apart = |(s, t): (&Term, &Term)| {
        let said = |p: &Premise| match p {
            Premise::Differ(l, r) | Premise::Less { left: l, right: r, or_same: false } => {
                (l == s && r == t) || (l == t && r == s)
            }
            _ => false,
        };
        (s.is_ground() && t.is_ground() && s != t) || pattern.premises.iter().any(said)
    };
    a.predicate != b.predicate || a.arguments.iter().zip(&b.arguments).any(apart)
}
