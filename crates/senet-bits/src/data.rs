//! A bit program as a list of numbers, and back. `senet build` prints this list.

use crate::branch::{Arm, Branch};
use crate::cells::CellSet;
use crate::choices::{Kind, Site, Test};
use crate::numbers::AsNumbers;
use crate::ops::{Code, FillTable, FillTerm, Frame, Op, RowTable, Tables};
use crate::order::Order;
use crate::pack::{Exclusive, PackPlan};
use crate::runner::{
    BitProgram, Change, Choice, FlatSlice, Node, Part, Segment, Slice, WeighedWay,
};
use crate::{kinds_as_numbers, newtypes_as_numbers, structs_as_numbers};

newtypes_as_numbers!(CellSet);

structs_as_numbers! {
    FillTable { terms, steps }
    FillTerm { through, by, mask }
    RowTable { cells, directions }
    Tables { consts, lines, rows, members, fills, counts, numbers; wide }
    Frame { grown, kept, chosen, temps }
    Code { ops, outs }
    Test { plane, by }
    Kind { choice, within, tests }
    Slice { reg, offsets }
    Part { cells, slices }
    WeighedWay { weight, cond, parts }
    Change {
        clears, sets, code, works, looks, ends, ways, clear_sets, set_sets, conds, next,
        hops
    }
    Choice { variant, rule, seat, chooser, cond, parts, effect, ways }
    FlatSlice { cond, reg, offsets, cells, kinds }
    Segment { code, choices, plain, ways_code, flat, cells, variants, by_variant, judge }
    Arm { cond, negated, to, ends }
    Branch { code, segments, ways, fired }
    Node {
        ended, interactive, settles, ordered, rules, links, branch, decided, outcome, forbids, class,
        member, work, alone, forbidden
    }
    Order { rule, key }
    Exclusive { planes, cells, count, digits, exact }
    PackPlan { exclusive, tokens, control, bits }
    BitProgram {
        nodes, tables, frame, planes, registers, words, order, packing, steps, goes_round, classed, slices
    }
}

kinds_as_numbers! {
    Site { Var(a) = 0, Cell(a) = 1, Local(a) = 2, }
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
    Many { d, a } = 11,
    Line { d, a, table } = 12,
    Rows { d, a, table } = 13,
    Members { d, a, table } = 14,
    Fill { d, a, table } = 15,
    Grow { d, a, table } = 16,
    Number { d, c } = 17,
    Count { d, table } = 18,
    Plus { d, a, b } = 19,
    Minus { d, a, b } = 20,
    Same { d, a, b } = 21,
    Less { d, a, b } = 22,
    OneHot { d, a } = 23,
    Printed { list } = 24,
    Loop { x, y, to } = 25,
}
