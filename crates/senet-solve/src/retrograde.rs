//! Retrograde analysis: who can force a win from where, and how soon, from the ends backwards (as
//! endgame tables of chess are made; Thompson, 1986).
//!
//! A node is won for its mover if some move leads to a win, and lost if all moves lead to the other's
//! win. What is still undecided after that is a draw: neither seat can force an end, or both can force no more
//! than a draw. Invariant: nodes are decided nearest end first, so that every distance is right when it is
//! set: the winner hurries, the loser holds out. Cost: linear in the edges.

use crate::graph::{Edges, NodeKind};
use crate::limits::{NodeCounter, SolveError};
use crate::value::{GameValue, PositionValue};
use senet_game::Seat;
use std::collections::VecDeque;

/// The values of all nodes of a graph.
pub(crate) struct RetrogradeValues {
    values: Vec<GameValue>,
    distances: Vec<u32>,
}

impl RetrogradeValues {
    pub(crate) fn new(
        edges: &Edges,
        counter: &mut NodeCounter<'_>,
    ) -> Result<RetrogradeValues, SolveError> {
        let reversed = edges.reversed(counter)?;
        let mut values = vec![GameValue::Draw; edges.len()];
        let mut distances = vec![0; edges.len()];
        let mut decided = vec![false; edges.len()];
        // For each node, the moves of which it is not yet known that they lose.
        let mut open: Vec<u32> = (0..edges.len()).map(|n| edges.next(n).len() as u32).collect();
        let mut waiting = VecDeque::new();
        for (number, kind) in edges.kinds.iter().enumerate() {
            if let NodeKind::Over(value @ (GameValue::Win | GameValue::Loss)) = *kind {
                (values[number], decided[number]) = (value, true);
                waiting.push_back(number);
            }
        }
        while let Some(number) = waiting.pop_front() {
            let value = values[number];
            for before in reversed.before(number) {
                counter.step()?;
                let NodeKind::Player(mover) = edges.kinds[before] else { continue };
                if decided[before] {
                    continue;
                }
                open[before] -= 1;
                // A win for the mover needs one such move. A loss needs all of them:
                // it is set by the last, whose distance is the largest, since the
                // queue goes by distance.
                let wins = (mover == Seat(0)) == (value == GameValue::Win);
                if wins || open[before] == 0 {
                    (values[before], decided[before]) = (value, true);
                    distances[before] = distances[number] + 1;
                    waiting.push_back(before);
                }
            }
        }
        Ok(RetrogradeValues { values, distances })
    }

    /// The value of a node, with its distance if it is won or lost.
    pub(crate) fn get(&self, number: usize) -> PositionValue {
        let value = self.values[number];
        let decided = value != GameValue::Draw;
        PositionValue { value, distance: decided.then(|| self.distances[number]) }
    }
}
