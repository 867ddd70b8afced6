//! Rows: what a player may choose on the fast path, and how a choice is found among the bits of a position.

use super::{FastTables, Span};
use crate::runtime::bits::{Row, Scattered};
use crate::runtime::condition::Literal;
use crate::runtime::ids::{ControlId, DenseId, VariantId};
use crate::runtime::state::{NetMove, NetState};

/// What a player may choose: a condition of a row, or one of each of two rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FastRow {
    pub(crate) first: FastFactor,
    /// What is chosen besides, independently of the first choice.
    pub(crate) second: Option<FastFactor>,
    /// A literal instead of the first row, if its condition is evaluated on demand.
    pub(crate) lazy: Option<Literal>,
    pub(crate) variant: VariantId,
    pub(crate) base: u64,
    pub(crate) next: FastNext,
}

/// The choices of a factor: conditions in a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FastFactor {
    pub(crate) bits: FastBits,
    /// What one more choice adds to the number of a move.
    pub(crate) stride: u64,
    /// Where the choices begin in [`FastTables::choices`].
    pub(crate) choices: u32,
}

/// Where the conditions of choices stand among the bits of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FastBits {
    /// Side by side, in the order of the choices.
    Row(Row),
    /// Anywhere in some words that follow each other.
    Scattered {
        first: u32,
        masks: Span,
        /// The choices and their conditions in [`FastTables::listed`].
        list: Span,
    },
}

/// The control state after a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FastNext {
    /// Whatever is chosen.
    Always(ControlId),
    /// By the choice of the first factor or of the second, from here on in [`FastTables::next`].
    ByFirst(u32),
    BySecond(u32),
}

impl FastTables {
    #[inline(always)]
    fn scattered(&self, first: u32, masks: Span) -> Scattered<'_> {
        Scattered { first: first as usize, masks: masks.of(&self.masks) }
    }

    /// Whether a factor has a choice.
    #[inline(always)]
    pub(super) fn any(&self, factor: &FastFactor, state: &NetState) -> bool {
        match factor.bits {
            FastBits::Row(row) => row.any(&state.bits),
            FastBits::Scattered { first, masks, .. } => {
                self.scattered(first, masks).any(&state.bits)
            }
        }
    }

    /// How many choices a factor has.
    #[inline(always)]
    pub(super) fn count(&self, factor: &FastFactor, state: &NetState) -> u64 {
        match factor.bits {
            FastBits::Row(row) => row.count(&state.bits),
            FastBits::Scattered { first, masks, .. } => {
                self.scattered(first, masks).count(&state.bits)
            }
        }
    }

    /// One of the choices that a factor has, by number.
    #[inline(always)]
    fn choice(&self, factor: &FastFactor, state: &NetState, n: u64) -> usize {
        match factor.bits {
            FastBits::Row(row) => row.nth(&state.bits, n),
            FastBits::Scattered { list, .. } => {
                self.open(list, state).nth(n as usize).expect("fewer than there are")
            }
        }
    }

    /// The choices that a factor has, in canonical order.
    #[inline(always)]
    pub(super) fn each(&self, factor: &FastFactor, state: &NetState, f: impl FnMut(usize)) {
        match factor.bits {
            FastBits::Row(row) => row.each(&state.bits, f),
            FastBits::Scattered { list, .. } => self.open(list, state).for_each(f),
        }
    }

    #[inline(always)]
    fn open(&self, list: Span, state: &NetState) -> impl Iterator<Item = usize> {
        let open = list.of(&self.listed).iter().filter(|c| state.bit(c.when.condition()));
        open.map(|c| c.choice.index())
    }

    /// How many moves a row has.
    #[inline(always)]
    pub(super) fn size(&self, row: &FastRow, state: &NetState) -> u64 {
        let first = self.count(&row.first, state);
        row.second.as_ref().map_or(first, |second| first * self.count(second, state))
    }

    /// The `n`-th of the moves that a row has, from 0.
    #[inline(always)]
    pub(super) fn nth(&self, row: &FastRow, state: &NetState, mut n: u64) -> NetMove {
        let mut also = 0;
        if let Some(second) = &row.second {
            let size = self.count(second, state);
            also = second.stride * self.choice(second, state, n % size) as u64;
            n /= size;
        }
        let mut mv = row.nth_move(self.choice(&row.first, state, n));
        mv.choice += also;
        mv
    }

    /// One of the moves of a row, uniformly at random.
    #[inline(always)]
    pub(super) fn pick(
        &self,
        row: &FastRow,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> NetMove {
        match row.first.bits {
            _ if row.lazy.is_some() => row.nth_move(0),
            FastBits::Row(bits) if row.second.is_none() => {
                row.nth_move(bits.pick(&state.bits, below))
            }
            _ => self.nth(row, state, below(self.size(row, state))),
        }
    }
}

impl FastRow {
    pub(super) fn nth_move(&self, chosen: usize) -> NetMove {
        NetMove { variant: self.variant, choice: self.base + self.first.stride * chosen as u64 }
    }

    /// What a move chooses in the first factor and in the second, which is the lower digit of its number.
    #[inline(always)]
    pub(super) fn chosen(&self, mv: NetMove) -> (u64, u64) {
        let rest = mv.choice - self.base;
        match &self.second {
            None if self.first.stride == 1 => (rest, 0),
            None => (rest / self.first.stride, 0),
            Some(second) => (rest / self.first.stride, rest % self.first.stride / second.stride),
        }
    }
}
