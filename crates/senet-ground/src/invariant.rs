//! Linear invariants: sets of atoms of which there is always exactly one.
//!
//! Found on a folded net: all atoms of a predicate are one column, or all that have the same value
//! in one argument. A semiflow of the folded net is a semiflow of the net, and the folded one is so
//! small that Farkas' algorithm takes no time. ("A cell is free, or has a disc of somebody.")

use crate::grounding::atoms::{AtomId, GroundAtoms};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::Value;
use senet_program::{PredId, Program, TypeId, TypeShape};

/// How often atoms come and go in one step.
pub type AtomChange = Vec<(AtomId, i64)>;

/// Everything that a variant may change: what always changes, and one of the options of each factor.
#[derive(Debug, Default)]
pub struct RuleChanges {
    /// What always changes.
    pub base: AtomChange,
    /// For each factor, what its choices change.
    pub options: Vec<Vec<AtomChange>>,
    /// RuleChanges that come as often as they like.
    pub inner: Vec<AtomChange>,
}

/// GroundAtoms of which there is always exactly one.
#[derive(Debug, Clone)]
pub struct ExclusiveAtoms {
    /// The atoms.
    pub atoms: Vec<AtomId>,
    /// Whether it is about whole predicates.
    pub global: bool,
}

/// A folded column: a predicate, and the argument whose value is the key.
type Class = (PredId, usize);

/// Partial solutions beyond this many are given up.
const MOST: usize = 400;

/// The sets of atoms that exclude each other, large predicates first.
pub fn exclusive_atoms(
    program: &Program,
    atoms: &GroundAtoms,
    changes: &[RuleChanges],
    start: &FxHashMap<AtomId, u64>,
) -> Vec<ExclusiveAtoms> {
    let mut out = Vec::new();
    let linear: Vec<PredId> = (0..program.predicates().len())
        .map(PredId::new)
        .filter(|p| atoms.of(*p).iter().any(|a| atoms.linear[*a as usize]))
        .filter(|p| program.predicate(*p).kind != senet_program::PredKind::Derived)
        .collect();
    let whole: Vec<Class> = linear.iter().map(|p| (*p, usize::MAX)).collect();
    find(atoms, changes, start, &whole, &mut out);
    for ty in (0..program.types().len()).map(TypeId::new) {
        let shape = program.ty(ty).shape;
        if !matches!(shape, TypeShape::Constants | TypeShape::Range { .. }) {
            continue;
        }
        let with = |p: &PredId| {
            let arguments = program.predicate(*p).arguments.iter().enumerate();
            arguments.filter(|(_, t)| **t == ty).map(|(i, _)| (*p, i)).collect::<Vec<_>>()
        };
        let classes: Vec<Class> = linear.iter().flat_map(with).collect();
        if !classes.is_empty() {
            find(atoms, changes, start, &classes, &mut out);
        }
    }
    out
}

fn find(
    atoms: &GroundAtoms,
    changes: &[RuleChanges],
    start: &FxHashMap<AtomId, u64>,
    classes: &[Class],
    out: &mut Vec<ExclusiveAtoms>,
) {
    let folded = Folded { atoms, classes };
    let mut rows: FxHashSet<Vec<i64>> = FxHashSet::default();
    for change in changes {
        folded.rows(change, &mut rows);
    }
    let mut rows: Vec<Vec<i64>> = rows.into_iter().collect();
    rows.sort_unstable();
    for support in semiflows(classes.len(), &rows) {
        let mut by_key: Vec<(Value, Vec<AtomId>)> = Vec::new();
        let mut at: FxHashMap<Value, usize> = FxHashMap::default();
        for c in &support {
            let (predicate, argument) = classes[*c];
            for atom in atoms.of(predicate).iter().filter(|a| atoms.linear[**a as usize]) {
                let key = atoms.get(*atom).1.get(argument).copied().unwrap_or(0);
                let i = *at.entry(key).or_insert_with(|| {
                    by_key.push((key, Vec::new()));
                    by_key.len() - 1
                });
                by_key[i].1.push(*atom);
            }
        }
        for (_, members) in by_key {
            let distinct: FxHashSet<AtomId> = members.iter().copied().collect();
            let sum: u64 = members.iter().map(|a| start.get(a).copied().unwrap_or(0)).sum();
            if sum == 1 && distinct.len() == members.len() {
                let global = classes[support[0]].1 == usize::MAX;
                out.push(ExclusiveAtoms { atoms: members, global });
            }
        }
    }
}

struct Folded<'a> {
    atoms: &'a GroundAtoms,
    classes: &'a [Class],
}

impl Folded<'_> {
    /// The sums that must be zero.
    fn rows(&self, changes: &RuleChanges, rows: &mut FxHashSet<Vec<i64>>) {
        let mut whole = changes.base.clone();
        for options in &changes.options {
            let Some(first) = options.first() else {
                return;
            };
            whole.extend(first.iter().copied());
            for other in &options[1..] {
                let back = first.iter().map(|(a, n)| (*a, -n));
                self.row(&other.iter().copied().chain(back).collect(), rows);
            }
        }
        self.row(&whole, rows);
        for inner in &changes.inner {
            self.row(inner, rows);
        }
    }

    fn row(&self, change: &AtomChange, rows: &mut FxHashSet<Vec<i64>>) {
        let mut by_key: FxHashMap<Value, Vec<i64>> = FxHashMap::default();
        for (atom, n) in change {
            let (predicate, values) = self.atoms.get(*atom);
            for (c, (p, argument)) in self.classes.iter().enumerate() {
                if *p == predicate {
                    let key = values.get(*argument).copied().unwrap_or(0);
                    by_key.entry(key).or_insert_with(|| vec![0; self.classes.len()])[c] += n;
                }
            }
        }
        rows.extend(by_key.into_values().filter(|row| row.iter().any(|n| *n != 0)));
    }
}

/// Farkas' algorithm: the smallest sets of columns whose sum is zero in every row.
fn semiflows(columns: usize, rows: &[Vec<i64>]) -> Vec<Vec<usize>> {
    let mut partial: Vec<(Vec<u32>, Vec<i64>)> = (0..columns)
        .map(|c| {
            let mut weights = vec![0; columns];
            weights[c] = 1;
            (weights, rows.iter().map(|row| row[c]).collect())
        })
        .collect();
    for r in 0..rows.len() {
        let (zero, rest): (Vec<_>, Vec<_>) = partial.into_iter().partition(|(_, v)| v[r] == 0);
        let (up, down): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(_, v)| v[r] > 0);
        partial = zero;
        for (a, x) in &up {
            for (b, y) in &down {
                // Sets in which everything counts once are all that is wanted.
                let sum: Vec<u32> = a.iter().zip(b).map(|(a, b)| a + b).collect();
                if x[r] + y[r] == 0 && sum.iter().all(|w| *w <= 1) {
                    partial.push((sum, x.iter().zip(y).map(|(x, y)| x + y).collect()));
                }
            }
        }
        partial.sort();
        partial.dedup();
        if partial.len() > MOST {
            return Vec::new();
        }
    }
    let support = |w: &[u32]| (0..columns).filter(|c| w[*c] > 0).collect::<Vec<_>>();
    let all: Vec<Vec<usize>> = partial.iter().map(|(w, _)| support(w)).collect();
    let smallest =
        |s: &&Vec<usize>| !all.iter().any(|t| t.len() < s.len() && t.iter().all(|c| s.contains(c)));
    all.iter().filter(smallest).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::semiflows;

    #[test]
    fn a_cell_is_free_or_taken() {
        // Columns: free, disc, counter. Placing: free -1, disc +1, counter +1.
        assert_eq!(semiflows(3, &[vec![-1, 1, 1]]), [vec![0, 2], vec![0, 1]]);
        assert_eq!(semiflows(2, &[vec![1, 1]]), Vec::<Vec<usize>>::new());
        assert_eq!(semiflows(2, &[]).len(), 2);
    }
}
