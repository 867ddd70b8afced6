//! Text to tokens. Every byte belongs to exactly one token, so the text can be put together again.
//!
//! Identifiers may hold `/`, `-` and `\`, which is why `-o` needs white space around it: `p-o` is
//! one name. So are `-`, `/` and `mod` in sums: what they mean shows only later.

use crate::span::Span;
use logos::Logos;

/// What a token is.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// Blanks, tabs, line ends, and a byte-order mark.
    #[regex(r"[ \t\r\n\x0C\u{FEFF}]+")]
    Space,
    /// `%` to the end of the line.
    #[regex(r"%[^\n]*", allow_greedy = true)]
    Comment,
    /// A name or a variable.
    #[regex(r"[\p{Alphabetic}/\\\-][\p{Alphabetic}0-9_/\\\-']*")]
    Name,
    /// `pred`
    #[token("pred", priority = 20)]
    Pred,
    /// `stage`
    #[token("stage", priority = 20)]
    Stage,
    /// `context`
    #[token("context", priority = 20)]
    Context,
    /// `_`
    #[token("_")]
    Wild,
    /// `_NAME`: the name of something that the host offers, as in `#sensor input _BUILTIN.`
    #[regex(r"_[\p{Alphabetic}0-9_/\\\-']+")]
    HostName,
    /// Digits.
    #[regex(r"[0-9]+")]
    Number,
    /// Digits with letters stuck to them: always a mistake.
    #[regex(r"[0-9]+[\p{Alphabetic}_/\\'][\p{Alphabetic}0-9_/\\\-']*")]
    BadNumber,
    /// `"…"` with `\"`, `\\` and `\n` inside.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Text,
    /// `"…` without an end on its line.
    #[regex(r#""([^"\\\n]|\\[^\n])*\\?"#)]
    BadText,
    /// A text in curly or single quotes, which are the wrong ones.
    #[regex(r#"[“”„][^“”"\n]*[“”"]|«[^»\n]*»|‘[^’\n]*’|'[^'\n]*'"#)]
    WrongText,
    /// `#name`
    #[regex(r"#[\p{Alphabetic}][\p{Alphabetic}0-9_\-]*")]
    Directive,
    /// `#` without a name.
    #[token("#")]
    BadDirective,
    /// `.`
    #[token(".")]
    Dot,
    /// `..`
    #[token("..")]
    DotDot,
    /// `:`
    #[token(":")]
    Colon,
    /// `,`
    #[token(",")]
    Comma,
    /// `=`
    #[token("=")]
    Equals,
    /// `!`
    #[token("!")]
    Bang,
    /// `$`
    #[token("$")]
    Dollar,
    /// `*`
    #[token("*")]
    Star,
    /// `-o`
    #[token("-o", priority = 20)]
    Lolli,
    /// `o-`
    #[token("o-", priority = 20)]
    BackLolli,
    /// `<-`
    #[token("<-")]
    BackArrow,
    /// `->`
    #[token("->")]
    Arrow,
    /// `==`
    #[token("==")]
    Same,
    /// `<>`
    #[token("<>")]
    Differ,
    /// `<`
    #[token("<")]
    Less,
    /// `<=`
    #[token("<=")]
    AtMost,
    /// `>`
    #[token(">")]
    More,
    /// `>=`
    #[token(">=")]
    AtLeast,
    /// `+`
    #[token("+")]
    Plus,
    /// `^`
    #[token("^")]
    Caret,
    /// `|`
    #[token("|")]
    Bar,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `{`
    #[token("{")]
    OpenBrace,
    /// `}`
    #[token("}")]
    CloseBrace,
    /// `;`, which other languages put where a dot belongs here.
    #[token(";")]
    WrongDot,
    /// `&` and its like, which others put where a star belongs here.
    #[regex("&|&&|∧|⊗|×|·")]
    WrongStar,
    /// `=>` and its like, which others put where `-o` belongs here.
    #[regex("=>|==>|⊸|→|⇒")]
    WrongArrow,
    /// `!=` and its like, which others put where `<>` belongs here.
    #[regex(r"!=|=/=|≠")]
    WrongDiffer,
    /// `=<` and its like, which others put where `<=` belongs here.
    #[regex("=<|≤")]
    WrongAtMost,
    /// `≥`, which others put where `>=` belongs here.
    #[token("≥")]
    WrongAtLeast,
    /// A character that means nothing here.
    Unknown,
    /// The end of the text; never part of a tree.
    End,
}

impl TokenKind {
    /// Space and comments: carried along, never part of the meaning.
    pub fn is_trivia(self) -> bool {
        matches!(self, TokenKind::Space | TokenKind::Comment)
    }

    /// Whether it compares two terms.
    pub fn compares(self) -> bool {
        use TokenKind::{AtLeast, AtMost, Differ, Equals, Less, More, Same};
        use TokenKind::{WrongAtLeast, WrongAtMost, WrongDiffer};
        matches!(self, Same | Differ | Equals | Less | AtMost | More | AtLeast)
            || matches!(self, WrongDiffer | WrongAtMost | WrongAtLeast)
    }

    /// How a message calls a token of this kind.
    pub fn describe(self) -> &'static str {
        match self {
            TokenKind::Space => "white space",
            TokenKind::Comment => "a comment",
            TokenKind::Name => "a name",
            TokenKind::Pred => "`pred`",
            TokenKind::Stage => "`stage`",
            TokenKind::Context => "`context`",
            TokenKind::Wild => "`_`",
            TokenKind::HostName => "a host's name",
            TokenKind::Number => "a number",
            TokenKind::BadNumber => "a number with letters",
            TokenKind::Text => "a text in quotes",
            TokenKind::BadText => "a text without its closing quote",
            TokenKind::Directive => "a directive",
            TokenKind::BadDirective => "`#`",
            TokenKind::Dot => "`.`",
            TokenKind::DotDot => "`..`",
            TokenKind::Colon => "`:`",
            TokenKind::Comma => "`,`",
            TokenKind::Equals => "`=`",
            TokenKind::Bang => "`!`",
            TokenKind::Dollar => "`$`",
            TokenKind::Star => "`*`",
            TokenKind::Lolli => "`-o`",
            TokenKind::BackLolli => "`o-`",
            TokenKind::BackArrow => "`<-`",
            TokenKind::Arrow => "`->`",
            TokenKind::Same => "`==`",
            TokenKind::Differ => "`<>`",
            TokenKind::Less => "`<`",
            TokenKind::AtMost => "`<=`",
            TokenKind::More => "`>`",
            TokenKind::AtLeast => "`>=`",
            TokenKind::Plus => "`+`",
            TokenKind::Caret => "`^`",
            TokenKind::Bar => "`|`",
            TokenKind::Open => "`(`",
            TokenKind::Close => "`)`",
            TokenKind::OpenBrace => "`{`",
            TokenKind::CloseBrace => "`}`",
            TokenKind::WrongDot => "`;`",
            TokenKind::WrongStar => "`&`",
            TokenKind::WrongArrow => "`=>`",
            TokenKind::WrongText => "a text in the wrong quotes",
            TokenKind::WrongDiffer => "`!=`",
            TokenKind::WrongAtMost => "`=<`",
            TokenKind::WrongAtLeast => "`≥`",
            TokenKind::Unknown => "an unknown character",
            TokenKind::End => "the end of the file",
        }
    }
}

/// A token: its kind and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

/// All tokens of a text, in order, without gaps. Unknown characters that stand together are one
/// token, so that a binary file is one mistake and not a million.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(text.len() / 3 + 1);
    for (result, range) in TokenKind::lexer(text).spanned() {
        let span = Span::new(range.start as u32, range.end as u32);
        let kind = result.unwrap_or(TokenKind::Unknown);
        match out.last_mut() {
            Some(last) if kind == TokenKind::Unknown && last.kind == TokenKind::Unknown => {
                last.span.end = span.end;
            }
            _ => out.push(Token { kind, span }),
        }
    }
    out
}

/// Whether a text is one name, so that it can stand where a name belongs. What the name means, and
/// whether that place is for variables, is another question.
pub fn is_name(text: &str) -> bool {
    matches!(tokens(text).as_slice(), [token] if token.kind == TokenKind::Name)
}

/// Whether a name means something to the language by itself, at least in some places.
pub fn is_reserved(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "-", "/", "action", "board", "bwd", "context", "count", "edges", "eight", "for", "in",
        "max", "min", "mod", "named", "nat", "not", "ordered", "pred", "qui", "rows", "sense",
        "since", "stage", "sum", "torus", "type", "without",
    ];
    WORDS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, is_name, is_reserved, tokens};

    fn kinds(text: &str) -> Vec<TokenKind> {
        tokens(text).iter().map(|t| t.kind).filter(|k| !k.is_trivia()).collect()
    }

    #[test]
    fn arrows_are_names_unless_they_stand_alone() {
        assert_eq!(kinds("p -o q"), [TokenKind::Name, TokenKind::Lolli, TokenKind::Name]);
        assert_eq!(kinds("p-o q"), [TokenKind::Name, TokenKind::Name]);
        assert_eq!(kinds("q o- p"), [TokenKind::Name, TokenKind::BackLolli, TokenKind::Name]);
        assert_eq!(kinds("- : a -> b <- c"), {
            use TokenKind::{Arrow, BackArrow, Colon, Name};
            [Name, Colon, Name, Arrow, Name, BackArrow, Name]
        });
        assert_eq!(kinds("do/go X' red-to-blue \\x -of"), [TokenKind::Name; 5]);
        assert_eq!(
            kinds("-o{b}"),
            [TokenKind::Lolli, TokenKind::OpenBrace, TokenKind::Name, TokenKind::CloseBrace]
        );
    }

    #[test]
    fn numbers_texts_and_marks() {
        assert_eq!(kinds("3 3x 2..4"), {
            use TokenKind::{BadNumber, DotDot, Number};
            [Number, BadNumber, Number, DotDot, Number]
        });
        assert_eq!(kinds(r#""a \" b" "open"#), [TokenKind::Text, TokenKind::BadText]);
        assert_eq!(kinds("_ _HOST stage stages #trace"), {
            use TokenKind::{Directive, HostName, Name, Stage, Wild};
            [Wild, HostName, Stage, Name, Directive]
        });
    }

    #[test]
    fn names_are_told_from_other_texts() {
        for name in ["a", "X1", "at-play", "über", "o'", "left/1"] {
            assert!(is_name(name), "{name}");
        }
        for other in ["", " a", "a b", "a.", "1a", "_", "stage", "-o", "%", "a\n"] {
            assert!(!is_name(other), "{other:?}");
        }
        assert!(is_reserved("-") && is_reserved("without") && is_reserved("count"));
        assert!(!is_reserved("counts"));
    }

    #[test]
    fn signs_and_quotes_of_other_languages_are_known() {
        use TokenKind::{Name, WrongAtMost, WrongDiffer, WrongText};
        assert_eq!(kinds("X != Y =< Z"), [Name, WrongDiffer, Name, WrongAtMost, Name]);
        assert_eq!(kinds("“a, b!” 'it' P' Q'"), [WrongText, WrongText, Name, Name]);
    }

    #[test]
    fn every_byte_is_in_one_token() {
        let text = "\u{FEFF}é ✕✕ % c\r\n\u{0}\u{1} \"";
        let tokens = tokens(text);
        let mut at = 0;
        for token in &tokens {
            assert_eq!(token.span.start, at);
            at = token.span.end;
        }
        assert_eq!(at as usize, text.len());
    }
}
