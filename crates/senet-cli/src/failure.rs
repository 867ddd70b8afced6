//! Why a command could not do its work.

use senet_game::{LimitKind, LimitReached};
use std::fmt;

/// What went wrong, in a sentence, and the exit code for it.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
    code: u8,
}

impl Failure {
    /// Wrong use, or a file that cannot be read or written: exit code 2.
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None, code: 2 }
    }

    /// The game is not as it has to be for this: exit code 1.
    pub(crate) fn bad(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None, code: BAD_PROGRAM }
    }

    /// A limit that was reached: exit code 1, and the flag that raises it.
    pub(crate) fn limit(stop: &LimitReached) -> Failure {
        Failure::bad(stop.to_string()).help(remedy(stop.kind))
    }

    /// What to try instead.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Failure {
        self.help = Some(help.into());
        self
    }

    /// What went wrong, without what to try.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "senet: {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl From<LimitReached> for Failure {
    fn from(stop: LimitReached) -> Failure {
        Failure::limit(&stop)
    }
}

/// What every command returns: an exit code, or why it failed.
pub(crate) type Outcome = Result<u8, Failure>;

/// The exit code for a bad program.
pub(crate) const BAD_PROGRAM: u8 = 1;

/// What to try where a limit was reached.
pub(crate) fn remedy(kind: LimitKind) -> String {
    match (flag(kind), kind) {
        (Some(flag), _) => format!("raise it with {flag}"),
        (None, LimitKind::Unsolvable) => {
            "`senet check` says which premise it is, and what it lacks".to_owned()
        }
        (None, _) => "numbers have 64 bits, and weights 128".to_owned(),
    }
}

/// The flag that raises a limit, if one does.
fn flag(kind: LimitKind) -> Option<&'static str> {
    Some(match kind {
        LimitKind::Steps => "--max-steps",
        LimitKind::Atoms => "--max-atoms",
        LimitKind::Memory => "--max-memory",
        LimitKind::Goals => "--max-goals",
        LimitKind::Matches => "--max-matches",
        LimitKind::Terms => "--max-terms",
        LimitKind::Numbers | LimitKind::Unsolvable => return None,
    })
}

/// Most of the memory is used: what was found is kept, and the command stops.
pub(crate) fn out_of_memory(or: &str) -> Failure {
    let mib = crate::memory::bound() >> 20;
    let message = format!("the limit of {mib} MiB of memory was reached");
    Failure::bad(message).help(format!("raise it with --max-memory, {or}"))
}
