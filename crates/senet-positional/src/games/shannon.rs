//! The Shannon switching game, on a grid or on any graph.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    ColoredGraph, Combine, EndOfPlay, EndRule, ListedRules, Look, PlaceId, PlayerInfo,
    PositionalRules, RulesError, Ruling, Setup, Switched, Switches,
};
use senet_board::{Board, Cell, Edge, Shape, Spec, Spot};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, Seat, SeatGoal, Values};

/// Short joins two vertices by claiming edges, Cut separates them.
#[derive(Debug, Clone)]
pub struct ShannonRules {
    board: Spec,
    from: Cell,
    to: Cell,
    short: Seat,
}

const SHORT: PlayerInfo = PlayerInfo::new("short", "=");
const CUT: PlayerInfo = PlayerInfo::new("cut", "/");

impl ShannonRules {
    /// The game on a board, between two of its vertices; Short has the seat `short`.
    pub fn new(
        board: impl Into<Spec>,
        from: &str,
        to: &str,
        short: Seat,
    ) -> Result<ShannonRules, RulesError> {
        let spec = Spec { edges: true, ..board.into() };
        let board = Board::new(spec.clone())?;
        let vertex =
            |name: &str| board.cell(name).ok_or_else(|| RulesError::UnknownVertex(name.to_owned()));
        let (from, to) = (vertex(from)?, vertex(to)?);
        if short.0 > 1 {
            return Err(RulesError::UnknownSeat { seat: short.0, seats: 2 });
        }
        if from == to {
            return Err(RulesError::SameVertices);
        }
        if ColoredGraph::of_board(&board, ()).shortest_way(&[from], &[to]).is_none() {
            return Err(RulesError::NoWay);
        }
        Ok(ShannonRules { board: spec, from, to, short })
    }

    /// The game on a grid, between opposite corners; Short begins. At most 181 columns and rows.
    pub fn grid(width: u32, height: u32) -> Result<ShannonRules, RulesError> {
        let shape = grid(width, height)?;
        let board = Board::new(shape.clone())?;
        let last = board.name(Cell(board.len() as u32 - 1));
        ShannonRules::new(shape, board.name(Cell(0)), last, Seat(0))
    }
}

/// The largest grid whose edges can be numbered with 16 bits is 181 by 181.
fn grid(width: u32, height: u32) -> Result<Shape, RulesError> {
    let width = within("width", width, 1, 181)?;
    Ok(Shape::Square { width, height: within("height", height, 1, 181)? })
}

/// Judges by what the switches say.
struct Switching;

impl Combine for Switching {}

impl EndRule<Switches> for Switching {
    #[inline]
    fn judge(&self, look: &Look<'_, Switches>) -> Option<Ruling> {
        (look.report != Switched::Open).then_some(Ruling::Wins(look.player))
    }

    fn places(&self, look: &Look<'_, Switches>) -> Vec<PlaceId> {
        match look.report {
            Switched::Open => Vec::new(),
            Switched::Joined => look.tracker.joining(look.stones),
            Switched::Separated => look.tracker.separating(look.stones),
        }
    }
}

impl PositionalRules for ShannonRules {
    type Tracker = Switches;

    fn board(&self) -> Spec {
        self.board.clone()
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Switches, RulesError> {
        let board = setup.board();
        let edges = board.edges().iter().map(|(a, b)| (a.0 as u16, b.0 as u16)).collect();
        let terminals = (self.from.0 as u16, self.to.0 as u16);
        Switches::new(setup, board.len(), edges, terminals, self.short)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Switches> {
        Switching
    }

    fn landmarks(&self) -> Vec<(Cell, &'static str)> {
        vec![(self.from, "★"), (self.to, "★")]
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        let goal = |seat, text: &str| SeatGoal { seat: Some(seat), ..SeatGoal::of_all(text) };
        let join = goal(self.short, "connect the two stars by lines of your own");
        let cut = goal(Seat(1 - self.short.0), "cut every path between the two stars");
        if self.short == Seat(0) { vec![join, cut] } else { vec![cut, join] }
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        let joined = end.ruling == Ruling::Wins(self.short);
        end.about(
            if joined { "has joined the stars" } else { "has cut every path between the stars" },
            "",
        )
    }

    fn players(&self) -> Vec<PlayerInfo> {
        if self.short == Seat(0) { vec![SHORT, CUT] } else { vec![CUT, SHORT] }
    }
}

impl ListedRules for ShannonRules {
    fn info() -> GameInfo {
        let rules = "Players claim edges of a graph in turn. Short wins by joining two vertices with \
                     edges of their own; Cut wins as soon as no path between them is left. On a grid the \
                     two are opposite corners, unless others are named.";
        let text = |name: &str, about: &str, default: &str| OptionSpec {
            name: name.to_owned(),
            about: about.to_owned(),
            values: Values::Text { default: default.to_owned() },
        };
        let options = vec![
            OptionSpec::number("width", "columns of the grid", 1, 30, 4),
            OptionSpec::number("height", "rows of the grid", 1, 30, 4),
            text("graph", "edges such as `a-b,b-c` instead of the grid", ""),
            text("from", "the first vertex to join", ""),
            text("to", "the second vertex to join", ""),
            OptionSpec::word("first", "who begins", &["short", "cut"]),
        ];
        let entry = about("shannon", "Shannon switching game", rules, "Claude Shannon", options);
        tagged(entry, &["connection", "maker-breaker"])
    }

    fn from_options(chosen: &OptionValues) -> Result<ShannonRules, OptionError> {
        let short = Seat(u8::from(chosen.word("first") == "cut"));
        let shape = match chosen.word("graph") {
            "" => grid(chosen.number("width") as u32, chosen.number("height") as u32),
            edges => graph(edges),
        };
        let shape = shape.map_err(bad_option("write `--graph a-b,b-c`"))?;
        let board = Board::new(shape.clone()).map_err(RulesError::from);
        let board = board.map_err(bad_option("write `--graph a-b,b-c`"))?;
        let end = |name: &str, usual: Cell| match chosen.word(name) {
            "" => board.name(usual).to_owned(),
            name => name.to_owned(),
        };
        let last = Cell(board.len() as u32 - 1);
        ShannonRules::new(shape, &end("from", Cell(0)), &end("to", last), short)
            .map_err(bad_option("name two vertices between which there is a way"))
    }
}

/// A graph from its edges; vertices in the order in which they are named.
fn graph(text: &str) -> Result<Shape, RulesError> {
    let mut cells: Vec<String> = Vec::new();
    let mut edges = Vec::new();
    for edge in text.split([',', ' ']).filter(|edge| !edge.is_empty()) {
        let ends = edge.split_once('-').filter(|(a, b)| {
            // `a-b-c` is not an edge: whether it is a path or a name with a dash is not guessed.
            !a.is_empty() && !b.is_empty() && !b.contains('-')
        });
        let (a, b) = ends.ok_or_else(|| RulesError::NotAnEdge(edge.to_owned()))?;
        for name in [a, b] {
            if !cells.iter().any(|cell| cell == name) {
                cells.push(name.to_owned());
            }
        }
        edges.push((a.to_owned(), b.to_owned()));
    }
    Ok(Shape::Graph { cells, edges })
}
