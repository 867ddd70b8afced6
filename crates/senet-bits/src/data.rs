//! A bit program as a list of numbers, and back. `senet build` prints this list.

use crate::branch::{Arm, Branch};
use crate::cells::CellSet;
use crate::decision::{CellRef, DecisionCase, PlaneTest};
use crate::numbers::AsNumbers;
use crate::ops::{Code, FillTable, FillTerm, Frame, Op, RowTable, Tables};
use crate::order::{Order, SortKey};
use crate::pack::{Exclusive, PackPlan};
use crate::runner::{
    BitProgram, ControlNode, Effect, Factor, FlatSlice, MoveGroup, Segment, Slice, WeightedMatch,
};
use crate::{kinds_as_numbers, newtypes_as_numbers, structs_as_numbers};

newtypes_as_numbers!(CellSet);

structs_as_numbers! {
    FillTable { terms, steps }
    FillTerm { through, by, mask }
    RowTable { cells, directions }
    Tables { consts, masks, rows, members, fills, counts, numbers; has_avx2 }
    Frame { growing_fills, move_sets, move_cells, scratch }
    Code { ops, outs }
    PlaneTest { plane, by }
    DecisionCase { group, within, tests }
    Slice { reg, offsets }
    Factor { cells, slices }
    WeightedMatch { weight, cond, factors }
    Effect {
        clears, sets, code, has_code, reads_cells, ends, member_targets, clear_masks, set_masks, conds, next,
        skipped_links
    }
    MoveGroup { variant, rule, seat, chooser, cond, factors, effect, matches }
    FlatSlice { cond, reg, offsets, cells, cases }
    Segment { code, groups, plain, weights_code, flat, cells, variants, by_variant, fused_branch }
    Arm { cond, negated, to, ends }
    Branch { code, segments, member_targets, fired }
    ControlNode {
        ended, interactive, settles, ordered, rules, links, branch, decided, outcome, forbids, class,
        member, cost, one_by_one, forbidden
    }
    Order { rule, key }
    Exclusive { planes, cells, count, digits, exact }
    PackPlan { exclusive, singletons, control, bits }
    BitProgram {
        nodes, tables, frame, planes, registers, words, order, packing, steps, has_silent_cycle, has_classes, slices
    }
}

kinds_as_numbers! {
    CellRef { Var(a) = 0, Cell(a) = 1, Match(a) = 2, }
    SortKey { Rank(a) = 0, Cell(a) = 1, }
}

/// Operations have fields with names.
macro_rules! operations {
    ($($kind:ident { $($field:ident),* } = $number:literal,)*) => {
        impl AsNumbers for Op {
            fn write(&self, out: &mut Vec<u64>) {
                match self {
                    $(Op::$kind { $($field),* } => {
                        out.push($number);
                        $($field.write(out);)*
                    })*
                }
            }

            fn read(from: &mut &[u64]) -> Op {
                match u64::read(from) {
                    $($number => {
                        $(let $field = AsNumbers::read(from);)*
                        Op::$kind { $($field),* }
                    })*
                    other => unreachable!("no operation has the number {other}"),
                }
            }
        }
    };
}

operations! {
    Const { d, c } = 0,
    Copy { d, a } = 1,
    And { d, a, b } = 2,
    Or { d, a, b } = 3,
    AndNot { d, a, b } = 4,
    AndC { d, a, c } = 5,
    Shift { d, a, k } = 6,
    ShiftC { d, a, k, c } = 7,
    AndShift { d, a, b, k } = 8,
    AndShiftC { d, a, b, k, c } = 9,
    Any { d, a } = 10,
    MoreThanOne { d, a } = 11,
    AnyMask { d, a, table } = 12,
    InARow { d, a, table } = 13,
    RowMembers { d, a, table } = 14,
    Fill { d, a, table } = 15,
    ExtendFill { d, a, table } = 16,
    Number { d, c } = 17,
    Count { d, table } = 18,
    Plus { d, a, b } = 19,
    Minus { d, a, b } = 20,
    Equal { d, a, b } = 21,
    Less { d, a, b } = 22,
    OneHot { d, a } = 23,
    Printed { list } = 24,
    Loop { x, y, to } = 25,
}
