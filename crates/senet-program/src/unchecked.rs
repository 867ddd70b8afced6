//! A program that has been read and not checked yet: one text with everything that it includes, or
//! an ast from a builder. It is read once and can be checked many times, with other options each time.

mod header;
mod include;

use crate::check::{Checked, Options, check_file};
use include::Gathered;
use senet_syntax::tree::SyntaxTree;
use senet_syntax::{Diagnostic, Reports, Severity, Span, ast};
use std::sync::Arc;

pub use header::ProgramHeader;
pub use include::{LoadError, Loader};

/// See the module.
///
/// ```
/// use senet_program::{Options, UncheckedProgram};
///
/// let text = "#option size 3..9 = 5.\nat nat : pred.\n\
///             stage s = { r : at N * N < size -o at (N + 1). }\n#trace _ s { at 0 }.";
/// let unchecked = UncheckedProgram::parse(text, None);
/// assert_eq!(unchecked.header().options[0].high, 9);
/// for size in 3..=9 {
///     let values = vec![("size".to_owned(), size)];
///     let checked = unchecked.check(&Options { values, ..Options::default() });
///     assert_eq!(checked.program.unwrap().game().options[0].value, size);
/// }
/// ```
#[derive(Debug, Clone)]
pub struct UncheckedProgram {
    file: ast::SourceFile,
    /// What is wrong with the text as text.
    reports: Reports,
    /// The first names of items that could not be read.
    unread: Vec<Arc<str>>,
    /// What was included, if anything.
    gathered: Option<Gathered>,
}

impl UncheckedProgram {
    /// Reads a text and what it includes, each once. Without a loader there is nothing to include.
    pub fn parse(text: &str, loader: Option<&dyn Loader>) -> UncheckedProgram {
        // Without the tree there is more memory that checking can use.
        UncheckedProgram::parse_with_tree(text, loader).0
    }

    /// The same, with the tree of the text and of what it includes, for editors.
    pub fn parse_with_tree(
        text: &str,
        loader: Option<&dyn Loader>,
    ) -> (UncheckedProgram, SyntaxTree) {
        let gathered = Gathered::of(text, loader);
        let text = gathered.as_ref().map_or(text, Gathered::text);
        let mut reports = Reports::default();
        let parse = senet_syntax::parse_into(text, &mut reports);
        if let Some(gathered) = &gathered {
            reports.extend(gathered.mistakes().iter().cloned());
        }
        (UncheckedProgram { file: parse.file, reports, unread: parse.unread, gathered }, parse.tree)
    }

    /// A program from a builder. Diagnostics carry the spans that its parts have.
    pub fn from_ast(file: ast::SourceFile) -> UncheckedProgram {
        let (reports, unread) = (Reports::default(), Vec::new());
        UncheckedProgram { file, reports, unread, gathered: None }
    }

    /// Checks it, with these options. Nothing is read again.
    pub fn check(&self, options: &Options) -> Checked {
        let mut checked = check_file(&self.file, self.reports.clone(), &self.unread, options);
        if let Some(gathered) = &self.gathered {
            checked.diagnostics.iter_mut().for_each(|d| gathered.place(d));
            checked.diagnostics.sort_by_key(|d| d.span().start);
        }
        checked
    }

    /// What is wrong with the program at the ends of the ranges of its options, and is not wrong with
    /// these options: the first error for each end.
    pub fn check_option_ends(&self, options: &Options) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for option in self.header().options {
            let given = options.values.iter().find(|(name, _)| *name == option.name);
            let usual = given.map_or(option.value, |(_, value)| *value);
            for end in [option.low, option.high] {
                if end == usual || (end == option.high && option.low == option.high) {
                    continue;
                }
                let mut values = options.values.clone();
                values.retain(|(name, _)| *name != option.name);
                values.push((option.name.clone(), end));
                let checked = self.check(&Options { values, ..options.clone() });
                let mut found = checked.diagnostics.into_iter();
                let error = found.find(|d| d.severity == Severity::Error);
                out.extend(error.map(|mut error| {
                    error.message = format!("with `{}` = {end}: {}", option.name, error.message);
                    error.fixes.clear();
                    error
                }));
            }
        }
        out
    }

    /// Metadata for lists and menus; cheap, because nothing is checked.
    pub fn header(&self) -> ProgramHeader {
        ProgramHeader::of(&self.file)
    }

    /// The text followed by everything it includes, if any; spans of the ast and the tree refer to it.
    pub fn gathered_text(&self) -> Option<&str> {
        self.gathered.as_ref().map(Gathered::text)
    }

    /// The included text that a range lies in, and the range there; `None` if it lies in the program
    /// itself.
    pub fn included(&self, span: Span) -> Option<(&str, Span)> {
        self.gathered.as_ref()?.included(span)
    }

    /// What was read.
    pub fn ast(&self) -> &ast::SourceFile {
        &self.file
    }
}

#[cfg(test)]
mod tests {
    use super::UncheckedProgram;
    use crate::Options;

    #[test]
    fn both_ends_of_an_option_are_checked() {
        let text = "#option size 2..5 = 4.\nboard cell = square size 3.\nq cell : pred.\n\
                    stage s = { r : q _ -o . }\n#trace _ s { q c1 }.";
        let unchecked = UncheckedProgram::parse(text, None);
        let options = Options::default();
        assert!(unchecked.check(&options).diagnostics.is_empty());
        let found = unchecked.check_option_ends(&options);
        let found: Vec<&str> = found.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(found, ["with `size` = 2: there is no constant or constructor `c1`"]);
        let text = text.replace("2..5", "3..5");
        let unchecked = UncheckedProgram::parse(&text, None);
        assert!(unchecked.check_option_ends(&options).is_empty());
    }
}
