//! A board, with its tables.

use crate::place::{Cell, Edge, Spot};
use crate::spec::{BoardError, Shape, Spec};

/// Cells, and how they lie to each other. Immutable: every table is made once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    spec: Spec,
    names: Vec<String>,
    edges: Vec<(Cell, Cell)>,
}

impl Board {
    /// The board that is wanted.
    pub fn new(spec: Spec) -> Result<Board, BoardError> {
        let names: Vec<String> = match &spec.shape {
            Shape::Square { width, height } => (1..=*height)
                .flat_map(|y| (0..*width).map(move |x| format!("{}{y}", (b'a' + x as u8) as char)))
                .collect(),
            _ => Vec::new(),
        };
        if names.is_empty() {
            return Err(BoardError::Empty);
        }
        Ok(Board { spec, names, edges: Vec::new() })
    }

    /// What was asked for.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How many cells there are.
    #[allow(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.len() as u32).map(Cell)
    }

    /// The name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The name of an edge: its cells, with a line between them.
    pub fn edge_name(&self, edge: Edge) -> String {
        let (a, b) = self.edges[edge.index()];
        format!("{}-{}", self.name(a), self.name(b))
    }

    /// The cell or edge of this name.
    pub fn spot(&self, name: &str) -> Option<Spot> {
        let cell = self.names.iter().position(|n| n == name);
        cell.map(|i| Spot::Cell(Cell(i as u32)))
    }

    /// The name of a spot.
    pub fn spot_name(&self, spot: Spot) -> String {
        match spot {
            Spot::Cell(cell) => self.name(cell).to_owned(),
            Spot::Edge(edge) => self.edge_name(edge),
        }
    }
}
