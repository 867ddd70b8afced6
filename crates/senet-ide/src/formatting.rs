//! The formatter as edits: only white space differs, so each edit lies between two tokens.

use crate::Analysis;
use senet_syntax::lexer::tokens;
use senet_syntax::{Diagnostic, Span, TextEdit};

impl Analysis {
    /// The edits that lay the text out, or what keeps it from being read.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let analysis = Analysis::new("p:pred.\n", &Default::default());
    /// let edits = analysis.format().unwrap();
    /// assert_eq!(senet_syntax::apply_edits("p:pred.\n", &edits).unwrap(), "p : pred.\n");
    /// ```
    pub fn format(&self) -> Result<Vec<TextEdit>, Vec<Diagnostic>> {
        let pretty = senet_syntax::format(self.text())?;
        Ok(difference(self.text(), &pretty))
    }
}

/// The edits from one text to another that differs in white space, and in blanks at the end of
/// comments.
fn difference(text: &str, pretty: &str) -> Vec<TextEdit> {
    let words = |text: &str| {
        let all =
            tokens(text).into_iter().filter(|t| t.kind != senet_syntax::lexer::TokenKind::Space);
        all.map(|t| Span::new(t.span.start, t.span.start + t.span.of(text).trim_end().len() as u32))
            .collect::<Vec<Span>>()
    };
    let (before, after) = (words(text), words(pretty));
    let whole = || vec![TextEdit::new(Span::new(0, text.len() as u32), pretty)];
    let same = |(a, b): (&Span, &Span)| a.of(text) == b.of(pretty);
    if before.len() != after.len() || !before.iter().zip(&after).all(same) {
        return if text == pretty { Vec::new() } else { whole() };
    }
    // The gap behind the last word ends with the text.
    let ends = (text.len() as u32, pretty.len() as u32);
    let last = ((ends.0, ends.0), (ends.1, ends.1));
    let all = before.into_iter().zip(after);
    let all = all.map(|(a, b)| ((a.start, a.end), (b.start, b.end))).chain([last]);
    let mut out = Vec::new();
    let (mut from, mut to) = (0, 0);
    for (a, b) in all {
        let (old, new) = (Span::new(from, a.0), Span::new(to, b.0));
        if old.of(text) != new.of(pretty) {
            out.push(TextEdit::new(old, new.of(pretty)));
        }
        (from, to) = (a.1, b.1);
    }
    out
}
