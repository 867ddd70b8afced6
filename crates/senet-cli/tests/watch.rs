//! `senet check --watch`: a change of a file, or of one that it includes, is seen.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests write files and start programs, and a panic there is a failed test"
)]

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than anything here may take on a slow machine; shorter than for ever.
const PATIENCE: Duration = Duration::from_secs(120);

/// A command that watches, and what it says line by line. Nothing is known about the order of lines
/// on different streams.
struct Watching {
    child: Child,
    data: Receiver<String>,
    messages: Receiver<String>,
}

impl Watching {
    fn new(file: &Path) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["check", "--watch"])
            .arg(file)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let data = lines(child.stdout.take().unwrap());
        let messages = lines(child.stderr.take().unwrap());
        Watching { child, data, messages }
    }

    /// Waits for data.
    #[track_caller]
    fn prints(&self, words: &str) {
        wait(&self.data, words);
    }

    /// Waits for a message.
    #[track_caller]
    fn says(&self, words: &str) {
        wait(&self.messages, words);
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, lines) = channel();
    let stream = BufReader::new(stream).lines().map_while(Result::ok);
    std::thread::spawn(move || {
        for line in stream {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Waits for a line that has these words.
#[track_caller]
fn wait(lines: &Receiver<String>, words: &str) {
    loop {
        let line = lines.recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|_| panic!("no line contains `{words}`"));
        if line.contains(words) {
            return;
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_change_is_checked() {
    let file = folder("watch").join("game.cep");
    let good = "p : pred.\nstage s = { r : p -o . }\n#trace 1 s { p }.\n";
    std::fs::write(&file, good).unwrap();
    let watching = Watching::new(&file);
    watching.prints("game.cep: fine");
    watching.says("watching 1 file; Ctrl-C ends");
    std::fs::write(&file, good.replace("p -o", "pq -o")).unwrap();
    watching.says("there is no predicate `pq`");
    watching.says("watching 1 file");
    std::fs::remove_file(&file).unwrap();
    watching.says("there is no such file");
    std::fs::write(&file, good).unwrap();
    watching.prints("game.cep: fine");
}

#[test]
fn included_files_are_watched_too() {
    let folder = folder("watch-included");
    let (file, part) = (folder.join("game.cep"), folder.join("part.cep"));
    std::fs::write(&part, "p : pred.\n").unwrap();
    let text = "#include \"part.cep\".\nstage s = { r : p -o . }\n#trace 1 s { p }.\n";
    std::fs::write(&file, text).unwrap();
    let watching = Watching::new(&file);
    watching.prints("game.cep: fine");
    watching.says("watching 2 files");
    std::fs::write(&part, "q : pred.  p2 : pred.\n").unwrap();
    watching.says("there is no predicate `p`");
}

#[test]
fn standard_input_cannot_be_watched() {
    let out = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["check", "--watch", "-"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("standard input cannot be watched"));
}
