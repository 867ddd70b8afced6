//! Positions: planes first, then what is kept with them, then registers.

use crate::runner::BitMove;
use senet_data::hash::{GOLDEN, fold};
use senet_game::{LimitKind, Seat};
use std::sync::Arc;

/// Who decides in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Now {
    Player(Seat),
    Chance,
    Over,
    Stopped(LimitKind),
}

/// Moves of chance with their weights.
pub(crate) type Listed = Option<Arc<[(BitMove, u128)]>>;

/// A position while the program runs.
#[derive(Debug)]
pub struct BitState {
    pub(crate) control: u32,
    pub(crate) now: Now,
    /// The segment whose moves are open.
    pub(crate) segment: u16,
    /// How many moves there are, before `#forbid`.
    pub(crate) count: u64,
    /// Which choices of the segment are open, if it is not plain.
    pub(crate) open: u64,
    pub(crate) listed: Listed,
    /// Registers: planes first, then the sets of moves, then what is forgotten.
    pub(crate) words: Vec<u64>,
    /// How many words belong to the position.
    pub(crate) position: u32,
    /// How many words are kept when it is copied.
    pub(crate) kept: u32,
}

impl Clone for BitState {
    fn clone(&self) -> BitState {
        // A copy that is only stored does without registers; playing on gives it room for them.
        let words = self.words[..self.kept as usize].to_vec();
        BitState { words, listed: self.listed.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &BitState) {
        let kept = from.kept as usize;
        if self.words.len() >= kept {
            self.words[..kept].copy_from_slice(&from.words[..kept]);
        } else {
            self.words = from.words[..kept].to_vec();
        }
        let words = std::mem::take(&mut self.words);
        let listed =
            if from.listed.is_some() || self.listed.is_some() { from.listed.clone() } else { None };
        *self = BitState { words, listed, ..*from };
    }
}

impl PartialEq for BitState {
    fn eq(&self, other: &BitState) -> bool {
        self.control == other.control && self.now == other.now && self.planes() == other.planes()
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
    /// Makes room for the registers.
    #[inline(always)]
    pub(crate) fn room(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    pub(crate) fn planes(&self) -> &[u64] {
        &self.words[..self.position as usize]
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
