//! Terms: variables, constants, constructors with arguments, sums.

use crate::index::names::argument_types;
use crate::index::scope::Compared;
use crate::index::walk::{Walker, is_variable};
use crate::index::{Access, Entity, Expected, Space};
use senet_syntax::tree::{NodeKind, SyntaxNode};

impl<'t> Walker<'t> {
    /// A term where something is expected; returns what it tells about the other side of a
    /// comparison.
    pub(super) fn term(&mut self, node: SyntaxNode<'t>, expects: Expected) -> Compared<'t> {
        match node.kind() {
            NodeKind::Name => self.word_term(node, expects),
            NodeKind::Number => Compared::Known(Expected::Number),
            NodeKind::Paren => match node.child() {
                Some(inner) => self.term(inner, expects),
                None => Compared::Known(Expected::Anything),
            },
            NodeKind::Sum | NodeKind::Tensor => {
                for part in node.children() {
                    self.term(part, Expected::Number);
                }
                Compared::Known(Expected::Number)
            }
            NodeKind::App => {
                let parts: Vec<SyntaxNode<'t>> = node.children().collect();
                let signs: Vec<bool> = parts.iter().map(|part| self.is_operator(*part)).collect();
                if signs.iter().skip(1).any(|sign| *sign) {
                    let mut from = 0;
                    for (at, sign) in signs.iter().chain([&true]).enumerate() {
                        if *sign {
                            self.apply(&parts[from..at.max(from)], Expected::Number);
                            from = at + 1;
                        }
                    }
                    return Compared::Known(Expected::Number);
                }
                self.apply(&parts, expects)
            }
            // What does not belong into a term may hold names all the same.
            NodeKind::Prefix | NodeKind::Compare | NodeKind::Copies | NodeKind::Chain => {
                for part in node.children() {
                    self.term(part, Expected::Anything);
                }
                Compared::Known(Expected::Anything)
            }
            _ => Compared::Known(Expected::Anything),
        }
    }

    /// `-`, `/` and `mod` between the operands of a sum.
    pub(super) fn is_operator(&self, node: SyntaxNode<'t>) -> bool {
        let word = self.of(node);
        let operator = node.kind() == NodeKind::Name && matches!(word, "-" | "/" | "mod");
        operator && !self.is_own(word)
    }

    /// A constructor and its arguments, or one term.
    fn apply(&mut self, parts: &[SyntaxNode<'t>], expects: Expected) -> Compared<'t> {
        let nothing = Compared::Known(Expected::Anything);
        let [head, arguments @ ..] = parts else {
            return nothing;
        };
        if arguments.is_empty() {
            return self.term(*head, expects);
        }
        let found = self.term(*head, expects);
        let constant = self.index.names.get(Space::Constant, self.of(*head));
        let entity = constant.map(|id| self.index.symbol(id).entity);
        let types = entity.map_or_else(Vec::new, |entity| {
            argument_types(entity, &self.declared, 0, arguments.len())
        });
        for (i, argument) in arguments.iter().enumerate() {
            self.term(*argument, types.get(i).copied().unwrap_or_default());
        }
        if head.kind() == NodeKind::Name { found } else { nothing }
    }

    /// A variable, an option or a constant.
    fn word_term(&mut self, node: SyntaxNode<'t>, expects: Expected) -> Compared<'t> {
        let (name, span) = (self.of(node), node.span());
        if is_variable(name) {
            if let Some(id) = self.family_variable(name) {
                self.note_expecting(span, id, Access::Argument, expects);
                let Entity::Variable { ty, .. } = self.index.symbol(id).entity else {
                    return Compared::Known(Expected::Anything);
                };
                return Compared::Known(ty);
            }
            if let Some(scope) = &mut self.scope {
                scope.variable(name, span, expects);
                return Compared::Variable(name);
            }
            return Compared::Known(Expected::Anything);
        }
        let option = self.index.names.get(Space::Option, name);
        if let Some(option) = option {
            self.note_expecting(span, option, Access::Argument, expects);
            return Compared::Known(Expected::Number);
        }
        let id = self.find(Space::Constant, name);
        self.note_expecting(span, id, Access::Argument, expects);
        Compared::Known(self.constant_type(id))
    }

    fn constant_type(&self, id: super::SymbolId) -> Expected {
        let Entity::Constant(id) = self.index.symbol(id).entity else {
            return Expected::Anything;
        };
        super::names::expected(self.declared.constructors[id.index()].ty, &self.declared)
    }

    /// What a term tells without being noted.
    pub(super) fn simple(&self, node: SyntaxNode<'t>) -> Option<Compared<'t>> {
        match node.kind() {
            NodeKind::Paren => self.simple(node.child()?),
            NodeKind::App => self.simple(node.child()?),
            NodeKind::Name => {
                let name = self.of(node);
                if let Some(id) = self.family_variable(name) {
                    let Entity::Variable { ty, .. } = self.index.symbol(id).entity else {
                        return None;
                    };
                    return Some(Compared::Known(ty));
                }
                if is_variable(name) {
                    return Some(Compared::Variable(name));
                }
                let id = self.index.names.get(Space::Constant, name)?;
                Some(Compared::Known(self.constant_type(id)))
            }
            _ => None,
        }
    }
}
