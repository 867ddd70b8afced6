//! Who won, from the outcome atoms of a position (`#win`, `#lose`, `#draw`, `#score`).

use senet_game::{Outcome, Seat, SeatSet, Verdict};

/// What an atom means for the outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct OutcomeAtom {
    pub(crate) won: Vec<u8>,
    pub(crate) lost: Vec<u8>,
    pub(crate) drawn: bool,
    pub(crate) score: Option<SeatPoints>,
}

/// Points for a seat, for each copy of the atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeatPoints {
    pub(crate) seat: u8,
    pub(crate) points: u64,
}

/// The outcome atoms of a position, taken together.
#[derive(Debug)]
pub(crate) struct OutcomeTally {
    won: SeatSet,
    lost: SeatSet,
    drawn: bool,
    seats: usize,
    scores: Option<Vec<i64>>,
}

impl OutcomeTally {
    /// `scores`: whether points are counted.
    pub(crate) fn new(seats: usize, scores: bool) -> OutcomeTally {
        let (won, lost) = (SeatSet::default(), SeatSet::default());
        OutcomeTally { won, lost, drawn: false, seats, scores: scores.then(|| vec![0; seats]) }
    }

    /// Takes an atom into account.
    pub(crate) fn count(&mut self, atom: &OutcomeAtom, copies: u64) {
        atom.won.iter().for_each(|s| self.won.insert(Seat(*s)));
        atom.lost.iter().for_each(|s| self.lost.insert(Seat(*s)));
        self.drawn |= atom.drawn;
        if let (Some(score), Some(scores)) = (atom.score, &mut self.scores) {
            let points = i64::try_from(score.points.saturating_mul(copies)).unwrap_or(i64::MAX);
            let sum = &mut scores[score.seat as usize];
            *sum = sum.saturating_add(points);
        }
    }

    /// The outcome; scores decide only at the end.
    pub(crate) fn outcome(self, ended: bool) -> Outcome {
        // Wins before losses before draws, and scores only where nothing else decides.
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
