//! Boards whose cells lie in level rows: squares, and hexagons whose rows are shifted by halves.

use super::edges;
use super::labels::Labels;
use super::notes::Notes;
use super::sides;
use super::token::{Token, Tokens};
use crate::canvas::Canvas;
use crate::view::coordinates::lean;
use crate::view::table::Table;
use senet_board::{Board, Cell, Spot};

/// Where the cells lie: halves of a cell from the left, and rows from the top.
pub(super) struct Lattice {
    at: Vec<(usize, usize)>,
    /// How many halves to the right a step down a column leads; 0 for squares.
    lean: i32,
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

/// No board is cut into narrower bands than this, however narrow the terminal is.
const NARROWEST: usize = 20;

impl Lattice {
    /// The rows of a board, if it has rows.
    pub(super) fn new(board: &Board) -> Option<Lattice> {
        let lean = lean(board)?;
        let rows: Vec<u32> = board.cells().map(|c| board.row(c)).collect::<Option<_>>()?;
        let top = rows.iter().max().copied().unwrap_or(0);
        let left = board.cells().map(|c| board.point(c).x).fold(f64::INFINITY, f64::min);
        let halves = |cell: Cell| (2.0 * (board.point(cell).x - left)).round() as usize;
        let down = |row: u32| if board.spec().downward { row - 1 } else { top - row };
        let at = board.cells().zip(rows).map(|(c, row)| (halves(c), down(row) as usize));
        Some(Lattice { at: at.collect(), lean })
    }

    /// The board in at most so many columns. What is wider is cut into bands below each other.
    pub(super) fn draw(&self, table: &Table<'_>, tokens: &Tokens<'_>, width: usize) -> Canvas {
        let mut closer = None;
        for density in DENSITIES {
            let drawing = Drawing::new(self, table, tokens, density);
            if drawing.canvas.width() <= width {
                return drawing.with_notes(table, tokens, width);
            }
            if density.gap == 1 && closer.is_none() {
                closer = Some(drawing);
            }
        }
        let mut drawing = closer.expect("one of the densities has a gap of 1");
        drawing.cut(width);
        drawing.with_notes(table, tokens, width)
    }
}

/// Where the cells of a board stand on the canvas.
pub(super) struct Grid<'a> {
    lattice: &'a Lattice,
    /// Columns for what lies on a cell.
    pub room: usize,
    /// Columns from one cell to the next.
    pub stride: usize,
    /// Lines from one row of cells to the next.
    pub step: usize,
    /// Columns left of the board.
    pub margin: usize,
    /// Whether there is room around the board to say whose its sides are.
    pub framed: bool,
    /// Columns beside a cell that are kept for its marks.
    pub gap: usize,
}

impl Grid<'_> {
    /// The column where the room for a cell begins.
    pub(super) fn left(&self, cell: Cell) -> usize {
        self.column(self.lattice.at[cell.index()].0)
    }

    /// The column that many halves of a cell from the left.
    pub(super) fn column(&self, halves: usize) -> usize {
        self.margin + halves * self.stride / 2
    }

    /// The line of a cell.
    pub(super) fn row(&self, cell: Cell) -> usize {
        self.lattice.at[cell.index()].1 * self.step + usize::from(self.framed)
    }

    /// Where a cell stands: halves of a cell from the left, and the line.
    pub(super) fn at(&self, cell: Cell) -> (usize, usize) {
        (self.lattice.at[cell.index()].0, self.row(cell))
    }

    /// How many halves to the right a step down a column leads.
    pub(super) fn lean(&self) -> i32 {
        self.lattice.lean
    }
}

/// A board as it is being drawn.
struct Drawing {
    canvas: Canvas,
    /// Columns that every band repeats.
    frozen: usize,
    stride: usize,
    notes: Notes,
}

impl Drawing {
    fn new(
        lattice: &Lattice,
        table: &Table<'_>,
        tokens: &Tokens<'_>,
        Density { gap, widest }: Density,
    ) -> Drawing {
        let labels = Labels::new(table.board);
        let mut drawn = cells(table, tokens, widest);
        let lines = edges::tokens(table, tokens, widest);
        let mut room = widest_token(drawn.iter().map(|(_, token)| token));
        // Two signs on a cell reach into the gap behind it, so that a board does not get wider when a crate comes onto
        // a mark. The other column of the gap has the marks of the last move.
        if gap == 2 && room == 2 && lines.is_none() {
            room = 1;
        }
        if gap == 2 && labels.are_names() {
            room = room.max(labels.widest_column());
        }
        let between = match &lines {
            Some(lines) => 2 * gap.max(1) + widest_token(lines.iter().map(|(_, token)| token)),
            None => gap,
        };
        let stride = match lattice.lean {
            0 => room + between,
            _ => (room + between).next_multiple_of(2),
        };
        let framed = !table.sides.is_empty();
        let margin = labels.margin() + gap.min(1) + if framed { sides::ROOM } else { 0 };
        let step = if lines.is_some() { 2 } else { 1 };
        let grid = Grid { lattice, room, stride, step, margin, framed, gap: gap.min(1) };
        let mut notes = Notes { marks: gap == 0, spots: Vec::new() };
        let mut canvas = Canvas::default();
        for (cell, token) in &mut drawn {
            if gap == 0 {
                token.unmark();
            }
            token.put(&mut canvas, grid.left(*cell), grid.row(*cell), room);
            if token.cut {
                notes.spots.push(Spot::Cell(*cell));
            }
        }
        for (edge, token) in lines.iter().flatten() {
            if !edges::put(&mut canvas, &grid, table, (*edge, token)) || token.cut {
                notes.spots.push(Spot::Edge(*edge));
            }
        }
        edges::boxes(&mut canvas, &grid, table, tokens);
        if lines.is_none() && gap > 0 {
            edges::graph_lines(&mut canvas, &grid, table, tokens);
        }
        sides::put(&mut canvas, &grid, table, tokens);
        labels.put(&mut canvas, table.board, &grid);
        let frozen = if lattice.lean != 0 { 0 } else { labels.margin() };
        Drawing { canvas, frozen, stride, notes }
    }

    /// Cuts the board into bands that fit, one below the other.
    fn cut(&mut self, width: usize) {
        let step = width.max(NARROWEST).saturating_sub(self.frozen + 1).max(self.stride);
        let step = step / self.stride * self.stride;
        let side = self.canvas.columns(0..self.frozen);
        let mut bands = Canvas::default();
        let mut from = self.frozen;
        while from < self.canvas.width() {
            let row = bands.height() + usize::from(bands.height() > 0);
            bands.paste(0, row, &side);
            bands.paste(self.frozen, row, &self.canvas.columns(from..from + step));
            bands.trim();
            from += step;
        }
        self.canvas = bands;
    }

    fn with_notes(mut self, table: &Table<'_>, tokens: &Tokens<'_>, width: usize) -> Canvas {
        self.notes.put(&mut self.canvas, table, tokens, width);
        self.canvas
    }
}

fn cells(table: &Table<'_>, tokens: &Tokens<'_>, widest: usize) -> Vec<(Cell, Token)> {
    let empty = tokens.style().dot();
    let token = |cell| (cell, tokens.token(Spot::Cell(cell), empty, widest));
    table.cells().map(token).collect()
}

fn widest_token<'a>(tokens: impl Iterator<Item = &'a Token>) -> usize {
    tokens.map(|token| token.width).max().unwrap_or(1)
}
