//! Control states as text.

use super::Listing;
use crate::runtime::change::PlaceChange;
use crate::runtime::condition::Literal;
use crate::runtime::control::{Control, Entry, FactorChoices, Successor};
use crate::runtime::fast_path::{FastControl, Otherwise};
use crate::runtime::ids::{ControlId, DenseId};

impl Listing<'_> {
    pub(super) fn controls(&mut self) {
        self.title("control states");
        for (id, control) in self.net.controls.enumerated() {
            let stage = &self.game.engine().program().stages()[control.stage.index()];
            // A control state stores, for each set of exclusive atoms (a P-semiflow with one
            // token), which of them is marked.
            let atoms = self.net.control_atoms.iter().zip(&control.atoms);
            let atoms = atoms.filter_map(|(all, at)| all.get(*at as usize));
            let atoms: Vec<String> = atoms.map(|atom| self.atom(atom)).collect();
            let fast = self.fast_path(id);
            let decided = if control.decided { ", decided" } else { "" };
            let atoms =
                if atoms.is_empty() { String::new() } else { format!(" * {}", atoms.join(" * ")) };
            self.line(format_args!("  {:>4}  stage {}{atoms}{decided}; {fast}", id.0, stage.name));
            self.entries(control);
        }
    }

    fn entries(&mut self, control: &Control) {
        for entry in control.rules.iter().chain(&control.links) {
            let variant = &self.net.variants[entry.variant];
            let rule = &self.game.engine().program().rules()[variant.rule.index()];
            let name = rule.name.as_deref().unwrap_or("-");
            let kind = if variant.link { "link" } else { "rule" };
            let mut when = vec![entry.first];
            when.extend(&entry.others);
            when.retain(|l| *l != Literal::TRUE);
            let when = match when.as_slice() {
                [] => String::new(),
                all => format!(" if {}", self.literals(all, " and ")),
            };
            let (open, change) = (self.open(entry), self.change(&entry.change));
            let next = if variant.ends() { "the end".to_owned() } else { successor(&entry.next) };
            self.line(format_args!("        {kind} {name}{when}{open}{change}, then {next}"));
        }
    }

    fn open(&self, entry: &Entry) -> String {
        let each = entry.open.iter().map(|open| {
            let variant = &self.net.variants[entry.variant];
            let choices = variant.factors[open.factor].choices.len();
            match &open.choices {
                FactorChoices::Row(first, len) => {
                    let last = first.index() + *len as usize - 1;
                    format!(", choose from the row [{}..{last}]", first.0)
                }
                FactorChoices::List(list) => format!(", choose from {} of {choices}", list.len()),
                FactorChoices::OnDemand(list) => {
                    format!(", choose from {} of {choices} on demand", list.len())
                }
            }
        });
        each.collect()
    }

    fn change(&self, change: &PlaceChange) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(change.removed().iter().map(|p| format!("-{}", self.place(*p))));
        parts.extend(change.added().iter().map(|p| format!("+{}", self.place(*p))));
        parts.extend(change.counted.iter().map(|c| format!("{:+} {}", c.by, self.place(c.place))));
        if parts.is_empty() { String::new() } else { format!(", {}", parts.join(" ")) }
    }

    /// The fast path of a control state in a few words.
    fn fast_path(&self, control: ControlId) -> String {
        let FastControl::Fast(steps) = &self.net.fast.controls[control] else {
            return "no fast path".to_owned();
        };
        let mut parts = Vec::new();
        let rows = steps.rows.of(&self.net.fast.rows).len();
        if rows > 0 {
            let seat = self.game.words().seat_name(steps.seat);
            parts.push(format!(
                "{seat} chooses from {rows} row{}",
                if rows == 1 { "" } else { "s" }
            ));
        }
        for span in [steps.rules, steps.links] {
            for jump in span.of(&self.net.fast.jumps) {
                let when = self.literal(jump.when);
                parts.push(format!("if {when} jump to {}", jump.to.0));
            }
        }
        parts.push(match steps.otherwise {
            Otherwise::Leave => "links without a fast path".to_owned(),
            Otherwise::Over => "over".to_owned(),
        });
        format!("fast path: {}", parts.join(", else "))
    }
}

fn successor(next: &Successor) -> String {
    match next {
        Successor::Always(to) => to.0.to_string(),
        Successor::ByChoice(_, to) => {
            let to: Vec<String> = to.iter().map(|t| t.0.to_string()).collect();
            format!("{} by choice", to.join("/"))
        }
    }
}
