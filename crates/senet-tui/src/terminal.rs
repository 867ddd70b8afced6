//! The usual shell: standard input and output, files, the clock of the machine.

use crate::environment::SystemEnvironment;
use crate::lines::{Completions, LineEditor, PromptAnswer};
use crate::shell::Shell;
use senet_match::{EndgameTable, Environment, Match, Record, SearchLimit};
use std::io::{BufRead, ErrorKind, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Finds the game of a record and plays the record again; an error is a sentence.
pub type Replay<'a> = Box<dyn FnMut(&Record) -> Result<Match, String> + 'a>;

/// A terminal, or a pipe in its place.
pub struct Terminal<'a> {
    environment: SystemEnvironment,
    /// Set by an interrupt; cancels searches.
    stop: Arc<AtomicBool>,
    /// None where nobody types.
    lines: Option<LineEditor>,
    replay: Replay<'a>,
    evaluates: bool,
    /// Files that this conversation wrote or read, and may write again.
    own: Vec<String>,
}

/// Longer texts are no records.
const LONGEST: u64 = 16 << 20;

impl<'a> Terminal<'a> {
    /// A terminal whose games can be loaded by `replay`.
    pub fn new(replay: Replay<'a>) -> Terminal<'a> {
        let stop = Arc::new(AtomicBool::new(false));
        Terminal {
            environment: SystemEnvironment::new(stop.clone()),
            stop,
            lines: LineEditor::new(),
            replay,
            evaluates: false,
            own: Vec::new(),
        }
    }

    /// What a handler of interrupts sets: searches are cancelled, and the conversation asks what now.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// With a table for the bot `perfect`, if there is one.
    pub fn with_table(self, table: Option<Arc<EndgameTable>>) -> Terminal<'a> {
        Terminal { environment: self.environment.with_table(table), ..self }
    }

    /// The same, but it is said after each move who is ahead.
    pub fn evaluating(self) -> Terminal<'a> {
        Terminal { evaluates: true, ..self }
    }

    fn put(text: &str) {
        let mut out = anstream::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => {}
            // A reader that hangs up early, such as `head`, is no failure.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "error: cannot write the output: {error}");
                std::process::exit(2)
            }
        }
    }
}

impl Shell for Terminal<'_> {
    fn say(&mut self, text: &str) {
        Terminal::put(&format!("{text}\n"));
    }

    fn ask(&mut self, prompt: &str) -> PromptAnswer {
        if let Some(lines) = &mut self.lines {
            return match lines.ask(prompt) {
                PromptAnswer::Line(line) => PromptAnswer::Line(crate::printable(line.as_bytes())),
                other => other,
            };
        }
        Terminal::put(prompt);
        let mut line = Vec::new();
        let read = std::io::stdin().lock().take(LONGEST).read_until(b'\n', &mut line);
        if !matches!(read, Ok(n) if n > 0) {
            Terminal::put("\n");
            return PromptAnswer::End;
        }
        let line = crate::printable(&line);
        if !std::io::stdin().is_terminal() {
            // What comes from a pipe is repeated, so that a transcript can be read.
            Terminal::put(&format!("{line}\n"));
        }
        PromptAnswer::Line(line)
    }

    fn ask_in_time(&mut self, prompt: &str, left: Duration) -> PromptAnswer {
        let Some(lines) = &mut self.lines else { return self.ask(prompt) };
        let alarm = lines.alarm(left, "Your time is up: press Enter.");
        let answer = self.ask(prompt);
        if let Some(alarm) = alarm {
            alarm.stop();
        }
        answer
    }

    fn offer(&mut self, completions: Completions) {
        if let Some(lines) = &mut self.lines {
            lines.complete(completions);
        }
    }

    fn hint_limit(&self) -> SearchLimit {
        // A script gets the same hint each time, a person a better one.
        if self.screen() {
            SearchLimit::Time(Duration::from_secs(1))
        } else {
            SearchLimit::Nodes(300)
        }
    }

    fn thinks(&mut self, who: &str) {
        if self.screen() {
            Terminal::put(&format!("{who} … (Ctrl-C interrupts)"));
        }
    }

    fn thought(&mut self) {
        if self.screen() {
            Terminal::put("\r\x1b[K");
        }
    }

    fn interrupted(&mut self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    fn environment(&self) -> &dyn Environment {
        &self.environment
    }

    fn width(&self) -> usize {
        let size = std::io::stdout().is_terminal().then(crossterm::terminal::size);
        size.and_then(Result::ok).map_or(80, |(columns, _)| usize::from(columns).max(20))
    }

    fn colour(&self) -> bool {
        anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
    }

    fn screen(&self) -> bool {
        std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
    }

    fn evaluates(&self) -> bool {
        self.evaluates
    }

    fn save(&mut self, name: &str, text: &str) -> Result<(), String> {
        if std::path::Path::new(name).exists() && !self.own.iter().any(|own| own == name) {
            return Err(format!("there is a file `{name}` already"));
        }
        crate::write_whole(name, text).map_err(|e| format!("`{name}`: {e}"))?;
        self.own.push(name.to_owned());
        Ok(())
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        let file = std::fs::File::open(name).map_err(|e| format!("`{name}`: {e}"))?;
        let mut text = String::new();
        let read = file.take(LONGEST).read_to_string(&mut text);
        read.map_err(|e| format!("`{name}`: {e}"))?;
        self.own.push(name.to_owned());
        Ok(text)
    }

    fn replay(&mut self, record: &Record) -> Result<Match, String> {
        (self.replay)(record)
    }
}

/// A line that was typed, without white space around it and without control characters: it is
/// repeated in messages, and an escape sequence must not reach the terminal.
pub fn printable(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    line.trim().chars().filter(|c| !c.is_control() || *c == '\t').collect()
}

#[cfg(test)]
mod tests {
    use super::{Terminal, printable};
    use crate::shell::Shell;

    #[test]
    fn a_save_may_replace_its_own_file_and_no_other() {
        let folder = std::env::temp_dir().join(format!("senet-save-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let mut terminal = Terminal::new(Box::new(|_| Err("no".to_owned())));
        terminal.save(&path("a"), "one").unwrap();
        terminal.save(&path("a"), "two").unwrap();
        std::fs::write(path("b"), "mine").unwrap();
        assert!(terminal.save(&path("b"), "x").unwrap_err().contains("already"));
        assert!(terminal.save(&path("no/such"), "x").is_err());
        let kept = |name: &str| std::fs::read_to_string(path(name)).unwrap();
        assert_eq!((kept("a"), kept("b")), ("two".to_owned(), "mine".to_owned()));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing is left behind");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn escape_sequences_are_not_repeated() {
        assert_eq!(printable(b" a1\x1b[31m\x07 \r\n"), "a1[31m");
        assert_eq!(printable("\u{9b}2Jé\n".as_bytes()), "2Jé");
    }
}
