//! Firing a transition: what a move changes.

use super::change::PlaceChange;
use super::control::{Entry, Successor};
use super::fast_path::FastPath;
use super::ids::{ChoiceIndex, FactorIndex, PlaceId};
use super::run::{Ended, Runner};
use super::state::{NetMove, NetState};
use super::variant::{Choice, ComprehensionMatch, PlaceCopies, Variant};
use senet_game::LimitKind;

/// A change that is made so many times.
#[derive(Clone, Copy)]
struct Repeated<'n> {
    change: &'n PlaceChange,
    times: u64,
}

impl<'n> Repeated<'n> {
    fn once(change: &'n PlaceChange) -> Repeated<'n> {
        Repeated { change, times: 1 }
    }
}

/// Copies that are no longer there for a later match of a comprehension.
struct Taken {
    place: PlaceId,
    copies: u64,
}

impl<F: FastPath> Runner<'_, F> {
    /// Makes a move, without what follows by itself.
    #[inline(always)]
    pub(crate) fn fire(&self, state: &mut NetState, mv: NetMove) -> Result<Ended, LimitKind> {
        if self.fast.apply(self.net, state, mv) { Ok(false) } else { self.fire_general(state, mv) }
    }

    /// The same where there is no fast path.
    #[inline(never)]
    fn fire_general(&self, state: &mut NetState, mv: NetMove) -> Result<Ended, LimitKind> {
        let control = &self.net.controls[state.control];
        let entries = control.rules.iter().chain(&control.links);
        let mut entries = entries.filter(|e| e.variant == mv.variant);
        let entry = entries.next().expect("a move of this position");
        self.fire_entry(state, entry, mv)
    }

    pub(super) fn fire_entry(
        &self,
        state: &mut NetState,
        entry: &Entry,
        mv: NetMove,
    ) -> Result<Ended, LimitKind> {
        let variant = &self.net.variants[entry.variant];
        let ended = variant.ends();
        if !variant.has_comprehensions && entry.open.len() < 2 {
            // The usual case: one choice, or none.
            match entry.open.as_slice() {
                [open] => {
                    let mut chosen = mv.choice - entry.base;
                    if open.stride != 1 {
                        chosen /= open.stride;
                    }
                    let chosen = ChoiceIndex(chosen as u32);
                    let choice = &variant.factors[open.factor].choices[chosen];
                    let choice = Repeated::once(&choice.change);
                    if entry.change.is_empty() {
                        self.apply(state, &[choice])?;
                    } else {
                        self.apply(state, &[Repeated::once(&entry.change), choice])?;
                    }
                    state.control = match &entry.next {
                        Successor::Always(to) => *to,
                        Successor::ByChoice(_, to) => to[chosen],
                    };
                }
                _ => {
                    self.apply_entry(state, entry)?;
                    state.control = match &entry.next {
                        Successor::Always(to) => *to,
                        Successor::ByChoice(_, to) => to[ChoiceIndex(0)],
                    };
                }
            }
            return Ok(ended);
        }
        let chosen = self.net.choices(mv);
        let choice = |f: FactorIndex| &variant.factors[f].choices[chosen[f]];
        let mut changes: Vec<Repeated<'_>> = vec![Repeated::once(&entry.change)];
        changes.extend(entry.open.iter().map(|o| Repeated::once(&choice(o.factor).change)));
        if variant.has_comprehensions {
            let choices: Vec<&Choice> = variant.factors.ids().map(choice).collect();
            changes.extend(self.comprehensions(state, variant, &choices));
        }
        self.apply(state, &changes)?;
        state.control = match &entry.next {
            Successor::Always(to) => *to,
            Successor::ByChoice(open, to) => to[chosen[entry.open[*open as usize].factor]],
        };
        Ok(ended)
    }

    /// Makes the change of an entry that leaves nothing open.
    #[inline]
    pub(super) fn apply_entry(&self, state: &mut NetState, entry: &Entry) -> Result<(), LimitKind> {
        if entry.change.is_empty() {
            return Ok(());
        }
        self.apply(state, &[Repeated::once(&entry.change)])
    }

    /// What comprehensions change. They are matched in the position before the move, in canonical
    /// order, and each match is applied as often as there are copies that no earlier one has taken.
    fn comprehensions<'s>(
        &'s self,
        state: &NetState,
        variant: &'s Variant,
        choices: &[&'s Choice],
    ) -> Vec<Repeated<'s>> {
        // What the rule itself takes is gone before the first match.
        let own = variant.takes.iter().chain(choices.iter().flat_map(|c| &c.takes));
        let own = own.map(|t| Taken { place: t.place, copies: u64::from(t.copies) });
        let mut taken: Vec<Taken> = own.collect();
        let choices = choices.iter().flat_map(|c| &c.comprehensions);
        let mut out = Vec::new();
        for one in variant.comprehensions.iter().chain(choices).flatten() {
            if !one.when.iter().all(|l| self.net.holds(state, *l)) {
                continue;
            }
            let times = self.times(state, one, &taken);
            if times > 0 {
                for PlaceCopies { place, copies } in &one.takes {
                    taken.push(Taken { place: *place, copies: u64::from(*copies) * times });
                }
                out.push(Repeated { change: &one.change, times });
            }
        }
        out
    }

    /// How often a match of a comprehension can be applied.
    fn times(&self, state: &NetState, one: &ComprehensionMatch, taken: &[Taken]) -> u64 {
        let each = |takes: &PlaceCopies| {
            let copies = match self.net.places[takes.place].copies {
                Some(at) => state.copies[at],
                None => u64::from(state.bit(takes.place.condition())),
            };
            let here = taken.iter().filter(|t| t.place == takes.place);
            let gone: u64 = here.map(|t| t.copies).sum();
            // As often as every place that it takes allows.
            copies.saturating_sub(gone) / u64::from(takes.copies)
        };
        one.takes.iter().map(each).min().unwrap_or(1)
    }

    /// Makes changes, each so many times. Only copies make a difference when a change is made
    /// more than once: a place that is not counted is there or not.
    #[inline]
    fn apply(&self, state: &mut NetState, changes: &[Repeated<'_>]) -> Result<(), LimitKind> {
        // Sums commute: fused changes need no order.
        if changes.iter().all(|c| c.change.fused.is_some()) {
            let fused = changes.iter().filter_map(|c| c.change.fused);
            fused.for_each(|change| self.net.apply_fused(state, change));
            self.net.propagate(state);
            return Ok(());
        }
        // Removals first: of places that exclude each other never two are there, not even for a
        // moment, which is what keeps counters within a byte.
        for c in changes {
            for place in c.change.removed() {
                self.net.set(state, *place, false);
            }
        }
        for c in changes {
            for place in c.change.added() {
                self.net.set(state, *place, true);
            }
        }
        let mut fits = true;
        if changes.iter().any(|c| !c.change.counted.is_empty()) {
            // Losses first: what goes makes room for what comes.
            for losses in [true, false] {
                for c in changes {
                    for one in c.change.counted.iter().filter(|one| (one.by < 0) == losses) {
                        let by = i128::from(one.by) * i128::from(c.times);
                        fits &= self.net.add_copies(state, one.place, by);
                    }
                }
            }
        }
        self.net.propagate(state);
        if fits { Ok(()) } else { Err(LimitKind::Numbers) }
    }
}
