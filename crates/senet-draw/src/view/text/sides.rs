//! Whose sides of a board are whose, and the points of the dual net.

use super::lattice::Grid;
use super::token::Tokens;
use crate::canvas::{COLOURS, Canvas, Paint};
use crate::view::table::Table;
use senet_board::{Cell, Compass};
use senet_game::Seat;

/// Columns left of a board that its side needs.
pub(super) const ROOM: usize = 2;

/// Writes the first letter of its owner beside each cell of a side; a seat that plays on the dual net has
/// its points drawn instead.
pub(super) fn put(canvas: &mut Canvas, grid: &Grid<'_>, table: &Table<'_>, tokens: &Tokens<'_>) {
    for (seat, compass, cell) in &table.sides {
        if table.dual == Some(*seat) {
            continue;
        }
        let (column, row) = beside(grid, *compass, *cell);
        if canvas.is_blank(column..column + 1, row) {
            canvas.put(column, row, &tokens.seat_letter(*seat), paint(table, *seat));
        }
    }
    if let Some(seat) = table.dual {
        net(canvas, grid, table, tokens, seat);
    }
}

fn paint(table: &Table<'_>, seat: Seat) -> Paint {
    Paint { colour: COLOURS[table.hues.of_seat(seat)], bold: true, ..Paint::default() }
}

/// Where the letter of a side stands: one step further in its direction.
fn beside(grid: &Grid<'_>, compass: Compass, cell: Cell) -> (usize, usize) {
    let (left, row) = (grid.left(cell) as i64, grid.row(cell));
    let middle = left + (grid.room as i64 - 1) / 2;
    let half = i64::from(grid.lean()) * grid.stride as i64 / 2;
    let quarter = grid.stride as i64 / 2;
    let (column, row) = match compass {
        Compass::West => (left - grid.gap as i64 - 1, row),
        Compass::East => (left + (grid.room + grid.gap) as i64, row),
        // On along the column, which leans.
        Compass::North => (middle - half, row.saturating_sub(1)),
        Compass::South => (middle + half, row + 1),
        Compass::Northwest => (middle - quarter, row.saturating_sub(1)),
        Compass::Northeast => (middle + quarter, row.saturating_sub(1)),
        Compass::Southwest => (middle - quarter, row + 1),
        Compass::Southeast => (middle + quarter, row + 1),
    };
    (column.max(0) as usize, row)
}

/// The points of the dual net of a grid of squares: between columns, above and below each row.
fn net(canvas: &mut Canvas, grid: &Grid<'_>, table: &Table<'_>, tokens: &Tokens<'_>, seat: Seat) {
    let point = if tokens.style().unicode { "∘" } else { "o" };
    for (a, b) in table.board.edges() {
        if grid.row(*a) != grid.row(*b) || grid.step < 2 {
            continue;
        }
        let column = (grid.left(*a) + grid.left(*b) + grid.room) / 2;
        for row in [grid.row(*a).checked_sub(1), Some(grid.row(*a) + 1)].into_iter().flatten() {
            if canvas.is_blank(column..column + 1, row) {
                canvas.put(column, row, point, paint(table, seat));
            }
        }
    }
}
