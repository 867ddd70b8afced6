//! Game values: what positions are worth under perfect play.

use senet_game::{Outcome, Seat};

/// What a position is worth to the first seat under perfect play; for a single
/// seat, whether it reaches its goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameValue {
    /// The other seat wins.
    Loss,
    /// A draw by the rules, or neither seat can force an end.
    Draw,
    /// The first seat wins.
    Win,
}

/// The value of a position, and how far its end is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionValue {
    /// What it is worth to the first seat.
    pub value: GameValue,
    /// If it is won or lost: in how many moves, when the winner hurries and the loser holds out, if
    /// that was found out.
    pub distance: Option<u32>,
}

impl GameValue {
    /// From worst to best.
    pub const ALL: [GameValue; 3] = [GameValue::Loss, GameValue::Draw, GameValue::Win];

    /// What an outcome is worth to the first seat.
    pub fn of(outcome: &Outcome) -> GameValue {
        match outcome.utility(Seat(0)) {
            u if u > 0.0 => GameValue::Win,
            u if u < 0.0 => GameValue::Loss,
            _ => GameValue::Draw,
        }
    }

    /// What it is worth to a seat, from -1 to 1.
    pub fn utility(self, seat: Seat) -> f64 {
        f64::from(self.for_seat(seat) as u8) - 1.0
    }

    /// The same value as a seat sees it: to the second seat, a win of the first is a loss. Seen twice,
    /// it is what it was.
    pub fn for_seat(self, seat: Seat) -> GameValue {
        match self {
            GameValue::Loss if seat != Seat(0) => GameValue::Win,
            GameValue::Win if seat != Seat(0) => GameValue::Loss,
            same => same,
        }
    }

    /// Who wins, if anyone does.
    pub fn winner(self) -> Option<Seat> {
        match self {
            GameValue::Loss => Some(Seat(1)),
            GameValue::Draw => None,
            GameValue::Win => Some(Seat(0)),
        }
    }

    /// The next worse one; a loss is the worst.
    fn below(self) -> GameValue {
        if self == GameValue::Win { GameValue::Draw } else { GameValue::Loss }
    }

    /// The next better one, if there is one.
    pub(crate) fn above(self) -> Option<GameValue> {
        GameValue::ALL.get(self as usize + 1).copied()
    }
}

impl PositionValue {
    pub(crate) const DRAW: PositionValue = PositionValue { value: GameValue::Draw, distance: None };
}

/// Between which bounds a value lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ValueBounds {
    pub(crate) lower: GameValue,
    pub(crate) upper: GameValue,
}

impl ValueBounds {
    pub(crate) const UNKNOWN: ValueBounds =
        ValueBounds { lower: GameValue::Loss, upper: GameValue::Win };

    /// Whether the value is at least the goal, if that is known.
    pub(crate) fn reaches(self, goal: GameValue) -> Option<bool> {
        // Bounds answer a query if they do not straddle the goal, as alpha-beta windows do.
        if self.lower >= goal {
            Some(true)
        } else if self.upper < goal {
            Some(false)
        } else {
            None
        }
    }

    /// The bounds with the answer to one more question.
    pub(crate) fn with(mut self, goal: GameValue, reached: bool) -> ValueBounds {
        if reached {
            self.lower = self.lower.max(goal);
        } else {
            self.upper = self.upper.min(goal.below());
        }
        self
    }

    /// The same, where one of two seats wins every play if `drawless`.
    pub(crate) fn answered(self, goal: GameValue, reached: bool, drawless: bool) -> ValueBounds {
        if !drawless {
            return self.with(goal, reached);
        }
        let value = if reached { GameValue::Win } else { GameValue::Loss };
        ValueBounds { lower: value, upper: value }
    }

    /// Whether a player is known to win.
    pub(crate) fn is_decisive(self) -> bool {
        self.lower == GameValue::Win || self.upper == GameValue::Loss
    }
}
