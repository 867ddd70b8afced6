//! One game being played: a [`Match`] of any [`Game`](senet_game::Game).
//!
//! Who sits where, what was played and taken back, clocks, the swap rule, resigning, and the record
//! of it all. Shells see a [`Snapshot`], which is plain data, and answer with an [`Action`]; they
//! need not know the game's types, because every match is a [`Table`]. Time is told by whoever
//! calls: nothing here looks at a clock. [`fixtures`] and [`Standings`] are for many matches between
//! the same contestants.

mod clock;
mod find;
mod record;
mod replay;
mod setting;
mod snapshot;
mod table;
mod tournament;
mod tree;
pub mod ugi;

pub use clock::{BadClock, Clock};
pub use find::{NotFound, find};
pub use record::{BadRecord, Entry, Record};
pub use senet_players::{
    Bot, Effort, Engine, Goal, Mind, NoSuchBot, Opinion, Played, Player, Sight, World,
};
pub use setting::{BadSetting, Remote, Setting, Sitter, Who};
pub use snapshot::{Branch, Choice, Ending, Now, Seen, SeenPlay, Snapshot};
pub use table::{Action, Advice, Refusal, Table};
pub use tournament::{Contestant, Fixture, Standings, fixtures};
pub use tree::{ADVISOR, Match};
