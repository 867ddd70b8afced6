//! The verifier: plays a strategy against everything that the others can do, and finds the worst that can
//! happen.
//!
//! It shares nothing with the solver: the strategy says what its seat plays, the rules of the game say
//! what the others may do, and the [`Referee`] says which plays are drawn. First all positions that can
//! come up are listed; a move that is answered twice in different positions is found there. The rest is
//! arithmetic on the graph:
//!
//! - an end is possible if the shortest way to it has no more moves than the limit allows,
//! - the limit draws a play if some way is as long as the limit without an end; a circle is such a way,
//! - a circle is a draw even without a limit.
//!
//! Quiet moves become part of a node only if some play is long enough for their limit. A position that
//! comes up twice in a play, under two numbers of the strategy, counts as repeated even if the rule wants
//! a third time: the verifier may promise too little there, but never too much. Cost: linear in the
//! moves listed, and in these positions over 64 times the moves.

mod graph;

use super::Strategy;
use crate::limits::SolveWatch;
use crate::value::GameValue;
use graph::{PlayGraph, Rules};
use senet_game::{DrawRules, DynGame, LimitKind, Referee, Turn};
use thiserror::Error;

/// What a strategy is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedStrategy {
    /// The worst that can happen to its seat, as if it were the first.
    pub worst: GameValue,
    /// How many moves a play has at most; `None` if play may go on for ever, which is a draw.
    pub longest: Option<u64>,
    /// How many positions were looked at.
    pub positions: u64,
}

/// Why a strategy does not fit a game. Positions are counted from 1, as in the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The game has fewer seats.
    #[error("there is no seat {0}")]
    Seat(usize),
    /// A position is named, but not listed.
    #[error("position {0} is missing")]
    Missing(usize),
    /// The others can play a move that is not listed.
    #[error("position {position} has no answer to `{name}`")]
    NoAnswer {
        /// The number of the position in the strategy.
        position: usize,
        /// The move of the other side, by name.
        name: String,
    },
    /// The seat of the strategy has no move, or several.
    #[error("position {0} must have one move that can be played")]
    NotOneMove(usize),
    /// Two different positions have the same number.
    #[error("after position {after}: position {position} is another one")]
    AnotherPosition {
        /// The position before.
        after: usize,
        /// The number that both have.
        position: usize,
    },
    /// The strategy goes on where the game is over.
    #[error("after position {0}: the game is over")]
    Over(usize),
    /// The strategy ends where the game goes on.
    #[error("after position {0}: the game goes on")]
    GoesOn(usize),
    /// Between two moves, the program reached a limit.
    #[error("after position {after}: {}", .kind.reached())]
    Stopped {
        /// The position before.
        after: usize,
        /// What ran out.
        kind: LimitKind,
    },
    /// The caller cancelled it.
    #[error("it was cancelled before everything was played")]
    Cancelled,
}

impl Strategy {
    /// Plays it against everything, from the start of a game. `watch` is called now and then with the
    /// number of positions looked at; `false` cancels.
    pub fn verify(
        &self,
        game: &dyn DynGame,
        watch: SolveWatch<'_>,
    ) -> Result<VerifiedStrategy, VerifyError> {
        if usize::from(self.seat.0) >= game.seats() {
            return Err(VerifyError::Seat(usize::from(self.seat.0) + 1));
        }
        let start = game.cursor();
        match start.turn() {
            Turn::Over(outcome) => {
                let worst = GameValue::of(&outcome).for_seat(self.seat);
                return Ok(VerifiedStrategy { worst, longest: Some(0), positions: 0 });
            }
            Turn::Stopped(kind) => return Err(VerifyError::Stopped { after: 0, kind }),
            Turn::Player(_) | Turn::Chance => {}
        }
        let referee = start.referee();
        let rules = Rules {
            limit: referee.moves_left().unwrap_or(u64::MAX),
            repeats: game.draw_rules().repeat.is_some(),
        };
        let plain = PlayGraph::list(self, game, Referee::none(), watch)?;
        let quiet = referee.quiet_left().unwrap_or(u64::MAX);
        let counts = plain.longest_play().is_none_or(|(open, _)| open >= quiet);
        if quiet == u64::MAX || !counts {
            return plain.judge(rules);
        }
        let counting =
            referee.frozen(DrawRules { quiet: game.draw_rules().quiet, ..DrawRules::default() });
        PlayGraph::list(self, game, counting, watch)?.judge(rules)
    }
}
