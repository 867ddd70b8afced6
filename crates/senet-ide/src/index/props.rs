//! Propositions: atoms with their marks, blocks, comparisons.

use crate::index::names::{argument_types, predicate_kind};
use crate::index::scope::Compared;
use crate::index::walk::Walker;
use crate::index::{Access, Entity, Expected, Space, SymbolId};
use senet_program::PredKind;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, Part, SyntaxNode};

/// Where a proposition stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    /// The head of a backward rule or a fact.
    Head,
    /// What a backward rule, a pattern or a set asks for.
    Goal,
    Context,
    Absent,
    Aggregate,
}

/// The sign before a proposition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Plain,
    Keep,
    Persistent,
}

/// The word of the language that an application begins with, unless the program has made it a name
/// of its own.
fn word_of<'x>(node: SyntaxNode<'_>, text: &'x str, own: impl Fn(&str) -> bool) -> Option<&'x str> {
    let first = node.child().filter(|_| node.kind() == NodeKind::App)?;
    let word = first.span().of(text);
    let known = matches!(word, "not" | "count" | "sum" | "max" | "min" | "mod" | "rows");
    (known && !own(word)).then_some(word)
}

impl<'t> Walker<'t> {
    pub(super) fn props(&mut self, node: SyntaxNode<'t>, side: Side) {
        self.marked(node, side, Mark::Plain);
    }

    /// Whether the program declares a word of the language as a name of its own.
    pub(super) fn is_own(&self, word: &str) -> bool {
        let names = &self.index.names;
        let spaces = [Space::Predicate, Space::Constant, Space::Type];
        spaces.into_iter().any(|space| names.get(space, word).is_some())
    }

    fn marked(&mut self, node: SyntaxNode<'t>, side: Side, mark: Mark) {
        match node.kind() {
            NodeKind::Braces if node.token(TokenKind::Bar).is_some() => self.set(node, side),
            NodeKind::Braces if self.is_comprehension(node) => self.comprehension(node),
            NodeKind::Tensor | NodeKind::Braces | NodeKind::Paren => {
                for part in node.children() {
                    self.marked(part, side, mark);
                }
            }
            NodeKind::Prefix => {
                let bang = node.token(TokenKind::Bang).is_some() || mark == Mark::Persistent;
                let mark = if bang { Mark::Persistent } else { Mark::Keep };
                for part in node.children() {
                    self.marked(part, side, mark);
                }
            }
            NodeKind::Copies => {
                let mut parts = node.children();
                if let Some(what) = parts.next() {
                    self.marked(what, side, mark);
                }
                parts.for_each(|count| self.count(count));
            }
            NodeKind::Member => {
                let mut parts = node.children();
                let (term, ty) = (parts.next(), parts.next());
                let mut expects = Expected::Anything;
                if let Some(ty) = ty.filter(|n| n.kind() == NodeKind::Name) {
                    let id = self.name(ty, Space::Type, Access::Mention);
                    if let Entity::Type(id) = self.index.symbol(id).entity {
                        expects = Expected::Type(id);
                    }
                }
                if let Some(term) = term {
                    self.term(term, expects);
                }
            }
            NodeKind::StageRef => {
                if let Some(name) = node.child().filter(|n| n.kind() == NodeKind::Name) {
                    let id = self.name(name, Space::Stage, Access::Mention);
                    self.leads_from(id, side);
                }
            }
            NodeKind::Compare => self.compare(node),
            NodeKind::App | NodeKind::Name => match self.word(node) {
                Some("not") => self.negated(node),
                Some("rows") => {
                    if let Some(board) = node.children().nth(1) {
                        self.name(board, Space::Type, Access::Mention);
                    }
                }
                _ => self.atom(node, side, mark),
            },
            // An arrow where none belongs: what stands around it has names all the same.
            NodeKind::Chain | NodeKind::BackChain => {
                for part in node.children() {
                    self.marked(part, side, mark);
                }
            }
            NodeKind::Sum => {
                for part in node.children() {
                    self.marked(part, side, mark);
                }
            }
            _ => {}
        }
    }

    /// A link belongs to the stage that it leads from.
    fn leads_from(&mut self, stage: SymbolId, side: Side) {
        if let (Some(scope), Side::Left) = (&self.scope, side) {
            let rule = &mut self.index.rules[scope.rule as usize];
            rule.stage = rule.stage.or(Some(stage));
        }
    }

    pub(super) fn word(&self, node: SyntaxNode<'t>) -> Option<&'t str> {
        word_of(node, self.text, |word| self.is_own(word))
    }

    /// `{ a -o b }`
    fn is_comprehension(&self, node: SyntaxNode<'t>) -> bool {
        let chain = node.child().filter(|n| n.kind() == NodeKind::Chain);
        chain.is_some() && node.children().nth(1).is_none()
    }

    /// Reads a block with variables of its own.
    fn block(&mut self, inside: impl FnOnce(&mut Self)) {
        let outer = self.scope.as_mut().map(super::scope::Scope::open);
        inside(self);
        if let (Some(scope), Some(outer)) = (&mut self.scope, outer) {
            scope.close(outer);
        }
    }

    fn comprehension(&mut self, node: SyntaxNode<'t>) {
        let Some(chain) = node.child() else { return };
        self.block(|walker| {
            for (i, side) in chain.children().enumerate() {
                walker.props(side, if i == 0 { Side::Left } else { Side::Right });
            }
        });
    }

    /// `{ a, b | goals }`
    fn set(&mut self, node: SyntaxNode<'t>, side: Side) {
        let bar = node.token(TokenKind::Bar).map_or(0, |t| t.span.start);
        let makes = if side == Side::Context { Side::Context } else { Side::Right };
        self.block(|walker| {
            for part in node.children() {
                let side = if part.span().start < bar { makes } else { Side::Goal };
                walker.props(part, side);
            }
        });
    }

    fn negated(&mut self, node: SyntaxNode<'t>) {
        let parts: Vec<SyntaxNode<'t>> = node.children().skip(1).collect();
        self.block(|walker| match parts.as_slice() {
            [only] if matches!(only.kind(), NodeKind::Paren | NodeKind::Unit) => {
                walker.props(*only, Side::Absent);
            }
            [head, arguments @ ..] if head.kind() == NodeKind::Name => {
                walker.atom_of(*head, arguments, Side::Absent, Mark::Plain);
            }
            _ => {}
        });
    }

    fn compare(&mut self, node: SyntaxNode<'t>) {
        let mut sides = node.children();
        let (left, right) = (sides.next(), sides.next());
        let sign = node.parts().find_map(|part| match part {
            Part::Token(t) => Some(self.tree.tokens()[t].kind).filter(|k| k.compares()),
            Part::Node(_) => None,
        });
        let (Some(left), Some(right)) = (left, right) else {
            left.into_iter().for_each(|term| {
                self.term(term, Expected::Anything);
            });
            return;
        };
        let by = self.word(right).filter(|w| matches!(*w, "count" | "sum" | "max" | "min"));
        if let (Some(TokenKind::Equals), Some(by)) = (sign, by) {
            self.term(left, Expected::Number);
            return self.aggregate(right, by);
        }
        let equal = matches!(sign, Some(TokenKind::Same | TokenKind::Equals | TokenKind::Differ));
        let expects = if equal { Expected::Anything } else { Expected::Number };
        let sides = (self.term(left, expects), self.term(right, expects));
        if let (true, Some(scope)) = (equal, &mut self.scope) {
            scope.compare(sides.0, sides.1);
        }
    }

    /// `count (p X)`, `sum V (coin V)`
    fn aggregate(&mut self, node: SyntaxNode<'t>, by: &str) {
        let parts: Vec<SyntaxNode<'t>> = node.children().skip(1).collect();
        self.block(|walker| match (by, parts.as_slice()) {
            ("count", [body]) => walker.props(*body, Side::Aggregate),
            (_, [value, body]) => {
                walker.props(*body, Side::Aggregate);
                walker.term(*value, Expected::Number);
            }
            (_, parts) => parts.iter().for_each(|part| {
                walker.term(*part, Expected::Anything);
            }),
        });
    }

    fn atom(&mut self, node: SyntaxNode<'t>, side: Side, mark: Mark) {
        let parts: Vec<SyntaxNode<'t>> = match node.kind() {
            NodeKind::App => node.children().collect(),
            _ => vec![node],
        };
        if let [head, arguments @ ..] = parts.as_slice() {
            self.atom_of(*head, arguments, side, mark);
        }
    }

    fn atom_of(
        &mut self,
        head: SyntaxNode<'t>,
        arguments: &[SyntaxNode<'t>],
        side: Side,
        mark: Mark,
    ) {
        if head.kind() != NodeKind::Name {
            // A number or a term where an atom belongs.
            self.term(head, Expected::Anything);
            for argument in arguments {
                self.term(*argument, Expected::Anything);
            }
            return;
        }
        let name = self.of(head);
        let known = self.index.names.get(Space::Predicate, name);
        if name == "qui" && known.is_none() && arguments.is_empty() {
            return;
        }
        let known = known.or_else(|| self.index.relation(name, &self.declared));
        let context = || {
            let context = self.index.names.get(Space::Context, name);
            context.filter(|_| side == Side::Context && arguments.is_empty() && known.is_none())
        };
        if let Some(context) = context() {
            return self.note(head.span(), context, Access::Start);
        }
        let id = known.unwrap_or_else(|| self.find(Space::Predicate, name));
        let entity = self.index.symbol(id).entity;
        let access = self.access(entity, side, mark);
        self.note(head.span(), id, access);
        let board = self.board_meant(arguments);
        let types = argument_types(entity, &self.declared, board, arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            self.term(*argument, types.get(i).copied().unwrap_or_default());
        }
    }

    fn access(&self, entity: Entity, side: Side, mark: Mark) -> Access {
        let kind = predicate_kind(entity, &self.declared);
        match (side, mark) {
            (Side::Absent, _) => Access::Absent,
            (Side::Aggregate, _) => Access::Aggregate,
            (Side::Head, _) => Access::Derive,
            (Side::Context, _) => Access::Start,
            (Side::Right, Mark::Persistent) => Access::Persistent,
            (Side::Right, _) => Access::Make,
            (Side::Left | Side::Goal, _) if kind == Some(PredKind::Derived) => Access::Ask,
            (Side::Left, _) if kind == Some(PredKind::Sense) => Access::Sense,
            (Side::Left | Side::Goal, Mark::Persistent) => Access::Persistent,
            (Side::Left, Mark::Plain) => Access::Take,
            (Side::Left, Mark::Keep) => Access::Keep,
            (Side::Goal, _) => Access::Ask,
        }
    }

    /// Which of several boards an atom speaks of: that of its first argument that tells.
    fn board_meant(&self, arguments: &[SyntaxNode<'t>]) -> usize {
        let boards = self.declared.boards;
        if boards.len() < 2 {
            return 0;
        }
        let tells = |argument: &SyntaxNode<'t>| {
            let Expected::Type(ty) = self.shown_type(*argument) else { return None };
            boards.iter().position(|b| b.ty == ty || b.edges.is_some_and(|(e, _)| e == ty))
        };
        arguments.iter().find_map(tells).unwrap_or(0)
    }

    /// The type of a term, as far as it shows by itself and by what stands before it.
    fn shown_type(&self, node: SyntaxNode<'t>) -> Expected {
        match self.simple(node) {
            Some(Compared::Known(known)) => known,
            Some(Compared::Variable(name)) => {
                self.scope.as_ref().map_or(Expected::Anything, |s| s.shown(name))
            }
            None => Expected::Anything,
        }
    }
}
