//! Lists in the text: the premises and conclusions of a rule, the goals of a backward rule, the atoms
//! of a context. Each part can be taken out or put in without touching anything else; comments stay.
//!
//! The ways to write a list differ: `$(a * b) * ()` says the same as `$a * $b`. A list is *flat* if it
//! is written in the plainest way; [`List::flattening`] makes it so, and the other edits ask for that.

mod flatten;

use flatten::flatten;
use senet_syntax::lexer::{Token, TokenKind};
use senet_syntax::tree::{NodeKind, Part, SyntaxNode, SyntaxTree};
use senet_syntax::{Span, TextEdit};

/// See the module.
#[derive(Debug, Clone, Copy)]
pub(crate) enum List<'t> {
    /// A side of a rule, or what stands in the parentheses of `not`: parts joined by `*`.
    Star(SyntaxNode<'t>),
    /// The atoms of a context, or those before or behind the bar of a set.
    Comma {
        /// The braces.
        braces: SyntaxNode<'t>,
        /// Whether it is what stands behind the bar.
        goals: bool,
    },
    /// The goals of a backward rule or fact; the node is its body.
    Goals(SyntaxNode<'t>),
}

/// How a part is marked: by its own sign, or by that of a group around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    None,
    Keep,
    Persistent,
}

impl Sign {
    fn text(self) -> &'static str {
        match self {
            Sign::None => "",
            Sign::Keep => "$",
            Sign::Persistent => "!",
        }
    }
}

/// The body of a rule, behind its name.
pub(crate) fn rule_body(item: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let body = item.child()?;
    if body.kind() == NodeKind::Colon { body.children().nth(1) } else { Some(body) }
}

/// The left and the right side of a rule or link.
pub(crate) fn rule_sides(item: SyntaxNode<'_>) -> Option<(List<'_>, List<'_>)> {
    let body = rule_body(item)?;
    let swapped = arrow(body) == Some(TokenKind::BackLolli);
    if !swapped && !matches!(arrow(body), Some(TokenKind::Lolli | TokenKind::WrongArrow)) {
        return None;
    }
    let mut sides = body.children().map(List::Star);
    let (first, second) = (sides.next()?, sides.next()?);
    Some(if swapped { (second, first) } else { (first, second) })
}

/// The first arrow of a rule.
pub(crate) fn arrow(body: SyntaxNode<'_>) -> Option<TokenKind> {
    if !matches!(body.kind(), NodeKind::Chain | NodeKind::BackChain) {
        return None;
    }
    body.parts().find_map(|part| match part {
        Part::Token(t) => Some(body.tree().tokens()[t].kind).filter(|k| *k != TokenKind::Unknown),
        Part::Node(_) => None,
    })
}

/// The head of a backward rule or fact, if the item is one.
pub(crate) fn clause_head(item: SyntaxNode<'_>) -> Option<SyntaxNode<'_>> {
    let body = rule_body(item)?;
    match arrow(body) {
        Some(TokenKind::BackArrow) => body.child(),
        Some(TokenKind::Arrow) => body.children().last(),
        Some(_) => None,
        None => Some(body),
    }
}

/// The nodes from the file down to a node.
pub(crate) fn path_to(tree: &SyntaxTree, index: usize) -> Option<Vec<SyntaxNode<'_>>> {
    let target = tree.node(index)?;
    let mut path = vec![tree.root()?];
    while let Some(last) = path.last().filter(|n| n.index() != index) {
        let child = last.children().take_while(|n| n.index() <= target.index()).last()?;
        path.push(child);
    }
    Some(path)
}

impl<'t> List<'t> {
    /// The list that the last node of a path is a part of.
    pub(crate) fn around(path: &[SyntaxNode<'t>]) -> Option<List<'t>> {
        let mut at = path.len().checked_sub(1)?;
        let context = path
            .iter()
            .any(|n| matches!(n.kind(), NodeKind::ContextItem | NodeKind::DirectiveItem));
        loop {
            let (here, parent) = (path[at], *path.get(at.checked_sub(1)?)?);
            match parent.kind() {
                NodeKind::Tensor | NodeKind::Prefix | NodeKind::Copies => at -= 1,
                NodeKind::Paren => {
                    let around = at.checked_sub(2).and_then(|i| path.get(i)).map(|n| n.kind());
                    if matches!(around, Some(NodeKind::App | NodeKind::DirectiveItem)) {
                        return Some(List::Star(here));
                    }
                    at -= 1;
                }
                NodeKind::Braces => {
                    let bar = parent.token(TokenKind::Bar).map(|t| t.span.start);
                    match bar {
                        Some(bar) => {
                            let goals = here.span().start > bar;
                            return Some(List::Comma { braces: parent, goals });
                        }
                        None if context => {
                            return Some(List::Comma { braces: parent, goals: false });
                        }
                        None => at -= 1,
                    }
                }
                NodeKind::Chain | NodeKind::BackChain => {
                    return Some(match arrow(parent)? {
                        TokenKind::Arrow | TokenKind::BackArrow => List::Goals(parent),
                        _ => List::Star(here),
                    });
                }
                _ => return None,
            }
        }
    }

    /// The nodes whose parts make up the list, in the order of the ast.
    fn tops(self) -> Vec<SyntaxNode<'t>> {
        match self {
            List::Star(node) => vec![node],
            List::Comma { braces, goals } => {
                let bar = braces.token(TokenKind::Bar).map_or(u32::MAX, |t| t.span.start);
                braces.children().filter(|n| (n.span().start > bar) == goals).collect()
            }
            List::Goals(body) => match arrow(body) {
                Some(TokenKind::BackArrow) => body.children().skip(1).collect(),
                Some(TokenKind::Arrow) => {
                    let sides: Vec<SyntaxNode<'t>> = body.children().collect();
                    sides.into_iter().rev().skip(1).collect()
                }
                _ => Vec::new(),
            },
        }
    }

    /// Its parts with their signs, in the order of the ast, however they are written.
    pub(crate) fn parts(self) -> Vec<(SyntaxNode<'t>, Sign)> {
        let mut out = Vec::new();
        for top in self.tops() {
            leaves(top, Sign::None, &mut out);
        }
        out
    }

    /// The edits that write the list in its plain form; `None` if it has that form already.
    pub(crate) fn flattening(self, text: &str) -> Option<Vec<TextEdit>> {
        let comma = matches!(self, List::Comma { .. });
        let mut edits = Vec::new();
        for top in self.tops() {
            flatten(top, Sign::None, "", comma, text, &mut edits);
        }
        (!edits.is_empty()).then_some(edits)
    }

    /// The edits that take a part out of a flat list, with one separator.
    pub(crate) fn removal(self, at: usize) -> Vec<TextEdit> {
        let parts: Vec<SyntaxNode<'t>> = self.parts().into_iter().map(|(n, _)| n).collect();
        let Some(part) = parts.get(at).copied() else { return Vec::new() };
        let tree = part.tree();
        if let List::Goals(body) = self {
            return goal_removal(body, part);
        }
        if parts.len() == 1 {
            let mut edits = deletion(tree, part.span());
            if let List::Star(_) = self {
                // Nothing on a side is written as the unit.
                edits.insert(0, TextEdit::insert(part.span().start, "()"));
            }
            return edits;
        }
        let span = match at.checked_sub(1) {
            Some(before) => Span::new(parts[before].span().end, part.span().end),
            None => Span::new(part.span().start, parts[1].span().start),
        };
        deletion(tree, span)
    }

    /// The edits that put a part into a flat list, before the one at `at` or behind the last.
    pub(crate) fn insertion(self, at: usize, new: &str) -> Vec<TextEdit> {
        let parts: Vec<SyntaxNode<'t>> = self.parts().into_iter().map(|(n, _)| n).collect();
        if let List::Goals(body) = self {
            return vec![goal_insertion(body, &parts, at, new)];
        }
        let Some(first) = parts.first() else { return self.first(new) };
        let (before, behind) = match self {
            List::Comma { .. } => (format!("{new}, "), format!(", {new}")),
            _ => (format!("{new} * "), format!(" * {new}")),
        };
        match at.checked_sub(1) {
            Some(i) => {
                let part = parts[i.min(parts.len() - 1)];
                vec![TextEdit::insert(part.span().end, behind)]
            }
            None => vec![TextEdit::insert(first.span().start, before)],
        }
    }

    /// The edits that put the first part in.
    fn first(self, new: &str) -> Vec<TextEdit> {
        let node = match self {
            List::Star(node) | List::Goals(node) => node,
            List::Comma { braces, .. } => braces,
        };
        let tree = node.tree();
        match node.kind() {
            NodeKind::Braces => {
                let open =
                    node.token(TokenKind::OpenBrace).map_or(node.span().start, |t| t.span.end);
                let bare = node.token(TokenKind::CloseBrace).is_none_or(|t| t.span.start == open);
                vec![TextEdit::insert(open, format!(" {new}{}", if bare { " " } else { "" }))]
            }
            // An empty right side stands just before the token that follows; the arrow comes before.
            NodeKind::Empty => {
                let tokens = &tree.tokens()[..node.token_range().start];
                let arrow = tokens.iter().rev().find(|t| !t.kind.is_trivia());
                let at = arrow.map_or(node.span().start, |t| t.span.end);
                vec![TextEdit::insert(at, format!(" {new}"))]
            }
            // Units, one or several.
            _ => {
                let mut edits = deletion(tree, node.span());
                edits.insert(0, TextEdit::insert(node.span().start, new));
                edits
            }
        }
    }
}

/// Takes a goal out of a backward rule with the arrow on the side of the head, or the star beside it.
fn goal_removal(body: SyntaxNode<'_>, part: SyntaxNode<'_>) -> Vec<TextEdit> {
    let tree = body.tree();
    let sides: Vec<SyntaxNode<'_>> = body.children().collect();
    let holds =
        |n: &SyntaxNode<'_>| n.span().start <= part.span().start && part.span().end <= n.span().end;
    let Some(at) = sides.iter().position(holds) else { return Vec::new() };
    let list = List::Star(sides[at]);
    let inside: Vec<SyntaxNode<'_>> = list.parts().into_iter().map(|(n, _)| n).collect();
    if inside.len() > 1 {
        let at = inside.iter().position(|n| n.index() == part.index()).unwrap_or(0);
        return list.removal(at);
    }
    let span = match arrow(body) {
        Some(TokenKind::Arrow) => {
            let next = sides.get(at + 1).map_or(part.span().end, |n| n.span().start);
            Span::new(sides[at].span().start, next)
        }
        _ => {
            let before = at.checked_sub(1).map_or(part.span().start, |i| sides[i].span().end);
            Span::new(before, sides[at].span().end)
        }
    };
    deletion(tree, span)
}

/// Puts a goal into a backward rule, in the order of the ast: the goals of `a -> b -> head` are `b`
/// and then `a`.
fn goal_insertion(
    body: SyntaxNode<'_>,
    parts: &[SyntaxNode<'_>],
    at: usize,
    new: &str,
) -> TextEdit {
    let pointing = arrow(body) == Some(TokenKind::Arrow);
    let Some(before) = at.checked_sub(1).map(|i| parts[i.min(parts.len() - 1)]) else {
        // Nearest to the head.
        return match pointing {
            true => {
                let head = body.children().last().map_or(body.span().start, |n| n.span().start);
                TextEdit::insert(head, format!("{new} -> "))
            }
            false => {
                let fact = arrow(body).is_none();
                let head = body.child().filter(|_| !fact).unwrap_or(body);
                TextEdit::insert(head.span().end, format!(" <- {new}"))
            }
        };
    };
    let holds = |n: &SyntaxNode<'_>| {
        n.span().start <= before.span().start && before.span().end <= n.span().end
    };
    let side = body.children().find(holds).unwrap_or(before);
    let last = List::Star(side).parts().last().is_some_and(|(n, _)| n.index() == before.index());
    match (last, pointing) {
        (true, true) => TextEdit::insert(side.span().start, format!("{new} -> ")),
        (true, false) => TextEdit::insert(side.span().end, format!(" <- {new}")),
        (false, _) => TextEdit::insert(before.span().end, format!(" * {new}")),
    }
}

/// The parts of a node with their signs.
fn leaves<'t>(node: SyntaxNode<'t>, sign: Sign, out: &mut Vec<(SyntaxNode<'t>, Sign)>) {
    match node.kind() {
        NodeKind::Unit | NodeKind::Empty | NodeKind::Error => {}
        NodeKind::Tensor => node.children().for_each(|n| leaves(n, sign, out)),
        NodeKind::Paren if !is_leaf(node) => node.children().for_each(|n| leaves(n, sign, out)),
        NodeKind::Braces if !has_meaning(node) => {
            node.children().for_each(|n| leaves(n, sign, out));
        }
        NodeKind::Copies if is_group(node) => {
            node.child().into_iter().for_each(|n| leaves(n, sign, out));
        }
        NodeKind::Prefix => {
            let bang = sign == Sign::Persistent || node.token(TokenKind::Bang).is_some();
            let sign = if bang { Sign::Persistent } else { Sign::Keep };
            match node.child() {
                Some(inside) if is_plain(inside) => out.push((node, sign)),
                Some(inside) => leaves(inside, sign, out),
                None => {}
            }
        }
        _ => out.push((node, sign)),
    }
}

/// Whether braces make something for each match, and so are no mere parentheses.
pub(crate) fn has_meaning(braces: SyntaxNode<'_>) -> bool {
    let chain = braces.child().is_some_and(|n| n.kind() == NodeKind::Chain);
    braces.token(TokenKind::Bar).is_some() || chain
}

/// Whether a mark before a node marks that alone.
fn is_plain(node: SyntaxNode<'_>) -> bool {
    match node.kind() {
        NodeKind::Paren => is_leaf(node),
        NodeKind::Braces => has_meaning(node),
        NodeKind::Copies => !is_group(node),
        kind => !matches!(kind, NodeKind::Prefix | NodeKind::Tensor | NodeKind::Unit),
    }
}

/// Parentheses that belong to what stands in them: `(X : t)`.
fn is_leaf(node: SyntaxNode<'_>) -> bool {
    node.child().is_none_or(|n| matches!(n.kind(), NodeKind::Member | NodeKind::Error))
}

fn is_unit(node: SyntaxNode<'_>) -> bool {
    match node.kind() {
        NodeKind::Unit => true,
        NodeKind::Paren => node.child().is_some_and(is_unit),
        _ => false,
    }
}

/// Copies of several atoms in parentheses.
fn is_group(node: SyntaxNode<'_>) -> bool {
    let inside = node.child().map(SyntaxNode::kind);
    node.kind() == NodeKind::Copies && inside == Some(NodeKind::Paren)
}

/// Deletes a range without its comments.
pub(crate) fn deletion(tree: &SyntaxTree, span: Span) -> Vec<TextEdit> {
    let tokens = tokens_within(tree, span);
    if !tokens.iter().any(|t| t.kind == TokenKind::Comment) {
        return vec![TextEdit::delete(span)];
    }
    let own = tokens.iter().filter(|t| !t.kind.is_trivia());
    own.map(|t| TextEdit::delete(t.span)).collect()
}

/// The tokens that lie in a range.
pub(crate) fn tokens_within(tree: &SyntaxTree, span: Span) -> &[Token] {
    let tokens = tree.tokens();
    let first = tokens.partition_point(|t| t.span.end <= span.start);
    let end = tokens.partition_point(|t| t.span.start < span.end);
    &tokens[first..end.max(first)]
}

/// The text of a range without comments, and with blanks where line ends are.
pub(crate) fn bare_text(tree: &SyntaxTree, span: Span, text: &str) -> String {
    let mut out = String::new();
    for token in tokens_within(tree, span) {
        match token.kind {
            TokenKind::Comment => {}
            TokenKind::Space => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            _ => out.push_str(token.span.of(text)),
        }
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{List, rule_sides};
    use senet_syntax::{apply_edits, parse};

    /// The rule after an edit of its left side.
    fn left(text: &str, edit: impl Fn(List<'_>) -> Vec<senet_syntax::TextEdit>) -> String {
        let parse = parse(text);
        let item = parse.tree.root().unwrap().child().unwrap();
        let (left, _) = rule_sides(item).unwrap();
        apply_edits(text, &edit(left)).unwrap()
    }

    #[test]
    fn groups_are_taken_apart() {
        let flat = |text: &str| left(text, |l| l.flattening(text).unwrap_or_default());
        assert_eq!(flat("$(b * c) * a -o d."), "$b * $c * a -o d.");
        assert_eq!(flat("(a) * () * !(b * $c) -o d."), "a *   !b * !c -o d.");
        assert_eq!(flat("a * () -o d."), "a   -o d.");
        assert_eq!(flat("(a * b)^2 -o d."), "a ^2 * b ^2 -o d.");
        assert_eq!(
            flat("a * $b * (X : t) * not (p * q) -o d."),
            "a * $b * (X : t) * not (p * q) -o d."
        );
        assert_eq!(flat("() * () -o d."), "() * () -o d.");
    }

    #[test]
    fn parts_come_and_go() {
        assert_eq!(left("a * b * c -o d.", |l| l.removal(0)), "b * c -o d.");
        assert_eq!(left("a * b * c -o d.", |l| l.removal(1)), "a * c -o d.");
        assert_eq!(left("a -o d.", |l| l.removal(0)), "() -o d.");
        assert_eq!(left("() -o d.", |l| l.insertion(0, "p X")), "p X -o d.");
        assert_eq!(left("a * b -o d.", |l| l.insertion(0, "p")), "p * a * b -o d.");
        assert_eq!(left("a * b -o d.", |l| l.insertion(1, "p")), "a * p * b -o d.");
        assert_eq!(left("a * b -o d.", |l| l.insertion(9, "p")), "a * b * p -o d.");
    }

    #[test]
    fn comments_stay() {
        let text = "a % one\n  * b % two\n  * c -o d.";
        assert_eq!(left(text, |l| l.removal(1)), "a % one\n    % two\n  * c -o d.");
        assert_eq!(left(text, |l| l.insertion(1, "p")), "a * p % one\n  * b % two\n  * c -o d.");
    }
}
