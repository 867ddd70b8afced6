//! The agenda: every match of the current stage's rules, kept up to date atom by atom. (In the first steps of a
//! stage it is empty, and [`Machine`](crate::Machine) lists the matches.)
//!
//! Each match knows the rows that it uses, and each row the matches that use it, so that a change
//! of an atom touches nothing else. (TREAT: matches are kept, joins are not. Linear rules take atoms
//! away all the time, which would tear the intermediate results of a Rete network down again and
//! again.) A match stays while its atoms are there; if there are too few copies, its weight is 0.
//!
//! Weights are exact below 2¹²⁸ and stay at the largest number beyond: whether that matters shows
//! only where chance decides, in [`Machine::step`](crate::Machine) and in the game. Saturating sums
//! and products are the true ones cut off, so a sum of two or more weights that fits is exact.

use crate::engine::Engine;
use crate::position::TermPosition;
use crate::relation::NONE;
use crate::rule_plan::{Need, RulePlan, Usage};
use senet_game::{LimitReached, Rng, at_weight};
use senet_program::{PredId, RuleId};
use senet_words::Value;

/// Matches and their weights.
#[derive(Debug, Clone, Default)]
pub(crate) struct Agenda {
    /// Values and rows of a match stand at its number times these.
    value_stride: usize,
    row_stride: usize,
    matches: Vec<Entry>,
    values: Vec<Value>,
    rows: Vec<u32>,
    /// The place in the list of a row, for each row of each match.
    links: Vec<Link>,
    free: Vec<u32>,
    /// For each predicate and row, the first place that uses it.
    heads: Vec<Vec<u32>>,
    /// Matches with a weight.
    enabled: Vec<u32>,
    total: Total,
    /// How many enabled matches weigh more than one.
    heavy: usize,
    live: usize,
}

/// Room for so many matches is made with the first.
const AT_FIRST: usize = 16;

/// A sum of weights, which need not fit one number: `high` counts how often 2¹²⁸ is in it.
#[derive(Debug, Clone, Copy, Default)]
struct Total {
    low: u128,
    high: u64,
}

impl Total {
    /// Puts one weight in the place of another.
    fn replace(&mut self, old: u128, new: u128) {
        // Both steps are modulo 2¹²⁸; what is carried and borrowed is counted in `high`.
        let (low, borrow) = self.low.overflowing_sub(old);
        let (low, carry) = low.overflowing_add(new);
        // The old weight is part of the sum, so there is something to borrow from.
        self.high = self.high + u64::from(carry) - u64::from(borrow);
        self.low = low;
    }
}

/// A match: its rule, its weight, and where it stands among those that are enabled.
#[derive(Debug, Clone)]
struct Entry {
    weight: u128,
    rule: RuleId,
    slot: u32,
}

/// Neighbours in the list of a row.
#[derive(Debug, Clone, Copy)]
struct Link {
    next: u32,
    previous: u32,
}

impl Agenda {
    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let words = self.rows.len() + 2 * self.links.len() + self.free.len() + self.enabled.len();
        let heads: usize = self.heads.iter().map(|h| size_of::<Vec<u32>>() + 4 * h.len()).sum();
        4 * words + 8 * self.values.len() + size_of::<Entry>() * self.matches.len() + heads
    }

    /// Forgets all matches.
    pub(crate) fn clear(&mut self, engine: &Engine) {
        // Only the heads that some match has written are emptied: leaving a stage takes the
        // time of the matches that it drops, not of all rows there are.
        for (m, entry) in self.matches.iter().enumerate() {
            let plan = &engine.rules[entry.rule.index()];
            for (i, need) in plan.needs.iter().enumerate() {
                let row = self.rows[m * self.row_stride + i];
                if let Some(head) = self.heads[need.predicate.index()].get_mut(row as usize) {
                    *head = NONE;
                }
            }
        }
        self.matches.clear();
        self.values.clear();
        self.rows.clear();
        self.links.clear();
        self.free.clear();
        self.enabled.clear();
        self.total = Total::default();
        self.heavy = 0;
        self.live = 0;
    }

    /// Forgets all matches, and makes room for those of a stage.
    pub(crate) fn reset(&mut self, engine: &Engine, rules: &[RuleId]) {
        self.clear(engine);
        let plans = rules.iter().map(|r| &engine.rules[r.index()]);
        // Matches have records of one length, that of the longest rule of the stage, so that
        // a freed record fits any rule, and the number of a match is where its record lies.
        self.value_stride = plans.clone().map(|p| p.variables).max().unwrap_or(0);
        self.row_stride = plans.map(|p| p.needs.len()).max().unwrap_or(0).max(1);
        self.heads.resize_with(engine.program.predicates().len(), Vec::new);
    }

    /// Matches that can fire.
    pub(crate) fn enabled(&self) -> &[u32] {
        &self.enabled
    }

    /// The sum of all weights; `None` if it is 2¹²⁸ or more.
    pub(crate) fn total(&self) -> Option<u128> {
        (self.total.high == 0).then_some(self.total.low)
    }

    pub(crate) fn rule(&self, m: u32) -> RuleId {
        self.matches[m as usize].rule
    }

    pub(crate) fn weight(&self, m: u32) -> u128 {
        self.matches[m as usize].weight
    }

    pub(crate) fn values(&self, engine: &Engine, m: u32) -> &[Value] {
        let n = engine.rules[self.rule(m).index()].variables;
        &self.values[m as usize * self.value_stride..][..n]
    }

    pub(crate) fn rows(&self, engine: &Engine, m: u32) -> &[u32] {
        let n = engine.rules[self.rule(m).index()].needs.len();
        &self.rows[m as usize * self.row_stride..][..n]
    }

    /// A match at random, by weight; `None` if the sum of all weights is too large.
    pub(crate) fn pick(&self, rng: &mut Rng) -> Option<u32> {
        let n = self.enabled.len() as u64;
        // In most games every match weighs one: then a choice takes constant time. Else the weights are
        // gone through, which is linear in the matches that can fire.
        if self.heavy == 0 {
            return Some(self.enabled[rng.index(n) as usize]);
        }
        let at = rng.below(self.total()?);
        let (i, _) = at_weight(self.enabled.iter().map(|m| self.weight(*m)), at)?;
        Some(self.enabled[i])
    }

    /// Adds a match.
    pub(crate) fn insert(
        &mut self,
        engine: &Engine,
        position: &TermPosition,
        rule: RuleId,
        values: &[Value],
        rows: &[u32],
    ) -> Result<(), LimitReached> {
        self.live += 1;
        if self.live as u64 > engine.limits.matches {
            return Err(engine.too_many(rule));
        }
        let plan = &engine.rules[rule.index()];
        let weight = weigh(engine, position, plan, values, rows);
        let m = match self.free.pop() {
            Some(m) => {
                self.matches[m as usize].rule = rule;
                self.values[m as usize * self.value_stride..][..values.len()]
                    .copy_from_slice(values);
                self.rows[m as usize * self.row_stride..][..rows.len()].copy_from_slice(rows);
                m
            }
            None => {
                if self.matches.is_empty() {
                    self.matches.reserve(AT_FIRST);
                    self.values.reserve(AT_FIRST * self.value_stride);
                    self.rows.reserve(AT_FIRST * self.row_stride);
                    self.links.reserve(AT_FIRST * self.row_stride);
                }
                let m = self.matches.len() as u32;
                self.matches.push(Entry { weight: 0, rule, slot: NONE });
                append(&mut self.values, values, self.value_stride, 0);
                append(&mut self.rows, rows, self.row_stride, NONE);
                let nowhere = Link { next: NONE, previous: NONE };
                self.links.resize(self.links.len() + self.row_stride, nowhere);
                m
            }
        };
        // Puts the match in front of the list of each row that it uses. The lists are doubly linked and
        // lie in one vector, so that a match leaves all of its lists without a search.
        let first = m as usize * self.row_stride;
        for (i, (need, row)) in plan.needs.iter().zip(rows).enumerate() {
            let node = (first + i) as u32;
            let heads = &mut self.heads[need.predicate.index()];
            if heads.len() <= *row as usize {
                let all = position.relations[need.predicate.index()].room();
                heads.resize(all.max(*row as usize + 1), NONE);
            }
            let head = std::mem::replace(&mut heads[*row as usize], node);
            self.links[node as usize] = Link { next: head, previous: NONE };
            if head != NONE {
                self.links[head as usize].previous = node;
            }
        }
        self.set_weight(m, weight);
        Ok(())
    }

    fn set_weight(&mut self, m: u32, weight: u128) {
        let old = std::mem::replace(&mut self.matches[m as usize].weight, weight);
        if old == weight {
            return;
        }
        self.total.replace(old, weight);
        self.heavy += usize::from(weight > 1);
        self.heavy -= usize::from(old > 1);
        // Invariant: a match is among those enabled if and only if it has a weight, and its slot is its
        // place there.
        if old == 0 {
            self.matches[m as usize].slot = self.enabled.len() as u32;
            self.enabled.push(m);
        } else if weight == 0 {
            self.disable(m);
        }
    }

    fn disable(&mut self, m: u32) {
        let slot = std::mem::replace(&mut self.matches[m as usize].slot, NONE);
        // The last one takes its place: the order of `enabled` means nothing, and lists that are shown are sorted.
        self.enabled.swap_remove(slot as usize);
        if let Some(moved) = self.enabled.get(slot as usize) {
            self.matches[*moved as usize].slot = slot;
        }
    }

    /// Takes a match out that has turned out to do nothing.
    pub(crate) fn retire(&mut self, m: u32) {
        self.set_weight(m, 0);
    }

    /// An atom is gone, and with it every match that used it.
    pub(crate) fn row_removed(&mut self, engine: &Engine, predicate: PredId, row: u32) {
        // From the head each time: a match that uses the row twice leaves two places of this list.
        loop {
            let heads = &self.heads[predicate.index()];
            let node = heads.get(row as usize).copied().unwrap_or(NONE);
            if node == NONE {
                return;
            }
            self.remove(engine, node / self.row_stride as u32);
        }
    }

    /// An atom is persistent no longer, and with that go the matches that need it to be.
    pub(crate) fn persistent_removed(&mut self, engine: &Engine, predicate: PredId, row: u32) {
        let mut node = self.heads[predicate.index()].get(row as usize).copied().unwrap_or(NONE);
        while node != NONE {
            let m = node / self.row_stride as u32;
            let plan = &engine.rules[self.rule(m).index()];
            let need = &plan.needs[node as usize % self.row_stride];
            let mut next = self.links[node as usize].next;
            if need.usage == Usage::Persistent {
                // The match may use the row again, further on in this list.
                while next != NONE && next / self.row_stride as u32 == m {
                    next = self.links[next as usize].next;
                }
                self.remove(engine, m);
            }
            node = next;
        }
    }

    fn remove(&mut self, engine: &Engine, m: u32) {
        let plan = &engine.rules[self.rule(m).index()];
        for (i, need) in plan.needs.iter().enumerate() {
            let node = m as usize * self.row_stride + i;
            let Link { next, previous } = self.links[node];
            if next != NONE {
                self.links[next as usize].previous = previous;
            }
            if previous != NONE {
                self.links[previous as usize].next = next;
            } else {
                self.heads[need.predicate.index()][self.rows[node] as usize] = next;
            }
        }
        self.retire(m);
        self.free.push(m);
        self.live -= 1;
    }

    /// The copies of an atom changed, and with them the weights of the matches that use it.
    pub(crate) fn row_changed(
        &mut self,
        engine: &Engine,
        position: &TermPosition,
        predicate: PredId,
        row: u32,
    ) {
        let mut node = self.heads[predicate.index()].get(row as usize).copied().unwrap_or(NONE);
        while node != NONE {
            // A match that uses the row twice is weighed twice, with the same result.
            let m = node / self.row_stride as u32;
            self.reweigh(engine, position, m);
            node = self.links[node as usize].next;
        }
    }

    /// Weighs every match of rules that may saturate again: what they add may be gone.
    pub(crate) fn reweigh_saturating(&mut self, engine: &Engine, position: &TermPosition) {
        // Freed records still name a rule, so they have to be told from matches.
        let freed: rustc_hash::FxHashSet<u32> = self.free.iter().copied().collect();
        for m in 0..self.matches.len() as u32 {
            let saturates = engine.rules[self.rule(m).index()].saturates;
            if saturates && !freed.contains(&m) {
                self.reweigh(engine, position, m);
            }
        }
    }

    fn reweigh(&mut self, engine: &Engine, position: &TermPosition, m: u32) {
        let plan = &engine.rules[self.rule(m).index()];
        let rows = &self.rows[m as usize * self.row_stride..][..plan.needs.len()];
        let values = &self.values[m as usize * self.value_stride..][..plan.variables];
        let weight = weigh(engine, position, plan, values, rows);
        self.set_weight(m, weight);
    }
}

/// Puts what belongs to one match behind what belongs to the others, with the same room for each.
fn append<T: Copy>(all: &mut Vec<T>, one: &[T], stride: usize, nothing: T) {
    all.extend_from_slice(one);
    if one.len() < stride {
        all.resize(all.len() + stride - one.len(), nothing);
    }
}

/// In how many ways a match can pick its copies; 0 if there are too few, or if it would do nothing.
/// At most the largest number.
pub(crate) fn weigh(
    engine: &Engine,
    position: &TermPosition,
    plan: &RulePlan,
    values: &[Value],
    rows: &[u32],
) -> u128 {
    let mut weight = weigh_needs(position, &plan.needs, plan.shares, rows);
    if plan.weight > 1 {
        weight = weight.saturating_mul(u128::from(plan.weight));
    }
    if weight > 0 && plan.saturates && does_nothing(engine, position, plan, values, rows) {
        return 0;
    }
    weight
}

/// In how many ways premises can pick their copies; 0 if there are too few. At most the largest
/// number.
#[inline(always)]
pub(crate) fn weigh_needs(
    position: &TermPosition,
    needs: &[Need],
    shares: bool,
    rows: &[u32],
) -> u128 {
    // A product of falling factorials: the first premise of a row has all of its copies to pick from,
    // the second one less, and so on. What is persistent serves any number, in one way.
    let mut weight: u128 = 1;
    for (i, (need, row)) in needs.iter().zip(rows).enumerate() {
        let relation = &position.relations[need.predicate.index()];
        if need.usage == Usage::Persistent {
            if !relation.is_persistent(*row) {
                return 0;
            }
            continue;
        }
        let before = if shares {
            let earlier = needs[..i].iter().zip(rows);
            let same = earlier.filter(|(n, r)| {
                n.predicate == need.predicate && **r == *row && n.usage != Usage::Persistent
            });
            same.count() as u64
        } else {
            0
        };
        let copies = relation.count(*row);
        if copies > before {
            if copies - before > 1 {
                weight = weight.saturating_mul(u128::from(copies - before));
            }
        } else if !relation.is_persistent(*row) {
            return 0;
        }
    }
    weight
}

/// Whether a firing would only add persistent atoms that are there already.
pub(crate) fn does_nothing(
    engine: &Engine,
    position: &TermPosition,
    plan: &RulePlan,
    values: &[Value],
    rows: &[u32],
) -> bool {
    // What is taken and made again cancels out; what remains must be persistent and there.
    let mut taken: Vec<(PredId, u32)> = Vec::new();
    let mut used: Vec<(PredId, u32, u64)> = Vec::new();
    for (need, row) in plan.needs.iter().zip(rows).filter(|(n, _)| n.usage != Usage::Persistent) {
        let relation = &position.relations[need.predicate.index()];
        let at = used.iter().position(|(p, r, _)| *p == need.predicate && r == row);
        let at = at.unwrap_or_else(|| {
            used.push((need.predicate, *row, 0));
            used.len() - 1
        });
        if used[at].2 < relation.count(*row) {
            used[at].2 += 1;
            if need.usage == Usage::Take {
                taken.push((need.predicate, *row));
            }
        }
    }
    for make in &plan.makes {
        let relation = &position.relations[make.predicate.index()];
        let made: Vec<Value> = make.arguments.iter().map(|e| engine.value(e, values)).collect();
        let row = relation.find(&made);
        if make.persistent {
            if !row.is_some_and(|r| relation.is_persistent(r)) {
                return false;
            }
            continue;
        }
        let given = row.and_then(|r| taken.iter().position(|t| *t == (make.predicate, r)));
        match given {
            Some(at) => {
                taken.swap_remove(at);
            }
            None => return false,
        }
    }
    taken.is_empty()
}

#[cfg(test)]
mod tests {
    use super::Total;

    /// The reference for `Total`: the sum in two limbs of 128 bits, from all weights at once.
    fn sum(weights: &[u128]) -> (u64, u128) {
        weights.iter().fold((0, 0), |(high, low), weight| {
            let (low, carry) = u128::overflowing_add(low, *weight);
            (high + u64::from(carry), low)
        })
    }

    #[test]
    fn sums_of_weights_are_exact_beyond_one_number() {
        let large = u128::MAX;
        let mut weights = [0u128; 4];
        let mut total = Total::default();
        let changes =
            [(0, large), (1, large), (2, 7), (0, 1), (3, large - 3), (1, 0), (3, 5), (2, 0)];
        for (at, new) in changes {
            total.replace(weights[at], new);
            weights[at] = new;
            assert_eq!((total.high, total.low), sum(&weights), "{weights:?}");
        }
        assert_eq!((total.high, total.low), (0, 6));
    }
}
