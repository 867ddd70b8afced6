//! Typed ids over dense vectors: an index of one kind cannot be used where another is meant.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// An index into an [`IdVec`].
pub(crate) trait DenseId: Copy {
    fn new(index: usize) -> Self;
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub(crate) struct $name(pub(crate) u32);

        impl DenseId for $name {
            #[inline(always)]
            fn new(index: usize) -> $name {
                $name(index as u32)
            }

            #[inline(always)]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// An atom that comes and goes.
    PlaceId;
    /// A condition; the first ones are the places, in the same order.
    ConditionId;
    /// A strongly connected component of conditions that support each other.
    CycleId;
    /// A byte of the counters, eight to a word.
    CounterId;
    /// A number of copies in a position, for places that may have more than one.
    CopiesId;
    /// A rule, as the program numbers it.
    RuleIndex;
    /// A stage, as the program numbers it.
    StageIndex;
    /// A variant of a rule.
    VariantId;
    /// A factor of a variant.
    FactorIndex;
    /// A choice of a factor.
    ChoiceIndex;
    /// A control state.
    ControlId;
    /// A control variable: a set of atoms of which never more than one is there.
    VariableId;
    /// A change in the table of changes.
    ChangeId;
}

impl PlaceId {
    /// That the place has a copy.
    #[inline(always)]
    pub(crate) fn condition(self) -> ConditionId {
        ConditionId(self.0)
    }
}

impl ConditionId {
    /// The word of a position's bits that has the bit of this condition, and that bit.
    #[inline(always)]
    pub(crate) fn bit(self) -> (usize, u64) {
        (self.index() / 64, 1 << (self.0 % 64))
    }
}

impl CounterId {
    /// The word that holds the counter.
    #[inline(always)]
    pub(crate) fn word(self) -> u32 {
        self.0 / 8
    }

    /// How far left its byte is in the word.
    #[inline(always)]
    pub(crate) fn shift(self) -> u32 {
        self.0 % 8 * 8
    }
}

impl ChangeId {
    /// The empty change, which every net has as its first.
    pub(crate) const NOTHING: ChangeId = ChangeId(0);
}

/// An id or none, in 32 bits: `u32::MAX` is none (`PackedOption` in Cranelift).
#[repr(transparent)]
pub(crate) struct PackedId<I> {
    id: u32,
    kind: PhantomData<fn() -> I>,
}

impl<I: DenseId> PackedId<I> {
    pub(crate) const NONE: PackedId<I> = PackedId { id: u32::MAX, kind: PhantomData };

    #[inline(always)]
    pub(crate) fn some(id: I) -> PackedId<I> {
        PackedId { id: id.index() as u32, kind: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn get(self) -> Option<I> {
        (self.id != u32::MAX).then(|| I::new(self.id as usize))
    }

    #[inline(always)]
    pub(crate) fn is_none(self) -> bool {
        self.id == u32::MAX
    }

    pub(super) fn from_raw(id: u32) -> PackedId<I> {
        PackedId { id, kind: PhantomData }
    }

    pub(super) fn raw(self) -> u32 {
        self.id
    }
}

impl<I> Clone for PackedId<I> {
    #[inline(always)]
    fn clone(&self) -> PackedId<I> {
        *self
    }
}

impl<I> Copy for PackedId<I> {}

impl<I> PartialEq for PackedId<I> {
    #[inline(always)]
    fn eq(&self, other: &PackedId<I>) -> bool {
        self.id == other.id
    }
}

impl<I: DenseId + fmt::Debug> fmt::Debug for PackedId<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A vector that is indexed by one kind of id (`IndexVec` in rustc). It dereferences to a plain
/// vector for everything else.
pub(crate) struct IdVec<I, T> {
    list: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: DenseId, T> IdVec<I, T> {
    pub(crate) fn new() -> IdVec<I, T> {
        IdVec::from(Vec::new())
    }

    /// Every id that has an element.
    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.list.len()).map(I::new)
    }

    pub(crate) fn enumerated(&self) -> impl Iterator<Item = (I, &T)> {
        self.list.iter().enumerate().map(|(i, one)| (I::new(i), one))
    }

    /// The plain vector.
    #[allow(dead_code, reason = "used when a net is built, not where it is printed")]
    pub(crate) fn into_vec(self) -> Vec<T> {
        self.list
    }

    /// Adds an element; its id.
    pub(crate) fn add(&mut self, one: T) -> I {
        self.list.push(one);
        I::new(self.list.len() - 1)
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(list: Vec<T>) -> IdVec<I, T> {
        IdVec { list, id: PhantomData }
    }
}

impl<I, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(all: A) -> IdVec<I, T> {
        Vec::from_iter(all).into()
    }
}

impl<I: DenseId, T> Index<I> for IdVec<I, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, id: I) -> &T {
        &self.list[id.index()]
    }
}

impl<I: DenseId, T> IndexMut<I> for IdVec<I, T> {
    #[inline(always)]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.list[id.index()]
    }
}

impl<I, T> Deref for IdVec<I, T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.list
    }
}

impl<I, T> DerefMut for IdVec<I, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.list
    }
}

impl<'v, I, T> IntoIterator for &'v IdVec<I, T> {
    type Item = &'v T;
    type IntoIter = std::slice::Iter<'v, T>;

    fn into_iter(self) -> std::slice::Iter<'v, T> {
        self.list.iter()
    }
}

impl<I, T> IntoIterator for IdVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> std::vec::IntoIter<T> {
        self.list.into_iter()
    }
}

impl<I, T: Clone> Clone for IdVec<I, T> {
    fn clone(&self) -> IdVec<I, T> {
        self.list.clone().into()
    }

    fn clone_from(&mut self, other: &IdVec<I, T>) {
        self.list.clone_from(&other.list);
    }
}

impl<I, T> Default for IdVec<I, T> {
    fn default() -> IdVec<I, T> {
        Vec::new().into()
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

impl<I, T: PartialEq> PartialEq for IdVec<I, T> {
    fn eq(&self, other: &IdVec<I, T>) -> bool {
        self.list == other.list
    }
}
