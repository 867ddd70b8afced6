//! Tokens to tree: recursive descent with recovery. Always returns a tree of the whole text.
//!
//! Precedence, loosest to tightest: `:` < `<-` `o-` < `->` `-o` < `*` < `!` `$` < `==` `<` and
//! their like < `^` < `+` < application. In a sum, `-`, `/` and `mod` are names in an application,
//! and a product is a tensor in parentheses: what they mean is decided when the ast is made. The loops here are flat, so that a rule of a hundred thousand premises is no deeper
//! than one of two; only parentheses and prefixes nest, and they have a limit.
//!
//! This file reads items: `expressions` reads what stands in them, `cursor` moves over tokens
//! and looks ahead, `complaints` words what is wrong, `habits` knows how other
//! languages write, `comments` how they write comments.

mod blocks;
mod comments;
mod complaints;
mod cursor;
mod expressions;
mod habits;

use std::collections::HashSet;

use crate::MAX_TEXT;
use crate::codes;
use crate::diagnostic::{Fix, MAX_REPORTS, Reports};
use crate::directive::{DirectiveId, Slot};
use crate::edit::TextEdit;
use crate::lexer::{Token, TokenKind, tokens};
use crate::tree::{NodeData, NodeKind, SyntaxTree};

/// How deep parentheses and prefixes may nest.
pub const MAX_DEPTH: u32 = 200;

/// Reads a text into a tree, and says what is wrong with it. A text that is too long is not read.
pub fn parse(text: &str, reports: &mut Reports) -> SyntaxTree {
    if text.len() > MAX_TEXT {
        reports.push(complaints::too_long(text));
        return SyntaxTree::default();
    }
    let mut tokens = tokens(text);
    complaints::arrows_that_compare(text, &mut tokens);
    let mut wrong = (0..tokens.len()).filter(|i| complaints::is_wrong(tokens[*i].kind));
    let some = wrong.by_ref().take(MAX_REPORTS);
    reports.extend(some.filter_map(|i| complaints::lexical(text, &tokens, i)));
    reports.count(wrong.count());
    let mut parser = Parser::new(text, &tokens);
    parser.file();
    let Parser { nodes, diagnostics, .. } = parser;
    reports.append(diagnostics);
    SyntaxTree::from_post_order(tokens, &nodes)
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// Indices of the tokens that mean something.
    meaning: Vec<u32>,
    /// Position in `meaning`.
    at: usize,
    /// The nodes that are finished, in post-order.
    nodes: Vec<NodeData>,
    diagnostics: Reports,
    depth: u32,
    /// Whether the item being read has had its `:` or an arrow; after that, a line that begins
    /// like a declaration shows a missing dot.
    past_head: bool,
    /// Whether a wrong separator has been reported in this item: once is enough.
    separated: bool,
    /// The report about that, if it was kept: the other separators are mended with it.
    separator: Option<usize>,
    /// Whether commas separate atoms here, as they do in braces.
    in_braces: bool,
    /// Whether an argument is being read.
    in_call: bool,
    /// Whether the item that is being read has ended already.
    ended: bool,
    /// Whether the last report was kept; help belongs to it only then.
    kept: bool,
    /// The braces without partners, as positions in `meaning`.
    unclosed: Vec<u32>,
    /// The declared names that look like the beginning of a comment elsewhere (`//`, `--`).
    odd_names: HashSet<&'t str>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> Parser<'t> {
        let means = |(i, token): (usize, &Token)| {
            let trivia = token.kind.is_trivia() || token.kind == TokenKind::Unknown;
            (!trivia).then_some(i as u32)
        };
        let mut parser = Parser {
            text,
            tokens,
            meaning: tokens.iter().enumerate().filter_map(means).collect(),
            at: 0,
            nodes: Vec::new(),
            diagnostics: Reports::default(),
            depth: 0,
            past_head: false,
            separated: false,
            separator: None,
            in_braces: false,
            in_call: false,
            ended: false,
            kept: false,
            odd_names: comments::declared_like_comments(text, tokens),
            unclosed: Vec::new(),
        };
        parser.unclosed = parser.find_unclosed();
        parser
    }

    fn file(&mut self) {
        while self.kind() != TokenKind::End {
            self.item();
        }
        let size = self.nodes.len() as u32 + 1;
        let end = self.tokens.len() as u32;
        self.nodes.push(NodeData { kind: NodeKind::File, first: 0, end, size });
    }

    fn item(&mut self) {
        if self.foreign_comment() {
            return;
        }
        match self.kind() {
            TokenKind::Stage if self.begins_block() => self.stage(),
            TokenKind::Context => self.context(),
            TokenKind::Directive | TokenKind::BadDirective => self.directive(),
            TokenKind::Name => match self.word(0) {
                "ordered" if self.begins_ordered() => self.stage(),
                "board" if self.begins_board() => self.board(),
                "for" if self.begins_family() => self.family(),
                _ => self.declaration(),
            },
            TokenKind::CloseBrace | TokenKind::Close | TokenKind::Dot | TokenKind::WrongDot => {
                let found = self.kind().describe();
                let mark = self.mark();
                self.error(
                    &codes::UNEXPECTED,
                    self.span(),
                    format!("{found} closes nothing"),
                    "nothing is open here",
                );
                self.bump();
                self.finish(mark, NodeKind::Error);
            }
            _ => self.declaration(),
        }
    }

    fn declaration(&mut self) {
        let mark = self.mark();
        self.past_head = false;
        self.begin_separators();
        self.colon();
        self.end_of_item();
        if self.at == mark.at {
            self.bump(); // always forwards
        }
        self.finish(mark, NodeKind::Item);
    }

    fn stage(&mut self) {
        let mark = self.mark();
        if self.kind() == TokenKind::Name {
            self.bump(); // `ordered`
        }
        self.block_head("stage");
        if self.kind() == TokenKind::OpenBrace {
            let closes = self.closes();
            self.bump();
            let open = self.previous();
            loop {
                match self.kind() {
                    TokenKind::CloseBrace => {
                        self.bump();
                        break;
                    }
                    TokenKind::End | TokenKind::Context => {
                        self.unclosed(open);
                        break;
                    }
                    TokenKind::Stage if self.begins_block() => {
                        self.unclosed(open);
                        break;
                    }
                    _ if !closes && self.begins_outside() => {
                        self.unclosed(open);
                        break;
                    }
                    TokenKind::Directive => {
                        self.error(
                            &codes::UNEXPECTED,
                            self.span(),
                            "a directive inside a stage",
                            "directives stand outside of stages",
                        )
                        .help_last("move it below the `}` of the stage");
                        self.directive();
                    }
                    _ if self.begins_family() => self.family(),
                    _ if self.foreign_comment() => {}
                    _ => self.declaration(),
                }
            }
            self.eat(TokenKind::Dot);
        }
        self.finish(mark, NodeKind::StageItem);
    }

    fn context(&mut self) {
        let mark = self.mark();
        self.begin_separators();
        self.block_head("context");
        if self.kind() == TokenKind::OpenBrace {
            self.braces();
            self.eat(TokenKind::Dot);
        }
        self.finish(mark, NodeKind::ContextItem);
    }

    /// `stage NAME =` up to, not including, the `{`.
    fn block_head(&mut self, what: &str) {
        self.bump();
        if self.kind() == TokenKind::Name {
            self.leaf(NodeKind::Name);
        } else {
            let found = self.kind().describe();
            self.error(
                &codes::UNEXPECTED,
                self.span(),
                format!("a {what} needs a name, found {found}"),
                "a name belongs here",
            );
        }
        if !self.eat(TokenKind::Equals) && self.kind() == TokenKind::Colon {
            let colon = self.span();
            self.error(
                &codes::UNEXPECTED,
                colon,
                format!("a {what} has no `:` after its name"),
                "`=` belongs here",
            )
            .fix_last(Fix::certain("write `=`", vec![TextEdit::new(colon, "=")]));
            self.bump();
        }
        if self.kind() != TokenKind::OpenBrace {
            let found = self.kind().describe();
            self.error(
                &codes::UNEXPECTED,
                self.span(),
                format!("expected `{{` and the body of this {what}, found {found}"),
                "`{` belongs here",
            );
            self.skip();
        }
    }

    fn directive(&mut self) {
        let mark = self.mark();
        self.past_head = true;
        self.begin_separators();
        let id = self.word(0).strip_prefix('#').and_then(DirectiveId::find);
        let slots = id.map_or(&[][..], |id| id.form().slots);
        let formula = slots.iter().any(|slot| matches!(slot, Slot::Formula | Slot::Sum));
        let equals = slots.contains(&Slot::Default);
        self.bump();
        if formula {
            self.tensor();
        } else {
            self.directive_arguments(equals);
        }
        self.end_of_item();
        self.finish(mark, NodeKind::DirectiveItem);
    }

    /// `equals`: whether an `=` stands before the last of them.
    fn directive_arguments(&mut self, equals: bool) {
        loop {
            match self.kind() {
                TokenKind::Name | TokenKind::Number if self.nth(1) == TokenKind::DotDot => {
                    self.range();
                }
                TokenKind::Equals if equals => self.bump(),
                TokenKind::Name
                | TokenKind::Number
                | TokenKind::BadNumber
                | TokenKind::Wild
                | TokenKind::HostName
                | TokenKind::Text
                | TokenKind::WrongText
                | TokenKind::BadText
                | TokenKind::Open
                | TokenKind::OpenBrace => {
                    if self.begins_declaration() {
                        break;
                    }
                    self.primary();
                }
                TokenKind::Comma => {
                    let message = "the arguments of a directive stand side by side";
                    self.wrong_separator(message, "no `,` belongs here", "");
                    self.help_last("leave the `,` out");
                }
                _ => break,
            }
        }
    }

    fn range(&mut self) {
        let mark = self.mark();
        self.primary();
        self.bump();
        if matches!(self.kind(), TokenKind::Number | TokenKind::Name) {
            self.primary();
        } else {
            let found = self.kind().describe();
            self.error(
                &codes::UNEXPECTED,
                self.span(),
                format!("a range needs a number after `..`, found {found}"),
                "a number belongs here",
            );
            self.broken();
        }
        self.finish(mark, NodeKind::Range);
    }

    /// The dot that ends an item, or a good guess where the item ended without one.
    fn end_of_item(&mut self) {
        let ended = std::mem::take(&mut self.ended);
        if ended || self.eat(TokenKind::Dot) || self.eat(TokenKind::WrongDot) {
            return;
        }
        if self.values_in_type() || self.block_without_word() {
            return;
        }
        if let Some(kind) = self.shared_kind() {
            let comma = self.span();
            let edit = TextEdit::new(comma, format!(" : {kind}. "));
            self.error(&codes::UNEXPECTED, comma, "each value is declared by itself", "not here")
                .fix_last(Fix::certain("declare each by itself", vec![edit]))
                .help_last(&format!("write one declaration for each: `a : {kind}.  b : {kind}.`"));
            self.broken();
            self.bump();
            return;
        }
        if self.comma_ends() {
            let message = "a declaration ends with `.`, not with `,`";
            let comma = self.span();
            self.error(&codes::UNEXPECTED, comma, message, "`.` belongs here")
                .fix_last(Fix::certain("write `.`", vec![TextEdit::new(comma, ".")]))
                .help_last("each declaration ends with `.`: `a : t.  b : t.`");
            self.bump();
            return;
        }
        let found = self.kind();
        let fresh_line = found == TokenKind::End || self.on_new_line();
        if fresh_line && self.at > 0 && self.previous().kind == TokenKind::BadText {
            return; // the dot is inside the text that was not closed
        }
        let begins = matches!(
            found,
            TokenKind::End
                | TokenKind::Name
                | TokenKind::Stage
                | TokenKind::Context
                | TokenKind::Directive
        );
        if found == TokenKind::CloseBrace || (fresh_line && begins) || self.begins_declaration() {
            let after = self.previous_span().after();
            self.error(&codes::NO_DOT, after, "this is not ended by a `.`", "`.` belongs here")
                .fix_last(Fix::certain("add the `.`", vec![TextEdit::insert(after.start, ".")]))
                .help_last("every declaration, rule and directive ends with a `.`");
            return;
        }
        if self.counted_atom() {
            self.broken();
            self.skip();
            return;
        }
        let message = format!("expected `.` or more of this item, found {}", found.describe());
        let here = self.span();
        self.error(&codes::UNEXPECTED, here, message, "not understood from here on");
        if matches!(found, TokenKind::Bang | TokenKind::Dollar) {
            let star = TextEdit::insert(here.start, "* ");
            self.fix_last(Fix::certain("put a `*` before it", vec![star]));
        }
        if found == TokenKind::Close {
            self.fix_last(Fix::guess("take the `)` out", vec![TextEdit::delete(here)]));
        }
        self.help_last(match found {
            TokenKind::Colon => "is a `.` missing before this declaration?",
            TokenKind::Bang | TokenKind::Dollar => "is a `*` missing before this?",
            TokenKind::Close => "nothing is open that this could close",
            found if found.compares() => "a comparison has two sides: `X == Y`",
            TokenKind::Pred | TokenKind::Stage | TokenKind::Context => {
                "this word is taken by the language"
            }
            TokenKind::DotDot => "a range stands where numbers are declared: `pips : 0..48.`",
            TokenKind::Name | TokenKind::Number | TokenKind::Wild | TokenKind::Open => {
                "is a `*`, a `:` or a `.` missing before this?"
            }
            _ => "",
        });
        self.broken();
        self.skip();
    }

    /// Skips to the end of a broken item: past its dot, or up to what can only be the next one.
    fn skip(&mut self) {
        let mark = self.mark();
        let mut depth = 0u32;
        loop {
            let kind = self.kind();
            match kind {
                TokenKind::End => break,
                TokenKind::Dot | TokenKind::WrongDot => {
                    self.bump();
                    break;
                }
                TokenKind::CloseBrace if depth == 0 => break,
                TokenKind::OpenBrace => depth += 1,
                TokenKind::CloseBrace => depth -= 1,
                TokenKind::Directive | TokenKind::Context if self.on_new_line() => break,
                TokenKind::Stage if self.on_new_line() && self.begins_block() => break,
                TokenKind::Name if self.at > mark.at && self.begins_declaration() => break,
                _ => {}
            }
            self.bump();
        }
        if self.at > mark.at {
            self.finish(mark, NodeKind::Error);
        }
    }

    /// Skips to the end of broken braces: past their `}` if they have one.
    fn skip_braces(&mut self, closes: bool) {
        if !closes {
            self.skip();
            self.eat(TokenKind::CloseBrace);
            return;
        }
        let mark = self.mark();
        let mut depth = 0u32;
        loop {
            match self.kind() {
                TokenKind::End => break,
                TokenKind::CloseBrace if depth == 0 => break,
                TokenKind::CloseBrace => depth -= 1,
                TokenKind::OpenBrace => depth += 1,
                _ => {}
            }
            self.bump();
        }
        self.finish(mark, NodeKind::Error);
        self.eat(TokenKind::CloseBrace);
    }
}
