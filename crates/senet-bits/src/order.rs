//! The canonical order of moves, which is the same on all engines: by rule, then by the values of variables.

use crate::runner::{BitMove, BitProgram};

/// The canonical order of a variant's moves.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) rule: u32,
    /// By effective variable of the rule.
    pub(crate) key: Vec<SortKey>,
}

/// What moves of a variant are sorted by at one of the rule's variables.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SortKey {
    /// The rank of the variable's value among the values that it has in any variant of the rule.
    Rank(u16),
    /// The cell of the move with this index: its number is its rank.
    Cell(u8),
}

impl BitProgram {
    /// The sort key of a move: its rule, then the ranks of its values. Six ranks fit the number; further ones are compared
    /// after it.
    pub(crate) fn key(&self, mv: &BitMove) -> (u128, Vec<u16>) {
        let order = &self.order[mv.variant as usize];
        let rank = |key: &SortKey| match key {
            SortKey::Rank(rank) => *rank,
            SortKey::Cell(cell) => mv.cells[usize::from(*cell)],
        };
        // 32 bits for the rule and six times 16 for ranks: one comparison for nearly every pair of
        // moves.
        let at = order.key.len().min(6);
        let mut number = u128::from(order.rule) << 96;
        for (i, k) in order.key[..at].iter().enumerate() {
            number |= u128::from(rank(k)) << (80 - 16 * i);
        }
        (number, order.key[at..].iter().map(rank).collect())
    }
}
