//! How many words a set takes, and how many games are played at once: known to the compiler.

use crate::fast;
use crate::game::BitGame;
use crate::lists::WORDS;
use crate::lockstep;
use crate::ops::Code;
use crate::runner::BitProgram;
use crate::state::BitState;
use crate::vectors::Vectors;
use senet_game::{PlayoutBatch, Tally};

/// How many games are played at once.
const LANES: usize = if WORDS == 1 { lockstep::LANES } else { lockstep::LANES_OF_WORDS };

/// Calls a function for the number of words that a set takes.
macro_rules! by_width {
    ($program:expr, $($f:ident)::+, $($argument:expr),*) => {
        $($f)::+::<{ crate::lists::WORDS }>($program, $($argument),*)
    };
}

pub(crate) use by_width;

/// Runs a list of operations in lockstep.
#[inline(always)]
pub(crate) fn run_lanes<const W: usize>(code: &Code, program: &BitProgram, regs: &mut [u64]) {
    if !code.ops.is_empty() {
        fast::run_many::<WORDS, LANES, { WORDS * LANES }>(&code.ops, &program.tables, regs);
    }
}

/// Plays a batch; `fast::playouts` is what to call.
#[inline(always)]
pub(crate) fn playouts<S: Vectors>(
    game: &BitGame,
    batch: &PlayoutBatch<'_, BitState>,
    tally: &mut dyn Tally,
) {
    lockstep::playouts::<WORDS, LANES, S>(game, batch, tally);
}
