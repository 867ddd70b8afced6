//! The formatter: a text in, the same program beautifully laid out.
//!
//! It never adds, drops or moves a token or a comment; it only decides on white space. Choices of
//! the author that carry meaning for readers are kept: short declarations that share a line, at
//! most one empty line between things, the lines of a context, a stage written on one line.

mod comments;

use crate::diagnostic::{Diagnostic, Reports};
use crate::doc::{Doc, render};
use crate::lexer::TokenKind;
use crate::parser;
use crate::tree::{NodeKind, Part, Parts, SyntaxNode, SyntaxTree};
use comments::Space;

/// Lines are at most this wide, unless a single word is wider.
pub const WIDTH: usize = 80;

/// Lays a program out. A text that cannot be read is not touched: its mistakes come back instead.
///
/// ```
/// let pretty = senet_syntax::format("p:pred.   stage s={r:p   -o p.}").unwrap();
/// assert_eq!(pretty, "p : pred.\nstage s = { r : p -o p. }\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let mut reports = Reports::default();
    let tree = parser::parse(text, &mut reports);
    if reports.has_errors() {
        return Err(reports.finish());
    }
    Ok(render(&Formatter::new(&tree, text).file(), WIDTH))
}

struct Formatter<'t> {
    tree: &'t SyntaxTree,
    text: &'t str,
    /// Whether a token is the first of an item. Comments before it belong to no item.
    begins: Vec<bool>,
}

impl<'t> Formatter<'t> {
    fn new(tree: &'t SyntaxTree, text: &'t str) -> Formatter<'t> {
        let mut begins = vec![false; tree.tokens().len()];
        for node in tree.nodes().filter(|n| is_item(n.kind())) {
            begins[node.token_range().start] = true;
        }
        Formatter { tree, text, begins }
    }

    fn file(&self) -> Doc<'t> {
        let root = self.tree.root().expect("a parsed text has a root");
        let mut out = self.items(root.children());
        self.leading(self.tree.tokens().len(), &mut out);
        Doc::many(out)
    }

    /// Items, one to a line unless the author put short ones side by side.
    fn items(&self, items: impl Iterator<Item = SyntaxNode<'t>>) -> Vec<Doc<'t>> {
        let mut lines: Vec<Doc<'t>> = Vec::new();
        let mut line: Vec<Doc<'t>> = Vec::new();
        let mut before: Option<SyntaxNode<'t>> = None;
        for item in items {
            let first = item.token_range().start;
            if let Some(before) = before {
                let space = self.space_before(first);
                if space == Space::None && short(before) && short(item) {
                    line.push(Doc::Line(2));
                } else {
                    lines.push(Doc::fill(std::mem::take(&mut line)));
                    lines.push(if space == Space::Gap { Doc::Gap } else { Doc::Hard });
                }
            }
            self.leading(first, &mut lines);
            line.push(self.node(item));
            before = Some(item);
        }
        lines.push(Doc::fill(line));
        lines
    }

    fn node(&self, node: SyntaxNode<'t>) -> Doc<'t> {
        match node.kind() {
            NodeKind::File => Doc::many(self.items(node.children())),
            NodeKind::Item => Doc::group(self.concat(node, false)),
            NodeKind::StageItem | NodeKind::FamilyItem => self.stage(node),
            NodeKind::ContextItem | NodeKind::BoardItem => self.concat(node, true),
            NodeKind::DirectiveItem => Doc::nest(2, self.directive(node)),
            NodeKind::Colon => self.colon(node),
            NodeKind::Chain | NodeKind::BackChain => Doc::many(self.chain(node.parts(), 2)),
            NodeKind::Tensor => self.tensor(node),
            NodeKind::App | NodeKind::Compare | NodeKind::StageRef => self.concat(node, true),
            NodeKind::Sum | NodeKind::Member => self.concat(node, true),
            NodeKind::Copies => self.copies(node),
            NodeKind::Braces => self.braces(node),
            _ => self.concat(node, false),
        }
    }

    /// The parts of a node one after another, with or without blanks between them; a dot never
    /// has one before it.
    fn concat(&self, node: SyntaxNode<'t>, spaced: bool) -> Doc<'t> {
        let count = node.parts().count();
        let mut out = Vec::with_capacity(if spaced { (2 * count).max(1) - 1 } else { count });
        for (i, part) in node.parts().enumerate() {
            let dot = matches!(part, Part::Token(t) if self.kind(t) == TokenKind::Dot);
            if spaced && i > 0 && !dot {
                out.push(Doc::Blank(1));
            }
            out.push(self.part(part));
        }
        Doc::many(out)
    }

    fn part(&self, part: Part<'t>) -> Doc<'t> {
        match part {
            Part::Node(node) => self.node(node),
            Part::Token(token) => self.token(token),
        }
    }

    fn stage(&self, node: SyntaxNode<'t>) -> Doc<'t> {
        let mut out = Vec::new();
        let mut rules = Vec::new();
        let mut broken = false;
        let mut end = Vec::new();
        for part in node.parts() {
            match part {
                Part::Node(rule) if is_item(rule.kind()) => rules.push(rule),
                Part::Token(t)
                    if matches!(self.kind(t), TokenKind::CloseBrace | TokenKind::Dot) =>
                {
                    end.push(t);
                }
                part => {
                    let comma = matches!(part, Part::Token(t) if self.kind(t) == TokenKind::Comma);
                    if !out.is_empty() && !comma {
                        out.push(Doc::Blank(1));
                    }
                    out.push(self.part(part));
                    if let Part::Token(t) = part {
                        broken |= self.kind(t) == TokenKind::OpenBrace
                            && self.space_after(t) > Space::None;
                    }
                }
            }
        }
        // Comments before the brace belong to the rules, and are indented like them.
        let mut comments = Vec::new();
        let mut close = Vec::new();
        if let Some((brace, dot)) = end.split_first() {
            self.leading(*brace, &mut comments);
            close.push(self.bare(*brace));
            close.extend(dot.iter().map(|t| self.token(*t)));
        }
        if !rules.is_empty() || !comments.is_empty() {
            let line = || if broken { Doc::Hard } else { Doc::Line(1) };
            let mut inside = Vec::new();
            if !rules.is_empty() {
                inside.push(line());
                inside.extend(self.items(rules.into_iter()));
            }
            inside.extend(comments);
            out.push(Doc::nest(2, Doc::many(inside)));
            out.push(line());
        }
        out.extend(close);
        Doc::group(Doc::many(out))
    }

    /// `name : left -o right`: what fits beside the name stands beside it.
    fn colon(&self, node: SyntaxNode<'t>) -> Doc<'t> {
        let mut parts = node.parts();
        let mut out = Vec::new();
        for part in parts.by_ref().take(2) {
            out.extend([self.part(part), Doc::Blank(1)]);
        }
        out.pop();
        match parts.next() {
            Some(Part::Node(chain)) if chain.kind() == NodeKind::Chain => {
                let mut sides = chain.parts();
                let left = sides.next().map(|left| self.part(left));
                let left = [Doc::Line(1)].into_iter().chain(left);
                out.push(Doc::group(Doc::nest(2, Doc::many(left.collect()))));
                out.extend(self.chain(sides, 2));
            }
            Some(right) => out.extend([Doc::Blank(1), self.part(right)]),
            None => {}
        }
        Doc::many(out)
    }

    /// `a -o b`: broken before the arrow; the right side is aligned behind it.
    fn chain(&self, parts: Parts<'t>, indent: u8) -> Vec<Doc<'t>> {
        let mut out = Vec::new();
        let mut arrow = None;
        for part in parts {
            match (part, arrow.take()) {
                (Part::Token(t), _) => arrow = Some(self.token(t)),
                (Part::Node(side), Some(arrow)) => {
                    let mut line = vec![Doc::Line(1), arrow, Doc::Blank(1)];
                    if side.kind() != NodeKind::Empty {
                        line.push(Doc::nest(3, self.node(side)));
                    }
                    out.push(Doc::nest(indent, Doc::many(line)));
                }
                (Part::Node(side), None) => out.push(self.node(side)),
            }
        }
        out
    }

    /// `a * b * c`: as many to a line as fit, the star at the end of the line.
    fn tensor(&self, node: SyntaxNode<'t>) -> Doc<'t> {
        let mut out = Vec::new();
        let mut piece = Vec::new();
        for part in node.parts() {
            match part {
                Part::Node(factor) => piece.push(self.node(factor)),
                Part::Token(star) => {
                    piece.extend([Doc::Blank(1), self.token(star)]);
                    out.push(Doc::many(std::mem::take(&mut piece)));
                    out.push(Doc::Line(1));
                }
            }
        }
        out.push(Doc::many(piece));
        Doc::fill(out)
    }

    /// `plank^4`, but `coin P ^3`: the copies are those of the whole atom.
    fn copies(&self, node: SyntaxNode<'t>) -> Doc<'t> {
        let mut out = Vec::new();
        for part in node.parts() {
            let caret = matches!(part, Part::Token(t) if self.kind(t) == TokenKind::Caret);
            let name = matches!(node.child(), Some(n) if n.kind() == NodeKind::Name);
            if caret && !name {
                out.push(Doc::Blank(1));
            }
            out.push(self.part(part));
        }
        Doc::many(out)
    }

    /// `{ a, b }`: the author's lines are kept, and filled where they are too long.
    fn braces(&self, node: SyntaxNode<'t>) -> Doc<'t> {
        let mut parts = node.parts();
        let open = parts.next().map(|p| self.part(p));
        let mut lines = Vec::new();
        let mut fill = Vec::new();
        let mut piece = Vec::new();
        let mut broken = false;
        let mut after_comma = false;
        let mut comments = Vec::new();
        let mut close = None;
        for part in parts {
            match part {
                Part::Token(t) if self.kind(t) == TokenKind::CloseBrace => {
                    self.leading(t, &mut comments);
                    close = Some(self.bare(t));
                }
                Part::Token(t) => {
                    if self.kind(t) == TokenKind::Bar {
                        piece.push(Doc::Blank(1));
                    }
                    piece.push(self.token(t));
                    fill.push(Doc::many(std::mem::take(&mut piece)));
                    after_comma = true;
                }
                Part::Node(atom) => {
                    let space = self.space_before(atom.token_range().start);
                    if !after_comma {
                        broken = space > Space::None;
                    } else if space == Space::None {
                        fill.push(Doc::Line(1));
                    } else {
                        lines.push(Doc::fill(std::mem::take(&mut fill)));
                        let gap = space == Space::Gap;
                        lines.push(if gap { Doc::Gap } else { Doc::Hard });
                    }
                    after_comma = false;
                    piece.push(self.node(atom));
                }
            }
        }
        if !piece.is_empty() {
            fill.push(Doc::many(piece));
        }
        if !fill.is_empty() {
            lines.push(Doc::fill(fill));
        }
        let mut out: Vec<Doc<'t>> = open.into_iter().collect();
        if !lines.is_empty() || !comments.is_empty() {
            broken |= !comments.is_empty();
            let line = || if broken { Doc::Hard } else { Doc::Line(1) };
            let mut inside = vec![line(), Doc::many(lines)];
            inside.extend(comments);
            out.push(Doc::nest(2, Doc::many(inside)));
            out.push(line());
        }
        out.extend(close);
        Doc::group(Doc::many(out))
    }

    fn directive(&self, node: SyntaxNode<'t>) -> Doc<'t> {
        let mut fill: Vec<Doc<'t>> = Vec::new();
        let mut end = None;
        for part in node.parts() {
            match part {
                Part::Token(t) if self.kind(t) == TokenKind::Dot => end = Some(self.token(t)),
                // The braces of a context begin on the line of the directive, and so nest less.
                Part::Node(braces) if braces.kind() == NodeKind::Braces => {
                    let last = fill.pop().unwrap_or(Doc::Blank(0));
                    let braces = vec![last, Doc::Blank(1), self.node(braces)];
                    fill.push(Doc::many(braces));
                }
                part => {
                    if !fill.is_empty() {
                        fill.push(Doc::Line(1));
                    }
                    fill.push(self.part(part));
                }
            }
        }
        if let (Some(end), Some(last)) = (end, fill.pop()) {
            fill.push(Doc::many(vec![last, end]));
        }
        Doc::fill(fill)
    }
}

/// Items that may share a line.
fn short(node: SyntaxNode<'_>) -> bool {
    matches!(node.kind(), NodeKind::Item | NodeKind::DirectiveItem | NodeKind::BoardItem)
}

fn is_item(kind: NodeKind) -> bool {
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

#[cfg(test)]
mod tests {
    use super::format;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let once = format(text).expect("the text can be read");
        assert_eq!(once, expected);
        assert_eq!(format(&once).expect("pretty text can be read"), expected, "not idempotent");
    }

    #[test]
    fn short_rules_stay_on_a_line() {
        check("stage s={\nr:a*$b  -o c.}\n", "stage s = {\n  r : a * $b -o c.\n}\n");
        check("stage s={r:a -o.}", "stage s = { r : a -o . }\n");
        check("stage over={}.", "stage over = {}.\n");
        check("q o- p.", "q o- p.\n");
    }

    #[test]
    fn long_rules_break_before_the_arrow() {
        check(
            "stage s = { murder : do (murder C C') * anger C C' * anger C C' * $at C L * at C' L * $has C weapon -o !dead C' * report success (murder C C'). }",
            "stage s = {
  murder :
    do (murder C C') * anger C C' * anger C C' * $at C L * at C' L *
    $has C weapon
    -o !dead C' * report success (murder C C').
}
",
        );
    }

    #[test]
    fn comments_stay_where_they_are() {
        check(
            "% top\n\n\n% second\np : pred. % behind\n   % own\nq : pred.\n% end\n",
            "% top\n\n% second\np : pred.  % behind\n% own\nq : pred.\n% end\n",
        );
        check(
            "stage s = {\n% first\nr : a % why\n * b -o c.\n% last\n}",
            "stage s = {\n  % first\n  r :\n    a  % why\n    * b\n    -o c.\n  % last\n}\n",
        );
        check("% only\r\n% comments", "% only\n% comments\n");
        check("", "");
    }

    #[test]
    fn declarations_may_share_a_line() {
        check("a : type. b : a.  #players a.\nc : a.", "a : type.  b : a.  #players a.\nc : a.\n");
    }

    #[test]
    fn contexts_keep_their_lines() {
        check("context c={a,b\n,c}.", "context c = { a, b, c }.\n");
        check("context c =\n{ a, b,\nd, e}", "context c = {\n  a, b,\n  d, e\n}\n");
        check("#trace _ s {a,b}.", "#trace _ s { a, b }.\n");
        check("context e = {}", "context e = {}\n");
    }
}
