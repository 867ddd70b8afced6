//! Directives, argument by argument as the slots of their row say.

use crate::ast::{Argument, AtomExpr, Directive, Text};
use crate::codes;
use crate::diagnostic::{Diagnostic, Fix};
use crate::directive::{DIRECTIVES, DirectiveId, Slot};
use crate::edit::TextEdit;
use crate::lexer::TokenKind;
use crate::lower::Lower;
use crate::span::Span;
use crate::suggest::nearest;
use crate::tree::{NodeKind, SyntaxNode};

impl Slot {
    /// How a message calls it.
    fn describe(self) -> &'static str {
        match self {
            Slot::Limit => "a limit: a number or `_`",
            Slot::Stage => "the name of a stage",
            Slot::Type => "the name of a type",
            Slot::Predicate | Slot::Atom => "the name of a predicate",
            Slot::Rule => "the name of a rule",
            Slot::Name => "a name",
            Slot::Role => "`NAT`, `NAT_ZERO` or `NAT_SUCC`",
            Slot::Host => "the name of what the host offers",
            Slot::Outcome => "`draw`",
            Slot::Who => "a variable of the rules, or a player",
            Slot::Context => "a context: a name or `{…}`",
            Slot::Atoms => "atoms in parentheses",
            Slot::Formula => "atoms",
            Slot::Sum => "a sum of atoms and a number: `ATOM + ATOM = NUMBER`",
            Slot::Count | Slot::Number | Slot::Default => "a number",
            Slot::Range => "a range: `3..19`",
            Slot::Seats => "how many players sit: `2` or `2..4`",
            Slot::Text | Slot::Texts => "a text in quotes",
            Slot::Since => "`since` and names of rules",
            Slot::Names => "names",
        }
    }

    fn fits(self, node: NodeKind) -> bool {
        match self {
            Slot::Limit => matches!(node, NodeKind::Number | NodeKind::Wild),
            Slot::Host => matches!(node, NodeKind::Name | NodeKind::HostName),
            Slot::Context => matches!(node, NodeKind::Name | NodeKind::Braces),
            Slot::Count | Slot::Number | Slot::Default => {
                matches!(node, NodeKind::Number | NodeKind::Name)
            }
            Slot::Range => node == NodeKind::Range,
            Slot::Seats => matches!(node, NodeKind::Number | NodeKind::Range),
            Slot::Text | Slot::Texts => node == NodeKind::Text,
            Slot::Who | Slot::Atoms | Slot::Formula | Slot::Sum => true,
            Slot::Stage | Slot::Type | Slot::Predicate | Slot::Rule => node == NodeKind::Name,
            Slot::Name | Slot::Role | Slot::Outcome => node == NodeKind::Name,
            Slot::Atom | Slot::Since | Slot::Names => node == NodeKind::Name,
        }
    }

    /// How many of the arguments that are left it takes.
    fn takes_of(self, rest: &[SyntaxNode<'_>]) -> usize {
        match self {
            Slot::Texts | Slot::Since | Slot::Names => rest.len(),
            Slot::Atom => rest.iter().take_while(|node| node.kind() != NodeKind::Text).count(),
            _ => rest.len().min(1),
        }
    }
}

/// What is wrong with the arguments of a directive, and where.
enum Misfit {
    Not(Slot),
    Missing(Slot),
    TooMany,
}

impl Lower<'_> {
    pub(super) fn directive(&mut self, node: SyntaxNode<'_>) -> Option<Directive> {
        let span = node.span();
        let head = self.tree.tokens()[node.token_range().start].span;
        let name = &head.of(self.text)[1..];
        if name.is_empty() {
            return None; // the lexer has said why
        }
        let Some(id) = DirectiveId::find(name) else {
            let near = nearest(name, DIRECTIVES.iter().map(|form| form.name));
            let near = near.map(|n| format!("#{n}"));
            let found = Diagnostic::new(
                &codes::UNKNOWN_DIRECTIVE,
                head,
                format!("there is no directive `#{name}`"),
                "unknown directive",
            );
            self.diagnostics.push(match near {
                Some(near) => found.did_you_mean(Some(&near)),
                None => found.help("`senet explain E0008` lists them all"),
            });
            return None;
        };
        let mut tokens = self.tree.tokens()[node.token_range()].iter();
        let unknown = self.unknown && tokens.any(|t| t.kind == TokenKind::Unknown);
        if unknown || node.contains(NodeKind::Error) {
            return None; // the lexer or the parser has said why
        }
        let nodes: Vec<SyntaxNode<'_>> = node.children().collect();
        if let Some((misfit, place)) = self.misfit(id, head, &nodes) {
            self.not_in_form(id, &misfit, place);
            return None;
        }
        let mut rest = nodes.as_slice();
        let mut arguments = Vec::with_capacity(id.form().slots.len());
        for slot in id.form().slots {
            let (mine, others) = rest.split_at(slot.takes_of(rest));
            rest = others;
            if !mine.is_empty() {
                arguments.push(self.argument(id, *slot, mine)?);
            }
        }
        Some(Directive::by_slots(id, arguments, span))
    }

    /// The first argument that its slot does not take.
    fn misfit(
        &self,
        id: DirectiveId,
        head: Span,
        nodes: &[SyntaxNode<'_>],
    ) -> Option<(Misfit, Span)> {
        let end = nodes.last().map_or(head, |last| last.span()).after();
        let mut rest = nodes.iter().peekable();
        for slot in id.form().slots {
            let Some(first) = rest.next() else {
                return (!slot.is_optional()).then_some((Misfit::Missing(*slot), end));
            };
            if !slot.fits(first.kind()) {
                return Some((Misfit::Not(*slot), first.span()));
            }
            match slot {
                // Its arguments may be any terms.
                Slot::Atom => while rest.next_if(|node| node.kind() != NodeKind::Text).is_some() {},
                Slot::Texts | Slot::Names => {
                    let other = rest.find(|node| !slot.fits(node.kind()))?;
                    return Some((Misfit::Not(*slot), other.span()));
                }
                Slot::Since if first.span().of(self.text) != "since" => {
                    return Some((Misfit::Not(*slot), first.span()));
                }
                Slot::Since if rest.len() == 0 => return Some((Misfit::Missing(Slot::Rule), end)),
                Slot::Since => {
                    let other = rest.find(|node| !Slot::Rule.fits(node.kind()))?;
                    return Some((Misfit::Not(Slot::Rule), other.span()));
                }
                _ => {}
            }
        }
        rest.next().map(|extra| (Misfit::TooMany, extra.span()))
    }

    fn not_in_form(&mut self, id: DirectiveId, misfit: &Misfit, place: Span) {
        let form = id.form();
        let (message, label) = match misfit {
            Misfit::Not(slot) | Misfit::Missing(slot) => {
                let what = slot.describe();
                let label = match misfit {
                    Misfit::Not(_) => format!("this is not {what}"),
                    _ => format!("{what} belongs here"),
                };
                (format!("`#{}` needs {what}", form.name), label)
            }
            Misfit::TooMany => {
                let message = format!("`#{}` takes no more arguments", form.name);
                (message, "one argument too many".to_owned())
            }
        };
        let forms = form.forms.join("` or `");
        let found = Diagnostic::new(&codes::BAD_DIRECTIVE, place, message, label);
        let found = found.help(format!("the form is `{forms}`"));
        let word = place.of(self.text);
        // `#interactive play over.`, `#win won P.`
        let variable = word.starts_with(char::is_uppercase) || word == "_";
        let found = match (misfit, form.slots) {
            (Misfit::TooMany, [Slot::Stage]) => {
                found.help(format!("say it once for each stage: `#{} {word}.`", form.name))
            }
            (Misfit::TooMany, [Slot::Predicate]) if variable => {
                found.help(format!("leave `{word}` out: the predicate alone is named"))
            }
            _ => found,
        };
        let fix = match misfit {
            Misfit::Not(Slot::Limit) if place.start < place.end => {
                let edit = TextEdit::insert(place.start, "_ ");
                Some(Fix::certain("begin with `_`: no limit", vec![edit]))
            }
            Misfit::Missing(Slot::Outcome) => {
                let edit = TextEdit::insert(place.start, " draw");
                Some(Fix::certain("end with `draw`", vec![edit]))
            }
            Misfit::Not(Slot::Text | Slot::Texts) if !word.contains(['"', '{']) => {
                let edit = TextEdit::new(place, format!("\"{word}\""));
                Some(Fix::certain("put it in quotes", vec![edit]))
            }
            // `#interactive a b` for two directives.
            Misfit::TooMany if form.slots.len() == 1 && is_plain_word(word) => {
                let end = self.text[..place.start as usize].trim_end().len() as u32;
                let again = format!(".  #{} {word}", form.name);
                let edit = TextEdit::new(Span::new(end, place.end), again);
                Some(Fix::guess(format!("say it again: `#{} {word}.`", form.name), vec![edit]))
            }
            Misfit::TooMany => {
                let end = self.text[..place.start as usize].trim_end().len() as u32;
                let edits = vec![TextEdit::delete(Span::new(end, place.end))];
                Some(Fix::guess("take it out", edits))
            }
            _ => None,
        };
        self.diagnostics.push(match fix {
            Some(fix) => found.fix(fix),
            None => found,
        });
    }

    /// What fills a slot, from nodes that fit it: one, or several for a slot that takes the rest.
    fn argument(
        &mut self,
        id: DirectiveId,
        slot: Slot,
        nodes: &[SyntaxNode<'_>],
    ) -> Option<Argument> {
        let node = *nodes.first()?;
        Some(match slot {
            Slot::Limit if node.kind() == NodeKind::Wild => Argument::Limit(None),
            Slot::Limit => Argument::Limit(Some(self.number(node)?)),
            Slot::Stage | Slot::Type | Slot::Predicate | Slot::Rule => {
                Argument::Name(self.name(node)?)
            }
            Slot::Name | Slot::Role | Slot::Outcome => Argument::Name(self.name(node)?),
            Slot::Host => Argument::Name(self.letters(node.span())),
            Slot::Who => Argument::Term(self.term(node)?),
            Slot::Atom => {
                let span = node.span().to(nodes[nodes.len() - 1].span());
                let head = self.name(node)?;
                let arguments: Vec<_> = nodes[1..].iter().map(|node| self.term(*node)).collect();
                let arguments = arguments.into_iter().collect::<Option<_>>()?;
                Argument::Atom(AtomExpr { head, arguments, span })
            }
            Slot::Context if node.kind() == NodeKind::Braces => {
                let mut atoms = Vec::new();
                self.braces(node, &mut atoms);
                Argument::Atoms(atoms)
            }
            Slot::Context | Slot::Atoms | Slot::Formula => Argument::Atoms(self.side(node)?),
            Slot::Sum => self.counted_sum(id, node)?,
            Slot::Count => Argument::Count(self.count(node)?),
            Slot::Number | Slot::Default => Argument::Number(self.number(node)?),
            Slot::Seats if node.kind() == NodeKind::Number => {
                let n = self.number(node)?;
                Argument::Range((n, n))
            }
            Slot::Range | Slot::Seats => {
                let mut ends = node.children();
                Argument::Range((self.number(ends.next()?)?, self.number(ends.next()?)?))
            }
            Slot::Text => Argument::Text(self.quoted(node)?),
            Slot::Texts => {
                let texts: Vec<_> = nodes.iter().map(|node| self.quoted(*node)).collect();
                Argument::Texts(texts.into_iter().collect::<Option<_>>()?)
            }
            Slot::Names => {
                let names: Option<_> = nodes.iter().map(|name| self.name(*name)).collect();
                Argument::Names(names?)
            }
            Slot::Since => {
                let rules: Option<_> = nodes[1..].iter().map(|rule| self.name(*rule)).collect();
                Argument::Names(rules?)
            }
        })
    }

    /// `free C + disc _ C = 1`
    fn counted_sum(&mut self, id: DirectiveId, node: SyntaxNode<'_>) -> Option<Argument> {
        let mut sides = node.children();
        let wrong = node.kind() != NodeKind::Compare || node.token(TokenKind::Equals).is_none();
        let (Some(sum), Some(total), false) = (sides.next(), sides.next(), wrong) else {
            self.not_in_form(id, &Misfit::Not(Slot::Sum), node.span());
            return None;
        };
        let total = self.count(total)?;
        let atoms: Vec<SyntaxNode<'_>> = match sum.kind() {
            NodeKind::Sum => sum.children().collect(),
            _ => vec![sum],
        };
        let mut out = Vec::new();
        for node in atoms {
            let atom = match node.kind() {
                NodeKind::App | NodeKind::Name => self.atom(node)?,
                _ => {
                    let message = format!("`#{}` counts atoms", id.form().name);
                    self.report(&codes::NOT_AN_ATOM, node.span(), message, "an atom belongs here");
                    return None;
                }
            };
            out.push(atom);
        }
        Some(Argument::Sum((out, total)))
    }

    pub(super) fn quoted(&mut self, node: SyntaxNode<'_>) -> Option<Text> {
        let span = node.span();
        // Without its closing quote, or with quotes of another kind, the lexer has said so.
        let whole = span.of(self.text);
        let letters = match whole.strip_prefix('"') {
            Some(rest) => rest.strip_suffix('"')?,
            None => {
                let mut inside = whole.chars();
                inside.next();
                inside.next_back();
                inside.as_str()
            }
        };
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

/// Whether something is a name that no variable has.
fn is_plain_word(word: &str) -> bool {
    word.starts_with(char::is_lowercase) && word.chars().all(|c| c.is_alphanumeric() || c == '-')
}
