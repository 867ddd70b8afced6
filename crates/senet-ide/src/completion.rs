//! Completion: what can stand at a place, with what fits the type first.
//!
//! The text is read once more with a name at the cursor, and the index says what that name would be:
//! a predicate in a premise, an argument of some type, a stage of a link, and so on.

mod candidates;
mod places;

use crate::Analysis;
use crate::directive::DIRECTIVES;
use crate::index::{Entity, holes};
use crate::marked::{Marked, floor};
use crate::tree_at::touching;
use candidates::Candidates;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::NodeKind;
use senet_syntax::{Span, TextEdit};
use serde::Serialize;

/// What a completion inserts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompletionKind {
    /// A variable of the rule.
    Variable,
    /// A constant or constructor.
    Constant,
    /// A predicate.
    Predicate,
    /// A relation that comes with a board.
    Relation,
    /// A type.
    Type,
    /// A stage.
    Stage,
    /// A context.
    Context,
    /// A rule.
    Rule,
    /// An option.
    Option,
    /// A directive.
    Directive,
    /// A word of the language.
    Keyword,
    /// A whole item to be filled in.
    Snippet,
}

/// Something that can be written at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// What a menu shows.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// Its type or declaration, in a few words.
    pub detail: Option<String>,
    /// What it is for, in Markdown.
    pub documentation: Option<String>,
    /// What is written, in place of what stands there so far.
    pub edit: TextEdit,
    /// The same with places to fill in, as editors write them: `disc ${1:player} ${2:cell}`.
    pub snippet: Option<String>,
    /// How well it fits: lower is better. The list is sorted by it.
    pub rank: u32,
}

impl Analysis {
    /// What can be written at a byte, the best first.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "player : type. x : player. o : player. turn player : pred.\n\
    ///             stage s = { r : turn P * turn  -o . }";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let at = text.find("  -o").unwrap() as u32 + 1;
    /// let labels: Vec<_> = analysis.completions(at).into_iter().map(|c| c.label).collect();
    /// assert_eq!(labels, ["P", "_", "x", "o"]);
    /// ```
    pub fn completions(&self, offset: u32) -> Vec<Completion> {
        let offset = floor(self.text(), offset);
        if let Some(found) = self.directive_names(offset) {
            return found;
        }
        if let Some(found) = self.label_holes(offset) {
            return found;
        }
        let Some(marked) = Marked::new(self, offset) else { return Vec::new() };
        let mut out = Candidates::new(self, &marked);
        out.collect();
        out.finish()
    }

    /// `#` and the beginning of a name.
    fn directive_names(&self, offset: u32) -> Option<Vec<Completion>> {
        let directive = |k| matches!(k, TokenKind::Directive | TokenKind::BadDirective);
        let token = touching(&self.tree, offset, directive)?;
        if token.span.start == offset {
            return None;
        }
        let written = Span::new(token.span.start, offset).of(self.text());
        let fits = DIRECTIVES.iter().filter(|form| {
            let name = form.name;
            name.starts_with(&written[1..]) || written.len() > 3 && name.contains(&written[1..])
        });
        let complete = |form: &crate::directive::DirectiveForm| Completion {
            label: format!("#{}", form.name),
            kind: CompletionKind::Directive,
            detail: Some(form.forms.join(" ")),
            documentation: Some(form.about.to_owned()),
            edit: TextEdit::new(token.span, format!("#{}", form.name)),
            snippet: Some(places::snippet(form.forms[0])),
            rank: 0,
        };
        Some(fits.map(complete).collect())
    }

    /// The variables of a rule in the braces of its label.
    fn label_holes(&self, offset: u32) -> Option<Vec<Completion>> {
        let text = |k| matches!(k, TokenKind::Text | TokenKind::BadText);
        let token = touching(&self.tree, offset, text)?;
        let inside = token.span.start < offset && offset < token.span.end;
        if !inside && token.kind == TokenKind::Text {
            return None;
        }
        let item = crate::tree_at::item_at(&self.tree, token.span.start, true)?;
        let head = self.tree.tokens()[item.token_range().start].span.of(self.text());
        let before = Span::new(token.span.start, offset).of(self.text());
        let open = before.rfind('{').filter(|at| !before[*at..].contains('}'));
        let (Some(open), "#label", NodeKind::DirectiveItem) = (open, head, item.kind()) else {
            return Some(Vec::new());
        };
        let start = token.span.start + open as u32 + 1;
        let rule = item.child()?.span().of(self.text());
        let rules = (0u32..).zip(&self.index.rules);
        let named = rules.filter(|(_, r)| r.name.is_some_and(|n| n.of(self.text()) == rule));
        let mut variables = Vec::new();
        for (i, _) in named {
            let mut at = Some(i);
            while let Some(rule) = at {
                variables.extend(self.index.variables(rule));
                at = self.index.rules[rule as usize].outer;
            }
        }
        let end = holes(token.span, self.text())
            .into_iter()
            .find(|(_, place)| place.start == start)
            .map_or(offset, |(_, place)| place.end);
        let close = if self.text()[end as usize..].starts_with('}') { "" } else { "}" };
        let mut out: Vec<Completion> = Vec::new();
        for id in variables {
            let symbol = self.index.symbol(id);
            let Entity::Variable { ty, .. } = symbol.entity else { continue };
            if out.iter().any(|c| *c.label == *symbol.name) {
                continue;
            }
            out.push(Completion {
                label: symbol.name.to_string(),
                kind: CompletionKind::Variable,
                detail: self.expected_name(ty).map(str::to_owned),
                documentation: None,
                edit: TextEdit::new(Span::new(start, end), format!("{}{close}", symbol.name)),
                snippet: None,
                rank: 0,
            });
        }
        Some(out)
    }
}
