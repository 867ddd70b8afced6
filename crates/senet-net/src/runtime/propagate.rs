//! Keeping conditions up to date.
//!
//! A literal that changes adds its weight to the counters of the conditions that contain it, and a
//! counter whose highest bit changes makes its condition change: the counting algorithm of
//! incremental view maintenance. Cost: one addition and one comparison for each word of counters that
//! a change touches, whether it holds one affected condition or eight.
//!
//! Invariant, between moves: the bit of a condition is the highest bit of its counter, and the
//! counter is what its inputs give. Counting alone is wrong where conditions support each other in
//! cycles; such a cycle is computed anew when one of its members has lost a support
//! ([`Net::recompute_cycle`]).

use super::change::FixedChange;
use super::condition::{Condition, Literal, Propagation};
use super::ids::{ChangeId, ConditionId, CounterId, CycleId, PlaceId};
use super::net::Net;
use super::state::NetState;

/// The highest bit of each counter of a word: whether its condition holds.
const TOPS: u64 = 0x8080_8080_8080_8080;

impl Net {
    /// Whether a literal holds.
    #[inline]
    pub(crate) fn holds(&self, state: &NetState, literal: Literal) -> bool {
        if literal.is_constant() {
            return literal == Literal::TRUE;
        }
        let condition = literal.condition();
        let holds = if self.lazy[condition] {
            self.evaluate(state, condition)
        } else {
            state.bit(condition)
        };
        holds != literal.is_negative()
    }

    /// Whether a literal holds whose condition is kept up to date.
    #[inline]
    pub(crate) fn holds_now(&self, state: &NetState, literal: Literal) -> bool {
        if literal.is_constant() {
            return literal == Literal::TRUE;
        }
        state.bit(literal.condition()) != literal.is_negative()
    }

    /// Evaluates a condition that has no counter. Such conditions are in no cycle, so that this ends.
    fn evaluate(&self, state: &NetState, condition: ConditionId) -> bool {
        match &self.conditions[condition] {
            Condition::All(literals) => literals.iter().all(|l| self.holds(state, *l)),
            Condition::Any(literals) => literals.iter().any(|l| self.holds(state, *l)),
            Condition::Place | Condition::AtLeast => state.bit(condition),
        }
    }

    /// Sets a place that has one copy or none.
    #[inline]
    pub(crate) fn set(&self, state: &mut NetState, place: PlaceId, there: bool) {
        if state.bit(place.condition()) != there {
            let word = self.packed.words[place];
            state.packed = if there {
                state.packed.wrapping_add(word)
            } else {
                state.packed.wrapping_sub(word)
            };
            self.flip(state, place.condition());
        }
    }

    /// Adds copies to a place, or takes them away. False if there are too many.
    pub(crate) fn add_copies(&self, state: &mut NetState, place: PlaceId, by: i128) -> bool {
        let declared = &self.places[place];
        let Some(at) = declared.copies else {
            self.set(state, place, by > 0);
            return true;
        };
        let before = state.copies[at];
        // Too many copies, or fewer than none: the game stops with the limit on numbers.
        let Ok(after) = u64::try_from(i128::from(before) + by) else {
            return false;
        };
        state.copies[at] = after;
        // Multiplication modulo 2^128: a negative number of copies takes away.
        let word = self.packed.words[place];
        state.packed = state.packed.wrapping_add(word.wrapping_mul(by as u128));
        if (before > 0) != (after > 0) {
            self.flip(state, place.condition());
        }
        for threshold in &declared.thresholds {
            let copies = u64::from(threshold.copies);
            if (before >= copies) != (after >= copies) {
                self.flip(state, threshold.condition);
            }
        }
        true
    }

    /// Flips a condition and updates the counters of those that depend on it.
    #[inline]
    fn flip(&self, state: &mut NetState, condition: ConditionId) {
        let (at, bit) = condition.bit();
        let word = &mut state.bits[at];
        *word ^= bit;
        let rises = *word & bit != 0;
        for update in self.counters.updates(condition) {
            let by = if rises { update.by } else { update.by.wrapping_neg() };
            self.add(state, update.word, by);
            // Rare: only games with connections have cycles.
            if update.lost.when(rises) {
                self.suspect_targets(state, condition, rises);
            }
        }
    }

    /// Adds to a word of counters. The word is the sum of its counters times powers of 256; since each
    /// counter stays between 0 and 255, whatever carries in between ends up right.
    #[inline(always)]
    fn add(&self, state: &mut NetState, word: u32, by: u64) {
        let counters = &mut state.counters[word as usize];
        let after = counters.wrapping_add(by);
        let crossed = (*counters ^ after) & TOPS;
        *counters = after;
        if crossed != 0 {
            self.crossed(state, word, crossed);
        }
    }

    /// Some counters of a word have crossed their threshold.
    fn crossed(&self, state: &mut NetState, word: u32, mut crossed: u64) {
        while crossed != 0 {
            // The lowest set bit is the highest bit of its counter's byte.
            let slot = CounterId(word * 8 + crossed.trailing_zeros() / 8);
            let owner = self.counters.owner[slot];
            match owner.propagation() {
                Propagation::Leaf => {
                    let (at, bit) = owner.condition().bit();
                    state.bits[at] ^= bit;
                }
                Propagation::Immediate => self.flip(state, owner.condition()),
                Propagation::Queued => state.queue.push(owner.condition()),
            }
            crossed &= crossed - 1;
        }
    }

    /// Makes a fused change; conditions that it leads to may wait in the queue.
    #[inline(always)]
    pub(crate) fn apply_fused(&self, state: &mut NetState, change: ChangeId) {
        let change = self.changes.get(change);
        for flip in change.flips {
            state.bits[flip.word as usize] ^= flip.bits;
        }
        for add in change.mirrored {
            add_mirrored(state, add.word, add.byte, add.by);
        }
        for add in change.adds {
            self.add(state, add.word, add.by);
        }
        state.packed = state.packed.wrapping_add(change.packed);
    }

    /// Makes a fused change of fixed size, and all that follows from it. All sums are made before
    /// the first crossing is looked at, so that they can be vectorized.
    #[inline(always)]
    #[allow(dead_code, reason = "only printed nets make them")]
    pub(crate) fn apply_fixed<const F: usize, const M: usize, const A: usize>(
        &self,
        state: &mut NetState,
        change: &FixedChange<F, M, A>,
    ) {
        for flip in &change.flips {
            state.bits[flip.word as usize] ^= flip.bits;
        }
        for add in &change.mirrored {
            add_mirrored(state, add.word, add.byte, add.by);
        }
        let mut crossed = [0; A];
        let mut some = 0;
        for (crossed, add) in crossed.iter_mut().zip(&change.adds) {
            let counters = &mut state.counters[add.word as usize];
            let after = counters.wrapping_add(add.by);
            *crossed = (*counters ^ after) & TOPS;
            some |= *crossed;
            *counters = after;
        }
        state.packed = state.packed.wrapping_add(change.packed);
        if some != 0 {
            for (crossed, add) in crossed.iter().zip(&change.adds) {
                if *crossed != 0 {
                    self.crossed(state, add.word, *crossed);
                }
            }
            self.propagate(state);
        }
    }

    /// Whether the counter of a condition has reached its threshold.
    #[inline]
    pub(super) fn reached(&self, counters: &[u64], condition: ConditionId) -> bool {
        let slot = self.counters.slot(condition);
        counters[slot.word() as usize] >> (slot.shift() + 7) & 1 != 0
    }

    /// A condition has changed so that others lose support: the cycles of those that hold become
    /// suspect.
    #[cold]
    fn suspect_targets(&self, state: &mut NetState, source: ConditionId, rises: bool) {
        for edge in self.edges.of(source) {
            if (edge.weight < 0) == rises {
                self.suspect(state, edge.target);
            }
        }
    }

    fn suspect(&self, state: &mut NetState, condition: ConditionId) {
        if let Some(cycle) = self.cycles.of[condition].get()
            && state.bit(condition)
            && !state.suspects.contains(&cycle)
        {
            state.suspects.push(cycle);
        }
    }

    /// Works through the queue and the suspect cycles until the invariant holds again.
    #[inline]
    pub(crate) fn propagate(&self, state: &mut NetState) {
        if !state.queue.is_empty() || !state.suspects.is_empty() {
            self.propagate_queue(state);
        }
    }

    fn propagate_queue(&self, state: &mut NetState) {
        loop {
            let mut next = 0;
            while next < state.queue.len() {
                let condition = state.queue[next];
                next += 1;
                // It may have crossed back since it was queued.
                if state.bit(condition) != self.reached(&state.counters, condition) {
                    self.flip(state, condition);
                }
            }
            state.queue.clear();
            // Only when the queue is empty: counters have to be right before a cycle is recomputed,
            // and a cycle may make others suspect.
            let Some(cycle) = state.suspects.pop() else {
                return;
            };
            self.recompute_cycle(state, cycle);
        }
    }

    /// Computes the least fixpoint of a cycle from its support outside: first as if no member held,
    /// then forward from the members that hold all the same. Members that only supported each other,
    /// the greatest unfounded set within the cycle, stay out. Cost: the edges inside the cycle, twice.
    fn recompute_cycle(&self, state: &mut NetState, cycle: CycleId) {
        let members = &self.cycles.members[cycle];
        let inside = |condition: ConditionId| self.cycles.of[condition].get() == Some(cycle);
        let before: Vec<bool> = members.iter().map(|n| state.bit(*n)).collect();
        // Withdraw what members gave each other; what is left in their counters is support from
        // outside.
        for (member, _) in members.iter().zip(&before).filter(|(_, before)| **before) {
            for edge in self.edges.of(*member).iter().filter(|e| inside(e.target)) {
                self.add_weight(state, edge.target, -edge.weight);
            }
        }
        let mut open: Vec<ConditionId> =
            members.iter().copied().filter(|n| self.reached(&state.counters, *n)).collect();
        // Forward chaining: each member that holds gives its support once.
        while let Some(member) = open.pop() {
            for edge in self.edges.of(member).iter().filter(|e| inside(e.target)) {
                let had = self.reached(&state.counters, edge.target);
                self.add_weight(state, edge.target, edge.weight);
                if !had && self.reached(&state.counters, edge.target) {
                    open.push(edge.target);
                }
            }
        }
        // The counters of members are right; what crossed on the way is of no interest.
        state.queue.clear();
        for (member, before) in members.iter().copied().zip(before) {
            let now = self.reached(&state.counters, member);
            if before == now {
                continue;
            }
            // Only the difference goes on to conditions outside.
            let (at, bit) = member.bit();
            state.bits[at] ^= bit;
            for edge in self.edges.of(member).iter().filter(|e| !inside(e.target)) {
                let by = if now { edge.weight } else { -edge.weight };
                self.add_weight(state, edge.target, by);
                if by < 0 {
                    self.suspect(state, edge.target);
                }
            }
        }
    }

    /// Adds to the counter of one condition.
    fn add_weight(&self, state: &mut NetState, target: ConditionId, weight: i16) {
        let slot = self.counters.slot(target);
        self.add(state, slot.word(), (i64::from(weight) as u64) << slot.shift());
    }
}

/// Adds to a word of counters whose conditions are one byte of bits: those that cross their threshold
/// flip, without a branch that could be mispredicted.
#[inline(always)]
fn add_mirrored(state: &mut NetState, word: u32, byte: u32, by: u64) {
    let counters = &mut state.counters[word as usize];
    let after = counters.wrapping_add(by);
    let crossed = (*counters ^ after) & TOPS;
    *counters = after;
    // The multiplication gathers the highest bit of each byte into one byte.
    let flipped = (crossed >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    state.bits[byte as usize / 8] ^= flipped << (byte % 8 * 8);
}
