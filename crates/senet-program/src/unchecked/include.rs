//! `#include`: other texts, through a loader that the shell provides. Each is read once and stands
//! behind the program, so that everything is checked together; what is wrong in one of them is told
//! at the `#include` that asked for it.

use crate::codes;
use senet_syntax::ast::{Item, Text};
use senet_syntax::lexer::{TokenKind, tokens};
use senet_syntax::{Diagnostic, Fix, Label, LineIndex, MAX_TEXT, Span};
use std::error::Error;
use std::fmt;

/// Gives the texts that programs include.
pub trait Loader: fmt::Debug + Send + Sync {
    /// The text of this name.
    fn load(&self, name: &str) -> Result<String, LoadError>;
}

/// Why a text cannot be included.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such text.
    #[error("it is not there")]
    NotThere,
    /// Programs may not include from there.
    #[error("it does not lie in the folder of the program")]
    Outside,
    /// It is there and cannot be read.
    #[error(transparent)]
    Unreadable(Box<dyn Error + Send + Sync>),
}

/// A program with everything that it includes.
#[derive(Debug, Clone)]
pub(super) struct Gathered {
    /// All texts, one behind the other.
    text: String,
    parts: Vec<Part>,
    wrong: Vec<Diagnostic>,
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

impl Gathered {
    /// Loads everything that a text includes; `None` if it includes nothing.
    pub(super) fn of(text: &str, loader: Option<&dyn Loader>) -> Option<Gathered> {
        if !text.contains("#include") {
            return None;
        }
        let mut gathered = Gathered {
            text: text.to_owned(),
            parts: Vec::new(),
            wrong: Vec::new(),
            own: text.len() as u32,
        };
        for (asked, name) in includes(text) {
            gathered.include(&name, asked, &mut Vec::new(), loader);
        }
        Some(gathered)
    }

    /// All texts, one behind the other.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What could not be included, and why.
    pub(super) fn mistakes(&self) -> &[Diagnostic] {
        &self.wrong
    }

    /// `path` is what is being included, from the outside in.
    fn include(
        &mut self,
        name: &str,
        asked: Span,
        path: &mut Vec<String>,
        loader: Option<&dyn Loader>,
    ) {
        if let Some(at) = path.iter().position(|p| p == name) {
            let round: Vec<String> = path[at..].iter().map(|p| format!("`{p}`")).collect();
            let message = format!("`{name}` includes itself, by {}", round.join(" and "));
            self.wrong(asked, message, "included here");
            return;
        }
        if self.parts.iter().any(|p| p.name == name) {
            return; // once is enough
        }
        let Some(loader) = loader else {
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
        self.text.push('\n');
        let start = self.text.len() as u32;
        self.text.push_str(&text);
        self.parts.push(Part { name: name.to_owned(), start, asked });
        path.push(name.to_owned());
        for (_, inner) in includes(&text) {
            self.include(&inner, asked, path, Some(loader));
        }
        path.pop();
    }

    fn wrong(&mut self, place: Span, message: String, label: &str) {
        self.wrong.push(Diagnostic::new(&codes::BAD_INCLUDE, place, message, label));
    }

    /// The included text that a range lies in, and the range there; `None` if it lies in the program
    /// itself.
    pub(super) fn included(&self, span: Span) -> Option<(&str, Span)> {
        let part = self.part(span)?;
        Some((&part.name, Span::new(span.start - part.start, span.end - part.start)))
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

/// What a text includes, and where it says so. Only the directives themselves are read; the whole is
/// parsed once, when everything is together.
fn includes(text: &str) -> Vec<(Span, String)> {
    let tokens = tokens(text);
    let mut tokens = tokens.iter();
    let mut out = Vec::new();
    let mut depth = 0_u32;
    while let Some(token) = tokens.next() {
        match token.kind {
            TokenKind::OpenBrace => depth += 1,
            TokenKind::CloseBrace => depth = depth.saturating_sub(1),
            TokenKind::Directive if depth == 0 && token.span.of(text) == "#include" => {
                let end = tokens.clone().find(|t| t.kind == TokenKind::Dot);
                let end = end.map_or(text.len() as u32, |dot| dot.span.end);
                let directive = &text[token.span.start as usize..end as usize];
                out.extend(included(directive).map(|name| {
                    let start = token.span.start + name.span.start;
                    (Span::new(start, token.span.start + name.span.end), name.text.into())
                }));
            }
            _ => {}
        }
    }
    out
}

/// The text that an `#include` names, if the directive is in its form.
fn included(directive: &str) -> Option<Text> {
    match senet_syntax::parse(directive).file.items.into_iter().next()? {
        Item::Directive(directive) => directive.get_optional::<Text>(0).cloned(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{LoadError, Loader};
    use crate::{Options, check};
    use std::sync::Arc;

    #[derive(Debug)]
    struct Shelf(&'static [(&'static str, &'static str)]);

    impl Loader for Shelf {
        fn load(&self, name: &str) -> Result<String, LoadError> {
            let found = self.0.iter().find(|(n, _)| *n == name);
            found.map(|(_, text)| (*text).to_owned()).ok_or(LoadError::NotThere)
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
