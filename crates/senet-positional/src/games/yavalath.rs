//! Yavalath, found by a program of Cameron Browne's.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    Combine, EndOfPlay, EndRule, InLine, Lines, ListedRules, PositionalRules, RulesError, Setup,
    draw_if, full, in_line, mover_loses_when, mover_wins_when,
};
use senet_board::{Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, SeatGoal};

/// Four in a row win, three in a row lose.
#[derive(Debug, Clone)]
pub struct YavalathRules {
    size: u32,
}

/// The largest hexagon whose lines can be tracked.
const LARGEST: u32 = super::LONGEST_LINE / 2;

impl YavalathRules {
    /// Yavalath with this many cells along each side, from 2 to 32.
    pub fn new(size: u32) -> Result<YavalathRules, RulesError> {
        Ok(YavalathRules { size: within("size", size, 2, LARGEST)? })
    }
}

const THREE: InLine = in_line(3);
const FOUR: InLine = in_line(4);

impl PositionalRules for YavalathRules {
    type Tracker = Lines<3>;

    fn board(&self) -> Spec {
        Shape::HexHex { side: self.size }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<3>, RulesError> {
        Lines::new(setup)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Lines<3>> {
        draw_if(full()).unless(mover_loses_when(THREE).unless(mover_wins_when(FOUR)))
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        vec![SeatGoal::of_all("get four in a row, but never just three")]
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        end.about("has four in a row", "has three in a row")
    }
}

impl ListedRules for YavalathRules {
    fn info() -> GameInfo {
        let rules = "Players claim cells in turn. Four in a row wins, but three in a row \
                     without four loses. A full board is a draw.";
        let size = OptionSpec::number("size", "cells along each side", 2, 30, 5);
        let origin = "Ludi, a program by Cameron Browne, 2007";
        tagged(about("yavalath", "Yavalath", rules, origin, vec![size]), &["in a row"])
    }

    fn from_options(chosen: &OptionValues) -> Result<YavalathRules, OptionError> {
        YavalathRules::new(chosen.number("size") as u32)
            .map_err(bad_option("choose another --size"))
    }
}
