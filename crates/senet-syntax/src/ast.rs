//! What is written, without comments and layout, and without any meaning: names are texts, and an
//! item is classified only as far as its shape allows.

mod respan;

use crate::span::Span;
use std::sync::Arc;

pub use crate::directive::{Argument, Directive};

/// A whole program text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceFile {
    /// Its items, in order.
    pub items: Vec<Item>,
}

/// A name with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The letters; shared between all places where a name stands.
    pub text: Arc<str>,
    /// The place.
    pub span: Span,
}

/// Something at the top level of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `p t1 t2 : pred.` and every other `… : name.`
    Declare(Declare),
    /// A rule: in a stage, between stages, or backward.
    Rule(RuleDecl),
    /// `stage s = { … }`
    Stage(StageDecl),
    /// `context c = { … }`
    Context(Context),
    /// `#name …`
    Directive(Directive),
    /// `pips : 0..48.`
    Range(Range),
    /// `board cell = square 8 8.`
    Board(Box<BoardDecl>),
    /// `for N in 1..6 { … }`
    Family(Family),
}

/// A number, or a name that stands for one: an option, or a variable of a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
    /// Digits.
    Number(u64, Span),
    /// A name.
    Name(Name),
}

impl Count {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Count::Number(_, span) => *span,
            Count::Name(name) => name.span,
        }
    }
}

/// A type of the numbers from one to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// Its name.
    pub name: Name,
    /// The smallest number.
    pub low: Count,
    /// The largest number.
    pub high: Count,
    /// The place.
    pub span: Span,
}

/// A board: the type of its cells, and how they hang together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardDecl {
    /// The type of its cells.
    pub name: Name,
    /// `square`, `hex` and so on.
    pub shape: Name,
    /// How large it is.
    pub sizes: Vec<Count>,
    /// For a graph: which cells are neighbours.
    pub links: Vec<(Name, Name)>,
    /// `torus`, and where that stands.
    pub torus: Option<Span>,
    /// `eight`, and where that stands.
    pub eight: Option<Span>,
    /// Cells that are left out.
    pub without: Vec<Name>,
    /// What the names of its cells begin with.
    pub prefix: Option<Name>,
    /// The type of its edges.
    pub edges: Option<Name>,
    /// The place.
    pub span: Span,
}

/// Rules, once for each value of some variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// The variables, and what each goes over.
    pub over: Vec<(Name, Domain)>,
    /// The rules.
    pub items: Vec<Item>,
    /// The place.
    pub span: Span,
}

/// What the variable of a family goes over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// `1..6`
    Range(Count, Count),
    /// The values of a type.
    Type(Name),
}

/// `subject arguments : kind.`: a type, a constructor, a predicate, or a named fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declare {
    /// What is declared.
    pub subject: Name,
    /// The types of its arguments.
    pub arguments: Vec<TermExpr>,
    /// `type`, `pred`, `bwd`, `sense`, `action`, a type, or a predicate without arguments.
    pub kind: Name,
    /// The place.
    pub span: Span,
}

/// A rule of any sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleDecl {
    /// The name before the colon.
    pub name: Option<Name>,
    /// What it says.
    pub body: Body,
    /// The place.
    pub span: Span,
}

/// What a rule says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// `left -o right`
    Forward {
        /// What has to be there.
        left: Vec<Prop>,
        /// What is there afterwards.
        right: Vec<Prop>,
    },
    /// `head <- goal <- goal`; without goals, a fact.
    Backward {
        /// What follows.
        head: AtomExpr,
        /// From what.
        goals: Vec<Prop>,
    },
}

/// A premise, a goal, or a part of a right side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prop {
    /// How it is used.
    pub mark: Mark,
    /// What it says.
    pub kind: PropKind,
    /// How many copies, if `^` says so.
    pub copies: Option<Box<Count>>,
    /// The place, mark included.
    pub span: Span,
}

/// The sign before a premise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Nothing: consumed.
    Plain,
    /// `$`: read and left.
    Read,
    /// `!`: persistent.
    Bang,
}

/// What a proposition says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropKind {
    /// A predicate and its arguments.
    Atom(AtomExpr),
    /// `stage s`
    Stage(Name),
    /// `left == right`, `left < right` and so on.
    Compare(Comparison, Box<TermExpr>, Box<TermExpr>),
    /// `not p X`, `not (a * b)`
    Not(Vec<Prop>),
    /// `N = count (p X)`
    Aggregate(Box<Aggregate>),
    /// `(X : t)`, `X : t`
    Member(Box<TermExpr>, Name),
    /// `{ a -o b }`
    Comprehension(Vec<Prop>, Vec<Prop>),
    /// `{ a, b | goals }`
    Set(Vec<Prop>, Vec<Prop>),
    /// `rows cell "…" "…"`
    Rows(Name, Vec<Text>),
}

/// How two terms are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Same,
    /// `<>`
    Differ,
    /// `=`
    Is,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Same => "==",
            Comparison::Differ => "<>",
            Comparison::Is => "=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
        }
    }
}

/// `N = count (p X)`: a number that many atoms give together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aggregate {
    /// What it is compared with.
    pub target: TermExpr,
    /// How they give it.
    pub by: By,
    /// The number that each gives; none for `count`.
    pub value: Option<TermExpr>,
    /// What they have to look like.
    pub props: Vec<Prop>,
}

/// How many atoms give one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// How many there are.
    Count,
    /// The sum of their numbers.
    Sum,
    /// The largest.
    Max,
    /// The smallest.
    Min,
}

impl By {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            By::Count => "count",
            By::Sum => "sum",
            By::Max => "max",
            By::Min => "min",
        }
    }
}

/// A name and its arguments: `on a b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtomExpr {
    /// The predicate, or the name of a context.
    pub head: Name,
    /// The arguments.
    pub arguments: Vec<TermExpr>,
    /// The place.
    pub span: Span,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TermExpr {
    /// `_`
    Wild(Span),
    /// A name that begins in upper case.
    Variable(Name),
    /// Digits.
    Number(u64, Span),
    /// A constructor and its arguments.
    Apply(Name, Vec<TermExpr>, Span),
    /// `N + 1`
    Compute(Operator, Box<(TermExpr, TermExpr)>, Span),
}

/// What is done with two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
    /// `mod`
    Modulo,
}

impl Operator {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            Operator::Over => "/",
            Operator::Modulo => "mod",
        }
    }

    /// The result, where there is one.
    pub fn compute(self, left: u64, right: u64) -> Option<u64> {
        match self {
            Operator::Plus => left.checked_add(right),
            Operator::Minus => left.checked_sub(right),
            Operator::Times => left.checked_mul(right),
            Operator::Over => left.checked_div(right),
            Operator::Modulo => left.checked_rem(right),
        }
    }
}

impl TermExpr {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            TermExpr::Wild(span)
            | TermExpr::Number(_, span)
            | TermExpr::Apply(_, _, span)
            | TermExpr::Compute(_, _, span) => *span,
            TermExpr::Variable(name) => name.span,
        }
    }
}

/// A stage and its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageDecl {
    /// Its name.
    pub name: Name,
    /// Whether earlier rules come before later ones.
    pub ordered: bool,
    /// What stands in its braces: rules, and whatever else somebody put there.
    pub items: Vec<Item>,
    /// The place.
    pub span: Span,
}

/// A context: a collection of atoms with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// Its name.
    pub name: Name,
    /// Atoms, and names of other contexts.
    pub atoms: Vec<Prop>,
    /// The place.
    pub span: Span,
}

/// A text in quotes, without the quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The letters.
    pub text: Box<str>,
    /// The place, quotes included.
    pub span: Span,
}

impl Text {
    /// The letters as they are shown: an escape sequence in a title or label must not reach anybody's
    /// terminal, so control characters are replaced.
    pub fn shown(&self) -> String {
        let shown = |c: char| match c {
            '\n' | '\t' => c,
            _ if c.is_control() => '\u{FFFD}',
            _ => c,
        };
        self.text.chars().map(shown).collect()
    }
}

/// Whether a name is a variable where a term stands: its first letter is upper case.
pub fn is_variable(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}
