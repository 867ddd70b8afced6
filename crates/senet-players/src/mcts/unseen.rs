//! The same search where not everything is seen: over many positions that could be the one.
//!
//! There is one tree for all of them. Its nodes are what the seat that thinks would know: its own
//! moves are told apart, and those of others as far as the seat sees a difference. Each playout goes
//! down in one of the imagined positions, by the moves that are possible there; how often a move was
//! possible counts in how much it is tried.

use super::EXPLORE;
use crate::effort::Watch;
use crate::goal::Yardstick;
use crate::playout::playout_until;
use crate::sight::Sight;
use crate::think::Opinion;
use rustc_hash::FxHashMap;
use senet_game::{Eye, Game, Outcome, Rng, Seat, Turn};

/// So many positions are imagined, and then used again and again.
const WORLDS: usize = 64;
/// So many playouts go by before another position is imagined.
const EACH: u64 = 8;
/// The tree grows to so many nodes.
const MOST: usize = 1_000_000;
/// No way down is longer: play that goes round would never leave the tree.
const DEEPEST: usize = 512;

/// How often a move was tried, and what it was worth in all of that.
pub(super) type Tally<M> = Vec<(M, u32, f64)>;

pub(super) struct Unseen<'a, 'w, G: Game> {
    game: &'a G,
    me: Seat,
    yardstick: Yardstick,
    watch: &'a Watch<'w>,
    nodes: Vec<Node<G::Move>>,
    spare: Vec<G::Move>,
}

struct Node<M> {
    edges: Vec<Edge<M>>,
    by: FxHashMap<Key<M>, usize>,
}

struct Edge<M> {
    key: Key<M>,
    /// How often it was possible, and how often it was tried.
    possible: u32,
    visits: u32,
    /// What it was worth to the one who moves.
    sum: f64,
    node: Option<usize>,
}

/// A move, as far as the seat that thinks can tell it from others.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key<M> {
    Own(M),
    Shown(String),
}

impl<'a, 'w, G: Game> Unseen<'a, 'w, G> {
    pub(super) fn new(
        game: &'a G,
        me: Seat,
        yardstick: Yardstick,
        watch: &'a Watch<'w>,
    ) -> Unseen<'a, 'w, G> {
        let root = Node { edges: Vec::new(), by: FxHashMap::default() };
        Unseen { game, me, yardstick, watch, nodes: vec![root], spare: Vec::new() }
    }

    /// Thinks until the effort is used up: what each move did, and how many playouts there were.
    pub(super) fn think(&mut self, sight: &Sight<'_, G>, rng: &mut Rng) -> (Tally<G::Move>, u64) {
        let mut worlds = Vec::new();
        let mut playouts = 0;
        while playouts == 0 || !self.watch.spent(playouts) {
            if worlds.len() < WORLDS && playouts % EACH == 0 {
                worlds.push(sight.imagine_until(rng, &|| self.watch.late()));
            }
            let at = rng.index(worlds.len() as u64) as usize;
            self.playout(worlds[at].clone(), rng);
            playouts += 1;
        }
        let tally = |edge: &Edge<G::Move>| match &edge.key {
            Key::Own(mv) => Some((mv.clone(), edge.visits, edge.sum)),
            Key::Shown(_) => None,
        };
        (self.nodes[0].edges.iter().filter_map(tally).collect(), playouts)
    }

    fn playout(&mut self, mut state: G::State, rng: &mut Rng) {
        let mut path: Vec<(usize, usize, Option<Seat>)> = Vec::new();
        let mut at = 0;
        let outcome = loop {
            let seat = match self.game.turn(&state) {
                Turn::Over(outcome) => break outcome,
                Turn::Stopped(_) => break Outcome::draw(),
                Turn::Player(seat) => Some(seat),
                Turn::Chance => None,
            };
            let (edge, mv, fresh) = self.choose(at, &state, seat, rng);
            path.push((at, edge, seat));
            self.game.apply(&mut state, &mv, &mut ());
            let full = self.nodes.len() >= MOST || path.len() >= DEEPEST;
            if fresh || (full && self.nodes[at].edges[edge].node.is_none()) {
                let late = || self.watch.late();
                break playout_until(self.game, &mut state, rng, &mut self.spare, &late);
            }
            at = match self.nodes[at].edges[edge].node {
                Some(next) => next,
                None => self.grow(at, edge),
            };
        };
        for (at, edge, seat) in path {
            let edge = &mut self.nodes[at].edges[edge];
            edge.visits += 1;
            edge.sum += seat.map_or(0.0, |seat| self.yardstick.worth(&outcome, seat));
        }
    }

    fn grow(&mut self, at: usize, edge: usize) -> usize {
        self.nodes.push(Node { edges: Vec::new(), by: FxHashMap::default() });
        let next = self.nodes.len() - 1;
        self.nodes[at].edges[edge].node = Some(next);
        next
    }

    /// The edge to go down, a move that it stands for here, and whether nobody went there before.
    fn choose(
        &mut self,
        at: usize,
        state: &G::State,
        seat: Option<Seat>,
        rng: &mut Rng,
    ) -> (usize, G::Move, bool) {
        let Some(seat) = seat else {
            let mv = self.game.pick(state, rng, &mut self.spare);
            let edge = self.edge(at, self.key(state, &mv, None));
            return (edge, mv, self.nodes[at].edges[edge].visits == 0);
        };
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let keyed: Vec<(usize, &G::Move)> =
            moves.iter().map(|mv| (self.edge(at, self.key(state, mv, Some(seat))), mv)).collect();
        let mut here: Vec<usize> = keyed.iter().map(|(edge, _)| *edge).collect();
        here.sort_unstable();
        here.dedup();
        let new: Vec<usize> =
            here.iter().copied().filter(|e| self.nodes[at].edges[*e].visits == 0).collect();
        let edge = match new.len() {
            0 => self.promising(at, &here),
            n => new[rng.index(n as u64) as usize],
        };
        for other in here {
            self.nodes[at].edges[other].possible += 1;
        }
        let same: Vec<&G::Move> =
            keyed.iter().filter(|(e, _)| *e == edge).map(|(_, mv)| *mv).collect();
        let mv = same[rng.index(same.len() as u64) as usize].clone();
        (edge, mv, !new.is_empty())
    }

    fn promising(&self, at: usize, here: &[usize]) -> usize {
        let worth = |edge: &Edge<G::Move>| {
            let visits = f64::from(edge.visits);
            let unknown = (f64::from(edge.possible.max(1)).ln() / visits).sqrt();
            edge.sum / visits + f64::from(EXPLORE) * unknown
        };
        let mut best = (here[0], f64::NEG_INFINITY);
        for edge in here {
            let worth = worth(&self.nodes[at].edges[*edge]);
            if worth > best.1 {
                best = (*edge, worth);
            }
        }
        best.0
    }

    fn key(&self, state: &G::State, mv: &G::Move, seat: Option<Seat>) -> Key<G::Move> {
        if seat == Some(self.me) {
            return Key::Own(mv.clone());
        }
        Key::Shown(self.game.show(state, mv, Eye::Seat(self.me)).text)
    }

    /// The edge of a key, which is made if there is none.
    fn edge(&mut self, at: usize, key: Key<G::Move>) -> usize {
        let node = &mut self.nodes[at];
        if let Some(edge) = node.by.get(&key) {
            return *edge;
        }
        let edge = Edge { key: key.clone(), possible: 0, visits: 0, sum: 0.0, node: None };
        node.edges.push(edge);
        node.by.insert(key, node.edges.len() - 1);
        node.edges.len() - 1
    }
}

/// What several who thought about the same say together.
pub(super) fn together<M: Clone + Ord>(tallies: Vec<Tally<M>>, playouts: u64) -> Opinion<M> {
    let mut all: std::collections::BTreeMap<M, (u32, f64)> = std::collections::BTreeMap::new();
    for (mv, visits, sum) in tallies.into_iter().flatten() {
        let here = all.entry(mv).or_default();
        *here = (here.0 + visits, here.1 + sum);
    }
    let mut best: Option<(M, u32, f64)> = None;
    for (mv, (visits, sum)) in all {
        if best.as_ref().is_none_or(|(_, most, _)| visits > *most) {
            best = Some((mv, visits, sum));
        }
    }
    let (mv, visits, sum) = best.expect("a position with a turn has a move");
    let value = (visits > 0).then(|| sum / f64::from(visits));
    Opinion { value, nodes: playouts, ..Opinion::of(mv) }
}
