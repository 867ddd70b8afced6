//! Where text goes: data to standard output, messages to standard error. A reader that hangs up
//! early, such as `head`, is no failure.
//!
//! Programs, file names and the command line may hold escape sequences, which never reach a terminal: a sign stands
//! for each control character, except in text that has colours of our own.

pub(crate) use senet_draw::harmless;
use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal, Write};

/// Prints data.
pub(crate) fn data(text: &str) {
    let mut out = std::io::stdout().lock();
    let text = as_data(text, out.is_terminal());
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Data as it is printed: files and pipes get every character, so that a program is not changed on its way.
fn as_data(text: &str, terminal: bool) -> Cow<'_, str> {
    if terminal { harmless(text).into() } else { text.into() }
}

/// Prints data with colours of our own, where these are wanted. Names in it are harmless already.
pub(crate) fn coloured(text: &str) {
    let mut out = anstream::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Prints a message and a line end.
pub(crate) fn message(text: &str) {
    aside(&format!("{text}\n"));
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

/// Prints a message without a line end.
pub(crate) fn aside(text: &str) {
    coloured_aside(&harmless(text));
}

/// Prints a message with colours of our own, where these are wanted. Names in it are harmless already.
pub(crate) fn coloured_aside(text: &str) {
    let mut err = anstream::stderr().lock();
    finish(err.write_all(text.as_bytes()).and_then(|()| err.flush()));
}

#[cfg(test)]
mod tests {
    use super::as_data;

    #[test]
    fn data_is_whole_in_a_file_and_harmless_on_a_terminal() {
        let title = "#title \"a\u{1b}]0;b\u{7}\u{9b}2J\".\n";
        assert_eq!(as_data(title, false), title);
        assert_eq!(as_data(title, true), "#title \"a\u{241b}]0;b\u{2407}\u{fffd}2J\".\n");
    }
}
