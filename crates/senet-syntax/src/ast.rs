//! What is written, without comments and layout, and without any meaning: names are texts, and an
//! item is classified only as far as its shape allows.
//!
//! The extensions of the language get their own variants here when they come.

use crate::span::Span;

/// A whole program text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct File {
    /// Its items, in order.
    pub items: Vec<Item>,
}

/// A name with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The letters.
    pub text: Box<str>,
    /// The place.
    pub span: Span,
}

/// Something at the top level of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `p t1 t2 : pred.` and every other `… : name.`
    Declare(Declare),
    /// A rule: in a stage, between stages, or backward.
    Rule(Rule),
    /// `stage s = { … }`
    Stage(Stage),
    /// `context c = { … }`
    Context(Context),
    /// `#name …`
    Directive(Directive),
}

/// `subject arguments : kind.`: a type, a constructor, a predicate, or a named fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declare {
    /// What is declared.
    pub subject: Name,
    /// The types of its arguments.
    pub arguments: Vec<Term>,
    /// `type`, `pred`, `bwd`, `sense`, `action`, a type, or a predicate without arguments.
    pub kind: Name,
    /// The place.
    pub span: Span,
}

/// A rule of any sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
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
        head: Atom,
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
    Atom(Atom),
    /// `stage s`
    Stage(Name),
    /// `left == right`
    Same(Box<Term>, Box<Term>),
    /// `left <> right`
    Differ(Box<Term>, Box<Term>),
}

/// A name and its arguments: `on a b`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Atom {
    /// The predicate, or the name of a context.
    pub head: Name,
    /// The arguments.
    pub arguments: Vec<Term>,
    /// The place.
    pub span: Span,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// `_`
    Wild(Span),
    /// A name that begins in upper case.
    Variable(Name),
    /// Digits.
    Number(u64, Span),
    /// A constructor and its arguments.
    Apply(Name, Vec<Term>, Span),
}

impl Term {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Term::Wild(span) | Term::Number(_, span) | Term::Apply(_, _, span) => *span,
            Term::Variable(name) => name.span,
        }
    }
}

/// A stage and its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Its name.
    pub name: Name,
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

/// `#name arguments.`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// What it says.
    pub kind: DirectiveKind,
    /// The place of the whole directive.
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

/// Each directive in its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirectiveKind {
    /// `#trace LIMIT stage context.`
    Trace {
        /// How many steps; `None` is `_`.
        limit: Option<u64>,
        /// Where to begin.
        stage: Name,
        /// With what.
        atoms: Vec<Prop>,
    },
    /// `#interactive s.`
    Interactive(Name),
    /// `#builtin NAT t.`
    Builtin(Name, Name),
    /// `#sensor p NAME.`
    Sensor(Name, Name),
    /// `#action p NAME.`
    Action(Name, Name),
    /// `#players t.` or `#players t 2..4.`
    Players(Name, Option<(u64, u64)>),
    /// `#chooser s V.`
    Chooser(Name, Term),
    /// `#win p.`
    Win(Name),
    /// `#lose p.`
    Lose(Name),
    /// `#draw p.`
    Draw(Name),
    /// `#score p.`
    Score(Name),
    /// `#settles s.`
    Settles(Name),
    /// `#hidden hand P _.`
    Hidden(Atom),
    /// `#forbid s (A).`
    Forbid(Name, Vec<Prop>),
    /// `#repeat 3 draw.`
    Repeat(u64, Name),
    /// `#limit 200 draw.`
    Limit(u64, Name),
    /// `#title "…".`
    Title(Text),
    /// `#about "…".`
    About(Text),
    /// `#label name "…".`
    Label(Name, Text),
    /// `#glyph name "…".`
    Glyph(Name, Text),
}

/// The names of all directives, in the order of [`DirectiveKind`].
pub const DIRECTIVES: &[&str] = &[
    "trace",
    "interactive",
    "builtin",
    "sensor",
    "action",
    "players",
    "chooser",
    "win",
    "lose",
    "draw",
    "score",
    "settles",
    "hidden",
    "forbid",
    "repeat",
    "limit",
    "title",
    "about",
    "label",
    "glyph",
];

/// Whether a name is a variable where a term stands: its first letter is upper case.
pub fn is_variable(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}
