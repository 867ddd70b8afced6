//! SyntaxTree to ast: keeps what is meant, drops layout, and reports shapes that mean nothing.
//!
//! This file reads items and rules; `props` reads what rules are made of, `sums` puts arithmetic
//! together, `blocks` reads boards and families, `directives` each directive in its form.

mod blocks;
mod directives;
mod props;
mod sums;

use crate::ast::{
    AtomExpr, Body, Context, Declare, Item, Mark, Prop, PropKind, RuleDecl, SourceFile, StageDecl,
};
use crate::codes;
use crate::diagnostic::{Code, Diagnostic, Fix, Reports};
use crate::edit::TextEdit;
use crate::lexer::TokenKind;
use crate::span::Span;
use crate::tree::{Children, NodeKind, Part, SyntaxNode, SyntaxTree};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::sync::Arc;

/// Reads the items of a tree. Broken items are left out once they have been reported; what comes
/// second are their first names.
pub fn lower(
    tree: &SyntaxTree,
    text: &str,
    diagnostics: &mut Reports,
) -> (SourceFile, Vec<Arc<str>>) {
    let unknown = tree.tokens().iter().any(|t| t.kind == TokenKind::Unknown);
    let mut lower = Lower {
        tree,
        text,
        diagnostics,
        unknown,
        names: FxHashMap::with_capacity_and_hasher((text.len() / 32).min(1 << 10), FxBuildHasher),
        unread: Vec::new(),
        own: own_words(tree, text),
    };
    let items = tree.root().map_or(Vec::new(), |root| lower.items(root.children()));
    (SourceFile { items }, lower.unread)
}

struct Lower<'a> {
    tree: &'a SyntaxTree,
    text: &'a str,
    diagnostics: &'a mut Reports,
    /// Whether characters were left out because they mean nothing.
    unknown: bool,
    /// The names so far: equal ones share their letters.
    names: FxHashMap<&'a str, Arc<str>>,
    /// The first names of items that were left out.
    unread: Vec<Arc<str>>,
    /// Words of the extensions that the program declares as its own names.
    own: FxHashSet<&'a str>,
}

/// The words that mean something inside rules, unless a program declares them.
fn is_word(text: &str) -> bool {
    matches!(text, "not" | "count" | "sum" | "max" | "min" | "mod" | "-" | "/" | "rows")
}

fn own_words<'a>(tree: &SyntaxTree, text: &'a str) -> FxHashSet<&'a str> {
    let items = tree.root().into_iter().flat_map(SyntaxNode::children);
    let declared = items.filter(|n| n.kind() == NodeKind::Item).filter_map(|item| {
        let colon = item.child().filter(|n| n.kind() == NodeKind::Colon)?;
        let mut sides = colon.children();
        let (subject, kind) = (sides.next()?, sides.next()?);
        let subject = if subject.kind() == NodeKind::App { subject.child()? } else { subject };
        (kind.kind() == NodeKind::Name).then(|| subject.span().of(text))
    });
    declared.filter(|word| is_word(word)).collect()
}

impl Lower<'_> {
    fn items(&mut self, nodes: Children<'_>) -> Vec<Item> {
        // Items are large and stages short: room for just as many as there are.
        let mut items = Vec::with_capacity(nodes.clone().count());
        items.extend(nodes.filter_map(|node| self.item(node)));
        items
    }

    fn item(&mut self, node: SyntaxNode<'_>) -> Option<Item> {
        let item = self.readable(node);
        if item.is_none() {
            let tokens = self.tree.tokens()[node.token_range()].iter();
            // `board cell = …` is about `cell`.
            let board = node.kind() == NodeKind::BoardItem;
            if board && node.child().is_some_and(|n| n.kind() == NodeKind::Error) {
                self.unread.push("cell".into()); // without a name, it is called what most are called
            } else if let Some(name) =
                tokens.filter(|t| t.kind == TokenKind::Name).nth(usize::from(board))
            {
                let name = self.letters(name.span).text;
                self.unread.push(name);
            }
        }
        item
    }

    fn readable(&mut self, node: SyntaxNode<'_>) -> Option<Item> {
        match node.kind() {
            NodeKind::Item => self.declaration(node),
            NodeKind::StageItem => {
                let mut children = node.children();
                let name = self.name(children.next()?)?;
                let items = self.items(children);
                let first = self.tree.tokens()[node.token_range().start];
                let ordered = first.kind == TokenKind::Name;
                Some(Item::Stage(StageDecl { name, ordered, items, span: node.span() }))
            }
            NodeKind::ContextItem => {
                let mut children = node.children();
                let name = self.name(children.next()?)?;
                let mut atoms = Vec::new();
                for part in children {
                    self.braces(part, &mut atoms);
                }
                Some(Item::Context(Context { name, atoms, span: node.span() }))
            }
            NodeKind::DirectiveItem => self.directive(node).map(Item::Directive),
            NodeKind::BoardItem => self.board(node).map(Box::new).map(Item::Board),
            NodeKind::FamilyItem => self.family(node).map(Item::Family),
            _ => None,
        }
    }

    /// `rule name`
    fn begins_with_rule(&self, node: SyntaxNode<'_>) -> bool {
        node.children().count() == 2
            && node.child().is_some_and(|n| n.span().of(self.text) == "rule")
    }

    fn declaration(&mut self, node: SyntaxNode<'_>) -> Option<Item> {
        let span = node.span();
        let body = node.child()?;
        if node.contains(NodeKind::Error) {
            return None; // the parser has said why
        }
        let (name, body) = if body.kind() == NodeKind::Colon {
            let mut sides = body.children();
            let (left, right) = (sides.next()?, sides.next()?);
            if right.kind() == NodeKind::Name {
                return self.declare(left, right, span);
            }
            if right.kind() == NodeKind::Range {
                return self.number_type(left, right, span);
            }
            if left.kind() != NodeKind::Name {
                if let Some(name) = left.children().nth(1).filter(|_| self.begins_with_rule(left)) {
                    let word = Span::new(left.span().start, name.span().start);
                    let message = "a rule begins with its name";
                    let edits = vec![TextEdit::delete(word)];
                    let found = Diagnostic::new(&codes::BAD_RULE, word, message, "not here")
                        .help("leave the word `rule` out: `NAME : needs -o makes.`")
                        .fix(Fix::certain("leave `rule` out", edits));
                    self.diagnostics.push(found);
                    return None;
                }
                self.report(
                    &codes::BAD_RULE,
                    left.span(),
                    "a rule's name is a single name",
                    "more than a name stands before the `:`",
                )
                .help_last("the variables of a rule need no declaration");
                return None;
            }
            (Some(self.name(left)?), right)
        } else {
            (None, body)
        };
        // With characters left out, a rule may say something else than it seems to.
        let mut tokens = self.tree.tokens()[node.token_range()].iter();
        if self.unknown && tokens.any(|t| t.kind == TokenKind::Unknown) {
            return None;
        }
        let item = match (name, self.body(body)?) {
            // `name : (p).` says no more than `name : p.`
            (Some(subject), Body::Backward { head, goals })
                if goals.is_empty() && head.arguments.is_empty() =>
            {
                Item::Declare(Declare { subject, arguments: Vec::new(), kind: head.head, span })
            }
            (name, body) => Item::Rule(RuleDecl { name, body, span }),
        };
        Some(item)
    }

    fn declare(&mut self, left: SyntaxNode<'_>, right: SyntaxNode<'_>, span: Span) -> Option<Item> {
        let mut parts = left.children();
        let subject = match left.kind() {
            NodeKind::Name => left,
            NodeKind::App => parts.next()?,
            _ => {
                self.report(
                    &codes::BAD_RULE,
                    left.span(),
                    "a declaration is a name with the types of its arguments, `:` and a kind",
                    "this is not a name with arguments",
                )
                .help_last("for example `on block block : pred.`");
                return None;
            }
        };
        let subject = self.name(subject)?;
        let arguments = self.terms(parts)?;
        let kind = self.name(right)?;
        Some(Item::Declare(Declare { subject, arguments, kind, span }))
    }

    fn body(&mut self, node: SyntaxNode<'_>) -> Option<Body> {
        if !matches!(node.kind(), NodeKind::Chain | NodeKind::BackChain) {
            let (head, goals) = (self.head(node)?, Vec::new());
            return Some(Body::Backward { head, goals });
        }
        let mut arrows = arrows(node);
        let (first, place) = arrows.next()?;
        let second = arrows.next();
        let mut more = second.into_iter().chain(arrows);
        if let Some((other, there)) = more.find(|(arrow, _)| *arrow != first) {
            let (first, other) = (first.describe(), other.describe());
            let found = Diagnostic::new(
                &codes::BAD_RULE,
                there,
                format!("{first} and {other} in one rule"),
                "a second kind of arrow",
            );
            self.diagnostics.push(found.label(place, "the first is here"));
            return None;
        }
        if matches!(first, TokenKind::Lolli | TokenKind::BackLolli) {
            if let Some((_, second)) = second {
                let found = Diagnostic::new(
                    &codes::BAD_RULE,
                    second,
                    format!("{} stands twice in one rule", first.describe()),
                    "the second arrow",
                );
                self.diagnostics.push(
                    found
                        .label(place, "the first arrow")
                        .help("a rule has one left and one right side; is a `.` missing between?"),
                );
                return None;
            }
            let mut sides = node.children();
            let (mut left, mut right) = (sides.next()?, sides.next()?);
            if first == TokenKind::BackLolli {
                std::mem::swap(&mut left, &mut right);
            }
            return Some(Body::Forward { left: self.side(left)?, right: self.side(right)? });
        }
        let mut sides: Vec<SyntaxNode<'_>> = node.children().collect();
        if first == TokenKind::Arrow {
            sides.reverse();
        }
        let (head, rest) = sides.split_first()?;
        let head = self.head(*head)?;
        let mut goals = Vec::new();
        for side in rest {
            goals.extend(self.side(*side)?);
        }
        Some(Body::Backward { head, goals })
    }

    /// The head of a backward rule: one atom.
    fn head(&mut self, node: SyntaxNode<'_>) -> Option<AtomExpr> {
        if matches!(node.kind(), NodeKind::App | NodeKind::Name) && self.word(node).is_none() {
            return self.atom(node);
        }
        let props = self.side(node)?;
        let [prop] = <[Prop; 1]>::try_from(props).ok().or_else(|| {
            self.report(
                &codes::BAD_RULE,
                node.span(),
                "the head of a backward rule is one atom",
                "this is not one atom",
            )
            .help_last("a rule that rewrites has an arrow: `a * b -o c`");
            None
        })?;
        match prop.kind {
            PropKind::Atom(atom) if prop.mark != Mark::Read && prop.copies.is_none() => Some(atom),
            _ => {
                self.report(
                    &codes::NOT_AN_ATOM,
                    prop.span,
                    "the head of a backward rule is one atom",
                    "this is not a plain atom",
                );
                None
            }
        }
    }

    fn report(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Self {
        self.diagnostics.push(Diagnostic::new(code, span, message, label));
        self
    }

    fn help_last(&mut self, text: &str) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.help.push(text.to_owned());
        }
    }
}

/// The arrows of a chain, as they are meant.
fn arrows(node: SyntaxNode<'_>) -> impl Iterator<Item = (TokenKind, Span)> {
    let tokens = node.tree().tokens();
    node.parts().filter_map(|part| match part {
        Part::Token(i) if tokens[i].kind == TokenKind::Unknown => None,
        Part::Token(i) if tokens[i].kind == TokenKind::WrongArrow => {
            Some((TokenKind::Lolli, tokens[i].span))
        }
        Part::Token(i) => Some((tokens[i].kind, tokens[i].span)),
        Part::Node(_) => None,
    })
}

/// The beginning of a long text.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() <= 24 && line == text {
        return line.to_owned();
    }
    line.chars().take(24).chain(['…']).collect()
}
