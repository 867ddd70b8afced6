//! What a player is asked, what it may look at, and what it answers.

use crate::environment::{EngineError, Environment};
use crate::information::InformationState;
use senet_game::{Cursor, DynGame, MoveIndex, Rng, Seat, Turn};
use senet_solve::SolveError;
use std::sync::Arc;

/// Chooses moves.
pub trait Player: Send {
    /// Gets ready to play from where a cursor stands, which is left there; an error says why it
    /// cannot. Called when it takes its seat.
    fn prepare(
        &mut self,
        _game: &Arc<dyn DynGame>,
        _at: &mut dyn Cursor,
        _environment: &dyn Environment,
    ) -> Result<(), PlayerError> {
        Ok(())
    }

    /// A move for the seat whose turn it is. A search that runs out of time or is cancelled gives the
    /// best move so far.
    fn choose(
        &mut self,
        game: &Arc<dyn DynGame>,
        knowledge: Knowledge<'_>,
        rng: &mut Rng,
        environment: &dyn Environment,
    ) -> Result<SearchResult, PlayerError>;
}

/// What a player may look at.
pub enum Knowledge<'a> {
    /// Nothing is ever hidden: a cursor at the position, under the referee of the match. It is left
    /// where it was.
    Open(&'a mut dyn Cursor),
    /// What the seat has observed.
    Hidden(&'a InformationState),
}

impl Knowledge<'_> {
    /// The seat whose turn it is.
    pub fn seat(&self) -> Result<Seat, PlayerError> {
        let turn = match self {
            Knowledge::Open(cursor) => cursor.turn(),
            Knowledge::Hidden(known) if known.count_moves() == 0 => Turn::Chance,
            Knowledge::Hidden(known) => Turn::Player(known.seat()),
        };
        match turn {
            Turn::Player(seat) => Ok(seat),
            _ => Err(PlayerError::NotAPlayersTurn),
        }
    }
}

/// A move, and what the search found out about it.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// The move to make, by its index among the legal moves.
    pub best: MoveIndex,
    /// Its value for the seat that moves, from -1 for lost to 1 for won, if the player knows.
    pub value: Option<f64>,
    /// Whether the value is proven. Searches prove by the rules of the game alone: what rests on an end
    /// by a draw rule holds for this play only. Perfect play proves under the draw rules too.
    pub proven: bool,
    /// How many positions or playouts it rests on.
    pub nodes: u64,
    /// The principal variation: how play is expected to go on, beginning with the move. Each is the
    /// place of a move in the canonical order of its position.
    pub line: Vec<MoveIndex>,
}

impl SearchResult {
    /// A move of which nothing was found out.
    pub fn of(best: MoveIndex) -> SearchResult {
        SearchResult { best, value: None, proven: false, nodes: 0, line: vec![best] }
    }
}

/// Why a player cannot choose a move.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It is the turn of chance, or the play is over.
    #[error("it is not a player's turn")]
    NotAPlayersTurn,
    /// The player chose an index beyond the legal moves; the caller of a player checks that.
    #[error("the bot chose move {}, and there are fewer", .0.0)]
    IllegalMove(MoveIndex),
    /// Perfect play is not possible, because the position is not solved.
    #[error("perfect cannot play this, because it is not solved: {why}; {help}")]
    NotSolved {
        /// Why the solver gave up.
        reason: SolveError,
        /// The same in words, with the limit that was reached.
        why: String,
        /// What to try.
        help: String,
    },
    /// An external engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The search was cancelled before there was anything to answer with.
    #[error("the search was cancelled")]
    Cancelled,
}
