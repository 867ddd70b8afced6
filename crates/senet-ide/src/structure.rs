//! The structure of a program, for editors made of blocks: sets, predicates, boards, stages with
//! their rules, links, derivations, contexts and directives, each with its place and an id.
//!
//! An id names a node of the tree of this snapshot. A [`StructureEdit`] speaks of ids and becomes a
//! small edit of the text ([`Analysis::edit`](crate::Analysis::edit)), after which there is a new
//! snapshot with new ids; [`Analysis::choices`](crate::Analysis::choices) says what can be written in a
//! slot. Text and blocks so show the same program, and either can be edited.

mod choices;
mod edit;
mod items;
mod new;
mod parts;
mod removal;
mod trial;
mod view;

pub use choices::{ChoiceKind, SlotChoice};
pub use edit::{EditError, PremiseMark, StructureEdit};
pub use new::{NewItem, NewPart};

use senet_syntax::Span;
use serde::{Deserialize, Serialize};

/// A part of the structure of one snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StructureId(pub u32);

/// A program as blocks. Broken items are listed as what they are: text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Structure {
    /// The types with their values, and ranges of numbers.
    pub sets: Vec<SetBlock>,
    /// The predicates.
    pub predicates: Vec<PredicateBlock>,
    /// The boards.
    pub boards: Vec<BoardBlock>,
    /// Who sits at the table.
    pub players: Option<PlayersBlock>,
    /// The stages with their rules.
    pub stages: Vec<StageBlock>,
    /// The links between stages.
    pub links: Vec<RuleBlock>,
    /// The backward rules and facts.
    pub derivations: Vec<RuleBlock>,
    /// The contexts.
    pub contexts: Vec<ContextBlock>,
    /// The directives, those of players included.
    pub directives: Vec<DirectiveBlock>,
    /// What cannot be read.
    pub broken: Vec<BrokenBlock>,
}

/// A name where it is declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NameBlock {
    /// The letters.
    pub text: String,
    /// The place.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
}

/// A type and its values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SetBlock {
    /// Its id.
    pub id: StructureId,
    /// The declaration.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// Its name.
    pub name: NameBlock,
    /// The comment at its declaration.
    pub documentation: Option<String>,
    /// The declared values, in order.
    pub values: Vec<ValueBlock>,
    /// The smallest and the largest number, of a range.
    pub range: Option<[SlotBlock; 2]>,
}

/// A constant or constructor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ValueBlock {
    /// Its id.
    pub id: StructureId,
    /// The declaration.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// Its name.
    pub name: NameBlock,
    /// The types of its arguments.
    pub arguments: Vec<SlotBlock>,
}

/// A predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PredicateBlock {
    /// Its id.
    pub id: StructureId,
    /// The declaration.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// Its name.
    pub name: NameBlock,
    /// `pred`, `bwd`, `sense` or `action`.
    pub kind: SlotBlock,
    /// The types of its arguments.
    pub arguments: Vec<SlotBlock>,
    /// The comment at its declaration.
    pub documentation: Option<String>,
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoardBlock {
    /// Its id.
    pub id: StructureId,
    /// The declaration.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// The type of its cells.
    pub name: NameBlock,
    /// `square`, `hex` and so on.
    pub shape: Option<SlotBlock>,
    /// Its sizes.
    pub sizes: Vec<SlotBlock>,
    /// What else is said, as it is written.
    pub options: String,
}

/// Who sits at the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayersBlock {
    /// The id of the directive.
    pub id: StructureId,
    /// The directive.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// The type of the players.
    pub set: SlotBlock,
    /// Their names.
    pub seats: Vec<String>,
}

/// A stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageBlock {
    /// Its id.
    pub id: StructureId,
    /// The whole.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// Its name.
    pub name: NameBlock,
    /// Whether earlier rules come before later ones.
    pub ordered: bool,
    /// Whether a player chooses here.
    pub interactive: bool,
    /// Its rules, those of families included.
    pub rules: Vec<RuleBlock>,
    /// The comment above it.
    pub documentation: Option<String>,
}

/// A rule of a stage, a link, a backward rule or a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleBlock {
    /// Its id.
    pub id: StructureId,
    /// The whole.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// Its name.
    pub name: Option<NameBlock>,
    /// The families around it, from the outside in.
    pub families: Vec<FamilyBlock>,
    /// What it needs; of a backward rule, its goals.
    pub premises: Vec<PartBlock>,
    /// What it makes; of a backward rule, its head.
    pub effects: Vec<PartBlock>,
    /// The comment above it.
    pub documentation: Option<String>,
}

/// A family of rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FamilyBlock {
    /// Its id.
    pub id: StructureId,
    /// Its variables, and what each goes over.
    pub over: Vec<(NameBlock, SlotBlock)>,
}

/// What a part of a rule or context is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PartKind {
    /// An atom of the position.
    Atom,
    /// An atom of a derived predicate.
    Derived,
    /// An atom that the host is asked for.
    Sensed,
    /// `not p X`, `not (a * b)`
    Not,
    /// `N = count (p X)`
    Aggregate,
    /// `X <> Y`
    Compare,
    /// `(X : t)`
    Member,
    /// `stage s`
    Stage,
    /// `qui`
    Quiescence,
    /// `{ a -o b }`
    Comprehension,
    /// `{ a | goals }`
    Set,
    /// `rows cell "…"`
    Rows,
    /// The name of a context.
    Context,
}

/// A premise, an effect, a goal or an atom of a context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PartBlock {
    /// Its id.
    pub id: StructureId,
    /// The whole, mark included.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// What it is.
    pub kind: PartKind,
    /// Whether it is taken, kept or persistent.
    pub mark: PremiseMark,
    /// The predicate, the stage or the context.
    pub head: Option<SlotBlock>,
    /// Arguments, or the two sides of a comparison.
    pub arguments: Vec<SlotBlock>,
    /// How many copies, if that is said.
    pub copies: Option<String>,
    /// The sign of a comparison, or how an aggregate counts.
    pub sign: Option<String>,
    /// What stands inside of `not`, an aggregate, or what braces ask for.
    pub inside: Vec<PartBlock>,
    /// What braces make.
    pub makes: Vec<PartBlock>,
    /// As it is written.
    pub text: String,
}

/// Something that can be replaced by another of its kind: an argument, a type, the name of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SlotBlock {
    /// Its id.
    pub id: StructureId,
    /// The place.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// As it is written.
    pub text: String,
    /// The type that belongs there, of an argument.
    pub set: Option<String>,
    /// The arguments of a constructor.
    pub arguments: Vec<SlotBlock>,
}

/// A context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContextBlock {
    /// Its id.
    pub id: StructureId,
    /// The whole.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// Its name.
    pub name: NameBlock,
    /// What it holds.
    pub atoms: Vec<PartBlock>,
    /// The comment above it.
    pub documentation: Option<String>,
}

/// A directive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DirectiveBlock {
    /// Its id.
    pub id: StructureId,
    /// The whole.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// Its name, without the `#`.
    pub name: String,
    /// Its arguments, as they are written.
    pub arguments: Vec<SlotBlock>,
    /// The atoms of a start.
    pub atoms: Vec<PartBlock>,
}

/// Something that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BrokenBlock {
    /// Its id.
    pub id: StructureId,
    /// The whole.
    #[cfg_attr(feature = "typescript", ts(type = "{ start: number, end: number }"))]
    pub span: Span,
    /// As it is written.
    pub text: String,
}
