//! Whether play comes back to a position on the way that a search follows.

use super::answer::SearchError;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// How many plies deep play may go.
const MAX_DEPTH: usize = 3_000;
/// After so many plies more it is looked whether a position has come back.
const CYCLE_CHECK: usize = 64;

/// The hashes of the positions on a path, to see when one comes back.
#[derive(Default)]
pub(crate) struct CycleCheck(Vec<u64>);

impl CycleCheck {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// One position more; now and then it is looked whether one stands on the path twice.
    pub(crate) fn push(&mut self, hash: u64) -> Result<(), SearchError> {
        self.0.push(hash);
        // The path is short compared with the nodes below it, so a check every 64 plies
        // costs nothing, and a cycle is found at most 64 plies late.
        if self.0.len().is_multiple_of(CYCLE_CHECK) {
            let mut seen = FxHashSet::default();
            let cycle = !self.0.iter().all(|hash| seen.insert(*hash));
            if cycle || self.0.len() > MAX_DEPTH {
                return Err(SearchError::Endless);
            }
        }
        Ok(())
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// The hash of the last position.
    pub(super) fn last(&self) -> u64 {
        self.0.last().copied().unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

pub(crate) fn hash64(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}
