//! What somebody sees of a position, as plain data.

use crate::outcome::Seat;

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Eye {
    /// Somebody at the table.
    Seat(Seat),
    /// Somebody beside the table, who sees what everybody sees.
    Public,
    /// Somebody who sees everything.
    All,
}

/// A position as somebody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// The stage that the game is in.
    pub stage: String,
    /// The atoms that can be seen, in canonical order.
    pub atoms: Vec<ViewAtom>,
    /// How many there are of what cannot be seen.
    pub hidden: Vec<ViewHidden>,
}

/// An atom in a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewAtom {
    /// The predicate.
    pub predicate: String,
    /// The arguments, as text.
    pub arguments: Vec<String>,
    /// How many copies there are; a persistent atom has none.
    pub copies: u64,
    /// Whether it is there for good.
    pub persistent: bool,
}

/// Some hidden atoms: only their number is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewHidden {
    /// The predicate.
    pub predicate: String,
    /// Whose they are, if they are somebody's.
    pub owner: Option<Seat>,
    /// How many.
    pub copies: u64,
}
