//! What the parser says when it does not understand. One mistake, one report.

use crate::MAX_TEXT;
use crate::codes;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Token, TokenKind};
use crate::parser::{MAX_DEPTH, Parser};
use crate::span::Span;
use crate::tree::NodeKind;

impl Parser<'_> {
    pub(super) fn error(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Self {
        let diagnostic = Diagnostic::new(code, span, message, label);
        // The same place is reported once; what follows from it is noise.
        let last = self.diagnostics.last();
        self.kept = last.is_none_or(|d| d.labels.iter().all(|l| l.span != span));
        if self.kept {
            self.diagnostics.push(diagnostic);
        }
        self
    }

    /// Adds help to the last report, unless it was not kept, has some, or there is none to give.
    pub(super) fn help_last(&mut self, text: &str) {
        if let Some(last) = self.diagnostics.last_mut()
            && self.kept
            && last.help.is_empty()
            && !text.is_empty()
        {
            last.help.push(text.to_owned());
        }
    }

    /// Takes the token that separates the wrong way, and reports the first of an item.
    pub(super) fn wrong_separator(&mut self, message: &str, label: &str) {
        // A `;` has been reported for what it is.
        let wrong = self.kind() == TokenKind::WrongDot;
        self.kept = false;
        if !std::mem::replace(&mut self.separated, true) && !wrong {
            self.error(&codes::UNEXPECTED, self.span(), message, label);
        }
        self.bump();
    }

    /// Reports nesting beyond the limit and skips the rest of the item.
    pub(super) fn too_deep(&mut self) -> bool {
        if self.depth < MAX_DEPTH {
            return false;
        }
        self.error(
            &codes::TOO_DEEP,
            self.span(),
            format!("more than {MAX_DEPTH} levels of nesting"),
            "one level too many",
        )
        .help_last("large numbers can be written as digits: `3` for `s (s (s z))`");
        let mark = self.mark();
        while !matches!(self.kind(), TokenKind::Dot | TokenKind::CloseBrace | TokenKind::End) {
            self.bump();
        }
        self.finish(mark, NodeKind::Error);
        true
    }

    pub(super) fn unclosed(&mut self, open: Token) {
        let what = open.kind.describe();
        let here = self.span();
        // One report for one mistake: a nest of unclosed brackets ends at the same place, and so
        // does whatever else was not understood there.
        let again = self.diagnostics.last().is_some_and(|d| {
            let unclosed = d.code.0.id == codes::UNCLOSED.id || d.code.0.id == codes::TOO_DEEP.id;
            unclosed && d.labels.get(1).is_none_or(|l| l.span == here) || d.span() == here
        });
        if again {
            return;
        }
        let close = if open.kind == TokenKind::Open { "`)`" } else { "`}`" };
        let diagnostic = Diagnostic::new(
            &codes::UNCLOSED,
            open.span,
            format!("this {what} is never closed"),
            "opened here",
        )
        .label(
            here,
            match self.kind() {
                TokenKind::End => format!("the file ends without {close}"),
                _ => format!("{close} belongs before this"),
            },
        );
        self.diagnostics.push(diagnostic);
    }
}

pub(super) fn too_long(text: &str) -> Diagnostic {
    let (has, most) = (text.len(), MAX_TEXT >> 20);
    Diagnostic::new(
        &codes::TOO_LONG,
        Span::new(0, 0),
        format!("this text has {has} bytes; the longest allowed has {most} MiB"),
        "the text begins here",
    )
    .help("split the program, or make it in Rust instead of as text")
}

/// Whether a token is wrong by itself.
pub(super) fn is_wrong(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Unknown
            | TokenKind::BadDirective
            | TokenKind::WrongDot
            | TokenKind::WrongStar
            | TokenKind::WrongArrow
            | TokenKind::BadNumber
            | TokenKind::BadText
    )
}

/// What is wrong with a token by itself.
pub(super) fn lexical(text: &str, token: Token) -> Option<Diagnostic> {
    let found = match token.kind {
        TokenKind::Unknown => {
            let letters = token.span.of(text);
            let shown = letters.chars().take(12).flat_map(char::escape_default);
            let found = Diagnostic::new(
                &codes::UNKNOWN_CHARACTER,
                token.span,
                format!("`{}` means nothing here", shown.collect::<String>()),
                "not part of the language",
            );
            match letters.chars().next() {
                Some('[' | ']') => found.help("arguments stand side by side: `on X Y`"),
                Some('~' | '¬') => found.help("write `not`: `not p X`"),
                Some('\'' | '‘' | '’' | '“' | '”' | '„' | '`') => {
                    found.help("texts stand in straight quotes: `\"…\"`")
                }
                _ => found,
            }
        }
        TokenKind::BadDirective => {
            wrong(text, token, "a directive is `#` and a name, as in `#trace`")
        }
        TokenKind::WrongDot => wrong(text, token, "an item ends with `.`"),
        TokenKind::WrongStar => wrong(text, token, "`*` joins atoms: `a * b`"),
        TokenKind::WrongArrow => wrong(text, token, "the arrow of a rule is `-o`: `a -o b`"),
        TokenKind::BadNumber => Diagnostic::new(
            &codes::BAD_NUMBER,
            token.span,
            format!("`{}` is neither a number nor a name", token.span.of(text)),
            "a name cannot begin with a digit",
        ),
        TokenKind::BadText => Diagnostic::new(
            &codes::UNCLOSED,
            token.span,
            "this text has no closing quote",
            "opened here",
        )
        .help("a text in quotes ends on the line where it begins"),
        _ => return None,
    };
    Some(found)
}

/// Something that is written differently here, and understood all the same.
fn wrong(text: &str, token: Token, help: &str) -> Diagnostic {
    let letters = token.span.of(text);
    Diagnostic::new(
        &codes::UNKNOWN_CHARACTER,
        token.span,
        format!("`{letters}` means nothing here"),
        "not part of the language",
    )
    .help(help)
}
