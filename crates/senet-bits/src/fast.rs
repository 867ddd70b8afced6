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
use crate::runner::{BitMove, BitProgram};
use crate::state::BitState;
use senet_game::{PlayoutBatch, Rng, Tally};

/// How the `n`-th bit of a word is found; it is returned alone in a word, and nothing for an empty word.
pub(crate) trait Select {
    fn bit(word: u64, n: u32) -> u64;
}

/// In plain arithmetic.
pub(crate) struct PlainSelect;

impl Select for PlainSelect {
    #[inline(always)]
    fn bit(word: u64, n: u32) -> u64 {
        if word == 0 { 0 } else { 1 << select(word, n) }
    }
}

/// By a parallel bit deposit (`pdep`), only in the wrappers below.
#[cfg(target_arch = "x86_64")]
pub(crate) struct DepositSelect;

#[cfg(target_arch = "x86_64")]
impl Select for DepositSelect {
    #[inline(always)]
    fn bit(word: u64, n: u32) -> u64 {
        // SAFETY: only the wrappers below use this, and they run only where BMI2 was found.
        unsafe { std::arch::x86_64::_pdep_u64(1 << n, word) }
    }
}

/// The number of the `n`-th bit of a word. Halves, quarters, … by their number of bits (Vigna 2008 has faster
/// ways; this one is portable).
#[inline(always)]
fn select(mut word: u64, mut n: u32) -> u32 {
    let mut at = 0;
    for width in [32, 16, 8] {
        let low = word & ((1u64 << width) - 1);
        let bits = low.count_ones();
        if n >= bits {
            n -= bits;
            word >>= width;
            at += width;
        } else {
            word = low;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    at + word.trailing_zeros()
}

/// Whether the machine has what the wrappers are compiled for.
pub(crate) fn has_wide_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        !has_slow_deposit()
            && std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// AMD's processors before Zen 3 (family 19h) deposit bits one by one, in microcode.
#[cfg(target_arch = "x86_64")]
#[allow(unused_unsafe, reason = "newer compilers know that every such machine has the instruction")]
fn has_slow_deposit() -> bool {
    // SAFETY: every 64-bit x86 has the instruction.
    let (vendor, version) =
        unsafe { (std::arch::x86_64::__cpuid(0), std::arch::x86_64::__cpuid(1)) };
    let amd = vendor.ebx == u32::from_le_bytes(*b"Auth");
    let family = (version.eax >> 8 & 0xf) + (version.eax >> 20 & 0xff);
    amd && family < 0x19
}

/// Runs a list of operations.
#[inline(always)]
pub(crate) fn run<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
    if ops.is_empty() {
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if L > 1 || tables.wide {
        // SAFETY: `wide` is what `has_wide_vectors` found, and lanes run only where it is set.
        return unsafe { run_wide::<W, L, N>(ops, tables, regs) };
    }
    run_plain::<W, L, N>(ops, tables, regs);
}

fn run_plain<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
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
        self.random::<W, PlainSelect>(state, rng)
    }
}

/// Whether lanes pay: they do where vectors are wide, which every machine but an old x86 is compiled for.
pub(crate) fn plays_in_lockstep() -> bool {
    !cfg!(target_arch = "x86_64") || has_wide_vectors()
}

/// Plays a batch in lockstep, where that [pays](plays_in_lockstep).
#[cfg(target_arch = "x86_64")]
pub(crate) fn playouts<const W: usize, const L: usize, const N: usize>(
    game: &BitGame,
    from: &BitState,
    batch: &PlayoutBatch<'_>,
    tally: &mut dyn Tally,
) {
    assert!(game.program.tables.wide, "lockstep is offered only where vectors are wide");
    // SAFETY: `wide` is what `has_wide_vectors` found.
    unsafe { playouts_wide::<W, L, N>(game, from, batch, tally) }
}

/// Plays a batch in lockstep.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn playouts<const W: usize, const L: usize, const N: usize>(
    game: &BitGame,
    from: &BitState,
    batch: &PlayoutBatch<'_>,
    tally: &mut dyn Tally,
) {
    lockstep::playouts::<W, L, N, PlainSelect>(game, from, batch, tally);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn make_wide<const W: usize>(program: &BitProgram, state: &mut BitState, mv: &BitMove) {
    program.play::<W>(state, mv);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn draw_wide<const W: usize>(program: &BitProgram, state: &BitState, rng: &mut Rng) -> BitMove {
    program.random::<W, DepositSelect>(state, rng)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn playouts_wide<const W: usize, const L: usize, const N: usize>(
    game: &BitGame,
    from: &BitState,
    batch: &PlayoutBatch<'_>,
    tally: &mut dyn Tally,
) {
    lockstep::playouts::<W, L, N, DepositSelect>(game, from, batch, tally);
}
