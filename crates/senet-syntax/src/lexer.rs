//! Text to tokens. Every byte belongs to exactly one token, so the text can be put together again.
//!
//! Identifiers may hold `/`, `-` and `\`, which is why `-o` needs white space around it: `p-o` is
//! one name. So are `-`, `/` and `mod` in sums: what they mean shows only later.

use crate::span::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// Blanks, tabs, line ends, and a byte-order mark.
    Space,
    /// `%` to the end of the line.
    Comment,
    /// A name or a variable.
    Name,
    /// `pred`
    Pred,
    /// `stage`
    Stage,
    /// `context`
    Context,
    /// `_`
    Wild,
    /// `_NAME`: the name of something that the host offers, as in `#sensor input _BUILTIN.`
    HostName,
    /// Digits.
    Number,
    /// Digits with letters stuck to them: always a mistake.
    BadNumber,
    /// `"…"` with `\"`, `\\` and `\n` inside.
    Text,
    /// `"…` without an end on its line.
    BadText,
    /// A text in curly or single quotes, which are the wrong ones.
    WrongText,
    /// `#name`
    Directive,
    /// `#` without a name.
    BadDirective,
    /// `.`
    Dot,
    /// `..`
    DotDot,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `=`
    Equals,
    /// `!`
    Bang,
    /// `$`
    Dollar,
    /// `*`
    Star,
    /// `-o`
    Lolli,
    /// `o-`
    BackLolli,
    /// `<-`
    BackArrow,
    /// `->`
    Arrow,
    /// `==`
    Same,
    /// `<>`
    Differ,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `+`
    Plus,
    /// `^`
    Caret,
    /// `|`
    Bar,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `;`, which other languages put where a dot belongs here.
    WrongDot,
    /// `&` and its like, which others put where a star belongs here.
    WrongStar,
    /// `=>` and its like, which others put where `-o` belongs here.
    WrongArrow,
    /// `!=` and its like, which others put where `<>` belongs here.
    WrongDiffer,
    /// `=<` and its like, which others put where `<=` belongs here.
    WrongAtMost,
    /// `≥`, which others put where `>=` belongs here.
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
/// token, so that a binary file is one mistake and not a million. Linear in the length of the text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(text.len() / 3 + 1);
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let (kind, length) = token(first, &text[start..]);
        let span = Span::new(start as u32, (start + length) as u32);
        match out.last_mut() {
            Some(last) if kind == TokenKind::Unknown && last.kind == TokenKind::Unknown => {
                last.span.end = span.end;
            }
            _ => out.push(Token { kind, span }),
        }
        start += length;
    }
    out
}

/// The first token of a text that begins with the character `first`: its kind and its length in
/// bytes. The longest one that is possible, so `-of` is a name and `-o` is not.
fn token(first: char, text: &str) -> (TokenKind, usize) {
    match first {
        _ if is_space(first) => (TokenKind::Space, run(text, is_space)),
        '%' => (TokenKind::Comment, text.find('\n').unwrap_or(text.len())),
        // `-` alone begins a name; `->` is the one sign that begins like one.
        '-' if text.starts_with("->") => (TokenKind::Arrow, 2),
        _ if starts_name(first) => {
            let length = run(text, continues_name);
            (keyword(&text[..length]).unwrap_or(TokenKind::Name), length)
        }
        '_' => match run(text, continues_name) {
            1 => (TokenKind::Wild, 1),
            length => (TokenKind::HostName, length),
        },
        '0'..='9' => number(text),
        '"' => quoted(text),
        '#' => match text[1..].starts_with(char::is_alphabetic) {
            true => (TokenKind::Directive, 1 + run(&text[1..], continues_directive)),
            false => (TokenKind::BadDirective, 1),
        },
        '“' | '”' | '„' => wrongly_quoted(first, &['“', '”', '"'], text),
        '«' => wrongly_quoted(first, &['»'], text),
        '‘' => wrongly_quoted(first, &['’'], text),
        '\'' => wrongly_quoted(first, &['\''], text),
        _ => {
            let sign = SIGNS.iter().find(|(sign, _)| text.starts_with(sign));
            sign.map_or((TokenKind::Unknown, first.len_utf8()), |(sign, kind)| (*kind, sign.len()))
        }
    }
}

/// What is neither a name nor quoted, each before its own beginnings: the first that fits is the
/// longest.
const SIGNS: &[(&str, TokenKind)] = &[
    ("..", TokenKind::DotDot),
    (".", TokenKind::Dot),
    ("*", TokenKind::Star),
    (",", TokenKind::Comma),
    (":", TokenKind::Colon),
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    ("{", TokenKind::OpenBrace),
    ("}", TokenKind::CloseBrace),
    ("$", TokenKind::Dollar),
    ("!=", TokenKind::WrongDiffer),
    ("!", TokenKind::Bang),
    ("==>", TokenKind::WrongArrow),
    ("==", TokenKind::Same),
    ("=>", TokenKind::WrongArrow),
    ("=<", TokenKind::WrongAtMost),
    ("=/=", TokenKind::WrongDiffer),
    ("=", TokenKind::Equals),
    ("<-", TokenKind::BackArrow),
    ("<>", TokenKind::Differ),
    ("<=", TokenKind::AtMost),
    ("<", TokenKind::Less),
    (">=", TokenKind::AtLeast),
    (">", TokenKind::More),
    ("+", TokenKind::Plus),
    ("^", TokenKind::Caret),
    ("|", TokenKind::Bar),
    (";", TokenKind::WrongDot),
    ("&&", TokenKind::WrongStar),
    ("&", TokenKind::WrongStar),
    ("∧", TokenKind::WrongStar),
    ("⊗", TokenKind::WrongStar),
    ("×", TokenKind::WrongStar),
    ("·", TokenKind::WrongStar),
    ("⊸", TokenKind::WrongArrow),
    ("→", TokenKind::WrongArrow),
    ("⇒", TokenKind::WrongArrow),
    ("≠", TokenKind::WrongDiffer),
    ("≤", TokenKind::WrongAtMost),
    ("≥", TokenKind::WrongAtLeast),
];

/// The words and arrows that would be names if they meant nothing.
fn keyword(name: &str) -> Option<TokenKind> {
    Some(match name {
        "pred" => TokenKind::Pred,
        "stage" => TokenKind::Stage,
        "context" => TokenKind::Context,
        "-o" => TokenKind::Lolli,
        "o-" => TokenKind::BackLolli,
        _ => return None,
    })
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0C' | '\u{FEFF}')
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '/' | '\\' | '-')
}

fn continues_name(c: char) -> bool {
    starts_name(c) || c.is_ascii_digit() || matches!(c, '_' | '\'')
}

fn continues_directive(c: char) -> bool {
    c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '_' | '-')
}

/// How many bytes at the beginning of a text are characters of this kind.
fn run(text: &str, kind: impl Fn(char) -> bool) -> usize {
    text.find(|c| !kind(c)).unwrap_or(text.len())
}

/// Digits; with letters stuck to them, all of that. `3-2` is two numbers as far as it goes: `-`
/// begins a name.
fn number(text: &str) -> (TokenKind, usize) {
    let digits = run(text, |c| c.is_ascii_digit());
    match text[digits..].starts_with(|c: char| c != '-' && continues_name(c)) {
        true => (TokenKind::BadNumber, run(text, continues_name)),
        false => (TokenKind::Number, digits),
    }
}

/// A text in quotes: to the quote that closes it, else to the end of the line.
fn quoted(text: &str) -> (TokenKind, usize) {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return (TokenKind::BadText, at),
            '"' if !escaped => return (TokenKind::Text, at + 1),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    (TokenKind::BadText, text.len())
}

/// A text in quotes of other languages: to the quote that closes it. Without one, the rest of the
/// line has no meaning.
fn wrongly_quoted(open: char, close: &[char], text: &str) -> (TokenKind, usize) {
    let begin = open.len_utf8();
    let end = text[begin..].find(|c| c == '\n' || close.contains(&c)).map(|at| begin + at);
    match end.and_then(|end| Some((end, text[end..].chars().next()?))) {
        Some((end, last)) if last != '\n' => (TokenKind::WrongText, end + last.len_utf8()),
        _ => (TokenKind::Unknown, end.unwrap_or(text.len())),
    }
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
