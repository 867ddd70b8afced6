//! The shapes that there are, as one table: [`SHAPES`]. The language, the grid DSL, pictures and the
//! page take all that they know about a shape from its row.
//!
//! Every shape but the loose graphs is some of the cells of a rectangle, with steps between them.

use crate::board::Board;
use crate::compass::{Compass, LEANS_LEFT, LEANS_RIGHT, RING, ROW, SQUARE, Way};

/// The shape of a board, with its sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// Squares in rows and columns.
    Square {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A rhombus of hexagons, as for Hex; each row lies half a cell further right than the row
    /// below it, so that `a1` is in a sharp corner.
    Hex {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A hexagon of hexagons, as for Havannah. Rows are level; columns lean to the left, so that
    /// column `a` is the lower left side, and the lower left corner is `a1`.
    HexHex {
        /// Cells along each side.
        side: u32,
    },
    /// A triangle of hexagons, as for Y, with its point up; columns lean to the right, so that
    /// column `a` is the left side.
    Triangle {
        /// Cells along each side.
        side: u32,
    },
    /// A circle of cells, clockwise, the first one at the top.
    Ring {
        /// How many.
        cells: u32,
    },
    /// A row of cells, from west to east.
    Line {
        /// How many.
        cells: u32,
    },
    /// Cells that are all neighbours of each other.
    Complete {
        /// How many.
        cells: u32,
    },
    /// Any graph: cells in order, and which are neighbours.
    Graph {
        /// The names of the cells.
        cells: Vec<String>,
        /// Pairs of names.
        edges: Vec<(String, String)>,
    },
}

impl Shape {
    /// The name in the language, and the sizes in the order in which the language takes them.
    fn parts(&self) -> (&'static str, Vec<u32>) {
        match *self {
            Shape::Square { width, height } => ("square", vec![width, height]),
            Shape::Hex { width, height } => ("hex", vec![width, height]),
            Shape::HexHex { side } => ("hexhex", vec![side]),
            Shape::Triangle { side } => ("triangle", vec![side]),
            Shape::Ring { cells } => ("ring", vec![cells]),
            Shape::Line { cells } => ("line", vec![cells]),
            Shape::Complete { cells } => ("complete", vec![cells]),
            Shape::Graph { .. } => ("graph", vec![]),
        }
    }

    /// The row of the table for this shape.
    pub fn kind(&self) -> &'static ShapeKind {
        ShapeKind::named(self.parts().0).expect("every shape has a row in the table")
    }

    /// The sizes, in the order in which the language takes them.
    pub fn sizes(&self) -> Vec<u32> {
        self.parts().1
    }

    /// Columns and rows of the rectangle that the cells lie in.
    pub(crate) fn rectangle(&self) -> (u64, u64) {
        match self {
            Shape::Graph { cells, .. } => (cells.len() as u64, 1),
            shape => {
                let sizes: Vec<u64> = shape.sizes().into_iter().map(u64::from).collect();
                (shape.kind().rectangle)(&sizes)
            }
        }
    }
}

impl Shape {
    /// Columns and rows, from 0, of a graph whose cells are all named like squares (`a1`, `d7`), in
    /// several columns and rows: it is drawn on those squares, as the board of nine men's morris.
    pub(crate) fn named_squares(&self) -> Option<Vec<(i32, i32)>> {
        let Shape::Graph { cells, .. } = self else { return None };
        let square = |name: &String| {
            let mut letters = name.chars();
            let column = letters.next().filter(char::is_ascii_lowercase)? as i32 - 'a' as i32;
            let row: i32 = letters.as_str().parse().ok().filter(|row| (1..=99).contains(row))?;
            (letters.as_str() == row.to_string()).then_some((column, row - 1))
        };
        let at: Vec<(i32, i32)> = cells.iter().map(square).collect::<Option<_>>()?;
        let first = at.first()?;
        let several = at.iter().any(|at| at.0 != first.0) && at.iter().any(|at| at.1 != first.1);
        several.then_some(at)
    }
}

/// How cells lie in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellLayout {
    /// Squares in columns and rows.
    Square,
    /// Hexagons in level rows.
    Hex {
        /// How many halves of a cell a row is further right than the one below.
        lean: i32,
    },
    /// Dots in a row.
    Row,
    /// Dots on a circle.
    Circle,
}

/// What there is to know about a kind of shape.
#[derive(Debug)]
pub struct ShapeKind {
    /// Its name in the language, as in `board cell = square 8 8`.
    pub name: &'static str,
    /// How it is written, as an example.
    pub form: &'static str,
    /// What it is, for editors.
    pub about: &'static str,
    /// How many sizes it takes, at most two; where it takes two, one is both.
    pub sizes: usize,
    /// How its cells lie.
    pub layout: CellLayout,
    /// Whether columns end where the side of the board is, not all in the bottom row.
    pub ragged: bool,
    /// Whether its opposite sides can meet.
    pub(crate) torus: bool,
    /// Whether steps that leave the rectangle come back on the other side.
    pub(crate) wraps: bool,
    /// The shape of as many sizes as it takes.
    make: fn(&[u32]) -> Shape,
    /// Columns and rows of the rectangle that the cells lie in; at least half of it are cells.
    rectangle: fn(&[u64]) -> (u64, u64),
    /// Which cells of the rectangle there are, by column and row from 0.
    pub(crate) inside: fn(sizes: &[u32], x: i32, y: i32) -> bool,
    /// The steps between cells.
    pub(crate) ways: &'static [Way],
    /// Where the sides lie, clockwise from north, and which cells are in them.
    pub(crate) sides: &'static [(Compass, SideTest)],
    /// The board in words, for screen readers.
    describe: fn(sizes: &[u32], board: &Board) -> String,
}

/// Whether a column and row, from 0, are in a side, given the width and height of the rectangle.
pub(crate) type SideTest = fn(x: i32, y: i32, width: i32, height: i32) -> bool;

const NORTH: (Compass, SideTest) = (Compass::North, |_, y, _, h| y == h - 1);
const EAST: (Compass, SideTest) = (Compass::East, |x, _, w, _| x == w - 1);
const SOUTH: (Compass, SideTest) = (Compass::South, |_, y, _, _| y == 0);
const WEST: (Compass, SideTest) = (Compass::West, |x, _, _, _| x == 0);

/// All shapes, in the order in which messages list them.
pub const SHAPES: &[ShapeKind] = &[
    ShapeKind {
        name: "square",
        form: "square 8 8",
        about: "columns and rows; `a1` is bottom left, letters are columns",
        sizes: 2,
        layout: CellLayout::Square,
        torus: true,
        make: |s| Shape::Square { width: s[0], height: s[1] },
        rectangle: |s| (s[0], s[1]),
        ways: SQUARE,
        sides: &[NORTH, EAST, SOUTH, WEST],
        describe: |s, _| format!("Board of {} by {} squares", s[0], s[1]),
        ..PLAIN
    },
    ShapeKind {
        name: "hex",
        form: "hex 11",
        about: "a rhombus of hexagons, as for Hex",
        sizes: 2,
        layout: CellLayout::Hex { lean: 1 },
        make: |s| Shape::Hex { width: s[0], height: s[1] },
        rectangle: |s| (s[0], s[1]),
        ways: LEANS_RIGHT,
        sides: &[NORTH, EAST, SOUTH, WEST],
        describe: |s, _| format!("Board of {} by {} hexagons", s[0], s[1]),
        ..PLAIN
    },
    ShapeKind {
        name: "hexhex",
        form: "hexhex 5",
        about: "a hexagon of hexagons, five along each side",
        sizes: 1,
        layout: CellLayout::Hex { lean: -1 },
        ragged: true,
        make: |s| Shape::HexHex { side: s[0] },
        rectangle: |s| ((2 * s[0]).saturating_sub(1), (2 * s[0]).saturating_sub(1)),
        inside: |s, x, y| (x - y).abs() < s[0] as i32,
        ways: LEANS_LEFT,
        sides: &[
            NORTH,
            (Compass::Northeast, |x, _, w, _| x == w - 1),
            (Compass::Southeast, |x, y, w, _| x - y == w / 2),
            SOUTH,
            (Compass::Southwest, |x, _, _, _| x == 0),
            (Compass::Northwest, |x, y, _, h| y - x == h / 2),
        ],
        describe: |s, _| format!("Hexagon of hexagons with sides of {}", s[0]),
        ..PLAIN
    },
    ShapeKind {
        name: "triangle",
        form: "triangle 7",
        about: "a triangle of hexagons",
        sizes: 1,
        layout: CellLayout::Hex { lean: 1 },
        make: |s| Shape::Triangle { side: s[0] },
        rectangle: |s| (s[0], s[0]),
        inside: |s, x, y| x + y < s[0] as i32,
        ways: LEANS_RIGHT,
        sides: &[
            (Compass::Northeast, |x, y, w, _| x + y == w - 1),
            SOUTH,
            (Compass::Northwest, |x, _, _, _| x == 0),
        ],
        describe: |s, _| format!("Triangle of hexagons with sides of {}", s[0]),
        ..PLAIN
    },
    ShapeKind {
        name: "ring",
        form: "ring 24",
        about: "cells `p1`, `p2` and so on in a circle",
        sizes: 1,
        make: |s| Shape::Ring { cells: s[0] },
        ways: RING,
        wraps: true,
        describe: |_, board| format!("Ring of {} cells", board.len()),
        ..PLAIN
    },
    ShapeKind {
        name: "line",
        form: "line 9",
        about: "cells `p1`, `p2` and so on in a row",
        sizes: 1,
        layout: CellLayout::Row,
        make: |s| Shape::Line { cells: s[0] },
        ways: ROW,
        sides: &[EAST, WEST],
        describe: |_, board| format!("Row of {} cells", board.len()),
        ..PLAIN
    },
    ShapeKind {
        name: "complete",
        form: "complete 6",
        about: "cells `p1`, `p2` and so on, all neighbours of each other",
        sizes: 1,
        make: |s| Shape::Complete { cells: s[0] },
        ..PLAIN
    },
    ShapeKind {
        name: "graph",
        form: "graph { a - b, b - c }",
        about: "cells and edges as they are listed",
        ..PLAIN
    },
];

/// What a row does not say: a single row of cells on a circle, described as a graph. The test below finds
/// rows that leave out more than fits their shape.
const PLAIN: ShapeKind = ShapeKind {
    name: "",
    form: "",
    about: "",
    sizes: 0,
    layout: CellLayout::Circle,
    ragged: false,
    torus: false,
    wraps: false,
    make: |_| Shape::Graph { cells: Vec::new(), edges: Vec::new() },
    rectangle: |s| (s[0], 1),
    inside: |_, _, _| true,
    ways: &[],
    sides: &[],
    describe: |_, board| {
        format!("Graph of {} cells and {} edges", board.len(), board.edges().len())
    },
};

impl ShapeKind {
    /// The kind of shape of this name.
    pub fn named(name: &str) -> Option<&'static ShapeKind> {
        SHAPES.iter().find(|kind| kind.name == name)
    }

    /// The shape of these sizes; none if it takes another number of them. A `graph` has no cells:
    /// they are not sizes.
    ///
    /// ```
    /// use senet_board::{Shape, ShapeKind};
    ///
    /// let ring = ShapeKind::named("ring").and_then(|kind| kind.shape(&[12]));
    /// assert_eq!(ring, Some(Shape::Ring { cells: 12 }));
    /// ```
    pub fn shape(&self, sizes: &[u32]) -> Option<Shape> {
        (sizes.len() == self.sizes).then(|| (self.make)(sizes))
    }
}

impl Board {
    /// The board in words, such as "Board of 8 by 8 squares", for screen readers.
    pub fn describe(&self) -> String {
        let shape = &self.spec().shape;
        (shape.kind().describe)(&shape.sizes(), self)
    }
}

#[cfg(test)]
mod tests {
    use super::{CellLayout, SHAPES};
    use crate::board::Board;

    #[test]
    fn every_row_makes_its_shape() {
        for kind in SHAPES {
            // The language reads one or two numbers behind the name of a shape.
            assert!(kind.sizes <= 2, "{}", kind.name);
            let sizes: Vec<u32> = (2..).take(kind.sizes).collect();
            let shape = kind.shape(&sizes).expect("as many sizes as it takes");
            assert_eq!(shape.parts(), (kind.name, sizes.clone()));
            assert!(kind.form.starts_with(kind.name), "{}", kind.form);
            assert!(kind.shape(&[1, 1, 1]).is_none());
        }
    }

    #[test]
    fn no_row_leaves_out_what_its_layout_needs() {
        for kind in SHAPES.iter().filter(|kind| kind.sizes > 0) {
            let name = kind.name;
            let shape = kind.shape(&vec![4; kind.sizes]).expect("as many sizes as it takes");
            let (width, height) = shape.rectangle();
            let board = Board::new(shape).expect("a small board");
            let flat = matches!(kind.layout, CellLayout::Row | CellLayout::Circle);
            assert_eq!(height == 1, flat, "{name}: its `rectangle` does not fit its `layout`");
            let (cells, area) = (board.len() as u64, width * height);
            assert!(cells <= area && area <= 2 * cells, "{name}: {cells} cells of {area}");
            let is_graph = kind.ways.is_empty();
            assert_eq!(
                kind.layout == CellLayout::Circle,
                is_graph || kind.wraps,
                "{name}: `layout`"
            );
            let described = board.describe();
            assert_eq!(described.starts_with("Graph of"), is_graph, "{name}: `describe`");
        }
    }
}
