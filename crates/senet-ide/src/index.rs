//! The index of a text: its symbols, and every place where one of them is written.
//!
//! It is made from the lossless tree and not from the ast, so that half-written rules have their
//! names and variables too. What is declared comes from the checker, which knows it for texts with
//! errors as well; `walk` finds the places, `scope` the variables of each rule and their types,
//! `directives` what stands in directives.

mod directives;
mod names;
mod props;
mod scope;
mod terms;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use directives::{Tie, holes};
pub(crate) use names::{Names, argument_types, predicate_kind};

use senet_program::relations::BoardRelation;
use senet_program::{ConId, Declarations, PredId, StageId, TypeId};
use senet_syntax::Span;
use senet_syntax::tree::SyntaxTree;

/// A symbol of a text, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SymbolId(pub(crate) u32);

impl SymbolId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a name is looked up as; names of different spaces may be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Space {
    Type,
    Constant,
    Predicate,
    Stage,
    Context,
    Rule,
    Option,
    Variable,
}

impl Space {
    /// How messages call a name of this space.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Space::Type => "type",
            Space::Constant => "constant",
            Space::Predicate => "predicate",
            Space::Stage => "stage",
            Space::Context => "context",
            Space::Rule => "rule",
            Space::Option => "option",
            Space::Variable => "variable",
        }
    }
}

/// What a symbol stands for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entity {
    Type(TypeId),
    Constant(ConId),
    Predicate(PredId),
    Relation(&'static BoardRelation),
    Stage(StageId),
    Context,
    Rule,
    Option,
    Variable {
        ty: Expected,
        /// Which of the [`Index::rules`] it belongs to.
        rule: u32,
        /// Whether it is the variable of a family.
        family: bool,
    },
    /// A name that is used and not declared.
    Unknown,
}

/// What belongs at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Expected {
    /// Nothing is known.
    #[default]
    Anything,
    /// A number of any type.
    Number,
    /// A value of a type.
    Type(TypeId),
}

/// See [`SymbolId`].
#[derive(Debug, Clone)]
pub(crate) struct Symbol {
    pub(crate) space: Space,
    pub(crate) entity: Entity,
    pub(crate) name: Box<str>,
    /// Where it is declared, or what it comes with is.
    pub(crate) definition: Option<Span>,
    /// Whether it comes with something else: a cell with its board, `next` with the players.
    pub(crate) given: bool,
}

/// What a place does with a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Access {
    /// Declares it.
    Define,
    /// A premise that consumes.
    Take,
    /// A premise that reads, marked `$`.
    Keep,
    /// A premise that reads a persistent atom, or a persistent conclusion.
    Persistent,
    /// A derived premise or goal, or one that reads without saying so.
    Ask,
    /// A premise that asks the host.
    Sense,
    /// Inside of `not`.
    Absent,
    /// Inside of an aggregate.
    Aggregate,
    /// A conclusion.
    Make,
    /// The head of a backward rule or fact.
    Derive,
    /// In a context.
    Start,
    /// An argument of an atom or a term, or a side of a comparison.
    Argument,
    /// Named by a directive, a type in a declaration, a stage in a link.
    Mention,
}

/// A place where a symbol is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Occurrence {
    pub(crate) span: Span,
    pub(crate) symbol: SymbolId,
    pub(crate) access: Access,
    /// What belongs there, of an argument.
    pub(crate) expects: Expected,
    /// Which of the [`Index::rules`] it stands in.
    pub(crate) rule: Option<u32>,
}

/// Something with variables of its own.
#[derive(Debug, Clone)]
pub(crate) struct RuleInfo {
    pub(crate) kind: RuleKind,
    /// The name before the colon.
    pub(crate) name: Option<Span>,
    /// The stage that it stands in, or that it leads from.
    pub(crate) stage: Option<SymbolId>,
    /// The family around it.
    pub(crate) outer: Option<u32>,
    /// Its variables: the first symbol, and one past the last.
    pub(crate) variables: (u32, u32),
    pub(crate) span: Span,
}

/// What has variables of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleKind {
    /// A rule of a stage.
    Step,
    /// A link between stages.
    Link,
    /// A backward rule or fact.
    Clause,
    /// A pattern in a directive.
    Directive,
    /// A set in a context.
    Set,
    /// A family of rules.
    Family,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pub(crate) symbols: Vec<Symbol>,
    /// In order of the text.
    pub(crate) occurrences: Vec<Occurrence>,
    /// The occurrences of each symbol, in order.
    uses: Vec<Vec<u32>>,
    pub(crate) rules: Vec<RuleInfo>,
    /// Variables that directives name.
    pub(crate) ties: Vec<Tie>,
    pub(crate) names: Names,
}

impl Index {
    pub(crate) fn new(tree: &SyntaxTree, text: &str, declared: Declarations<'_>) -> Index {
        walk::walk(tree, text, declared)
    }

    pub(crate) fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The places of a symbol, in order.
    pub(crate) fn places(&self, id: SymbolId) -> impl Iterator<Item = &Occurrence> {
        self.uses[id.index()].iter().map(|i| &self.occurrences[*i as usize])
    }

    /// The name at a byte, or one that ends there.
    pub(crate) fn at(&self, offset: u32) -> Option<&Occurrence> {
        let after = self.occurrences.partition_point(|o| o.span.start <= offset);
        let found = self.occurrences[..after].last()?;
        (offset <= found.span.end).then_some(found)
    }

    /// The name that stands exactly here.
    pub(crate) fn exactly(&self, span: Span) -> Option<&Occurrence> {
        let at = self.occurrences.partition_point(|o| o.span < span);
        self.occurrences.get(at).filter(|o| o.span == span)
    }

    /// The names within a range.
    pub(crate) fn within(&self, span: Span) -> &[Occurrence] {
        let first = self.occurrences.partition_point(|o| o.span.start < span.start);
        let end = self.occurrences.partition_point(|o| o.span.start < span.end);
        &self.occurrences[first..end.max(first)]
    }

    /// The variables of a rule, in order of their first place.
    pub(crate) fn variables(&self, rule: u32) -> impl Iterator<Item = SymbolId> + use<> {
        let (first, end) = self.rules[rule as usize].variables;
        (first..end).map(SymbolId)
    }

    /// The variable of a name in a rule, or in a family around it.
    pub(crate) fn variable(&self, rule: u32, name: &str) -> Option<SymbolId> {
        let mut rule = Some(rule);
        while let Some(at) = rule {
            let mut all = self.variables(at);
            if let Some(found) = all.find(|id| *self.symbol(*id).name == *name) {
                return Some(found);
            }
            rule = self.rules[at as usize].outer;
        }
        None
    }

    fn finish(mut self) -> Index {
        self.occurrences.sort_by_key(|o| o.span);
        let mut uses = vec![Vec::new(); self.symbols.len()];
        for (i, occurrence) in self.occurrences.iter().enumerate() {
            uses[occurrence.symbol.index()].push(i as u32);
        }
        self.uses = uses;
        self
    }
}
