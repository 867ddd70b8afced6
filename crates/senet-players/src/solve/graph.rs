//! Every position that can come, and where its moves lead: for games in which play can come back.

use super::{Inquiry, Stuck, Worth};
use rustc_hash::FxHashMap;
use senet_game::{Game, Seat, Turn};
use std::collections::VecDeque;

/// The positions of a game from one of them on, by number; that one is number 0.
pub(super) struct Graph<G: Game> {
    index: Index<G>,
    pub(super) map: Map,
}

/// Positions by number, and where their moves lead.
#[derive(Default)]
pub(super) struct Map {
    pub(super) kinds: Vec<Kind>,
    /// Where the moves of each position begin among `edges`, and one more for the end.
    first: Vec<u32>,
    /// Where moves lead, position by position in canonical order.
    edges: Vec<u32>,
    /// The weights of the moves of chance, by the number of the move; empty without chance.
    weights: Vec<u128>,
}

/// What is to be done in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Player(Seat),
    Chance,
    Over(Worth),
}

/// Which number a position has.
enum Index<G: Game> {
    Codes(FxHashMap<u128, u32>),
    Whole(FxHashMap<G::State, u32>),
}

impl<G: Game> Index<G> {
    fn get(&self, game: &G, state: &G::State) -> Option<u32> {
        match self {
            Index::Codes(index) => index.get(&game.code(state)?).copied(),
            Index::Whole(index) => index.get(state).copied(),
        }
    }

    fn put(&mut self, game: &G, state: &G::State, number: u32) {
        match (self, game.code(state)) {
            (Index::Codes(index), Some(code)) => {
                index.insert(code, number);
            }
            (Index::Codes(_), None) => {}
            (Index::Whole(index), _) => {
                index.insert(state.clone(), number);
            }
        }
    }

    fn bytes(&self, game: &G, state: &G::State) -> u64 {
        match self {
            Index::Codes(_) => 32,
            Index::Whole(_) => game.bytes(state) as u64 + 24,
        }
    }
}

/// Bytes for a position and for a move, with what is found out about them.
const POSITION: u64 = 24;
const EDGE: u64 = 12;

impl<G: Game> Graph<G> {
    /// All positions from one on; with `until_won`, no further than the first win: then only what
    /// can be won as soon as that has its right distance.
    pub(super) fn explore(
        inquiry: &mut Inquiry<'_, G>,
        from: &G::State,
        memory: u64,
        until_won: bool,
    ) -> Result<Graph<G>, Stuck> {
        let game = inquiry.game;
        let index = match game.code(from) {
            Some(_) => Index::Codes(FxHashMap::default()),
            None => Index::Whole(FxHashMap::default()),
        };
        let mut graph = Graph { index, map: Map::default() };
        graph.index.put(game, from, 0);
        graph.map.kinds.push(kind(&game.turn(from))?);
        let mut waiting = VecDeque::from([from.clone()]);
        let mut waiting_bytes = game.bytes(from) as u64;
        let mut bytes = 0;
        let mut moves = Vec::new();
        // The end of the layer in which the first win was found.
        let mut enough = usize::MAX;
        let mut layer_ends = 1;
        while let Some(state) = waiting.pop_front() {
            inquiry.spend()?;
            waiting_bytes -= game.bytes(&state) as u64;
            let number = graph.map.first.len();
            graph.map.first.push(graph.map.edges.len() as u32);
            if number == layer_ends {
                layer_ends = graph.map.kinds.len();
            }
            if number >= enough {
                // What still waits is left without moves.
                continue;
            }
            game.moves(&state, &mut moves);
            for mv in &moves {
                let mut after = state.clone();
                game.apply(&mut after, mv, &mut ());
                let to = match graph.index.get(game, &after) {
                    Some(to) => to,
                    None => {
                        let to = u32::try_from(graph.map.kinds.len()).map_err(|_| Stuck::Memory)?;
                        let kind = kind(&game.turn(&after))?;
                        if until_won && kind == Kind::Over(Worth::Win) {
                            enough = layer_ends;
                        }
                        graph.map.kinds.push(kind);
                        graph.index.put(game, &after, to);
                        bytes += graph.index.bytes(game, &after) + POSITION;
                        waiting_bytes += game.bytes(&after) as u64;
                        waiting.push_back(after);
                        to
                    }
                };
                if graph.map.kinds[number] == Kind::Chance {
                    graph.map.weights.resize(graph.map.edges.len(), 1);
                    graph.map.weights.push(game.weight(&state, mv));
                }
                graph.map.edges.push(to);
                bytes += EDGE;
            }
            if bytes + waiting_bytes > memory || graph.map.edges.len() >= u32::MAX as usize {
                return Err(Stuck::Memory);
            }
        }
        graph.map.first.push(graph.map.edges.len() as u32);
        graph.map.weights.resize(graph.map.edges.len(), 1);
        Ok(graph)
    }

    /// The number of a position, if it is among them.
    pub(super) fn find(&self, game: &G, state: &G::State) -> Option<usize> {
        self.index.get(game, state).map(|number| number as usize)
    }
}

impl Map {
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Where the moves of a position lead.
    pub(super) fn next(&self, number: usize) -> &[u32] {
        &self.edges[self.range(number)]
    }

    /// The weights of the moves of chance in a position.
    pub(super) fn weights(&self, number: usize) -> &[u128] {
        &self.weights[self.range(number)]
    }

    fn range(&self, number: usize) -> std::ops::Range<usize> {
        self.first[number] as usize..self.first[number + 1] as usize
    }

    /// For each position, those with a move to it, as often as they have one.
    pub(super) fn backwards(&self) -> (Vec<u32>, Vec<u32>) {
        let mut first = vec![0u32; self.len() + 1];
        for to in &self.edges {
            first[*to as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut at = first.clone();
        let mut from = vec![0; self.edges.len()];
        for number in 0..self.len() {
            for to in self.next(number) {
                let at = &mut at[*to as usize];
                from[*at as usize] = number as u32;
                *at += 1;
            }
        }
        (first, from)
    }
}

fn kind(turn: &Turn) -> Result<Kind, Stuck> {
    match turn {
        Turn::Player(seat) => Ok(Kind::Player(*seat)),
        Turn::Chance => Ok(Kind::Chance),
        Turn::Over(outcome) => Ok(Kind::Over(Worth::of(outcome))),
        Turn::Stopped(budget) => Err(Stuck::Stopped(*budget)),
    }
}
