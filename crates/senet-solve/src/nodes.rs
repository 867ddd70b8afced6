//! What tells the nodes of a search apart: a position, and those counts of the draw rules that are kept.
//!
//! Where a game has canonical keys, nodes are told apart by them; elsewhere by whole positions, which a
//! 128-bit hash only helps to find: a hash alone would be no proof. Under [`Referee::none`] a node is a
//! position. Under other referees the counts are part of the key, and the search pays for them with
//! fewer transpositions.

use rustc_hash::FxHashMap;
use senet_game::{Cursor, Position, Referee};

/// What a table finds a node of the game tree by.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NodeKey {
    /// Equal exactly for nodes of equal value.
    Exact(Words),
    /// Equal for equal nodes; whether the positions are the same has to be looked at.
    Hashed(Words),
}

/// A key of a position in two words, and the counts. (As 64-bit words, because a `u128` would be padded.)
pub(crate) type Words = (u64, u64, u64);

/// Positions of the past can still end the play by coming back.
const REMEMBERS: u64 = 1 << 63;

impl NodeKey {
    /// The key of the node in which a cursor stands.
    pub(crate) fn of(cursor: &dyn Cursor) -> NodeKey {
        let counts = counts(cursor.referee());
        // Mirror images are as good as each other, unless one of them was met before.
        let exact = if counts & REMEMBERS == 0 {
            cursor.canonical_key().map(|key| key.0)
        } else {
            cursor.exact_key().map(|key| key.0)
        };
        match exact {
            Some(key) => NodeKey::Exact(words(key, counts)),
            None => NodeKey::Hashed(words(cursor.hashed_key().0, counts)),
        }
    }

    /// The key of a position without counts.
    pub(crate) fn plain(canonical: u128) -> NodeKey {
        NodeKey::Exact(words(canonical, 0))
    }
}

fn words(key: u128, counts: u64) -> Words {
    (key as u64, (key >> 64) as u64, counts)
}

/// The counts that a referee's rules look at, as one word; 0 for a referee without rules.
pub(crate) fn counts(referee: &Referee) -> u64 {
    let (rules, count) = (referee.rules(), referee.count());
    // Counts are clipped to 31 bits each to fit one word; a limit beyond that is never reached
    // by a search that visits every move.
    let clip = |n: u64| n.min((1 << 31) - 1);
    let moves = rules.limit.map_or(0, |_| clip(count.moves));
    let quiet = rules.quiet.map_or(0, |_| clip(count.quiet));
    let remembers = rules.repeat.is_some() && referee.remembers_positions();
    moves | quiet << 31 | if remembers { REMEMBERS } else { 0 }
}

/// Bytes that a table takes for each entry beside what is kept.
const ENTRY: u64 = 24;

/// Something about each of many nodes.
pub(crate) struct NodeMap<V> {
    exact: FxHashMap<Words, V>,
    /// Nodes with whole positions, by hash; one whose place is taken goes to the next.
    hashed: FxHashMap<Words, (Position, V)>,
    bytes: u64,
}

impl<V: Copy> NodeMap<V> {
    pub(crate) fn new() -> NodeMap<V> {
        NodeMap { exact: FxHashMap::default(), hashed: FxHashMap::default(), bytes: 0 }
    }

    /// What is kept of a node. The cursor stands there, unless the key is exact.
    pub(crate) fn get(&self, cursor: &dyn Cursor, key: NodeKey) -> Option<V> {
        match key {
            NodeKey::Exact(words) => self.exact.get(&words).copied(),
            // Open addressing inside of the map: two positions with one hash lie at
            // neighbouring keys, so a collision costs time and never an answer.
            NodeKey::Hashed(mut words) => loop {
                let (position, value) = self.hashed.get(&words)?;
                if cursor.is_at(position) {
                    return Some(*value);
                }
                words.0 = words.0.wrapping_add(1);
            },
        }
    }

    /// What is kept of a node whose key is exact.
    pub(crate) fn exact(&self, key: NodeKey) -> Option<V> {
        match key {
            NodeKey::Exact(words) => self.exact.get(&words).copied(),
            NodeKey::Hashed(_) => None,
        }
    }

    /// Keeps something of a node. The cursor stands there, unless the key is exact.
    pub(crate) fn insert(&mut self, cursor: &dyn Cursor, key: NodeKey, value: V) {
        let more = match key {
            NodeKey::Exact(words) => {
                self.exact.insert(words, value).is_none().then_some(size_of::<V>() as u64)
            }
            NodeKey::Hashed(mut words) => loop {
                match self.hashed.get_mut(&words) {
                    None => {
                        self.hashed.insert(words, (cursor.save(), value));
                        break Some((size_of::<(Position, V)>() + cursor.state_bytes()) as u64);
                    }
                    Some((position, kept)) if cursor.is_at(position) => {
                        *kept = value;
                        break None;
                    }
                    Some(_) => words.0 = words.0.wrapping_add(1),
                }
            },
        };
        self.bytes += more.map_or(0, |more| more + ENTRY);
    }

    /// All nodes without counts by canonical key, in any order; `None` if some have none.
    #[allow(clippy::iter_over_hash_type, reason = "what is made of them is sorted")]
    pub(crate) fn keys(&self) -> Option<impl Iterator<Item = (u128, &V)>> {
        let key = |(low, high, _): &Words| u128::from(*low) | u128::from(*high) << 64;
        let all = self.exact.iter().filter(|((_, _, counts), _)| *counts == 0);
        self.hashed.is_empty().then(|| all.map(move |(words, value)| (key(words), value)))
    }

    /// How many bytes it takes, roughly.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}
