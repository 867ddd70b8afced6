//! Answers to "is a position worth at least so much to the first seat?", and what settles them at once.

use crate::limits::SolveError;
use crate::transposition::{Entry, UNKNOWN_HEIGHT};
use crate::value::GameValue;
use senet_game::{Outcome, Seat};

/// Why a search gave up.
pub(crate) enum SearchError {
    /// Play can come back to a position, or goes on for very long.
    Endless,
    /// A position has no key, without which there are no proof numbers.
    Keyless,
    /// The memory should grow before the search goes on.
    Tight,
    Stop(SolveError),
}

impl From<SolveError> for SearchError {
    fn from(error: SolveError) -> SearchError {
        SearchError::Stop(error)
    }
}

/// An answer, and if it says that a player wins, the height of its proof.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) yes: bool,
    pub(crate) height: u16,
}

impl Answer {
    /// The answer of a node, if this is the one of its child that decides.
    pub(super) fn above(self) -> Answer {
        Answer { height: self.height.saturating_add(1), ..self }
    }
}

/// The first seat wants a yes, the second a no.
pub(crate) fn wanted(mover: Seat) -> bool {
    mover == Seat(0)
}

/// The seat that must be able to win for the question to be open: if the first cannot, no position is
/// a win, and if the second cannot, each is at least a draw.
pub(crate) fn spoiler(goal: GameValue) -> Seat {
    if goal == GameValue::Win { Seat(0) } else { Seat(1) }
}

/// The answer at an end.
pub(crate) fn judged(outcome: &Outcome, goal: GameValue) -> Answer {
    Answer { yes: GameValue::of(outcome) >= goal, height: 0 }
}

/// The answer where a seat is certain to win, in an unknown number of moves.
pub(crate) fn certain(winner: Seat) -> Answer {
    Answer { yes: wanted(winner), height: UNKNOWN_HEIGHT }
}

/// The answer where that seat cannot win.
pub(crate) fn hopeless(goal: GameValue) -> Answer {
    Answer { yes: goal == GameValue::Draw, height: UNKNOWN_HEIGHT }
}

pub(crate) fn known(entry: Entry, goal: GameValue) -> Option<Answer> {
    entry.bounds.reaches(goal).map(|yes| Answer { yes, height: entry.height })
}
