//! Havannah, by Christian Freeling.

use super::{about, tagged};
use crate::{
    Combine, End, Entry, Groups, Rules, connects, criteria, draw_if, full, player_wins_when, ring,
    symmetric,
};
use senet_board::{Board, Cell, Shape, Spec};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat};

/// A ring, a bridge of two corners or a fork of three sides wins.
#[derive(Debug, Clone)]
pub struct HavannahRules {
    size: u32,
}

impl Rules for HavannahRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::HexHex { side: self.size }.into()
    }

    fn tracker(&self, board: &Board) -> Groups {
        let corners = board.corners();
        let without_corners = |cells: &[Cell]| -> Vec<Cell> {
            cells.iter().copied().filter(|cell| !corners.contains(cell)).collect()
        };
        let sides: Vec<Vec<Cell>> =
            board.sides().iter().map(|side| without_corners(&side.cells)).collect();
        Groups::new(board, sides.iter().map(Vec::as_slice).chain(corners.chunks(1)))
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    #[inline]
    fn end(&self) -> impl End<Groups> {
        let fork = connects(3, [0, 1, 2, 3, 4, 5]);
        let bridge = connects(2, [6, 7, 8, 9, 10, 11]);
        let joins = criteria([fork, bridge].map(|joins| player_wins_when(Seat(0), joins)));
        let rings = player_wins_when(Seat(0), ring());
        draw_if(full()).unless(symmetric(joins.if_not_then(rings)))
    }
}

impl Entry for HavannahRules {
    fn about() -> About {
        let rules = "Players claim cells in turn. Three things win: a ring around at least one cell, \
                     whoever owns it; a bridge that joins two corners; a fork that joins three sides, \
                     where corners belong to no side.";
        let size = OptionSpec::number("size", "cells along each side", 2, 30, 8);
        let entry = about("havannah", "Havannah", rules, "Christian Freeling, 1979", vec![size]);
        tagged(entry, &["connection"])
    }

    fn with(chosen: &Chosen) -> Result<HavannahRules, BadOption> {
        Ok(HavannahRules { size: chosen.number("size") as u32 })
    }
}
