//! Who won: from the outcome atoms of a position, or from scores at the end.

use crate::game::{TermGame, TermState};
use senet_game::{Game, Outcome, Seat, SeatSet, Turn, Verdict};
use senet_program::PredId;

impl TermGame {
    /// The end, if an outcome atom is there.
    pub(super) fn decided(&self, state: &TermState) -> Option<Turn> {
        let game = self.engine.program.game();
        let relations = &state.machine.position.relations;
        let some = [&game.win, &game.lose, &game.draw]
            .into_iter()
            .flatten()
            .any(|p| !relations[p.index()].live().is_empty());
        some.then(|| Turn::Over(self.outcome(state, false)))
    }

    /// What the position means for all players.
    pub(super) fn outcome(&self, state: &TermState, ended: bool) -> Outcome {
        let game = self.engine.program.game();
        let seats = self.seats();
        let mut won = SeatSet::default();
        let mut lost = SeatSet::default();
        self.named(state, &game.win, &mut won);
        self.named(state, &game.lose, &mut lost);
        let relations = &state.machine.position.relations;
        let drawn = game.draw.iter().any(|p| !relations[p.index()].live().is_empty());
        let scores = self.points(state);
        // Precedence, the same on all engines: a win beats a loss beats a draw beats points;
        // points count only at the end. `OutcomeTally` of printed games repeats this order.
        let verdict = if !won.is_empty() {
            Verdict::Won(won)
        } else if !lost.is_empty() {
            let mut others = SeatSet::all(seats);
            for seat in lost.iter() {
                others.remove(seat);
            }
            Verdict::Won(others)
        } else if drawn {
            Verdict::Draw
        } else if let (Some(scores), true) = (&scores, ended) {
            best(scores)
        } else {
            Verdict::NoResult
        };
        Outcome { verdict, scores: scores.map(Into::into) }
    }

    /// The seats that atoms of these predicates name; all of them if there is no argument.
    fn named(&self, state: &TermState, predicates: &[PredId], out: &mut SeatSet) {
        for predicate in predicates {
            let relation = &state.machine.position.relations[predicate.index()];
            for row in relation.live() {
                match relation.row(*row).first() {
                    Some(player) => {
                        if let Some(seat) = self.engine.words.seat_of_value(*player) {
                            out.insert(seat);
                        }
                    }
                    None => *out = SeatSet::all(self.seats()),
                }
            }
        }
    }

    /// The points of all players, if the program keeps them.
    pub(super) fn points(&self, state: &TermState) -> Option<Vec<i64>> {
        let game = self.engine.program.game();
        if game.score.is_empty() {
            return None;
        }
        let mut scores = vec![0i64; self.seats()];
        for predicate in &game.score {
            let relation = &state.machine.position.relations[predicate.index()];
            for row in relation.live() {
                // A persistent atom has no copies and counts once.
                let copies = relation.count(*row).max(1);
                let (seat, number) = match *relation.row(*row) {
                    [player, n] => (self.engine.words.seat_of_value(player), n),
                    [n] => (Some(Seat(0)), n),
                    _ => (None, 0),
                };
                if let Some(seat) = seat {
                    // Saturating, so that a program with absurd numbers has an outcome instead
                    // of a panic.
                    let points = i64::try_from(number.saturating_mul(copies)).unwrap_or(i64::MAX);
                    scores[seat.0 as usize] = scores[seat.0 as usize].saturating_add(points);
                }
            }
        }
        Some(scores)
    }
}

/// The highest score wins; equal scores are a draw.
fn best(scores: &[i64]) -> Verdict {
    let top = scores.iter().max().copied().unwrap_or(0);
    let mut winners = SeatSet::default();
    for (i, score) in scores.iter().enumerate() {
        if *score == top {
            winners.insert(Seat(i as u8));
        }
    }
    if winners.len() == scores.len() && scores.len() > 1 {
        Verdict::Draw
    } else {
        Verdict::Won(winners)
    }
}
