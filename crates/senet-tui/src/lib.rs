//! Play in the terminal: any [`Table`](senet_match::Table), the board drawn, moves typed.
//!
//! [`play`] holds the conversation, line by line, with whoever is behind a [`Shell`]: a person at a
//! terminal, a pipe, or a test. What is said and understood does not depend on which of them it is.

#![allow(clippy::disallowed_methods, reason = "a shell: lines, files and the clock are its work")]

mod outside;
mod plain;
mod program;
mod seats;
mod shell;
mod terminal;
mod words;

pub use outside::Outside;
pub use plain::{Left, play};
pub use program::{Asked, main_of};
pub use seats::sit;
pub use shell::Shell;
pub use terminal::{Replay, Terminal};
