//! Runs a program that is measured, and ends it if it takes too long: one game that hangs must not take the
//! whole table with it.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a process has written.
pub(crate) struct Written {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a command to its end; `None` if it fails, or is not done in time and was ended.
///
/// # Errors
/// When it cannot be started.
pub(crate) fn run(command: &mut Command, time: Duration) -> io::Result<Option<Written>> {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // Both are read while it runs: a full pipe would make it wait.
    let stdout = child.stdout.take().map(reader);
    let stderr = child.stderr.take().map(reader);
    let passed = wait(&mut child, time)?;
    let text = |from: Option<thread::JoinHandle<String>>| {
        from.and_then(|thread| thread.join().ok()).unwrap_or_default()
    };
    let written = Written { stdout: text(stdout), stderr: text(stderr) };
    Ok(passed.then_some(written))
}

/// Whether the process ends well in time.
fn wait(child: &mut Child, time: Duration) -> io::Result<bool> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if begun.elapsed() > time {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn reader(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is kept: the reader of the text finds out.
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::run;
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn a_process_is_ended_when_its_time_is_over() {
        let said =
            run(Command::new("sh").args(["-c", "echo a; echo b >&2"]), Duration::from_secs(60));
        let said = said.unwrap().unwrap();
        assert_eq!((said.stdout.as_str(), said.stderr.as_str()), ("a\n", "b\n"));
        let slow = run(Command::new("sleep").arg("60"), Duration::from_millis(10)).unwrap();
        assert!(slow.is_none());
        assert!(run(&mut Command::new("false"), Duration::from_secs(60)).unwrap().is_none());
        assert!(run(&mut Command::new("no such program"), Duration::ZERO).is_err());
    }
}
