//! Values, rules and positions in words, for people.

use senet_engine::{Engine, Position, Step, Transition, Value, show_transition};
use senet_program::{RuleId, Shape, TypeId};

/// A name as words: `you-are-in` is `you are in`.
pub(crate) fn plain(name: &str) -> String {
    let words = name.split(['-', '_', '/']).filter(|w| !w.is_empty());
    let words: Vec<&str> = words.collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

/// A value in words: the labels of its constants, or their names.
pub(crate) fn value(engine: &Engine, ty: TypeId, of: Value) -> String {
    let program = engine.program();
    if matches!(program.ty(ty).shape, Shape::Peano { .. }) {
        return of.to_string();
    }
    let mut inner = Vec::new();
    let constructor = program.constructor(engine.bank().open(of, &mut inner));
    let mut out = match &constructor.label {
        Some(label) => label.clone(),
        None => plain(&constructor.name),
    };
    for (argument, ty) in inner.iter().zip(&constructor.arguments) {
        out.push(' ');
        out.push_str(&value(engine, *ty, *argument));
    }
    out
}

/// A label with its holes filled: `place on {C}`.
pub(crate) fn fill(label: &str, hole: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = label;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|i| open + i) else {
            break;
        };
        out.push_str(&rest[..open]);
        match hole(rest[open + 1..close].trim()) {
            Some(text) => out.push_str(&text),
            None => out.push_str(&rest[open..=close]),
        }
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    out
}

/// The name of a rule.
pub(crate) fn rule_name(engine: &Engine, rule: RuleId) -> String {
    let bare = Transition { rule, values: Box::default(), weight: 1 };
    show_transition(engine, &bare)
}

/// A step as it is written: `place x a1`.
pub(crate) fn step(engine: &Engine, step: &Step) -> String {
    let mut out = rule_name(engine, step.rule);
    let rule = engine.program().rule(step.rule);
    for (value, variable) in step.values.iter().zip(&rule.variables) {
        out.push(' ');
        out.push_str(&engine.bank().show(engine.program(), variable.ty, *value, true));
    }
    out
}

/// A step in words: its label, or its rule and arguments; nothing for a link without a name.
pub(crate) fn story(engine: &Engine, step: &Step) -> Option<String> {
    let rule = engine.program().rule(step.rule);
    let shown = |i: usize| value(engine, rule.variables[i].ty, step.values[i]);
    if let Some(label) = &rule.label {
        let hole = |name: &str| {
            let at = rule.variables.iter().position(|v| v.name == name)?;
            Some(shown(at))
        };
        return Some(fill(label, hole));
    }
    let mut out = plain(rule.name.as_deref()?);
    for (i, variable) in rule.variables.iter().enumerate() {
        if variable.name != "_" {
            out.push(' ');
            out.push_str(&shown(i));
        }
    }
    Some(out)
}

/// More copies than this are counted, not repeated.
const REPEATED: u64 = 100;

/// The atoms of a position in canonical order, as Ceptre writes them: copies one by one.
pub(crate) fn atoms(engine: &Engine, position: &Position) -> Vec<String> {
    let mut out = Vec::new();
    for atom in position.atoms(engine) {
        let shown = engine.show_atom(atom.predicate, &atom.values);
        if atom.persistent {
            out.push(format!("!{shown}"));
        }
        if atom.copies > REPEATED {
            out.push(format!("{shown} ^{}", atom.copies));
        } else {
            out.extend((0..atom.copies).map(|_| shown.clone()));
        }
    }
    out
}

/// A position: `{a, b, !c}`.
pub(crate) fn position(engine: &Engine, position: &Position) -> String {
    format!("{{{}}}", atoms(engine, position).join(", "))
}

/// A number and a noun.
pub(crate) fn count(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
