//! Ast to text. The result is laid out by the formatter, so that printed programs look like
//! written ones, and reading it back gives the same ast.

mod blocks;
mod directives;

use crate::ast::{
    Aggregate, AtomExpr, Body, Directive, Item, Mark, Operator, Prop, PropKind, RuleDecl,
    SourceFile, TermExpr, Text,
};
use crate::format::format;
use std::fmt::Write;

/// The text of a program.
pub fn print(file: &SourceFile) -> String {
    let mut out = Printer(String::new());
    for item in &file.items {
        out.item(item);
    }
    format(&out.0).unwrap_or(out.0)
}

/// A directive as it is written, on a line of its own.
pub fn print_directive(directive: &Directive) -> String {
    let mut out = Printer(String::new());
    out.directive(directive);
    out.0
}

struct Printer(String);

impl Printer {
    fn text(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Declare(declare) => {
                self.text(&declare.subject.text);
                self.terms(&declare.arguments);
                self.text(" : ");
                self.text(&declare.kind.text);
                self.text(".\n");
            }
            Item::Rule(rule) => self.rule(rule),
            Item::Stage(stage) => {
                self.text(if stage.ordered { "ordered stage " } else { "stage " });
                self.text(&stage.name.text);
                self.text(" = {\n");
                for item in &stage.items {
                    self.item(item);
                }
                self.text("}\n");
            }
            Item::Context(context) => {
                self.text("context ");
                self.text(&context.name.text);
                self.text(" = ");
                self.braces(&context.atoms);
                self.text(".\n");
            }
            Item::Directive(directive) => self.directive(directive),
            Item::Range(range) => {
                self.text(&range.name.text);
                self.text(" : ");
                self.count(&range.low);
                self.text("..");
                self.count(&range.high);
                self.text(".\n");
            }
            Item::Board(board) => self.board(board),
            Item::Family(family) => self.family(family),
        }
    }

    fn rule(&mut self, rule: &RuleDecl) {
        if let Some(name) = &rule.name {
            self.text(&name.text);
            self.text(" : ");
        }
        match &rule.body {
            Body::Forward { left, right } => {
                self.props(left);
                self.text(" -o ");
                self.props(right);
            }
            Body::Backward { head, goals } => {
                self.atom(head);
                for goal in goals {
                    self.text(" <- ");
                    self.prop(goal);
                }
            }
        }
        self.text(".\n");
    }

    fn props(&mut self, props: &[Prop]) {
        if props.is_empty() {
            self.text("()");
        }
        for (i, prop) in props.iter().enumerate() {
            if i > 0 {
                self.text(" * ");
            }
            self.prop(prop);
        }
    }

    fn braces(&mut self, props: &[Prop]) {
        self.text("{");
        for (i, prop) in props.iter().enumerate() {
            self.text(if i > 0 { ", " } else { "" });
            self.prop(prop);
        }
        self.text("}");
    }

    fn prop(&mut self, prop: &Prop) {
        self.text(match prop.mark {
            Mark::Plain => "",
            Mark::Read => "$",
            Mark::Bang => "!",
        });
        match &prop.kind {
            PropKind::Atom(atom) => self.atom(atom),
            PropKind::Stage(name) => {
                self.text("stage ");
                self.text(&name.text);
            }
            PropKind::Compare(sign, left, right) => self.compare(left, sign.sign(), right),
            PropKind::Not(inside) => {
                self.text("not ");
                match inside.as_slice() {
                    [Prop { mark: Mark::Plain, kind: PropKind::Atom(_), .. }] => {
                        self.prop(&inside[0]);
                    }
                    several => self.parenthesised(several),
                }
            }
            PropKind::Aggregate(aggregate) => self.aggregate(aggregate),
            PropKind::Member(term, ty) => {
                self.text("(");
                self.member(term, &ty.text);
                self.text(")");
            }
            PropKind::Comprehension(left, right) => {
                self.text("{ ");
                self.props(left);
                self.text(" -o ");
                self.props(right);
                self.text(" }");
            }
            PropKind::Set(makes, goals) => {
                self.text("{ ");
                for (i, prop) in makes.iter().enumerate() {
                    self.text(if i > 0 { ", " } else { "" });
                    self.prop(prop);
                }
                self.text(" | ");
                for (i, prop) in goals.iter().enumerate() {
                    self.text(if i > 0 { ", " } else { "" });
                    match &prop.kind {
                        PropKind::Member(term, ty) if prop.mark == Mark::Plain => {
                            self.member(term, &ty.text);
                        }
                        _ => self.prop(prop),
                    }
                }
                self.text(" }");
            }
            PropKind::Rows(board, lines) => {
                self.text("rows ");
                self.text(&board.text);
                for line in lines {
                    self.quoted(line);
                }
            }
        }
        if let Some(copies) = &prop.copies {
            let bare = matches!(&prop.kind, PropKind::Atom(atom) if atom.arguments.is_empty());
            self.text(if bare { "^" } else { " ^" });
            self.count(copies);
        }
    }

    fn parenthesised(&mut self, props: &[Prop]) {
        self.text("(");
        self.props(props);
        self.text(")");
    }

    fn member(&mut self, term: &TermExpr, ty: &str) {
        self.term(term, true);
        self.text(" : ");
        self.text(ty);
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        self.term(&aggregate.target, true);
        self.text(" = ");
        self.text(aggregate.by.word());
        self.text(" ");
        if let Some(value) = &aggregate.value {
            self.term(value, true);
            self.text(" ");
        }
        self.parenthesised(&aggregate.props);
    }

    fn compare(&mut self, left: &TermExpr, operator: &str, right: &TermExpr) {
        self.term(left, false);
        self.text(" ");
        self.text(operator);
        self.text(" ");
        self.term(right, false);
    }

    fn atom(&mut self, atom: &AtomExpr) {
        self.text(&atom.head.text);
        self.terms(&atom.arguments);
    }

    fn terms(&mut self, terms: &[TermExpr]) {
        for term in terms {
            self.text(" ");
            self.term(term, true);
        }
    }

    fn term(&mut self, term: &TermExpr, argument: bool) {
        match term {
            TermExpr::Wild(_) => self.text("_"),
            TermExpr::Variable(name) => self.text(&name.text),
            TermExpr::Number(number, _) => {
                write!(self.0, "{number}").expect("writing to a string cannot fail");
            }
            TermExpr::Apply(name, arguments, _) => {
                let open = argument && !arguments.is_empty();
                self.text(if open { "(" } else { "" });
                self.text(&name.text);
                self.terms(arguments);
                self.text(if open { ")" } else { "" });
            }
            TermExpr::Compute(operator, sides, _) => {
                // A product beside a comparison would be read as two premises.
                let bare = matches!(operator, Operator::Plus | Operator::Minus) && !argument;
                self.text(if bare { "" } else { "(" });
                self.term(&sides.0, true);
                self.text(&format!(" {} ", operator.sign()));
                self.term(&sides.1, true);
                self.text(if bare { "" } else { ")" });
            }
        }
    }

    fn quoted(&mut self, text: &Text) {
        self.text(" \"");
        for c in text.text.chars() {
            match c {
                '"' => self.text("\\\""),
                '\\' => self.text("\\\\"),
                '\n' => self.text("\\n"),
                _ => self.0.push(c),
            }
        }
        self.text("\"");
    }
}
