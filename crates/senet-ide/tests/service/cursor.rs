//! A text with a cursor, for tests: `‸` is where it stands.

use senet_ide::Analysis;
use senet_program::Options;

/// The text without the cursor, and the byte where it stood.
pub(crate) fn cursor(text: &str) -> (String, u32) {
    let at = text.find('‸').expect("there is a cursor");
    (text.replace('‸', ""), at as u32)
}

/// The analysis of a text with a cursor, and the byte.
pub(crate) fn analyse(text: &str) -> (Analysis, u32) {
    let (text, at) = cursor(text);
    (Analysis::new(&text, &Options::default()), at)
}

/// The text with every range in brackets.
pub(crate) fn bracketed(
    text: &str,
    ranges: impl IntoIterator<Item = senet_syntax::Span>,
) -> String {
    let mut out = text.to_owned();
    let mut ranges: Vec<_> = ranges.into_iter().collect();
    ranges.sort();
    for range in ranges.into_iter().rev() {
        out.insert(range.end as usize, ']');
        out.insert(range.start as usize, '[');
    }
    out
}
