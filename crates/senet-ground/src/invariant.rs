//! Linear invariants: sets of atoms of which there is always exactly one ("a cell is free, or has a
//! disc of some player").
//!
//! They are P-semiflows of the net: weights y >= 0 with y·C = 0 for the incidence matrix C, so that
//! y·marking never changes. The minimal ones are found by Farkas' algorithm (Colom and Silva, *Convex
//! geometry and semiflows in P/T nets*, 1991), which is exponential in the worst case. The net is
//! *folded* first: all atoms of a predicate are one column, or all that have the same value in one
//! argument. A semiflow of the folded net is a semiflow of the net, and the folded one is so small
//! that the algorithm takes no time.

use crate::grounding::atoms::{AtomId, GroundAtoms};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::Value;
use senet_program::{PredId, Program, StageId, TypeId, TypeShape};

/// How often atoms come and go in one step.
pub type AtomChange = Vec<(AtomId, i64)>;

/// Everything that a variant may change: what always changes, and one of the options of each factor.
#[derive(Debug, Default)]
pub struct RuleChanges {
    /// What always changes.
    pub base: AtomChange,
    /// For each factor, what its choices change.
    pub options: Vec<Vec<AtomChange>>,
    /// What comprehensions change, any number of times.
    pub inner: Vec<AtomChange>,
    /// The stages that a link leaves and enters.
    pub link: Option<(StageId, Option<StageId>)>,
}

/// Atoms of which there is never more than one.
#[derive(Debug, Clone)]
pub struct ExclusiveAtoms {
    /// The atoms, in order.
    pub atoms: Vec<AtomId>,
    /// Whether it is about whole predicates.
    pub global: bool,
    /// Whether one of them is always there.
    pub always: bool,
}

/// A folded column: the atoms of a predicate, by the value of one argument.
#[derive(Debug, Clone, Copy)]
struct Column {
    predicate: PredId,
    /// The argument whose value is the key; [`Column::WHOLE`] if all atoms are one.
    argument: usize,
}

impl Column {
    const WHOLE: usize = usize::MAX;

    /// The key of an atom's values.
    fn key(self, values: &[Value]) -> Value {
        values.get(self.argument).copied().unwrap_or(0)
    }
}

/// Partial solutions beyond this many are given up.
const MOST: usize = 400;

/// The sets of atoms of which there is always exactly one, whole predicates first.
pub fn exclusive_atoms(
    program: &Program,
    atoms: &GroundAtoms,
    changes: &[RuleChanges],
    start: &FxHashMap<AtomId, u64>,
) -> Vec<ExclusiveAtoms> {
    let mut out = Vec::new();
    let linear: Vec<PredId> = (0..program.predicates().len())
        .map(PredId::new)
        .filter(|p| atoms.of(*p).iter().any(|a| atoms.linear[a.index()]))
        .filter(|p| program.predicate(*p).kind != senet_program::PredKind::Derived)
        .collect();
    let whole = |p: &PredId| Column { predicate: *p, argument: Column::WHOLE };
    let whole: Vec<Column> = linear.iter().map(whole).collect();
    // Whole predicates first: these can become control variables ("it is one player's turn, or the game is over").
    find(atoms, changes, start, &whole, &mut out);
    for ty in (0..program.types().len()).map(TypeId::new) {
        let shape = program.ty(ty).shape;
        if !matches!(shape, TypeShape::Constants | TypeShape::Range { .. }) {
            continue;
        }
        // Then by the values of one type: what is true of each cell, each card, each player.
        let with = |p: &PredId| {
            let arguments = program.predicate(*p).arguments.iter().enumerate();
            let of_type = arguments.filter(|(_, t)| **t == ty);
            of_type.map(|(i, _)| Column { predicate: *p, argument: i }).collect::<Vec<_>>()
        };
        let columns: Vec<Column> = linear.iter().flat_map(with).collect();
        if !columns.is_empty() {
            find(atoms, changes, start, &columns, &mut out);
        }
    }
    out
}

fn find(
    atoms: &GroundAtoms,
    changes: &[RuleChanges],
    start: &FxHashMap<AtomId, u64>,
    columns: &[Column],
    out: &mut Vec<ExclusiveAtoms>,
) {
    let folded = Folded { atoms, columns };
    // Most ground transitions fold to the same few rows: a set instead of a list keeps the matrix
    // small.
    let mut rows: FxHashSet<Vec<i64>> = FxHashSet::default();
    for change in changes {
        folded.rows(change, &mut rows);
    }
    let mut rows: Vec<Vec<i64>> = rows.into_iter().collect();
    // The order of the rows decides the order of the results; a hash set has none.
    rows.sort_unstable();
    for support in semiflows(columns.len(), &rows) {
        // A folded semiflow unfolds to one set of atoms for each key.
        let mut by_key: Vec<(Value, Vec<AtomId>)> = Vec::new();
        let mut at: FxHashMap<Value, usize> = FxHashMap::default();
        for c in &support {
            let column = columns[*c];
            for atom in atoms.of(column.predicate).iter().filter(|a| atoms.linear[a.index()]) {
                let key = column.key(atoms.get(*atom).1);
                let i = *at.entry(key).or_insert_with(|| {
                    by_key.push((key, Vec::new()));
                    by_key.len() - 1
                });
                by_key[i].1.push(*atom);
            }
        }
        // The weighted sum never changes; where it is one at the start, exactly one atom is there.
        for (_, members) in by_key {
            // An atom with the key in two arguments would count twice.
            let distinct: FxHashSet<AtomId> = members.iter().copied().collect();
            let sum: u64 = members.iter().map(|a| start.get(a).copied().unwrap_or(0)).sum();
            if sum == 1 && distinct.len() == members.len() {
                let global = columns[support[0]].argument == Column::WHOLE;
                out.push(ExclusiveAtoms { atoms: members, global, always: true });
            }
        }
    }
}

/// The incidence matrix of the folded net.
struct Folded<'a> {
    atoms: &'a GroundAtoms,
    columns: &'a [Column],
}

impl Folded<'_> {
    /// The rows of the incidence matrix. A transition is a sum of one option for each factor; it is
    /// enough that the first options together, and the difference of each other option from the first
    /// one, leave the sum as it is.
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
            for (c, column) in self.columns.iter().enumerate() {
                if column.predicate == predicate {
                    let row = by_key.entry(column.key(values));
                    row.or_insert_with(|| vec![0; self.columns.len()])[c] += n;
                }
            }
        }
        rows.extend(by_key.into_values().filter(|row| row.iter().any(|n| *n != 0)));
    }
}

/// Farkas' algorithm: the minimal sets of columns whose sum is zero in every row. Row by row, partial
/// solutions that are positive there are combined with those that are negative; invariant: all that
/// remain are zero in the rows so far. Given up beyond `MOST` partial solutions.
pub fn semiflows(columns: usize, rows: &[Vec<i64>]) -> Vec<Vec<usize>> {
    let mut partial: Vec<(Vec<u32>, Vec<i64>)> = (0..columns)
        .map(|c| {
            let mut weights = vec![0; columns];
            weights[c] = 1;
            (weights, rows.iter().map(|row| row[c]).collect())
        })
        .collect();
    for r in 0..rows.len() {
        // Keep what is zero in this row, and cancel positive against negative entries; all else is
        // dropped.
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
    // Combining may have produced sums of smaller solutions: only minimal supports are kept.
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
