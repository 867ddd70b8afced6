//! Places, conditions over them, and the counters that tell whether conditions hold.
//!
//! A condition is a *threshold function*: a weighted sum of literals that has to reach a bound. For
//! each one that is kept up to date there is a counter, and a change of a literal adds its weight to
//! the counters of the conditions that contain it: incremental view maintenance by counting (Gupta,
//! Mumick, Subrahmanian, *Maintaining views incrementally*, 1993). Counters are bytes, eight to a
//! word, so that one 64-bit sum updates up to eight of them (SWAR, SIMD within a register).

use super::ids::{ConditionId, CopiesId, CounterId, CycleId, DenseId, IdVec, PackedId};

/// A condition or its negation, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Literal(pub(crate) u32);

impl Literal {
    pub(crate) const TRUE: Literal = Literal(u32::MAX - 1);
    pub(crate) const FALSE: Literal = Literal(u32::MAX);

    /// That a condition holds.
    pub(crate) fn of(condition: ConditionId) -> Literal {
        Literal(condition.0 << 1)
    }

    pub(crate) fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    /// The condition; of a constant, one that no net has.
    #[inline(always)]
    pub(crate) fn condition(self) -> ConditionId {
        ConditionId(self.0 >> 1)
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    pub(crate) fn is_constant(self) -> bool {
        self.0 >= Literal::TRUE.0
    }
}

/// A ground atom: a predicate, by its number in the program, and the values of its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NetAtom {
    pub(crate) predicate: u32,
    pub(crate) values: Box<[u64]>,
}

/// An atom that comes and goes.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) atom: NetAtom,
    pub(crate) persistent: bool,
    /// Where its copies are counted, unless there is never more than one.
    pub(crate) copies: Option<CopiesId>,
    pub(crate) thresholds: Vec<Threshold>,
}

/// A condition that holds when a place has at least so many copies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Threshold {
    pub(crate) copies: u32,
    pub(crate) condition: ConditionId,
}

/// What a condition says, as it is made. Those that are kept up to date become weighted sums.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    /// That a place has a copy.
    Place,
    /// That a place has at least some copies: a [`Threshold`].
    AtLeast,
    /// That all of these hold.
    All(Vec<Literal>),
    /// That one of these holds.
    Any(Vec<Literal>),
}

/// An edge of the dependency graph: what it adds to the target's counter that the source holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) target: ConditionId,
    pub(crate) weight: i16,
}

/// The conditions that depend on each condition, in compressed rows: the edges of condition `i` are
/// `targets[starts[i]..starts[i + 1]]`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Edges {
    pub(crate) starts: Vec<u32>,
    pub(crate) targets: Vec<Edge>,
}

impl Edges {
    pub(crate) fn of(&self, condition: ConditionId) -> &[Edge] {
        let at = condition.index();
        &self.targets[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// What is added to one word of counters when a condition begins to hold; it is subtracted when the
/// condition ceases to hold. All edges of a condition into the same word are one update.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CounterUpdate {
    pub(crate) word: u32,
    pub(crate) lost: LostSupport,
    pub(crate) by: u64,
}

/// Whether a condition in a cycle loses support when the source ceases, or begins, to hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LostSupport {
    pub(crate) on_fall: bool,
    pub(crate) on_rise: bool,
}

impl LostSupport {
    #[inline(always)]
    pub(crate) fn when(self, rises: bool) -> bool {
        if rises { self.on_rise } else { self.on_fall }
    }
}

/// The counters of all conditions that are kept up to date. A counter begins at 128 less than what
/// its condition needs, so that the highest bit of its byte tells whether the condition holds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counters {
    /// The counter of each condition; none if the condition is not kept up to date.
    pub(crate) of: IdVec<ConditionId, PackedId<CounterId>>,
    /// The condition of each counter.
    pub(crate) owner: IdVec<CounterId, CounterOwner>,
    /// For each word of counters, the byte of a position's bits that says the same, if the eight
    /// conditions are neighbours in a row; `u32::MAX` if there is none.
    pub(crate) mirror: Vec<u32>,
    /// The counters when nothing holds, eight to a word.
    pub(crate) blank: Vec<u64>,
    /// The updates of condition `i` are `updates[starts[i]..starts[i + 1]]`.
    pub(crate) starts: Vec<u32>,
    pub(crate) updates: Vec<CounterUpdate>,
}

impl Counters {
    /// No byte mirrors a word of counters.
    pub(crate) const NO_MIRROR: u32 = u32::MAX;

    /// Every condition that has a counter, in the order of the counters.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = ConditionId> {
        let owners = self.owner.iter().filter(|owner| **owner != CounterOwner::NONE);
        owners.map(|owner| owner.condition())
    }

    /// The counter of a condition that has one.
    #[inline(always)]
    pub(crate) fn slot(&self, condition: ConditionId) -> CounterId {
        CounterId(self.of[condition].raw())
    }

    #[inline]
    pub(crate) fn updates(&self, condition: ConditionId) -> &[CounterUpdate] {
        let at = condition.index();
        &self.updates[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// How a change of a condition reaches those that depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Propagation {
    /// None depends on it: its bit flips with its counter.
    Leaf,
    /// Paths from it are short: its dependants are updated at once, by recursion.
    Immediate,
    /// It is in a cycle, or paths from it are long: it goes through the queue.
    Queued,
}

/// The condition of a counter and its [`Propagation`], in one word: the table is read whenever a
/// counter crosses its threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct CounterOwner(pub(super) u32);

impl CounterOwner {
    /// A gap between counters.
    pub(crate) const NONE: CounterOwner = CounterOwner(u32::MAX);
    const LEAF: u32 = 1 << 31;
    const IMMEDIATE: u32 = 1 << 30;

    pub(crate) fn new(condition: ConditionId, propagation: Propagation) -> CounterOwner {
        CounterOwner(match propagation {
            Propagation::Leaf => condition.0 | CounterOwner::LEAF,
            Propagation::Immediate => condition.0 | CounterOwner::IMMEDIATE,
            Propagation::Queued => condition.0,
        })
    }

    #[inline(always)]
    pub(crate) fn condition(self) -> ConditionId {
        ConditionId(self.0 & !(CounterOwner::LEAF | CounterOwner::IMMEDIATE))
    }

    #[inline(always)]
    pub(crate) fn propagation(self) -> Propagation {
        if self.0 & CounterOwner::LEAF != 0 {
            Propagation::Leaf
        } else if self.0 & CounterOwner::IMMEDIATE != 0 {
            Propagation::Immediate
        } else {
            Propagation::Queued
        }
    }
}

/// Cycles of positive dependencies: strongly connected components of conditions. By counters alone
/// the members could go on supporting each other after their last support from outside is gone; such
/// members are an *unfounded set* (Van Gelder, Ross, Schlipf 1991), and the least fixpoint leaves
/// them out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cycles {
    /// The cycle of each condition; none if it does not support itself.
    pub(crate) of: IdVec<ConditionId, PackedId<CycleId>>,
    pub(crate) members: IdVec<CycleId, Vec<ConditionId>>,
}
