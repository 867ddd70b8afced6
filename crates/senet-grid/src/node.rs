//! Pieces of the ast, made without a text.

use senet_syntax::Span;
use senet_syntax::ast::{
    Argument, AtomExpr, Body, Context, Count, Declare, Directive, Item, Mark, Name, Operator, Prop,
    PropKind, RuleDecl, StageDecl, TermExpr, Text,
};
use std::sync::Arc;

pub(crate) fn name(text: &str) -> Name {
    Name { text: Arc::from(text), span: Span::default() }
}

pub(crate) fn text(text: &str) -> Text {
    Text { text: text.into(), span: Span::default() }
}

pub(crate) fn constant(text: &str) -> TermExpr {
    apply(text, Vec::new())
}

pub(crate) fn apply(text: &str, arguments: Vec<TermExpr>) -> TermExpr {
    TermExpr::Apply(name(text), arguments, Span::default())
}

pub(crate) fn number(number: u64) -> TermExpr {
    TermExpr::Number(number, Span::default())
}

pub(crate) fn compute(operator: Operator, left: TermExpr, right: TermExpr) -> TermExpr {
    TermExpr::Compute(operator, Box::new((left, right)), Span::default())
}

pub(crate) fn count(number: u64) -> Count {
    Count::Number(number, Span::default())
}

pub(crate) fn variable(text: &str) -> TermExpr {
    TermExpr::Variable(name(text))
}

pub(crate) fn wild() -> TermExpr {
    TermExpr::Wild(Span::default())
}

pub(crate) fn atom(head: &str, arguments: Vec<TermExpr>) -> AtomExpr {
    AtomExpr { head: name(head), arguments, span: Span::default() }
}

pub(crate) fn prop(mark: Mark, kind: PropKind) -> Prop {
    Prop { mark, kind, copies: None, span: Span::default() }
}

pub(crate) fn plain(head: &str, arguments: Vec<TermExpr>) -> Prop {
    prop(Mark::Plain, PropKind::Atom(atom(head, arguments)))
}

pub(crate) fn in_stage(stage: &str) -> Prop {
    prop(Mark::Plain, PropKind::Stage(name(stage)))
}

pub(crate) fn declare(subject: &str, arguments: &[&str], kind: &str) -> Item {
    let arguments = arguments.iter().map(|it| constant(it)).collect();
    let (subject, kind) = (name(subject), name(kind));
    Item::Declare(Declare { subject, arguments, kind, span: Span::default() })
}

pub(crate) fn forward(rule: Option<&str>, left: Vec<Prop>, right: Vec<Prop>) -> Item {
    let body = Body::Forward { left, right };
    Item::Rule(RuleDecl { name: rule.map(name), body, span: Span::default() })
}

pub(crate) fn backward(head: AtomExpr, goals: Vec<Prop>) -> Item {
    Item::Rule(RuleDecl { name: None, body: Body::Backward { head, goals }, span: Span::default() })
}

pub(crate) fn stage(stage: &str, items: Vec<Item>) -> Item {
    Item::Stage(StageDecl { name: name(stage), items, ordered: false, span: Span::default() })
}

pub(crate) fn context(context: &str, atoms: Vec<Prop>) -> Item {
    Item::Context(Context { name: name(context), atoms, span: Span::default() })
}

pub(crate) fn directive(name: &str, arguments: Vec<Argument>) -> Item {
    let directive = Directive::new(name, arguments, Span::default());
    Item::Directive(directive.expect("the arguments are those of the directive's row"))
}
