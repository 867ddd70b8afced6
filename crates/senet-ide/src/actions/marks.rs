//! Marks of premises: keep what is taken, take what is kept.

use crate::Analysis;
use crate::actions::{ActionKind, CodeAction};
use crate::index::{Access, Space};
use crate::lists::rule_sides;
use crate::tree_at::item_at;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Span, TextEdit};

impl Analysis {
    /// `p X` becomes `$p X`, and the other way round. A premise that the rule makes again is kept
    /// instead of that.
    pub(super) fn change_marks(&self, range: Span, out: &mut Vec<CodeAction>) {
        let Some(found) = self.name_at(range.start) else { return };
        let symbol = self.index.symbol(found.symbol);
        if symbol.space != Space::Predicate {
            return;
        }
        let tree = &self.tree;
        let text = self.text();
        let path = tree.path_at(found.span.start);
        match found.access {
            Access::Keep => {
                let Some(prefix) = path.iter().rfind(|n| n.kind() == NodeKind::Prefix) else {
                    return;
                };
                let Some(atom) = prefix.child() else { return };
                if !matches!(atom.kind(), NodeKind::App | NodeKind::Name) {
                    return;
                }
                let mark = Span::new(prefix.span().start, atom.span().start);
                let title = format!("take `{}` instead of keeping it", atom.span().of(text));
                let edits = vec![TextEdit::delete(mark)];
                out.push(CodeAction::new(ActionKind::Rewrite, title, edits));
            }
            Access::Take => {
                let Some(item) = item_at(tree, found.span.start, true) else { return };
                let Some((left, right)) = rule_sides(item) else { return };
                let plain = left.flattening(text).is_none() && right.flattening(text).is_none();
                let mut parts = left.parts().into_iter().filter(|_| plain);
                let Some((atom, _)) = parts.find(|(n, _)| holds(*n, found.span)) else { return };
                let letters = atom.span().of(text);
                let mut edits = vec![TextEdit::insert(atom.span().start, "$")];
                let mut made = right.parts().into_iter();
                let again = made.position(|(n, _)| n.span().of(text) == letters);
                let title = match again {
                    Some(at) => {
                        edits.extend(right.removal(at));
                        format!("keep `{letters}` instead of making it again")
                    }
                    None => format!("keep `{letters}` with `$`"),
                };
                out.push(CodeAction::new(ActionKind::Rewrite, title, edits));
            }
            _ => {}
        }
    }
}

/// Whether a node is the atom whose head stands at a place.
fn holds(node: SyntaxNode<'_>, head: Span) -> bool {
    let atom = matches!(node.kind(), NodeKind::App | NodeKind::Name | NodeKind::Copies);
    atom && node.span().start == head.start
}
