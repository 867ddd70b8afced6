//! Which arguments each directive takes, and what it is for.

/// A row of [`DIRECTIVES`]: the shape of a directive.
#[derive(Debug)]
pub(crate) struct DirectiveForm {
    /// What stands behind the `#`.
    pub(crate) name: &'static str,
    /// What it takes, in order. Only the last may be left out.
    pub(crate) slots: &'static [Slot],
    /// How it is written, for help and completion: with and without what may be left out.
    pub(crate) forms: &'static [&'static str],
    /// What it is for, in a few words.
    pub(crate) about: &'static str,
}

/// What may stand as an argument of a directive: how it is written, and what its names are names of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
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
    /// A predicate and its arguments, up to the end of the directive.
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
}

const fn row(
    name: &'static str,
    slots: &'static [Slot],
    forms: &'static [&'static str],
    about: &'static str,
) -> DirectiveForm {
    DirectiveForm { name, slots, forms, about }
}

/// All directives.
pub(crate) const DIRECTIVES: &[DirectiveForm] = {
    use Slot as S;
    &[
        row(
            "trace",
            &[S::Limit, S::Stage, S::Context],
            &["#trace _ STAGE CONTEXT."],
            "where the program begins",
        ),
        row("interactive", &[S::Stage], &["#interactive STAGE."], "somebody chooses in this stage"),
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
        row("draw", &[S::Predicate], &["#draw PREDICATE."], "nobody has won"),
        row("score", &[S::Predicate], &["#score PREDICATE."], "the highest wins when play rests"),
        row("settles", &[S::Stage], &["#settles STAGE."], "the order of its steps is no matter"),
        row(
            "hidden",
            &[S::Atom],
            &["#hidden PREDICATE ARGUMENTS."],
            "atoms that not everybody sees",
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
        row("title", &[S::Text], &["#title \"TEXT\"."], "what the game is called"),
        row("about", &[S::Text], &["#about \"TEXT\"."], "how it is played"),
        row("label", &[S::Name, S::Text], &["#label NAME \"TEXT\"."], "how moves or values read"),
        row("glyph", &[S::Name, S::Text], &["#glyph NAME \"TEXT\"."], "how something is drawn"),
        row("weight", &[S::Rule, S::Count], &["#weight RULE 3."], "how likely a rule is"),
        row(
            "option",
            &[S::Name, S::Range, S::Default],
            &["#option NAME 3..19 = 9."],
            "a number that players may choose",
        ),
        row("legend", &[S::Text, S::Atom], &["#legend \"@\" PREDICATE."], "a sign in drawn starts"),
        row("tags", &[S::Texts], &["#tags \"TAG\" \"TAG\"."], "words to find the game by"),
        row("origin", &[S::Text], &["#origin \"TEXT\"."], "where the game comes from"),
        row("include", &[S::Text], &["#include \"FILE\"."], "more of the program"),
        row("senet", &[S::Number], &["#senet 1."], "the edition of the language"),
        row("never", &[S::Formula], &["#never ATOMS."], "no position is like this"),
        row("reach", &[S::Formula], &["#reach ATOMS."], "some position is like this"),
        row(
            "conserve",
            &[S::Sum],
            &["#conserve ATOM + ATOM = 1."],
            "always so many of these atoms",
        ),
    ]
};

/// The slots of a directive, in order.
pub(crate) fn slots(name: &str) -> &'static [Slot] {
    DIRECTIVES.iter().find(|form| form.name == name).map_or(&[], |form| form.slots)
}

/// How a directive is written and what it is for, in Markdown.
pub(crate) fn directive_help(name: &str) -> Option<String> {
    let form = DIRECTIVES.iter().find(|form| form.name == name)?;
    Some(format!("```cep\n{}\n```\n\n{}", form.forms.join("\n"), form.about))
}
