//! Tokens with their comments, and the white space between them.

use crate::doc::Doc;
use crate::format::Formatter;
use crate::lexer::{Token, TokenKind};

/// What stands between two tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    None,
    Line,
    Gap,
}

impl<'t> Formatter<'t> {
    pub(super) fn kind(&self, token: usize) -> TokenKind {
        self.tree.tokens()[token].kind
    }

    /// A token with its comments: those on lines of their own before it, and one behind it. The
    /// comments before an item have been seen to.
    pub(super) fn token(&self, token: usize) -> Doc<'t> {
        let bare = self.bare(token);
        if self.begins[token] || !self.has_comment_before(token) {
            return bare;
        }
        let mut out = Vec::new();
        self.leading(token, &mut out);
        out.push(bare);
        Doc::many(out)
    }

    /// A token with the comment behind it.
    pub(super) fn bare(&self, token: usize) -> Doc<'t> {
        let text = Doc::Text(self.letters(self.tree.tokens()[token]));
        let following = self.tree.tokens()[token + 1..].iter();
        for next in following.take_while(|t| t.kind.is_trivia()) {
            let letters = self.letters(*next);
            if next.kind == TokenKind::Comment {
                return Doc::many(vec![text, Doc::Behind(letters)]);
            }
            if letters.contains('\n') {
                break;
            }
        }
        text
    }

    /// The comments before a token that stand on lines of their own.
    pub(super) fn leading(&self, token: usize, out: &mut Vec<Doc<'t>>) {
        let from = self.trivia_start(token);
        let mut space = if from == 0 { Space::Line } else { Space::None };
        for trivia in &self.tree.tokens()[from..token] {
            if trivia.kind == TokenKind::Comment {
                if space > Space::None {
                    let gap = space == Space::Gap;
                    out.push(Doc::Own(self.letters(*trivia), gap));
                }
                space = Space::None;
            } else {
                space = space.max(spaces(self.letters(*trivia)));
            }
        }
        if space == Space::Gap && !out.is_empty() && token < self.tree.tokens().len() {
            out.push(Doc::Gap);
        }
    }

    fn trivia_start(&self, token: usize) -> usize {
        let before = &self.tree.tokens()[..token];
        before.iter().rposition(|t| !t.kind.is_trivia()).map_or(0, |i| i + 1)
    }

    fn has_comment_before(&self, token: usize) -> bool {
        let trivia = &self.tree.tokens()[self.trivia_start(token)..token];
        trivia.iter().any(|t| t.kind == TokenKind::Comment)
    }

    /// The white space between a token and what stands before it, up to the first comment: the
    /// rest stands between the comments, and is theirs.
    pub(super) fn space_before(&self, token: usize) -> Space {
        let trivia = &self.tree.tokens()[self.trivia_start(token)..token];
        let mut behind = true;
        let mut space = Space::None;
        for token in trivia {
            match token.kind {
                TokenKind::Comment if behind && space == Space::None => space = Space::Line,
                TokenKind::Comment => break,
                _ => space = space.max(spaces(self.letters(*token))),
            }
            behind &= space == Space::None;
        }
        space
    }

    pub(super) fn space_after(&self, token: usize) -> Space {
        let next = self.tree.tokens()[token + 1..].iter().position(|t| !t.kind.is_trivia());
        next.map_or(Space::None, |n| self.space_before(token + 1 + n))
    }

    fn letters(&self, token: Token) -> &'t str {
        let letters = token.span.of(self.text);
        if token.kind == TokenKind::Comment { letters.trim_end() } else { letters }
    }
}

fn spaces(letters: &str) -> Space {
    match letters.matches('\n').count() {
        0 => Space::None,
        1 => Space::Line,
        _ => Space::Gap,
    }
}
