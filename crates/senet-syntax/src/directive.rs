//! The directives of the language: one table, [`DIRECTIVES`], and a directive of a program.
//!
//! A row says what a directive is called, which arguments it takes and what it is for. The parser,
//! "did you mean", lowering, the printer and `senet explain` follow from it; what a directive builds is
//! the table of the same order in `senet-program`.

use crate::ast::{AtomExpr, Count, Name, Prop, TermExpr, Text};
use crate::span::Span;
use std::fmt;

/// A row of [`DIRECTIVES`]: the shape of a directive.
#[derive(Debug)]
pub struct DirectiveForm {
    /// What stands behind the `#`.
    pub name: &'static str,
    /// What it takes, in order. Only the last may be left out.
    pub slots: &'static [Slot],
    /// How it is written, for help and completion: with and without what may be left out.
    pub forms: &'static [&'static str],
    /// What it is for, in a few words.
    pub about: &'static str,
    /// Whether it only describes the game or how it looks: without it, the same moves are legal.
    pub describes: bool,
}

/// What may stand as an argument of a directive: how it is written, and what its names are names of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// How many steps, or `_`.
    Limit,
    /// The name of a stage.
    Stage,
    /// The name of a type.
    Type,
    /// The name of a predicate.
    Predicate,
    /// The name of a rule.
    Rule,
    /// Another name: of several things, or a new one.
    Name,
    /// `NAT` and its like.
    Role,
    /// The name of something that the host offers.
    Host,
    /// How a play ends: `draw`.
    Outcome,
    /// A variable of rules, or a player.
    Who,
    /// A predicate and its arguments, up to a text or the end of the directive.
    Atom,
    /// The name of a context, or atoms in braces.
    Context,
    /// Atoms in parentheses.
    Atoms,
    /// Atoms without parentheses, up to the end of the directive.
    Formula,
    /// `ATOM + ATOM = 1`
    Sum,
    /// A number, or a name that stands for one.
    Count,
    /// A number.
    Number,
    /// `=` and a number.
    Default,
    /// `3..19`
    Range,
    /// `2` or `2..4`; may be left out.
    Seats,
    /// A text in quotes.
    Text,
    /// One or more texts.
    Texts,
    /// The word `since` and one or more rules; may be left out.
    Since,
    /// One or more names.
    Names,
}

const fn row(
    name: &'static str,
    slots: &'static [Slot],
    forms: &'static [&'static str],
    about: &'static str,
) -> DirectiveForm {
    DirectiveForm { name, slots, forms, about, describes: false }
}

impl DirectiveForm {
    const fn describing(self) -> DirectiveForm {
        DirectiveForm { describes: true, ..self }
    }
}

/// All directives.
pub const DIRECTIVES: &[DirectiveForm] = {
    use Slot as S;
    &[
        row(
            "trace",
            &[S::Limit, S::Stage, S::Context],
            &["#trace _ STAGE CONTEXT."],
            "where the program begins",
        ),
        row("interactive", &[S::Stage], &["#interactive STAGE."], "players choose in this stage"),
        row("builtin", &[S::Role, S::Name], &["#builtin NAT TYPE."], "numbers, for Ceptre's sake"),
        row("sensor", &[S::Predicate, S::Host], &["#sensor PREDICATE NAME."], "asks the host"),
        row("action", &[S::Predicate, S::Host], &["#action PREDICATE NAME."], "tells the host"),
        row(
            "players",
            &[S::Type, S::Seats],
            &["#players TYPE.", "#players TYPE 2..4."],
            "who sits at the table",
        ),
        row(
            "chooser",
            &[S::Stage, S::Who],
            &["#chooser STAGE VARIABLE."],
            "who chooses in a stage",
        ),
        row("win", &[S::Predicate], &["#win PREDICATE."], "who has won"),
        row("lose", &[S::Predicate], &["#lose PREDICATE."], "who has lost"),
        row("draw", &[S::Predicate], &["#draw PREDICATE."], "the game is a draw"),
        row("score", &[S::Predicate], &["#score PREDICATE."], "the highest wins when play rests"),
        row("settles", &[S::Stage], &["#settles STAGE."], "the order of its steps does not matter"),
        row(
            "hidden",
            &[S::Atom],
            &["#hidden PREDICATE ARGUMENTS."],
            "atoms that not all players see",
        ),
        row(
            "forbid",
            &[S::Stage, S::Atoms],
            &["#forbid STAGE (ATOMS)."],
            "no move may lead to a position like this",
        ),
        row(
            "repeat",
            &[S::Count, S::Outcome],
            &["#repeat 3 draw."],
            "the same position so many times is a draw",
        ),
        row(
            "limit",
            &[S::Count, S::Outcome, S::Since],
            &["#limit 200 draw.", "#limit 100 draw since RULE RULE."],
            "so many moves, or so many without one of the rules, are a draw",
        ),
        row("title", &[S::Text], &["#title \"TEXT\"."], "what the game is called").describing(),
        row("about", &[S::Text], &["#about \"TEXT\"."], "how it is played").describing(),
        row("label", &[S::Name, S::Text], &["#label NAME \"TEXT\"."], "how moves or values read")
            .describing(),
        row(
            "glyph",
            &[S::Atom, S::Text],
            &[
                "#glyph NAME \"TEXT\".",
                "#glyph PREDICATE ARGUMENTS \"TEXT\".",
                "#glyph CONSTRUCTOR ARGUMENTS \"TEXT\".",
            ],
            "how something is drawn",
        )
        .describing(),
        row("hide", &[S::Atom], &["#hide PREDICATE ARGUMENTS."], "atoms that are not shown")
            .describing(),
        row(
            "describe",
            &[S::Atom, S::Text],
            &["#describe PREDICATE ARGUMENTS \"TEXT\"."],
            "how an atom reads",
        )
        .describing(),
        row(
            "panel",
            &[S::Atom, S::Text],
            &["#panel PREDICATE ARGUMENTS \"TEXT\"."],
            "atoms that are shown beside the board, under a title",
        )
        .describing(),
        row("intro", &[S::Texts], &["#intro \"TEXT\"."], "what is told at the start").describing(),
        row(
            "tell",
            &[S::Name, S::Texts],
            &["#tell NAME \"TEXT\".", "#tell NAME \"TEXT\" \"TEXT\"."],
            "what is told of a step, of entering a stage or of a new atom",
        )
        .describing(),
        row(
            "goal",
            &[S::Who, S::Text],
            &["#goal _ \"TEXT\".", "#goal PLAYER \"TEXT\"."],
            "what is played for",
        )
        .describing(),
        row(
            "sides",
            &[S::Who, S::Names],
            &["#sides PLAYER DIRECTION DIRECTION."],
            "which sides of the board belong to a player",
        )
        .describing(),
        row(
            "boards",
            &[S::Type, S::Text],
            &["#boards BOARD \"TEXT\"."],
            "a board that is drawn for each player, under a title",
        )
        .describing(),
        row("downward", &[S::Type], &["#downward BOARD."], "a board with row 1 at the top")
            .describing(),
        row(
            "inside",
            &[S::Predicate, S::Name],
            &["#inside PREDICATE DIRECTION."],
            "drawn halfway to the neighbouring cell, as in a box between dots",
        )
        .describing(),
        row(
            "notation",
            &[S::Name, S::Texts],
            &["#notation RULE \"TEXT\".", "#notation BOARD \"CELLS\"."],
            "how moves are written",
        )
        .describing(),
        row("weight", &[S::Rule, S::Count], &["#weight RULE 3."], "how likely a rule is"),
        row(
            "option",
            &[S::Name, S::Range, S::Default],
            &["#option NAME 3..19 = 9."],
            "a number that players may choose",
        ),
        row("legend", &[S::Text, S::Atom], &["#legend \"@\" PREDICATE."], "a sign in drawn starts"),
        row("tags", &[S::Texts], &["#tags \"TAG\" \"TAG\"."], "words to find the game by")
            .describing(),
        row("origin", &[S::Text], &["#origin \"TEXT\"."], "where the game comes from").describing(),
        row("include", &[S::Text], &["#include \"FILE\"."], "more of the program"),
        row("senet", &[S::Number], &["#senet 1."], "the edition of the language"),
        row("never", &[S::Formula], &["#never ATOMS."], "no position is like this"),
        row("reach", &[S::Formula], &["#reach ATOMS."], "some position is like this"),
        row(
            "always-possible",
            &[S::Formula],
            &["#always-possible ATOMS."],
            "from every position, one like this can be reached",
        ),
        row(
            "inevitable",
            &[S::Formula],
            &["#inevitable ATOMS."],
            "every play comes to a position like this",
        ),
        row("once", &[S::Formula], &["#once ATOMS."], "this begins at most once in a play"),
        row(
            "conserve",
            &[S::Sum],
            &["#conserve ATOM + ATOM = 1."],
            "always so many of these atoms",
        ),
        row(
            "observe",
            &[S::Name, S::Text],
            &["#observe NAME \"QUERY\"."],
            "a query about the steps of plays, for statistics",
        ),
    ]
};

/// Which directive: a place in [`DIRECTIVES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DirectiveId(u8);

impl DirectiveId {
    /// The directive of this name, without its `#`.
    pub fn find(name: &str) -> Option<DirectiveId> {
        let at = DIRECTIVES.iter().position(|form| form.name == name)?;
        Some(DirectiveId(at as u8))
    }

    /// Its row.
    pub fn form(self) -> &'static DirectiveForm {
        &DIRECTIVES[self.index()]
    }

    /// Its place in the table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for DirectiveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.form().name)
    }
}

/// `#name arguments.`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    id: DirectiveId,
    /// One for each slot that is filled.
    arguments: Vec<Argument>,
    /// The place of the whole directive.
    pub span: Span,
}

/// What fills a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// How many; `None` is `_`.
    Limit(Option<u64>),
    /// One name.
    Name(Name),
    /// Several names.
    Names(Vec<Name>),
    /// A term.
    Term(TermExpr),
    /// An atom.
    Atom(AtomExpr),
    /// Atoms, or whatever else may stand in a rule.
    Atoms(Vec<Prop>),
    /// Atoms, and how many there are of them.
    Sum((Vec<AtomExpr>, Count)),
    /// A number, or a name that stands for one.
    Count(Count),
    /// A number.
    Number(u64),
    /// The smallest and the largest number.
    Range((u64, u64)),
    /// A text.
    Text(Text),
    /// Several texts.
    Texts(Vec<Text>),
}

impl Slot {
    /// Whether it may be left out.
    pub fn is_optional(self) -> bool {
        matches!(self, Slot::Seats | Slot::Since)
    }

    fn takes(self, argument: &Argument) -> bool {
        match self {
            Slot::Limit => matches!(argument, Argument::Limit(_)),
            Slot::Stage | Slot::Type | Slot::Predicate | Slot::Rule => {
                matches!(argument, Argument::Name(_))
            }
            Slot::Name | Slot::Role | Slot::Host | Slot::Outcome => {
                matches!(argument, Argument::Name(_))
            }
            Slot::Who => matches!(argument, Argument::Term(_)),
            Slot::Atom => matches!(argument, Argument::Atom(_)),
            Slot::Context | Slot::Atoms | Slot::Formula => matches!(argument, Argument::Atoms(_)),
            Slot::Sum => matches!(argument, Argument::Sum(_)),
            Slot::Count => matches!(argument, Argument::Count(_)),
            Slot::Number | Slot::Default => matches!(argument, Argument::Number(_)),
            Slot::Range | Slot::Seats => matches!(argument, Argument::Range(_)),
            Slot::Text => matches!(argument, Argument::Text(_)),
            Slot::Texts => matches!(argument, Argument::Texts(_)),
            Slot::Since | Slot::Names => matches!(argument, Argument::Names(_)),
        }
    }
}

impl Directive {
    /// A directive with its arguments; `None` if there is none of this name, or if it takes others.
    pub fn new(name: &str, arguments: Vec<Argument>, span: Span) -> Option<Directive> {
        let id = DirectiveId::find(name)?;
        let mut rest = arguments.iter();
        let mut fine = id.form().slots.iter().all(|slot| match rest.next() {
            Some(argument) => slot.takes(argument),
            None => slot.is_optional(),
        });
        fine &= rest.next().is_none();
        fine.then_some(Directive { id, arguments, span })
    }

    /// One that the caller has put together by the slots of its row.
    pub(crate) fn by_slots(id: DirectiveId, arguments: Vec<Argument>, span: Span) -> Directive {
        Directive { id, arguments, span }
    }

    /// Which directive it is.
    pub fn id(&self) -> DirectiveId {
        self.id
    }

    /// What it is called, without the `#`.
    pub fn name(&self) -> &'static str {
        self.id.form().name
    }

    /// What fills its slots, each with its slot.
    pub fn arguments(&self) -> impl Iterator<Item = (Slot, &Argument)> {
        self.id.form().slots.iter().copied().zip(&self.arguments)
    }

    /// What fills its slots, to be changed in place.
    pub fn arguments_mut(&mut self) -> impl Iterator<Item = &mut Argument> {
        self.arguments.iter_mut()
    }

    /// What fills a slot.
    ///
    /// # Panics
    ///
    /// If the slot is empty or holds something else: who asks knows the row of the directive.
    #[track_caller]
    pub fn get<T: ArgumentValue + ?Sized>(&self, slot: usize) -> &T {
        self.get_optional(slot).expect("the slots of a directive are filled as its row says")
    }

    /// What fills a slot that may be left out.
    pub fn get_optional<T: ArgumentValue + ?Sized>(&self, slot: usize) -> Option<&T> {
        T::from_argument(self.arguments.get(slot)?)
    }
}

/// A value that fills slots, for [`Directive::get`].
pub trait ArgumentValue {
    /// The value, if the argument holds one of this kind.
    fn from_argument(argument: &Argument) -> Option<&Self>;
}

macro_rules! argument_values {
    ($($variant:ident $value:ty),*) => {
        $(impl ArgumentValue for $value {
            fn from_argument(argument: &Argument) -> Option<&Self> {
                match argument {
                    Argument::$variant(value) => Some(value),
                    _ => None,
                }
            }
        })*
    };
}

argument_values!(
    Limit Option<u64>, Name Name, Names [Name], Term TermExpr, Atom AtomExpr, Atoms [Prop],
    Sum (Vec<AtomExpr>, Count), Count Count, Number u64, Range (u64, u64), Text Text, Texts [Text]
);

/// The names of all directives in a sentence, for `senet explain`.
pub(crate) const IN_WORDS: &str = {
    const BYTES: [u8; sentence(&mut [0; 2_048])] = {
        let mut long = [0; 2_048];
        let length = sentence(&mut long);
        let mut bytes = [0; sentence(&mut [0; 2_048])];
        let mut i = 0;
        while i < length {
            bytes[i] = long[i];
            i += 1;
        }
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => panic!("names are text"),
    }
};

/// Writes the sentence while compiling, and says how long it is.
const fn sentence(out: &mut [u8; 2_048]) -> usize {
    let mut at = push(out, 0, "The directives are ");
    let mut i = 0;
    while i < DIRECTIVES.len() {
        if i > 0 {
            at = push(out, at, if i + 1 == DIRECTIVES.len() { " and " } else { ", " });
        }
        at = push(out, at, "`#");
        at = push(out, at, DIRECTIVES[i].name);
        at = push(out, at, "`");
        i += 1;
    }
    push(out, at, ".")
}

const fn push(out: &mut [u8; 2_048], at: usize, text: &str) -> usize {
    let text = text.as_bytes();
    let mut i = 0;
    while i < text.len() {
        out[at + i] = text[i];
        i += 1;
    }
    at + i
}
