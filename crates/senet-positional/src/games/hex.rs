//! Hex, twice: by groups, and as a game of Maker and Breaker over all winning paths.

use super::{about, tagged};
use crate::{
    ColoredGraph, End, Entry, Groups, Player, RED_AND_BLUE, Rules, Sets, connects, criteria,
    maker_breaker, player_wins_when,
};
use senet_board::{Board, Cell, Shape, Spec};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat};

/// Red joins north and south, blue joins east and west.
#[derive(Debug, Clone)]
pub struct HexRules {
    size: u32,
}

fn rhombus(size: u32) -> Spec {
    Shape::Hex { width: size, height: size }.into()
}

impl Rules for HexRules {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        rhombus(self.size)
    }

    fn tracker(&self, board: &Board) -> Groups {
        Groups::by_sides(board)
    }

    fn keeps(&self, board: &Board, symmetry: &[Cell]) -> bool {
        // North may become south, and must not become east or west.
        let [north, _, south, _] = board.sides() else { return false };
        let on = |cells: &[Cell]| north.cells.iter().all(|c| cells.contains(&symmetry[c.index()]));
        on(&north.cells) || on(&south.cells)
    }

    #[inline]
    fn end(&self) -> impl End<Groups> {
        criteria([
            player_wins_when(Seat(0), connects(2, [0, 2])),
            player_wins_when(Seat(1), connects(2, [1, 3])),
        ])
    }

    fn players(&self) -> &'static [Player] {
        &RED_AND_BLUE
    }
}

impl Entry for HexRules {
    fn about() -> About {
        let rules = "Players claim cells in turn. Red wins by joining north and south, blue by joining \
                     east and west. There are no draws.";
        let size = OptionSpec::number("size", "cells along each side", 1, 60, 11);
        let entry = about("hex", "Hex", rules, "Piet Hein, 1942; John Nash, 1948", vec![size]);
        tagged(entry, &["connection"])
    }

    fn with(chosen: &Chosen) -> Result<HexRules, BadOption> {
        Ok(HexRules { size: chosen.number("size") as u32 })
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

    /// The rules for a board of this size.
    pub fn new(size: u32) -> Result<HexByPathsRules, BadOption> {
        let bad = |why: String| BadOption::new(why, "choose a smaller size");
        let board = Board::new(rhombus(size)).map_err(|error| bad(error.to_string()))?;
        let [north, _, south, _] = board.sides() else {
            return Err(bad("a rhombus has four sides".to_owned()));
        };
        let graph = ColoredGraph::of_board(&board, ());
        let paths = graph.winning_set_paths(&north.cells, &south.cells, 100_000);
        let paths = paths.ok_or_else(|| bad(format!("size {size} has too many paths")))?;
        Ok(HexByPathsRules { size, paths })
    }
}

impl Rules for HexByPathsRules {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        rhombus(self.size)
    }

    fn tracker(&self, board: &Board) -> Sets {
        Sets::of_cells(board.len(), 2, self.paths.iter().map(Vec::as_slice))
    }

    #[inline]
    fn end(&self) -> impl End<Sets> {
        maker_breaker()
    }

    fn players(&self) -> &'static [Player] {
        &RED_AND_BLUE
    }
}

impl Entry for HexByPathsRules {
    fn about() -> About {
        let rules = "Hex as a game of Maker and Breaker: red wins by holding all cells of a path from \
                     north to south, blue by holding a cell of each such path.";
        let most = u64::from(HexByPathsRules::LARGEST);
        let size = OptionSpec::number("size", "cells along each side", 1, most, 4);
        let entry = about("hex-paths", "Hex by paths", rules, "after Hex", vec![size]);
        tagged(entry, &["connection", "winning sets"])
    }

    fn with(chosen: &Chosen) -> Result<HexByPathsRules, BadOption> {
        HexByPathsRules::new(chosen.number("size") as u32)
    }
}
