//! The text with a name at the cursor, so that what is half written can be read: completion and
//! signature help look at what that name turns out to be.

use crate::Analysis;
use crate::index::{Index, Occurrence};
use crate::tree_at::touching;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{SyntaxNode, SyntaxTree};
use senet_syntax::{Parse, Span};

/// What is written at the cursor. Long enough to be nobody's name.
const MARK: &str = "completion-goes-here";

/// See the module.
pub(crate) struct Marked {
    pub(crate) text: String,
    pub(crate) parse: Parse,
    pub(crate) index: Index,
    /// The name at the cursor.
    pub(crate) mark: Span,
    /// What is written of it so far.
    pub(crate) prefix: Span,
}

impl Marked {
    /// Puts a name at a byte; `None` inside of comments, texts and numbers.
    pub(crate) fn new(analysis: &Analysis, offset: u32) -> Option<Marked> {
        let text = analysis.text();
        let offset = floor(text, offset);
        let tree = &analysis.tree;
        let prefix = prefix(tree, offset)?;
        let (before, after) = text.split_at(offset as usize);
        let glued = after.starts_with(|c: char| c.is_alphanumeric() || "_/\\-'".contains(c));
        let blank = if glued { " " } else { "" };
        // Behind an arrow, the name would become a part of it.
        let stuck = prefix.start == prefix.end && before.ends_with(['o', '-', '\\', '/']);
        let gap = if stuck { " " } else { "" };
        let marked = format!("{before}{gap}{MARK}{blank}{after}");
        let parse = senet_syntax::parse(&marked);
        let index = Index::new(&parse.tree, &marked, analysis.declared());
        let gap = gap.len() as u32;
        let mark = Span::new(prefix.start + gap, offset + gap + MARK.len() as u32);
        Some(Marked { text: marked, parse, index, mark, prefix })
    }

    /// What the name at the cursor is.
    pub(crate) fn occurrence(&self) -> Option<&Occurrence> {
        self.index.exactly(self.mark)
    }

    /// The nodes around the name, from the file to the name itself.
    pub(crate) fn path(&self) -> Vec<SyntaxNode<'_>> {
        self.parse.tree.path_at(self.mark.start + 1)
    }
}

/// The last beginning of a character at or before a byte.
pub(crate) fn floor(text: &str, offset: u32) -> u32 {
    let mut offset = offset.min(text.len() as u32);
    while !text.is_char_boundary(offset as usize) {
        offset -= 1;
    }
    offset
}

/// What is written of a name before a byte; `None` where no name can be.
fn prefix(tree: &SyntaxTree, offset: u32) -> Option<Span> {
    let empty = Span::new(offset, offset);
    let word = |k| {
        matches!(
            k,
            TokenKind::Name
                | TokenKind::Pred
                | TokenKind::Stage
                | TokenKind::Context
                | TokenKind::HostName
        )
    };
    let begun = touching(tree, offset, word).filter(|t| t.span.start < offset);
    if let Some(token) = begun {
        return Some(Span::new(token.span.start, offset));
    }
    // What goes on here counts, or else what has just ended.
    let ended = |k| {
        matches!(
            k,
            TokenKind::Number | TokenKind::BadNumber | TokenKind::Comment | TokenKind::BadText
        )
    };
    let ended = touching(tree, offset, ended).filter(|t| t.span.start < offset);
    let Some(token) = ended.or_else(|| touching(tree, offset, |k| k != TokenKind::Space)) else {
        return Some(empty);
    };
    let inside = token.span.start < offset;
    match token.kind {
        // The arrows are names once something is stuck to them.
        TokenKind::Lolli | TokenKind::BackLolli if inside && offset < token.span.end => None,
        TokenKind::Comment => {
            // A comment goes on up to the end of its line.
            (!inside).then_some(empty)
        }
        TokenKind::Text | TokenKind::BadText if inside && offset < token.span.end => None,
        TokenKind::BadText if inside => None,
        TokenKind::Number
        | TokenKind::BadNumber
        | TokenKind::Directive
        | TokenKind::BadDirective
            if inside =>
        {
            None
        }
        _ => Some(empty),
    }
}
