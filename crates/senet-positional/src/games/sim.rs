//! Sim: do not draw a triangle.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    Combine, EndOfPlay, EndRule, ListedRules, PlayerInfo, PositionalRules, RED_AND_BLUE,
    RulesError, Sets, Setup, draw_if, full, holds_set, mover_loses_when,
};
use senet_board::{Board, Edge, Shape, Spec, Spot};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, SeatGoal};

/// Whoever has drawn a triangle loses.
#[derive(Debug, Clone)]
pub struct SimRules {
    points: u32,
}

impl SimRules {
    /// Sim with this many points, from 3 to 100.
    pub fn new(points: u32) -> Result<SimRules, RulesError> {
        Ok(SimRules { points: within("points", points, 3, 100)? })
    }
}

impl PositionalRules for SimRules {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        Spec { edges: true, ..Shape::Complete { cells: self.points }.into() }
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
        let board = setup.board();
        let edge = |a, b| setup.places().at(board.edge(a, b)?);
        let third = |&(a, b)| board.cells().filter(move |&c| c > b).map(move |c| (a, b, c));
        let triangles = board.edges().iter().flat_map(third);
        let sets =
            triangles.filter_map(|(a, b, c)| Some(vec![edge(a, b)?, edge(b, c)?, edge(a, c)?]));
        Sets::new(setup, sets)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Sets> {
        draw_if(full()).unless(mover_loses_when(holds_set()))
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        vec![SeatGoal::of_all("do not be the first to draw a triangle")]
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        end.about("", "has drawn a triangle")
    }

    fn players(&self) -> Vec<PlayerInfo> {
        RED_AND_BLUE.to_vec()
    }
}

impl ListedRules for SimRules {
    fn info() -> GameInfo {
        let rules = "In turn, players draw a line between two points. A player who completes a triangle \
                     of their own lines loses. With six points or more there are no draws.";
        let points = OptionSpec::number("points", "how many points", 3, 30, 6);
        let entry = about("sim", "Sim", rules, "Gustavus Simmons, 1969", vec![points]);
        tagged(entry, &["winning sets", "misère"])
    }

    fn from_options(chosen: &OptionValues) -> Result<SimRules, OptionError> {
        SimRules::new(chosen.number("points") as u32).map_err(bad_option("choose other --points"))
    }
}
