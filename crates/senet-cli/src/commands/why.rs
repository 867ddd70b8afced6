//! `senet why`: the causes of an atom, or what keeps a rule from firing.

use crate::cli::WhyArgs;
use crate::commands::trace::{random_run, rules_named, show_resource};
use crate::failure::{Failure, Outcome};
use crate::session::{Session, open};
use crate::{output, words};
use senet_engine::{Run, Step, Value};
use senet_explain::{Trace, TraceStep, why_not};
use senet_program::{RuleId, VarId};
use std::collections::HashSet;

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
        return values[at].ok_or_else(|| format!("`{text}` is no value"));
    }
    Err(format!("`{text}` is of a type that no atom has"))
}

fn why_atom(run: &Run, text: &str, depth: usize) -> Outcome {
    let engine = run.engine();
    let text = text.trim().trim_start_matches('!');
    let (predicate, pattern) = engine.words().parse_pattern(text).map_err(|why| {
        Failure::usage(why.to_string()).help("write an atom, such as `mark x a1`")
    })?;
    let fits = |values: &[Value]| {
        let mut pairs = pattern.iter().zip(values);
        pairs.all(|(p, v)| p.is_none_or(|p| p == *v))
    };
    let atoms = run.position().atoms(engine);
    let found = atoms.iter().filter(|a| a.predicate == predicate && fits(&a.values));
    let trace = Trace::of(run).expect("the run was asked to record one");
    let mut tree = Tree { run, trace, out: String::new(), told: HashSet::new(), depth };
    for atom in found {
        if let Some(resource) = run.resource(predicate, &atom.values) {
            tree.atom(resource, 0);
        }
    }
    if tree.out.is_empty() {
        output::message(&absent(run, text, predicate, &fits));
        return Ok(1);
    }
    output::data(&tree.out);
    Ok(0)
}

/// What to say about an atom that is not there: when it went, if it ever was.
fn absent(
    run: &Run,
    text: &str,
    predicate: senet_program::PredId,
    fits: &dyn Fn(&[Value]) -> bool,
) -> String {
    let engine = run.engine();
    let trace = Trace::of(run).expect("the run was asked to record one");
    let taken = (0..trace.len()).rev().find_map(|i| {
        let step = trace.step(i);
        let gone = step.taken.iter().any(|r| {
            let (p, values, _) = trace.resource(*r);
            p == predicate && fits(values)
        });
        gone.then_some((i, step))
    });
    match taken {
        Some((i, step)) => {
            let (rule, values) = (step.rule, step.values);
            let shown = words::step(engine, &Step { rule, values });
            format!("`{text}` is not there: step {}, `{shown}`, used it up", i + 1)
        }
        None if engine.words().parse_atom(text).is_ok() => {
            format!("`{text}` is not there, and never was")
        }
        None => format!("nothing like `{text}` is there, or ever was"),
    }
}

struct Tree<'a> {
    run: &'a Run,
    trace: Trace<'a>,
    out: String,
    /// Steps whose causes stand above.
    told: HashSet<usize>,
    depth: usize,
}

impl Tree<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        self.out.push_str(&"  ".repeat(depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn atom(&mut self, resource: u32, depth: usize) {
        let engine = self.run.engine();
        let atom = show_resource(engine, &self.trace, resource);
        let Some(maker) = self.trace.maker(resource) else {
            self.line(depth, &format!("{atom}: there from the start"));
            return;
        };
        let step = self.trace.step(maker);
        let used: Vec<u32> = step.taken.iter().chain(&step.read).copied().collect();
        let after = step.after.clone();
        let (rule, values) = (step.rule, step.values);
        let shown = words::step(engine, &Step { rule, values });
        let made = format!("{atom}: made by step {}, {shown}", maker + 1);
        if !self.told.insert(maker) {
            self.line(depth, &format!("{made} (see above)"));
        } else if depth + 1 >= self.depth.max(1) && !(used.is_empty() && after.is_empty()) {
            self.told.remove(&maker);
            self.line(depth, &format!("{made} …"));
        } else {
            let from = if used.is_empty() && after.is_empty() { "" } else { ", from" };
            self.line(depth, &format!("{made}{from}"));
            for resource in used {
                self.atom(resource, depth + 1);
            }
            for earlier in after {
                self.gone(earlier, depth + 1);
            }
        }
    }

    /// A step that took away what must not be there.
    fn gone(&mut self, step: usize, depth: usize) {
        let engine = self.run.engine();
        let TraceStep { rule, values, taken, read, .. } = self.trace.step(step);
        let shown = words::step(engine, &Step { rule, values });
        let atoms = taken.iter().map(|r| show_resource(engine, &self.trace, *r));
        let atoms = atoms.collect::<Vec<_>>().join(", ");
        let line = format!("no more {atoms}: taken by step {}, {shown}", step + 1);
        if !self.told.insert(step) {
            self.line(depth, &format!("{line} (see above)"));
        } else if depth + 1 >= self.depth.max(1) {
            self.told.remove(&step);
            self.line(depth, &format!("{line} …"));
        } else {
            self.line(depth, &format!("{line}, from"));
            for resource in taken.into_iter().chain(read) {
                self.atom(resource, depth + 1);
            }
        }
    }
}
