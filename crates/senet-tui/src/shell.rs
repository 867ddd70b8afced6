//! Where lines come from and go to.

use senet_match::{Environment, Match, Record};

/// A conversation partner, and what only a shell can do.
pub trait Shell {
    /// Says something, and ends the line.
    fn say(&mut self, text: &str);

    /// Asks for a line; `None` if there will be no more.
    fn ask(&mut self, prompt: &str) -> Option<String>;

    /// The time, for clocks and for bots.
    fn environment(&self) -> &dyn Environment;

    /// How many columns there are.
    fn width(&self) -> usize;

    /// Whether colours are seen.
    fn colour(&self) -> bool;

    /// Whether a person looks at a screen that can be handed over and cleared.
    fn screen(&self) -> bool;

    /// Whether everybody is to hear who is ahead, after each move.
    fn evaluates(&self) -> bool {
        false
    }

    /// Keeps a text under a name; an error is a sentence.
    fn save(&mut self, name: &str, text: &str) -> Result<(), String>;

    /// Finds a text that was kept; an error is a sentence.
    fn load(&mut self, name: &str) -> Result<String, String>;

    /// Plays a record again; an error is a sentence.
    fn replay(&mut self, record: &Record) -> Result<Match, String>;
}
