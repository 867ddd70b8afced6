//! Gale, also sold as Bridg-it.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    EndOfPlay, EndRule, ListedRules, PlayerInfo, PositionalRules, RED_AND_BLUE, RulesError, Setup,
    Wires, criteria, joins, player_wins_when,
};
use senet_board::{Board, Cell, Compass, Edge, Shape, Spec, Spot};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, Seat, SeatGoal};

/// Two nets, one through the meshes of the other: a bridge of one is no longer possible for the
/// other. Red's points are the cells of the board, `size` rows of `size + 1`; blue's lie between
/// them. A bridge of blue is named by the bridge of red that it crosses.
#[derive(Debug, Clone)]
pub struct GaleRules {
    size: u32,
}

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);

/// The largest size whose points and bridges can be numbered with 16 bits.
const LARGEST: u32 = 180;

/// The points that stand for red's sides, then those for blue's.
const SIDES: [u16; 4] = [0, 1, 2, 3];

impl GaleRules {
    /// Gale with this many rows of points, from 1 to 180.
    pub fn new(size: u32) -> Result<GaleRules, RulesError> {
        Ok(GaleRules { size: within("size", size, 1, LARGEST)? })
    }

    /// What a bridge joins, for red and for blue.
    fn ends(&self, board: &Board, place: Spot) -> [Option<(u16, u16)>; 2] {
        let Spot::Edge(edge) = place else { return [None; 2] };
        let (a, b) = board.edges()[edge.index()];
        let at = |cell: Cell| {
            let number = |n: Option<u32>| n.map_or(0, |n| n as u16 - 1);
            (number(board.column(cell)), number(board.row(cell)))
        };
        let size = self.size as u16;
        let (west, east, south, north) = (SIDES[0], SIDES[1], SIDES[2], SIDES[3]);
        let reds = 4 + (size + 1) * size;
        let red = |(x, y): (u16, u16)| match x {
            0 => west,
            _ if x == size => east,
            _ => 4 + y * (size + 1) + x,
        };
        // Blue's rows are counted from below red's first row.
        let blue = |(x, y): (u16, u16)| match y {
            0 => south,
            _ if y == size => north,
            _ => reds + y * size + x,
        };
        let ((x, y), to) = (at(a), at(b));
        let crossed = if to.1 == y {
            (blue((x, y)), blue((x, y + 1)))
        } else {
            (blue((x - 1, y + 1)), blue((x, y + 1)))
        };
        [Some((red((x, y)), red(to))), Some(crossed)]
    }
}

impl PositionalRules for GaleRules {
    type Tracker = Wires;

    fn board(&self) -> Spec {
        let shape = Shape::Square { width: self.size + 1, height: self.size };
        Spec { edges: true, ..shape.into() }
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        let last = Some(self.size + 1);
        // Red's sides are joined already: no bridges along them.
        let along_side = |&(a, b): &(Cell, Cell)| {
            let column = board.column(a);
            column == board.column(b) && (column == Some(1) || column == last)
        };
        let edges = board.edges().iter().enumerate().filter(|(_, edge)| !along_side(edge));
        edges.map(|(i, _)| Spot::Edge(Edge(i as u32))).collect()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Wires, RulesError> {
        let places = setup.places().spots().iter();
        let ends = places.map(|&place| self.ends(setup.board(), place));
        let (red, blue): (Vec<_>, Vec<_>) = ends.map(|[red, blue]| (red, blue)).unzip();
        let points = 4 + 2 * (self.size + 1) * (self.size + 1);
        Wires::new(setup, points as usize, &[red, blue])
    }

    #[inline]
    fn end(&self) -> impl EndRule<Wires> {
        let [west, east, south, north] = SIDES;
        criteria([
            player_wins_when(RED, joins(west, east)),
            player_wins_when(BLUE, joins(south, north)),
        ])
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        super::hex::both_sides(end)
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        let goal = |seat, text: &str, sides: [Compass; 2]| SeatGoal {
            seat: Some(seat),
            text: text.to_owned(),
            sides: sides.to_vec(),
            dual: seat == BLUE,
        };
        vec![
            goal(RED, "connect left and right", [Compass::West, Compass::East]),
            goal(BLUE, "connect top and bottom", [Compass::North, Compass::South]),
        ]
    }

    fn players(&self) -> Vec<PlayerInfo> {
        RED_AND_BLUE.to_vec()
    }
}

impl ListedRules for GaleRules {
    fn info() -> GameInfo {
        let rules = "Each player has a grid of points, set between the points of the other. In \
                     turn they bridge two neighbouring points of their own; bridges never cross. Red \
                     wins by connecting left and right, blue by connecting top and bottom. There are \
                     no draws.";
        let size = OptionSpec::number("size", "rows of points", 1, 60, 5);
        let origin = "David Gale, 1958; sold as Bridg-it";
        let entry = about("gale", "Gale (Bridg-it)", rules, origin, vec![size]);
        tagged(entry, &["connection", "maker-breaker"])
    }

    fn from_options(chosen: &OptionValues) -> Result<GaleRules, OptionError> {
        GaleRules::new(chosen.number("size") as u32).map_err(bad_option("choose another --size"))
    }
}
