//! Lines between cells, and what lies on them.

use super::UNIT;
use super::board::{Pen, classes, title};
use super::pieces::{self, Spread, glyph, seat_class};
use crate::svg::{Out, escape};
use crate::view::coordinates::lean;
use crate::view::table::Table;
use senet_board::{Edge, Outline, Point, Spot};

/// Of more edges only those are drawn on which there is something to see.
const MOST: usize = 4000;

/// The radius of a piece on an edge.
const PIECE: f64 = 0.16;

/// Draws the edges where they can be seen: where cells are dots, or where something lies on them.
pub(super) fn draw(out: &mut Out, pen: &Pen, table: &Table<'_>, seats: &[String]) {
    let board = table.board;
    let dots = board.cells().next().map(|cell| board.outline(cell));
    let dots = matches!(dots, Some(Outline::Dot { .. }));
    let all = (dots && board.edges().len() <= MOST).then_some(board.edges().len());
    let all = (0..all.unwrap_or(0) as u32).map(Edge);
    // What carries something is drawn last, on top of the plain lines.
    let (full, empty): (Vec<Edge>, Vec<Edge>) =
        all.partition(|edge| table.has_content(Spot::Edge(*edge)));
    let full = if full.is_empty() { table.edges_with_content() } else { full };
    for edge in empty.into_iter().chain(full) {
        draw_edge(out, pen, table, seats, edge);
    }
}

fn draw_edge(out: &mut Out, pen: &Pen, table: &Table<'_>, seats: &[String], edge: Edge) {
    let spot = Spot::Edge(edge);
    let (flags, on_it) = (table.flags(spot), table.pieces(spot));
    let path = path(pen, table, edge);
    if !table.board.spec().edges && !table.has_content(spot) {
        out.put(format_args!("<path class=\"way\" d=\"{path}\"/>\n"));
        return;
    }
    // On a grid the lines that nobody has drawn yet are hardly seen; in a graph they matter.
    let grid = if lean(table.board).is_some() { " grid" } else { "" };
    let owner = on_it
        .first()
        .map_or(" free".to_owned(), |p| format!(" {}", seat_class(p.seat, table.hues)));
    out.put(format_args!(
        "<g class=\"edge{grid}{owner}{}\" data-place=\"{}\"><title>{}</title>\
         <path class=\"hit\" d=\"{path}\"/>",
        classes(flags),
        escape(&table.board.spot_name(spot)),
        escape(&title(table, seats, spot))
    ));
    if flags.last || flags.deciding {
        out.put(format_args!("<path class=\"ring\" d=\"{path}\"/>"));
    }
    out.put(format_args!("<path class=\"line\" d=\"{path}\"/>"));
    let (x, y) = pen.pixels(table.board.edge_point(edge));
    if flags.choice && on_it.is_empty() {
        let radius = 0.09 * UNIT;
        out.put(format_args!(
            "<circle class=\"spot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        ));
    }
    if on_it.iter().any(|piece| !is_line(&glyph(piece)) || piece.copies > 1) {
        pieces::draw(out, on_it, table.hues, Spread { x, y, radius: PIECE * UNIT });
    }
    out.put(format_args!("</g>\n"));
}

/// From cell to cell; around a torus, half a step out of each.
fn path(pen: &Pen, table: &Table<'_>, edge: Edge) -> String {
    let board = table.board;
    let (a, b) = board.edges()[edge.index()];
    let (from, to, middle) = (board.point(a), board.point(b), board.edge_point(edge));
    let line = |from: Point, to: Point| {
        let ((x, y), (to_x, to_y)) = (pen.pixels(from), pen.pixels(to));
        format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}")
    };
    if table.is_across(edge) {
        let (dx, dy) = ((to.x - from.x) / 2.0, (to.y - from.y) / 2.0);
        let end = |sign: f64| Point { x: middle.x - sign * dy, y: middle.y + sign * dx };
        return line(end(1.0), end(-1.0));
    }
    let far = (from.x - to.x).abs().max((from.y - to.y).abs()) > 1.5;
    if !(board.spec().torus && far) {
        return line(from, to);
    }
    let back = Point { x: to.x + from.x - middle.x, y: to.y + from.y - middle.y };
    format!("{}{}", line(from, middle), line(to, back))
}

/// A glyph that says no more than that there is a line.
fn is_line(glyph: &str) -> bool {
    ["-", "|", "/", "\\", "─", "│", "━", "┃", "╱", "╲", "—", "–"].contains(&glyph)
}
