//! Sim: do not draw a triangle.

use super::{about, tagged};
use crate::{
    Combine, End, Entry, PlaceId, Player, RED_AND_BLUE, Rules, Sets, draw_if, full, holds_set,
    player_loses_when, symmetric,
};
use senet_board::{Board, Edge, Shape, Spec, Spot};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat};

/// Whoever has drawn a triangle loses.
#[derive(Debug, Clone)]
pub struct SimRules {
    points: u32,
}

impl Rules for SimRules {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        Spec { edges: true, ..Shape::Complete { cells: self.points }.into() }
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
    }

    fn tracker(&self, board: &Board) -> Sets {
        let edge = |a, b| board.edge(a, b).map(|edge| edge.0 as PlaceId);
        let third = |&(a, b)| board.cells().filter(move |&c| c > b).map(move |c| (a, b, c));
        let triangles = board.edges().iter().flat_map(third);
        let sets =
            triangles.filter_map(|(a, b, c)| Some(vec![edge(a, b)?, edge(b, c)?, edge(a, c)?]));
        Sets::new(board.edges().len(), 2, sets)
    }

    #[inline]
    fn end(&self) -> impl End<Sets> {
        draw_if(full()).unless(symmetric(player_loses_when(Seat(0), holds_set())))
    }

    fn players(&self) -> &'static [Player] {
        &RED_AND_BLUE
    }
}

impl Entry for SimRules {
    fn about() -> About {
        let rules = "In turn, players draw a line between two points. Whoever completes a triangle of \
                     lines of their own loses. With six points or more there are no draws.";
        let points = OptionSpec::number("points", "how many points", 3, 30, 6);
        let entry = about("sim", "Sim", rules, "Gustavus Simmons, 1969", vec![points]);
        tagged(entry, &["winning sets", "misère"])
    }

    fn with(chosen: &Chosen) -> Result<SimRules, BadOption> {
        Ok(SimRules { points: chosen.number("points") as u32 })
    }
}
