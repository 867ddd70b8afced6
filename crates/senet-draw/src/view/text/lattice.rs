//! Boards whose cells lie in level rows: squares, and hexagons whose rows are shifted by halves.

use super::canvas::{Canvas, Paint};
use super::token::{Token, Tokens};
use super::{TextStyle, wrap};
use crate::view::table::Table;
use senet_board::{Board, Cell, Shape, Spot};
use std::collections::BTreeMap;

/// Where the cells lie: halves of a cell from the left, and rows from the top.
pub(super) struct Lattice {
    at: Vec<(usize, usize)>,
    /// Whether rows are shifted against each other.
    shifted: bool,
}

/// How close the cells stand, and how much of what lies on them is shown.
#[derive(Clone, Copy)]
struct Density {
    /// Columns between two cells.
    gap: usize,
    /// The most columns for what lies on one cell.
    widest: usize,
}

/// From the most comfortable to the closest.
const DENSITIES: [Density; 5] = [
    Density { gap: 2, widest: 7 },
    Density { gap: 1, widest: 7 },
    Density { gap: 0, widest: 7 },
    Density { gap: 1, widest: 3 },
    Density { gap: 0, widest: 3 },
];

impl Lattice {
    /// The rows of a board, if it has rows.
    pub(super) fn new(board: &Board) -> Option<Lattice> {
        let Shape::Square { width, height } = board.spec().shape else {
            return None;
        };
        let (width, height) = (width as usize, height as usize);
        let at = (0..height).rev().flat_map(|y| (0..width).map(move |x| (2 * x, y))).collect();
        Some(Lattice { at, shifted: false })
    }

    /// The board in at most so many columns. What is wider is cut into bands below each other.
    pub(super) fn draw(&self, table: &Table<'_>, style: &TextStyle, width: usize) -> Canvas {
        let tokens = Tokens::new(table, style);
        let mut first = None;
        for density in DENSITIES {
            let drawing = Drawing::new(self, table, &tokens, style, density);
            if drawing.canvas.width() <= width {
                return drawing.with_notes(table, &tokens, style, width);
            }
            if density.gap == 1 && first.is_none() {
                first = Some(drawing);
            }
        }
        let mut drawing = first.expect("one of the densities has a gap of 1");
        drawing.cut(width);
        drawing.with_notes(table, &tokens, style, width)
    }
}

/// A board as it is being drawn.
struct Drawing {
    canvas: Canvas,
    /// Columns that every band repeats.
    frozen: usize,
    stride: usize,
    /// Cells of which something is left out.
    cut: Vec<Spot>,
    /// Whether there is room for the marks.
    marked: bool,
}

impl Drawing {
    fn new(
        lattice: &Lattice,
        table: &Table<'_>,
        tokens: &Tokens<'_>,
        style: &TextStyle,
        density: Density,
    ) -> Drawing {
        let empty = if style.unicode { "·" } else { "." };
        let spots = || table.cells().map(Spot::Cell);
        let drawn: Vec<Token> =
            spots().map(|s| tokens.token(table, s, empty, density.widest)).collect();
        let room = drawn.iter().map(|t| t.width).max().unwrap_or(1);
        let stride = match lattice.shifted {
            true => (room + density.gap).next_multiple_of(2),
            false => room + density.gap,
        };
        let labels = Labels::new(table.board);
        let marked = density.gap > 0;
        let margin = labels.margin() + usize::from(marked);
        let left = |cell: Cell| margin + lattice.at[cell.index()].0 * stride / 2;
        let mut canvas = Canvas::default();
        for (cell, token) in table.cells().zip(&drawn) {
            let token = if marked { token.clone() } else { token.clone().unmarked() };
            token.put(&mut canvas, left(cell), lattice.at[cell.index()].1, room);
        }
        labels.put(&mut canvas, lattice, (margin, stride, room), usize::from(marked));
        let cut = spots().zip(&drawn).filter(|(_, t)| t.cut).map(|(s, _)| s).collect();
        let frozen = if lattice.shifted { 0 } else { labels.margin() };
        Drawing { canvas, frozen, stride, cut, marked }
    }

    /// Cuts the board into bands that fit, one below the other.
    fn cut(&mut self, width: usize) {
        let step = width.saturating_sub(self.frozen + 1).max(self.stride);
        let step = step / self.stride * self.stride;
        let side = self.canvas.columns(0..self.frozen);
        let mut bands = Canvas::default();
        let mut from = self.frozen;
        while from < self.canvas.width() {
            let row = bands.height() + usize::from(bands.height() > 0);
            bands.paste(0, row, &side);
            bands.paste(self.frozen, row, &self.canvas.columns(from..from + step));
            from += step;
        }
        self.canvas = bands;
    }

    /// The board with a line below it for everything that could not be drawn.
    fn with_notes(
        mut self,
        table: &Table<'_>,
        tokens: &Tokens<'_>,
        style: &TextStyle,
        width: usize,
    ) -> Canvas {
        let mut notes = Vec::new();
        if !self.marked {
            let named = |wanted: fn(&crate::view::marks::Flags) -> bool| {
                let spots = table.flags.iter().filter(|(_, flags)| wanted(flags));
                spots.map(|(spot, _)| table.board.spot_name(*spot)).collect::<Vec<_>>()
            };
            notes.push(("last", named(|flags| flags.last)));
            notes.push(("deciding", named(|flags| flags.deciding)));
        }
        let mut lines: Vec<String> = Vec::new();
        for (head, rest) in notes.iter().filter(|(_, rest)| !rest.is_empty()) {
            lines.extend(wrap(head, rest, width));
        }
        for spot in &self.cut {
            let content = tokens.in_full(table, *spot);
            lines.extend(wrap(&table.board.spot_name(*spot), &[content], width));
        }
        for line in lines {
            let row = self.canvas.height();
            self.canvas.put(0, row, &style.plain(&line), Paint::default());
        }
        self.canvas
    }
}

/// The letters of columns and the numbers of rows.
struct Labels {
    /// The letters of the column and the number of the row of each cell, if all have them.
    names: Option<Vec<(String, String)>>,
}

impl Labels {
    fn new(board: &Board) -> Labels {
        let names = board.cells().map(|cell| {
            let name = board.name(cell);
            let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let number = &name[letters.len()..];
            let both = !letters.is_empty() && !number.is_empty();
            both.then(|| (letters.to_owned(), number.to_owned()))
        });
        Labels { names: names.collect() }
    }

    /// Columns that are needed left of the board, with a blank.
    fn margin(&self) -> usize {
        let widest = |names: &Vec<(String, String)>| names.iter().map(|(_, n)| n.len()).max();
        self.names.as_ref().and_then(widest).map_or(0, |w| w + 1)
    }

    /// Writes the numbers left of the rows and the letters below the columns.
    fn put(
        &self,
        canvas: &mut Canvas,
        lattice: &Lattice,
        (margin, stride, room): (usize, usize, usize),
        gap: usize,
    ) {
        let Some(names) = &self.names else {
            return;
        };
        let mut rows: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        let mut columns: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for ((letters, number), (x, y)) in names.iter().zip(&lattice.at) {
            let row = rows.entry(*y).or_insert((*x, number));
            row.0 = row.0.min(*x);
            columns.entry(letters).or_default().push((*y, *x));
        }
        for (y, (x, number)) in rows {
            let x = if lattice.shifted { x } else { 0 };
            let end = margin + x * stride / 2 - 1 - gap;
            canvas.put(end - number.len(), y, number, Paint::FAINT);
        }
        let bottom = lattice.at.iter().map(|(_, y)| y + 1).max().unwrap_or(0);
        let mut below: Vec<(usize, usize, &str)> = Vec::new();
        for (letters, mut cells) in columns {
            cells.sort_unstable();
            let Some(&(_, x)) = cells.last() else {
                continue;
            };
            below.push((bottom, margin + x * stride / 2, letters));
        }
        below.sort_unstable();
        for (row, left, letters) in below {
            let start = left + room.saturating_sub(letters.len()) / 2;
            if canvas.is_blank(start.saturating_sub(1)..start + letters.len(), row) {
                canvas.put(start, row, letters, Paint::FAINT);
            }
        }
    }
}
