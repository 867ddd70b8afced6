//! Operations on sets of cells: what lists are made of, and the tables and registers that they share.

use crate::cells::CellSet;

/// A register, by number: `W` words in each lane.
pub(crate) type Reg = u16;

/// An operation on registers, each of which is a set of cells. `k` is a distance; `c` a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Const {
        d: Reg,
        c: u16,
    },
    Copy {
        d: Reg,
        a: Reg,
    },
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AndNot {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AndC {
        d: Reg,
        a: Reg,
        c: u16,
    },
    Shift {
        d: Reg,
        a: Reg,
        k: i16,
    },
    /// A shift, and a mask against running over the edge.
    ShiftC {
        d: Reg,
        a: Reg,
        k: i16,
        c: u16,
    },
    /// `a & shift(b, k)`
    AndShift {
        d: Reg,
        a: Reg,
        b: Reg,
        k: i16,
    },
    /// `a & shift(b, k) & c`
    AndShiftC {
        d: Reg,
        a: Reg,
        b: Reg,
        k: i16,
        c: u16,
    },
    Any {
        d: Reg,
        a: Reg,
    },
    Many {
        d: Reg,
        a: Reg,
    },
    /// Whether all cells of some row of a table are in `a`.
    Line {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// Whether there is a row of a table in `a`.
    Rows {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// The cells that rows of a table give, of those rows all of whose cells are in `a`.
    Members {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// Run or flood: `d` is the least superset of `a` that is closed under the terms of a table.
    Fill {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// The same, begun with what `d` holds already: it can only have grown since.
    Grow {
        d: Reg,
        a: Reg,
        table: u16,
    },
    Number {
        d: Reg,
        c: u16,
    },
    /// The sum of products of sums of numbers of cells.
    Count {
        d: Reg,
        table: u16,
    },
    Plus {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Minus {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Same {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Less {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    OneHot {
        d: Reg,
        a: Reg,
    },
    /// A whole list that was printed as code: see `lists.rs`.
    Printed {
        list: u16,
    },
    /// Back to `to`, with `x` set to `y`, unless they are equal.
    Loop {
        x: Reg,
        y: Reg,
        to: u16,
    },
}

/// The terms of a fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FillTable {
    /// What is passed through, and by which distance.
    pub(crate) terms: Vec<FillTerm>,
    /// After so many steps nothing more is found; `None` if that is not known.
    pub(crate) steps: Option<u16>,
}

/// A step of a fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FillTerm {
    pub(crate) through: Reg,
    pub(crate) by: i16,
    /// Of what is passed through, only these cells.
    pub(crate) mask: CellSet,
}

/// What lists of operations share.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    pub(crate) consts: Vec<CellSet>,
    pub(crate) lines: Vec<Vec<CellSet>>,
    pub(crate) rows: Vec<RowTable>,
    pub(crate) members: Vec<Vec<MemberRow>>,
    pub(crate) fills: Vec<FillTable>,
    pub(crate) counts: Vec<Vec<Vec<Vec<Reg>>>>,
    pub(crate) numbers: Vec<u64>,
    /// Whether the machine has wide vectors. Read by `fast.rs`, which is not compiled everywhere.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(crate) wide: bool,
}

impl Tables {
    /// How many words an interpreter goes through for some operations, on a board of one word.
    pub(crate) fn work(&self, ops: &[Op]) -> usize {
        let one = |op: &Op| match op {
            Op::Line { table, .. } => self.lines[usize::from(*table)].len(),
            Op::Members { table, .. } => self.members[usize::from(*table)].len(),
            Op::Rows { table, .. } => {
                let rows = &self.rows[usize::from(*table)];
                rows.directions.len() * (1 + rows.cells.ilog2() as usize)
            }
            // Floods go round twice, at least.
            Op::Fill { table, .. } | Op::Grow { table, .. } => {
                2 * self.fills[usize::from(*table)].terms.len()
            }
            _ => 1,
        };
        ops.iter().map(one).sum()
    }

    /// Whether operations can name everything in the tables.
    pub(crate) fn fits(&self) -> bool {
        let sizes = [self.consts.len(), self.fills.len(), self.counts.len(), self.numbers.len()];
        sizes.iter().all(|n| *n <= usize::from(u16::MAX))
    }
}

/// Where everything is in the registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// The first register for fills that only grow, and are kept with a position.
    pub(crate) grown: usize,
    /// The first register for what is kept with a position: the sets of moves.
    pub(crate) kept: usize,
    /// The first register for cells of a move.
    pub(crate) chosen: usize,
    /// The first register for everything else.
    pub(crate) temps: usize,
}

/// A list of operations and the registers of what it finds.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) outs: Vec<Reg>,
}

/// Rows of so many cells, each a distance from the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowTable {
    pub(crate) cells: usize,
    /// Distances, with the cells in which a row can begin.
    pub(crate) directions: Vec<(i16, CellSet)>,
}

/// Cells that have to be in a set, and cells that they give then.
pub(crate) type MemberRow = (CellSet, CellSet);
