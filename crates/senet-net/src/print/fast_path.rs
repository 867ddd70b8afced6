//! The fast path of a net, printed as code: the same descriptions that the interpreter of
//! `runtime/fast_path.rs` executes, with all numbers known to the compiler.

use crate::runtime::bits::Row;
use crate::runtime::change::WordChange;
use crate::runtime::condition::Literal;
use crate::runtime::fast_path::{
    FastBits, FastControl, FastJump, FastNext, FastRow, FastSteps, Otherwise, PickFrom,
};
use crate::runtime::ids::{ChangeId, ControlId};
use crate::runtime::net::Net;
use std::fmt::Write as _;

/// More control states than this stay tables, and so does what has more choices or larger changes.
const CONTROLS: usize = 256;
const CHOICES: usize = 50_000;
const LARGE: usize = 32;

/// A printer of fast paths.
struct Printer<'n> {
    net: &'n Net,
    /// Changes, as statics.
    statics: String,
    choices: usize,
    number: usize,
}

pub(super) fn print(net: &Net) -> String {
    let mut printer = Printer { net, statics: String::new(), choices: 0, number: 0 };
    let (mut steps, mut applies, mut picks) = (String::new(), String::new(), String::new());
    // Partial evaluation of the interpreter for each control state: rows, changes and
    // successors become literals, and what has no arm here falls through to the interpreter.
    for (control, fast) in net.fast.controls.enumerated().take(CONTROLS) {
        match fast {
            FastControl::General => {}
            // What is chosen from other sets than rows is interpreted.
            FastControl::Fast(fast) if !fast.rows.of(&net.fast.rows).iter().all(is_plain) => {}
            FastControl::Fast(fast) => {
                printer.step(control, fast, &mut steps);
                printer.apply(control, fast, &mut applies);
                printer.pick(control, fast, &mut picks);
            }
        }
    }
    let words = net.blank().bits.len();
    format!(
        "//! The fast path of this game, as code: what each control state leads to, and what moves \
         change.\n\n\
         #![allow(unused, clippy::all, reason = \"some games need little of it\")]\n\n\
         use crate::runtime::bits::Row;\n\
         use crate::runtime::change::{{BitFlip, CounterAdd, FixedChange, MirroredAdd}};\n\
         use crate::runtime::condition::Literal;\nuse crate::runtime::fast_path::{{FastPath, Step}};\n\
         use crate::runtime::ids::{{ControlId, VariantId}};\nuse crate::runtime::net::Net;\n\
         use crate::runtime::state::{{NetMove, NetState, Now}};\nuse senet_game::Seat;\n\n\
         /// The fast path.\n#[derive(Debug, Clone, Copy)]\npub(crate) struct Printed;\n\n\
         /// How many words of bits there are.\nconst WORDS: usize = {words};\n\n\
         impl FastPath for Printed {{\n    \
         #[inline(always)]\n    \
         fn step(self, net: &Net, state: &mut NetState) -> Step {{\n        \
         let Some(bits) = state.bits.first_chunk::<WORDS>() else {{\n            \
         unreachable!(\"positions have this many words\")\n        }};\n        \
         match state.control.0 {{\n{steps}            _ => net.fast_step(state),\n        }}\n    }}\n\n    \
         #[inline(always)]\n    \
         fn apply(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool {{\n        \
         match (state.control.0, mv.variant.0) {{\n{applies}            \
         _ => net.fast_apply(state, mv),\n        }}\n    }}\n\n    \
         #[inline(always)]\n    \
         fn pick(\n        self,\n        net: &Net,\n        state: &NetState,\n        \
         below: &mut impl FnMut(u64) -> u64,\n    ) -> Option<NetMove> {{\n        \
         let Some(bits) = state.bits.first_chunk::<WORDS>() else {{\n            \
         unreachable!(\"positions have this many words\")\n        }};\n        \
         match state.control.0 {{\n{picks}            _ => net.fast_pick(state, below),\n        }}\n    \
         }}\n}}\n\n{}",
        printer.statics
    )
}

impl Printer<'_> {
    fn step(&mut self, control: ControlId, steps: &FastSteps, out: &mut String) {
        let _ = writeln!(out, "            {} => {{", control.0);
        let rows = steps.rows.of(&self.net.fast.rows);
        if !rows.is_empty() {
            let open: Vec<String> = rows.iter().map(open).collect();
            let player = format!("Now::Player(Seat({}))", steps.seat.0);
            let now = match self.net.decided {
                Literal::FALSE => player,
                literal => format!(
                    "if {} {{ Now::Over {{ ended: false }} }} else {{ {player} }}",
                    test(literal)
                ),
            };
            let _ = writeln!(out, "                if {} {{", open.join(" || "));
            let _ = writeln!(out, "                    return Step::Turn({now});");
            let _ = writeln!(out, "                }}");
        }
        for span in [steps.rules, steps.links] {
            let jumps = span.of(&self.net.fast.jumps);
            for (i, jump) in jumps.iter().enumerate() {
                self.jump(jump, &jumps[i + 1..], out);
            }
        }
        let end = match steps.otherwise {
            Otherwise::Leave => "Step::Leave",
            Otherwise::Over => "Step::Turn(Now::Over { ended: true })",
        };
        let _ = writeln!(out, "                {end}\n            }}");
    }

    fn jump(&mut self, jump: &FastJump, later: &[FastJump], out: &mut String) {
        let indent = "                ";
        let _ = writeln!(out, "{indent}if {} {{", test(jump.when));
        if !jump.alone {
            let others: Vec<String> = later.iter().map(|j| test(j.when)).collect();
            let _ = writeln!(out, "{indent}    if {} {{", others.join(" || "));
            let _ = writeln!(out, "{indent}        return Step::General;\n{indent}    }}");
        }
        if jump.change != ChangeId::NOTHING {
            let change = self.net.changes.get(jump.change);
            let name = self.fixed(&[jump.change], size(&change));
            let _ = writeln!(out, "{indent}    net.apply_fixed(state, &{name}[0]);");
        }
        let _ = writeln!(out, "{indent}    state.control = ControlId({});", jump.to.0);
        let _ = writeln!(out, "{indent}    return Step::Continue;\n{indent}}}");
    }

    /// Some changes as a static, in arrays of these sizes; its name.
    fn fixed(&mut self, changes: &[ChangeId], [f, m, a]: [usize; 3]) -> String {
        let name = format!("CHANGES_{}", self.number);
        self.number += 1;
        let n = changes.len();
        let words = self.net.counters.blank.len().max(1) as u32;
        let _ = writeln!(
            self.statics,
            "#[rustfmt::skip]\nstatic {name}: [FixedChange<{f}, {m}, {a}>; {n}] = ["
        );
        for change in changes {
            let change = self.net.changes.get(*change);
            let flips = change.flips.iter().map(|f| (f.word, f.bits));
            let flips = flips.chain((change.flips.len()..f).map(|_| (0, 0)));
            let flips: Vec<String> =
                flips.map(|(word, bits)| format!("BitFlip::new({word}, {bits:#x})")).collect();
            let mirrored = change.mirrored.iter().map(|m| (m.word, m.byte, m.by));
            let mirrored = mirrored.chain((change.mirrored.len()..m).map(|_| (0, 0, 0)));
            let mirrored: Vec<String> = mirrored
                .map(|(word, byte, by)| format!("MirroredAdd::new({word}, {byte}, {by:#x})"))
                .collect();
            // What pads the sums goes to different words, so that no sum waits for another one.
            let adds = change.adds.iter().map(|a| (a.word, a.by));
            let adds = adds.chain((change.adds.len()..a).map(|i| (i as u32 % words, 0)));
            let adds: Vec<String> =
                adds.map(|(word, by)| format!("CounterAdd::new({word}, {by:#x})")).collect();
            let _ = writeln!(
                self.statics,
                "    FixedChange {{ flips: [{}], mirrored: [{}], adds: [{}], packed: {:#x} }},",
                flips.join(", "),
                mirrored.join(", "),
                adds.join(", "),
                change.packed
            );
        }
        self.statics += "];\n";
        name
    }

    /// What moves change, for rows that are small and whose choices all have fast paths.
    fn apply(&mut self, control: ControlId, steps: &FastSteps, out: &mut String) {
        for row in steps.rows.of(&self.net.fast.rows) {
            let (first, len) = (row.first.choices as usize, bits(row).len());
            let choices = self.net.fast.choices[first..first + len].iter().map(|c| c.get());
            // A choice without a fast path leaves the whole row to the interpreter.
            let Some(changes) = choices.collect::<Option<Vec<ChangeId>>>() else {
                continue;
            };
            let sizes = changes.iter().map(|c| size(&self.net.changes.get(*c)));
            // All changes of a row become arrays of the same size, so that loops over them are
            // unrolled.
            let most = sizes.fold([0; 3], |most, one| std::array::from_fn(|i| most[i].max(one[i])));
            let small = most.iter().all(|n| *n <= LARGE) && self.choices + len <= CHOICES;
            if !small || row.lazy.is_some() {
                continue;
            }
            self.choices += len;
            let starts = &self.net.fast.starts[first..=first + len];
            let comprehensions = starts.first() != starts.last();
            let name = self.fixed(&changes, most);
            let indent = "                ";
            let _ = writeln!(out, "            ({}, {}) => {{", control.0, row.variant.0);
            let _ = writeln!(
                out,
                "{indent}let at = ((mv.choice - {}) / {}) as usize;",
                row.base, row.first.stride
            );
            if comprehensions {
                let _ = writeln!(out, "{indent}net.fast_comprehensions(state, {first} + at);");
            }
            let _ = writeln!(out, "{indent}net.apply_fixed(state, &{name}[at]);");
            if comprehensions {
                let _ = writeln!(out, "{indent}net.propagate(state);");
            }
            if let FastNext::Always(to) = row.next {
                let _ = writeln!(out, "{indent}state.control = ControlId({});", to.0);
            }
            let _ = writeln!(out, "{indent}true\n            }}");
        }
    }

    fn pick(&self, control: ControlId, steps: &FastSteps, out: &mut String) {
        let rows = steps.rows.of(&self.net.fast.rows);
        if rows.iter().any(|r| r.lazy.is_some()) {
            return;
        }
        let indent = "                ";
        match steps.pick {
            // Interpreted: rare, and as fast.
            PickFrom::Nothing | PickFrom::FirstOpenRow => {}
            PickFrom::OnlyRow => {
                let _ = writeln!(out, "            {} => {{", control.0);
                let _ = writeln!(out, "{indent}let chosen = {}.pick(bits, below);", row(&rows[0]));
                let _ = writeln!(out, "{indent}{}\n            }}", nth_move(&rows[0]));
            }
            PickFrom::AllRows => {
                let _ = writeln!(out, "            {} => {{", control.0);
                for (i, one) in rows.iter().enumerate() {
                    let _ = writeln!(out, "{indent}let n{i} = {}.count(bits);", row(one));
                }
                let sum: Vec<String> = (0..rows.len()).map(|i| format!("n{i}")).collect();
                let _ = writeln!(out, "{indent}let mut n = below({});", sum.join(" + "));
                for (i, one) in rows.iter().enumerate() {
                    let _ = writeln!(out, "{indent}if n < n{i} {{");
                    let _ = writeln!(out, "{indent}    let chosen = {}.nth(bits, n);", row(one));
                    let _ = writeln!(out, "{indent}    return {};\n{indent}}}", nth_move(one));
                    let _ = writeln!(out, "{indent}n -= n{i};");
                }
                let _ = writeln!(out, "{indent}None\n            }}");
            }
        }
    }
}

/// How many flips, mirrored sums and other sums a change has.
fn size(change: &WordChange<'_>) -> [usize; 3] {
    [change.flips.len(), change.mirrored.len(), change.adds.len()]
}

/// Whether a row is printed: its choices stand side by side, and lead to one control state.
fn is_plain(row: &FastRow) -> bool {
    let by_choice = !matches!(row.next, FastNext::Always(_));
    let scattered = matches!(row.first.bits, FastBits::Scattered { .. });
    !by_choice && !scattered && row.second.is_none()
}

/// The bits of a row that is printed.
fn bits(row: &FastRow) -> Row {
    match row.first.bits {
        FastBits::Row(bits) => bits,
        FastBits::Scattered { .. } => unreachable!("only rows side by side are printed"),
    }
}

fn row(row: &FastRow) -> String {
    let row = bits(row);
    let make = if row.is_dense() { "dense" } else { "new" };
    format!("const {{ Row::{make}({}, {}) }}", row.low(), row.len())
}

fn open(one: &FastRow) -> String {
    match one.lazy {
        None => format!("({}).any(bits)", row(one)),
        Some(literal) => format!("net.holds(state, Literal({}))", literal.0),
    }
}

fn nth_move(row: &FastRow) -> String {
    let (variant, base, stride) = (row.variant.0, row.base, row.first.stride);
    format!(
        "Some(NetMove {{ variant: VariantId({variant}), choice: {base} + {stride} * chosen as u64 }})"
    )
}

fn test(literal: Literal) -> String {
    match literal {
        Literal::TRUE => "true".to_owned(),
        Literal::FALSE => "false".to_owned(),
        literal => {
            let sign = if literal.is_negative() { "==" } else { "!=" };
            let condition = literal.condition().0;
            format!("bits[{}] >> {} & 1 {sign} 0", condition / 64, condition % 64)
        }
    }
}
