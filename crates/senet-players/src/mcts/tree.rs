//! The tree: what is known of positions, and which move to try next.

use super::EXPLORE;
use crate::walk::Later;
use senet_game::Seat;
use std::f32::consts::SQRT_2;
use std::ops::Range;

/// No node yet.
pub(super) const NONE: u32 = u32::MAX;
/// After so many visits, what a move did itself counts as much as what it did later.
const TRUST: f32 = 300.0;
/// So few edges are compared one by one.
const FEW: usize = 12;
/// More visits than this are rare.
const OFTEN: u32 = 1 << 16;

/// Positions; the root is the first.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The moves of all positions, those of each one after the other.
    pub(super) edges: Vec<Edge>,
    promises: Promises,
    /// What logarithms are for, by the number of visits, as far as it has been needed.
    doubts: Vec<f32>,
    /// Whether moves learn from playouts in which they came later.
    pub(super) rave: bool,
}

/// How promising each edge is, as columns of numbers that are kept up to date, so that many can be
/// compared at once: `rest + trust * later / plays + doubt * width`.
#[derive(Default)]
struct Promises {
    /// What the edge did itself, as far as that is trusted.
    rest: Vec<f32>,
    /// How much it is trusted what the edge did in playouts in which it came now or later.
    trust: Vec<f32>,
    /// What it was worth to the one who moves in all of these playouts.
    later: Vec<f32>,
    /// How many there were.
    plays: Vec<f32>,
    /// How little is known of it.
    width: Vec<f32>,
    /// Room to compare.
    spare: Vec<f32>,
}

pub(super) struct Node {
    pub(super) who: Who,
    /// What it is worth to each seat, if that is certain.
    pub(super) proven: Option<Box<[f32]>>,
    /// Where its moves begin, and how many there are; none if they were not listed.
    first: u32,
    moves: u32,
    /// How many of them, from the first, were tried.
    tried: u32,
    pub(super) visits: u32,
    /// What it was worth to the one who moves, in all visits that went on from here.
    sum: f32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Seat(Seat),
    Chance,
    Nobody,
}

#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The number of the move.
    pub(super) mv: u32,
    pub(super) node: u32,
    pub(super) visits: u32,
    /// What it was worth to the one who moves, in all visits.
    pub(super) sum: f32,
    /// What it is worth to the one who moves if that is certain, else not a number.
    certain: f32,
    /// The weight, if chance decides.
    weight: f32,
}

impl Edge {
    pub(super) fn new(mv: u32, weight: f32) -> Edge {
        Edge { mv, node: NONE, visits: 0, sum: 0.0, certain: f32::NAN, weight }
    }

    /// What it is worth to the one who moves, if that is certain.
    pub(super) fn certain(&self) -> Option<f32> {
        (!self.certain.is_nan()).then_some(self.certain)
    }

    /// What it was worth on average.
    pub(super) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }
}

impl Node {
    pub(super) fn new(who: Who, proven: Option<Box<[f32]>>) -> Node {
        Node { who, proven, first: 0, moves: 0, tried: 0, visits: 0, sum: 0.0 }
    }

    fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.moves) as usize
    }

    /// Whether its moves are there.
    pub(super) fn listed(&self) -> bool {
        self.moves > 0
    }
}

/// The root of the logarithm of a number of visits, which is worked out once for each of the small
/// ones: they come again and again.
fn doubt(known: &mut Vec<f32>, visits: u32) -> f32 {
    let root = |visits: u32| (visits as f32).ln().sqrt();
    if visits >= OFTEN {
        return root(visits);
    }
    known.extend((known.len() as u32..=visits).map(|visits| root(visits.max(1))));
    known[visits as usize]
}

impl Tree {
    pub(super) fn new(root: Node, rave: bool) -> Tree {
        Tree { nodes: vec![root], rave, ..Tree::default() }
    }

    /// Positions and moves that are kept.
    pub(super) fn size(&self) -> usize {
        self.nodes.len() + self.edges.len()
    }

    /// The moves of a position.
    pub(super) fn edges(&self, at: usize) -> &[Edge] {
        &self.edges[self.nodes[at].range()]
    }

    /// What a position is certain to be worth to a seat; nothing, if it is not.
    pub(super) fn worth(&self, at: usize, seat: Seat) -> f32 {
        self.nodes[at].proven.as_ref().map_or(0.0, |worth| worth[usize::from(seat.0)])
    }

    /// The edge of a move in a position.
    pub(super) fn number(&self, at: usize, mv: u32) -> Option<usize> {
        self.nodes[at].range().find(|edge| self.edges[*edge].mv == mv)
    }

    /// Gives a position its moves.
    pub(super) fn list(&mut self, at: usize, edges: impl Iterator<Item = Edge>) {
        let first = self.edges.len();
        self.edges.extend(edges);
        self.promises.grow(self.edges.len(), self.rave);
        self.nodes[at].first = first as u32;
        self.nodes[at].moves = (self.edges.len() - first) as u32;
    }

    /// The node that an edge leads to, which is made if it is not there.
    pub(super) fn follow(&mut self, edge: usize, make: impl FnOnce() -> Node) -> usize {
        if self.edges[edge].node == NONE {
            self.edges[edge].node = self.nodes.len() as u32;
            self.nodes.push(make());
        }
        self.edges[edge].node as usize
    }

    /// The edge to try next in a position where somebody decides.
    pub(super) fn choose(&mut self, at: usize) -> usize {
        let node = &mut self.nodes[at];
        if !self.rave && node.tried < node.moves {
            node.tried += 1;
            return (node.first + node.tried - 1) as usize;
        }
        let doubt = doubt(&mut self.doubts, node.visits.max(1));
        let explore = if self.rave { EXPLORE * 0.3 } else { EXPLORE };
        let (doubt, visits) = (explore * doubt, node.visits.max(1) as f32);
        node.range().start + self.promises.best(node.range(), doubt, node.sum / visits)
    }

    /// An edge was followed, and what came of it was worth so much to the one who moved.
    pub(super) fn learn(&mut self, at: usize, edge: usize, value: f32) {
        let node = &mut self.nodes[at];
        node.visits += 1;
        node.sum += value;
        let known = &mut self.edges[edge];
        known.visits += 1;
        known.sum += value;
        self.promises.learn(edge, known.visits as f32, known.sum, self.rave);
    }

    /// The same for what was played there or later.
    pub(super) fn learn_later(&mut self, at: usize, seat: Seat, later: &Later, value: f32) {
        let heard = later.by(seat);
        let range = self.nodes[at].range();
        let plays = &mut self.promises.plays[range.clone()];
        let later = &mut self.promises.later[range.clone()];
        for (edge, (plays, later)) in self.edges[range].iter().zip(plays.iter_mut().zip(later)) {
            let here = heard(edge.mv);
            *plays += here;
            *later += here * value;
        }
    }

    /// An edge was followed: is it decided now, and the node above it?
    pub(super) fn prove(&mut self, at: usize, edge: usize) {
        let Some(child) = self.below(&self.edges[edge]) else {
            return;
        };
        let node = &self.nodes[at];
        let (certain, proven) = match node.who {
            Who::Nobody => return,
            Who::Seat(seat) => {
                let certain = child[usize::from(seat.0)];
                // Two seats that win and lose against each other need no more than one win.
                let won = certain >= 1.0 && child.len() <= 2;
                let proven = if won { Some(child.into()) } else { self.best_known(at, edge, seat) };
                (certain, proven)
            }
            Who::Chance => (0.0, self.mean_known(at, edge)),
        };
        self.edges[edge].certain = certain;
        self.promises.know(edge, certain);
        if proven.is_some() {
            self.nodes[at].proven = proven;
        }
    }

    /// What an edge leads to is worth to each seat, if that is certain.
    fn below(&self, edge: &Edge) -> Option<&[f32]> {
        self.nodes.get(edge.node as usize)?.proven.as_deref()
    }

    /// Whether all edges of a node are decided, of which this one is.
    fn all_known(&self, at: usize, edge: usize) -> bool {
        let first = self.nodes[at].first as usize;
        let edges = self.edges(at).iter().enumerate();
        edges.into_iter().all(|(i, e)| first + i == edge || !e.certain.is_nan())
    }

    fn best_known(&self, at: usize, edge: usize, seat: Seat) -> Option<Box<[f32]>> {
        if !self.all_known(at, edge) {
            return None;
        }
        let seat = usize::from(seat.0);
        let all = || self.edges(at).iter().filter_map(|e| self.below(e));
        let most = all().map(|p| p[seat]).fold(f32::NEG_INFINITY, f32::max);
        let mut best = all().filter(|p| p[seat] >= most);
        let first = best.next()?;
        // Where the mover does not care and others do, nothing is certain.
        best.all(|other| other == first).then(|| first.into())
    }

    fn mean_known(&self, at: usize, edge: usize) -> Option<Box<[f32]>> {
        if !self.all_known(at, edge) {
            return None;
        }
        let edges = self.edges(at);
        let total: f32 = edges.iter().map(|e| e.weight).sum();
        let mut mean = vec![0.0; self.below(&self.edges[edge])?.len()];
        for edge in edges {
            for (sum, value) in mean.iter_mut().zip(self.below(edge)?) {
                *sum += value * edge.weight / total;
            }
        }
        Some(mean.into())
    }

    /// The edge to play: a certain win, else the one that was tried most of those not lost.
    pub(super) fn best(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let rank = |edge: &Edge| {
            let mean = edge.mean().unwrap_or(-2.0);
            // If all is decided, the best is played; if not, what was tried most.
            match (edge.certain(), &node.proven) {
                (Some(value), Some(_)) => (value, 0, value),
                (Some(value), None) if value >= 1.0 => (2.0, 0, value),
                (Some(value), None) if value <= -1.0 => (-2.0, 0, value),
                _ => (if node.proven.is_some() { -3.0 } else { 0.0 }, edge.visits, mean),
            }
        };
        let mut best: Option<(usize, (f32, u32, f32))> = None;
        for (edge, i) in self.edges(at).iter().zip(node.range()) {
            let here = rank(edge);
            if best.is_none_or(|(_, b)| here > b) {
                best = Some((i, here));
            }
        }
        best.map(|(i, _)| i)
    }

    /// How play is expected to go on after an edge of the root, which comes first.
    pub(super) fn line(&self, first: usize) -> Vec<u32> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(edge) = next {
            let edge = &self.edges[edge];
            line.push(edge.mv);
            if edge.node == NONE || line.len() >= 16 {
                break;
            }
            next = self.best(edge.node as usize);
        }
        line
    }

    /// The part of the tree below a node, as a tree.
    pub(super) fn part(mut self, root: usize) -> Tree {
        let mut part = Tree { rave: self.rave, ..Tree::default() };
        let mut open = vec![root];
        while let Some(old) = open.get(part.nodes.len()) {
            let mut node = std::mem::replace(&mut self.nodes[*old], Node::new(Who::Nobody, None));
            let edges = node.range();
            node.first = part.edges.len() as u32;
            part.promises.extend(&self.promises, edges.clone());
            for mut edge in self.edges[edges].iter().copied() {
                if edge.node != NONE {
                    open.push(edge.node as usize);
                    edge.node = (open.len() - 1) as u32;
                }
                part.edges.push(edge);
            }
            part.nodes.push(node);
        }
        part
    }
}

/// Where the first of the largest numbers stands.
#[inline(always)]
fn most(numbers: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (i, number) in numbers.enumerate() {
        if number > best.1 {
            best = (i, number);
        }
    }
    best.0
}

impl Promises {
    /// Makes room for edges of which nothing is known.
    fn grow(&mut self, edges: usize, rave: bool) {
        self.rest.resize(edges, 0.0);
        self.trust.resize(edges, if rave { 1.0 } else { 0.0 });
        self.later.resize(edges, 0.0);
        self.plays.resize(edges, 0.0);
        self.width.resize(edges, SQRT_2);
    }

    /// Where the best of some edges stands among them; those that nobody ever played are thought to
    /// be worth as much as the others on average.
    fn best(&mut self, edges: Range<usize>, doubt: f32, mean: f32) -> usize {
        let (rest, trust) = (&self.rest[edges.clone()], &self.trust[edges.clone()]);
        let (later, plays) = (&self.later[edges.clone()], &self.plays[edges.clone()]);
        let columns = rest.iter().zip(trust).zip(later.iter().zip(plays));
        let promises = columns.zip(&self.width[edges.clone()]).map(
            |(((rest, trust), (later, plays)), width)| {
                let later = if *plays > 0.0 { later / plays } else { mean };
                rest + trust * later + doubt * width
            },
        );
        if edges.len() <= FEW {
            return most(promises);
        }
        // Many are worked out several at a time, and only then compared.
        self.spare.clear();
        self.spare.extend(promises);
        most(self.spare.iter().copied())
    }

    /// An edge did this in so many visits.
    fn learn(&mut self, edge: usize, visits: f32, sum: f32, rave: bool) {
        let trust = if rave { (TRUST / (3.0 * visits + TRUST)).sqrt() } else { 0.0 };
        self.trust[edge] = trust;
        self.rest[edge] = (1.0 - trust) * sum / visits;
        self.width[edge] = visits.sqrt().recip();
    }

    /// An edge is certain to be worth this. What is lost is not tried again.
    fn know(&mut self, edge: usize, certain: f32) {
        self.trust[edge] = 0.0;
        self.width[edge] = 0.0;
        self.rest[edge] = if certain <= -1.0 { f32::NEG_INFINITY } else { certain };
    }

    /// Takes over what is known of some edges.
    fn extend(&mut self, other: &Promises, edges: Range<usize>) {
        self.rest.extend_from_slice(&other.rest[edges.clone()]);
        self.trust.extend_from_slice(&other.trust[edges.clone()]);
        self.later.extend_from_slice(&other.later[edges.clone()]);
        self.plays.extend_from_slice(&other.plays[edges.clone()]);
        self.width.extend_from_slice(&other.width[edges]);
    }
}
