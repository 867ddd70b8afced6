//! What can happen in a position, and what happens by itself until somebody decides.

use super::bits::Row;
use super::net::{Choice, Control, Delta, Entry, Group, Inner, Instance, Net, Next, Open, Variant};
use super::outcome::Tally;
use super::quick::{Hot, Step};
use super::state::{NetMove, NetState, Now, bit};
use senet_game::{LimitKind, Outcome, Seat, Turn};

/// A net at work.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'n, H> {
    pub(crate) net: &'n Net,
    pub(crate) hot: H,
    pub(crate) steps: u64,
}

/// What a step leads to, besides another position.
pub(crate) type Ended = bool;

impl<H: Hot> Runner<'_, H> {
    // ---- what is possible

    fn control(&self, state: &NetState) -> &Control {
        &self.net.controls[state.control as usize]
    }

    pub(super) fn variant(&self, entry: &Entry) -> &Variant {
        &self.net.variants[entry.variant as usize]
    }

    /// Whether an entry has a move.
    #[inline]
    fn enabled(&self, state: &NetState, entry: &Entry) -> bool {
        if entry.simple {
            return self.net.holds(state, entry.first);
        }
        self.net.holds(state, entry.first)
            && entry.when.iter().all(|l| self.net.holds(state, *l))
            && entry.open.iter().all(|o| self.some(state, entry, o))
            && entry.late.iter().all(|p| self.late_part(state, entry, *p, entry.fixed[*p as usize]))
    }

    #[inline]
    fn some(&self, state: &NetState, entry: &Entry, open: &Open) -> bool {
        match &open.group {
            Group::Row(low, len) => Row::new(*low as usize, *len as usize).any(&state.bits),
            Group::List(choices) => choices.iter().any(|(_, l)| self.net.kept(state, *l)),
            Group::Late(choices) => {
                choices.iter().any(|c| self.late_part(state, entry, open.part, *c))
            }
        }
    }

    /// How many choices an open part has.
    #[inline]
    fn size(&self, state: &NetState, entry: &Entry, open: &Open) -> u64 {
        match &open.group {
            Group::Row(low, len) => Row::new(*low as usize, *len as usize).count(&state.bits),
            Group::List(choices) => {
                choices.iter().filter(|(_, l)| self.net.kept(state, *l)).count() as u64
            }
            Group::Late(choices) => {
                let possible = |c: &&u32| self.late_part(state, entry, open.part, **c);
                choices.iter().filter(possible).count() as u64
            }
        }
    }

    /// The choice of a number among those that are possible.
    #[inline]
    fn nth(&self, state: &NetState, entry: &Entry, open: &Open, n: u64) -> u64 {
        match &open.group {
            Group::Row(low, len) => {
                Row::new(*low as usize, *len as usize).nth(&state.bits, n) as u64
            }
            Group::List(choices) => {
                let mut possible = choices.iter().filter(|(_, l)| self.net.kept(state, *l));
                u64::from(possible.nth(n as usize).expect("fewer than there are").0)
            }
            Group::Late(choices) => {
                let possible = |c: &&u32| self.late_part(state, entry, open.part, **c);
                let mut possible = choices.iter().filter(possible);
                u64::from(*possible.nth(n as usize).expect("fewer than there are"))
            }
        }
    }

    /// Whether a choice that has to be worked out is possible.
    fn late_part(&self, state: &NetState, entry: &Entry, part: u32, choice: u32) -> bool {
        let choice = &self.variant(entry).parts[part as usize].choices[choice as usize];
        choice.instances.iter().any(|i| self.instance(state, i))
    }

    #[inline]
    pub(super) fn instance(&self, state: &NetState, instance: &Instance) -> bool {
        self.stands(state, instance)
            && instance.late.as_ref().is_none_or(|l| l.holds(|c| self.counted(state, c)))
    }

    /// Whether an instance holds, but for what has to be worked out.
    #[inline]
    pub(super) fn stands(&self, state: &NetState, instance: &Instance) -> bool {
        let control = &self.control(state).atoms;
        instance.control.iter().all(|(v, a)| control[*v as usize] == *a)
            && self.net.holds(state, instance.lit)
    }

    // ---- moves

    /// The entries of the rules that apply: of a seat, or of all.
    fn rules<'s>(&'s self, state: &NetState, seat: Option<Seat>) -> Vec<&'s Entry> {
        let control = self.control(state);
        let mut out: Vec<&Entry> = Vec::new();
        for entry in &control.rules {
            let variant = self.variant(entry);
            if seat.is_some_and(|s| s != variant.seat) {
                continue;
            }
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
    fn links<'s>(&'s self, state: &NetState) -> Vec<&'s Entry> {
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

    #[inline]
    fn moves_of(&self, state: &NetState, entry: &Entry) -> u64 {
        match entry.open.as_slice() {
            [one] => self.size(state, entry, one),
            all => all.iter().map(|o| self.size(state, entry, o)).product(),
        }
    }

    /// The move of a number among those of an entry.
    #[inline]
    fn numbered(&self, state: &NetState, entry: &Entry, mut n: u64) -> NetMove {
        let mut choice = entry.base;
        match entry.open.as_slice() {
            [one] => choice += one.stride * self.nth(state, entry, one, n),
            all => {
                for open in all.iter().rev() {
                    let size = self.size(state, entry, open);
                    choice += open.stride * self.nth(state, entry, open, n % size);
                    n /= size;
                }
            }
        }
        NetMove { variant: entry.variant, choice }
    }

    /// The choice of each part of a move.
    pub(crate) fn chosen(&self, mv: NetMove) -> Vec<u32> {
        let parts = &self.net.variants[mv.variant as usize].parts;
        let mut out = vec![0; parts.len()];
        let mut rest = mv.choice;
        for (part, chosen) in parts.iter().zip(&mut out).rev() {
            let n = part.choices.len() as u64;
            *chosen = (rest % n) as u32;
            rest /= n;
        }
        out
    }

    /// The values of a move's effective variables.
    pub(crate) fn values(&self, mv: NetMove) -> Vec<u64> {
        let variant = &self.net.variants[mv.variant as usize];
        let mut values = variant.values.clone();
        for (part, chosen) in variant.parts.iter().zip(self.chosen(mv)) {
            for (v, value) in part.effective.iter().zip(&part.choices[chosen as usize].values) {
                values[*v] = Some(*value);
            }
        }
        values.into_iter().map(|v| v.expect("every effective variable has a value")).collect()
    }

    /// All moves of some entries, in canonical order.
    fn list(&self, state: &NetState, entries: &[&Entry], out: &mut Vec<NetMove>) {
        out.clear();
        for entry in entries {
            let n = self.moves_of(state, entry);
            if let [open] = entry.open.as_slice()
                && let Group::Row(low, len) = &open.group
            {
                Row::new(*low as usize, *len as usize).each(&state.bits, |i| {
                    let choice = entry.base + open.stride * i as u64;
                    out.push(NetMove { variant: entry.variant, choice });
                });
                continue;
            }
            out.extend((0..n).map(|i| self.numbered(state, entry, i)));
        }
        let one_row = entries.len() == 1 && entries[0].open.len() < 2;
        if !one_row {
            self.sort(out);
        }
    }

    fn sort(&self, moves: &mut [NetMove]) {
        moves.sort_by_cached_key(|mv| {
            (self.net.variants[mv.variant as usize].rule, self.ranks(*mv))
        });
    }

    /// Where the values of a move's effective variables stand in their order.
    fn ranks(&self, mv: NetMove) -> Vec<Option<u32>> {
        let variant = &self.net.variants[mv.variant as usize];
        let mut ranks = variant.ranks.clone();
        for (part, chosen) in variant.parts.iter().zip(self.chosen(mv)) {
            for (v, rank) in part.effective.iter().zip(&part.choices[chosen as usize].ranks) {
                ranks[*v] = Some(*rank);
            }
        }
        ranks
    }

    /// The moves of whoever's turn it is.
    pub(crate) fn moves(&self, state: &NetState, out: &mut Vec<NetMove>) {
        match (&state.now, &state.listed) {
            (Now::Over { .. } | Now::Stopped(_), _) => out.clear(),
            (_, Some(listed)) => {
                out.clear();
                out.extend(listed.iter().map(|(m, _)| *m));
            }
            (Now::Player(_), None) if self.net.quick_moves(state, out) => {}
            (Now::Player(seat), None) => self.list(state, &self.rules(state, Some(*seat)), out),
            (Now::Chance, None) => out.clear(),
        }
    }

    /// A move of a player, each as likely as any other, without listing them.
    pub(crate) fn pick(
        &self,
        state: &NetState,
        seat: Seat,
        below: &mut impl FnMut(u64) -> u64,
    ) -> NetMove {
        if let Some(mv) = self.hot.pick(self.net, state, below) {
            return mv;
        }
        let control = self.control(state);
        let mut sizes = [0; 16];
        if control.ordered || control.rules.len() > sizes.len() {
            let mut moves = Vec::new();
            self.list(state, &self.rules(state, Some(seat)), &mut moves);
            return moves[below(moves.len() as u64) as usize];
        }
        let mut total = 0;
        for (entry, size) in control.rules.iter().zip(&mut sizes) {
            if self.variant(entry).seat == seat && self.enabled(state, entry) {
                *size = self.moves_of(state, entry);
                total += *size;
            }
        }
        let mut n = below(total);
        for (entry, size) in control.rules.iter().zip(sizes) {
            if n < size {
                return self.numbered(state, entry, n);
            }
            n -= size;
        }
        unreachable!("a player's turn has a move")
    }

    // ---- steps

    /// Makes a move, and runs on to the next decision.
    #[inline]
    pub(crate) fn play(&self, state: &mut NetState, mv: NetMove) {
        match self.fire(state, mv) {
            Ok(false) => self.settle(state),
            Ok(true) => {
                state.listed = None;
                state.now = Now::Over { ended: true };
            }
            Err(kind) => state.now = Now::Stopped(kind),
        }
    }

    /// Makes a move, without what follows by itself.
    #[inline(always)]
    pub(crate) fn fire(&self, state: &mut NetState, mv: NetMove) -> Result<Ended, LimitKind> {
        if self.hot.make(self.net, state, mv) { Ok(false) } else { self.fire_listed(state, mv) }
    }

    /// The same the long way.
    #[inline(never)]
    fn fire_listed(&self, state: &mut NetState, mv: NetMove) -> Result<Ended, LimitKind> {
        let control = &self.net.controls[state.control as usize];
        let entries = control.rules.iter().chain(&control.links);
        let mut entries = entries.filter(|e| e.variant == mv.variant);
        let entry = entries.next().expect("a move of this position");
        self.fire_entry(state, entry, mv)
    }

    fn fire_entry(
        &self,
        state: &mut NetState,
        entry: &Entry,
        mv: NetMove,
    ) -> Result<Ended, LimitKind> {
        let variant = &self.net.variants[entry.variant as usize];
        let ended = variant.link && variant.to.is_none();
        if !variant.has_inner && entry.open.len() < 2 {
            // The usual case: one choice, or none.
            match entry.open.as_slice() {
                [open] => {
                    let mut chosen = mv.choice - entry.base;
                    if open.stride != 1 {
                        chosen /= open.stride;
                    }
                    let choice = &variant.parts[open.part as usize].choices[chosen as usize];
                    if entry.delta.is_empty() {
                        self.apply(state, &[(&choice.delta, 1)])?;
                    } else {
                        self.apply(state, &[(&entry.delta, 1), (&choice.delta, 1)])?;
                    }
                    state.control = match &entry.next {
                        Next::One(to) => *to,
                        Next::By(_, to) => to[chosen as usize],
                    };
                }
                _ => {
                    if !entry.delta.is_empty() {
                        self.apply(state, &[(&entry.delta, 1)])?;
                    }
                    state.control = match &entry.next {
                        Next::One(to) => *to,
                        Next::By(_, to) => to[0],
                    };
                }
            }
            return Ok(ended);
        }
        let chosen = self.chosen(mv);
        let choice = |p: usize| &variant.parts[p].choices[chosen[p] as usize];
        let mut deltas: Vec<(&Delta, u64)> = vec![(&entry.delta, 1)];
        deltas.extend(entry.open.iter().map(|o| (&choice(o.part as usize).delta, 1)));
        if variant.has_inner {
            let choices: Vec<&Choice> = (0..variant.parts.len()).map(choice).collect();
            deltas.extend(self.inner(state, variant, &choices));
        }
        self.apply(state, &deltas)?;
        state.control = match &entry.next {
            Next::One(to) => *to,
            Next::By(open, to) => {
                let part = entry.open[*open as usize].part;
                to[chosen[part as usize] as usize]
            }
        };
        Ok(ended)
    }

    /// What braces do, in the position before.
    fn inner<'s>(
        &'s self,
        state: &NetState,
        variant: &'s Variant,
        choices: &[&'s Choice],
    ) -> Vec<(&'s Delta, u64)> {
        let own = variant.takes.iter().chain(choices.iter().flat_map(|c| &c.takes));
        let mut taken: Vec<(u32, u64)> = own.map(|(place, n)| (*place, u64::from(*n))).collect();
        let all = variant.inner.iter().chain(choices.iter().flat_map(|c| &c.inner));
        let mut out = Vec::new();
        for inner in all.flatten() {
            if !inner.when.iter().all(|l| self.net.holds(state, *l)) {
                continue;
            }
            let n = self.times(state, inner, &taken);
            if n > 0 {
                for (place, each) in &inner.takes {
                    taken.push((*place, u64::from(*each) * n));
                }
                out.push((&inner.delta, n));
            }
        }
        out
    }

    /// How often a match of braces can be applied.
    fn times(&self, state: &NetState, inner: &Inner, taken: &[(u32, u64)]) -> u64 {
        let each = |(place, n): &(u32, u32)| {
            let copies = match self.net.places[*place as usize].copies {
                Some(at) => state.copies[at as usize],
                None => u64::from(bit(state, *place as usize)),
            };
            let gone: u64 = taken.iter().filter(|(p, _)| p == place).map(|(_, n)| n).sum();
            copies.saturating_sub(gone) / u64::from(*n)
        };
        inner.takes.iter().map(each).min().unwrap_or(1)
    }

    /// Makes changes, each so many times. Only copies make a difference when a change is made
    /// more than once: a place that is not counted is there or not.
    #[inline]
    fn apply(&self, state: &mut NetState, deltas: &[(&Delta, u64)]) -> Result<(), LimitKind> {
        if deltas.iter().all(|(d, _)| d.fused.is_some()) {
            deltas.iter().filter_map(|(d, _)| d.fused).for_each(|f| self.net.fuse(state, f));
            self.net.drain(state);
            return Ok(());
        }
        for (delta, _) in deltas {
            for place in delta.off() {
                self.net.set(state, *place, false);
            }
        }
        for (delta, _) in deltas {
            for place in delta.on() {
                self.net.set(state, *place, true);
            }
        }
        let mut fits = true;
        if deltas.iter().any(|(d, _)| !d.counted.is_empty()) {
            // What goes makes room for what comes.
            for down in [true, false] {
                for (delta, times) in deltas {
                    for (place, n) in delta.counted.iter().filter(|(_, n)| (*n < 0) == down) {
                        fits &= self.net.count(state, *place, i128::from(*n) * i128::from(*times));
                    }
                }
            }
        }
        self.net.drain(state);
        if fits { Ok(()) } else { Err(LimitKind::Numbers) }
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
            match self.hot.step(self.net, state) {
                Step::Turn(turn) => break turn,
                Step::On => continue,
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
        if let Some(to) = net.controls[state.control as usize].onward {
            state.control = to;
        }
        let control = &net.controls[state.control as usize];
        if control.sums.is_some() {
            self.check_sums(state, control, &control.rules)?;
        }
        if control.interactive {
            let seat = if control.ordered {
                self.rules(state, None).first().map(|e| self.variant(e).seat)
            } else {
                let mut entries = control.rules.iter();
                entries.find(|e| self.enabled(state, e)).map(|e| self.variant(e).seat)
            };
            if let Some(seat) = seat {
                if self.decided(state) {
                    return Ok(Some(Now::Over { ended: false }));
                }
                if !net.forbidden[control.stage as usize].is_empty() {
                    return self.allowed(state);
                }
                return Ok(Some(Now::Player(seat)));
            }
        } else if !control.rules.is_empty() {
            match self.only(state, &control.rules) {
                Only::None => {}
                Only::One(entry) => return self.alone(state, entry),
                Only::Many => {
                    let entries = self.rules(state, None);
                    return self.automatic(state, &entries, control.settles);
                }
            }
        }
        self.leave(state)
    }

    /// The stage is quiet: a link leads on, or the program ends.
    fn leave(&self, state: &mut NetState) -> Result<Option<Now>, LimitKind> {
        let control = &self.net.controls[state.control as usize];
        if control.sums.is_some() {
            self.check_sums(state, control, &control.links)?;
        }
        match self.only(state, &control.links) {
            Only::None => Ok(Some(Now::Over { ended: true })),
            Only::One(entry) => self.alone(state, entry),
            Only::Many => self.automatic(state, &self.links(state), false),
        }
    }

    /// The only move happens.
    #[inline]
    fn alone(&self, state: &mut NetState, entry: &Entry) -> Result<Option<Now>, LimitKind> {
        if let (Next::One(to), true) = (&entry.next, entry.jumps) {
            if !entry.delta.is_empty() {
                self.apply(state, &[(&entry.delta, 1)])?;
            }
            state.control = *to;
            return Ok(None);
        }
        let mv = self.numbered(state, entry, 0);
        self.silent(state, entry, mv)
    }

    /// Whether there is no move among entries, or just one.
    #[inline]
    fn only<'e>(&self, state: &NetState, entries: &'e [Entry]) -> Only<'e> {
        let mut enabled = entries.iter().filter(|e| self.enabled(state, e));
        let Some(first) = enabled.next() else {
            return Only::None;
        };
        let alone = enabled.next().is_none();
        if alone && (first.open.is_empty() || self.moves_of(state, first) == 1) {
            return Only::One(first);
        }
        Only::Many
    }

    /// What happens when nobody chooses.
    fn automatic(
        &self,
        state: &mut NetState,
        entries: &[&Entry],
        settles: bool,
    ) -> Result<Option<Now>, LimitKind> {
        if let [entry] = entries
            && self.moves_of(state, entry) == 1
        {
            let mv = self.numbered(state, entry, 0);
            return self.silent(state, entry, mv);
        }
        let mut moves = Vec::new();
        if settles {
            // The first of each entry is enough to find the first of all.
            moves.extend(entries.iter().map(|e| self.numbered(state, e, 0)));
            self.sort(&mut moves);
            let first = moves[0];
            let entry = entries.iter().find(|e| e.variant == first.variant);
            return self.silent(state, entry.expect("one of them"), first);
        }
        self.list(state, entries, &mut moves);
        let mut outcomes: Vec<(NetState, Ended, NetMove, u128)> = Vec::new();
        for mv in moves {
            let entry = entries.iter().find(|e| e.variant == mv.variant).expect("one of them");
            let weight = self.weight(state, mv);
            let mut next = state.clone();
            let ended = self.fire_entry(&mut next, entry, mv)?;
            let same = |(s, e, _, _): &&mut (NetState, Ended, NetMove, u128)| {
                *e == ended && s.same_position(&next)
            };
            match outcomes.iter_mut().find(same) {
                Some((_, _, _, sum)) => *sum = sum.saturating_add(weight),
                None => outcomes.push((next, ended, mv, weight)),
            }
        }
        if let [(_, _, only, _)] = outcomes.as_slice() {
            let entry = entries.iter().find(|e| e.variant == only.variant).expect("one of them");
            return self.silent(state, entry, *only);
        }
        if self.decided(state) {
            return Ok(Some(Now::Over { ended: false }));
        }
        // There are two at least, so a weight that was cut off does not fit into the sum.
        let total = outcomes.iter().try_fold(0u128, |sum, (_, _, _, w)| sum.checked_add(*w));
        total.ok_or(LimitKind::Numbers)?;
        state.listed = Some(outcomes.into_iter().map(|(_, _, m, w)| (m, w)).collect());
        Ok(Some(Now::Chance))
    }

    fn silent(
        &self,
        state: &mut NetState,
        entry: &Entry,
        mv: NetMove,
    ) -> Result<Option<Now>, LimitKind> {
        let ended = self.fire_entry(state, entry, mv)?;
        Ok(ended.then_some(Now::Over { ended: true }))
    }

    /// The moves that `#forbid` leaves.
    fn allowed(&self, state: &mut NetState) -> Result<Option<Now>, LimitKind> {
        let stage = self.control(state).stage;
        let forbidden = &self.net.forbidden[stage as usize];
        let mut moves = Vec::new();
        self.list(state, &self.rules(state, None), &mut moves);
        let mut left: Vec<(NetMove, u128)> = Vec::new();
        let mut after = state.clone();
        for mv in moves {
            after.clone_from(state);
            self.fire(&mut after, mv)?;
            if !forbidden.iter().any(|l| self.net.holds(&after, *l)) {
                left.push((mv, 1));
            }
        }
        let seat = |(mv, _): &(NetMove, u128)| self.net.variants[mv.variant as usize].seat;
        let Some(first) = left.iter().map(seat).min() else {
            return self.leave(state);
        };
        left.retain(|m| seat(m) == first);
        state.listed = Some(left.into());
        Ok(Some(Now::Player(first)))
    }

    // ---- codes

    /// The code of a position, if it has one.
    pub(crate) fn pack(&self, state: &NetState) -> Option<u128> {
        let over = match state.now {
            Now::Over { .. } => true,
            Now::Player(_) | Now::Chance => false,
            Now::Stopped(_) => return None,
        };
        // Most ends are seen again from the position; a link that ends the program is not.
        self.net.packing.pack(state, over && !self.is_over(state))
    }

    /// A key of a position: packed if it can be, else a mixture of its bits. A packed net has
    /// positions of both kinds if there may be more copies than a field holds.
    pub(crate) fn code(&self, state: &NetState) -> Option<u128> {
        match state.now {
            Now::Stopped(_) => None,
            _ if !self.net.packing.fits() => Some(state.mixed()),
            _ => self.pack(state).or_else(|| Some(state.mixed())),
        }
    }

    /// Turns a position into the one of a code.
    pub(crate) fn unpack(&self, code: u128, state: &mut NetState) {
        if self.net.unpack(code, state) {
            state.listed = None;
            state.now = Now::Over { ended: true };
        } else {
            self.settle(state);
        }
    }

    // ---- ends

    /// Whether a position shows by itself that it is over.
    pub(crate) fn is_over(&self, state: &NetState) -> bool {
        let control = self.control(state);
        if control.onward.is_some() {
            return false;
        }
        let rules = control.rules.iter().any(|e| self.enabled(state, e));
        let decided = || control.decided || self.net.holds(state, self.net.decided);
        let links = || control.links.iter().any(|e| self.enabled(state, e));
        if rules { decided() } else { !links() }
    }

    /// Whether an outcome atom is there.
    fn decided(&self, state: &NetState) -> bool {
        self.control(state).decided || self.net.kept(state, self.net.decided)
    }

    /// Whose turn it is.
    #[inline]
    pub(crate) fn turn(&self, state: &NetState) -> Turn {
        match state.now {
            Now::Player(seat) => Turn::Player(seat),
            Now::Chance => Turn::Chance,
            Now::Over { ended } => Turn::Over(self.outcome(state, ended)),
            Now::Stopped(kind) => Turn::Stopped(kind),
        }
    }

    /// What the position means for everybody.
    pub(crate) fn outcome(&self, state: &NetState, ended: bool) -> Outcome {
        if let Some((now, at_the_end)) = &self.control(state).outcomes {
            return if ended { at_the_end.clone() } else { now.clone() };
        }
        let mut tally = Tally::new(self.net.seats, self.net.scores);
        for (all, at) in self.net.control_says.iter().zip(&self.control(state).atoms) {
            tally.see(&all[*at as usize], 1);
        }
        for (place, says) in &self.net.telling {
            if bit(state, *place as usize) {
                let copies = self.net.places[*place as usize].copies;
                tally.see(says, copies.map_or(1, |at| state.copies[at as usize]));
            }
        }
        for (says, copies) in &self.net.constant_says {
            tally.see(says, *copies);
        }
        tally.outcome(ended)
    }
}

/// The moves of some entries.
enum Only<'e> {
    None,
    One(&'e Entry),
    Many,
}
