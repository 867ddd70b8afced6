//! A game, printed from its rules by `senet build`.
//!
//! `Built` is the game; it implements the contract of all games, `senet_game::Game`. `runtime` runs
//! nets and knows no game; `net` is the net of this one, `fast_path` its fast path as code, and `words`
//! what is said and seen.

#[allow(dead_code, reason = "not every game has every kind of atom, or hides something")]
mod atoms;
mod fast_path;
#[allow(dead_code, reason = "not every game has every kind of atom")]
mod game;
mod net;
#[allow(dead_code, unused_macros, reason = "not everything is made of every kind of data")]
mod numbers;
mod outcomes;
#[allow(dead_code, reason = "some of it only makes nets, and some games need little of it")]
mod runtime;
mod words;

pub use game::Built;
pub use runtime::state::{NetMove, NetState};
pub use words::{NAME, TITLE};
