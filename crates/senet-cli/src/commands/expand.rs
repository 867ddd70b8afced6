//! `senet expand`: a program in plain Ceptre, as far as Ceptre can say it.

use crate::cli::ExpandArgs;
use crate::failure::{Failure, Outcome};
use crate::{output, session};
use senet_games::OpenOptions;

pub(crate) fn run(args: &ExpandArgs) -> Outcome {
    let wanted = OpenOptions { options: args.options.clone(), ..OpenOptions::default() };
    let session::Session { engine, .. } = match session::open_with(&args.file, &wanted)? {
        Ok(opened) => opened,
        Err(code) => return Ok(code),
    };
    let expanded = senet_explain::expand(&engine)
        .map_err(|stop| Failure::usage(format!("a start is too large to write out: {stop}")))?;
    output::data(&expanded.text);
    if !expanded.left.is_empty() {
        output::message(&format!("Ceptre has no words for: {}", expanded.left.join(", ")));
    }
    Ok(0)
}
