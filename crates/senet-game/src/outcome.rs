//! Turns and outcomes.

use crate::limits::LimitKind;
use std::sync::Arc;

/// A seat at the table, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

/// Some of the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u64);

impl SeatSet {
    /// The first `n` seats.
    pub fn all(n: usize) -> SeatSet {
        SeatSet(if n >= 64 { u64::MAX } else { (1 << n) - 1 })
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether a seat is in it.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// Whether nobody is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        // Bit by bit: this is done at the end of every playout that is counted.
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let seat = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (seat < u64::BITS).then_some(Seat(seat as u8))
        })
    }
}

/// Whose decision it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A player's.
    Player(Seat),
    /// A chance node.
    Chance,
    /// The game is over.
    Over(Outcome),
    /// Automatic steps reached this limit.
    Stopped(LimitKind),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won, if anyone.
    pub verdict: Verdict,
    /// The scores, by seat, if the game keeps them.
    pub scores: Option<Arc<[i64]>>,
}

/// What the end means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// These won, together.
    Won(SeatSet),
    /// A draw, by the rules of the game or by a draw rule.
    Draw,
    /// The game ended and does not say how; worth a draw.
    NoResult,
}

impl Outcome {
    /// An outcome without scores.
    pub fn of(verdict: Verdict) -> Outcome {
        Outcome { verdict, scores: None }
    }

    /// A player won, alone.
    pub fn won(seat: Seat) -> Outcome {
        let mut seats = SeatSet::default();
        seats.insert(seat);
        Outcome::of(Verdict::Won(seats))
    }

    /// The outcome of a draw, without points.
    pub fn draw() -> Outcome {
        Outcome::of(Verdict::Draw)
    }

    /// The same outcome, if the first two seats were each other's.
    pub fn exchanged(&self) -> Outcome {
        let other = |seat: Seat| if seat.0 < 2 { Seat(1 - seat.0) } else { seat };
        let verdict = match self.verdict {
            Verdict::Won(seats) => {
                let mut others = SeatSet::default();
                seats.iter().for_each(|seat| others.insert(other(seat)));
                Verdict::Won(others)
            }
            same => same,
        };
        let mut scores = self.scores.as_ref().map(|scores| scores.to_vec());
        if let Some([first, second, ..]) = scores.as_deref_mut() {
            std::mem::swap(first, second);
        }
        Outcome { verdict, scores: scores.map(Arc::from) }
    }

    /// What the outcome is worth to a seat: 1, 0 or -1.
    pub fn utility(&self, seat: Seat) -> f64 {
        match self.verdict {
            Verdict::Won(seats) if seats.contains(seat) => 1.0,
            Verdict::Won(_) => -1.0,
            Verdict::Draw | Verdict::NoResult => 0.0,
        }
    }
}
