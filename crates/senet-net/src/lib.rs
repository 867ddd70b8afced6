//! The net engine: finite programs as ground nets whose conditions are kept up to date.
//!
//! Input: an engine with its [`Program`](senet_program::Program). Output: a [`NetGame`] with the same
//! moves in the same order, the same weights, positions and outcomes as the term engine, many times
//! faster; or the reason why the program has no net. `docs/net.md` explains it by tic-tac-toe, with the
//! figures that [`NetGame::listing`] prints. Most callers want `senet_compile`, which falls back to the
//! term engine.
//!
//! ```
//! use senet_engine::Engine;
//! use senet_game::{Game, Limits};
//! use senet_net::NetGame;
//! use senet_program::{Options, check};
//! use std::sync::Arc;
//!
//! let text = "heap : pred. stage play = { take : heap -o (). } #interactive play.
//!             #trace _ play { heap^3 }.";
//! let program = check(text, &Options::default()).program.expect("a correct program");
//! let game = NetGame::new(Arc::new(Engine::new(Arc::new(program), Limits::default())), 0)?;
//! let (mut state, mut moves) = (game.start(), Vec::new());
//! game.moves(&state, &mut moves);
//! assert_eq!(game.move_name(&state, &moves[0]), "take");
//! game.apply(&mut state, &moves[0], &mut ());
//! assert!(game.listing().starts_with("1 place, "));
//! # Ok::<(), senet_ground::GroundingError>(())
//! ```

mod build;
mod export;
mod game;
mod listing;
pub mod pnml;
mod print;
mod runtime;
mod symmetry;
mod telling;

pub use export::{ExportError, LostMeaning, PetriNet, PetriPlace, PetriTransition};
pub use game::{NetGame, NetPlayouts};
pub use runtime::state::{NetMove, NetState};

use senet_print::{kinds_as_numbers, newtypes_as_numbers, numbers, outcomes, structs_as_numbers};
