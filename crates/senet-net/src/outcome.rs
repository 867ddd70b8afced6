//! Who won, from the atoms that say so.

use senet_engine::Value;
use senet_game::{Outcome, Seat, SeatSet, Verdict};
use senet_program::{PredId, Program};

/// What the atoms of a position say about winning.
#[derive(Debug)]
pub(crate) struct Tally<'p> {
    program: &'p Program,
    won: SeatSet,
    lost: SeatSet,
    drawn: bool,
    scores: Option<Vec<i64>>,
}

impl<'p> Tally<'p> {
    pub(crate) fn new(program: &'p Program) -> Tally<'p> {
        let scores = (!program.game().score.is_empty()).then(|| vec![0; program.seats()]);
        let (won, lost) = (SeatSet::default(), SeatSet::default());
        Tally { program, won, lost, drawn: false, scores }
    }

    /// Whether a predicate says anything about winning.
    pub(crate) fn tells(program: &Program, predicate: PredId) -> bool {
        let game = program.game();
        [&game.win, &game.lose, &game.draw, &game.score].iter().any(|p| p.contains(&predicate))
    }

    /// Takes an atom into account.
    pub(crate) fn see(&mut self, predicate: PredId, values: &[Value], copies: u64) {
        let game = self.program.game();
        let named = match values.first() {
            Some(player) => self.seat(*player).map(|seat| {
                let mut one = SeatSet::default();
                one.insert(seat);
                one
            }),
            None => Some(SeatSet::all(self.program.seats())),
        };
        let add =
            |set: &mut SeatSet| named.iter().flat_map(|n| n.iter()).for_each(|s| set.insert(s));
        if game.win.contains(&predicate) {
            add(&mut self.won);
        }
        if game.lose.contains(&predicate) {
            add(&mut self.lost);
        }
        self.drawn |= game.draw.contains(&predicate);
        if game.score.contains(&predicate) {
            let (seat, number) = match *values {
                [player, n] => (self.seat(player), n),
                [n] => (Some(Seat(0)), n),
                _ => (None, 0),
            };
            if let (Some(seat), Some(scores)) = (seat, &mut self.scores) {
                let points = i64::try_from(number.saturating_mul(copies)).unwrap_or(i64::MAX);
                let score = &mut scores[seat.0 as usize];
                *score = score.saturating_add(points);
            }
        }
    }

    fn seat(&self, value: Value) -> Option<Seat> {
        let players = self.program.game().players.as_ref()?;
        let at = players.seats.iter().position(|c| u64::from(c.0) == value)?;
        Some(Seat(at as u8))
    }

    /// What it all means; scores decide only at the end.
    pub(crate) fn outcome(self, ended: bool) -> Outcome {
        let verdict = if !self.won.is_empty() {
            Verdict::Won(self.won)
        } else if !self.lost.is_empty() {
            let mut others = SeatSet::all(self.program.seats());
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
    for (i, score) in scores.iter().enumerate().filter(|(_, s)| **s == top) {
        debug_assert_eq!(*score, top, "filtered");
        winners.insert(Seat(i as u8));
    }
    if winners.len() == scores.len() && scores.len() > 1 {
        Verdict::Draw
    } else {
        Verdict::Won(winners)
    }
}
