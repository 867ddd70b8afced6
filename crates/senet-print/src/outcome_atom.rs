//! What `#win`, `#lose`, `#draw` and `#score` make of an atom.

use crate::outcomes::{OutcomeAtom, SeatPoints};
use senet_program::{PredId, Program};
use senet_words::Value;

/// What an atom means for the outcome; most mean nothing.
pub fn outcome_atom(program: &Program, predicate: PredId, values: &[Value]) -> OutcomeAtom {
    let game = program.game();
    let seat = |value: Value| {
        let players = game.players.as_ref()?;
        players.seats.iter().position(|c| u64::from(c.0) == value).map(|at| at as u8)
    };
    // Without an argument it is about everybody.
    let named: Vec<u8> = match values.first() {
        Some(player) => seat(*player).into_iter().collect(),
        None => (0..program.seats() as u8).collect(),
    };
    let mut atom = OutcomeAtom::default();
    if game.win.contains(&predicate) {
        atom.won.clone_from(&named);
    }
    if game.lose.contains(&predicate) {
        atom.lost = named;
    }
    atom.drawn = game.draw.contains(&predicate);
    if game.score.contains(&predicate) {
        atom.score = match *values {
            [player, points] => seat(player).map(|seat| SeatPoints { seat, points }),
            [points] => Some(SeatPoints { seat: 0, points }),
            _ => None,
        };
    }
    atom
}
