//! In which order premises are matched: the one with the least work, by rough estimates of how many
//! candidates each premise has when some variables are known.

use crate::plan::usual::size;
use crate::plan::{Planner, head_bound};
use crate::solve::Jump;
use senet_program::modes::{Bound, Known, Mode};
use senet_program::{Atom, PredId, Premise};

/// Up to this many premises, every order is considered.
const FEW: usize = 8;

/// The work of looking for a premise, and how many matches that gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    /// Questions that may not end come after everything else, and the host after that.
    patience: u32,
    work: f64,
    found: f64,
}

const UNSURE: u32 = 1;
const HOST: u32 = 1 << 16;
const NOTHING: Estimate = Estimate { patience: 0, work: 0.0, found: 1.0 };

/// What it takes to ask a backward predicate at all, and to begin a table.
const ASKING: f64 = 4.0;
const TABLING: f64 = 12.0;

/// Recursive questions, which are not looked into.
const RECURSION: Estimate = Estimate { patience: 0, work: 30.0, found: 2.0 };

impl Planner<'_> {
    /// An order of some premises in which each is ready.
    pub(super) fn order(
        &mut self,
        premises: &[Premise],
        left: Vec<usize>,
        bound: &Bound,
    ) -> Vec<usize> {
        if left.len() < 2 {
            return left;
        }
        self.cheapest(premises, left, bound).0
    }

    /// The cheapest order, with what it takes.
    fn cheapest(
        &mut self,
        premises: &[Premise],
        left: Vec<usize>,
        bound: &Bound,
    ) -> (Vec<usize>, Estimate) {
        if left.len() <= FEW {
            self.best_order(premises, &left, bound)
        } else {
            self.greedy_order(premises, left, bound)
        }
    }

    /// The best of all orders: what the best way to match some of the premises is, does not depend
    /// on what comes after.
    fn best_order(
        &mut self,
        premises: &[Premise],
        left: &[usize],
        bound: &Bound,
    ) -> (Vec<usize>, Estimate) {
        /// The best way to match a set of premises.
        #[derive(Clone)]
        struct Best {
            so_far: Estimate,
            last: usize,
            bound: Bound,
        }
        let mut best: Vec<Option<Best>> = vec![None; 1 << left.len()];
        best[0] = Some(Best { so_far: NOTHING, last: 0, bound: bound.clone() });
        for set in 0..best.len() {
            let Some(Best { so_far, bound, .. }) = best[set].clone() else {
                continue;
            };
            let open = left.iter().enumerate().filter(|(k, _)| set & 1 << k == 0);
            let ready = open.filter_map(|(k, i)| {
                self.estimate(&premises[*i], &bound).map(|estimate| (k, *i, estimate))
            });
            let ready: Vec<(usize, usize, Estimate)> = ready.collect();
            let patience = ready.iter().map(|(_, _, e)| e.patience).min();
            for (k, i, estimate) in ready {
                let so_far = so_far.then(estimate);
                let with = &mut best[set | 1 << k];
                if Some(estimate.patience) == patience
                    && with.as_ref().is_none_or(|w| so_far.is_less(w.so_far))
                {
                    let mut bound = bound.clone();
                    bound.bind_all(&premises[i]);
                    *with = Some(Best { so_far, last: k, bound });
                }
            }
        }
        let mut order = Vec::with_capacity(left.len());
        let mut set = best.len() - 1;
        let whole = best[set].as_ref().expect(READY).so_far;
        while set != 0 {
            let last = best[set].as_ref().expect(READY).last;
            order.push(left[last]);
            set &= !(1 << last);
        }
        order.reverse();
        (order, whole)
    }

    /// One after another what has the least work, and of that the fewest matches.
    fn greedy_order(
        &mut self,
        premises: &[Premise],
        mut left: Vec<usize>,
        bound: &Bound,
    ) -> (Vec<usize>, Estimate) {
        let mut bound = bound.clone();
        let mut order = Vec::with_capacity(left.len());
        let mut whole = NOTHING;
        while !left.is_empty() {
            let mut next: Option<(Estimate, usize, Estimate)> = None;
            for (at, i) in left.iter().enumerate() {
                let Some(estimate) = self.estimate(&premises[*i], &bound) else {
                    continue;
                };
                let cost = Estimate { work: estimate.work + 2.0 * estimate.found, ..estimate };
                if next.is_none_or(|(least, _, _)| cost.is_less(least)) {
                    next = Some((cost, at, estimate));
                }
            }
            let (_, at, estimate) = next.expect(READY);
            let i = left.remove(at);
            bound.bind_all(&premises[i]);
            whole = whole.then(estimate);
            order.push(i);
        }
        (order, whole)
    }

    /// What it takes to look for a premise; nothing if it is not ready.
    fn estimate(&mut self, premise: &Premise, bound: &Bound) -> Option<Estimate> {
        let of = |work, found| Some(Estimate { patience: 0, work, found });
        let late = |patience| Some(Estimate { patience, work: 1.0, found: 2.0 });
        match premise {
            Premise::Same(l, r) => match (bound.knows(l), bound.knows(r)) {
                (true, true) => of(0.1, 0.3),
                (false, false) => None,
                _ => of(0.1, 0.9),
            },
            Premise::Differ(l, r) => of(0.1, 0.8).filter(|_| bound.knows(l) && bound.knows(r)),
            Premise::Less { left, right, .. } => {
                of(0.1, 0.5).filter(|_| bound.knows(left) && bound.knows(right))
            }
            Premise::Compute { target, .. } => {
                let found = if bound.has(*target) { 0.4 } else { 0.9 };
                of(0.2, found).filter(|_| bound.is_ready(premise))
            }
            Premise::Not(_) => of(5.0, 0.7).filter(|_| bound.is_ready(premise)),
            Premise::Aggregate { .. } => of(8.0, 0.9).filter(|_| bound.is_ready(premise)),
            Premise::Sense(_) => late(HOST),
            Premise::Derived(atom) => {
                let known = bound.known(&atom.arguments);
                if self.program.modes().is_table(atom.predicate) {
                    let facts = self.clauses[atom.predicate.index()].len() as f64;
                    return Some(self.rows(atom, known, facts));
                }
                match self.program.modes().best(atom.predicate, known)? {
                    (asked, Mode::Finite) => {
                        let Estimate { work, found, .. } = self.question(atom.predicate, asked);
                        let more = (known & !asked).count_ones();
                        of(work, found * 0.3f64.powi(more as i32))
                    }
                    (_, Mode::Unsure) => late(UNSURE),
                }
            }
            Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                let known = bound.known(&atom.arguments);
                let usual = self.usual.of(self.program, atom.predicate);
                Some(self.rows(atom, known, usual))
            }
        }
    }

    /// What it takes to find rows of a table with so many of them.
    fn rows(&self, atom: &Atom, known: Known, all: f64) -> Estimate {
        let types = &self.program.predicate(atom.predicate).arguments;
        let columns = types.iter().enumerate().filter(|(i, _)| *i < 64 && known & 1 << i != 0);
        let selective: f64 = columns.map(|(_, ty)| size(self.program, *ty)).product();
        let found = all / selective;
        if is_full(known, types.len()) {
            return Estimate { patience: 0, work: 0.9, found: found.clamp(0.1, 0.9) };
        }
        Estimate { patience: 0, work: 1.0 + found, found: found.max(0.1) }
    }

    /// Whether a question is answered in so much work.
    pub(crate) fn answers_within(&mut self, predicate: PredId, known: Known, work: f64) -> bool {
        self.question(predicate, known).work <= work
    }

    /// What it takes to answer a question.
    fn question(&mut self, predicate: PredId, known: Known) -> Estimate {
        match self.estimates.get(&(predicate, known)) {
            Some(Some(estimate)) => return *estimate,
            Some(None) => return RECURSION,
            None => {}
        }
        self.estimates.insert((predicate, known), None);
        let estimate = self.look_into(predicate, known);
        self.estimates.insert((predicate, known), Some(estimate));
        estimate
    }

    fn look_into(&mut self, predicate: PredId, known: Known) -> Estimate {
        let arguments = self.program.predicate(predicate).arguments.len();
        let clauses = self.clauses[predicate.index()].clone();
        if Jump::find(&clauses, known).is_some() {
            return Estimate { patience: 0, work: ASKING, found: 1.0 };
        }
        let full = is_full(known, arguments);
        let work = if full { ASKING } else { TABLING };
        let mut all = Estimate { patience: 0, work, found: 0.0 };
        for clause in clauses {
            let bound = head_bound(&clause.head.arguments, known, clause.variables.len());
            let goals = (0..clause.goals.len()).collect();
            let (_, one) = self.cheapest(&clause.goals, goals, &bound);
            all.work += 1.0 + one.work;
            all.found += one.found;
        }
        if full {
            all.found = all.found.clamp(0.1, 0.5);
        }
        all
    }
}

impl Estimate {
    /// For each match of this, another.
    fn then(self, next: Estimate) -> Estimate {
        Estimate {
            patience: self.patience + next.patience,
            work: self.work + self.found * next.work,
            found: self.found * next.found,
        }
    }

    fn is_less(self, other: Estimate) -> bool {
        (self.patience, self.work) < (other.patience, other.work)
    }
}

const READY: &str = "the checker has shown that every premise gets ready";

/// Whether all arguments are known.
fn is_full(known: Known, arguments: usize) -> bool {
    arguments < 64 && known == (1u64 << arguments) - 1
}
