//! Where matches are kept.

use crate::token::TokenHash;

/// A match as it is stored: what it began with, and everything that happened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredMatch {
    /// Its name.
    pub id: String,
    /// What was asked for, as JSON of the protocol's `NewMatch`, with the seed and the text of a
    /// program of the user's own.
    pub setup: String,
    /// Who may take part.
    pub tokens: Vec<StoredToken>,
    /// Everything that happened, in order; see `senet_workbench::StoredEntry`.
    pub entries: Vec<String>,
}

/// A token, by its hash, and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// SHA-256 of the token.
    pub hash: TokenHash,
    /// The participants of the match that it stands for.
    pub participants: Vec<usize>,
    /// Whether it is that of the one who made the match.
    pub host: bool,
}

/// Why something is not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the match cannot be stored: {0}")]
#[non_exhaustive]
pub struct StoreError(pub String);

/// Called when something is stored for good, or cannot be.
pub type Committed = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Where matches are kept. What is committed survives the end of the process and of the machine.
pub trait Store: Send + Sync {
    /// Stores a new match.
    fn create(&self, stored: StoredMatch, done: Committed);

    /// Appends to a match. Calls for one match are committed, and `done` called, in their order.
    fn append(&self, id: &str, entries: Vec<String>, done: Committed);

    /// A match, if there is one.
    fn load(&self, id: &str) -> Result<Option<StoredMatch>, StoreError>;
}
