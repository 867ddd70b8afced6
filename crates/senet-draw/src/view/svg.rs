//! A position as a picture: SVG that stands alone, in a file or inside a page.

mod board;
mod describe;
mod edges;
mod facts;
mod labels;
mod pieces;
mod sides;
mod style;

use super::marks::Marks;
use super::table::Table;
use crate::hue::Hues;
use crate::label::one_line;
use crate::svg::{Out, escape};
use board::Picture;
use describe::describe;
pub use labels::{BoardLabel, LabelAnchor, board_labels};
use senet_game::View;
pub use sides::dual_points;

/// How large everything is: pixels from a cell to its neighbour.
const UNIT: f64 = 48.0;
/// Pixels around the boards and between them.
const PAD: f64 = 12.0;
/// Pixels for the title of a board.
const TITLE: f64 = 22.0;
/// Boards that are together wider than this stand below each other.
const WIDEST: f64 = 1400.0;

/// A position as an SVG image. Boards are drawn with what lies on them and with the marks; what lies
/// beside them is left to the page. A view without boards becomes a table of facts.
///
/// Every spot that can be seen has its name in `data-place`, inside a group with the number of its
/// board in `data-board`, and a title that says what lies there; choices have the class `choice`.
/// The picture follows the reader's light or dark theme and needs nothing from outside. Names are
/// never markup. `seats` are the names of the seats; one called `red` is drawn in red.
///
/// ```
/// use senet_board::{Board, Shape};
/// use senet_draw::{Marks, view_svg};
/// use senet_game::{Scene, View};
///
/// let board = Board::new(Shape::HexHex { side: 3 }).expect("a small board");
/// let scene = Scene { board: board.into(), pieces: vec![] };
/// let view = View { boards: vec![scene], ..View::default() };
/// let svg = view_svg(&view, &Marks::default(), &[]);
/// assert!(svg.contains(r#"data-place="c3""#));
/// ```
pub fn view_svg(view: &View, marks: &Marks, seats: &[String]) -> String {
    if view.boards.is_empty() {
        return facts::table(view, seats);
    }
    let hues = Hues::new(seats.iter().map(String::as_str));
    let tables = view.boards.iter().enumerate().map(|(i, s)| Table::new(s, i, marks, &hues));
    let tables: Vec<Table<'_>> = tables.collect();
    let pictures: Vec<Picture> = tables.iter().map(|table| Picture::new(table, seats)).collect();
    let above = if view.titles.iter().any(|title| !title.is_empty()) { TITLE } else { 0.0 };
    let (places, width, height) = arrange(&pictures, above);
    let mut out = open(&describe(&tables, seats), width, height);
    for (i, (picture, (x, y))) in pictures.iter().zip(places).enumerate() {
        out.put(format_args!(
            "<g class=\"board\" data-board=\"{i}\" transform=\"translate({x:.1} {y:.1})\">\n{}</g>\n",
            picture.content
        ));
        if let Some(title) = view.titles.get(i).filter(|title| !title.is_empty()) {
            let title = escape(&one_line(title));
            out.put(format_args!(
                "<text class=\"head\" x=\"{x:.1}\" y=\"{:.1}\">{title}</text>\n",
                y - 6.0
            ));
        }
    }
    close(out)
}

/// The beginning of a picture of this size.
fn open(label: &str, width: f64, height: f64) -> Out {
    let mut out = Out(String::new());
    let label = escape(label);
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"senet-view\" width=\"{width:.0}\" \
         height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"{label}\">\n"
    ));
    out.put(format_args!("<style>{}</style>\n", style::CSS));
    out.put(format_args!("<rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n"));
    out
}

fn close(mut out: Out) -> String {
    out.put(format_args!("</svg>\n"));
    out.0
}

/// Where the pictures stand, side by side as long as there is room; and the size of the whole.
fn arrange(pictures: &[Picture], above: f64) -> (Vec<(f64, f64)>, f64, f64) {
    let (mut x, mut y, mut row_height, mut width) = (PAD, PAD + above, 0.0_f64, 0.0_f64);
    let mut places = Vec::new();
    for picture in pictures {
        if x > PAD && x + picture.width > WIDEST {
            (x, y, row_height) = (PAD, y + row_height + 2.0 * PAD + above, 0.0);
        }
        places.push((x, y));
        width = width.max(x + picture.width + PAD);
        row_height = row_height.max(picture.height);
        x += picture.width + 2.0 * PAD;
    }
    (places, width.ceil(), (y + row_height + PAD).ceil())
}
