//! Asking somebody: a line from a terminal or a pipe.

use crate::output;
use std::io::{BufRead, IsTerminal};

/// Where the conversation is held: on standard output, or on standard error if the former is for
/// data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Talk {
    pub(crate) aside: bool,
}

impl Talk {
    /// Says something and ends the line.
    pub(crate) fn say(self, text: &str) {
        self.put(&format!("{text}\n"));
    }

    fn put(self, text: &str) {
        if self.aside {
            output::aside(text);
        } else {
            output::data(text);
        }
    }

    /// Asks for a line, without white space around it; `None` at the end of the input. What comes
    /// from a pipe is repeated, so that a transcript can be read.
    pub(crate) fn ask(self, prompt: &str) -> Option<String> {
        self.put(prompt);
        let mut line = Vec::new();
        let read = std::io::stdin().lock().read_until(b'\n', &mut line);
        if !matches!(read, Ok(n) if n > 0) {
            self.put("\n");
            return None;
        }
        let line = senet_tui::printable(&line);
        if !std::io::stdin().is_terminal() {
            self.put(&format!("{line}\n"));
        }
        Some(line)
    }
}
