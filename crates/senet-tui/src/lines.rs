//! Lines that a person types at a terminal: edited, completed and remembered (rustyline).

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext,
    EventHandler, ExternalPrinter, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// What came of asking for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptAnswer {
    /// A line, without its end.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// There will be no more lines.
    End,
}

/// What the Tab key offers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completions {
    /// The texts.
    pub texts: Vec<String>,
    /// Whether a text is a whole line, and not one of its words.
    pub whole_lines: bool,
    /// Whether an arrow key at the beginning of a line is a line of its own: `up`, `down`, `left` or
    /// `right`.
    pub arrows: bool,
}

impl Completions {
    /// Where the text begins that is being typed, and what it may become.
    fn fitting(&self, line: &str, at: usize) -> (usize, Vec<&String>) {
        let word = || line[..at].rfind([' ', ',', '(', '{']).map_or(0, |i| i + 1);
        let begin = if self.whole_lines { 0 } else { word() };
        let typed = &line[begin..at];
        (begin, self.texts.iter().filter(|text| text.starts_with(typed)).collect())
    }
}

/// A terminal at which lines can be edited. The history lasts as long as the editor.
pub struct LineEditor {
    editor: Editor<Completing, MemHistory>,
    arrows: Arc<ArrowKeys>,
}

/// Something that is said when time has passed.
pub struct Alarm {
    stopper: Sender<()>,
    thread: JoinHandle<()>,
}

impl Alarm {
    /// It is not said any more.
    pub fn stop(self) {
        drop(self.stopper);
        let _ = self.thread.join();
    }
}

/// Whether arrow keys are lines, and which one was pressed.
#[derive(Default)]
struct ArrowKeys {
    wanted: AtomicBool,
    pressed: Mutex<Option<&'static str>>,
}

/// The key codes of arrows, and what they say.
const ARROWS: [(KeyCode, &str); 4] = [
    (KeyCode::Up, "up"),
    (KeyCode::Down, "down"),
    (KeyCode::Left, "left"),
    (KeyCode::Right, "right"),
];

impl LineEditor {
    /// An editor, if a person sits at a terminal.
    pub fn new() -> Option<LineEditor> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return None;
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .completion_prompt_limit(60)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
        editor.set_helper(Some(Completing(Completions::default())));
        let arrows = Arc::new(ArrowKeys::default());
        for (code, word) in ARROWS {
            let handler = ArrowKey { keys: arrows.clone(), word };
            let handler = EventHandler::Conditional(Box::new(handler));
            editor.bind_sequence(KeyEvent(code, Modifiers::NONE), handler);
        }
        Some(LineEditor { editor, arrows })
    }

    /// What the Tab key offers from now on.
    pub fn complete(&mut self, completions: Completions) {
        self.arrows.wanted.store(completions.arrows, Ordering::Relaxed);
        self.editor.set_helper(Some(Completing(completions)));
    }

    /// Prints a message above the line that is being typed, if the alarm is not stopped within a time.
    pub fn alarm(&mut self, time: Duration, message: &'static str) -> Option<Alarm> {
        let mut printer = self.editor.create_external_printer().ok()?;
        let (stopper, stopped) = channel::<()>();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                let _ = printer.print(format!("{message}\n"));
            }
        });
        Some(Alarm { stopper, thread })
    }

    /// Asks for a line.
    pub fn ask(&mut self, prompt: &str) -> PromptAnswer {
        let line = self.editor.readline(prompt);
        let pressed = self.arrows.pressed.lock().ok().and_then(|mut pressed| pressed.take());
        match line {
            Ok(line) => PromptAnswer::Line(pressed.map_or(line, str::to_owned)),
            Err(ReadlineError::Interrupted) => PromptAnswer::Interrupted,
            Err(_) => PromptAnswer::End,
        }
    }
}

/// An arrow key that may be a line of its own.
struct ArrowKey {
    keys: Arc<ArrowKeys>,
    word: &'static str,
}

impl ConditionalEventHandler for ArrowKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, at: &EventContext<'_>) -> Option<Cmd> {
        if !self.keys.wanted.load(Ordering::Relaxed) || !at.line().is_empty() {
            return None; // the usual meaning of the key
        }
        *self.keys.pressed.lock().ok()? = Some(self.word);
        Some(Cmd::AcceptLine)
    }
}

/// The editor's helper.
struct Completing(Completions);

impl Completer for Completing {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (begin, texts) = self.0.fitting(line, at);
        let pair = |text: &String| Pair { display: text.clone(), replacement: text.clone() };
        Ok((begin, texts.into_iter().map(pair).collect()))
    }
}

impl Hinter for Completing {
    type Hint = String;
}
impl Highlighter for Completing {}
impl Validator for Completing {}
impl Helper for Completing {}

#[cfg(test)]
mod tests {
    use super::Completions;

    #[test]
    fn words_and_whole_lines_are_completed() {
        let texts = ["add", "ask", "mark", "moves"].map(str::to_owned).to_vec();
        let words = Completions { texts, ..Completions::default() };
        let fitting = |line: &str| words.fitting(line, line.len());
        assert_eq!(fitting("a").1, ["add", "ask"]);
        assert_eq!(fitting("add ma"), (4, vec![&"mark".to_owned()]));
        assert_eq!(fitting("add turn x,m").0, 11);
        let texts = ["place on a1", "place on b1", "pass"].map(str::to_owned).to_vec();
        let lines = Completions { texts, whole_lines: true, arrows: false };
        assert_eq!(lines.fitting("place on a", 10), (0, vec![&"place on a1".to_owned()]));
        assert_eq!(lines.fitting("p", 1).1.len(), 3);
    }
}
