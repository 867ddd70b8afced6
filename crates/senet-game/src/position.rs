//! Positions and keys without the game's types: for match trees, stores and tables.

use crate::game::Game;
use rustc_hash::FxHasher;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position of some game, owned and shared cheaply. Positions of different games are never equal.
#[derive(Clone)]
pub struct Position(Arc<dyn AnyState>);

/// A packed position: equal exactly for equal positions, and restorable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExactKey(pub u128);

/// A key shared by positions that are equal up to a symmetry of the game. Where a game has no
/// symmetries, it is as good as an [`ExactKey`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalKey(pub u128);

/// A 128-bit hash: two different positions share one with negligible probability, so it is good for
/// repetitions and transposition tables, and not for proofs of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HashedKey(pub u128);

/// A state of any game.
trait AnyState: Any + Send + Sync {
    fn same(&self, other: &dyn AnyState) -> bool;
    fn hash64(&self) -> u64;
    fn as_any(&self) -> &dyn Any;
}

impl<S: Eq + Hash + Send + Sync + 'static> AnyState for S {
    fn same(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<S>().is_some_and(|other| self == other)
    }

    fn hash64(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Position {
    /// The position that a state of a game is.
    pub fn new<G: Game>(state: G::State) -> Position {
        Position(Arc::new(state))
    }

    /// The state of a game that the position is; `None` if it is a position of another game.
    pub fn state<G: Game>(&self) -> Option<&G::State> {
        (*self.0).as_any().downcast_ref()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.same(&*other.0)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.hash64());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:016x})", self.0.hash64())
    }
}
