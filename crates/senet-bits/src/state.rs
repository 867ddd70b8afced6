//! Positions: planes first, then the other registers that are copied with them, then scratch registers (`ops::Frame`).

use crate::runner::BitMove;
use senet_data::hash::{GOLDEN, fold};
use senet_game::{LimitKind, Seat};
use std::sync::Arc;

/// Whose turn it is, or why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Status {
    Player(Seat),
    Chance,
    Over,
    Stopped(LimitKind),
}

/// Moves of chance with their weights.
pub(crate) type ChanceMoves = Option<Arc<[(BitMove, u128)]>>;

/// A position while the program runs.
#[derive(Debug)]
pub struct BitState {
    pub(crate) control: u32,
    pub(crate) status: Status,
    /// The segment whose moves a player chooses from.
    pub(crate) segment: u16,
    /// The number of moves to choose from, including those that `#forbid` would reject.
    pub(crate) count: u64,
    /// The groups of the segment that may be chosen from, one bit each; all bits if the segment is plain.
    pub(crate) enabled_groups: u64,
    pub(crate) chance_moves: ChanceMoves,
    /// Registers: planes, then the sets of moves, then scratch, which copies leave out.
    pub(crate) words: Vec<u64>,
    /// How many of the words are planes: equality, hashes and keys read these alone.
    pub(crate) plane_words: u32,
    /// How many of the words a copy keeps: planes, growing fills and the sets of moves (`Frame::move_cells`).
    pub(crate) copied_words: u32,
}

impl Clone for BitState {
    fn clone(&self) -> BitState {
        // A copy that is only stored does without registers; playing on gives it room for them.
        let words = self.words[..self.copied_words as usize].to_vec();
        BitState { words, chance_moves: self.chance_moves.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &BitState) {
        let copied = from.copied_words as usize;
        if self.words.len() >= copied {
            self.words[..copied].copy_from_slice(&from.words[..copied]);
        } else {
            self.words = from.words[..copied].to_vec();
        }
        let words = std::mem::take(&mut self.words);
        let chance_moves = if from.chance_moves.is_some() || self.chance_moves.is_some() {
            from.chance_moves.clone()
        } else {
            None
        };
        *self = BitState { words, chance_moves, ..*from };
    }
}

impl PartialEq for BitState {
    fn eq(&self, other: &BitState) -> bool {
        self.control == other.control
            && self.status == other.status
            && self.planes() == other.planes()
    }
}

impl Eq for BitState {}

impl std::hash::Hash for BitState {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.control.hash(state);
        self.planes().hash(state);
    }
}

impl BitState {
    /// Makes space for the registers.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    pub(crate) fn planes(&self) -> &[u64] {
        &self.words[..self.plane_words as usize]
    }
}

/// A 128-bit hash of a control state and planes.
pub(crate) fn mix(control: u32, words: impl Iterator<Item = u64>) -> u128 {
    // Two 64-bit halves, each a chain of folded multiplications (as in wyhash).
    let seed = u64::from(control).wrapping_mul(GOLDEN);
    let (mut low, mut high) = (seed ^ 0xF39C_C060_5CED_C834, seed ^ 0xA076_1D64_78BD_642F);
    for word in words {
        low = fold(low ^ word, 0xDA94_2042_E4DD_58B5).rotate_left(23) ^ word;
        high = fold(high ^ word.rotate_left(32), 0x94D0_49BB_1331_11EB).wrapping_add(word);
    }
    u128::from(low) | u128::from(high) << 64
}
