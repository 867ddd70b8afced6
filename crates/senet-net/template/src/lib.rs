//! A game, printed from its rules by `senet build`.
//!
//! `Built` is the game; it implements the contract of all games, `senet_game::Game`. `runtime` runs
//! nets and knows no game; `net` is the net of this one, `fast_path` its fast path as code, and `words`
//! what is said and seen.

mod fast_path;
#[allow(dead_code, reason = "not every game has every kind of atom")]
mod game;
mod net;
#[allow(dead_code, reason = "some of it only makes nets, and some games need little of it")]
mod runtime;
mod words;

pub use game::Built;
pub use runtime::state::{NetMove, NetState};
pub use words::{NAME, TITLE};
