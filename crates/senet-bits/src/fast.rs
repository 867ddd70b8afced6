//! The inner loops once more, for machines with 256-bit vectors and bit counts in hardware.
//!
//! This is the only file with unsafe code. Nothing is written twice: the same functions are inlined into
//! wrappers that are compiled for AVX2, BMI and POPCNT, and a wrapper is called only if the machine was found
//! to have them. Everywhere else, WebAssembly included, the plain functions run.

#![allow(
    unsafe_code,
    reason = "calling a function compiled for features that were found at run time"
)]

use crate::code::{Op, Tables};
use crate::exec;
use crate::game::BitGame;
use crate::lockstep;
use crate::runner::{BitMove, BitProgram, BitState};
use senet_game::{PlayoutBatch, Rng, Tally};

/// Whether the machine has what the wrappers are compiled for.
pub(crate) fn has_wide_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Runs a list of operations.
pub(crate) fn run<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
    #[cfg(target_arch = "x86_64")]
    if tables.wide {
        // SAFETY: `wide` is what `has_wide_vectors` found.
        return unsafe { run_wide::<W, L, N>(ops, tables, regs) };
    }
    exec::steps::<W, L, N>(ops, tables, regs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_wide<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
    exec::steps::<W, L, N>(ops, tables, regs);
}

impl BitProgram {
    /// Makes a move and runs on.
    pub(crate) fn make<const W: usize>(&self, state: &mut BitState, mv: &BitMove) {
        #[cfg(target_arch = "x86_64")]
        if self.tables.wide {
            // SAFETY: `wide` is what `has_wide_vectors` found.
            return unsafe { make_wide::<W>(self, state, mv) };
        }
        self.play::<W>(state, mv);
    }

    /// A random move of a player.
    pub(crate) fn draw<const W: usize>(&self, state: &BitState, rng: &mut Rng) -> BitMove {
        #[cfg(target_arch = "x86_64")]
        if self.tables.wide {
            // SAFETY: `wide` is what `has_wide_vectors` found.
            return unsafe { draw_wide::<W>(self, state, rng) };
        }
        self.random::<W>(state, rng)
    }
}

/// Plays a batch in lockstep.
pub(crate) fn playouts<const W: usize, const L: usize, const N: usize>(
    game: &BitGame,
    from: &BitState,
    batch: &PlayoutBatch<'_>,
    tally: &mut dyn Tally,
) {
    #[cfg(target_arch = "x86_64")]
    if game.program.tables.wide {
        // SAFETY: `wide` is what `has_wide_vectors` found.
        return unsafe { playouts_wide::<W, L, N>(game, from, batch, tally) };
    }
    lockstep::playouts::<W, L, N>(game, from, batch, tally);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn make_wide<const W: usize>(program: &BitProgram, state: &mut BitState, mv: &BitMove) {
    program.play::<W>(state, mv);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn draw_wide<const W: usize>(program: &BitProgram, state: &BitState, rng: &mut Rng) -> BitMove {
    program.random::<W>(state, rng)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn playouts_wide<const W: usize, const L: usize, const N: usize>(
    game: &BitGame,
    from: &BitState,
    batch: &PlayoutBatch<'_>,
    tally: &mut dyn Tally,
) {
    lockstep::playouts::<W, L, N>(game, from, batch, tally);
}
