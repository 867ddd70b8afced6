//! The number of words of a set: the inner loops are instantiated for each width. In a crate that `senet build`
//! prints, this file is another one, for the width of its game alone.

use crate::fast;
use crate::game::BitGame;
use crate::lockstep::{self, LANES, LANES_OF_WORDS};
use crate::ops::Code;
use crate::runner::BitProgram;
use crate::state::BitState;
use crate::vectors::Vectors;
use senet_game::{PlayoutBatch, Tally};

/// Calls a function instantiated for the width of a program.
macro_rules! by_width {
    ($program:expr, $($f:ident)::+, $($argument:expr),*) => {
        match $program.words {
            1 => $($f)::+::<1>($program, $($argument),*),
            2 => $($f)::+::<2>($program, $($argument),*),
            4 => $($f)::+::<4>($program, $($argument),*),
            _ => $($f)::+::<8>($program, $($argument),*),
        }
    };
}

pub(crate) use by_width;

/// Runs a list of operations in lockstep. `W` is 0 if the number of words is not known.
#[inline(always)]
pub(crate) fn run_lanes<const W: usize>(code: &Code, program: &BitProgram, regs: &mut [u64]) {
    let (ops, tables) = (&code.ops[..], &program.tables);
    if ops.is_empty() {
        return;
    }
    // A register has `LANES` numbers, or `LANES_OF_WORDS` for each of its words.
    match (W, program.words) {
        (1, _) => fast::run_many::<1, 32, 32>(ops, tables, regs),
        (_, 2) => fast::run_many::<2, 8, 16>(ops, tables, regs),
        (_, 4) => fast::run_many::<4, 8, 32>(ops, tables, regs),
        _ => fast::run_many::<8, 8, 64>(ops, tables, regs),
    }
}

/// Plays a batch. Call [`fast::playouts`] instead, which selects the instruction set.
#[inline(always)]
pub(crate) fn playouts<S: Vectors>(
    game: &BitGame,
    batch: &PlayoutBatch<'_, BitState>,
    tally: &mut dyn Tally,
) {
    match game.program.words {
        1 => lockstep::playouts::<1, LANES, S>(game, batch, tally),
        _ => lockstep::playouts::<0, LANES_OF_WORDS, S>(game, batch, tally),
    }
}
