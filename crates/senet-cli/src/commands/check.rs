//! `senet check`: everything that is wrong with a program, in one go.

mod watch;

use crate::cli::{CheckArgs, ReportFormat};
use crate::commands::prove;
use crate::failure::{BAD_PROGRAM, Outcome};
use crate::include::{Included, beside_noting};
use crate::input::{Source, read_game};
use crate::output;
use crate::report::{self, plural};
use senet_game::Limits;
use senet_ide::Analysis;
use senet_program::show::Show;
use senet_program::stealing::StealingArgument;
use senet_program::{Options, PredKind, Program, Settling, StageId, TypeShape, UncheckedProgram};
use senet_prove::{ProofAnswer, PropertyReport};
use senet_syntax::{Applicability, Diagnostic, LineIndex, Severity};
use std::fmt::Write;
use std::sync::Arc;

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    if args.watch {
        return watch::watch(args);
    }
    check(args, &Included::default())
}

/// Checks all files once; what they include is noted.
fn check(args: &CheckArgs, included: &Included) -> Outcome {
    let mut code = 0;
    let mut failure = None;
    let mut reports = Vec::new();
    for file in &args.files {
        let source = match read_game(file) {
            Ok(source) => source,
            Err(error) if args.files.len() == 1 => return Err(error),
            Err(error) => {
                output::message(&error.to_string());
                failure = Some(2);
                continue;
            }
        };
        let options = beside_noting(&source, &Options::default(), included);
        let unchecked = UncheckedProgram::parse(&source.text, options.loader.as_deref());
        let mut checked = unchecked.check(&options);
        if checked.program.is_some() {
            // The usual values are fine; those at the ends of the ranges may not be.
            checked.diagnostics.extend(unchecked.check_option_ends(&options));
        }
        let bad = checked.has_errors() || (args.strict && !checked.diagnostics.is_empty());
        if bad {
            code = BAD_PROGRAM;
        }
        let program = checked.program.as_ref();
        let provable = program.filter(|program| args.prove && !program.starts().is_empty());
        let proofs = provable.map(|program| properties(&source, program));
        let refuted = |p: &PropertyReport| p.answer == ProofAnswer::Refuted;
        let refuted = proofs.as_ref().is_some_and(|proofs| proofs.iter().any(refuted));
        if refuted {
            code = BAD_PROGRAM;
        }
        match args.format {
            ReportFormat::Json => {
                let report = report::data(&source, &checked.diagnostics, proofs.as_deref());
                let report = serde_json::to_string_pretty(&report);
                reports.push(report.expect("a report has only texts and numbers"));
            }
            ReportFormat::Text => {
                let most = (args.max_errors > 0).then_some(args.max_errors);
                report::show(&source, &checked.diagnostics, most);
                if checked.has_errors() {
                    remedies(&source, &options);
                }
                show_properties(&source, proofs.as_deref().unwrap_or_default());
                if let Some(program) = program {
                    if checked.diagnostics.is_empty() && !refuted {
                        let summary = summary(program, proofs.as_deref());
                        output::data(&format!("{}: fine ({summary})\n", source.name));
                    }
                    if args.verbose {
                        output::data(&details(program));
                    }
                }
            }
        }
    }
    if args.format == ReportFormat::Json {
        output::data(&format!("[{}]\n", reports.join(", ")));
    }
    Ok(failure.unwrap_or(code))
}

/// Says how many errors can be mended without asking.
fn remedies(source: &Source, options: &Options) {
    let analysis = Analysis::new(&source.text, options);
    let certain = |d: &&Diagnostic| {
        let fixes = analysis.fixes(d);
        d.severity == Severity::Error
            && fixes.iter().any(|f| f.applicability == Applicability::MachineApplicable)
    };
    let mended = analysis.diagnostics().iter().filter(certain).count();
    if mended > 0 {
        let them = plural(mended, "error");
        output::message(&format!("`senet fix {}` mends {them}", source.name));
    }
}

/// `--prove`: the properties, with a small limit; those that do not hold make the program a bad one.
fn properties(source: &Source, program: &Program) -> Vec<PropertyReport> {
    match program.properties().is_empty() {
        true => Vec::new(),
        false => prove::briefly(program.clone(), &source.text, CHECKED_POSITIONS).properties,
    }
}

fn show_properties(source: &Source, all: &[PropertyReport]) {
    let lines = LineIndex::new(&source.text);
    for property in all {
        let at = report::property_line(source, &lines, property);
        let line = prove::in_a_line(property);
        output::data(&format!("{}:{at}: {}\n  {line}\n", source.name, property.property));
    }
}

/// Positions that `--prove` looks at: enough for small games, and over at once for large ones.
const CHECKED_POSITIONS: u64 = 20_000;

fn summary(program: &Program, proofs: Option<&[PropertyReport]>) -> String {
    let mut parts = Vec::new();
    let steps: usize = program.stages().iter().map(|s| s.rules.len()).sum();
    parts.push(plural(program.stages().len(), "stage"));
    parts.push(plural(steps, "rule"));
    if program.seats() > 1 {
        parts.push(plural(program.seats(), "player"));
    }
    parts.push(plural(program.starts().len(), "start"));
    // `#never` and its like are understood; they take time, so they are proved only if asked for.
    let properties = |n: usize, how: &str| match n {
        0 => None,
        1 => Some(format!("1 property {how}")),
        n => Some(format!("{n} properties {how}")),
    };
    match proofs {
        None => parts.extend(properties(program.properties().len(), "not checked")),
        Some(proofs) => {
            let count = |answer| proofs.iter().filter(|proof| proof.answer == answer).count();
            parts.extend(properties(count(ProofAnswer::Proved), "proved"));
            parts.extend(properties(count(ProofAnswer::Unknown), "unknown"));
        }
    }
    parts.join(", ")
}

/// What the checker found out, for `--verbose`.
fn details(program: &Program) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "  {text}").expect("strings can be written to");
    for ty in program.types() {
        let what = match ty.shape {
            TypeShape::Constants => plural(ty.constructors.len(), "constant"),
            TypeShape::Peano { .. } | TypeShape::Natural => "numbers".to_owned(),
            TypeShape::Range { low, high } => format!("numbers from {low} to {high}"),
            TypeShape::Finite => "finitely many values".to_owned(),
            TypeShape::Infinite => "values of any size".to_owned(),
        };
        line(format!("type {}: {what}", ty.name));
    }
    for (i, predicate) in program.predicates().iter().enumerate() {
        if predicate.kind != PredKind::Derived {
            continue;
        }
        let id = senet_program::PredId::new(i);
        let how = if program.modes().is_table(id) {
            let facts = program.clauses().iter().filter(|c| c.head.predicate == id).count();
            format!("a table of {}", plural(facts, "fact"))
        } else if predicate.reads_position {
            "derived from the position".to_owned()
        } else {
            "derived from facts".to_owned()
        };
        line(format!("predicate {}: {how}", predicate.name));
    }
    let show = Show::new(program);
    for (i, stage) in program.stages().iter().enumerate() {
        let how = match (program.settling(StageId::new(i)), stage.interactive) {
            (_, true) => {
                let choosers = stage.rules.iter().filter_map(|r| {
                    let rule = program.rule(*r);
                    let mut out = String::new();
                    let players = program.game().players.as_ref()?;
                    show.term(rule.chooser.as_ref()?, players.ty, &rule.variables, false, &mut out);
                    Some(out)
                });
                let mut choosers: Vec<String> = choosers.collect();
                choosers.dedup();
                let who =
                    if choosers.is_empty() { "the player".to_owned() } else { choosers.join(", ") };
                format!("interactive, chosen by {who}")
            }
            (Settling::Proved, _) => "automatic; it settles: every order ends alike".to_owned(),
            (Settling::Believed, _) => "automatic; its author says that it settles".to_owned(),
            (Settling::Unknown(why), _) => format!("automatic; chance may decide, as {why}"),
        };
        line(format!("stage {}: {how}", stage.name));
    }
    for start in 0..program.starts().len() {
        if let Some(StealingArgument { players: [_, second], premises }) =
            program.strategy_stealing(start)
        {
            let premises = premises.join("; ");
            line(format!(
                "start {}: {second} cannot force a win, by strategy stealing: {premises}",
                start + 1
            ));
        }
        let compiled = senet_compile::compile(Arc::new(program.clone()), Limits::default(), start);
        let (engine, about) = (compiled.engine(), compiled.describe());
        line(format!("start {}: on the {engine} engine, {about}", start + 1));
    }
    out
}
