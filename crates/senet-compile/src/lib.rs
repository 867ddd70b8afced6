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
use senet_engine::{Engine, PositionAtom, TermGame};
use senet_game::{DynGame, Game, GameInfo, Limits, PlayoutBatch, Rng, Tally, Turn, erase_with};
use senet_ground::{GroundingError, GroundingLimits};
use senet_net::{NetGame, NetPlayouts};
use senet_program::{Program, StageId};
use std::sync::Arc;

/// A program as a game, on the engine that suits it.
#[derive(Debug)]
pub enum Compiled {
    /// The program has a bit program, which is the fastest engine for it.
    Bits(Arc<BitGame>),
    /// The program is finite and runs as a net; with the reason why it does not run as a bit program.
    Net(Arc<NetGame>, NotBits),
    /// The program is infinite or too large for a net; with the reasons.
    Term(Arc<TermGame>, GroundingError, BitsError),
}

/// Why a program does not run as a bit program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotBits {
    /// The program has no bit program.
    #[error("no bit program, as {0}")]
    NoBitProgram(#[from] BitsError),
    /// It has one, and the net is faster: a net updates what a move changes, a bit program recomputes the
    /// whole board. Batches of playouts may still run on the bit program.
    #[error("faster than its bit program, as {0}")]
    NetIsFaster(&'static str),
}

/// What a net may cost before it is given up, about a fifth of a second: nets of games have hundreds of atoms and
/// thousands of instances, and programs that need far more play as well on the term engine, at once.
const NET_LIMITS: GroundingLimits = GroundingLimits {
    atoms: 20_000,
    instances: 40_000,
    number: 20_000,
    depth: 64,
    candidates: 1_000_000,
};

/// The net of a program, if it is small enough.
fn net(engine: &Arc<Engine>, start: usize) -> Result<NetGame, GroundingError> {
    let of_engine = GroundingLimits::of(engine);
    let limits = GroundingLimits {
        instances: of_engine.instances.min(NET_LIMITS.instances),
        candidates: of_engine.candidates.min(NET_LIMITS.candidates),
        ..NET_LIMITS
    };
    NetGame::within(Arc::clone(engine), start, limits)
}

/// Chooses the engine for a program, from one of its starts.
pub fn compile(program: Arc<Program>, limits: Limits, start: usize) -> Compiled {
    let engine = Arc::new(Engine::new(program, limits));
    match BitGame::new(Arc::clone(&engine), start) {
        Ok(bits) => {
            let Some(why) = net_is_faster(&bits) else { return Compiled::Bits(Arc::new(bits)) };
            match net(&engine, start) {
                Ok(mut net) => {
                    if bits.is_placement() && bits.plays_in_lockstep() && draw_alike(&bits, &net) {
                        net.set_playouts(Box::new(BitPlayouts(bits)));
                    }
                    Compiled::Net(Arc::new(net), NotBits::NetIsFaster(why))
                }
                Err(_) => Compiled::Bits(Arc::new(bits)),
            }
        }
        Err(off_bits) => match net(&engine, start) {
            Ok(net) => Compiled::Net(Arc::new(net), NotBits::NoBitProgram(off_bits)),
            Err(why) => Compiled::Term(Arc::new(TermGame::of(engine, start)), why, off_bits),
        },
    }
}

/// The bit program of a game that runs as a net: many playouts at once are faster in lockstep.
#[derive(Debug)]
struct BitPlayouts(BitGame);

impl NetPlayouts for BitPlayouts {
    fn playouts(
        &self,
        batch: &PlayoutBatch<'_, (StageId, Vec<PositionAtom>)>,
        tally: &mut dyn Tally,
    ) {
        let stand = |(stage, atoms): &(StageId, Vec<PositionAtom>)| {
            self.0.stand(*stage, atoms).expect("both engines reach the same positions")
        };
        batch.map(stand, |batch| self.0.playouts(batch, tally));
    }
}

/// Whether both engines draw the same moves from the same random numbers, found by playing them side by side.
/// How a move is drawn depends on the control state alone (on the net, on whether its moves lie in one word), and
/// each playout comes through all of those in which cells are filled, so that a difference shows at once.
fn draw_alike(bits: &BitGame, net: &NetGame) -> bool {
    const PLAYOUTS: u64 = 4;
    const MOVES: u64 = 512;
    for i in 0..PLAYOUTS {
        let (mut rng, mut other) = (Rng::nth(0, i), Rng::nth(0, i));
        let (mut a, mut b) = (net.start(), bits.start());
        for _ in 0..MOVES {
            match net.turn(&a) {
                Turn::Player(_) => {}
                Turn::Over(_) => break,
                // Chance is not compared.
                Turn::Chance | Turn::Stopped(_) => return false,
            }
            let drawn = net.random_move(&a, &mut rng, &mut Vec::new());
            let same = bits.random_move(&b, &mut other, &mut Vec::new());
            if net.as_term_move(drawn) != bits.as_term_move(&same) {
                return false;
            }
            net.apply(&mut a, &drawn, &mut ());
            bits.apply(&mut b, &same, &mut ());
        }
    }
    true
}

/// On boards of several words, placements that cost no more than this run as bit programs: one at a time
/// they are as fast as nets, and faster in lockstep. (Boards of one word are explored, where nets are faster.)
const SMALL_COST: usize = 40;

/// Where nets were measured to be faster one playout at a time (docs/performance.md).
fn net_is_faster(bits: &BitGame) -> Option<&'static str> {
    if bits.is_placement() && bits.cost_on_large_board().is_none_or(|cost| cost > SMALL_COST) {
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
