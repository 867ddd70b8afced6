//! Extracting a derived predicate from some premises of a rule.

use crate::Analysis;
use crate::actions::{ActionKind, CodeAction, touches};
use crate::index::{Access, Entity, Space, SymbolId};
use crate::lists::{bare_text, rule_sides};
use crate::tree_at::item_at;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Span, TextEdit};

impl Analysis {
    /// The selected premises become a backward rule, and a query for it takes their place. Only what
    /// reads can be extracted, and only several premises are worth it.
    pub(super) fn extract_derived(&self, range: Span, out: &mut Vec<CodeAction>) {
        if range.start == range.end {
            return;
        }
        let tree = &self.tree;
        let Some(item) = item_at(tree, range.start, true) else { return };
        if item.contains(NodeKind::Error) {
            return;
        }
        let Some((left, _)) = rule_sides(item) else { return };
        if left.flattening(self.text()).is_some() {
            return;
        }
        let inner = |n: &SyntaxNode<'_>| n.span().start < range.end && range.start < n.span().end;
        let parts = left.parts().into_iter().map(|(n, _)| n);
        let parts: Vec<SyntaxNode<'_>> = parts.filter(inner).collect();
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        let selected = first.span().to(last.span());
        if parts.len() < 2 || !parts.iter().all(|part| self.only_reads(*part)) {
            return;
        }
        let Some(variables) = self.shared_variables(selected, item.span()) else { return };
        let name = self.fresh_name(Space::Predicate, "derived");
        let mut types = String::new();
        let mut arguments = String::new();
        for id in variables {
            let symbol = self.index.symbol(id);
            let Entity::Variable { ty, .. } = symbol.entity else { return };
            let Some(ty) = self.expected_name(ty) else { return };
            types.push_str(&format!(" {ty}"));
            arguments.push_str(&format!(" {}", symbol.name));
        }
        let goals: Vec<String> = parts.iter().map(|part| self.as_goal(*part)).collect();
        let clause = format!("{name}{arguments} <- {}.", goals.join(" * "));
        let before = item_at(tree, range.start, false).map_or(0, |item| item.span().start);
        let mut edits =
            vec![TextEdit::insert(before, format!("{name}{types} : bwd.\n{clause}\n\n"))];
        let letters = format!("{name}{arguments}");
        edits.push(TextEdit::new(selected, letters));
        if self.checked_after(&edits).is_none() {
            return;
        }
        let title = format!("extract these premises as the derived predicate `{name}`");
        out.push(CodeAction::new(ActionKind::Extract, title, edits));
    }

    /// Whether a premise takes nothing and asks the host for nothing, and has no comment in it.
    fn only_reads(&self, part: SyntaxNode<'_>) -> bool {
        let stages = part.kind() == NodeKind::StageRef || part.span().of(self.text()) == "qui";
        let takes = |access| matches!(access, Access::Take | Access::Sense | Access::Make);
        let mut places = self.index.within(part.span()).iter();
        !stages && !places.any(|o| takes(o.access))
    }

    /// A premise as a goal: everything is only read there, so `$` is left out.
    fn as_goal(&self, part: SyntaxNode<'_>) -> String {
        let letters = bare_text(&self.tree, part.span(), self.text());
        letters.strip_prefix('$').unwrap_or(&letters).trim_start().to_owned()
    }

    /// The variables of a range that stand elsewhere in their rule too, or that a directive names;
    /// `None` if the range has a variable that belongs to a block around it.
    fn shared_variables(&self, selected: Span, rule: Span) -> Option<Vec<SymbolId>> {
        let mut out: Vec<SymbolId> = Vec::new();
        let inside = |span: Span| touches(span, selected) && span.start >= selected.start;
        for place in self.index.within(selected) {
            let symbol = self.index.symbol(place.symbol);
            let Entity::Variable { family, .. } = symbol.entity else { continue };
            let outside = self.index.places(place.symbol).any(|o| !inside(o.span));
            if (outside || family) && !out.contains(&place.symbol) {
                let whole = self
                    .index
                    .places(place.symbol)
                    .all(|o| family || touches(o.span, rule) || o.access == Access::Mention);
                whole.then_some(())?;
                out.push(place.symbol);
            }
        }
        Some(out)
    }
}
