//! `senet manual`: pages for `man`, one for the program and one for each command.

use crate::cli::{Cli, ManualArgs};
use crate::failure::{Failure, Outcome};
use clap::CommandFactory;

pub(crate) fn run(args: &ManualArgs) -> Outcome {
    let cannot = |error: std::io::Error| {
        Failure::usage(format!("cannot write to `{}`: {error}", args.folder.display()))
    };
    std::fs::create_dir_all(&args.folder).map_err(cannot)?;
    clap_mangen::generate_to(Cli::command(), &args.folder).map_err(cannot)?;
    Ok(0)
}
