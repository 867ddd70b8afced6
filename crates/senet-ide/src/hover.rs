//! Hover: what is known about a place, in Markdown.

use crate::Analysis;
use crate::directive::directive_help;
use crate::index::{Entity, Space, SymbolId};
use crate::tree_at::touching;
use crate::words::meaning;
use senet_program::modes::Mode;
use senet_program::{PredId, PredKind, StageId, TypeId, TypeShape};
use senet_syntax::Span;
use senet_syntax::lexer::TokenKind;
use serde::Serialize;
use std::fmt::Write;

/// What is known about a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hover {
    /// What it is about.
    pub span: Span,
    /// What is known, in Markdown.
    pub markdown: String,
}

/// How many values of a type are listed.
const MOST_VALUES: usize = 12;

impl Analysis {
    /// What is known about the name, word or sign at a byte, and about a mistake there.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "% whose turn it is\nturn : pred.\nstage s = { pass : turn -o turn. }";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let hover = analysis.hover(text.rfind("turn").unwrap() as u32).unwrap();
    /// assert!(hover.markdown.contains("turn : pred."));
    /// assert!(hover.markdown.contains("whose turn it is"));
    /// assert!(hover.markdown.contains("taken by `pass` in `s`"));
    /// ```
    pub fn hover(&self, offset: u32) -> Option<Hover> {
        let mut parts: Vec<String> = Vec::new();
        let mut span = None;
        if let Some(found) = self.name_at(offset) {
            span = Some(found.span);
            parts.extend(self.about_symbol(found.symbol));
        } else if let Some(token) = touching(&self.tree, offset, |k| !k.is_trivia())
            && self.is_own(token.span)
        {
            let letters = token.span.of(self.text());
            let about = match token.kind {
                TokenKind::Directive => directive_help(&letters[1..]),
                _ => self.about_word(letters, token.span),
            };
            if let Some(about) = about {
                span = Some(token.span);
                parts.push(about);
            }
        }
        for diagnostic in self.diagnostics() {
            let place = diagnostic.span();
            if place.start <= offset && offset <= place.end {
                span = span.or(Some(place));
                let code = diagnostic.code.0;
                parts.push(format!("**{}** {}: {}", code.id, code.title, code.story));
            }
        }
        Some(Hover { span: span?, markdown: parts.join("\n\n") })
    }

    fn about_word(&self, letters: &str, span: Span) -> Option<String> {
        let shape = senet_program::relations::ShapeKind::named(letters);
        let board = crate::tree_at::item_at(&self.tree, span.start, true)
            .is_some_and(|n| n.kind() == senet_syntax::tree::NodeKind::BoardItem);
        if let (true, Some(shape)) = (board, shape) {
            return Some(format!("{}\n\n{}", code(shape.form), shape.about));
        }
        let options = senet_program::relations::BOARD_OPTIONS.iter();
        if let (true, Some((_, form, about))) =
            (board, options.clone().find(|(name, ..)| *name == letters))
        {
            return Some(format!("{}\n\n{about}", code(form)));
        }
        let word = meaning(letters)?;
        Some(format!("{}\n\n{}", code(word.form), word.about))
    }

    fn about_symbol(&self, id: SymbolId) -> Vec<String> {
        let symbol = self.index.symbol(id);
        let mut out = vec![code(&self.signature_of(id))];
        if let (Some(place), false) = (symbol.definition, symbol.space == Space::Variable) {
            out.extend(self.documentation_at(place).filter(|_| !symbol.given));
        }
        match symbol.entity {
            Entity::Type(ty) => out.extend(self.about_type(ty)),
            Entity::Constant(c) => {
                let constructor = &self.declared().constructors[c.index()];
                let label = constructor.label.as_ref().map(|l| format!("shown as “{l}”"));
                out.extend(label);
            }
            Entity::Predicate(p) => out.extend(self.about_predicate(p)),
            Entity::Relation(relation) => out.push(relation.about.to_owned()),
            Entity::Stage(stage) => out.extend(self.about_stage(stage, id)),
            Entity::Rule => out.extend(self.about_rules(&symbol.name)),
            Entity::Variable { family: true, .. } => {
                out.push("the variable of a family: one rule for each value".to_owned());
            }
            Entity::Unknown => out.push("not declared".to_owned()),
            Entity::Context | Entity::Option | Entity::Variable { .. } => {}
        }
        if matches!(symbol.space, Space::Predicate | Space::Context) {
            let usage = self.usage(id);
            if !usage.is_empty() {
                out.push(usage.iter().map(|line| format!("- {line}\n")).collect());
            }
        }
        out
    }

    fn about_type(&self, ty: TypeId) -> Option<String> {
        let declared = self.declared();
        let found = declared.types.get(ty.index())?;
        let values = &found.constructors;
        let names = values.iter().take(MOST_VALUES);
        let names: Vec<&str> =
            names.map(|c| declared.constructors[c.index()].name.as_str()).collect();
        Some(match found.shape {
            TypeShape::Natural => "the natural numbers, from 0 on".to_owned(),
            TypeShape::Peano { .. } => "natural numbers, written as digits too".to_owned(),
            TypeShape::Range { low, high } => format!("the numbers from {low} to {high}"),
            _ if values.is_empty() => "without values so far".to_owned(),
            _ => {
                let more = values.len() - names.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("values: `{}`{more}", names.join("`, `"))
            }
        })
    }

    fn about_predicate(&self, id: PredId) -> Vec<String> {
        let predicate = &self.declared().predicates[id.index()];
        let mut out = Vec::new();
        if predicate.given {
            out.push(match predicate.name.as_str() {
                "next" => "the player after another, once round the table".to_owned(),
                _ => "the players who sit".to_owned(),
            });
        }
        if let Some(host) = &predicate.host {
            out.push(format!("bound to `{host}` of the host"));
        }
        if predicate.kind == PredKind::Derived {
            out.extend(self.modes_of(id));
        }
        out
    }

    /// How a derived predicate is asked: `+` for what is known, `-` for what is found.
    fn modes_of(&self, id: PredId) -> Option<String> {
        let program = self.program()?;
        let predicate = program.predicate(id);
        if program.modes().is_table(id) {
            return Some("a table of facts, asked in any direction".to_owned());
        }
        let mut out = String::new();
        for (known, mode) in program.modes().queries(id) {
            let signs = (0..predicate.arguments.len())
                .map(|i| if i < 64 && known & 1 << i != 0 { " +" } else { " -" });
            let ends = match mode {
                Mode::Finite => "",
                Mode::Unsure => "; the search may not end by itself",
            };
            let _ =
                writeln!(out, "- asked as `{}{}`{ends}", predicate.name, signs.collect::<String>());
        }
        (!out.is_empty()).then_some(out)
    }

    fn about_stage(&self, id: StageId, symbol: SymbolId) -> Vec<String> {
        let stage = &self.declared().stages[id.index()];
        let who = if stage.interactive { "players choose here" } else { "runs by itself" };
        let order = if stage.ordered { ", rules in order" } else { "" };
        let rules = self.index.rules.iter().filter(|r| r.stage == Some(symbol));
        let (steps, links): (Vec<_>, Vec<_>) =
            rules.partition(|r| r.kind == crate::index::RuleKind::Step);
        let steps = steps.iter().filter(|r| r.kind == crate::index::RuleKind::Step).count();
        let links = links.iter().filter(|r| r.kind == crate::index::RuleKind::Link).count();
        vec![format!("{who}{order}; {steps} rules, {links} links out of it")]
    }

    fn about_rules(&self, name: &str) -> Vec<String> {
        let Some(program) = self.program() else { return Vec::new() };
        let mut out = Vec::new();
        let rules = program.rules().iter().filter(|r| r.span.of(self.full_text()) == name);
        for rule in rules.take(1) {
            out.extend(rule.label.as_ref().map(|l| format!("shown as “{l}”")));
            if rule.weight != 1 {
                out.push(format!("weighs {} times as much as others", rule.weight));
            }
        }
        out
    }
}

/// A line of the language in Markdown.
fn code(text: &str) -> String {
    format!("```cep\n{text}\n```")
}
