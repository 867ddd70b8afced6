//! Who won, from the outcome atoms of a position (`#win`, `#lose`, `#draw`, `#score`). Engines use it, and
//! `senet build` prints this very file.

use crate::structs_as_numbers;
use senet_game::{Outcome, Seat, SeatSet, Verdict};

/// What an atom means for the outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutcomeAtom {
    /// The seats that win by it.
    pub won: Vec<u8>,
    /// The seats that lose by it.
    pub lost: Vec<u8>,
    /// Whether it is a draw.
    pub drawn: bool,
    /// What it counts.
    pub score: Option<SeatPoints>,
}

/// Points for a seat, for each copy of the atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatPoints {
    /// Whose they are.
    pub seat: u8,
    /// How many.
    pub points: u64,
}

structs_as_numbers! {
    SeatPoints { seat, points }
    OutcomeAtom { won, lost, drawn, score }
}

/// The outcome atoms of a position, taken together.
#[derive(Debug)]
pub struct OutcomeTally {
    won: SeatSet,
    lost: SeatSet,
    drawn: bool,
    seats: usize,
    scores: Option<Vec<i64>>,
}

impl OutcomeTally {
    /// `scores`: whether points are counted.
    pub fn new(seats: usize, scores: bool) -> OutcomeTally {
        let (won, lost) = (SeatSet::default(), SeatSet::default());
        OutcomeTally { won, lost, drawn: false, seats, scores: scores.then(|| vec![0; seats]) }
    }

    /// Takes an atom into account.
    pub fn count(&mut self, atom: &OutcomeAtom, copies: u64) {
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
    pub fn outcome(self, ended: bool) -> Outcome {
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
