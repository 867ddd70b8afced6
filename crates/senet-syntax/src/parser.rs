//! Tokens to tree: recursive descent with recovery. Always returns a tree of the whole text.
//!
//! Precedence, loosest to tightest: `:` < `<-` `o-` < `->` `-o` < `*` < `!` `$` < `==` `<>` <
//! application. The loops here are flat, so that a rule of a hundred thousand premises is no deeper
//! than one of two; only parentheses and prefixes nest, and they have a limit.

use crate::codes;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Kind, Token, tokens};
use crate::span::Span;
use crate::tree::{NodeData, NodeKind, Tree};

/// How deep parentheses and prefixes may nest.
pub const MAX_DEPTH: u32 = 200;

/// Reads a text into a tree, and says what is wrong with it.
pub fn parse(text: &str) -> (Tree, Vec<Diagnostic>) {
    let tokens = tokens(text);
    let mut parser = Parser::new(text, &tokens);
    parser.file();
    let Parser {
        nodes, diagnostics, ..
    } = parser;
    (Tree { tokens, nodes }, diagnostics)
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// Indices of the tokens that mean something.
    meaning: Vec<u32>,
    /// Position in `meaning`.
    at: usize,
    nodes: Vec<NodeData>,
    diagnostics: Vec<Diagnostic>,
    depth: u32,
    /// Whether the item being read has had its `:` or an arrow; after that, a line that begins
    /// like a declaration shows a missing dot.
    past_head: bool,
}

/// Where a node begins.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    nodes: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> Parser<'t> {
        let mut diagnostics = Vec::new();
        let mut meaning = Vec::with_capacity(tokens.len() / 2);
        for (i, token) in tokens.iter().enumerate() {
            if let Some(diagnostic) = lexical(text, *token) {
                diagnostics.push(diagnostic);
            }
            if !token.kind.is_trivia() && token.kind != Kind::Unknown {
                meaning.push(i as u32);
            }
        }
        let (depth, past_head) = (0, false);
        Parser {
            text,
            tokens,
            meaning,
            at: 0,
            nodes: Vec::new(),
            diagnostics,
            depth,
            past_head,
        }
    }

    // ---- items

    fn file(&mut self) {
        while self.kind() != Kind::End {
            self.item();
        }
        let size = self.nodes.len() as u32 + 1;
        let end = self.tokens.len() as u32;
        self.nodes.push(NodeData {
            kind: NodeKind::File,
            first: 0,
            end,
            size,
        });
    }

    fn item(&mut self) {
        match self.kind() {
            Kind::Stage if self.begins_block() => self.stage(),
            Kind::Context => self.context(),
            Kind::Directive => self.directive(),
            Kind::CloseBrace | Kind::Close | Kind::Dot => {
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

    /// `stage NAME =`, `stage NAME {`, or with the name forgotten; otherwise `stage` begins a link.
    fn begins_block(&self) -> bool {
        let opens = |k| matches!(k, Kind::Equals | Kind::OpenBrace);
        opens(self.nth(1)) || (self.nth(1) == Kind::Name && opens(self.nth(2)))
    }

    fn declaration(&mut self) {
        let mark = self.mark();
        self.past_head = false;
        self.colon();
        self.end_of_item();
        if self.at == mark.at {
            self.bump(); // always forwards
        }
        self.finish(mark, NodeKind::Item);
    }

    fn stage(&mut self) {
        let mark = self.mark();
        self.block_head("stage");
        if self.eat(Kind::OpenBrace) {
            let open = self.previous();
            loop {
                match self.kind() {
                    Kind::CloseBrace => {
                        self.bump();
                        break;
                    }
                    Kind::End | Kind::Context => {
                        self.unclosed(open);
                        break;
                    }
                    Kind::Stage if self.begins_block() => {
                        self.unclosed(open);
                        break;
                    }
                    Kind::Directive => {
                        self.error(
                            &codes::UNEXPECTED,
                            self.span(),
                            "a directive inside a stage",
                            "directives stand outside of stages",
                        )
                        .help_last("move it below the `}` of the stage");
                        self.directive();
                    }
                    _ => self.declaration(),
                }
            }
            self.eat(Kind::Dot);
        }
        self.finish(mark, NodeKind::StageItem);
    }

    fn context(&mut self) {
        let mark = self.mark();
        self.block_head("context");
        if self.kind() == Kind::OpenBrace {
            self.braces();
            self.eat(Kind::Dot);
        }
        self.finish(mark, NodeKind::ContextItem);
    }

    /// `stage NAME =` up to, not including, the `{`.
    fn block_head(&mut self, what: &str) {
        self.bump();
        if self.kind() == Kind::Name {
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
        self.eat(Kind::Equals);
        if self.kind() != Kind::OpenBrace {
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
        self.bump();
        loop {
            match self.kind() {
                Kind::Number if self.nth(1) == Kind::DotDot => self.range(),
                Kind::Name
                | Kind::Number
                | Kind::BadNumber
                | Kind::Wild
                | Kind::HostName
                | Kind::Text
                | Kind::BadText
                | Kind::Open
                | Kind::OpenBrace => {
                    if self.begins_declaration() {
                        break;
                    }
                    self.primary();
                }
                _ => break,
            }
        }
        self.end_of_item();
        self.finish(mark, NodeKind::DirectiveItem);
    }

    fn range(&mut self) {
        let mark = self.mark();
        self.leaf(NodeKind::Number);
        self.bump();
        if self.kind() == Kind::Number {
            self.leaf(NodeKind::Number);
        } else {
            let found = self.kind().describe();
            self.error(
                &codes::UNEXPECTED,
                self.span(),
                format!("a range needs a number after `..`, found {found}"),
                "a number belongs here",
            );
        }
        self.finish(mark, NodeKind::Range);
    }

    /// The dot that ends an item, or a good guess where the item ended without one.
    fn end_of_item(&mut self) {
        if self.eat(Kind::Dot) {
            return;
        }
        let found = self.kind();
        let fresh_line = found == Kind::End || self.on_new_line();
        let begins = matches!(
            found,
            Kind::End | Kind::Name | Kind::Stage | Kind::Context | Kind::Directive
        );
        if found == Kind::CloseBrace || (fresh_line && begins) {
            let after = self.previous_span().after();
            self.error(
                &codes::NO_DOT,
                after,
                "this is not ended by a `.`",
                "`.` belongs here",
            );
            return;
        }
        let message = format!(
            "expected `.` or more of this item, found {}",
            found.describe()
        );
        self.error(
            &codes::UNEXPECTED,
            self.span(),
            message,
            "not understood from here on",
        );
        match found {
            Kind::Comma => self.help_last("the atoms of a rule are joined by `*`, not `,`"),
            Kind::Colon => self.help_last("is a `.` missing before this declaration?"),
            Kind::Equals => self.help_last("`=` stands only after the name of a stage or context"),
            _ => {}
        }
        self.skip();
    }

    /// Skips to the end of a broken item: past its dot, or up to what can only be the next one.
    fn skip(&mut self) {
        let mark = self.mark();
        let mut depth = 0u32;
        loop {
            let kind = self.kind();
            match kind {
                Kind::End => break,
                Kind::Dot => {
                    self.bump();
                    break;
                }
                Kind::CloseBrace if depth == 0 => break,
                Kind::OpenBrace => depth += 1,
                Kind::CloseBrace => depth -= 1,
                Kind::Directive | Kind::Context if self.on_new_line() => break,
                Kind::Stage if self.on_new_line() && self.begins_block() => break,
                _ => {}
            }
            self.bump();
        }
        if self.at > mark.at {
            self.finish(mark, NodeKind::Error);
        }
    }

    // ---- expressions

    fn colon(&mut self) {
        let mark = self.mark();
        self.back_chain();
        if self.kind() == Kind::Colon {
            self.bump();
            self.past_head = true;
            self.back_chain();
            self.finish(mark, NodeKind::Colon);
        }
    }

    fn back_chain(&mut self) {
        self.many(
            &[Kind::BackArrow, Kind::BackLolli],
            NodeKind::BackChain,
            Parser::chain,
        );
    }

    fn chain(&mut self) {
        self.many(&[Kind::Arrow, Kind::Lolli], NodeKind::Chain, Parser::tensor);
    }

    fn tensor(&mut self) {
        self.many(&[Kind::Star], NodeKind::Tensor, Parser::prefix);
    }

    /// `part (operator part)*` as one flat node; after an arrow, nothing is a part too.
    fn many(&mut self, operators: &[Kind], node: NodeKind, part: fn(&mut Parser<'t>)) {
        let mark = self.mark();
        part(self);
        let mut several = false;
        while operators.contains(&self.kind()) {
            several = true;
            self.past_head = true;
            let arrow = self.kind() != Kind::Star;
            self.bump();
            let over = matches!(
                self.kind(),
                Kind::Dot | Kind::Close | Kind::CloseBrace | Kind::End | Kind::BackLolli
            );
            if arrow && over {
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
        if !matches!(self.kind(), Kind::Bang | Kind::Dollar) {
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
        self.app();
        if matches!(self.kind(), Kind::Same | Kind::Differ) {
            self.bump();
            self.app();
            self.finish(mark, NodeKind::Compare);
        }
    }

    fn app(&mut self) {
        let mark = self.mark();
        let head = self.kind();
        self.primary();
        if !matches!(head, Kind::Name | Kind::Pred) {
            return;
        }
        let mut arguments = false;
        while self.begins_argument() && !(self.past_head && self.begins_declaration()) {
            arguments = true;
            self.primary();
        }
        if arguments {
            self.finish(mark, NodeKind::App);
        }
    }

    fn begins_argument(&self) -> bool {
        matches!(
            self.kind(),
            Kind::Name
                | Kind::Number
                | Kind::BadNumber
                | Kind::Wild
                | Kind::HostName
                | Kind::Text
                | Kind::BadText
                | Kind::Open
        )
    }

    fn primary(&mut self) {
        match self.kind() {
            Kind::Name | Kind::Pred => self.leaf(NodeKind::Name),
            Kind::Number | Kind::BadNumber => self.leaf(NodeKind::Number),
            Kind::Wild => self.leaf(NodeKind::Wild),
            Kind::HostName => self.leaf(NodeKind::HostName),
            Kind::Text | Kind::BadText => self.leaf(NodeKind::Text),
            Kind::Open => self.paren(),
            Kind::OpenBrace => self.braces(),
            Kind::Stage => {
                let mark = self.mark();
                self.bump();
                if self.kind() == Kind::Name {
                    self.leaf(NodeKind::Name);
                } else {
                    let found = self.kind().describe();
                    self.error(
                        &codes::UNEXPECTED,
                        self.span(),
                        format!("`stage` needs the name of a stage, found {found}"),
                        "a name belongs here",
                    );
                }
                self.finish(mark, NodeKind::StageRef);
            }
            found => {
                let mark = self.mark();
                let message = format!("expected an atom, found {}", found.describe());
                self.error(
                    &codes::UNEXPECTED,
                    self.span(),
                    message,
                    "an atom belongs here",
                );
                self.finish(mark, NodeKind::Error);
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
        if self.eat(Kind::Close) {
            return self.finish(mark, NodeKind::Unit);
        }
        self.depth += 1;
        self.back_chain();
        self.depth -= 1;
        if !self.eat(Kind::Close) {
            self.unclosed(open);
        }
        self.finish(mark, NodeKind::Paren);
    }

    fn braces(&mut self) {
        let mark = self.mark();
        if self.too_deep() {
            return;
        }
        self.bump();
        let open = self.previous();
        self.depth += 1;
        while !matches!(self.kind(), Kind::CloseBrace | Kind::Dot | Kind::End) {
            let before = self.at;
            self.tensor();
            if !self.eat(Kind::Comma) {
                break;
            }
            if self.at == before {
                break;
            }
        }
        self.depth -= 1;
        if !self.eat(Kind::CloseBrace) {
            self.unclosed(open);
            if !matches!(self.kind(), Kind::Dot | Kind::End) {
                self.skip();
                self.eat(Kind::CloseBrace);
            }
        }
        self.finish(mark, NodeKind::Braces);
    }

    // ---- tools

    fn kind(&self) -> Kind {
        self.nth(0)
    }

    fn nth(&self, n: usize) -> Kind {
        self.meaning
            .get(self.at + n)
            .map_or(Kind::End, |i| self.tokens[*i as usize].kind)
    }

    /// Where the current token stands; at the end, the empty span there.
    fn span(&self) -> Span {
        let end = self.text.len() as u32;
        let here = self.meaning.get(self.at);
        here.map_or(Span::new(end, end), |i| self.tokens[*i as usize].span)
    }

    fn previous(&self) -> Token {
        self.tokens[self.meaning[self.at - 1] as usize]
    }

    fn previous_span(&self) -> Span {
        if self.at == 0 {
            Span::new(0, 0)
        } else {
            self.previous().span
        }
    }

    fn bump(&mut self) {
        if self.at < self.meaning.len() {
            self.at += 1;
        }
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let here = self.kind() == kind;
        if here {
            self.bump();
        }
        here
    }

    fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            nodes: self.nodes.len(),
        }
    }

    fn finish(&mut self, mark: Mark, kind: NodeKind) {
        let end = self.tokens.len() as u32;
        let first = self.meaning.get(mark.at).copied().unwrap_or(end);
        let end = if self.at > mark.at {
            self.meaning[self.at - 1] + 1
        } else {
            first
        };
        let size = (self.nodes.len() - mark.nodes) as u32 + 1;
        self.nodes.push(NodeData {
            kind,
            first,
            end,
            size,
        });
    }

    fn leaf(&mut self, kind: NodeKind) {
        let mark = self.mark();
        self.bump();
        self.finish(mark, kind);
    }

    /// Whether a line end stands before the current token.
    fn on_new_line(&self) -> bool {
        let from = self.previous_span().end as usize;
        self.text[from..self.span().start as usize].contains('\n')
    }

    /// Whether the line that begins here looks like a declaration or link of its own: names and
    /// then a colon, or `qui *`.
    fn begins_declaration(&self) -> bool {
        if self.kind() != Kind::Name || !self.on_new_line() {
            return false;
        }
        if self.span().of(self.text) == "qui" && self.nth(1) == Kind::Star {
            return true;
        }
        for n in 1..32 {
            match self.nth(n) {
                Kind::Colon => return true,
                Kind::Name | Kind::Number | Kind::Open | Kind::Close => {
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

    /// Reports nesting beyond the limit and skips the rest of the item.
    fn too_deep(&mut self) -> bool {
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
        while !matches!(self.kind(), Kind::Dot | Kind::End) {
            self.bump();
        }
        self.finish(mark, NodeKind::Error);
        true
    }

    fn unclosed(&mut self, open: Token) {
        let what = open.kind.describe();
        let found = self.kind().describe();
        let here = self.span();
        let close = if open.kind == Kind::Open {
            "`)`"
        } else {
            "`}`"
        };
        // One report for one mistake: a nest of unclosed parentheses ends at the same place.
        let again = self.diagnostics.last().is_some_and(|d| {
            d.code.0.id == codes::UNCLOSED.id && d.labels.get(1).is_some_and(|l| l.span == here)
        });
        if again {
            return;
        }
        let diagnostic = Diagnostic::new(
            &codes::UNCLOSED,
            open.span,
            format!("this {what} is never closed"),
            "opened here",
        )
        .label(here, format!("expected {close}, found {found}"));
        self.diagnostics.push(diagnostic);
    }

    fn error(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Self {
        let diagnostic = Diagnostic::new(code, span, message, label);
        // The same place is reported once; what follows from it is noise.
        if self
            .diagnostics
            .last()
            .is_none_or(|last| last.span() != span)
        {
            self.diagnostics.push(diagnostic);
        }
        self
    }

    fn help_last(&mut self, text: &str) {
        if let Some(last) = self.diagnostics.last_mut()
            && !last.help.iter().any(|h| h == text)
        {
            last.help.push(text.to_owned());
        }
    }
}

/// What is wrong with a token by itself.
fn lexical(text: &str, token: Token) -> Option<Diagnostic> {
    let shown = |span: Span| -> String {
        span.of(text)
            .chars()
            .take(12)
            .map(|c| c.escape_default().to_string())
            .collect()
    };
    let found = match token.kind {
        Kind::Unknown => {
            let what = shown(token.span);
            let found = Diagnostic::new(
                &codes::UNKNOWN_CHARACTER,
                token.span,
                format!("`{what}` means nothing here"),
                "not part of the language",
            );
            match token.span.of(text).chars().next() {
                Some('"') => found.help("a text in quotes ends on the line where it begins"),
                Some('#') => found.help("a directive is `#` and a name, as in `#trace`"),
                Some(';') => found.help("an item ends with `.`"),
                Some('[' | ']') => found.help("arguments stand side by side: `on X Y`"),
                Some('&') => found.help("`*` joins atoms: `a * b`"),
                Some('~') => found.help("there is no negation yet; count what is absent instead"),
                _ => found,
            }
        }
        Kind::BadNumber => Diagnostic::new(
            &codes::BAD_NUMBER,
            token.span,
            format!("`{}` is neither a number nor a name", token.span.of(text)),
            "a name cannot begin with a digit",
        ),
        Kind::BadText => Diagnostic::new(
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
