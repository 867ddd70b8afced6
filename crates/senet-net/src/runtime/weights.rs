//! Weights of chance, and the values of aggregates: exact, or the game stops.
//!
//! Weights are 128 bits and saturate. Saturating sums and products are the true values, capped, and
//! where chance decides there are at least two outcomes, so a weight that was capped makes the sum of
//! all weights overflow: checking that one sum is enough.

use super::aggregate::{Aggregate, AggregateKind, AggregateMatch};
use super::control::{Control, Entry};
use super::fast_path::FastPath;
use super::run::Runner;
use super::state::{NetMove, NetState, Now};
use super::variant::PlaceCopies;
use senet_game::{LimitKind, at_weight};

impl<F: FastPath> Runner<'_, F> {
    /// One of the listed moves, by weight. Where chance decides, the sum of the weights fits.
    pub(crate) fn draw(&self, state: &NetState, mut below: impl FnMut(u128) -> u128) -> NetMove {
        let listed = state.listed.as_deref().unwrap_or_default();
        let weights = listed.iter().map(|m| m.weight);
        let found = at_weight(weights.clone(), below(weights.sum())).map(|(i, _)| &listed[i]);
        found.or(listed.last()).expect("a position with a turn has a move").mv
    }

    /// The weight of a move of chance; all moves of players weigh the same.
    pub(crate) fn weight_of(&self, state: &NetState, mv: NetMove) -> u128 {
        match (&state.now, &state.listed) {
            (Now::Chance, Some(listed)) => {
                listed.iter().find(|m| m.mv == mv).map_or(1, |m| m.weight)
            }
            _ => 1,
        }
    }

    /// The weight of a move: over its factors, the product of the sums over their instances. This is
    /// the number of ground transitions that look the same, since factors are independent.
    #[inline]
    pub(super) fn weight(&self, state: &NetState, mv: NetMove) -> u128 {
        let variant = &self.net.variants[mv.variant];
        let mut weight = u128::from(variant.weight);
        for (factor, chosen) in variant.factors.iter().zip(self.net.choices(mv)) {
            // Over the ways to make this choice possible, each times the ways to pick its copies.
            let mut sum: u128 = 0;
            for instance in &factor.choices[chosen].instances {
                if self.instance_holds(state, instance) {
                    let ways = self.ways(state, &instance.ways);
                    sum = sum.saturating_add(times(instance.constant_ways, ways));
                }
            }
            weight = times(weight, sum);
        }
        weight
    }

    #[inline]
    fn ways(&self, state: &NetState, ways: &[PlaceCopies]) -> u128 {
        let each = |picked: &PlaceCopies| {
            let at = self.net.places[picked.place].copies.expect("counted");
            falling(state.copies[at], picked.copies)
        };
        ways.iter().map(each).fold(1, times)
    }

    /// The value of an aggregate; `None` for the maximum or minimum of nothing.
    pub(super) fn aggregate_value(&self, state: &NetState, aggregate: &Aggregate) -> Option<u64> {
        // Matches count if their conditions hold; sums count them once for each way to pick copies.
        let holding =
            aggregate.matches.iter().filter(|m| m.when.iter().all(|l| self.net.holds(state, *l)));
        let ways = |m: &AggregateMatch| {
            let ways = times(m.constant_ways, self.ways(state, &m.ways));
            u64::try_from(ways).ok()?.checked_mul(m.value)
        };
        match aggregate.kind {
            // `check_sums` has seen to it that this fits.
            AggregateKind::Sum => {
                holding.map(ways).try_fold(0u64, |sum, more| sum.checked_add(more?))
            }
            AggregateKind::Max => holding.map(|m| m.value).max(),
            AggregateKind::Min => holding.map(|m| m.value).min(),
        }
    }

    /// Sums are exact, or the game stops. How many copies of an atom it takes for a sum to overflow is
    /// computed when the net is built, so that most positions need no look at the sums.
    #[inline]
    pub(super) fn check_sums(
        &self,
        state: &NetState,
        control: &Control,
        entries: &[Entry],
    ) -> Result<(), LimitKind> {
        let large = |most: u64| most == 0 || state.copies.iter().any(|copies| *copies > most);
        if control.exact_copies.is_some_and(large) {
            self.compute_sums(state, entries)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn compute_sums(&self, state: &NetState, entries: &[Entry]) -> Result<(), LimitKind> {
        let factors = entries.iter().flat_map(|e| &self.variant(e).factors);
        let instances = factors.flat_map(|f| &f.choices).flat_map(|c| &c.instances);
        for instance in instances.filter(|i| self.premises_hold(state, i)) {
            let aggregates = instance.on_demand.iter().flat_map(|check| &check.aggregates);
            let mut sums = aggregates.filter(|a| a.kind == AggregateKind::Sum);
            if sums.any(|a| self.aggregate_value(state, a).is_none()) {
                return Err(LimitKind::Numbers);
            }
        }
        Ok(())
    }
}

/// In how many ways `n` copies can be picked, one after another: the falling factorial, saturating.
#[inline]
pub(crate) fn falling(copies: u64, n: u32) -> u128 {
    // copies · (copies - 1) · … for n factors.
    let first = if n == 0 { 1 } else { u128::from(copies) };
    let others = (1..u64::from(n)).map(|i| u128::from(copies.saturating_sub(i)));
    others.fold(first, times)
}

/// A saturating product. Most factors are small, and a product of two words always fits.
#[inline(always)]
fn times(a: u128, b: u128) -> u128 {
    if (a | b) >> 64 == 0 { a * b } else { a.saturating_mul(b) }
}
