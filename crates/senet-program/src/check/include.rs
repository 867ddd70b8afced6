//! `#include`: other texts, through a loader that the shell provides. Each is read once and stands
//! behind the program, so that everything is checked together; what is wrong in one of them is told
//! at the `#include` that asked for it.

use crate::check::Options;
use crate::codes;
use senet_syntax::ast::{DirectiveKind, Item, Text};
use senet_syntax::{Diagnostic, Fix, Label, LineIndex, MAX_TEXT, Span};
use std::borrow::Cow;
use std::fmt;

/// Gives the texts that programs include.
pub trait Loader: fmt::Debug + Send + Sync {
    /// The text of this name; an error is a sentence.
    fn load(&self, name: &str) -> Result<String, String>;
}

/// A program with everything that it includes: one text, in which the program comes first.
#[derive(Debug, Clone)]
pub struct Gathered<'t> {
    text: Cow<'t, str>,
    parts: Vec<Part>,
    pub(super) wrong: Vec<Diagnostic>,
    /// How long the program itself is.
    own: u32,
}

/// An included text.
#[derive(Debug, Clone)]
struct Part {
    name: String,
    start: u32,
    /// The `#include` of the program itself that led to it.
    asked: Span,
}

/// Reads everything that a text includes.
pub fn gather<'t>(text: &'t str, options: &Options) -> Gathered<'t> {
    let mut gathered = Gathered {
        text: Cow::Borrowed(text),
        parts: Vec::new(),
        wrong: Vec::new(),
        own: text.len() as u32,
    };
    if !text.contains("#include") {
        return gathered;
    }
    let open: Vec<(Span, Text)> = includes(text).into_iter().map(|t| (t.span, t)).collect();
    for (asked, name) in open {
        gathered.include(&name.text, asked, &mut Vec::new(), options);
    }
    gathered
}

impl Gathered<'_> {
    /// The same with a text of its own.
    pub fn into_owned(self) -> Gathered<'static> {
        let Gathered { text, parts, wrong, own } = self;
        Gathered { text: Cow::Owned(text.into_owned()), parts, wrong, own }
    }

    /// All texts, one behind the other.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of the program itself.
    pub fn own(&self) -> &str {
        &self.text[..self.own as usize]
    }

    /// Whether there is more than the program itself.
    pub(super) fn includes(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Whether a byte of [`Gathered::text`] belongs to the program itself.
    pub fn is_own(&self, offset: u32) -> bool {
        offset <= self.own
    }

    /// The included text that a range lies in, and the range there; `None` if it lies in the program
    /// itself.
    pub fn included(&self, span: Span) -> Option<(&str, Span)> {
        let part = self.part(span)?;
        Some((&part.name, Span::new(span.start - part.start, span.end - part.start)))
    }

    /// `path` is what is being included, from the outside in.
    fn include(&mut self, name: &str, asked: Span, path: &mut Vec<String>, options: &Options) {
        if let Some(at) = path.iter().position(|p| p == name) {
            let round: Vec<String> = path[at..].iter().map(|p| format!("`{p}`")).collect();
            let message = format!("`{name}` includes itself, by {}", round.join(" and "));
            self.wrong(asked, message, "included here");
            return;
        }
        if self.parts.iter().any(|p| p.name == name) {
            return; // once is enough
        }
        let Some(loader) = &options.loader else {
            let message = format!("`{name}` cannot be included here");
            return self.wrong(asked, message, "there are no other files beside this text");
        };
        let text = match loader.load(name) {
            Ok(text) => text,
            Err(why) => {
                return self.wrong(
                    asked,
                    format!("`{name}` cannot be included: {why}"),
                    "asked here",
                );
            }
        };
        if self.text.len() + text.len() >= MAX_TEXT {
            let message = format!("with `{name}`, the program is too long");
            return self.wrong(asked, message, "one text too many");
        }
        let all = self.text.to_mut();
        all.push('\n');
        let start = all.len() as u32;
        all.push_str(&text);
        self.parts.push(Part { name: name.to_owned(), start, asked });
        path.push(name.to_owned());
        for inner in includes(&text) {
            self.include(&inner.text, asked, path, options);
        }
        path.pop();
    }

    fn wrong(&mut self, place: Span, message: String, label: &str) {
        self.wrong.push(Diagnostic::new(&codes::BAD_INCLUDE, place, message, label));
    }

    /// Puts what is said about an included text where the program asks for it. Nothing is mended
    /// there: the text is somebody else's.
    pub(super) fn place(&self, diagnostic: &mut Diagnostic) {
        let part = self.part(diagnostic.span());
        let own = |fix: &Fix| fix.edits.iter().all(|edit| edit.span.end <= self.own);
        diagnostic.fixes.retain(own);
        if let Some(part) = part {
            let line = LineIndex::new(&self.text);
            let before = line.line(part.start);
            let here = line.line(diagnostic.span().start) - before + 1;
            diagnostic.message = format!("in `{}`, line {here}: {}", part.name, diagnostic.message);
        }
        let mut labels: Vec<Label> = Vec::with_capacity(diagnostic.labels.len());
        for label in diagnostic.labels.drain(..) {
            let span = self.part(label.span).map_or(label.span, |part| part.asked);
            if !labels.iter().any(|l| l.span == span) {
                labels.push(Label { span, text: label.text });
            }
        }
        diagnostic.labels = labels;
    }

    fn part(&self, span: Span) -> Option<&Part> {
        let inside = span.start > self.own;
        self.parts.iter().rev().find(|p| inside && p.start <= span.start)
    }
}

/// What a text includes.
fn includes(text: &str) -> Vec<Text> {
    let directives = senet_syntax::parse(text).file.items.into_iter();
    let texts = directives.filter_map(|item| match item {
        Item::Directive(directive) => match directive.kind {
            DirectiveKind::Include(text) => Some(text),
            _ => None,
        },
        _ => None,
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::Loader;
    use crate::{Options, check};
    use std::sync::Arc;

    #[derive(Debug)]
    struct Shelf(&'static [(&'static str, &'static str)]);

    impl Loader for Shelf {
        fn load(&self, name: &str) -> Result<String, String> {
            let found = self.0.iter().find(|(n, _)| *n == name);
            found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "it is not there".to_owned())
        }
    }

    fn said(text: &str, shelf: &'static [(&'static str, &'static str)]) -> Vec<String> {
        let options = Options { loader: Some(Arc::new(Shelf(shelf))), ..Options::default() };
        let checked = check(text, &options);
        checked.diagnostics.iter().map(|d| d.message.clone()).collect()
    }

    const MAIN: &str = "#include \"a.cep\".\nstage s = { r : p -o q. }\n#trace _ s { p }.\n";

    #[test]
    fn what_is_included_belongs_to_the_program() {
        let shelf = &[("a.cep", "p : pred.\n#include \"b.cep\"."), ("b.cep", "q : pred.")];
        assert_eq!(said(MAIN, shelf), Vec::<String>::new());
    }

    #[test]
    fn cycles_and_missing_texts_are_mistakes() {
        let round = &[("a.cep", "p : pred. q : pred.\n#include \"a.cep\".")];
        assert_eq!(said(MAIN, round), ["`a.cep` includes itself, by `a.cep`"]);
        let none = said(MAIN, &[]);
        assert!(none[0].contains("`a.cep` cannot be included: it is not there"), "{none:?}");
    }

    #[test]
    fn a_mistake_in_an_included_text_is_told_where_it_is_asked_for() {
        let shelf = &[("a.cep", "p : pred.\nq : pred.\nr t : pred.")];
        let found = said(MAIN, shelf);
        assert_eq!(found, ["in `a.cep`, line 3: there is no type `t`"]);
        let options = Options { loader: Some(Arc::new(Shelf(shelf))), ..Options::default() };
        let checked = check(MAIN, &options);
        assert_eq!(checked.diagnostics[0].span().of(MAIN), "\"a.cep\"");
    }
}
