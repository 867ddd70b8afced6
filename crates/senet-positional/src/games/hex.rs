//! Hex, twice: by groups, and as a game of Maker and Breaker over all winning paths.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    ColoredGraph, EndOfPlay, EndRule, Groups, ListedRules, PlayerInfo, PositionalRules,
    RED_AND_BLUE, Region, RulesError, Sets, Setup, connects, criteria, maker_breaker,
    player_wins_when,
};
use senet_board::{Board, Cell, Compass, Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, Seat, SeatGoal};

/// Red joins north and south, blue joins east and west.
#[derive(Debug, Clone)]
pub struct HexRules {
    size: u32,
}

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

impl HexRules {
    /// Hex with this many cells along each side, from 1 to 255.
    pub fn new(size: u32) -> Result<HexRules, RulesError> {
        Ok(HexRules { size: within("size", size, 1, super::LARGEST_SQUARE)? })
    }
}

/// Why a game between sides is over, however its rules are written.
pub(super) fn both_sides(end: &EndOfPlay<'_>) -> Option<String> {
    end.about("has connected both sides", "")
}

/// The goals of red and blue in Hex, however its rules are written.
fn north_south_and_west_east() -> Vec<SeatGoal> {
    let goal = |seat, text: &str, sides: [Compass; 2]| SeatGoal {
        seat: Some(seat),
        text: text.to_owned(),
        sides: sides.to_vec(),
        dual: false,
    };
    vec![
        goal(RED, "connect top and bottom", [Compass::North, Compass::South]),
        goal(BLUE, "connect left and right", [Compass::West, Compass::East]),
    ]
}

fn rhombus(size: u32) -> Spec {
    Shape::Hex { width: size, height: size }.into()
}

impl PositionalRules for HexRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        rhombus(self.size)
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
        Groups::by_sides(setup)
    }

    fn keeps(&self, board: &Board, symmetry: &[Cell]) -> bool {
        // North may become south, and must not become east or west.
        let side = |compass| board.side(compass).map_or(&[][..], |side| &side.cells);
        let (north, south) = (side(Compass::North), side(Compass::South));
        let on = |cells: &[Cell]| north.iter().all(|c| cells.contains(&symmetry[c.index()]));
        on(north) || on(south)
    }

    fn threats_stand(&self) -> bool {
        true
    }

    fn joins(&self) -> Option<[[Compass; 2]; 2]> {
        Some([[Compass::North, Compass::South], [Compass::West, Compass::East]])
    }

    #[inline]
    fn end(&self) -> impl EndRule<Groups> {
        criteria([
            player_wins_when(RED, connects(2, [Region::NORTH, Region::SOUTH])),
            player_wins_when(BLUE, connects(2, [Region::EAST, Region::WEST])),
        ])
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        north_south_and_west_east()
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        both_sides(end)
    }

    fn players(&self) -> Vec<PlayerInfo> {
        RED_AND_BLUE.to_vec()
    }
}

impl ListedRules for HexRules {
    fn info() -> GameInfo {
        let rules = "Players claim cells in turn. Red wins by connecting top and bottom, blue by \
                     connecting left and right. There are no draws.";
        let size = OptionSpec::number("size", "cells along each side", 1, 60, 11);
        let entry = about("hex", "Hex", rules, "Piet Hein, 1942; John Nash, 1948", vec![size]);
        tagged(entry, &["connection"])
    }

    fn from_options(chosen: &OptionValues) -> Result<HexRules, OptionError> {
        HexRules::new(chosen.number("size") as u32).map_err(bad_option("choose another --size"))
    }
}

/// Red wants to hold a path from north to south, blue a cell in every such path: the same game as
/// Hex, said with winning sets. Their number explodes with the board.
#[derive(Debug, Clone)]
pub struct HexByPathsRules {
    size: u32,
    paths: Vec<Vec<Cell>>,
}

impl HexByPathsRules {
    /// The largest board whose paths are listed.
    pub const LARGEST: u32 = 6;

    /// Hex by paths with this many cells along each side, from 1 to [`HexByPathsRules::LARGEST`].
    pub fn new(size: u32) -> Result<HexByPathsRules, RulesError> {
        within("size", size, 1, HexByPathsRules::LARGEST)?;
        let board = Board::new(rhombus(size))?;
        let side = |compass| board.side(compass).map_or(&[][..], |side| &side.cells);
        let graph = ColoredGraph::of_board(&board, ());
        let (north, south) = (side(Compass::North), side(Compass::South));
        let paths = graph.winning_set_paths(north, south, 100_000);
        Ok(HexByPathsRules { size, paths: paths.ok_or(RulesError::TooManyPaths(size))? })
    }
}

impl PositionalRules for HexByPathsRules {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        rhombus(self.size)
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
        Sets::of_spots(setup, self.paths.iter().map(Vec::as_slice))
    }

    #[inline]
    fn end(&self) -> impl EndRule<Sets> {
        maker_breaker()
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        north_south_and_west_east()
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        both_sides(end)
    }

    fn players(&self) -> Vec<PlayerInfo> {
        RED_AND_BLUE.to_vec()
    }
}

impl ListedRules for HexByPathsRules {
    fn info() -> GameInfo {
        let rules = "Hex as a game of Maker and Breaker: red wins by holding all cells of a path from \
                     top to bottom, blue by holding a cell of every such path.";
        let most = u64::from(HexByPathsRules::LARGEST);
        let size = OptionSpec::number("size", "cells along each side", 1, most, 4);
        let entry = about("hex-paths", "Hex by paths", rules, "after Hex", vec![size]);
        tagged(entry, &["connection", "winning sets"])
    }

    fn from_options(chosen: &OptionValues) -> Result<HexByPathsRules, OptionError> {
        HexByPathsRules::new(chosen.number("size") as u32)
            .map_err(bad_option("choose a smaller --size"))
    }
}
