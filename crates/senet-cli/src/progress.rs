//! How far something is that takes its time: one line on standard error, if somebody is there to
//! see it, and only after a second.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub(crate) struct Progress {
    began: Instant,
    shown: Option<Instant>,
    seen: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let seen = std::io::stderr().is_terminal();
        Progress { began: Instant::now(), shown: None, seen }
    }

    /// Something was done. Always `true`: nobody stops here; Ctrl-C does.
    pub(crate) fn tick(&mut self, what: impl FnOnce() -> String) -> bool {
        let due = self
            .shown
            .map_or(self.began + Duration::from_secs(1), |s| s + Duration::from_millis(200));
        if self.seen && Instant::now() >= due {
            self.shown = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs();
            let mut err = anstream::stderr().lock();
            let _ = write!(err, "\r\x1b[2K{} ({seconds} s)", what());
            let _ = err.flush();
        }
        true
    }

    /// Clears the line.
    pub(crate) fn done(&mut self) {
        if self.shown.is_some() {
            let mut err = anstream::stderr().lock();
            let _ = write!(err, "\r\x1b[2K");
            let _ = err.flush();
        }
    }
}
