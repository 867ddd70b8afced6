//! Lists of operations as straight-line Rust: registers are local variables, constants and distances are known to the
//! compiler, and only what is read elsewhere is stored.

use crate::cells::CellSet;
use crate::ops::{Code, FillTerm, Op, Reg, Tables};
use crate::runner::{BitProgram, ControlNode, NO_REG, Segment};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// More operations than this are interpreted, so that compiling a crate takes a minute at most.
const PRINTED: usize = 12_000;

/// Prints the lists of a program as functions; in the program, numbers take their place.
pub(super) fn print_lists(program: &mut BitProgram) -> String {
    let lists = codes(&mut program.nodes).into_iter().map(|code| code.ops.clone()).collect();
    let lists: Vec<Vec<Op>> = lists;
    let printer = Printer {
        tables: &program.tables,
        words: program.words,
        read: read_elsewhere(program, &lists),
    };
    let (mut functions, mut arms) = (String::new(), String::new());
    let mut numbers: FxHashMap<Vec<Op>, u16> = FxHashMap::default();
    let (mut left, mut taken) = (PRINTED, Vec::new());
    for ops in lists {
        let known = numbers.get(&ops).copied();
        if ops.is_empty() || known.is_none() && ops.len() > left {
            taken.push(None);
            continue;
        }
        let number = known.unwrap_or_else(|| {
            let number = numbers.len() as u16;
            left -= ops.len();
            let _ = writeln!(arms, "        {number} => list_{number}::<L, N>(regs),");
            printer.list(number, &ops, &mut functions);
            numbers.insert(ops, number);
            number
        });
        taken.push(Some(number));
    }
    let words = program.words;
    for (code, number) in codes(&mut program.nodes).into_iter().zip(taken) {
        if let Some(list) = number {
            code.ops = vec![Op::Printed { list }];
        }
    }
    format!(
        "//! The lists of operations of this game.\n\n\
         #![allow(\n    unused, clippy::all,\n    reason = \"printed from what was compiled\"\n)]\n\n\
         use crate::cells::CellSet;\n\
         use crate::exec::{{\n    any, any_mask, each, fill_step, load, more_than_one, numbers, one_hot, row_members, row_starts, \
         shift, popcount, store, lane_masks, zip,\n}};\n\n\
         /// How many words a set takes.\npub(crate) const WORDS: usize = {words};\n\n\
         /// Runs a list on the registers.\n#[inline(always)]\n\
         pub(crate) fn run<const W: usize, const L: usize, const N: usize>(list: u16, regs: &mut [u64]) {{\n    \
         match list {{\n{arms}        _ => unreachable!(\"there is no list {{list}}\"),\n    }}\n}}\n\n\
         /// A set, in every lane.\n#[inline(always)]\n\
         fn set<const L: usize, const N: usize>(words: [u64; WORDS]) -> [u64; N] {{\n    \
         each(|i| words[i / L])\n}}\n{functions}"
    )
}

/// All lists of a program, in a fixed order.
fn codes(nodes: &mut [ControlNode]) -> Vec<&mut Code> {
    let mut out = Vec::new();
    for node in nodes {
        out.extend(&mut node.forbidden);
        out.extend(node.branch.as_mut().map(|branch| &mut branch.code));
        for segment in node.rules.iter_mut().chain(&mut node.links) {
            out.extend([&mut segment.code, &mut segment.weights_code]);
            out.extend(segment.groups.iter_mut().map(|group| &mut group.effect.code));
        }
    }
    out
}

/// The registers that are read beside the list that writes them: by other lists before they write them, or as sets,
/// conditions and numbers of moves.
fn read_elsewhere(program: &BitProgram, lists: &[Vec<Op>]) -> Vec<bool> {
    let mut read = vec![false; program.registers];
    let mut mark = |reg: Reg| {
        if reg != NO_REG {
            read[usize::from(reg)] = true;
        }
    };
    for ops in lists {
        live_in(ops, &program.tables).into_iter().for_each(&mut mark);
    }
    for node in &program.nodes {
        node.forbidden.iter().flat_map(|code| &code.outs).for_each(|reg| mark(*reg));
        let arms = node.branch.iter().flat_map(|branch| branch.segments.iter().flatten());
        arms.for_each(|arm| mark(arm.cond));
        for segment in node.rules.iter().chain(&node.links) {
            read_by_moves(segment, &mut mark);
        }
    }
    read
}

fn read_by_moves(segment: &Segment, mark: &mut impl FnMut(Reg)) {
    for slice in segment.flat.iter().flatten() {
        mark(slice.cond);
        mark(slice.reg);
    }
    for group in &segment.groups {
        group.cond.iter().for_each(|reg| mark(*reg));
        let matched = group.matches.iter().flat_map(|found| &found.factors);
        let factors = group.factors.iter().chain(matched);
        factors.flat_map(|factor| &factor.slices).for_each(|slice| mark(slice.reg));
        group.matches.iter().flat_map(|found| found.cond).for_each(&mut *mark);
        let effect = &group.effect;
        effect.conds.iter().for_each(|reg| mark(*reg));
        effect.clear_masks.iter().chain(&effect.set_masks).for_each(|(_, reg)| mark(*reg));
    }
}

/// The register that an operation writes.
fn written(op: &Op) -> Option<Reg> {
    match *op {
        Op::Const { d, .. }
        | Op::Copy { d, .. }
        | Op::And { d, .. }
        | Op::Or { d, .. }
        | Op::AndNot { d, .. }
        | Op::AndC { d, .. }
        | Op::Shift { d, .. }
        | Op::ShiftC { d, .. }
        | Op::AndShift { d, .. }
        | Op::AndShiftC { d, .. }
        | Op::Any { d, .. }
        | Op::MoreThanOne { d, .. }
        | Op::AnyMask { d, .. }
        | Op::InARow { d, .. }
        | Op::RowMembers { d, .. }
        | Op::Fill { d, .. }
        | Op::ExtendFill { d, .. }
        | Op::Number { d, .. }
        | Op::Count { d, .. }
        | Op::Plus { d, .. }
        | Op::Minus { d, .. }
        | Op::Equal { d, .. }
        | Op::Less { d, .. }
        | Op::OneHot { d, .. } => Some(d),
        Op::Loop { x, .. } => Some(x),
        Op::Printed { .. } => None,
    }
}

/// The registers that an operation reads.
fn reads(op: &Op, tables: &Tables) -> Vec<Reg> {
    let through = |table: u16| tables.fills[usize::from(table)].terms.iter().map(|t| t.through);
    match *op {
        Op::Const { .. } | Op::Number { .. } | Op::Printed { .. } => Vec::new(),
        Op::Copy { a, .. }
        | Op::AndC { a, .. }
        | Op::Shift { a, .. }
        | Op::ShiftC { a, .. }
        | Op::Any { a, .. }
        | Op::MoreThanOne { a, .. }
        | Op::AnyMask { a, .. }
        | Op::InARow { a, .. }
        | Op::RowMembers { a, .. }
        | Op::OneHot { a, .. } => vec![a],
        Op::And { a, b, .. }
        | Op::Or { a, b, .. }
        | Op::AndNot { a, b, .. }
        | Op::AndShift { a, b, .. }
        | Op::AndShiftC { a, b, .. }
        | Op::Plus { a, b, .. }
        | Op::Minus { a, b, .. }
        | Op::Equal { a, b, .. }
        | Op::Less { a, b, .. } => vec![a, b],
        Op::Fill { a, table, .. } => through(table).chain([a]).collect(),
        Op::ExtendFill { d, a, table } => through(table).chain([a, d]).collect(),
        Op::Count { table, .. } => {
            tables.counts[usize::from(table)].iter().flatten().flatten().copied().collect()
        }
        Op::Loop { x, y, .. } => vec![x, y],
    }
}

/// The registers that are live on entry to a list: read before they are written. Loops are entered from above, so one
/// pass in order is enough.
fn live_in(ops: &[Op], tables: &Tables) -> Vec<Reg> {
    let (mut live, mut done) = (Vec::new(), Vec::new());
    for op in ops {
        for reg in reads(op, tables) {
            if !done.contains(&reg) && !live.contains(&reg) {
                live.push(reg);
            }
        }
        done.extend(written(op));
    }
    live
}

struct Printer<'p> {
    tables: &'p Tables,
    words: usize,
    /// Registers that have to be stored.
    read: Vec<bool>,
}

impl Printer<'_> {
    /// A list as a function.
    fn list(&self, number: u16, ops: &[Op], out: &mut String) {
        let _ = writeln!(
            out,
            "\nfn list_{number}<const L: usize, const N: usize>(regs: &mut [u64]) {{"
        );
        let live = live_in(ops, self.tables);
        for reg in &live {
            let _ = writeln!(out, "    let mut r{reg}: [u64; N] = load(regs, {reg});");
        }
        let mut written: Vec<Reg> = ops.iter().filter_map(written).collect();
        written.sort_unstable();
        written.dedup();
        for reg in written.iter().filter(|reg| !live.contains(reg)) {
            let _ = writeln!(out, "    let mut r{reg} = [0u64; N];");
        }
        for (at, op) in ops.iter().enumerate() {
            // A backward jump to here is the end of a loop that begins here; loops nest, as fixpoints do.
            let opened = |op: &&Op| matches!(op, Op::Loop { to, .. } if usize::from(*to) == at);
            for _ in ops.iter().filter(opened) {
                out.push_str("    loop {\n");
            }
            let _ = writeln!(out, "    {}", self.operation(op));
        }
        for reg in written.iter().filter(|reg| self.read[usize::from(**reg)]) {
            let _ = writeln!(out, "    store(regs, {reg}, r{reg});");
        }
        out.push_str("}\n");
    }

    /// A set as an array of words.
    fn words(&self, set: &CellSet) -> String {
        let words: Vec<String> = set.0[..self.words].iter().map(|w| format!("{w:#x}")).collect();
        format!("[{}]", words.join(", "))
    }

    fn set(&self, set: &CellSet) -> String {
        format!("set::<L, N>({})", self.words(set))
    }

    /// A whole set, with all words that tables have.
    fn table_set(set: &CellSet) -> String {
        let words: Vec<String> = set.0.iter().map(|w| format!("{w:#x}")).collect();
        format!("CellSet([{}])", words.join(", "))
    }

    fn constant(&self, c: u16) -> String {
        self.set(&self.tables.consts[usize::from(c)])
    }

    fn operation(&self, op: &Op) -> String {
        let shift = |a: Reg, k: i16| format!("shift::<WORDS, L, N>(r{a}, {k})");
        let and = |a: &str, b: &str| format!("zip({a}, {b}, |x, y| x & y)");
        match *op {
            Op::Const { d, c } => format!("r{d} = {};", self.constant(c)),
            Op::Copy { d, a } => format!("r{d} = r{a};"),
            Op::And { d, a, b } => format!("r{d} = zip(r{a}, r{b}, |x, y| x & y);"),
            Op::Or { d, a, b } => format!("r{d} = zip(r{a}, r{b}, |x, y| x | y);"),
            Op::AndNot { d, a, b } => format!("r{d} = zip(r{a}, r{b}, |x, y| x & !y);"),
            Op::AndC { d, a, c } => {
                format!("r{d} = {};", and(&format!("r{a}"), &self.constant(c)))
            }
            Op::Shift { d, a, k } => format!("r{d} = {};", shift(a, k)),
            Op::ShiftC { d, a, k, c } => {
                format!("r{d} = {};", and(&shift(a, k), &self.constant(c)))
            }
            Op::AndShift { d, a, b, k } => {
                format!("r{d} = {};", and(&format!("r{a}"), &shift(b, k)))
            }
            Op::AndShiftC { d, a, b, k, c } => {
                let moved = and(&shift(b, k), &self.constant(c));
                format!("r{d} = {};", and(&format!("r{a}"), &moved))
            }
            Op::Any { d, a } => format!("r{d} = any::<WORDS, L, N>(r{a});"),
            Op::MoreThanOne { d, a } => format!("r{d} = more_than_one::<WORDS, L, N>(r{a});"),
            Op::AnyMask { d, a, table } => {
                let rows = self.tables.masks[usize::from(table)].iter();
                let rows: Vec<String> = rows.map(Printer::table_set).collect();
                format!("r{d} = any_mask::<WORDS, L, N>(r{a}, &[{}]);", rows.join(", "))
            }
            Op::RowMembers { d, a, table } => {
                let rows = self.tables.members[usize::from(table)].iter().map(|(cells, gives)| {
                    format!("({}, {})", Printer::table_set(cells), Printer::table_set(gives))
                });
                let rows: Vec<String> = rows.collect();
                format!("r{d} = row_members::<WORDS, L, N>(r{a}, &[{}]);", rows.join(", "))
            }
            Op::InARow { d, a, table } => {
                let table = &self.tables.rows[usize::from(table)];
                let mut out = "let mut found = [0u64; N];\n".to_owned();
                for (by, begins) in &table.directions {
                    let row = format!("row_starts::<WORDS, L, N>(r{a}, {by}, {})", table.cells);
                    let row = and(&row, &self.set(begins));
                    let _ = writeln!(out, "    found = zip(found, {row}, |x, y| x | y);");
                }
                format!("{out}    r{d} = any::<WORDS, L, N>(found);")
            }
            Op::Fill { d, a, table } => self.fill(d, &format!("r{a}"), table),
            Op::ExtendFill { d, a, table } => {
                self.fill(d, &format!("zip(r{a}, r{d}, |x, y| x | y)"), table)
            }
            Op::Number { d, c } => format!("r{d} = [{}; N];", self.tables.numbers[usize::from(c)]),
            Op::Count { d, table } => {
                let sum = |regs: &Vec<Reg>| {
                    let sizes = regs.iter().map(|r| format!("popcount::<WORDS, L, N>(r{r}, l)"));
                    format!("({})", sizes.collect::<Vec<_>>().join(" + "))
                };
                let product =
                    |sums: &Vec<Vec<Reg>>| sums.iter().map(sum).collect::<Vec<_>>().join(" * ");
                let products: Vec<String> =
                    self.tables.counts[usize::from(table)].iter().map(product).collect();
                let products =
                    if products.is_empty() { "0".to_owned() } else { products.join(" + ") };
                format!("r{d} = numbers::<L, N>(|l| {products});")
            }
            Op::Plus { d, a, b } => format!("r{d} = zip(r{a}, r{b}, u64::saturating_add);"),
            Op::Minus { d, a, b } => format!("r{d} = zip(r{a}, r{b}, u64::saturating_sub);"),
            Op::Equal { d, a, b } => {
                format!("r{d} = lane_masks::<WORDS, L, N>(|l| r{a}[l] == r{b}[l]);")
            }
            Op::Less { d, a, b } => {
                format!("r{d} = lane_masks::<WORDS, L, N>(|l| r{a}[l] < r{b}[l]);")
            }
            Op::OneHot { d, a } => format!("r{d} = one_hot::<WORDS, L, N>(r{a});"),
            Op::Loop { x, y, .. } => {
                format!("if r{x} == r{y} {{\n        break;\n    }}\n    r{x} = r{y};\n    }}")
            }
            Op::Printed { .. } => unreachable!("lists are printed once"),
        }
    }

    /// Fills, as `exec` carries them out. The rounds of a fill in one direction are unrolled; a flood is a loop.
    fn fill(&self, d: Reg, seed: &str, table: u16) -> String {
        let table = &self.tables.fills[usize::from(table)];
        let through = |term: &FillTerm| match term.mask {
            CellSet::FULL => format!("r{}", term.through),
            mask => format!("zip(r{}, {}, |x, y| x & y)", term.through, self.set(&mask)),
        };
        let mut out = format!("let mut found = {seed};\n");
        if let ([term], Some(steps)) = (&table.terms[..], table.steps) {
            let _ = writeln!(out, "    let mut through = {};", through(term));
            let (mut k, mut gone) = (term.by, 1);
            loop {
                let _ = writeln!(out, "    found = fill_step::<WORDS, L, N>(found, through, {k});");
                if gone >= steps {
                    break;
                }
                let moved = format!("shift::<WORDS, L, N>(through, {k})");
                let _ = writeln!(out, "    through = zip(through, {moved}, |x, y| x & y);");
                k *= 2;
                gone = 2 * gone + 1;
            }
        } else {
            for (i, term) in table.terms.iter().enumerate() {
                let _ = writeln!(out, "    let through_{i} = {};", through(term));
            }
            out.push_str("    loop {\n        let before = found;\n");
            for (i, term) in table.terms.iter().enumerate() {
                let by = term.by;
                let _ = writeln!(
                    out,
                    "        found = fill_step::<WORDS, L, N>(found, through_{i}, {by});"
                );
            }
            out.push_str("        if found == before {\n            break;\n        }\n    }\n");
        }
        format!("{out}    r{d} = found;")
    }
}
