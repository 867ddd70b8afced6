//! Ranges of the text: what can be folded, and what grows when a selection is extended.

use crate::Analysis;
use crate::marked::floor;
use crate::tree_at::{is_item, token_at};
use senet_syntax::Span;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::NodeKind;
use serde::Serialize;

/// What a folded range hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoldingKind {
    /// Several lines of comments.
    Comment,
    /// A stage, a context or another item of several lines.
    Region,
}

/// A range that can be folded: the line that it begins in stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FoldingRange {
    /// From the first byte to the last.
    pub span: Span,
    /// The first line, from 0.
    pub first: usize,
    /// The last line, from 0.
    pub last: usize,
    /// What it hides.
    pub kind: FoldingKind,
}

impl Analysis {
    /// What can be folded: items of several lines, and comments of several lines.
    pub fn folding_ranges(&self) -> Vec<FoldingRange> {
        let mut out = Vec::new();
        let mut push = |span: Span, kind| {
            let (first, last) = (self.lines().line(span.start), self.lines().line(span.end));
            if first < last {
                out.push(FoldingRange { span, first, last, kind });
            }
        };
        let tree = &self.tree;
        for node in tree.nodes() {
            let folds = is_item(node.kind()) || node.kind() == NodeKind::Braces;
            if folds && self.is_own(node.span()) {
                push(node.span(), FoldingKind::Region);
            }
        }
        // Comments on lines of their own, one below the other.
        let mut block: Option<Span> = None;
        let mut fresh = true;
        for token in tree.tokens().iter().filter(|t| self.is_own(t.span)) {
            match token.kind {
                TokenKind::Comment if fresh => {
                    block = Some(block.map_or(token.span, |b| b.to(token.span)));
                    fresh = false;
                }
                TokenKind::Space => {
                    let ends = token.span.of(self.text()).matches('\n').count();
                    fresh |= ends > 0;
                    if ends > 1 {
                        block.take().into_iter().for_each(|b| push(b, FoldingKind::Comment));
                    }
                }
                _ => {
                    block.take().into_iter().for_each(|b| push(b, FoldingKind::Comment));
                    fresh = false;
                }
            }
        }
        block.into_iter().for_each(|b| push(b, FoldingKind::Comment));
        out.sort_unstable();
        out.dedup_by_key(|r| (r.first, r.last));
        out
    }

    /// The ranges around a byte, from the innermost outwards: the word, its atom, the premises, the
    /// rule, the stage, the text.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "stage s = { r : p X * q -o . }";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let ranges = analysis.selection_ranges(18);
    /// let texts: Vec<&str> = ranges.iter().map(|r| r.of(text)).collect();
    /// assert_eq!(texts[..3], ["X", "p X", "p X * q"]);
    /// ```
    pub fn selection_ranges(&self, offset: u32) -> Vec<Span> {
        let offset = floor(self.text(), offset);
        let mut out: Vec<Span> = Vec::new();
        let tree = &self.tree;
        if let Some(at) = token_at(tree, offset) {
            out.push(tree.tokens()[at].span);
        }
        out.extend(tree.path_at(offset).iter().rev().map(|n| n.span()));
        out.push(Span::new(0, self.text().len() as u32));
        out.retain(|span| self.is_own(*span));
        out.dedup();
        // Each holds the one before.
        let mut last: Option<Span> = None;
        out.retain(|span| {
            let grows = last.is_none_or(|l| span.start <= l.start && l.end <= span.end);
            if grows {
                last = Some(*span);
            }
            grows
        });
        out
    }
}
