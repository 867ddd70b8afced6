//! Rows of values, each once, in the order in which they came.

use hashbrown::HashTable;
use senet_data::hash::mix;
use senet_words::Value;

/// Up to this many rows are looked through one by one.
const FEW: u32 = 48;

/// Rows of one length.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    arity: usize,
    values: Vec<Value>,
    count: u32,
    /// The numbers of the rows, once there are too many to look through.
    seen: HashTable<u32>,
}

impl Rows {
    pub(crate) fn new(arity: usize) -> Rows {
        Rows { arity, values: Vec::new(), count: 0, seen: HashTable::new() }
    }

    /// The same, with room for a few, for a caller that does not keep them.
    pub(crate) fn with_room(arity: usize) -> Rows {
        Rows { values: Vec::with_capacity(FEW as usize * arity), ..Rows::new(arity) }
    }

    pub(crate) fn len(&self) -> u32 {
        self.count
    }

    /// All rows, one after another. Where rows are empty, something says that there is one.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    pub(crate) fn row(&self, number: u32) -> &[Value] {
        &self.values[number as usize * self.arity..][..self.arity]
    }

    /// Adds a row; false if it was there.
    pub(crate) fn add(&mut self, row: &[Value]) -> bool {
        if self.has(row) {
            return false;
        }
        // Small sets are searched linearly, which is faster than hashing; the hash table is
        // filled when the set outgrows that.
        let number = self.count;
        self.count += 1;
        self.values.extend_from_slice(row);
        if self.arity == 0 {
            self.values.push(1);
        }
        let (arity, values) = (self.arity, &self.values);
        let hash_of = |i: &u32| hash(&values[*i as usize * arity..][..arity]);
        if number == FEW {
            for i in 0..number {
                self.seen.insert_unique(hash_of(&i), i, hash_of);
            }
        }
        if number >= FEW {
            self.seen.insert_unique(hash(row), number, hash_of);
        }
        true
    }

    fn has(&self, row: &[Value]) -> bool {
        match self.arity {
            0 => self.count > 0,
            1 if self.count <= FEW => self.values.contains(&row[0]),
            _ if self.count <= FEW => self.values.chunks_exact(self.arity).any(|r| r == row),
            _ => self.seen.find(hash(row), |i| self.row(*i) == row).is_some(),
        }
    }
}

fn hash(row: &[Value]) -> u64 {
    row.iter().fold(0, |h, v| mix(h, *v))
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn each_row_is_there_once() {
        for arity in 0..3usize {
            let mut rows = Rows::new(arity);
            for round in 0..2 {
                for i in 0..100u64 {
                    let row: Vec<u64> = (0..arity as u64).map(|k| i + k).collect();
                    let new = round == 0 && (arity > 0 || i == 0);
                    assert_eq!(rows.add(&row), new);
                }
            }
            assert_eq!(rows.len(), if arity == 0 { 1 } else { 100 });
            assert_eq!(rows.values().len(), rows.len() as usize * arity.max(1));
        }
    }
}
