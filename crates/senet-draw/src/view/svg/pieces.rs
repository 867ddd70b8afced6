//! Pieces on a spot: one large, or several small ones.

use crate::hue::Hues;
use crate::label::{one_line, width};
use crate::svg::{Out, escape};
use crate::view::number::rounded;
use senet_game::{Piece, Seat};

/// Of more pieces than this the rest is a number.
const MOST: usize = 9;

/// Glyphs that are nothing but a disc: the disc is drawn instead.
const DISCS: [&str; 9] = ["●", "○", "⬤", "◯", "•", "⚫", "⚪", "◉", "◎"];

/// How much larger a sign is that stands without a disc.
const BARE: f64 = 1.3;

/// Where pieces are drawn: a circle in pixels.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    pub x: f64,
    pub y: f64,
    pub radius: f64,
}

/// Draws the pieces of one spot.
pub(super) fn draw(out: &mut Out, pieces: &[&Piece], hues: &Hues, room: Spread) {
    let side = (1..=3).find(|side| side * side >= pieces.len()).unwrap_or(3);
    let shown = if pieces.len() > MOST { MOST - 1 } else { pieces.len() };
    // Small pieces stand in a square that is a little larger than the circle of a large one.
    let step = if side > 1 { 2.2 * room.radius / side as f64 } else { 0.0 };
    let rows = pieces.len().min(MOST).div_ceil(side.max(1));
    let at = |i: usize| Spread {
        x: room.x + (((i % side) as f64) - (side as f64 - 1.0) / 2.0) * step,
        y: room.y + (((i / side) as f64) - (rows as f64 - 1.0) / 2.0) * step,
        radius: if side > 1 { step * 0.46 } else { room.radius },
    };
    for (i, piece) in pieces.iter().take(shown).enumerate() {
        draw_piece(out, piece, hues, at(i));
    }
    if pieces.len() > shown {
        text(out, "more", &format!("+{}", pieces.len() - shown), at(shown));
    }
}

fn draw_piece(out: &mut Out, piece: &Piece, hues: &Hues, room: Spread) {
    let Spread { x, y, radius } = room;
    let glyph = glyph(piece);
    let disc = DISCS.contains(&glyph.as_str());
    out.put(format_args!("<g class=\"piece {}\">", seat_class(piece.seat, hues)));
    let framed = piece.seat.is_some() || disc;
    // A sign without a disc around it has the whole room.
    let room = if framed { room } else { Spread { radius: BARE * radius, ..room } };
    if framed {
        out.put(format_args!(
            "<circle class=\"disc\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        ));
    }
    let count = (piece.copies > 1).then(|| rounded(piece.copies).0);
    match count {
        // A heap of discs is a disc with their number.
        Some(count) if disc => text(out, "glyph", &count, room),
        None if disc => {}
        None => text(out, "glyph", &glyph, room),
        Some(count) => {
            text(out, "glyph", &glyph, room);
            badge(out, &count, room);
        }
    }
    out.put(format_args!("</g>"));
}

/// The sign of a piece alone, where something else stands for its disc.
pub(super) fn letter(out: &mut Out, piece: &Piece, room: Spread) {
    let glyph = glyph(piece);
    if !DISCS.contains(&glyph.as_str()) {
        text(out, "glyph", &glyph, room);
    }
}

/// How many there are, in a pill as wide as the number, at the lower right of the piece.
fn badge(out: &mut Out, count: &str, Spread { x, y, radius }: Spread) {
    let half_height = (radius * 0.5).max(7.0);
    let font = half_height * 1.3;
    let half_width = (width(count, font) / 2.0 + half_height * 0.4).max(half_height);
    let at = Spread { x: x + radius * 0.75, y: y + radius * 0.75, radius };
    out.put(format_args!(
        "<rect class=\"badge\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
         rx=\"{half_height:.1}\"/>",
        at.x - half_width,
        at.y - half_height,
        2.0 * half_width,
        2.0 * half_height
    ));
    sized(out, "count", count, at, font);
}

/// Text in the middle of a circle, as large as fits.
fn text(out: &mut Out, class: &str, text: &str, room: Spread) {
    let wide = width(text, 1.0).max(0.5);
    let size = (1.65 * room.radius / wide).min(1.3 * room.radius);
    sized(out, class, text, room, size);
}

fn sized(out: &mut Out, class: &str, text: &str, Spread { x, y, .. }: Spread, size: f64) {
    out.put(format_args!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size:.1}\">{}</text>",
        y + 0.35 * size,
        escape(text)
    ));
}

/// The class that gives a seat its colour.
pub(super) fn seat_class(seat: Option<Seat>, hues: &Hues) -> String {
    seat.map_or("nobody".to_owned(), |seat| format!("hue{}", hues.of_seat(seat)))
}

/// What a piece is called.
pub(super) fn kind(piece: &Piece) -> String {
    let names = [one_line(&piece.kind), one_line(&piece.glyph)];
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| "?".to_owned())
}

/// What stands for a piece.
pub(super) fn glyph(piece: &Piece) -> String {
    let glyph = one_line(&piece.glyph);
    if glyph.is_empty() { kind(piece) } else { glyph }
}
