//! `senet test`: what programs promise, checked.
//!
//! Tests are found in files: a program must have no errors, expectations stand in its comments
//! (`%? explore positions 5478`), its properties (`#never` and others) are proved, and a recorded play that
//! is marked as a test (`senet play --save-test`) must go as it went.

mod expectation;
mod find;
pub(crate) mod recorded;
mod report;

use crate::cli::{TestArgs, TestFormat};
use crate::commands::prove;
use crate::failure::{BAD_PROGRAM, Failure, Outcome};
use crate::include::beside;
use crate::input::{self, Source};
use crate::{interrupt, output};
use senet_program::{Options, Program};
use senet_prove::{ProofAnswer, ProveLimits};
use senet_syntax::render::{NamedText, render};
use senet_syntax::{LineIndex, Severity};
use std::time::{Duration, Instant};

/// A test that was run.
pub(crate) struct Tested {
    /// Where it stands, such as `game.cep:3`.
    place: String,
    /// What it is about.
    name: String,
    verdict: TestVerdict,
    took: Duration,
}

/// How a test ended.
pub(crate) enum TestVerdict {
    /// As expected.
    Passed,
    /// Not as expected, and how.
    Failed(String),
    /// Not run, and why.
    Ignored(String),
}

pub(crate) fn run(args: &TestArgs) -> Outcome {
    let files = find::files(&args.paths)?;
    interrupt::listen();
    let began = Instant::now();
    let mut tests = Vec::new();
    for file in &files {
        let source = input::read(file)?;
        if recorded::is_test(&source.text) {
            let test = || recorded::test(&source, args.bless);
            add(args, &mut tests, file.clone(), "recorded play", test);
        } else if file.ends_with(".md") {
            // Programs in a document, each by the line that it begins in.
            for (line, text) in find::programs(&source.text) {
                program(args, &mut tests, &Source { name: file.clone(), text }, Some(line));
            }
        } else {
            program(args, &mut tests, &source, None);
        }
    }
    if tests.is_empty() {
        let failure = Failure::usage("there is nothing to test");
        return Err(failure.help(
            "a program with `#trace` is tested, and a play saved by `senet play GAME --save-test FILE`",
        ));
    }
    let took = began.elapsed();
    output::data(&match args.format {
        TestFormat::Text => report::text(&tests, took),
        TestFormat::Json => report::json(&tests, took),
        TestFormat::Junit => report::junit(&tests, took),
    });
    let failed = tests.iter().any(|t| matches!(t.verdict, TestVerdict::Failed(_)));
    Ok(if failed { BAD_PROGRAM } else { 0 })
}

/// Runs a test, if it is wanted, and shows how it went.
fn add(
    args: &TestArgs,
    tests: &mut Vec<Tested>,
    place: String,
    name: &str,
    test: impl FnOnce() -> TestVerdict,
) {
    if args.filter.as_ref().is_some_and(|word| !format!("{place}: {name}").contains(word)) {
        return;
    }
    let began = Instant::now();
    let verdict = test();
    tests.push(Tested { place, name: name.to_owned(), verdict, took: began.elapsed() });
    if args.format == TestFormat::Text {
        output::data(&report::line(&tests[tests.len() - 1]));
    }
}

/// The tests of a program, which may begin in a line of a document. A text without a start is a part of
/// another, and has none.
fn program(args: &TestArgs, tests: &mut Vec<Tested>, source: &Source, first: Option<usize>) {
    let expectations = expectation::find(&source.text);
    if expectations.is_empty() && !source.text.contains("#trace") {
        return;
    }
    let options = beside(source, &Options::default());
    let checked = senet_program::check(&source.text, &options);
    let errors: Vec<String> = checked
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| render(NamedText { name: &source.name, text: &source.text }, d, false))
        .collect();
    let good = errors.is_empty();
    let at = |line: usize| format!("{}:{}", source.name, line + first.unwrap_or(1) - 1);
    let whole = first.map_or_else(|| source.name.clone(), |_| at(1));
    add(args, tests, whole, "has no errors", || match good {
        true => TestVerdict::Passed,
        false => TestVerdict::Failed(errors.join("\n")),
    });
    for (line, text) in expectations {
        add(args, tests, at(line), text, || match good {
            true => expectation::test(source, text),
            false => TestVerdict::Ignored("the program has errors".to_owned()),
        });
    }
    if let Some(program) = checked.program.filter(|p| !p.properties().is_empty()) {
        properties(args, tests, source, program, &at);
    }
}

/// Each property is a test: it passes if it is proved. One that is out of reach is ignored.
fn properties(
    args: &TestArgs,
    tests: &mut Vec<Tested>,
    source: &Source,
    program: Program,
    at: &dyn Fn(usize) -> String,
) {
    let lines = LineIndex::new(&source.text);
    let report = prove::briefly(program, &source.text, ProveLimits::default().positions);
    for property in &report.properties {
        let span = property.span;
        let own = span.end as usize <= source.text.len();
        let (line, _) = if own { lines.line_column(&source.text, span.start) } else { (0, 0) };
        add(args, tests, at(line), &property.property, || match property.answer {
            ProofAnswer::Proved => TestVerdict::Passed,
            ProofAnswer::Refuted => TestVerdict::Failed(prove::in_a_line(property)),
            ProofAnswer::Unknown => TestVerdict::Ignored(prove::in_a_line(property)),
        });
    }
}
