//! `senet expand`: a program in plain Ceptre, as far as Ceptre can say it.

use crate::cli::ExpandArgs;
use crate::commands::load;
use crate::failure::{Failure, Outcome};
use crate::output;
use senet_engine::Engine;
use senet_game::Limits;
use senet_program::Options;
use std::sync::Arc;

pub(crate) fn run(args: &ExpandArgs) -> Outcome {
    let (_, program) = match load(&args.file, &Options::default())? {
        Ok(loaded) => loaded,
        Err(code) => return Ok(code),
    };
    let engine = Engine::new(Arc::new(program), Limits::default());
    let expanded = senet_engine::expand(&engine)
        .map_err(|stop| Failure::usage(format!("a start is too large to write out: {stop}")))?;
    output::data(&expanded.text);
    if !expanded.left.is_empty() {
        output::message(&format!("Ceptre has no words for: {}", expanded.left.join(", ")));
    }
    Ok(0)
}
