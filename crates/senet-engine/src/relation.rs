//! The atoms of one predicate: rows of values with their copies, found by value and by index.
//!
//! A row's number stays the same while its atom is there, so that matches can refer to it. Where
//! the values of a predicate are few constants, rows are found by arithmetic instead of hashing.
//! Indexes are made for exactly those sets of arguments that plans look up by; a row that comes or goes
//! takes the time of its indexes.

use hashbrown::HashTable;
use senet_data::hash::mix;
use senet_words::Value;
use std::sync::Arc;

/// No row, no match, no link.
pub(crate) const NONE: u32 = u32::MAX;

/// Atoms of at most this many possible rows or keys are found by arithmetic. Each position has
/// such a table of its own, so it had better be small.
const DENSE: usize = 1 << 11;

/// The same for facts, of which there is one table for all positions.
const DENSE_FACTS: usize = 1 << 16;

/// How to find rows quickly: the columns that are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexSpec {
    pub(crate) columns: Vec<usize>,
}

/// The values of a column, where they are few and follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Domain {
    pub(crate) first: Value,
    pub(crate) size: usize,
}

/// What a relation looks like.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) arity: usize,
    pub(crate) domains: Vec<Option<Domain>>,
    pub(crate) indexes: Vec<IndexSpec>,
    /// Facts, or atoms of positions.
    pub(crate) facts: bool,
}

/// The atoms of one predicate.
#[derive(Debug, Clone)]
pub(crate) struct Relation {
    arity: usize,
    values: Vec<Value>,
    states: Vec<State>,
    /// Rows in use.
    live: Vec<u32>,
    free: Vec<u32>,
    rows: Rows,
    indexes: Vec<Index>,
}

/// What there is of an atom.
#[derive(Debug, Clone, Copy)]
struct State {
    /// Linear copies.
    count: u64,
    persistent: bool,
    /// Where the row stands in the list of those in use.
    slot: u32,
}

#[derive(Debug, Clone)]
enum Rows {
    Dense(Arc<[Domain]>, Vec<u32>),
    Hashed(HashTable<u32>),
}

#[derive(Debug, Clone)]
struct Index {
    columns: Arc<[usize]>,
    heads: Rows,
    /// The next row of the same group, and the one before.
    links: Vec<(u32, u32)>,
}

impl Relation {
    pub(crate) fn new(layout: &Layout) -> Relation {
        let all: Vec<usize> = (0..layout.arity).collect();
        let index = |spec: &IndexSpec| Index {
            columns: spec.columns.as_slice().into(),
            heads: layout.rows(&spec.columns),
            links: Vec::new(),
        };
        Relation {
            arity: layout.arity,
            values: Vec::new(),
            states: Vec::new(),
            live: Vec::new(),
            free: Vec::new(),
            rows: layout.rows(&all),
            indexes: layout.indexes.iter().map(index).collect(),
        }
    }

    /// A relation that nothing is ever put into.
    pub(crate) fn none() -> Relation {
        Relation {
            arity: 0,
            values: Vec::new(),
            states: Vec::new(),
            live: Vec::new(),
            free: Vec::new(),
            rows: Rows::Hashed(HashTable::new()),
            indexes: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn row(&self, row: u32) -> &[Value] {
        let at = row as usize * self.arity;
        &self.values[at..at + self.arity]
    }

    #[inline]
    pub(crate) fn count(&self, row: u32) -> u64 {
        self.states[row as usize].count
    }

    #[inline]
    pub(crate) fn is_persistent(&self, row: u32) -> bool {
        self.states[row as usize].persistent
    }

    /// Every row, in no particular order.
    pub(crate) fn live(&self) -> &[u32] {
        &self.live
    }

    /// How many rows there are, with those that are free.
    pub(crate) fn room(&self) -> usize {
        self.states.len()
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let linked = |i: &Index| i.heads.bytes() + 8 * i.links.capacity() + size_of::<Index>();
        self.values.capacity() * 8
            + self.states.capacity() * size_of::<State>()
            + (self.live.capacity() + self.free.capacity()) * 4
            + self.rows.bytes()
            + self.indexes.iter().map(linked).sum::<usize>()
            + size_of::<Relation>()
    }

    #[inline]
    pub(crate) fn find(&self, values: &[Value]) -> Option<u32> {
        let found = match &self.rows {
            Rows::Dense(domains, rows) => rows[place(domains, values.iter().copied())?],
            Rows::Hashed(table) => *table.find(hash(values), |row| self.row(*row) == values)?,
        };
        (found != NONE).then_some(found)
    }

    /// Makes room for so many more atoms, so that the table does not grow, and hash everything again, several times.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.values.reserve(more * self.arity);
        self.states.reserve(more);
        self.live.reserve(more);
        let (arity, all) = (self.arity, &self.values);
        let values = |r: u32| &all[r as usize * arity..][..arity];
        if let Rows::Hashed(table) = &mut self.rows {
            table.reserve(more, |r| hash(values(*r)));
        }
        // How many keys an index will have is not known: its table grows as it is filled.
        for index in &mut self.indexes {
            index.links.reserve(more);
        }
    }

    /// The row of an atom, made if it is not there.
    pub(crate) fn insert(&mut self, values: &[Value]) -> u32 {
        if let Some(row) = self.find(values) {
            return row;
        }
        // A freed row is used again before the table grows, so that row numbers stay as
        // small as the most atoms there ever were, and tables by row number stay short.
        let state = State { count: 0, persistent: false, slot: self.live.len() as u32 };
        let row = match self.free.pop() {
            Some(row) => {
                let at = row as usize * self.arity;
                self.values[at..at + self.arity].copy_from_slice(values);
                self.states[row as usize] = state;
                row
            }
            None => {
                self.values.extend_from_slice(values);
                self.states.push(state);
                self.states.len() as u32 - 1
            }
        };
        self.live.push(row);
        let (arity, all) = (self.arity, &self.values);
        match &mut self.rows {
            Rows::Dense(domains, rows) => {
                let at = place(domains, values.iter().copied());
                rows[at.expect("an atom has values of its types")] = row;
            }
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
            Rows::Dense(domains, rows) => {
                let at = place(domains, values.iter().copied());
                rows[at.expect("an atom has values of its types")] = NONE;
            }
            Rows::Hashed(table) => {
                if let Ok(entry) = table.find_entry(hash(values), |r| *r == row) {
                    entry.remove();
                }
            }
        }
        for index in &mut self.indexes {
            index.remove(row, arity, all);
        }
        // Swap-remove keeps the list of live rows without gaps in constant time; its order
        // means nothing.
        let slot = self.states[row as usize].slot;
        self.live.swap_remove(slot as usize);
        if let Some(moved) = self.live.get(slot as usize) {
            self.states[*moved as usize].slot = slot;
        }
        self.free.push(row);
    }

    pub(crate) fn set_count(&mut self, row: u32, count: u64) {
        self.states[row as usize].count = count;
    }

    pub(crate) fn set_persistent(&mut self, row: u32, persistent: bool) {
        self.states[row as usize].persistent = persistent;
    }

    /// The first row of an index with these values in its columns.
    #[inline]
    pub(crate) fn first(&self, index: usize, key: &[Value]) -> u32 {
        let index = &self.indexes[index];
        match &index.heads {
            Rows::Dense(domains, heads) => {
                place(domains, key.iter().copied()).map_or(NONE, |at| heads[at])
            }
            Rows::Hashed(table) => {
                let same = |row: &u32| {
                    let row = self.row(*row);
                    index.columns.iter().zip(key).all(|(c, k)| row[*c] == *k)
                };
                table.find(hash(key), same).copied().unwrap_or(NONE)
            }
        }
    }

    /// The next row with the same values in the columns of an index.
    #[inline]
    pub(crate) fn next(&self, index: usize, row: u32) -> u32 {
        self.indexes[index].links[row as usize].0
    }
}

impl Layout {
    /// An empty table of rows by some of their columns.
    fn rows(&self, columns: &[usize]) -> Rows {
        let domains: Option<Arc<[Domain]>> = columns.iter().map(|c| self.domains[*c]).collect();
        let limit = if self.facts { DENSE_FACTS } else { DENSE };
        let size = |domains: &Arc<[Domain]>| {
            let size = domains.iter().try_fold(1usize, |n, d| n.checked_mul(d.size));
            size.filter(|size| *size <= limit)
        };
        // Direct addressing where all columns are small enumerations, and their product is
        // too.
        match domains.as_ref().and_then(|d| Some((d.clone(), size(d)?))) {
            Some((domains, size)) => Rows::Dense(domains, vec![NONE; size]),
            None => Rows::Hashed(HashTable::new()),
        }
    }
}

impl Rows {
    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        match self {
            Rows::Dense(_, rows) => rows.len() * 4,
            Rows::Hashed(table) => table.allocation_size(),
        }
    }
}

impl Index {
    fn insert(&mut self, row: u32, arity: usize, all: &[Value]) {
        if self.links.len() <= row as usize {
            self.links.resize(row as usize + 1, (NONE, NONE));
        }
        let values = |r: u32| &all[r as usize * arity..][..arity];
        let columns = &self.columns;
        let head = match &mut self.heads {
            Rows::Dense(domains, heads) => {
                let at = place(domains, columns.iter().map(|c| values(row)[*c]));
                std::mem::replace(&mut heads[at.expect("an atom has values of its types")], row)
            }
            Rows::Hashed(table) => {
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
        // Rows with the same key form a doubly linked list whose head is in the table: a row
        // enters and leaves in constant time, however many share its key.
        self.links[row as usize] = (head, NONE);
        if head != NONE {
            self.links[head as usize].1 = row;
        }
    }

    fn remove(&mut self, row: u32, arity: usize, all: &[Value]) {
        let (next, previous) = self.links[row as usize];
        if next != NONE {
            self.links[next as usize].1 = previous;
        }
        if previous != NONE {
            self.links[previous as usize].0 = next;
            return;
        }
        let values = &all[row as usize * arity..][..arity];
        let columns = &self.columns;
        match &mut self.heads {
            Rows::Dense(domains, heads) => {
                let at = place(domains, columns.iter().map(|c| values[*c]));
                heads[at.expect("an atom has values of its types")] = next;
            }
            Rows::Hashed(table) => {
                let key = hash_columns(values, columns);
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

/// The place of values in a table; nowhere, if one is outside of its domain.
#[inline]
fn place(domains: &[Domain], values: impl Iterator<Item = Value>) -> Option<usize> {
    let mut at = 0;
    for (domain, value) in domains.iter().zip(values) {
        // Mixed radix: the number of a row is its values as digits, each to the base of its
        // domain. A value below the domain wraps to a large number, so one comparison covers
        // both ends.
        let offset = value.wrapping_sub(domain.first);
        if offset >= domain.size as u64 {
            return None;
        }
        at = at * domain.size + offset as usize;
    }
    Some(at)
}

/// A table uses the top bits too; multiplication has mixed them already.
fn hash(values: &[Value]) -> u64 {
    values.iter().fold(values.len() as u64, |h, v| mix(h, *v))
}

fn hash_columns(values: &[Value], columns: &[usize]) -> u64 {
    columns.iter().fold(columns.len() as u64, |h, c| mix(h, values[*c]))
}

#[cfg(test)]
mod tests {
    use super::{Domain, IndexSpec, Layout, NONE, Relation};

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
        let few = |size| Some(Domain { first: 1, size });
        for domains in [vec![few(4), few(8)], vec![None, None]] {
            let indexes = vec![IndexSpec { columns: vec![0] }, IndexSpec { columns: vec![1] }];
            let mut relation = Relation::new(&Layout { arity: 2, domains, indexes, facts: false });
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
