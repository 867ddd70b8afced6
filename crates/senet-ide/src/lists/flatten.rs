//! Groups taken apart: `$(a * b)` becomes `$a * $b`, and `(a) * ()` becomes `a`.

use crate::lists::{Sign, deletion, has_meaning, is_group, is_leaf, is_plain, is_unit};
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, Part, SyntaxNode};
use senet_syntax::{Span, TextEdit};

/// Takes groups apart. `sign` and `copies` are those of the groups around the node; with `comma`, a
/// star becomes a comma.
pub(super) fn flatten(
    node: SyntaxNode<'_>,
    sign: Sign,
    copies: &str,
    comma: bool,
    text: &str,
    edits: &mut Vec<TextEdit>,
) {
    let tree = node.tree();
    match node.kind() {
        NodeKind::Tensor => flatten_tensor(node, sign, copies, comma, text, edits),
        NodeKind::Paren if !is_leaf(node) => {
            let Some(inside) = node.child() else { return };
            ends(node, edits);
            flatten(inside, sign, copies, comma, text, edits);
        }
        NodeKind::Braces if !has_meaning(node) && node.child().is_some() => {
            ends(node, edits);
            node.children().for_each(|n| flatten(n, sign, copies, comma, text, edits));
        }
        NodeKind::Prefix => {
            let Some(inside) = node.child() else { return };
            let bang = sign == Sign::Persistent || node.token(TokenKind::Bang).is_some();
            let own = if bang { Sign::Persistent } else { Sign::Keep };
            if is_plain(inside) && sign == Sign::None && copies.is_empty() {
                return;
            }
            edits.push(TextEdit::delete(tree.tokens()[node.token_range().start].span));
            flatten(inside, own, copies, comma, text, edits);
        }
        NodeKind::Copies if is_group(node) => {
            let Some(inside) = node.child() else { return };
            let count = Span::new(inside.span().end, node.span().end);
            edits.extend(deletion(tree, count));
            flatten(inside, sign, count.of(text).trim(), comma, text, edits);
        }
        NodeKind::Unit | NodeKind::Empty => {}
        _ => {
            if sign != Sign::None {
                edits.push(TextEdit::insert(node.span().start, sign.text()));
            }
            if !copies.is_empty() {
                edits.push(TextEdit::insert(node.span().end, format!(" {copies}")));
            }
        }
    }
}

fn flatten_tensor(
    node: SyntaxNode<'_>,
    sign: Sign,
    copies: &str,
    comma: bool,
    text: &str,
    edits: &mut Vec<TextEdit>,
) {
    let tree = node.tree();
    let nodes: Vec<SyntaxNode<'_>> = node.children().collect();
    let means = |n: &SyntaxNode<'_>| !is_unit(*n);
    // A side of nothing but units stays as it is.
    let Some(last) = nodes.iter().rposition(means) else { return };
    let mut at = 0;
    for part in node.parts() {
        match part {
            Part::Node(n) => {
                if means(&n) {
                    flatten(n, sign, copies, comma, text, edits);
                } else {
                    edits.extend(deletion(tree, n.span()));
                }
                at += 1;
            }
            // The star behind a unit goes with it, and so does the one before units at the end.
            Part::Token(t) => {
                let token = tree.tokens()[t];
                if !means(&nodes[at - 1]) || at > last {
                    edits.push(TextEdit::delete(token.span));
                } else if comma {
                    edits.push(TextEdit::new(token.span, ","));
                }
            }
        }
    }
}

/// Deletes the first and the last token of a group.
fn ends(node: SyntaxNode<'_>, edits: &mut Vec<TextEdit>) {
    let range = node.token_range();
    let tokens = node.tree().tokens();
    edits.push(TextEdit::delete(tokens[range.start].span));
    edits.push(TextEdit::delete(tokens[range.end - 1].span));
}
