//! Cross, by Cameron Browne.

use super::{about, tagged};
use crate::{
    Combine, End, Entry, Groups, Player, RED_AND_BLUE, Rules, connects, criteria, draw_if, full,
    player_loses_when, player_wins_when, symmetric,
};
use senet_board::{Board, Shape, Spec};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat};

/// Three sides that are not next to each other win; two opposite sides alone lose.
#[derive(Debug, Clone)]
pub struct CrossRules {
    size: u32,
}

impl Rules for CrossRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::HexHex { side: self.size }.into()
    }

    fn tracker(&self, board: &Board) -> Groups {
        Groups::by_sides(board)
    }

    #[inline]
    fn end(&self) -> impl End<Groups> {
        let me = Seat(0);
        let opposite = [connects(2, [0, 3]), connects(2, [1, 4]), connects(2, [2, 5])];
        let every_other = [connects(3, [0, 2, 4]), connects(3, [1, 3, 5])];
        let loses = criteria(opposite.map(|two| player_loses_when(me, two)));
        let wins = criteria(every_other.map(|three| player_wins_when(me, three)));
        draw_if(full()).unless(symmetric(loses.unless(wins)))
    }

    fn players(&self) -> &'static [Player] {
        &RED_AND_BLUE
    }
}

impl Entry for CrossRules {
    fn about() -> About {
        let rules = "Players claim cells in turn. Whoever joins three sides of which no two are next \
                     to each other wins. Whoever joins two opposite sides loses, unless the same move \
                     wins. A corner belongs to both its sides.";
        let size = OptionSpec::number("size", "cells along each side", 2, 30, 6);
        tagged(about("cross", "Cross", rules, "Cameron Browne", vec![size]), &["connection"])
    }

    fn with(chosen: &Chosen) -> Result<CrossRules, BadOption> {
        Ok(CrossRules { size: chosen.number("size") as u32 })
    }
}
