//! A game, printed from its rules by `senet build`.
//!
//! `BitGame` is the game, also called `Built`; it implements the contract of all games, `senet_game::Game`. `lists` are
//! the operations on sets of cells of this game as code, `program` the rest of what was compiled, and `words` what is
//! said and seen. The other files run any such program and know no game.

#![allow(dead_code, reason = "some of it only makes programs, and some games need little of it")]

mod atoms;
mod branch;
mod cells;
mod decision;
mod data;
mod exec;
mod fast;
mod game;
mod lists;
mod lockstep;
mod moves;
mod numbers;
mod ops;
mod order;
mod outcomes;
mod pack;
mod printed;
mod program;
mod runner;
mod state;
mod streams;
mod trial;
mod vectors;
mod widths;
mod words;

pub use game::BitGame as Built;
pub use runner::BitMove;
pub use state::BitState;
pub use words::{NAME, TITLE};
