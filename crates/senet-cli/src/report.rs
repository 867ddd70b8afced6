//! Diagnostics for people and for programs.

use crate::input::Source;
use crate::output;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use senet_syntax::{Diagnostic, Label, LineIndex, Severity};
use serde::Serialize;

/// Labels at most this many lines apart share an excerpt.
const NEAR: usize = 5;
/// Lines longer than this many bytes are shown in part.
const LONG: usize = 2_000;

/// Shows diagnostics with excerpts, on standard error. At most `most` of them, if that is given.
pub(crate) fn show(source: &Source, diagnostics: &[Diagnostic], most: Option<usize>) {
    if diagnostics.is_empty() {
        return;
    }
    let index = LineIndex::new(&source.text);
    // Errors first: a warning is no use while the program has no meaning.
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|d| d.severity);
    let shown = most.unwrap_or(usize::MAX).min(sorted.len());
    let renderer = Renderer::styled().decor_style(DecorStyle::Unicode);
    for diagnostic in &sorted[..shown] {
        output::message(&render(source, &index, diagnostic, &renderer));
        output::message("");
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

fn render(
    source: &Source,
    index: &LineIndex,
    diagnostic: &Diagnostic,
    renderer: &Renderer,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.0.id);
    let mut group = Group::with_title(title);
    for excerpt in excerpts(source, index, diagnostic) {
        let mut snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.first + 1)
            .path(source.name.as_str())
            .fold(true);
        for (label, primary) in excerpt.labels {
            // A label may stand in the white space that was cut off at the end.
            let inside = |at: u32| (at as usize - excerpt.start).min(excerpt.text.len());
            let start = floor(excerpt.text, inside(label.span.start));
            let end = floor(excerpt.text, inside(label.span.end));
            let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let mut end = end.max(start);
            // A label that runs over lines points at the first of them.
            if let Some(line) = excerpt.text[start..end].find('\n') {
                end = start + line;
            }
            snippet = snippet.annotation(kind.span(start..end).label(label.text.as_str()));
        }
        group = group.element(snippet);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.render(&[group])
}

/// Some lines of the source and the labels in them.
struct Excerpt<'a> {
    text: &'a str,
    /// Where the text begins, as a line and as a byte.
    first: usize,
    start: usize,
    labels: Vec<(&'a Label, bool)>,
}

/// First line, last line, and labels that share an excerpt; whether each is the primary one.
type Cluster<'a> = (usize, usize, Vec<(&'a Label, bool)>);

fn excerpts<'a>(
    source: &'a Source,
    index: &LineIndex,
    diagnostic: &'a Diagnostic,
) -> Vec<Excerpt<'a>> {
    let mut clusters: Vec<Cluster<'a>> = Vec::new();
    for (i, label) in diagnostic.labels.iter().enumerate() {
        let line = index.line(label.span.start);
        let near = clusters
            .iter_mut()
            .find(|(first, last, _)| line + NEAR >= *first && line <= *last + NEAR);
        match near {
            Some((first, last, labels)) => {
                *first = line.min(*first);
                *last = line.max(*last);
                labels.push((label, i == 0));
            }
            None => clusters.push((line, line, vec![(label, i == 0)])),
        }
    }
    let text = source.text.as_str();
    let excerpt = |(first, last, labels): Cluster<'a>| {
        let (start, end) = (index.start(first, text), index.start(last + 1, text));
        if end - start <= LONG * (last - first + 1) {
            return Excerpt { text: text[start..end].trim_end(), first, start, labels };
        }
        let (label, primary) = labels[0];
        let from = floor(text, (label.span.start as usize).saturating_sub(60).max(start));
        let to = floor(text, (label.span.start as usize + 60).min(end));
        let labels = vec![(label, primary)];
        Excerpt { text: &text[from..to], first, start: from, labels }
    };
    clusters.into_iter().map(excerpt).collect()
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One file's diagnostics as data.
#[derive(Serialize)]
pub(crate) struct FileReport<'a> {
    file: &'a str,
    errors: usize,
    warnings: usize,
    diagnostics: Vec<Located<'a>>,
}

#[derive(Serialize)]
struct Located<'a> {
    code: &'static str,
    severity: Severity,
    message: &'a str,
    labels: Vec<Place<'a>>,
    help: &'a [String],
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
pub(crate) fn data<'a>(source: &'a Source, diagnostics: &'a [Diagnostic]) -> FileReport<'a> {
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
    };
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    FileReport {
        file: &source.name,
        errors,
        warnings: diagnostics.len() - errors,
        diagnostics: diagnostics.iter().map(located).collect(),
    }
}
