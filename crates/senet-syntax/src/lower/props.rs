//! What rules are made of: propositions, atoms, terms, names and numbers.

use crate::ast::{Atom, Mark, Name, Prop, PropKind, Term, is_variable};
use crate::codes;
use crate::lexer::Kind;
use crate::lower::{Lower, short};
use crate::span::Span;
use crate::tree::{Children, Node, NodeKind};

impl Lower<'_> {
    /// The propositions of one side: tensors, units and parentheses flattened, marks spread.
    pub(super) fn side(&mut self, node: Node<'_>) -> Option<Vec<Prop>> {
        let several = matches!(node.kind(), NodeKind::Tensor | NodeKind::Braces);
        let mut out = Vec::with_capacity(if several { node.children().count() } else { 1 });
        self.collect(node, Mark::Plain, node.span(), &mut out)?;
        Some(out)
    }

    /// The atoms of `{ a, b }`, or a context's name.
    pub(super) fn braces(&mut self, node: Node<'_>, out: &mut Vec<Prop>) {
        out.reserve_exact(node.children().count());
        for part in node.children() {
            let before = out.len();
            if self.collect(part, Mark::Plain, part.span(), out).is_none() {
                out.truncate(before);
            }
        }
    }

    fn collect(
        &mut self,
        node: Node<'_>,
        mark: Mark,
        span: Span,
        out: &mut Vec<Prop>,
    ) -> Option<()> {
        match node.kind() {
            NodeKind::Tensor | NodeKind::Braces => {
                for part in node.children() {
                    self.collect(part, mark, part.span(), out)?;
                }
            }
            NodeKind::Paren => self.collect(node.child()?, mark, span, out)?,
            NodeKind::Unit | NodeKind::Empty => {}
            NodeKind::Prefix => {
                let bang = node.token(Kind::Bang).is_some() || mark == Mark::Bang;
                let mark = if bang { Mark::Bang } else { Mark::Read };
                self.collect(node.child()?, mark, span, out)?;
            }
            NodeKind::StageRef => {
                let name = self.name(node.child()?)?;
                out.push(Prop { mark, kind: PropKind::Stage(name), span });
            }
            NodeKind::Compare => {
                let mut sides = node.children();
                let (left, right) = (sides.next()?, sides.next()?);
                let (left, right) = (self.term(left)?, self.term(right)?);
                let (left, right) = (Box::new(left), Box::new(right));
                let same = node.token(Kind::Same).is_some();
                let kind =
                    if same { PropKind::Same(left, right) } else { PropKind::Differ(left, right) };
                out.push(Prop { mark, kind, span });
            }
            NodeKind::App | NodeKind::Name => {
                let atom = self.atom(node)?;
                out.push(Prop { mark, kind: PropKind::Atom(atom), span });
            }
            NodeKind::Error => return None, // the parser has said why
            NodeKind::Chain | NodeKind::BackChain => {
                let arrow = self.arrows(node).next().map_or(span, |(_, place)| place);
                self.report(
                    &codes::BAD_RULE,
                    arrow,
                    "an arrow where atoms belong",
                    "a rule has one kind of arrow, and none in parentheses",
                );
                return None;
            }
            _ => {
                let what = node.span().of(self.text);
                let message = format!("`{}` is no atom", short(what));
                self.report(&codes::NOT_AN_ATOM, node.span(), message, "an atom belongs here")
                    .help_last("an atom is a predicate's name and its arguments: `on a b`");
                return None;
            }
        }
        Some(())
    }

    fn atom(&mut self, node: Node<'_>) -> Option<Atom> {
        let mut parts = node.children();
        let head = match node.kind() {
            NodeKind::App => parts.next()?,
            _ => node,
        };
        let head = self.name(head)?;
        let arguments = self.terms(parts)?;
        Some(Atom { head, arguments, span: node.span() })
    }

    pub(super) fn terms(&mut self, nodes: Children<'_>) -> Option<Vec<Term>> {
        let mut out = Vec::with_capacity(nodes.clone().count());
        let mut fine = true;
        for node in nodes {
            match self.term(node) {
                Some(term) => out.push(term),
                None => fine = false,
            }
        }
        fine.then_some(out)
    }

    pub(super) fn term(&mut self, node: Node<'_>) -> Option<Term> {
        let span = node.span();
        match node.kind() {
            NodeKind::Wild => Some(Term::Wild(span)),
            NodeKind::Name => {
                let name = self.name(node)?;
                if is_variable(&name.text) {
                    return Some(Term::Variable(name));
                }
                Some(Term::Apply(name, Vec::new(), span))
            }
            NodeKind::Number => Some(Term::Number(self.number(node)?, span)),
            NodeKind::Paren => {
                let mut term = self.term(node.child()?)?;
                if let Term::Apply(_, _, place) = &mut term {
                    *place = span;
                }
                Some(term)
            }
            NodeKind::App => {
                let mut parts = node.children();
                let head = self.name(parts.next()?)?;
                let next = parts.clone().next().map_or("", |n| n.span().of(self.text));
                if is_variable(&head.text) {
                    let message = format!("the variable `{}` cannot take arguments", head.text);
                    self.report(
                        &codes::NOT_A_TERM,
                        head.span,
                        message,
                        "a constructor belongs here",
                    );
                    if matches!(next, "-" | "/") {
                        self.help_last("there is no arithmetic here; `s N` is one more than `N`");
                    }
                    return None;
                }
                Some(Term::Apply(head, self.terms(parts)?, span))
            }
            NodeKind::HostName => {
                let message = format!("`{}` is no variable", span.of(self.text));
                self.report(&codes::NOT_A_TERM, span, message, "a name cannot begin with `_`")
                    .help_last("write `_` alone for a value that does not matter");
                None
            }
            NodeKind::Error => None,
            other => {
                let message = format!("`{}` is no term", short(span.of(self.text)));
                self.report(&codes::NOT_A_TERM, span, message, "a term belongs here");
                match other {
                    NodeKind::Text => self.help_last("texts stand in directives only"),
                    NodeKind::Unit => self.help_last("leave the `()` out"),
                    NodeKind::Tensor => {
                        self.help_last("`*` joins atoms; arguments stand side by side: `on X Y`");
                    }
                    _ => {}
                }
                None
            }
        }
    }

    pub(super) fn number(&mut self, node: Node<'_>) -> Option<u64> {
        let digits = node.span().of(self.text);
        match digits.parse() {
            Ok(number) => Some(number),
            Err(_) => {
                self.report(
                    &codes::BAD_NUMBER,
                    node.span(),
                    "this number is too large",
                    format!("the largest is {}", u64::MAX),
                );
                None
            }
        }
    }

    pub(super) fn name(&mut self, node: Node<'_>) -> Option<Name> {
        (node.kind() == NodeKind::Name).then(|| self.letters(node.span()))
    }

    /// What is written at a place, as a name.
    pub(super) fn letters(&mut self, span: Span) -> Name {
        let text = span.of(self.text);
        let text = self.names.entry(text).or_insert_with(|| text.into());
        Name { text: text.clone(), span }
    }
}
