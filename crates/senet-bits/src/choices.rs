//! What tells the choices of a slice apart, and which cells a move changes.

use crate::cells::CellSet;

/// A cell of a move: of one of its variables, or a fixed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Site {
    /// The variable's place among the wide effective variables of the rule.
    Var(u8),
    Cell(u16),
    /// A match of a comprehension.
    Local(u8),
}

/// A choice, and what tells it from the others of its slice.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Kind {
    pub(crate) choice: u16,
    /// The first cell is in this set.
    pub(crate) within: Option<CellSet>,
    pub(crate) tests: Vec<Test>,
}

/// The cell that is so much further on than the first of the move is in a plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) plane: u32,
    pub(crate) by: i16,
}

impl Kind {
    /// Whether a move belongs to the choice; `has` tells whether a plane has a cell.
    #[inline(always)]
    pub(crate) fn fits(&self, first: u16, cells: u16, has: impl Fn(u32, u16) -> bool) -> bool {
        self.within.is_none_or(|set| set.contains(usize::from(first)))
            && self.tests.iter().all(|test| {
                let cell = first.wrapping_add_signed(test.by);
                cell < cells && has(test.plane, cell)
            })
    }
}
