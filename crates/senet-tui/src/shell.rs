//! Where lines come from and go to.

use crate::lines::{Completions, PromptAnswer};
use senet_match::{Environment, Match, Record, SearchLimit};
use std::time::Duration;

/// A conversation partner, and what only a shell can do.
pub trait Shell {
    /// Says something, and ends the line.
    fn say(&mut self, text: &str);

    /// Asks for a line.
    fn ask(&mut self, prompt: &str) -> PromptAnswer;

    /// Asks for a line of somebody whose clock runs out after `left`, and tells them when it does. The line may come
    /// later than that.
    fn ask_in_time(&mut self, prompt: &str, _left: Duration) -> PromptAnswer {
        self.ask(prompt)
    }

    /// What can be typed at the next prompt, for shells that complete lines.
    fn offer(&mut self, _completions: Completions) {}

    /// The time, for clocks and for bots.
    fn environment(&self) -> &dyn Environment;

    /// How many columns there are.
    fn width(&self) -> usize;

    /// Whether colours are seen.
    fn colour(&self) -> bool;

    /// Whether a person looks at a screen that can be handed over and cleared.
    fn screen(&self) -> bool;

    /// Whether all are to hear who is ahead, after each move.
    fn evaluates(&self) -> bool {
        false
    }

    /// How long hints are searched for. A number of nodes gives the same hint each time.
    fn hint_limit(&self) -> SearchLimit {
        SearchLimit::Nodes(300)
    }

    /// Shows that a bot is thinking, until [`Shell::thought`].
    fn thinks(&mut self, _who: &str) {}

    /// Shows that nobody thinks any more.
    fn thought(&mut self) {}

    /// Whether there was a Ctrl-C since this was asked last, while nobody was asked for a line.
    fn interrupted(&mut self) -> bool {
        false
    }

    /// Keeps a text under a name; an error is a sentence.
    fn save(&mut self, name: &str, text: &str) -> Result<(), String>;

    /// Finds a text that was kept; an error is a sentence.
    fn load(&mut self, name: &str) -> Result<String, String>;

    /// Plays a record again; an error is a sentence.
    fn replay(&mut self, record: &Record) -> Result<Match, String>;
}
