//! The blocks of a tree.

use crate::Analysis;
use crate::index::{Entity, Expected, Space, argument_types, predicate_kind};
use crate::lists::{List, Sign, arrow, clause_head, rule_sides};
use crate::outline::OutlineKind;
use crate::structure::{
    BoardBlock, BrokenBlock, ContextBlock, DirectiveBlock, FamilyBlock, NameBlock, PartBlock,
    PartKind, PlayersBlock, PredicateBlock, PremiseMark, RuleBlock, SetBlock, SlotBlock,
    StageBlock, Structure, StructureId, ValueBlock,
};
use crate::tree_at::{documentation, is_item};
use senet_program::PredKind;
use senet_syntax::Span;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, Part, SyntaxNode};

impl Analysis {
    /// The program as blocks.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "t : type. a : t. p t : pred.\nstage s = { r : $p X -o . }";
    /// let structure = Analysis::new(text, &Default::default()).structure();
    /// assert_eq!(structure.sets[0].values[0].name.text, "a");
    /// assert_eq!(structure.stages[0].rules[0].premises[0].arguments[0].set.as_deref(), Some("t"));
    /// ```
    pub fn structure(&self) -> Structure {
        let mut out = Structure::default();
        let root = self.tree.root();
        let mut values: Vec<(String, ValueBlock)> = Vec::new();
        for item in root.into_iter().flat_map(SyntaxNode::children) {
            if self.is_own(item.span()) {
                self.add_item(item, &mut out, &mut values);
            }
        }
        for (set, value) in values {
            match out.sets.iter_mut().find(|s| s.name.text == set) {
                Some(found) => found.values.push(value),
                None => out.broken.push(self.broken(value.id, value.span)),
            }
        }
        out
    }

    fn add_item(
        &self,
        item: SyntaxNode<'_>,
        out: &mut Structure,
        values: &mut Vec<(String, ValueBlock)>,
    ) {
        let id = id_of(item);
        let broken = item.kind() != NodeKind::StageItem && item.contains(NodeKind::Error);
        match item.kind() {
            _ if broken || !is_item(item.kind()) => out.broken.push(self.broken(id, item.span())),
            NodeKind::StageItem => out.stages.extend(self.stage_block(item)),
            NodeKind::ContextItem => out.contexts.extend(self.context_block(item)),
            NodeKind::BoardItem => out.boards.extend(self.board_block(item)),
            NodeKind::DirectiveItem => {
                let block = self.directive_block(item);
                if block.name == "players" && out.players.is_none() {
                    out.players = self.players_block(&block);
                }
                out.directives.push(block);
            }
            NodeKind::FamilyItem => {
                let mut rules = Vec::new();
                self.rule_blocks(item, &mut Vec::new(), &mut rules);
                for rule in rules {
                    let item = self.tree.node(rule.id.0 as usize);
                    match item.is_some_and(|n| rule_sides(n).is_some()) {
                        true => out.links.push(rule),
                        false => out.derivations.push(rule),
                    }
                }
            }
            _ => self.add_declaration(item, out, values),
        }
    }

    fn add_declaration(
        &self,
        item: SyntaxNode<'_>,
        out: &mut Structure,
        values: &mut Vec<(String, ValueBlock)>,
    ) {
        let (id, span) = (id_of(item), item.span());
        let (kind, _) = self.outline_declaration(item, false);
        let colon = item.child().filter(|n| n.kind() == NodeKind::Colon);
        let mut sides = colon.into_iter().flat_map(SyntaxNode::children);
        let (left, right) = (sides.next(), sides.next());
        let words = |n: SyntaxNode<'_>| match n.kind() {
            NodeKind::App => n.children().map(|n| self.type_slot(n)).collect(),
            _ => vec![self.type_slot(n)],
        };
        let documentation = documentation(item, self.full_text());
        match (kind, left, right) {
            (OutlineKind::Type, Some(left), Some(right)) => {
                let mut ends = right.children().map(|n| self.type_slot(n));
                let range = match right.kind() {
                    NodeKind::Range => ends.next().zip(ends.next()).map(|(a, b)| [a, b]),
                    _ => None,
                };
                let name = self.name_block(left);
                let values = Vec::new();
                out.sets.push(SetBlock { id, span, name, documentation, values, range });
            }
            (OutlineKind::Predicate, Some(left), Some(right)) => {
                let mut words = words(left).into_iter();
                let Some(name) = words.next() else { return };
                let name = NameBlock { text: name.text, span: name.span };
                let (kind, arguments) = (self.type_slot(right), words.collect());
                let block = PredicateBlock { id, span, name, kind, arguments, documentation };
                out.predicates.push(block);
            }
            (OutlineKind::Constant, Some(left), Some(right)) => {
                let mut words = words(left).into_iter();
                let Some(name) = words.next() else { return };
                let name = NameBlock { text: name.text, span: name.span };
                let block = ValueBlock { id, span, name, arguments: words.collect() };
                values.push((self.letters(right).to_owned(), block));
            }
            (OutlineKind::Link, ..) => out.links.push(self.rule_block(item, &[])),
            _ => out.derivations.push(self.rule_block(item, &[])),
        }
    }

    fn letters(&self, node: SyntaxNode<'_>) -> &str {
        node.span().of(self.full_text())
    }

    fn broken(&self, id: StructureId, span: Span) -> BrokenBlock {
        BrokenBlock { id, span, text: span.of(self.full_text()).to_owned() }
    }

    fn name_block(&self, node: SyntaxNode<'_>) -> NameBlock {
        NameBlock { text: self.letters(node).to_owned(), span: node.span() }
    }

    fn stage_block(&self, item: SyntaxNode<'_>) -> Option<StageBlock> {
        let name = item.child().filter(|n| n.kind() == NodeKind::Name)?;
        let first = self.tree.tokens()[item.token_range().start];
        let mut rules = Vec::new();
        self.rule_blocks(item, &mut Vec::new(), &mut rules);
        let stages = self.declared().stages;
        let declared = stages.iter().find(|s| s.name == self.letters(name));
        Some(StageBlock {
            id: id_of(item),
            span: item.span(),
            name: self.name_block(name),
            ordered: first.kind == TokenKind::Name,
            interactive: declared.is_some_and(|s| s.interactive),
            rules,
            documentation: documentation(item, self.full_text()),
        })
    }

    /// The rules in a stage or family.
    fn rule_blocks(
        &self,
        block: SyntaxNode<'_>,
        families: &mut Vec<FamilyBlock>,
        out: &mut Vec<RuleBlock>,
    ) {
        let family = block.kind() == NodeKind::FamilyItem;
        if family {
            families.push(self.family_block(block));
        }
        for item in block.children().filter(|n| is_item(n.kind())) {
            match item.kind() {
                NodeKind::FamilyItem => self.rule_blocks(item, families, out),
                NodeKind::Item if !item.contains(NodeKind::Error) => {
                    out.push(self.rule_block(item, families));
                }
                _ => {}
            }
        }
        if family {
            families.pop();
        }
    }

    fn family_block(&self, item: SyntaxNode<'_>) -> FamilyBlock {
        let mut over = Vec::new();
        let mut children = item.children().peekable();
        while let Some(name) = children.next_if(|n| n.kind() == NodeKind::Name) {
            let Some(domain) = children.next() else { break };
            over.push((self.name_block(name), self.type_slot(domain)));
        }
        FamilyBlock { id: id_of(item), over }
    }

    fn rule_block(&self, item: SyntaxNode<'_>, families: &[FamilyBlock]) -> RuleBlock {
        let colon = item.child().filter(|n| n.kind() == NodeKind::Colon);
        let name = colon.and_then(SyntaxNode::child).filter(|n| n.kind() == NodeKind::Name);
        let (premises, effects) = match rule_sides(item) {
            Some((left, right)) => (self.part_blocks(left), self.part_blocks(right)),
            None => {
                let body = crate::lists::rule_body(item);
                let goals = body.filter(|b| arrow(*b).is_some()).map(List::Goals);
                let head = clause_head(item).map(|n| self.part_block(n, Sign::None));
                (goals.map_or_else(Vec::new, |g| self.part_blocks(g)), head.into_iter().collect())
            }
        };
        RuleBlock {
            id: id_of(item),
            span: item.span(),
            name: name.map(|n| self.name_block(n)),
            families: families.to_vec(),
            premises,
            effects,
            documentation: documentation(item, self.full_text()),
        }
    }

    fn context_block(&self, item: SyntaxNode<'_>) -> Option<ContextBlock> {
        let mut children = item.children();
        let name = children.next().filter(|n| n.kind() == NodeKind::Name)?;
        let braces = children.next().filter(|n| n.kind() == NodeKind::Braces);
        Some(ContextBlock {
            id: id_of(item),
            span: item.span(),
            name: self.name_block(name),
            atoms: braces.map_or_else(Vec::new, |b| self.braces_blocks(b)),
            documentation: documentation(item, self.full_text()),
        })
    }

    fn braces_blocks(&self, braces: SyntaxNode<'_>) -> Vec<PartBlock> {
        match braces.token(TokenKind::Bar) {
            Some(_) => vec![self.part_block(braces, Sign::None)],
            None => self.part_blocks(List::Comma { braces, goals: false }),
        }
    }

    fn board_block(&self, item: SyntaxNode<'_>) -> Option<BoardBlock> {
        let mut children = item.children();
        let name = children.next()?;
        let shape = children.next();
        let sizes: Vec<SyntaxNode<'_>> =
            children.take_while(|n| self.letters(*n).parse::<u64>().is_ok()).collect();
        let last = sizes.last().copied().or(shape).unwrap_or(name);
        let end = item.token(TokenKind::Dot).map_or(item.span().end, |t| t.span.start);
        let options = Span::new(last.span().end.min(end), end);
        Some(BoardBlock {
            id: id_of(item),
            span: item.span(),
            name: self.name_block(name),
            shape: shape.map(|n| self.type_slot(n)),
            sizes: sizes.into_iter().map(|n| self.type_slot(n)).collect(),
            options: options.of(self.full_text()).trim().to_owned(),
        })
    }

    fn directive_block(&self, item: SyntaxNode<'_>) -> DirectiveBlock {
        let head = self.tree.tokens()[item.token_range().start].span.of(self.full_text());
        let braces = item.children().find(|n| n.kind() == NodeKind::Braces);
        DirectiveBlock {
            id: id_of(item),
            span: item.span(),
            name: head.trim_start_matches('#').to_owned(),
            arguments: item.children().map(|n| self.type_slot(n)).collect(),
            atoms: braces.map_or_else(Vec::new, |b| self.braces_blocks(b)),
        }
    }

    fn players_block(&self, directive: &DirectiveBlock) -> Option<PlayersBlock> {
        let set = directive.arguments.first()?.clone();
        let declared = self.declared();
        let ty = declared.types.iter().find(|t| t.name == set.text);
        let names = |ty: &senet_program::Type| {
            let all = ty.constructors.iter();
            all.map(|c| declared.constructors[c.index()].name.clone()).collect()
        };
        Some(PlayersBlock {
            id: directive.id,
            span: directive.span,
            set,
            seats: ty.map_or_else(Vec::new, names),
        })
    }

    /// A slot without a type: the name of something, or a number.
    fn type_slot(&self, node: SyntaxNode<'_>) -> SlotBlock {
        SlotBlock {
            id: id_of(node),
            span: node.span(),
            text: self.letters(node).to_owned(),
            set: None,
            arguments: Vec::new(),
        }
    }

    // ---- parts

    fn part_blocks(&self, list: List<'_>) -> Vec<PartBlock> {
        list.parts().into_iter().map(|(node, sign)| self.part_block(node, sign)).collect()
    }

    /// A part: `node` with its own mark, if it has one.
    fn part_block(&self, node: SyntaxNode<'_>, sign: Sign) -> PartBlock {
        let mut out = PartBlock {
            id: id_of(node),
            span: node.span(),
            kind: PartKind::Atom,
            mark: match sign {
                Sign::None => PremiseMark::Plain,
                Sign::Keep => PremiseMark::Keep,
                Sign::Persistent => PremiseMark::Persistent,
            },
            head: None,
            arguments: Vec::new(),
            copies: None,
            sign: None,
            inside: Vec::new(),
            makes: Vec::new(),
            text: self.letters(node).to_owned(),
        };
        let mut inner = node;
        if inner.kind() == NodeKind::Prefix {
            inner = inner.child().unwrap_or(inner);
        }
        if inner.kind() == NodeKind::Copies {
            out.copies = inner.children().nth(1).map(|n| self.letters(n).to_owned());
            inner = inner.child().unwrap_or(inner);
        }
        if inner.kind() == NodeKind::Paren {
            inner = inner.child().unwrap_or(inner);
        }
        self.fill_part(inner, &mut out);
        out
    }

    fn fill_part(&self, node: SyntaxNode<'_>, out: &mut PartBlock) {
        match node.kind() {
            NodeKind::Member => {
                out.kind = PartKind::Member;
                let mut parts = node.children();
                let (term, ty) = (parts.next(), parts.next());
                let set = ty.map(|n| self.letters(n).to_owned());
                out.arguments.extend(term.map(|n| self.term_slot(n, set)));
                out.head = ty.map(|n| self.type_slot(n));
            }
            NodeKind::StageRef => {
                out.kind = PartKind::Stage;
                out.head = node.child().map(|n| self.type_slot(n));
            }
            NodeKind::Compare => self.fill_compare(node, out),
            NodeKind::Braces => {
                out.kind = match node.token(TokenKind::Bar) {
                    Some(_) => PartKind::Set,
                    None => PartKind::Comprehension,
                };
                self.fill_inside(node, out);
            }
            NodeKind::App | NodeKind::Name => self.fill_atom(node, out),
            _ => {}
        }
    }

    /// What stands in the lists inside of a part.
    fn fill_inside(&self, node: SyntaxNode<'_>, out: &mut PartBlock) {
        let (inside, makes) = self.inner_lists(node);
        out.inside = inside.map_or_else(Vec::new, |list| self.part_blocks(list));
        out.makes = makes.map_or_else(Vec::new, |list| self.part_blocks(list));
    }

    /// Whether a word of the language stands here, and not a name of the program.
    pub(crate) fn is_word(&self, node: SyntaxNode<'_>) -> bool {
        self.index.exactly(node.span()).is_none()
    }

    fn fill_atom(&self, node: SyntaxNode<'_>, out: &mut PartBlock) {
        let mut parts: Vec<SyntaxNode<'_>> = match node.kind() {
            NodeKind::App => node.children().collect(),
            _ => vec![node],
        };
        let word = parts.first().filter(|n| self.is_word(**n)).map(|n| self.letters(*n));
        match word {
            Some("qui") => {
                out.kind = PartKind::Quiescence;
                return;
            }
            Some("rows") => {
                out.kind = PartKind::Rows;
                out.head = parts.get(1).map(|n| self.type_slot(*n));
                return;
            }
            Some("not") => {
                out.kind = PartKind::Not;
                parts.remove(0);
                if matches!(parts.as_slice(), [paren] if paren.kind() == NodeKind::Paren) {
                    self.fill_inside(node, out);
                    return;
                }
            }
            _ => {}
        }
        let Some((head, arguments)) = parts.split_first() else { return };
        out.head = Some(self.type_slot(*head));
        let found = self.index.exactly(head.span());
        let symbol = found.map(|o| self.index.symbol(o.symbol));
        let entity = symbol.map_or(Entity::Unknown, |s| s.entity);
        if symbol.is_some_and(|s| s.space == Space::Context) {
            out.kind = PartKind::Context;
            return;
        }
        if out.kind == PartKind::Atom {
            out.kind = match predicate_kind(entity, &self.declared()) {
                Some(PredKind::Derived) => PartKind::Derived,
                Some(PredKind::Sense) => PartKind::Sensed,
                _ => PartKind::Atom,
            };
        }
        let types = self.types_of_arguments(*head, arguments);
        out.arguments = arguments.iter().zip(types).map(|(n, ty)| self.term_slot(*n, ty)).collect();
    }

    /// The types that belong at the arguments of a head, where they are known.
    pub(crate) fn types_of_arguments(
        &self,
        head: SyntaxNode<'_>,
        arguments: &[SyntaxNode<'_>],
    ) -> Vec<Option<String>> {
        let found = self.index.exactly(head.span());
        let entity = found.map_or(Entity::Unknown, |o| self.index.symbol(o.symbol).entity);
        // With several boards, what is noted at named arguments tells more than the declaration.
        let declared = self.declared();
        let types = argument_types(entity, &declared, 0, arguments.len());
        let of = |(i, node): (usize, &SyntaxNode<'_>)| {
            let noted = self.noted(*node);
            let declared = types.get(i).copied().unwrap_or_default();
            let known = if noted == Expected::Anything { declared } else { noted };
            self.expected_name(known).map(str::to_owned)
        };
        arguments.iter().enumerate().map(of).collect()
    }

    /// What the index has noted about a term.
    fn noted(&self, node: SyntaxNode<'_>) -> Expected {
        match node.kind() {
            NodeKind::Name => {
                self.index.exactly(node.span()).map_or(Expected::Anything, |o| o.expects)
            }
            NodeKind::Paren | NodeKind::App => {
                node.child().map_or(Expected::Anything, |n| self.noted(n))
            }
            _ => Expected::Anything,
        }
    }

    fn fill_compare(&self, node: SyntaxNode<'_>, out: &mut PartBlock) {
        let sides: Vec<SyntaxNode<'_>> = node.children().collect();
        let sign = node.parts().find_map(|part| match part {
            Part::Token(t) => Some(self.tree.tokens()[t]).filter(|t| t.kind.compares()),
            Part::Node(_) => None,
        });
        let [left, right] = sides.as_slice() else { return };
        if let Some(by) = self.aggregation(*right) {
            out.kind = PartKind::Aggregate;
            out.sign = Some(by.to_owned());
            let number = || Some("nat".to_owned());
            out.arguments.push(self.term_slot(*left, number()));
            let terms: Vec<SyntaxNode<'_>> = right.children().skip(1).collect();
            let terms = terms.split_last().map_or(&[][..], |(_, terms)| terms);
            out.arguments.extend(terms.iter().map(|term| self.term_slot(*term, number())));
            self.fill_inside(node, out);
            return;
        }
        out.kind = PartKind::Compare;
        out.sign = sign.map(|t| t.span.of(self.full_text()).to_owned());
        let set = self.compared_type(*left).or_else(|| self.compared_type(*right));
        out.arguments = sides.iter().map(|n| self.term_slot(*n, set.clone())).collect();
    }

    /// The type of one side of a comparison.
    pub(crate) fn compared_type(&self, node: SyntaxNode<'_>) -> Option<String> {
        match node.kind() {
            NodeKind::Number | NodeKind::Sum | NodeKind::Tensor => Some("nat".to_owned()),
            NodeKind::Paren => self.compared_type(node.child()?),
            NodeKind::App | NodeKind::Name => {
                let name = if node.kind() == NodeKind::App { node.child()? } else { node };
                let found = self.index.exactly(name.span())?;
                match self.index.symbol(found.symbol).entity {
                    Entity::Variable { ty, .. } => self.expected_name(ty).map(str::to_owned),
                    Entity::Constant(c) => {
                        let ty = self.declared().constructors[c.index()].ty;
                        Some(self.type_name(ty).to_owned())
                    }
                    Entity::Option => Some("nat".to_owned()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A term with the type that belongs there.
    fn term_slot(&self, node: SyntaxNode<'_>, set: Option<String>) -> SlotBlock {
        let inner = match node.kind() {
            NodeKind::Paren => node.child(),
            _ => Some(node),
        };
        let application = inner.filter(|n| n.kind() == NodeKind::App);
        let parts: Vec<SyntaxNode<'_>> =
            application.into_iter().flat_map(SyntaxNode::children).collect();
        let constructor = parts.first().is_some_and(|head| {
            let found = self.index.exactly(head.span());
            found.is_some_and(|o| self.index.symbol(o.symbol).space == Space::Constant)
        });
        let operator = |n: &SyntaxNode<'_>| {
            n.kind() == NodeKind::Name
                && matches!(self.letters(*n), "-" | "/" | "mod")
                && self.is_word(*n)
        };
        let plain = constructor && !parts.iter().any(operator);
        let arguments = match parts.split_first() {
            Some((head, rest)) if plain => {
                let types = self.types_of_arguments(*head, rest);
                rest.iter().zip(types).map(|(n, ty)| self.term_slot(*n, ty)).collect()
            }
            _ => Vec::new(),
        };
        let (id, span) = (id_of(node), node.span());
        SlotBlock { id, span, text: self.letters(node).to_owned(), set, arguments }
    }
}

/// The id of a node.
pub(super) fn id_of(node: SyntaxNode<'_>) -> StructureId {
    StructureId(node.index() as u32)
}
