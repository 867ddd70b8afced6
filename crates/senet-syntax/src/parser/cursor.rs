//! Moving over the tokens, looking ahead, and finishing nodes.

use crate::lexer::{Token, TokenKind};
use crate::parser::Parser;
use crate::span::Span;
use crate::tree::{NodeData, NodeKind};

/// How far one declaration is looked ahead.
const AHEAD: usize = 32;

/// Where a node begins.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) at: usize,
    nodes: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn kind(&self) -> TokenKind {
        self.nth(0)
    }

    pub(super) fn nth(&self, n: usize) -> TokenKind {
        let token = self.meaning.get(self.at + n);
        token.map_or(TokenKind::End, |i| self.tokens[*i as usize].kind)
    }

    /// Where the current token stands; at the end, the empty span after the last one.
    pub(super) fn span(&self) -> Span {
        let here = self.meaning.get(self.at);
        here.map_or_else(|| self.previous_span().after(), |i| self.tokens[*i as usize].span)
    }

    pub(super) fn previous(&self) -> Token {
        self.tokens[self.meaning[self.at - 1] as usize]
    }

    pub(super) fn previous_span(&self) -> Span {
        if self.at == 0 { Span::new(0, 0) } else { self.previous().span }
    }

    pub(super) fn bump(&mut self) {
        if self.at < self.meaning.len() {
            self.at += 1;
        }
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let here = self.kind() == kind;
        if here {
            self.bump();
        }
        here
    }

    // ---- nodes

    pub(super) fn mark(&self) -> Mark {
        Mark { at: self.at, nodes: self.nodes.len() }
    }

    pub(super) fn finish(&mut self, mark: Mark, kind: NodeKind) {
        let end = self.tokens.len() as u32;
        let first = self.meaning.get(mark.at).copied().unwrap_or(end);
        let end = if self.at > mark.at { self.meaning[self.at - 1] + 1 } else { first };
        let size = (self.nodes.len() - mark.nodes) as u32 + 1;
        self.nodes.push(NodeData { kind, first, end, size });
    }

    pub(super) fn leaf(&mut self, kind: NodeKind) {
        let mark = self.mark();
        self.bump();
        self.finish(mark, kind);
    }

    /// An empty error node: what is being read has been reported, and means nothing.
    pub(super) fn broken(&mut self) {
        let mark = self.mark();
        self.finish(mark, NodeKind::Error);
    }

    // ---- looking ahead

    /// Finds the braces without partners, each as a position among the meaningful tokens.
    pub(super) fn find_unclosed(&self) -> Vec<u32> {
        let kind = |at: usize| {
            let token = self.meaning.get(at);
            token.map_or(TokenKind::End, |i| self.tokens[*i as usize].kind)
        };
        let opens = |at| matches!(kind(at), TokenKind::Equals | TokenKind::OpenBrace);
        let (mut open, mut never) = (Vec::new(), Vec::new());
        for at in 0..=self.meaning.len() {
            match kind(at) {
                TokenKind::OpenBrace => open.push(at as u32),
                TokenKind::CloseBrace => {
                    open.pop();
                }
                TokenKind::End => never.append(&mut open),
                TokenKind::Stage | TokenKind::Context if opens(at + 1) || opens(at + 2) => {
                    never.append(&mut open);
                }
                _ => {}
            }
        }
        never
    }

    /// Whether a line end stands before the current token.
    pub(super) fn on_new_line(&self) -> bool {
        let from = self.previous_span().end as usize;
        self.text[from..self.span().start as usize].contains('\n')
    }

    /// `stage NAME =`, `stage NAME {`, or with the name forgotten; otherwise `stage` begins a link.
    pub(super) fn begins_block(&self) -> bool {
        let opens = |k| matches!(k, TokenKind::Equals | TokenKind::OpenBrace);
        opens(self.nth(1))
            || (self.nth(1) == TokenKind::Name
                && (opens(self.nth(2))
                    || (self.nth(2) == TokenKind::Colon && self.nth(3) == TokenKind::OpenBrace)))
    }

    /// Whether the `{` here has its `}`, before something that never stands in braces.
    pub(super) fn closes(&self) -> bool {
        self.unclosed.binary_search(&(self.at as u32)).is_err()
    }

    /// Whether what begins here, on a line of its own, stands outside of stages: a directive, a
    /// link, or the declaration of a type or a predicate.
    pub(super) fn begins_outside(&self) -> bool {
        if !self.on_new_line() {
            return false;
        }
        if matches!(self.kind(), TokenKind::Directive | TokenKind::Stage) {
            return true;
        }
        if self.kind() == TokenKind::Name && self.word(0) == "qui" {
            return true;
        }
        for n in 1..AHEAD {
            match self.nth(n) {
                TokenKind::Name | TokenKind::Number | TokenKind::Open | TokenKind::Close => {}
                TokenKind::Colon => {
                    let kind = self.word(n + 1);
                    let kinds = ["pred", "type", "bwd", "sense", "action", "qui"];
                    return kinds.contains(&kind);
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether the line that begins here looks like a declaration or link of its own: names and
    /// then a colon, or `qui * stage`.
    pub(super) fn begins_declaration(&self) -> bool {
        if self.kind() != TokenKind::Name || !self.on_new_line() {
            return false;
        }
        if self.word(0) == "qui"
            && self.nth(1) == TokenKind::Star
            && self.nth(2) == TokenKind::Stage
        {
            return true;
        }
        if self.begins_board() {
            return true;
        }
        let mut open = 0;
        for n in 1..AHEAD {
            match self.nth(n) {
                TokenKind::Colon => return open == 0,
                TokenKind::Close if open == 0 => return false, // inside of `(X : t)`
                TokenKind::Name | TokenKind::Number | TokenKind::Open | TokenKind::Close => {
                    open += i32::from(self.nth(n) == TokenKind::Open);
                    open -= i32::from(self.nth(n) == TokenKind::Close);
                    let before = self.tokens[self.meaning[self.at + n - 1] as usize].span;
                    let here = self.tokens[self.meaning[self.at + n] as usize].span;
                    if self.text[before.end as usize..here.start as usize].contains('\n') {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        false
    }

    /// The letters of the nth token from here.
    pub(super) fn word(&self, n: usize) -> &'t str {
        let token = self.meaning.get(self.at + n);
        token.map_or("", |i| self.tokens[*i as usize].span.of(self.text))
    }
}
