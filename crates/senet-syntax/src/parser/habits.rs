//! Habits from other languages: each is recognised, reported once with what to write instead, and
//! read past.

use crate::codes;
use crate::diagnostic::Fix;
use crate::edit::TextEdit;
use crate::lexer::{Token, TokenKind};
use crate::parser::Parser;
use crate::span::Span;
use crate::tree::NodeKind;

/// How many tokens of a block without its word are looked at, to tell what it is.
const SOME: usize = 200;

impl Parser<'_> {
    /// `:-`, as Prolog writes `<-`: a colon with the name `-` stuck to it.
    pub(super) fn turnstile(&mut self) {
        let dash = self.kind() == TokenKind::Name && self.word(0) == "-";
        let colon = self.previous_span();
        if dash && self.span().start == colon.end && self.nth(1) == TokenKind::Name {
            let both = colon.to(self.span());
            self.error(&codes::UNEXPECTED, both, "`:-` is not an arrow", "`<-` belongs here")
                .fix_last(Fix::certain("write `<-`", vec![TextEdit::new(both, "<-")]))
                .help_last("a backward rule is `name : head <- goal <- goal.`");
            self.bump();
            self.broken();
        }
    }

    /// `name : stage = { … }` and `name : context = { … }`.
    pub(super) fn block_with_colon(&mut self) -> bool {
        let opens = |k| matches!(k, TokenKind::Equals | TokenKind::OpenBrace);
        let block = matches!(self.kind(), TokenKind::Stage | TokenKind::Context);
        if !block || !opens(self.nth(1)) {
            return false;
        }
        let what = self.word(0).to_owned();
        let place = self.span();
        let message = format!("`{what}` stands before the name");
        self.error(&codes::UNEXPECTED, place, message, "not here");
        // The name and the colon stand before the word.
        if let Some(name) = self.at.checked_sub(2).map(|i| self.tokens[self.meaning[i] as usize]) {
            let turned = format!("{what} {}", name.span.of(self.text));
            let edit = TextEdit::new(name.span.to(place), turned.as_str());
            self.fix_last(Fix::certain(format!("write `{turned}`"), vec![edit]));
        }
        self.help_last(&format!("write `{what} NAME = {{ … }}`"));
        self.bump();
        self.past_block();
        self.ended = true;
        true
    }

    /// `name = { … }`.
    pub(super) fn block_without_word(&mut self) -> bool {
        if self.kind() != TokenKind::Equals || self.nth(1) != TokenKind::OpenBrace {
            return false;
        }
        let place = self.previous_span();
        let message = "a name alone is neither a stage nor a context";
        self.error(&codes::UNEXPECTED, place, message, "`stage` or `context` belongs before this");
        let rules = (2..SOME).map(|n| self.nth(n)).take_while(|k| *k != TokenKind::CloseBrace);
        let rules = { rules }.any(|k| k == TokenKind::Lolli || k == TokenKind::Colon);
        let word = if rules { "stage" } else { "context" };
        let edit = TextEdit::insert(place.start, format!("{word} "));
        self.fix_last(Fix::certain(format!("write `{word}` before it"), vec![edit])).help_last(
            "a stage is `stage NAME = { rules }`, a context `context NAME = { atoms }.`",
        );
        self.past_block();
        true
    }

    /// Skips `= { … }` and a dot.
    fn past_block(&mut self) {
        let mark = self.mark();
        self.eat(TokenKind::Equals);
        let closes = self.closes();
        if self.eat(TokenKind::OpenBrace) {
            self.skip_braces(closes);
        }
        self.eat(TokenKind::Dot);
        self.finish(mark, NodeKind::Error);
    }

    /// `a : t, b : t`: a comma where one declaration ends and the next begins.
    pub(super) fn comma_ends(&self) -> bool {
        let mut rest = 1..8;
        self.kind() == TokenKind::Comma
            && self.nth(1) == TokenKind::Name
            && rest
                .find(|n| self.nth(*n) != TokenKind::Name)
                .is_some_and(|n| self.nth(n) == TokenKind::Colon)
    }

    /// `ann, bob : player`: at the comma, the kind that follows.
    pub(super) fn shared_kind(&self) -> Option<String> {
        let mut n = 0;
        while self.nth(n) == TokenKind::Comma && self.nth(n + 1) == TokenKind::Name && n < SOME {
            n += 2;
        }
        let ends = self.nth(n) == TokenKind::Colon && self.nth(n + 1) == TokenKind::Name;
        let dot = matches!(self.nth(n + 2), TokenKind::Dot | TokenKind::WrongDot);
        (n > 0 && ends && dot && !self.past_head).then(|| self.word(n + 1).to_owned())
    }

    /// `player : type = { ann, bob }`.
    pub(super) fn values_in_type(&mut self) -> bool {
        let before =
            |n: usize| self.at.checked_sub(n).map(|i| self.tokens[self.meaning[i] as usize]);
        let (Some(name), Some(colon), Some(kind)) = (before(3), before(2), before(1)) else {
            return false;
        };
        let ty = colon.kind == TokenKind::Colon && kind.span.of(self.text) == "type";
        if !ty || self.kind() != TokenKind::Equals || self.nth(1) != TokenKind::OpenBrace {
            return false;
        }
        let name = name.span.of(self.text);
        let mut values = String::new();
        let mut n = 2;
        while matches!(self.nth(n), TokenKind::Name | TokenKind::Comma | TokenKind::Bar) && n < SOME
        {
            if self.nth(n) == TokenKind::Name {
                values.push_str(&format!(".  {} : {name}", self.word(n)));
            }
            n += 1;
        }
        let example = values.clone();
        let place = self.span();
        let message = "the values of a type are declared one by one";
        self.error(&codes::UNEXPECTED, place, message, "no `=` belongs here");
        if self.nth(n) == TokenKind::CloseBrace {
            let close = self.tokens[self.meaning[self.at + n] as usize].span;
            if self.nth(n + 1) != TokenKind::Dot {
                values.push('.');
            }
            let edit = TextEdit::new(Span::new(kind.span.end, close.end), values);
            self.fix_last(Fix::certain("declare them one by one", vec![edit]));
        }
        let example = if example.is_empty() {
            format!(".  a : {name}.  b : {name}.")
        } else {
            format!("{}.", example.trim_end_matches('.'))
        };
        self.help_last(&format!("write `{name} : type{example}`"));
        self.past_block();
        true
    }

    /// `3 coin` for `coin^3`: at the name.
    pub(super) fn counted_atom(&mut self) -> bool {
        if self.kind() != TokenKind::Name
            || self.at == 0
            || self.previous().kind != TokenKind::Number
        {
            return false;
        }
        let (number, atom) = (self.previous_span(), self.span());
        let count = number.of(self.text);
        let message = "how many copies are meant stands behind the atom";
        self.error(&codes::UNEXPECTED, number, message, "not here");
        let alone = !matches!(
            self.nth(1),
            TokenKind::Name | TokenKind::Number | TokenKind::Open | TokenKind::Wild
        );
        if alone {
            let edits = vec![
                TextEdit::delete(Span::new(number.start, atom.start)),
                TextEdit::insert(atom.end, format!("^{count}")),
            ];
            let title = format!("write `{}^{count}`", atom.of(self.text));
            self.fix_last(Fix::certain(title, edits));
        }
        self.help_last(&format!("write `{}^{count}`", atom.of(self.text)));
        true
    }

    /// The comma of `on(X, Y)`.
    pub(super) fn comma_in_call(&mut self) {
        let message = "arguments stand side by side, without commas";
        self.wrong_separator(message, "no `,` belongs here", "");
        self.help_last("for example `on X Y`, or `on (s X) Y`");
        self.broken();
    }

    /// At the `)` of `on(s(X), Y)`: writes ` (s X) Y` instead, if there were commas. `first` is the
    /// first token inside.
    pub(super) fn mend_call(&mut self, open: Token, first: usize) {
        let inside = &self.meaning[first..self.at];
        let mut pieces: Vec<(u32, u32, usize)> = Vec::new();
        let (mut depth, mut begins) = (0_u32, true);
        for i in inside {
            let token = self.tokens[*i as usize];
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Comma if depth == 0 => {
                    begins = true;
                    continue;
                }
                _ => {}
            }
            match pieces.last_mut().filter(|_| !begins) {
                Some(last) => {
                    last.1 = token.span.end;
                    last.2 += 1;
                }
                None => pieces.push((token.span.start, token.span.end, 1)),
            }
            begins = false;
        }
        if pieces.len() < 2 {
            return;
        }
        let mut text = String::new();
        for (start, end, tokens) in pieces {
            let letters = Span::new(start, end).of(self.text);
            let whole = tokens == 1 || letters.starts_with('(') && letters.ends_with(')');
            text.push_str(&if whole { format!(" {letters}") } else { format!(" ({letters})") });
        }
        let span = open.span.to(self.span());
        self.mend_separator(TextEdit::new(span, text));
    }

    /// `(a | b)`: there is no choice inside of a rule.
    pub(super) fn alternatives(&mut self) {
        self.error(
            &codes::UNEXPECTED,
            self.span(),
            "a rule has no alternatives",
            "`|` stands in sets only: `{ free C | C : cell }`",
        )
        .help_last(
            "write a rule for each case: one that needs the first, one that needs the second",
        );
        self.broken();
        let mut depth = 0_u32;
        while !matches!(
            self.kind(),
            TokenKind::Dot | TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::End
        ) {
            match self.kind() {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => break,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }
}
