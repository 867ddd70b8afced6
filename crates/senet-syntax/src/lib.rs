//! The text of a Senet program: from bytes to tokens, to a lossless tree, to an [`ast`], and back
//! to beautiful text.
//!
//! Input: `&str`. Output: [`Parse`], which always holds a tree and an [`ast::SourceFile`], and every
//! [`Diagnostic`] found on the way. Nothing here knows what a name means: resolving names, types
//! and directives is the work of `senet-program`.
//!
//! ```
//! let parse = senet_syntax::parse("player : type.\nx : player.\n");
//! assert!(parse.diagnostics.is_empty());
//! assert_eq!(parse.file.items.len(), 2);
//! ```
//!
//! Layers, in reading order: [`lexer`] (text to tokens), [`tree`] (tokens with structure, nothing
//! lost), [`parser`] (builds the tree, with recovery), [`lower`] (tree to ast), [`mod@format`] (tree to
//! text), [`print()`] (ast to text). What directives there are is the table in [`directive`].

pub mod ast;
pub mod codes;
pub mod diagnostic;
pub mod directive;
pub mod edit;
pub mod format;
pub mod lexer;
pub mod lower;
pub mod parser;
pub mod print;
#[cfg(feature = "render")]
pub mod render;
pub mod span;
pub mod suggest;
pub mod tree;

mod doc;

pub use diagnostic::{Applicability, Code, Diagnostic, Fix, Label, Reports, Severity};
pub use directive::DIRECTIVES;
pub use edit::{TextEdit, apply_edits};
pub use format::{WIDTH, format};
pub use print::{print, print_directive};
pub use span::{LineColumn, LineIndex, Span};

use std::sync::Arc;

/// The longest text that [`parse`] reads, in bytes. A program of this size is a mistake, and
/// reading it takes a bounded amount of memory: under two gigabytes, however it is made.
pub const MAX_TEXT: usize = 16 << 20;

/// What a text parses to: always a tree and an ast, however broken the text.
#[derive(Debug)]
pub struct Parse {
    /// Every byte of the text, with structure.
    pub tree: tree::SyntaxTree,
    /// The declarations, without comments and layout.
    pub file: ast::SourceFile,
    /// Everything that is wrong with the text as text, in order of position.
    pub diagnostics: Vec<Diagnostic>,
    /// The first names of items that could not be read: what is not declared may be one of them.
    pub unread: Vec<Arc<str>>,
}

/// Reads a text. Never fails: what cannot be understood becomes a [`Diagnostic`] and an error node.
pub fn parse(text: &str) -> Parse {
    let mut reports = Reports::default();
    let parse = parse_into(text, &mut reports);
    Parse { diagnostics: reports.finish(), ..parse }
}

/// Reads a text, as [`parse`] does, for a caller that has more to report: the diagnostics go there.
pub fn parse_into(text: &str, reports: &mut Reports) -> Parse {
    let tree = parser::parse(text, reports);
    let (file, unread) = lower::lower(&tree, text, reports);
    Parse { tree, file, diagnostics: Vec::new(), unread }
}
