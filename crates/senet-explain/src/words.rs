//! Steps in words.

use senet_engine::{Engine, Value};
use senet_program::RuleId;
use senet_words::{PositionAtom, fill, plain};

/// A step as it is written: `place x a1`.
pub fn show_step(engine: &Engine, rule: RuleId, values: &[Value]) -> String {
    let mut out = engine.words().rule_name(rule);
    let declared = engine.program().rule(rule);
    for (value, variable) in values.iter().zip(&declared.variables) {
        out.push(' ');
        out.push_str(&engine.words().written(variable.ty, *value, true));
    }
    out
}

/// A step in words: what the program tells of it, of what it made and of the position after it, its
/// label, or its rule and arguments; nothing for a link without a name.
pub fn tell_step(
    engine: &Engine,
    rule: RuleId,
    values: &[Value],
    made: &[PositionAtom],
    after: &[PositionAtom],
) -> Option<String> {
    let told = engine.words().telling(rule, values, made, after);
    if !told.is_empty() {
        let all: Vec<String> = told.into_iter().map(|telling| telling.all).collect();
        return Some(all.join("\n"));
    }
    let declared = engine.program().rule(rule);
    let shown = |i: usize| engine.words().value(declared.variables[i].ty, values[i]);
    if let Some(label) = &declared.label {
        let hole = |name: &str| {
            let at = declared.variables.iter().position(|v| v.name == name)?;
            Some(shown(at))
        };
        return Some(fill(label, hole));
    }
    let mut out = plain(declared.name.as_deref()?);
    for (i, variable) in declared.variables.iter().enumerate() {
        if variable.name != "_" {
            out.push(' ');
            out.push_str(&shown(i));
        }
    }
    Some(out)
}
