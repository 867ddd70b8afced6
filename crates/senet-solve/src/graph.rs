//! The graph of a game: every node that play can reach, and where its moves lead.
//!
//! What retrograde analysis and expected values work on. Nodes are numbered breadth first, so that
//! those of a layer, at the same least number of moves from the root, are a range. Edges lie in one
//! array, node by node in canonical order (compressed sparse rows). Cost: one application of a move per
//! edge; 4 bytes an edge (20 with chance) and about 60 bytes a node, plus whole positions where there
//! are no keys.

use crate::limits::{NodeCounter, SolveError};
use crate::nodes::{NodeKey, NodeMap};
use crate::value::GameValue;
use senet_game::{CanonicalKey, Cursor, Expand, MoveIndex, Position, Referee, Seat, Turn};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The nodes from a root on, by number; the root is number 0.
pub(crate) struct Graph {
    numbers: NodeMap<u32>,
    pub(crate) edges: Edges,
    /// The first number of each layer.
    layers: Vec<u32>,
    /// The layer from which on nothing was expanded, if there is more.
    pub(crate) cut: Option<u64>,
    /// The layer in which the first win was found, after which nothing was expanded.
    pub(crate) won: Option<u64>,
}

/// Nodes by number, and where their moves lead.
#[derive(Default)]
pub(crate) struct Edges {
    pub(crate) kinds: Vec<NodeKind>,
    /// Where the edges of each node begin, and one more for the end.
    first: Vec<u32>,
    /// Where moves lead.
    targets: Vec<u32>,
    /// The weights of the moves of chance, by edge; empty without chance.
    weights: Vec<u128>,
}

/// What is to be done in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Player(Seat),
    Chance,
    Over(GameValue),
}

/// How far a graph is explored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GraphLimits {
    /// Bytes, roughly.
    pub(crate) memory: u64,
    /// No node further away from the root than this is expanded.
    pub(crate) depth: Option<u64>,
    /// Nothing is expanded beyond the layer of the first win: enough for a single seat.
    pub(crate) until_won: bool,
    /// Whether chance may have a say.
    pub(crate) chance: bool,
}

/// Bytes for a node and for an edge, with what is found out about them.
const NODE: u64 = 24;
const EDGE: u64 = 12;

/// Nodes that were numbered and are not expanded yet; only those in which play goes on have a place.
struct Waiting {
    nodes: VecDeque<Option<Place>>,
    bytes: u64,
}

/// Where a cursor has to go to stand in a node.
struct Place {
    position: Position,
    referee: Referee,
    bytes: u64,
}

impl Waiting {
    fn push(&mut self, place: Option<Place>) {
        self.bytes += place.as_ref().map_or(0, |place| place.bytes);
        self.nodes.push_back(place);
    }

    fn pop(&mut self) -> Option<Option<Place>> {
        let place = self.nodes.pop_front()?;
        self.bytes -= place.as_ref().map_or(0, |place| place.bytes);
        Some(place)
    }
}

/// A child of the node that is being expanded.
struct ChildNode {
    index: MoveIndex,
    kind: NodeKind,
    key: Option<CanonicalKey>,
    weight: u128,
}

impl Graph {
    /// Explores from where a cursor stands, under its referee, which must not depend on the way by
    /// which a position was reached: [`Referee::none`] or a [frozen](Referee::frozen) one.
    pub(crate) fn explore(
        root: &dyn Cursor,
        limits: GraphLimits,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Graph, SolveError> {
        let mut cursor = root.fork();
        let ruled = !cursor.referee().rules().is_empty();
        let (numbers, edges) = (NodeMap::new(), Edges::default());
        let mut graph = Graph { numbers, edges, layers: vec![0], cut: None, won: None };
        let mut waiting = Waiting { nodes: VecDeque::new(), bytes: 0 };
        // All nodes in which a draw rule ended the play are one: what stands on the board is another
        // node, which may be alive.
        let mut drawn = None;
        let kind = kind(&cursor.turn())?;
        graph.number_or_find(&*cursor, kind, false, &mut waiting)?;
        let mut children: Vec<ChildNode> = Vec::new();
        let mut layer_end = 1;
        // Breadth first, so that a node's number tells its layer, and edges are written in
        // the order of their sources.
        while let Some(place) = waiting.pop() {
            counter.count()?;
            let number = graph.edges.first.len();
            graph.edges.first.push(graph.edges.targets.len() as u32);
            if number == layer_end {
                graph.layers.push(number as u32);
                layer_end = graph.edges.kinds.len();
            }
            let layer = graph.layers.len() as u64 - 1;
            let Some(Place { position, referee, .. }) = place else { continue };
            if limits.depth.is_some_and(|depth| layer >= depth) {
                graph.cut = Some(layer);
                continue;
            }
            if graph.won.is_some_and(|won| layer >= won) {
                continue;
            }
            cursor.load(&position);
            cursor.set_referee(referee);
            list_children(&mut *cursor, &mut children, counter)?;
            let chance = graph.edges.kinds[number] == NodeKind::Chance;
            if chance && !limits.chance {
                return Err(SolveError::Chance);
            }
            for child in &children {
                let kind = child.kind;
                // Children with a canonical key are looked up before they are entered: a
                // transposition costs a lookup and no move.
                let shared = ruled && kind == NodeKind::Over(GameValue::Draw);
                let known = match child.key.filter(|_| !ruled) {
                    Some(key) => graph.numbers.get(&*cursor, NodeKey::plain(key.0)),
                    None if shared => drawn,
                    None => None,
                };
                let to = match known {
                    Some(to) => to,
                    None => {
                        cursor.enter(child.index);
                        let to = graph.number_or_find(&*cursor, kind, shared, &mut waiting)?;
                        cursor.pop();
                        to
                    }
                };
                if shared {
                    drawn = Some(to);
                }
                if limits.until_won && kind == NodeKind::Over(GameValue::Win) {
                    graph.won.get_or_insert(layer + 1);
                }
                graph.edges.push(to, chance.then_some(child.weight));
            }
            let bytes = graph.bytes() + waiting.bytes;
            if bytes > limits.memory || graph.edges.targets.len() >= u32::MAX as usize {
                return Err(SolveError::Memory);
            }
        }
        graph.edges.first.push(graph.edges.targets.len() as u32);
        if !graph.edges.weights.is_empty() {
            graph.edges.weights.resize(graph.edges.targets.len(), 1);
        }
        Ok(graph)
    }

    /// The number of the node in which the cursor stands, which waits if it is new. `drawn` nodes are
    /// never found again.
    fn number_or_find(
        &mut self,
        cursor: &dyn Cursor,
        kind: NodeKind,
        drawn: bool,
        waiting: &mut Waiting,
    ) -> Result<u32, SolveError> {
        let key = NodeKey::of(cursor);
        if !drawn && let Some(number) = self.numbers.get(cursor, key) {
            return Ok(number);
        }
        let number = u32::try_from(self.edges.kinds.len()).map_err(|_| SolveError::Memory)?;
        self.edges.kinds.push(kind);
        if !drawn {
            self.numbers.insert(cursor, key, number);
        }
        let goes_on = !matches!(kind, NodeKind::Over(_));
        waiting.push(goes_on.then(|| Place {
            position: cursor.save(),
            referee: cursor.referee().clone(),
            bytes: cursor.state_bytes() as u64,
        }));
        Ok(number)
    }

    /// The number of the node in which a cursor stands, if it is among them.
    pub(crate) fn find(&self, cursor: &dyn Cursor) -> Option<usize> {
        self.numbers.get(cursor, NodeKey::of(cursor)).map(|number| number as usize)
    }

    /// Nodes by canonical key, in any order; `None` if some have none.
    pub(crate) fn keys(&self) -> Option<impl Iterator<Item = (u128, usize)> + '_> {
        self.numbers.keys().map(|keys| keys.map(|(key, number)| (key, *number as usize)))
    }

    /// The least number of moves from the root to a node.
    pub(crate) fn layer(&self, number: usize) -> u64 {
        self.layers.partition_point(|first| *first as usize <= number) as u64 - 1
    }

    fn bytes(&self) -> u64 {
        let edges = &self.edges;
        let weights = edges.weights.len() * size_of::<u128>();
        self.numbers.bytes()
            + edges.kinds.len() as u64 * NODE
            + edges.targets.len() as u64 * EDGE
            + weights as u64
    }
}

/// Lists the children of the node in which the cursor stands.
fn list_children(
    cursor: &mut dyn Cursor,
    children: &mut Vec<ChildNode>,
    counter: &mut NodeCounter<'_>,
) -> Result<(), SolveError> {
    let mut error = None;
    children.clear();
    cursor.expand(&Expand { keys: true, ..Expand::default() }, &mut |child| match counter
        .made()
        .and_then(|()| kind(&child.turn))
    {
        Ok(kind) => {
            let (index, key, weight) = (child.index, child.key, child.weight);
            children.push(ChildNode { index, kind, key, weight });
            ControlFlow::Continue(())
        }
        Err(why) => {
            error = Some(why);
            ControlFlow::Break(())
        }
    });
    error.map_or(Ok(()), Err)
}

fn kind(turn: &Turn) -> Result<NodeKind, SolveError> {
    match turn {
        Turn::Player(seat) => Ok(NodeKind::Player(*seat)),
        Turn::Chance => Ok(NodeKind::Chance),
        Turn::Over(outcome) => Ok(NodeKind::Over(GameValue::of(outcome))),
        Turn::Stopped(kind) => Err(SolveError::Stopped(*kind)),
    }
}

impl Edges {
    fn push(&mut self, to: u32, weight: Option<u128>) {
        if let Some(weight) = weight {
            self.weights.resize(self.targets.len(), 1);
            self.weights.push(weight);
        }
        self.targets.push(to);
    }

    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Where the moves of a node lead.
    pub(crate) fn next(&self, number: usize) -> &[u32] {
        &self.targets[self.range(number)]
    }

    /// The weights of the moves in a node of chance.
    pub(crate) fn weights(&self, number: usize) -> &[u128] {
        &self.weights[self.range(number)]
    }

    fn range(&self, number: usize) -> std::ops::Range<usize> {
        self.first[number] as usize..self.first[number + 1] as usize
    }

    /// For each node, where its part begins in the list of those with a move to it, each as often as
    /// it has one.
    pub(crate) fn reversed(&self, counter: &mut NodeCounter<'_>) -> Result<Reversed, SolveError> {
        let mut first = vec![0u32; self.len() + 1];
        for to in &self.targets {
            counter.step()?;
            first[*to as usize + 1] += 1;
        }
        // A counting sort of the edges by target: count, sum up, distribute.
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut at = first.clone();
        let mut sources = vec![0; self.targets.len()];
        for number in 0..self.len() {
            for to in self.next(number) {
                counter.step()?;
                let at = &mut at[*to as usize];
                sources[*at as usize] = number as u32;
                *at += 1;
            }
        }
        Ok(Reversed { first, sources })
    }
}

/// Edges the other way round.
pub(crate) struct Reversed {
    first: Vec<u32>,
    sources: Vec<u32>,
}

impl Reversed {
    /// The nodes with a move to a node.
    pub(crate) fn before(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.first[number] as usize..self.first[number + 1] as usize;
        self.sources[range].iter().map(|before| *before as usize)
    }
}
