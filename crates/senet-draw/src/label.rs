//! Labels: which characters may be shown, how a label breaks into lines, how much room it takes.

use crate::graph::{GraphNode, NodeShape};

/// The size of letters in nodes, in pixels.
pub(crate) const NODE_FONT: f64 = 14.0;
/// The size of letters on edges, in pixels.
pub(crate) const EDGE_FONT: f64 = 12.0;
/// From one line of text to the next, in letter sizes.
pub(crate) const LINE: f64 = 1.3;

/// A longer line is cut, and a label with more lines too: the SVG keeps the whole in the tooltip.
const LONGEST_LINE: usize = 48;
const MOST_LINES: usize = 16;

/// The label as shown in a picture: cleaned, broken into lines and cut to a bearable length.
/// An empty label has no lines.
pub(crate) fn lines(label: &str) -> Vec<String> {
    let label = label.trim_end();
    if label.is_empty() {
        return Vec::new();
    }
    let mut lines: Vec<String> = label.lines().take(MOST_LINES).map(cut).collect();
    if label.lines().nth(MOST_LINES).is_some() {
        lines.push("…".to_string());
    }
    lines
}

/// Whether [`lines`] leaves something out, so that a tooltip has to say it.
pub(crate) fn is_cut(label: &str) -> bool {
    let mut lines = label.trim_end().lines();
    lines.by_ref().take(MOST_LINES).any(|line| line.chars().nth(LONGEST_LINE).is_some())
        || lines.next().is_some()
}

fn cut(line: &str) -> String {
    if line.chars().nth(LONGEST_LINE).is_none() {
        return line.chars().map(visible).collect();
    }
    line.chars().take(LONGEST_LINE - 1).map(visible).chain(['…']).collect()
}

/// The label on one line and in full, for a terminal or a description.
pub(crate) fn one_line(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").chars().map(visible).collect()
}

/// The text in full with its line breaks, every character safe to show: neither a terminal nor a picture obeys
/// any of them.
pub fn harmless(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { visible(c) }).collect()
}

/// A character that neither XML forbids nor a terminal obeys nor changes the reading direction of
/// its neighbours; such characters become pictures of themselves.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fffe}'
        | '\u{ffff}' => '\u{fffd}',
        c => c,
    }
}

/// The width of a line of text in pixels. An estimate on the wide side for common sans-serif
/// fonts: the reader's font is unknown when the picture is made.
pub(crate) fn width(line: &str, font: f64) -> f64 {
    font * line.chars().map(em).sum::<f64>()
}

fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '`' => 0.3,
        ' ' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '{' | '}' | '-' | '/' | '\\' | '"' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.9,
        'a'..='z' => 0.58,
        'A'..='Z' | '0'..='9' => 0.68,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 1.1,
        '\u{2190}'..='\u{2bff}' | '…' => 0.95,
        _ => 0.68,
    }
}

/// The width and height of a block of lines.
fn block(lines: &[String], font: f64) -> (f64, f64) {
    let widest = lines.iter().map(|line| width(line, font)).fold(0.0, f64::max);
    (widest, lines.len() as f64 * font * LINE)
}

/// The width and height of a node that fits its label.
pub(crate) fn node_size(node: &GraphNode) -> (f64, f64) {
    let (w, h) = block(&lines(&node.label), NODE_FONT);
    match node.shape {
        NodeShape::Plain => (w.max(8.0) + 8.0, h.max(8.0) + 6.0),
        NodeShape::Ellipse => ((w * 1.3 + 14.0).max(36.0), (h * 1.35 + 10.0).max(28.0)),
        NodeShape::Box | NodeShape::Rounded => ((w + 24.0).max(40.0), (h + 14.0).max(30.0)),
        NodeShape::Double => ((w + 30.0).max(46.0), (h + 20.0).max(36.0)),
    }
}

/// The width and height of the label of an edge, if it has one.
pub(crate) fn edge_label_size(label: &str) -> Option<(f64, f64)> {
    let lines = lines(label);
    let (w, h) = block(&lines, EDGE_FONT);
    (!lines.is_empty()).then_some((w + 8.0, h + 2.0))
}

#[cfg(test)]
mod tests {
    use super::{edge_label_size, harmless, is_cut, lines, one_line, width};

    #[test]
    fn no_control_or_direction_character_survives() {
        let hostile = "a\u{1b}[31mb\u{7f}\u{9b}\0\u{202e}\u{2066}\u{fffe}c\td";
        for shown in [lines(hostile).concat(), one_line(hostile), harmless(hostile)] {
            assert!(shown.chars().all(|c| !c.is_control()), "{shown:?}");
            assert!(!shown.contains(['\u{202e}', '\u{2066}', '\u{fffe}']), "{shown:?}");
        }
    }

    #[test]
    fn long_labels_are_cut_and_say_so() {
        let long = "x".repeat(1000);
        assert!(lines(&long)[0].ends_with('…'));
        assert!(is_cut(&long));
        let tall = "x\n".repeat(1000);
        assert_eq!(lines(&tall).len(), 17);
        assert!(is_cut(&tall));
        assert!(!is_cut("moved P"));
        assert!(!is_cut(&"x\n".repeat(16)));
    }

    #[test]
    fn wide_and_combining_characters_count_as_they_look() {
        assert!(width("将棋", 10.0) > width("ab", 10.0));
        assert!((width("e\u{301}", 10.0) - width("e", 10.0)).abs() < 1e-9);
        assert_eq!(edge_label_size(" \n"), None);
    }
}
