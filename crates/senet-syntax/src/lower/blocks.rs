//! Boards, families and types of numbers.

use crate::ast::{BoardDecl, Domain, Family, Item, Range};
use crate::codes;
use crate::diagnostic::{Diagnostic, Fix};
use crate::edit::TextEdit;
use crate::lower::Lower;
use crate::span::Span;
use crate::tree::{NodeKind, SyntaxNode};

impl Lower<'_> {
    /// `pips : 0..48.`
    pub(super) fn number_type(
        &mut self,
        left: SyntaxNode<'_>,
        right: SyntaxNode<'_>,
        span: Span,
    ) -> Option<Item> {
        let Some(name) = self.name(left) else {
            self.report(
                &codes::BAD_RULE,
                left.span(),
                "a type of numbers has no arguments",
                "a single name belongs here",
            )
            .help_last("for example `pips : 0..48.`");
            return None;
        };
        let mut ends = right.children();
        let (low, high) = (self.count(ends.next()?)?, self.count(ends.next()?)?);
        Some(Item::Range(Range { name, low, high, span }))
    }

    /// `for N in 1..6, D in dir { … }`
    pub(super) fn family(&mut self, node: SyntaxNode<'_>) -> Option<Family> {
        let mut over = Vec::new();
        let mut children = node.children().peekable();
        while let Some(name) = children.next_if(|n| n.kind() == NodeKind::Name) {
            let domain = children.next()?;
            let domain = match domain.kind() {
                NodeKind::Name => Domain::Type(self.name(domain)?),
                NodeKind::Range => {
                    let mut ends = domain.children();
                    Domain::Range(self.count(ends.next()?)?, self.count(ends.next()?)?)
                }
                _ => return None, // the parser has said why
            };
            over.push((self.name(name)?, domain));
        }
        let items = children.filter_map(|item| self.item(item)).collect();
        Some(Family { over, items, span: node.span() })
    }

    /// `board cell = square 8 8 torus eight without c3 named l edges e.`
    pub(super) fn board(&mut self, node: SyntaxNode<'_>) -> Option<BoardDecl> {
        if node.contains(NodeKind::Error) {
            return None; // the parser has said why
        }
        let span = node.span();
        let mut parts = node.children().peekable();
        let name = self.name(parts.next()?)?;
        let shape = parts.next();
        let first = shape.map(|part| part.span().start);
        let Some(shape) = shape.and_then(|part| self.name(part)) else {
            let found = Diagnostic::new(
                &codes::BAD_DIRECTIVE,
                name.span.after(),
                "a board needs a shape",
                "a shape belongs behind the `=`",
            )
            .help("for example `board cell = square 8 8.`");
            self.diagnostics.push(match first {
                Some(at) => {
                    let edits = vec![TextEdit::insert(at, "square ")];
                    found.fix(Fix::guess("make it a `square`", edits))
                }
                None => found,
            });
            return None;
        };
        let mut board = BoardDecl {
            name,
            shape,
            sizes: Vec::new(),
            links: Vec::new(),
            torus: None,
            eight: None,
            without: Vec::new(),
            prefix: None,
            edges: None,
            span,
        };
        let options = ["torus", "eight", "without", "named", "edges"];
        let is_option = |lower: &Self, n: &SyntaxNode<'_>| {
            n.kind() == NodeKind::Name && options.contains(&n.span().of(lower.text))
        };
        while let Some(part) = parts.next_if(|n| !is_option(self, n)) {
            match part.kind() {
                NodeKind::Braces => self.graph(part, &mut board)?,
                _ => board.sizes.push(self.count(part)?),
            }
        }
        while let Some(option) = parts.next() {
            match option.span().of(self.text) {
                "torus" => board.torus = Some(option.span()),
                "eight" => board.eight = Some(option.span()),
                "without" => {
                    while let Some(cell) = parts.next_if(|n| !is_option(self, n)) {
                        board.without.push(self.cell(cell)?);
                    }
                }
                word @ ("named" | "edges") => {
                    let word = word.to_owned();
                    let name = match parts.next() {
                        Some(part) => self.cell(part)?,
                        None => {
                            let message = format!("`{word}` needs a name");
                            let place = option.span().after();
                            self.report(&codes::BAD_DIRECTIVE, place, message, "a name");
                            return None;
                        }
                    };
                    let slot = if word == "named" { &mut board.prefix } else { &mut board.edges };
                    *slot = Some(name);
                }
                _ => {
                    self.report(
                        &codes::BAD_DIRECTIVE,
                        option.span(),
                        "a board cannot be described like this",
                        "not understood from here on",
                    )
                    .help_last(
                        "behind the size: `torus`, `eight`, `without a1`, `named l`, `edges e`",
                    );
                    return None;
                }
            }
        }
        Some(board)
    }

    fn cell(&mut self, node: SyntaxNode<'_>) -> Option<crate::ast::Name> {
        self.name(node).or_else(|| {
            self.report(&codes::BAD_DIRECTIVE, node.span(), "a name belongs here", "not a name");
            None
        })
    }

    /// `{ a - b, b - c }`
    fn graph(&mut self, braces: SyntaxNode<'_>, board: &mut BoardDecl) -> Option<()> {
        for pair in braces.children() {
            let parts: Vec<SyntaxNode<'_>> = pair.children().collect();
            let names: Vec<Option<_>> = parts.iter().map(|n| self.name(*n)).collect();
            let [Some(a), Some(dash), Some(b)] = names.as_slice() else {
                self.report(
                    &codes::BAD_DIRECTIVE,
                    pair.span(),
                    "the edges of a graph are written `a - b`",
                    "this is not an edge",
                );
                return None;
            };
            if &*dash.text != "-" {
                self.report(
                    &codes::BAD_DIRECTIVE,
                    dash.span,
                    "the edges of a graph are written `a - b`",
                    "`-` belongs here",
                );
                return None;
            }
            board.links.push((a.clone(), b.clone()));
        }
        Some(())
    }
}
