//! For tests only: [`random`] programs on which every engine has to agree with the reference
//! interpreter (`senet-reference`), and a [`contract`] that every game has to keep.
//!
//! Input: seeds, programs and games. Output: what tests compare, as plain data. Nothing here is fast,
//! and nothing outside of tests depends on it.
//!
//! A new engine is tested by programs that nobody wrote: draw one, compile it, and compare what it does with
//! the reference interpreter; [`random::RandomProgram::shrink`] makes a program on which they differ small.
//! A new kind of game is tested by [`contract::check_contract`].
//!
//! ```
//! use senet_engine::TermGame;
//! use senet_game::{GameInfo, erase};
//! use std::sync::Arc;
//! use testkit::contract::{ContractLimits, check_contract};
//! use testkit::random::RandomProgram;
//!
//! let text = RandomProgram::game(7).text();
//! let checked = senet_program::check(&text, &Default::default());
//! let program = Arc::new(checked.program.expect("random programs are valid"));
//! let game = TermGame::new(program, Default::default(), 0);
//! let game = erase(Arc::new(game), GameInfo::default());
//! check_contract(&text, &*game, ContractLimits { games: 2, plies: 10, bound: 500 });
//! ```

pub mod contract;
#[path = "../../../tests/quick.rs"]
pub mod quick;
pub mod random;
pub mod walk;

mod turn;

pub use turn::turn;
