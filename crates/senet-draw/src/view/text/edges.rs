//! Pieces between cells.

use super::lattice::Grid;
use super::token::{Token, Tokens};
use crate::canvas::{Canvas, Paint};
use crate::view::table::Table;
use senet_board::{Cell, Edge, Shape, Spot};

/// The edges on which there is something to see, if edges are places on this board.
pub(super) fn tokens(
    table: &Table<'_>,
    tokens: &Tokens<'_>,
    widest: usize,
) -> Option<Vec<(Edge, Token)>> {
    let edges = table.edges_with_content();
    let drawn = edges.iter().map(|edge| {
        let token = tokens.token(Spot::Edge(*edge), " ", widest);
        (*edge, token)
    });
    (table.board.spec().edges || !edges.is_empty()).then(|| drawn.collect())
}

/// Draws what lies on an edge, with a line to both cells if they stand side by side. Gives `false`
/// if there is no room, as for an edge around a torus.
pub(super) fn put(
    canvas: &mut Canvas,
    grid: &Grid<'_>,
    table: &Table<'_>,
    (edge, token): (Edge, &Token),
) -> bool {
    let (a, b) = table.board.edges()[edge.index()];
    let ((ax, ay), (bx, by)) = (grid.at(a), grid.at(b));
    if ax.abs_diff(bx) > 2 || ay.abs_diff(by) > grid.step {
        return false;
    }
    let middle = (2 * grid.column(0) + (ax + bx) * grid.stride / 2 + grid.room) / 2;
    let row = (ay + by) / 2;
    if table.is_across(edge) && grid.lean() == 0 {
        across(canvas, grid, (a, b), middle, token);
        return true;
    }
    let turned = token.clone().along(slope((ax, ay), (bx, by)));
    let start = middle - token.width / 2;
    if ay == by {
        line(canvas, grid, (a, b), &turned);
    } else if !canvas.is_blank(start..start + token.width, row) {
        return false;
    }
    turned.put(canvas, start, row, token.width);
    true
}

/// What lies in boxes, halfway between their corners.
pub(super) fn boxes(canvas: &mut Canvas, grid: &Grid<'_>, table: &Table<'_>, tokens: &Tokens<'_>) {
    for boxed in &table.boxes {
        let (a, b) = (boxed.corner, boxed.opposite);
        let (left, right) = (grid.left(a).min(grid.left(b)), grid.left(a).max(grid.left(b)));
        let room = right + grid.room - left;
        let row = (grid.row(a) + grid.row(b)) / 2;
        let widest = room.saturating_sub(2).max(1);
        tokens.of_piece(boxed.piece, widest).put(canvas, left, row, room);
    }
}

/// The lines of a graph that is drawn on squares, as far as they are level or upright and lead over no other cell:
/// the board of nine men's morris. Diagonals are left out; a terminal has no room for them.
pub(super) fn graph_lines(
    canvas: &mut Canvas,
    grid: &Grid<'_>,
    table: &Table<'_>,
    tokens: &Tokens<'_>,
) {
    let board = table.board;
    if !matches!(board.spec().shape, Shape::Graph { .. }) || grid.lean() != 0 {
        return;
    }
    let (level, upright) = if tokens.style().unicode { ("─", "│") } else { ("-", "|") };
    for a in board.cells() {
        for b in board.neighbours(a).iter().copied().filter(|b| a < *b) {
            let ((ax, ay), (bx, by)) = (grid.at(a), grid.at(b));
            let mut put = |column: usize, row: usize, line: &str| {
                if canvas.is_blank(column..column + 1, row) {
                    canvas.put(column, row, line, Paint::default());
                }
            };
            if ay == by {
                let (left, right) =
                    (grid.left(a).min(grid.left(b)), grid.left(a).max(grid.left(b)));
                (left + grid.room..right).for_each(|column| put(column, ay, level));
            } else if ax == bx {
                let column = grid.left(a) + grid.room / 2;
                (ay.min(by) + 1..ay.max(by)).for_each(|row| put(column, row, upright));
            }
        }
    }
}

/// A line across an edge of a grid of squares: upright between cells that stand side by side, level
/// between cells above each other, as far as the points of the dual net.
fn across(
    canvas: &mut Canvas,
    grid: &Grid<'_>,
    (a, b): (Cell, Cell),
    middle: usize,
    token: &Token,
) {
    if grid.row(a) == grid.row(b) {
        token.clone().drawn_as(Slope::Upright).put(canvas, middle, grid.row(a), 1);
        return;
    }
    let row = (grid.row(a) + grid.row(b)) / 2;
    let level = token.clone().drawn_as(Slope::Level);
    let reach = grid.stride / 2;
    for column in (middle + 1).saturating_sub(reach)..middle + reach {
        if let Some((dash, paint)) = level.line().filter(|_| column != middle) {
            canvas.put(column, row, dash, paint);
        }
    }
    level.put(canvas, middle, row, 1);
}

/// A level line between two cells, wherever nothing stands yet.
fn line(canvas: &mut Canvas, grid: &Grid<'_>, (a, b): (Cell, Cell), token: &Token) {
    let Some((dash, paint)) = token.line() else {
        return;
    };
    let (left, right) = (grid.left(a).min(grid.left(b)), grid.left(a).max(grid.left(b)));
    for column in left + grid.room..right {
        if canvas.is_blank(column..column + 1, grid.row(a)) {
            canvas.put(column, grid.row(a), dash, Paint { underline: false, ..paint });
        }
    }
}

/// How an edge runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slope {
    Level,
    Upright,
    Rising,
    Falling,
}

/// How the edge between two places runs; lines are counted downwards.
fn slope((ax, ay): (usize, usize), (bx, by): (usize, usize)) -> Slope {
    match ((ax as i64 - bx as i64).signum(), (ay as i64 - by as i64).signum()) {
        (_, 0) => Slope::Level,
        (0, _) => Slope::Upright,
        (x, y) if x == y => Slope::Falling,
        _ => Slope::Rising,
    }
}
