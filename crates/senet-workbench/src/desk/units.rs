//! Places in a text: bytes here, UTF-16 code units on the page.

use crate::protocol::PageEdit;
use senet_syntax::{Span, TextEdit};
use serde_json::Value;

/// Converts places of one text, both ways. Costs nothing for texts in ASCII, and four bytes for each
/// byte of others.
#[derive(Debug, Default)]
pub(crate) struct Units {
    /// For each byte, the number of UTF-16 units before it; `None` if both count alike.
    before: Option<Vec<u32>>,
    bytes: u32,
}

impl Units {
    pub(crate) fn new(text: &str) -> Units {
        let bytes = text.len() as u32;
        if text.is_ascii() {
            return Units { before: None, bytes };
        }
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for letter in text.chars() {
            before.extend(std::iter::repeat_n(units, letter.len_utf8()));
            units += letter.len_utf16() as u32;
        }
        before.push(units);
        Units { before: Some(before), bytes }
    }

    /// A byte as a place of the page.
    pub(crate) fn out(&self, byte: u32) -> u32 {
        let byte = byte.min(self.bytes);
        self.before.as_ref().map_or(byte, |before| before[byte as usize])
    }

    /// A place of the page as a byte, at the beginning of a character.
    pub(crate) fn byte(&self, unit: u32) -> u32 {
        let Some(before) = &self.before else { return unit.min(self.bytes) };
        let at = before.partition_point(|units| *units < unit);
        at.min(self.bytes as usize) as u32
    }

    pub(crate) fn range(&self, span: Span) -> (u32, u32) {
        (self.out(span.start), self.out(span.end))
    }

    pub(crate) fn edit(&self, edit: &TextEdit) -> PageEdit {
        let (from, to) = self.range(edit.span);
        PageEdit { from, to, insert: edit.text.clone() }
    }

    pub(crate) fn edits(&self, edits: &[TextEdit]) -> Vec<PageEdit> {
        edits.iter().map(|edit| self.edit(edit)).collect()
    }

    /// Converts every span in plain data: objects with `start` and `end` and nothing else.
    pub(crate) fn convert(&self, value: &mut Value) {
        if self.before.is_none() {
            return;
        }
        match value {
            Value::Array(all) => all.iter_mut().for_each(|one| self.convert(one)),
            Value::Object(map) => {
                let number = |key| map.get(key).and_then(Value::as_u64);
                match (map.len(), number("start"), number("end")) {
                    (2, Some(start), Some(end)) => {
                        map["start"] = self.out(start as u32).into();
                        map["end"] = self.out(end as u32).into();
                    }
                    _ => map.values_mut().for_each(|one| self.convert(one)),
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Units;

    #[test]
    fn places_are_converted_both_ways() {
        let text = "aä𝄞b";
        let units = Units::new(text);
        assert_eq!([0, 1, 3, 7, 8].map(|byte| units.out(byte)), [0, 1, 2, 4, 5]);
        assert_eq!([0, 1, 2, 4, 5].map(|unit| units.byte(unit)), [0, 1, 3, 7, 8]);
        assert_eq!(units.byte(3), 7, "the middle of a pair is its end");
        assert_eq!(units.byte(99), 8);
        let mut data = serde_json::json!({ "span": { "start": 3, "end": 7 }, "start": 7 });
        units.convert(&mut data);
        assert_eq!(data, serde_json::json!({ "span": { "start": 2, "end": 4 }, "start": 7 }));
    }
}
