//! The geometry of boards: a [`Spec`] goes in, a [`Board`] comes out, with every table made once.
//!
//! Cells have names, directions, neighbours, lines, sides and corners, and a point where they are
//! drawn. Nothing here knows pieces, players or rules, and nothing here draws.
//!
//! ```
//! use senet_board::{Board, Shape};
//!
//! let board = Board::new(Shape::Square { width: 3, height: 3 })?;
//! let centre = board.cell("b2").expect("it is there");
//! let north = board.dir("north").expect("squares have it");
//! assert_eq!(board.step(north, centre), board.cell("b3"));
//! assert_eq!(board.neighbours(centre).len(), 4);
//! assert_eq!(board.lines(3).len(), 8);
//! # Ok::<(), senet_board::BoardError>(())
//! ```
//!
//! # Conventions
//!
//! - `a1` is bottom left; letters are columns (after `z` come `aa`, `ab`, …), numbers are rows from
//!   the bottom. Cells of rings, lines and complete graphs are `p1`, `p2`, …; a [`Spec::prefix`]
//!   replaces the `p`, and stands before every name of other shapes.
//! - An edge is named by its cells in order, `a1-b1`.
//! - Hexagons stand on a tip, in level rows, so that their directions are northeast, east,
//!   southeast, southwest, west and northwest.
//! - In pictures `y` grows downwards and neighbours are 1 apart.

mod board;
mod compass;
mod drawing;
mod frame;
mod lines;
mod place;
mod shape;
mod spec;
mod symmetry;

pub use board::{Board, Side};
pub use compass::{Compass, Direction};
pub use drawing::{Outline, Point};
pub use lines::BoardLines;
pub use place::{Cell, Dir, Edge, Place, Spot};
pub use shape::{CellLayout, SHAPES, Shape, ShapeKind};
pub use spec::{BoardError, MOST_CELLS, MOST_EDGES, Spec};
