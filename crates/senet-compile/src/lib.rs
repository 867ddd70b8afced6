//! Chooses the engine for a program: bits where the program is about a board, else the net where it is
//! finite and small enough, else the term engine, with the reasons.
//!
//! Input: a checked [`Program`], limits, and the number of one of its starts. Output: [`Compiled`], a
//! game either way; compiling cannot fail. Programs choose nothing: the same text runs on every
//! engine, with the same moves in the same order.
//!
//! ```
//! use senet_game::Limits;
//! use std::sync::Arc;
//!
//! let shop = "coin : pred.  cake : pred.
//!     stage shop = { buy : coin -o cake. }
//!     #trace _ shop { coin, coin }.";
//! let program = senet_program::check(shop, &Default::default()).program.expect("no errors");
//! let compiled = senet_compile::compile(Arc::new(program), Limits::default(), 0);
//! assert_eq!(compiled.engine(), "net", "it is finite, and has no board");
//! ```

use senet_bits::{BitGame, BitsError};
use senet_engine::{Engine, TermGame};
use senet_game::{DynGame, Game, GameInfo, Limits, erase_with};
use senet_ground::GroundingError;
use senet_net::NetGame;
use senet_program::Program;
use std::sync::Arc;

/// A program as a game, on the engine that suits it.
#[derive(Debug)]
pub enum Compiled {
    /// The program is about a board.
    Bits(Arc<BitGame>),
    /// The program is finite, and why it does not run as a bit program.
    Net(Arc<NetGame>, OffBits),
    /// It is not, or too large, and why.
    Term(Arc<TermGame>, GroundingError, BitsError),
}

/// Why a program does not run as a bit program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OffBits {
    /// It has none.
    #[error("no bit program, as {0}")]
    None(#[from] BitsError),
    /// It has one, and the net is faster: moves change so little that what depends on it is less than
    /// the board.
    #[error("faster than its bit program, as {0}")]
    NetIsFaster(&'static str),
}

/// Chooses the engine for a program, from one of its starts.
pub fn compile(program: Arc<Program>, limits: Limits, start: usize) -> Compiled {
    let engine = Arc::new(Engine::new(program, limits));
    match BitGame::new(Arc::clone(&engine), start) {
        Ok(bits) => {
            let Some(why) = net_is_faster(&bits) else { return Compiled::Bits(Arc::new(bits)) };
            match NetGame::new(engine, start) {
                Ok(net) => Compiled::Net(Arc::new(net), OffBits::NetIsFaster(why)),
                Err(_) => Compiled::Bits(Arc::new(bits)),
            }
        }
        Err(off_bits) => match NetGame::new(Arc::clone(&engine), start) {
            Ok(net) => Compiled::Net(Arc::new(net), OffBits::None(off_bits)),
            Err(why) => Compiled::Term(Arc::new(TermGame::of(engine, start)), why, off_bits),
        },
    }
}

/// Where nets were measured to be faster one playout at a time (docs/performance.md).
fn net_is_faster(bits: &BitGame) -> Option<&'static str> {
    if bits.is_placement() {
        Some("each cell changes once in a play")
    } else if bits.seats() == 1 {
        Some("the moves of a puzzle change few cells")
    } else {
        None
    }
}

impl Compiled {
    /// The engine: `bits`, `net` or `term`.
    pub fn engine(&self) -> &'static str {
        match self {
            Compiled::Bits(_) => "bits",
            Compiled::Net(..) => "net",
            Compiled::Term(..) => "term",
        }
    }

    /// How large the compiled program is, and why it is not on a faster engine.
    pub fn describe(&self) -> String {
        match self {
            Compiled::Bits(game) => game.describe(),
            Compiled::Net(game, off_bits) => {
                format!("{} ({off_bits})", game.describe())
            }
            // What is wrong with a program without a board is what keeps it off the net.
            Compiled::Term(_, off_net, BitsError::NoBoard) => format!("no net, as {off_net}"),
            Compiled::Term(_, off_net, off_bits) => {
                format!("no bit program, as {off_bits}; no net, as {off_net}")
            }
        }
    }

    /// The game without its type; `options` are those whose values are not the usual ones.
    pub fn into_game(self, info: GameInfo, options: Vec<(String, String)>) -> Arc<dyn DynGame> {
        match self {
            Compiled::Bits(game) => erase_with(game, info, options),
            Compiled::Net(game, _) => erase_with(game, info, options),
            Compiled::Term(game, ..) => erase_with(game, info, options),
        }
    }
}
