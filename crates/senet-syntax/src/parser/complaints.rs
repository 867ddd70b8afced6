//! What the parser says when it does not understand. One mistake, one report.

use crate::MAX_TEXT;
use crate::codes;
use crate::diagnostic::{Code, Diagnostic, Fix, MAX_REPORTS};
use crate::edit::TextEdit;
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

    /// Adds a fix to the last report, unless it was not kept.
    pub(super) fn fix_last(&mut self, fix: Fix) -> &mut Self {
        if let Some(last) = self.diagnostics.last_mut()
            && self.kept
        {
            last.fixes.push(fix);
        }
        self
    }

    /// Begins an item, in which no separator has been wrong yet.
    pub(super) fn begin_separators(&mut self) {
        self.separated = false;
        self.separator = None;
    }

    /// Takes the token that separates the wrong way, and reports the first of an item; `right` is
    /// what belongs there.
    pub(super) fn wrong_separator(&mut self, message: &str, label: &str, right: &str) {
        // A `;` has been reported for what it is.
        let wrong = self.kind() == TokenKind::WrongDot;
        let place = self.span();
        self.kept = false;
        if !std::mem::replace(&mut self.separated, true) && !wrong {
            self.error(&codes::UNEXPECTED, place, message, label);
            self.separator = self.kept.then(|| self.diagnostics.len() - 1);
        }
        if !wrong {
            self.mend_separator(TextEdit::new(place, right));
        }
        self.bump();
    }

    /// Adds an edit to the fix of the wrong separators of this item.
    pub(super) fn mend_separator(&mut self, edit: TextEdit) {
        let report = self.separator.and_then(|i| self.diagnostics.get_mut(i));
        let Some(report) = report else { return };
        match report.fixes.first_mut() {
            Some(fix) => {
                // What is mended as a whole needs no edits inside.
                fix.edits
                    .retain(|e| e.span.end <= edit.span.start || edit.span.end <= e.span.start);
                fix.edits.push(edit);
            }
            None => {
                let title = report.labels[0].text.replace("belongs here", "").trim().to_owned();
                let title = match title.strip_prefix("no ") {
                    Some(sign) => format!("take the {sign} out"),
                    None => format!("write {title}"),
                };
                report.fixes.push(Fix::certain(title, vec![edit]));
            }
        }
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
        // A stage is closed on a line of its own; everything else where the last word ends.
        let block = open.kind == TokenKind::OpenBrace
            && (self.kind() == TokenKind::End || self.on_new_line());
        let edit = match (block, open.kind) {
            (true, _) => TextEdit::insert(self.previous_span().end, "\n}"),
            (_, TokenKind::Open) => TextEdit::insert(self.previous_span().end, ")"),
            _ => TextEdit::insert(self.previous_span().end, " }"),
        };
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
        )
        .help(match open.kind {
            TokenKind::Open => "each `(` needs its `)`",
            _ => "each `{` needs its `}`",
        })
        .fix(Fix::guess(format!("add the {close}"), vec![edit]));
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
            | TokenKind::WrongText
            | TokenKind::WrongDiffer
            | TokenKind::WrongAtMost
            | TokenKind::WrongAtLeast
            | TokenKind::BadNumber
            | TokenKind::BadText
    )
}

/// What is wrong with a token by itself, and what belongs in its place.
pub(super) fn lexical(text: &str, tokens: &[Token], at: usize) -> Option<Diagnostic> {
    let token = tokens[at];
    let instead = |with: &str| vec![TextEdit::new(token.span, with)];
    let found = match token.kind {
        TokenKind::Unknown => unknown(text, token),
        TokenKind::BadDirective if words_follow(text, tokens, at) => {
            wrong(text, token, "comments begin with `%`")
                .fix(Fix::certain("write `%`", instead("%")))
        }
        TokenKind::BadDirective => {
            wrong(text, token, "a directive is `#` and a name, as in `#trace`")
        }
        TokenKind::WrongDot if in_atoms(text, tokens, at) => {
            wrong(text, token, "the atoms of a context are separated by `,`")
                .fix(Fix::certain("write `,`", instead(",")))
        }
        TokenKind::WrongDot => {
            wrong(text, token, "an item ends with `.`").fix(Fix::certain("write `.`", instead(".")))
        }
        TokenKind::WrongStar => wrong(text, token, "`*` joins atoms: `a * b`")
            .fix(Fix::certain("write `*`", instead("*"))),
        TokenKind::WrongArrow => wrong(text, token, "the arrow of a rule is `-o`: `a -o b`")
            .fix(Fix::certain("write `-o`", instead("-o"))),
        TokenKind::WrongDiffer => wrong(text, token, "`different from` is written `<>`: `X <> Y`")
            .fix(Fix::certain("write `<>`", instead("<>"))),
        TokenKind::WrongAtMost => wrong(text, token, "`at most` is written `<=`: `N <= 3`")
            .fix(Fix::certain("write `<=`", instead("<="))),
        TokenKind::WrongAtLeast => wrong(text, token, "`at least` is written `>=`: `N >= 3`")
            .fix(Fix::certain("write `>=`", instead(">="))),
        TokenKind::WrongText => {
            let letters = token.span.of(text);
            let mut inside = letters.chars();
            let quotes = (inside.next(), inside.next_back());
            let straight = format!("\"{}\"", inside.as_str().replace('"', "\\\""));
            let (open, close) = (quotes.0.unwrap_or('“'), quotes.1.unwrap_or('”'));
            Diagnostic::new(
                &codes::UNKNOWN_CHARACTER,
                token.span,
                format!("the quotes `{open}` and `{close}` mean nothing here"),
                "not part of the language",
            )
            .help("texts stand in straight quotes: `\"…\"`")
            .fix(Fix::certain("write straight quotes", instead(&straight)))
        }
        TokenKind::BadNumber if sizes(token.span.of(text)).is_some() => {
            let sizes = sizes(token.span.of(text)).unwrap_or_default();
            Diagnostic::new(
                &codes::BAD_NUMBER,
                token.span,
                format!("`{}` is neither a number nor a name", token.span.of(text)),
                "two numbers in one word",
            )
            .help(format!("sizes stand side by side: `{sizes}`"))
            .fix(Fix::certain(format!("write `{sizes}`"), instead(&sizes)))
        }
        TokenKind::BadNumber => Diagnostic::new(
            &codes::BAD_NUMBER,
            token.span,
            format!("`{}` is neither a number nor a name", token.span.of(text)),
            "a name cannot begin with a digit",
        )
        .help("a name begins with a letter: `d3` instead of `3d`"),
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

/// Characters that the language does not use.
fn unknown(text: &str, token: Token) -> Diagnostic {
    let letters = token.span.of(text);
    let shown = letters.chars().take(12).flat_map(char::escape_default);
    let found = Diagnostic::new(
        &codes::UNKNOWN_CHARACTER,
        token.span,
        format!("`{}` means nothing here", shown.collect::<String>()),
        "not part of the language",
    );
    let negation = || vec![TextEdit::new(token.span, "not ")];
    match letters.chars().next() {
        Some('[' | ']') => found.help("arguments stand side by side: `on X Y`"),
        Some('~' | '¬') if letters.chars().count() == 1 => {
            found.help("write `not`: `not p X`").fix(Fix::certain("write `not`", negation()))
        }
        Some('~' | '¬') => found.help("write `not`: `not p X`"),
        Some('\'' | '‘' | '’' | '“' | '”' | '„' | '`') => {
            found.help("texts stand in straight quotes: `\"…\"`")
        }
        Some('?') => found.help("a variable begins in upper case, without `?`: `X`"),
        Some('@') => found.help("a sign on a board is a text in quotes: `\"@\"`"),
        _ => found,
    }
}

/// How many tokens around a wrong one are looked at.
const AROUND: usize = 400;

/// Whether a token stands in braces that hold atoms, and not in those of a stage or family.
fn in_atoms(text: &str, tokens: &[Token], at: usize) -> bool {
    let mut depth = 0_u32;
    let before = tokens[..at].iter().rev().filter(|t| !t.kind.is_trivia());
    let mut before = before.take(AROUND);
    while let Some(token) = before.next() {
        match token.kind {
            TokenKind::CloseBrace => depth += 1,
            TokenKind::OpenBrace if depth > 0 => depth -= 1,
            TokenKind::OpenBrace => {
                let rules = |t: &Token| {
                    matches!(t.kind, TokenKind::Stage | TokenKind::DotDot)
                        || t.span.of(text) == "in"
                };
                return !before.take(3).any(rules);
            }
            _ => {}
        }
    }
    false
}

/// `3x4` as two numbers.
fn sizes(letters: &str) -> Option<String> {
    let (a, b) = letters.split_once(['x', 'X', '×'])?;
    let number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    (number(a) && number(b)).then(|| format!("{a} {b}"))
}

/// Whether a blank and words stand behind a `#` that begins its line.
fn words_follow(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = text[..tokens[at].span.start as usize].rsplit('\n').next().unwrap_or("");
    let space = |t: &Token| t.kind == TokenKind::Space && !t.span.of(text).contains('\n');
    before.trim().is_empty()
        && tokens.get(at + 1).is_some_and(space)
        && tokens.get(at + 2).is_some_and(|t| !t.kind.is_trivia())
}

/// `N => 3` in a rule that has its arrow compares, and is read as `>=`.
pub(super) fn arrows_that_compare(text: &str, tokens: &mut [Token]) {
    let wrong =
        |(_, t): &(usize, &Token)| t.kind == TokenKind::WrongArrow && t.span.of(text) == "=>";
    let some: Vec<usize> =
        tokens.iter().enumerate().filter(wrong).take(MAX_REPORTS).map(|(i, _)| i).collect();
    for at in some {
        let means = |t: &&Token| !t.kind.is_trivia();
        let number = |t: Option<&Token>| {
            t.is_some_and(|t| {
                t.kind == TokenKind::Number || crate::ast::is_variable(t.span.of(text))
            })
        };
        let left = tokens[..at].iter().rev().find(means);
        let right = tokens[at + 1..].iter().find(means);
        if number(left) && number(right) && has_arrow(tokens, at) {
            tokens[at].kind = TokenKind::WrongAtLeast;
        }
    }
}

/// Whether the item around a token has an arrow besides.
fn has_arrow(tokens: &[Token], at: usize) -> bool {
    let inside = |t: &&Token| {
        !matches!(t.kind, TokenKind::Dot | TokenKind::OpenBrace | TokenKind::CloseBrace)
    };
    let before = tokens[..at].iter().rev().take(AROUND).take_while(inside);
    let after = tokens[at + 1..].iter().take(AROUND).take_while(inside);
    before.chain(after).any(|t| t.kind == TokenKind::Lolli)
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
