//! What the user is told: a [`Diagnostic`] is plain data; shells render it.

use crate::codes;
use crate::edit::TextEdit;
use crate::span::Span;
use serde::{Serialize, Serializer};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program has no meaning until this is mended.
    Error,
    /// The program runs, but probably not as meant.
    Warning,
}

/// A kind of diagnostic, with a stable name and a longer story for `senet explain`.
#[derive(Debug)]
pub struct Code {
    /// The stable name: `E` for errors, `W` for warnings, and four digits. Never used twice.
    pub id: &'static str,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Why it is reported and how to mend it, in a paragraph.
    pub story: &'static str,
    /// A program that is reported.
    pub bad: &'static str,
    /// The program mended.
    pub good: &'static str,
}

impl Code {
    /// Errors have codes that begin with `E`.
    pub fn severity(&self) -> Severity {
        if self.id.starts_with('E') { Severity::Error } else { Severity::Warning }
    }
}

/// A code that a diagnostic carries, compared by its stable name.
#[derive(Debug, Clone, Copy)]
pub struct CodeRef(pub &'static Code);

impl PartialEq for CodeRef {
    fn eq(&self, other: &CodeRef) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for CodeRef {}

impl PartialOrd for CodeRef {
    fn partial_cmp(&self, other: &CodeRef) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CodeRef {
    fn cmp(&self, other: &CodeRef) -> std::cmp::Ordering {
        self.0.id.cmp(other.0.id)
    }
}

impl Serialize for CodeRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id)
    }
}

/// A place in the text, and what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What.
    pub text: String,
}

/// How sure it is that a [`Fix`] does what the author meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applicability {
    /// It says what was meant; a tool may apply it without asking.
    MachineApplicable,
    /// A good guess, or one of several ways: the author chooses.
    MaybeIncorrect,
}

/// A change of the text that mends what a diagnostic reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What it does, in a few words: an entry of a menu.
    pub title: String,
    /// The changes, none of which overlap; all of them or none are made.
    pub edits: Vec<TextEdit>,
    /// Whether a tool may apply it without asking.
    pub applicability: Applicability,
}

impl Fix {
    /// A fix that can be applied without asking.
    pub fn certain(title: impl Into<String>, edits: Vec<TextEdit>) -> Fix {
        Fix { title: title.into(), edits, applicability: Applicability::MachineApplicable }
    }

    /// A fix that is offered to the author.
    pub fn guess(title: impl Into<String>, edits: Vec<TextEdit>) -> Fix {
        Fix { title: title.into(), edits, applicability: Applicability::MaybeIncorrect }
    }
}

/// One thing to tell the user: what happened, where, and what to try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Which kind of thing.
    pub code: CodeRef,
    /// Error or warning.
    pub severity: Severity,
    /// What happened, in a sentence without a full stop.
    pub message: String,
    /// Where: the first is the place to mend, the others explain it.
    pub labels: Vec<Label>,
    /// What to try.
    pub help: Vec<String>,
    /// What to try, as changes of the text; the first is the best.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// A diagnostic about one place.
    pub fn new(
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code: CodeRef(code),
            severity: code.severity(),
            message: message.into(),
            labels: vec![Label { span, text: label.into() }],
            help: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Adds another place that explains the first.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds something to try.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a change of the text to try.
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fixes.push(fix);
        self
    }

    /// Adds "did you mean" if there is something near, to be written at the place to mend.
    pub fn did_you_mean(self, near: Option<&str>) -> Diagnostic {
        let place = self.span();
        match near {
            Some(name) => self
                .help(format!("did you mean `{name}`?"))
                .fix(Fix::guess(format!("change to `{name}`"), vec![TextEdit::new(place, name)])),
            None => self,
        }
    }

    /// The place to mend.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }
}

/// At most this many diagnostics are written down for one text; then they are only counted.
pub const MAX_REPORTS: usize = 20_000;

/// Diagnostics as they are found. A text can have millions of mistakes; what is kept of them has a
/// limit, and the rest is counted.
#[derive(Debug, Clone, Default)]
pub struct Reports {
    kept: Vec<Diagnostic>,
    more_errors: usize,
    more_warnings: usize,
}

impl Reports {
    /// Adds one, or counts it.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.kept.len() < MAX_REPORTS {
            self.kept.push(diagnostic);
        } else if diagnostic.severity == Severity::Error {
            self.more_errors += 1;
        } else {
            self.more_warnings += 1;
        }
    }

    /// Counts errors that were never worded.
    pub(crate) fn count(&mut self, errors: usize) {
        self.more_errors += errors;
    }

    /// Adds the reports of another stage.
    pub(crate) fn append(&mut self, other: Reports) {
        self.extend(other.kept);
        self.more_errors += other.more_errors;
        self.more_warnings += other.more_warnings;
    }

    /// Takes back all but the first `n`.
    pub fn truncate(&mut self, n: usize) {
        self.kept.truncate(n);
    }

    /// Whether there is any error.
    pub fn has_errors(&self) -> bool {
        self.more_errors > 0 || self.kept.iter().any(|d| d.severity == Severity::Error)
    }

    /// All that was kept, in order of position, each once; and last a word about the rest.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.kept.sort_by_key(|d| (d.span(), d.code));
        self.kept.dedup();
        let place = self.kept.last().map_or(Span::new(0, 0), Diagnostic::span);
        let mut rest = |code: &'static Code, more: usize, what: &str| {
            if more > 0 {
                self.kept.push(Diagnostic::new(
                    code,
                    place,
                    format!("{more} more {what} are not written down"),
                    format!("{MAX_REPORTS} are"),
                ));
            }
        };
        rest(&codes::MORE_ERRORS, self.more_errors, "errors");
        rest(&codes::MORE_WARNINGS, self.more_warnings, "warnings");
        self.kept
    }
}

impl Extend<Diagnostic> for Reports {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

impl std::ops::Deref for Reports {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.kept
    }
}

impl std::ops::DerefMut for Reports {
    fn deref_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, MAX_REPORTS, Reports};
    use crate::codes;
    use crate::span::Span;

    #[test]
    fn what_is_too_much_is_counted() {
        let mut reports = Reports::default();
        for i in 0..MAX_REPORTS as u32 + 3 {
            let place = Span::new(i, i);
            reports.push(Diagnostic::new(&codes::NO_DOT, place, "m", "l"));
        }
        let all = reports.finish();
        assert_eq!(all.len(), MAX_REPORTS + 1);
        let last = all.last().expect("there are many");
        assert_eq!(last.code.0.id, "E0013");
        assert_eq!(last.message, "3 more errors are not written down");
    }
}
