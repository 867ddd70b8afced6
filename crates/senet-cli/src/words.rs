//! Values, rules and positions in words, for people.

use senet_engine::{Engine, PositionAtom, Run, Step, TermPosition, Value};
use senet_explain::Trace;
use senet_program::{RuleId, TypeId};
pub(crate) use senet_words::{digits, plain};

/// A rule's name for menus: its own, or one made from where it stands.
pub(crate) fn rule_name(engine: &Engine, rule: RuleId) -> String {
    engine.words().rule_name(rule)
}

/// A value in words: the labels of its constants, or their names.
pub(crate) fn value(engine: &Engine, ty: TypeId, of: Value) -> String {
    engine.words().value(ty, of)
}

/// A step as it is written: `place x a1`.
pub(crate) fn step(engine: &Engine, step: &Step) -> String {
    senet_explain::show_step(engine, step.rule, &step.values)
}

/// A step in words: what the program tells of it, its label, or its rule and arguments; nothing for a link without a name.
pub(crate) fn story(run: &Run, step: &Step) -> Option<String> {
    let engine = run.engine();
    let after = run.position().atoms(engine);
    let made = match Trace::of(run).filter(|trace| !trace.is_empty()) {
        Some(trace) => {
            let last = trace.step(trace.len() - 1);
            let atom = |made: &u32| {
                let (predicate, values, persistent) = trace.resource(*made);
                PositionAtom { predicate, values: values.to_vec(), copies: 1, persistent }
            };
            last.made.iter().map(atom).collect()
        }
        None => Vec::new(),
    };
    senet_explain::tell_step(engine, step.rule, &step.values, &made, &after)
}

/// More copies than this are counted, not repeated.
const REPEATED: u64 = 100;

/// The atoms of a position in canonical order, as Ceptre writes them: copies one by one.
pub(crate) fn atoms(engine: &Engine, position: &TermPosition) -> Vec<String> {
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
pub(crate) fn position(engine: &Engine, position: &TermPosition) -> String {
    format!("{{{}}}", atoms(engine, position).join(", "))
}

/// A number and a noun.
pub(crate) fn count(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
