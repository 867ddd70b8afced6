//! Who won, from the atoms that say so.

use senet_game::{Outcome, Seat, SeatSet, Verdict};

/// What an atom says about winning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Says {
    pub(crate) won: Vec<u8>,
    pub(crate) lost: Vec<u8>,
    pub(crate) drawn: bool,
    /// Points for a seat.
    pub(crate) score: Option<(u8, u64)>,
}

/// What the atoms of a position say about winning.
#[derive(Debug)]
pub(crate) struct Tally {
    won: SeatSet,
    lost: SeatSet,
    drawn: bool,
    seats: usize,
    scores: Option<Vec<i64>>,
}

impl Tally {
    /// For so many seats; whether points are counted.
    pub(crate) fn new(seats: usize, scores: bool) -> Tally {
        let (won, lost) = (SeatSet::default(), SeatSet::default());
        Tally { won, lost, drawn: false, seats, scores: scores.then(|| vec![0; seats]) }
    }

    /// Takes an atom into account.
    pub(crate) fn see(&mut self, says: &Says, copies: u64) {
        says.won.iter().for_each(|s| self.won.insert(Seat(*s)));
        says.lost.iter().for_each(|s| self.lost.insert(Seat(*s)));
        self.drawn |= says.drawn;
        if let (Some((seat, number)), Some(scores)) = (says.score, &mut self.scores) {
            let points = i64::try_from(number.saturating_mul(copies)).unwrap_or(i64::MAX);
            let score = &mut scores[seat as usize];
            *score = score.saturating_add(points);
        }
    }

    /// What it all means; scores decide only at the end.
    pub(crate) fn outcome(self, ended: bool) -> Outcome {
        let verdict = if !self.won.is_empty() {
            Verdict::Won(self.won)
        } else if !self.lost.is_empty() {
            let mut others = SeatSet::all(self.seats);
            self.lost.iter().for_each(|seat| others.remove(seat));
            Verdict::Won(others)
        } else if self.drawn {
            Verdict::Draw
        } else if let (Some(scores), true) = (&self.scores, ended) {
            best(scores)
        } else {
            Verdict::NoResult
        };
        Outcome { verdict, scores: self.scores.map(Into::into) }
    }
}

/// The highest score wins; equal scores are a draw.
fn best(scores: &[i64]) -> Verdict {
    let top = scores.iter().max().copied().unwrap_or(0);
    let mut winners = SeatSet::default();
    for (i, _) in scores.iter().enumerate().filter(|(_, s)| **s == top) {
        winners.insert(Seat(i as u8));
    }
    if winners.len() == scores.len() && scores.len() > 1 {
        Verdict::Draw
    } else {
        Verdict::Won(winners)
    }
}
