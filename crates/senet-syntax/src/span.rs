//! Where in a text something stands: byte ranges, and lines and columns for people.

use serde::{Deserialize, Serialize};

/// A range of bytes in the text of one file.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
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
    /// How many characters stand before each block of [`BLOCK`] bytes, and how many UTF-16 units.
    counted: Vec<Counted>,
}

/// Lengths of a text in other units than bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    characters: u32,
    units: u32,
}

/// A place as editors and the language server protocol count it: both from 0, the column in UTF-16
/// units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Characters are counted in advance for blocks of this many bytes.
const BLOCK: usize = 1024;

impl LineIndex {
    /// Indexes the lines of a text.
    pub fn new(text: &str) -> LineIndex {
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect();
        let mut total = Counted::default();
        let count = |block: &[u8]| {
            let before = total;
            total = total.and(block);
            before
        };
        let counted = text.as_bytes().chunks(BLOCK).map(count).collect();
        LineIndex { starts, counted }
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
            self.before(text, offset).characters - self.before(text, self.starts[line]).characters;
        (line + 1, before as usize + 1)
    }

    /// The place of a byte for an editor. A byte inside of a character is taken for its first.
    pub fn utf16(&self, text: &str, offset: u32) -> LineColumn {
        let mut offset = offset.min(text.len() as u32);
        while !text.is_char_boundary(offset as usize) {
            offset -= 1;
        }
        let line = self.line(offset);
        let column = self.before(text, offset).units - self.before(text, self.starts[line]).units;
        LineColumn { line: line as u32, column }
    }

    /// The byte at an editor's place. What lies beyond the end of a line is its end, and what lies
    /// beyond the last line is the end of the text.
    pub fn offset(&self, text: &str, place: LineColumn) -> u32 {
        let line = place.line as usize;
        let start = self.start(line, text);
        let end = self.start(line + 1, text);
        let letters = text[start..end].trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (at, letter) in letters.char_indices() {
            units += letter.len_utf16() as u32;
            if units > place.column {
                return (start + at) as u32;
            }
        }
        (start + letters.len()) as u32
    }

    fn before(&self, text: &str, offset: u32) -> Counted {
        let offset = offset as usize;
        // The end of a text of whole blocks is in no block: then the last one is counted.
        let block = (offset / BLOCK).min(self.counted.len().saturating_sub(1));
        let counted = self.counted.get(block).copied().unwrap_or_default();
        counted.and(&text.as_bytes()[block * BLOCK..offset])
    }
}

impl Counted {
    /// With more bytes. Each character begins with a byte of its own; those of four bytes are two
    /// units.
    fn and(self, bytes: &[u8]) -> Counted {
        let begin = bytes.iter().filter(|b| **b & 0xC0 != 0x80).count() as u32;
        let wide = bytes.iter().filter(|b| **b >= 0xF0).count() as u32;
        Counted { characters: self.characters + begin, units: self.units + begin + wide }
    }
}

#[cfg(test)]
mod tests {
    use super::{LineColumn, LineIndex, Span};

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

    #[test]
    fn editors_count_utf16_units_from_zero() {
        let text = "é😀x\r\ny";
        let index = LineIndex::new(text);
        for (offset, line, column) in [(0, 0, 0), (2, 0, 1), (6, 0, 3), (7, 0, 4), (9, 1, 0)] {
            let place = LineColumn { line, column };
            assert_eq!(index.utf16(text, offset), place);
            assert_eq!(index.offset(text, place), offset);
        }
        let place = |line, column| LineColumn { line, column };
        assert_eq!(index.offset(text, place(0, 99)), 7, "the end of the line");
        assert_eq!(index.offset(text, place(0, 2)), 2, "the middle of a pair is its beginning");
        assert_eq!(index.offset(text, place(9, 0)), text.len() as u32);
        assert_eq!(index.utf16(text, 3), place(0, 1), "inside of a character");
    }
}
