//! One module for each command. A command takes its arguments, prints, and returns an exit code.

pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod debug;
pub(crate) mod expand;
pub(crate) mod explain;
pub(crate) mod explore;
pub(crate) mod export;
pub(crate) mod fix;
pub(crate) mod fmt;
pub(crate) mod game;
pub(crate) mod graph;
pub(crate) mod list;
pub(crate) mod lsp;
pub(crate) mod manual;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod repl;
pub(crate) mod report;
pub(crate) mod run;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod sweep;
pub(crate) mod test;
pub(crate) mod tournament;
pub(crate) mod trace;
pub(crate) mod ugi;
pub(crate) mod why;

use crate::failure::Failure;
use crate::include::beside;
use crate::input::{Source, read_game};
use senet_program::{Options, Program};

/// Reads and checks a program for a command that needs one; mistakes are shown, warnings are not.
pub(crate) fn load(
    path: &str,
    options: &Options,
) -> Result<Result<(Source, Program), u8>, Failure> {
    let source = read_game(path)?;
    let checked = senet_program::check(&source.text, &beside(&source, options));
    match checked.program {
        Some(program) => Ok(Ok((source, program))),
        None => {
            crate::report::show(&source, &checked.diagnostics, Some(50));
            Ok(Err(crate::failure::BAD_PROGRAM))
        }
    }
}
