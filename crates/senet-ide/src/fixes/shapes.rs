//! Fixes of items that have the wrong shape, or stand at the wrong place.

use crate::Analysis;
use crate::tree_at::is_item;
use senet_syntax::lexer::{Token, TokenKind};
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Fix, Span, TextEdit};

impl Analysis {
    /// A rule of a stage whose arrow is another one, or has become a part of a name.
    pub(super) fn right_arrow(&self, place: Span) -> Option<Fix> {
        let path = self.tree.path_at(place.start);
        let item = path.iter().rfind(|n| n.kind() == NodeKind::Item)?;
        let in_stage = path.iter().any(|n| n.kind() == NodeKind::StageItem);
        let tokens: Vec<Token> = self.tree.tokens()[item.token_range()]
            .iter()
            .copied()
            .filter(|t| !t.kind.is_trivia())
            .collect();
        if !in_stage || tokens.iter().any(|t| t.kind == TokenKind::Lolli) {
            return None;
        }
        let arrows: Vec<&Token> = tokens
            .iter()
            .filter(|t| matches!(t.kind, TokenKind::Arrow | TokenKind::BackArrow))
            .collect();
        match arrows.as_slice() {
            [arrow] if arrow.kind == TokenKind::Arrow => {
                let edits = vec![TextEdit::new(arrow.span, "-o")];
                return Some(Fix::certain("write `-o`", edits));
            }
            [arrow] => {
                let edits = vec![TextEdit::new(arrow.span, "o-")];
                return Some(Fix::certain("write `o-`", edits));
            }
            [_, ..] => return None,
            [] => {}
        }
        let text = self.full_text();
        for (i, token) in tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Name) {
            let letters = token.span.of(text);
            let next = tokens.get(i + 1).filter(|t| t.span.of(text) == "o");
            let edit = match (letters, next) {
                ("-", Some(o)) => TextEdit::new(token.span.to(o.span), "-o"),
                _ if letters.starts_with("-o") => {
                    TextEdit::new(token.span, format!("-o {}", &letters[2..]))
                }
                _ if letters.ends_with("-o") => {
                    let name = &letters[..letters.len() - 2];
                    TextEdit::new(token.span, format!("{name} -o"))
                }
                _ => match letters.find("-o") {
                    // `p-oq`: both ends have to be names that are known.
                    Some(at) if self.known(&letters[..at]) && self.known(&letters[at + 2..]) => {
                        let (a, b) = (&letters[..at], &letters[at + 2..]);
                        TextEdit::new(token.span, format!("{a} -o {b}"))
                    }
                    _ => continue,
                },
            };
            return Some(Fix::certain("put blanks around `-o`", vec![edit]));
        }
        None
    }

    fn known(&self, name: &str) -> bool {
        self.named(crate::index::Space::Predicate, name).is_some()
    }

    /// A directive or a link inside of a stage goes below it.
    pub(super) fn move_out(&self, place: Span) -> Option<Fix> {
        let path = self.tree.path_at(place.start);
        let stage = path.iter().find(|n| n.kind() == NodeKind::StageItem)?;
        let item = path.iter().rfind(|n| is_item(n.kind()) && n.index() != stage.index())?;
        let outside = item.kind() == NodeKind::DirectiveItem || item.contains(NodeKind::StageRef);
        if !outside || item.contains(NodeKind::Error) || self.has_comment(*item) {
            return None;
        }
        let text = item.span().of(self.text());
        let mut edits = self.item_removal(*item);
        edits.push(TextEdit::insert(stage.span().end, format!("\n{text}")));
        Some(Fix::certain("move it below the stage", edits))
    }

    fn has_comment(&self, item: SyntaxNode<'_>) -> bool {
        let tokens = &self.tree.tokens()[item.token_range()];
        tokens.iter().any(|t| t.kind == TokenKind::Comment)
    }
}
