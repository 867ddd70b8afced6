//! What a transition changes: as places, and as a few sums over machine words.

use super::ids::{ChangeId, DenseId, PlaceId};

/// A change of places: the effect of a transition, or of the part of it that one choice decides.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlaceChange {
    /// Places that lose their only copy, and then those that get one, or become persistent.
    pub(crate) places: Vec<PlaceId>,
    /// How many of them lose it.
    pub(crate) removals: usize,
    /// Places whose copies are counted.
    pub(crate) counted: Vec<CopyChange>,
    /// The same as sums over words, if it is certain that every place in it changes.
    pub(crate) fused: Option<ChangeId>,
}

/// Copies that a place gains, or loses if negative.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CopyChange {
    pub(crate) place: PlaceId,
    pub(crate) by: i32,
}

impl PlaceChange {
    pub(crate) fn removed(&self) -> &[PlaceId] {
        &self.places[..self.removals]
    }

    pub(crate) fn added(&self) -> &[PlaceId] {
        &self.places[self.removals..]
    }

    pub(crate) fn remove(&mut self, place: PlaceId) {
        self.places.insert(self.removals, place);
        self.removals += 1;
    }

    pub(crate) fn add(&mut self, place: PlaceId) {
        self.places.push(place);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty() && self.counted.is_empty()
    }
}

/// Bits of one word of a position that flip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BitFlip {
    pub(crate) word: u32,
    pub(crate) bits: u64,
}

/// A sum over one word of counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CounterAdd {
    pub(crate) word: u32,
    pub(crate) by: u64,
}

/// A sum over one word of counters whose conditions are one byte of the position's bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MirroredAdd {
    pub(crate) word: u32,
    pub(crate) byte: u32,
    pub(crate) by: u64,
}

#[allow(dead_code, reason = "only printed nets use them")]
impl BitFlip {
    pub(crate) const fn new(word: u32, bits: u64) -> BitFlip {
        BitFlip { word, bits }
    }
}

#[allow(dead_code, reason = "only printed nets use them")]
impl CounterAdd {
    pub(crate) const fn new(word: u32, by: u64) -> CounterAdd {
        CounterAdd { word, by }
    }
}

#[allow(dead_code, reason = "only printed nets use them")]
impl MirroredAdd {
    pub(crate) const fn new(word: u32, byte: u32, by: u64) -> MirroredAdd {
        MirroredAdd { word, byte, by }
    }
}

/// A change as sums over words, while a net is built. Since it is known that every place in it
/// changes, bits flip and counters and the packed position grow without a look at the position.
#[derive(Debug, Clone, Default)]
pub(crate) struct FusedChange {
    pub(crate) flips: Vec<BitFlip>,
    pub(crate) mirrored: Vec<MirroredAdd>,
    pub(crate) adds: Vec<CounterAdd>,
    /// What is added to the packed position.
    pub(crate) packed: u128,
}

impl FusedChange {
    fn is_nothing(&self) -> bool {
        self.flips.is_empty()
            && self.mirrored.is_empty()
            && self.adds.is_empty()
            && self.packed == 0
    }

    pub(crate) fn flip(&mut self, word: u32, bits: u64) {
        match self.flips.iter_mut().find(|f| f.word == word) {
            Some(flip) => flip.bits ^= bits,
            None => self.flips.push(BitFlip { word, bits }),
        }
        // A place that one part takes and another makes does not change.
        self.flips.retain(|f| f.bits != 0);
    }

    /// Adds to a word of counters, with the byte of bits that mirrors it, if there is one.
    pub(crate) fn add(&mut self, word: u32, byte: Option<u32>, by: u64) {
        if let Some(byte) = byte {
            match self.mirrored.iter_mut().find(|m| m.word == word) {
                Some(add) => add.by = add.by.wrapping_add(by),
                None => self.mirrored.push(MirroredAdd { word, byte, by }),
            }
            self.mirrored.retain(|m| m.by != 0);
            return;
        }
        match self.adds.iter_mut().find(|a| a.word == word) {
            Some(add) => add.by = add.by.wrapping_add(by),
            None => self.adds.push(CounterAdd { word, by }),
        }
        self.adds.retain(|a| a.by != 0);
    }
}

/// All fused changes of a net, one behind the other. The first one changes nothing.
#[derive(Debug, Clone)]
pub(crate) struct ChangeTable {
    /// One more than there are changes: the last one is where a next change would begin.
    pub(super) starts: Vec<ChangeStart>,
    pub(super) flips: Vec<BitFlip>,
    pub(super) mirrored: Vec<MirroredAdd>,
    pub(super) adds: Vec<CounterAdd>,
}

/// Where the lists of a change begin, and what it adds to the packed position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ChangeStart {
    pub(super) flips: u32,
    pub(super) mirrored: u32,
    pub(super) adds: u32,
    pub(super) packed: u128,
}

/// A fused change in its table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordChange<'c> {
    pub(crate) flips: &'c [BitFlip],
    pub(crate) mirrored: &'c [MirroredAdd],
    pub(crate) adds: &'c [CounterAdd],
    pub(crate) packed: u128,
}

impl ChangeTable {
    pub(crate) fn new() -> ChangeTable {
        let mut changes = ChangeTable {
            starts: vec![ChangeStart::default()],
            flips: Vec::new(),
            mirrored: Vec::new(),
            adds: Vec::new(),
        };
        changes.push(&FusedChange::default());
        changes
    }

    /// Adds a change; all that change nothing are the first one.
    pub(crate) fn push(&mut self, change: &FusedChange) -> ChangeId {
        let id = ChangeId::new(self.starts.len() - 1);
        // Jumps without a change are common; they share the first one.
        if change.is_nothing() && id != ChangeId::NOTHING {
            return ChangeId::NOTHING;
        }
        self.flips.extend(&change.flips);
        self.mirrored.extend(&change.mirrored);
        self.adds.extend(&change.adds);
        if let Some(start) = self.starts.last_mut() {
            start.packed = change.packed;
        }
        self.starts.push(ChangeStart {
            flips: self.flips.len() as u32,
            mirrored: self.mirrored.len() as u32,
            adds: self.adds.len() as u32,
            packed: 0,
        });
        id
    }

    #[inline(always)]
    pub(crate) fn get(&self, change: ChangeId) -> WordChange<'_> {
        let (start, end) = (self.starts[change.index()], self.starts[change.index() + 1]);
        WordChange {
            flips: &self.flips[start.flips as usize..end.flips as usize],
            mirrored: &self.mirrored[start.mirrored as usize..end.mirrored as usize],
            adds: &self.adds[start.adds as usize..end.adds as usize],
            packed: start.packed,
        }
    }

    /// Two changes as one.
    pub(crate) fn both(&self, one: ChangeId, other: ChangeId) -> FusedChange {
        let mut out = FusedChange::default();
        for change in [self.get(one), self.get(other)] {
            change.flips.iter().for_each(|f| out.flip(f.word, f.bits));
            change.mirrored.iter().for_each(|m| out.add(m.word, Some(m.byte), m.by));
            change.adds.iter().for_each(|a| out.add(a.word, None, a.by));
            out.packed = out.packed.wrapping_add(change.packed);
        }
        out
    }
}

/// A fused change in arrays of fixed size, for printed nets: loops over it are unrolled. What pads
/// the arrays changes nothing.
#[derive(Debug)]
#[allow(dead_code, reason = "only printed nets make them")]
pub(crate) struct FixedChange<const F: usize, const M: usize, const A: usize> {
    pub(crate) flips: [BitFlip; F],
    pub(crate) mirrored: [MirroredAdd; M],
    pub(crate) adds: [CounterAdd; A],
    pub(crate) packed: u128,
}
