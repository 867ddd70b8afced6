//! A position of a net.

use super::ids::{ConditionId, ControlId, CopiesId, CycleId, DenseId, IdVec, VariantId};
use super::net::Net;
use senet_game::{LimitKind, Seat};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A move: a variant of a rule, and the choice in each of its factors as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetMove {
    pub(crate) variant: VariantId,
    pub(crate) choice: u64,
}

/// A move and its weight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeightedMove {
    pub(crate) mv: NetMove,
    pub(crate) weight: u128,
}

/// Whose turn it is, without the outcome, which is computed from the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Now {
    Player(Seat),
    Chance,
    /// Over; `ended` if that is not because of an outcome atom, so that scores count.
    Over {
        ended: bool,
    },
    Stopped(LimitKind),
}

/// A position in which a player or chance decides, or the game is over.
#[derive(Debug)]
pub struct NetState {
    pub(crate) control: ControlId,
    pub(crate) now: Now,
    /// Which conditions hold, one bit each; places come first.
    pub(crate) bits: Vec<u64>,
    /// How far each condition is from holding: bytes, eight to a word.
    pub(crate) counters: Vec<u64>,
    pub(crate) copies: IdVec<CopiesId, u64>,
    /// The packed position, but for the control state: a sum of one word for each atom.
    pub(crate) packed: u128,
    /// The outcomes of chance with their weights, or the moves that `#forbid` leaves.
    pub(crate) listed: Option<Arc<[WeightedMove]>>,
    /// Conditions whose counters have crossed the threshold. Empty between moves.
    pub(super) queue: Vec<ConditionId>,
    /// Cycles that may have become unfounded. Empty between moves.
    pub(super) suspects: Vec<CycleId>,
    /// How many bits belong to places.
    places: usize,
}

impl Clone for NetState {
    fn clone(&self) -> NetState {
        NetState {
            control: self.control,
            now: self.now,
            bits: self.bits.clone(),
            counters: self.counters.clone(),
            copies: self.copies.clone(),
            packed: self.packed,
            listed: self.listed.clone(),
            queue: Vec::new(),
            suspects: Vec::new(),
            places: self.places,
        }
    }

    // Searches copy positions all the time: no allocation.
    fn clone_from(&mut self, other: &NetState) {
        self.control = other.control;
        self.now = other.now;
        self.bits.clone_from(&other.bits);
        self.counters.clone_from(&other.counters);
        self.copies.clone_from(&other.copies);
        self.packed = other.packed;
        self.listed.clone_from(&other.listed);
        self.places = other.places;
    }
}

impl NetState {
    /// The words of the places, and what remains of the last one.
    pub(crate) fn place_words(&self) -> (&[u64], u64) {
        // Conditions that are no places follow from places: keys and comparisons leave them out.
        let whole = self.places / 64;
        let rest = self.places % 64;
        let last = if rest == 0 { 0 } else { self.bits[whole] & ((1 << rest) - 1) };
        (&self.bits[..whole], last)
    }

    /// A key for positions that do not fit a packed position: a multiplicative hash of the bits of
    /// places, by the 128-bit golden ratio.
    pub(crate) fn hashed_key(&self) -> u128 {
        let (words, last) = self.place_words();
        let copies = self.copies.iter().map(|n| u128::from(*n));
        let words = words.iter().chain([&last]).map(|w| u128::from(*w));
        words.chain(copies).fold(u128::from(self.control.0) + 1, |key, word| {
            let key = (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
            key ^ key >> 67
        })
    }

    /// Whether two states are the same position, regardless of whose turn was computed.
    pub(crate) fn same_position(&self, other: &NetState) -> bool {
        self.control == other.control
            && self.place_words() == other.place_words()
            && self.copies == other.copies
    }

    /// Whether a condition holds that is kept up to date.
    #[inline]
    pub(crate) fn bit(&self, condition: ConditionId) -> bool {
        self.bits[condition.index() / 64] >> (condition.index() % 64) & 1 != 0
    }
}

impl PartialEq for NetState {
    fn eq(&self, other: &NetState) -> bool {
        self.same_position(other) && self.now == other.now
    }
}

impl Eq for NetState {}

impl Hash for NetState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (words, last) = self.place_words();
        let mut sum = u64::from(self.control.0).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ last;
        // The mixing step of wyhash: the high half of a product folded onto the low half.
        let mut mix = |word: u64| {
            let wide =
                u128::from(sum ^ 0xA076_1D64_78BD_642F) * u128::from(word ^ 0xE703_7ED1_A0B4_28DB);
            sum = (wide as u64) ^ (wide >> 64) as u64;
        };
        words.iter().for_each(|w| mix(*w));
        self.copies.iter().for_each(|n| mix(*n));
        mix(last);
        state.write_u64(sum);
    }
}

impl Net {
    /// A position in which no place has a copy.
    pub(crate) fn blank(&self) -> NetState {
        let mut state = NetState {
            control: self.start_control,
            now: Now::Chance,
            bits: vec![0; self.conditions.len().div_ceil(64).max(1)],
            counters: self.counters.blank.clone(),
            copies: vec![0; self.counted].into(),
            packed: 0,
            listed: None,
            queue: Vec::new(),
            suspects: Vec::new(),
            places: self.places.len(),
        };
        // Negations and empty conjunctions hold already.
        for condition in self.counters.conditions() {
            if self.reached(&state.counters, condition) {
                state.queue.push(condition);
            }
        }
        self.propagate(&mut state);
        state
    }
}
