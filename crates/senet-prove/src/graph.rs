//! The graph of all positions: explored breadth first, in slices, with what holds in each position.
//!
//! A position is one in which a player or chance decides, or the end: what `senet explore` counts. Nodes
//! are numbered in the order in which they are met, so the first node with a property is one that the
//! fewest moves lead to. Positions are compared as wholes, never by their hashes.

use crate::changes::AtomSum;
use crate::linear::{can_be_counted, conserved_sum, violated_key};
use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use senet_data::hash::mix;
use senet_engine::{Engine, PositionAtom, TermGame, TermMove, TermState};
use senet_game::{Game, LimitKind, RuleLog, SeatSet, Turn, Verdict};
use senet_program::{PredId, PropertyKind, RuleId, StageId};
use std::collections::VecDeque;
use std::sync::Arc;

/// A node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) const START: NodeId = NodeId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who decides in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeTurn {
    Player(u8),
    Chance,
    Won(SeatSet),
    Drawn,
    NoResult,
}

impl NodeTurn {
    pub(crate) fn is_over(self) -> bool {
        matches!(self, NodeTurn::Won(_) | NodeTurn::Drawn | NodeTurn::NoResult)
    }

    /// How it is written into the words of a position: whether play is over matters, who decides
    /// follows from the rest.
    fn word(self) -> u32 {
        u32::from(self.is_over())
    }
}

struct Node {
    /// Where its words end; they begin where those of the node before end.
    end: usize,
    parent: NodeId,
    /// The move of the parent that leads here, by its place.
    mv: u32,
    depth: u32,
    turn: NodeTurn,
}

/// Why not everything was explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GraphStop {
    Positions,
    Memory,
    /// A limit of the program, between two moves.
    Program(LimitKind),
}

/// What may be kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GraphLimits {
    pub(crate) positions: u64,
    pub(crate) memory: u64,
}

/// Positions and moves, as far as they were explored.
pub(crate) struct PositionGraph {
    pub(crate) game: TermGame,
    limits: GraphLimits,
    nodes: Vec<Node>,
    /// The positions as words: stage and turn, then for each atom its number, with copies where there
    /// is not exactly one.
    words: Vec<u32>,
    table: HashTable<u32>,
    atoms: FxHashMap<(PredId, Box<[u64]>), u32>,
    atom_list: Vec<(PredId, Box<[u64]>)>,
    /// Successors of all nodes that were expanded, in order of moves.
    edges: Vec<NodeId>,
    first_edge: Vec<usize>,
    /// For each node, which properties hold: `stride` words a node.
    flags: Vec<u64>,
    stride: usize,
    sums: Vec<Option<(AtomSum, u64)>>,
    /// States that wait to be expanded, in order of their nodes.
    waiting: VecDeque<TermState>,
    waiting_bytes: u64,
    /// For each rule, whether it has fired.
    fired: Vec<bool>,
    /// Rules of the last move.
    heard: Vec<u32>,
    pub(crate) stopped: Option<GraphStop>,
    scratch: Vec<u32>,
    moves: Vec<TermMove>,
}

impl PositionGraph {
    pub(crate) fn new(engine: &Arc<Engine>, start: usize, limits: GraphLimits) -> PositionGraph {
        let program = engine.program();
        let sums = program.properties().iter().map(|property| match &property.kind {
            PropertyKind::Conserve { variables, atoms, total } => {
                let sum = conserved_sum(variables, atoms).filter(can_be_counted)?;
                Some((sum, *total))
            }
            _ => None,
        });
        let mut graph = PositionGraph {
            game: TermGame::of(engine.clone(), start),
            limits,
            nodes: Vec::new(),
            words: Vec::new(),
            table: HashTable::new(),
            atoms: FxHashMap::default(),
            atom_list: Vec::new(),
            edges: Vec::new(),
            first_edge: vec![0],
            flags: Vec::new(),
            stride: program.properties().len().div_ceil(64),
            sums: sums.collect(),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            fired: vec![false; program.rules().len()],
            heard: Vec::new(),
            stopped: None,
            scratch: Vec::new(),
            moves: Vec::new(),
        };
        let state = graph.game.start();
        graph.game.start_fired(&mut graph.heard);
        graph.meet(state, NodeId::START, 0);
        graph
    }

    /// Expands about so many nodes; whether there is more to do.
    pub(crate) fn advance(&mut self, nodes: u64) -> bool {
        for _ in 0..nodes {
            if self.stopped.is_some() {
                return false;
            }
            // First in, first out: nodes are numbered by depth, so that the parent by which a node was
            // first met is on a shortest play to it.
            let Some(state) = self.waiting.pop_front() else {
                return false;
            };
            self.waiting_bytes = self.waiting_bytes.saturating_sub(state_bytes(&state));
            self.expand(&state);
        }
        self.stopped.is_none() && !self.waiting.is_empty()
    }

    fn expand(&mut self, state: &TermState) {
        // Nodes are expanded in the order of their numbers, so that edges are stored as compressed sparse
        // rows: those of node `n` end where those of `n + 1` begin.
        let parent = NodeId(self.first_edge.len() as u32 - 1);
        let mut moves = std::mem::take(&mut self.moves);
        self.game.moves(state, &mut moves);
        let before = self.edges.len();
        for (i, mv) in moves.iter().enumerate() {
            let mut child = state.clone();
            self.game.apply(&mut child, mv, &mut RuleLog(&mut self.heard));
            match self.meet(child, parent, i as u32) {
                Some(child) => self.edges.push(child),
                None => {
                    // A node is expanded as a whole or not at all.
                    self.edges.truncate(before);
                    self.moves = moves;
                    return;
                }
            }
        }
        self.moves = moves;
        self.first_edge.push(self.edges.len());
    }

    /// The node of a state, which may be new; `None` if a limit was reached.
    fn meet(&mut self, mut state: TermState, parent: NodeId, mv: u32) -> Option<NodeId> {
        let turn = match self.game.turn(&state) {
            Turn::Player(seat) => NodeTurn::Player(seat.0),
            Turn::Chance => NodeTurn::Chance,
            Turn::Over(outcome) => match outcome.verdict {
                Verdict::Won(seats) => NodeTurn::Won(seats),
                Verdict::Draw => NodeTurn::Drawn,
                Verdict::NoResult => NodeTurn::NoResult,
            },
            Turn::Stopped(kind) => {
                self.stopped = Some(GraphStop::Program(kind));
                return None;
            }
        };
        self.heard.drain(..).for_each(|rule| self.fired[rule as usize] = true);
        self.encode(&state, turn);
        // Hashes only find candidates, which are compared word by word: two positions taken for one would
        // make a proof wrong, however improbable that is.
        let hash = self.scratch.iter().fold(0, |hash, word| mix(hash, u64::from(*word)));
        let (nodes, words, scratch) = (&self.nodes, &self.words, &self.scratch);
        let same = |node: &u32| words[range(nodes, *node)] == **scratch;
        if let Some(known) = self.table.find(hash, same) {
            return Some(NodeId(*known));
        }
        let bytes = self.bytes();
        if self.nodes.len() as u64 >= self.limits.positions
            || self.nodes.len() > u32::MAX as usize - 2
        {
            self.stopped = Some(GraphStop::Positions);
            return None;
        }
        if bytes > self.limits.memory {
            self.stopped = Some(GraphStop::Memory);
            return None;
        }
        let id = self.nodes.len() as u32;
        // Patterns are matched now, while the state is at hand; afterwards there are only words. The flags
        // of a node are pushed before the node, and taken away again if matching reaches a limit.
        for i in 0..self.stride {
            let mut word = 0;
            for bit in 0..64 {
                let property = i * 64 + bit;
                if property >= self.sums.len() {
                    break;
                }
                match self.holds(&mut state, property) {
                    Ok(holds) => word |= u64::from(holds) << bit,
                    Err(kind) => {
                        self.flags.truncate(id as usize * self.stride);
                        self.stopped = Some(GraphStop::Program(kind));
                        return None;
                    }
                }
            }
            self.flags.push(word);
        }
        self.words.extend_from_slice(&self.scratch);
        let depth = if id == 0 { 0 } else { self.nodes[parent.index()].depth + 1 };
        self.nodes.push(Node { end: self.words.len(), parent, mv, depth, turn });
        let (nodes, words) = (&self.nodes, &self.words);
        let again = |node: &u32| {
            words[range(nodes, *node)].iter().fold(0, |hash, word| mix(hash, u64::from(*word)))
        };
        self.table.insert_unique(hash, id, again);
        self.waiting_bytes += state_bytes(&state);
        self.waiting.push_back(state);
        Some(NodeId(id))
    }

    /// Whether the pattern of a property holds, or its sum is not as it should be.
    fn holds(&self, state: &mut TermState, property: usize) -> Result<bool, LimitKind> {
        let engine = self.game.engine();
        match &self.sums[property] {
            Some((sum, total)) => {
                let position = state.machine().position();
                let mut atoms: Vec<PositionAtom> = Vec::new();
                let mut done: Vec<PredId> = Vec::new();
                for atom in &sum.atoms {
                    if !done.contains(&atom.predicate) {
                        done.push(atom.predicate);
                        atoms.extend(position.atoms_of(atom.predicate));
                    }
                }
                Ok(violated_key(engine.program(), engine, sum, *total, &atoms).is_some())
            }
            None => self.game.property_holds(state, property).map_err(|stop| stop.kind),
        }
    }

    fn encode(&mut self, state: &TermState, turn: NodeTurn) {
        // One word for an atom with one copy, which is nearly all of them; the lowest bit says that copies
        // and the mark of persistence follow. Sorted, so that equal positions have equal words.
        let position = state.machine().position();
        self.scratch.clear();
        self.scratch.push(position.stage().0 << 1 | turn.word());
        let mut atoms: Vec<(u32, u64, bool)> = Vec::with_capacity(position.len());
        for p in 0..self.game.engine().program().predicates().len() {
            for atom in position.atoms_of(PredId::new(p)) {
                let key = (atom.predicate, atom.values.into_boxed_slice());
                let id = match self.atoms.get(&key) {
                    Some(id) => *id,
                    None => {
                        let id = self.atom_list.len() as u32;
                        self.atom_list.push(key.clone());
                        self.atoms.insert(key, id);
                        id
                    }
                };
                atoms.push((id, atom.copies, atom.persistent));
            }
        }
        atoms.sort_unstable();
        for (id, copies, persistent) in atoms {
            let plain = copies == 1 && !persistent;
            self.scratch.push(id << 1 | u32::from(!plain));
            if !plain {
                self.scratch.extend([copies as u32, (copies >> 32) as u32, u32::from(persistent)]);
            }
        }
    }

    /// About how many bytes are used.
    pub(crate) fn bytes(&self) -> u64 {
        let own = self.words.len() * 4
            + self.nodes.len() * (size_of::<Node>() + 8 * self.stride + 8 + 5)
            + self.edges.len() * 4
            + self.atom_list.len() * 96;
        // Vectors and tables are held twice while they grow.
        2 * own as u64 + self.waiting_bytes
    }

    // ---- what was found

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Whether every node was expanded.
    pub(crate) fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.waiting.is_empty()
    }

    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    pub(crate) fn is_expanded(&self, node: NodeId) -> bool {
        node.index() + 1 < self.first_edge.len()
    }

    /// Where the moves of a node lead, in order; nothing if it was not expanded.
    pub(crate) fn next(&self, node: NodeId) -> &[NodeId] {
        if !self.is_expanded(node) {
            return &[];
        }
        &self.edges[self.first_edge[node.index()]..self.first_edge[node.index() + 1]]
    }

    pub(crate) fn turn(&self, node: NodeId) -> NodeTurn {
        self.nodes[node.index()].turn
    }

    pub(crate) fn stage(&self, node: NodeId) -> StageId {
        StageId(self.words[range(&self.nodes, node.0).start] >> 1)
    }

    pub(crate) fn deepest(&self) -> u32 {
        self.nodes.last().map_or(0, |node| node.depth)
    }

    /// Whether the pattern of a property holds in a node; of a sum, whether it is violated.
    pub(crate) fn flag(&self, node: NodeId, property: usize) -> bool {
        self.flags[node.index() * self.stride + property / 64] >> (property % 64) & 1 == 1
    }

    pub(crate) fn has_fired(&self, rule: RuleId) -> bool {
        self.fired[rule.index()]
    }

    /// Whether a sum can be counted in positions at all.
    pub(crate) fn counts(&self, property: usize) -> bool {
        self.sums[property].is_some()
    }

    /// The moves of a shortest play to a node, by their places.
    pub(crate) fn path(&self, node: NodeId) -> Vec<u32> {
        let (mut out, mut at) = (Vec::new(), node);
        while at != NodeId::START {
            let Node { parent, mv, .. } = self.nodes[at.index()];
            out.push(mv);
            at = parent;
        }
        out.reverse();
        out
    }

    /// The names of moves that are played one after the other from the start.
    pub(crate) fn names(&self, path: &[u32]) -> Vec<String> {
        let mut out = Vec::with_capacity(path.len());
        self.replay(path, |state, mv| out.push(self.game.move_name(state, mv)));
        out
    }

    /// The same moves as certificates write them: the rule, `-` without a name, and its values.
    pub(crate) fn move_texts(&self, path: &[u32]) -> Vec<String> {
        let engine = self.game.engine();
        let mut out = Vec::with_capacity(path.len());
        self.replay(path, |_, mv| {
            let rule = engine.program().rule(mv.rule);
            let mut text = rule.name.clone().unwrap_or_else(|| "-".to_owned());
            for (v, value) in rule.effective.iter().zip(&mv.values) {
                text.push(' ');
                text.push_str(&engine.words().written(rule.variables[v.index()].ty, *value, true));
            }
            out.push(text);
        });
        out
    }

    fn replay(&self, path: &[u32], mut each: impl FnMut(&TermState, &TermMove)) {
        let mut state = self.game.start();
        let mut moves = Vec::new();
        for mv in path {
            self.game.moves(&state, &mut moves);
            let mv = &moves[*mv as usize];
            each(&state, mv);
            self.game.apply(&mut state, mv, &mut ());
        }
    }
}

fn range(nodes: &[Node], node: u32) -> std::ops::Range<usize> {
    let begin = if node == 0 { 0 } else { nodes[node as usize - 1].end };
    begin..nodes[node as usize].end
}

fn state_bytes(state: &TermState) -> u64 {
    state.machine().bytes() as u64 + 200
}
