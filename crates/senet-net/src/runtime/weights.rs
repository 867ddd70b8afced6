//! Weights of chance, and numbers that are counted: exact, or play stops.
//!
//! Weights are 128 bits and saturate. Sums and products of saturated numbers are the true ones, cut
//! off, and where chance decides there are at least two outcomes, so whatever was cut off makes the
//! sum of all weights overflow: that one sum is checked.

use super::late::{By, Counted, Counting};
use super::net::{Control, Entry};
use super::quick::Hot;
use super::run::Runner;
use super::state::{NetMove, NetState, Now};
use senet_game::LimitKind;

impl<H: Hot> Runner<'_, H> {
    /// One of the moves that are listed, by weight. Where chance decides, the sum fits.
    pub(crate) fn draw(&self, state: &NetState, mut below: impl FnMut(u128) -> u128) -> NetMove {
        let listed = state.listed.as_deref().unwrap_or_default();
        let mut at = below(listed.iter().map(|(_, w)| *w).sum());
        let found = listed.iter().find(|(_, weight)| {
            let here = at < *weight;
            at = at.saturating_sub(*weight);
            here
        });
        found.or(listed.last()).expect("a position with a turn has a move").0
    }

    /// The weight of a move of chance; all moves of players weigh the same.
    pub(crate) fn weight_of(&self, state: &NetState, mv: NetMove) -> u128 {
        match (&state.now, &state.listed) {
            (Now::Chance, Some(listed)) => {
                listed.iter().find(|(m, _)| *m == mv).map_or(1, |(_, w)| *w)
            }
            _ => 1,
        }
    }

    /// The weight of a move: the sum over all ways in which it is possible. At most the largest
    /// number: sums and products of what is cut off are the true ones, cut off.
    #[inline]
    pub(super) fn weight(&self, state: &NetState, mv: NetMove) -> u128 {
        let variant = &self.net.variants[mv.variant as usize];
        let mut weight = u128::from(variant.weight);
        for (part, chosen) in variant.parts.iter().zip(self.chosen(mv)) {
            let mut sum: u128 = 0;
            for instance in &part.choices[chosen as usize].instances {
                if self.instance(state, instance) {
                    let ways = self.ways(state, &instance.ways);
                    sum = sum.saturating_add(times(instance.factor, ways));
                }
            }
            weight = times(weight, sum);
        }
        weight
    }

    #[inline]
    fn ways(&self, state: &NetState, ways: &[(u32, u32)]) -> u128 {
        let each = |(place, n): &(u32, u32)| {
            let at = self.net.places[*place as usize].copies.expect("counted");
            falling(state.copies[at as usize], *n)
        };
        ways.iter().map(each).fold(1, times)
    }

    pub(super) fn counted(&self, state: &NetState, counting: &Counting) -> Option<u64> {
        let holding =
            counting.matches.iter().filter(|m| m.when.iter().all(|l| self.net.holds(state, *l)));
        let ways = |m: &Counted| {
            let ways = times(m.factor, self.ways(state, &m.ways));
            u64::try_from(ways).ok()?.checked_mul(m.value)
        };
        match counting.by {
            // `check_sums` has seen to it that this fits.
            By::Sum => holding.map(ways).try_fold(0u64, |sum, more| sum.checked_add(more?)),
            By::Max => holding.map(|m| m.value).max(),
            By::Min => holding.map(|m| m.value).min(),
        }
    }

    /// Numbers that are counted are exact, or it stops. How many copies of an atom it takes for a
    /// sum to become too large is known when the net is built.
    #[inline]
    pub(super) fn check_sums(
        &self,
        state: &NetState,
        control: &Control,
        entries: &[Entry],
    ) -> Result<(), LimitKind> {
        let large = |most: u64| most == 0 || state.copies.iter().any(|copies| *copies > most);
        if control.sums.is_some_and(large) { self.work_out_sums(state, entries) } else { Ok(()) }
    }

    #[cold]
    fn work_out_sums(&self, state: &NetState, entries: &[Entry]) -> Result<(), LimitKind> {
        let parts = entries.iter().flat_map(|e| &self.variant(e).parts);
        let instances = parts.flat_map(|p| &p.choices).flat_map(|c| &c.instances);
        for instance in instances.filter(|i| self.stands(state, i)) {
            let counts = instance.late.iter().flat_map(|late| &late.counts);
            let mut sums = counts.filter(|c| c.by == By::Sum);
            if sums.any(|c| self.counted(state, c).is_none()) {
                return Err(LimitKind::Numbers);
            }
        }
        Ok(())
    }
}

/// In how many ways `n` copies can be picked, one after another: the falling factorial, or the
/// largest number if it does not fit.
#[inline]
pub(crate) fn falling(copies: u64, n: u32) -> u128 {
    let first = if n == 0 { 1 } else { u128::from(copies) };
    let others = (1..u64::from(n)).map(|i| u128::from(copies.saturating_sub(i)));
    others.fold(first, times)
}

/// A product, or the largest number if it does not fit. Most factors are small, and a product of two
/// words always fits.
#[inline(always)]
fn times(a: u128, b: u128) -> u128 {
    if (a | b) >> 64 == 0 { a * b } else { a.saturating_mul(b) }
}
