//! The tree: what is known of positions, and which move to try next.

use super::EXPLORE;
use senet_game::Seat;

/// No node yet.
pub(super) const NONE: u32 = u32::MAX;
/// After so many visits, what a move did itself counts as much as what it did later.
const TRUST: f32 = 300.0;

/// Positions; the root is the first.
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    /// Positions and moves that are kept.
    pub(super) size: usize,
}

pub(super) struct Node<M> {
    pub(super) who: Who,
    /// What it is worth to each seat, if that is certain.
    pub(super) proven: Option<Box<[f32]>>,
    pub(super) edges: Vec<Edge<M>>,
    /// Whether the edges are there.
    pub(super) listed: bool,
    /// How many edges, from the first, were tried.
    pub(super) tried: usize,
    pub(super) visits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Seat(Seat),
    Chance,
    Nobody,
}

pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// The weight, if chance decides.
    pub(super) weight: f32,
    pub(super) node: u32,
    pub(super) visits: u32,
    /// What it was worth to the one who moves, in all visits.
    pub(super) sum: f32,
    /// The same for playouts in which the move came now or later.
    pub(super) later_visits: u32,
    pub(super) later_sum: f32,
}

impl<M> Edge<M> {
    pub(super) fn new(mv: M, weight: f32) -> Edge<M> {
        Edge { mv, weight, node: NONE, visits: 0, sum: 0.0, later_visits: 0, later_sum: 0.0 }
    }
}

impl<M: Clone> Tree<M> {
    pub(super) fn new(root: Node<M>) -> Tree<M> {
        Tree { nodes: vec![root], size: 1 }
    }

    /// What an edge is worth to a seat, if that is certain.
    pub(super) fn certain(&self, edge: &Edge<M>, seat: Seat) -> Option<f32> {
        let node = self.nodes.get(edge.node as usize)?;
        node.proven.as_ref().map(|p| p[usize::from(seat.0)])
    }

    /// The edge to try next in a position where a seat decides.
    pub(super) fn choose(&mut self, at: usize, seat: Seat, rave: bool) -> usize {
        let node = &self.nodes[at];
        if !rave && node.tried < node.edges.len() {
            self.nodes[at].tried += 1;
            return self.nodes[at].tried - 1;
        }
        let log = (f64::from(node.visits.max(1))).ln() as f32;
        let mean = match node.visits {
            0 => 0.0,
            n => node.edges.iter().map(|e| e.sum).sum::<f32>() / n as f32,
        };
        let worth = |edge: &Edge<M>| match self.certain(edge, seat) {
            // What is lost is not tried again; what else is decided is known.
            Some(value) if value <= -1.0 => f32::NEG_INFINITY,
            Some(value) => value,
            None => promise(edge, log, mean, rave),
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (i, edge) in node.edges.iter().enumerate() {
            let here = worth(edge);
            if here > best.1 {
                best = (i, here);
            }
        }
        best.0
    }

    /// An edge was followed: is the node above it decided now?
    pub(super) fn prove(&mut self, at: usize, edge: usize) {
        let node = &self.nodes[at];
        let below = |e: &Edge<M>| self.nodes.get(e.node as usize).and_then(|n| n.proven.as_ref());
        let Some(child) = below(&node.edges[edge]) else {
            return;
        };
        let proven = match node.who {
            Who::Nobody => return,
            Who::Seat(seat) => {
                let seat = usize::from(seat.0);
                let all: Option<Vec<&Box<[f32]>>> = node.edges.iter().map(below).collect();
                match all {
                    // Two seats that win and lose against each other need no more than one win.
                    None if child[seat] >= 1.0 && child.len() <= 2 => Some(child.clone()),
                    None => None,
                    Some(all) => {
                        let most = all.iter().map(|p| p[seat]).fold(f32::NEG_INFINITY, f32::max);
                        let mut best = all.into_iter().filter(|p| p[seat] >= most);
                        let first = best.next().expect("one of them is the best");
                        // Where the mover does not care and others do, nothing is certain.
                        best.all(|other| other == first).then(|| first.clone())
                    }
                }
            }
            Who::Chance => {
                let all: Option<Vec<&Box<[f32]>>> = node.edges.iter().map(below).collect();
                all.map(|all| {
                    let total: f32 = node.edges.iter().map(|e| e.weight).sum();
                    let mut mean = vec![0.0; child.len()];
                    for (edge, worth) in node.edges.iter().zip(all) {
                        for (sum, value) in mean.iter_mut().zip(worth) {
                            *sum += value * edge.weight;
                        }
                    }
                    mean.into_iter().map(|sum| sum / total).collect()
                })
            }
        };
        if proven.is_some() {
            self.nodes[at].proven = proven;
        }
    }

    /// The edge to play: a certain win, else the one that was tried most of those not lost.
    pub(super) fn best(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let rank = |edge: &Edge<M>| {
            let certain = match node.who {
                Who::Seat(seat) => self.certain(edge, seat),
                _ => None,
            };
            let mean = if edge.visits == 0 { -2.0 } else { edge.sum / edge.visits as f32 };
            // If all is decided, the best is played; if not, what was tried most.
            match (certain, &node.proven) {
                (Some(value), Some(_)) => (value, 0, value),
                (Some(value), None) if value >= 1.0 => (2.0, 0, value),
                (Some(value), None) if value <= -1.0 => (-2.0, 0, value),
                _ => (if node.proven.is_some() { -3.0 } else { 0.0 }, edge.visits, mean),
            }
        };
        let mut best: Option<(usize, (f32, u32, f32))> = None;
        for (i, edge) in node.edges.iter().enumerate() {
            let here = rank(edge);
            if best.is_none_or(|(_, b)| here > b) {
                best = Some((i, here));
            }
        }
        best.map(|(i, _)| i)
    }

    /// How play is expected to go on after an edge of the root, which comes first.
    pub(super) fn line(&self, first: usize) -> Vec<M> {
        let mut line = Vec::new();
        let mut next = Some((0, first));
        while let Some((at, best)) = next {
            let edge = &self.nodes[at].edges[best];
            line.push(edge.mv.clone());
            if edge.node == NONE || line.len() >= 16 {
                break;
            }
            let below = edge.node as usize;
            next = self.best(below).map(|best| (below, best));
        }
        line
    }

    /// The part of the tree below a node, as a tree.
    pub(super) fn below(mut self, root: usize) -> Tree<M> {
        let mut nodes: Vec<Node<M>> = Vec::new();
        let mut open = vec![root];
        let mut at = 0;
        while at < open.len() {
            let old = open[at];
            let empty = Node {
                who: Who::Nobody,
                proven: None,
                edges: Vec::new(),
                listed: false,
                tried: 0,
                visits: 0,
            };
            let mut node = std::mem::replace(&mut self.nodes[old], empty);
            for edge in node.edges.iter_mut().filter(|e| e.node != NONE) {
                let below = edge.node as usize;
                let number = open.len() as u32;
                open.push(below);
                edge.node = number;
            }
            nodes.push(node);
            at += 1;
        }
        let size = nodes.iter().map(|n| 1 + n.edges.len()).sum();
        Tree { nodes, size }
    }
}

/// How promising a move is: what it did, what it did when it came later, and how little is known.
fn promise<M>(edge: &Edge<M>, log: f32, mean: f32, rave: bool) -> f32 {
    let visits = edge.visits as f32;
    let own = if edge.visits == 0 { mean } else { edge.sum / visits };
    let value = if rave && edge.later_visits > 0 {
        let later = edge.later_sum / edge.later_visits as f32;
        let trust = (TRUST / (3.0 * visits + TRUST)).sqrt();
        trust * later + (1.0 - trust) * own
    } else {
        own
    };
    let explore = if rave { EXPLORE * 0.3 } else { EXPLORE };
    value + explore * (log / visits.max(0.5)).sqrt()
}
