//! Writing an extension out in plain words: families, copies, drawn starts, arrows that point back.

use crate::Analysis;
use crate::actions::{ActionKind, CodeAction};
use crate::index::Space;
use crate::lists::bare_text;
use senet_program::TypeShape;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Span, TextEdit};

/// A family of more rules than this is better left alone.
const MOST_RULES: usize = 64;
/// So are more copies.
const MOST_COPIES: u64 = 32;

impl Analysis {
    pub(super) fn expand_extensions(&self, range: Span, out: &mut Vec<CodeAction>) {
        for node in self.tree.path_at(range.start) {
            if node.contains(NodeKind::Error) {
                continue;
            }
            let found = match node.kind() {
                NodeKind::FamilyItem => self.expand_family(node),
                NodeKind::Copies => self.expand_copies(node),
                NodeKind::BackChain => self.turn_arrow(node),
                NodeKind::App if node.child().is_some_and(|n| self.of(n) == "rows") => {
                    self.expand_rows(node)
                }
                _ => None,
            };
            let fine = |(_, edits): &(String, Vec<TextEdit>)| self.checked_after(edits).is_some();
            if let Some((title, edits)) = found.filter(fine) {
                out.push(CodeAction::new(ActionKind::Rewrite, title, edits));
            }
        }
    }

    fn of(&self, node: SyntaxNode<'_>) -> &str {
        node.span().of(self.full_text())
    }

    /// `for N in 1..3 { r : … N … }` becomes three rules.
    fn expand_family(&self, node: SyntaxNode<'_>) -> Option<(String, Vec<TextEdit>)> {
        let mut domains: Vec<(&str, Vec<String>)> = Vec::new();
        let mut children = node.children().peekable();
        while let Some(name) = children.next_if(|n| n.kind() == NodeKind::Name) {
            domains.push((self.of(name), self.domain(children.next()?)?));
        }
        let count: usize = domains.iter().map(|(_, values)| values.len()).product();
        if count == 0 || count > MOST_RULES {
            return None;
        }
        let items: Vec<SyntaxNode<'_>> = children.collect();
        let column = self.lines().line(node.span().start);
        let start = self.lines().start(column, self.text());
        let margin = &self.text()[start..node.span().start as usize];
        let margin: String = margin.chars().take_while(|c| c.is_whitespace()).collect();
        let mut rules: Vec<String> = Vec::new();
        for number in 0..count {
            let mut rest = number;
            let mut values: Vec<(&str, &str)> = Vec::new();
            for (name, all) in domains.iter().rev() {
                values.push((name, &all[rest % all.len()]));
                rest /= all.len();
            }
            values.reverse();
            rules.extend(items.iter().map(|item| self.instance(*item, &values)));
        }
        let text = rules.join(&format!("\n{margin}"));
        let title = format!("write the {} rules of this family out", rules.len());
        Some((title, vec![TextEdit::new(node.span(), text)]))
    }

    /// The values that the variable of a family goes over.
    fn domain(&self, node: SyntaxNode<'_>) -> Option<Vec<String>> {
        if node.kind() == NodeKind::Range {
            let mut ends = node.children().map(|n| self.of(n).parse::<u64>().ok());
            let (low, high) = (ends.next()??, ends.next()??);
            let few = high.checked_sub(low)? < MOST_RULES as u64;
            return few.then(|| (low..=high).map(|n| n.to_string()).collect());
        }
        let declared = self.declared();
        let ty = declared.types.iter().find(|t| t.name == self.of(node))?;
        match ty.shape {
            TypeShape::Range { low, high } if high - low < MOST_RULES as u64 => {
                Some((low..=high).map(|n| n.to_string()).collect())
            }
            TypeShape::Constants => {
                let names = ty.constructors.iter();
                Some(names.map(|c| declared.constructors[c.index()].name.clone()).collect())
            }
            _ => None,
        }
    }

    /// A rule of a family with values for its variables, and the name that it has there.
    fn instance(&self, item: SyntaxNode<'_>, values: &[(&str, &str)]) -> String {
        let name = item.child().filter(|n| n.kind() == NodeKind::Colon).and_then(SyntaxNode::child);
        let mut out = String::new();
        for token in &self.tree.tokens()[item.token_range()] {
            let letters = token.span.of(self.text());
            let value = values.iter().find(|(variable, _)| *variable == letters);
            match token.kind {
                TokenKind::Name if name.is_some_and(|n| n.span() == token.span) => {
                    out.push_str(letters);
                    if letters != "-" {
                        values.iter().for_each(|(_, value)| out.push_str(&format!("/{value}")));
                    }
                }
                TokenKind::Name => out.push_str(value.map_or(letters, |(_, value)| value)),
                TokenKind::Comment => {}
                TokenKind::Space => out.push(' '),
                _ => out.push_str(letters),
            }
        }
        out
    }

    /// `plank^3` becomes `plank * plank * plank`.
    fn expand_copies(&self, node: SyntaxNode<'_>) -> Option<(String, Vec<TextEdit>)> {
        let mut parts = node.children();
        let (what, count) = (parts.next()?, parts.next()?);
        let count: u64 = self.of(count).parse().ok()?;
        let path = self.tree.path_at(node.span().start);
        let context =
            path.iter().any(|n| n.kind() == NodeKind::Braces && !crate::lists::has_meaning(*n));
        let atom = matches!(what.kind(), NodeKind::App | NodeKind::Name);
        let inner = path.iter().any(|n| n.kind() == NodeKind::Prefix);
        if !(1..=MOST_COPIES).contains(&count) || !atom || inner {
            return None;
        }
        let letters = bare_text(&self.tree, what.span(), self.text());
        let sign = if context { ", " } else { " * " };
        let text = vec![letters; count as usize].join(sign);
        let title = format!("write the {count} copies out");
        Some((title, vec![TextEdit::new(node.span(), text)]))
    }

    /// `b o- a` becomes `a -o b`.
    fn turn_arrow(&self, node: SyntaxNode<'_>) -> Option<(String, Vec<TextEdit>)> {
        let arrow = node.token(TokenKind::BackLolli)?;
        let mut sides = node.children();
        let (right, left) = (sides.next()?, sides.next()?);
        let tree = &self.tree;
        let (left_text, right_text) =
            (bare_text(tree, left.span(), self.text()), bare_text(tree, right.span(), self.text()));
        let comments = crate::lists::tokens_within(tree, node.span());
        if comments.iter().any(|t| t.kind == TokenKind::Comment) {
            return None;
        }
        let edits = vec![
            TextEdit::new(right.span(), left_text),
            TextEdit::new(arrow.span, "-o"),
            TextEdit::new(left.span(), right_text),
        ];
        Some(("turn the arrow round: `-o`".to_owned(), edits))
    }

    /// `rows cell "x." ".."` becomes atoms.
    fn expand_rows(&self, node: SyntaxNode<'_>) -> Option<(String, Vec<TextEdit>)> {
        let mut parts = node.children().skip(1);
        let board = self.of(parts.next()?);
        let declared = self.declared();
        let ty = declared.types.iter().position(|t| t.name == board)?;
        let info = declared.boards.iter().find(|b| b.ty.index() == ty)?;
        let lines: Vec<Vec<char>> =
            parts.map(|line| self.of(line).trim_matches('"').chars().collect()).collect();
        let mut atoms: Vec<String> = Vec::new();
        let legends = self.legends();
        for (i, line) in lines.iter().enumerate() {
            let row = (lines.len() - i) as u32;
            for (column, sign) in (1u32..).zip(line) {
                let cell = info.board.cells().find(|c| {
                    info.board.row(*c) == Some(row) && info.board.column(*c) == Some(column)
                });
                let of_sign = legends.iter().filter(|(s, ..)| s == sign);
                for (_, head, arguments) in of_sign {
                    atoms.push(self.drawn(head, arguments, info.board.name(cell?), info.ty)?);
                }
            }
        }
        let atoms: Vec<String> = atoms.chunks(8).map(|row| row.join(", ")).collect();
        let text = atoms.join(",\n  ");
        let title = "write the drawn rows out as atoms".to_owned();
        (!text.is_empty()).then(|| (title, vec![TextEdit::new(node.span(), text)]))
    }

    /// Each legend: its sign, its predicate, and its other arguments.
    fn legends(&self) -> Vec<(char, String, Vec<String>)> {
        let root = self.tree.root();
        let directives = root.into_iter().flat_map(SyntaxNode::children);
        let legends = directives.filter(|n| {
            let head = self.tree.tokens()[n.token_range().start].span;
            n.kind() == NodeKind::DirectiveItem && head.of(self.full_text()) == "#legend"
        });
        let read = |n: SyntaxNode<'_>| {
            let mut parts = n.children().map(|p| self.of(p));
            let sign = parts.next()?.trim_matches('"').chars().next()?;
            let head = parts.next()?.to_owned();
            Some((sign, head, parts.map(str::to_owned).collect()))
        };
        legends.filter_map(read).collect()
    }

    /// An atom of a drawn row: the cell goes where the predicate has one.
    fn drawn(
        &self,
        head: &str,
        arguments: &[String],
        cell: &str,
        ty: senet_program::TypeId,
    ) -> Option<String> {
        let id = self.named(Space::Predicate, head)?;
        let declared = self.declared();
        let crate::index::Entity::Predicate(p) = self.index.symbol(id).entity else { return None };
        let at = declared.predicates[p.index()].arguments.iter().position(|t| *t == ty)?;
        let mut words: Vec<&str> = vec![head];
        words.extend(arguments.iter().map(String::as_str));
        words.insert((at + 1).min(words.len()), cell);
        Some(words.join(" "))
    }
}
