//! Ast to text. The result is laid out by the formatter, so that printed programs look like
//! written ones, and reading it back gives the same ast.

mod blocks;

use crate::ast::{
    Aggregate, Atom, Body, Count, Directive, DirectiveKind, File, Item, Mark, Name, Operator, Prop,
    PropKind, Rule, Term, Text,
};
use crate::format::format;
use std::fmt::Write;

/// The text of a program.
pub fn print(file: &File) -> String {
    let mut out = Printer(String::new());
    for item in &file.items {
        out.item(item);
    }
    format(&out.0).unwrap_or(out.0)
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
            Item::Directive(directive) => {
                if !self.extension(directive) {
                    self.directive(directive);
                }
            }
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

    fn rule(&mut self, rule: &Rule) {
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
            PropKind::Rewrite(left, right) => {
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

    fn member(&mut self, term: &Term, ty: &str) {
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

    fn compare(&mut self, left: &Term, operator: &str, right: &Term) {
        self.term(left, false);
        self.text(" ");
        self.text(operator);
        self.text(" ");
        self.term(right, false);
    }

    fn atom(&mut self, atom: &Atom) {
        self.text(&atom.head.text);
        self.terms(&atom.arguments);
    }

    fn terms(&mut self, terms: &[Term]) {
        for term in terms {
            self.text(" ");
            self.term(term, true);
        }
    }

    fn term(&mut self, term: &Term, argument: bool) {
        match term {
            Term::Wild(_) => self.text("_"),
            Term::Variable(name) => self.text(&name.text),
            Term::Number(number, _) => {
                write!(self.0, "{number}").expect("writing to a string cannot fail");
            }
            Term::Apply(name, arguments, _) => {
                let open = argument && !arguments.is_empty();
                self.text(if open { "(" } else { "" });
                self.text(&name.text);
                self.terms(arguments);
                self.text(if open { ")" } else { "" });
            }
            Term::Compute(operator, sides, _) => {
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

    fn words(&mut self, words: &[&str]) {
        for word in words {
            self.text(" ");
            self.text(word);
        }
    }

    fn play_rule(&mut self, n: &Count, outcome: &Name, since: &[Name]) {
        self.text(" ");
        self.count(n);
        self.words(&[&outcome.text]);
        if !since.is_empty() {
            self.words(&["since"]);
            since.iter().for_each(|rule| self.words(&[&rule.text]));
        }
    }

    fn directive(&mut self, directive: &Directive) {
        use DirectiveKind as D;
        let (name, words): (&str, Vec<&str>) = match &directive.kind {
            D::Trace { stage, .. } => ("trace", vec![&stage.text]),
            D::Interactive(stage) => ("interactive", vec![&stage.text]),
            D::Builtin(role, name) => ("builtin", vec![&role.text, &name.text]),
            D::Sensor(name, host) => ("sensor", vec![&name.text, &host.text]),
            D::Action(name, host) => ("action", vec![&name.text, &host.text]),
            D::Players(name, _) => ("players", vec![&name.text]),
            D::Chooser(stage, _) => ("chooser", vec![&stage.text]),
            D::Win(name) => ("win", vec![&name.text]),
            D::Lose(name) => ("lose", vec![&name.text]),
            D::Draw(name) => ("draw", vec![&name.text]),
            D::Score(name) => ("score", vec![&name.text]),
            D::Settles(name) => ("settles", vec![&name.text]),
            D::Hidden(atom) => ("hidden", vec![&atom.head.text]),
            D::Forbid(stage, _) => ("forbid", vec![&stage.text]),
            D::Repeat(..) => ("repeat", vec![]),
            D::Limit(..) => ("limit", vec![]),
            D::Title(_) => ("title", vec![]),
            D::About(_) => ("about", vec![]),
            D::Label(name, _) => ("label", vec![&name.text]),
            D::Glyph(name, _) => ("glyph", vec![&name.text]),
            _ => return, // printed as an extension
        };
        self.text("#");
        self.text(name);
        if let D::Trace { limit, .. } = &directive.kind {
            self.text(&limit.map_or(" _".to_owned(), |n| format!(" {n}")));
        }
        self.words(&words);
        match &directive.kind {
            D::Trace { atoms, .. } => {
                self.text(" ");
                self.braces(atoms);
            }
            D::Players(_, Some((low, high))) => self.text(&format!(" {low}..{high}")),
            D::Chooser(_, who) => {
                self.text(" ");
                self.term(who, true);
            }
            D::Hidden(atom) => self.terms(&atom.arguments),
            D::Forbid(_, props) => {
                // The unit in parentheses would be read as a unit, which says the same.
                self.text(" (");
                self.props(props);
                self.text(")");
            }
            D::Repeat(n, outcome) => self.play_rule(n, outcome, &[]),
            D::Limit(n, outcome, since) => self.play_rule(n, outcome, since),
            D::Title(text) | D::About(text) | D::Label(_, text) | D::Glyph(_, text) => {
                self.quoted(text);
            }
            _ => {}
        }
        self.text(".\n");
    }
}
