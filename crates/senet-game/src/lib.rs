//! The contract between games and what uses them: [`Game`].
//!
//! A game's rules are immutable and a state is a position and nothing else. Makers of games (the
//! engines, games written in Rust) implement [`Game`]; users of games (players, analysis, matches)
//! know only this crate. Nothing here draws, reads or prints.
//!
//! A game is a type with seven functions; [`erase`] makes of it what everything else uses.
//!
//! ```
//! use senet_game::{Game, GameInfo, Log, Observer, Outcome, Seat, Turn, View, erase};
//! use std::sync::Arc;
//!
//! /// Take one to three sticks. Who takes the last one wins.
//! struct Sticks(u32);
//!
//! impl Game for Sticks {
//!     type State = (u32, u8); // the sticks that are left, and whose turn it is
//!     type Move = u32;
//!
//!     fn seats(&self) -> usize {
//!         2
//!     }
//!     fn start(&self) -> (u32, u8) {
//!         (self.0, 0)
//!     }
//!     fn turn(&self, &(left, seat): &(u32, u8)) -> Turn {
//!         if left > 0 { Turn::Player(Seat(seat)) } else { Turn::Over(Outcome::won(Seat(1 - seat))) }
//!     }
//!     fn moves(&self, &(left, _): &(u32, u8), out: &mut Vec<u32>) {
//!         out.clear();
//!         out.extend(1..=left.min(3));
//!     }
//!     fn apply(&self, state: &mut (u32, u8), take: &u32, _: &mut impl Log) {
//!         *state = (state.0 - take, 1 - state.1);
//!     }
//!     fn move_name(&self, _: &(u32, u8), take: &u32) -> String {
//!         format!("take {take}")
//!     }
//!     fn view(&self, &(left, _): &(u32, u8), _: Observer) -> View {
//!         View::facts([("sticks", left.to_string())])
//!     }
//! }
//!
//! let game = erase(Arc::new(Sticks(2)), GameInfo::default());
//! let mut cursor = game.cursor();
//! assert_eq!(cursor.count_moves(), 2, "one stick or two");
//! let mut moves = Vec::new();
//! cursor.moves(&mut moves);
//! cursor.apply(moves[1]);
//! assert!(matches!(cursor.turn(), Turn::Over(_)), "the last stick is gone");
//! ```

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
mod sentence;
mod view;

pub use abilities::{
    Abilities, Actions, GameRules, HiddenInformation, Packing, PlayoutBatch, PlayoutStart,
    PlayoutsFn, SeatGoal,
};
pub use dyn_game::{
    Child, Cursor, DynGame, Expand, MoveId, MoveIndex, MovesMade, PLAYOUT_CAP, PackedChild,
    Playout, PlayoutEnd, RulesFired, Tally,
};
pub use erase::{erase, erase_with};
pub use game::{Game, named};
pub use hash::{Hash128, hash128};
pub use info::{GameInfo, Listed, OptionError, OptionSpec, OptionValues, Values};
pub use limits::{LimitKind, LimitReached, Limits};
pub use log::{Event, Log, RuleLog, Telling};
pub use outcome::{Outcome, Seat, SeatSet, Turn, Verdict};
pub use position::{CanonicalKey, ExactKey, HashedKey, Position};
pub use random::{Rng, at_weight, weighted_index};
pub use referee::{DrawRules, MoveMade, PlayCount, Referee, RefereeMark};
/// The geometry that views speak of.
pub use senet_board as board;
pub use sentence::{as_sentence, capitalized};
pub use view::{Observer, Piece, Scene, View, ViewAtom, ViewHidden, ViewMove, ViewPanel};
