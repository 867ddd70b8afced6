//! The game of Y.

use super::{about, tagged};
use crate::{End, Entry, Groups, Rules, connects, player_wins_when, symmetric};
use senet_board::{Board, Cell, Shape, Spec};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat};

/// Whoever joins all three sides wins.
#[derive(Debug, Clone)]
pub struct YRules {
    size: u32,
}

impl Rules for YRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::Triangle { side: self.size }.into()
    }

    fn tracker(&self, board: &Board) -> Groups {
        Groups::by_sides(board)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    #[inline]
    fn end(&self) -> impl End<Groups> {
        symmetric(player_wins_when(Seat(0), connects(3, [0, 1, 2])))
    }
}

impl Entry for YRules {
    fn about() -> About {
        let rules = "Players claim cells in turn. Whoever joins all three sides wins; a corner belongs \
                     to both its sides. There are no draws.";
        let size = OptionSpec::number("size", "cells along each side", 1, 60, 11);
        let origin = "Charles Titus and Craige Schensted, 1953";
        tagged(about("y", "Y", rules, origin, vec![size]), &["connection"])
    }

    fn with(chosen: &Chosen) -> Result<YRules, BadOption> {
        Ok(YRules { size: chosen.number("size") as u32 })
    }
}
