//! The overlaps of two rules, each in its most general form, and whether they rejoin.

use crate::ids::PredId;
use crate::index::{Index, called};
use crate::program::{Atom, Premise, Program, Rule};
use crate::settle::sketch::{Assumed, Sketch};
use crate::settle::unify::{Moved, Unifier};
use crate::settle::{OutOfWork, Work};
use crate::show::Show;
use rustc_hash::FxHashMap;

/// Compares rules, and remembers what it found out about facts.
pub(super) struct Overlaps<'p> {
    program: &'p Program,
    index: &'p Index,
    /// Whether the facts of a predicate are a function of certain arguments.
    functions: FxHashMap<(PredId, Vec<bool>), bool>,
}

/// A linear premise, with the variables of two rules kept apart.
struct Need<'r> {
    atom: Moved<'r, Atom>,
    taken: bool,
}

/// Two rules that need the same atoms.
struct Overlap<'r> {
    first: &'r Rule,
    second: &'r Rule,
    /// How far the variables of the second rule are moved.
    offset: u32,
    left: Vec<Need<'r>>,
    right: Vec<Need<'r>>,
}

/// For each need of the first rule, the need of the second that is the same atom.
type Pairs = Vec<Option<usize>>;

impl<'p> Overlaps<'p> {
    pub(super) fn new(program: &'p Program, index: &'p Index) -> Overlaps<'p> {
        Overlaps { program, index, functions: FxHashMap::default() }
    }

    /// Why the order of these two rules could matter, if it could.
    pub(super) fn compete(
        &mut self,
        first: &Rule,
        second: &Rule,
        rules: &[&Rule],
        work: &mut Work,
    ) -> Result<Option<String>, OutOfWork> {
        if !may_compete(first, second) {
            return Ok(None);
        }
        let offset = first.variables.len() as u32;
        let overlap =
            Overlap { first, second, offset, left: needs(first, 0), right: needs(second, offset) };
        // Depth-first over the needs of the first rule: each pairs with none or one of the second.
        let variables = first.variables.len() + second.variables.len();
        let pairs = Vec::with_capacity(overlap.left.len());
        let mut open: Vec<(Pairs, Unifier)> = vec![(pairs, Unifier::new(variables))];
        while let Some((mut pairs, unifier)) = open.pop() {
            work.spend(1)?;
            let Some(need) = overlap.left.get(pairs.len()) else {
                let shared = overlap.contested(&pairs);
                if let Some(shared) = shared
                    && !self.rejoins(&overlap, &pairs, unifier, rules, work)?
                {
                    return Ok(Some(self.reason(&overlap, shared)));
                }
                continue;
            };
            // The last in is tried first: overlaps that share much, from the left, come early.
            let alone = open.len();
            open.push((Vec::new(), Unifier::default()));
            for (j, other) in overlap.right.iter().enumerate().rev() {
                if other.atom.0.predicate != need.atom.0.predicate || pairs.contains(&Some(j)) {
                    continue;
                }
                let mut unifier = unifier.clone();
                if unifier.atoms(need.atom, other.atom, work)? {
                    let mut pairs_with = Vec::with_capacity(overlap.left.len());
                    pairs_with.extend_from_slice(&pairs);
                    pairs_with.push(Some(j));
                    open.push((pairs_with, unifier));
                }
            }
            pairs.push(None);
            open[alone] = (pairs, unifier);
        }
        Ok(None)
    }

    fn reason(&self, overlap: &Overlap<'_>, shared: &Atom) -> String {
        let Overlap { first, second, .. } = overlap;
        let shared = Show::new(self.program).atom(shared, &first.variables);
        let first_called = called(first);
        if std::ptr::eq(*first, *second) {
            return format!("two ways to apply {first_called} compete for `{shared}`");
        }
        format!("{first_called} and {} compete for `{shared}`", called(second))
    }

    fn rejoins(
        &mut self,
        overlap: &Overlap<'_>,
        pairs: &Pairs,
        mut unifier: Unifier,
        rules: &[&Rule],
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        // The tests go from cheap to dear. First what tables say about the variables, then
        // whether both steps make the same change at all, and only then the two positions
        // themselves.
        if !self.functions(overlap, &mut unifier, work)? {
            return Ok(true); // no facts allow this overlap
        }
        if overlap.same_change(&unifier, work)? {
            return Ok(true);
        }
        let Some((base, assumed)) = overlap.sketch(pairs, &unifier, work)? else {
            return Ok(true); // this overlap cannot happen
        };
        let one = overlap.after(&base, true, &unifier, work)?;
        let two = overlap.after(&base, false, &unifier, work)?;
        if one == two {
            return Ok(true);
        }
        // Strong confluence: the two ends meet after at most one step on each side.
        let from_one = one.reachable(rules, &assumed, work)?;
        let from_two = two.reachable(rules, &assumed, work)?;
        work.spend(from_one.len() * from_two.len())?;
        Ok(from_one.iter().any(|s| from_two.contains(s)))
    }

    /// Facts that are a function give the same results for the same arguments: `next P Q` and
    /// `next P R` mean that Q is R. Returns whether that is possible at all.
    fn functions(
        &mut self,
        overlap: &Overlap<'_>,
        unifier: &mut Unifier,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        let both = [(overlap.first, 0), (overlap.second, overlap.offset)];
        let premises = both.iter().flat_map(|(rule, by)| rule.premises.iter().map(|p| (p, *by)));
        let tables = premises.filter_map(|(p, by)| match p {
            Premise::Derived(a) if self.program.modes.is_table(a.predicate) => Some((a, by)),
            _ => None,
        });
        let atoms: Vec<Moved<'_, Atom>> = tables.collect();
        // Functional dependencies, chased until nothing changes (the chase of database
        // theory): each round makes two terms equal, so there are at most as many rounds as
        // there are terms.
        loop {
            let mut changed = false;
            for (i, a) in atoms.iter().enumerate() {
                for b in atoms[i + 1..].iter().filter(|b| b.0.predicate == a.0.predicate) {
                    let (a, b) = (unifier.atom(*a, work)?, unifier.atom(*b, work)?);
                    let both = a.arguments.iter().zip(&b.arguments);
                    let same: Vec<bool> = both.map(|(a, b)| a == b).collect();
                    if a == b || !self.is_function(a.predicate, same, work)? {
                        continue;
                    }
                    if !unifier.atoms((&a, 0), (&b, 0), work)? {
                        return Ok(false);
                    }
                    changed = true;
                }
            }
            if !changed {
                return Ok(true);
            }
        }
    }

    /// Whether no two facts of a predicate agree on just these arguments.
    fn is_function(
        &mut self,
        predicate: PredId,
        same: Vec<bool>,
        work: &mut Work,
    ) -> Result<bool, OutOfWork> {
        let key = (predicate, same);
        if let Some(known) = self.functions.get(&key) {
            return Ok(*known);
        }
        let clauses = self.index.clauses(self.program, predicate);
        work.spend(clauses.len())?;
        let mut seen = FxHashMap::default();
        let mut clauses = clauses;
        let function = clauses.all(|clause| {
            let arguments = clause.head.arguments.iter().zip(&key.1);
            let (given, rest): (Vec<_>, Vec<_>) = arguments.partition(|(_, same)| **same);
            *seen.entry(given).or_insert_with(|| rest.clone()) == rest
        });
        self.functions.insert(key, function);
        Ok(function)
    }
}

impl Overlap<'_> {
    /// An atom that one of the rules takes and the other needs.
    fn contested(&self, pairs: &Pairs) -> Option<&Atom> {
        pairs.iter().enumerate().find_map(|(i, j)| {
            let contested = j.is_some_and(|j| self.left[i].taken || self.right[j].taken);
            contested.then(|| self.left[i].atom.0)
        })
    }

    /// Whether both rules make the same of the position; the usual case by far, and seen without
    /// writing positions down: what one takes and the other makes is what the other takes and the
    /// one makes. Rules that make persistent atoms are left to sketches.
    fn same_change(&self, unifier: &Unifier, work: &mut Work) -> Result<bool, OutOfWork> {
        let made = [&self.first.conclusions, &self.second.conclusions];
        let taken = |needs: &[Need<'_>]| needs.iter().filter(|n| n.taken).count();
        let more = taken(&self.right) + made[0].len() != taken(&self.left) + made[1].len();
        if more || made.into_iter().flatten().any(|c| c.persistent) {
            return Ok(false);
        }
        // What one makes and the other takes, each with what the other makes and the one takes.
        let mine = (self.right.iter(), self.first, 0);
        let its = (self.left.iter(), self.second, self.offset);
        let [mine, its] = [mine, its].map(|(needs, rule, by)| {
            let taken = needs.filter(|n| n.taken).map(|n| n.atom);
            taken.chain(rule.conclusions.iter().map(move |c| (&c.atom, by)))
        });
        let mut left: Vec<Moved<'_, Atom>> = its.collect();
        for atom in mine {
            let mut at = 0;
            while at < left.len() && !unifier.is_same(atom, left[at], work)? {
                at += 1;
            }
            if at == left.len() {
                return Ok(false);
            }
            left.swap_remove(at);
        }
        Ok(true)
    }

    /// The position of an overlap, and what both rules assume; `None` if they contradict.
    fn sketch(
        &self,
        pairs: &Pairs,
        unifier: &Unifier,
        work: &mut Work,
    ) -> Result<Option<(Sketch, Assumed)>, OutOfWork> {
        let mut assumed = Assumed::default();
        let mut base = Sketch::default();
        for (rule, offset) in [(self.first, 0), (self.second, self.offset)] {
            for premise in &rule.premises {
                match premise {
                    Premise::Derived(atom) => {
                        let atom = unifier.atom((atom, offset), work)?;
                        assumed.derived.push(atom);
                    }
                    Premise::Persistent(atom) => {
                        let atom = unifier.atom((atom, offset), work)?;
                        base.persistent.push(atom);
                    }
                    Premise::Differ(a, b) | Premise::Same(a, b) => {
                        let a = unifier.term((a, offset), work)?;
                        let b = unifier.term((b, offset), work)?;
                        let differ = matches!(premise, Premise::Differ(..));
                        if differ && a == b || !differ && a != b && a.is_ground() && b.is_ground() {
                            return Ok(None);
                        }
                        if differ {
                            assumed.differ.push((a, b));
                        }
                    }
                    _ => {}
                }
            }
        }
        for need in &self.left {
            base.linear.push(unifier.atom(need.atom, work)?);
        }
        for (j, need) in self.right.iter().enumerate() {
            if !pairs.contains(&Some(j)) {
                base.linear.push(unifier.atom(need.atom, work)?);
            }
        }
        Ok(Some((base, assumed)))
    }

    /// The position after one of the rules has fired.
    fn after(
        &self,
        base: &Sketch,
        first: bool,
        unifier: &Unifier,
        work: &mut Work,
    ) -> Result<Sketch, OutOfWork> {
        let (rule, offset, needs) = if first {
            (self.first, 0, &self.left)
        } else {
            (self.second, self.offset, &self.right)
        };
        let mut sketch = base.clone();
        for need in needs.iter().filter(|n| n.taken) {
            let atom = unifier.atom(need.atom, work)?;
            let at = sketch.linear.iter().position(|a| *a == atom);
            sketch.linear.swap_remove(at.expect("what is taken was put into the sketch"));
        }
        for conclusion in &rule.conclusions {
            let atom = unifier.atom((&conclusion.atom, offset), work)?;
            sketch.add(atom, conclusion.persistent);
        }
        Ok(sketch.sorted())
    }
}

/// Whether one of two rules takes an atom of a predicate that the other needs too.
fn may_compete(first: &Rule, second: &Rule) -> bool {
    needed(first).any(|(a, takes)| {
        needed(second).any(|(b, taken)| a.predicate == b.predicate && (takes || taken))
    })
}

fn needs(rule: &Rule, offset: u32) -> Vec<Need<'_>> {
    needed(rule).map(|(atom, taken)| Need { atom: (atom, offset), taken }).collect()
}

/// The atoms that a rule needs, and whether it takes them.
fn needed(rule: &Rule) -> impl Iterator<Item = (&Atom, bool)> {
    rule.premises.iter().filter_map(|premise| match premise {
        Premise::Take(atom) => Some((atom, true)),
        Premise::Read(atom) => Some((atom, false)),
        _ => None,
    })
}
