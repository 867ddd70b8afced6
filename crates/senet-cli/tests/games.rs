//! The commands that run games, as a person or a script uses them: by arguments and pipes.

#![allow(
    clippy::disallowed_methods,
    reason = "tests of a shell: they start it and read what it writes"
)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[path = "games/causes.rs"]
mod causes;
#[path = "games/debug.rs"]
mod debug;
#[path = "games/explore.rs"]
mod explore;
#[path = "games/limits.rs"]
mod limits;
#[path = "games/play.rs"]
mod play;
#[path = "games/run.rs"]
mod run;
#[path = "games/solve.rs"]
mod solve;
#[path = "games/stats.rs"]
mod stats;

/// What a command wrote, and its exit code.
struct Said {
    out: String,
    err: String,
    code: i32,
}

/// Runs `senet` with words as arguments and a text as input.
fn senet(arguments: &str, input: &str) -> Said {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    senet_with(&arguments, input)
}

fn senet_with(arguments: &[&str], input: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("senet starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    // A command that does not read its input hangs up, and that is fine.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().expect("senet ends");
    Said {
        out: String::from_utf8(done.stdout).expect("text"),
        err: String::from_utf8(done.stderr).expect("text"),
        code: done.status.code().expect("no signal"),
    }
}

/// A file for one test.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("can be written");
    path.to_string_lossy().into_owned()
}
