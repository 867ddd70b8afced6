//! Yavalath, found by a program of Cameron Browne's.

use super::{about, tagged};
use crate::{
    Combine, End, Entry, InLine, Lines, Rules, draw_if, full, in_line, player_loses_when,
    player_wins_when, symmetric,
};
use senet_board::{Board, Shape, Spec};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat};

/// Four in a row win, three in a row lose.
#[derive(Debug, Clone)]
pub struct YavalathRules {
    size: u32,
}

const THREE: InLine = in_line(3);
const FOUR: InLine = in_line(4);

impl Rules for YavalathRules {
    type Tracker = Lines<3>;

    fn board(&self) -> Spec {
        Shape::HexHex { side: self.size }.into()
    }

    fn tracker(&self, board: &Board) -> Lines<3> {
        Lines::new(board, 2)
    }

    #[inline]
    fn end(&self) -> impl End<Lines<3>> {
        let three = player_loses_when(Seat(0), THREE);
        let four = player_wins_when(Seat(0), FOUR);
        draw_if(full()).unless(symmetric(three.unless(four)))
    }
}

impl Entry for YavalathRules {
    fn about() -> About {
        let rules = "Players claim cells in turn. Whoever makes four in a row wins; whoever makes three \
                     in a row without making four loses. A full board is a draw.";
        let size = OptionSpec::number("size", "cells along each side", 2, 30, 5);
        let origin = "Ludi, a program by Cameron Browne, 2007";
        tagged(about("yavalath", "Yavalath", rules, origin, vec![size]), &["in a row"])
    }

    fn with(chosen: &Chosen) -> Result<YavalathRules, BadOption> {
        Ok(YavalathRules { size: chosen.number("size") as u32 })
    }
}
