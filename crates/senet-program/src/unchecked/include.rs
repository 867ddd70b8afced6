//! `#include`: other texts, through a loader that the shell provides. Each is read once and stands
//! behind the program, so that everything is checked together; what is wrong in one of them is told
//! at the `#include` that asked for it.

use crate::codes;
use senet_syntax::ast::{Item, Text};
use senet_syntax::lexer::{TokenKind, tokens};
use senet_syntax::{Diagnostic, Fix, Label, LineIndex, MAX_TEXT, Span};
use std::collections::HashMap;
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
        gathered.include_all(text, loader);
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

    /// Loads what texts include, each in front of what it includes itself. Chains of includes may be
    /// long, so that open texts stand on a stack of our own.
    fn include_all(&mut self, text: &str, loader: Option<&dyn Loader>) {
        // Depth-first with three colours: unknown, open (`true`), done (`false`). An include of an
        // open text closes a cycle; what is done is not read again.
        let mut open: HashMap<String, bool> = HashMap::new();
        let own = includes(text).into_iter().map(|(asked, name)| (asked, resolve("", &name)));
        let mut stack: Vec<(String, std::vec::IntoIter<(Span, String)>)> =
            vec![(String::new(), own.collect::<Vec<_>>().into_iter())];
        while let Some((_, names)) = stack.last_mut() {
            let Some((asked, name)) = names.next() else {
                let done = stack.pop().map(|(name, _)| name);
                done.and_then(|name| open.insert(name, false));
                continue;
            };
            match open.get(&name) {
                Some(true) => {
                    let at = stack.iter().position(|(n, _)| *n == name).unwrap_or(0);
                    let round: Vec<String> =
                        stack[at..].iter().map(|(n, _)| format!("`{n}`")).collect();
                    let message = format!("`{name}` includes itself, by {}", round.join(" and "));
                    self.wrong(asked, message, "included here");
                    continue;
                }
                Some(false) => continue, // once is enough
                None => {}
            }
            let Some(start) = self.include(&name, asked, loader) else { continue };
            let inner = includes(&self.text[start..]);
            // The place is inherited: messages point at the `#include` of the program itself,
            // however deep the text is that they are about.
            let inner = inner.into_iter().map(|(_, inner)| (asked, resolve(&name, &inner)));
            let inner = inner.collect::<Vec<_>>().into_iter();
            open.insert(name.clone(), true);
            stack.push((name, inner));
        }
    }

    /// Loads one text and puts it behind the others; where it begins.
    fn include(&mut self, name: &str, asked: Span, loader: Option<&dyn Loader>) -> Option<usize> {
        let Some(loader) = loader else {
            let message = format!("`{name}` cannot be included here");
            self.wrong(asked, message, "there are no other files beside this text");
            return None;
        };
        let text = match loader.load(name) {
            Ok(text) => text,
            Err(why) => {
                let message = format!("`{name}` cannot be included: {why}");
                self.wrong(asked, message, "asked here");
                return None;
            }
        };
        if self.text.len() + text.len() >= MAX_TEXT {
            let message = format!("with `{name}`, the program is too long");
            self.wrong(asked, message, "one text too many");
            return None;
        }
        self.text.push('\n');
        let start = self.text.len();
        self.text.push_str(&text);
        self.parts.push(Part { name: name.to_owned(), start: start as u32, asked });
        Some(start)
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

    /// Puts what is said about an included text where the program asks for it. Fixes that would edit
    /// an included text are dropped: the caller has the program's own text only.
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
        // Parts lie one behind the other, so the last that begins before the range is the one.
        let inside = span.start > self.own;
        self.parts.iter().rev().find(|p| inside && p.start <= span.start)
    }
}

/// The name of a text as the program itself would write it: an `#include` speaks of the folder of the
/// text in which it stands. What leads out of the program's folder stays as it is, for the loader to
/// refuse.
fn resolve(from: &str, name: &str) -> String {
    if name.starts_with(['/', '\\']) {
        return name.to_owned();
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(name.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
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
                // A dot inside of the quotes is part of a text token, so that the first dot token
                // ends the directive.
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
    fn names_speak_of_the_folder_in_which_they_stand() {
        let shelf = &[
            ("a.cep", "#include \"sub/b.cep\"."),
            ("sub/b.cep", "#include \"c.cep\". #include \"../d.cep\"."),
            ("sub/c.cep", "p : pred."),
            ("d.cep", "q : pred."),
        ];
        assert_eq!(said(MAIN, shelf), Vec::<String>::new());
        let out = &[("a.cep", "p : pred. q : pred.\n#include \"../d.cep\".")];
        let found = said(MAIN, out);
        assert!(found[0].contains("`../d.cep` cannot be included"), "{found:?}");
    }

    /// Includes the text of the next number, up to a last one.
    #[derive(Debug)]
    struct Chain(u32);

    impl Loader for Chain {
        fn load(&self, name: &str) -> Result<String, LoadError> {
            let at: u32 = name.trim_end_matches(".cep").parse().unwrap_or(0);
            Ok(match at {
                last if last == self.0 => "p : pred. q : pred.".to_owned(),
                at => format!("#include \"{}.cep\".", at + 1),
            })
        }
    }

    #[test]
    fn a_long_chain_of_includes_is_no_danger() {
        let options = Options { loader: Some(Arc::new(Chain(20_000))), ..Options::default() };
        let checked = check(MAIN, &options);
        assert_eq!(checked.diagnostics.len(), 0);
        assert!(checked.program.is_some());
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
