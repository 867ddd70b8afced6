//! `senet completions`: a script for a shell.

use crate::cli::{Cli, CompletionsArgs};
use crate::failure::Outcome;
use crate::output;
use clap::CommandFactory;

pub(crate) fn run(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "senet", &mut script);
    output::data(&String::from_utf8_lossy(&script));
    Ok(0)
}
