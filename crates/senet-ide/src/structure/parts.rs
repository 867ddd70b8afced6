//! Edits of the parts of rules and contexts.

use crate::Analysis;
use crate::lists::{List, arrow, bare_text, clause_head, deletion, rule_body, rule_sides};
use crate::structure::edit::Edited;
use crate::structure::{EditError, NewPart, PremiseMark, StructureId};
use crate::tree_at::is_item;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Span, TextEdit};

impl Analysis {
    /// The lists inside of a part: what `not`, an aggregate or braces ask for, and what braces make.
    pub(super) fn inner_lists<'n>(
        &self,
        part: SyntaxNode<'n>,
    ) -> (Option<List<'n>>, Option<List<'n>>) {
        match part.kind() {
            NodeKind::Prefix | NodeKind::Copies => {
                part.child().map_or((None, None), |inner| self.inner_lists(inner))
            }
            NodeKind::Braces if part.token(TokenKind::Bar).is_some() => {
                let list = |goals| Some(List::Comma { braces: part, goals });
                (list(true), list(false))
            }
            NodeKind::Braces => {
                let chain = part.child().filter(|n| arrow(*n).is_some());
                let mut sides = chain.into_iter().flat_map(SyntaxNode::children).map(List::Star);
                (sides.next(), sides.next())
            }
            NodeKind::App => {
                let group = self.negation(part).map(|(_, group)| group);
                let group = group.filter(|n| n.kind() == NodeKind::Paren);
                (group.and_then(SyntaxNode::child).map(List::Star), None)
            }
            NodeKind::Compare => {
                let right = part.children().nth(1).filter(|n| self.aggregation(*n).is_some());
                let group = right.and_then(|n| n.children().last());
                (group.and_then(SyntaxNode::child).map(List::Star), None)
            }
            _ => (None, None),
        }
    }

    /// How the right side of a comparison counts: `count`, `sum`, `max` or `min`.
    pub(super) fn aggregation(&self, right: SyntaxNode<'_>) -> Option<&str> {
        let word = right.child().filter(|n| right.kind() == NodeKind::App && self.is_word(*n))?;
        let word = word.span().of(self.full_text());
        matches!(word, "count" | "sum" | "max" | "min").then_some(word)
    }

    /// The list that parts are added to.
    fn list_of(&self, id: StructureId, premises: bool) -> Result<List<'_>, EditError> {
        let node = self.node_of(id)?;
        let none = EditError::NotApplicable("it has no such list");
        match node.kind() {
            NodeKind::Item => match rule_sides(node) {
                Some((left, right)) => Ok(if premises { left } else { right }),
                None => {
                    let clause = clause_head(node).is_some() && self.is_clause(node);
                    let body = rule_body(node).filter(|_| premises && clause);
                    body.map(List::Goals).ok_or(none)
                }
            },
            NodeKind::ContextItem | NodeKind::DirectiveItem if premises => {
                let braces = node.children().find(|n| n.kind() == NodeKind::Braces);
                let braces = braces.filter(|n| n.token(TokenKind::Bar).is_none()).ok_or(none)?;
                Ok(List::Comma { braces, goals: false })
            }
            _ => {
                let (inside, makes) = self.inner_lists(node);
                if premises { inside } else { makes }.ok_or(none)
            }
        }
    }

    /// Whether an item is a backward rule or a fact, and no declaration.
    fn is_clause(&self, item: SyntaxNode<'_>) -> bool {
        let (kind, _) = self.outline_declaration(item, false);
        let named_fact = item.child().is_some_and(|n| {
            n.kind() == NodeKind::Colon && n.children().nth(1).is_some_and(|b| arrow(b).is_none())
        });
        kind == crate::outline::OutlineKind::Clause && !named_fact
    }

    pub(super) fn add_part(
        &self,
        to: StructureId,
        premises: bool,
        at: usize,
        part: &NewPart,
    ) -> Edited {
        let text = self.filled(part, to, premises)?;
        if let Some(edits) = self.grouped(to, premises, at, &text)? {
            return Ok(edits);
        }
        let list = self.list_of(to, premises)?;
        if list.parts().is_empty() {
            return Ok(list.insertion(0, &text));
        }
        self.flat(list, at, |list, at, _| list.insertion(at, &text))
    }

    /// `not p X` with another premise: `not (p X * q)`.
    fn grouped(
        &self,
        to: StructureId,
        premises: bool,
        at: usize,
        new: &str,
    ) -> Result<Option<Vec<TextEdit>>, EditError> {
        let node = self.node_of(to)?;
        let part = match node.kind() {
            NodeKind::Prefix => node.child().unwrap_or(node),
            _ => node,
        };
        let alone = self.negation(part).filter(|(_, first)| first.kind() != NodeKind::Paren);
        let Some((_, first)) = alone.filter(|_| premises) else { return Ok(None) };
        let (before, behind) = match at {
            0 => (format!("({new} * "), ")".to_owned()),
            _ => ("(".to_owned(), format!(" * {new})")),
        };
        Ok(Some(vec![
            TextEdit::insert(first.span().start, before),
            TextEdit::insert(part.span().end, behind),
        ]))
    }

    /// The text of a part, with arguments that fit if none are given.
    fn filled(&self, part: &NewPart, to: StructureId, left: bool) -> Result<String, EditError> {
        let (predicate, given) = match part {
            NewPart::Atom { predicate, arguments, .. }
            | NewPart::Not { predicate, arguments }
            | NewPart::Count { predicate, arguments, .. } => (predicate, arguments),
            other => return Ok(other.to_string()),
        };
        if !given.is_empty() {
            return Ok(part.to_string());
        }
        let mut chosen = self.default_arguments(predicate, to, left)?;
        // Under `not` and `count` arguments begin as wildcards: variables in scope would narrow the pattern unasked.
        if left && !matches!(part, NewPart::Atom { .. }) {
            chosen.fill("_".to_owned());
        }
        Ok(match part.clone() {
            NewPart::Atom { predicate, mark, .. } => {
                NewPart::Atom { predicate, arguments: chosen, mark }.to_string()
            }
            NewPart::Not { predicate, .. } => {
                NewPart::Not { predicate, arguments: chosen }.to_string()
            }
            NewPart::Count { variable, predicate, .. } => {
                NewPart::Count { variable, predicate, arguments: chosen }.to_string()
            }
            other => other.to_string(),
        })
    }

    /// The part without its mark, and where its mark stands.
    fn marked_part(&self, id: StructureId) -> Result<(SyntaxNode<'_>, Option<Span>), EditError> {
        let node = self.node_of(id)?;
        if is_item(node.kind()) {
            return Err(EditError::NotApplicable("it is not part of a rule"));
        }
        match (node.kind(), node.child()) {
            (NodeKind::Prefix, Some(inner)) => {
                let sign = Span::new(node.span().start, inner.span().start);
                Ok((inner, Some(sign)))
            }
            _ => Ok((node, None)),
        }
    }

    pub(super) fn set_mark(&self, id: StructureId, mark: PremiseMark) -> Edited {
        self.marked_part(id)?;
        let sign = mark.sign();
        self.in_list(id, |list, at, _| {
            let Some((node, _)) = list.parts().get(at).copied() else { return Vec::new() };
            match (node.kind(), node.child()) {
                (NodeKind::Prefix, Some(inner)) => {
                    let old = Span::new(node.span().start, inner.span().start);
                    replaced(node, old, sign)
                }
                _ if sign.is_empty() => Vec::new(),
                _ => vec![TextEdit::insert(node.span().start, sign)],
            }
        })
    }

    pub(super) fn set_negated(&self, id: StructureId, negated: bool) -> Edited {
        let (inner, _) = self.marked_part(id)?;
        let not = self.negation(inner);
        let no = EditError::NotApplicable("only an atom can be absent");
        match (negated, not) {
            (true, Some(_)) => Ok(Vec::new()),
            (true, None) => {
                if !matches!(inner.kind(), NodeKind::App | NodeKind::Name | NodeKind::Copies) {
                    return Err(no);
                }
                self.in_list(id, |list, at, _| {
                    let Some((node, _)) = list.parts().get(at).copied() else {
                        return Vec::new();
                    };
                    match (node.kind(), node.child()) {
                        (NodeKind::Prefix, Some(inner)) => {
                            let old = Span::new(node.span().start, inner.span().start);
                            replaced(node, old, "not ")
                        }
                        _ => vec![TextEdit::insert(node.span().start, "not ")],
                    }
                })
            }
            (false, None) => Ok(Vec::new()),
            (false, Some((word, first))) => {
                if first.kind() == NodeKind::Paren {
                    return Err(EditError::NotApplicable("several premises are absent together"));
                }
                let span = Span::new(word.span().start, first.span().start);
                Ok(deletion(&self.tree, span))
            }
        }
    }

    /// The `not` of a part and what stands behind it.
    fn negation<'n>(&self, part: SyntaxNode<'n>) -> Option<(SyntaxNode<'n>, SyntaxNode<'n>)> {
        let inner = match part.kind() {
            NodeKind::Copies => part.child()?,
            _ => part,
        };
        let mut parts = inner.children().filter(|_| inner.kind() == NodeKind::App);
        let (word, first) = (parts.next()?, parts.next()?);
        let not = word.span().of(self.full_text()) == "not" && self.is_word(word);
        not.then_some((word, first))
    }

    pub(super) fn set_copies(&self, id: StructureId, copies: Option<&str>) -> Edited {
        let (inner, _) = self.marked_part(id)?;
        let no = EditError::NotApplicable("only atoms have copies");
        if self.negation(inner).is_some_and(|(_, group)| group.kind() == NodeKind::Paren) {
            return Err(no);
        }
        match (inner.kind(), copies) {
            (NodeKind::Copies, Some(copies)) => {
                let count = inner.children().nth(1).ok_or(EditError::UnknownNode)?;
                Ok(vec![TextEdit::new(count.span(), copies)])
            }
            (NodeKind::Copies, None) => {
                let atom = inner.child().ok_or(EditError::UnknownNode)?;
                Ok(deletion(&self.tree, Span::new(atom.span().end, inner.span().end)))
            }
            (NodeKind::Name, Some(copies)) => {
                Ok(vec![TextEdit::insert(inner.span().end, format!("^{copies}"))])
            }
            (NodeKind::App, Some(copies)) => {
                Ok(vec![TextEdit::insert(inner.span().end, format!(" ^{copies}"))])
            }
            (NodeKind::Name | NodeKind::App, None) => Ok(Vec::new()),
            _ => Err(no),
        }
    }

    /// Moves a part to another place in its list.
    pub(super) fn move_part(&self, id: StructureId, to: usize) -> Edited {
        self.in_list(id, |list, at, text| {
            let parts = list.parts();
            let to = to.min(parts.len().saturating_sub(1));
            let Some((node, _)) = parts.get(at).copied().filter(|_| at != to) else {
                return Vec::new();
            };
            let letters = bare_text(node.tree(), node.span(), text);
            // Before the part that will follow it.
            let place = if to > at { to + 1 } else { to };
            let mut edits = list.removal(at);
            edits.extend(list.insertion(place, &letters));
            edits
        })
    }

    pub(super) fn duplicate_part(&self, id: StructureId) -> Edited {
        self.in_list(id, |list, at, text| {
            let Some((node, _)) = list.parts().get(at).copied() else { return Vec::new() };
            list.insertion(at + 1, &bare_text(node.tree(), node.span(), text))
        })
    }
}

/// Writes something in place of the beginning of a part, and leaves its comments.
fn replaced(node: SyntaxNode<'_>, span: Span, text: &str) -> Vec<TextEdit> {
    let mut edits = deletion(node.tree(), span);
    match edits.as_mut_slice() {
        [only] => only.text = text.to_owned(),
        _ => edits.insert(0, TextEdit::insert(span.start, text)),
    }
    edits
}
