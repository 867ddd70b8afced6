//! Conditions on lines.

use super::{Condition, Look};
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::PlaceId;
use crate::tracker::{Length, Lines, longest_run};
use senet_board::Cell;

/// See [`in_line`].
#[derive(Debug, Clone, Copy)]
pub struct InLine {
    length: Length,
    exactly: bool,
}

impl InLine {
    /// How many stones.
    pub(crate) fn stones(self) -> u32 {
        self.length.stones()
    }
}

/// There are `length` stones or more in a row; from 1 to 64, or no game can be made.
///
/// Best kept as a constant or with the rules: to work out how to look for a line takes longer than
/// the look itself.
pub const fn in_line(length: u32) -> InLine {
    InLine { length: Length::new(length), exactly: false }
}

/// There are `length` stones in a row, with no more at either end.
pub const fn in_line_exactly(length: u32) -> InLine {
    InLine { length: Length::new(length), exactly: true }
}

impl<const AXES: usize> Condition<Lines<AXES>> for InLine {
    #[inline(always)]
    fn holds(&self, look: &Look<'_, Lines<AXES>>) -> bool {
        if self.exactly {
            look.report.exactly(self.length)
        } else {
            look.report.at_least(self.length)
        }
    }

    fn places(&self, look: &Look<'_, Lines<AXES>>) -> Vec<PlaceId> {
        let least = self.length.stones() as usize;
        let fits = |length| if self.exactly { length == least } else { length >= least };
        let has = |cell: Cell| look.mine(cell.0 as PlaceId);
        look.places_of(&longest_run(look.board, Cell(look.place.into()), has, fits))
    }

    fn check(&self, _: &Setup<'_>, _: &Lines<AXES>) -> Result<(), RulesError> {
        let stones = self.length.stones();
        let fine = (1..=Length::LONGEST).contains(&stones);
        fine.then_some(()).ok_or(RulesError::LineLength(stones))
    }
}
