//! Lints: programs that run, but probably not as meant. Each looks at the finished program, in time
//! proportional to its size or within a limit.

mod endless;
mod forever;
mod games;
mod heard;
mod links;
mod numbers;
mod reachable;
mod turns;

use crate::check::{Notes, apart};
use crate::codes;
use crate::ids::{PredId, StageId};
use crate::index::Index;
use crate::program::{PredKind, Program, Role};
use crate::reach::reach;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_syntax::{Diagnostic, Fix, Reports, Span, TextEdit};

pub(crate) fn lint(program: &Program, index: &Index, notes: &Notes, out: &mut Reports) {
    unused(program, notes, out);
    single_variables(notes, out);
    same_names(program, out);
    forever::forever(program, out);
    games::undeclared_outcomes(program, out);
    games::nobody_chooses(program, out);
    heard::unheard_commands(program, out);
    numbers::differences(program, notes, out);
    // Without a start nothing is reached, and every lint below would complain about everything.
    if program.starts.is_empty() {
        nothing_runs(program, notes, out);
        return;
    }
    let reach = reach(program);
    reachable::unreached(program, notes, &reach, out);
    reachable::dead_ends(program, &reach, out);
    games::lost_tokens(program, &reach, out);
    turns::never_left(program, &reach, out);
    turns::taken_by_links(program, &reach, out);
    links::competing(program, &reach, out);
    endless::endless(program, index, &reach, out);
    numbers::unbounded(program, &reach, out);
}

fn unused(program: &Program, notes: &Notes, out: &mut Reports) {
    for (i, predicate) in program.predicates.iter().enumerate() {
        // A sensor that nobody listens to has a lint of its own.
        let heard = predicate.kind != PredKind::Sense;
        if heard && !notes.used.contains(&PredId::new(i)) {
            let name = &predicate.name;
            let found = Diagnostic::new(
                &codes::UNUSED,
                predicate.span,
                format!("no rule uses the predicate `{name}`"),
                "declared here, and never used",
            );
            out.push(found.help("use it, or take the declaration out"));
        }
    }
}

fn single_variables(notes: &Notes, out: &mut Reports) {
    let mut single = |name: &str, span: Span| {
        let found = Diagnostic::new(
            &codes::SINGLE_VARIABLE,
            span,
            format!("the variable `{name}` is used once"),
            "the only use",
        );
        if let Some(sum) = apart(name) {
            let edits = vec![TextEdit::new(span, format!("({sum})"))];
            let help = format!("`{name}` is one name; a sum is written `({sum})`, with blanks");
            let fix = Fix::guess(format!("write `({sum})`"), edits);
            return out.push(found.help(help).fix(fix));
        }
        let edits = vec![TextEdit::new(span, "_")];
        let found = found.fix(Fix::guess("write `_`", edits));
        out.push(found.help("write `_` if its value does not matter; otherwise, is it misspelt?"));
    };
    // The rules of a family are written at one place.
    let mut told: FxHashSet<Span> = FxHashSet::default();
    for (name, span) in &notes.single {
        if told.insert(*span) {
            single(name, *span);
        }
    }
    for (rule, variable, span) in &notes.single_in_rules {
        let mentioned = notes.mentioned.contains(&(*rule, variable.clone()));
        if !mentioned && told.insert(*span) {
            single(variable, *span);
        }
    }
}

fn same_names(program: &Program, out: &mut Reports) {
    let mut seen: FxHashMap<(Option<StageId>, &str), Span> = FxHashMap::default();
    let rules = program.rules.iter().filter_map(|rule| match rule.role {
        Role::Step(stage) => Some((Some(stage), rule.name.as_deref()?, rule.span)),
        Role::Link(..) => None,
    });
    let clauses = program
        .clauses
        .iter()
        .filter_map(|c| Some((None, c.name.as_deref()?, c.span)))
        .filter(|(_, name, _)| *name != "-");
    for (stage, name, span) in rules.chain(clauses) {
        if let Some(first) = seen.get(&(stage, name)) {
            let found = Diagnostic::new(
                &codes::SAME_NAME,
                span,
                format!("two rules are called `{name}`"),
                "the second",
            );
            out.push(found.label(*first, "the first").help("`-` is a name that may be shared"));
        } else {
            seen.insert((stage, name), span);
        }
    }
}

fn nothing_runs(program: &Program, notes: &Notes, out: &mut Reports) {
    if notes.empty {
        let message = "this program is empty";
        let found = Diagnostic::new(&codes::NO_START, Span::default(), message, "nothing is here");
        out.push(found.help("begin with a stage: `stage play = { take : coin -o . }`"));
        return;
    }
    if notes.traces > 0 || program.rules.is_empty() {
        return;
    }
    let found = Diagnostic::new(
        &codes::NO_START,
        program.rules[0].span,
        "this program has rules and no start",
        "nothing begins here",
    );
    out.push(found.help("say where to begin: `#trace _ STAGE CONTEXT.`"));
}
