//! `cargo xtask tidy`: the rules of the house that no compiler or linter checks.
//!
//! In: the repository as a [`Workspace`] of text. Out: a list of [`TidyProblem`]s. Each rule is a pure
//! function in a module of its own; to add a rule, write one and name it in [`check`].

mod code_map;
mod edges;
mod examples;
mod journey;
mod manifest;
mod reasons;
mod sources;
mod strings;
mod tree;
mod unique_names;

use std::fmt;
use std::io;
use std::path::Path;

pub use tree::{Workspace, WorkspaceFile};

/// A broken rule: where, what, and what to do about it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TidyProblem {
    /// The file, from the top of the repository.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: String,
}

impl TidyProblem {
    fn new(
        path: &str,
        line: usize,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> TidyProblem {
        TidyProblem { path: path.to_owned(), line, what: what.into(), help: help.into() }
    }
}

impl fmt::Display for TidyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}\n    help: {}", self.path, self.line, self.what, self.help)
    }
}

/// Checks all rules; the problems come in the order of files and lines.
#[must_use]
pub fn check(tree: &Workspace) -> Vec<TidyProblem> {
    let rules = [
        edges::check,
        examples::check,
        reasons::check,
        sources::check_headers,
        sources::check_lengths,
        strings::check,
        code_map::check,
        journey::check,
        unique_names::check,
    ];
    let mut problems: Vec<TidyProblem> = rules.iter().flat_map(|rule| rule(tree)).collect();
    problems.sort();
    problems
}

/// Reads the repository, checks it and prints what is wrong; true if nothing is.
///
/// # Errors
/// When a file or a folder cannot be read.
pub fn run(root: &Path) -> io::Result<bool> {
    let tree = Workspace::read(root)?;
    let problems = check(&tree);
    for problem in &problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => println!("tidy: {} files are in order", tree.files().len()),
        1 => println!("tidy: 1 problem"),
        n => println!("tidy: {n} problems"),
    }
    Ok(problems.is_empty())
}
