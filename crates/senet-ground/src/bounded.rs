//! Sets of predicates with at most one atom in every position, such as a turn that a player has or that is over.
//!
//! They are sub-invariants of the net (also *P-subvariants*): weights y >= 0 with y·C <= 0 for the incidence
//! matrix C, so that y·marking never grows. Stages count as atoms, of which one is always there: what a
//! link makes out of nothing, it makes out of the stage that it leaves.
//!
//! A set is found by what its atoms are made of: as long as some transition makes more of the set than it takes,
//! something else that it takes has to belong to the set. This is a search with little to choose, because few
//! premises of a rule are taken and not made again.

use crate::grounding::atoms::{AtomId, GroundAtoms};
use crate::invariant::{AtomChange, ExclusiveAtoms, RuleChanges};
use rustc_hash::FxHashMap;
use senet_program::{PredId, PredKind, Program, StageId};

/// So often a set is enlarged in the search for one of them.
const TRIES: usize = 200;

/// The sets of predicates with at most one atom, each as large as possible. Predicates that are `known` to exclude
/// each other are left out.
pub fn at_most_one(
    program: &Program,
    atoms: &GroundAtoms,
    changes: &[RuleChanges],
    start: (StageId, &FxHashMap<AtomId, u64>),
    known: &[ExclusiveAtoms],
) -> Vec<ExclusiveAtoms> {
    let folded = Folded::new(program, atoms, changes, start);
    let mut done = vec![false; folded.predicates];
    for atom in known.iter().filter(|set| set.global).flat_map(|set| &set.atoms) {
        done[atoms.get(*atom).0.index()] = true;
    }
    let mut out = Vec::new();
    for seed in 0..folded.predicates {
        if done[seed] || !folded.linear[seed] {
            continue;
        }
        let mut set = vec![false; folded.start.len()];
        set[seed] = true;
        if folded.at_start(&set) > 1 || !folded.close(&mut set, &mut TRIES.clone()) {
            continue;
        }
        folded.enlarge(&mut set, &done);
        let members: Vec<usize> = (0..folded.predicates).filter(|p| set[*p]).collect();
        // What excludes atoms of a set that is known already would be in two sets.
        if members.iter().any(|p| done[*p]) {
            continue;
        }
        members.iter().for_each(|p| done[*p] = true);
        let of = |p: &usize| atoms.of(PredId::new(*p)).iter().copied();
        let all = members.iter().flat_map(of).filter(|a| atoms.linear[a.index()]);
        out.push(ExclusiveAtoms { atoms: all.collect(), global: true, always: false });
    }
    out
}

/// What transitions do to how many atoms of each predicate there are, and to stages, which are columns behind
/// those of predicates.
struct Folded {
    predicates: usize,
    /// Whether a predicate has linear atoms.
    linear: Vec<bool>,
    start: Vec<i64>,
    effects: Vec<Effect>,
}

/// A transition: what it always changes, and for each of its factors what the choices change.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Effect {
    always: Vec<i64>,
    options: Vec<Vec<Vec<i64>>>,
}

impl Folded {
    fn new(
        program: &Program,
        atoms: &GroundAtoms,
        changes: &[RuleChanges],
        (stage, copies): (StageId, &FxHashMap<AtomId, u64>),
    ) -> Folded {
        let predicates = program.predicates().len();
        let columns = predicates + program.stages().len();
        let fold = |change: &AtomChange| {
            let mut row = vec![0; columns];
            change.iter().for_each(|(atom, n)| row[atoms.get(*atom).0.index()] += n);
            row
        };
        let mut effects = Vec::new();
        for change in changes {
            let mut always = fold(&change.base);
            if let Some((from, to)) = change.link {
                always[predicates + from.index()] -= 1;
                to.into_iter().for_each(|to| always[predicates + to.index()] += 1);
            }
            let options = change.options.iter().map(|options| {
                let mut rows: Vec<Vec<i64>> = options.iter().map(fold).collect();
                rows.sort_unstable();
                rows.dedup();
                rows
            });
            effects.push(Effect { always, options: options.collect() });
            // Comprehensions happen any number of times: none of them may add to a set.
            let inner =
                change.inner.iter().map(|inner| Effect { always: fold(inner), options: vec![] });
            effects.extend(inner);
        }
        effects.sort_unstable();
        effects.dedup();
        let mut start = vec![0i64; columns];
        for atom in atoms.ids() {
            let n = copies.get(&atom).map_or(0, |n| i64::try_from(*n).unwrap_or(i64::MAX));
            let count = &mut start[atoms.get(atom).0.index()];
            *count = count.saturating_add(n);
        }
        start[predicates + stage.index()] = 1;
        let linear = |p: usize| {
            let derived = program.predicates()[p].kind == PredKind::Derived;
            !derived && atoms.of(PredId::new(p)).iter().any(|a| atoms.linear[a.index()])
        };
        let linear = (0..predicates).map(linear).collect();
        Folded { predicates, linear, start, effects }
    }

    /// How many atoms of a set there are at the start.
    fn at_start(&self, set: &[bool]) -> i64 {
        set.iter()
            .zip(&self.start)
            .filter(|(s, _)| **s)
            .fold(0, |sum, (_, n)| sum.saturating_add(*n))
    }

    /// Enlarges a set until no transition makes more of it than it takes; false if that cannot be.
    fn close(&self, set: &mut [bool], tries: &mut usize) -> bool {
        let Some(grown) = self.effects.iter().find_map(|effect| effect.growth(set)) else {
            return true;
        };
        for column in 0..set.len() {
            if set[column] || grown[column] >= 0 || *tries == 0 {
                continue;
            }
            *tries -= 1;
            set[column] = true;
            if self.at_start(set) <= 1 && self.close(set, tries) {
                return true;
            }
            set[column] = false;
        }
        false
    }

    /// Adds predicates one by one as long as the set never grows.
    fn enlarge(&self, set: &mut [bool], done: &[bool]) {
        for column in 0..self.predicates {
            if set[column] || done[column] || !self.linear[column] {
                continue;
            }
            set[column] = true;
            set[column] =
                self.at_start(set) <= 1 && self.effects.iter().all(|e| e.growth(set).is_none());
        }
    }
}

impl Effect {
    /// The change that makes most of a set, if it makes more than it takes.
    fn growth(&self, set: &[bool]) -> Option<Vec<i64>> {
        let sum =
            |row: &[i64]| -> i64 { row.iter().zip(set).filter(|(_, s)| **s).map(|(n, _)| n).sum() };
        let mut all = self.always.clone();
        for options in &self.options {
            let most = options.iter().max_by_key(|row| sum(row))?;
            all.iter_mut().zip(most).for_each(|(all, n)| *all += n);
        }
        (sum(&all) > 0).then_some(all)
    }
}
