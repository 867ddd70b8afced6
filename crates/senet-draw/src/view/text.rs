//! A position as text, for terminals.

mod edges;
mod labels;
mod lattice;
mod loose;
mod notes;
mod sides;
mod token;

use super::facts::facts;
use super::marks::Marks;
use super::table::Table;
use crate::canvas::{Canvas, Paint};
use crate::hue::Hues;
use crate::label::one_line;
use lattice::Lattice;
use senet_game::View;
use token::Tokens;
use unicode_width::UnicodeWidthStr;

/// How far everything stands from the left.
const INDENT: usize = 2;
/// Columns between boards that stand side by side.
const BETWEEN: usize = 4;

/// What the terminal can show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether seats and marks have colours; without, there is no escape sequence at all.
    pub colour: bool,
    /// Whether characters beyond ASCII can be shown.
    pub unicode: bool,
    /// How many columns there are. Boards get closer, and lines are broken, to keep to it.
    pub width: usize,
}

impl Default for TextStyle {
    fn default() -> TextStyle {
        TextStyle { colour: false, unicode: true, width: 80 }
    }
}

impl TextStyle {
    /// What stands on an empty cell.
    fn dot(&self) -> &'static str {
        if self.unicode { "·" } else { "." }
    }

    /// A text in characters that the terminal has.
    pub(crate) fn plain(&self, text: &str) -> String {
        let known = |c: char| match c {
            _ if self.unicode || c.is_ascii() => c,
            '×' => 'x',
            '·' => '.',
            '…' => '~',
            '–' => '-',
            _ => '?',
        };
        text.chars().map(known).collect()
    }
}

/// A position as lines of text: the boards, side by side if there is room, then what lies beside
/// them. Every line ends in `\n`; nothing to show gives no lines.
///
/// Columns have letters and rows have numbers, as the cells are named. `(x)` decided the game,
/// `[x]` is the last move, `<x>` and `+` are choices. The first letter of its owner stands beside each cell of
/// a side. `seats` are the names of the seats; one called
/// `red` is drawn in red.
///
/// ```
/// use senet_board::{Board, Cell, Shape, Spot};
/// use senet_draw::{Marks, TextStyle, view_text};
/// use senet_game::{Piece, Scene, Seat, View};
///
/// let board = Board::new(Shape::Square { width: 3, height: 3 }).expect("a small board");
/// let x = Piece {
///     spot: Spot::Cell(Cell(4)),
///     kind: "x".into(),
///     glyph: "x".into(),
///     seat: Some(Seat(0)),
///     copies: 1,
///     opposite: None,
/// };
/// let scene = Scene { board: board.into(), pieces: vec![x] };
/// let view = View { boards: vec![scene], ..View::default() };
/// let marks = Marks { last: vec![Cell(4).into()], ..Marks::default() };
/// let text = view_text(&view, &marks, &[], &TextStyle::default());
/// assert_eq!(text, "  3  ·  ·  ·\n  2  · [x] ·\n  1  ·  ·  ·\n     a  b  c\n");
/// ```
pub fn view_text(view: &View, marks: &Marks, seats: &[String], style: &TextStyle) -> String {
    let width = style.width.saturating_sub(INDENT).max(1);
    let hues = Hues::new(seats.iter().map(String::as_str));
    let tables = view.boards.iter().enumerate().map(|(i, s)| Table::new(s, i, marks, &hues));
    let boards = tables.map(|table| board(&table, style, seats, width)).enumerate();
    let boards: Vec<Canvas> = boards.map(|(i, drawn)| titled(drawn, view, i, style)).collect();
    let mut lines = side_by_side(&boards, width).lines(style.colour);
    for fact in facts(view, seats) {
        let fact = wrap(&fact.head, &fact.rest, width);
        lines.extend(fact.iter().map(|line| style.plain(line)));
    }
    let indented = |line: &String| match line.is_empty() {
        true => "\n".to_owned(),
        false => format!("{:INDENT$}{line}\n", ""),
    };
    lines.iter().map(indented).collect()
}

fn board(table: &Table<'_>, style: &TextStyle, seats: &[String], width: usize) -> Canvas {
    let tokens = Tokens::new(table, style, seats);
    match Lattice::new(table.board) {
        Some(lattice) => lattice.draw(table, &tokens, width),
        None => loose::draw(table, &tokens, width),
    }
}

/// A board with its title above it, if it has one.
fn titled(board: Canvas, view: &View, at: usize, style: &TextStyle) -> Canvas {
    let Some(title) = view.titles.get(at).filter(|title| !title.is_empty()) else {
        return board;
    };
    let mut out = Canvas::default();
    out.put(0, 0, &style.plain(&one_line(title)), Paint::default());
    out.paste(0, 1, &board);
    out
}

/// Boards in rows, as many side by side as there is room for, with an empty line between the rows.
fn side_by_side(boards: &[Canvas], width: usize) -> Canvas {
    let mut out = Canvas::default();
    let (mut column, mut row) = (0, 0);
    for board in boards {
        if column > 0 && column + board.width() > width {
            (column, row) = (0, out.height() + 1);
        }
        out.paste(column, row, board);
        column += board.width() + BETWEEN;
    }
    out
}

/// `head: one, two, three`, broken into lines after the commas.
fn wrap(head: &str, rest: &[String], width: usize) -> Vec<String> {
    let colon = if rest.is_empty() { "" } else { ":" };
    let mut lines = vec![format!("{head}{colon}")];
    let mut used = head.width() + 1;
    for (i, word) in rest.iter().enumerate() {
        let comma = if i + 1 < rest.len() { "," } else { "" };
        let room = word.width() + 1 + comma.len();
        if used + room > width && i > 0 {
            lines.push(" ".to_owned());
            used = 1;
        }
        let line = lines.last_mut().expect("there is a first line");
        line.push_str(&format!(" {word}{comma}"));
        used += room;
    }
    lines
}
