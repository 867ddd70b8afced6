//! Positions as pictures: a [`View`](senet_game::View) in, text or SVG out.

mod facts;
mod marks;
mod table;
mod text;

pub use marks::Marks;
pub use text::{TextStyle, view_text};
