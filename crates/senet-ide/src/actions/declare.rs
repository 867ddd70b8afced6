//! Declaring what is used and not declared, with the types that its uses show; and naming rules.

use crate::Analysis;
use crate::actions::{ActionKind, CodeAction, touches};
use crate::index::{Access, Entity, Expected, Occurrence, Space};
use crate::rename::WORDS;
use crate::tree_at::item_at;
use senet_program::relations::board_relation;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Span, TextEdit};

impl Analysis {
    /// Declares the names in a range that are used and not declared.
    pub(crate) fn declare_missing(&self, range: Span, out: &mut Vec<CodeAction>) {
        let places = self.index.within(Span::new(range.start.saturating_sub(80), range.end + 1));
        let mut seen = Vec::new();
        for place in places.iter().filter(|o| touches(o.span, range)) {
            let symbol = self.index.symbol(place.symbol);
            if !matches!(symbol.entity, Entity::Unknown) || seen.contains(&place.symbol) {
                continue;
            }
            seen.push(place.symbol);
            let Some((what, line)) = self.declaration_for(place) else { continue };
            let space = if line.starts_with('#') { Space::Type } else { symbol.space };
            let edit = self.insertion(space, place.span, &line);
            let title = format!("declare the {what} `{line}`");
            let action = CodeAction::new(ActionKind::QuickFix, title, vec![edit]);
            out.push(CodeAction { code: code_of(symbol.space), ..action });
        }
    }

    /// The declaration that a name lacks.
    fn declaration_for(&self, place: &Occurrence) -> Option<(&'static str, String)> {
        let symbol = self.index.symbol(place.symbol);
        let name = &symbol.name;
        Some(match symbol.space {
            // A word of the language is half of something else, and no name.
            Space::Predicate if WORDS.contains(&&**name) => return None,
            // What comes with boards and players is not declared, but they are.
            Space::Predicate if board_relation(name).is_some() => return None,
            // A misspelt `#players` is changed, and not doubled.
            Space::Predicate if matches!(&**name, "next" | "seated") && self.says_players() => {
                return None;
            }
            Space::Predicate if matches!(&**name, "next" | "seated") => {
                let first = *self.arguments_of(place.span).first()?;
                ("players", format!("#players {}.", self.shown_type(first)?))
            }
            Space::Predicate => {
                let mut derived = self.index.places(place.symbol);
                let derived = derived.any(|o| o.access == Access::Derive);
                let kind = if derived { "bwd" } else { "pred" };
                let types = self.argument_types_shown(place)?;
                let types: String = types.iter().map(|ty| format!(" {ty}")).collect();
                ("predicate", format!("{name}{types} : {kind}."))
            }
            // A predicate that is used like a function is no constant.
            Space::Constant if self.named(Space::Predicate, name).is_some() => return None,
            Space::Constant => {
                let Expected::Type(ty) = place.expects else { return None };
                let found = self.declared().types.get(ty.index())?;
                if found.shape.is_number() || self.declared().boards.iter().any(|b| b.ty == ty) {
                    return None;
                }
                ("constant", format!("{name} : {}.", found.name))
            }
            Space::Type => ("type", format!("{name} : type.")),
            Space::Stage => ("stage", format!("stage {name} = {{}}")),
            Space::Option => ("option", format!("#option {name} 1..9 = 3.")),
            Space::Context | Space::Rule | Space::Variable => return None,
        })
    }

    /// Whether there is a directive about players, or one that is nearly called so.
    fn says_players(&self) -> bool {
        let text = self.full_text();
        let mut tokens = self.tree.tokens().iter();
        tokens.any(|t| t.kind == TokenKind::Directive && t.span.of(text).starts_with("#player"))
    }

    /// The types of the arguments of an atom, as its places show them.
    fn argument_types_shown(&self, place: &Occurrence) -> Option<Vec<String>> {
        let mut best: Vec<Option<String>> = Vec::new();
        for (i, place) in self.index.places(place.symbol).enumerate() {
            let arguments = self.arguments_of(place.span);
            if i == 0 {
                best = vec![None; arguments.len()];
            }
            if arguments.len() != best.len() {
                continue;
            }
            for (known, argument) in best.iter_mut().zip(arguments) {
                *known = known.take().or_else(|| self.shown_type(argument));
            }
        }
        // What nothing tells may be anything; the first type is as good as any.
        let any = || {
            let first = self.declared().types.iter().find(|t| !t.shape.is_number());
            first.map_or_else(|| "nat".to_owned(), |t| t.name.clone())
        };
        Some(best.into_iter().map(|ty| ty.unwrap_or_else(any)).collect())
    }

    /// The arguments behind a head.
    fn arguments_of(&self, head: Span) -> Vec<SyntaxNode<'_>> {
        let path = self.tree.path_at(head.start);
        let Some(parent) = path.iter().rev().nth(1) else { return Vec::new() };
        let children: Vec<SyntaxNode<'_>> = parent.children().collect();
        let at = children.iter().position(|n| n.span() == head);
        match (parent.kind(), at) {
            (NodeKind::App, Some(at)) => children[at + 1..].to_vec(),
            _ => Vec::new(),
        }
    }

    /// The type that a term shows.
    fn shown_type(&self, node: SyntaxNode<'_>) -> Option<String> {
        match node.kind() {
            NodeKind::Number | NodeKind::Sum | NodeKind::Tensor => Some("nat".to_owned()),
            NodeKind::Paren => self.shown_type(node.child()?),
            NodeKind::App | NodeKind::Name => {
                let name = if node.kind() == NodeKind::App { node.child()? } else { node };
                let found = self.index.exactly(name.span())?;
                let declared = self.declared();
                match self.index.symbol(found.symbol).entity {
                    Entity::Variable { ty, .. } => self.expected_name(ty).map(str::to_owned),
                    Entity::Constant(c) => {
                        let ty = declared.constructors[c.index()].ty;
                        declared.types.get(ty.index()).map(|t| t.name.clone())
                    }
                    Entity::Option => Some("nat".to_owned()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Where a declaration goes: behind the last one of its kind, or before the item that needs it.
    fn insertion(&self, space: Space, place: Span, line: &str) -> TextEdit {
        let own = |s: &&crate::index::Symbol| {
            s.space == space && !s.given && s.definition.is_some_and(|d| self.is_own(d))
        };
        let before = item_at(&self.tree, place.start, false);
        let before = before.map_or(place.start, |item| item.span().start);
        let declared = self.index.symbols.iter().filter(own).filter_map(|s| s.definition);
        let last = declared.filter(|d| d.start < before).max();
        match last.and_then(|d| item_at(&self.tree, d.start, false)) {
            Some(item) => {
                let end = self.end_of_line(item.span().end);
                TextEdit::insert(end, format!("\n{line}"))
            }
            None => TextEdit::insert(before, format!("{line}\n")),
        }
    }

    /// The end of the line of a byte, behind the comment that may stand there.
    fn end_of_line(&self, offset: u32) -> u32 {
        let rest = &self.text()[offset as usize..];
        offset + rest.find(['\r', '\n']).unwrap_or(rest.len()) as u32
    }

    /// Gives a rule without a name one.
    pub(super) fn name_rule(&self, range: Span, out: &mut Vec<CodeAction>) {
        let Some(item) = item_at(&self.tree, range.start, true) else { return };
        let (NodeKind::Item, Some(body)) = (item.kind(), item.child()) else { return };
        let text = self.text();
        let dash = body.child().filter(|n| {
            body.kind() == NodeKind::Colon && n.kind() == NodeKind::Name && n.span().of(text) == "-"
        });
        let unnamed = match body.kind() {
            NodeKind::Chain | NodeKind::BackChain => true,
            NodeKind::Colon => dash.is_some(),
            _ => false,
        };
        let forward = item.contains(NodeKind::Chain) || body.token(TokenKind::BackLolli).is_some();
        if !unnamed || !forward || item.contains(NodeKind::Error) {
            return;
        }
        let name = self.fresh_name(Space::Rule, "rule");
        let edit = match dash {
            Some(dash) => TextEdit::new(dash.span(), name.as_str()),
            None => TextEdit::insert(body.span().start, format!("{name} : ")),
        };
        out.push(CodeAction::new(
            ActionKind::Rewrite,
            format!("name this rule `{name}`"),
            vec![edit],
        ));
    }

    /// A name that nothing has yet.
    pub(super) fn fresh_name(&self, space: Space, stem: &str) -> String {
        let names = (1..).map(|n| format!("{stem}-{n}"));
        let mut free = names.filter(|name| {
            let all = [space, Space::Predicate, Space::Constant, Space::Context];
            all.into_iter().all(|space| self.named(space, name).is_none())
        });
        free.next().expect("there are more numbers than names")
    }
}

fn code_of(space: Space) -> Option<&'static str> {
    Some(match space {
        Space::Type => "E0101",
        Space::Predicate => "E0102",
        Space::Constant => "E0103",
        Space::Stage => "E0104",
        _ => return None,
    })
}
