//! One board with its cells, edges, pieces, marks and coordinates.

use super::labels::{BoardLabel, board_labels};
use super::pieces::{self, Spread};
use super::{UNIT, edges, sides};
use crate::svg::{Out, escape};
use crate::view::facts::seat_name;
use crate::view::marks::Flags;
use crate::view::table::{BoxedPiece, Table};
use senet_board::{Cell, CellLayout, Outline, Point, Spot};

/// An empty cell between edges is a dot of this radius; it is larger for the pointer.
const SMALL_DOT: f64 = 0.13;

/// The side of what is drawn in the middle of a box of dots and boxes.
const BOX: f64 = 0.7;

/// A drawn board and its size in pixels.
pub(super) struct Picture {
    pub content: String,
    pub width: f64,
    pub height: f64,
}

impl Picture {
    pub(super) fn new(table: &Table<'_>, seats: &[String]) -> Picture {
        let mut labels = board_labels(table.board);
        if !table.sides.is_empty() {
            sides::make_room(table.board, &mut labels);
        }
        let pen = Pen::new(table, &labels);
        let mut out = Out(String::new());
        for owned in &table.boxes {
            draw_box(&mut out, &pen, table, seats, owned);
        }
        edges::draw(&mut out, &pen, table, seats);
        for cell in table.cells() {
            draw_cell(&mut out, &pen, table, seats, cell);
        }
        sides::draw(&mut out, &pen, table);
        for label in &labels {
            let BoardLabel { at, text, anchor } = label;
            let (x, y) = pen.pixels(*at);
            out.put(format_args!(
                "<text class=\"name {anchor}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>\n",
                y + 4.6,
                escape(text)
            ));
        }
        Picture { content: out.0, width: pen.width, height: pen.height }
    }
}

/// From points of the board to pixels.
pub(super) struct Pen {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Pen {
    /// Room for the board and everything that is written around it.
    fn new(table: &Table<'_>, labels: &[BoardLabel]) -> Pen {
        let size = table.board.bounds();
        let around = if table.sides.is_empty() { 0.0 } else { sides::ROOM };
        let (mut left, mut top) = (-around, -around);
        let (mut right, mut bottom) = (size.x + around, size.y + around);
        // Edges around a torus are half a step outside.
        if table.board.spec().torus {
            (left, top, right, bottom) = (left - 0.2, top - 0.2, right + 0.2, bottom + 0.2);
        }
        for label in labels {
            let (from, to) = label.reach();
            (left, right) = (left.min(from), right.max(to));
            (top, bottom) = (top.min(label.at.y - 0.22), bottom.max(label.at.y + 0.22));
        }
        let (width, height) = ((right - left) * UNIT, (bottom - top) * UNIT);
        Pen { left, top, width: width + 4.0, height: height + 4.0 }
    }

    /// A point in pixels.
    pub(super) fn pixels(&self, point: Point) -> (f64, f64) {
        ((point.x - self.left) * UNIT + 2.0, (point.y - self.top) * UNIT + 2.0)
    }
}

fn draw_cell(out: &mut Out, pen: &Pen, table: &Table<'_>, seats: &[String], cell: Cell) {
    let spot = Spot::Cell(cell);
    let (flags, pieces) = (table.flags(spot), table.pieces(spot));
    let tone = if is_dark(table, cell) { " dark" } else { "" };
    out.put(format_args!(
        "<g class=\"cell{tone}{}\" data-place=\"{}\"><title>{}</title>",
        classes(flags),
        escape(&table.board.spot_name(spot)),
        escape(&title(table, seats, spot))
    ));
    let centre = table.board.point(cell);
    let (x, y) = pen.pixels(centre);
    match table.board.outline(cell) {
        Outline::Polygon(corners) => {
            polygon(out, pen, &corners, centre, "face", 1.0);
            if flags.last || flags.deciding {
                polygon(out, pen, &corners, centre, "ring", 0.9);
            }
        }
        Outline::Dot { radius } => {
            let hit = radius * UNIT;
            let small = table.board.spec().edges && pieces.is_empty();
            if small {
                out.put(format_args!(
                    "<circle class=\"hit\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{hit:.1}\"/>"
                ));
            }
            let face = if small { SMALL_DOT * UNIT } else { hit };
            out.put(format_args!(
                "<circle class=\"face\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{face:.1}\"/>"
            ));
            if flags.last || flags.deciding {
                let ring = face + 3.5;
                out.put(format_args!(
                    "<circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{ring:.1}\"/>"
                ));
            }
        }
    }
    let room = match table.board.outline(cell) {
        Outline::Polygon(_) => 0.37 * UNIT,
        Outline::Dot { radius } => (radius - 0.03) * UNIT,
    };
    match (pieces, table.board.outline(cell)) {
        // A block fills its cell: a wall of them has no gaps.
        ([block], Outline::Polygon(corners)) if block.glyph == "█" => {
            polygon(out, pen, &corners, centre, "block", 1.0);
        }
        _ => pieces::draw(out, pieces, table.hues, Spread { x, y, radius: room }),
    }
    if flags.choice {
        let radius = if pieces.is_empty() { 0.11 * UNIT } else { room + 2.5 };
        let class = if pieces.is_empty() { "spot" } else { "halo" };
        out.put(format_args!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        ));
    }
    out.put(format_args!("</g>\n"));
}

/// What lies in a box: a square halfway between its corners, in the colour of its owner.
fn draw_box(out: &mut Out, pen: &Pen, table: &Table<'_>, seats: &[String], boxed: &BoxedPiece<'_>) {
    let (a, b) = (table.board.point(boxed.corner), table.board.point(boxed.opposite));
    let (x, y) = pen.pixels(Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 });
    let side = BOX * UNIT;
    let [from, to] = [boxed.corner, boxed.opposite].map(|c| table.name(Spot::Cell(c)));
    let owner = boxed.piece.seat.map(|seat| seat_name(seats, seat));
    let owner = owner.unwrap_or_else(|| boxed.piece.kind.clone());
    out.put(format_args!(
        "<g class=\"box {}\"><title>{}</title><rect class=\"disc\" x=\"{:.1}\" y=\"{:.1}\" \
         width=\"{side:.1}\" height=\"{side:.1}\" rx=\"3\"/>",
        pieces::seat_class(boxed.piece.seat, table.hues),
        escape(&format!("box from {from} to {to}: {owner}")),
        x - side / 2.0,
        y - side / 2.0
    ));
    pieces::letter(out, boxed.piece, Spread { x, y, radius: 0.45 * side });
    out.put(format_args!("</g>\n"));
}

fn polygon(out: &mut Out, pen: &Pen, corners: &[Point], centre: Point, class: &str, scale: f64) {
    let towards = |p: &Point| Point {
        x: centre.x + (p.x - centre.x) * scale,
        y: centre.y + (p.y - centre.y) * scale,
    };
    let points: Vec<String> = corners
        .iter()
        .map(|p| pen.pixels(towards(p)))
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    out.put(format_args!("<polygon class=\"{class}\" points=\"{}\"/>", points.join(" ")));
}

/// Squares have two tones, so that diagonals can be followed.
fn is_dark(table: &Table<'_>, cell: Cell) -> bool {
    let spec = table.board.spec();
    let square = spec.shape.kind().layout == CellLayout::Square && !spec.edges;
    let sum = table.board.row(cell).zip(table.board.column(cell)).map(|(r, c)| r + c);
    square && sum.is_some_and(|sum| sum % 2 == 0)
}

/// The marks of a spot as class names.
pub(super) fn classes(flags: Flags) -> String {
    let names = [(flags.last, " last"), (flags.deciding, " deciding"), (flags.choice, " choice")];
    names.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect()
}

/// The name of a spot and what lies on it, in words.
pub(super) fn title(table: &Table<'_>, seats: &[String], spot: Spot) -> String {
    let words = table.pieces(spot).iter().map(|piece| {
        let owner = piece.seat.map(|seat| format!(" ({})", seat_name(seats, seat)));
        let copies = if piece.copies > 1 { format!(" ×{}", piece.copies) } else { String::new() };
        format!("{}{}{copies}", pieces::kind(piece), owner.unwrap_or_default())
    });
    let words: Vec<String> = words.collect();
    let colon = if words.is_empty() { "" } else { ": " };
    format!("{}{colon}{}", table.name(spot), words.join(", "))
}
