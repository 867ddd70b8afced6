//! The usual control states in short: all that the fast path looks at, in a few flat lists.
//!
//! Most control states are one of two kinds. In one, a player chooses from rows of nodes; in the
//! other, something happens by itself as soon as one literal holds. Both need neither allocation nor
//! a look at the rules. Every other control state is `general` and goes the long way (`run`).

use super::bits::Row;
use super::net::{Changes, Choice, Control, Entry, Group, Inner, Lit, Net, Next};
use super::state::{NetMove, NetState, Now};
use senet_game::Seat;

/// A control state in short.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quick {
    /// Nothing of this applies.
    pub(crate) general: bool,
    /// Only the first row that has a choice counts.
    pub(crate) ordered: bool,
    /// The links have to be looked at the long way.
    pub(crate) leaves: bool,
    pub(crate) seat: Seat,
    pub(crate) rows: (u32, u32),
    pub(crate) rules: (u32, u32),
    pub(crate) links: (u32, u32),
}

impl Quick {
    const GENERAL: Quick = Quick {
        general: true,
        ordered: false,
        leaves: false,
        seat: Seat(0),
        rows: (0, 0),
        rules: (0, 0),
        links: (0, 0),
    };
}

/// What a player may choose: nodes in a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choose {
    pub(crate) row: Row,
    /// A literal instead of the row, if it is worked out when asked.
    pub(crate) lazy: Option<Lit>,
    pub(crate) variant: u32,
    pub(crate) base: u64,
    pub(crate) stride: u64,
    /// Where the numbers of the choices' changes begin.
    pub(crate) changes: u32,
    /// Where it leads, whatever is chosen.
    pub(crate) to: u32,
}

/// What happens by itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) when: Lit,
    /// No later one can happen at the same time.
    pub(crate) alone: bool,
    pub(crate) change: u32,
    pub(crate) to: u32,
}

/// The short forms of all control states.
#[derive(Debug, Default)]
pub(crate) struct Quicks {
    pub(crate) controls: Vec<Quick>,
    pub(crate) rows: Vec<Choose>,
    pub(crate) jumps: Vec<Jump>,
    /// The numbers of changes, for choices in rows; `u32::MAX` where the long way is needed.
    pub(crate) changes: Vec<u32>,
    /// For each of them, where its braces begin; they end where the next one's begin.
    pub(crate) starts: Vec<u32>,
    pub(crate) braces: Vec<Brace>,
    pub(crate) tests: Vec<Test>,
    pub(crate) lits: Vec<Lit>,
}

/// That some bits of a word are as they should be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Test {
    pub(crate) word: u32,
    pub(crate) bits: u64,
    pub(crate) want: u64,
}

/// A match of braces that takes nothing which another one, or the rule itself, could take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Brace {
    /// All of these have to hold,
    tests: (u32, u32),
    /// and these, which are worked out.
    lits: (u32, u32),
    pub(crate) change: u32,
}

/// More matches of braces than this go the long way.
const BRACES: usize = 64;

/// The fast path: as tables, or printed as code for one net.
pub(crate) trait Hot: Copy {
    /// What a control state leads to, or that it is not one of the usual ones.
    fn step(self, net: &Net, state: &mut NetState) -> Step;

    /// Makes a player's move without what follows, if it is one of the usual ones.
    fn make(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool;

    /// A move at random from the rows of a usual control state.
    fn pick(
        self,
        net: &Net,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove>;
}

/// The fast path as tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tables;

impl Hot for Tables {
    #[inline]
    fn step(self, net: &Net, state: &mut NetState) -> Step {
        net.quick_step(state)
    }

    #[inline]
    fn make(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool {
        net.quick_move(state, mv)
    }

    #[inline]
    fn pick(
        self,
        net: &Net,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove> {
        net.quick_pick(state, below)
    }
}

/// What a control state leads to.
pub(crate) enum Step {
    /// Somebody decides, or nobody does any more.
    Turn(Now),
    /// On to the next control state.
    On,
    /// No rule applies: the links have to be looked at the long way.
    Leave,
    /// This one has to be looked at the long way.
    General,
}

impl Quicks {
    pub(crate) fn new(net: &mut Net) -> Quicks {
        let mut quicks = Quicks { starts: vec![0], ..Quicks::default() };
        let mut changes = std::mem::replace(&mut net.changes, Changes::new());
        for control in &net.controls {
            let (rows, jumps) = (quicks.rows.len(), quicks.jumps.len());
            let quick = quicks.control(net, &mut changes, control).unwrap_or_else(|| {
                quicks.rows.truncate(rows);
                quicks.jumps.truncate(jumps);
                Quick::GENERAL
            });
            quicks.controls.push(quick);
        }
        net.changes = changes;
        quicks
    }

    fn control(&mut self, net: &Net, changes: &mut Changes, control: &Control) -> Option<Quick> {
        let forbidden = !net.forbidden[control.stage as usize].is_empty();
        if let Some(to) = control.onward {
            let low = self.jumps.len() as u32;
            self.jumps.push(Jump { when: Lit::TRUE, alone: true, change: 0, to });
            return Some(Quick { general: false, links: (low, low + 1), ..Quick::GENERAL });
        }
        if control.decided {
            return None;
        }
        let mut quick = Quick { general: false, ordered: control.ordered, ..Quick::GENERAL };
        if control.interactive {
            let variants = control.rules.iter().map(|e| &net.variants[e.variant as usize]);
            let one_seat =
                variants.clone().all(|v| v.seat == variants.clone().next().expect("one").seat);
            let mut rules: Vec<_> = variants.clone().map(|v| v.rule).collect();
            let rising = rules.is_sorted();
            rules.dedup();
            if forbidden
                || !one_seat
                || control.ordered && (!rising || rules.len() < control.rules.len())
            {
                return None;
            }
            quick.seat = variants.clone().next().map_or(Seat(0), |v| v.seat);
            quick.rows.0 = self.rows.len() as u32;
            for entry in &control.rules {
                let row = self.choose(net, changes, entry)?;
                self.rows.push(row);
            }
            quick.rows.1 = self.rows.len() as u32;
        } else {
            quick.rules = self.jumps(net, &control.rules, control.ordered)?;
        }
        let jumps = self.jumps.len();
        match self.jumps(net, &control.links, control.ordered) {
            Some(links) => quick.links = links,
            None => {
                self.jumps.truncate(jumps);
                quick.leaves = true;
            }
        }
        Some(quick)
    }

    fn choose(&mut self, net: &Net, changes: &mut Changes, entry: &Entry) -> Option<Choose> {
        let Next::One(to) = entry.next else {
            return None;
        };
        let to = net.controls[to as usize].onward.unwrap_or(to);
        let variant = &net.variants[entry.variant as usize];
        let plain = entry.late.is_empty() && entry.when.is_empty();
        let fits = |lit: Lit| !lit.is_constant() && !lit.is_negative();
        let (low, len, stride, part) = match entry.open.as_slice() {
            [open] if plain && entry.first == Lit::TRUE => match open.group {
                Group::Row(low, len) => (low, len, open.stride, Some(open.part)),
                _ => return None,
            },
            [] if plain && fits(entry.first) => (entry.first.node() as u32, 1, 1, None),
            _ => return None,
        };
        let first = self.changes.len() as u32;
        let parts = variant.parts.iter().zip(&entry.fixed).enumerate();
        let fixed = parts.filter(|(p, _)| part != Some(*p as u32));
        let fixed: Vec<&Choice> = fixed.map(|(_, (p, c))| &p.choices[*c as usize]).collect();
        let open: Vec<Option<&Choice>> = match part {
            None => vec![None],
            Some(part) => variant.parts[part as usize].choices.iter().map(Some).collect(),
        };
        for choice in open {
            let made = || fixed.iter().copied().chain(choice);
            let inner = made().flat_map(|c| c.inner.iter().flatten());
            let braces: Vec<&Inner> = variant.inner.iter().flatten().chain(inner).collect();
            let taken = made().flat_map(|c| &c.takes).copied().collect();
            let choice = choice.map_or(Some(0), |c| c.delta.fused);
            let number = choice
                .zip(entry.delta.fused)
                .filter(|_| self.braces(net, &braces, taken))
                .map(|(choice, common)| changes.both(common, choice));
            self.changes.push(number.map_or(u32::MAX, |both| changes.push(&both)));
            self.starts.push(self.braces.len() as u32);
        }
        let places = (low + len) as usize <= net.places.len();
        let row = if places { Row::dense } else { Row::new }(low as usize, len as usize);
        let lazy = (part.is_none() && net.lazy[low as usize]).then_some(entry.first);
        let (variant, base) = (entry.variant, entry.base);
        Some(Choose { row, lazy, variant, base, stride, changes: first, to })
    }

    /// Notes the matches of braces; false if they have to be made one after the other.
    fn braces(&mut self, net: &Net, braces: &[&Inner], mut taken: Vec<(u32, u32)>) -> bool {
        let (low, tests, lits) = (self.braces.len(), self.tests.len(), self.lits.len());
        let forget = |quicks: &mut Quicks| {
            quicks.braces.truncate(low);
            quicks.tests.truncate(tests);
            quicks.lits.truncate(lits);
            false
        };
        if braces.len() > BRACES {
            return false;
        }
        for brace in braces {
            let free = |(place, n): &(u32, u32)| {
                *n == 1
                    && net.places[*place as usize].copies.is_none()
                    && taken.iter().all(|(p, _)| p != place)
            };
            let alone = !brace.takes.is_empty() && brace.takes.iter().all(free);
            let (true, Some(change)) = (alone, brace.delta.fused) else {
                return forget(self);
            };
            taken.extend(&brace.takes);
            let (first_test, first_lit) = (self.tests.len(), self.lits.len());
            for lit in &brace.when {
                if lit.is_constant() || net.lazy[lit.node()] {
                    self.lits.push(*lit);
                    continue;
                }
                let (word, bit) = ((lit.node() / 64) as u32, 1 << (lit.node() % 64));
                let want = if lit.is_negative() { 0 } else { bit };
                match self.tests[first_test..].iter_mut().find(|t| t.word == word) {
                    Some(test) => {
                        test.bits |= bit;
                        test.want |= want;
                    }
                    None => self.tests.push(Test { word, bits: bit, want }),
                }
            }
            self.braces.push(Brace {
                tests: (first_test as u32, self.tests.len() as u32),
                lits: (first_lit as u32, self.lits.len() as u32),
                change,
            });
        }
        true
    }

    fn jumps(&mut self, net: &Net, entries: &[Entry], ordered: bool) -> Option<(u32, u32)> {
        let low = self.jumps.len() as u32;
        for (i, entry) in entries.iter().enumerate() {
            let (Next::One(to), Some(change)) = (&entry.next, entry.delta.fused) else {
                return None;
            };
            let kept = entry.first.is_constant() || !net.lazy[entry.first.node()];
            if !entry.simple || !entry.jumps || !kept {
                return None;
            }
            let contrary = |e: &Entry| e.first == entry.first.not() || e.first == Lit::FALSE;
            let rule = |e: &Entry| net.variants[e.variant as usize].rule;
            let hidden = |e: &Entry| ordered && rule(e) != rule(entry);
            let alone = entries[i + 1..].iter().all(|e| contrary(e) || hidden(e));
            let to = net.controls[*to as usize].onward.unwrap_or(*to);
            self.jumps.push(Jump { when: entry.first, alone, change, to });
        }
        Some((low, self.jumps.len() as u32))
    }

    pub(crate) fn rows(&self, quick: &Quick) -> &[Choose] {
        &self.rows[quick.rows.0 as usize..quick.rows.1 as usize]
    }
}

impl Net {
    /// What a control state leads to, or that it is not one of the usual ones.
    #[inline(always)]
    pub(crate) fn quick_step(&self, state: &mut NetState) -> Step {
        let quick = &self.quick.controls[state.control as usize];
        if quick.general {
            return Step::General;
        }
        if self.quick.rows(quick).iter().any(|c| self.open(state, c)) {
            let over = self.kept(state, self.decided);
            let now = if over { Now::Over { ended: false } } else { Now::Player(quick.seat) };
            return Step::Turn(now);
        }
        for (low, high) in [quick.rules, quick.links] {
            let jumps = &self.quick.jumps[low as usize..high as usize];
            let mut open = jumps.iter().enumerate();
            if let Some((i, jump)) = open.find(|(_, j)| self.kept(state, j.when)) {
                if !jump.alone && jumps[i + 1..].iter().any(|j| self.kept(state, j.when)) {
                    return Step::General;
                }
                if jump.change > 0 {
                    self.fuse(state, jump.change);
                    self.drain(state);
                }
                state.control = jump.to;
                return Step::On;
            }
        }
        if quick.leaves { Step::Leave } else { Step::Turn(Now::Over { ended: true }) }
    }

    /// Whether there is something to choose.
    #[inline]
    fn open(&self, state: &NetState, choose: &Choose) -> bool {
        match choose.lazy {
            None => choose.row.any(&state.bits),
            Some(lit) => self.holds(state, lit),
        }
    }

    /// Makes a player's move without what follows, if it is one of the usual ones.
    #[inline(always)]
    pub(crate) fn quick_move(&self, state: &mut NetState, mv: NetMove) -> bool {
        let quick = &self.quick.controls[state.control as usize];
        for choose in self.quick.rows(quick) {
            if choose.variant == mv.variant {
                let mut chosen = mv.choice - choose.base;
                if choose.stride != 1 {
                    chosen /= choose.stride;
                }
                let number = choose.changes as usize + chosen as usize;
                let change = self.quick.changes[number];
                if change == u32::MAX {
                    return false;
                }
                self.braces_of(state, number);
                self.fuse(state, change);
                self.drain(state);
                state.control = choose.to;
                return true;
            }
        }
        false
    }

    /// Makes what the braces of a choice make, all at once.
    #[inline]
    pub(crate) fn braces_of(&self, state: &mut NetState, number: usize) {
        let (low, high) = (self.quick.starts[number], self.quick.starts[number + 1]);
        if low == high {
            return;
        }
        let braces = &self.quick.braces[low as usize..high as usize];
        let mut hold = 0u64;
        for (i, brace) in braces.iter().enumerate() {
            let tests = &self.quick.tests[brace.tests.0 as usize..brace.tests.1 as usize];
            let lits = &self.quick.lits[brace.lits.0 as usize..brace.lits.1 as usize];
            let holds = |t: &Test| state.bits[t.word as usize] & t.bits == t.want;
            if tests.iter().all(holds) && lits.iter().all(|l| self.holds(state, *l)) {
                hold |= 1 << i;
            }
        }
        while hold != 0 {
            self.fuse(state, braces[hold.trailing_zeros() as usize].change);
            hold &= hold - 1;
        }
    }

    /// The moves of a usual control state, if their order is that of a row.
    #[inline]
    pub(crate) fn quick_moves(&self, state: &NetState, out: &mut Vec<NetMove>) -> bool {
        let quick = &self.quick.controls[state.control as usize];
        let [choose] = self.quick.rows(quick) else {
            return false;
        };
        out.clear();
        choose.row.each(&state.bits, |chosen| out.push(choose.numbered(chosen)));
        choose.lazy.is_none()
    }

    /// A move at random from the rows of a usual control state.
    #[inline]
    pub(crate) fn quick_pick(
        &self,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove> {
        let quick = &self.quick.controls[state.control as usize];
        let rows = self.quick.rows(quick);
        let first = rows.first()?;
        if rows.len() == 1 {
            return Some(first.numbered(first.row.pick(&state.bits, below)));
        }
        if quick.ordered {
            let row = rows.iter().find(|c| self.open(state, c))?;
            let chosen = if row.lazy.is_some() { 0 } else { row.row.pick(&state.bits, below) };
            return Some(row.numbered(chosen));
        }
        let total = rows.iter().map(|c| c.row.count(&state.bits)).sum();
        let mut n = below(total);
        for choose in rows {
            let here = choose.row.count(&state.bits);
            if n < here {
                return Some(choose.numbered(choose.row.nth(&state.bits, n)));
            }
            n -= here;
        }
        None
    }
}

impl Choose {
    fn numbered(&self, chosen: usize) -> NetMove {
        NetMove { variant: self.variant, choice: self.base + self.stride * chosen as u64 }
    }
}
