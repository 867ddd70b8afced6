//! The lossless tree: every token of the text, and nodes that are ranges of tokens.
//!
//! The tree is four flat vectors, so that the tree of a ten-megabyte file is a few allocations.
//! Nodes stand in pre-order: a node, then its children with all that is in them. A tree is built
//! once and then only read.

use crate::lexer::{Token, TokenKind};
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
    /// `board NAME = … .`
    BoardItem,
    /// `for N in 1..6 { … }`
    FamilyItem,
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
    /// `a == b`, `a < b` and so on.
    Compare,
    /// `a + b`
    Sum,
    /// `a ^3`
    Copies,
    /// `X : t` in parentheses or behind a bar.
    Member,
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
    /// `{ a, b }`, and `{ a, b | goals }`
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
pub struct SyntaxTree {
    tokens: Vec<Token>,
    /// In pre-order: each before its children.
    nodes: Vec<NodeData>,
    /// The node around each; the root is its own.
    parents: Vec<u32>,
    /// The nodes that have tokens, in pre-order: they begin in order of the text. Empty ones stand
    /// anywhere.
    filled: Vec<u32>,
}

impl SyntaxTree {
    /// From nodes in post-order (children before their parent), which is how a parser finishes
    /// them: there, wrapping what has been read into a larger node costs nothing.
    pub(crate) fn from_post_order(tokens: Vec<Token>, nodes: &[NodeData]) -> SyntaxTree {
        let mut places = vec![0u32; nodes.len()];
        let mut parents = vec![0u32; nodes.len()];
        for (i, node) in nodes.iter().enumerate().rev() {
            let mut end = places[i] + node.size;
            let (mut after, first) = (i, i + 1 - node.size as usize);
            while after > first {
                let child = after - 1;
                end -= nodes[child].size;
                places[child] = end;
                parents[end as usize] = places[i];
                after -= nodes[child].size as usize;
            }
        }
        let mut ordered = nodes.to_vec();
        for (node, place) in nodes.iter().zip(places) {
            ordered[place as usize] = *node;
        }
        let has_tokens = |i: &u32| ordered[*i as usize].first < ordered[*i as usize].end;
        let filled = (0..nodes.len() as u32).filter(has_tokens).collect();
        SyntaxTree { tokens, nodes: ordered, parents, filled }
    }

    /// The node of the whole file; `None` only for a text that was too long to read.
    pub fn root(&self) -> Option<SyntaxNode<'_>> {
        (!self.nodes.is_empty()).then_some(SyntaxNode { tree: self, index: 0 })
    }

    /// Every token, comments and white space included.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// A node by its place among [`SyntaxTree::nodes`].
    pub fn node(&self, index: usize) -> Option<SyntaxNode<'_>> {
        (index < self.nodes.len()).then_some(SyntaxNode { tree: self, index })
    }

    /// The nodes around a byte, from the file to the innermost. A node that ends at the byte is
    /// around it too, unless another begins there. Binary search and the depth of the tree: files
    /// may have a hundred thousand items.
    pub fn path_at(&self, offset: u32) -> Vec<SyntaxNode<'_>> {
        let node = |index| SyntaxNode { tree: self, index };
        let span = |index: usize| self.span_of(&self.nodes[index]);
        let begun = self.filled.partition_point(|&index| span(index as usize).start <= offset);
        // The last node that has begun, or one of those around it, is the innermost: whatever else
        // is around the byte would have to end where that one begins.
        let last = begun.checked_sub(1).map(|i| self.filled[i] as usize);
        let Some(mut index) = last else { return self.root().into_iter().collect() };
        while index > 0 && span(index).end < offset {
            index = self.parents[index] as usize;
        }
        let mut path = vec![node(index)];
        while index > 0 {
            index = self.parents[index] as usize;
            path.push(node(index));
        }
        path.reverse();
        path
    }

    /// Where a node stands; an empty one stands just before the token that follows.
    fn span_of(&self, data: &NodeData) -> Span {
        let (first, end) = (data.first as usize, data.end as usize);
        if first < end {
            return self.tokens[first].span.to(self.tokens[end - 1].span);
        }
        let after = self.tokens.get(first).map(|token| token.span.start);
        let at = after.unwrap_or_else(|| self.tokens.last().map_or(0, |token| token.span.end));
        Span::new(at, at)
    }

    /// Every node, each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = SyntaxNode<'_>> {
        (0..self.nodes.len()).map(|index| SyntaxNode { tree: self, index })
    }
}

/// A node of a [`SyntaxTree`].
#[derive(Debug, Clone, Copy)]
pub struct SyntaxNode<'t> {
    tree: &'t SyntaxTree,
    index: usize,
}

/// Something directly inside a node.
#[derive(Debug, Clone, Copy)]
pub enum Part<'t> {
    /// A smaller node.
    Node(SyntaxNode<'t>),
    /// A token of the node's own, never trivia; the index is into [`SyntaxTree::tokens`].
    Token(usize),
}

impl<'t> SyntaxNode<'t> {
    fn data(self) -> NodeData {
        self.tree.nodes[self.index]
    }

    /// Its place among [`SyntaxTree::nodes`]: a name for it as long as the tree lives.
    pub fn index(self) -> usize {
        self.index
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
        self.tree.span_of(&self.data())
    }

    /// Its children, in order of the text.
    pub fn children(self) -> Children<'t> {
        let end = self.index + self.data().size as usize;
        Children { tree: self.tree, next: self.index + 1, end }
    }

    /// Its only or first child.
    pub fn child(self) -> Option<SyntaxNode<'t>> {
        self.children().next()
    }

    /// Children and own tokens, in order of the text, without trivia.
    pub fn parts(self) -> Parts<'t> {
        let mut rest = self.children();
        let child = rest.next();
        let range = self.token_range();
        Parts { at: range.start, end: range.end, child, rest }
    }

    /// The first own token of a kind.
    pub fn token(self, kind: TokenKind) -> Option<Token> {
        self.parts().find_map(|part| match part {
            Part::Token(i) if self.tree.tokens[i].kind == kind => Some(self.tree.tokens[i]),
            _ => None,
        })
    }

    /// Whether a node of some kind is inside of it, at any depth, or is itself.
    pub fn contains(self, kind: NodeKind) -> bool {
        let size = self.data().size as usize;
        self.tree.nodes[self.index..self.index + size].iter().any(|n| n.kind == kind)
    }

    /// The tree that it belongs to.
    pub fn tree(self) -> &'t SyntaxTree {
        self.tree
    }
}

/// The children of a node; see [`SyntaxNode::children`].
#[derive(Debug, Clone)]
pub struct Children<'t> {
    tree: &'t SyntaxTree,
    next: usize,
    end: usize,
}

impl<'t> Iterator for Children<'t> {
    type Item = SyntaxNode<'t>;

    fn next(&mut self) -> Option<SyntaxNode<'t>> {
        if self.next >= self.end {
            return None;
        }
        let node = SyntaxNode { tree: self.tree, index: self.next };
        self.next += node.data().size as usize;
        Some(node)
    }
}

/// What is directly inside a node; see [`SyntaxNode::parts`].
#[derive(Debug, Clone)]
pub struct Parts<'t> {
    at: usize,
    end: usize,
    child: Option<SyntaxNode<'t>>,
    rest: Children<'t>,
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let tokens = &self.rest.tree.tokens;
        // An empty node at the end stands before the token that follows, which is not ours.
        let until = self.child.map_or(self.end, |c| c.token_range().start.min(self.end));
        while self.at < until {
            self.at += 1;
            if !tokens[self.at - 1].kind.is_trivia() {
                return Some(Part::Token(self.at - 1));
            }
        }
        let child = self.child.take()?;
        self.child = self.rest.next();
        self.at = self.at.max(child.token_range().end);
        Some(Part::Node(child))
    }
}
