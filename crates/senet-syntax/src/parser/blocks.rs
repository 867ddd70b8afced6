//! Items that begin with a word of the extensions: boards and families. The words are free
//! elsewhere, so each item is recognised by more than its first word.

use crate::codes;
use crate::diagnostic::Fix;
use crate::edit::TextEdit;
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::tree::NodeKind;

impl Parser<'_> {
    /// `board NAME =`: nothing else has two names before its `=`. With a shape and a size behind it,
    /// `board NAME :` and `board =` are meant as boards too.
    pub(super) fn begins_board(&self) -> bool {
        let shape = |n| self.nth(n) == TokenKind::Name && self.nth(n + 1) == TokenKind::Number;
        let begins = match (self.nth(1), self.nth(2)) {
            (TokenKind::Name, TokenKind::Equals) => true,
            (TokenKind::Name, TokenKind::Colon) => shape(3),
            (TokenKind::Equals, _) => shape(2),
            _ => false,
        };
        self.kind() == TokenKind::Name && self.word(0) == "board" && begins
    }

    /// `for N in`
    pub(super) fn begins_family(&self) -> bool {
        self.kind() == TokenKind::Name
            && self.word(0) == "for"
            && self.nth(1) == TokenKind::Name
            && self.word(2) == "in"
    }

    /// `ordered stage NAME =`
    pub(super) fn begins_ordered(&self) -> bool {
        self.kind() == TokenKind::Name
            && self.word(0) == "ordered"
            && self.nth(1) == TokenKind::Stage
            && (self.nth(2) != TokenKind::Name
                || matches!(
                    self.nth(3),
                    TokenKind::Equals | TokenKind::OpenBrace | TokenKind::Colon
                ))
    }

    /// `board cell = square 8 8 torus.`
    pub(super) fn board(&mut self) {
        let mark = self.mark();
        self.past_head = true;
        self.begin_separators();
        self.bump();
        if self.kind() == TokenKind::Name {
            self.leaf(NodeKind::Name);
        } else {
            let after = self.previous_span().after();
            let edit = TextEdit::insert(after.start, " cell");
            let message = "a board needs a name for the type of its cells";
            self.error(&codes::UNEXPECTED, after, message, "a name belongs here")
                .fix_last(Fix::guess("call it `cell`", vec![edit]))
                .help_last("for example `board cell = square 8 8.`");
            self.broken();
        }
        if self.kind() == TokenKind::Colon {
            let colon = self.span();
            let message = "the shape of a board stands behind `=`";
            self.error(&codes::UNEXPECTED, colon, message, "`=` belongs here")
                .fix_last(Fix::certain("write `=`", vec![TextEdit::new(colon, "=")]))
                .help_last("for example `board cell = square 8 8.`");
        }
        self.bump();
        loop {
            match self.kind() {
                TokenKind::Name | TokenKind::Number if !self.begins_declaration() => self.primary(),
                TokenKind::BadNumber | TokenKind::OpenBrace => self.primary(),
                TokenKind::Comma => self.wrong_separator(
                    "what describes a board stands side by side",
                    "no `,` belongs here",
                    "",
                ),
                _ => break,
            }
        }
        self.end_of_item();
        self.finish(mark, NodeKind::BoardItem);
    }

    /// `for N in 1..6, D in dir { rules }`
    pub(super) fn family(&mut self) {
        let mark = self.mark();
        if self.too_deep() {
            return;
        }
        self.depth += 1;
        self.bump();
        while self.kind() == TokenKind::Name && self.word(1) == "in" {
            self.leaf(NodeKind::Name);
            self.bump();
            self.domain();
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if self.kind() == TokenKind::OpenBrace {
            self.bump();
            let open = self.previous();
            loop {
                match self.kind() {
                    TokenKind::CloseBrace => {
                        self.bump();
                        break;
                    }
                    TokenKind::End | TokenKind::Context | TokenKind::Directive => {
                        self.unclosed(open);
                        break;
                    }
                    TokenKind::Stage if self.begins_block() => {
                        self.unclosed(open);
                        break;
                    }
                    _ if self.begins_family() => self.family(),
                    _ if self.foreign_comment() => {}
                    _ => self.declaration(),
                }
            }
            self.eat(TokenKind::Dot);
        } else {
            let found = self.kind().describe();
            let message = format!("expected `{{` and the rules of this family, found {found}");
            self.error(&codes::UNEXPECTED, self.span(), message, "`{` belongs here")
                .help_last("a family is `for N in 1..6, D in dir { rules }`");
            self.broken();
            self.skip();
        }
        self.depth -= 1;
        self.finish(mark, NodeKind::FamilyItem);
    }

    /// `1..6`, or the name of a type.
    fn domain(&mut self) {
        match self.kind() {
            TokenKind::Name | TokenKind::Number if self.nth(1) == TokenKind::DotDot => self.range(),
            TokenKind::Name => self.leaf(NodeKind::Name),
            found => {
                let message =
                    format!("a family goes over a range or a type, found {}", found.describe());
                self.error(&codes::UNEXPECTED, self.span(), message, "a range belongs here");
                self.broken();
            }
        }
    }
}
