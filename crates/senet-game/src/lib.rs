//! The contract between games and everybody who uses them: [`Game`].
//!
//! A game's rules are immutable and a state is a position and nothing else. Makers of games (the
//! engines, games written in Rust) implement [`Game`]; users of games (players, analysis, matches)
//! know only this crate. Nothing here draws, reads or prints.

mod abilities;
mod dyn_game;
mod erase;
mod game;
mod hash;
mod info;
mod limits;
mod log;
mod outcome;
mod position;
mod random;
mod referee;
mod view;

pub use abilities::{
    Abilities, Actions, GameRules, HiddenInformation, Packing, PlayoutBatch, PlayoutsFn, SeatGoal,
};
pub use dyn_game::{
    Child, Cursor, DynGame, Expand, MoveId, MoveIndex, MovesMade, PLAYOUT_CAP, PackedChild,
    Playout, PlayoutEnd, Tally,
};
pub use erase::{erase, erase_with};
pub use game::{Game, named};
pub use hash::{Hash128, hash128};
pub use info::{GameInfo, Listed, OptionError, OptionSpec, OptionValues, Values};
pub use limits::{LimitKind, LimitReached, Limits};
pub use log::{Event, Log, RuleLog, Telling};
pub use outcome::{Outcome, Seat, SeatSet, Turn, Verdict};
pub use position::{CanonicalKey, ExactKey, HashedKey, Position};
pub use random::{Rng, weighted_index};
pub use referee::{DrawRules, MoveMade, PlayCount, Referee, RefereeMark};
/// The geometry that views speak of.
pub use senet_board as board;
pub use view::{Observer, Piece, Scene, View, ViewAtom, ViewHidden, ViewMove, ViewPanel};
