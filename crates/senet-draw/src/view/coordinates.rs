//! The letters of columns and the numbers of rows, as parts of the names of cells.

use crate::label::one_line;
use senet_board::{Board, CellLayout};

/// What stands below each cell's column and left of its row.
pub(crate) struct Coordinates {
    pub columns: Vec<String>,
    /// None on a single row, whose cells are named one by one.
    pub rows: Option<Vec<String>>,
}

impl Coordinates {
    /// The coordinates of a board that has rows.
    pub(crate) fn new(board: &Board) -> Coordinates {
        if board.layout() == CellLayout::Row {
            let columns = board.cells().map(|cell| one_line(board.name(cell))).collect();
            return Coordinates { columns, rows: None };
        }
        let prefix = board.spec().prefix.as_deref().unwrap_or("");
        let number = |cell| board.row(cell).unwrap_or(0).to_string();
        let letters = |cell| {
            let name = board.name(cell);
            let name = name.strip_prefix(prefix).unwrap_or(name);
            name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
        };
        let rows = board.cells().map(number).collect();
        Coordinates { columns: board.cells().map(letters).collect(), rows: Some(rows) }
    }
}

/// How many halves of a cell to the right a step down a column leads, on boards with level rows.
pub(crate) fn lean(board: &Board) -> Option<i32> {
    match board.layout() {
        CellLayout::Square | CellLayout::Row => Some(0),
        CellLayout::Hex { lean } => Some(-lean),
        CellLayout::Circle => None,
    }
}
