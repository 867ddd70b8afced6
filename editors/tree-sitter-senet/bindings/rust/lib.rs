//! A tree-sitter grammar for programs of Senet.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_senet() -> *const ();
}

/// The grammar, for `tree_sitter::Parser::set_language`.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_senet) };

/// The queries that colour a text.
pub const HIGHLIGHTS: &str = include_str!("../../queries/highlights.scm");
