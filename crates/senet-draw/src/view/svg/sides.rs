//! Whose sides of a board are whose: a bar in the owner's colour beside each of their cells.

use super::board::Pen;
use super::labels::{BoardLabel, LabelAnchor};
use super::pieces::seat_class;
use crate::svg::Out;
use crate::view::table::Table;
use senet_board::{Board, Compass, Edge, Outline, Point};
use std::collections::BTreeSet;

/// How much room the bars need around the board.
pub(super) const ROOM: f64 = 0.22;

/// How far a bar is from the middle of its cell, and half of its length.
const AWAY: f64 = 0.62;
const HALF: f64 = 0.36;

/// Moves the names around the board outwards.
pub(super) fn make_room(board: &Board, labels: &mut [BoardLabel]) {
    let size = board.bounds();
    for label in labels {
        match label.anchor {
            LabelAnchor::End => label.at.x -= ROOM,
            _ if label.at.y > size.y / 2.0 => label.at.y += ROOM,
            _ => {}
        }
    }
}

/// Draws the bars.
pub(super) fn draw(out: &mut Out, pen: &Pen, table: &Table<'_>) {
    for (seat, compass, cell) in &table.sides {
        let at = table.board.point(*cell);
        let (dx, dy) = vector(*compass);
        let dots = matches!(table.board.outline(*cell), Outline::Dot { .. });
        let away = if dots && table.dual != Some(*seat) { 0.45 } else { AWAY };
        let middle = Point { x: at.x + away * dx, y: at.y + away * dy };
        let end =
            |sign: f64| Point { x: middle.x - sign * HALF * dy, y: middle.y + sign * HALF * dx };
        let ((x, y), (to_x, to_y)) = (pen.pixels(end(1.0)), pen.pixels(end(-1.0)));
        out.put(format_args!(
            "<g class=\"side {}\"><path class=\"line\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/></g>\n",
            seat_class(Some(*seat), table.hues)
        ));
    }
    let Some(seat) = table.dual else { return };
    out.put(format_args!("<g class=\"net {}\">", seat_class(Some(seat), table.hues)));
    for point in dual_points(table.board) {
        let (x, y) = pen.pixels(point);
        out.put(format_args!("<circle class=\"disc\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"));
    }
    out.put(format_args!("</g>\n"));
}

/// The points of the dual net of a board: the ends of what crosses its edges.
pub fn dual_points(board: &Board) -> Vec<Point> {
    let radius = board.cells().next().map_or(0.0, |cell| match board.outline(cell) {
        Outline::Dot { radius } => radius,
        Outline::Polygon(_) => 0.5,
    });
    let size = board.bounds();
    let mut seen = BTreeSet::new();
    let mut points = Vec::new();
    for (i, (a, b)) in board.edges().iter().enumerate() {
        let (from, to) = (board.point(*a), board.point(*b));
        let middle = board.edge_point(Edge(i as u32));
        let (dx, dy) = ((to.x - from.x) / 2.0, (to.y - from.y) / 2.0);
        for (x, y) in [(middle.x - dy, middle.y + dx), (middle.x + dy, middle.y - dx)] {
            let inside = x > radius && x < size.x - radius;
            if inside && seen.insert(((x * 16.0).round() as i64, (y * 16.0).round() as i64)) {
                points.push(Point { x, y });
            }
        }
    }
    points
}

/// The direction of a side on the screen.
fn vector(compass: Compass) -> (f64, f64) {
    let slant = 0.866_025_403_784_438_6;
    match compass {
        Compass::North => (0.0, -1.0),
        Compass::South => (0.0, 1.0),
        Compass::West => (-1.0, 0.0),
        Compass::East => (1.0, 0.0),
        Compass::Northeast => (slant, -0.5),
        Compass::Northwest => (-slant, -0.5),
        Compass::Southeast => (slant, 0.5),
        Compass::Southwest => (-slant, 0.5),
    }
}
