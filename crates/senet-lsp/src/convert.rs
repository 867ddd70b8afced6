//! Between places as we count them, in bytes, and as editors do: lines and UTF-16 columns.

use crate::documents::View;
use crate::messages::{LspEdit, Position, Range};
use senet_syntax::{LineColumn, LineIndex, Span, TextEdit};
use serde::Serialize;
use serde_json::Value;

/// A text with its lines.
#[derive(Clone, Copy)]
pub(crate) struct Places<'t> {
    pub(crate) text: &'t str,
    pub(crate) lines: &'t LineIndex,
}

impl<'t> Places<'t> {
    pub(crate) fn of(view: &'t View) -> Places<'t> {
        Places { text: view.analysis.text(), lines: view.analysis.lines() }
    }

    pub(crate) fn position(self, offset: u32) -> Position {
        let place = self.lines.utf16(self.text, offset);
        Position { line: place.line, character: place.column }
    }

    pub(crate) fn range(self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    pub(crate) fn offset(self, place: Position) -> u32 {
        let place = LineColumn { line: place.line, column: place.character };
        self.lines.offset(self.text, place)
    }

    pub(crate) fn span(self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span { start, end: end.max(start) }
    }

    pub(crate) fn edit(self, edit: &TextEdit) -> LspEdit {
        LspEdit { range: self.range(edit.span), new_text: edit.text.clone() }
    }

    pub(crate) fn edits(self, edits: &[TextEdit]) -> Vec<LspEdit> {
        edits.iter().map(|edit| self.edit(edit)).collect()
    }
}

/// As JSON.
pub(crate) fn json(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("messages are made of texts and numbers")
}
