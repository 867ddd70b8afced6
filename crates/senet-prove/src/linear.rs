//! Linear invariants of a program: sums of atoms that no step changes, found and used without grounding.
//!
//! They are P-semiflows (see `senet-ground`), found by Farkas' algorithm over symbolic rows: one column
//! for each predicate, or for each predicate with an argument of one type, which is the key ("each cell
//! holds exactly one of free and mark"). A row is what a rule changes for one key.

use crate::changes::{AtomSum, Change, Changes, counted_predicates};
use rustc_hash::FxHashMap;
use senet_engine::{Engine, PositionAtom, Value};
use senet_program::{
    Atom, Pattern, PredId, Premise, Program, Term, TypeId, TypeShape, VarId, Variable,
};

/// A sum of atoms that never changes.
#[derive(Debug, Clone)]
pub struct LinearInvariant {
    pub(crate) sum: AtomSum,
    /// How it is written: `free C + mark _ C`.
    pub(crate) terms: Vec<String>,
    /// The type of the key, if there is one.
    pub(crate) ty: Option<TypeId>,
    /// What the sum is, if it is the same for every key.
    pub(crate) total: Option<u64>,
}

/// A sum of atoms that never grows.
#[derive(Debug, Clone)]
pub(crate) struct UpperBound {
    pub(crate) terms: Vec<String>,
    pub(crate) most: u64,
}

/// A column: the atoms of a predicate, by the value of one argument or all together.
#[derive(Debug, Clone, Copy)]
struct Column {
    predicate: PredId,
    key: Option<usize>,
}

impl LinearInvariant {
    /// As a directive: `#conserve free C + mark _ C = 1.`; `None` if the sum depends on the key.
    pub fn directive(&self) -> Option<String> {
        Some(format!("#conserve {} = {}.", self.terms.join(" + "), self.total?))
    }

    fn has(&self, predicate: PredId) -> bool {
        self.sum.atoms.iter().any(|a| a.predicate == predicate)
    }

    /// Whether it is the sum of another one over all keys, and so says nothing new.
    pub(crate) fn follows_from(&self, other: &LinearInvariant) -> bool {
        self.ty.is_none()
            && other.ty.is_some()
            && other.total.is_some()
            && self.sum.atoms.len() == other.sum.atoms.len()
            && other.sum.atoms.iter().all(|a| self.has(a.predicate))
    }

    /// In words.
    pub(crate) fn words(&self, program: &Program) -> String {
        let list = and(&self.terms);
        let each =
            self.ty.map_or("always".to_owned(), |ty| format!("each {} A", program.ty(ty).name));
        match (self.total, self.terms.len()) {
            (Some(1), 1) => format!("{each}: exactly one {list}"),
            (Some(1), _) => format!("{each}: exactly one of {list}"),
            (Some(n), 1) => format!("{each}: exactly {n} {list}"),
            (Some(n), _) => format!("{each}: {n} of {list} together"),
            (None, _) => format!("{each}: the number of {list} never changes"),
        }
    }
}

impl UpperBound {
    pub(crate) fn words(&self) -> String {
        match self.terms.as_slice() {
            [one] => format!("there are never more than {} {one}", self.most),
            _ => {
                format!("there are never more than {} of {} together", self.most, and(&self.terms))
            }
        }
    }
}

fn and(terms: &[String]) -> String {
    match terms {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// The invariants of a program from a start, those about whole predicates first.
pub(crate) fn invariants(
    program: &Program,
    changes: &Changes,
    start: &[PositionAtom],
) -> Vec<LinearInvariant> {
    let mut out = Vec::new();
    let whole: Vec<Column> =
        counted_predicates(changes).map(|predicate| Column { predicate, key: None }).collect();
    find(program, changes, start, &whole, None, &mut out);
    for ty in (0..program.types().len()).map(TypeId::new) {
        if !program.ty(ty).shape.is_finite() {
            continue;
        }
        let of_type = |predicate: PredId| {
            let arguments = program.predicate(predicate).arguments.iter().enumerate();
            let keyed = arguments.filter(move |(_, t)| **t == ty);
            keyed.map(move |(i, _)| Column { predicate, key: Some(i) })
        };
        let columns: Vec<Column> = counted_predicates(changes).flat_map(of_type).collect();
        if !columns.is_empty() {
            find(program, changes, start, &columns, Some(ty), &mut out);
        }
    }
    out
}

fn find(
    program: &Program,
    changes: &Changes,
    start: &[PositionAtom],
    columns: &[Column],
    ty: Option<TypeId>,
    out: &mut Vec<LinearInvariant>,
) {
    // Semiflows are weights that are orthogonal to every row; only weights of 0 and 1 are looked for.
    // There can be exponentially many, but columns are predicates here, and not ground atoms.
    let mut rows: Vec<Vec<i64>> = Vec::new();
    for change in &changes.all {
        rows.extend(folded(change, columns));
    }
    rows.sort();
    rows.dedup();
    let moves = |c: usize| rows.iter().any(|row| row[c] != 0);
    for support in senet_ground::semiflows(columns.len(), &rows) {
        // Atoms that no rule touches are no news.
        if support.len() == 1 && !moves(support[0]) {
            let touched = changes.all.iter().flat_map(|c| &c.atoms);
            let predicate = columns[support[0]].predicate;
            if !touched.clone().any(|(a, _)| a.predicate == predicate) {
                continue;
            }
        }
        let chosen: Vec<Column> = support.iter().map(|c| columns[*c]).collect();
        // An atom with the key in two arguments would be counted twice.
        let twice = |c: &Column| chosen.iter().filter(|d| d.predicate == c.predicate).count() > 1;
        if chosen.iter().any(twice) {
            continue;
        }
        if let Some(found) = invariant(program, start, &chosen, ty) {
            out.push(found);
        }
    }
}

/// The rows of a change: one for each key that stands in it.
fn folded(change: &Change, columns: &[Column]) -> Vec<Vec<i64>> {
    // Different terms may have the same value in an instance of the rule. Then the change for that key is
    // the sum of their rows, to which a semiflow of the rows is orthogonal, too.
    let mut by_key: Vec<(Option<&Term>, Vec<i64>)> = Vec::new();
    for (atom, n) in &change.atoms {
        for (c, column) in columns.iter().enumerate() {
            if column.predicate != atom.predicate {
                continue;
            }
            let key = column.key.map(|i| &atom.arguments[i]);
            let at = by_key.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
                by_key.push((key, vec![0; columns.len()]));
                by_key.len() - 1
            });
            by_key[at].1[c] += n;
        }
    }
    by_key.into_iter().map(|(_, row)| row).filter(|row| row.iter().any(|n| *n != 0)).collect()
}

fn invariant(
    program: &Program,
    start: &[PositionAtom],
    columns: &[Column],
    ty: Option<TypeId>,
) -> Option<LinearInvariant> {
    // Variable 0 is the key, all others are free; numbered as they come.
    let mut atoms = Vec::new();
    let mut terms = Vec::new();
    let mut next = 1;
    for column in columns {
        let declared = program.predicate(column.predicate);
        let mut text = declared.name.clone();
        let mut arguments = Vec::new();
        for i in 0..declared.arguments.len() {
            if column.key == Some(i) {
                arguments.push(Term::Variable(VarId(0)));
                text.push_str(" A");
            } else {
                arguments.push(Term::Variable(VarId::new(next)));
                text.push_str(" _");
                next += 1;
            }
        }
        atoms.push(Atom { predicate: column.predicate, arguments });
        terms.push(text);
    }
    let mut sums: FxHashMap<Value, u64> = FxHashMap::default();
    for atom in start {
        for column in columns.iter().filter(|c| c.predicate == atom.predicate) {
            let key = column.key.map_or(0, |i| atom.values[i]);
            let sum = sums.entry(key).or_default();
            *sum = sum.saturating_add(atom.copies);
        }
    }
    let keys = ty.map_or(Some(1), |ty| number_of_values(program, ty))?;
    let most = sums.values().copied().max().unwrap_or(0);
    let least = if (sums.len() as u64) < keys { 0 } else { sums.values().copied().min()? };
    if most == 0 {
        return None;
    }
    let total = (least == most).then_some(most);
    let (key, types) = ty.map_or((Vec::new(), Vec::new()), |ty| (vec![VarId(0)], vec![ty]));
    Some(LinearInvariant { sum: AtomSum { atoms, key, types }, terms, ty, total })
}

/// How many values a finite type has.
pub(crate) fn number_of_values(program: &Program, ty: TypeId) -> Option<u64> {
    let declared = program.ty(ty);
    match declared.shape {
        TypeShape::Constants => Some(declared.constructors.len() as u64),
        TypeShape::Range { low, high } => (high - low).checked_add(1),
        _ => None,
    }
}

/// Sums that never grow and are no invariants, with what they are at the start.
pub(crate) fn upper_bounds(
    program: &Program,
    changes: &Changes,
    start: &[PositionAtom],
    known: &[LinearInvariant],
) -> Vec<UpperBound> {
    let mut out: Vec<(Vec<PredId>, UpperBound)> = Vec::new();
    // A part of an invariant is at most what the whole is.
    let implied = |set: &[PredId], most: u64| {
        let whole = known.iter().filter(|i| i.ty.is_none());
        whole.into_iter().any(|i| {
            let part = set.iter().all(|p| i.has(*p)) && i.total.is_some_and(|total| most >= total);
            part || i.sum.atoms.iter().all(|a| set.contains(&a.predicate))
        })
    };
    for predicate in counted_predicates(changes) {
        let touched =
            changes.all.iter().flat_map(|c| &c.atoms).any(|(a, _)| a.predicate == predicate);
        let Some(set) = closed(changes, predicate).filter(|_| touched) else {
            continue;
        };
        let most: u64 = start.iter().filter(|a| set.contains(&a.predicate)).map(|a| a.copies).sum();
        let told = out.iter().any(|(other, _)| other.iter().all(|p| set.contains(p)));
        if most == 0 || told || implied(&set, most) {
            continue;
        }
        let terms = set.iter().map(|p| {
            let declared = program.predicate(*p);
            format!("{}{}", declared.name, " _".repeat(declared.arguments.len()))
        });
        let bound = UpperBound { terms: terms.collect(), most };
        out.push((set, bound));
    }
    out.into_iter().map(|(_, bound)| bound).collect()
}

/// The smallest set that is found by adding, again and again, what a rule that makes the sum grow takes.
fn closed(changes: &Changes, predicate: PredId) -> Option<Vec<PredId>> {
    // Greedy: of several predicates that a rule takes, the first is added, so that a set may be missed.
    // Ends because the set grows in each round.
    let mut set = vec![predicate];
    'again: loop {
        for change in &changes.all {
            let inside = |a: &Atom| set.contains(&a.predicate);
            let net: i64 = change.atoms.iter().filter(|(a, _)| inside(a)).map(|(_, n)| n).sum();
            if net > 0 {
                let taken = change.atoms.iter().find(|(a, n)| *n < 0 && !inside(a))?;
                set.push(taken.0.predicate);
                set.sort();
                continue 'again;
            }
        }
        return Some(set);
    }
}

/// The invariant that a pattern contradicts, if one does: the pattern needs more atoms of a sum than
/// there ever are.
pub(crate) fn contradicted<'a>(
    pattern: &Pattern,
    known: &'a [LinearInvariant],
) -> Option<&'a LinearInvariant> {
    known.iter().find(|i| too_many(pattern, i))
}

fn too_many(pattern: &Pattern, invariant: &LinearInvariant) -> bool {
    let Some(total) = invariant.total else {
        return false;
    };
    let atoms: Vec<&Atom> = pattern
        .premises
        .iter()
        .filter_map(|p| match p {
            Premise::Read(atom) | Premise::Take(atom) => Some(atom),
            _ => None,
        })
        .collect();
    let counted: Vec<(&Atom, Option<&Term>)> =
        atoms.iter().filter_map(|a| Some((*a, key_of(a, invariant)?))).collect();
    // Atoms with the same key that are surely different: greedily, from each of them on.
    counted.iter().any(|(first, key)| {
        let mut chosen = vec![*first];
        for (atom, other) in &counted {
            if other == key && chosen.iter().all(|c| differ(c, atom, pattern)) {
                chosen.push(atom);
            }
        }
        chosen.len() as u64 > total
    })
}

/// The key of an atom in the sum, if it is counted there.
fn key_of<'a>(atom: &'a Atom, invariant: &LinearInvariant) -> Option<Option<&'a Term>> {
    let pattern = invariant.sum.atoms.iter().find(|a| a.predicate == atom.predicate)?;
    let at = pattern.arguments.iter().position(|t| *t == Term::Variable(VarId(0)));
    Some(at.map(|i| &atom.arguments[i]))
}

/// Whether two atoms of a pattern are different under every match.
fn differ(a: &Atom, b: &Atom, pattern: &Pattern) -> bool {
    if a.predicate != b.predicate {
        return true;
    }
    a.arguments.iter().zip(&b.arguments).any(|(s, t)| {
        let apart = |p: &Premise| match p {
            Premise::Differ(l, r) => (l == s && r == t) || (l == t && r == s),
            Premise::Less { left, right, or_same: false } => {
                (left == s && right == t) || (left == t && right == s)
            }
            _ => false,
        };
        (s.is_ground() && t.is_ground() && s != t) || pattern.premises.iter().any(apart)
    })
}

/// The sum of a `#conserve`: named variables are its key. `None` if an atom lacks one of them.
pub(crate) fn conserved_sum(variables: &[Variable], atoms: &[Atom]) -> Option<AtomSum> {
    let named = |v: &VarId| variables[v.index()].name != "_";
    let key: Vec<VarId> = (0..variables.len()).map(VarId::new).filter(named).collect();
    let types = key.iter().map(|v| variables[v.index()].ty).collect();
    let has_all = |a: &Atom| {
        key.iter().all(|k| {
            let mut has = false;
            a.each_variable(&mut |v| has |= v == *k);
            has
        })
    };
    atoms.iter().all(has_all).then(|| AtomSum { atoms: atoms.to_vec(), key, types })
}

/// How far a position is from a sum: the first key with another number of atoms than the total.
/// `None` if every key has the total.
pub(crate) fn violated_key(
    program: &Program,
    engine: &Engine,
    sum: &AtomSum,
    total: u64,
    position: &[PositionAtom],
) -> Option<Vec<Value>> {
    let mut sums: FxHashMap<Vec<Value>, u64> = FxHashMap::default();
    let mut order: Vec<Vec<Value>> = Vec::new();
    for atom in position {
        for pattern in sum.atoms.iter().filter(|a| a.predicate == atom.predicate) {
            let Some(key) = bind(engine, sum, pattern, atom) else {
                continue;
            };
            let n = atom.copies + u64::from(atom.persistent && atom.copies == 0);
            *sums.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                0
            }) += n;
        }
    }
    if let Some(wrong) = order.iter().find(|key| sums[*key] != total) {
        return Some(wrong.clone());
    }
    let counts: Option<Vec<u64>> =
        sum.types.iter().map(|ty| number_of_values(program, *ty)).collect();
    let keys = counts.and_then(|c| c.iter().try_fold(1u64, |n, c| n.checked_mul(*c)));
    // Keys without any atom have the sum zero.
    (total > 0 && keys.is_none_or(|keys| (order.len() as u64) < keys)).then(Vec::new)
}

/// The key of an atom that fits a pattern of the sum.
pub(crate) fn bind(
    engine: &Engine,
    sum: &AtomSum,
    pattern: &Atom,
    atom: &PositionAtom,
) -> Option<Vec<Value>> {
    let mut key: Vec<Option<Value>> = vec![None; sum.key.len()];
    for (p, value) in pattern.arguments.iter().zip(&atom.values) {
        match p {
            Term::Variable(v) => {
                if let Some(at) = sum.key.iter().position(|k| k == v) {
                    if key[at].is_some_and(|known| known != *value) {
                        return None;
                    }
                    key[at] = Some(*value);
                }
            }
            ground => {
                if engine.interner().ground(ground) != *value {
                    return None;
                }
            }
        }
    }
    key.into_iter().collect()
}

/// Whether each atom of a sum has only variables and values for arguments, so that it can be counted.
pub(crate) fn can_be_counted(sum: &AtomSum) -> bool {
    let plain = |t: &Term| matches!(t, Term::Variable(_)) || t.is_ground();
    sum.atoms.iter().all(|a| a.arguments.iter().all(plain))
}
