//! What rules are made of: propositions, atoms, terms, names and numbers.

use crate::ast::{
    Aggregate, AtomExpr, By, Comparison, Count, Mark, Name, Prop, PropKind, TermExpr, is_variable,
};
use crate::codes;
use crate::diagnostic::{Diagnostic, Fix};
use crate::edit::TextEdit;
use crate::lexer::TokenKind;
use crate::lower::{Lower, arrows, is_word, short};
use crate::span::Span;
use crate::tree::{Children, NodeKind, SyntaxNode};

impl<'a> Lower<'a> {
    /// The propositions of one side: tensors, units and parentheses flattened, marks spread.
    pub(super) fn side(&mut self, node: SyntaxNode<'_>) -> Option<Vec<Prop>> {
        let several = matches!(node.kind(), NodeKind::Tensor | NodeKind::Braces);
        let mut out = Vec::with_capacity(if several { node.children().count() } else { 1 });
        self.collect(node, Mark::Plain, node.span(), &mut out)?;
        Some(out)
    }

    /// The atoms of `{ a, b }`, or a context's name.
    pub(super) fn braces(&mut self, node: SyntaxNode<'_>, out: &mut Vec<Prop>) {
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
        node: SyntaxNode<'_>,
        mark: Mark,
        span: Span,
        out: &mut Vec<Prop>,
    ) -> Option<()> {
        let plain = |kind: PropKind| Prop { mark, kind, copies: None, span };
        match node.kind() {
            NodeKind::Braces if node.token(TokenKind::Bar).is_some() => {
                let (makes, goals) = self.set(node)?;
                out.push(plain(PropKind::Set(makes, goals)));
            }
            NodeKind::Braces if self.rewrites(node) => {
                let mut sides = node.child()?.children();
                let left = self.side(sides.next()?)?;
                let right = self.side(sides.next()?)?;
                out.push(plain(PropKind::Comprehension(left, right)));
            }
            NodeKind::Tensor | NodeKind::Braces => {
                let mut before = None;
                for part in node.children() {
                    if let (Some(before), NodeKind::Number) = (before.replace(part), part.kind())
                        && self.bare_sum(before, part.span())
                    {
                        return None;
                    }
                    self.collect(part, mark, part.span(), out)?;
                }
            }
            NodeKind::Sum if node.child().is_some_and(|first| self.bare_sum(first, span)) => {
                return None;
            }
            NodeKind::Copies => {
                let mut parts = node.children();
                let (what, count) = (parts.next()?, parts.next()?);
                let count = self.count(count)?;
                let before = out.len();
                self.collect(what, mark, span, out)?;
                self.multiply(&mut out[before..], &count)?;
            }
            NodeKind::Member => {
                let mut parts = node.children();
                let (term, ty) = (self.term(parts.next()?)?, self.name(parts.next()?)?);
                out.push(plain(PropKind::Member(Box::new(term), ty)));
            }
            NodeKind::Paren => self.collect(node.child()?, mark, span, out)?,
            NodeKind::Unit | NodeKind::Empty => {}
            NodeKind::Prefix => {
                let bang = node.token(TokenKind::Bang).is_some() || mark == Mark::Bang;
                let mark = if bang { Mark::Bang } else { Mark::Read };
                self.collect(node.child()?, mark, span, out)?;
            }
            NodeKind::StageRef => {
                let name = self.name(node.child()?)?;
                out.push(plain(PropKind::Stage(name)));
            }
            NodeKind::Compare => {
                let kind = self.compare(node)?;
                out.push(plain(kind));
            }
            NodeKind::App | NodeKind::Name => match self.word(node) {
                Some("not") => {
                    let inside = self.negated(node)?;
                    out.push(plain(PropKind::Not(inside)));
                }
                Some("rows") => {
                    let mut parts = node.children().skip(1);
                    let board = self.name(parts.next()?)?;
                    let lines: Vec<_> = parts.map(|line| self.line(line)).collect();
                    let lines = lines.into_iter().collect::<Option<_>>()?;
                    out.push(plain(PropKind::Rows(board, lines)));
                }
                _ => {
                    let atom = self.atom(node)?;
                    out.push(plain(PropKind::Atom(atom)));
                }
            },
            NodeKind::Error => return None, // the parser has said why
            NodeKind::Chain | NodeKind::BackChain => {
                let arrow = arrows(node).next().map_or(span, |(_, place)| place);
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
                let message = format!("`{}` is not an atom", short(what));
                if let Some(fix) = self.counted(node) {
                    let label = "an atom belongs here";
                    let found = Diagnostic::new(&codes::NOT_AN_ATOM, node.span(), message, label)
                        .help("how many copies are meant stands behind the atom: `coin^3`")
                        .fix(fix);
                    self.diagnostics.push(found);
                    return None;
                }
                self.report(&codes::NOT_AN_ATOM, node.span(), message, "an atom belongs here")
                    .help_last("an atom is a predicate's name and its arguments: `on a b`");
                return None;
            }
        }
        Some(())
    }

    /// `coin * 3` for `coin^3`, at the number.
    fn counted(&self, node: SyntaxNode<'_>) -> Option<Fix> {
        if node.kind() != NodeKind::Number {
            return None;
        }
        let before = self.text[..node.span().start as usize].trim_end().strip_suffix('*')?;
        let end = before.trim_end().len() as u32;
        let count = format!("^{}", node.span().of(self.text));
        let edit = TextEdit::new(Span::new(end, node.span().end), format!(" {count}"));
        Some(Fix::certain(format!("write `{count}` behind the atom"), vec![edit]))
    }

    /// `p N + 1` for `p (N + 1)`: reports a sum without its parentheses, if this is one. `end` is
    /// where it ends.
    fn bare_sum(&mut self, atom: SyntaxNode<'_>, end: Span) -> bool {
        let argument = atom.children().skip(1).last().filter(|_| atom.kind() == NodeKind::App);
        let Some(argument) = argument else { return false };
        let sum = Span::new(argument.span().start, end.end);
        let head = Span::new(atom.span().start, argument.span().start).of(self.text).trim_end();
        let written = format!("{head} ({})", sum.of(self.text));
        let found = Diagnostic::new(
            &codes::NOT_AN_ATOM,
            sum,
            format!("`{}` stands without its parentheses", short(sum.of(self.text))),
            "a sum as an argument stands in parentheses",
        );
        let edits = vec![TextEdit::insert(sum.start, "("), TextEdit::insert(sum.end, ")")];
        let fix = Fix::certain("put it in parentheses", edits);
        self.diagnostics.push(found.help(format!("write `{}`", short(&written))).fix(fix));
        true
    }

    /// `{ a -o b }`
    fn rewrites(&self, node: SyntaxNode<'_>) -> bool {
        let mut inside = node.children();
        let chain = inside.next().filter(|n| n.kind() == NodeKind::Chain);
        let arrows = chain.map(|chain| arrows(chain).map(|(arrow, _)| arrow));
        let one = arrows
            .is_some_and(|mut all| all.next() == Some(TokenKind::Lolli) && all.next().is_none());
        one && inside.next().is_none()
    }

    /// The two sides of `{ a, b | goals }`.
    fn set(&mut self, node: SyntaxNode<'_>) -> Option<(Vec<Prop>, Vec<Prop>)> {
        let bar = node.token(TokenKind::Bar)?.span;
        let (mut makes, mut goals) = (Vec::new(), Vec::new());
        for part in node.children() {
            let side = if part.span().start < bar.start { &mut makes } else { &mut goals };
            self.collect(part, Mark::Plain, part.span(), side)?;
        }
        Some((makes, goals))
    }

    /// Puts a number of copies on atoms, and on nothing else.
    fn multiply(&mut self, props: &mut [Prop], count: &Count) -> Option<()> {
        for prop in props {
            let inside = match &mut prop.kind {
                PropKind::Atom(_) if prop.copies.is_none() => {
                    prop.copies = Some(Box::new(count.clone()));
                    continue;
                }
                PropKind::Not(inside) if inside.len() == 1 => {
                    self.multiply(inside, count)?;
                    continue;
                }
                _ => prop.span,
            };
            self.report(
                &codes::NOT_AN_ATOM,
                inside,
                "`^` counts the copies of an atom",
                "this is not one atom",
            );
            return None;
        }
        Some(())
    }

    /// A number, or a name that stands for one.
    pub(super) fn count(&mut self, node: SyntaxNode<'_>) -> Option<Count> {
        match node.kind() {
            NodeKind::Name => Some(Count::Name(self.name(node)?)),
            NodeKind::Number => Some(Count::Number(self.number(node)?, node.span())),
            _ => None,
        }
    }

    fn line(&mut self, node: SyntaxNode<'_>) -> Option<crate::ast::Text> {
        if node.kind() != NodeKind::Text {
            let message = "`rows` draws a board: its name, and a text for each row";
            self.report(&codes::NOT_A_TERM, node.span(), message, "a text in quotes belongs here");
            return None;
        }
        self.quoted(node)
    }

    fn compare(&mut self, node: SyntaxNode<'_>) -> Option<PropKind> {
        let mut sides = node.children();
        let (left, right) = (sides.next()?, sides.next()?);
        let signs = [
            (TokenKind::Same, Comparison::Same),
            (TokenKind::Differ, Comparison::Differ),
            (TokenKind::WrongDiffer, Comparison::Differ),
            (TokenKind::Equals, Comparison::Is),
            (TokenKind::Less, Comparison::Less),
            (TokenKind::AtMost, Comparison::AtMost),
            (TokenKind::WrongAtMost, Comparison::AtMost),
            (TokenKind::More, Comparison::More),
        ];
        let sign = signs.iter().find(|(kind, _)| node.token(*kind).is_some());
        let sign = sign.map_or(Comparison::AtLeast, |(_, sign)| *sign);
        let counts = matches!(self.word(right), Some("count" | "sum" | "max" | "min"));
        if sign == Comparison::Is && counts {
            return self.aggregate(left, right);
        }
        let (left, right) = (self.term(left), self.term(right));
        Some(PropKind::Compare(sign, Box::new(left?), Box::new(right?)))
    }

    /// The word of the language that an application begins with, if the program has not made it
    /// a name of its own.
    pub(super) fn word(&self, node: SyntaxNode<'_>) -> Option<&'a str> {
        let first = node.child().filter(|_| node.kind() == NodeKind::App)?;
        let word = first.span().of(self.text);
        (is_word(word) && !self.own.contains(word)).then_some(word)
    }

    /// What stands behind `not`.
    fn negated(&mut self, node: SyntaxNode<'_>) -> Option<Vec<Prop>> {
        let mut parts = node.children().skip(1);
        let first = parts.next()?;
        let mut inside = Vec::new();
        if parts.next().is_none() && matches!(first.kind(), NodeKind::Paren | NodeKind::Unit) {
            self.collect(first, Mark::Plain, first.span(), &mut inside)?;
        } else {
            let head = self.name(first).or_else(|| {
                let message = "`not` stands before one atom, or before several in parentheses";
                self.report(&codes::NOT_AN_ATOM, first.span(), message, "an atom belongs here");
                None
            })?;
            let arguments: Vec<_> = node.children().skip(2).map(|n| self.term(n)).collect();
            let arguments = arguments.into_iter().collect::<Option<_>>()?;
            let span = first.span().to(node.span());
            let span = Span::new(first.span().start, span.end);
            let kind = PropKind::Atom(AtomExpr { head, arguments, span });
            inside.push(Prop { mark: Mark::Plain, kind, copies: None, span });
        }
        if inside.is_empty() {
            let message = "`not` needs something that is not there";
            self.report(&codes::NOT_AN_ATOM, node.span(), message, "an atom belongs here");
            return None;
        }
        Some(inside)
    }

    /// `N = sum V (coin V)`
    fn aggregate(&mut self, target: SyntaxNode<'_>, node: SyntaxNode<'_>) -> Option<PropKind> {
        let parts: Vec<SyntaxNode<'_>> = node.children().collect();
        let by = match parts[0].span().of(self.text) {
            "count" => By::Count,
            "sum" => By::Sum,
            "max" => By::Max,
            _ => By::Min,
        };
        let (value, body) = match (by, parts.as_slice()) {
            (By::Count, [_, body]) => (None, body),
            (By::Sum | By::Max | By::Min, [_, value, body]) => (Some(value), body),
            _ => {
                let form = match by {
                    By::Count => "count (p X)".to_owned(),
                    by => format!("{} X (p X)", by.word()),
                };
                let message = format!("`{}` is written `N = {form}`", by.word());
                self.report(&codes::NOT_A_TERM, node.span(), message, "not in this form");
                return None;
            }
        };
        if body.kind() != NodeKind::Paren {
            let message = format!("what `{}` goes over stands in parentheses", by.word());
            self.report(&codes::NOT_A_TERM, body.span(), message, "atoms in parentheses");
            return None;
        }
        let target = self.term(target)?;
        let value = match value {
            Some(value) => Some(self.term(*value)?),
            None => None,
        };
        let props = self.side(*body)?;
        Some(PropKind::Aggregate(Box::new(Aggregate { target, by, value, props })))
    }

    pub(super) fn atom(&mut self, node: SyntaxNode<'_>) -> Option<AtomExpr> {
        let mut parts = node.children();
        let head = match node.kind() {
            NodeKind::App => parts.next()?,
            _ => node,
        };
        let head = self.name(head)?;
        let arguments = self.terms(parts)?;
        Some(AtomExpr { head, arguments, span: node.span() })
    }

    pub(super) fn terms(&mut self, nodes: Children<'_>) -> Option<Vec<TermExpr>> {
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

    pub(super) fn term(&mut self, node: SyntaxNode<'_>) -> Option<TermExpr> {
        let span = node.span();
        match node.kind() {
            NodeKind::Wild => Some(TermExpr::Wild(span)),
            NodeKind::Name => {
                let name = self.letters(span);
                if is_variable(&name.text) {
                    return Some(TermExpr::Variable(name));
                }
                Some(TermExpr::Apply(name, Vec::new(), span))
            }
            NodeKind::Number => Some(TermExpr::Number(self.number(node)?, span)),
            NodeKind::Paren => {
                let mut term = self.term(node.child()?)?;
                if let TermExpr::Apply(_, _, place) | TermExpr::Compute(_, _, place) = &mut term {
                    *place = span;
                }
                Some(term)
            }
            NodeKind::Sum | NodeKind::Tensor | NodeKind::App if self.is_sum(node) => self.sum(node),
            NodeKind::App => {
                let mut parts = node.children();
                let head = self.name(parts.next()?)?;
                if is_variable(&head.text) {
                    let message = format!("the variable `{}` cannot take arguments", head.text);
                    let found = Diagnostic::new(
                        &codes::NOT_A_TERM,
                        head.span,
                        message,
                        "a constructor belongs here",
                    );
                    let next = parts.next().map(|n| (n.span(), n.span().of(self.text)));
                    self.diagnostics.push(stuck_operator(found, &head.text, next));
                    return None;
                }
                Some(TermExpr::Apply(head, self.terms(parts)?, span))
            }
            NodeKind::HostName => {
                let message = format!("`{}` is not a variable", span.of(self.text));
                self.report(&codes::NOT_A_TERM, span, message, "a name cannot begin with `_`")
                    .help_last("write `_` alone for a value that does not matter");
                None
            }
            NodeKind::Error => None,
            other => {
                let message = format!("`{}` is not a term", short(span.of(self.text)));
                self.report(&codes::NOT_A_TERM, span, message, "a term belongs here");
                match other {
                    NodeKind::Text => self.help_last("texts stand in directives only"),
                    NodeKind::Unit => self.help_last("leave the `()` out"),
                    _ => {}
                }
                None
            }
        }
    }

    pub(super) fn number(&mut self, node: SyntaxNode<'_>) -> Option<u64> {
        let digits = node.span().of(self.text);
        if node.kind() != NodeKind::Number {
            let message = format!("`{}` is not a number", short(digits));
            self.report(&codes::BAD_NUMBER, node.span(), message, "digits belong here");
            return None;
        }
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

    pub(super) fn name(&mut self, node: SyntaxNode<'_>) -> Option<Name> {
        (node.kind() == NodeKind::Name).then(|| self.letters(node.span()))
    }

    /// What is written at a place, as a name.
    pub(super) fn letters(&mut self, span: Span) -> Name {
        let text = span.of(self.text);
        let text = self.names.entry(text).or_insert_with(|| text.into());
        Name { text: text.clone(), span }
    }
}

/// Help for `N -1`, in which the sign has become a part of a name.
fn stuck_operator(found: Diagnostic, variable: &str, next: Option<(Span, &str)>) -> Diagnostic {
    let Some((place, letters)) = next else { return found };
    let mut rest = letters.chars();
    let sign = rest.next().filter(|c| matches!(c, '-' | '/'));
    let (Some(sign), operand) = (sign, rest.as_str()) else { return found };
    if operand.is_empty() || operand == "o" {
        return found;
    }
    let apart = TextEdit::new(place, format!("{sign} {operand}"));
    let message = format!("`{letters}` is one name, and no operator with its operand");
    Diagnostic { message, ..found }
        .help(format!("operators stand between blanks: `({variable} {sign} {operand})`"))
        .fix(Fix::certain("put blanks around the operator", vec![apart]))
}
