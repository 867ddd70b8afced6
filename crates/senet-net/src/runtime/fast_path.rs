//! The fast path: control states of the usual forms, which need neither allocation nor a look at the
//! rules.
//!
//! [`FastControl`] describes such a control state. It is the only description: the interpreter below
//! executes it, and `senet build` prints it as code (`print/fast_path.rs`). Both match on the same
//! types, so that a new form is a compile error until both know it. In one form a player chooses from
//! rows of conditions; in the other something happens by itself as soon as one literal holds. All
//! other control states are [`General`](FastControl::General) and are left to `run.rs`.

mod describe;
mod rows;

use super::condition::Literal;
use super::control::ListedChoice;
use super::ids::{ChangeId, ControlId, IdVec, PackedId, VariantId};
use super::net::Net;
use super::state::{NetMove, NetState, Now};
use senet_game::{Seat, at_weight};

pub(crate) use rows::{FastBits, FastFactor, FastNext, FastRow};

/// A control state, as the fast path sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FastControl {
    /// There is no fast path.
    General,
    /// In this order: a player chooses if a row is open, a rule jumps, a link jumps, otherwise.
    Fast(FastSteps),
}

/// What happens in a control state that has a fast path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FastSteps {
    /// Who chooses from the rows.
    pub(crate) seat: Seat,
    pub(crate) rows: Span,
    pub(crate) pick: PickFrom,
    pub(crate) rules: Span,
    pub(crate) links: Span,
    pub(crate) otherwise: Otherwise,
}

/// Where something begins and ends in one of the lists of [`FastTables`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    #[inline(always)]
    fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    #[inline(always)]
    pub(crate) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

/// How a random move is drawn from the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PickFrom {
    /// There are no rows.
    Nothing,
    /// From the only row, without adding up sizes.
    OnlyRow,
    /// From the first row that is open: the stage is ordered.
    FirstOpenRow,
    /// From all rows, by how many choices each has.
    AllRows,
}

/// What happens where no row is open and nothing jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// The links have no fast path.
    Leave,
    /// The program has ended.
    Over,
}

/// What happens by itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FastJump {
    pub(crate) when: Literal,
    /// No later jump can happen at the same time; otherwise chance may have to decide.
    pub(crate) alone: bool,
    pub(crate) change: ChangeId,
    pub(crate) to: ControlId,
}

/// Some bits of a word that have to have these values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BitTest {
    pub(crate) word: u32,
    pub(crate) bits: u64,
    pub(crate) want: u64,
}

/// A match of a comprehension that takes nothing which another one, or the rule itself, could take,
/// so that all matches can be tested first and applied together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FastMatch {
    /// All of these have to hold,
    tests: Span,
    /// and these, which are evaluated on demand.
    literals: Span,
    change: ChangeId,
}

/// The fast paths of all control states, in flat lists.
#[derive(Debug, Default)]
pub(crate) struct FastTables {
    pub(crate) controls: IdVec<ControlId, FastControl>,
    pub(crate) rows: Vec<FastRow>,
    pub(crate) jumps: Vec<FastJump>,
    /// For each choice of each row, what it changes; none where the choice has no fast path.
    pub(crate) choices: Vec<PackedId<ChangeId>>,
    /// Which bits of words belong to scattered choices, and these choices in canonical order.
    masks: Vec<u64>,
    listed: Vec<ListedChoice>,
    /// For each choice of rows by which the next control state is found, that one.
    next: Vec<ControlId>,
    /// The comprehensions of choice `i` are `matches[starts[i]..starts[i + 1]]`.
    pub(crate) starts: Vec<u32>,
    pub(crate) matches: Vec<FastMatch>,
    tests: Vec<BitTest>,
    literals: Vec<Literal>,
}

/// The fast path, interpreted from tables or printed as code for one net.
pub(crate) trait FastPath: Copy {
    /// What a control state leads to, or that it has no fast path.
    fn step(self, net: &Net, state: &mut NetState) -> Step;

    /// Makes a player's move without what follows; false if it has no fast path.
    fn apply(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool;

    /// A random move from the rows of a control state.
    fn pick(
        self,
        net: &Net,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove>;

    /// Hears of each variant that fires, the move's own first.
    #[inline(always)]
    fn fired(self, _net: &Net, _variant: VariantId) {}

    /// Hears that a control state is left for the end of the links that only lead on.
    #[inline(always)]
    fn forwarded(self, _net: &Net, _from: ControlId) {}
}

/// What a control state leads to.
pub(crate) enum Step {
    /// A player decides, or the game is over.
    Turn(Now),
    /// Another control state has been entered.
    Continue,
    /// No rule applies, and the links have no fast path.
    Leave,
    /// This control state has no fast path.
    General,
}

/// The fast path as tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Interpreted;

impl FastPath for Interpreted {
    #[inline]
    fn step(self, net: &Net, state: &mut NetState) -> Step {
        net.fast_step(state)
    }

    #[inline]
    fn apply(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool {
        net.fast_apply(state, mv)
    }

    #[inline]
    fn pick(
        self,
        net: &Net,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove> {
        net.fast_pick(state, below)
    }
}

impl Net {
    /// Interprets the description of a control state.
    #[inline(always)]
    pub(crate) fn fast_step(&self, state: &mut NetState) -> Step {
        self.fast_step_telling(state, |_, _| {})
    }

    /// The same; `jumped` hears where a jump begins, and its number among those of the rules and then of the links.
    #[inline(always)]
    pub(crate) fn fast_step_telling(
        &self,
        state: &mut NetState,
        jumped: impl FnOnce(ControlId, usize),
    ) -> Step {
        let FastControl::Fast(steps) = &self.fast.controls[state.control] else {
            return Step::General;
        };
        if steps.rows.of(&self.fast.rows).iter().any(|r| self.is_open(state, r)) {
            // A decided game is over only where a player would have to move: stages run to their
            // end.
            let over = self.holds_now(state, self.decided);
            let now = if over { Now::Over { ended: false } } else { Now::Player(steps.seat) };
            return Step::Turn(now);
        }
        for (span, first) in [(steps.rules, 0), (steps.links, steps.rules.len())] {
            let jumps = span.of(&self.fast.jumps);
            let mut open = jumps.iter().enumerate();
            if let Some((i, jump)) = open.find(|(_, j)| self.holds_now(state, j.when)) {
                // Two that can happen at once: chance decides, unless the stage is confluent. The
                // general path finds out.
                if !jump.alone && jumps[i + 1..].iter().any(|j| self.holds_now(state, j.when)) {
                    return Step::General;
                }
                if jump.change != ChangeId::NOTHING {
                    self.apply_fused(state, jump.change);
                    self.propagate(state);
                }
                jumped(state.control, first + i);
                state.control = jump.to;
                return Step::Continue;
            }
        }
        match steps.otherwise {
            Otherwise::Leave => Step::Leave,
            Otherwise::Over => Step::Turn(Now::Over { ended: true }),
        }
    }

    /// Whether there is something to choose.
    #[inline]
    fn is_open(&self, state: &NetState, row: &FastRow) -> bool {
        let first = match row.lazy {
            None => self.fast.any(&row.first, state),
            Some(literal) => self.holds(state, literal),
        };
        first && row.second.as_ref().is_none_or(|second| self.fast.any(second, state))
    }

    /// Makes a player's move without what follows; false if it has no fast path.
    #[inline(always)]
    pub(crate) fn fast_apply(&self, state: &mut NetState, mv: NetMove) -> bool {
        let rows = self.fast.rows_of(state.control);
        let Some(row) = rows.iter().find(|row| row.variant == mv.variant) else {
            return false;
        };
        // A choice may have no fast path though its row has.
        let change = |factor: &FastFactor, chosen: u64| {
            self.fast.choices[factor.choices as usize + chosen as usize].get()
        };
        let (first, second) = row.chosen(mv);
        let Some(fused) = change(&row.first, first) else {
            return false;
        };
        let mut also = ChangeId::NOTHING;
        if let Some(factor) = &row.second {
            let Some(fused) = change(factor, second) else {
                return false;
            };
            also = fused;
        }
        self.fast_comprehensions(state, row.first.choices as usize + first as usize);
        self.apply_fused(state, fused);
        if also != ChangeId::NOTHING {
            self.apply_fused(state, also);
        }
        self.propagate(state);
        state.control = match row.next {
            FastNext::Always(to) => to,
            FastNext::ByFirst(at) => self.fast.next[at as usize + first as usize],
            FastNext::BySecond(at) => self.fast.next[at as usize + second as usize],
        };
        true
    }

    /// Makes what the comprehensions of a choice change: all are tested before the first is applied.
    #[inline]
    pub(crate) fn fast_comprehensions(&self, state: &mut NetState, choice: usize) {
        let (low, high) = (self.fast.starts[choice], self.fast.starts[choice + 1]);
        if low == high {
            return;
        }
        let matches = &self.fast.matches[low as usize..high as usize];
        // In the position before the move: no change is made before the last test.
        let mut hold = 0u64;
        for (i, one) in matches.iter().enumerate() {
            let tests = one.tests.of(&self.fast.tests);
            let literals = one.literals.of(&self.fast.literals);
            let holds = |t: &BitTest| state.bits[t.word as usize] & t.bits == t.want;
            if tests.iter().all(holds) && literals.iter().all(|l| self.holds(state, *l)) {
                hold |= 1 << i;
            }
        }
        while hold != 0 {
            self.apply_fused(state, matches[hold.trailing_zeros() as usize].change);
            hold &= hold - 1;
        }
    }

    /// The moves of a control state, if it has a single row, whose order is the canonical one.
    #[inline]
    pub(crate) fn fast_moves(&self, state: &NetState, out: &mut Vec<NetMove>) -> bool {
        let [row @ FastRow { first, second: None, lazy: None, .. }] =
            self.fast.rows_of(state.control)
        else {
            return false;
        };
        out.clear();
        self.fast.each(first, state, |chosen| out.push(row.nth_move(chosen)));
        true
    }

    /// A random move from the rows of a control state.
    #[inline]
    pub(crate) fn fast_pick(
        &self,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove> {
        let FastControl::Fast(steps) = &self.fast.controls[state.control] else {
            return None;
        };
        let rows = steps.rows.of(&self.fast.rows);
        match steps.pick {
            PickFrom::Nothing => None,
            PickFrom::OnlyRow => Some(self.fast.pick(rows.first()?, state, below)),
            PickFrom::FirstOpenRow => {
                let row = rows.iter().find(|r| self.is_open(state, r))?;
                Some(self.fast.pick(row, state, below))
            }
            PickFrom::AllRows => {
                // Uniform over all moves: a number below the total, then the row that it falls
                // into. Rows are counted twice, which is cheaper than remembering the counts.
                let sizes = rows.iter().map(|r| self.fast.size(r, state));
                let (i, n) = at_weight(sizes.clone(), below(sizes.sum()))?;
                Some(self.fast.nth(&rows[i], state, n))
            }
        }
    }
}

impl FastTables {
    /// The rows of a control state; none if it has no fast path.
    #[inline(always)]
    pub(crate) fn rows_of(&self, control: ControlId) -> &[FastRow] {
        match &self.controls[control] {
            FastControl::General => &[],
            FastControl::Fast(steps) => steps.rows.of(&self.rows),
        }
    }
}
