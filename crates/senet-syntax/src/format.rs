//! The formatter: a text in, the same program beautifully laid out.
//!
//! It never adds, drops or moves a token or a comment; it only decides on white space. Choices of
//! the author that carry meaning for readers are kept: short declarations that share a line, at
//! most one empty line between things, the lines of a context, a stage written on one line.

use crate::diagnostic::Diagnostic;
use crate::doc::{Doc, render};
use crate::lexer::{Kind, Token};
use crate::parser;
use crate::tree::{Node, NodeKind, Part, Tree};

/// Lines are at most this wide, unless a single word is wider.
pub const WIDTH: usize = 80;

/// Lays a program out. A text that cannot be read is not touched: its mistakes come back instead.
///
/// ```
/// let pretty = senet_syntax::format("p:pred.   stage s={r:p   -o p.}").unwrap();
/// assert_eq!(pretty, "p : pred.\nstage s = { r : p -o p. }\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (tree, diagnostics) = parser::parse(text);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let doc = Formatter { tree: &tree, text }.file();
    Ok(render(&doc, WIDTH))
}

struct Formatter<'t> {
    tree: &'t Tree,
    text: &'t str,
}

/// What stands between two tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Space {
    SameLine,
    NewLine,
    EmptyLine,
}

impl<'t> Formatter<'t> {
    fn file(&self) -> Doc<'t> {
        let root = self.tree.root().expect("a parsed text has a root");
        let mut out = vec![self.items(&root.children())];
        self.leading(self.tree.tokens().len(), &mut out);
        Doc::Many(out)
    }

    /// Items, one to a line unless the author put short ones side by side.
    fn items(&self, items: &[Node<'t>]) -> Doc<'t> {
        let mut lines: Vec<Doc<'t>> = Vec::new();
        let mut line: Vec<Doc<'t>> = Vec::new();
        for (i, item) in items.iter().enumerate() {
            if let Some(before) = i.checked_sub(1).map(|i| items[i]) {
                let space = self.space_before(item.token_range().start);
                let side_by_side = short(before) && short(*item);
                if space == Space::SameLine && side_by_side {
                    line.push(Doc::Line(2));
                } else {
                    lines.push(Doc::Fill(std::mem::take(&mut line)));
                    lines.push(if space == Space::EmptyLine {
                        Doc::Gap
                    } else {
                        Doc::Hard
                    });
                }
            }
            line.push(self.node(*item));
        }
        lines.push(Doc::Fill(line));
        Doc::Many(lines)
    }

    fn node(&self, node: Node<'t>) -> Doc<'t> {
        match node.kind() {
            NodeKind::File => self.items(&node.children()),
            NodeKind::Item => Doc::group(self.concat(node, false)),
            NodeKind::StageItem => self.stage(node),
            NodeKind::ContextItem => self.concat(node, true),
            NodeKind::DirectiveItem => Doc::nest(2, self.directive(node)),
            NodeKind::Colon => self.colon(node),
            NodeKind::Chain | NodeKind::BackChain => self.chain(node, 2),
            NodeKind::Tensor => self.tensor(node),
            NodeKind::App | NodeKind::Compare | NodeKind::StageRef => self.concat(node, true),
            NodeKind::Braces => self.braces(node),
            _ => self.concat(node, false),
        }
    }

    /// The parts of a node one after another, with or without blanks between them; a dot never
    /// has one before it.
    fn concat(&self, node: Node<'t>, spaced: bool) -> Doc<'t> {
        let mut out = Vec::new();
        for (i, part) in node.parts().into_iter().enumerate() {
            let dot = matches!(part, Part::Token(t) if self.kind(t) == Kind::Dot);
            if spaced && i > 0 && !dot {
                out.push(Doc::Blank(1));
            }
            out.push(self.part(part));
        }
        Doc::Many(out)
    }

    fn part(&self, part: Part<'t>) -> Doc<'t> {
        match part {
            Part::Node(node) => self.node(node),
            Part::Token(token) => self.token(token),
        }
    }

    fn stage(&self, node: Node<'t>) -> Doc<'t> {
        let mut head = Vec::new();
        let mut rules: Vec<Node<'t>> = Vec::new();
        let mut close = Vec::new();
        let mut broken = false;
        for part in node.parts() {
            match part {
                Part::Node(name) if name.kind() == NodeKind::Name && rules.is_empty() => {
                    head.push(Doc::Blank(1));
                    head.push(self.node(name));
                }
                Part::Node(rule) => rules.push(rule),
                Part::Token(t) if self.kind(t) == Kind::OpenBrace => {
                    head.push(Doc::Blank(1));
                    head.push(self.token(t));
                    broken = self.space_after(t) > Space::SameLine;
                }
                Part::Token(t) if matches!(self.kind(t), Kind::CloseBrace | Kind::Dot) => {
                    broken |= self.kind(t) == Kind::CloseBrace && self.has_comment_before(t);
                    close.push(self.token(t));
                }
                Part::Token(t) => {
                    if !head.is_empty() {
                        head.push(Doc::Blank(1));
                    }
                    head.push(self.token(t));
                }
            }
        }
        if rules.is_empty() && !broken_by_comment(&close) {
            head.extend(close);
            return Doc::Many(head);
        }
        let line = || if broken { Doc::Hard } else { Doc::Line(1) };
        if !rules.is_empty() {
            head.push(Doc::nest(2, Doc::Many(vec![line(), self.items(&rules)])));
        }
        // Comments before the brace belong to the rules, and are indented like them.
        if let Some(Doc::Many(parts)) = close.first_mut()
            && parts.len() > 1
        {
            let brace = parts.pop().expect("a token's document ends with its text");
            let comments = std::mem::take(parts);
            head.push(Doc::nest(2, Doc::Many(comments)));
            close[0] = brace;
        }
        head.push(line());
        head.extend(close);
        Doc::group(Doc::Many(head))
    }

    fn colon(&self, node: Node<'t>) -> Doc<'t> {
        let parts = node.parts();
        let [left, colon, right] = parts[..] else {
            return self.concat(node, true);
        };
        let mut out = vec![self.part(left), Doc::Blank(1), self.part(colon)];
        match right {
            Part::Node(chain) if chain.kind() == NodeKind::Chain => {
                let body = vec![Doc::Line(1), self.chain(chain, 0)];
                out.push(Doc::nest(2, Doc::Many(body)));
            }
            right => out.extend([Doc::Blank(1), self.part(right)]),
        }
        Doc::Many(out)
    }

    /// `a -o b`: broken before the arrow; the right side is aligned behind it.
    fn chain(&self, node: Node<'t>, indent: u8) -> Doc<'t> {
        let mut parts = node.parts().into_iter();
        let mut out: Vec<Doc<'t>> = parts.next().map(|p| self.part(p)).into_iter().collect();
        let mut pending = None;
        for part in parts {
            let doc = self.part(part);
            match (part, pending.take()) {
                (Part::Token(_), _) => pending = Some(doc),
                (Part::Node(side), Some(arrow)) => {
                    let side = if side.kind() == NodeKind::Empty {
                        Doc::Many(vec![])
                    } else {
                        doc
                    };
                    let side = vec![Doc::Line(1), arrow, Doc::Blank(1), Doc::nest(3, side)];
                    out.push(Doc::nest(indent, Doc::Many(side)));
                }
                (Part::Node(_), None) => out.push(doc),
            }
        }
        Doc::Many(out)
    }

    /// `a * b * c`: as many to a line as fit, the star at the end of the line.
    fn tensor(&self, node: Node<'t>) -> Doc<'t> {
        let mut out = Vec::new();
        let mut piece = Vec::new();
        for part in node.parts() {
            match part {
                Part::Node(factor) => piece.push(self.node(factor)),
                Part::Token(star) => {
                    piece.extend([Doc::Blank(1), self.token(star)]);
                    out.push(Doc::Many(std::mem::take(&mut piece)));
                    out.push(Doc::Line(1));
                }
            }
        }
        out.push(Doc::Many(piece));
        Doc::Fill(out)
    }

    /// `{ a, b }`: the author's lines are kept, and filled where they are too long.
    fn braces(&self, node: Node<'t>) -> Doc<'t> {
        let parts = node.parts();
        let mut lines = Vec::new();
        let mut fill = Vec::new();
        let mut piece = Vec::new();
        let mut broken = false;
        let mut close = Doc::Many(vec![]);
        let open = parts.first().map_or(Doc::Many(vec![]), |p| self.part(*p));
        let mut after_comma = false;
        for part in parts.into_iter().skip(1) {
            match part {
                Part::Token(t) if self.kind(t) == Kind::CloseBrace => {
                    broken |= self.has_comment_before(t);
                    close = self.token(t);
                }
                Part::Token(t) => {
                    piece.push(self.token(t));
                    fill.push(Doc::Many(std::mem::take(&mut piece)));
                    after_comma = true;
                }
                Part::Node(atom) => {
                    let space = self.space_before(atom.token_range().start);
                    if after_comma {
                        if space == Space::SameLine {
                            fill.push(Doc::Line(1));
                        } else {
                            lines.push(Doc::Fill(std::mem::take(&mut fill)));
                            let gap = space == Space::EmptyLine;
                            lines.push(if gap { Doc::Gap } else { Doc::Hard });
                        }
                    } else {
                        broken = space > Space::SameLine;
                    }
                    after_comma = false;
                    piece.push(self.node(atom));
                }
            }
        }
        if !piece.is_empty() {
            fill.push(Doc::Many(piece));
        }
        lines.push(Doc::Fill(fill));
        let empty = lines.len() == 1 && matches!(&lines[0], Doc::Fill(f) if f.is_empty());
        if empty && !broken {
            return Doc::Many(vec![open, close]);
        }
        let line = || if broken { Doc::Hard } else { Doc::Line(1) };
        let mut inside = vec![line(), Doc::Many(lines)];
        if let Doc::Many(parts) = &mut close
            && parts.len() > 1
        {
            let brace = parts.pop().expect("a token's document ends with its text");
            inside.append(parts);
            close = brace;
        }
        let inside = Doc::nest(2, Doc::Many(inside));
        Doc::group(Doc::Many(vec![open, inside, line(), close]))
    }

    fn directive(&self, node: Node<'t>) -> Doc<'t> {
        let mut fill: Vec<Doc<'t>> = Vec::new();
        let mut end = None;
        for part in node.parts() {
            match part {
                Part::Token(t) if self.kind(t) == Kind::Dot => end = Some(self.token(t)),
                // The braces of a context begin on the line of the directive, and so nest less.
                Part::Node(braces) if braces.kind() == NodeKind::Braces => {
                    let last = fill.pop().unwrap_or(Doc::Many(vec![]));
                    fill.push(Doc::Many(vec![last, Doc::Blank(1), self.node(braces)]));
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
            fill.push(Doc::Many(vec![last, end]));
        }
        Doc::Fill(fill)
    }

    // ---- tokens and what stands between them

    fn kind(&self, token: usize) -> Kind {
        self.tree.tokens()[token].kind
    }

    /// A token with its comments: those on lines of their own before it, and one behind it.
    fn token(&self, token: usize) -> Doc<'t> {
        let mut out = Vec::new();
        self.leading(token, &mut out);
        out.push(Doc::Text(self.letters(self.tree.tokens()[token])));
        let following = self.tree.tokens()[token + 1..].iter();
        for next in following.take_while(|t| t.kind.is_trivia()) {
            let letters = self.letters(*next);
            if next.kind == Kind::Comment {
                out.push(Doc::Behind(letters));
                break;
            }
            if letters.contains('\n') {
                break;
            }
        }
        Doc::Many(out)
    }

    /// The comments before a token that stand on lines of their own.
    fn leading(&self, token: usize, out: &mut Vec<Doc<'t>>) {
        let from = self.trivia_start(token);
        let mut space = if from == 0 {
            Space::NewLine
        } else {
            Space::SameLine
        };
        for trivia in &self.tree.tokens()[from..token] {
            if trivia.kind == Kind::Comment {
                if space > Space::SameLine {
                    let gap = space == Space::EmptyLine;
                    out.push(Doc::Own(self.letters(*trivia), gap));
                }
                space = Space::SameLine;
            } else {
                space = space.max(spaces(self.letters(*trivia)));
            }
        }
        if space == Space::EmptyLine && !out.is_empty() && token < self.tree.tokens().len() {
            out.push(Doc::Gap);
        }
    }

    fn trivia_start(&self, token: usize) -> usize {
        let before = &self.tree.tokens()[..token];
        before
            .iter()
            .rposition(|t| !t.kind.is_trivia())
            .map_or(0, |i| i + 1)
    }

    fn has_comment_before(&self, token: usize) -> bool {
        let from = self.trivia_start(token);
        self.tree.tokens()[from..token]
            .iter()
            .any(|t| t.kind == Kind::Comment)
    }

    /// The white space between a token and what stands before it, up to the first comment: the
    /// rest stands between the comments, and is theirs.
    fn space_before(&self, token: usize) -> Space {
        let trivia = &self.tree.tokens()[self.trivia_start(token)..token];
        let mut behind = true;
        let mut space = Space::SameLine;
        for token in trivia {
            match token.kind {
                Kind::Comment if behind && space == Space::SameLine => space = Space::NewLine,
                Kind::Comment => break,
                _ => space = space.max(spaces(self.letters(*token))),
            }
            behind &= space == Space::SameLine;
        }
        space
    }

    fn space_after(&self, token: usize) -> Space {
        let next = self.tree.tokens()[token + 1..]
            .iter()
            .position(|t| !t.kind.is_trivia());
        next.map_or(Space::SameLine, |n| self.space_before(token + 1 + n))
    }

    fn letters(&self, token: Token) -> &'t str {
        let letters = token.span.of(self.text);
        if token.kind == Kind::Comment {
            letters.trim_end()
        } else {
            letters
        }
    }
}

fn spaces(letters: &str) -> Space {
    match letters.matches('\n').count() {
        0 => Space::SameLine,
        1 => Space::NewLine,
        _ => Space::EmptyLine,
    }
}

/// Items that may share a line.
fn short(node: Node<'_>) -> bool {
    matches!(node.kind(), NodeKind::Item | NodeKind::DirectiveItem)
}

fn broken_by_comment(close: &[Doc<'_>]) -> bool {
    matches!(close.first(), Some(Doc::Many(parts)) if parts.len() > 1
        && !matches!(parts.last(), Some(Doc::Behind(_))))
}

#[cfg(test)]
mod tests {
    use super::format;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let once = format(text).expect("the text can be read");
        assert_eq!(once, expected);
        assert_eq!(
            format(&once).expect("pretty text can be read"),
            expected,
            "not idempotent"
        );
    }

    #[test]
    fn short_rules_stay_on_a_line() {
        check(
            "stage s={\nr:a*$b  -o c.}\n",
            "stage s = {\n  r : a * $b -o c.\n}\n",
        );
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
        check(
            "a : type. b : a.  #players a.\nc : a.",
            "a : type.  b : a.  #players a.\nc : a.\n",
        );
    }

    #[test]
    fn contexts_keep_their_lines() {
        check("context c={a,b\n,c}.", "context c = { a, b, c }.\n");
        check(
            "context c =\n{ a, b,\nd, e}",
            "context c = {\n  a, b,\n  d, e\n}\n",
        );
        check("#trace _ s {a,b}.", "#trace _ s { a, b }.\n");
        check("context e = {}", "context e = {}\n");
    }
}
