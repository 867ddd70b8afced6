//! The letters of columns and the numbers of rows, around a board.

use super::lattice::Grid;
use super::sides;
use crate::canvas::{Canvas, Paint};
use crate::view::coordinates::Coordinates;
use senet_board::Board;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// The coordinates of a board, ready to be written around it.
pub(super) struct Labels(Coordinates);

impl Labels {
    pub(super) fn new(board: &Board) -> Labels {
        Labels(Coordinates::new(board))
    }

    /// Columns that are needed left of the board, with a blank.
    pub(super) fn margin(&self) -> usize {
        let widest = |rows: &Vec<String>| rows.iter().map(|label| label.width()).max();
        self.0.rows.as_ref().and_then(widest).map_or(0, |w| w + 1)
    }

    /// Whether the labels are the names of the cells, so that each should be seen.
    pub(super) fn are_names(&self) -> bool {
        self.0.rows.is_none()
    }

    /// The columns that the widest label of a column takes.
    pub(super) fn widest_column(&self) -> usize {
        self.0.columns.iter().map(|label| label.width()).max().unwrap_or(0)
    }

    /// Writes the numbers left of the rows and the letters where the columns end, further on in
    /// their direction.
    pub(super) fn put(&self, canvas: &mut Canvas, board: &Board, grid: &Grid<'_>) {
        self.put_rows(canvas, board, grid);
        let bottom = board.cells().map(|c| grid.row(c)).max().unwrap_or(0);
        let mut ends: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for (cell, letters) in board.cells().zip(&self.0.columns) {
            let (x, y) = grid.at(cell);
            let end = ends.entry(letters).or_insert((y, x));
            *end = (y, x).max(*end);
        }
        // The columns of a hexagon end at its sides; other columns end at the bottom, and holes do
        // not make them shorter.
        let ragged = board.spec().shape.kind().ragged;
        let below = ends.into_iter().map(|(letters, (y, x))| {
            let below = grid.step + usize::from(grid.framed);
            let row = if ragged { y + below } else { bottom + below };
            let lean = i64::from(grid.lean()) * ((row - y) / grid.step) as i64;
            (row, x as i64 + lean, letters)
        });
        let mut below: Vec<(usize, i64, &str)> = below.collect();
        below.sort_unstable();
        for (row, halves, letters) in below {
            let left = grid.margin as i64 + halves * grid.stride as i64 / 2;
            let centre = grid.room.saturating_sub(letters.width()) as i64 / 2;
            let Ok(start) = usize::try_from(left + centre) else {
                continue;
            };
            // Where letters would touch each other, some are left out.
            let row = if grid.step > 1 && !ragged { row - 1 } else { row };
            if canvas.is_blank(start.saturating_sub(1)..start + letters.width() + 1, row) {
                canvas.put(start, row, letters, Paint::FAINT);
            }
        }
    }

    fn put_rows(&self, canvas: &mut Canvas, board: &Board, grid: &Grid<'_>) {
        let mut rows: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        for (cell, number) in board.cells().zip(self.0.rows.iter().flatten()) {
            let (x, y) = grid.at(cell);
            let row = rows.entry(y).or_insert((x, number));
            row.0 = row.0.min(x);
        }
        for (y, (x, number)) in rows {
            let first = if grid.lean() == 0 { 0 } else { x };
            let side = if grid.framed { sides::ROOM } else { 0 };
            let end = grid.column(first) - 1 - grid.gap - side;
            canvas.put(end - number.width(), y, number, Paint::FAINT);
        }
    }
}
