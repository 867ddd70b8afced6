//! How threads that search the same tree keep out of each other's way.
//!
//! All threads begin at the root and share the transposition table. A thread puts off a child that another one is
//! searching, so that they spread out over the children of a node, and finds the answer in the table when it comes back to
//! the child, if it has to come back at all (ABDADA: Weill, *The ABDADA distributed minimax search algorithm*, 1996; with a list of busy nodes apart from
//! the table, after Kerrigan, *Simplified ABDADA*). Which nodes are busy is a hint: it may be wrong, and an answer does
//! not depend on it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Nodes that some thread is searching, by hash.
pub(super) struct BusyNodes(Vec<AtomicU64>);

/// As a rule no two of the nodes of a few paths share a place.
const SIZE: usize = 1 << 13;

impl BusyNodes {
    pub(super) fn new() -> BusyNodes {
        BusyNodes((0..SIZE).map(|_| AtomicU64::new(0)).collect())
    }

    fn at(&self, hash: u64) -> &AtomicU64 {
        &self.0[(hash >> 20) as usize & (SIZE - 1)]
    }

    pub(super) fn enter(&self, hash: u64) {
        self.at(hash).store(hash, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, hash: u64) {
        let at = self.at(hash);
        if at.load(Ordering::Relaxed) == hash {
            at.store(0, Ordering::Relaxed);
        }
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        self.at(hash).load(Ordering::Relaxed) == hash
    }
}
