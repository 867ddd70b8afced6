//! Where in a text something stands: byte ranges, and lines and columns for people.

use serde::Serialize;

/// A range of bytes in the text of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`.
    pub fn new(start: u32, end: u32) -> Span {
        debug_assert!(start <= end, "a span runs forwards");
        Span { start, end }
    }

    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range just after this one.
    pub fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// The part of `text` that this range covers.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// As a range of `usize`, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Finds the line and column of a byte quickly, also in texts that are one long line.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// How many characters stand before each block of [`BLOCK`] bytes.
    characters: Vec<u32>,
}

/// Characters are counted in advance for blocks of this many bytes.
const BLOCK: usize = 1024;

impl LineIndex {
    /// Indexes the lines of a text.
    pub fn new(text: &str) -> LineIndex {
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect();
        let mut total = 0;
        let count = |block: &[u8]| {
            let before = total;
            total += characters(block);
            before
        };
        let characters = text.as_bytes().chunks(BLOCK).map(count).collect();
        LineIndex { starts, characters }
    }

    /// The line that holds a byte, counted from 0.
    pub fn line(&self, offset: u32) -> usize {
        self.starts.partition_point(|s| *s <= offset) - 1
    }

    /// Where a line begins; the line after the last begins at the end of the text.
    pub fn start(&self, line: usize, text: &str) -> usize {
        self.starts.get(line).map_or(text.len(), |s| *s as usize)
    }

    /// Line and column for people: both from 1, columns in characters.
    pub fn line_column(&self, text: &str, offset: u32) -> (usize, usize) {
        let line = self.line(offset);
        let before =
            self.characters_before(text, offset) - self.characters_before(text, self.starts[line]);
        (line + 1, before as usize + 1)
    }

    fn characters_before(&self, text: &str, offset: u32) -> u32 {
        let offset = offset as usize;
        // The end of a text of whole blocks is in no block: then the last one is counted.
        let block = (offset / BLOCK).min(self.characters.len().saturating_sub(1));
        let counted = self.characters.get(block).copied().unwrap_or(0);
        counted + characters(&text.as_bytes()[block * BLOCK..offset])
    }
}

/// How many characters begin in some bytes.
fn characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|b| **b & 0xC0 != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::{LineIndex, Span};

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let text = "a\nbé c\n";
        let index = LineIndex::new(text);
        assert_eq!(index.line_column(text, 0), (1, 1));
        assert_eq!(index.line_column(text, 6), (2, 4));
        assert_eq!(index.line_column(text, text.len() as u32), (3, 1));
        assert_eq!(Span::new(2, 5).of(text), "bé");
        assert_eq!(LineIndex::new("").line_column("", 0), (1, 1));
    }

    #[test]
    fn columns_of_long_lines_are_right() {
        let text = "é".repeat(1024) + "x\ny";
        let index = LineIndex::new(&text);
        let end = text.len() as u32;
        assert_eq!(index.line_column(&text, 2048), (1, 1025));
        assert_eq!(index.line_column(&text, 1026), (1, 514));
        assert_eq!(index.line_column(&text, end), (2, 2));
        let whole = "é".repeat(512);
        assert_eq!(LineIndex::new(&whole).line_column(&whole, 1024), (1, 513));
    }
}
