//! How much tests do: less of it with `SENET_QUICK`, and then it is written down what was left out.
//! A test program takes this in with `#[path = "…/tests/quick.rs"] mod quick;`.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "each test uses a part of this; whoever runs tests says by the environment how many"
)]

use std::io::Write;

/// Whether less is to be done; if so, what is left out is reported: a line in the file that `SENET_LEFT_OUT`
/// names, which `cargo xtask test --quick` prints at the end, else on standard error.
pub fn leaves_out(what: &str) -> bool {
    let quick = std::env::var_os("SENET_QUICK").is_some();
    if quick {
        // The test harness names threads after the tests that they run.
        let thread = std::thread::current();
        let line = format!("{}: {what}\n", thread.name().unwrap_or("a test"));
        let file = std::env::var_os("SENET_LEFT_OUT");
        let file =
            file.map(|path| std::fs::OpenOptions::new().append(true).create(true).open(path));
        match file {
            // One write of one line: test programs run side by side.
            Some(Ok(mut file)) => {
                file.write_all(line.as_bytes()).expect("the report can be written");
            }
            Some(Err(why)) => panic!("SENET_LEFT_OUT: {why}"),
            None => eprint!("left out in {line}"),
        }
    }
    quick
}

/// How many cases a random test tries: as many as `SENET_CASES` says, else the usual number, or one in
/// `part` of them with `SENET_QUICK`.
pub fn cases_of(usual: u64, part: u64) -> u64 {
    if let Some(wanted) = wanted() {
        return wanted;
    }
    let fewer = usual.div_ceil(part);
    if leaves_out(&format!("{fewer} of {usual} random cases")) { fewer } else { usual }
}

/// What `SENET_CASES` says.
pub fn wanted() -> Option<u64> {
    number("SENET_CASES")
}

/// The seed with which a random test begins: `SENET_FIRST` after the usual one, so that many cases can be
/// tried in slices.
pub fn first(usual: u64) -> u64 {
    usual + number("SENET_FIRST").unwrap_or(0)
}

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable}={value} is not a number")))
}
