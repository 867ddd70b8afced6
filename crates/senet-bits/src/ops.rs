//! The instruction set: operations on sets of cells, with their tables and the register file.

use crate::cells::CellSet;

/// The number of a register: `W` words in each lane.
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
    MoreThanOne {
        d: Reg,
        a: Reg,
    },
    /// Whether some mask of a table is a subset of `a`.
    AnyMask {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// Whether `a` has an evenly spaced row of a table.
    InARow {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// The union of what rows of a table give, over the rows whose cells are all in `a`.
    RowMembers {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// Fill or flood: `d` is the least superset of `a` that is closed under the terms of a table.
    Fill {
        d: Reg,
        a: Reg,
        table: u16,
    },
    /// A growing fill: continues from the old value of `d`, which is a subset of the new one.
    ExtendFill {
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
    Equal {
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
    /// Calls a list that was printed as code: see `lists.rs`.
    Printed {
        list: u16,
    },
    /// Fixpoint iteration: unless `x` equals `y`, sets `x` to `y` and jumps back to `to`.
    Loop {
        x: Reg,
        y: Reg,
        to: u16,
    },
}

/// The terms of a fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FillTable {
    /// Passable cells and distances.
    pub(crate) terms: Vec<FillTerm>,
    /// The fill is complete after this many steps; `None` if no bound is known.
    pub(crate) steps: Option<u16>,
}

/// A step of a fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FillTerm {
    pub(crate) through: Reg,
    pub(crate) by: i16,
    /// A mask on the passable cells.
    pub(crate) mask: CellSet,
}

/// Constant tables that operations refer to by number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    pub(crate) consts: Vec<CellSet>,
    pub(crate) masks: Vec<Vec<CellSet>>,
    pub(crate) rows: Vec<RowTable>,
    pub(crate) members: Vec<Vec<MemberRow>>,
    pub(crate) fills: Vec<FillTable>,
    pub(crate) counts: Vec<Vec<Vec<Vec<Reg>>>>,
    pub(crate) numbers: Vec<u64>,
    /// Whether the machine has AVX2, found at run time. Read by `fast.rs`, on x86 only.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(crate) has_avx2: bool,
}

impl Tables {
    /// Estimates the words that the interpreter processes for some operations, on a board of one word.
    pub(crate) fn cost(&self, ops: &[Op]) -> usize {
        let one = |op: &Op| match op {
            Op::AnyMask { table, .. } => self.masks[usize::from(*table)].len(),
            Op::RowMembers { table, .. } => self.members[usize::from(*table)].len(),
            Op::InARow { table, .. } => {
                let rows = &self.rows[usize::from(*table)];
                rows.directions.len() * (1 + rows.cells.ilog2() as usize)
            }
            // Floods take at least two rounds.
            Op::Fill { table, .. } | Op::ExtendFill { table, .. } => {
                2 * self.fills[usize::from(*table)].terms.len()
            }
            _ => 1,
        };
        ops.iter().map(one).sum()
    }

    /// Whether 16-bit operands can address all tables.
    pub(crate) fn fits(&self) -> bool {
        let sizes = [
            self.consts.len(),
            self.masks.len(),
            self.rows.len(),
            self.members.len(),
            self.fills.len(),
            self.counts.len(),
            self.numbers.len(),
        ];
        sizes.iter().all(|n| *n <= usize::from(u16::MAX))
    }
}

/// The layout of the register file: the first register of each kind. Planes come before all of these, from register 0 on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    /// Growing fills, which the next turn extends. Planes and growing fills are what a move changes for good, and what
    /// is restored when it is taken back.
    pub(crate) growing_fills: usize,
    /// The sets of a player's moves. Copies of a position keep them too, so that a copy need not compute its moves again.
    pub(crate) move_sets: usize,
    /// The cells of the move that is being made, one set of one cell each. Copies of a position end here.
    pub(crate) move_cells: usize,
    /// Scratch registers: a list of operations writes them before it reads them.
    pub(crate) scratch: usize,
}

/// A list of operations, and the registers of its results.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) outs: Vec<Reg>,
}

/// Evenly spaced rows of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowTable {
    pub(crate) cells: usize,
    /// Distances between neighbours, with the cells in which a row can begin.
    pub(crate) directions: Vec<(i16, CellSet)>,
}

/// Cells that have to be in a set, and the cells that the row then gives.
pub(crate) type MemberRow = (CellSet, CellSet);
