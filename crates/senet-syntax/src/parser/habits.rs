//! Habits from other languages: each is recognised, reported once with what to write instead, and
//! read past.

use crate::codes;
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::tree::NodeKind;

impl Parser<'_> {
    /// `// …` on a line of its own, which looks like a comment and not like part of an item.
    pub(super) fn slashes(&mut self) -> bool {
        let fresh = || self.at == 0 || self.on_new_line();
        if self.kind() != TokenKind::Name || !self.word(0).starts_with("//") || !fresh() {
            return false;
        }
        let (mark, place) = (self.mark(), self.span());
        self.bump();
        while self.kind() != TokenKind::End && !self.on_new_line() {
            let words =
                matches!(self.kind(), TokenKind::Name | TokenKind::Number | TokenKind::Comma);
            if !words {
                self.at = mark.at;
                return false;
            }
            self.bump();
        }
        let words = matches!(self.kind(), TokenKind::Name | TokenKind::Number);
        if !words
            && !matches!(
                self.kind(),
                TokenKind::Directive | TokenKind::Stage | TokenKind::Context | TokenKind::End
            )
        {
            self.at = mark.at;
            return false;
        }
        self.error(&codes::UNEXPECTED, place, "`//` begins no comment", "`%` belongs here");
        self.finish(mark, NodeKind::Error);
        true
    }

    /// `:-`, as Prolog writes `<-`: a colon with the name `-` stuck to it.
    pub(super) fn turnstile(&mut self) {
        let dash = self.kind() == TokenKind::Name && self.word(0) == "-";
        let colon = self.previous_span();
        if dash && self.span().start == colon.end && self.nth(1) == TokenKind::Name {
            let both = colon.to(self.span());
            self.error(&codes::UNEXPECTED, both, "`:-` is no arrow", "`<-` belongs here")
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
        self.error(&codes::UNEXPECTED, place, message, "not here")
            .help_last(&format!("write `{what} NAME = {{ … }}`"));
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

    /// The comma of `on(X, Y)`.
    pub(super) fn comma_in_call(&mut self) {
        self.wrong_separator("arguments stand side by side, without commas", "no `,` belongs here");
        self.help_last("for example `on X Y`, or `on (s X) Y`");
        self.broken();
    }
}
