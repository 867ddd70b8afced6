//! Each directive in its form.

use crate::ast::{Atom, DIRECTIVES, Directive, DirectiveKind, Text};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::Kind;
use crate::lower::Lower;
use crate::span::Span;
use crate::suggest::nearest;
use crate::tree::{Node, NodeKind};

/// What may stand as an argument of a directive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Limit,
    Stage,
    Context,
    Role,
    Name,
    Host,
    Type,
    /// How many players; may be left out.
    Seats,
    Who,
    Predicate,
    /// Terms, as many as there are.
    Terms,
    Atoms,
    Count,
    Outcome,
    Text,
    /// One or more texts.
    Texts,
    Rule,
    /// The word `since` and one or more rules; may be left out.
    Since,
    Range,
}

impl Slot {
    /// How a message calls it.
    fn describe(self) -> &'static str {
        match self {
            Slot::Limit => "a limit: a number or `_`",
            Slot::Stage => "the name of a stage",
            Slot::Context => "a context: a name or `{…}`",
            Slot::Role => "`NAT`, `NAT_ZERO` or `NAT_SUCC`",
            Slot::Name => "a name",
            Slot::Host => "the name of what the host offers",
            Slot::Type => "the name of a type",
            Slot::Seats => "how many players sit: `2` or `2..4`",
            Slot::Who => "a variable of the rules, or a player",
            Slot::Predicate => "the name of a predicate",
            Slot::Terms => "an argument",
            Slot::Atoms => "atoms in parentheses",
            Slot::Count => "a number",
            Slot::Outcome => "`draw`",
            Slot::Text | Slot::Texts => "a text in quotes",
            Slot::Rule => "the name of a rule",
            Slot::Since => "`since` and names of rules",
            Slot::Range => "a range: `3..19`",
        }
    }

    fn fits(self, node: NodeKind) -> bool {
        match self {
            Slot::Limit => matches!(node, NodeKind::Number | NodeKind::Wild),
            Slot::Context => matches!(node, NodeKind::Name | NodeKind::Braces),
            Slot::Host => matches!(node, NodeKind::Name | NodeKind::HostName),
            Slot::Seats => matches!(node, NodeKind::Number | NodeKind::Range),
            Slot::Count => matches!(node, NodeKind::Number | NodeKind::Name),
            Slot::Range => node == NodeKind::Range,
            Slot::Text | Slot::Texts => node == NodeKind::Text,
            Slot::Who | Slot::Terms | Slot::Atoms => true,
            Slot::Stage | Slot::Role | Slot::Name | Slot::Type => node == NodeKind::Name,
            Slot::Predicate | Slot::Outcome | Slot::Rule | Slot::Since => node == NodeKind::Name,
        }
    }
}

/// The arguments of each directive, and its form, for help.
fn form(name: &str) -> (&'static [Slot], &'static str) {
    use Slot as S;
    match name {
        "trace" => (&[S::Limit, S::Stage, S::Context], "#trace _ STAGE CONTEXT."),
        "interactive" => (&[S::Stage], "#interactive STAGE."),
        "builtin" => (&[S::Role, S::Name], "#builtin NAT TYPE."),
        "sensor" => (&[S::Predicate, S::Host], "#sensor PREDICATE NAME."),
        "action" => (&[S::Predicate, S::Host], "#action PREDICATE NAME."),
        "players" => (&[S::Type, S::Seats], "#players TYPE 2..4."),
        "chooser" => (&[S::Stage, S::Who], "#chooser STAGE VARIABLE."),
        "win" => (&[S::Predicate], "#win PREDICATE."),
        "lose" => (&[S::Predicate], "#lose PREDICATE."),
        "draw" => (&[S::Predicate], "#draw PREDICATE."),
        "score" => (&[S::Predicate], "#score PREDICATE."),
        "settles" => (&[S::Stage], "#settles STAGE."),
        "hidden" => (&[S::Predicate, S::Terms], "#hidden PREDICATE ARGUMENTS."),
        "forbid" => (&[S::Stage, S::Atoms], "#forbid STAGE (ATOMS)."),
        "repeat" => (&[S::Count, S::Outcome], "#repeat 3 draw."),
        "limit" => (
            &[S::Count, S::Outcome, S::Since],
            "#limit 200 draw.` or `#limit 100 draw since RULE RULE.",
        ),
        "title" => (&[S::Text], "#title \"TEXT\"."),
        "about" => (&[S::Text], "#about \"TEXT\"."),
        "label" => (&[S::Name, S::Text], "#label NAME \"TEXT\"."),
        "weight" => (&[S::Rule, S::Count], "#weight RULE 3."),
        "option" => (&[S::Name, S::Range, S::Count], "#option NAME 3..19 = 9."),
        "legend" => (&[S::Text, S::Predicate, S::Terms], "#legend \"@\" PREDICATE."),
        "tags" => (&[S::Texts], "#tags \"TAG\" \"TAG\"."),
        "origin" => (&[S::Text], "#origin \"TEXT\"."),
        "include" => (&[S::Text], "#include \"FILE\"."),
        "senet" => (&[S::Count], "#senet 1."),
        "never" => (&[S::Atoms], "#never ATOMS."),
        "reach" => (&[S::Atoms], "#reach ATOMS."),
        "conserve" => (&[S::Atoms], "#conserve ATOM + ATOM = 1."),
        _ => (&[S::Name, S::Text], "#glyph NAME \"TEXT\"."),
    }
}

impl Lower<'_> {
    pub(super) fn directive(&mut self, node: Node<'_>) -> Option<Directive> {
        let span = node.span();
        let head = self.tree.tokens()[node.token_range().start].span;
        let name = &head.of(self.text)[1..];
        if name.is_empty() {
            return None; // the lexer has said why
        }
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
        if node.contains(NodeKind::Error) {
            return None; // the parser has said why
        }
        let arguments: Vec<Node<'_>> = node.children().collect();
        self.in_form(name, head, &arguments)?;
        let kind = self.directive_kind(name, &arguments)?;
        Some(Directive { kind, span })
    }

    /// Whether the arguments are those that the directive takes; says so if not.
    fn in_form(&mut self, name: &str, head: Span, arguments: &[Node<'_>]) -> Option<()> {
        let (slots, example) = form(name);
        let last = arguments.last().map_or(head, |last| last.span());
        let mut rest = arguments.iter();
        let mut wrong = None;
        for slot in slots {
            match slot {
                Slot::Terms => rest = [].iter(),
                Slot::Texts if rest.len() > 0 => {
                    wrong = rest
                        .find(|node| !slot.fits(node.kind()))
                        .map(|node| (node.span(), "not ", slot.describe()));
                }
                Slot::Seats | Slot::Since if rest.len() == 0 => {}
                Slot::Since => {
                    let word = rest.next().filter(|node| node.span().of(self.text) != "since");
                    let name = |node: &&Node<'_>| node.kind() != NodeKind::Name;
                    wrong = match (word, rest.clone().find(name)) {
                        (Some(node), _) => Some((node.span(), "not ", slot.describe())),
                        (_, Some(node)) => Some((node.span(), "not ", Slot::Rule.describe())),
                        _ if rest.len() == 0 => {
                            Some((last.after(), "missing: ", Slot::Rule.describe()))
                        }
                        _ => None,
                    };
                    rest = [].iter();
                }
                slot => match rest.next() {
                    Some(node) if slot.fits(node.kind()) => continue,
                    Some(node) => wrong = Some((node.span(), "not ", slot.describe())),
                    None => wrong = Some((last.after(), "missing: ", slot.describe())),
                },
            }
            break;
        }
        if wrong.is_none()
            && let Some(extra) = rest.next()
        {
            wrong = Some((extra.span(), "", "one argument too many"));
        }
        let Some((place, how, what)) = wrong else {
            return Some(());
        };
        let message = match how {
            "" => format!("`#{name}` takes no more arguments"),
            _ => format!("`#{name}` needs {what}"),
        };
        let label = match how {
            "" => what.to_owned(),
            "not " => format!("this is not {what}"),
            _ => format!("{what} belongs here"),
        };
        self.report(&codes::BAD_DIRECTIVE, place, message, label)
            .help_last(&format!("the form is `{example}`"));
        None
    }

    fn directive_kind(&mut self, name: &str, arguments: &[Node<'_>]) -> Option<DirectiveKind> {
        Some(match (name, arguments) {
            ("trace", [limit, stage, context]) => {
                let limit = match limit.kind() {
                    NodeKind::Number => Some(self.number(*limit)?),
                    _ => None,
                };
                let mut atoms = Vec::new();
                match context.kind() {
                    NodeKind::Braces => self.braces(*context, &mut atoms),
                    _ => atoms = self.side(*context)?,
                }
                DirectiveKind::Trace { limit, stage: self.name(*stage)?, atoms }
            }
            ("interactive", [stage]) => DirectiveKind::Interactive(self.name(*stage)?),
            ("settles", [stage]) => DirectiveKind::Settles(self.name(*stage)?),
            ("builtin", [role, target]) => {
                DirectiveKind::Builtin(self.name(*role)?, self.name(*target)?)
            }
            ("sensor", [p, host]) => {
                DirectiveKind::Sensor(self.name(*p)?, self.letters(host.span()))
            }
            ("action", [p, host]) => {
                DirectiveKind::Action(self.name(*p)?, self.letters(host.span()))
            }
            ("players", [ty]) => DirectiveKind::Players(self.name(*ty)?, None),
            ("players", [ty, seats]) => {
                let ty = self.name(*ty)?;
                let seats = if seats.kind() == NodeKind::Number {
                    self.number(*seats).map(|n| (n, n))?
                } else {
                    let mut ends = seats.children();
                    (self.number(ends.next()?)?, self.number(ends.next()?)?)
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
                let arguments: Vec<_> = rest.iter().map(|node| self.term(*node)).collect();
                DirectiveKind::Hidden(Atom {
                    head,
                    arguments: arguments.into_iter().collect::<Option<_>>()?,
                    span,
                })
            }
            ("forbid", [stage, what]) => {
                DirectiveKind::Forbid(self.name(*stage)?, self.side(*what)?)
            }
            ("repeat", [n, outcome]) => {
                DirectiveKind::Repeat(self.count(*n)?, self.name(*outcome)?)
            }
            ("limit", [n, outcome, rest @ ..]) => {
                let rules: Option<_> = rest.iter().skip(1).map(|rule| self.name(*rule)).collect();
                DirectiveKind::Limit(self.count(*n)?, self.name(*outcome)?, rules?)
            }
            ("title", [text]) => DirectiveKind::Title(self.quoted(*text)?),
            ("about", [text]) => DirectiveKind::About(self.quoted(*text)?),
            ("label", [name, text]) => DirectiveKind::Label(self.name(*name)?, self.quoted(*text)?),
            ("glyph", [name, text]) => DirectiveKind::Glyph(self.name(*name)?, self.quoted(*text)?),
            ("weight", [rule, n]) => DirectiveKind::Weight(self.name(*rule)?, self.count(*n)?),
            ("option", [name, range, default]) => {
                let mut ends = range.children();
                let range = (self.number(ends.next()?)?, self.number(ends.next()?)?);
                let default = self.number(*default)?;
                DirectiveKind::Option { name: self.name(*name)?, range, default }
            }
            ("legend", [sign, head, rest @ ..]) => {
                let span = head.span().to(rest.last().unwrap_or(head).span());
                let head = self.name(*head)?;
                let arguments: Vec<_> = rest.iter().map(|node| self.term(*node)).collect();
                let arguments = arguments.into_iter().collect::<Option<_>>()?;
                DirectiveKind::Legend(self.quoted(*sign)?, Atom { head, arguments, span })
            }
            ("tags", texts) => {
                let texts: Vec<_> = texts.iter().map(|node| self.quoted(*node)).collect();
                DirectiveKind::Tags(texts.into_iter().collect::<Option<_>>()?)
            }
            ("origin", [text]) => DirectiveKind::Origin(self.quoted(*text)?),
            ("include", [text]) => DirectiveKind::Include(self.quoted(*text)?),
            ("senet", [n]) => DirectiveKind::Edition(self.number(*n)?),
            ("never", [what]) => DirectiveKind::Never(self.side(*what)?),
            ("reach", [what]) => DirectiveKind::Reach(self.side(*what)?),
            ("conserve", [what]) => self.conserve(*what)?,
            _ => return None,
        })
    }

    /// `free C + disc _ C = 1`
    fn conserve(&mut self, node: Node<'_>) -> Option<DirectiveKind> {
        let mut sides = node.children();
        let wrong = node.kind() != NodeKind::Compare || node.token(Kind::Equals).is_none();
        let (Some(sum), Some(total), false) = (sides.next(), sides.next(), wrong) else {
            self.report(
                &codes::BAD_DIRECTIVE,
                node.span(),
                "`#conserve` needs a sum of atoms and a number",
                "this is not `ATOM + ATOM = NUMBER`",
            )
            .help_last("the form is `#conserve ATOM + ATOM = 1.`");
            return None;
        };
        let total = self.count(total)?;
        let atoms: Vec<Node<'_>> = match sum.kind() {
            NodeKind::Sum => sum.children().collect(),
            _ => vec![sum],
        };
        let mut out = Vec::new();
        for node in atoms {
            let atom = match node.kind() {
                NodeKind::App | NodeKind::Name => self.atom(node)?,
                _ => {
                    let message = "`#conserve` counts atoms";
                    self.report(&codes::NOT_AN_ATOM, node.span(), message, "an atom belongs here");
                    return None;
                }
            };
            out.push(atom);
        }
        Some(DirectiveKind::Conserve(out, total))
    }

    pub(super) fn quoted(&mut self, node: Node<'_>) -> Option<Text> {
        let span = node.span();
        // Without its closing quote, the lexer has said so.
        let letters = span.of(self.text).strip_prefix('"')?.strip_suffix('"')?;
        if !letters.contains('\\') {
            return Some(Text { text: letters.into(), span });
        }
        let mut text = String::with_capacity(letters.len());
        let mut chars = letters.chars();
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
        Some(Text { text: text.into(), span })
    }
}
