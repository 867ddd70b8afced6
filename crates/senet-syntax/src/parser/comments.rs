//! Comments as other languages write them: `//`, `--`, `#` and `/* … */`. They are read past, so that
//! one habit is one report.

use std::collections::HashSet;

use crate::codes;
use crate::diagnostic::Fix;
use crate::edit::TextEdit;
use crate::lexer::{Token, TokenKind};
use crate::parser::Parser;
use crate::span::Span;
use crate::tree::NodeKind;

/// How a comment on one line begins elsewhere.
const OPENERS: [&str; 2] = ["//", "--"];

/// The names that begin like a comment and are declared with a `:` right behind them: these are names.
pub(super) fn declared_like_comments<'t>(text: &'t str, tokens: &[Token]) -> HashSet<&'t str> {
    let mut meaning = tokens.iter().filter(|t| !t.kind.is_trivia()).peekable();
    let mut names = HashSet::new();
    while let Some(token) = meaning.next() {
        let name = token.span.of(text);
        if token.kind == TokenKind::Name
            && OPENERS.iter().any(|o| name.starts_with(o))
            && meaning.peek().is_some_and(|next| next.kind == TokenKind::Colon)
        {
            names.insert(name);
        }
    }
    names
}

impl Parser<'_> {
    /// A comment of another language where an item may begin.
    pub(super) fn foreign_comment(&mut self) -> bool {
        let fresh = self.at == 0 || self.on_new_line();
        match self.kind() {
            TokenKind::Name
                if fresh && self.text[self.span().start as usize..].starts_with("/*") =>
            {
                self.block()
            }
            // Not only on a line of its own: what the printer moves to a new line reads the same.
            TokenKind::Name => match OPENERS.iter().find(|o| self.word(0).starts_with(**o)) {
                Some(opener) if !self.odd_names.contains(self.word(0)) => self.line(opener),
                _ => false,
            },
            // The lexer has said what is wrong with the `#`.
            TokenKind::BadDirective if fresh && self.hash() => {
                let mark = self.mark();
                self.past_line();
                self.finish(mark, NodeKind::Error);
                true
            }
            _ => false,
        }
    }

    /// Whether words follow on the line of a `#`.
    fn hash(&self) -> bool {
        let next = self.meaning.get(self.at + 1).map(|i| self.tokens[*i as usize].span.start);
        let between = next.map_or("\n", |n| Span::new(self.span().end, n).of(self.text));
        !between.is_empty() && !between.contains('\n')
    }

    fn past_line(&mut self) {
        self.bump();
        while self.kind() != TokenKind::End && !self.on_new_line() {
            self.bump();
        }
    }

    /// `// words` and `-- words`.
    fn line(&mut self, opener: &str) -> bool {
        let (mark, place) = (self.mark(), self.span());
        self.past_line();
        let sign = Span::new(place.start, place.start + opener.len() as u32);
        let message = format!("`{opener}` begins no comment");
        self.error(&codes::UNEXPECTED, place, message, "`%` belongs here")
            .fix_last(Fix::certain("write `%`", vec![TextEdit::new(sign, "%")]))
            .help_last("comments begin with `%`");
        self.finish(mark, NodeKind::Error);
        true
    }

    /// `/* words */`, over one line or several.
    fn block(&mut self) -> bool {
        let (mark, open) = (self.mark(), self.span().start);
        let Some(length) = self.text[open as usize..].find("*/") else { return false };
        let close = Span::new(open + length as u32, open + length as u32 + 2);
        while self.kind() != TokenKind::End && self.span().start < close.end {
            self.bump();
        }
        // A `%` for each line; what follows on the last one gets a line of its own.
        let inside = Span::new(open, close.start).of(self.text);
        let mut edits = vec![TextEdit::new(Span::new(open, open + 2), "%")];
        for (at, _) in inside.match_indices('\n') {
            edits.push(TextEdit::insert(open + at as u32 + 1, "% "));
        }
        let rest = self.text[close.end as usize..].split('\n').next().unwrap_or("");
        let end = if rest.trim().is_empty() { "" } else { "\n" };
        let before = open + inside.trim_end_matches(' ').len() as u32;
        edits.push(TextEdit::new(Span::new(before.max(open + 2), close.end), end));
        let sign = Span::new(open, open + 2);
        self.error(&codes::UNEXPECTED, sign, "`/*` begins no comment", "`%` belongs here")
            .fix_last(Fix::certain("write `%` before each line", edits))
            .help_last("comments begin with `%` and end with their line");
        self.finish(mark, NodeKind::Error);
        true
    }
}
