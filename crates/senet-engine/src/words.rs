//! Names and values in words, for people.

use crate::engine::Engine;
use crate::value::Value;
use senet_program::{RuleId, TypeId};

/// A name as words: `you-are-in` is `you are in`.
pub fn plain(name: &str) -> String {
    let words = name.split(['-', '_', '/']).filter(|w| !w.is_empty());
    let words: Vec<&str> = words.collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

/// A value in words: the labels of its constants, or their names.
pub fn value(engine: &Engine, ty: TypeId, of: Value) -> String {
    let program = engine.program();
    if program.ty(ty).shape.is_number() {
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
pub fn fill(label: &str, hole: impl Fn(&str) -> Option<String>) -> String {
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

/// Whether a label has a hole of this name.
pub fn mentions(label: &str, name: &str) -> bool {
    let holes = label.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    holes.into_iter().any(|(hole, _)| hole.trim() == name)
}

/// A rule's name for menus: its own, or one made from where it stands.
pub fn rule_name(engine: &Engine, rule: RuleId) -> String {
    crate::text::rule_name(engine, rule)
}
