//! A board, with its tables.

use crate::compass::{Compass, Direction};
use crate::drawing::{Drawing, Outline, Point};
use crate::frame::Frame;
use crate::lines::BoardLines;
use crate::place::{Cell, Dir, Edge, Spot};
use crate::shape::CellLayout;
use crate::spec::{BoardError, Spec};
use crate::symmetry::symmetries;
use std::collections::VecDeque;

mod build;

/// Cells, and how they lie to each other. Immutable: every table is made once.
///
/// Cells are counted row by row from the bottom, in each row from the left; on rings, lines and
/// graphs in their own order. What was cut out is nowhere: it has no number, and no line or step
/// passes it. Two boards are equal if they were made from equal [`Spec`]s.
#[derive(Debug, Clone)]
pub struct Board {
    spec: Spec,
    frame: Frame,
    names: Vec<String>,
    /// The cells by name, to search in.
    by_name: Vec<Cell>,
    directions: Vec<Direction>,
    /// Direction by direction, where each cell leads.
    steps: Vec<Option<Cell>>,
    /// Neighbours, cell after cell; those of a cell begin at its `first_neighbour`.
    neighbours: Vec<Cell>,
    first_neighbour: Vec<u32>,
    edges: Vec<(Cell, Cell)>,
    /// Where the edges to later cells begin, by cell.
    first_edge: Vec<u32>,
    sides: Vec<Side>,
    corners: Vec<Cell>,
    /// Column and row of each cell, from 0.
    at: Vec<(i32, i32)>,
    drawing: Drawing,
}

/// A side of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Where it lies.
    pub compass: Compass,
    /// The same as a word, such as `north`.
    pub name: &'static str,
    /// Its cells, corners included, by rising index.
    pub cells: Vec<Cell>,
}

impl Board {
    /// The board that is wanted.
    pub fn new(spec: impl Into<Spec>) -> Result<Board, BoardError> {
        build::board(spec.into())
    }

    /// What was asked for.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How its cells lie in a picture.
    pub fn layout(&self) -> CellLayout {
        self.frame.layout
    }

    /// How many cells there are.
    #[allow(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The cells, in order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.len() as u32).map(Cell)
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell of this name.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let found = self.by_name.binary_search_by(|&cell| self.name(cell).cmp(name));
        found.ok().map(|i| self.by_name[i])
    }

    /// The name of an edge: its cells in order, with a line between them.
    pub fn edge_name(&self, edge: Edge) -> String {
        let (a, b) = self.edges[edge.index()];
        format!("{}-{}", self.name(a), self.name(b))
    }

    /// The cell of this name; or the edge, if edges are places on this board.
    pub fn spot(&self, name: &str) -> Option<Spot> {
        let edge = || {
            let dashes = name.match_indices('-').filter(|_| self.spec.edges);
            dashes.filter_map(|(i, _)| {
                let (a, b) = (self.cell(&name[..i])?, self.cell(&name[i + 1..])?);
                self.edge(a, b).filter(|_| a < b)
            })
        };
        self.cell(name).map(Spot::Cell).or_else(|| edge().next().map(Spot::Edge))
    }

    /// The name of a spot.
    pub fn spot_name(&self, spot: Spot) -> String {
        match spot {
            Spot::Cell(cell) => self.name(cell).to_owned(),
            Spot::Edge(edge) => self.edge_name(edge),
        }
    }

    /// The directions: on squares eight, clockwise from north; on hexagons six, clockwise from
    /// northeast; `cw` and `ccw` on rings; east and west on lines; none on other graphs.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The direction of this name.
    pub fn dir(&self, name: &str) -> Option<Dir> {
        let at = self.directions.iter().position(|d| d.name == name);
        at.map(|i| Dir(i as u8))
    }

    /// The way back.
    pub fn opposite(&self, dir: Dir) -> Dir {
        self.directions[dir.index()].opposite
    }

    /// The next cell in a direction. Nothing leads back to the cell itself at once.
    pub fn step(&self, dir: Dir, cell: Cell) -> Option<Cell> {
        self.steps[dir.index() * self.len() + cell.index()]
    }

    /// The neighbours of a cell, by rising index: over its edges, and over its corners too if the
    /// board was asked for with eight neighbours.
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        let range = &self.first_neighbour[cell.index()..][..2];
        &self.neighbours[range[0] as usize..range[1] as usize]
    }

    /// Whether two cells are neighbours.
    pub fn adjacent(&self, a: Cell, b: Cell) -> bool {
        self.neighbours(a).binary_search(&b).is_ok()
    }

    /// All pairs of neighbours, the lesser first, in order; the index is the number of the edge.
    pub fn edges(&self) -> &[(Cell, Cell)] {
        &self.edges
    }

    /// The edge between two neighbours, in either order.
    pub fn edge(&self, a: Cell, b: Cell) -> Option<Edge> {
        let (a, b) = (a.min(b), a.max(b));
        let neighbours = self.neighbours(a);
        let at = neighbours.binary_search(&b).ok()?;
        let earlier = neighbours.partition_point(|&n| n < a);
        Some(Edge(self.first_edge[a.index()] + (at - earlier) as u32))
    }

    /// All lines of `length` cells: each set of cells once. A line does not pass a hole; around a
    /// torus or a ring it does not meet itself.
    pub fn lines(&self, length: usize) -> BoardLines {
        BoardLines::new(self, length)
    }

    /// The row of a cell, counted from 1 at the bottom, as in its name; rings and graphs have none.
    pub fn row(&self, cell: Cell) -> Option<u32> {
        self.has_rows().then(|| self.at[cell.index()].1 as u32 + 1)
    }

    /// The column of a cell, counted from 1 at the left (`a` is 1); rings and graphs have none.
    pub fn column(&self, cell: Cell) -> Option<u32> {
        self.has_rows().then(|| self.at[cell.index()].0 as u32 + 1)
    }

    /// The sides, clockwise from north. Squares and the rhombus have north, east, south and west;
    /// the hexagon north, northeast, southeast, south, southwest and northwest; the triangle
    /// northeast, south and northwest; the line east and west. Tori, rings and graphs have none.
    ///
    /// A corner is in each side that it touches.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// The side that lies in this direction, if the board has one there.
    pub fn side(&self, compass: Compass) -> Option<&Side> {
        self.sides.iter().find(|side| side.compass == compass)
    }

    /// The corners: cells where two sides meet, and the ends of a line, by rising index.
    pub fn corners(&self) -> &[Cell] {
        &self.corners
    }

    /// How many steps from neighbour to neighbour lead from one cell to another, if any do.
    pub fn distance(&self, a: Cell, b: Cell) -> Option<u32> {
        self.distances(a)[b.index()]
    }

    /// How many steps lead from a cell to each cell.
    pub fn distances(&self, from: Cell) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.len()];
        distances[from.index()] = Some(0);
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((cell, distance)) = queue.pop_front() {
            for &next in self.neighbours(cell) {
                if distances[next.index()].is_none() {
                    distances[next.index()] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    /// Where the middle of a cell is drawn.
    pub fn point(&self, cell: Cell) -> Point {
        self.drawing.points[cell.index()]
    }

    /// Where something on an edge is drawn. An edge over the seam of a torus is drawn outside the
    /// board, half a step from its first cell.
    pub fn edge_point(&self, edge: Edge) -> Point {
        self.drawing.edge_points[edge.index()]
    }

    /// What a cell looks like: a square or a hexagon; a dot on rings, lines and graphs, and
    /// wherever edges are places.
    pub fn outline(&self, cell: Cell) -> Outline {
        self.drawing.outline(cell)
    }

    /// The symmetries: for each, where every cell goes. The first leaves all as it is.
    pub fn symmetries(&self) -> Vec<Vec<Cell>> {
        symmetries(self)
    }

    /// The corner of the picture at the bottom right; the one at the top left is (0, 0). Edges over
    /// the seam of a torus lie outside.
    pub fn bounds(&self) -> Point {
        self.drawing.size
    }

    /// Whether the index rises in a direction, as long as no seam is passed.
    pub(crate) fn rises(&self, dir: Dir) -> bool {
        let way = &self.frame.ways[dir.index()];
        (way.dy, way.dx) > (0, 0)
    }

    fn has_rows(&self) -> bool {
        self.layout() != CellLayout::Circle
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.spec == other.spec
    }
}

impl Eq for Board {}
