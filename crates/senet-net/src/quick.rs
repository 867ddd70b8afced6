//! The usual control states in short: all that the fast path looks at, in a few flat lists.
//!
//! Most control states are one of two kinds. In one, a player chooses from rows of nodes; in the
//! other, something happens by itself as soon as one literal holds. Both need neither allocation nor
//! a look at the rules. Every other control state is `general` and goes the long way (`run`).

use crate::bits::Row;
use crate::net::{Control, Entry, Fused, Group, Lit, Net, Next};
use crate::state::{NetMove, NetState, Now};
use senet_game::Seat;

/// A control state in short.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quick {
    /// Nothing of this applies.
    pub(crate) general: bool,
    /// Only the first row that has a choice counts.
    ordered: bool,
    seat: Seat,
    rows: (u32, u32),
    rules: (u32, u32),
    links: (u32, u32),
}

impl Quick {
    const GENERAL: Quick = Quick {
        general: true,
        ordered: false,
        seat: Seat(0),
        rows: (0, 0),
        rules: (0, 0),
        links: (0, 0),
    };
}

/// What a player may choose: nodes in a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choose {
    row: Row,
    /// A literal instead of the row, if it is worked out when asked.
    lazy: Option<Lit>,
    variant: u32,
    base: u64,
    stride: u64,
    /// The change of the first choice, those of the others behind it, if all are known.
    change: Option<u32>,
    /// Where it leads, whatever is chosen.
    to: u32,
}

/// What happens by itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Jump {
    when: Lit,
    /// No later one can happen at the same time.
    alone: bool,
    change: u32,
    to: u32,
}

/// The short forms of all control states.
#[derive(Debug, Default)]
pub(crate) struct Quicks {
    pub(crate) controls: Vec<Quick>,
    rows: Vec<Choose>,
    jumps: Vec<Jump>,
    changes: Vec<Fused>,
}

/// What a control state leads to.
pub(crate) enum Step {
    /// Somebody decides, or nobody does any more.
    Turn(Now),
    /// On to the next control state.
    On,
    /// This one has to be looked at the long way.
    General,
}

impl Quicks {
    pub(crate) fn new(net: &Net) -> Quicks {
        // The first change is none.
        let mut quicks = Quicks { changes: vec![Fused::default()], ..Quicks::default() };
        for control in &net.controls {
            let (rows, jumps) = (quicks.rows.len(), quicks.jumps.len());
            let quick = quicks.control(net, control).unwrap_or_else(|| {
                quicks.rows.truncate(rows);
                quicks.jumps.truncate(jumps);
                Quick::GENERAL
            });
            quicks.controls.push(quick);
        }
        quicks
    }

    fn control(&mut self, net: &Net, control: &Control) -> Option<Quick> {
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
                let row = self.choose(net, entry)?;
                self.rows.push(row);
            }
            quick.rows.1 = self.rows.len() as u32;
        } else {
            quick.rules = self.jumps(net, &control.rules, control.ordered)?;
        }
        quick.links = self.jumps(net, &control.links, control.ordered)?;
        Some(quick)
    }

    fn choose(&mut self, net: &Net, entry: &Entry) -> Option<Choose> {
        let Next::One(to) = entry.next else {
            return None;
        };
        let to = net.controls[to as usize].onward.unwrap_or(to);
        let variant = &net.variants[entry.variant as usize];
        let plain = entry.late.is_empty() && entry.when.is_empty();
        let fits = |lit: Lit| !lit.is_constant() && !lit.is_negative();
        let (low, len, stride, part) = match entry.open.as_slice() {
            [open] if plain && entry.first == Lit::TRUE => match open.group {
                Group::Row { low, len } => (low, len, open.stride, Some(open.part)),
                _ => return None,
            },
            [] if plain && fits(entry.first) => (entry.first.node() as u32, 1, 1, None),
            _ => return None,
        };
        let mut change = None;
        if !variant.has_inner {
            let base = self.changes.len() as u32;
            let common = entry.delta.fused.as_deref();
            let all: Option<Vec<Fused>> = match part {
                None => common.map(|f| vec![f.clone()]),
                Some(part) => {
                    let choices = variant.parts[part as usize].choices.iter();
                    choices.map(|c| Some(common?.plus(c.delta.fused.as_deref()?))).collect()
                }
            };
            if let Some(all) = all {
                self.changes.extend(all);
                change = Some(base);
            }
        }
        let row = Row::new(low as usize, len as usize);
        let lazy = (part.is_none() && net.lazy[low as usize]).then_some(entry.first);
        Some(Choose { row, lazy, variant: entry.variant, base: entry.base, stride, change, to })
    }

    fn jumps(&mut self, net: &Net, entries: &[Entry], ordered: bool) -> Option<(u32, u32)> {
        let low = self.jumps.len() as u32;
        for (i, entry) in entries.iter().enumerate() {
            let (Next::One(to), Some(change)) = (&entry.next, entry.delta.fused.as_deref()) else {
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
            let number = if change.is_nothing() { 0 } else { self.changes.len() as u32 };
            if number > 0 {
                self.changes.push(change.clone());
            }
            let to = net.controls[*to as usize].onward.unwrap_or(*to);
            self.jumps.push(Jump { when: entry.first, alone, change: number, to });
        }
        Some((low, self.jumps.len() as u32))
    }

    fn rows(&self, quick: &Quick) -> &[Choose] {
        &self.rows[quick.rows.0 as usize..quick.rows.1 as usize]
    }
}

impl Net {
    /// What a control state leads to, or that it is not one of the usual ones.
    #[inline]
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
                    self.fuse(state, &self.quick.changes[jump.change as usize]);
                    self.drain(state);
                }
                state.control = jump.to;
                return Step::On;
            }
        }
        Step::Turn(Now::Over { ended: true })
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
    #[inline]
    pub(crate) fn quick_move(&self, state: &mut NetState, mv: NetMove) -> bool {
        let quick = &self.quick.controls[state.control as usize];
        for choose in self.quick.rows(quick) {
            if choose.variant == mv.variant {
                let Some(first) = choose.change else {
                    return false;
                };
                let mut chosen = mv.choice - choose.base;
                if choose.stride != 1 {
                    chosen /= choose.stride;
                }
                self.fuse(state, &self.quick.changes[first as usize + chosen as usize]);
                self.drain(state);
                state.control = choose.to;
                return true;
            }
        }
        false
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
