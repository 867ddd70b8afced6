//! What can be done in a match, and why it may be refused.

use senet_game::Seat;
use senet_players::PlayerError;

/// What a participant does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A move, by name.
    Move(String),
    /// Takes the other's seat, by the swap rule.
    Swap,
    /// Gives up.
    Resign(Seat),
    /// Has thought for too long.
    OutOfTime(Seat),
    /// Takes back, to the last decision of a person.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Goes to a position that was played before; see [`Snapshot::node`](crate::Snapshot::node).
    Go(usize),
}

/// Why an action is not possible.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionError {
    /// There is no such move here.
    #[error("`{0}` is not a legal move here")]
    NoSuchMove(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the turn of chance, or the game has stopped.
    #[error("it is nobody's turn")]
    NobodysTurn,
    /// It is not the turn of chance.
    #[error("it is not the turn of chance")]
    NotChance,
    /// The swap rule does not allow it, here or at all.
    #[error("only the second player can swap, at the first turn, if it was agreed")]
    NoSwap,
    /// There is no such seat.
    #[error("there is no seat {}", .0.0 + 1)]
    NoSuchSeat(Seat),
    /// There is no clock, or it is not the seat's turn.
    #[error("nobody has run out of time")]
    InTime,
    /// Nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing to play again.
    #[error("there is nothing to play again")]
    NothingToRedo,
    /// No position has this number.
    #[error("no position has the number {0}")]
    NoSuchNode(usize),
    /// External engines are told every move, and this game has hidden information.
    #[error("external engines would see what is hidden in this game")]
    NoEngine,
    /// The bot cannot play this.
    #[error(transparent)]
    CannotPlay(#[from] PlayerError),
}

/// A move that a bot suggests.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// Whose move it is.
    pub seat: Seat,
    /// Its name, for [`Action::Move`].
    pub name: String,
    /// Its value for the one who moves, from -1 for lost to 1 for won, if the bot knows.
    pub value: Option<f64>,
    /// Whether that is proven.
    pub proven: bool,
    /// How many positions or simulated games it rests on.
    pub nodes: u64,
    /// The principal variation in words, beginning with the move.
    pub line: Vec<String>,
}
