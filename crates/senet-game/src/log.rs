//! Who wants to know what a move did, is told.

use crate::view::Observer;
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
    /// What is told of it, sentence by sentence.
    pub told: Vec<Telling>,
}

/// A sentence about a step, for everybody who may hear of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Telling {
    /// For those who see everything.
    pub all: String,
    /// For those beside the table.
    pub public: String,
    /// For each seat.
    pub seats: Vec<String>,
}

impl Telling {
    /// What an observer is told.
    pub fn to(&self, observer: Observer) -> &str {
        match observer {
            Observer::All => &self.all,
            Observer::Public => &self.public,
            Observer::Seat(seat) => {
                self.seats.get(usize::from(seat.0)).map_or(self.public.as_str(), String::as_str)
            }
        }
    }
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
