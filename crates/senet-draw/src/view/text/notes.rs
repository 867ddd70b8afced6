//! What is told below a board because it could not be drawn.

use super::token::Tokens;
use super::wrap;
use crate::canvas::{Canvas, Paint};
use crate::view::marks::Flags;
use crate::view::table::Table;
use senet_board::Spot;

/// Longer lists of notes end in a number.
const MOST: usize = 40;

/// What is told below a board because it could not be drawn.
#[derive(Default)]
pub(super) struct Notes {
    /// Spots whose content is not shown in full.
    pub spots: Vec<Spot>,
    /// Whether the marks are not shown.
    pub marks: bool,
}

impl Notes {
    /// Writes the notes below the board.
    pub(super) fn put(
        &self,
        canvas: &mut Canvas,
        table: &Table<'_>,
        tokens: &Tokens<'_>,
        width: usize,
    ) {
        let mut lines: Vec<String> = Vec::new();
        if self.marks {
            let named = |wanted: fn(&Flags) -> bool| -> Vec<String> {
                let spots = table.flags.iter().filter(|(_, flags)| wanted(flags));
                spots.map(|(spot, _)| table.name(*spot)).collect()
            };
            let lists = [("last", named(|f| f.last)), ("deciding", named(|f| f.deciding))];
            for (head, rest) in lists.iter().filter(|(_, rest)| !rest.is_empty()) {
                lines.extend(wrap(head, rest, width));
            }
        }
        for spot in self.spots.iter().take(MOST) {
            let content = tokens.in_full(*spot);
            lines.extend(wrap(&table.name(*spot), &[content], width));
        }
        if self.spots.len() > MOST {
            lines.push(format!("and {} more", self.spots.len() - MOST));
        }
        for line in lines {
            let line = tokens.style().plain(&line);
            canvas.put(0, canvas.height(), &line, Paint::default());
        }
    }
}
