//! Lists in the text: the premises and conclusions of a rule, the goals of a backward rule, the atoms
//! of a context. Each part can be taken out or put in without touching anything else; comments stay.

use senet_syntax::lexer::{Kind, Token};
use senet_syntax::tree::{Node, NodeKind, Part, Tree};
use senet_syntax::{Span, TextEdit};

/// A list of parts with separators between them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Side<'t> {
    node: Node<'t>,
    /// What stands between two parts.
    separator: Kind,
}

/// The left and the right side of a rule or link.
pub(crate) fn rule_sides(item: Node<'_>) -> Option<(Side<'_>, Side<'_>)> {
    let body = item.child()?;
    let body = if body.kind() == NodeKind::Colon { body.children().nth(1)? } else { body };
    let swapped = body.token(Kind::BackLolli).is_some();
    let forward = swapped || body.token(Kind::Lolli).is_some();
    if !matches!(body.kind(), NodeKind::Chain | NodeKind::BackChain) || !forward {
        return None;
    }
    let mut sides = body.children().map(|node| Side { node, separator: Kind::Star });
    let (first, second) = (sides.next()?, sides.next()?);
    Some(if swapped { (second, first) } else { (first, second) })
}

impl<'t> Side<'t> {
    /// A side that is this node.
    pub(crate) fn star(node: Node<'t>) -> Side<'t> {
        Side { node, separator: Kind::Star }
    }

    /// Braces whose parts are separated by commas.
    pub(crate) fn braces(node: Node<'t>) -> Side<'t> {
        Side { node, separator: Kind::Comma }
    }

    pub(crate) fn node(self) -> Node<'t> {
        self.node
    }

    /// Its parts, in order. A unit or nothing has none.
    pub(crate) fn parts(self) -> Vec<Node<'t>> {
        match (self.node.kind(), self.separator) {
            (NodeKind::Unit | NodeKind::Empty | NodeKind::Error, _) => Vec::new(),
            (NodeKind::Tensor, Kind::Star) => self.node.children().collect(),
            (NodeKind::Braces, Kind::Comma) => {
                let bar = self.node.token(Kind::Bar).map_or(u32::MAX, |t| t.span.start);
                self.node.children().filter(|n| n.span().start < bar).collect()
            }
            _ => vec![self.node],
        }
    }

    /// The edits that take a part out, with one separator. Comments stay where they are.
    pub(crate) fn removal(self, at: usize) -> Vec<TextEdit> {
        let parts = self.parts();
        let Some(part) = parts.get(at).copied() else { return Vec::new() };
        let tree = self.node.tree();
        if parts.len() == 1 {
            return match self.separator {
                Kind::Comma => deletion(tree, part.span()),
                // Nothing on a side is written as the unit.
                _ => {
                    let mut edits = deletion(tree, part.span());
                    edits.insert(0, TextEdit::insert(part.span().start, "()"));
                    edits
                }
            };
        }
        let span = match (parts.get(at + 1), at.checked_sub(1).map(|i| parts[i])) {
            (Some(next), None) => Span::new(part.span().start, next.span().start),
            (_, Some(before)) => {
                // The separator before it goes too; a line break behind it stays.
                let from = before.span().end;
                Span::new(from, part.span().end)
            }
            (None, None) => part.span(),
        };
        deletion(tree, span)
    }

    /// The edit that puts a part in before the one at `at`, or behind the last.
    pub(crate) fn insertion(self, at: usize, new: &str) -> Vec<TextEdit> {
        let parts = self.parts();
        let sign = if self.separator == Kind::Comma { ", " } else { " * " };
        if parts.is_empty() {
            return self.first(new);
        }
        match at.checked_sub(1).map(|i| parts[i.min(parts.len() - 1)]) {
            Some(before) => vec![TextEdit::insert(before.span().end, format!("{sign}{new}"))],
            None => {
                let first = parts[0].span().start;
                let sign = sign.trim_start();
                vec![TextEdit::insert(first, format!("{new} {sign}").replace(" ,", ","))]
            }
        }
    }

    /// The edit that puts the first part in.
    fn first(self, new: &str) -> Vec<TextEdit> {
        let (node, tree) = (self.node, self.node.tree());
        match node.kind() {
            NodeKind::Unit => {
                let mut edits = deletion(tree, node.span());
                edits.insert(0, TextEdit::insert(node.span().start, new));
                edits
            }
            NodeKind::Braces => {
                let open = node.token(Kind::OpenBrace).map_or(node.span().start, |t| t.span.end);
                let bare = node.token(Kind::CloseBrace).is_none_or(|t| t.span.start == open);
                let end = if bare { " " } else { "" };
                vec![TextEdit::insert(open, format!(" {new}{end}"))]
            }
            // An empty right side stands just before the token that follows: the arrow comes before.
            _ => {
                let tokens = &tree.tokens()[..node.token_range().start];
                let arrow = tokens.iter().rev().find(|t| !t.kind.is_trivia());
                let at = arrow.map_or(node.span().start, |t| t.span.end);
                vec![TextEdit::insert(at, format!(" {new}"))]
            }
        }
    }

    /// The edits that write a side in its plain form: parts joined by separators, each with its own
    /// mark; `None` if it has that form already.
    pub(crate) fn flattening(self, text: &str) -> Option<Vec<TextEdit>> {
        let mut edits = Vec::new();
        if self.separator == Kind::Comma {
            for part in self.parts() {
                flatten(part, "", "", Kind::Comma, text, &mut edits);
            }
        } else {
            flatten(self.node, "", "", Kind::Star, text, &mut edits);
        }
        (!edits.is_empty()).then_some(edits)
    }
}

/// Whether braces make something for each match, and so are no mere parentheses.
pub(crate) fn has_meaning(braces: Node<'_>) -> bool {
    let chain = braces.child().is_some_and(|n| n.kind() == NodeKind::Chain);
    braces.token(Kind::Bar).is_some() || chain
}

/// Takes groups apart: `$(a * b)` becomes `$a * $b`, and `(a) * ()` becomes `a`.
/// `mark` and `copies` are those of the groups around the node.
fn flatten(
    node: Node<'_>,
    mark: &str,
    copies: &str,
    separator: Kind,
    text: &str,
    edits: &mut Vec<TextEdit>,
) {
    let tree = node.tree();
    match node.kind() {
        NodeKind::Tensor => {
            let parts: Vec<Part<'_>> = node.parts().collect();
            let nodes: Vec<Node<'_>> = node.children().collect();
            let means = |n: &Node<'_>| !is_unit(*n);
            // A side of nothing but units stays as it is.
            let Some(last) = nodes.iter().rposition(means) else { return };
            let mut at = 0;
            for part in parts {
                match part {
                    Part::Node(n) => {
                        if means(&n) {
                            flatten(n, mark, copies, separator, text, edits);
                        } else {
                            edits.extend(deletion(tree, n.span()));
                        }
                        at += 1;
                    }
                    // The separator behind a unit goes with it, and so does the one before units
                    // at the end.
                    Part::Token(t) => {
                        let token = tree.tokens()[t];
                        if !means(&nodes[at - 1]) || at > last {
                            edits.push(TextEdit::delete(token.span));
                        } else if separator == Kind::Comma {
                            edits.push(TextEdit::new(token.span, ","));
                        }
                    }
                }
            }
        }
        NodeKind::Paren if !is_leaf(node) => {
            let Some(inside) = node.child() else { return };
            ends(node, edits);
            flatten(inside, mark, copies, separator, text, edits);
        }
        NodeKind::Braces if !has_meaning(node) && node.child().is_some() => {
            ends(node, edits);
            for inside in node.children() {
                flatten(inside, mark, copies, separator, text, edits);
            }
        }
        NodeKind::Prefix => {
            let Some(inside) = node.child() else { return };
            let bang = mark == "!" || node.token(Kind::Bang).is_some();
            let own = if bang { "!" } else { "$" };
            let group =
                matches!(inside.kind(), NodeKind::Paren | NodeKind::Prefix) || is_group(inside);
            if !group && mark.is_empty() && copies.is_empty() {
                return;
            }
            let sign = tree.tokens()[node.token_range().start];
            edits.push(TextEdit::delete(sign.span));
            flatten(inside, own, copies, separator, text, edits);
        }
        NodeKind::Copies if is_group(node) => {
            let Some(inside) = node.child() else { return };
            let count = Span::new(inside.span().end, node.span().end);
            edits.extend(deletion(tree, count));
            flatten(inside, mark, count.of(text).trim(), separator, text, edits);
        }
        NodeKind::Unit => {}
        _ => {
            if !mark.is_empty() {
                edits.push(TextEdit::insert(node.span().start, mark));
            }
            if !copies.is_empty() {
                edits.push(TextEdit::insert(node.span().end, format!(" {copies}")));
            }
        }
    }
}

/// Copies of several atoms in parentheses.
fn is_group(node: Node<'_>) -> bool {
    let inside = node.child().map(Node::kind);
    node.kind() == NodeKind::Copies && inside == Some(NodeKind::Paren)
}

/// Deletes the first and the last token of a group.
fn ends(node: Node<'_>, edits: &mut Vec<TextEdit>) {
    let range = node.token_range();
    let tokens = node.tree().tokens();
    edits.push(TextEdit::delete(tokens[range.start].span));
    edits.push(TextEdit::delete(tokens[range.end - 1].span));
}

/// Parentheses that belong to what stands in them: `(X : t)`, and a sum beside a comparison.
fn is_leaf(node: Node<'_>) -> bool {
    node.child().is_none_or(|n| matches!(n.kind(), NodeKind::Member | NodeKind::Error))
}

fn is_unit(node: Node<'_>) -> bool {
    match node.kind() {
        NodeKind::Unit => true,
        NodeKind::Paren => node.child().is_some_and(is_unit),
        _ => false,
    }
}

/// Deletes a range without its comments.
pub(crate) fn deletion(tree: &Tree, span: Span) -> Vec<TextEdit> {
    let tokens = tokens_within(tree, span);
    if !tokens.iter().any(|t| t.kind == Kind::Comment) {
        return vec![TextEdit::delete(span)];
    }
    let own = tokens.iter().filter(|t| !t.kind.is_trivia());
    own.map(|t| TextEdit::delete(t.span)).collect()
}

/// The tokens that lie in a range.
pub(crate) fn tokens_within(tree: &Tree, span: Span) -> &[Token] {
    let tokens = tree.tokens();
    let first = tokens.partition_point(|t| t.span.end <= span.start);
    let end = tokens.partition_point(|t| t.span.start < span.end);
    &tokens[first..end.max(first)]
}

/// The text of a range without comments, and with blanks where line ends are.
pub(crate) fn bare_text(tree: &Tree, span: Span, text: &str) -> String {
    let mut out = String::new();
    for token in tokens_within(tree, span) {
        match token.kind {
            Kind::Comment => {}
            Kind::Space => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            _ => out.push_str(token.span.of(text)),
        }
    }
    out.trim_end().to_owned()
}
