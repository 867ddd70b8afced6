//! Characters in rows and columns, with colours.

use unicode_width::UnicodeWidthChar;

/// The colours of terminals by hue, for dark and for light paper. White is whatever stands out most,
/// and black is grey: on one of the papers neither could be seen.
pub(crate) const COLOURS: [Option<u8>; 10] = [
    Some(33),
    Some(208),
    Some(35),
    Some(170),
    Some(178),
    Some(44),
    Some(203),
    Some(245),
    Some(244),
    None,
];

/// How characters look, where colours are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Paint {
    /// One of the 256 colours of terminals.
    pub colour: Option<u8>,
    pub bold: bool,
    pub faint: bool,
    pub underline: bool,
    /// The colour fills the place, and the character is left out of it.
    pub reverse: bool,
}

impl Paint {
    pub(crate) const FAINT: Paint =
        Paint { colour: None, bold: false, faint: true, underline: false, reverse: false };

    fn code(self) -> String {
        let mut codes = vec!["0".to_owned()];
        let switches = [(self.bold, "1"), (self.faint, "2"), (self.underline, "4")];
        codes.extend(switches.iter().filter(|(on, _)| *on).map(|(_, code)| (*code).to_owned()));
        if self.reverse {
            codes.push("7".to_owned());
        }
        if let Some(colour) = self.colour {
            codes.push(format!("38;5;{colour}"));
        }
        format!("\x1b[{}m", codes.join(";"))
    }
}

/// One column of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Slot {
    /// The character; none for the second half of a wide one.
    first: Option<char>,
    /// Marks that combine with the character.
    rest: String,
    paint: Paint,
}

impl Slot {
    /// Whether nothing is to be seen; a blank looks the same in every colour that does not fill it.
    fn is_blank(&self) -> bool {
        self.first == Some(' ') && self.rest.is_empty() && !self.paint.reverse
    }
}

const BLANK: Slot = Slot {
    first: Some(' '),
    rest: String::new(),
    paint: Paint { colour: None, bold: false, faint: false, underline: false, reverse: false },
};

/// Characters in rows and columns; it grows where something is put.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Canvas {
    rows: Vec<Vec<Slot>>,
}

impl Canvas {
    /// Puts text at a column and row, and returns the column after it.
    pub(crate) fn put(&mut self, column: usize, row: usize, text: &str, paint: Paint) -> usize {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let slots = &mut self.rows[row];
        let mut at = column;
        for (c, width) in text.chars().filter_map(|c| Some((c, c.width()?))) {
            match width {
                0 if at > column => {
                    let head = (0..at).rev().find(|i| slots[*i].first.is_some());
                    slots[head.expect("this text has begun")].rest.push(c);
                }
                0 => {}
                width => {
                    clear(slots, at, width);
                    slots[at] = Slot { first: Some(c), rest: String::new(), paint };
                    for tail in &mut slots[at + 1..at + width] {
                        *tail = Slot { first: None, rest: String::new(), paint };
                    }
                    at += width;
                }
            }
        }
        at
    }

    /// Whether nothing has been put between two columns of a row.
    pub(crate) fn is_blank(&self, columns: std::ops::Range<usize>, row: usize) -> bool {
        let slots = self.rows.get(row).map_or(&[][..], Vec::as_slice);
        let end = columns.end.min(slots.len());
        slots[columns.start.min(end)..end].iter().all(Slot::is_blank)
    }

    /// The character at a place.
    pub(crate) fn at(&self, column: usize, row: usize) -> char {
        let slot = self.rows.get(row).and_then(|slots| slots.get(column));
        slot.and_then(|s| s.first).unwrap_or(' ')
    }

    /// The widest row.
    pub(crate) fn width(&self) -> usize {
        self.rows.iter().map(|row| filled(row)).max().unwrap_or(0)
    }

    /// How many rows there are.
    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Takes away empty rows at the end.
    pub(crate) fn trim(&mut self) {
        while self.rows.last().is_some_and(|row| filled(row) == 0) {
            self.rows.pop();
        }
    }

    /// Copies another canvas to a column and row.
    pub(crate) fn paste(&mut self, column: usize, row: usize, other: &Canvas) {
        let height = row + other.rows.len();
        if self.rows.len() < height {
            self.rows.resize(height, Vec::new());
        }
        for (slots, new) in self.rows[row..].iter_mut().zip(&other.rows) {
            clear(slots, column, new.len());
            slots[column..column + new.len()].clone_from_slice(new);
        }
    }

    /// The columns from one to another, as a canvas of their own.
    pub(crate) fn columns(&self, columns: std::ops::Range<usize>) -> Canvas {
        let cut = |row: &Vec<Slot>| {
            let end = columns.end.min(row.len());
            let mut slots = row[columns.start.min(end)..end].to_vec();
            // A wide character at the cut goes as a whole.
            if let Some(first) = slots.first_mut().filter(|s| s.first.is_none()) {
                *first = BLANK;
            }
            if row.get(end).is_some_and(|s| s.first.is_none())
                && let Some(last) = slots.last_mut()
            {
                *last = BLANK;
            }
            slots
        };
        Canvas { rows: self.rows.iter().map(cut).collect() }
    }

    /// The rows as text, without blanks at their ends.
    pub(crate) fn lines(&self, colour: bool) -> Vec<String> {
        self.rows.iter().map(|row| line(&row[..filled(row)], colour)).collect()
    }
}

fn line(slots: &[Slot], colour: bool) -> String {
    let mut out = String::new();
    let mut now = Paint::default();
    for slot in slots {
        let Some(first) = slot.first else {
            continue;
        };
        let paint = if slot.is_blank() { Paint::default() } else { slot.paint };
        if colour && paint != now {
            out.push_str(&paint.code());
            now = paint;
        }
        out.push(first);
        out.push_str(&slot.rest);
    }
    if now != Paint::default() {
        out.push_str("\x1b[0m");
    }
    out
}

/// How many slots there are without the blanks at the end.
fn filled(row: &[Slot]) -> usize {
    row.iter().rposition(|s| !s.is_blank()).map_or(0, |last| last + 1)
}

/// Makes room for something new, and takes away what would be left of wide characters.
fn clear(slots: &mut Vec<Slot>, at: usize, width: usize) {
    if slots.len() < at + width {
        slots.resize(at + width, BLANK);
    }
    if width > 0 && slots[at].first.is_none() {
        slots[at - 1] = BLANK;
    }
    if slots.get(at + width).is_some_and(|s| s.first.is_none()) {
        slots[at + width] = BLANK;
    }
    slots[at..at + width].fill(BLANK);
}

#[cfg(test)]
mod tests {
    use super::{Canvas, Paint};

    #[test]
    fn wide_and_combining_characters_keep_the_columns() {
        let mut canvas = Canvas::default();
        canvas.put(0, 0, "将", Paint::default());
        assert_eq!(canvas.put(2, 0, "e\u{301}|", Paint::default()), 4);
        assert_eq!(canvas.lines(false), ["将e\u{301}|"]);
        canvas.put(1, 0, "x", Paint::default());
        assert_eq!(canvas.lines(false), [" xe\u{301}|"]);
        canvas.put(0, 0, "将", Paint::default());
        canvas.put(0, 0, "y", Paint::default());
        assert_eq!(canvas.lines(false), ["y e\u{301}|"]);
    }

    #[test]
    fn colours_end_where_the_line_ends() {
        let mut canvas = Canvas::default();
        canvas.put(1, 0, "x", Paint { colour: Some(33), bold: true, ..Paint::default() });
        assert_eq!(canvas.lines(true), [" \x1b[0;1;38;5;33mx\x1b[0m"]);
        assert_eq!(canvas.lines(false), [" x"]);
    }

    #[test]
    fn a_cut_goes_round_wide_characters() {
        let mut canvas = Canvas::default();
        canvas.put(0, 0, "将棋x", Paint::default());
        assert_eq!(canvas.columns(0..3).lines(false), ["将"]);
        assert_eq!(canvas.columns(3..9).lines(false), [" x"]);
        assert_eq!(canvas.width(), 5);
    }
}
