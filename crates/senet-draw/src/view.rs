//! Positions as pictures: a [`View`](senet_game::View) in, text or SVG out.

mod coordinates;
mod facts;
mod marks;
mod number;
mod svg;
mod table;
mod text;

pub use marks::Marks;
pub use svg::{BoardLabel, LabelAnchor, board_labels, dual_points, view_svg};
pub use text::{TextStyle, view_text};
