//! A snapshot of a text with everything that is known about it.

use crate::index::Index;
use senet_program::{Checked, Declarations, Gathered, Options, Program, check_parsed, gather};
use senet_syntax::{Diagnostic, LineIndex, Parse, Span};

/// A text, read and checked. Questions about it are pure functions of the snapshot: ask as many as
/// you like, and make a new one when the text changes.
#[derive(Debug)]
pub struct Analysis {
    /// The text with everything that it includes; the text itself comes first.
    pub(crate) gathered: Gathered<'static>,
    pub(crate) parse: Parse,
    pub(crate) checked: Checked,
    pub(crate) index: Index,
    pub(crate) options: Options,
    lines: LineIndex,
}

impl Analysis {
    /// Reads and checks a text.
    pub fn new(text: &str, options: &Options) -> Analysis {
        let gathered = gather(text, options).into_owned();
        let parse = senet_syntax::parse(gathered.text());
        let checked = check_parsed(&parse, &gathered, options);
        let index = Index::new(&parse, gathered.text(), checked.declarations());
        let lines = LineIndex::new(text);
        Analysis { gathered, parse, checked, index, options: options.clone(), lines }
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.gathered.own()
    }

    /// Converts byte offsets to lines and columns, and back.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// Errors and warnings with their fixes, in order of position.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.checked.diagnostics
    }

    /// The program; absent if there are errors.
    pub fn program(&self) -> Option<&Program> {
        self.checked.program.as_ref()
    }

    pub(crate) fn declared(&self) -> Declarations<'_> {
        self.checked.declarations()
    }

    /// Whether a place lies in the text itself, and not in one that it includes.
    pub(crate) fn is_own(&self, span: Span) -> bool {
        self.gathered.is_own(span.end)
    }
}
