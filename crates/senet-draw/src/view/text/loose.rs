//! Boards without rows: rings, complete graphs and other graphs. Every cell has its name beside it.

use super::notes::Notes;
use super::token::{Token, Tokens};
use super::wrap;
use crate::canvas::{Canvas, Paint};
use crate::view::table::Table;
use senet_board::{Cell, Edge, Shape, Spot};
use unicode_width::UnicodeWidthStr;

/// The most columns for what lies on one cell.
const WIDEST: usize = 7;
/// Larger boards are lists: a circle of so many cells would not fit a screen.
const MOST_ON_A_CIRCLE: usize = 40;
/// The most lines of a circle.
const TALLEST: usize = 25;
/// Of larger graphs the neighbours are not listed.
const MOST_WITH_NEIGHBOURS: usize = 24;
const MOST_NEIGHBOURS: usize = 120;
/// A line is about so many columns high.
const ASPECT: f64 = 2.0;
/// A circle that is not flatter than this is fine; then the smallest is the best.
const ROUND: f64 = 2.0;

/// The board in at most so many columns.
pub(super) fn draw(table: &Table<'_>, tokens: &Tokens<'_>, width: usize) -> Canvas {
    let cells: Vec<Item> = table.cells().map(|cell| Item::new(table, tokens, cell)).collect();
    let mut canvas = circle(table, &cells, width).unwrap_or_else(|| list(&cells, width));
    let mut notes = Notes::default();
    let cut = table.cells().zip(&cells).filter(|(_, item)| item.token.cut);
    notes.spots.extend(cut.map(|(cell, _)| Spot::Cell(cell)));
    let edges = table.edges_with_content();
    let complete = matches!(table.board.spec().shape, Shape::Complete { .. });
    let between = table.board.spec().edges || !edges.is_empty();
    let matrix = (complete && between).then(|| triangle(table, tokens, &cells, width)).flatten();
    if let Some(matrix) = matrix {
        canvas.paste(0, canvas.height() + 1, &matrix);
    } else if !complete && has_few_neighbours(table) {
        neighbours(&mut canvas, table, tokens, width);
    } else {
        notes.spots.extend(edges.into_iter().map(Spot::Edge));
    }
    notes.put(&mut canvas, table, tokens, width);
    canvas
}

/// A cell with its name.
struct Item {
    token: Token,
    name: String,
}

impl Item {
    fn new(table: &Table<'_>, tokens: &Tokens<'_>, cell: Cell) -> Item {
        let token = tokens.token(Spot::Cell(cell), tokens.style().dot(), WIDEST);
        let name = tokens.style().plain(&table.name(Spot::Cell(cell)));
        Item { token, name }
    }

    /// Columns with the marks and the name.
    fn width(&self) -> usize {
        self.token.width + 2 + self.name.width()
    }

    /// Puts the cell so that its marks begin at a column.
    fn put(&self, canvas: &mut Canvas, column: usize, row: usize) {
        self.token.put(canvas, column + 1, row, self.token.width);
        canvas.put(column + self.token.width + 2, row, &self.name, Paint::FAINT);
    }
}

/// The cells where the board has them, if they fit without touching each other.
fn circle(table: &Table<'_>, cells: &[Item], width: usize) -> Option<Canvas> {
    if cells.len() > MOST_ON_A_CIRCLE {
        return None;
    }
    let tall = (1..=8).map(f64::from).filter_map(|lines| arrange(table, cells, lines));
    let fits = tall.filter(|(_, canvas)| canvas.width() <= width && canvas.height() <= TALLEST);
    let mut fits: Vec<(f64, Canvas)> = fits.collect();
    let round = fits.iter().position(|(ratio, _)| *ratio <= ROUND);
    let roundest = || (0..fits.len()).min_by(|&a, &b| fits[a].0.total_cmp(&fits[b].0));
    let best = round.or_else(roundest)?;
    Some(fits.swap_remove(best).1)
}

/// The cells with so many lines from neighbour to neighbour and as few columns as possible. Gives
/// how far the picture is from being round.
fn arrange(table: &Table<'_>, cells: &[Item], lines: f64) -> Option<(f64, Canvas)> {
    let widest = cells.iter().map(Item::width).max().unwrap_or(1);
    let least = (lines * ASPECT).round() as usize;
    let size = table.board.bounds();
    (least..=least.max(8 * (widest + 1))).find_map(|columns| {
        // From the middle, so that both halves are rounded alike.
        let at = |(cell, item): (Cell, &Item)| {
            let point = table.board.point(cell);
            let column = ((point.x - size.x / 2.0) * columns as f64).round() as i64;
            let row = ((point.y - size.y / 2.0) * lines).round() as i64;
            (row, column, column + item.width() as i64)
        };
        let places: Vec<(i64, i64, i64)> = table.cells().zip(cells).map(at).collect();
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let apart = |pair: &[(i64, i64, i64)]| pair[0].0 < pair[1].0 || pair[0].2 < pair[1].1;
        if !sorted.windows(2).all(apart) {
            return None;
        }
        let mut canvas = Canvas::default();
        let left = places.iter().map(|place| place.1).min().unwrap_or(0);
        let top = places.iter().map(|place| place.0).min().unwrap_or(0);
        for (item, (row, column, _)) in cells.iter().zip(&places) {
            item.put(&mut canvas, (column - left) as usize, (row - top) as usize);
        }
        Some((columns as f64 / (lines * ASPECT), canvas))
    })
}

/// The cells one after the other, in columns.
fn list(cells: &[Item], width: usize) -> Canvas {
    let widest = cells.iter().map(Item::width).max().unwrap_or(0) + 2;
    let columns = (width / widest.max(1)).max(1);
    let mut canvas = Canvas::default();
    for (i, item) in cells.iter().enumerate() {
        item.put(&mut canvas, i % columns * widest, i / columns);
    }
    canvas
}

fn has_few_neighbours(table: &Table<'_>) -> bool {
    let graph = matches!(table.board.spec().shape, Shape::Graph { .. });
    let wanted = graph || !table.edges_with_content().is_empty();
    let few = table.board.len() <= MOST_WITH_NEIGHBOURS;
    wanted && few && 2 * table.board.edges().len() <= MOST_NEIGHBOURS
}

/// A line for each cell: its neighbours, and what lies on the way to them.
fn neighbours(canvas: &mut Canvas, table: &Table<'_>, tokens: &Tokens<'_>, width: usize) {
    let board = table.board;
    let name = |cell: Cell| tokens.style().plain(&table.name(Spot::Cell(cell)));
    let plain = table.edges_with_content().is_empty();
    canvas.put(0, canvas.height(), "", Paint::default());
    for cell in board.cells() {
        let around = board.neighbours(cell);
        if plain {
            let names: Vec<String> = around.iter().map(|next| name(*next)).collect();
            for line in wrap(&name(cell), &names, width) {
                canvas.put(0, canvas.height(), &line, Paint::FAINT);
            }
            continue;
        }
        let row = canvas.height();
        let mut at = canvas.put(0, row, &format!("{}:", name(cell)), Paint::FAINT);
        for next in around {
            at = canvas.put(at + 2, row, &name(*next), Paint::FAINT);
            let edge = board.edge(cell, *next).map(Spot::Edge);
            let Some(spot) = edge.filter(|spot| table.has_content(*spot)) else {
                continue;
            };
            let token = tokens.token(spot, "", WIDEST);
            at = canvas.put(at, row, "=", Paint::FAINT);
            at = token.put_all(canvas, at, row);
        }
    }
}

/// What lies between any two cells, as half of a square table.
fn triangle(
    table: &Table<'_>,
    tokens: &Tokens<'_>,
    cells: &[Item],
    width: usize,
) -> Option<Canvas> {
    if cells.len() > MOST_ON_A_CIRCLE {
        return None;
    }
    let names = cells.iter().map(|item| item.name.width()).max().unwrap_or(0);
    let dot = tokens.style().dot();
    let edge = |edge: usize| tokens.token(Spot::Edge(Edge(edge as u32)), dot, WIDEST);
    let drawn: Vec<Token> = (0..table.board.edges().len()).map(edge).collect();
    let room = drawn.iter().map(|t| t.width).max().unwrap_or(1).max(names);
    let stride = room + 2;
    let mut canvas = Canvas::default();
    let left = |column: usize| names + 2 + column * stride;
    for ((a, b), token) in table.board.edges().iter().zip(&drawn) {
        token.put(&mut canvas, left(a.index()), b.index(), room);
    }
    for (i, item) in cells.iter().enumerate() {
        if i > 0 {
            canvas.put(0, i, &item.name, Paint::FAINT);
        }
        if i + 1 < cells.len() {
            let centre = (room - item.name.width()) / 2;
            canvas.put(left(i) + centre, 0, &item.name, Paint::FAINT);
        }
    }
    (canvas.width() <= width).then_some(canvas)
}
