//! What is possible in a position: entries that apply, their moves, and one of them at random.

use super::bits::Row;
use super::control::{Control, Entry, FactorChoices, OpenFactor};
use super::fast_path::FastPath;
use super::ids::{ChoiceIndex, ConditionId, DenseId, FactorIndex, IdVec};
use super::net::Net;
use super::run::Runner;
use super::state::{NetMove, NetState, Now};
use super::variant::{Instance, Variant};
use senet_game::{Seat, at_weight};

/// The row of conditions that are the choices of a factor.
#[inline(always)]
fn row(first: ConditionId, len: u32) -> Row {
    Row::new(first.index(), len as usize)
}

impl<F: FastPath> Runner<'_, F> {
    pub(super) fn control(&self, state: &NetState) -> &Control {
        &self.net.controls[state.control]
    }

    pub(super) fn variant(&self, entry: &Entry) -> &Variant {
        &self.net.variants[entry.variant]
    }

    /// Whether an entry has a move.
    #[inline]
    pub(super) fn enabled(&self, state: &NetState, entry: &Entry) -> bool {
        if entry.simple {
            return self.net.holds(state, entry.first);
        }
        self.net.holds(state, entry.first)
            && entry.others.iter().all(|l| self.net.holds(state, *l))
            && entry.open.iter().all(|o| self.any_choice(state, entry, o))
            && entry.on_demand.iter().all(|f| self.possible(state, entry, *f, entry.fixed[*f]))
    }

    #[inline]
    fn any_choice(&self, state: &NetState, entry: &Entry, open: &OpenFactor) -> bool {
        match &open.choices {
            FactorChoices::Row(first, len) => row(*first, *len).any(&state.bits),
            FactorChoices::List(list) => list.iter().any(|c| self.net.holds_now(state, c.when)),
            FactorChoices::OnDemand(choices) => {
                choices.iter().any(|c| self.possible(state, entry, open.factor, *c))
            }
        }
    }

    /// How many choices an open factor has.
    #[inline]
    fn count_choices(&self, state: &NetState, entry: &Entry, open: &OpenFactor) -> u64 {
        match &open.choices {
            FactorChoices::Row(first, len) => row(*first, *len).count(&state.bits),
            FactorChoices::List(list) => {
                list.iter().filter(|c| self.net.holds_now(state, c.when)).count() as u64
            }
            FactorChoices::OnDemand(choices) => {
                let possible = |c: &&ChoiceIndex| self.possible(state, entry, open.factor, **c);
                choices.iter().filter(possible).count() as u64
            }
        }
    }

    /// The `n`-th choice of those that are possible.
    #[inline]
    fn nth_choice(&self, state: &NetState, entry: &Entry, open: &OpenFactor, n: u64) -> u64 {
        match &open.choices {
            FactorChoices::Row(first, len) => row(*first, *len).nth(&state.bits, n) as u64,
            FactorChoices::List(list) => {
                let mut possible = list.iter().filter(|c| self.net.holds_now(state, c.when));
                u64::from(possible.nth(n as usize).expect("fewer than there are").choice.0)
            }
            FactorChoices::OnDemand(choices) => {
                let possible = |c: &&ChoiceIndex| self.possible(state, entry, open.factor, **c);
                let mut possible = choices.iter().filter(possible);
                u64::from(possible.nth(n as usize).expect("fewer than there are").0)
            }
        }
    }

    /// Whether a choice that depends on aggregates is possible.
    fn possible(
        &self,
        state: &NetState,
        entry: &Entry,
        factor: FactorIndex,
        choice: ChoiceIndex,
    ) -> bool {
        let choice = &self.variant(entry).factors[factor].choices[choice];
        choice.instances.iter().any(|i| self.instance_holds(state, i))
    }

    #[inline]
    pub(super) fn instance_holds(&self, state: &NetState, instance: &Instance) -> bool {
        self.premises_hold(state, instance)
            && instance
                .on_demand
                .as_ref()
                .is_none_or(|check| check.holds(|a| self.aggregate_value(state, a)))
    }

    /// Whether an instance holds, aggregates aside.
    #[inline]
    pub(super) fn premises_hold(&self, state: &NetState, instance: &Instance) -> bool {
        let atoms = &self.control(state).atoms;
        instance.control.iter().all(|c| atoms[c.variable] == c.atom)
            && self.net.holds(state, instance.when)
    }

    /// The entries of the rules that apply: of a seat, or of all.
    pub(super) fn rules<'s>(&'s self, state: &NetState, seat: Option<Seat>) -> Vec<&'s Entry> {
        let control = self.control(state);
        let mut out: Vec<&Entry> = Vec::new();
        for entry in &control.rules {
            let variant = self.variant(entry);
            if seat.is_some_and(|s| s != variant.seat) {
                continue;
            }
            // In an ordered stage an earlier rule that applies hides the later ones.
            let hidden = control.ordered
                && out.iter().any(|e| {
                    let earlier = self.variant(e);
                    earlier.rule < variant.rule
                        && (!control.interactive || earlier.seat == variant.seat)
                });
            if !hidden && self.enabled(state, entry) {
                out.push(entry);
            }
        }
        out
    }

    /// The entries of the links that apply.
    pub(super) fn links<'s>(&'s self, state: &NetState) -> Vec<&'s Entry> {
        let control = self.control(state);
        let mut out: Vec<&Entry> = Vec::new();
        for entry in &control.links {
            let first = out.first().map(|e| self.variant(e).rule);
            let hidden = control.ordered && first.is_some_and(|r| r != self.variant(entry).rule);
            if !hidden && self.enabled(state, entry) {
                out.push(entry);
            }
        }
        out
    }

    /// How many moves an entry has: factors are independent, so that it is a product.
    #[inline]
    pub(super) fn count_moves(&self, state: &NetState, entry: &Entry) -> u64 {
        match entry.open.as_slice() {
            [one] => self.count_choices(state, entry, one),
            all => all.iter().map(|o| self.count_choices(state, entry, o)).product(),
        }
    }

    /// The `n`-th move of an entry: `n` in mixed radix, a digit for each open factor.
    #[inline]
    pub(super) fn nth_move(&self, state: &NetState, entry: &Entry, mut n: u64) -> NetMove {
        let mut choice = entry.base;
        match entry.open.as_slice() {
            [one] => choice += one.stride * self.nth_choice(state, entry, one, n),
            all => {
                for open in all.iter().rev() {
                    let size = self.count_choices(state, entry, open);
                    choice += open.stride * self.nth_choice(state, entry, open, n % size);
                    n /= size;
                }
            }
        }
        NetMove { variant: entry.variant, choice }
    }

    /// The values of a move's effective variables.
    pub(crate) fn values(&self, mv: NetMove) -> Vec<u64> {
        let variant = &self.net.variants[mv.variant];
        let mut values = variant.values.clone();
        for (factor, chosen) in variant.factors.iter().zip(self.net.choices(mv)) {
            for (v, value) in factor.effective.iter().zip(&factor.choices[chosen].values) {
                values[*v] = Some(*value);
            }
        }
        values.into_iter().map(|v| v.expect("every effective variable has a value")).collect()
    }

    /// All moves of some entries, in canonical order.
    pub(super) fn list(&self, state: &NetState, entries: &[&Entry], out: &mut Vec<NetMove>) {
        out.clear();
        for entry in entries {
            // One row, the usual case, is read bit by bit.
            let n = self.count_moves(state, entry);
            if let [open] = entry.open.as_slice()
                && let FactorChoices::Row(first, len) = &open.choices
            {
                row(*first, *len).each(&state.bits, |i| {
                    let choice = entry.base + open.stride * i as u64;
                    out.push(NetMove { variant: entry.variant, choice });
                });
                continue;
            }
            out.extend((0..n).map(|i| self.nth_move(state, entry, i)));
        }
        // The choices of a factor stand in canonical order; only mixtures have to be sorted.
        let one_row = entries.len() == 1 && entries[0].open.len() < 2;
        if !one_row {
            self.sort(out);
        }
    }

    /// Sorts moves into the canonical order that all engines share: by rule, then by values.
    pub(super) fn sort(&self, moves: &mut [NetMove]) {
        moves.sort_by_cached_key(|mv| (self.net.variants[mv.variant].rule, self.ranks(*mv)));
    }

    /// Where the values of a move's effective variables stand in their order.
    fn ranks(&self, mv: NetMove) -> Vec<Option<u32>> {
        let variant = &self.net.variants[mv.variant];
        let mut ranks = variant.ranks.clone();
        for (factor, chosen) in variant.factors.iter().zip(self.net.choices(mv)) {
            for (v, rank) in factor.effective.iter().zip(&factor.choices[chosen].ranks) {
                ranks[*v] = Some(*rank);
            }
        }
        ranks
    }

    /// The moves of the player whose turn it is, or of chance.
    pub(crate) fn moves(&self, state: &NetState, out: &mut Vec<NetMove>) {
        match (&state.now, &state.listed) {
            (Now::Over { .. } | Now::Stopped(_), _) => out.clear(),
            (_, Some(listed)) => {
                out.clear();
                out.extend(listed.iter().map(|m| m.mv));
            }
            // Chance and `#forbid` have listed their moves when the turn was found; others are
            // listed now.
            (Now::Player(_), None) if self.net.fast_moves(state, out) => {}
            (Now::Player(seat), None) => self.list(state, &self.rules(state, Some(*seat)), out),
            (Now::Chance, None) => out.clear(),
        }
    }

    /// A move of a player, uniformly at random: counted, not listed.
    pub(crate) fn pick(
        &self,
        state: &NetState,
        seat: Seat,
        below: &mut impl FnMut(u64) -> u64,
    ) -> NetMove {
        if let Some(mv) = self.fast.pick(self.net, state, below) {
            return mv;
        }
        let control = self.control(state);
        // Count the moves of every entry, draw a number below the total, and find the entry that it
        // falls into; no list, no allocation.
        let mut sizes = [0; 16];
        if control.ordered || control.rules.len() > sizes.len() {
            let mut moves = Vec::new();
            self.list(state, &self.rules(state, Some(seat)), &mut moves);
            return moves[below(moves.len() as u64) as usize];
        }
        let mut total = 0;
        for (entry, size) in control.rules.iter().zip(&mut sizes) {
            if self.variant(entry).seat == seat && self.enabled(state, entry) {
                *size = self.count_moves(state, entry);
                total += *size;
            }
        }
        let (i, n) = at_weight(sizes, below(total)).expect("a player's turn has a move");
        self.nth_move(state, &control.rules[i], n)
    }
}

impl Net {
    /// Which choice a move takes in each factor of its variant.
    pub(crate) fn choices(&self, mv: NetMove) -> IdVec<FactorIndex, ChoiceIndex> {
        let factors = &self.variants[mv.variant].factors;
        let mut out: IdVec<FactorIndex, ChoiceIndex> = vec![ChoiceIndex(0); factors.len()].into();
        // Mixed radix: the last factor is the lowest digit.
        let mut rest = mv.choice;
        for (factor, chosen) in factors.iter().zip(out.iter_mut()).rev() {
            let n = factor.choices.len() as u64;
            *chosen = ChoiceIndex((rest % n) as u32);
            rest /= n;
        }
        out
    }
}
