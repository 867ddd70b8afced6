//! The outline of a text: what it declares, in order, with rules inside of their stages.

use crate::Analysis;
use crate::tree_at::is_item;
use senet_syntax::Span;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use serde::Serialize;

/// What an entry of the outline is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutlineKind {
    /// A type or a range of numbers.
    Type,
    /// A constant or constructor.
    Constant,
    /// A predicate.
    Predicate,
    /// A board.
    Board,
    /// A stage.
    Stage,
    /// A rule of a stage.
    Rule,
    /// A link between stages.
    Link,
    /// A backward rule or fact.
    Clause,
    /// A family of rules.
    Family,
    /// A context.
    Context,
    /// A directive.
    Directive,
    /// Something that cannot be read.
    Broken,
}

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutlineItem {
    /// Its name, or its beginning.
    pub name: String,
    /// The rest of it, in a few words.
    pub detail: String,
    /// What it is.
    pub kind: OutlineKind,
    /// The whole.
    pub span: Span,
    /// Its name.
    pub selection: Span,
    /// What stands in it.
    pub children: Vec<OutlineItem>,
}

/// Longer details are cut.
const MOST_DETAIL: usize = 60;

impl Analysis {
    /// What the text declares, in order.
    pub fn outline(&self) -> Vec<OutlineItem> {
        let root = self.tree.root();
        let items = root.into_iter().flat_map(SyntaxNode::children);
        items.filter(|n| self.is_own(n.span())).map(|n| self.outline_item(n, false)).collect()
    }

    fn outline_item(&self, node: SyntaxNode<'_>, in_stage: bool) -> OutlineItem {
        let text = self.full_text();
        let first = node.child().filter(|n| n.kind() == NodeKind::Name);
        let of = |n: SyntaxNode<'_>| n.span().of(text).to_owned();
        let named = |kind, name: Option<SyntaxNode<'_>>, children| {
            let selection = name.map_or(node.span(), SyntaxNode::span);
            let name = name.map_or_else(|| shortened(node.span().of(text)), of);
            let rest = Span::new(selection.end.min(node.span().end), node.span().end);
            let detail = shortened(rest.of(text));
            OutlineItem { name, detail, kind, span: node.span(), selection, children }
        };
        let inside = |stage| {
            let items = node.children().filter(|n| is_item(n.kind()));
            items.map(|n| self.outline_item(n, stage)).collect()
        };
        match node.kind() {
            NodeKind::StageItem => {
                let children: Vec<OutlineItem> = inside(true);
                let detail = match children.len() {
                    1 => "1 rule".to_owned(),
                    n => format!("{n} rules"),
                };
                OutlineItem { detail, ..named(OutlineKind::Stage, first, children) }
            }
            NodeKind::FamilyItem => {
                let head =
                    node.token(TokenKind::OpenBrace).map_or(node.span().end, |t| t.span.start);
                let name = Span::new(node.span().start, head).of(text).trim_end().to_owned();
                let detail = String::new();
                OutlineItem { name, detail, ..named(OutlineKind::Family, None, inside(in_stage)) }
            }
            NodeKind::ContextItem => named(OutlineKind::Context, first, Vec::new()),
            NodeKind::BoardItem => named(OutlineKind::Board, first, Vec::new()),
            NodeKind::DirectiveItem => {
                let head = self.tree.tokens()[node.token_range().start].span;
                let detail = shortened(Span::new(head.end, node.span().end).of(text));
                let name = head.of(text).to_owned();
                let item = named(OutlineKind::Directive, None, Vec::new());
                OutlineItem { name, detail, selection: head, ..item }
            }
            NodeKind::Item => {
                let (kind, name) = self.outline_declaration(node, in_stage);
                named(kind, name, Vec::new())
            }
            _ => named(OutlineKind::Broken, None, Vec::new()),
        }
    }

    pub(crate) fn outline_declaration<'n>(
        &self,
        node: SyntaxNode<'n>,
        in_stage: bool,
    ) -> (OutlineKind, Option<SyntaxNode<'n>>) {
        let text = self.full_text();
        let body = node.child();
        let colon = body.filter(|n| n.kind() == NodeKind::Colon);
        let mut sides = colon.into_iter().flat_map(SyntaxNode::children);
        let (left, right) = (sides.next(), sides.next());
        let subject = left.and_then(|n| match n.kind() {
            NodeKind::App => n.child(),
            NodeKind::Name => Some(n),
            _ => None,
        });
        let kind = match right.map(|n| (n.kind(), n.span().of(text))) {
            Some((NodeKind::Name, "type")) | Some((NodeKind::Range, _)) => OutlineKind::Type,
            Some((NodeKind::Name, "pred" | "bwd" | "sense" | "action")) => OutlineKind::Predicate,
            Some((NodeKind::Name, kind)) if !in_stage => {
                match self.named(crate::index::Space::Type, kind) {
                    Some(_) => OutlineKind::Constant,
                    None => OutlineKind::Clause,
                }
            }
            _ if in_stage => OutlineKind::Rule,
            _ => {
                let body = right.or(body);
                let arrow = |k| body.is_some_and(|b| b.token(k).is_some());
                match arrow(TokenKind::Lolli)
                    || arrow(TokenKind::BackLolli)
                    || arrow(TokenKind::WrongArrow)
                {
                    true => OutlineKind::Link,
                    false => OutlineKind::Clause,
                }
            }
        };
        (kind, subject)
    }
}

/// The beginning of a text on one line, without the `:` or `=` it begins with.
fn shortened(text: &str) -> String {
    let text = text.trim_start().trim_start_matches([':', '=']);
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= MOST_DETAIL {
        return line;
    }
    line.chars().take(MOST_DETAIL).chain(['…']).collect()
}
