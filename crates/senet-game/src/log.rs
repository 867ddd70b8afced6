//! Event logs: what a move did, step by step.

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

impl Event {
    /// The end of a game, with the reason for it.
    pub fn end(reason: impl Into<String>) -> Event {
        let told = vec![Telling::to_everybody(reason)];
        Event { name: "end".to_owned(), told, ..Event::default() }
    }
}

/// A sentence about a step, for all players who may hear of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Telling {
    /// What an observer of everything is told.
    pub all: String,
    /// For those beside the table.
    pub public: String,
    /// What each seat is told, in the order of seats.
    pub seats: Vec<String>,
}

impl Telling {
    /// A sentence that everybody may hear.
    pub fn to_everybody(text: impl Into<String>) -> Telling {
        let text = text.into();
        Telling { all: text.clone(), public: text, seats: Vec::new() }
    }

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

    /// Whether [`Log::rule`] counts for something, so that engines which run several rules in one step
    /// have to tell them apart.
    const COUNTS: bool = false;

    /// Something happened.
    fn event(&mut self, event: Event);

    /// A rule fired, by its number in [`Abilities::rules`](crate::Abilities::rules).
    #[inline]
    fn rule(&mut self, _rule: u32) {}
}

/// Hears the numbers of the rules that fire, and nothing else.
pub struct RuleLog<'a>(pub &'a mut Vec<u32>);

impl Log for RuleLog<'_> {
    const LISTENS: bool = false;
    const COUNTS: bool = true;

    fn event(&mut self, _: Event) {}

    fn rule(&mut self, rule: u32) {
        self.0.push(rule);
    }
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
