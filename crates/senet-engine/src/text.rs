//! Atoms, patterns and transitions as text, both ways.

use crate::engine::Engine;
use crate::machine::Transition;
use crate::value::Value;
use senet_program::{PredId, Role, RuleId, StageId, TypeId};
use senet_syntax::ast::{self, Item, PropKind};
use senet_syntax::suggest::nearest;

/// An atom read from text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadAtom {
    pub(crate) predicate: PredId,
    /// The arguments; `None` where anything fits.
    pub(crate) values: Vec<Option<Value>>,
    pub(crate) persistent: bool,
}

/// Reads one atom without variables: `on a b`. An error is a sentence.
pub fn parse_atom(engine: &Engine, text: &str) -> Result<(PredId, Vec<Value>), String> {
    let (predicate, values) = parse_pattern(engine, text)?;
    let values: Option<Vec<Value>> = values.into_iter().collect();
    values.map(|v| (predicate, v)).ok_or_else(|| format!("`{text}` has a variable; give values"))
}

/// Reads one atom in which `_` and variables stand for anything.
pub fn parse_pattern(engine: &Engine, text: &str) -> Result<(PredId, Vec<Option<Value>>), String> {
    let mut atoms = read_atoms(engine, &format!("{{ {text} }}"))?;
    match (atoms.pop(), atoms.is_empty()) {
        (Some(atom), true) => Ok((atom.predicate, atom.values)),
        _ => Err(format!("`{text}` is not one atom")),
    }
}

/// Reads `{ a, b }`, with the braces.
pub(crate) fn read_atoms(engine: &Engine, text: &str) -> Result<Vec<ReadAtom>, String> {
    let parse = senet_syntax::parse(&format!("context it = {text}"));
    if let Some(first) = parse.diagnostics.first() {
        return Err(format!("cannot read `{}`: {}", text.trim(), first.message));
    }
    let Some(Item::Context(context)) = parse.file.items.first() else {
        return Err(format!("`{}` holds no atoms", text.trim()));
    };
    context
        .atoms
        .iter()
        .map(|prop| match &prop.kind {
            PropKind::Atom(atom) => {
                let (predicate, values) = read_atom(engine, atom)?;
                Ok(ReadAtom { predicate, values, persistent: prop.mark == ast::Mark::Bang })
            }
            _ => Err("only atoms can stand here".to_owned()),
        })
        .collect()
}

fn read_atom(engine: &Engine, atom: &ast::Atom) -> Result<(PredId, Vec<Option<Value>>), String> {
    let name = &*atom.head.text;
    let all = engine.program.predicates();
    let Some(at) = all.iter().position(|p| p.name == name) else {
        let near = nearest(name, all.iter().map(|p| p.name.as_str()));
        let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        return Err(format!("there is no predicate `{name}`{hint}"));
    };
    let types = &all[at].arguments;
    if types.len() != atom.arguments.len() {
        let (want, have) = (types.len(), atom.arguments.len());
        return Err(format!("`{name}` takes {want} arguments, not {have}"));
    }
    let values: Result<Vec<Option<Value>>, String> =
        atom.arguments.iter().zip(types).map(|(t, ty)| read_term(engine, t, *ty)).collect();
    Ok((PredId::new(at), values?))
}

pub(crate) fn read_term(
    engine: &Engine,
    term: &ast::Term,
    ty: TypeId,
) -> Result<Option<Value>, String> {
    let program = &engine.program;
    let declared = program.ty(ty);
    let numbers = declared.shape.is_number();
    match term {
        ast::Term::Wild(_) | ast::Term::Variable(_) => Ok(None),
        ast::Term::Number(n, _) if numbers => {
            let (low, high) = declared.shape.bounds();
            let fits = (low..=high).contains(n);
            fits.then_some(Some(*n)).ok_or_else(|| format!("{n} is no `{}`", declared.name))
        }
        ast::Term::Number(n, _) => Err(format!("{n} is no `{}`", declared.name)),
        ast::Term::Compute(..) => Err("sums are not worked out here; give the number".to_owned()),
        ast::Term::Apply(name, arguments, _) => {
            let of_type = declared.constructors.iter();
            let found = of_type.clone().find(|c| program.constructor(**c).name == *name.text);
            let Some(id) = found else {
                let names = of_type.map(|c| program.constructor(*c).name.as_str());
                let hint = nearest(&name.text, names)
                    .map_or(String::new(), |n| format!("; did you mean `{n}`?"));
                return Err(format!(
                    "there is no `{}` called `{}`{hint}",
                    declared.name, name.text
                ));
            };
            let types = &program.constructor(*id).arguments;
            if types.len() != arguments.len() {
                return Err(format!("`{}` takes {} arguments", name.text, types.len()));
            }
            let inner: Result<Vec<Option<Value>>, String> =
                arguments.iter().zip(types).map(|(t, ty)| read_term(engine, t, *ty)).collect();
            let inner: Option<Vec<Value>> = inner?.into_iter().collect();
            Ok(inner.map(|inner| match inner.as_slice() {
                [one] if numbers => one.saturating_add(1),
                [] if numbers => 0,
                all => engine.bank.intern(*id, all),
            }))
        }
    }
}

/// A rule's name for menus: its own, or one made from where it stands.
pub(crate) fn rule_name(engine: &Engine, rule: RuleId) -> String {
    let declared = engine.program.rule(rule);
    match (&declared.name, declared.role) {
        (Some(name), _) => name.clone(),
        (None, Role::Link(_, Some(to))) => format!("to-{}", engine.program.stage(to).name),
        (None, Role::Link(from, None)) => format!("end-{}", engine.program.stage(from).name),
        (None, Role::Step(stage)) => {
            let rules = &engine.program.stage(stage).rules;
            let at = rules.iter().position(|r| *r == rule).map_or(0, |i| i + 1);
            format!("rule-{at}")
        }
    }
}

/// A transition as Ceptre shows it: `(rule a b)`, the values in order of first occurrence.
pub fn show_transition(engine: &Engine, transition: &Transition) -> String {
    let rule = engine.program.rule(transition.rule);
    let mut out = rule_name(engine, transition.rule);
    let written = |(_, v): &(&Value, &senet_program::Variable)| !v.is_hidden();
    let values = transition.values.iter().zip(&rule.variables).filter(written);
    let alone = values.clone().next().is_none();
    for (value, variable) in values {
        out.push(' ');
        out.push_str(&engine.bank.show(&engine.program, variable.ty, *value, true));
    }
    if alone { out } else { format!("({out})") }
}

/// A stage by name, with a suggestion if there is none.
pub(crate) fn stage_named(engine: &Engine, name: &str) -> Result<StageId, String> {
    let stages = engine.program.stages();
    stages.iter().position(|s| s.name == name).map(StageId::new).ok_or_else(|| {
        let near = nearest(name, stages.iter().map(|s| s.name.as_str()));
        let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        format!("there is no stage `{name}`{hint}")
    })
}
