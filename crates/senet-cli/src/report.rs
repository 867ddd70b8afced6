//! Diagnostics for people and for programs.

use crate::input::Source;
use crate::output;
use senet_prove::PropertyReport;
use senet_syntax::render::{NamedText, render};
use senet_syntax::{Diagnostic, Fix, Label, LineIndex, Severity};
use serde::Serialize;

/// Shows diagnostics with excerpts, on standard error. At most `most` of them, if that is given.
pub(crate) fn show(source: &Source, diagnostics: &[Diagnostic], most: Option<usize>) {
    if diagnostics.is_empty() {
        return;
    }
    // Errors first: a warning is no use while the program has no meaning.
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|d| d.severity);
    let shown = most.unwrap_or(usize::MAX).min(sorted.len());
    let named = NamedText { name: &source.name, text: &source.text };
    for diagnostic in &sorted[..shown] {
        output::coloured_aside(&format!("{}\n\n", render(named, diagnostic, true)));
    }
    if shown < sorted.len() {
        let more = sorted.len() - shown;
        output::message(&format!("… and {more} more; `--max-errors 0` shows them all"));
    }
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let warnings = diagnostics.len() - errors;
    let mut said = Vec::new();
    if errors > 0 {
        said.push(plural(errors, "error"));
    }
    if warnings > 0 {
        said.push(plural(warnings, "warning"));
    }
    if !said.is_empty() {
        output::message(&format!("{}: {}", source.name, said.join(", ")));
    }
}

/// `1 error`, `2 errors`.
pub(crate) fn plural(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// One file's diagnostics as data.
#[derive(Serialize)]
pub(crate) struct FileReport<'a> {
    file: &'a str,
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Located<'a>>,
    /// The answers to the properties, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Vec<LocatedProperty<'a>>>,
}

#[derive(Serialize)]
struct LocatedProperty<'a> {
    /// 0 if it stands in a file that is included.
    line: usize,
    #[serde(flatten)]
    report: &'a PropertyReport,
}

#[derive(Serialize)]
struct Located<'a> {
    code: &'static str,
    severity: Severity,
    message: &'a str,
    labels: Vec<Place<'a>>,
    help: &'a [String],
    #[serde(skip_serializing_if = "<[Fix]>::is_empty")]
    fixes: &'a [Fix],
}

#[derive(Serialize)]
struct Place<'a> {
    text: &'a str,
    start: u32,
    end: u32,
    line: usize,
    column: usize,
}

/// Diagnostics with lines and columns, ready to be written as JSON.
pub(crate) fn data<'a>(
    source: &'a Source,
    diagnostics: &'a [Diagnostic],
    properties: Option<&'a [PropertyReport]>,
) -> FileReport<'a> {
    let index = LineIndex::new(&source.text);
    let place = |label: &'a Label| {
        let (line, column) = index.line_column(&source.text, label.span.start);
        Place { text: &label.text, start: label.span.start, end: label.span.end, line, column }
    };
    let located = |d: &'a Diagnostic| Located {
        code: d.code.0.id,
        severity: d.severity,
        message: &d.message,
        labels: d.labels.iter().map(place).collect(),
        help: &d.help,
        fixes: &d.fixes,
    };
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    FileReport {
        file: &source.name,
        errors,
        warnings: diagnostics.len() - errors,
        diagnostics: diagnostics.iter().map(located).collect(),
        properties: properties.map(|all| {
            let located = |report: &'a PropertyReport| LocatedProperty {
                line: property_line(source, &index, report),
                report,
            };
            all.iter().map(located).collect()
        }),
    }
}

/// The line of a property; 0 if it stands in a file that is included.
pub(crate) fn property_line(
    source: &Source,
    index: &LineIndex,
    property: &PropertyReport,
) -> usize {
    match property.span.end as usize <= source.text.len() {
        true => index.line_column(&source.text, property.span.start).0,
        false => 0,
    }
}
