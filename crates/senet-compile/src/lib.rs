//! Chooses the engine for a program: the net where the program is finite and small enough, else the
//! term engine, with the reason.
//!
//! Input: a checked [`Program`], limits, and the number of one of its starts. Output: [`Compiled`], a
//! game either way; compiling cannot fail. Programs choose nothing: the same text runs on every
//! engine, with the same moves in the same order.

use senet_engine::{Engine, TermGame};
use senet_game::Limits;
use senet_ground::GroundingError;
use senet_net::NetGame;
use senet_program::Program;
use std::sync::Arc;

/// A program as a game, on the engine that suits it.
#[derive(Debug)]
pub enum Compiled {
    /// The program is finite.
    Net(Arc<NetGame>),
    /// It is not, or too large, and why.
    Term(Arc<TermGame>, GroundingError),
}

/// Chooses the engine for a program, from one of its starts.
pub fn compile(program: Arc<Program>, limits: Limits, start: usize) -> Compiled {
    let engine = Arc::new(Engine::new(program, limits));
    match NetGame::new(Arc::clone(&engine), start) {
        Ok(game) => Compiled::Net(Arc::new(game)),
        Err(why) => Compiled::Term(Arc::new(TermGame::of(engine, start)), why),
    }
}
