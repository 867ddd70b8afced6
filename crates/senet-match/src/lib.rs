//! One game being played: a [`Match`] of any [`Game`](senet_game::Game).
//!
//! Who sits where, what was played and taken back, clocks, the swap rule, resigning, and the record
//! of it all. Shells see a [`Snapshot`], which is plain data, and answer with an [`Action`]; they
//! need not know the game's types, because every match is a [`Table`]. Time is told by whoever
//! calls: nothing here looks at a clock.

mod clock;
mod find;
mod record;
mod replay;
mod setting;
mod snapshot;
mod table;
mod tree;

pub use clock::{BadClock, Clock};
pub use find::{NotFound, find};
pub use record::{BadRecord, Entry, Record};
pub use senet_players::{Bot, Effort, Goal, Mind, NoSuchBot, World};
pub use setting::{BadSetting, Setting, Sitter, Who};
pub use snapshot::{Branch, Choice, Ending, Now, Seen, SeenPlay, Snapshot};
pub use table::{Action, Advice, Refusal, Table};
pub use tree::Match;
