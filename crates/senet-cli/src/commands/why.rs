//! `senet why`: the causes of an atom, or what keeps a rule from firing.

use crate::cli::WhyArgs;
use crate::commands::trace::{random_run, rules_named};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, open};
use crate::{output, words};
use senet_engine::{Run, Value};
use senet_explain::{absence, causes, why_not};
use senet_program::{RuleId, VarId};

/// A run that has not ended by then is asked there: its trace takes room.
const LONG: u64 = 1_000_000;

pub(crate) fn run(args: &WhyArgs) -> Outcome {
    if args.atoms.is_empty() && args.not.is_none() {
        let failure = Failure::usage("say which atom, or which rule");
        return Err(failure.help("senet why GAME 'mark x a1', or senet why GAME --not RULE"));
    }
    let session = match open(&args.game)? {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    let most = args.game.limits.max_steps.unwrap_or(LONG);
    let limit = args.at.unwrap_or(most);
    let run = random_run(&session, &args.game, &args.choices, limit)?;
    let stage = &session.program().stage(run.position().stage()).name;
    let steps = words::count(run.steps(), "step");
    output::message(&format!("after {steps}, in stage `{stage}`:"));
    match &args.not {
        Some(rule) => why_rule(&session, &run, rule, &args.atoms),
        None => why_atom(&run, &args.atoms.join(" "), args.depth),
    }
}

fn why_rule(session: &Session, run: &Run, name: &str, given: &[String]) -> Outcome {
    let engine = &session.engine;
    for rule in rules_named(engine, name)? {
        let given: Result<Vec<_>, Failure> = given.iter().map(|g| binding(run, rule, g)).collect();
        let why = why_not(engine, run.machine(), rule, &given?);
        output::data(&format!("{}\n", why.say(engine, rule)));
    }
    Ok(0)
}

/// Reads `X=a`.
fn binding(run: &Run, rule: RuleId, text: &str) -> Result<(VarId, Value), Failure> {
    let engine = run.engine();
    let program = engine.program();
    let variables = &program.rule(rule).variables;
    let failure = |why: String| Failure::usage(why).help("write a variable of the rule: X=a");
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| failure(format!("`{text}` gives no variable a value")))?;
    let at = variables.iter().position(|v| v.name == name.trim());
    let at = at.ok_or_else(|| failure(format!("the rule has no variable `{}`", name.trim())))?;
    let value = read_value(run, variables[at].ty, value.trim()).map_err(failure)?;
    Ok((VarId::new(at), value))
}

/// Reads a value of a type: through a predicate that has an argument of it.
fn read_value(run: &Run, ty: senet_program::TypeId, text: &str) -> Result<Value, String> {
    let engine = run.engine();
    for predicate in engine.program().predicates() {
        let Some(at) = predicate.arguments.iter().position(|t| *t == ty) else {
            continue;
        };
        let arguments = (0..predicate.arguments.len())
            .map(|i| if i == at { format!(" ({text})") } else { " _".to_owned() });
        let atom = format!("{}{}", predicate.name, arguments.collect::<String>());
        let (_, values) = engine.words().parse_pattern(&atom).map_err(|why| why.to_string())?;
        return values[at].ok_or_else(|| format!("`{text}` is not a value"));
    }
    Err(format!("`{text}` is of a type that no atom has"))
}

fn why_atom(run: &Run, text: &str, depth: usize) -> Outcome {
    let engine = run.engine();
    let text = text.trim().trim_start_matches('!');
    let (predicate, pattern) = engine.words().parse_pattern(text).map_err(|why| {
        Failure::usage(why.to_string()).help("write an atom, such as `mark x a1`")
    })?;
    let lines = causes(run, predicate, &pattern, depth);
    if lines.is_empty() {
        output::message(&absence(run, text, predicate, &pattern));
        return Ok(1);
    }
    for line in lines {
        output::data(&format!("{}{}\n", "  ".repeat(line.depth), line.text));
    }
    Ok(0)
}
