//! The inner loops compiled for AVX2, BMI and POPCNT, selected at run time.
//!
//! This is the only file of this crate with unsafe code. Nothing is written twice: the same functions are inlined into
//! wrappers that are compiled for AVX2, BMI and POPCNT, and a wrapper is called only if the machine was found
//! to have them. Everywhere else, WebAssembly included, the plain functions run.

#![allow(
    unsafe_code,
    reason = "calling a function compiled for features that were found at run time"
)]

use crate::exec;
use crate::game::BitGame;
use crate::lockstep;
use crate::ops::{Op, Tables};
use crate::runner::{BitMove, BitProgram, Effect, FiredRules, MOVE_CELLS};
use crate::state::BitState;
use crate::vectors::Vectors;
use crate::widths::{self, by_width};
use senet_game::{PlayoutBatch, Rng, Tally};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    _mm_cvtsi64_si128, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blendv_epi8, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64,
    _mm256_loadu_si256, _mm256_movemask_pd, _mm256_mul_epu32, _mm256_or_si256, _mm256_sad_epu8,
    _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_slli_epi64, _mm256_srl_epi64, _mm256_srli_epi16,
    _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256,
};

/// Vectors in portable Rust.
pub(crate) struct PortableVectors;

impl Vectors for PortableVectors {
    #[inline(always)]
    fn nth_bit(word: u64, n: u32) -> u64 {
        if word == 0 { 0 } else { 1 << select(word, n) }
    }
}

/// Vectors by AVX2 and parallel bit deposit (`pdep`); used only by the wrappers below.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Avx2Vectors;

/// An operation on four lanes at a time.
#[cfg(target_arch = "x86_64")]
macro_rules! by_four {
    ($L:ident, |$($x:ident),+| $result:expr) => {{
        let mut out = [0; $L];
        let mut l = 0;
        while l + 4 <= $L {
            // SAFETY: four words from `l` on are inside of the arrays, loads and stores need no alignment, and
            // only the wrappers below use this, which run only where AVX2 was found.
            unsafe {
                $(let $x = _mm256_loadu_si256($x.as_ptr().add(l).cast());)+
                _mm256_storeu_si256(out.as_mut_ptr().add(l).cast(), $result);
            }
            l += 4;
        }
        out
    }};
}

/// Lanes come in fours.
#[cfg(target_arch = "x86_64")]
impl Vectors for Avx2Vectors {
    #[inline(always)]
    fn nth_bit(word: u64, n: u32) -> u64 {
        // SAFETY: only the wrappers below use this, and they run only where BMI2 was found.
        unsafe { std::arch::x86_64::_pdep_u64(1 << n, word) }
    }

    #[inline(always)]
    fn splat<const L: usize>(value: u64) -> [u64; L] {
        let mut out = [0; L];
        let mut l = 0;
        while l + 4 <= L {
            // SAFETY: as in `by_four`.
            unsafe {
                let all = _mm256_set1_epi64x(value as i64);
                _mm256_storeu_si256(out.as_mut_ptr().add(l).cast(), all);
            }
            l += 4;
        }
        out
    }

    #[inline(always)]
    fn and<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn or<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_or_si256(a, b))
    }

    #[inline(always)]
    fn xor<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_xor_si256(a, b))
    }

    #[inline(always)]
    fn and_not<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_andnot_si256(b, a))
    }

    #[inline(always)]
    fn add<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_add_epi64(a, b))
    }

    #[inline(always)]
    fn sub<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_sub_epi64(a, b))
    }

    #[inline(always)]
    fn mul32<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_mul_epu32(a, b))
    }

    #[inline(always)]
    fn equal<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_cmpeq_epi64(a, b))
    }

    #[inline(always)]
    fn less<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |a, b| _mm256_cmpgt_epi64(b, a))
    }

    #[inline(always)]
    fn shl<const L: usize, const BY: i32>(a: &[u64; L]) -> [u64; L] {
        by_four!(L, |a| _mm256_slli_epi64::<BY>(a))
    }

    #[inline(always)]
    fn shr<const L: usize, const BY: i32>(a: &[u64; L]) -> [u64; L] {
        by_four!(L, |a| _mm256_srli_epi64::<BY>(a))
    }

    #[inline(always)]
    fn shift<const L: usize>(a: &[u64; L], by: i32) -> [u64; L] {
        // Distances of 64 and more leave nothing.
        let n = i64::from(by.unsigned_abs());
        if by >= 0 {
            by_four!(L, |a| _mm256_sll_epi64(a, _mm_cvtsi64_si128(n)))
        } else {
            by_four!(L, |a| _mm256_srl_epi64(a, _mm_cvtsi64_si128(n)))
        }
    }

    #[inline(always)]
    fn select<const L: usize>(mask: &[u64; L], a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        by_four!(L, |mask, a, b| _mm256_blendv_epi8(b, a, mask))
    }

    /// By a table of the bits of half a byte (Muła 2008).
    #[inline(always)]
    fn count<const L: usize>(a: &[u64; L]) -> [u64; L] {
        by_four!(L, |a| {
            let half = _mm256_set1_epi8(0x0f);
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3,
                2, 3, 3, 4,
            );
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(a, half));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a), half);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(table, high));
            _mm256_sad_epu8(bytes, _mm256_setzero_si256())
        })
    }

    #[inline(always)]
    fn any<const L: usize>(mask: &[u64; L]) -> bool {
        let mut l = 0;
        // SAFETY: as in `by_four`.
        unsafe {
            let mut all = _mm256_setzero_si256();
            while l + 4 <= L {
                all = _mm256_or_si256(all, _mm256_loadu_si256(mask.as_ptr().add(l).cast()));
                l += 4;
            }
            _mm256_testz_si256(all, all) == 0
        }
    }

    #[inline(always)]
    fn bitmask<const L: usize>(mask: &[u64; L]) -> u64 {
        let (mut bits, mut l) = (0, 0);
        while l + 4 <= L {
            // SAFETY: as in `by_four`.
            unsafe {
                let four = _mm256_loadu_si256(mask.as_ptr().add(l).cast());
                bits |= (_mm256_movemask_pd(_mm256_castsi256_pd(four)) as u64) << l;
            }
            l += 4;
        }
        bits
    }
}

/// The position of the `n`-th set bit of a word (select), by binary search over the popcounts of halves (Vigna 2008 has
/// faster ways; this one is portable).
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

/// Whether the machine has all features that the wrappers are compiled for.
pub(crate) fn has_avx2() -> bool {
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

/// Runs a list of operations on one position.
#[inline(always)]
pub(crate) fn run<const W: usize>(ops: &[Op], tables: &Tables, regs: &mut [u64]) {
    if ops.is_empty() {
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if tables.has_avx2 {
        // SAFETY: `has_avx2` is what `has_avx2()` found.
        return unsafe { run_avx2::<W, 1, W>(ops, tables, regs) };
    }
    run_portable::<W, 1, W>(ops, tables, regs);
}

/// Runs a list of operations in lockstep.
#[inline(always)]
pub(crate) fn run_many<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
    const { assert!(L == if W == 1 { lockstep::LANES } else { lockstep::LANES_OF_WORDS }) };
    #[cfg(target_arch = "x86_64")]
    // SAFETY: `playouts` has asserted that the machine has AVX2.
    unsafe {
        run_avx2::<W, L, N>(ops, tables, regs);
    }
    #[cfg(not(target_arch = "x86_64"))]
    run_portable::<W, L, N>(ops, tables, regs);
}

fn run_portable<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
    exec::steps::<W, L, N>(ops, tables, regs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx2<const W: usize, const L: usize, const N: usize>(
    ops: &[Op],
    tables: &Tables,
    regs: &mut [u64],
) {
    exec::steps::<W, L, N>(ops, tables, regs);
}

// None of these are generic: they are compiled here, and not again in each crate that plays.
impl BitProgram {
    /// Makes a move, if there is one, and runs on to the next decision.
    pub(crate) fn advance(
        &self,
        state: &mut BitState,
        mv: Option<&BitMove>,
        fired: &mut FiredRules<'_>,
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.tables.has_avx2 {
            // SAFETY: `has_avx2` is what `has_avx2()` found.
            return unsafe { by_width!(self, advance_avx2, state, mv, fired) };
        }
        by_width!(self, advance_portable, state, mv, fired);
    }

    /// A random move of a player, after so many draws that `#forbid` has taken back.
    pub(crate) fn draw(&self, state: &BitState, rng: &mut Rng, tried: u32) -> BitMove {
        #[cfg(target_arch = "x86_64")]
        if self.tables.has_avx2 {
            // SAFETY: `has_avx2` is what `has_avx2()` found.
            return unsafe { by_width!(self, draw_avx2, state, rng, tried) };
        }
        by_width!(self, draw_portable, state, rng, tried)
    }

    /// Does to a position what a move does, and says whether `#forbid` leaves it.
    pub(crate) fn try_move(
        &self,
        state: &mut BitState,
        effect: &Effect,
        cells: &[u16; MOVE_CELLS],
    ) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.tables.has_avx2 {
            // SAFETY: `has_avx2` is what `has_avx2()` found.
            return unsafe { by_width!(self, try_move_avx2, state, effect, cells) };
        }
        by_width!(self, try_move_portable, state, effect, cells)
    }
}

fn try_move_portable<const W: usize>(
    program: &BitProgram,
    state: &mut BitState,
    effect: &Effect,
    cells: &[u16; MOVE_CELLS],
) -> bool {
    program.is_legal_after::<W>(state, effect, cells)
}

fn advance_portable<const W: usize>(
    program: &BitProgram,
    state: &mut BitState,
    mv: Option<&BitMove>,
    fired: &mut FiredRules<'_>,
) {
    program.play::<W>(state, mv, fired);
}

fn draw_portable<const W: usize>(
    program: &BitProgram,
    state: &BitState,
    rng: &mut Rng,
    tried: u32,
) -> BitMove {
    program.random::<W, PortableVectors>(state, rng, tried)
}

/// Whether lanes pay: they do where vectors are wide, which every machine but an old x86 is compiled for.
pub(crate) fn plays_in_lockstep() -> bool {
    !cfg!(target_arch = "x86_64") || has_avx2()
}

/// Plays a batch in lockstep, where that [pays](plays_in_lockstep).
pub(crate) fn playouts(game: &BitGame, batch: &PlayoutBatch<'_, BitState>, tally: &mut dyn Tally) {
    #[cfg(target_arch = "x86_64")]
    {
        assert!(game.program.tables.has_avx2, "lockstep is offered only where vectors are wide");
        // SAFETY: `has_avx2` is what `has_avx2()` found.
        unsafe { playouts_avx2(game, batch, tally) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    widths::playouts::<PortableVectors>(game, batch, tally);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn advance_avx2<const W: usize>(
    program: &BitProgram,
    state: &mut BitState,
    mv: Option<&BitMove>,
    fired: &mut FiredRules<'_>,
) {
    program.play::<W>(state, mv, fired);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn try_move_avx2<const W: usize>(
    program: &BitProgram,
    state: &mut BitState,
    effect: &Effect,
    cells: &[u16; MOVE_CELLS],
) -> bool {
    program.is_legal_after::<W>(state, effect, cells)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn draw_avx2<const W: usize>(
    program: &BitProgram,
    state: &BitState,
    rng: &mut Rng,
    tried: u32,
) -> BitMove {
    program.random::<W, Avx2Vectors>(state, rng, tried)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn playouts_avx2(game: &BitGame, batch: &PlayoutBatch<'_, BitState>, tally: &mut dyn Tally) {
    widths::playouts::<Avx2Vectors>(game, batch, tally);
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::{Avx2Vectors, PortableVectors, has_avx2};
    use crate::vectors::Vectors;
    use senet_game::Rng;

    /// Everything that vectors do to three arrays of lanes.
    fn results<V: Vectors>(a: &[u64; 8], b: &[u64; 8], mask: &[u64; 8], by: i32) -> Vec<[u64; 8]> {
        let small = |x: &[u64; 8]| x.map(|x| x >> 1);
        let mut out = vec![
            V::splat(a[0]),
            V::and(a, b),
            V::or(a, b),
            V::xor(a, b),
            V::and_not(a, b),
            V::add(a, b),
            V::sub(a, b),
            V::mul32(a, b),
            V::equal(a, b),
            V::less(&small(a), &small(b)),
            V::shl::<8, 23>(a),
            V::shr::<8, 23>(a),
            V::shift(a, by),
            V::select(mask, a, b),
            V::count(a),
            V::nonzero(a),
            V::nonzero_in(a, mask),
        ];
        let bits = [V::bitmask(mask), u64::from(V::any(mask)), 0, 0, 0, 0, 0, 0];
        let members: Vec<usize> = V::lanes(mask).collect();
        assert_eq!(members, (0..8).filter(|l| mask[*l] != 0).collect::<Vec<_>>());
        out.extend([
            bits,
            std::array::from_fn(|l| {
                V::nth_bit(a[l], (b[l] % u64::from(a[l].count_ones().max(1))) as u32)
            }),
        ]);
        out
    }

    #[test]
    fn avx2_vectors_do_what_portable_ones_do() {
        if !has_avx2() {
            return;
        }
        let mut rng = Rng::new(3);
        for _ in 0..2_000 {
            let a = std::array::from_fn(|_| match rng.index(4) {
                0 => 0,
                1 => rng.index(16),
                _ => rng.bits(),
            });
            let b = std::array::from_fn(|l| if rng.index(3) == 0 { a[l] } else { rng.bits() });
            let mask = std::array::from_fn(|_| rng.index(2).wrapping_neg());
            let by = rng.index(160) as i32 - 80;
            assert_eq!(
                results::<Avx2Vectors>(&a, &b, &mask, by),
                results::<PortableVectors>(&a, &b, &mask, by),
                "{a:?} {b:?} {by}"
            );
        }
    }
}
