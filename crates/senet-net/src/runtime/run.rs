//! Running a net: a move, and what happens by itself until a player or chance decides.

use super::control::{Control, Entry, Successor};
use super::fast_path::{FastPath, Step};
use super::net::Net;
use super::state::{NetMove, NetState, Now, WeightedMove};
use crate::outcomes::OutcomeTally;
use senet_game::{LimitKind, Outcome, Turn};

/// A net, its fast path, and the limit on silent steps.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'n, F> {
    pub(crate) net: &'n Net,
    pub(crate) fast: F,
    pub(crate) steps: u64,
}

/// Whether a step has ended the program.
pub(crate) type Ended = bool;

/// One of the different results of what happens by chance.
struct ChanceOutcome {
    state: NetState,
    ended: Ended,
    mv: NetMove,
    weight: u128,
}

/// How many moves some entries have.
enum Applicable<'e> {
    None,
    One(&'e Entry),
    Many,
}

impl<F: FastPath> Runner<'_, F> {
    /// Makes a move, and runs on to the next decision.
    #[inline]
    pub(crate) fn play(&self, state: &mut NetState, mv: NetMove) {
        self.fast.fired(self.net, mv.variant);
        match self.fire(state, mv) {
            Ok(false) => self.settle(state),
            Ok(true) => {
                state.listed = None;
                state.now = Now::Over { ended: true };
            }
            Err(kind) => state.now = Now::Stopped(kind),
        }
    }

    /// Runs on to the next decision.
    #[inline]
    pub(crate) fn settle(&self, state: &mut NetState) {
        if state.listed.is_some() {
            state.listed = None;
        }
        let mut steps = 0;
        state.now = loop {
            if steps > self.steps {
                break Now::Stopped(LimitKind::Steps);
            }
            steps += 1;
            // Most control states are done by the fast path; the others fall through.
            match self.fast.step(self.net, state) {
                Step::Turn(turn) => break turn,
                Step::Continue => continue,
                Step::Leave => match self.leave(state) {
                    Ok(Some(turn)) => break turn,
                    Ok(None) => continue,
                    Err(kind) => break Now::Stopped(kind),
                },
                Step::General => {}
            }
            match self.advance(state) {
                Ok(Some(turn)) => break turn,
                Ok(None) => {}
                Err(kind) => break Now::Stopped(kind),
            }
        };
    }

    /// One silent step, or the turn that comes next.
    fn advance(&self, state: &mut NetState) -> Result<Option<Now>, LimitKind> {
        let net = self.net;
        if let Some(to) = net.controls[state.control].forward {
            self.fast.forwarded(net, state.control);
            state.control = to;
        }
        let control = &net.controls[state.control];
        if control.exact_copies.is_some() {
            self.check_sums(state, control, &control.rules)?;
        }
        if control.interactive {
            // Entries stand in the order of seats: the first that can move is the one whose turn it
            // is.
            let seat = if control.ordered {
                self.rules(state, None).first().map(|e| self.variant(e).seat)
            } else {
                let mut entries = control.rules.iter();
                entries.find(|e| self.enabled(state, e)).map(|e| self.variant(e).seat)
            };
            if let Some(seat) = seat {
                // An outcome atom ends the game at the next decision, not in the middle of a stage.
                if self.decided(state) {
                    return Ok(Some(Now::Over { ended: false }));
                }
                if !net.forbidden[control.stage].is_empty() {
                    return self.allowed(state);
                }
                return Ok(Some(Now::Player(seat)));
            }
        } else if !control.rules.is_empty() {
            match self.applicable(state, &control.rules) {
                Applicable::None => {}
                Applicable::One(entry) => return self.fire_only(state, entry),
                Applicable::Many => {
                    let entries = self.rules(state, None);
                    return self.automatic(state, &entries, control.settles);
                }
            }
        }
        self.leave(state)
    }

    /// No rule of the stage applies (it is quiescent): a link leads on, or the program ends.
    fn leave(&self, state: &mut NetState) -> Result<Option<Now>, LimitKind> {
        let control = &self.net.controls[state.control];
        if control.exact_copies.is_some() {
            self.check_sums(state, control, &control.links)?;
        }
        match self.applicable(state, &control.links) {
            Applicable::None => Ok(Some(Now::Over { ended: true })),
            Applicable::One(entry) => self.fire_only(state, entry),
            Applicable::Many => self.automatic(state, &self.links(state), false),
        }
    }

    /// Makes the only move of the only entry that applies.
    #[inline]
    fn fire_only(&self, state: &mut NetState, entry: &Entry) -> Result<Option<Now>, LimitKind> {
        if let (Successor::Always(to), true) = (&entry.next, entry.jumps) {
            self.fast.fired(self.net, entry.variant);
            self.apply_entry(state, entry)?;
            state.control = *to;
            return Ok(None);
        }
        let mv = self.nth_move(state, entry, 0);
        self.silent(state, entry, mv)
    }

    /// Whether there is no move among entries, or just one.
    #[inline]
    fn applicable<'e>(&self, state: &NetState, entries: &'e [Entry]) -> Applicable<'e> {
        let mut enabled = entries.iter().filter(|e| self.enabled(state, e));
        let Some(first) = enabled.next() else {
            return Applicable::None;
        };
        // At most two entries are looked at.
        let only = enabled.next().is_none();
        if only && (first.open.is_empty() || self.count_moves(state, first) == 1) {
            return Applicable::One(first);
        }
        Applicable::Many
    }

    /// What happens when no player chooses: chance, unless all ways lead to the same.
    fn automatic(
        &self,
        state: &mut NetState,
        entries: &[&Entry],
        settles: bool,
    ) -> Result<Option<Now>, LimitKind> {
        if let [entry] = entries
            && self.count_moves(state, entry) == 1
        {
            let mv = self.nth_move(state, entry, 0);
            return self.silent(state, entry, mv);
        }
        let mut moves = Vec::new();
        if settles {
            // The checker has shown that the order makes no difference, so the first move is made;
            // the first of each entry is enough to find it.
            moves.extend(entries.iter().map(|e| self.nth_move(state, e, 0)));
            self.sort(&mut moves);
            let first = moves[0];
            let entry = entries.iter().find(|e| e.variant == first.variant);
            return self.silent(state, entry.expect("one of them"), first);
        }
        self.list(state, entries, &mut moves);
        // Moves that lead to the same position are one outcome, and their weights add up.
        let mut outcomes: Vec<ChanceOutcome> = Vec::new();
        for mv in moves {
            let entry = entries.iter().find(|e| e.variant == mv.variant).expect("one of them");
            let weight = self.weight(state, mv);
            let mut next = state.clone();
            let ended = self.fire_entry(&mut next, entry, mv)?;
            let same = |o: &&mut ChanceOutcome| o.ended == ended && o.state.same_position(&next);
            match outcomes.iter_mut().find(same) {
                Some(outcome) => outcome.weight = outcome.weight.saturating_add(weight),
                None => outcomes.push(ChanceOutcome { state: next, ended, mv, weight }),
            }
        }
        // All ways lead to the same position: nothing is left to chance.
        if let [only] = outcomes.as_slice() {
            let entry = entries.iter().find(|e| e.variant == only.mv.variant);
            return self.silent(state, entry.expect("one of them"), only.mv);
        }
        if self.decided(state) {
            return Ok(Some(Now::Over { ended: false }));
        }
        // There are two at least, so a weight that was cut off does not fit into the sum.
        let total = outcomes.iter().try_fold(0u128, |sum, o| sum.checked_add(o.weight));
        total.ok_or(LimitKind::Numbers)?;
        let listed = outcomes.into_iter().map(|o| WeightedMove { mv: o.mv, weight: o.weight });
        state.listed = Some(listed.collect());
        Ok(Some(Now::Chance))
    }

    fn silent(
        &self,
        state: &mut NetState,
        entry: &Entry,
        mv: NetMove,
    ) -> Result<Option<Now>, LimitKind> {
        self.fast.fired(self.net, mv.variant);
        let ended = self.fire_entry(state, entry, mv)?;
        Ok(ended.then_some(Now::Over { ended: true }))
    }

    /// The moves that `#forbid` leaves: each is tried, and what must not hold is looked at.
    fn allowed(&self, state: &mut NetState) -> Result<Option<Now>, LimitKind> {
        let stage = self.control(state).stage;
        let forbidden = &self.net.forbidden[stage];
        let mut moves = Vec::new();
        self.list(state, &self.rules(state, None), &mut moves);
        let mut left: Vec<WeightedMove> = Vec::new();
        let mut after = state.clone();
        for mv in moves {
            // One scratch position for all moves: no allocation.
            after.clone_from(state);
            self.fire(&mut after, mv)?;
            if !forbidden.iter().any(|l| self.net.holds(&after, *l)) {
                left.push(WeightedMove { mv, weight: 1 });
            }
        }
        let seat = |m: &WeightedMove| self.net.variants[m.mv.variant].seat;
        let Some(first) = left.iter().map(seat).min() else {
            return self.leave(state);
        };
        // `#forbid` may leave a seat without moves, so that the turn goes to the next one that has
        // some.
        left.retain(|m| seat(m) == first);
        state.listed = Some(left.into());
        Ok(Some(Now::Player(first)))
    }

    /// The packed position, if the position has one.
    pub(crate) fn pack(&self, state: &NetState) -> Option<u128> {
        let ended = match state.now {
            Now::Over { ended } => ended,
            Now::Player(_) | Now::Chance => false,
            Now::Stopped(_) => return None,
        };
        // Most ends are seen again from the position, those by an outcome atom always; a link that
        // ends the program is not.
        self.net.packed.pack(state, ended && !self.is_over(state))
    }

    /// The key of a position: packed if it can be, else hashed. A net whose positions fit may have
    /// positions of both kinds, if there may be more copies than a field holds.
    pub(crate) fn key(&self, state: &NetState) -> Option<u128> {
        match state.now {
            Now::Stopped(_) => None,
            _ if !self.net.packed.fits() => Some(state.hashed_key()),
            _ => self.pack(state).or_else(|| Some(state.hashed_key())),
        }
    }

    /// Restores a packed position.
    pub(crate) fn unpack(&self, packed: u128, state: &mut NetState) {
        if self.net.unpack(packed, state) {
            state.listed = None;
            state.now = Now::Over { ended: true };
        } else {
            self.settle(state);
        }
    }

    /// Whether a position shows by itself that it is over.
    pub(crate) fn is_over(&self, state: &NetState) -> bool {
        let control = self.control(state);
        if control.forward.is_some() {
            return false;
        }
        let rules = control.rules.iter().any(|e| self.enabled(state, e));
        let decided = || control.decided || self.net.holds(state, self.net.decided);
        let links = || control.links.iter().any(|e| self.enabled(state, e));
        if rules { decided() } else { !links() }
    }

    /// Whether an outcome atom is there.
    fn decided(&self, state: &NetState) -> bool {
        self.control(state).decided || self.net.holds_now(state, self.net.decided)
    }

    #[inline]
    pub(crate) fn turn(&self, state: &NetState) -> Turn {
        match state.now {
            Now::Player(seat) => Turn::Player(seat),
            Now::Chance => Turn::Chance,
            Now::Over { ended } => Turn::Over(self.outcome(state, ended)),
            Now::Stopped(kind) => Turn::Stopped(kind),
        }
    }

    /// The outcome that the atoms of a position say; `ended` if the program has ended.
    pub(crate) fn outcome(&self, state: &NetState, ended: bool) -> Outcome {
        let control: &Control = self.control(state);
        if let Some(outcomes) = &control.outcomes {
            return if ended { outcomes.ended.clone() } else { outcomes.decided.clone() };
        }
        let mut tally = OutcomeTally::new(self.net.seats, self.net.scores);
        for (all, at) in self.net.control_outcomes.iter().zip(&control.atoms) {
            tally.count(&all[*at as usize], 1);
        }
        for one in &self.net.outcome_places {
            if state.bit(one.place.condition()) {
                let copies = self.net.places[one.place].copies;
                tally.count(&one.outcome, copies.map_or(1, |at| state.copies[at]));
            }
        }
        for one in &self.net.constant_outcomes {
            tally.count(&one.outcome, one.copies);
        }
        tally.outcome(ended)
    }
}
