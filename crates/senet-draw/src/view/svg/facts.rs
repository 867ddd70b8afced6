//! A position without boards: a table of facts.

use super::{PAD, close, open};
use crate::label::width;
use crate::svg::escape;
use crate::view::facts::{Fact, facts};
use senet_game::View;

/// The size of the letters, and from one line to the next, in pixels.
const FONT: f64 = 15.0;
const LINE: f64 = 23.0;
/// The second column is broken into lines of about this width.
const WIDEST: f64 = 560.0;
/// Between the columns.
const BETWEEN: f64 = 24.0;

/// The facts, each in a row of the table.
pub(super) fn table(view: &View, seats: &[String]) -> String {
    let facts = facts(view, seats);
    let rows: Vec<Vec<String>> = facts.iter().map(|fact| lines(&fact.rest)).collect();
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| width(text, FONT)).fold(0.0, f64::max)
    };
    let first = widest(&mut facts.iter().map(|fact| &fact.head));
    let second = widest(&mut rows.iter().flatten());
    let count: usize = rows.iter().map(|lines| lines.len().max(1)).sum();
    let width = (2.0 * PAD + first + BETWEEN + second).max(160.0);
    let height = 2.0 * PAD + count.max(1) as f64 * LINE;
    let mut out = open(&describe(&facts), width.ceil(), height.ceil());
    let mut y = PAD;
    for (fact, lines) in facts.iter().zip(&rows) {
        if y > PAD {
            let right = width - PAD;
            out.put(format_args!("<path class=\"rule\" d=\"M{PAD} {y:.1}L{right:.1} {y:.1}\"/>\n"));
        }
        let mut put = |class, x: f64, y: f64, text: &str| {
            out.put(format_args!(
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>\n",
                y + 0.7 * LINE,
                escape(text)
            ));
        };
        put("head", PAD, y, &fact.head);
        for (i, line) in lines.iter().enumerate() {
            put("fact", PAD + first + BETWEEN, y + i as f64 * LINE, line);
        }
        y += lines.len().max(1) as f64 * LINE;
    }
    if facts.is_empty() {
        out.put(format_args!(
            "<text class=\"head\" x=\"{PAD}\" y=\"{:.1}\">Nothing to see</text>\n",
            PAD + 0.7 * LINE
        ));
    }
    close(out)
}

/// The words in lines, broken after commas.
fn lines(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let comma = if i + 1 < words.len() { "," } else { "" };
        let word = format!("{word}{comma}");
        match lines.last_mut() {
            Some(line) if width(line, FONT) + width(&word, FONT) < WIDEST => {
                line.push_str(&format!(" {word}"));
            }
            _ => lines.push(word),
        }
    }
    lines
}

fn describe(facts: &[Fact]) -> String {
    if facts.is_empty() {
        return "Nothing to see.".to_owned();
    }
    let each = facts.iter().map(|fact| match fact.rest.is_empty() {
        true => fact.head.clone(),
        false => format!("{}: {}", fact.head, fact.rest.join(", ")),
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}
