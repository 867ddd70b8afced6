//! Finding nodes and tokens of a tree by place.

use senet_syntax::lexer::{Token, TokenKind};
use senet_syntax::tree::{NodeKind, SyntaxNode, SyntaxTree};

/// The item around a byte: the outermost one, such as a stage, or the innermost, such as its rule.
pub(crate) fn item_at(tree: &SyntaxTree, offset: u32, innermost: bool) -> Option<SyntaxNode<'_>> {
    let mut items = tree.path_at(offset).into_iter().filter(|n| is_item(n.kind()));
    if innermost { items.next_back() } else { items.next() }
}

pub(crate) fn is_item(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Item
            | NodeKind::StageItem
            | NodeKind::ContextItem
            | NodeKind::DirectiveItem
            | NodeKind::BoardItem
            | NodeKind::FamilyItem
    )
}

/// The index of the token that holds a byte; at the end of the text, the last one.
pub(crate) fn token_at(tree: &SyntaxTree, offset: u32) -> Option<usize> {
    let tokens = tree.tokens();
    let after = tokens.partition_point(|t| t.span.start <= offset);
    after.checked_sub(1)
}

/// The token that a byte touches and that `fits`: the one that begins there or goes on, or else the
/// one that ends there.
pub(crate) fn touching(
    tree: &SyntaxTree,
    offset: u32,
    fits: impl Fn(TokenKind) -> bool,
) -> Option<Token> {
    let at = token_at(tree, offset)?;
    let here = tree.tokens()[at];
    if fits(here.kind) && offset <= here.span.end {
        return Some(here);
    }
    let before = at.checked_sub(1).map(|i| tree.tokens()[i])?;
    (before.span.end == offset && fits(before.kind)).then_some(before)
}

/// The comment that documents an item: the lines right above it, or the one behind it.
pub(crate) fn documentation(item: SyntaxNode<'_>, text: &str) -> Option<String> {
    let tree = item.tree();
    let range = item.token_range();
    let tokens = tree.tokens();
    let mut lines: Vec<&str> = Vec::new();
    let mut before = tokens[..range.start].iter().rev().peekable();
    // One line end and blanks, then a comment on a line of its own.
    while let Some(space) = before.next_if(|t| t.kind == TokenKind::Space) {
        if space.span.of(text).matches('\n').count() != 1 {
            break;
        }
        let Some(comment) = before.next_if(|t| t.kind == TokenKind::Comment) else { break };
        let own_line = match before.peek() {
            None => true,
            Some(t) => t.kind == TokenKind::Space && t.span.of(text).contains('\n'),
        };
        if !own_line {
            break;
        }
        lines.push(comment.span.of(text));
    }
    lines.reverse();
    if lines.is_empty() {
        let after = &tokens[range.end..];
        let blank = |t: &Token| t.kind == TokenKind::Space && !t.span.of(text).contains('\n');
        let comment = match after {
            [space, comment, ..] if blank(space) => Some(comment),
            [comment, ..] => Some(comment),
            [] => None,
        };
        lines.extend(comment.filter(|t| t.kind == TokenKind::Comment).map(|t| t.span.of(text)));
    }
    let clean = |line: &&str| line.trim_start_matches('%').trim().to_owned();
    let lines: Vec<String> = lines.iter().map(clean).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{documentation, item_at, touching};
    use senet_syntax::lexer::TokenKind;
    use senet_syntax::parse;

    fn said(text: &str, about: &str) -> Option<String> {
        let parse = parse(text);
        let at = text.find(about).expect("it is there") as u32;
        documentation(item_at(&parse.tree, at, true)?, text)
    }

    #[test]
    fn documentation_stands_above_or_behind() {
        let text = "% far\n\n% one\n% two\np : pred.  q : pred. % behind\nr : pred.\n";
        assert_eq!(said(text, "p :").as_deref(), Some("one\ntwo"));
        assert_eq!(said(text, "q :").as_deref(), Some("behind"));
        assert_eq!(said(text, "r :"), None);
    }

    #[test]
    fn items_and_tokens_are_found_by_place() {
        let text = "stage s = { r : p -o q. }";
        let parse = parse(text);
        let inner = item_at(&parse.tree, 17, true).map(|n| n.span().of(text));
        assert_eq!(inner, Some("r : p -o q."));
        let outer = item_at(&parse.tree, 17, false).map(|n| n.span().of(text));
        assert_eq!(outer, Some(text));
        let name = |k| k == TokenKind::Name;
        let word = touching(&parse.tree, 7, name).map(|t| t.span.of(text));
        assert_eq!(word, Some("s"), "a word that ends here");
    }
}
