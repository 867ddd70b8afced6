//! What can be written into a slot so that the program stays one.

use crate::Analysis;
use crate::index::{Access, Entity, Expected, Space, argument_types, predicate_kind};
use crate::structure::edit::StructureEdit;
use crate::structure::trial::Trial;
use crate::structure::{EditError, StructureId};
use crate::tree_at::is_item;
use senet_program::{PredKind, TypeId, TypeShape};
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use serde::Serialize;

/// What a choice is; choices of one class are accepted or refused together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// A variable of the rule.
    Variable,
    /// `_`
    Wildcard,
    /// A constant, or a constructor with arguments.
    Constant,
    /// A number, or the name of one.
    Number,
    /// A predicate, type, stage, kind or another name.
    Name,
}

/// Something that can be written into a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SlotChoice {
    /// What is written.
    pub text: String,
    /// What it is.
    pub kind: ChoiceKind,
}

/// What a slot is.
#[derive(Debug, Clone)]
enum SlotRole {
    Term { set: Option<String>, right: bool, ground: bool },
    Stage,
    Type,
    TokenKind,
    Head,
}

/// At most this many numbers are offered.
const MOST_NUMBERS: u64 = 20;

impl Analysis {
    /// What can be written into a slot: it has the right type there, and the program has no new
    /// error. The present content is among them.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "t : type. a : t. b : t. p t : pred.\nstage s = { r : p X * p Y -o p X. }\n\
    ///             #trace 1 s { p a, p b }.";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let effect = &analysis.structure().stages[0].rules[0].effects[0];
    /// let choices = analysis.choices(effect.arguments[0].id).unwrap();
    /// let texts: Vec<&str> = choices.iter().map(|c| c.text.as_str()).collect();
    /// assert_eq!(texts, ["X", "Y", "a", "b"]);
    /// ```
    pub fn choices(&self, slot: StructureId) -> Result<Vec<SlotChoice>, EditError> {
        let candidates = self.candidates(slot)?;
        // Constants of one type are as good as each other, and so are numbers in a range: one of
        // each is tried, and the rest follows. Names and variables are tried one by one.
        let trial = Trial::new(self, slot)?;
        let mut verdicts: Vec<(ChoiceKind, bool)> = Vec::new();
        let mut out = Vec::new();
        let present = self.node_of(slot)?.span().of(self.full_text());
        for choice in candidates {
            let alike = matches!(choice.kind, ChoiceKind::Constant | ChoiceKind::Number);
            let known = verdicts.iter().find(|(kind, _)| alike && *kind == choice.kind);
            let fine = match known {
                _ if choice.text == present => true,
                Some((_, fine)) => *fine,
                None => {
                    let edit = StructureEdit::SetSlot { node: slot, text: choice.text.clone() };
                    let fine = trial.accepts(&self.unverified(&edit)?);
                    verdicts.push((choice.kind, fine));
                    fine
                }
            };
            if fine {
                out.push(choice);
            }
        }
        Ok(out)
    }

    /// What has the right type for a slot.
    fn candidates(&self, slot: StructureId) -> Result<Vec<SlotChoice>, EditError> {
        let path = self.path_of(slot)?;
        let node = path[path.len() - 1];
        let role = self.slot_role(&path).ok_or(EditError::NotApplicable("it is not a slot"))?;
        let mut out: Vec<SlotChoice> = Vec::new();
        let mut push = |text: String, kind| {
            if !out.iter().any(|c| c.text == text) {
                out.push(SlotChoice { text, kind });
            }
        };
        let names = |space: Space| {
            let symbols = self.index.symbols.iter();
            symbols.filter(move |s| s.space == space && !matches!(s.entity, Entity::Unknown))
        };
        match role {
            SlotRole::Stage => {
                names(Space::Stage).for_each(|s| push(s.name.to_string(), ChoiceKind::Name));
            }
            SlotRole::Type => {
                names(Space::Type).for_each(|s| push(s.name.to_string(), ChoiceKind::Name));
                push("nat".to_owned(), ChoiceKind::Name);
            }
            SlotRole::TokenKind => ["pred", "bwd", "sense", "action"]
                .into_iter()
                .for_each(|k| push(k.to_owned(), ChoiceKind::Name)),
            SlotRole::Head => {
                for name in self.like_predicates(node) {
                    push(name, ChoiceKind::Name);
                }
            }
            SlotRole::Term { set, right, ground } => {
                let ty = set.as_deref().and_then(|set| self.named(Space::Type, set));
                let ty = ty.and_then(|id| match self.index.symbol(id).entity {
                    Entity::Type(ty) => Some(ty),
                    _ => None,
                });
                if !ground {
                    let offset = node.span().start;
                    for name in self.variables_of_type(offset, ty) {
                        push(name, ChoiceKind::Variable);
                    }
                    if !right {
                        push("_".to_owned(), ChoiceKind::Wildcard);
                    }
                }
                for (text, kind) in ty.map_or_else(Vec::new, |ty| self.values_of(ty, 0)) {
                    push(text, kind);
                }
                let present = node.span().of(self.full_text());
                let number = present.parse::<u64>().is_ok();
                if number {
                    push(present.to_owned(), ChoiceKind::Number);
                }
            }
        }
        Ok(out)
    }

    /// What a node is, by the nodes around it.
    fn slot_role(&self, path: &[SyntaxNode<'_>]) -> Option<SlotRole> {
        let node = *path.last()?;
        let parent = *path.get(path.len().checked_sub(2)?)?;
        let item = path.iter().rfind(|n| is_item(n.kind()))?;
        let ground = matches!(item.kind(), NodeKind::ContextItem)
            || item.kind() == NodeKind::DirectiveItem && self.directive_is(*item, "#trace");
        let in_set = path.iter().any(|n| n.token(TokenKind::Bar).is_some());
        let right = self.is_right(path);
        let term = |set| {
            Some(SlotRole::Term {
                set,
                right: right || ground && in_set,
                ground: ground && !in_set,
            })
        };
        let found = self.index.exactly(node.span()).filter(|_| node.kind() == NodeKind::Name);
        if let Some(found) = found {
            let symbol = self.index.symbol(found.symbol);
            match (symbol.space, found.access) {
                (_, Access::Define) => return None,
                (Space::Stage, _) => return Some(SlotRole::Stage),
                (Space::Type, _) => return Some(SlotRole::Type),
                (Space::Predicate, Access::Mention) => return None,
                (Space::Predicate, _) => return Some(SlotRole::Head),
                (Space::Rule | Space::Context, _) => return None,
                _ => {}
            }
        }
        match parent.kind() {
            NodeKind::Colon if self.is_kind_word(node) => Some(SlotRole::TokenKind),
            NodeKind::App => {
                let parts: Vec<SyntaxNode<'_>> = parent.children().collect();
                let mut from = 0;
                if parts.first().is_some_and(|n| self.is_word(*n)) {
                    from = 1; // `not p X`
                }
                let (head, arguments) = parts.get(from..)?.split_first()?;
                let at = arguments.iter().position(|n| n.index() == node.index())?;
                let operator = |n: &SyntaxNode<'_>| n.kind() == NodeKind::Name && self.is_word(*n);
                if arguments.iter().any(operator) {
                    return term(Some("nat".to_owned()));
                }
                term(self.types_of_arguments(*head, arguments).get(at)?.clone())
            }
            NodeKind::Compare => {
                let mut sides = parent.children();
                let (left, right) = (sides.next()?, sides.next()?);
                let other = if left.index() == node.index() { right } else { left };
                term(self.compared_type(node).or_else(|| self.compared_type(other)))
            }
            NodeKind::Member => {
                let set = parent.children().nth(1)?;
                term(Some(set.span().of(self.full_text()).to_owned()))
            }
            NodeKind::Sum => term(Some("nat".to_owned())),
            _ => None,
        }
    }

    fn directive_is(&self, item: SyntaxNode<'_>, name: &str) -> bool {
        self.tree.tokens()[item.token_range().start].span.of(self.full_text()) == name
    }

    fn is_kind_word(&self, node: SyntaxNode<'_>) -> bool {
        matches!(node.span().of(self.full_text()), "pred" | "bwd" | "sense" | "action")
    }

    /// Whether the last node of a path stands on a right side.
    fn is_right(&self, path: &[SyntaxNode<'_>]) -> bool {
        let mut right = false;
        for pair in path.windows(2) {
            let (chain, side) = (pair[0], pair[1]);
            match crate::lists::arrow(chain) {
                Some(TokenKind::Lolli | TokenKind::WrongArrow) => {
                    right = chain.children().nth(1).is_some_and(|n| n.index() == side.index());
                }
                Some(TokenKind::BackLolli) => {
                    right = chain.child().is_some_and(|n| n.index() == side.index());
                }
                _ => {}
            }
            let bar = chain.token(TokenKind::Bar).filter(|_| chain.kind() == NodeKind::Braces);
            if let Some(bar) = bar {
                right = side.span().start < bar.span.start;
            }
        }
        right
    }

    /// The variables of the rule around a place that are of a type.
    fn variables_of_type(&self, offset: u32, ty: Option<TypeId>) -> Vec<String> {
        let rules = (0u32..).zip(&self.index.rules);
        let around = rules.filter(|(_, r)| r.span.start <= offset && offset <= r.span.end);
        let inner = around.min_by_key(|(_, r)| r.span.end - r.span.start).map(|(i, _)| i);
        let types = self.declared().types;
        let number = |ty: TypeId| types.get(ty.index()).is_some_and(|t| t.shape.is_number());
        let mut out = Vec::new();
        let mut at = inner;
        while let Some(rule) = at {
            for id in self.index.variables(rule) {
                let symbol = self.index.symbol(id);
                let Entity::Variable { ty: is, .. } = symbol.entity else { continue };
                let fits = match (is, ty) {
                    (Expected::Type(is), Some(ty)) => is == ty,
                    (Expected::Number, Some(ty)) => number(ty),
                    _ => false,
                };
                if fits {
                    out.push(symbol.name.to_string());
                }
            }
            at = self.index.rules[rule as usize].outer;
        }
        out
    }

    /// Values of a type as they are written as arguments.
    fn values_of(&self, ty: TypeId, depth: usize) -> Vec<(String, ChoiceKind)> {
        let declared = self.declared();
        let Some(found) = declared.types.get(ty.index()) else { return Vec::new() };
        match found.shape {
            TypeShape::Natural | TypeShape::Peano { .. } => {
                (0..=10).map(|n: u64| (n.to_string(), ChoiceKind::Number)).collect()
            }
            TypeShape::Range { low, high } => {
                let high = high.min(low.saturating_add(MOST_NUMBERS));
                (low..=high).map(|n| (n.to_string(), ChoiceKind::Number)).collect()
            }
            _ => {
                let mut out = Vec::new();
                for id in &found.constructors {
                    let constructor = &declared.constructors[id.index()];
                    let mut text = constructor.name.clone();
                    let mut complete = true;
                    for argument in &constructor.arguments {
                        // The first value of each argument stands for the others.
                        let inner = if depth > 3 {
                            Vec::new()
                        } else {
                            self.values_of(*argument, depth + 1)
                        };
                        match inner.first() {
                            Some((value, _)) => text.push_str(&format!(" {value}")),
                            None => complete = false,
                        }
                    }
                    if !constructor.arguments.is_empty() {
                        text = format!("({text})");
                    }
                    if complete {
                        out.push((text, ChoiceKind::Constant));
                    }
                }
                out
            }
        }
    }

    /// Predicates that can take the place of another: same arguments, and of a kind that may stand
    /// there.
    fn like_predicates(&self, head: SyntaxNode<'_>) -> Vec<String> {
        let Some(found) = self.index.exactly(head.span()) else { return Vec::new() };
        let declared = self.declared();
        let entity = self.index.symbol(found.symbol).entity;
        let types = |entity| argument_types(entity, &declared, 0, 0);
        let makes = matches!(found.access, Access::Make | Access::Start);
        let derives = found.access == Access::Derive;
        let fits = |kind: PredKind| match kind {
            PredKind::Linear => !derives,
            PredKind::Action => makes,
            PredKind::Derived => !makes,
            PredKind::Sense => !makes && !derives,
        };
        let all = self.index.symbols.iter().filter(|s| s.space == Space::Predicate);
        let alike = all.filter(|s| {
            let kind = predicate_kind(s.entity, &declared);
            kind.is_some_and(fits) && types(s.entity) == types(entity)
        });
        alike.map(|s| s.name.to_string()).collect()
    }

    /// Arguments for a predicate that is put into a rule or context: variables of the rule that fit;
    /// where there are none, anything on the left, and a value on the right.
    pub(super) fn default_arguments(
        &self,
        predicate: &str,
        to: StructureId,
        left: bool,
    ) -> Result<Vec<String>, EditError> {
        let path = self.path_of(to)?;
        let node = *path.last().ok_or(EditError::UnknownNode)?;
        let Some(id) = self.named(Space::Predicate, predicate) else { return Ok(Vec::new()) };
        let entity = self.index.symbol(id).entity;
        // Only a set has variables in a context.
        let in_set = path.iter().any(|n| n.token(TokenKind::Bar).is_some());
        let item = path.iter().rfind(|n| is_item(n.kind()));
        let ground = item.is_none_or(|n| n.kind() != NodeKind::Item) && !in_set;
        let wildcard = left && !ground;
        let mut out = Vec::new();
        for expected in argument_types(entity, &self.declared(), 0, 0) {
            let Expected::Type(ty) = expected else {
                if wildcard {
                    out.push("_".to_owned());
                    continue;
                }
                return Err(EditError::NotApplicable("a type of the predicate is not known"));
            };
            let variables = if ground {
                Vec::new()
            } else {
                self.variables_of_type(node.span().start, Some(ty))
            };
            // A variable stands once in an atom where there is another one.
            let unused = variables.iter().find(|name| !out.contains(name)).cloned();
            let value = || match wildcard {
                true => Some("_".to_owned()),
                false => {
                    let again = variables.first().cloned();
                    again.or_else(|| self.values_of(ty, 0).into_iter().next().map(|(text, _)| text))
                }
            };
            let chosen = unused.or_else(value);
            let none = EditError::NotApplicable("there is no value for an argument");
            out.push(chosen.ok_or(none)?);
        }
        Ok(out)
    }
}
