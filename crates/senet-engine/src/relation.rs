//! The atoms of one predicate: rows of values with their copies, found by value and by index.
//!
//! A row's number stays the same while its atom is there, so that matches can refer to it. Where
//! the values of a predicate are few constants, rows are found by arithmetic instead of hashing.

use crate::value::{Value, mix};
use hashbrown::HashTable;

/// No row, no match, no link.
pub(crate) const NONE: u32 = u32::MAX;

/// Tables of at most this many possible rows are found by arithmetic.
const DENSE: usize = 1 << 12;

/// How to find rows quickly: the columns that are known. Columns of few constants are looked up
/// directly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexSpec {
    pub(crate) columns: Vec<usize>,
}

/// What a relation looks like.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) arity: usize,
    /// For each column, one more than the largest value, where that is small and fixed.
    pub(crate) domains: Vec<Option<usize>>,
    pub(crate) indexes: Vec<IndexSpec>,
}

/// The atoms of one predicate.
#[derive(Debug, Clone)]
pub(crate) struct Relation {
    arity: usize,
    values: Vec<Value>,
    /// Linear copies.
    counts: Vec<u64>,
    lasting: Vec<bool>,
    /// Rows in use, and where each stands in that list.
    live: Vec<u32>,
    slot: Vec<u32>,
    free: Vec<u32>,
    rows: Rows,
    indexes: Vec<Index>,
}

#[derive(Debug, Clone)]
enum Rows {
    Dense { radix: Vec<usize>, rows: Vec<u32> },
    Hashed(HashTable<u32>),
}

#[derive(Debug, Clone)]
struct Index {
    columns: Vec<usize>,
    heads: Heads,
    next: Vec<u32>,
    previous: Vec<u32>,
}

#[derive(Debug, Clone)]
enum Heads {
    /// By the value of the only column.
    Direct(Vec<u32>),
    /// Some row of each group is its head.
    Hashed(HashTable<u32>),
}

impl Relation {
    pub(crate) fn new(layout: &Layout) -> Relation {
        let size = layout.domains.iter().try_fold(1usize, |n, d| n.checked_mul((*d)?));
        let rows = match size {
            Some(size) if size <= DENSE => Rows::Dense {
                radix: layout.domains.iter().map(|d| d.unwrap_or(1)).collect(),
                rows: vec![NONE; size],
            },
            _ => Rows::Hashed(HashTable::new()),
        };
        let index = |spec: &IndexSpec| {
            let direct = match spec.columns.as_slice() {
                [one] => layout.domains[*one].filter(|d| *d <= DENSE),
                _ => None,
            };
            let heads = match direct {
                Some(size) => Heads::Direct(vec![NONE; size]),
                None => Heads::Hashed(HashTable::new()),
            };
            Index { columns: spec.columns.clone(), heads, next: Vec::new(), previous: Vec::new() }
        };
        Relation {
            arity: layout.arity,
            values: Vec::new(),
            counts: Vec::new(),
            lasting: Vec::new(),
            live: Vec::new(),
            slot: Vec::new(),
            free: Vec::new(),
            rows,
            indexes: layout.indexes.iter().map(index).collect(),
        }
    }

    pub(crate) fn row(&self, row: u32) -> &[Value] {
        let at = row as usize * self.arity;
        &self.values[at..at + self.arity]
    }

    pub(crate) fn count(&self, row: u32) -> u64 {
        self.counts[row as usize]
    }

    pub(crate) fn is_lasting(&self, row: u32) -> bool {
        self.lasting[row as usize]
    }

    /// Every row, in no particular order.
    pub(crate) fn live(&self) -> &[u32] {
        &self.live
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let per_row = 8 + 1 + 3 * 4 + 6 + self.indexes.len() * 14;
        let found = match &self.rows {
            Rows::Dense { rows, .. } => rows.len() * 4,
            Rows::Hashed(_) => 0,
        };
        self.values.capacity() * 8 + self.counts.capacity() * per_row + found
    }

    pub(crate) fn find(&self, values: &[Value]) -> Option<u32> {
        let found = match &self.rows {
            Rows::Dense { radix, rows } => rows[place(radix, values)],
            Rows::Hashed(table) => *table.find(hash(values), |row| self.row(*row) == values)?,
        };
        (found != NONE).then_some(found)
    }

    /// The row of an atom, made if it is not there.
    pub(crate) fn insert(&mut self, values: &[Value]) -> u32 {
        if let Some(row) = self.find(values) {
            return row;
        }
        let row = match self.free.pop() {
            Some(row) => {
                let at = row as usize * self.arity;
                self.values[at..at + self.arity].copy_from_slice(values);
                row
            }
            None => {
                let row = self.counts.len() as u32;
                self.values.extend_from_slice(values);
                self.counts.push(0);
                self.lasting.push(false);
                self.slot.push(0);
                row
            }
        };
        self.slot[row as usize] = self.live.len() as u32;
        self.live.push(row);
        let (arity, all) = (self.arity, &self.values);
        match &mut self.rows {
            Rows::Dense { radix, rows } => rows[place(radix, values)] = row,
            Rows::Hashed(table) => {
                let again = |r: &u32| hash(&all[*r as usize * arity..][..arity]);
                table.insert_unique(hash(values), row, again);
            }
        }
        for index in &mut self.indexes {
            index.insert(row, arity, all);
        }
        row
    }

    /// Takes an atom out that has no copies left.
    pub(crate) fn remove(&mut self, row: u32) {
        let (arity, all) = (self.arity, &self.values);
        let values = &all[row as usize * arity..][..arity];
        match &mut self.rows {
            Rows::Dense { radix, rows } => rows[place(radix, values)] = NONE,
            Rows::Hashed(table) => {
                if let Ok(entry) = table.find_entry(hash(values), |r| *r == row) {
                    entry.remove();
                }
            }
        }
        for index in &mut self.indexes {
            index.remove(row, arity, all);
        }
        let slot = self.slot[row as usize];
        self.live.swap_remove(slot as usize);
        if let Some(moved) = self.live.get(slot as usize) {
            self.slot[*moved as usize] = slot;
        }
        self.free.push(row);
    }

    pub(crate) fn set_count(&mut self, row: u32, count: u64) {
        self.counts[row as usize] = count;
    }

    pub(crate) fn set_lasting(&mut self, row: u32, lasting: bool) {
        self.lasting[row as usize] = lasting;
    }

    /// The first row of an index with these values in its columns.
    pub(crate) fn first(&self, index: usize, key: &[Value]) -> u32 {
        let index = &self.indexes[index];
        match &index.heads {
            Heads::Direct(heads) => heads.get(key[0] as usize).copied().unwrap_or(NONE),
            Heads::Hashed(table) => {
                let same = |row: &u32| {
                    let row = self.row(*row);
                    index.columns.iter().zip(key).all(|(c, k)| row[*c] == *k)
                };
                table.find(hash(key), same).copied().unwrap_or(NONE)
            }
        }
    }

    /// The next row with the same values in the columns of an index.
    pub(crate) fn next(&self, index: usize, row: u32) -> u32 {
        self.indexes[index].next[row as usize]
    }
}

impl Index {
    fn insert(&mut self, row: u32, arity: usize, all: &[Value]) {
        if self.next.len() <= row as usize {
            self.next.resize(row as usize + 1, NONE);
            self.previous.resize(row as usize + 1, NONE);
        }
        let values = |r: u32| &all[r as usize * arity..][..arity];
        let head = match &mut self.heads {
            Heads::Direct(heads) => {
                std::mem::replace(&mut heads[values(row)[self.columns[0]] as usize], row)
            }
            Heads::Hashed(table) => {
                let columns = &self.columns;
                let key = hash_columns(values(row), columns);
                let same = |r: &u32| columns.iter().all(|c| values(*r)[*c] == values(row)[*c]);
                match table.find_mut(key, same) {
                    Some(head) => std::mem::replace(head, row),
                    None => {
                        let again = |r: &u32| hash_columns(values(*r), columns);
                        table.insert_unique(key, row, again);
                        NONE
                    }
                }
            }
        };
        self.next[row as usize] = head;
        self.previous[row as usize] = NONE;
        if head != NONE {
            self.previous[head as usize] = row;
        }
    }

    fn remove(&mut self, row: u32, arity: usize, all: &[Value]) {
        let (next, previous) = (self.next[row as usize], self.previous[row as usize]);
        if next != NONE {
            self.previous[next as usize] = previous;
        }
        if previous != NONE {
            self.next[previous as usize] = next;
            return;
        }
        let values = &all[row as usize * arity..][..arity];
        match &mut self.heads {
            Heads::Direct(heads) => heads[values[self.columns[0]] as usize] = next,
            Heads::Hashed(table) => {
                let key = hash_columns(values, &self.columns);
                if next != NONE {
                    if let Some(head) = table.find_mut(key, |r| *r == row) {
                        *head = next;
                    }
                } else if let Ok(entry) = table.find_entry(key, |r| *r == row) {
                    entry.remove();
                }
            }
        }
    }
}

fn place(radix: &[usize], values: &[Value]) -> usize {
    radix.iter().zip(values).fold(0, |at, (r, v)| at * r + *v as usize)
}

fn hash(values: &[Value]) -> u64 {
    finish(values.iter().fold(values.len() as u64, |h, v| mix(h, *v)))
}

fn hash_columns(values: &[Value], columns: &[usize]) -> u64 {
    finish(columns.iter().fold(columns.len() as u64, |h, c| mix(h, values[*c])))
}

/// The table uses the top bits too; the multiplication has mixed them already.
fn finish(hash: u64) -> u64 {
    hash
}

#[cfg(test)]
mod tests {
    use super::{IndexSpec, Layout, NONE, Relation};

    fn rows_by(relation: &Relation, index: usize, key: u64) -> Vec<u32> {
        let mut out = Vec::new();
        let mut row = relation.first(index, &[key]);
        while row != NONE {
            out.push(row);
            row = relation.next(index, row);
        }
        out.sort_unstable();
        out
    }

    #[test]
    fn rows_are_found_by_value_and_by_index_and_leave_no_trace() {
        for domains in [vec![Some(4), Some(8)], vec![None, None]] {
            let indexes = vec![IndexSpec { columns: vec![0] }, IndexSpec { columns: vec![1] }];
            let mut relation = Relation::new(&Layout { arity: 2, domains, indexes });
            let a = relation.insert(&[1, 2]);
            let b = relation.insert(&[1, 3]);
            let c = relation.insert(&[2, 3]);
            assert_eq!(relation.insert(&[1, 2]), a);
            assert_eq!(relation.find(&[1, 3]), Some(b));
            assert_eq!(rows_by(&relation, 0, 1), [a, b]);
            assert_eq!(rows_by(&relation, 1, 3), [b, c]);
            relation.remove(b);
            assert_eq!(relation.find(&[1, 3]), None);
            assert_eq!(rows_by(&relation, 0, 1), [a]);
            assert_eq!(rows_by(&relation, 1, 3), [c]);
            relation.remove(a);
            relation.remove(c);
            assert!(relation.live().is_empty());
            assert_eq!(relation.first(0, &[1]), NONE);
        }
    }
}
