//! In which order premises are matched: the one with the least work, by rough estimates of how many
//! candidates each premise has when some variables are known.
//!
//! Join ordering as in a database: dynamic programming over sets of premises (Selinger et al., "Access
//! path selection in a relational database management system", 1979), best first, for up to [`FEW`]
//! premises; beyond that greedily. What certainly comes next, such as a test of known values, is taken
//! without a search, which settles most rules.

use crate::plan::survey::{Backward, Fitting, Survey};
use crate::plan::usual::size;
use crate::plan::{Planner, columns, head_bound, is_fact};
use crate::solve::Jump;
use senet_program::modes::{Bound, Known, Mode};
use senet_program::{PredId, Premise};

/// Up to this many premises, every order is considered.
const FEW: usize = 8;

/// Greedy orders choose among this many premises that are ready.
const WINDOW: usize = 256;

/// The work of looking for a premise, and how many matches that gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    /// Queries that may not end come after everything else, and the host after that.
    patience: u32,
    work: f64,
    found: f64,
}

const UNSURE: u32 = 1;
const HOST: u32 = 1 << 16;
const NOTHING: Estimate = Estimate { patience: 0, work: 0.0, found: 1.0 };

/// What it takes to ask a derived predicate at all, and to begin a table.
const ASKING: f64 = 4.0;
const TABLING: f64 = 12.0;

/// What it takes to look whether a row is there.
const ROW: f64 = 0.9;

/// Where premises only look at rows, an order that takes no more work than this is good enough:
/// looking for a better one takes longer than it saves.
const LITTLE: f64 = 12.0;

/// Recursive queries, which are not looked into.
const RECURSION: Estimate = Estimate { patience: 0, work: 30.0, found: 2.0 };

impl Planner<'_> {
    /// An order of some premises in which each is ready.
    pub(super) fn order(
        &mut self,
        survey: &Survey<'_>,
        left: Vec<usize>,
        bound: &Bound,
    ) -> Vec<usize> {
        self.cheapest(survey, left, bound, 1).0
    }

    /// The cheapest order, with what it takes, the last so many premises left out.
    fn cheapest(
        &mut self,
        survey: &Survey<'_>,
        mut left: Vec<usize>,
        bound: &Bound,
        without: usize,
    ) -> (Vec<usize>, Estimate) {
        if left.len() <= without {
            return (left, NOTHING);
        }
        if left.len() > FEW {
            return self.greedy_order(survey, left, bound);
        }
        // Most orders begin, and many go on to their end, with what certainly comes next.
        let mut bound = bound.clone();
        let mut whole = NOTHING;
        let mut done = 0;
        let mut ready = [None; FEW];
        while done + without < left.len() {
            let rest = &mut left[done..];
            if ready.iter().flatten().next().is_none() {
                ready = self.ready(survey, rest, 0, &bound);
            }
            let tests = |k: usize| bound.has_those(survey.variables_of(rest[k]));
            let Some((at, estimate)) = certain(&ready, tests) else {
                let rest = self.uncertain(survey, rest, ready, &bound);
                return (left, whole.then(rest));
            };
            whole = whole.then(estimate);
            if tests(at) {
                ready[at..].rotate_left(1);
                ready[FEW - 1] = None;
            } else {
                bound.bind_those(survey.variables_of(rest[at]));
                ready = [None; FEW];
            }
            rest[..=at].rotate_right(1);
            done += 1;
        }
        (left, whole)
    }

    /// Puts premises, none of which certainly comes first, into a good order. `first` is what it
    /// takes to begin with each.
    fn uncertain(
        &mut self,
        survey: &Survey<'_>,
        left: &mut [usize],
        first: [Option<Estimate>; FEW],
        bound: &Bound,
    ) -> Estimate {
        if let [_, _] = left {
            return self.better_of_two(survey, left, &first, bound);
        }
        let looks = |i: &usize| match &survey.premises[*i] {
            Premise::Derived(atom) => self.program.modes().is_table(atom.predicate),
            other => other.block().is_none(),
        };
        if left.iter().all(looks) {
            let (order, whole) = self.greedy_order(survey, left.to_vec(), bound);
            if whole.work <= LITTLE {
                left.copy_from_slice(&order);
                return whole;
            }
        }
        self.search(survey, left, first, bound)
    }

    /// Puts two premises that are both ready into the better order.
    fn better_of_two(
        &mut self,
        survey: &Survey<'_>,
        left: &mut [usize],
        ready: &[Option<Estimate>; FEW],
        bound: &Bound,
    ) -> Estimate {
        let mut in_order = |first: usize, second: usize| {
            let mut bound = bound.clone();
            bound.bind_those(survey.variables_of(left[first]));
            let second = self.estimate(survey, left[second], &bound);
            ready[first].expect(READY).then(second.expect(READY))
        };
        let (given, other) = (in_order(0, 1), in_order(1, 0));
        if !other.is_less(given) {
            return given;
        }
        left.swap(0, 1);
        other
    }

    /// What it takes to look for each of some premises next, those of a set left out; only those
    /// that are ready, and need no more patience than others.
    fn ready(
        &mut self,
        survey: &Survey<'_>,
        left: &[usize],
        without: usize,
        bound: &Bound,
    ) -> [Option<Estimate>; FEW] {
        let mut ready = [None; FEW];
        let mut patience = u32::MAX;
        let mut patient = false;
        for (k, i) in left.iter().enumerate().filter(|(k, _)| without & 1 << k == 0) {
            ready[k] = self.estimate(survey, *i, bound);
            if let Some(estimate) = ready[k] {
                patient |= patience != u32::MAX && estimate.patience != patience;
                patience = patience.min(estimate.patience);
            }
        }
        if patient {
            ready.iter_mut().for_each(|e| *e = e.filter(|e| e.patience == patience));
        }
        ready
    }

    /// Puts premises into the best of all orders, found by going on with the cheapest beginning:
    /// what the best way to match some of the premises is, does not depend on what comes after.
    fn search(
        &mut self,
        survey: &Survey<'_>,
        left: &mut [usize],
        first: [Option<Estimate>; FEW],
        bound: &Bound,
    ) -> Estimate {
        /// The best way to match a set of premises.
        #[derive(Clone, Copy)]
        struct Best {
            so_far: Estimate,
            last: usize,
        }
        // Dijkstra's algorithm on the lattice of sets: a set is a node, a premise that is matched next an
        // edge. At most 2^FEW nodes, so the open list is searched from end to end.
        let all = (1usize << left.len()) - 1;
        let mut best: Vec<Option<Best>> = vec![None; all + 1];
        // The estimates are at least zero, so a set that leaves the open list has its
        // cheapest way.
        // The sets from which the way on has not been looked at.
        let mut open: Vec<(Estimate, usize)> = vec![(NOTHING, 0)];
        let whole = loop {
            let least = |at: usize, i: usize| if open[i].0.is_less(open[at].0) { i } else { at };
            let at = (1..open.len()).fold(0, least);
            let (so_far, set) = open.swap_remove(at);
            if set == all {
                break so_far;
            }
            if best[set].is_some_and(|b| b.so_far.is_less(so_far)) {
                continue; // a better way has been found since
            }
            let mut known = bound.clone();
            let matched = left.iter().enumerate().filter(|(k, _)| set & 1 << k != 0);
            matched.for_each(|(_, i)| known.bind_those(survey.variables_of(*i)));
            let ready = if set == 0 { first } else { self.ready(survey, left, set, &known) };
            let certain = certain(&ready, |k| known.has_those(survey.variables_of(left[k])));
            for (k, estimate) in ready.into_iter().enumerate() {
                let Some(estimate) = estimate.filter(|_| certain.is_none_or(|(c, _)| c == k))
                else {
                    continue;
                };
                let so_far = so_far.then(estimate);
                let with = &mut best[set | 1 << k];
                if with.is_none_or(|w| so_far.is_less(w.so_far)) {
                    *with = Some(Best { so_far, last: k });
                    open.push((so_far, set | 1 << k));
                }
            }
        };
        let mut order = Vec::with_capacity(left.len());
        let mut set = all;
        while set != 0 {
            let last = best[set].expect(READY).last;
            order.push(left[last]);
            set &= !(1 << last);
        }
        order.reverse();
        left.copy_from_slice(&order);
        whole
    }

    /// One after another what has the least work, and of that the fewest matches.
    fn greedy_order(
        &mut self,
        survey: &Survey<'_>,
        mut left: Vec<usize>,
        bound: &Bound,
    ) -> (Vec<usize>, Estimate) {
        let mut bound = bound.clone();
        let mut order = Vec::with_capacity(left.len());
        let mut whole = NOTHING;
        while !left.is_empty() {
            let mut next: Option<(Estimate, usize, Estimate)> = None;
            let mut seen = 0;
            for (at, i) in left.iter().enumerate() {
                let Some(estimate) = self.estimate(survey, *i, &bound) else {
                    continue;
                };
                // Of thousands, the best of the next few is good enough: the time of planning stays
                // in proportion to the number of premises.
                seen += 1;
                if seen > WINDOW {
                    break;
                }
                let cost = Estimate { work: estimate.work + 2.0 * estimate.found, ..estimate };
                if next.is_none_or(|(least, _, _)| cost.is_less(least)) {
                    next = Some((cost, at, estimate));
                }
            }
            let (_, at, estimate) = next.expect(READY);
            let i = left.remove(at);
            bound.bind_those(survey.variables_of(i));
            whole = whole.then(estimate);
            order.push(i);
        }
        (order, whole)
    }

    /// What it takes to look for a premise; nothing if it is not ready.
    fn estimate(&mut self, survey: &Survey<'_>, i: usize, bound: &Bound) -> Option<Estimate> {
        let premise = &survey.premises[i];
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
            Premise::Derived(atom) if !self.program.modes().is_table(atom.predicate) => {
                let known = survey.fitting(i, bound).known;
                match self.program.modes().best(atom.predicate, known)? {
                    (asked, Mode::Finite) => {
                        let Estimate { work, found, .. } = self.query(atom.predicate, asked);
                        let more = (known & !asked).count_ones();
                        of(work, found * 0.3f64.powi(more as i32))
                    }
                    (_, Mode::Unsure) => late(UNSURE),
                }
            }
            Premise::Derived(_) | Premise::Take(_) | Premise::Read(_) | Premise::Persistent(_) => {
                let Fitting { full, rows, .. } = survey.fitting(i, bound);
                if full { of(ROW, rows.clamp(0.1, 0.9)) } else { of(1.0 + rows, rows.max(0.1)) }
            }
        }
    }

    /// Whether a query is answered in so much work.
    pub(crate) fn answers_within(&mut self, predicate: PredId, known: Known, work: f64) -> bool {
        self.query(predicate, known).work <= work
    }

    /// What it takes to answer a query.
    fn query(&mut self, predicate: PredId, known: Known) -> Estimate {
        match self.estimates.get(&(predicate, known)) {
            Some(Some(estimate)) => return *estimate,
            Some(None) => return RECURSION,
            None => {}
        }
        // `None` marks a query that is being estimated: meeting it again means recursion,
        // which is given a fixed price instead of being unfolded.
        self.estimates.insert((predicate, known), None);
        let estimate = self.look_into(predicate, known);
        self.estimates.insert((predicate, known), Some(estimate));
        estimate
    }

    fn look_into(&mut self, predicate: PredId, known: Known) -> Estimate {
        let types = &self.program.predicate(predicate).arguments;
        let clauses = &self.clauses[predicate.index()];
        if Jump::find(clauses, known).is_some() {
            return Estimate { patience: 0, work: ASKING, found: 1.0 };
        }
        let full = is_full(known, types.len());
        let work = if full { ASKING } else { TABLING };
        let mut all = Estimate { patience: 0, work, found: 0.0 };
        let facts = clauses.iter().filter(|c| is_fact(c)).count();
        if facts > 0 {
            let values = columns(known).map(|i| size(self.program, types[i])).product::<f64>();
            let rows = facts as f64 / values;
            all.work += if full { ROW } else { 1.0 + rows };
            all.found += rows;
        }
        for Backward { clause, survey, .. } in &*self.backward(predicate) {
            let bound = head_bound(&clause.head.arguments, known, clause.variables.len());
            let goals = (0..clause.goals.len()).collect();
            let (_, one) = self.cheapest(survey, goals, &bound, 0);
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

    /// Whether this certainly comes before another: the two together take no less work in the other
    /// order. A test of what is known takes the same wherever it stands; anything else might become
    /// a look at one row.
    fn comes_before(self, other: Estimate, tests: bool) -> bool {
        let later = if tests { self.work } else { self.work.min(ROW) };
        self.work + self.found * other.work <= other.work + other.found * later
    }

    fn is_less(self, other: Estimate) -> bool {
        (self.patience, self.work) < (other.patience, other.work)
    }
}

/// Which of some premises certainly comes next, if one does: the only one, or one that comes before
/// each of the others. `tests` says whether a premise gives no value to anything.
fn certain(
    ready: &[Option<Estimate>; FEW],
    tests: impl Fn(usize) -> bool,
) -> Option<(usize, Estimate)> {
    let all = || ready.iter().enumerate().filter_map(|(k, e)| Some((k, (*e)?)));
    let mut some = all();
    let only = some.next().filter(|_| some.next().is_none());
    only.or_else(|| {
        all().find(|(k, e)| {
            let tests = tests(*k);
            all().all(|(other, o)| other == *k || e.comes_before(o, tests))
        })
    })
}

const READY: &str = "the checker has shown that every premise gets ready";

/// Whether all arguments are known.
fn is_full(known: Known, arguments: usize) -> bool {
    arguments < 64 && known == (1u64 << arguments) - 1
}
