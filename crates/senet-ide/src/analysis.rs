//! A snapshot of a text with everything that is known about it.

use crate::index::Index;
use crate::tree_at::{documentation, item_at};
use senet_program::{Checked, Declarations, Options, Program, UncheckedProgram};
use senet_syntax::tree::SyntaxTree;
use senet_syntax::{Diagnostic, LineIndex, Span};

/// A text, read and checked. Questions about it are pure functions of the snapshot: ask as many as
/// you like, and make a new one when the text changes.
#[derive(Debug)]
pub struct Analysis {
    text: String,
    /// The text, and behind it what it includes.
    unchecked: UncheckedProgram,
    pub(crate) tree: SyntaxTree,
    pub(crate) checked: Checked,
    pub(crate) index: Index,
    pub(crate) options: Options,
    lines: LineIndex,
}

impl Analysis {
    /// Reads and checks a text.
    pub fn new(text: &str, options: &Options) -> Analysis {
        let loader = options.loader.as_deref();
        let (unchecked, tree) = UncheckedProgram::parse_with_tree(text, loader);
        let checked = unchecked.check(options);
        let full = unchecked.gathered_text().unwrap_or(text);
        let index = Index::new(&tree, full, checked.declarations());
        let lines = LineIndex::new(text);
        let (text, options) = (text.to_owned(), options.clone());
        Analysis { text, unchecked, tree, checked, index, options, lines }
    }

    /// The text that was analysed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with everything that it includes behind it; all places are places in it.
    pub(crate) fn full_text(&self) -> &str {
        self.unchecked.gathered_text().unwrap_or(&self.text)
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
        span.end as usize <= self.text.len()
    }

    /// The program as it was read.
    pub(crate) fn unchecked(&self) -> &UncheckedProgram {
        &self.unchecked
    }

    /// The comment that documents the item around a place.
    pub(crate) fn documentation_at(&self, place: Span) -> Option<String> {
        let item = item_at(&self.tree, place.start, true)?;
        documentation(item, self.full_text())
    }

    /// The included text that a place lies in, and the place there.
    pub(crate) fn included(&self, span: Span) -> Option<(&str, Span)> {
        self.unchecked.included(span)
    }
}
