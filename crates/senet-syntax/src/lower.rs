//! Tree to ast: keeps what is meant, drops layout, and reports shapes that mean nothing.

use crate::ast::{
    Atom, Body, Context, DIRECTIVES, Declare, Directive, DirectiveKind, File, Item, Mark, Name,
    Prop, PropKind, Rule, Stage, Term, Text, is_variable,
};
use crate::codes;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::Kind;
use crate::span::Span;
use crate::suggest::nearest;
use crate::tree::{Node, NodeKind, Part, Tree};

/// Reads the items of a tree. Broken items are left out once they have been reported.
pub fn lower(tree: &Tree, text: &str, diagnostics: &mut Vec<Diagnostic>) -> File {
    let mut lower = Lower {
        tree,
        text,
        diagnostics,
    };
    let Some(root) = tree.root() else {
        return File::default();
    };
    File {
        items: root
            .children()
            .into_iter()
            .filter_map(|n| lower.item(n))
            .collect(),
    }
}

struct Lower<'a> {
    tree: &'a Tree,
    text: &'a str,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Lower<'_> {
    fn item(&mut self, node: Node<'_>) -> Option<Item> {
        match node.kind() {
            NodeKind::Item => self.declaration(node),
            NodeKind::StageItem => {
                let children = node.children();
                let (name, rest) = children.split_first()?;
                let name = self.name(*name)?;
                let items = rest.iter().filter_map(|n| self.item(*n)).collect();
                Some(Item::Stage(Stage {
                    name,
                    items,
                    span: node.span(),
                }))
            }
            NodeKind::ContextItem => {
                let children = node.children();
                let (name, rest) = children.split_first()?;
                let name = self.name(*name)?;
                let mut atoms = Vec::new();
                for part in rest {
                    self.braces(*part, &mut atoms);
                }
                Some(Item::Context(Context {
                    name,
                    atoms,
                    span: node.span(),
                }))
            }
            NodeKind::DirectiveItem => self.directive(node).map(Item::Directive),
            _ => None,
        }
    }

    fn declaration(&mut self, node: Node<'_>) -> Option<Item> {
        let span = node.span();
        let body = node.child()?;
        if broken(node) {
            return None; // the parser has said why
        }
        let (name, body) = if body.kind() == NodeKind::Colon {
            let sides = body.children();
            let (left, right) = (sides[0], sides[1]);
            if right.kind() == NodeKind::Name {
                return self.declare(left, right, span);
            }
            if left.kind() != NodeKind::Name {
                self.report(
                    &codes::BAD_RULE,
                    left.span(),
                    "a rule's name is a single name",
                    "more than a name stands before the `:`",
                );
                return None;
            }
            (Some(self.name(left)?), right)
        } else {
            (None, body)
        };
        let body = self.body(body)?;
        Some(Item::Rule(Rule { name, body, span }))
    }

    fn declare(&mut self, left: Node<'_>, right: Node<'_>, span: Span) -> Option<Item> {
        let children = left.children();
        let (subject, arguments) = match left.kind() {
            NodeKind::Name => (left, &[][..]),
            NodeKind::App => (children[0], &children[1..]),
            _ => {
                self.report(
                    &codes::BAD_RULE,
                    left.span(),
                    "a declaration is a name with the types of its arguments, `:` and a kind",
                    "this is no name with arguments",
                )
                .help_last("for example `on block block : pred.`");
                return None;
            }
        };
        let subject = self.name(subject)?;
        let arguments = self.terms(arguments)?;
        let kind = self.name(right)?;
        Some(Item::Declare(Declare {
            subject,
            arguments,
            kind,
            span,
        }))
    }

    fn body(&mut self, node: Node<'_>) -> Option<Body> {
        let arrows: Vec<Kind> = self.operators(node);
        let parts = node.children();
        match node.kind() {
            NodeKind::Chain | NodeKind::BackChain if arrows.iter().any(|a| *a != arrows[0]) => self
                .bad_rule(
                    node,
                    "two kinds of arrow in one rule",
                    "one kind of arrow is enough",
                ),
            NodeKind::Chain | NodeKind::BackChain
                if matches!(arrows[0], Kind::Lolli | Kind::BackLolli) =>
            {
                if parts.len() != 2 {
                    return self.bad_rule(
                        node,
                        "more than one `-o` in a rule",
                        "a rule has one left and one right side",
                    );
                }
                let swap = arrows[0] == Kind::BackLolli;
                let (left, right) = if swap { (1, 0) } else { (0, 1) };
                let left = self.props(parts[left])?;
                let right = self.props(parts[right])?;
                Some(Body::Forward { left, right })
            }
            NodeKind::Chain | NodeKind::BackChain => {
                let mut parts = parts;
                if arrows[0] == Kind::Arrow {
                    parts.reverse();
                }
                let head = self.head(parts[0])?;
                let mut goals = Vec::new();
                for part in &parts[1..] {
                    goals.extend(self.props(*part)?);
                }
                Some(Body::Backward { head, goals })
            }
            _ => Some(Body::Backward {
                head: self.head(node)?,
                goals: Vec::new(),
            }),
        }
    }

    fn bad_rule(&mut self, node: Node<'_>, message: &str, label: &str) -> Option<Body> {
        self.report(&codes::BAD_RULE, node.span(), message, label);
        None
    }

    /// The head of a backward rule: one atom.
    fn head(&mut self, node: Node<'_>) -> Option<Atom> {
        let props = self.props(node)?;
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
            PropKind::Atom(atom) if prop.mark != Mark::Read => Some(atom),
            _ => {
                self.report(
                    &codes::NOT_AN_ATOM,
                    prop.span,
                    "the head of a backward rule is one atom",
                    "this is no plain atom",
                );
                None
            }
        }
    }

    /// The propositions of one side: tensors, units and parentheses flattened, marks spread.
    fn props(&mut self, node: Node<'_>) -> Option<Vec<Prop>> {
        let mut out = Vec::new();
        self.collect(node, Mark::Plain, node.span(), &mut out)?;
        Some(out)
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
                out.push(Prop {
                    mark,
                    kind: PropKind::Stage(name),
                    span,
                });
            }
            NodeKind::Compare => {
                let sides = node.children();
                let (left, right) = (self.term(sides[0])?, self.term(sides[1])?);
                let same = node.token(Kind::Same).is_some();
                let kind = if same {
                    PropKind::Same(left, right)
                } else {
                    PropKind::Differ(left, right)
                };
                out.push(Prop { mark, kind, span });
            }
            NodeKind::App | NodeKind::Name => {
                let atom = self.atom(node)?;
                out.push(Prop {
                    mark,
                    kind: PropKind::Atom(atom),
                    span,
                });
            }
            _ => {
                let what = node.span().of(self.text);
                let message = format!("`{}` is no atom", short(what));
                self.report(
                    &codes::NOT_AN_ATOM,
                    node.span(),
                    message,
                    "an atom belongs here",
                )
                .help_last("an atom is a predicate's name and its arguments: `on a b`");
                return None;
            }
        }
        Some(())
    }

    fn atom(&mut self, node: Node<'_>) -> Option<Atom> {
        let children = node.children();
        let (head, arguments) = match node.kind() {
            NodeKind::App => (children[0], &children[1..]),
            _ => (node, &[][..]),
        };
        let head = self.name(head)?;
        if is_variable(&head.text) {
            let message = format!("`{}` is a variable, and no atom", head.text);
            self.report(
                &codes::NOT_AN_ATOM,
                head.span,
                message,
                "a predicate belongs here",
            )
            .help_last("names that begin in upper case are variables");
            return None;
        }
        let arguments = self.terms(arguments)?;
        Some(Atom {
            head,
            arguments,
            span: node.span(),
        })
    }

    fn terms(&mut self, nodes: &[Node<'_>]) -> Option<Vec<Term>> {
        let terms: Vec<Option<Term>> = nodes.iter().map(|n| self.term(*n)).collect();
        terms.into_iter().collect()
    }

    fn term(&mut self, node: Node<'_>) -> Option<Term> {
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
                let inner = node.child()?;
                let mut term = self.term(inner)?;
                if let Term::Apply(_, _, place) = &mut term {
                    *place = span;
                }
                Some(term)
            }
            NodeKind::App => {
                let children = node.children();
                let head = self.name(children[0])?;
                if is_variable(&head.text) {
                    let message = format!("the variable `{}` cannot take arguments", head.text);
                    self.report(
                        &codes::NOT_A_TERM,
                        head.span,
                        message,
                        "a constructor belongs here",
                    );
                    return None;
                }
                Some(Term::Apply(head, self.terms(&children[1..])?, span))
            }
            NodeKind::HostName => {
                let message = format!("`{}` is no variable", span.of(self.text));
                self.report(
                    &codes::NOT_A_TERM,
                    span,
                    message,
                    "a name cannot begin with `_`",
                )
                .help_last("write `_` alone for a value that does not matter");
                None
            }
            _ => {
                let message = format!("`{}` is no term", short(span.of(self.text)));
                self.report(&codes::NOT_A_TERM, span, message, "a term belongs here");
                None
            }
        }
    }

    fn number(&mut self, node: Node<'_>) -> Option<u64> {
        let digits = node.span().of(self.text);
        let bad = self.tree.tokens()[node.token_range().start].kind == Kind::BadNumber;
        match digits.parse() {
            Ok(number) => Some(number),
            Err(_) if bad => None, // the lexer has said why
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

    fn name(&mut self, node: Node<'_>) -> Option<Name> {
        (node.kind() == NodeKind::Name).then(|| {
            let span = node.span();
            Name {
                text: span.of(self.text).into(),
                span,
            }
        })
    }

    /// The atoms of `{ a, b }`, or a context's name.
    fn braces(&mut self, node: Node<'_>, out: &mut Vec<Prop>) {
        for part in node.children() {
            if let Some(props) = self.props(part) {
                out.extend(props);
            }
        }
    }

    fn operators(&self, node: Node<'_>) -> Vec<Kind> {
        let own = node.parts().into_iter().filter_map(|part| match part {
            Part::Token(i) => Some(self.tree.tokens()[i].kind),
            Part::Node(_) => None,
        });
        own.collect()
    }

    // ---- directives

    fn directive(&mut self, node: Node<'_>) -> Option<Directive> {
        let span = node.span();
        let head = self.tree.tokens()[node.token_range().start].span;
        let name = &head.of(self.text)[1..];
        if !DIRECTIVES.contains(&name) {
            let near = nearest(name, DIRECTIVES.iter().copied());
            let near = near.map(|n| format!("did you mean `#{n}`?"));
            let found = Diagnostic::new(
                &codes::UNKNOWN_DIRECTIVE,
                head,
                format!("there is no directive `#{name}`"),
                "unknown directive",
            );
            let help = near.unwrap_or_else(|| "`senet explain E0008` lists them all".to_owned());
            self.diagnostics.push(found.help(help));
            return None;
        }
        if broken(node) {
            return None;
        }
        let arguments = node.children();
        let before = self.diagnostics.len();
        let Some(kind) = self.directive_kind(name, &arguments) else {
            if self.diagnostics.len() == before {
                let place = arguments.first().map_or(head, |first| {
                    first.span().to(arguments.last().unwrap_or(first).span())
                });
                let message = format!("`#{name}` does not take these arguments");
                let label = if arguments.is_empty() {
                    "nothing follows"
                } else {
                    "not as expected"
                };
                self.report(&codes::BAD_DIRECTIVE, place, message, label)
                    .help_last(&format!("the form is `{}`", form(name)));
            }
            return None;
        };
        Some(Directive { kind, span })
    }

    fn directive_kind(&mut self, name: &str, arguments: &[Node<'_>]) -> Option<DirectiveKind> {
        Some(match (name, arguments) {
            ("trace", [limit, stage, context]) => {
                let limit = match limit.kind() {
                    NodeKind::Wild => None,
                    NodeKind::Number => Some(self.number(*limit)?),
                    _ => return None,
                };
                let mut atoms = Vec::new();
                match context.kind() {
                    NodeKind::Braces => self.braces(*context, &mut atoms),
                    NodeKind::Name => atoms = self.props(*context)?,
                    _ => return None,
                }
                DirectiveKind::Trace {
                    limit,
                    stage: self.name(*stage)?,
                    atoms,
                }
            }
            ("interactive", [stage]) => DirectiveKind::Interactive(self.name(*stage)?),
            ("settles", [stage]) => DirectiveKind::Settles(self.name(*stage)?),
            ("builtin", [role, target]) => {
                DirectiveKind::Builtin(self.name(*role)?, self.name(*target)?)
            }
            ("sensor", [p, host]) => DirectiveKind::Sensor(self.name(*p)?, self.host_name(*host)?),
            ("action", [p, host]) => DirectiveKind::Action(self.name(*p)?, self.host_name(*host)?),
            ("players", [ty]) => DirectiveKind::Players(self.name(*ty)?, None),
            ("players", [ty, seats]) => {
                let ty = self.name(*ty)?;
                let seats = match seats.kind() {
                    NodeKind::Number => self.number(*seats).map(|n| (n, n))?,
                    NodeKind::Range => {
                        let ends = seats.children();
                        (self.number(*ends.first()?)?, self.number(*ends.get(1)?)?)
                    }
                    _ => return None,
                };
                DirectiveKind::Players(ty, Some(seats))
            }
            ("chooser", [stage, who]) => {
                DirectiveKind::Chooser(self.name(*stage)?, self.term(*who)?)
            }
            ("win", [p]) => DirectiveKind::Win(self.name(*p)?),
            ("lose", [p]) => DirectiveKind::Lose(self.name(*p)?),
            ("draw", [p]) => DirectiveKind::Draw(self.name(*p)?),
            ("score", [p]) => DirectiveKind::Score(self.name(*p)?),
            ("hidden", [head, rest @ ..]) => {
                let last = rest.last().unwrap_or(head).span();
                let span = head.span().to(last);
                let head = self.name(*head)?;
                DirectiveKind::Hidden(Atom {
                    head,
                    arguments: self.terms(rest)?,
                    span,
                })
            }
            ("forbid", [stage, what]) => {
                DirectiveKind::Forbid(self.name(*stage)?, self.props(*what)?)
            }
            ("repeat", [n, outcome]) if n.kind() == NodeKind::Number => {
                DirectiveKind::Repeat(self.number(*n)?, self.name(*outcome)?)
            }
            ("limit", [n, outcome]) if n.kind() == NodeKind::Number => {
                DirectiveKind::Limit(self.number(*n)?, self.name(*outcome)?)
            }
            ("title", [text]) => DirectiveKind::Title(self.quoted(*text)?),
            ("about", [text]) => DirectiveKind::About(self.quoted(*text)?),
            ("label", [name, text]) => DirectiveKind::Label(self.name(*name)?, self.quoted(*text)?),
            ("glyph", [name, text]) => DirectiveKind::Glyph(self.name(*name)?, self.quoted(*text)?),
            _ => return None,
        })
    }

    /// `NAME` or `_NAME`.
    fn host_name(&mut self, node: Node<'_>) -> Option<Name> {
        let host = matches!(node.kind(), NodeKind::Name | NodeKind::HostName);
        let span = node.span();
        host.then(|| Name {
            text: span.of(self.text).into(),
            span,
        })
    }

    fn quoted(&mut self, node: Node<'_>) -> Option<Text> {
        if node.kind() != NodeKind::Text {
            return None;
        }
        let span = node.span();
        let mut text = String::new();
        let mut chars = span
            .of(self.text)
            .strip_prefix('"')?
            .strip_suffix('"')?
            .chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some(other) => text.push(other),
                    None => text.push('\\'),
                },
                _ => text.push(c),
            }
        }
        Some(Text {
            text: text.into(),
            span,
        })
    }

    fn report(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> &mut Self {
        self.diagnostics
            .push(Diagnostic::new(code, span, message, label));
        self
    }

    fn help_last(&mut self, text: &str) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.help.push(text.to_owned());
        }
    }
}

/// Whether the parser found the item broken: an error node stands somewhere inside.
fn broken(node: Node<'_>) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if node.kind() == NodeKind::Error {
            return true;
        }
        open.extend(node.children());
    }
    false
}

/// The form of a directive, for help.
fn form(name: &str) -> &'static str {
    match name {
        "trace" => "#trace LIMIT STAGE CONTEXT.",
        "interactive" => "#interactive STAGE.",
        "builtin" => "#builtin NAT TYPE.",
        "sensor" => "#sensor PREDICATE NAME.",
        "action" => "#action PREDICATE NAME.",
        "players" => "#players TYPE.` or `#players TYPE 2..4.",
        "chooser" => "#chooser STAGE VARIABLE.",
        "win" => "#win PREDICATE.",
        "lose" => "#lose PREDICATE.",
        "draw" => "#draw PREDICATE.",
        "score" => "#score PREDICATE.",
        "settles" => "#settles STAGE.",
        "hidden" => "#hidden PREDICATE ARGUMENTS.",
        "forbid" => "#forbid STAGE (ATOMS).",
        "repeat" => "#repeat 3 draw.",
        "limit" => "#limit 200 draw.",
        "title" => "#title \"TEXT\".",
        "about" => "#about \"TEXT\".",
        "label" => "#label NAME \"TEXT\".",
        _ => "#glyph NAME \"TEXT\".",
    }
}

/// The beginning of a long text.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() <= 24 && line == text {
        return line.to_owned();
    }
    line.chars().take(24).chain(['…']).collect()
}
