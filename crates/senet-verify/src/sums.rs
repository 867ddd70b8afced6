//! Sums of atoms: whether a rule can change one, and whether a pattern contradicts one. In
//! `free C + mark _ C`, named variables are given and `_` may be anything.

use senet_program::{
    Atom, Pattern, PredId, PredKind, Premise, Program, PropertyKind, Term, TypeId, TypeShape,
    VarId, Variable,
};
use std::collections::BTreeMap;

/// The values of the named variables.
pub(crate) type Key = BTreeMap<VarId, Term>;

/// How an atom with variables of a rule stands to a pattern of the sum.
enum Fit {
    No,
    Yes(Key),
    /// It depends on the value of this variable of the rule.
    Depends(VarId),
    Unclear,
}

fn fit(pattern: &Atom, atom: &Atom, variables: &[Variable]) -> Fit {
    if pattern.predicate != atom.predicate {
        return Fit::No;
    }
    let (mut key, mut depends) = (Key::new(), None);
    for (p, t) in pattern.arguments.iter().zip(&atom.arguments) {
        match (p, t) {
            (Term::Variable(v), _) if variables[v.index()].name == "_" => {}
            (Term::Variable(v), t) => match key.insert(*v, t.clone()) {
                Some(other) if other != *t => return Fit::Unclear,
                _ => {}
            },
            (p, t) if p == t => {}
            (p, t) if p.is_ground() && t.is_ground() => return Fit::No,
            (p, Term::Variable(v)) if p.is_ground() => depends = Some(*v),
            _ => return Fit::Unclear,
        }
    }
    depends.map_or(Fit::Yes(key), Fit::Depends)
}

/// The first rule that may change the sum, for any values of its variables.
pub(crate) fn changed_by(program: &Program, sum: &PropertyKind) -> Option<String> {
    let PropertyKind::Conserve { variables, atoms, .. } = sum else {
        return Some("of some kind, as this is not a sum,".to_owned());
    };
    if let Some(atom) = atoms.iter().find(|a| lasts(program, a.predicate)) {
        return Some(format!("with the persistent {}", program.predicate(atom.predicate).name));
    }
    for (i, rule) in program.rules().iter().enumerate() {
        let own: Vec<TypeId> = rule.variables.iter().map(|v| v.ty).collect();
        // Braces apply any number of times: each time must change nothing.
        let braces =
            rule.comprehensions.iter().map(|c| (&c.block.premises, &c.makes, &c.block.locals[..]));
        let all = std::iter::once((&rule.premises, &rule.conclusions, &[][..])).chain(braces);
        for (premises, made, locals) in all {
            let taken = premises.iter().filter_map(|p| match p {
                Premise::Take(atom) => Some((atom.clone(), -1)),
                _ => None,
            });
            let made = made.iter().filter(|c| !c.persistent).map(|c| (c.atom.clone(), 1));
            let change: Vec<(Atom, i64)> = taken.chain(made).collect();
            let types: Vec<TypeId> =
                own.iter().copied().chain(locals.iter().map(|v| v.ty)).collect();
            if !balanced(program, variables, atoms, &change, &types) {
                return Some(rule.name.clone().unwrap_or_else(|| format!("number {}", i + 1)));
            }
        }
    }
    None
}

/// Whether atoms of a predicate can be persistent, or come from outside: then a premise may take nothing.
fn lasts(program: &Program, predicate: PredId) -> bool {
    let declared = program.predicate(predicate);
    let made = program.rules().iter().flat_map(senet_program::Rule::all_made);
    let given = program.starts().iter().flat_map(senet_program::Start::all_made);
    declared.kind != PredKind::Linear
        || declared.host.is_some()
        || made.chain(given).any(|c| c.persistent && c.atom.predicate == predicate)
}

/// Whether as many come as go, for every key. Keys that differ as terms may be the same as values, and then
/// their sums add up to nothing too. A variable of the rule on which it depends gets each of its values.
fn balanced(
    program: &Program,
    variables: &[Variable],
    atoms: &[Atom],
    change: &[(Atom, i64)],
    types: &[TypeId],
) -> bool {
    let mut sums: BTreeMap<Key, i64> = BTreeMap::new();
    for (atom, n) in change {
        for pattern in atoms {
            match fit(pattern, atom, variables) {
                Fit::No => {}
                Fit::Yes(key) => *sums.entry(key).or_insert(0) += n,
                Fit::Unclear => return false,
                Fit::Depends(v) => {
                    let ty = program.ty(types[v.index()]);
                    let each = |value: Term| {
                        let change: Vec<(Atom, i64)> =
                            change.iter().map(|(a, n)| (replace(a, v, &value), *n)).collect();
                        balanced(program, variables, atoms, &change, types)
                    };
                    let mut values = ty.constructors.iter().map(|c| Term::Apply(*c, Vec::new()));
                    return ty.shape == TypeShape::Constants && values.all(each);
                }
            }
        }
    }
    sums.values().all(|n| *n == 0)
}

fn replace(atom: &Atom, variable: VarId, value: &Term) -> Atom {
    let put = |t: &Term| if *t == Term::Variable(variable) { value.clone() } else { t.clone() };
    Atom { predicate: atom.predicate, arguments: atom.arguments.iter().map(put).collect() }
}

/// The key of a ground atom in a sum, if it is counted there.
pub(crate) fn key(sum: &PropertyKind, atom: &Atom) -> Option<Key> {
    let PropertyKind::Conserve { variables, atoms, .. } = sum else {
        return None;
    };
    atoms.iter().find_map(|pattern| match fit(pattern, atom, variables) {
        Fit::Yes(key) => Some(key),
        _ => None,
    })
}

/// Whether a pattern needs more atoms of one key than the sum allows.
pub(crate) fn contradicts(pattern: &Pattern, sum: &PropertyKind) -> bool {
    let PropertyKind::Conserve { total, .. } = sum else {
        return false;
    };
    let there = pattern.premises.iter().filter_map(|p| match p {
        Premise::Read(atom) => Some((atom, key(sum, atom)?)),
        _ => None,
    });
    let there: Vec<(&Atom, Key)> = there.take(12).collect();
    (1u32..1 << there.len()).any(|set| {
        let chosen: Vec<_> =
            (0..there.len()).filter(|i| set >> i & 1 == 1).map(|i| &there[i]).collect();
        let clash = |(i, (a, key)): (usize, &&(&Atom, Key))| {
            chosen[..i].iter().all(|(b, other)| key == other && surely_differ(a, b, pattern))
        };
        chosen.len() as u64 > *total && chosen.iter().enumerate().all(clash)
    })
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
