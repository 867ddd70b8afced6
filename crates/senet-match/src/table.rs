//! A match whose game nobody needs to know.

use crate::record::Record;
use crate::setting::Sitter;
use crate::snapshot::{Seen, Snapshot};
use senet_game::{Eye, Seat};
use senet_players::{Bot, World};
use std::fmt;
use std::time::Duration;

/// What somebody at the table does.
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
    /// Goes to a position that was played before; see [`Snapshot::node`].
    Go(usize),
}

/// Why an action is not possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such move here.
    NoSuchMove(String),
    /// The game is over.
    Over,
    /// It is the turn of chance, or nobody's.
    NobodysTurn,
    /// The swap rule does not allow it, here or at all.
    NoSwap,
    /// There is no such seat.
    NoSuchSeat(Seat),
    /// Nobody's time has run out: there is no clock, or it is not their turn.
    InTime,
    /// Nothing to take back.
    NothingToUndo,
    /// Nothing to play again.
    NothingToRedo,
    /// No position has this number.
    NoSuchNode(usize),
    /// Other programs are told every move, and this game has secrets.
    NoEngine,
    /// Whoever wants to sit down cannot play this, and says why.
    CannotPlay(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoSuchMove(name) => write!(f, "`{name}` is no move here"),
            Refusal::Over => write!(f, "the game is over"),
            Refusal::NobodysTurn => write!(f, "it is nobody's turn"),
            Refusal::NoSwap => {
                write!(f, "only the second player can swap, at the first turn, if it was agreed")
            }
            Refusal::NoSuchSeat(seat) => write!(f, "there is no seat {}", seat.0 + 1),
            Refusal::InTime => write!(f, "nobody has run out of time"),
            Refusal::NothingToUndo => write!(f, "there is nothing to take back"),
            Refusal::NothingToRedo => write!(f, "there is nothing to play again"),
            Refusal::NoEngine => {
                write!(f, "other programs would see what is hidden in this game")
            }
            Refusal::CannotPlay(why) => write!(f, "{why}"),
            Refusal::NoSuchNode(node) => write!(f, "no position has the number {node}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A move to consider.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// Whose move it is.
    pub seat: Seat,
    /// Its name, for [`Action::Move`].
    pub name: String,
    /// What it is worth to the one who moves, from -1 for lost to 1 for won, if the bot knows.
    pub value: Option<f64>,
    /// Whether that is certain.
    pub proven: bool,
    /// How many ways to go on were tried.
    pub tried: u64,
    /// How play is expected to go on, in words, beginning with the move.
    pub line: Vec<String>,
}

/// A match of some game: snapshots out, actions in.
pub trait Table: Send {
    /// What somebody sees now.
    fn snapshot(&self, eye: Eye) -> Snapshot;

    /// The plays from the start to here, as somebody sees them.
    fn line(&self, eye: Eye) -> Vec<Seen>;

    /// The name of the move that a text means to the game itself, if it means one here.
    fn read(&self, text: &str) -> Option<String>;

    /// Somebody sits down on a seat, in the place of whoever sat there.
    fn sit(&mut self, seat: Seat, sitter: Sitter) -> Result<(), Refusal>;

    /// Somebody does something, after thinking for so long.
    fn act(&mut self, action: &Action, spent: Duration) -> Result<(), Refusal>;

    /// Lets chance or a bot make one move; `false` if it is a person's turn, or nobody's. Bots that
    /// think for a time need a world in which time passes.
    fn go_on(&mut self, world: &dyn World) -> bool;

    /// The move that a bot would make, and what is to be said for it, by what the seat whose turn it
    /// is knows.
    fn advise(&self, bot: Bot, world: &dyn World) -> Option<Advice>;

    /// What was played, from the start to here.
    fn record(&self) -> Record;
}
