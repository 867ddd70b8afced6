//! Who wants to know what a move did, is told.

use senet_board::Place;

/// One step: a rule that fired, and what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Event {
    /// The rule with its arguments.
    pub name: String,
    /// Atoms that are gone.
    pub removed: Vec<String>,
    /// Atoms that are new.
    pub added: Vec<String>,
    /// If the step decided the game: the places that made the difference, such as a winning line.
    pub deciding: Vec<Place>,
}

/// A listener. `()` hears nothing, and costs nothing.
pub trait Log {
    /// Whether events should be made at all.
    const LISTENS: bool;

    /// Something happened.
    fn event(&mut self, event: Event);
}

impl Log for () {
    const LISTENS: bool = false;

    fn event(&mut self, _: Event) {}
}

impl Log for Vec<Event> {
    const LISTENS: bool = true;

    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
