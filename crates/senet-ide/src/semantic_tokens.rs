//! Semantic tokens: what each word of the text is, for colours.

use crate::Analysis;
use crate::index::{Access, Entity, Occurrence, Space, predicate_kind};
use crate::words::meaning;
use senet_program::PredKind;
use senet_syntax::Span;
use senet_syntax::lexer::{Token, TokenKind};
use serde::Serialize;

/// What a word is. The names in the protocol are those that editors have colours for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TokenType {
    /// A word of the language.
    Keyword,
    /// A comment.
    Comment,
    /// A text in quotes.
    String,
    /// Digits.
    Number,
    /// An arrow, `*`, a mark or a comparison.
    Operator,
    /// A type.
    Type,
    /// A constant or constructor.
    EnumMember,
    /// A predicate.
    Function,
    /// A stage.
    Namespace,
    /// A context.
    Struct,
    /// A rule.
    Method,
    /// A variable.
    Variable,
    /// An option, or the variable of a family.
    Parameter,
    /// A directive.
    Macro,
}

impl TokenType {
    /// All of them, in the order of a legend.
    pub const ALL: &'static [TokenType] = &[
        TokenType::Keyword,
        TokenType::Comment,
        TokenType::String,
        TokenType::Number,
        TokenType::Operator,
        TokenType::Type,
        TokenType::EnumMember,
        TokenType::Function,
        TokenType::Namespace,
        TokenType::Struct,
        TokenType::Method,
        TokenType::Variable,
        TokenType::Parameter,
        TokenType::Macro,
    ];
}

/// What else is known about a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize)]
pub struct TokenModifiers {
    /// It is declared here.
    pub declaration: bool,
    /// It is a premise that takes atoms out of the position.
    pub modification: bool,
    /// It is a derived predicate, or a premise that only reads.
    pub readonly: bool,
    /// It comes with a board or with the players.
    pub default_library: bool,
}

/// A word and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct SemanticToken {
    /// Where.
    pub span: Span,
    /// What it is.
    pub token_type: TokenType,
    /// What else is known.
    pub modifiers: TokenModifiers,
}

impl Analysis {
    /// What each word of the text is, in order, without overlaps; none goes over a line end.
    pub fn semantic_tokens(&self) -> Vec<SemanticToken> {
        self.semantic_tokens_within(Span::new(0, self.text().len() as u32))
    }

    /// What each word of a range is.
    pub fn semantic_tokens_within(&self, range: Span) -> Vec<SemanticToken> {
        let tokens = self.tree.tokens();
        let first = tokens.partition_point(|t| t.span.end <= range.start);
        let tokens = tokens[first..].iter().take_while(|t| t.span.start < range.end);
        let mut places = self.index.within(Span::new(range.start, range.end)).iter().peekable();
        let mut out = Vec::new();
        for token in tokens.filter(|t| self.is_own(t.span)) {
            while places.peek().is_some_and(|o| o.span.start < token.span.start) {
                places.next();
            }
            if matches!(token.kind, TokenKind::Text | TokenKind::BadText) {
                // The variables in the braces of a label are no part of the text.
                let mut at = token.span.start;
                while let Some(hole) = places.next_if(|o| o.span.start < token.span.end) {
                    push(&mut out, Span::new(at, hole.span.start), TokenType::String);
                    out.push(self.named_token(hole));
                    at = hole.span.end;
                }
                push(&mut out, Span::new(at, token.span.end), TokenType::String);
                continue;
            }
            match places.next_if(|o| o.span == token.span) {
                Some(place) => out.push(self.named_token(place)),
                None => {
                    if let Some(found) = self.token_type(*token) {
                        push(&mut out, token.span, found);
                    }
                }
            }
        }
        out
    }

    fn token_type(&self, token: Token) -> Option<TokenType> {
        Some(match token.kind {
            TokenKind::Comment => TokenType::Comment,
            TokenKind::Pred | TokenKind::Stage | TokenKind::Context => TokenType::Keyword,
            TokenKind::Directive => TokenType::Macro,
            TokenKind::Number => TokenType::Number,
            TokenKind::Wild => TokenType::Variable,
            TokenKind::HostName => TokenType::EnumMember,
            TokenKind::Name => {
                let letters = token.span.of(self.text());
                let board = senet_program::relations::ShapeKind::named(letters).is_some();
                let option = ["torus", "eight", "without", "named", "edges", "in"];
                match letters {
                    "-" | "/" => TokenType::Operator,
                    _ if meaning(letters).is_some() || board || option.contains(&letters) => {
                        TokenType::Keyword
                    }
                    _ => return None,
                }
            }
            TokenKind::Lolli | TokenKind::BackLolli | TokenKind::BackArrow | TokenKind::Arrow => {
                TokenType::Operator
            }
            TokenKind::Bang
            | TokenKind::Dollar
            | TokenKind::Star
            | TokenKind::Plus
            | TokenKind::Caret
            | TokenKind::Bar => TokenType::Operator,
            kind if kind.compares() => TokenType::Operator,
            _ => return None,
        })
    }

    fn named_token(&self, place: &Occurrence) -> SemanticToken {
        let symbol = self.index.symbol(place.symbol);
        let token_type = match (symbol.space, symbol.entity) {
            (_, Entity::Variable { family: true, .. }) => TokenType::Parameter,
            (Space::Type, _) => TokenType::Type,
            (Space::Constant, _) => TokenType::EnumMember,
            (Space::Predicate, _) => TokenType::Function,
            (Space::Stage, _) => TokenType::Namespace,
            (Space::Context, _) => TokenType::Struct,
            (Space::Rule, _) => TokenType::Method,
            (Space::Option, _) => TokenType::Parameter,
            (Space::Variable, _) => TokenType::Variable,
        };
        let kind = predicate_kind(symbol.entity, &self.declared());
        let modifiers = TokenModifiers {
            declaration: place.access == Access::Define,
            modification: place.access == Access::Take,
            readonly: kind == Some(PredKind::Derived)
                || matches!(place.access, Access::Keep | Access::Persistent),
            default_library: symbol.given,
        };
        SemanticToken { span: place.span, token_type, modifiers }
    }
}

fn push(out: &mut Vec<SemanticToken>, span: Span, token_type: TokenType) {
    if span.start < span.end {
        out.push(SemanticToken { span, token_type, modifiers: TokenModifiers::default() });
    }
}
