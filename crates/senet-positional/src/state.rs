//! Positions of positional games.

use crate::end::Ruling;
use crate::stones::{PlaceId, Stones};
use crate::tracker::Tracker;
use senet_game::Seat;
use std::hash::{Hash, Hasher};

/// A position: who owns what, whose turn it is, and whether it is over. The order of play is no part
/// of it.
#[derive(Debug)]
pub struct PositionalState<T: Tracker> {
    pub(crate) stones: Stones<T::Kept>,
    pub(crate) memory: T::Memory,
    pub(crate) mover: Seat,
    /// How many places the mover may still claim in this turn.
    pub(crate) left: u8,
    pub(crate) ruling: Option<Ruling>,
}

impl<T: Tracker> PositionalState<T> {
    /// Who owns what.
    pub fn stones(&self) -> &Stones<T::Kept> {
        &self.stones
    }

    /// What the tracker remembers.
    pub fn memory(&self) -> &T::Memory {
        &self.memory
    }

    /// How the game has ended, if it has.
    pub fn ruling(&self) -> Option<Ruling> {
        self.ruling
    }

    /// How many places the mover may still claim in this turn.
    pub fn left(&self) -> u8 {
        self.left
    }

    /// The open places, in no order.
    pub(crate) fn open(&self) -> impl Iterator<Item = PlaceId> {
        (0..u64::from(self.stones.open())).map(|i| self.stones.nth_open(i))
    }
}

impl<T: Tracker> Clone for PositionalState<T> {
    fn clone(&self) -> PositionalState<T> {
        PositionalState { stones: self.stones.clone(), memory: self.memory.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &PositionalState<T>) {
        self.stones.copy_from(&other.stones);
        self.memory.clone_from(&other.memory);
        (self.mover, self.left) = (other.mover, other.left);
        self.ruling = other.ruling;
    }
}

impl<T: Tracker> PartialEq for PositionalState<T> {
    fn eq(&self, other: &PositionalState<T>) -> bool {
        (self.mover, self.left, self.ruling) == (other.mover, other.left, other.ruling)
            && self.stones.same(&other.stones)
    }
}

impl<T: Tracker> Eq for PositionalState<T> {}

impl<T: Tracker> Hash for PositionalState<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.stones.key(), self.mover, self.left).hash(hasher);
    }
}
