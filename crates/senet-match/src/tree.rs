//! The tree of everything that was played in a match, and where in it we are.
//!
//! A node is a position and how it was reached. Nothing is ever taken out: taking a move back only goes to
//! an earlier node, and playing another one grows a branch. What follows a node is ordered by when it was
//! last visited, so that redoing goes where play was last. Most nodes hold no position: it is made again
//! from the nearest checkpoint above, which bounds both memory and time.

use crate::snapshot::MatchStatus;
use senet_game::{MoveIndex, Position, Referee, Seat};
use std::ops::Index;
use std::time::Duration;

/// See the module.
pub(crate) struct PlayTree {
    /// The positions that were reached, the first one first.
    nodes: Vec<Node>,
    at: usize,
}

/// A position in the tree, and how it was reached.
pub(crate) struct Node {
    /// The position and the referee's counts, kept at every [`CHECKPOINT`]th play; in between, moves
    /// are made again.
    pub(crate) checkpoint: Option<Box<(Position, Referee)>>,
    pub(crate) status: MatchStatus,
    /// How it was reached; the first position was not.
    pub(crate) came: Option<Came>,
    /// What came after it; the one that was visited last is last.
    pub(crate) next: Vec<usize>,
    /// Whether the first two have changed seats.
    pub(crate) swapped: bool,
    /// Moves of players so far.
    pub(crate) moves: u64,
    /// Plays of any kind so far.
    pub(crate) plays: u64,
    /// Time that is left, by participant; empty without a clock.
    pub(crate) left: Vec<Duration>,
}

pub(crate) struct Came {
    pub(crate) from: usize,
    pub(crate) by: Option<Seat>,
    pub(crate) play: Play,
    pub(crate) spent: Duration,
}

/// What was done to get from one position to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Play {
    Move(MoveIndex),
    Swap,
    Resign,
    OutOfTime,
}

impl Node {
    /// Who occupies a seat here, by the order of the participants.
    pub(crate) fn occupant(&self, seat: Seat) -> usize {
        let at = usize::from(seat.0);
        if self.swapped && at < 2 { 1 - at } else { at }
    }
}

impl Index<usize> for PlayTree {
    type Output = Node;

    fn index(&self, node: usize) -> &Node {
        &self.nodes[node]
    }
}

impl PlayTree {
    /// A tree with one position, where we are.
    pub(crate) fn new(first: Node) -> PlayTree {
        PlayTree { nodes: vec![first], at: 0 }
    }

    /// The number of the node where we are.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The node where we are.
    pub(crate) fn here(&self) -> &Node {
        &self.nodes[self.at]
    }

    /// The node with a number, if there is one.
    pub(crate) fn get(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// Goes to a node.
    pub(crate) fn go(&mut self, node: usize) {
        debug_assert!(node < self.nodes.len(), "callers have looked it up");
        self.at = node;
    }

    /// Adds a node that follows this one, and goes there.
    pub(crate) fn push(&mut self, node: Node) {
        let number = self.nodes.len();
        self.nodes[self.at].next.push(number);
        self.nodes.push(node);
        self.at = number;
    }

    /// Goes on to a node that was reached from here in just this way before, if there is one.
    pub(crate) fn revisit(&mut self, by: Option<Seat>, play: Play) -> bool {
        let same = |n: &usize| {
            let came = self.nodes[*n].came.as_ref();
            came.is_some_and(|c| c.by == by && c.play == play)
        };
        let Some(found) = self.here().next.iter().position(same) else {
            return false;
        };
        let after = &mut self.nodes[self.at].next;
        let next = after.remove(found);
        after.push(next);
        self.at = next;
        true
    }

    /// The nodes before a node, the nearest first.
    pub(crate) fn before(&self, node: usize) -> impl Iterator<Item = usize> {
        let back = |node: &usize| self.nodes[*node].came.as_ref().map(|c| c.from);
        std::iter::successors(back(&node), back)
    }

    /// The nodes after this one that were visited last, the nearest first.
    pub(crate) fn after(&self) -> impl Iterator<Item = usize> {
        let on = |node: &usize| self.nodes[*node].next.last().copied();
        std::iter::successors(on(&self.at), on)
    }

    /// The nodes from the first to this one.
    pub(crate) fn path(&self) -> Vec<usize> {
        let mut path: Vec<usize> = self.before(self.at).collect();
        path.reverse();
        path.push(self.at);
        path
    }

    /// The moves from the first position to this one.
    pub(crate) fn history(&self) -> Vec<MoveIndex> {
        let mv = |node: usize| match self.nodes[node].came.as_ref()?.play {
            Play::Move(mv) => Some(mv),
            _ => None,
        };
        self.path().into_iter().filter_map(mv).collect()
    }
}
