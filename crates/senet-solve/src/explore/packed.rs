//! Exploration of packed positions: a table of numbers, expanded in blocks.

use super::{Counts, Explored, Watch};
use rustc_hash::FxHashSet;
use senet_game::{Cursor, ExactKey, Turn};
use std::hash::Hash;

/// How many positions are expanded at once. Their children are looked up one after the other, which
/// takes less time than alternating, because memory then answers several look-ups at a time.
const BLOCK: usize = 256;

/// A packed position of a fixed width.
pub(super) trait Packed: Copy + Eq + Hash {
    fn pack(key: ExactKey) -> Self;
    fn unpack(self) -> ExactKey;
}

impl Packed for u64 {
    fn pack(key: ExactKey) -> u64 {
        key.0 as u64
    }

    fn unpack(self) -> ExactKey {
        ExactKey(u128::from(self))
    }
}

impl Packed for u128 {
    fn pack(key: ExactKey) -> u128 {
        key.0
    }

    fn unpack(self) -> ExactKey {
        ExactKey(self)
    }
}

/// Explores from where the cursor stands; `None` if a position does not fit its packing.
pub(super) fn explore<K: Packed>(
    cursor: &mut dyn Cursor,
    mut counts: Counts,
    watch: Watch<'_>,
) -> Option<Explored> {
    let size = size_of::<K>();
    let start = K::pack(cursor.exact_key()?);
    let mut seen = FxHashSet::default();
    let (mut layer, mut next) = (Vec::new(), Vec::new());
    let mut meet = |key: K, turn: &Turn, counts: &mut Counts, next: &mut Vec<K>| {
        // One control byte for each slot of the hash table. While it grows, the old table is there
        // beside one of twice its size, and so is the list of what waits.
        let table = seen.capacity() * 8 / 7 * (size + 1);
        let grown = if seen.len() == seen.capacity() { 3 * table } else { table };
        counts.bytes = (grown + 4 * next.len() * size) as u64;
        if let Some(why) = counts.full(0) {
            if !seen.contains(&key) {
                counts.stop(why);
            }
        } else if seen.insert(key) && counts.add(turn, 0) {
            next.push(key);
        }
        seen.capacity() * 8 / 7 * (size + 1)
    };
    let mut table = meet(start, &cursor.turn(), &mut counts, &mut next);
    let (mut block, mut children) = (Vec::with_capacity(BLOCK), Vec::new());
    while counts.next_layer(next.len()) {
        std::mem::swap(&mut layer, &mut next);
        for parents in layer.chunks(BLOCK) {
            block.clear();
            block.extend(parents.iter().map(|key| key.unpack()));
            children.clear();
            if !cursor.expand_packed(&block, &mut children) {
                return None;
            }
            counts.found.edges += children.len() as u64;
            for child in &children {
                table = meet(K::pack(child.key), &child.turn, &mut counts, &mut next);
            }
            counts.uses(table + (layer.capacity() + next.capacity()) * size);
            if !counts.work((parents.len() + children.len()) as u64, watch) {
                return Some(counts.found);
            }
        }
        layer.clear();
    }
    Some(counts.found)
}
