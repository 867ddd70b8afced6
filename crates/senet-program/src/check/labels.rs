//! `#label`: what rules and constants are called.

use crate::check::game::GamePass;
use crate::check::rules::WrittenRules;
use crate::codes;
use crate::ids::{RuleId, VarId};
use rustc_hash::FxHashMap;
use senet_syntax::ast::{Name, Text};
use senet_syntax::{Diagnostic, Fix, Span, TextEdit};

/// The rules of each name, and of each family of that name.
pub(super) type NamedRules = FxHashMap<String, Vec<RuleId>>;

impl GamePass<'_, '_> {
    /// `#label name "…".`
    pub(super) fn label(&mut self, name: &Name, text: &Text) {
        // Made at the first label and kept: looking through all rules for each label would be
        // quadratic. Taken out meanwhile, because labels change the rules that `self` holds.
        let named = self.named_rules.take().unwrap_or_else(|| by_name(self.rules));
        match named.get(&*name.text) {
            Some(rules) => self.rule_label(rules, text),
            None => self.constant_label(name, text),
        }
        self.named_rules = Some(named);
    }

    fn constant_label(&mut self, name: &Name, text: &Text) {
        match self.resolver.names.constructors.get(&*name.text) {
            Some(c) => self.resolver.declared.constructors[c.index()].label = Some(text.shown()),
            None => self.nothing_named(name, "rule or constant"),
        }
    }

    /// A label for all rules of a name. Its holes are variables of each of them.
    fn rule_label(&mut self, rules: &[RuleId], text: &Text) {
        for hole in holes(&text.text) {
            let Ok(hole) = hole else {
                self.resolver.error(
                    &codes::BAD_LABEL,
                    text.span,
                    "a `{` in this label is never closed",
                    "`{X}` shows the value of `X`",
                );
                return;
            };
            for id in rules {
                if self.family_hole(*id, hole).is_some() {
                    continue;
                }
                self.rules.mentioned.insert((*id, hole.to_owned()));
                let rule = &mut self.rules.rules[id.index()];
                let named = rule.variables.iter().position(|v| v.name == hole);
                match named.filter(|_| hole != "_") {
                    Some(v) => rule.make_effective(VarId::new(v)),
                    None => {
                        self.no_variable(*id, hole, hole_place(text, hole));
                        return;
                    }
                }
            }
        }
        for id in rules {
            let (_, values) = &self.rules.written[id.index()];
            let mut label = text.shown();
            // The variables of a family have values in each of its rules, which are put in here;
            // the others are holes until a move is shown.
            for (variable, value) in values {
                label = label.replace(&format!("{{{variable}}}"), value);
            }
            self.rules.rules[id.index()].label = Some(label);
        }
    }

    /// The value of a family's variable in one of its rules.
    pub(super) fn family_hole(&self, rule: RuleId, hole: &str) -> Option<&str> {
        let (_, values) = &self.rules.written[rule.index()];
        values.iter().find(|(name, _)| name == hole).map(|(_, value)| value.as_str())
    }

    pub(super) fn no_variable(&mut self, rule: RuleId, hole: &str, place: Span) {
        let rule = &self.rules.rules[rule.index()];
        let names = rule.variables.iter().map(|v| v.name.as_str());
        let near = self.resolver.near(hole, names.filter(|n| *n != "_"));
        let name = rule.name.as_deref().unwrap_or("-");
        let found = Diagnostic::new(
            &codes::BAD_LABEL,
            place,
            format!("the rule `{name}` has no variable `{hole}`"),
            format!("`{{{hole}}}` stands for nothing"),
        )
        .label(rule.span, "this rule");
        let exact = (place.end - place.start) as usize == hole.len() + 2;
        self.resolver.diagnostics.push(match near {
            Some(near) if exact => {
                let inside = Span::new(place.start + 1, place.end - 1);
                let edits = vec![TextEdit::new(inside, near)];
                found
                    .help(format!("did you mean `{near}`?"))
                    .fix(Fix::guess(format!("change to `{near}`"), edits))
            }
            Some(near) => found.help(format!("did you mean `{near}`?")),
            None => found,
        });
    }

    pub(super) fn nothing_named(&mut self, name: &Name, what: &str) {
        // The rule is there, and its own mistake has been reported.
        if self.rules.broken.contains(&name.text) {
            return;
        }
        let rules = self.rules.rules.iter().filter_map(|r| r.name.as_deref());
        let constants = self.resolver.declared.constructors.iter().map(|c| c.name.as_str());
        let near = self.resolver.near(&name.text, rules.chain(constants));
        let found = Diagnostic::new(
            &codes::BAD_LABEL,
            name.span,
            format!("there is no {what} `{}`", name.text),
            "unknown name",
        );
        self.resolver.diagnostics.push(found.did_you_mean(near));
    }
}

pub(super) fn by_name(rules: &WrittenRules) -> NamedRules {
    let mut named = NamedRules::default();
    for (i, rule) in rules.rules.iter().enumerate() {
        let (written, values) = &rules.written[i];
        // A rule of a family is found by the name of the family, as it is written, and by its own.
        if let (Some(written), false) = (written, values.is_empty()) {
            named.entry(written.to_string()).or_default().push(RuleId::new(i));
        }
        if let Some(name) = &rule.name {
            named.entry(name.clone()).or_default().push(RuleId::new(i));
        }
    }
    named
}

/// Where a hole stands, unless something before it is written in another way than it reads.
fn hole_place(text: &Text, hole: &str) -> Span {
    let length = text.span.end - text.span.start;
    let at = text.text.find(&format!("{{{hole}}}"));
    match at {
        Some(at) if length as usize == text.text.len() + 2 => {
            let start = text.span.start + 1 + at as u32;
            Span::new(start, start + hole.len() as u32 + 2)
        }
        _ => text.span,
    }
}

/// The names in the braces of a label; an error for a brace that is never closed.
fn holes(label: &str) -> impl Iterator<Item = Result<&str, ()>> {
    let parts = label.split('{').skip(1);
    parts.map(|rest| rest.split_once('}').map(|(name, _)| name).ok_or(()))
}
