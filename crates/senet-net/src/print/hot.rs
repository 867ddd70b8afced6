//! The fast path of a net, as code.

use crate::runtime::net::{Change, Lit, Net};
use crate::runtime::quick::{Choose, Jump, Quick};
use std::fmt::Write as _;

/// More control states than this stay tables, and so does what has more choices or larger changes.
const CONTROLS: usize = 256;
const CHOICES: usize = 50_000;
const LARGE: usize = 32;

/// A printer of the fast path.
struct Hot<'n> {
    net: &'n Net,
    /// Changes, as statics.
    statics: String,
    choices: usize,
    number: usize,
}

pub(super) fn print(net: &Net) -> String {
    let mut hot = Hot { net, statics: String::new(), choices: 0, number: 0 };
    let (mut steps, mut makes, mut picks) = (String::new(), String::new(), String::new());
    for (c, quick) in net.quick.controls.iter().enumerate().take(CONTROLS) {
        if !quick.general {
            hot.step(c, quick, &mut steps);
            hot.makes(c, quick, &mut makes);
            hot.pick(c, quick, &mut picks);
        }
    }
    let words = net.blank().bits.len();
    format!(
        "//! The fast path of this game, as code: what each control state leads to, and what moves \
         change.\n\n\
         #![allow(unused, clippy::all, reason = \"some games need little of it\")]\n\n\
         use crate::runtime::bits::Row;\nuse crate::runtime::net::{{Lit, Net}};\n\
         use crate::runtime::quick::{{Hot, Step}};\n\
         use crate::runtime::state::{{Fixed, NetMove, NetState, Now}};\nuse senet_game::Seat;\n\n\
         /// The fast path.\n#[derive(Debug, Clone, Copy)]\npub(crate) struct Printed;\n\n\
         /// How many words of bits there are.\nconst WORDS: usize = {words};\n\n\
         impl Hot for Printed {{\n    \
         #[inline(always)]\n    \
         fn step(self, net: &Net, state: &mut NetState) -> Step {{\n        \
         let Some(bits) = state.bits.first_chunk::<WORDS>() else {{\n            \
         unreachable!(\"positions have this many words\")\n        }};\n        \
         match state.control {{\n{steps}            _ => net.quick_step(state),\n        }}\n    }}\n\n    \
         #[inline(always)]\n    \
         fn make(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool {{\n        \
         match (state.control, mv.variant) {{\n{makes}            \
         _ => net.quick_move(state, mv),\n        }}\n    }}\n\n    \
         #[inline(always)]\n    \
         fn pick(\n        self,\n        net: &Net,\n        state: &NetState,\n        \
         below: &mut impl FnMut(u64) -> u64,\n    ) -> Option<NetMove> {{\n        \
         let Some(bits) = state.bits.first_chunk::<WORDS>() else {{\n            \
         unreachable!(\"positions have this many words\")\n        }};\n        \
         match state.control {{\n{picks}            _ => net.quick_pick(state, below),\n        }}\n    \
         }}\n}}\n\n{}",
        hot.statics
    )
}

impl Hot<'_> {
    fn step(&mut self, c: usize, quick: &Quick, out: &mut String) {
        let _ = writeln!(out, "            {c} => {{");
        let rows = self.net.quick.rows(quick);
        if !rows.is_empty() {
            let open: Vec<String> = rows.iter().map(open).collect();
            let player = format!("Now::Player(Seat({}))", quick.seat.0);
            let now = match self.net.decided {
                Lit::FALSE => player,
                lit => format!(
                    "if {} {{ Now::Over {{ ended: false }} }} else {{ {player} }}",
                    test(lit)
                ),
            };
            let _ = writeln!(out, "                if {} {{", open.join(" || "));
            let _ = writeln!(out, "                    return Step::Turn({now});");
            let _ = writeln!(out, "                }}");
        }
        for (low, high) in [quick.rules, quick.links] {
            let jumps = &self.net.quick.jumps[low as usize..high as usize];
            for (i, jump) in jumps.iter().enumerate() {
                self.jump(jump, &jumps[i + 1..], out);
            }
        }
        let end =
            if quick.leaves { "Step::Leave" } else { "Step::Turn(Now::Over { ended: true })" };
        let _ = writeln!(out, "                {end}\n            }}");
    }

    fn jump(&mut self, jump: &Jump, later: &[Jump], out: &mut String) {
        let indent = "                ";
        let _ = writeln!(out, "{indent}if {} {{", test(jump.when));
        if !jump.alone {
            let others: Vec<String> = later.iter().map(|j| test(j.when)).collect();
            let _ = writeln!(out, "{indent}    if {} {{", others.join(" || "));
            let _ = writeln!(out, "{indent}        return Step::General;\n{indent}    }}");
        }
        if jump.change > 0 {
            let change = self.net.changes.get(jump.change);
            let name = self.fixed(&[jump.change], size(&change));
            let _ = writeln!(out, "{indent}    net.make(state, &{name}[0]);");
        }
        let _ = writeln!(out, "{indent}    state.control = {};", jump.to);
        let _ = writeln!(out, "{indent}    return Step::On;\n{indent}}}");
    }

    /// Some changes as a static, in arrays of these sizes; its name.
    fn fixed(&mut self, changes: &[u32], [f, m, a]: [usize; 3]) -> String {
        let name = format!("CHANGES_{}", self.number);
        self.number += 1;
        let n = changes.len();
        let words = self.net.counters.blank.len().max(1) as u32;
        let _ = writeln!(
            self.statics,
            "#[rustfmt::skip]\nstatic {name}: [Fixed<{f}, {m}, {a}>; {n}] = ["
        );
        for change in changes {
            let change = self.net.changes.get(*change);
            let pairs = |list: &[(u32, u64)], size: usize, words: u32| {
                // Nothing is added to different words, so that no sum waits for another one.
                let rest = (list.len()..size).map(|i| (i as u32 % words, 0));
                let all = list.iter().copied().chain(rest);
                let pairs = all.map(|(w, n)| format!("({w}, {n:#x})"));
                pairs.collect::<Vec<_>>().join(", ")
            };
            let rest = std::iter::repeat_n(&(0, 0, 0), m - change.mirrored.len());
            let mirrored = change.mirrored.iter().chain(rest);
            let mirrored: Vec<String> =
                mirrored.map(|(w, b, n)| format!("({w}, {b}, {n:#x})")).collect();
            let _ = writeln!(
                self.statics,
                "    Fixed {{ flips: [{}], mirrored: [{}], adds: [{}], code: {:#x} }},",
                pairs(change.flips, f, 1),
                mirrored.join(", "),
                pairs(change.adds, a, words),
                change.code
            );
        }
        self.statics += "];\n";
        name
    }

    fn makes(&mut self, c: usize, quick: &Quick, out: &mut String) {
        for choose in self.net.quick.rows(quick) {
            let (first, len) = (choose.changes as usize, choose.row.len());
            let changes = &self.net.quick.changes[first..first + len];
            let sizes = changes.iter().filter(|n| **n != u32::MAX);
            let sizes = sizes.map(|n| size(&self.net.changes.get(*n)));
            let most = sizes.fold([0; 3], |most, one| std::array::from_fn(|i| most[i].max(one[i])));
            let known = changes.iter().all(|n| *n != u32::MAX);
            let small = most.iter().all(|n| *n <= LARGE);
            let fits = small && self.choices + len <= CHOICES;
            if !known || !fits || choose.lazy.is_some() {
                continue;
            }
            self.choices += len;
            let starts = &self.net.quick.starts[first..=first + len];
            let braces = starts.first() != starts.last();
            let name = self.fixed(changes, most);
            let indent = "                ";
            let _ = writeln!(out, "            ({c}, {}) => {{", choose.variant);
            let _ = writeln!(
                out,
                "{indent}let at = ((mv.choice - {}) / {}) as usize;",
                choose.base, choose.stride
            );
            if braces {
                let _ = writeln!(out, "{indent}net.braces_of(state, {first} + at);");
            }
            let _ = writeln!(out, "{indent}net.make(state, &{name}[at]);");
            if braces {
                let _ = writeln!(out, "{indent}net.drain(state);");
            }
            let _ = writeln!(out, "{indent}state.control = {};", choose.to);
            let _ = writeln!(out, "{indent}true\n            }}");
        }
    }

    fn pick(&self, c: usize, quick: &Quick, out: &mut String) {
        let rows = self.net.quick.rows(quick);
        if rows.iter().any(|r| r.lazy.is_some()) || quick.ordered && rows.len() > 1 {
            return;
        }
        let indent = "                ";
        match rows {
            [] => {}
            [one] => {
                let _ = writeln!(out, "            {c} => {{");
                let _ = writeln!(out, "{indent}let chosen = {}.pick(bits, below);", row(one));
                let _ = writeln!(out, "{indent}{}\n            }}", numbered(one));
            }
            all => {
                let _ = writeln!(out, "            {c} => {{");
                for (i, one) in all.iter().enumerate() {
                    let _ = writeln!(out, "{indent}let n{i} = {}.count(bits);", row(one));
                }
                let sum: Vec<String> = (0..all.len()).map(|i| format!("n{i}")).collect();
                let _ = writeln!(out, "{indent}let mut n = below({});", sum.join(" + "));
                for (i, one) in all.iter().enumerate() {
                    let _ = writeln!(out, "{indent}if n < n{i} {{");
                    let _ = writeln!(out, "{indent}    let chosen = {}.nth(bits, n);", row(one));
                    let _ = writeln!(out, "{indent}    return {};\n{indent}}}", numbered(one));
                    let _ = writeln!(out, "{indent}n -= n{i};");
                }
                let _ = writeln!(out, "{indent}None\n            }}");
            }
        }
    }
}

/// How much of everything there is in a change.
fn size(change: &Change<'_>) -> [usize; 3] {
    [change.flips.len(), change.mirrored.len(), change.adds.len()]
}

fn row(choose: &Choose) -> String {
    let make = if choose.row.is_dense() { "dense" } else { "new" };
    format!("const {{ Row::{make}({}, {}) }}", choose.row.low(), choose.row.len())
}

fn open(choose: &Choose) -> String {
    match choose.lazy {
        None => format!("({}).any(bits)", row(choose)),
        Some(lit) => format!("net.holds(state, Lit({}))", lit.0),
    }
}

fn numbered(choose: &Choose) -> String {
    let (variant, base, stride) = (choose.variant, choose.base, choose.stride);
    format!("Some(NetMove {{ variant: {variant}, choice: {base} + {stride} * chosen as u64 }})")
}

fn test(lit: Lit) -> String {
    match lit {
        Lit::TRUE => "true".to_owned(),
        Lit::FALSE => "false".to_owned(),
        lit => {
            let sign = if lit.is_negative() { "==" } else { "!=" };
            format!("bits[{}] >> {} & 1 {sign} 0", lit.node() / 64, lit.node() % 64)
        }
    }
}
