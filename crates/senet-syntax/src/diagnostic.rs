//! What the user is told: a [`Diagnostic`] is plain data; shells render it.

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

    /// Adds "did you mean" if there is something near.
    pub fn did_you_mean(self, near: Option<&str>) -> Diagnostic {
        match near {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// The place to mend.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }
}
