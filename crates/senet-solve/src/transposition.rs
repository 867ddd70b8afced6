//! The transposition table of the proof search: between which bounds the values of known nodes lie.
//!
//! Where positions have canonical keys, it is a set-associative table of fixed size, with 16 bytes an
//! entry, that replaces what was found with the fewest nodes (as chess programs do, see
//! <https://www.chessprogramming.org/Transposition_Table>). Keys are compared in full, so an entry may be
//! lost but is never wrong. Elsewhere a hash map keeps nodes until the memory is full.
//!
//! Threads share the table without locks: each bucket is a sequence lock (Boehm, *Can seqlocks get along with
//! programming language memory models?*, 2012). A reader who finds that a bucket was written meanwhile knows nothing,
//! and a writer who finds that another one writes gives up; both lose a little work and no truth.

use crate::nodes::{NodeKey, NodeMap};
use crate::value::{GameValue, ValueBounds};
use senet_data::hash::GOLDEN;
use senet_game::Cursor;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Mutex, MutexGuard};

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

    /// What two entries say together. Each height is one of a proof of the same win.
    fn and(self, other: Entry) -> Entry {
        let bounds = ValueBounds {
            lower: self.bounds.lower.max(other.bounds.lower),
            upper: self.bounds.upper.min(other.bounds.upper),
        };
        Entry { bounds, height: self.height.min(other.height) }
    }
}

/// Everything that a proof search knows.
pub(crate) enum Memory {
    Table(TranspositionTable),
    Map(KnownNodes),
}

/// Nodes by key, until the memory is full.
pub(crate) struct KnownNodes {
    known: Mutex<NodeMap<Entry>>,
    limit: u64,
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
            Memory::Map(KnownNodes { known: Mutex::new(NodeMap::new()), limit: bytes })
        }
    }

    /// The key of the node in which a cursor stands.
    pub(crate) fn key(&self, cursor: &dyn Cursor) -> MemoryKey {
        match self {
            Memory::Table(_) => {
                cursor.canonical_key().map_or(MemoryKey::None, |key| MemoryKey::Table(key.0))
            }
            Memory::Map(_) => MemoryKey::Map(NodeKey::of(cursor)),
        }
    }

    /// What is known of a node. The cursor stands there, unless the key is one of the table.
    pub(crate) fn get(&self, cursor: &dyn Cursor, key: MemoryKey) -> Entry {
        match (self, key) {
            (Memory::Table(table), MemoryKey::Table(key)) => table.get(key),
            (Memory::Map(map), MemoryKey::Map(key)) => {
                map.lock().get(cursor, key).unwrap_or(Entry::UNKNOWN)
            }
            _ => Entry::UNKNOWN,
        }
    }

    /// Keeps what was found with so many nodes.
    pub(crate) fn put(&self, cursor: &dyn Cursor, key: MemoryKey, entry: Entry, nodes: u64) {
        match (self, key) {
            (Memory::Table(table), MemoryKey::Table(key)) => table.put(key, entry, nodes),
            (Memory::Map(map), MemoryKey::Map(key)) => {
                let mut known = map.lock();
                if known.bytes() < map.limit {
                    known.insert(cursor, key, entry);
                }
            }
            _ => {}
        }
    }

    /// Whether it should grow before the search goes on.
    pub(crate) fn is_tight(&self) -> bool {
        matches!(self, Memory::Table(table) if table.is_tight())
    }

    /// Grows, if it should.
    pub(crate) fn grow(&mut self) {
        if let Memory::Table(table) = self {
            table.grow_if_tight();
        }
    }
}

impl KnownNodes {
    fn lock(&self) -> MutexGuard<'_, NodeMap<Entry>> {
        self.known.lock().expect("no thread has panicked")
    }
}

/// A table that grows to a size and then replaces.
pub(crate) struct TranspositionTable {
    /// A power of two of them.
    buckets: Vec<Bucket>,
    /// Heights of proofs, those of a bucket in one word; empty if they are not kept.
    heights: Vec<AtomicU64>,
    filled: AtomicUsize,
    limit: usize,
}

/// [`WAYS`] entries in one line of the cache: a look-up waits for memory once.
///
/// The index of the bucket is the low bits of a key that was mixed, so that at least [`INDEX_BITS`] of its 128 bits need
/// not be kept (quotienting: Knuth, *The Art of Computer Programming* 3, exercise 6.4–13). The other 116 of each entry are:
/// 4 in the head, 64 in a word of its own, and 48 in the last three words together.
///
/// The head has, from its low bits, a note for each entry, the number of writes so far in 16 bits, which is odd
/// during a write, and 4 bits of each key. A note is the bounds in four bits, and the logarithm of the nodes in four;
/// 0 where nothing is.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; 8]);

/// A key may lie in one of so many places.
const WAYS: usize = 4;
/// There are at least two to this many buckets.
const INDEX_BITS: u32 = 12;
const FIRST_SIZE: usize = 1 << INDEX_BITS;

/// One write more, in the head of a bucket.
const WRITE: u64 = 1 << 32;
const WRITES: u64 = 0xFFFF << 32;
/// Where the bits of keys begin in the head, and how many there are of each.
const KEYS: usize = 48;
const KEY_BITS: usize = 4;
/// Bits of a key in the last words.
const HIGH_BITS: usize = 48;

/// What is kept of a key that was mixed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Remainder {
    low: u64,
    middle: u64,
    high: u64,
}

impl Remainder {
    fn of(mixed: u128) -> Remainder {
        let rest = mixed >> INDEX_BITS;
        Remainder {
            low: rest as u64 & ((1 << KEY_BITS) - 1),
            middle: (rest >> KEY_BITS) as u64,
            high: (rest >> (KEY_BITS + 64)) as u64,
        }
    }

    /// The key that was mixed, given the bucket in which it lies.
    fn mixed(self, bucket: usize) -> u128 {
        let rest = u128::from(self.low)
            | u128::from(self.middle) << KEY_BITS
            | u128::from(self.high) << (KEY_BITS + 64);
        rest << INDEX_BITS | (bucket & (FIRST_SIZE - 1)) as u128
    }
}

impl Bucket {
    fn word(&self, at: usize) -> u64 {
        self.0[at].load(Ordering::Relaxed)
    }

    /// What is kept of the key of an entry, given the head.
    fn remainder(&self, head: u64, way: usize) -> Remainder {
        let high = match way {
            3 => (0..3).fold(0, |high, i| high | self.word(5 + i) >> HIGH_BITS << (16 * i)),
            _ => self.word(5 + way) & ((1 << HIGH_BITS) - 1),
        };
        let low = head >> (KEYS + KEY_BITS * way) & ((1 << KEY_BITS) - 1);
        Remainder { low, middle: self.word(1 + way), high }
    }

    /// The entry of a key, given the head.
    fn find(&self, head: u64, key: Remainder) -> Option<usize> {
        (0..WAYS).find(|&way| {
            self.word(1 + way) == key.middle
                && note(head, way) != 0
                && self.remainder(head, way) == key
        })
    }

    /// Writes the key of an entry, but for the bits of the head, which are returned.
    fn write_key(&self, way: usize, key: Remainder) -> u64 {
        let put = |at: usize, mask: u64, bits: u64| {
            self.0[at].store(self.word(at) & !mask | bits, Ordering::Relaxed);
        };
        put(1 + way, u64::MAX, key.middle);
        match way {
            3 => (0..3).for_each(|i| {
                put(5 + i, 0xFFFF << HIGH_BITS, (key.high >> (16 * i)) << HIGH_BITS);
            }),
            _ => put(5 + way, (1 << HIGH_BITS) - 1, key.high),
        }
        key.low << (KEYS + KEY_BITS * way)
    }
}

/// The note of an entry.
fn note(head: u64, way: usize) -> u8 {
    (head >> (8 * way)) as u8
}

impl TranspositionTable {
    fn new(bytes: u64, heights: bool) -> TranspositionTable {
        let bucket = size_of::<Bucket>() as u64 + if heights { 8 } else { 0 };
        // A power of two, so that a mask finds the place.
        let limit = 1 << (bytes / bucket).max(FIRST_SIZE as u64).ilog2();
        TranspositionTable::sized(FIRST_SIZE, heights, limit)
    }

    fn sized(size: usize, heights: bool, limit: usize) -> TranspositionTable {
        let heights = if heights { size } else { 0 };
        TranspositionTable {
            buckets: (0..size).map(|_| Bucket::default()).collect(),
            heights: (0..heights).map(|_| AtomicU64::new(u64::MAX)).collect(),
            filled: AtomicUsize::new(0),
            limit,
        }
    }

    fn at(&self, mixed: u128) -> usize {
        mixed as usize & (self.buckets.len() - 1)
    }

    /// All that is known.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u128, ValueBounds)> + '_ {
        self.all().map(|(mixed, _, note, _)| (unmix(mixed), bounds(note)))
    }

    /// All entries: the mixed key, the bucket, the note, and the height.
    fn all(&self) -> impl Iterator<Item = (u128, usize, u8, u16)> + '_ {
        self.buckets.iter().enumerate().flat_map(move |(at, bucket)| {
            let head = bucket.word(0);
            (0..WAYS).filter(move |way| note(head, *way) != 0).map(move |way| {
                let mixed = bucket.remainder(head, way).mixed(at);
                (mixed, at, note(head, way), self.height(at, way))
            })
        })
    }

    fn height(&self, at: usize, way: usize) -> u16 {
        let word = self.heights.get(at).map_or(u64::MAX, |word| word.load(Ordering::Relaxed));
        (word >> (16 * way)) as u16
    }

    pub(crate) fn get(&self, key: u128) -> Entry {
        let mixed = mix(key);
        let at = self.at(mixed);
        let bucket = &self.buckets[at];
        let head = bucket.0[0].load(Ordering::Acquire);
        let Some(way) = bucket.find(head, Remainder::of(mixed)) else { return Entry::UNKNOWN };
        let height = self.height(at, way);
        // If no write has begun since the head was read (a sequence lock), what was read belongs together. The number of
        // writes would have to come round in the meantime, with the same notes, to be mistaken.
        fence(Ordering::Acquire);
        if head & WRITE != 0 || bucket.word(0) != head {
            return Entry::UNKNOWN;
        }
        Entry { bounds: bounds(note(head, way)), height }
    }

    pub(crate) fn put(&self, key: u128, entry: Entry, nodes: u64) {
        // What took many nodes to find is worth keeping; the logarithm in four bits is
        // enough to compare by.
        let nodes = 1 + nodes.max(1).ilog2().min(14) as u8;
        self.write(mix(key), entry, nodes);
    }

    /// Writes what is known of a node beside what was known before, or over what was found with the fewest nodes.
    fn write(&self, mixed: u128, entry: Entry, nodes: u8) {
        let at = self.at(mixed);
        let bucket = &self.buckets[at];
        let head = bucket.0[0].load(Ordering::Relaxed);
        let begun = head.wrapping_add(WRITE) & WRITES | head & !WRITES;
        let lock =
            |head| bucket.0[0].compare_exchange(head, begun, Ordering::Acquire, Ordering::Relaxed);
        if head & WRITE != 0 || lock(head).is_err() {
            return;
        }
        // Nothing that follows is seen before the lock.
        fence(Ordering::Release);
        let key = Remainder::of(mixed);
        let same = bucket.find(head, key);
        // An empty place has a note of 0 and so counts as the cheapest.
        let cheapest = || (0..WAYS).min_by_key(|&way| note(head, way) >> 4).unwrap_or(0);
        let way = same.unwrap_or_else(cheapest);
        let (mut entry, mut keys) = (entry, head >> KEYS << KEYS);
        if same.is_some() {
            let known = Entry { bounds: bounds(note(head, way)), height: self.height(at, way) };
            entry = entry.and(known);
        } else {
            if note(head, way) == 0 {
                self.filled.fetch_add(1, Ordering::Relaxed);
            }
            keys &= !(((1 << KEY_BITS) - 1) << (KEYS + KEY_BITS * way));
            keys |= bucket.write_key(way, key);
        }
        if let Some(heights) = self.heights.get(at) {
            let others = heights.load(Ordering::Relaxed) & !(0xFFFF << (16 * way));
            heights.store(others | u64::from(entry.height) << (16 * way), Ordering::Relaxed);
        }
        let ValueBounds { lower, upper } = entry.bounds;
        let own = lower as u8 | (upper as u8) << 2 | nodes << 4;
        let notes = head as u32 & !(0xFF << (8 * way)) | u32::from(own) << (8 * way);
        let done = begun.wrapping_add(WRITE) & WRITES | keys | u64::from(notes);
        bucket.0[0].store(done, Ordering::Release);
    }

    /// Whether it is half full, and may be larger.
    fn is_tight(&self) -> bool {
        let size = self.buckets.len();
        size < self.limit && self.filled.load(Ordering::Relaxed) > size * WAYS / 2
    }

    pub(crate) fn grow_if_tight(&mut self) {
        if !self.is_tight() {
            return;
        }
        let (size, heights) = (self.buckets.len() * 2, !self.heights.is_empty());
        let larger = TranspositionTable::sized(size, heights, self.limit);
        for (mixed, _, note, height) in self.all() {
            larger.write(mixed, Entry { bounds: bounds(note), height }, note >> 4);
        }
        *self = larger;
    }
}

/// Odd numbers, and the ones by which they give 1 modulo 2^128.
const FACTORS: [(u128, u128); 2] = [
    inverse(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835),
    inverse(0xDA94_2042_E4DD_58B5_BF58_476D_1CE4_E5B9),
];

/// An odd number and its inverse modulo 2^128: Newton's iteration doubles the bits that are right.
const fn inverse(odd: u128) -> (u128, u128) {
    let (mut inverse, mut round) = (odd, 0);
    while round < 7 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    (odd, inverse)
}

/// A bijection after which the low bits depend on all bits.
fn mix(key: u128) -> u128 {
    FACTORS.iter().fold(key, |key, (factor, _)| {
        let key = key.wrapping_mul(*factor);
        key ^ key >> 64
    })
}

/// The inverse of [`mix`].
fn unmix(mixed: u128) -> u128 {
    FACTORS.iter().rev().fold(mixed, |key, (_, inverse)| (key ^ key >> 64).wrapping_mul(*inverse))
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
    use super::{Entry, TranspositionTable, UNKNOWN_HEIGHT, mix, unmix};
    use crate::value::{GameValue, ValueBounds};
    use std::sync::atomic::{AtomicBool, Ordering};

    /// What is put down for a number.
    fn entry(i: u128, heights: bool) -> Entry {
        let goal = GameValue::ALL[1 + (i % 2) as usize];
        let height = if heights { (i % 500) as u16 } else { UNKNOWN_HEIGHT };
        Entry { bounds: ValueBounds::UNKNOWN.with(goal, i.is_multiple_of(3)), height }
    }

    fn key(i: u128) -> u128 {
        i << 60 | i
    }

    #[test]
    fn a_table_keeps_what_it_can_and_is_never_wrong() {
        for heights in [false, true] {
            let mut table = TranspositionTable::new(19 << 16, heights);
            for i in 0..200_000 {
                table.put(key(i), entry(i, heights), (i % 1000) as u64);
                table.grow_if_tight();
            }
            let kept = (0..200_000).filter(|&i| {
                let found = table.get(key(i));
                assert!(found == entry(i, heights) || found == Entry::UNKNOWN);
                found != Entry::UNKNOWN
            });
            let kept = kept.count();
            assert!(kept > 40_000, "{kept}");
            assert_eq!(table.entries().count(), kept);
            for (key, bounds) in table.entries() {
                assert_eq!(bounds, entry(key & ((1 << 60) - 1), heights).bounds);
            }
        }
    }

    /// Threads that write into the same few buckets, over each other, never make up an entry.
    #[test]
    fn a_table_that_is_shared_is_never_wrong() {
        for heights in [false, true] {
            let table = TranspositionTable::new(1, heights);
            let done = AtomicBool::new(false);
            std::thread::scope(|scope| {
                for thread in 0..3 {
                    let (table, done) = (&table, &done);
                    scope.spawn(move || {
                        for round in 0..10 {
                            for i in 0..20_000 {
                                let i = (i * (2 * thread + 3) + round) % 20_000;
                                table.put(key(i), entry(i, heights), (i % 100) as u64);
                            }
                        }
                        done.store(true, Ordering::Relaxed);
                    });
                }
                let mut found = 0;
                while !done.load(Ordering::Relaxed) || found == 0 {
                    for i in 0..20_000 {
                        let known = table.get(key(i));
                        assert!(known == entry(i, heights) || known == Entry::UNKNOWN);
                        found += u32::from(known != Entry::UNKNOWN);
                    }
                }
            });
            assert!(table.entries().count() > FULL);
        }
    }

    /// Entries in a table of the least size that is nearly full.
    const FULL: usize = 4 * 4_096 * 8 / 10;

    #[test]
    fn what_is_known_of_a_node_comes_together() {
        let table = TranspositionTable::new(1, true);
        let unknown = ValueBounds::UNKNOWN;
        table.put(7, Entry { bounds: unknown.with(GameValue::Draw, true), height: 9 }, 1);
        table.put(7, Entry { bounds: unknown.with(GameValue::Win, true), height: 5 }, 1);
        let bounds = unknown.with(GameValue::Win, true);
        assert_eq!(table.get(7), Entry { bounds, height: 5 });
        assert_eq!(table.entries().count(), 1);
    }

    #[test]
    fn keys_come_back() {
        for i in 0..1_000_u128 {
            let key = i.wrapping_mul(0x1234_5678_9ABC_DEF1_2345_6789_ABCD_EF01);
            assert_eq!(unmix(mix(key)), key);
        }
    }
}
