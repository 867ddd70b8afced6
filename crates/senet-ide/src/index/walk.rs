//! The walk over the items of a tree. It follows the same shapes as `senet_syntax::lower`, but goes
//! on where that gives up: an item with a mistake in it still has names.

use crate::index::directives::Named;
use crate::index::scope::Scope;
use crate::index::{
    Access, Entity, Expected, Index, Occurrence, RuleInfo, RuleKind, Space, SymbolId, props,
};
use senet_program::Declarations;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, Part, SyntaxNode, SyntaxTree};
use senet_syntax::{Span, ast};

/// Finds every name of a tree.
pub(super) fn walk(tree: &SyntaxTree, text: &str, declared: Declarations<'_>) -> Index {
    let mut index = Index::default();
    index.declare(declared);
    let (families, named) = (Vec::new(), Vec::new());
    let mut walker =
        Walker { tree, text, declared, index, families, family: None, named, scope: None };
    if let Some(root) = tree.root() {
        walker.announce(root);
        for item in root.children() {
            walker.item(item, None);
        }
    }
    walker.resolve_named();
    walker.index.finish()
}

pub(super) struct Walker<'t> {
    pub(super) tree: &'t SyntaxTree,
    pub(super) text: &'t str,
    pub(super) declared: Declarations<'t>,
    pub(super) index: Index,
    /// The variables of the families around what is being read.
    families: Vec<(&'t str, SymbolId)>,
    /// The innermost of these families.
    family: Option<u32>,
    /// Variables that directives name.
    pub(super) named: Vec<Named<'t>>,
    /// The variables of the rule that is being read.
    pub(super) scope: Option<Scope<'t>>,
}

impl<'t> Walker<'t> {
    pub(super) fn of(&self, node: SyntaxNode<'t>) -> &'t str {
        node.span().of(self.text)
    }

    /// Notes a name.
    pub(super) fn note(&mut self, span: Span, symbol: SymbolId, access: Access) {
        self.note_expecting(span, symbol, access, Expected::Anything);
    }

    pub(super) fn note_expecting(
        &mut self,
        span: Span,
        symbol: SymbolId,
        access: Access,
        expects: Expected,
    ) {
        let rule = self.scope.as_ref().map(|s| s.rule);
        self.index.occurrences.push(Occurrence { span, symbol, access, expects, rule });
    }

    /// The symbol that a name means, or a new one for a name that is not declared.
    pub(super) fn find(&mut self, space: Space, name: &str) -> SymbolId {
        let known = self.index.names.get(space, name);
        known.unwrap_or_else(|| self.index.add(space, name, Entity::Unknown, None))
    }

    /// Notes a name of a space.
    pub(super) fn name(&mut self, node: SyntaxNode<'t>, space: Space, access: Access) -> SymbolId {
        let id = self.find(space, self.of(node));
        self.note(node.span(), id, access);
        id
    }

    /// The names of contexts, options and rules, which may stand before their declaration.
    fn announce(&mut self, root: SyntaxNode<'t>) {
        for item in root.children() {
            match item.kind() {
                NodeKind::ContextItem => {
                    let name = item.child().filter(|n| n.kind() == NodeKind::Name);
                    if let Some(name) = name {
                        let (letters, place) = (self.of(name), Some(name.span()));
                        self.index.add(Space::Context, letters, Entity::Context, place);
                    }
                }
                NodeKind::DirectiveItem if self.directive_name(item) == "option" => {
                    let name = item.child().filter(|n| n.kind() == NodeKind::Name);
                    if let Some(name) = name {
                        let (letters, place) = (self.of(name), Some(name.span()));
                        self.index.add(Space::Option, letters, Entity::Option, place);
                    }
                }
                NodeKind::StageItem | NodeKind::FamilyItem => self.announce_rules(item),
                NodeKind::Item => self.announce_rule(item),
                _ => {}
            }
        }
    }

    fn announce_rules(&mut self, block: SyntaxNode<'t>) {
        for item in block.children() {
            match item.kind() {
                NodeKind::FamilyItem => self.announce_rules(item),
                NodeKind::Item => self.announce_rule(item),
                _ => {}
            }
        }
    }

    fn announce_rule(&mut self, item: SyntaxNode<'t>) {
        let colon = item.child().filter(|n| n.kind() == NodeKind::Colon);
        let mut sides = colon.into_iter().flat_map(SyntaxNode::children);
        if let (Some(name), Some(body)) = (sides.next(), sides.next())
            && name.kind() == NodeKind::Name
            && !matches!(body.kind(), NodeKind::Name | NodeKind::Range)
            && self.of(name) != "-"
        {
            let (letters, place) = (self.of(name), Some(name.span()));
            if self.index.names.get(Space::Rule, letters).is_none() {
                self.index.add(Space::Rule, letters, Entity::Rule, place);
            }
        }
    }

    // ---- items

    fn item(&mut self, node: SyntaxNode<'t>, stage: Option<SymbolId>) {
        match node.kind() {
            NodeKind::Item => self.declaration(node, stage),
            NodeKind::StageItem => {
                let mut stage = None;
                for child in node.children() {
                    match child.kind() {
                        NodeKind::Name if stage.is_none() => {
                            stage = Some(self.name(child, Space::Stage, Access::Define));
                        }
                        _ => self.item(child, stage),
                    }
                }
            }
            NodeKind::FamilyItem => self.family(node, stage),
            NodeKind::ContextItem => {
                for child in node.children() {
                    match child.kind() {
                        NodeKind::Name => {
                            self.name(child, Space::Context, Access::Define);
                        }
                        _ => self.context(child),
                    }
                }
            }
            NodeKind::DirectiveItem => self.directive(node),
            NodeKind::BoardItem => self.board(node),
            _ => {}
        }
    }

    fn declaration(&mut self, node: SyntaxNode<'t>, stage: Option<SymbolId>) {
        let Some(body) = node.child() else { return };
        if body.kind() != NodeKind::Colon {
            return self.rule(node, None, body, stage);
        }
        let mut sides = body.children();
        let (Some(left), right) = (sides.next(), sides.next()) else { return };
        match right.map(SyntaxNode::kind) {
            Some(NodeKind::Name) if stage.is_none() => {
                self.declare(node, left, right.unwrap_or(left));
            }
            Some(NodeKind::Range) => {
                if left.kind() == NodeKind::Name {
                    self.name(left, Space::Type, Access::Define);
                }
                let ends = right.into_iter().flat_map(SyntaxNode::children);
                ends.for_each(|end| self.count(end));
            }
            _ => {
                let name = Some(left).filter(|n| n.kind() == NodeKind::Name);
                if let Some(right) = right {
                    self.rule(node, name, right, stage);
                }
            }
        }
    }

    /// `subject arguments : kind`
    fn declare(&mut self, item: SyntaxNode<'t>, left: SyntaxNode<'t>, kind: SyntaxNode<'t>) {
        let mut parts = left.children();
        let subject = match left.kind() {
            NodeKind::App => parts.next(),
            NodeKind::Name => Some(left),
            _ => None,
        };
        let Some(subject) = subject else { return };
        let word = self.of(kind);
        let space = match word {
            "type" => Space::Type,
            // A type may be called like a kind of predicates, and then it is meant.
            "pred" | "bwd" | "sense" | "action"
                if self.index.names.get(Space::Type, word).is_none() =>
            {
                Space::Predicate
            }
            _ if self.is_fact(left, word) => {
                // `name : p.`, a fact with a name
                let info = RuleInfo {
                    kind: RuleKind::Clause,
                    name: Some(subject.span()),
                    stage: None,
                    outer: self.family,
                    variables: (0, 0),
                    span: item.span(),
                };
                self.index.rule(info);
                let place = Some(subject.span());
                let known = self.index.names.get(Space::Rule, self.of(subject));
                let id = known.unwrap_or_else(|| {
                    self.index.add(Space::Rule, self.of(subject), Entity::Rule, place)
                });
                self.note(subject.span(), id, Access::Define);
                self.name(kind, Space::Predicate, Access::Derive);
                return;
            }
            _ => {
                self.name(kind, Space::Type, Access::Mention);
                Space::Constant
            }
        };
        self.name(subject, space, Access::Define);
        for argument in parts.filter(|n| n.kind() == NodeKind::Name) {
            self.name(argument, Space::Type, Access::Mention);
        }
    }

    fn is_fact(&self, left: SyntaxNode<'t>, kind: &str) -> bool {
        let names = &self.index.names;
        left.kind() == NodeKind::Name
            && names.get(Space::Type, kind).is_none()
            && names.get(Space::Predicate, kind).is_some()
    }

    fn rule(
        &mut self,
        item: SyntaxNode<'t>,
        name: Option<SyntaxNode<'t>>,
        body: SyntaxNode<'t>,
        stage: Option<SymbolId>,
    ) {
        let backwards = self.is_backward(body);
        let forward = matches!(body.kind(), NodeKind::Chain | NodeKind::BackChain) && !backwards;
        let kind = match (stage.is_some(), forward) {
            (true, _) => RuleKind::Step,
            (false, true) => RuleKind::Link,
            (false, false) => RuleKind::Clause,
        };
        let named = name.filter(|n| self.of(*n) != "-");
        let info = RuleInfo {
            kind,
            name: named.map(SyntaxNode::span),
            stage,
            outer: self.family,
            variables: (0, 0),
            span: item.span(),
        };
        let rule = self.index.rule(info);
        if let Some(name) = named {
            self.name(name, Space::Rule, Access::Define);
        }
        self.scoped(rule, |walker| walker.body(body, forward));
    }

    /// Reads something with variables of its own.
    pub(super) fn scoped(&mut self, rule: u32, inside: impl FnOnce(&mut Self)) {
        let outer = self.scope.replace(Scope::new(rule));
        inside(self);
        if let Some(scope) = std::mem::replace(&mut self.scope, outer) {
            scope.finish(&mut self.index, &self.declared);
        }
    }

    /// The first arrow of a chain.
    fn arrow(&self, body: SyntaxNode<'t>) -> Option<TokenKind> {
        body.parts().find_map(|part| match part {
            Part::Token(t) => Some(self.tree.tokens()[t].kind).filter(|k| *k != TokenKind::Unknown),
            Part::Node(_) => None,
        })
    }

    fn is_backward(&self, body: SyntaxNode<'t>) -> bool {
        let chain = matches!(body.kind(), NodeKind::Chain | NodeKind::BackChain);
        chain && matches!(self.arrow(body), Some(TokenKind::Arrow | TokenKind::BackArrow))
    }

    fn body(&mut self, body: SyntaxNode<'t>, forward: bool) {
        use props::Side;
        if forward {
            let left_first = self.arrow(body) != Some(TokenKind::BackLolli);
            for (i, side) in body.children().enumerate() {
                let left = (i == 0) == left_first;
                self.props(side, if left { Side::Left } else { Side::Right });
            }
            return;
        }
        if !self.is_backward(body) {
            // Without an arrow: a fact, or a rule that is not finished.
            let step = self.in_step();
            return self.props(body, if step { Side::Left } else { Side::Head });
        }
        let sides: Vec<SyntaxNode<'t>> = body.children().collect();
        let head_first = self.arrow(body) == Some(TokenKind::BackArrow);
        let head = if head_first { 0 } else { sides.len().saturating_sub(1) };
        for (i, side) in sides.into_iter().enumerate() {
            self.props(side, if i == head { Side::Head } else { Side::Goal });
        }
    }

    fn in_step(&self) -> bool {
        let rule = self.scope.as_ref().map(|s| s.rule as usize);
        rule.is_some_and(|r| self.index.rules[r].kind == RuleKind::Step)
    }

    /// `for N in 1..6, D in dir { … }`
    fn family(&mut self, node: SyntaxNode<'t>, stage: Option<SymbolId>) {
        let outside = self.families.len();
        let info = RuleInfo {
            kind: RuleKind::Family,
            name: None,
            stage,
            outer: self.family,
            variables: (0, 0),
            span: node.span(),
        };
        let rule = self.index.rule(info);
        let first = self.index.symbols.len() as u32;
        let mut children = node.children().peekable();
        while let Some(name) = children.next_if(|n| n.kind() == NodeKind::Name) {
            let mut ty = Expected::Anything;
            if let Some(domain) = children.next() {
                match domain.kind() {
                    NodeKind::Name => {
                        let id = self.name(domain, Space::Type, Access::Mention);
                        if let Entity::Type(id) = self.index.symbol(id).entity {
                            ty = Expected::Type(id);
                        }
                    }
                    NodeKind::Range => {
                        ty = Expected::Number;
                        domain.children().for_each(|end| self.count(end));
                    }
                    _ => {}
                }
            }
            let entity = Entity::Variable { ty, rule, family: true };
            let letters = self.of(name);
            let id = self.index.add(Space::Variable, letters, entity, Some(name.span()));
            self.note(name.span(), id, Access::Define);
            self.families.push((letters, id));
        }
        self.index.rules[rule as usize].variables = (first, self.index.symbols.len() as u32);
        let around = self.family.replace(rule);
        for item in children {
            self.item(item, stage);
        }
        self.family = around;
        self.families.truncate(outside);
    }

    /// The variable of a family around what is being read.
    pub(super) fn family_variable(&self, name: &str) -> Option<SymbolId> {
        let mut all = self.families.iter().rev();
        all.find(|(variable, _)| *variable == name).map(|(_, id)| *id)
    }

    /// `board cell = square 8 8 torus without c3.`
    fn board(&mut self, node: SyntaxNode<'t>) {
        let mut parts = node.children();
        if let Some(name) = parts.next().filter(|n| n.kind() == NodeKind::Name) {
            self.name(name, Space::Type, Access::Define);
        }
        let _shape = parts.next();
        let mut word = "";
        for part in parts {
            let letters = self.of(part);
            match (part.kind(), word) {
                (NodeKind::Name, _) if is_board_option(letters) => word = letters,
                (NodeKind::Name, "") => self.count(part),
                (NodeKind::Name, "edges") => {
                    self.name(part, Space::Type, Access::Define);
                }
                (NodeKind::Braces, _) => {
                    let names = part.children().flat_map(SyntaxNode::children);
                    for cell in names.filter(|n| n.kind() == NodeKind::Name) {
                        if self.of(cell) != "-" {
                            self.graph_cell(cell);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The cells of a graph are declared where they are first named.
    fn graph_cell(&mut self, cell: SyntaxNode<'t>) {
        let id = self.find(Space::Constant, self.of(cell));
        let symbol = &mut self.index.symbols[id.index()];
        let first = std::mem::replace(&mut symbol.given, false);
        if first {
            symbol.definition = Some(cell.span());
        }
        self.note(cell.span(), id, if first { Access::Define } else { Access::Mention });
    }

    /// A number, or the name of one: an option, or the variable of a family.
    pub(super) fn count(&mut self, node: SyntaxNode<'t>) {
        if node.kind() != NodeKind::Name {
            return;
        }
        match self.family_variable(self.of(node)) {
            Some(id) => self.note_expecting(node.span(), id, Access::Argument, Expected::Number),
            None => {
                let id = self.find(Space::Option, self.of(node));
                self.note_expecting(node.span(), id, Access::Argument, Expected::Number);
            }
        }
    }

    /// The atoms of a context, or its name.
    pub(super) fn context(&mut self, node: SyntaxNode<'t>) {
        if node.kind() == NodeKind::Braces && node.token(TokenKind::Bar).is_none() {
            for part in node.children() {
                self.context_entry(part);
            }
        } else {
            self.context_entry(node);
        }
    }

    fn context_entry(&mut self, part: SyntaxNode<'t>) {
        let set = part.kind() == NodeKind::Braces && part.token(TokenKind::Bar).is_some();
        let kind = RuleKind::Set;
        // Atoms of a context have no variables; a text with errors may have some.
        let variables = set || part.span().of(self.text).chars().any(char::is_uppercase);
        if variables {
            let (stage, outer, variables) = (None, None, (0, 0));
            let info = RuleInfo { kind, name: None, stage, outer, variables, span: part.span() };
            let rule = self.index.rule(info);
            self.scoped(rule, |walker| walker.props(part, props::Side::Context));
        } else {
            self.props(part, props::Side::Context);
        }
    }
}

pub(super) fn is_board_option(word: &str) -> bool {
    senet_program::relations::BOARD_OPTIONS.iter().any(|(name, ..)| *name == word)
}

/// Whether a name is a variable where a term stands.
pub(super) fn is_variable(name: &str) -> bool {
    ast::is_variable(name)
}
