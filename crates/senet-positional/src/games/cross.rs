//! Cross, by Cameron Browne.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    Combine, EndOfPlay, EndRule, Groups, ListedRules, PlayerInfo, PositionalRules, RED_AND_BLUE,
    Region, RulesError, Setup, connects, criteria, draw_if, full, mover_loses_when,
    mover_wins_when,
};
use senet_board::{Compass, Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, SeatGoal};

/// Three sides that are not next to each other win; two opposite sides alone lose.
#[derive(Debug, Clone)]
pub struct CrossRules {
    size: u32,
}

impl CrossRules {
    /// Cross with this many cells along each side, from 2 to 148.
    pub fn new(size: u32) -> Result<CrossRules, RulesError> {
        Ok(CrossRules { size: within("size", size, 2, super::LARGEST_HEXAGON)? })
    }
}

impl PositionalRules for CrossRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::HexHex { side: self.size }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
        Groups::by_sides(setup)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Groups> {
        let opposite = [
            connects(2, [Region::NORTH, Region::SOUTH]),
            connects(2, [Region::NORTHEAST, Region::SOUTHWEST]),
            connects(2, [Region::SOUTHEAST, Region::NORTHWEST]),
        ];
        let every_other = [
            connects(3, [Region::NORTH, Region::SOUTHEAST, Region::SOUTHWEST]),
            connects(3, [Region::NORTHEAST, Region::SOUTH, Region::NORTHWEST]),
        ];
        let loses = criteria(opposite.map(mover_loses_when));
        let wins = criteria(every_other.map(mover_wins_when));
        draw_if(full()).unless(loses.unless(wins))
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        let text =
            "connect three sides, no two of them adjacent, but never just two opposite sides";
        let sides = vec![
            Compass::North,
            Compass::Northeast,
            Compass::Southeast,
            Compass::South,
            Compass::Southwest,
            Compass::Northwest,
        ];
        vec![SeatGoal { seat: None, text: text.to_owned(), sides, dual: false }]
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        end.about("has connected every other side", "has connected two opposite sides")
    }

    fn players(&self) -> Vec<PlayerInfo> {
        RED_AND_BLUE.to_vec()
    }
}

impl ListedRules for CrossRules {
    fn info() -> GameInfo {
        let rules = "Players claim cells in turn. The first player to connect \
                     three sides, no two of them adjacent, wins. A player who connects two opposite \
                     sides loses, unless the same move wins. A corner belongs to both its sides.";
        let size = OptionSpec::number("size", "cells along each side", 2, 30, 6);
        tagged(about("cross", "Cross", rules, "Cameron Browne", vec![size]), &["connection"])
    }

    fn from_options(chosen: &OptionValues) -> Result<CrossRules, OptionError> {
        CrossRules::new(chosen.number("size") as u32).map_err(bad_option("choose another --size"))
    }
}
