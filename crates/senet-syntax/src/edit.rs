//! Changes of a text: byte ranges that are replaced.

use crate::span::Span;
use serde::{Deserialize, Serialize};

/// Replaces a range of bytes; an empty range inserts, an empty text deletes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TextEdit {
    /// What is replaced.
    pub span: Span,
    /// What stands there instead.
    pub text: String,
}

impl TextEdit {
    /// Writes `text` in place of a range.
    pub fn new(span: Span, text: impl Into<String>) -> TextEdit {
        TextEdit { span, text: text.into() }
    }

    /// Inserts `text` before a byte.
    pub fn insert(at: u32, text: impl Into<String>) -> TextEdit {
        TextEdit::new(Span::new(at, at), text)
    }

    /// Takes a range out.
    pub fn delete(span: Span) -> TextEdit {
        TextEdit::new(span, "")
    }
}

/// The text after some edits, given in any order. Insertions at one place are made in the order in
/// which they are given. `None` if two of them overlap, or one does not lie in the text.
///
/// ```
/// use senet_syntax::{Span, TextEdit, apply_edits};
/// let edits = [TextEdit::insert(8, "."), TextEdit::new(Span::new(0, 1), "q")];
/// assert_eq!(apply_edits("p : pred\n", &edits).as_deref(), Some("q : pred.\n"));
/// ```
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> Option<String> {
    let mut ordered: Vec<&TextEdit> = edits.iter().collect();
    ordered.sort_by_key(|e| (e.span.start, e.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in ordered {
        let range = edit.span.range();
        out.push_str(text.get(at..range.start)?);
        out.push_str(&edit.text);
        // What lies outside of the text, or within a character, is no range of it.
        text.get(range.clone())?;
        at = range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{TextEdit, apply_edits};
    use crate::span::Span;

    #[test]
    fn edits_are_made_in_order_of_place() {
        let edits = [
            TextEdit::new(Span::new(4, 5), "x"),
            TextEdit::delete(Span::new(0, 2)),
            TextEdit::insert(4, "("),
        ];
        assert_eq!(apply_edits("abcdef", &edits).as_deref(), Some("cd(xf"));
    }

    #[test]
    fn edits_that_do_not_fit_are_refused() {
        let overlapping = [TextEdit::delete(Span::new(0, 3)), TextEdit::delete(Span::new(2, 4))];
        assert_eq!(apply_edits("abcdef", &overlapping), None);
        assert_eq!(apply_edits("ab", &[TextEdit::insert(3, "x")]), None);
        assert_eq!(apply_edits("é", &[TextEdit::insert(1, "x")]), None);
    }
}
