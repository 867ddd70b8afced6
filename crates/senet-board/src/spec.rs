//! What board is wanted, as data.

use std::fmt;

/// A board that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The shape.
    pub shape: Shape,
    /// Whether opposite sides meet; only squares can.
    pub torus: bool,
    /// Whether the diagonal neighbours on squares count as neighbours.
    pub eight: bool,
    /// Names of cells that are cut out.
    pub without: Vec<String>,
}

/// The shapes that there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// Squares in rows and columns.
    Square {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A rhombus of hexagons, as for Hex.
    Hex {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A hexagon of hexagons, as for Havannah.
    HexHex {
        /// Cells along each side.
        side: u32,
    },
    /// A triangle of hexagons, as for Y.
    Triangle {
        /// Cells along each side.
        side: u32,
    },
    /// A circle of cells.
    Ring {
        /// How many.
        cells: u32,
    },
    /// A row of cells.
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

impl From<Shape> for Spec {
    fn from(shape: Shape) -> Spec {
        Spec { shape, torus: false, eight: false, without: Vec::new() }
    }
}

/// Why there is no such board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    /// There must be at least one cell.
    Empty,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Empty => write!(f, "a board needs at least one cell"),
        }
    }
}

impl std::error::Error for BoardError {}
