//! The project's own chores, behind `cargo xtask`.
//!
//! In: the repository on disk. Out: printed reports and an exit code. It uses only the standard
//! library, so that it is built in a second on a fresh machine, and it knows nothing about games:
//! whatever is worth testing about them is an ordinary test of some other crate.
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
