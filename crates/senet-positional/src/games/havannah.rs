//! Havannah, by Christian Freeling.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    Combine, EndOfPlay, EndRule, Groups, ListedRules, PlaceId, PositionalRules, Region, RulesError,
    Setup, connects, criteria, draw_if, full, mover_wins_when, ring,
};
use senet_board::{Board, Cell, Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, SeatGoal};

/// A ring, a bridge of two corners or a fork of three sides wins.
#[derive(Debug, Clone)]
pub struct HavannahRules {
    size: u32,
}

const SIDES: [Region; 6] = [
    Region::NORTH,
    Region::NORTHEAST,
    Region::SOUTHEAST,
    Region::SOUTH,
    Region::SOUTHWEST,
    Region::NORTHWEST,
];

const CORNERS: [Region; 6] = Region::own();

impl HavannahRules {
    /// Havannah with this many cells along each side, from 2 to 148.
    pub fn new(size: u32) -> Result<HavannahRules, RulesError> {
        Ok(HavannahRules { size: within("size", size, 2, super::LARGEST_HEXAGON)? })
    }
}

impl PositionalRules for HavannahRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::HexHex { side: self.size }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
        let corners = setup.board().corners();
        let without_corners = |cells: &[Cell]| -> Vec<Cell> {
            cells.iter().copied().filter(|cell| !corners.contains(cell)).collect()
        };
        let sides = setup.board().sides().iter();
        let sides: Vec<(Region, Vec<Cell>)> =
            sides.map(|side| (Region::side(side.compass), without_corners(&side.cells))).collect();
        let sides = sides.iter().map(|(region, cells)| (*region, cells.as_slice()));
        Groups::new(setup, sides.chain(CORNERS.into_iter().zip(corners.chunks(1))))
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    #[inline]
    fn end(&self) -> impl EndRule<Groups> {
        let fork = connects(3, SIDES);
        let bridge = connects(2, CORNERS);
        let joins = criteria([fork, bridge].map(mover_wins_when));
        draw_if(full()).unless(joins.if_not_then(mover_wins_when(ring())))
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        let text = "make a ring, join two corners, or join three sides";
        vec![SeatGoal::of_all(text)]
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        let holds = |cell: &Cell| end.deciding.contains(&(cell.0 as PlaceId));
        let corners = end.board.corners();
        let joined = corners.iter().filter(|corner| holds(corner)).count();
        let touched =
            end.board.sides().iter().filter(|side| {
                side.cells.iter().any(|cell| !corners.contains(cell) && holds(cell))
            });
        let did = match (joined, touched.count()) {
            (2.., _) => "has a bridge between two corners",
            (_, 3..) => "has a fork of three sides",
            _ => "has a ring",
        };
        end.about(did, "")
    }
}

impl ListedRules for HavannahRules {
    fn info() -> GameInfo {
        let rules = "Players claim cells in turn. A player wins by completing a ring around \
                     at least one cell, whatever is on it; a bridge that connects two corners; or a \
                     fork that connects three sides, where corners belong to no side.";
        let size = OptionSpec::number("size", "cells along each side", 2, 30, 8);
        let entry = about("havannah", "Havannah", rules, "Christian Freeling, 1979", vec![size]);
        tagged(entry, &["connection"])
    }

    fn from_options(chosen: &OptionValues) -> Result<HavannahRules, OptionError> {
        HavannahRules::new(chosen.number("size") as u32)
            .map_err(bad_option("choose another --size"))
    }
}
