//! Trying many small changes of one item: everything that cannot matter to it is left out, so that each
//! trial checks declarations and one item instead of a whole program.

use crate::Analysis;
use crate::structure::{EditError, StructureId};
use crate::tree_at::is_item;
use senet_program::UncheckedProgram;
use senet_syntax::ast::{Body, Item, SourceFile};
use senet_syntax::{Severity, Span, TextEdit, apply_edits};

/// See the module.
pub(super) struct Trial<'a> {
    analysis: &'a Analysis,
    /// What the item is checked with; `None` if the item is a declaration, which may matter anywhere.
    context: Option<Vec<Item>>,
    /// The item at the top of the file that is changed.
    item: Span,
    errors: usize,
}

impl<'a> Trial<'a> {
    /// For changes of the item around a node.
    pub(super) fn new(analysis: &'a Analysis, node: StructureId) -> Result<Trial<'a>, EditError> {
        let path = analysis.path_of(node)?;
        let top = path.iter().find(|n| is_item(n.kind())).ok_or(EditError::UnknownNode)?;
        let item = top.span();
        let all = &analysis.unchecked().ast().items;
        let own = all.iter().find(|i| span_of(i) == item);
        let alone = own.is_some_and(|i| match i {
            Item::Stage(_) | Item::Context(_) | Item::Family(_) => true,
            Item::Rule(rule) => matches!(rule.body, Body::Forward { .. }),
            _ => false,
        });
        let mut trial = Trial { analysis, context: None, item, errors: 0 };
        if alone {
            trial.context = Some(all.iter().filter_map(|i| trial.kept(i)).collect());
            trial.errors = trial.count(item.of(analysis.text())).unwrap_or(0);
        }
        Ok(trial)
    }

    /// What an item needs around it: declarations, backward rules, the names of stages and contexts,
    /// and the directives that rules are checked by.
    fn kept(&self, item: &Item) -> Option<Item> {
        if span_of(item) == self.item {
            return None;
        }
        match item {
            Item::Declare(_) | Item::Range(_) | Item::Board(_) => Some(item.clone()),
            Item::Rule(rule) => matches!(rule.body, Body::Backward { .. }).then(|| item.clone()),
            Item::Stage(stage) => {
                let mut stage = stage.clone();
                stage.items.clear();
                Some(Item::Stage(stage))
            }
            Item::Context(context) => {
                let mut context = context.clone();
                context.atoms.clear();
                Some(Item::Context(context))
            }
            Item::Directive(directive) => {
                let matters = ["option", "players", "interactive", "chooser", "hidden", "legend"];
                matters.contains(&directive.name()).then(|| item.clone())
            }
            Item::Family(_) => None,
        }
    }

    /// Whether some edits lead to no new error.
    pub(super) fn accepts(&self, edits: &[TextEdit]) -> bool {
        let inside = |e: &TextEdit| self.item.start <= e.span.start && e.span.end <= self.item.end;
        if self.context.is_none() || !edits.iter().all(inside) {
            return self.analysis.verify(edits).is_ok();
        }
        let shifted = edits.iter().map(|e| {
            let span = Span::new(e.span.start - self.item.start, e.span.end - self.item.start);
            TextEdit::new(span, e.text.as_str())
        });
        let shifted: Vec<TextEdit> = shifted.collect();
        let text = apply_edits(self.item.of(self.analysis.text()), &shifted);
        text.and_then(|text| self.count(&text)).is_some_and(|errors| errors <= self.errors)
    }

    /// How many errors there are with this text as the item; `None` if it cannot be read.
    fn count(&self, text: &str) -> Option<usize> {
        let parse = senet_syntax::parse(text);
        if !parse.diagnostics.is_empty() {
            return None;
        }
        let mut items = self.context.clone().unwrap_or_default();
        items.extend(parse.file.items);
        let checked =
            UncheckedProgram::from_ast(SourceFile { items }).check(&self.analysis.options);
        Some(checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).count())
    }
}

fn span_of(item: &Item) -> Span {
    match item {
        Item::Declare(declare) => declare.span,
        Item::Rule(rule) => rule.span,
        Item::Stage(stage) => stage.span,
        Item::Context(context) => context.span,
        Item::Directive(directive) => directive.span,
        Item::Range(range) => range.span,
        Item::Board(board) => board.span,
        Item::Family(family) => family.span,
    }
}
