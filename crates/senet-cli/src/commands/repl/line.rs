//! Lines for the prompt: edited, completed and remembered at a terminal, plain from a pipe.

use crate::prompt::Talk;
use senet_engine::Engine;
use senet_tui::{Completions, LineEditor, PromptAnswer};

const COMMANDS: [&str; 12] = [
    "add", "ask", "facts", "fire", "help", "moves", "quit", "remove", "run", "stage", "start",
    "undo",
];

/// Where lines come from: an editor, or a pipe.
pub(super) struct Lines(Option<LineEditor>);

impl Lines {
    pub(super) fn new(engine: &Engine) -> Lines {
        let mut editor = LineEditor::new();
        if let Some(editor) = &mut editor {
            editor.complete(Completions { texts: names(engine), ..Completions::default() });
        }
        Lines(editor)
    }

    /// The next line; `None` at the end.
    pub(super) fn ask(&mut self, prompt: &str) -> Option<String> {
        let Some(editor) = &mut self.0 else {
            return Talk { aside: false }.ask(prompt);
        };
        match editor.ask(prompt) {
            PromptAnswer::Line(line) => Some(line),
            // Ctrl-C clears the line; Ctrl-D ends.
            PromptAnswer::Interrupted => Some(String::new()),
            PromptAnswer::End => None,
        }
    }
}

/// The names of a program, for completion.
fn names(engine: &Engine) -> Vec<String> {
    let program = engine.program();
    let mut all: Vec<String> = COMMANDS.iter().map(|c| (*c).to_owned()).collect();
    all.extend(program.predicates().iter().map(|p| p.name.clone()));
    all.extend(program.constructors().iter().map(|c| c.name.clone()));
    all.extend(program.stages().iter().map(|s| s.name.clone()));
    all.extend(program.rules().iter().filter_map(|r| r.name.clone()));
    all.sort();
    all.dedup();
    all
}
