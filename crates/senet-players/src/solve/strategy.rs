//! What to play, whatever the others do: a strategy, as a text that can be checked by playing.
//!
//! ```text
//! senet strategy 1
//! game mnk
//! seat 1
//! value win
//!
//! @1
//! b2    @2
//! @2
//! a1    @3
//! b1    @4
//! ```
//!
//! Positions are numbered as they come; the first is the start. Where the seat of the strategy moves,
//! one move is listed, elsewhere all of them, each with a tab and the position that it
//! leads to, or `end`.

use super::{Inquiry, Solver, Stuck, Watch, Worth, children};
use rustc_hash::FxHashMap;
use senet_game::{Game, Seat, Turn};
use std::fmt;

/// What a seat plays to get at least what the game is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    /// Whose it is.
    pub seat: Seat,
    /// What the game is worth to the first seat.
    pub worth: Worth,
    /// For each position, the moves that may be played there, by name, and the position that each
    /// leads to, if it does not end the game.
    pub positions: Vec<Vec<(String, Option<usize>)>>,
}

/// Bytes that a move takes in a strategy, roughly.
const MOVE: u64 = 64;

impl<G: Game> Solver<G> {
    /// The strategy of a seat from the start on.
    pub fn strategy(&mut self, game: &G, seat: Seat, watch: Watch<'_>) -> Result<Strategy, Stuck> {
        let mut inquiry = Inquiry::new(game, self.allowance.positions, watch);
        let start = game.start();
        let worth = self.judge_now(&mut inquiry, &start)?.worth;
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut positions = Vec::new();
        let mut bytes = 0;
        while let Some(state) = states.get(positions.len()).cloned() {
            let next = match game.turn(&state) {
                Turn::Player(mover) if mover == seat => {
                    let (mv, _) = self.best_now(&mut inquiry, &state)?;
                    let mut after = state.clone();
                    game.apply(&mut after, &mv, &mut ());
                    vec![(mv, after)]
                }
                Turn::Player(_) => children(game, &state),
                _ => Vec::new(),
            };
            let mut moves = Vec::new();
            for (mv, after) in next {
                bytes += MOVE;
                let name = game.name(&state, &mv);
                let goes_on = matches!(game.turn(&after), Turn::Player(_));
                let to = goes_on.then(|| {
                    *numbers.entry(after).or_insert_with_key(|after| {
                        bytes += 2 * game.bytes(after) as u64;
                        states.push(after.clone());
                        states.len() - 1
                    })
                });
                moves.push((name, to));
            }
            positions.push(moves);
            if bytes > self.allowance.memory {
                return Err(Stuck::Memory);
            }
        }
        Ok(Strategy { seat, worth, positions })
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seat {}", self.seat.0 + 1)?;
        let value = match self.worth.utility(self.seat) {
            u if u > 0.0 => "win",
            u if u < 0.0 => "loss",
            _ => "draw",
        };
        writeln!(f, "value {value}\n")?;
        for (i, moves) in self.positions.iter().enumerate() {
            writeln!(f, "@{}", i + 1)?;
            for (name, to) in moves {
                match to {
                    Some(to) => writeln!(f, "{name}\t@{}", to + 1)?,
                    None => writeln!(f, "{name}\tend")?,
                }
            }
        }
        Ok(())
    }
}
