//! The Shannon switching game, on a grid or on any graph.

use super::{about, tagged};
use crate::{Combine, End, Entry, Look, PlaceId, Player, Rules, Ruling, Switched, Switches};
use senet_board::{Board, Cell, Edge, Shape, Spec, Spot};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat, Values};

/// Short joins two vertices by claiming edges, Cut separates them.
#[derive(Debug, Clone)]
pub struct ShannonRules {
    board: Spec,
    from: Cell,
    to: Cell,
    short: Seat,
}

const SHORT: Player = Player { name: "short", glyph: "=" };
const CUT: Player = Player { name: "cut", glyph: "/" };

impl ShannonRules {
    /// The game on a board, between two of its vertices; Short has the seat `short`.
    pub fn new(
        board: impl Into<Spec>,
        from: &str,
        to: &str,
        short: Seat,
    ) -> Result<ShannonRules, BadOption> {
        let spec = Spec { edges: true, ..board.into() };
        let bad =
            |why: String| BadOption::new(why, "name two vertices between which there is a way");
        let board = Board::new(spec.clone()).map_err(|error| bad(error.to_string()))?;
        let vertex = |name: &str| {
            board.cell(name).ok_or_else(|| bad(format!("there is no vertex `{name}`")))
        };
        let (from, to) = (vertex(from)?, vertex(to)?);
        if from == to {
            return Err(bad("the two vertices are the same".to_owned()));
        }
        let rules = ShannonRules { board: spec, from, to, short };
        if !rules.tracker(&board).is_connected() {
            return Err(bad("Cut has won before the game begins".to_owned()));
        }
        Ok(rules)
    }
}

/// Judges by what the switches say.
struct Switching;

impl Combine for Switching {}

impl End<Switches> for Switching {
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

impl Rules for ShannonRules {
    type Tracker = Switches;

    fn board(&self) -> Spec {
        self.board.clone()
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
    }

    fn tracker(&self, board: &Board) -> Switches {
        let edges = board.edges().iter().map(|(a, b)| (a.0 as u16, b.0 as u16)).collect();
        let terminals = (self.from.0 as u16, self.to.0 as u16);
        Switches::new(board.len(), edges, terminals, self.short)
    }

    #[inline]
    fn end(&self) -> impl End<Switches> {
        Switching
    }

    fn landmarks(&self) -> Vec<(Cell, &'static str)> {
        vec![(self.from, "★"), (self.to, "★")]
    }

    fn players(&self) -> &'static [Player] {
        if self.short == Seat(0) { &[SHORT, CUT] } else { &[CUT, SHORT] }
    }
}

impl Entry for ShannonRules {
    fn about() -> About {
        let rules = "Players claim edges of a graph in turn. Short wins by joining two vertices with \
                     edges of his own; Cut wins as soon as no way between them is left. On a grid the \
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

    fn with(chosen: &Chosen) -> Result<ShannonRules, BadOption> {
        let short = Seat(u8::from(chosen.word("first") == "cut"));
        let shape = match chosen.word("graph") {
            "" => Shape::Square {
                width: chosen.number("width") as u32,
                height: chosen.number("height") as u32,
            },
            edges => graph(edges)?,
        };
        let board = Board::new(shape.clone());
        let board = board.map_err(|e| BadOption::new(e.to_string(), "write `--graph a-b,b-c`"))?;
        let end = |name: &str, usual: Cell| match chosen.word(name) {
            "" => board.name(usual).to_owned(),
            name => name.to_owned(),
        };
        let last = Cell(board.len() as u32 - 1);
        ShannonRules::new(shape, &end("from", Cell(0)), &end("to", last), short)
    }
}

/// A graph from its edges; vertices in the order in which they are named.
fn graph(text: &str) -> Result<Shape, BadOption> {
    let mut cells: Vec<String> = Vec::new();
    let mut edges = Vec::new();
    for edge in text.split([',', ' ']).filter(|edge| !edge.is_empty()) {
        let ends = edge.split_once('-').filter(|(a, b)| !a.is_empty() && !b.is_empty());
        let (a, b) = ends.ok_or_else(|| {
            BadOption::new(format!("`{edge}` is not an edge"), "write `--graph a-b,b-c`")
        })?;
        for name in [a, b] {
            if !cells.iter().any(|cell| cell == name) {
                cells.push(name.to_owned());
            }
        }
        edges.push((a.to_owned(), b.to_owned()));
    }
    Ok(Shape::Graph { cells, edges })
}
