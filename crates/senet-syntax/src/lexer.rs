//! Text to tokens. Every byte belongs to exactly one token, so the text can be put together again.
//!
//! Identifiers may hold `/`, `-` and `\`, which is why `-o` needs white space around it: `p-o` is
//! one name. So are `-`, `/` and `mod` in sums: what they mean shows only later.

use crate::span::Span;
use logos::Logos;

/// What a token is.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
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

impl Kind {
    /// Space and comments: carried along, never part of the meaning.
    pub fn is_trivia(self) -> bool {
        matches!(self, Kind::Space | Kind::Comment)
    }

    /// Whether it compares two terms.
    pub fn compares(self) -> bool {
        use Kind::{AtLeast, AtMost, Differ, Equals, Less, More, Same};
        use Kind::{WrongAtLeast, WrongAtMost, WrongDiffer};
        matches!(self, Same | Differ | Equals | Less | AtMost | More | AtLeast)
            || matches!(self, WrongDiffer | WrongAtMost | WrongAtLeast)
    }

    /// How a message calls a token of this kind.
    pub fn describe(self) -> &'static str {
        match self {
            Kind::Space => "white space",
            Kind::Comment => "a comment",
            Kind::Name => "a name",
            Kind::Pred => "`pred`",
            Kind::Stage => "`stage`",
            Kind::Context => "`context`",
            Kind::Wild => "`_`",
            Kind::HostName => "a host's name",
            Kind::Number => "a number",
            Kind::BadNumber => "a number with letters",
            Kind::Text => "a text in quotes",
            Kind::BadText => "a text without its closing quote",
            Kind::Directive => "a directive",
            Kind::BadDirective => "`#`",
            Kind::Dot => "`.`",
            Kind::DotDot => "`..`",
            Kind::Colon => "`:`",
            Kind::Comma => "`,`",
            Kind::Equals => "`=`",
            Kind::Bang => "`!`",
            Kind::Dollar => "`$`",
            Kind::Star => "`*`",
            Kind::Lolli => "`-o`",
            Kind::BackLolli => "`o-`",
            Kind::BackArrow => "`<-`",
            Kind::Arrow => "`->`",
            Kind::Same => "`==`",
            Kind::Differ => "`<>`",
            Kind::Less => "`<`",
            Kind::AtMost => "`<=`",
            Kind::More => "`>`",
            Kind::AtLeast => "`>=`",
            Kind::Plus => "`+`",
            Kind::Caret => "`^`",
            Kind::Bar => "`|`",
            Kind::Open => "`(`",
            Kind::Close => "`)`",
            Kind::OpenBrace => "`{`",
            Kind::CloseBrace => "`}`",
            Kind::WrongDot => "`;`",
            Kind::WrongStar => "`&`",
            Kind::WrongArrow => "`=>`",
            Kind::WrongText => "a text in the wrong quotes",
            Kind::WrongDiffer => "`!=`",
            Kind::WrongAtMost => "`=<`",
            Kind::WrongAtLeast => "`≥`",
            Kind::Unknown => "an unknown character",
            Kind::End => "the end of the file",
        }
    }
}

/// A token: its kind and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub span: Span,
}

/// All tokens of a text, in order, without gaps. Unknown characters that stand together are one
/// token, so that a binary file is one mistake and not a million.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(text.len() / 3 + 1);
    for (result, range) in Kind::lexer(text).spanned() {
        let span = Span::new(range.start as u32, range.end as u32);
        let kind = result.unwrap_or(Kind::Unknown);
        match out.last_mut() {
            Some(last) if kind == Kind::Unknown && last.kind == Kind::Unknown => {
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
    matches!(tokens(text).as_slice(), [token] if token.kind == Kind::Name)
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
    use super::{Kind, is_name, is_reserved, tokens};

    fn kinds(text: &str) -> Vec<Kind> {
        tokens(text).iter().map(|t| t.kind).filter(|k| !k.is_trivia()).collect()
    }

    #[test]
    fn arrows_are_names_unless_they_stand_alone() {
        assert_eq!(kinds("p -o q"), [Kind::Name, Kind::Lolli, Kind::Name]);
        assert_eq!(kinds("p-o q"), [Kind::Name, Kind::Name]);
        assert_eq!(kinds("q o- p"), [Kind::Name, Kind::BackLolli, Kind::Name]);
        assert_eq!(kinds("- : a -> b <- c"), {
            use Kind::{Arrow, BackArrow, Colon, Name};
            [Name, Colon, Name, Arrow, Name, BackArrow, Name]
        });
        assert_eq!(kinds("do/go X' red-to-blue \\x -of"), [Kind::Name; 5]);
        assert_eq!(kinds("-o{b}"), [Kind::Lolli, Kind::OpenBrace, Kind::Name, Kind::CloseBrace]);
    }

    #[test]
    fn numbers_texts_and_marks() {
        assert_eq!(kinds("3 3x 2..4"), {
            use Kind::{BadNumber, DotDot, Number};
            [Number, BadNumber, Number, DotDot, Number]
        });
        assert_eq!(kinds(r#""a \" b" "open"#), [Kind::Text, Kind::BadText]);
        assert_eq!(kinds("_ _HOST stage stages #trace"), {
            use Kind::{Directive, HostName, Name, Stage, Wild};
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
        use Kind::{Name, WrongAtMost, WrongDiffer, WrongText};
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
