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
    /// What has to be taken back; written only once somebody wants to go back.
    pub(crate) trail: Vec<Step<T::Point>>,
    pub(crate) marks: u32,
}

/// A claim that can be taken back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<P> {
    pub(crate) place: PlaceId,
    pub(crate) at: PlaceId,
    pub(crate) mover: Seat,
    pub(crate) left: u8,
    pub(crate) point: P,
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
        PositionalState {
            stones: self.stones.clone(),
            memory: self.memory.clone(),
            trail: self.trail.clone(),
            ..*self
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &PositionalState<T>) {
        self.stones.copy_from(&other.stones);
        self.memory.clone_from(&other.memory);
        if !self.trail.is_empty() || !other.trail.is_empty() {
            self.trail.clone_from(&other.trail);
        }
        (self.mover, self.left) = (other.mover, other.left);
        (self.ruling, self.marks) = (other.ruling, other.marks);
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
