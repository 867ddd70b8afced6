//! Diagnostics as text with source excerpts, as rustc shows them. Behind the feature `render`.

use crate::{Diagnostic, Label, LineIndex, Severity};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::borrow::Cow;

/// Labels at most this many lines apart share an excerpt.
const NEAR: usize = 5;
/// Lines longer than this many bytes are shown in part.
const LONG: usize = 2_000;

/// A text and what it is called.
#[derive(Debug, Clone, Copy)]
pub struct NamedText<'a> {
    /// What it is called, such as a path.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Renders a diagnostic about a text; `styled` with ANSI colours.
///
/// ```
/// use senet_syntax::render::{NamedText, render};
///
/// let text = "x : type\n";
/// let parse = senet_syntax::parse(text);
/// let shown = render(NamedText { name: "game.cep", text }, &parse.diagnostics[0], false);
/// assert!(shown.contains("game.cep:1:"));
/// ```
///
/// Control characters, which a terminal would obey, are shown as signs that stand for them.
pub fn render(source: NamedText<'_>, diagnostic: &Diagnostic, styled: bool) -> String {
    let (name, text) = (harmless(source.name), excerpted(source.text));
    let source = NamedText { name: &name, text: &text };
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Unicode);
    let index = LineIndex::new(source.text);
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(harmless(&diagnostic.message)).id(diagnostic.code.0.id);
    let mut group = Group::with_title(title);
    for excerpt in excerpts(source, &index, diagnostic) {
        let mut snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.first + 1)
            .path(source.name)
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
            snippet = snippet.annotation(kind.span(start..end).label(harmless(&label.text)));
        }
        group = group.element(snippet);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(harmless(help)));
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
    source: NamedText<'a>,
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
    let text = source.text;
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

/// Text of an excerpt without the control characters of C1, which begin commands as the escape character does. What
/// stands for them is as long, so that spans stay where they are. Those of C0 are left to the renderer, which knows
/// them in excerpts and titles.
fn excerpted(text: &str) -> Cow<'_, str> {
    let commands = |c: char| ('\u{80}'..='\u{9f}').contains(&c);
    if text.contains(commands) { text.replace(commands, "¿").into() } else { text.into() }
}

/// Text beside excerpts, with a sign for each control character.
fn harmless(text: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && c != '\n';
    let sign = |c: char| match u32::from(c) {
        _ if !commands(c) => c,
        0x7f => '␡',
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('¿'),
        _ => '¿',
    };
    if text.contains(commands) { text.chars().map(sign).collect() } else { text.into() }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{NamedText, render};

    #[test]
    fn no_control_character_is_rendered() {
        let hostile = "\u{1b}[31m \u{9b}2J \u{7} \u{8} \u{7f} \u{85} \u{90}";
        let text = format!("x : type. % {hostile}\n\"{hostile}\" y {hostile} : type\n");
        let parse = crate::parse(&text);
        assert!(!parse.diagnostics.is_empty());
        for mut diagnostic in parse.diagnostics {
            diagnostic.message.push_str(hostile);
            diagnostic.help.push(hostile.to_owned());
            diagnostic.labels.iter_mut().for_each(|label| label.text.push_str(hostile));
            let shown = render(NamedText { name: hostile, text: &text }, &diagnostic, false);
            let obeyed: Vec<char> =
                shown.chars().filter(|c| c.is_control() && *c != '\n').collect();
            assert!(obeyed.is_empty(), "{obeyed:?} in {shown}");
        }
    }
}
