//! Arithmetic. The tree keeps it flat: `-`, `/` and `mod` are names in an application, `+` makes a
//! sum, and `*` in parentheses a tensor. Here it is put together: `*`, `/` and `mod` bind tighter
//! than `+` and `-`, and all of them from left to right.

use crate::ast::{Operator, TermExpr};
use crate::codes;
use crate::lexer::TokenKind;
use crate::lower::Lower;
use crate::parser::MAX_DEPTH;
use crate::span::Span;
use crate::tree::{NodeKind, Part, SyntaxNode};

/// Operands, and between them operators.
#[derive(Default)]
struct Flat {
    operands: Vec<TermExpr>,
    operators: Vec<Operator>,
}

impl Lower<'_> {
    /// Whether a node in the place of a term is arithmetic.
    pub(super) fn is_sum(&self, node: SyntaxNode<'_>) -> bool {
        match node.kind() {
            NodeKind::Sum | NodeKind::Tensor => true,
            NodeKind::App => node.children().skip(1).any(|part| self.operator(part).is_some()),
            _ => false,
        }
    }

    fn operator(&self, node: SyntaxNode<'_>) -> Option<Operator> {
        let word = node.span().of(self.text);
        if node.kind() != NodeKind::Name || self.own.contains(word) {
            return None;
        }
        match word {
            "-" => Some(Operator::Minus),
            "/" => Some(Operator::Over),
            "mod" => Some(Operator::Modulo),
            _ => None,
        }
    }

    /// A sum or product as a term.
    pub(super) fn sum(&mut self, node: SyntaxNode<'_>) -> Option<TermExpr> {
        let mut flat = Flat::default();
        self.flatten(node, &mut flat)?;
        // Sums are trees, and trees are walked by recursion.
        let deepest = flat.operands.iter().map(depth).max().unwrap_or(0);
        if deepest + flat.operands.len() > MAX_DEPTH as usize {
            let message = format!("a sum of more than {MAX_DEPTH} terms");
            self.report(&codes::TOO_DEEP, node.span(), message, "too long");
            return None;
        }
        let tight = |o: Operator| !matches!(o, Operator::Plus | Operator::Minus);
        let mut operands = flat.operands.into_iter();
        let mut done: Vec<(Option<Operator>, TermExpr)> = vec![(None, operands.next()?)];
        for (operator, right) in flat.operators.into_iter().zip(operands) {
            if tight(operator) {
                let (before, left) = done.pop()?;
                done.push((before, join(operator, left, right)));
            } else {
                done.push((Some(operator), right));
            }
        }
        done.into_iter().fold(None, |sum: Option<TermExpr>, (operator, term)| {
            match (sum, operator) {
                (Some(sum), Some(operator)) => Some(join(operator, sum, term)),
                _ => Some(term),
            }
        })
    }

    fn flatten(&mut self, node: SyntaxNode<'_>, flat: &mut Flat) -> Option<()> {
        match node.kind() {
            NodeKind::Sum | NodeKind::Tensor => {
                for part in node.parts() {
                    match part {
                        Part::Token(t) => {
                            let plus = self.tree.tokens()[t].kind == TokenKind::Plus;
                            let operator = if plus { Operator::Plus } else { Operator::Times };
                            flat.operators.push(operator);
                        }
                        Part::Node(part) => self.flatten(part, flat)?,
                    }
                }
            }
            NodeKind::App if self.is_sum(node) => {
                let parts: Vec<SyntaxNode<'_>> = node.children().collect();
                let mut rest = parts.as_slice();
                while !rest.is_empty() {
                    let end = rest.iter().position(|n| self.operator(*n).is_some());
                    let (operand, after) = rest.split_at(end.unwrap_or(rest.len()));
                    let term = self.operand(operand, node.span())?;
                    flat.operands.push(term);
                    rest = after;
                    if let [sign, after @ ..] = rest {
                        flat.operators.extend(self.operator(*sign));
                        rest = after;
                        if rest.is_empty() {
                            self.operand(&[], sign.span().after())?;
                        }
                    }
                }
            }
            _ => {
                let term = self.term(node)?;
                flat.operands.push(term);
            }
        }
        Some(())
    }

    /// What stands between two operators: one term, or a constructor and its arguments.
    fn operand(&mut self, nodes: &[SyntaxNode<'_>], place: Span) -> Option<TermExpr> {
        match nodes {
            [] => {
                let message = "an operator stands between two numbers";
                self.report(&codes::NOT_A_TERM, place, message, "a number belongs here");
                None
            }
            [one] => self.term(*one),
            [head, rest @ ..] => {
                let Some(head) = self.name(*head).filter(|n| !crate::ast::is_variable(&n.text))
                else {
                    let message = "an operator is missing here";
                    let place = rest[0].span();
                    self.report(&codes::NOT_A_TERM, place, message, "`+`, `-`, `*`, `/` or `mod`?");
                    return None;
                };
                let arguments: Vec<_> = rest.iter().map(|n| self.term(*n)).collect();
                let span = head.span.to(rest.last().map_or(head.span, |n| n.span()));
                Some(TermExpr::Apply(head, arguments.into_iter().collect::<Option<_>>()?, span))
            }
        }
    }
}

/// How deep a term is nested; it was checked when it was made, so this does not go far down.
fn depth(term: &TermExpr) -> usize {
    match term {
        TermExpr::Compute(_, sides, _) => 1 + depth(&sides.0).max(depth(&sides.1)),
        TermExpr::Apply(_, arguments, _) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
        _ => 1,
    }
}

fn join(operator: Operator, left: TermExpr, right: TermExpr) -> TermExpr {
    let span = left.span().to(right.span());
    TermExpr::Compute(operator, Box::new((left, right)), span)
}
