//! Lines for the prompt: edited, completed and remembered at a terminal, plain from a pipe.

use crate::prompt::Talk;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use senet_engine::Engine;
use std::io::IsTerminal;

const COMMANDS: [&str; 12] = [
    "add", "ask", "facts", "fire", "help", "moves", "quit", "remove", "run", "stage", "start",
    "undo",
];

/// Where lines come from.
pub(super) enum Lines {
    Terminal(Box<Editor<Names, DefaultHistory>>),
    Pipe,
}

impl Lines {
    pub(super) fn new(engine: &Engine) -> Lines {
        if !std::io::stdin().is_terminal() {
            return Lines::Pipe;
        }
        match Editor::new() {
            Ok(mut editor) => {
                editor.set_helper(Some(Names::of(engine)));
                Lines::Terminal(Box::new(editor))
            }
            Err(_) => Lines::Pipe,
        }
    }

    /// The next line; `None` at the end.
    pub(super) fn ask(&mut self, prompt: &str) -> Option<String> {
        match self {
            Lines::Pipe => Talk { aside: false }.ask(prompt),
            Lines::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    let _ = editor.add_history_entry(&line);
                    Some(line)
                }
                // Ctrl-C clears the line; Ctrl-D ends.
                Err(ReadlineError::Interrupted) => Some(String::new()),
                Err(_) => None,
            },
        }
    }
}

/// The names of a program, for completion.
pub(super) struct Names(Vec<String>);

impl Names {
    fn of(engine: &Engine) -> Names {
        let program = engine.program();
        let mut all: Vec<String> = COMMANDS.iter().map(|c| (*c).to_owned()).collect();
        all.extend(program.predicates().iter().map(|p| p.name.clone()));
        all.extend(program.constructors().iter().map(|c| c.name.clone()));
        all.extend(program.stages().iter().map(|s| s.name.clone()));
        all.extend(program.rules().iter().filter_map(|r| r.name.clone()));
        all.sort();
        all.dedup();
        Names(all)
    }

    /// The names that a word may become.
    fn fitting(&self, line: &str, at: usize) -> (usize, Vec<&String>) {
        let begin = line[..at].rfind([' ', ',', '(', '{']).map_or(0, |i| i + 1);
        let word = &line[begin..at];
        (begin, self.0.iter().filter(|name| name.starts_with(word)).collect())
    }
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (begin, names) = self.fitting(line, at);
        let pair = |n: &String| Pair { display: n.clone(), replacement: n.clone() };
        Ok((begin, names.into_iter().map(pair).collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}
impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn words_are_completed() {
        let names = Names(["add", "ask", "mark", "moves"].map(str::to_owned).to_vec());
        let fitting = |line: &str| names.fitting(line, line.len());
        assert_eq!(fitting("a").1, ["add", "ask"]);
        assert_eq!(fitting("add ma"), (4, vec![&"mark".to_owned()]));
        assert_eq!(fitting("add turn x,m").0, 11);
    }
}
