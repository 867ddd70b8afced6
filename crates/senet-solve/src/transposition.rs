//! The transposition table of the proof search: between which bounds the values of known nodes lie.
//!
//! Where positions have canonical keys, it is a set-associative table of fixed size, with 17 bytes an
//! entry, that replaces what was found with the fewest nodes (as chess programs do, see
//! <https://www.chessprogramming.org/Transposition_Table>). Keys are compared in full, so an entry may be
//! lost but is never wrong. Elsewhere a hash map keeps nodes until the memory is full.

use crate::nodes::{NodeKey, NodeMap};
use crate::value::{GameValue, ValueBounds};
use senet_data::hash::GOLDEN;
use senet_game::Cursor;

/// What is known of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) bounds: ValueBounds,
    /// If a player wins: the height of the proof, an upper bound on the moves that it takes.
    pub(crate) height: u16,
}

/// The height of a proof that is not known, or too large.
pub(crate) const UNKNOWN_HEIGHT: u16 = u16::MAX;

impl Entry {
    pub(crate) const UNKNOWN: Entry =
        Entry { bounds: ValueBounds::UNKNOWN, height: UNKNOWN_HEIGHT };
}

/// Everything that a proof search knows.
pub(crate) enum Memory {
    Table(TranspositionTable),
    Map { known: NodeMap<Entry>, limit: u64 },
}

/// How a search finds a node: by its canonical key in the table, by its key in the map, or not at all.
#[derive(Clone, Copy)]
pub(crate) enum MemoryKey {
    Table(u128),
    Map(NodeKey),
    None,
}

impl Memory {
    /// For the nodes from a cursor on, in so many bytes. Only with `heights` are they kept.
    pub(crate) fn new(cursor: &dyn Cursor, bytes: u64, heights: bool) -> Memory {
        if cursor.referee().rules().is_empty() && cursor.canonical_key().is_some() {
            Memory::Table(TranspositionTable::new(bytes, heights))
        } else {
            Memory::Map { known: NodeMap::new(), limit: bytes }
        }
    }

    /// The key of the node in which a cursor stands.
    pub(crate) fn key(&self, cursor: &dyn Cursor) -> MemoryKey {
        match self {
            Memory::Table(_) => {
                cursor.canonical_key().map_or(MemoryKey::None, |key| MemoryKey::Table(key.0))
            }
            Memory::Map { .. } => MemoryKey::Map(NodeKey::of(cursor)),
        }
    }

    /// What is known of a node. The cursor stands there, unless the key is one of the table.
    pub(crate) fn get(&self, cursor: &dyn Cursor, key: MemoryKey) -> Entry {
        match (self, key) {
            (Memory::Table(table), MemoryKey::Table(key)) => table.get(key),
            (Memory::Map { known, .. }, MemoryKey::Map(key)) => {
                known.get(cursor, key).unwrap_or(Entry::UNKNOWN)
            }
            _ => Entry::UNKNOWN,
        }
    }

    /// Keeps what was found with so many nodes.
    pub(crate) fn put(&mut self, cursor: &dyn Cursor, key: MemoryKey, entry: Entry, nodes: u64) {
        match (self, key) {
            (Memory::Table(table), MemoryKey::Table(key)) => table.put(key, entry, nodes),
            (Memory::Map { known, limit }, MemoryKey::Map(key)) if known.bytes() < *limit => {
                known.insert(cursor, key, entry);
            }
            _ => {}
        }
    }
}

/// A table that grows to a size and then replaces.
pub(crate) struct TranspositionTable {
    keys: Vec<u128>,
    /// The bounds in four bits, and the logarithm of the nodes in four; 0 where nothing is.
    notes: Vec<u8>,
    /// Heights of proofs; empty if they are not kept.
    heights: Vec<u16>,
    filled: usize,
    limit: usize,
}

/// A key may lie in one of so many places.
const WAYS: usize = 4;
const FIRST_SIZE: usize = 1 << 12;

impl TranspositionTable {
    fn new(bytes: u64, heights: bool) -> TranspositionTable {
        let entry = size_of::<u128>() as u64 + if heights { 3 } else { 1 };
        // A power of two, so that a mask finds the place.
        let limit = 1 << (bytes / entry).max(FIRST_SIZE as u64).ilog2();
        let heights = vec![UNKNOWN_HEIGHT; if heights { FIRST_SIZE } else { 0 }];
        let (keys, notes) = (vec![0; FIRST_SIZE], vec![0; FIRST_SIZE]);
        TranspositionTable { keys, notes, heights, filled: 0, limit }
    }

    fn first_way(&self, key: u128) -> usize {
        slot_of(key, self.keys.len(), WAYS)
    }

    /// All that is known.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u128, ValueBounds)> + '_ {
        let known = self.keys.iter().zip(&self.notes).filter(|(_, note)| **note != 0);
        known.map(|(key, note)| (*key, bounds(*note)))
    }

    pub(crate) fn get(&self, key: u128) -> Entry {
        let first = self.first_way(key);
        for at in first..first + WAYS {
            if self.notes[at] != 0 && self.keys[at] == key {
                let height = self.heights.get(at).copied().unwrap_or(UNKNOWN_HEIGHT);
                return Entry { bounds: bounds(self.notes[at]), height };
            }
        }
        Entry::UNKNOWN
    }

    pub(crate) fn put(&mut self, key: u128, entry: Entry, nodes: u64) {
        // What took many nodes to find is worth keeping; the logarithm in four bits is
        // enough to compare by.
        let nodes = 1 + nodes.max(1).ilog2().min(14) as u8;
        let ValueBounds { lower, upper } = entry.bounds;
        self.write(key, lower as u8 | (upper as u8) << 2 | nodes << 4, entry.height);
        if self.filled > self.keys.len() / 2 && self.keys.len() < self.limit {
            self.grow();
        }
    }

    fn write(&mut self, key: u128, note: u8, height: u16) {
        let first = self.first_way(key);
        let ways = first..first + WAYS;
        let same = ways.clone().find(|&at| self.notes[at] != 0 && self.keys[at] == key);
        // An empty place has a note of 0 and so counts as the cheapest.
        let cheapest = || ways.min_by_key(|&at| self.notes[at] >> 4).unwrap_or(first);
        let at = same.unwrap_or_else(cheapest);
        self.filled += usize::from(self.notes[at] == 0);
        (self.keys[at], self.notes[at]) = (key, note);
        if let Some(kept) = self.heights.get_mut(at) {
            *kept = height;
        }
    }

    fn grow(&mut self) {
        let size = self.keys.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![0; size]);
        let notes = std::mem::replace(&mut self.notes, vec![0; size]);
        let more = if self.heights.is_empty() { 0 } else { size };
        let heights = std::mem::replace(&mut self.heights, vec![UNKNOWN_HEIGHT; more]);
        self.filled = 0;
        for (at, (key, note)) in keys.into_iter().zip(notes).enumerate() {
            if note != 0 {
                self.write(key, note, heights.get(at).copied().unwrap_or(UNKNOWN_HEIGHT));
            }
        }
    }
}

/// The first of the places in which a key may lie, in a table whose size is a power of two.
pub(crate) fn slot_of(key: u128, size: usize, ways: usize) -> usize {
    let hash = (key as u64 ^ ((key >> 64) as u64).rotate_left(29)).wrapping_mul(GOLDEN);
    let hash = (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (hash >> 20) as usize & (size - ways)
}

fn bounds(note: u8) -> ValueBounds {
    let value = |bits: u8| GameValue::ALL[usize::from(bits & 3).min(2)];
    ValueBounds { lower: value(note), upper: value(note >> 2) }
}

#[cfg(test)]
mod tests {
    use super::{Entry, TranspositionTable, UNKNOWN_HEIGHT};
    use crate::value::{GameValue, ValueBounds};

    #[test]
    fn a_table_keeps_what_it_can_and_is_never_wrong() {
        for heights in [false, true] {
            let mut table = TranspositionTable::new(19 << 14, heights);
            let entry = |i: u128| {
                let goal = GameValue::ALL[1 + (i % 2) as usize];
                let height = if heights { (i % 500) as u16 } else { UNKNOWN_HEIGHT };
                Entry { bounds: ValueBounds::UNKNOWN.with(goal, i.is_multiple_of(3)), height }
            };
            for i in 0..100_000 {
                table.put(i << 60 | i, entry(i), (i % 1000) as u64);
            }
            let kept = (0..100_000).filter(|&i| {
                let found = table.get(i << 60 | i);
                assert!(found == entry(i) || found == Entry::UNKNOWN);
                found != Entry::UNKNOWN
            });
            assert!(kept.count() > 10_000);
        }
    }
}
