//! Project automation, behind `cargo xtask`.
//!
//! Input: the repository on disk. Output: printed reports and an exit code. It has few dependencies, so that
//! it is built in seconds on a fresh machine, and it knows nothing about games: whatever is worth testing
//! about them is an ordinary test of some other crate. Each command is a module; `cargo xtask help` lists
//! them.
//!
//! The rules of [`tidy`] are functions of the text of the repository, so they can be tried on any:
//!
//! ```
//! use xtask::tidy::{Workspace, WorkspaceFile, check};
//!
//! let file = |path: &str, text: &str| WorkspaceFile { path: path.into(), text: text.into() };
//! let tree = Workspace::new(vec![file("crates/senet-game/src/new.rs", "pub struct New;\n")]);
//! let problems = check(&tree);
//! assert!(problems.iter().any(|problem| problem.path == "crates/senet-game/src/new.rs"));
//! ```
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a shell: reading the repository, running cargo and printing is its job"
)]

pub mod bench;
pub mod bench_games;
pub mod book;
pub mod dist;
pub mod test;
pub mod tidy;
pub mod tools;
pub mod web;

mod bench_process;
mod cargo;
mod packages;
