//! Trackers: what is kept up to date from move to move, so that no end test searches the board.

mod groups;
mod lines;
mod region;
mod sets;
mod switches;
mod wires;

pub use groups::{Group, Groups, Member};
pub(crate) use lines::longest_run;
pub use lines::{Length, LineBits, Lines, Runs};
pub use region::{Region, Regions};
pub use sets::{Counts, Sets, Touched};
pub use switches::{Circuit, Switched, Switches};
pub use wires::{Nets, Wires};

use crate::stones::{PlaceId, Stones};
use senet_game::Seat;
use std::fmt::Debug;

/// Watches claims and reports what each one changed.
///
/// It may keep something beside each place, and a memory for the whole position. Neither is part of
/// what a position is: positions with the same stones are equal.
pub trait Tracker: Clone + Debug + Send + Sync + 'static {
    /// What is kept beside a place.
    type Kept: Copy + Debug + Send + Sync;
    /// What is kept for the whole position.
    type Memory: Clone + Debug + Send + Sync;
    /// What a claim changed.
    type Report: Copy + Debug;

    /// What lies beside a place when a game begins.
    fn kept(&self, place: PlaceId) -> Self::Kept;

    /// The memory when a game begins.
    fn memory(&self) -> Self::Memory;

    /// A seat has claimed a place.
    fn claimed(
        &self,
        stones: &mut Stones<Self::Kept>,
        memory: &mut Self::Memory,
        seat: Seat,
        place: PlaceId,
    ) -> Self::Report;

    /// What [`Tracker::claimed`] would report if a seat claimed a place; `None` if that cannot be told without claiming it.
    #[inline]
    fn foresee(
        &self,
        _stones: &Stones<Self::Kept>,
        _memory: &Self::Memory,
        _seat: Seat,
        _place: PlaceId,
    ) -> Option<Self::Report> {
        None
    }

    /// Puts a position together from its stones, in any order in which they could be claimed: gives
    /// each to its owner, and makes the memory what it would be after these claims. `stones` are those
    /// of a position in which nothing is claimed, and `start` is the memory when a game begins.
    ///
    /// By default, every stone is claimed anew.
    #[inline]
    fn restore(
        &self,
        stones: &mut Stones<Self::Kept>,
        memory: &mut Self::Memory,
        start: &Self::Memory,
        claims: impl Iterator<Item = (Seat, PlaceId)>,
    ) {
        memory.clone_from(start);
        for (seat, place) in claims {
            stones.put(seat, place);
            self.claimed(stones, memory, seat, place);
        }
    }
}
