//! What stands on one spot, as a few characters.

use super::TextStyle;
use super::edges::Slope;
use crate::canvas::{COLOURS, Canvas, Paint};
use crate::label::one_line;
use crate::view::marks::Flags;
use crate::view::number::rounded;
use crate::view::table::Table;
use senet_board::Spot;
use senet_game::{Piece, Seat};
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// Colours of the marks.
const DECIDING: u8 = 35;
const LAST: u8 = 178;
const CHOICE: u8 = 39;

/// What stands on one spot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    runs: Vec<(String, Paint)>,
    /// Columns, without the marks.
    pub width: usize,
    /// What stands before and behind a marked spot.
    brackets: Option<(char, char)>,
    bracket_paint: Paint,
    /// Whether the token leaves something out, so that it has to be told.
    pub cut: bool,
    /// Whether something lies there.
    is_piece: bool,
    /// Which of the [`LINES`] go with it.
    rank: usize,
}

/// Lines that are level, upright, rising and falling: for every terminal, thin, and thick.
const LINES: [[&str; 4]; 3] = [["-", "|", "/", "\\"], ["─", "│", "╱", "╲"], ["━", "┃", "╱", "╲"]];

impl Token {
    /// Puts the token in the middle of so many columns; marks come beside it.
    pub(super) fn put(&self, canvas: &mut Canvas, column: usize, row: usize, room: usize) {
        let mut at = column + room.saturating_sub(self.width) / 2;
        let start = at;
        for (text, paint) in &self.runs {
            at = canvas.put(at, row, text, *paint);
        }
        let Some((before, behind)) = self.brackets else {
            return;
        };
        // Where cells are close, neighbours share the mark between them.
        if start > 0 {
            let shared = matches!(canvas.at(start - 1, row), ')' | ']' | '>');
            let before = if shared { '|' } else { before };
            canvas.put(start - 1, row, &before.to_string(), self.bracket_paint);
        }
        canvas.put(at, row, &behind.to_string(), self.bracket_paint);
    }

    /// Puts the token and its marks from a column on, and returns the column after them.
    pub(super) fn put_all(&self, canvas: &mut Canvas, column: usize, row: usize) -> usize {
        let marks = usize::from(self.brackets.is_some());
        self.put(canvas, column + marks, row, self.width);
        column + self.width + 2 * marks
    }

    /// What stands on an edge, turned as the edge runs, if it is a line.
    pub(super) fn along(mut self, slope: Slope) -> Token {
        let turn = match slope {
            Slope::Level => 0,
            Slope::Upright => 1,
            Slope::Rising => 2,
            Slope::Falling => 3,
        };
        if let [(text, _)] = self.runs.as_mut_slice()
            && let Some(lines) = LINES.iter().find(|lines| is_line(text, lines))
        {
            let first = text.chars().next().map_or(0, char::len_utf8);
            text.replace_range(..first, lines[turn]);
        }
        self
    }

    /// The character and look of a line through a piece; none where no piece lies.
    pub(super) fn line(&self) -> Option<(&'static str, Paint)> {
        let (text, paint) = self.runs.first().filter(|_| self.is_piece)?;
        let rank = LINES.iter().position(|lines| is_line(text, lines));
        Some((LINES[rank.unwrap_or(self.rank)][0], *paint))
    }

    /// The same as a line of this slope, whatever its glyph.
    pub(super) fn drawn_as(mut self, slope: Slope) -> Token {
        let paint = self.runs.first().map_or(Paint::default(), |(_, paint)| *paint);
        self.runs = vec![(LINES[self.rank][usize::from(slope != Slope::Level)].to_owned(), paint)];
        self.width = 1;
        self
    }

    /// Takes its marks away, for boards that have no room for them.
    pub(super) fn unmark(&mut self) {
        self.brackets = None;
    }
}

fn is_line(text: &str, lines: &[&str; 4]) -> bool {
    lines.iter().any(|line| text.starts_with(line))
}

/// Makes tokens for one board.
pub(super) struct Tokens<'a> {
    table: &'a Table<'a>,
    style: &'a TextStyle,
    seats: &'a [String],
    /// Glyphs that several seats have.
    shared: Vec<String>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(
        table: &'a Table<'a>,
        style: &'a TextStyle,
        seats: &'a [String],
    ) -> Tokens<'a> {
        let mut owners: BTreeMap<String, Option<Seat>> = BTreeMap::new();
        let mut shared = Vec::new();
        let in_boxes = table.boxes.iter().map(|boxed| &boxed.piece);
        for piece in table.pieces.values().flatten().chain(in_boxes) {
            let glyph = glyph(piece, style);
            match owners.get(&glyph) {
                Some(owner) if *owner != piece.seat => shared.push(glyph),
                Some(_) => {}
                None => {
                    owners.insert(glyph, piece.seat);
                }
            }
        }
        shared.sort();
        shared.dedup();
        Tokens { table, style, seats, shared }
    }

    /// What the terminal can show.
    pub(super) fn style(&self) -> &TextStyle {
        self.style
    }

    /// The letter that stands for a seat.
    pub(super) fn seat_letter(&self, seat: Seat) -> String {
        let name = self.seats.get(usize::from(seat.0)).map_or("", String::as_str);
        let first = name.chars().next().filter(|c| self.style.unicode || c.is_ascii());
        let others = self.seats.iter().filter(|other| other.starts_with(|c| Some(c) == first));
        match first {
            Some(first) if others.count() == 1 => first.to_string(),
            _ => (u32::from(seat.0) + 1).to_string(),
        }
    }

    /// What stands on a spot, in at most so many columns; `empty` is shown where nothing does.
    pub(super) fn token(&self, spot: Spot, empty: &str, widest: usize) -> Token {
        let flags = self.table.flags(spot);
        let pieces = self.table.pieces(spot);
        if pieces.is_empty() { self.empty(flags, empty) } else { self.of(pieces, flags, widest) }
    }

    /// A piece alone, in at most so many columns.
    pub(super) fn of_piece(&self, piece: &Piece, widest: usize) -> Token {
        self.of(&[piece], Flags::default(), widest)
    }

    fn of(&self, pieces: &[&Piece], flags: Flags, widest: usize) -> Token {
        let mut runs: Vec<(String, Paint)> = Vec::new();
        let mut width = 0;
        let mut cut = false;
        for (i, piece) in pieces.iter().enumerate() {
            let (text, short) = self.piece(piece);
            let room = widest - width - usize::from(i + 1 < pieces.len());
            if text.width() > room {
                let rest = if self.style.unicode { "…" } else { "~" };
                runs.push((rest.to_owned(), Paint::default()));
                width += 1;
                cut = true;
                break;
            }
            cut |= short;
            width += text.width();
            runs.push((text, self.piece_paint(piece.seat, flags)));
        }
        let (brackets, bracket_paint) = brackets(flags);
        let rank = usize::from(self.style.unicode);
        Token { runs, width, brackets, bracket_paint, cut, is_piece: true, rank }
    }

    fn empty(&self, flags: Flags, empty: &str) -> Token {
        let paint = match flags.choice {
            true => Paint { colour: Some(CHOICE), bold: true, ..Paint::default() },
            false => Paint::FAINT,
        };
        let text = if flags.choice { "+" } else { empty };
        let (brackets, bracket_paint) = brackets(Flags { choice: false, ..flags });
        let runs = vec![(text.to_owned(), paint)];
        let width = text.width();
        Token { runs, width, brackets, bracket_paint, cut: false, is_piece: false, rank: 0 }
    }

    /// A piece as a few characters, and whether its number is not exact.
    fn piece(&self, piece: &Piece) -> (String, bool) {
        let glyph = glyph(piece, self.style);
        let owner = match piece.seat {
            // In colour one sees whose it is, and a number with an index would be another number.
            Some(_) if glyph.chars().all(|c| c.is_ascii_digit()) => String::new(),
            Some(seat) if !self.style.colour && self.shared.contains(&glyph) => {
                let number = u32::from(seat.0) + 1;
                if self.style.unicode { subscript(number) } else { format!("_{number}") }
            }
            _ => String::new(),
        };
        let (copies, short) = match piece.copies {
            0 | 1 => (String::new(), false),
            n => rounded(n),
        };
        let digit = |c: char| c.is_ascii_digit();
        let times = match !copies.is_empty() && (glyph.ends_with(digit) || !owner.is_empty()) {
            true if self.style.unicode => "×",
            true => "*",
            false => "",
        };
        (format!("{glyph}{owner}{times}{copies}"), short)
    }

    fn piece_paint(&self, seat: Option<Seat>, flags: Flags) -> Paint {
        Paint {
            colour: seat.and_then(|seat| COLOURS[self.table.hues.of_seat(seat)]),
            bold: true,
            underline: flags.last && !flags.deciding,
            reverse: flags.deciding,
            faint: false,
        }
    }

    /// Everything that stands on a spot, in words.
    pub(super) fn in_full(&self, spot: Spot) -> String {
        let words = self.table.pieces(spot).iter().map(|piece| {
            let times = if self.style.unicode { '×' } else { 'x' };
            let single = Piece { copies: 1, ..(*piece).clone() };
            match piece.copies {
                0 | 1 => self.piece(piece).0,
                n => format!("{} {times}{n}", self.piece(&single).0),
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// The character or two that stand for a piece: those that it asks for, or its name.
fn glyph(piece: &Piece, style: &TextStyle) -> String {
    let candidates = [one_line(&piece.glyph), one_line(&piece.kind)];
    let fits = |text: &&String| text.width() > 0 && (style.unicode || text.is_ascii());
    candidates.iter().find(fits).cloned().unwrap_or_else(|| "?".to_owned())
}

fn subscript(n: u32) -> String {
    let digit = |c: char| char::from_u32(0x2080 + (c as u32 - '0' as u32)).unwrap_or(c);
    n.to_string().chars().map(digit).collect()
}

fn brackets(flags: Flags) -> (Option<(char, char)>, Paint) {
    let (brackets, colour) = match flags {
        Flags { deciding: true, .. } => (Some(('(', ')')), DECIDING),
        Flags { last: true, .. } => (Some(('[', ']')), LAST),
        Flags { choice: true, .. } => (Some(('<', '>')), CHOICE),
        _ => (None, LAST),
    };
    (brackets, Paint { colour: Some(colour), bold: true, ..Paint::default() })
}
