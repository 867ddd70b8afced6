//! The lossless tree: every token of the text, and nodes that are ranges of tokens.
//!
//! The tree is two flat vectors. Nodes stand in post-order (children before their parent), which
//! lets the parser wrap what it has already read into a larger node at no cost, and makes a tree
//! of a ten-megabyte file a few allocations. A tree is built once and then only read.

use crate::lexer::{Kind, Token};
use crate::span::Span;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum NodeKind {
    /// The whole text.
    File,
    /// `… .`: a declaration, a rule, a fact or a link.
    Item,
    /// `stage NAME = { … }`
    StageItem,
    /// `context NAME = { … }`
    ContextItem,
    /// `#name … .`
    DirectiveItem,
    /// `left : right`
    Colon,
    /// `a <- b <- c`, `a o- b`
    BackChain,
    /// `a -> b -> c`, `a -o b`
    Chain,
    /// `a * b * c`
    Tensor,
    /// `!a`, `$a`
    Prefix,
    /// `a == b`, `a <> b`
    Compare,
    /// `head arg arg`
    App,
    /// A name, a variable, or `pred` in its place.
    Name,
    /// `_`
    Wild,
    /// Digits.
    Number,
    /// `1..6`
    Range,
    /// `"…"`
    Text,
    /// `_NAME`
    HostName,
    /// `stage NAME` inside a rule.
    StageRef,
    /// `( … )`
    Paren,
    /// `()`
    Unit,
    /// `{ a, b }`
    Braces,
    /// Nothing, where nothing is allowed: the right side of `a -o .`
    Empty,
    /// Tokens that could not be understood.
    Error,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeData {
    pub(crate) kind: NodeKind,
    /// First token, and one past the last.
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// Nodes in this subtree, itself included.
    pub(crate) size: u32,
}

/// Every token of a text with its structure.
#[derive(Debug, Default)]
pub struct Tree {
    pub(crate) tokens: Vec<Token>,
    pub(crate) nodes: Vec<NodeData>,
}

impl Tree {
    /// The node of the whole file; `None` only for a text that was too long to read.
    pub fn root(&self) -> Option<Node<'_>> {
        self.nodes
            .len()
            .checked_sub(1)
            .map(|index| Node { tree: self, index })
    }

    /// Every token, comments and white space included.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }
}

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    index: usize,
}

/// Something directly inside a node.
#[derive(Debug, Clone, Copy)]
pub enum Part<'t> {
    /// A smaller node.
    Node(Node<'t>),
    /// A token of the node's own, never trivia; the index is into [`Tree::tokens`].
    Token(usize),
}

impl<'t> Node<'t> {
    fn data(self) -> NodeData {
        self.tree.nodes[self.index]
    }

    /// What the node is.
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// The indices of its tokens, from the first to one past the last.
    pub fn token_range(self) -> std::ops::Range<usize> {
        let data = self.data();
        data.first as usize..data.end as usize
    }

    /// Where it stands; an empty node stands just before the token that follows.
    pub fn span(self) -> Span {
        let range = self.token_range();
        let tokens = &self.tree.tokens;
        if range.is_empty() {
            let at = tokens
                .get(range.start)
                .map_or_else(|| tokens.last().map_or(0, |t| t.span.end), |t| t.span.start);
            return Span::new(at, at);
        }
        tokens[range.start].span.to(tokens[range.end - 1].span)
    }

    /// Its children, in order of the text.
    pub fn children(self) -> Vec<Node<'t>> {
        let mut out = Vec::new();
        let mut at = self.index;
        let first = self.index + 1 - self.data().size as usize;
        while at > first {
            let child = Node {
                tree: self.tree,
                index: at - 1,
            };
            at -= child.data().size as usize;
            out.push(child);
        }
        out.reverse();
        out
    }

    /// Its only or first child.
    pub fn child(self) -> Option<Node<'t>> {
        self.children().first().copied()
    }

    /// Children and own tokens, in order of the text, without trivia.
    pub fn parts(self) -> Vec<Part<'t>> {
        let mut out = Vec::new();
        let range = self.token_range();
        let mut at = range.start;
        let own = |from: usize, to: usize, out: &mut Vec<Part<'t>>| {
            let tokens = (from..to).filter(|i| !self.tree.tokens[*i].kind.is_trivia());
            out.extend(tokens.map(Part::Token));
        };
        for child in self.children() {
            let inner = child.token_range();
            own(at, inner.start, &mut out);
            out.push(Part::Node(child));
            at = at.max(inner.end);
        }
        own(at, range.end, &mut out);
        out
    }

    /// The first own token of a kind.
    pub fn token(self, kind: Kind) -> Option<Token> {
        self.parts().into_iter().find_map(|part| match part {
            Part::Token(i) if self.tree.tokens[i].kind == kind => Some(self.tree.tokens[i]),
            _ => None,
        })
    }

    /// The tree that it belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }
}
