//! What stands inside an item: `name : a * b -o c`, from the loosest operator to single words.

use crate::codes;
use crate::diagnostic::Fix;
use crate::edit::TextEdit;
use crate::lexer::{Token, TokenKind};
use crate::parser::Parser;
use crate::parser::cursor::Mark;
use crate::tree::NodeKind;

impl<'t> Parser<'t> {
    pub(super) fn colon(&mut self) {
        let mark = self.mark();
        self.back_chain();
        if self.kind() == TokenKind::Colon {
            self.bump();
            self.past_head = true;
            self.turnstile();
            if matches!(self.kind(), TokenKind::Number | TokenKind::Name)
                && self.nth(1) == TokenKind::DotDot
            {
                self.range();
            } else if !self.block_with_colon() {
                self.back_chain();
            }
            self.finish(mark, NodeKind::Colon);
        }
    }

    fn back_chain(&mut self) {
        self.many(
            &[TokenKind::BackArrow, TokenKind::BackLolli],
            NodeKind::BackChain,
            Parser::chain,
        );
    }

    fn chain(&mut self) {
        self.many(
            &[TokenKind::Arrow, TokenKind::Lolli, TokenKind::WrongArrow],
            NodeKind::Chain,
            Parser::tensor,
        );
    }

    pub(super) fn tensor(&mut self) {
        self.many(&[TokenKind::Star, TokenKind::WrongStar], NodeKind::Tensor, Parser::prefix);
    }

    /// `part (operator part)*` as one flat node; after an arrow, nothing is a part too.
    fn many(&mut self, operators: &[TokenKind], node: NodeKind, part: fn(&mut Parser<'t>)) {
        let mark = self.mark();
        part(self);
        let mut several = false;
        loop {
            let here = self.kind();
            let comma = here == TokenKind::Comma && node == NodeKind::Tensor && !self.in_braces;
            if comma && self.in_call {
                self.comma_in_call();
            } else if comma && !self.comma_ends() && self.shared_kind().is_none() {
                self.wrong_separator(
                    "the atoms of a rule are joined by `*`, not `,`",
                    "`*` belongs here",
                    " *",
                );
                self.help_last("`*` joins atoms: `a * b`");
            } else if operators.contains(&here) {
                self.bump();
            } else {
                break;
            }
            several = true;
            let arrow = node != NodeKind::Tensor;
            self.past_head |= arrow;
            let over = matches!(
                self.kind(),
                TokenKind::Dot
                    | TokenKind::WrongDot
                    | TokenKind::Close
                    | TokenKind::CloseBrace
                    | TokenKind::End
                    | TokenKind::BackLolli
            );
            if arrow && (over || self.begins_declaration()) {
                let empty = self.mark();
                self.finish(empty, NodeKind::Empty);
            } else {
                part(self);
            }
        }
        if several {
            self.finish(mark, node);
        }
    }

    fn prefix(&mut self) {
        if !matches!(self.kind(), TokenKind::Bang | TokenKind::Dollar) {
            return self.compare();
        }
        let mark = self.mark();
        if self.too_deep() {
            return;
        }
        self.depth += 1;
        self.bump();
        self.prefix();
        self.depth -= 1;
        self.finish(mark, NodeKind::Prefix);
    }

    fn compare(&mut self) {
        let mark = self.mark();
        self.copies();
        // `name = { … }` is a block without its word.
        let block = self.kind() == TokenKind::Equals && self.nth(1) == TokenKind::OpenBrace;
        if self.kind().compares() && !block {
            self.bump();
            self.copies();
            self.finish(mark, NodeKind::Compare);
        }
    }

    /// `plank^4`
    fn copies(&mut self) {
        let mark = self.mark();
        self.sum();
        if self.kind() != TokenKind::Caret {
            return;
        }
        self.bump();
        if matches!(self.kind(), TokenKind::Number | TokenKind::Name | TokenKind::BadNumber) {
            self.primary();
        } else {
            let found = self.kind().describe();
            let message = format!("`^` needs a number of copies, found {found}");
            self.error(&codes::UNEXPECTED, self.span(), message, "a number belongs here");
            self.broken();
        }
        self.finish(mark, NodeKind::Copies);
    }

    fn sum(&mut self) {
        let mark = self.mark();
        self.app();
        let mut several = false;
        while self.eat(TokenKind::Plus) {
            several = true;
            self.app();
        }
        if several {
            self.finish(mark, NodeKind::Sum);
        }
    }

    fn app(&mut self) {
        let mark = self.mark();
        let head = self.kind();
        self.primary();
        // `3 - N` and `(N + 1) - M`: a sum that begins with something else than a name.
        let sum = || self.kind() == TokenKind::Name && matches!(self.word(0), "-" | "/" | "mod");
        let applies = match head {
            TokenKind::Name | TokenKind::Pred => true,
            TokenKind::Number | TokenKind::Open | TokenKind::Wild => sum(),
            _ => false,
        };
        if !applies {
            return;
        }
        // What stands behind these words in parentheses is atoms, and no argument.
        let word = self.previous_span().of(self.text);
        let call = !matches!(word, "not" | "count" | "sum" | "max" | "min");
        let mut arguments = false;
        while self.begins_argument()
            && !(self.past_head && self.begins_declaration())
            && !(self.on_new_line() && self.begins_board())
        {
            arguments = true;
            let in_call = std::mem::replace(&mut self.in_call, call);
            self.primary();
            self.in_call = in_call;
        }
        if arguments {
            self.finish(mark, NodeKind::App);
        }
    }

    fn begins_argument(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Name
                | TokenKind::Number
                | TokenKind::BadNumber
                | TokenKind::Wild
                | TokenKind::HostName
                | TokenKind::Text
                | TokenKind::WrongText
                | TokenKind::BadText
                | TokenKind::Open
        )
    }

    pub(super) fn primary(&mut self) {
        match self.kind() {
            TokenKind::Name | TokenKind::Pred => self.leaf(NodeKind::Name),
            TokenKind::Number => self.leaf(NodeKind::Number),
            TokenKind::Wild => self.leaf(NodeKind::Wild),
            TokenKind::HostName => self.leaf(NodeKind::HostName),
            TokenKind::Text | TokenKind::WrongText => self.leaf(NodeKind::Text),
            TokenKind::BadNumber | TokenKind::BadText => self.leaf(NodeKind::Error), // it has been reported
            TokenKind::Open => self.paren(),
            TokenKind::OpenBrace => self.braces(),
            TokenKind::Stage => {
                let mark = self.mark();
                self.bump();
                if self.kind() == TokenKind::Name {
                    self.leaf(NodeKind::Name);
                } else {
                    let found = self.kind().describe();
                    self.error(
                        &codes::UNEXPECTED,
                        self.span(),
                        format!("`stage` needs the name of a stage, found {found}"),
                        "a name belongs here",
                    );
                    if self.kind() == TokenKind::Colon {
                        self.help_last("this word is taken by the language; choose another name");
                    }
                    self.broken();
                }
                self.finish(mark, NodeKind::StageRef);
            }
            found => {
                let compares = self.at > 0
                    && (self.previous().kind.compares() || self.previous().kind == TokenKind::Plus);
                let what = if compares { "a term" } else { "an atom" };
                self.error(
                    &codes::UNEXPECTED,
                    self.span(),
                    format!("expected {what}, found {}", found.describe()),
                    format!("{what} belongs here"),
                );
                let begins = self.at == 0
                    || matches!(self.previous().kind, TokenKind::Colon | TokenKind::Dot);
                if begins && matches!(found, TokenKind::Lolli | TokenKind::WrongArrow) {
                    let unit = TextEdit::insert(self.span().start, "() ");
                    self.fix_last(Fix::certain("write `()` on the left", vec![unit]));
                    self.help_last("a rule that needs nothing has `()` on its left");
                }
                self.broken();
            }
        }
    }

    fn paren(&mut self) {
        let mark = self.mark();
        if self.too_deep() {
            return;
        }
        self.bump();
        let open = self.previous();
        if self.eat(TokenKind::Close) {
            return self.finish(mark, NodeKind::Unit);
        }
        self.depth += 1;
        let in_braces = std::mem::replace(&mut self.in_braces, false);
        let inside = self.mark();
        let first = self.at;
        self.back_chain();
        self.member(inside);
        self.in_braces = in_braces;
        self.depth -= 1;
        if self.kind() == TokenKind::Bar {
            self.alternatives();
        }
        if self.kind() == TokenKind::Close {
            if self.in_call {
                self.mend_call(open, first);
            }
            self.bump();
        } else {
            self.unclosed(open);
            self.broken();
        }
        self.finish(mark, NodeKind::Paren);
    }

    /// `: t` behind a term: it is one of the values of a type.
    fn member(&mut self, mark: Mark) {
        if self.kind() == TokenKind::Colon && self.nth(1) == TokenKind::Name {
            self.bump();
            self.leaf(NodeKind::Name);
            self.finish(mark, NodeKind::Member);
        }
    }

    pub(super) fn braces(&mut self) {
        let mark = self.mark();
        if self.too_deep() {
            return;
        }
        let closes = self.closes();
        self.bump();
        let open = self.previous();
        self.depth += 1;
        let in_braces = std::mem::replace(&mut self.in_braces, true);
        let mut goals = false;
        while !matches!(self.kind(), TokenKind::CloseBrace | TokenKind::End) {
            let before = self.at;
            let inside = self.mark();
            self.chain();
            if goals {
                self.member(inside);
            }
            if !goals && self.eat(TokenKind::Bar) {
                goals = true;
                continue;
            }
            if !self.eat(TokenKind::Comma) {
                if !closes || !matches!(self.kind(), TokenKind::Dot | TokenKind::WrongDot) {
                    break;
                }
                self.wrong_separator(
                    "the atoms of a context are separated by `,`",
                    "`,` belongs here",
                    ",",
                );
            }
            if self.at == before {
                break;
            }
        }
        self.in_braces = in_braces;
        self.depth -= 1;
        if !self.eat(TokenKind::CloseBrace) {
            self.unfinished_braces(open, closes);
        }
        self.finish(mark, NodeKind::Braces);
    }

    /// Something stands in braces that is neither `,` nor `}`.
    fn unfinished_braces(&mut self, open: Token, closes: bool) {
        if closes {
            let found = self.kind();
            let message = format!("expected `,` or `}}`, found {}", found.describe());
            let label = "not understood from here on";
            self.error(&codes::UNEXPECTED, self.span(), message, label);
            if matches!(found, TokenKind::Name | TokenKind::Bang) {
                let comma = TextEdit::insert(self.previous_span().end, ",");
                self.fix_last(Fix::certain("put a `,` before it", vec![comma]));
            }
            self.help_last(match found {
                TokenKind::Name | TokenKind::Bang => "is a `,` missing before this?",
                TokenKind::Pred | TokenKind::Stage | TokenKind::Context => {
                    "this word is taken by the language"
                }
                TokenKind::Lolli => "rules stand in stages; a context holds atoms",
                _ => "",
            });
        } else {
            self.unclosed(open);
        }
        self.broken();
        if closes || !matches!(self.kind(), TokenKind::Dot | TokenKind::End) {
            self.skip_braces(closes);
        }
    }
}
