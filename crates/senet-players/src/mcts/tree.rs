//! The tree of one thread: statistics of positions and moves, and proofs.

use super::EXPLORATION;
use super::columns::Columns;
use senet_game::{MoveId, MovesMade, Seat};
use std::ops::Range;

/// No node, and no value.
const NONE: u32 = u32::MAX;
/// With RAVE the exploration constant is this much of the usual one: all-moves-as-first statistics
/// explore by themselves.
const RAVE_EXPLORATION: f32 = 0.3;
/// Square roots of logarithms are kept for so many visits.
const FEW_VISITS: u32 = 1 << 16;
/// A principal variation is told up to here.
const LONGEST_LINE: usize = 16;

/// A tree of positions. Each node is a path: nothing is shared between paths that lead to equal
/// positions, so values may depend on draw rules.
pub(super) struct Tree {
    seats: usize,
    /// The root is the first.
    pub(super) nodes: Vec<Node>,
    /// The edges of each node are next to each other.
    pub(super) edges: Vec<Edge>,
    columns: Columns,
    /// Values of decided nodes, one for each seat; several nodes may share them.
    values: Vec<f32>,
    /// `sqrt(ln(visits))`, as far as it has been needed.
    root_logs: Vec<f32>,
    /// Whether moves learn from playouts in which they were made later.
    pub(super) rave: bool,
}

pub(super) struct Node {
    pub(super) mover: Mover,
    /// Whether the value, if it is decided, rests on the rules of the game alone.
    proven: bool,
    /// Where the values of a decided node begin.
    values: u32,
    /// Where the edges begin, and how many there are; none before the node is expanded.
    first: u32,
    count: u32,
    /// How many of them, from the first, were tried.
    tried: u32,
    pub(super) visits: u32,
    /// The sum of values for the mover, over all visits that went on from here.
    sum: f32,
}

/// Who decides at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mover {
    Seat(Seat),
    Chance,
    Nobody,
}

#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) mv: MoveId,
    child: u32,
    pub(super) visits: u32,
    /// The sum of values for the mover, over all visits.
    sum: f32,
    /// The value for the mover if the child is decided, else not a number.
    decided: f32,
    /// The weight, if chance decides.
    weight: f32,
}

impl Edge {
    pub(super) fn new(mv: MoveId, weight: f32) -> Edge {
        Edge { mv, child: NONE, visits: 0, sum: 0.0, decided: f32::NAN, weight }
    }

    /// The value for the mover, if the child is decided.
    pub(super) fn decided(&self) -> Option<f32> {
        (!self.decided.is_nan()).then_some(self.decided)
    }

    /// The mean value for the mover.
    pub(super) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }

    pub(super) fn child(&self) -> Option<usize> {
        (self.child != NONE).then_some(self.child as usize)
    }

    pub(super) fn set_child(&mut self, child: usize) {
        self.child = child as u32;
    }
}

impl Node {
    pub(super) fn new(mover: Mover) -> Node {
        let (values, proven) = (NONE, false);
        Node { mover, proven, values, first: 0, count: 0, tried: 0, visits: 0, sum: 0.0 }
    }

    /// The node has the values that begin here.
    pub(super) fn decide(&mut self, values: u32, proven: bool) {
        (self.values, self.proven) = (values, proven);
    }

    /// Whether its value is known without more playouts.
    pub(super) fn is_decided(&self) -> bool {
        self.values != NONE
    }

    /// Whether its value is known, and rests on the rules of the game alone.
    pub(super) fn is_proven(&self) -> bool {
        self.is_decided() && self.proven
    }

    /// Whether its edges are there.
    pub(super) fn is_expanded(&self) -> bool {
        self.count > 0
    }

    fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl Tree {
    /// Without any node.
    pub(super) fn new(seats: usize, rave: bool) -> Tree {
        Tree {
            seats,
            nodes: Vec::new(),
            edges: Vec::new(),
            columns: Columns::default(),
            values: Vec::new(),
            root_logs: Vec::new(),
            rave,
        }
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// Nodes and edges.
    pub(super) fn size(&self) -> usize {
        self.nodes.len() + self.edges.len()
    }

    pub(super) fn edges(&self, at: usize) -> &[Edge] {
        &self.edges[self.nodes[at].range()]
    }

    /// Where the edges of a node are.
    pub(super) fn node_edges(&self, at: usize) -> Range<usize> {
        self.nodes[at].range()
    }

    /// The edge of a node that a move is on; `None` if the node was expanded without it.
    pub(super) fn edge_of(&self, at: usize, mv: MoveId) -> Option<usize> {
        self.nodes[at].range().find(|edge| self.edges[*edge].mv == mv)
    }

    /// Keeps the values of a node for all seats.
    pub(super) fn add_values(&mut self, values: impl Iterator<Item = f32>) -> u32 {
        let first = self.values.len();
        self.values.extend(values);
        first as u32
    }

    /// The value of a decided node for a seat.
    pub(super) fn value(&self, at: usize, seat: Seat) -> f32 {
        self.values_of(at).map_or(0.0, |values| values[usize::from(seat.0)])
    }

    fn values_of(&self, at: usize) -> Option<&[f32]> {
        let node = &self.nodes[at];
        node.is_decided().then(|| &self.values[node.values as usize..][..self.seats])
    }

    /// Gives a node its edges.
    pub(super) fn expand(&mut self, at: usize, edges: impl Iterator<Item = Edge>) {
        let first = self.edges.len();
        self.edges.extend(edges);
        self.columns.grow(self.edges.len(), self.rave);
        self.nodes[at].first = first as u32;
        self.nodes[at].count = (self.edges.len() - first) as u32;
    }

    /// The tree policy: the edge to follow from a node where a seat decides. Without RAVE every edge is
    /// tried once before any is tried twice.
    pub(super) fn select(&mut self, at: usize) -> usize {
        let node = &mut self.nodes[at];
        if !self.rave && node.tried < node.count {
            node.tried += 1;
            return (node.first + node.tried - 1) as usize;
        }
        // UCB1: mean + c·sqrt(ln N / n). What depends on the node alone is computed once,
        // the rest lies ready in columns.
        let visits = node.visits.max(1);
        let root_log = root_log(&mut self.root_logs, visits);
        let constant = if self.rave { EXPLORATION * RAVE_EXPLORATION } else { EXPLORATION };
        let mean = node.sum / visits as f32;
        node.range().start + self.columns.best(node.range(), constant * root_log, mean)
    }

    /// An edge was followed, and its value for the mover was this.
    pub(super) fn update(&mut self, at: usize, edge: usize, value: f32) {
        let node = &mut self.nodes[at];
        node.visits += 1;
        node.sum += value;
        let known = &mut self.edges[edge];
        known.visits += 1;
        known.sum += value;
        self.columns.update(edge, known.visits as f32, known.sum, self.rave);
    }

    /// An edge is followed whose value will be known later: what it counts as until then, which is its mean so far, or that of
    /// the node. Visits that are on their way so make an edge less interesting to explore, and neither better nor worse
    /// (WU-UCT: Liu, Chen, Yu, Lin & Liu 2020).
    pub(super) fn suppose(&mut self, at: usize, edge: usize) -> f32 {
        let node = &self.nodes[at];
        let mean = || node.sum / node.visits.max(1) as f32;
        let value = self.edges[edge].mean().unwrap_or_else(mean);
        self.update(at, edge, value);
        value
    }

    /// The value of a followed edge is known now: this much more than was supposed.
    pub(super) fn correct(&mut self, at: usize, edge: usize, by: f32) {
        self.nodes[at].sum += by;
        let known = &mut self.edges[edge];
        known.sum += by;
        // What was decided meanwhile stays.
        if known.decided.is_nan() {
            self.columns.update(edge, known.visits as f32, known.sum, self.rave);
        }
    }

    /// All moves as first: the value counts for every edge of the node whose move the seat made then
    /// or later.
    pub(super) fn update_amaf(&mut self, at: usize, seat: Seat, made: &MovesMade, value: f32) {
        let range = self.nodes[at].range();
        let moves = self.edges[range.clone()].iter().map(|edge| edge.mv);
        self.columns.update_amaf(range, moves.map(made.by(seat)), value);
    }

    /// MCTS-Solver: an edge was followed; is its child decided now, and so the node?
    #[inline]
    pub(super) fn decide(&mut self, at: usize, edge: usize) {
        if let Some(child) = self.edges[edge].child()
            && self.nodes[child].is_decided()
        {
            self.decide_by(at, edge, child);
        }
    }

    /// The child of an edge is decided.
    #[inline(never)]
    fn decide_by(&mut self, at: usize, edge: usize, child: usize) {
        let (decided, node) = match self.nodes[at].mover {
            Mover::Nobody => return,
            Mover::Seat(seat) => {
                let value = self.value(child, seat);
                // A node is decided by one child if that is as good as can be, else
                // only when all children are, by the best of them for its mover.
                // Of two seats, one that can win needs to look at no other move.
                let is_won = value >= 1.0 && self.seats <= 2;
                let best = if is_won { Some(child) } else { self.best_child(at, edge, seat) };
                let proven = |best: usize| {
                    if is_won { self.nodes[best].proven } else { self.are_proven(at) }
                };
                (value, best.map(|best| (self.nodes[best].values, proven(best))))
            }
            Mover::Chance => (0.0, self.mean_of_children(at, edge)),
        };
        self.edges[edge].decided = decided;
        self.columns.decide(edge, decided);
        if let Some((values, proven)) = node {
            self.nodes[at].decide(values, proven);
        }
    }

    /// Whether all edges of a node lead to decided nodes; `edge` is known to.
    fn are_decided(&self, at: usize, edge: usize) -> bool {
        self.nodes[at].range().all(|i| i == edge || !self.edges[i].decided.is_nan())
    }

    /// Whether what decides the children rests on the rules of the game alone.
    fn are_proven(&self, at: usize) -> bool {
        let mut children = self.edges(at).iter().filter_map(Edge::child);
        children.all(|child| self.nodes[child].proven)
    }

    /// The child that the mover prefers, once all are decided.
    fn best_child(&self, at: usize, edge: usize, seat: Seat) -> Option<usize> {
        if !self.are_decided(at, edge) {
            return None;
        }
        let children = || self.edges(at).iter().filter_map(Edge::child);
        let most =
            children().map(|child| self.value(child, seat)).fold(f32::NEG_INFINITY, f32::max);
        let mut best = children().filter(|child| self.value(*child, seat) >= most);
        let first = best.next()?;
        // Where the mover does not care and others do, nothing is decided.
        best.all(|other| self.values_of(other) == self.values_of(first)).then_some(first)
    }

    /// The expected values of a chance node, once all of its children are decided.
    fn mean_of_children(&mut self, at: usize, edge: usize) -> Option<(u32, bool)> {
        if !self.are_decided(at, edge) {
            return None;
        }
        let total: f32 = self.edges(at).iter().map(|edge| edge.weight).sum();
        let mut mean = vec![0.0; self.seats];
        for edge in self.edges(at) {
            for (sum, value) in mean.iter_mut().zip(self.values_of(edge.child()?)?) {
                *sum += value * edge.weight / total;
            }
        }
        let proven = self.are_proven(at);
        Some((self.add_values(mean.into_iter()), proven))
    }

    /// The edge to play: the best if the node is decided; else a win, or the edge that was tried most
    /// of those that are not lost.
    pub(super) fn best(&self, at: usize) -> Option<usize> {
        let is_decided = self.nodes[at].is_decided();
        let rank = |edge: &Edge| match (edge.decided(), is_decided) {
            (Some(value), true) => (value, 0, value),
            (None, true) => (-3.0, edge.visits, edge.mean().unwrap_or(-2.0)),
            (Some(value), false) if value >= 1.0 => (2.0, 0, value),
            (Some(value), false) if value <= -1.0 => (-2.0, 0, value),
            _ => (0.0, edge.visits, edge.mean().unwrap_or(-2.0)),
        };
        let mut best: Option<(usize, (f32, u32, f32))> = None;
        for edge in self.nodes[at].range() {
            let here = rank(&self.edges[edge]);
            if best.is_none_or(|(_, b)| here > b) {
                best = Some((edge, here));
            }
        }
        best.map(|(edge, _)| edge)
    }

    /// The principal variation that begins with an edge of the root.
    pub(super) fn principal_variation(&self, first: usize) -> Vec<MoveId> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(edge) = next.filter(|_| line.len() < LONGEST_LINE) {
            line.push(self.edges[edge].mv);
            next = self.edges[edge].child().and_then(|child| self.best(child));
        }
        line
    }

    /// The part of the tree below a node, as a tree; `None` if `stop` says that there is no time to
    /// copy it.
    pub(super) fn subtree(&self, root: usize, stop: impl Fn() -> bool) -> Option<Tree> {
        let mut part = Tree::new(self.seats, self.rave);
        // Breadth-first: the new number of a node is its place in the queue.
        let mut queue = vec![root];
        while let Some(old) = queue.get(part.nodes.len()).copied() {
            if stop() {
                return None;
            }
            let old = &self.nodes[old];
            let (first, range) = (part.edges.len() as u32, old.range());
            let mut node = Node { first, ..*old };
            if old.is_decided() {
                let values = &self.values[old.values as usize..][..self.seats];
                node.values = part.add_values(values.iter().copied());
            }
            part.columns.extend(&self.columns, range.clone());
            for mut edge in self.edges[range].iter().copied() {
                if let Some(child) = edge.child() {
                    queue.push(child);
                    edge.set_child(queue.len() - 1);
                }
                part.edges.push(edge);
            }
            part.nodes.push(node);
        }
        Some(part)
    }
}

/// `sqrt(ln(visits))`, computed once for each of the small numbers, which come again and again.
fn root_log(known: &mut Vec<f32>, visits: u32) -> f32 {
    let root = |visits: u32| (visits as f32).ln().sqrt();
    if visits >= FEW_VISITS {
        return root(visits);
    }
    known.extend((known.len() as u32..=visits).map(|visits| root(visits.max(1))));
    known[visits as usize]
}
