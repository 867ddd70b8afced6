//! Where text goes: data to standard output, messages to standard error. A reader that hangs up
//! early, such as `head`, is no failure.

use std::io::{ErrorKind, Write};

/// Prints data.
pub(crate) fn data(text: &str) {
    let mut out = anstream::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Prints a message and a line end.
pub(crate) fn message(text: &str) {
    let mut err = anstream::stderr().lock();
    finish(writeln!(err, "{text}"));
}

fn finish(result: std::io::Result<()>) {
    match result {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            // Nothing can be done if standard error is full as well.
            let _ = writeln!(anstream::stderr().lock(), "error: cannot write the output: {error}");
            std::process::exit(2)
        }
    }
}

/// Prints a message as it is.
pub(crate) fn aside(text: &str) {
    let mut err = anstream::stderr().lock();
    finish(err.write_all(text.as_bytes()).and_then(|()| err.flush()));
}
