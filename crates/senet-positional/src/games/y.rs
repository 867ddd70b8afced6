//! The game of Y.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    EndOfPlay, EndRule, Groups, ListedRules, PositionalRules, Region, RulesError, Setup, connects,
    mover_wins_when,
};
use senet_board::{Board, Cell, Compass, Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, SeatGoal};

/// Whoever joins all three sides wins.
#[derive(Debug, Clone)]
pub struct YRules {
    size: u32,
}

/// The largest triangle whose cells can be numbered with 16 bits.
const LARGEST: u32 = 361;

impl YRules {
    /// Y with this many cells along each side, from 1 to 361.
    pub fn new(size: u32) -> Result<YRules, RulesError> {
        Ok(YRules { size: within("size", size, 1, LARGEST)? })
    }
}

impl PositionalRules for YRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::Triangle { side: self.size }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
        Groups::by_sides(setup)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn threats_stand(&self) -> bool {
        true
    }

    #[inline]
    fn end(&self) -> impl EndRule<Groups> {
        mover_wins_when(connects(3, [Region::NORTHEAST, Region::SOUTH, Region::NORTHWEST]))
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        let sides = vec![Compass::Northeast, Compass::South, Compass::Northwest];
        vec![SeatGoal {
            seat: None,
            text: "connect all three sides".to_owned(),
            sides,
            dual: false,
        }]
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        end.about("has connected all three sides", "")
    }
}

impl ListedRules for YRules {
    fn info() -> GameInfo {
        let rules = "Players claim cells in turn. The first player to connect all three \
                     sides wins; a corner belongs to both its sides. There are no draws.";
        let size = OptionSpec::number("size", "cells along each side", 1, 60, 11);
        let origin = "Charles Titus and Craige Schensted, 1953";
        tagged(about("y", "Y", rules, origin, vec![size]), &["connection"])
    }

    fn from_options(chosen: &OptionValues) -> Result<YRules, OptionError> {
        YRules::new(chosen.number("size") as u32).map_err(bad_option("choose another --size"))
    }
}
