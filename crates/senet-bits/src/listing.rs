//! The program as text, one operation a line, for `senet debug bits`.

use crate::cells::CellSet;
use crate::decision::CellRef;
use crate::game::BitGame;
use crate::ops::{Code, FillTerm, Op, Reg};
use crate::runner::{FlatSlice, MoveGroup, NO_REG, Segment};
use std::fmt::Write;

impl BitGame {
    /// The whole program, readably: for each control state, how its moves are found and what they do.
    pub fn listing(&self) -> String {
        let mut out = format!("{}\n", self.describe());
        for (i, node) in self.program.nodes.iter().enumerate() {
            let _ = writeln!(out, "\n{}: {}", i, self.control_name(i));
            if let Some(code) = &node.forbidden {
                out.push_str("  forbidden if\n");
                self.list_code(&mut out, code);
                let _ = writeln!(out, "    {}", self.reg(code.outs[0]));
            }
            for segment in &node.rules {
                self.list_segment(&mut out, segment);
            }
            if !node.links.is_empty() {
                out.push_str("  when no rule applies\n");
            }
            for segment in &node.links {
                self.list_segment(&mut out, segment);
            }
            if node.rules.is_empty() && node.links.is_empty() {
                out.push_str("  the end\n");
            }
        }
        out
    }

    fn list_segment(&self, out: &mut String, segment: &Segment) {
        self.list_code(out, &segment.code);
        for slice in segment.flat.iter().flatten() {
            self.list_slice(out, segment, slice);
        }
        for group in &segment.groups {
            self.list_group(out, group);
        }
    }

    fn list_code(&self, out: &mut String, code: &Code) {
        for op in &code.ops {
            let _ = writeln!(out, "    {}", self.show_op(op));
        }
    }

    /// A slice, with its decision list.
    fn list_slice(&self, out: &mut String, segment: &Segment, slice: &FlatSlice) {
        out.push_str("  moves");
        if slice.cond != NO_REG {
            let _ = write!(out, " if {}", self.reg(slice.cond));
        }
        if slice.reg != NO_REG {
            let cells = usize::from(slice.cells);
            let far: Vec<String> =
                slice.offsets[1..cells].iter().map(|o| format!(" {o:+}")).collect();
            let _ = write!(out, " in {}{}", self.reg(slice.reg), far.concat());
        }
        for (i, case) in slice.cases.iter().enumerate() {
            let name = self.variant_name(segment.variants[usize::from(case.group)]);
            let _ = write!(out, "{} {name}", if i == 0 { ":" } else { ";" });
            if i + 1 == slice.cases.len() {
                continue;
            }
            let mut tests: Vec<String> = Vec::new();
            if let Some(set) = &case.within {
                tests.push(format!("a in {}", set_name(set, self.program.words)));
            }
            tests.extend(case.tests.iter().map(|test| {
                let by = if test.by == 0 { String::new() } else { format!("{:+}", test.by) };
                format!("a{by} in {}", self.reg(test.plane as Reg))
            }));
            let _ = write!(out, " if {}", tests.join(" and "));
        }
        out.push('\n');
    }

    fn list_group(&self, out: &mut String, group: &MoveGroup) {
        let _ = write!(out, "  {}", self.variant_name(group.variant));
        if let Some(reg) = group.cond {
            let _ = write!(out, " if {}", self.reg(reg));
        }
        for factor in &group.factors {
            let cell = |c: &u8| char::from(b'a' + *c);
            let names: String = factor.cells.iter().map(cell).collect();
            let slices: Vec<String> = factor
                .slices
                .iter()
                .map(|s| {
                    let far: Vec<String> =
                        s.offsets[1..].iter().map(|o| format!("{o:+}")).collect();
                    format!("{} {}", self.reg(s.reg), far.join(" ")).trim_end().to_owned()
                })
                .collect();
            let _ = write!(out, ", {names} in {}", slices.join(" | "));
        }
        out.push('\n');
        let effect = &group.effect;
        self.list_code(out, &effect.code);
        let site = |s: &CellRef| match s {
            CellRef::Var(i) => char::from(b'a' + i).to_string(),
            CellRef::Cell(c) => format!("cell {c}"),
            CellRef::Match(_) => "?".to_owned(),
        };
        let mut lines = Vec::new();
        for (plane, s) in &effect.clears {
            lines.push(format!("{} -= {}", self.reg(*plane), site(s)));
        }
        for (plane, set) in &effect.clear_masks {
            lines.push(format!("{} -= {}", self.reg(*plane), self.reg(*set)));
        }
        for (plane, set) in &effect.set_masks {
            lines.push(format!("{} += {}", self.reg(*plane), self.reg(*set)));
        }
        for (plane, s) in &effect.sets {
            lines.push(format!("{} += {}", self.reg(*plane), site(s)));
        }
        if !lines.is_empty() {
            let _ = writeln!(out, "    {}", lines.join(", "));
        }
        for (bits, next) in effect.next.iter().enumerate() {
            let conds: Vec<String> = effect
                .conds
                .iter()
                .enumerate()
                .map(|(i, reg)| {
                    let not = if bits >> i & 1 == 1 { "" } else { "not " };
                    format!("{not}{}", self.reg(*reg))
                })
                .collect();
            let when = if conds.is_empty() {
                String::new()
            } else {
                format!(" if {}", conds.join(" and "))
            };
            let _ = writeln!(out, "    go to {next}{when}");
        }
    }

    fn reg(&self, reg: Reg) -> String {
        let at = usize::from(reg);
        if at < self.program.planes {
            return self.plane_name(at);
        }
        if at >= self.program.frame.move_cells && at < self.program.frame.scratch {
            return format!(
                "{{{}}}",
                char::from(b'a' + (at - self.program.frame.move_cells) as u8)
            );
        }
        format!("r{at}")
    }

    fn show_op(&self, op: &Op) -> String {
        let tables = &self.program.tables;
        let r = |reg: Reg| self.reg(reg);
        let c = |c: u16| set_name(&tables.consts[usize::from(c)], self.program.words);
        let through = |term: &FillTerm| {
            let mask = match term.mask {
                CellSet::FULL => String::new(),
                mask => format!(" & {}", set_name(&mask, self.program.words)),
            };
            format!("{:+} through {}{mask}", term.by, r(term.through))
        };
        match *op {
            Op::Const { d, c: k } => format!("{} = {}", r(d), c(k)),
            Op::Copy { d, a } => format!("{} = {}", r(d), r(a)),
            Op::And { d, a, b } => format!("{} = {} & {}", r(d), r(a), r(b)),
            Op::Or { d, a, b } => format!("{} = {} | {}", r(d), r(a), r(b)),
            Op::AndNot { d, a, b } => format!("{} = {} & ~{}", r(d), r(a), r(b)),
            Op::AndC { d, a, c: k } => format!("{} = {} & {}", r(d), r(a), c(k)),
            Op::Shift { d, a, k } => format!("{} = {} shifted {k:+}", r(d), r(a)),
            Op::ShiftC { d, a, k, c: m } => {
                format!("{} = {} shifted {k:+} & {}", r(d), r(a), c(m))
            }
            Op::AndShift { d, a, b, k } => {
                format!("{} = {} & {} shifted {k:+}", r(d), r(a), r(b))
            }
            Op::AndShiftC { d, a, b, k, c: m } => {
                format!("{} = {} & {} shifted {k:+} & {}", r(d), r(a), r(b), c(m))
            }
            Op::Any { d, a } => format!("{} = any {}", r(d), r(a)),
            Op::MoreThanOne { d, a } => format!("{} = more than one of {}", r(d), r(a)),
            Op::InARow { d, a, table } => {
                let table = &tables.rows[usize::from(table)];
                let by: Vec<String> =
                    table.directions.iter().map(|(k, _)| format!("{k:+}")).collect();
                format!("{} = {} has {} in a row by {}", r(d), r(a), table.cells, by.join(", "))
            }
            Op::RowMembers { d, a, table } => {
                let rows = tables.members[usize::from(table)].len();
                format!("{} = members of {rows} rows in {}", r(d), r(a))
            }
            Op::AnyMask { d, a, table } => {
                let rows = tables.masks[usize::from(table)].len();
                format!("{} = {} contains one of {rows} rows", r(d), r(a))
            }
            Op::Fill { d, a, table } => {
                let fill = &tables.fills[usize::from(table)];
                let terms: Vec<String> = fill.terms.iter().map(through).collect();
                format!("{} = fill {} by {}", r(d), r(a), terms.join(", "))
            }
            Op::ExtendFill { d, a, table } => {
                let fill = &tables.fills[usize::from(table)];
                let terms: Vec<String> = fill.terms.iter().map(through).collect();
                format!("{} += fill {} by {}", r(d), r(a), terms.join(", "))
            }
            Op::Number { d, c: k } => format!("{} = {}", r(d), tables.numbers[usize::from(k)]),
            Op::Count { d, table } => {
                let sum =
                    |all: &Vec<Reg>| all.iter().map(|x| r(*x)).collect::<Vec<_>>().join(" + ");
                let product = |p: &Vec<Vec<Reg>>| p.iter().map(sum).collect::<Vec<_>>().join(" * ");
                let all: Vec<String> =
                    tables.counts[usize::from(table)].iter().map(product).collect();
                format!("{} = count {}", r(d), all.join(" + "))
            }
            Op::Plus { d, a, b } => format!("{} = {} + {}", r(d), r(a), r(b)),
            Op::Minus { d, a, b } => format!("{} = {} - {}", r(d), r(a), r(b)),
            Op::Equal { d, a, b } => format!("{} = {} == {}", r(d), r(a), r(b)),
            Op::Less { d, a, b } => format!("{} = {} < {}", r(d), r(a), r(b)),
            Op::OneHot { d, a } => format!("{} = {{cell {}}}", r(d), r(a)),
            Op::Printed { list } => format!("list {list}"),
            Op::Loop { x, y, to } => format!("{} = {}, loop to {to} if changed", r(x), r(y)),
        }
    }
}

fn set_name(set: &CellSet, words: usize) -> String {
    if *set == CellSet::FULL {
        return "true".to_owned();
    }
    let hex: Vec<String> = set.0[..words].iter().rev().map(|w| format!("{w:x}")).collect();
    format!("0x{}", hex.join("_"))
}
