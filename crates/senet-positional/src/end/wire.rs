//! Conditions on wires.

use super::{Condition, Look};
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::PlaceId;
use crate::tracker::Wires;

/// See [`joins`].
#[derive(Debug, Clone, Copy)]
pub struct Joins {
    from: u16,
    to: u16,
}

/// The seat has joined two points.
pub const fn joins(from: u16, to: u16) -> Joins {
    Joins { from, to }
}

impl Condition<Wires> for Joins {
    #[inline(always)]
    fn holds(&self, look: &Look<'_, Wires>) -> bool {
        look.memory.joined(self.from, self.to)
    }

    fn places(&self, look: &Look<'_, Wires>) -> Vec<PlaceId> {
        let way = look.tracker.way(look.owner, self.from, self.to, |place| look.mine(place));
        way.unwrap_or_default()
    }

    fn check(&self, _: &Setup<'_>, tracker: &Wires) -> Result<(), RulesError> {
        let unknown =
            [self.from, self.to].into_iter().find(|&p| usize::from(p) >= tracker.points());
        unknown.map_or(Ok(()), |point| Err(RulesError::UnknownPoint(point)))
    }
}
