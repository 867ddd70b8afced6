//! `senet lsp`: the language server, at standard input and output.

use crate::failure::{Failure, Outcome};
use senet_lsp::{LspError, serve_stdio};

pub(crate) fn run() -> Outcome {
    match serve_stdio() {
        Ok(()) => Ok(0),
        // The protocol asks for this code.
        Err(LspError::NoShutdown) => Ok(1),
        Err(error) => Err(Failure::usage(error.to_string())
            .help("editors start this command; docs/editors.md says how")),
    }
}
