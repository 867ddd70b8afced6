//! Sets of packed positions: nothing but the keys, in one list.
//!
//! Open addressing with linear probing (Knuth, *The Art of Computer Programming* 3, section 6.4, algorithm L). The home of a
//! key is proportional to its hash, so a list of any length will do, and one that is full grows by a quarter and not to
//! twice its length: between 64 and 80 % of it are in use. Keys lie nearly in the order of their hashes, so that growing goes
//! through both lists once, from front to back. Cost: a look-up of a key that is not there reads 13 neighbours at most on
//! average, which is two lines of the cache.

use super::packed::Packed;

/// A set of packed positions.
pub(super) struct KeySet<K> {
    /// [`Packed::HOLE`] where nothing is.
    slots: Vec<K>,
    len: usize,
    /// The key that looks like a hole is kept beside the list.
    has_hole: bool,
}

const FIRST_SIZE: usize = 8;

impl<K: Packed> KeySet<K> {
    pub(super) fn new() -> KeySet<K> {
        KeySet { slots: Vec::new(), len: 0, has_hole: false }
    }

    /// How many keys there are.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.len + usize::from(self.has_hole)
    }

    /// Bytes of the list.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<K>()
    }

    /// Bytes of the list with so many keys more.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        let mut size = self.slots.len();
        while self.len + more > most(size) {
            size = larger(size);
        }
        size * size_of::<K>()
    }

    /// Where a key is, or the hole in which it belongs.
    fn find(&self, key: K) -> (usize, bool) {
        let mut at = home(key, self.slots.len());
        loop {
            let slot = self.slots[at];
            if slot == key || slot == K::HOLE {
                return (at, slot == key);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    pub(super) fn contains(&self, key: K) -> bool {
        if key == K::HOLE {
            return self.has_hole;
        }
        !self.slots.is_empty() && self.find(key).1
    }

    /// Adds a key; whether it is new.
    pub(super) fn insert(&mut self, key: K) -> bool {
        if key == K::HOLE {
            return !std::mem::replace(&mut self.has_hole, true);
        }
        if self.len >= most(self.slots.len()) {
            self.grow();
        }
        let (at, found) = self.find(key);
        if !found {
            self.slots[at] = key;
            self.len += 1;
        }
        !found
    }

    #[cold]
    fn grow(&mut self) {
        let size = larger(self.slots.len());
        let before = std::mem::replace(&mut self.slots, vec![K::HOLE; size]);
        for key in before.into_iter().filter(|key| *key != K::HOLE) {
            let (at, _) = self.find(key);
            self.slots[at] = key;
        }
    }
}

/// Where the search for a key begins in a list of some length.
fn home<K: Packed>(key: K, size: usize) -> usize {
    ((u128::from(key.hash64()) * size as u128) >> 64) as usize
}

/// How many keys a list holds before it grows: there is always a hole.
fn most(size: usize) -> usize {
    size / 5 * 4 + size % 5 / 2
}

/// The next length of a list. Short ones double: their number of bytes does not matter.
fn larger(size: usize) -> usize {
    if size < 1 << 12 { (size * 2).max(FIRST_SIZE) } else { size / 4 * 5 }
}

#[cfg(test)]
mod tests {
    use super::{KeySet, most};
    use crate::explore::packed::Packed;
    use senet_game::Rng;
    use std::collections::HashSet;

    fn agrees<K: Packed + std::fmt::Debug>(key: impl Fn(u64) -> K) {
        let mut rng = Rng::new(5);
        let (mut set, mut all) = (KeySet::new(), HashSet::new());
        for round in 0..200_000_u64 {
            // Keys that come again, neighbours, and the one that looks like a hole.
            let key = match round % 5 {
                0 => K::HOLE,
                1 => key(round),
                _ => key(rng.index(40_000) << 20),
            };
            assert_eq!(set.contains(key), all.contains(&key));
            let bytes = set.bytes_with(1);
            assert_eq!(set.insert(key), all.insert(key), "{key:?}");
            assert!(set.bytes() <= bytes);
        }
        assert_eq!(set.len(), all.len());
        assert!(all.iter().all(|key| set.contains(*key)));
        let slots = set.slots.len();
        assert!(set.len * 100 > slots * 63 && set.len <= most(slots), "{} of {slots}", set.len);
    }

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        agrees(|n| n);
        agrees(|n| u128::from(n) << 50 | u128::from(n));
    }

    #[test]
    fn there_is_always_a_hole() {
        assert!((1..10_000).all(|size| most(size) < size));
        assert_eq!(most(0), 0);
    }
}
