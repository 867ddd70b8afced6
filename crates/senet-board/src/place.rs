//! Names for the parts of boards: dense numbers, so that tables are vectors.

/// A cell of a board, counted from 0 in the order of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u32);

/// An edge between two neighbouring cells, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(pub u32);

/// A direction of a board, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dir(pub u8);

/// Where something can lie on one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// On a cell.
    Cell(Cell),
    /// On an edge.
    Edge(Edge),
}

/// A spot on one of the boards of a game; most games have one, number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Which board.
    pub board: u8,
    /// Where on it.
    pub spot: Spot,
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Spot {
        Spot::Cell(cell)
    }
}

impl From<Edge> for Spot {
    fn from(edge: Edge) -> Spot {
        Spot::Edge(edge)
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Place {
        Place { board: 0, spot: Spot::Cell(cell) }
    }
}

impl From<Edge> for Place {
    fn from(edge: Edge) -> Place {
        Place { board: 0, spot: Spot::Edge(edge) }
    }
}

impl Cell {
    /// The number, as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Edge {
    /// The number, as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Dir {
    /// The number, as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
