//! Information set Monte Carlo tree search (single-observer ISMCTS: Cowling, Powley & Whitehouse 2012).
//!
//! There is one tree for all positions that the observing seat cannot tell apart. Its edges are moves as
//! that seat observes them. Each playout goes down in one determinization, by the moves that are legal
//! there; UCT counts how often a move was available instead of how often its node was visited.

use super::EXPLORATION;
use crate::clock::SearchClock;
use crate::goal::Utility;
use crate::information::InformationState;
use crate::player::SearchResult;
use rustc_hash::FxHashMap;
use senet_game::{Cursor, MoveId, Observer, Outcome, Rng, Seat, Turn};

/// So many determinizations are drawn, and then used again and again.
const DETERMINIZATIONS: usize = 64;
/// So many playouts go by before another one is drawn.
const PLAYOUTS_EACH: u64 = 8;
/// The tree grows to so many nodes.
const TREE_SIZE: usize = 1_000_000;
/// No way down is longer: play that goes round would never leave the tree.
const MAX_DEPTH: usize = 512;

/// The statistics of a move of the root, as it is observed.
struct RootMove {
    key: u128,
    visits: u32,
    /// The sum of values for the one who moves.
    sum: f64,
}

/// What one thread found out.
pub(super) struct Found {
    moves: Vec<RootMove>,
    playouts: u64,
}

struct Search<'a, 'c> {
    /// Who searches.
    observer: Observer,
    utility: Utility,
    clock: &'a SearchClock<'c>,
    nodes: Vec<Node>,
    moves: Vec<MoveId>,
    /// The edges of the moves, in their order.
    edges: Vec<usize>,
    path: Vec<(usize, usize, Option<Seat>)>,
}

#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
    by_key: FxHashMap<u128, usize>,
}

struct Edge {
    key: u128,
    /// How often it was legal, and how often it was tried.
    available: u32,
    visits: u32,
    /// The sum of values for the one who moves.
    sum: f64,
    child: Option<usize>,
}

/// Makes playouts until the limit is reached.
pub(super) fn search(
    known: &InformationState,
    utility: Utility,
    clock: &SearchClock<'_>,
    rng: &mut Rng,
) -> Found {
    let mut search = Search {
        observer: Observer::Seat(known.seat()),
        utility,
        clock,
        nodes: vec![Node::default()],
        moves: Vec::new(),
        edges: Vec::new(),
        path: Vec::new(),
    };
    let mut determinizations: Vec<Box<dyn Cursor>> = Vec::new();
    let mut playouts = 0;
    while playouts == 0 || !clock.is_spent(playouts) {
        // Drawing a determinization means replaying the observed play, which costs as much as
        // many playouts; so they are drawn sparsely and reused. 64 samples of what is hidden
        // are enough for the averages of one search.
        if determinizations.len() < DETERMINIZATIONS && playouts % PLAYOUTS_EACH == 0 {
            determinizations.push(known.determinize(rng, &mut || clock.is_over_now()));
        }
        let at = rng.index(determinizations.len() as u64) as usize;
        let cursor = &mut *determinizations[at];
        cursor.push();
        search.playout(cursor, rng);
        cursor.pop();
        playouts += 1;
    }
    let root = search.nodes.swap_remove(0);
    let of = |edge: Edge| RootMove { key: edge.key, visits: edge.visits, sum: edge.sum };
    Found { moves: root.edges.into_iter().map(of).collect(), playouts }
}

/// The move that was tried most in all threads together; the first of equal ones.
pub(super) fn decide(known: &InformationState, found: Vec<Found>, rng: &mut Rng) -> SearchResult {
    let mut best: Option<(u128, u32, f64)> = None;
    for key in known.observed_moves() {
        // Root parallelization: threads share nothing, and the visits of the root moves are
        // added up; the most visited move is more robust than the one with the best mean.
        let same = found.iter().flat_map(|found| &found.moves).filter(|mv| mv.key == key);
        let (visits, sum) = same.fold((0, 0.0), |(n, sum), mv| (n + mv.visits, sum + mv.sum));
        if best.is_none_or(|(_, most, _)| visits > most) {
            best = Some((key, visits, sum));
        }
    }
    let (key, visits, sum) = best.expect("a position with a turn has a move");
    let mv = known.move_seen_as(key, rng).expect("the key of a legal move");
    let value = (visits > 0).then(|| sum / f64::from(visits));
    let nodes = found.iter().map(|found| found.playouts).sum();
    SearchResult { value, nodes, ..SearchResult::of(mv) }
}

impl Search<'_, '_> {
    /// One way down the tree in a determinization, at random to the end, and back up.
    fn playout(&mut self, cursor: &mut dyn Cursor, rng: &mut Rng) {
        self.path.clear();
        let mut at = 0;
        let outcome = loop {
            let seat = match cursor.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Stopped(_) => break Outcome::draw(),
                Turn::Player(seat) => Some(seat),
                Turn::Chance => None,
            };
            let (edge, mv) = match seat {
                Some(_) => self.select(at, cursor, rng),
                None => {
                    let mv = cursor.random_move(rng);
                    (self.edge(at, cursor.observed_move(mv, self.observer)), mv)
                }
            };
            self.path.push((at, edge, seat));
            cursor.apply(mv);
            let Edge { visits, child, .. } = self.nodes[at].edges[edge];
            let is_full = self.nodes.len() >= TREE_SIZE || self.path.len() >= MAX_DEPTH;
            let is_over = self.clock.is_over();
            at = match child {
                Some(child) if self.path.len() < MAX_DEPTH && !is_over => child,
                None if visits > 0 && !is_full && !is_over => self.add_child(at, edge),
                _ => break cursor.playout(rng, &mut || self.clock.is_over(), None),
            };
        };
        // Backpropagation. Values are those of the mover of each edge, so that one tree serves
        // any number of seats; edges of chance are averaged by their frequency alone.
        for (at, edge, seat) in &self.path {
            let edge = &mut self.nodes[*at].edges[*edge];
            edge.visits += 1;
            edge.sum += seat.map_or(0.0, |seat| self.utility.of(&outcome, seat));
        }
    }

    fn add_child(&mut self, at: usize, edge: usize) -> usize {
        self.nodes.push(Node::default());
        let child = self.nodes.len() - 1;
        self.nodes[at].edges[edge].child = Some(child);
        child
    }

    /// The edge to follow, and a legal move that looks so. An edge that was never tried comes first.
    fn select(&mut self, at: usize, cursor: &mut dyn Cursor, rng: &mut Rng) -> (usize, MoveId) {
        let mut moves = std::mem::take(&mut self.moves);
        let mut edges = std::mem::take(&mut self.edges);
        cursor.moves(&mut moves);
        edges.clear();
        for mv in &moves {
            edges.push(self.edge(at, cursor.observed_move(*mv, self.observer)));
        }
        let mut available = edges.clone();
        available.sort_unstable();
        available.dedup();
        let known = &mut self.nodes[at].edges;
        let untried = available.iter().filter(|edge| known[**edge].visits == 0).count();
        let edge = match untried {
            0 => most_promising(known, &available),
            n => {
                let nth = rng.index(n as u64) as usize;
                let mut untried = available.iter().filter(|edge| known[**edge].visits == 0);
                *untried.nth(nth).expect("below their number")
            }
        };
        // Subset-armed bandits: in each determinization only some edges are legal, and an edge
        // that is rarely available must not look neglected.
        for edge in available {
            known[edge].available += 1;
        }
        // Several moves may look the same to the observer.
        let same = edges.iter().filter(|e| **e == edge).count();
        let nth = rng.index(same as u64) as usize;
        let mut same = edges.iter().zip(&moves).filter(|(e, _)| **e == edge);
        let mv = *same.nth(nth).expect("below their number").1;
        (self.moves, self.edges) = (moves, edges);
        (edge, mv)
    }

    /// The edge of an observed move, which is made if there is none.
    fn edge(&mut self, at: usize, key: u128) -> usize {
        let node = &mut self.nodes[at];
        *node.by_key.entry(key).or_insert_with(|| {
            node.edges.push(Edge { key, available: 0, visits: 0, sum: 0.0, child: None });
            node.edges.len() - 1
        })
    }
}

/// UCT, with how often an edge was available in the place of the visits of its node.
fn most_promising(edges: &[Edge], available: &[usize]) -> usize {
    let mut best = (available[0], f64::NEG_INFINITY);
    for at in available {
        let edge = &edges[*at];
        let visits = f64::from(edge.visits);
        let width = (f64::from(edge.available.max(1)).ln() / visits).sqrt();
        let score = edge.sum / visits + f64::from(EXPLORATION) * width;
        if score > best.1 {
            best = (*at, score);
        }
    }
    best.0
}
