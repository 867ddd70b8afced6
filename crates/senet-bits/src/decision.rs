//! Decision lists that find the group of a move in a merged slice, and references to the cells that a move changes.

use crate::cells::CellSet;

/// A cell that a move changes: the value of one of its variables, or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum CellRef {
    /// By the index of the variable among the wide effective variables of the rule.
    Var(u8),
    Cell(u16),
    /// Each match of a comprehension has a cell of its own; only in plans.
    Match(u8),
}

/// One case of a decision list: a group, and the tests that select it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DecisionCase {
    pub(crate) group: u16,
    /// The set that the first cell has to be in; `None` if any will do.
    pub(crate) within: Option<CellSet>,
    pub(crate) tests: Vec<PlaneTest>,
}

/// Tests whether a plane has the cell at a distance from the first cell of the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlaneTest {
    pub(crate) plane: u32,
    pub(crate) by: i16,
}

impl DecisionCase {
    /// Whether the case selects the move that begins in `first`; `has` says whether a plane has a cell.
    #[inline(always)]
    pub(crate) fn fits(&self, first: u16, cells: u16, has: impl Fn(u32, u16) -> bool) -> bool {
        self.within.is_none_or(|set| set.contains(usize::from(first)))
            && self.tests.iter().all(|test| {
                let cell = first.wrapping_add_signed(test.by);
                cell < cells && has(test.plane, cell)
            })
    }
}
