//! The plays that a strategy allows, as a graph.

use super::{VerifiedStrategy, VerifyError};
use crate::limits::SolveWatch;
use crate::strategy::Strategy;
use crate::value::GameValue;
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DynGame, MoveId, Position, Referee, Turn};
use std::collections::VecDeque;

/// What draw rules mean for a graph whose nodes do not count moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    /// How many moves of players a play may have.
    pub(super) limit: u64,
    /// Whether positions must not come back.
    pub(super) repeats: bool,
}

/// The nodes that can come up, the start first. A node is a number of the strategy, with a count of quiet
/// moves where that matters.
pub(super) struct PlayGraph {
    nodes: Vec<Node>,
    /// The different positions, by which nodes are compared.
    positions: u64,
    chance: bool,
}

struct Node {
    /// Which of the different positions it is.
    position: u32,
    moves: Vec<Edge>,
    /// Why the strategy does not fit here, if it does not.
    error: Option<VerifyError>,
}

struct Edge {
    /// Whether a player makes the move: only these are counted.
    counts: bool,
    /// Whether the move is irreversible: positions from before do not count any more.
    irreversible: bool,
    to: Target,
}

enum Target {
    Node(u32),
    /// The game is over, with this value to the seat of the strategy.
    End(GameValue),
    /// The strategy has no answer there.
    Bad(VerifyError),
}

/// Positions between two calls of the watcher.
const WATCH_EVERY: u64 = 1024;

impl PlayGraph {
    /// Lists the plays of a strategy under a referee that does not depend on the way by which a
    /// position was reached.
    pub(super) fn list(
        strategy: &Strategy,
        game: &dyn DynGame,
        referee: Referee,
        watch: SolveWatch<'_>,
    ) -> Result<PlayGraph, VerifyError> {
        let mut cursor = game.cursor();
        cursor.set_referee(referee.clone());
        let graph = PlayGraph { nodes: Vec::new(), positions: 0, chance: false };
        let mut lister = Lister {
            strategy,
            graph,
            numbers: FxHashMap::default(),
            places: FxHashMap::default(),
            kinds: FxHashMap::default(),
            waiting: VecDeque::new(),
        };
        lister.node(0, 0, &*cursor)?;
        while let Some((at, number, referee)) = lister.waiting.pop_front() {
            let looked = at as u64;
            if looked.is_multiple_of(WATCH_EVERY) && !watch(looked) {
                return Err(VerifyError::Cancelled);
            }
            let position = lister.places[&number].clone();
            cursor.load(&position);
            cursor.set_referee(referee);
            lister.expand(at, number, &mut *cursor)?;
        }
        Ok(lister.graph)
    }

    /// The most moves of players without an end, and the most moves of a play; `None` if it can go round.
    pub(super) fn longest_play(&self) -> Option<(u64, u64)> {
        let order = self.topological_order()?;
        let mut longest = vec![(0, 0); self.nodes.len()];
        for at in order.into_iter().rev() {
            for edge in &self.nodes[at].moves {
                let (open, all) = match edge.to {
                    Target::Node(to) => longest[to as usize],
                    _ => (0, 0),
                };
                let so_far = &mut longest[at];
                so_far.1 = so_far.1.max(all + 1);
                if !matches!(edge.to, Target::End(_)) {
                    so_far.0 = so_far.0.max(open + u64::from(edge.counts));
                }
            }
        }
        Some(longest[0])
    }

    /// The nodes, each before those that it leads to; `None` if there is a circle. (Kahn's algorithm.)
    fn topological_order(&self) -> Option<Vec<usize>> {
        let targets = |at: usize| {
            self.nodes[at].moves.iter().filter_map(|edge| match edge.to {
                Target::Node(to) => Some(to as usize),
                _ => None,
            })
        };
        let mut arrivals = vec![0u32; self.nodes.len()];
        for at in 0..self.nodes.len() {
            targets(at).for_each(|to| arrivals[to] += 1);
        }
        let mut order: Vec<usize> = (0..self.nodes.len()).filter(|at| arrivals[*at] == 0).collect();
        let mut next = 0;
        while let Some(at) = order.get(next).copied() {
            next += 1;
            for to in targets(at) {
                arrivals[to] -= 1;
                if arrivals[to] == 0 {
                    order.push(to);
                }
            }
        }
        (order.len() == self.nodes.len()).then_some(order)
    }

    /// The least number of moves of players that lead to each node. (Breadth first, moves of chance
    /// before others.)
    fn depths(&self) -> Vec<u64> {
        // 0-1 breadth-first search: moves of chance cost nothing and go to the front of the
        // queue, so a node leaves it with its least number of moves.
        let mut depths = vec![u64::MAX; self.nodes.len()];
        depths[0] = 0;
        let mut waiting = VecDeque::from([(0usize, 0u64)]);
        while let Some((at, depth)) = waiting.pop_front() {
            if depths[at] < depth {
                continue;
            }
            for Edge { counts, to, .. } in &self.nodes[at].moves {
                let Target::Node(to) = *to else { continue };
                let arrives = depth + u64::from(*counts);
                if arrives < depths[to as usize] {
                    depths[to as usize] = arrives;
                    if *counts {
                        waiting.push_back((to as usize, arrives));
                    } else {
                        waiting.push_front((to as usize, arrives));
                    }
                }
            }
        }
        depths
    }

    /// Whether some play meets a position twice, in a graph without circles.
    fn repeats(&self, order: &[usize]) -> bool {
        let mut nodes_of: FxHashMap<u32, u32> = FxHashMap::default();
        for node in &self.nodes {
            *nodes_of.entry(node.position).or_default() += 1;
        }
        let mut shared: Vec<u32> = nodes_of
            .into_iter()
            .filter(|(_, nodes)| *nodes > 1)
            .map(|(position, _)| position)
            .collect();
        shared.sort_unstable();
        // For 64 positions at a time, which of them come up after each node.
        shared.chunks(64).any(|positions| {
            let bit = |position: u32| match positions.binary_search(&position) {
                Ok(at) => 1u64 << at,
                Err(_) => 0,
            };
            // Reachability for 64 positions in one word: against the topological order,
            // a node reaches what its children are and reach.
            let mut after = vec![0u64; self.nodes.len()];
            order.iter().rev().any(|at| {
                let node = &self.nodes[*at];
                for edge in node.moves.iter().filter(|edge| !edge.irreversible) {
                    if let Target::Node(to) = edge.to {
                        after[*at] |= after[to as usize] | bit(self.nodes[to as usize].position);
                    }
                }
                after[*at] & bit(node.position) != 0
            })
        })
    }

    /// The worst that can happen.
    pub(super) fn judge(&self, rules: Rules) -> Result<VerifiedStrategy, VerifyError> {
        let depths = self.depths();
        let mut worst = GameValue::Win;
        for (node, depth) in self.nodes.iter().zip(&depths) {
            // With as many moves as the limit, the play is drawn there.
            if *depth >= rules.limit {
                worst = worst.min(GameValue::Draw);
                continue;
            }
            if let Some(error) = &node.error {
                return Err(error.clone());
            }
            for edge in &node.moves {
                let arrives = depth + u64::from(edge.counts);
                match &edge.to {
                    Target::End(value) => worst = worst.min(*value),
                    Target::Bad(VerifyError::GoesOn(_)) if arrives >= rules.limit => {
                        worst = worst.min(GameValue::Draw);
                    }
                    Target::Bad(error) => return Err(error.clone()),
                    Target::Node(_) => {}
                }
            }
        }
        let order = self.topological_order();
        let longest = self.longest_play();
        let endless = longest.is_none_or(|(open, _)| open >= rules.limit);
        let repeats = || order.as_ref().is_some_and(|order| rules.repeats && self.repeats(order));
        if endless || repeats() {
            worst = worst.min(GameValue::Draw);
        }
        let all = longest.map(|(_, all)| all);
        let longest = match (all, self.chance) {
            (all, false) if rules.limit < u64::MAX => {
                Some(all.unwrap_or(u64::MAX).min(rules.limit))
            }
            (all, _) => all,
        };
        Ok(VerifiedStrategy { worst, longest, positions: self.positions })
    }
}

/// Lists the nodes of a graph, breadth first.
struct Lister<'a> {
    strategy: &'a Strategy,
    graph: PlayGraph,
    /// Nodes by number in the strategy and count of quiet moves.
    numbers: FxHashMap<(usize, u64), u32>,
    /// Which position has which number in the strategy.
    places: FxHashMap<usize, Position>,
    /// The different positions.
    kinds: FxHashMap<Position, u32>,
    waiting: VecDeque<(usize, usize, Referee)>,
}

impl Lister<'_> {
    /// The node of a number, in which the cursor stands.
    fn node(
        &mut self,
        from: usize,
        number: usize,
        cursor: &dyn Cursor,
    ) -> Result<u32, VerifyError> {
        let quiet = cursor.referee().rules().quiet.map_or(0, |_| cursor.referee().count().quiet);
        match self.places.get(&number) {
            Some(place) if !cursor.is_at(place) => {
                let (after, position) = (from + 1, number + 1);
                return Err(VerifyError::AnotherPosition { after, position });
            }
            Some(_) => {}
            None => {
                self.places.insert(number, cursor.save());
            }
        }
        if let Some(at) = self.numbers.get(&(number, quiet)) {
            return Ok(*at);
        }
        let kinds = self.kinds.len() as u32;
        let position = *self.kinds.entry(self.places[&number].clone()).or_insert(kinds);
        self.graph.positions = self.kinds.len() as u64;
        let at = self.graph.nodes.len();
        self.graph.nodes.push(Node { position, moves: Vec::new(), error: None });
        self.numbers.insert((number, quiet), at as u32);
        self.waiting.push_back((at, number, cursor.referee().clone()));
        Ok(at as u32)
    }

    /// Plays the moves of a node that the strategy and the rules give it.
    fn expand(
        &mut self,
        at: usize,
        number: usize,
        cursor: &mut dyn Cursor,
    ) -> Result<(), VerifyError> {
        let turn = cursor.turn();
        self.graph.chance |= turn == Turn::Chance;
        let planned = match self.plan(number, cursor, &turn) {
            Ok(planned) => planned,
            Err(error) => {
                self.graph.nodes[at].error = Some(error);
                return Ok(());
            }
        };
        for (mv, to) in planned {
            let (counts, irreversible) = (turn != Turn::Chance, cursor.is_irreversible(mv));
            cursor.push();
            cursor.apply(mv);
            let to = self.arrive(number, to, cursor)?;
            cursor.pop();
            self.graph.nodes[at].moves.push(Edge { counts, irreversible, to });
        }
        Ok(())
    }

    /// The moves in a position, and where the strategy says that they lead.
    fn plan(
        &self,
        number: usize,
        cursor: &mut dyn Cursor,
        turn: &Turn,
    ) -> Result<Vec<(MoveId, Option<usize>)>, VerifyError> {
        let position = number + 1;
        let planned = self.strategy.positions.get(number);
        let planned = planned.ok_or(VerifyError::Missing(position))?;
        let mine = *turn == Turn::Player(self.strategy.seat);
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        let mut next = Vec::new();
        for mv in moves {
            let name = cursor.move_name(mv);
            match planned.iter().find(|planned| planned.name == name) {
                Some(planned) => next.push((mv, planned.to)),
                None if mine => {}
                None => return Err(VerifyError::NoAnswer { position, name }),
            }
        }
        if mine && next.len() != 1 {
            return Err(VerifyError::NotOneMove(position));
        }
        Ok(next)
    }

    /// A move has led to where the cursor stands.
    fn arrive(
        &mut self,
        from: usize,
        to: Option<usize>,
        cursor: &dyn Cursor,
    ) -> Result<Target, VerifyError> {
        let after = from + 1;
        if cursor.referee().is_draw() {
            // A strategy may go on there, for plays that come with other counts.
            return Ok(Target::End(GameValue::Draw));
        }
        Ok(match (cursor.turn(), to) {
            (Turn::Over(outcome), None) => {
                Target::End(GameValue::of(&outcome).for_seat(self.strategy.seat))
            }
            (Turn::Player(_) | Turn::Chance, Some(to)) => {
                Target::Node(self.node(from, to, cursor)?)
            }
            (Turn::Stopped(kind), _) => Target::Bad(VerifyError::Stopped { after, kind }),
            (Turn::Over(_), Some(_)) => Target::Bad(VerifyError::Over(after)),
            (Turn::Player(_) | Turn::Chance, None) => Target::Bad(VerifyError::GoesOn(after)),
        })
    }
}
