//! Removal of a declaration together with its uses: they go too, or another set takes its place.

use super::StructureId;
use super::edit::{EditError, Edited, difference};
use crate::Analysis;
use crate::index::Space;
use crate::lists::{List, path_to};
use crate::tree_at::is_item;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Span, TextEdit, apply_edits};

/// More uses than this are not followed.
const MOST_USES: usize = 2_000;

/// A name that goes, and what it is looked up as.
type Doomed = (Space, String);

impl Analysis {
    /// Takes a set, value, predicate, stage or context out, and what uses it: atoms of a start alone, else the
    /// whole rule, declaration or directive; and what uses those. With `instead`, another set takes its
    /// place, and the values of the old one are values of the other.
    ///
    /// Uses are removed one after the other, each from the text that the removal before has left; names
    /// that go are a worklist. Cost: reading the text again for each use.
    pub(super) fn remove_with_uses(&self, id: StructureId, instead: Option<&str>) -> Edited {
        let node = self.node_of(id)?;
        let nameless = EditError::NotApplicable("it has no name");
        let place = self.name_of(node).ok_or(nameless.clone())?;
        let symbol = self.index.exactly(place).ok_or(nameless)?.symbol;
        let symbol = self.index.symbol(symbol);
        let mut doomed = vec![(symbol.space, symbol.name.to_string())];
        let mut text = self.text().to_owned();
        if let Some(other) = instead {
            text = self.replaced(node, place, other)?;
            doomed.clear();
        }
        let lost = EditError::NotApplicable("its uses cannot be taken out one by one");
        for _ in 0..MOST_USES {
            if doomed.is_empty() {
                break;
            }
            let now = Analysis::new(&text, &self.options);
            let Some(edits) = now.next_removal(&mut doomed)? else { break };
            text = apply_edits(&text, &edits).ok_or(lost.clone())?;
        }
        Ok(vec![difference(self.text(), &text)])
    }

    /// The text with another set instead of this one.
    fn replaced(
        &self,
        node: SyntaxNode<'_>,
        place: Span,
        other: &str,
    ) -> Result<String, EditError> {
        let known = self.index.symbols.iter().any(|s| s.space == Space::Type && *s.name == *other);
        let symbol = self.index.exactly(place).map(|found| found.symbol);
        let is_set = symbol.is_some_and(|s| self.index.symbol(s).space == Space::Type);
        if !known || !is_set {
            return Err(EditError::NotApplicable("only a set can take the place of a set"));
        }
        let mut edits = self.item_removal(node);
        let uses = symbol.into_iter().flat_map(|s| self.index.places(s));
        let uses = uses.filter(|use_| use_.span != place && self.is_own(use_.span));
        edits.extend(uses.map(|use_| TextEdit::new(use_.span, other)));
        edits.sort_by_key(|edit| edit.span.start);
        apply_edits(self.text(), &edits).ok_or(EditError::NotApplicable("its edits overlap"))
    }

    /// How to take out the first place where a name that goes is written; more names go where a
    /// declaration goes. `None` if there is no such place.
    fn next_removal(&self, doomed: &mut Vec<Doomed>) -> Result<Option<Vec<TextEdit>>, EditError> {
        let goes = |symbol: &crate::index::Symbol| {
            doomed.iter().any(|(space, name)| *space == symbol.space && **name == *symbol.name)
        };
        let place = self
            .index
            .occurrences
            .iter()
            .find(|found| self.is_own(found.span) && goes(self.index.symbol(found.symbol)));
        let Some(place) = place else { return Ok(None) };
        let wrong = EditError::NotApplicable("one of its uses cannot be taken out");
        let at = self.tree.nodes().find(|n| n.kind() == NodeKind::Name && n.span() == place.span);
        let at = at.ok_or(wrong.clone())?;
        let path = path_to(&self.tree, at.index()).ok_or(wrong.clone())?;
        let inner = path.iter().rposition(|n| is_item(n.kind())).ok_or(wrong.clone())?;
        let item = path[inner];
        // An atom of a start goes alone.
        let start = match item.kind() {
            NodeKind::ContextItem => true,
            NodeKind::DirectiveItem => item.span().of(self.text()).starts_with("#trace"),
            _ => false,
        };
        if start && self.name_of(item) != Some(place.span) {
            let around = (inner + 1..path.len()).rev().filter_map(|depth| {
                let list = List::around(&path[..=depth])?;
                let part = path[depth].index();
                let index = list.parts().iter().position(|(n, _)| n.index() == part)?;
                Some((list, index))
            });
            // `{ free C | C : cell }` goes as a whole: nothing would be left before its bar.
            let mut found = None;
            for (list, index) in around {
                let others = list.parts().len() > 1;
                found = Some((list, index));
                if others {
                    break;
                }
            }
            if let Some((list, index)) = found {
                return self.flat(list, index, |list, at, _| list.removal(at)).map(Some);
            }
        }
        // A declaration takes its own name with it.
        if let Some(name) = self.name_of(item)
            && let Some(found) = self.index.exactly(name)
        {
            let symbol = self.index.symbol(found.symbol);
            let own = (symbol.space, symbol.name.to_string());
            if !doomed.contains(&own) {
                doomed.push(own);
            }
        }
        Ok(Some(self.item_removal(item)))
    }
}
