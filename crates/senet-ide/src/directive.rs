//! Which arguments each directive takes.

/// What stands in a slot of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Limit,
    Stage,
    Type,
    Predicate,
    Rule,
    Name,
    Role,
    Host,
    Outcome,
    Who,
    Atom,
    Context,
    Atoms,
    Formula,
    Sum,
    Count,
    Number,
    Default,
    Range,
    Seats,
    Text,
    Texts,
    Since,
}

/// The slots of a directive, in order.
pub(crate) fn slots(name: &str) -> &'static [Slot] {
    use Slot as S;
    match name {
        "trace" => &[S::Limit, S::Stage, S::Context],
        "interactive" | "settles" => &[S::Stage],
        "builtin" => &[S::Role, S::Name],
        "sensor" | "action" => &[S::Predicate, S::Host],
        "players" => &[S::Type, S::Seats],
        "chooser" => &[S::Stage, S::Who],
        "win" | "lose" | "draw" | "score" => &[S::Predicate],
        "hidden" => &[S::Atom],
        "forbid" => &[S::Stage, S::Atoms],
        "repeat" => &[S::Count, S::Outcome],
        "limit" => &[S::Count, S::Outcome, S::Since],
        "title" | "about" | "origin" | "include" => &[S::Text],
        "label" | "glyph" => &[S::Name, S::Text],
        "weight" => &[S::Rule, S::Count],
        "option" => &[S::Name, S::Range, S::Default],
        "legend" => &[S::Text, S::Atom],
        "tags" => &[S::Texts],
        "senet" => &[S::Number],
        "never" | "reach" => &[S::Formula],
        "conserve" => &[S::Sum],
        _ => &[],
    }
}
