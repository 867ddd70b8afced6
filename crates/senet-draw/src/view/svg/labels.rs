//! Names around a board: letters, numbers, or the names of all cells.

use super::UNIT;
use crate::label::{one_line, width};
use crate::view::coordinates::{Coordinates, lean};
use senet_board::{Board, Cell, Outline, Point};
use std::collections::BTreeMap;
use std::fmt;

/// The size of the letters, in pixels.
const FONT: f64 = 13.0;
/// How far a name is from the edge of its cell.
const AWAY: f64 = 0.27;

/// A name and where it stands, in points of the board.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardLabel {
    /// Where it stands.
    pub at: Point,
    /// The letters or the number.
    pub text: String,
    /// Which end of it stands there.
    pub anchor: LabelAnchor,
}

/// Which end of a name stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelAnchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl fmt::Display for LabelAnchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LabelAnchor::Start => "start",
            LabelAnchor::Middle => "middle",
            LabelAnchor::End => "end",
        })
    }
}

impl BoardLabel {
    /// From where to where the name reaches.
    pub(super) fn reach(&self) -> (f64, f64) {
        let wide = width(&self.text, FONT) / UNIT + 0.05;
        let from = match self.anchor {
            LabelAnchor::Start => self.at.x,
            LabelAnchor::Middle => self.at.x - wide / 2.0,
            LabelAnchor::End => self.at.x - wide,
        };
        (from, from + wide)
    }
}

/// The letters and numbers around a board, or the names of all its cells; see
/// [`Board::point`](senet_board::Board::point) for the coordinates.
pub fn board_labels(board: &Board) -> Vec<BoardLabel> {
    match lean(board) {
        Some(lean) => coordinates(board, f64::from(lean)),
        None => board.cells().map(|cell| beside(board, cell)).collect(),
    }
}

/// Half of a cell, on squares and hexagons or dots.
fn half(board: &Board) -> f64 {
    let first = board.cells().next().map(|cell| board.outline(cell));
    match first {
        Some(Outline::Dot { radius }) => radius,
        _ => 0.5,
    }
}

fn coordinates(board: &Board, lean: f64) -> Vec<BoardLabel> {
    let Coordinates { columns, rows } = Coordinates::new(board);
    let half = half(board);
    let size = board.bounds();
    let mut labels = Vec::new();
    let mut ends: BTreeMap<&str, Point> = BTreeMap::new();
    let mut starts: BTreeMap<&str, Point> = BTreeMap::new();
    for cell in board.cells() {
        let point = board.point(cell);
        let end = ends.entry(&columns[cell.index()]).or_insert(point);
        if point.y > end.y {
            *end = point;
        }
        if let Some(rows) = &rows {
            let start = starts.entry(&rows[cell.index()]).or_insert(point);
            if point.x < start.x {
                *start = point;
            }
        }
    }
    let bottom = size.y - half;
    // Edges around a torus come first.
    let torus = board.spec().torus && board.spec().edges;
    let away = if torus { AWAY + 0.3 } else { AWAY };
    let ragged = board.spec().shape.kind().ragged;
    for (letters, Point { x, y }) in ends {
        // On along the column: straight down from squares, aslant from hexagons.
        let at = match lean == 0.0 {
            true => Point { x, y: bottom + half + away },
            false => {
                // Holes do not make a column shorter, but in a hexagon columns end at the sides.
                let rows = if ragged { 0.0 } else { ((bottom - y) / 0.866).floor() };
                Point { x: x + lean * (0.34 + rows / 2.0), y: y + 0.77 + rows * 0.866 }
            }
        };
        labels.push(BoardLabel { at, text: letters.to_owned(), anchor: LabelAnchor::Middle });
    }
    for (number, Point { x, y }) in starts {
        let x = if lean == 0.0 { 0.0 } else { x - half };
        let at = Point { x: x - away + 0.1, y };
        labels.push(BoardLabel { at, text: number.to_owned(), anchor: LabelAnchor::End });
    }
    labels
}

/// The name of a cell on a circle, outside of it.
fn beside(board: &Board, cell: Cell) -> BoardLabel {
    let (point, size) = (board.point(cell), board.bounds());
    let (dx, dy) = (point.x - size.x / 2.0, point.y - size.y / 2.0);
    let far = dx.hypot(dy);
    // A board of one cell has its name above.
    let (dx, dy) = if far > 1e-9 { (dx / far, dy / far) } else { (0.0, -1.0) };
    let away = half(board) + 0.2;
    let anchor = match dx {
        _ if dx > 0.2 => LabelAnchor::Start,
        _ if dx < -0.2 => LabelAnchor::End,
        _ => LabelAnchor::Middle,
    };
    let at = Point { x: point.x + dx * away, y: point.y + dy * (away + 0.08) };
    BoardLabel { at, text: one_line(board.name(cell)), anchor }
}
