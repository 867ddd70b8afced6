//! The geometry of boards: a [`Spec`] goes in, a [`Board`] comes out, with every table made once.
//!
//! Cells have names, directions, neighbours, lines, sides and corners, and a point where they are
//! drawn. Nothing here knows pieces, players or rules, and nothing here draws.

mod board;
mod place;
mod spec;

pub use board::Board;
pub use place::{Cell, Dir, Edge, Place, Spot};
pub use spec::{BoardError, Shape, Spec};
