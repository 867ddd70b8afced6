//! `senet check --watch`: checks again whenever a file changes. Files are polled: that works on every
//! file system, and a few dates five times a second cost nothing.

use crate::cli::CheckArgs;
use crate::failure::{Failure, Outcome};
use crate::include::Included;
use crate::interrupt;
use crate::output;
use crate::report::plural;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(200);
/// How long a change is left alone, so that an editor can finish writing.
const SETTLE: Duration = Duration::from_millis(50);

/// What shows that a file has changed; `None` if it is not there.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// Checks until the user interrupts.
pub(super) fn watch(args: &CheckArgs) -> Outcome {
    if args.files.iter().any(|file| file == "-") {
        let failure = Failure::usage("standard input cannot be watched");
        return Err(failure.help("give the name of a file: `senet check --watch game.cep`"));
    }
    interrupt::listen();
    loop {
        // Taken before the files are read: what changes meanwhile is seen.
        let mut watched: Vec<PathBuf> = args.files.iter().map(PathBuf::from).collect();
        let before = stamps(&watched);
        let included = Included::default();
        if let Err(failure) = super::check(args, &included) {
            output::message(&failure.to_string());
        }
        let mut others = included.lock().map(|all| all.clone()).unwrap_or_default();
        others.sort();
        others.dedup();
        let before: Vec<Stamp> = before.into_iter().chain(stamps(&others)).collect();
        watched.extend(others);
        output::message(&format!("watching {}; Ctrl-C ends\n", plural(watched.len(), "file")));
        while stamps(&watched) == before {
            std::thread::sleep(INTERVAL);
        }
        std::thread::sleep(SETTLE);
    }
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |file: &PathBuf| {
        let data = std::fs::metadata(Path::new(file)).ok()?;
        Some((data.modified().ok(), data.len()))
    };
    files.iter().map(stamp).collect()
}
