//! From the ends backwards: who can force a win from where, and how soon.
//!
//! A position is won for whoever moves if some move leads to a win, and lost if all moves lead to
//! the other's win. What stays open after that is a draw: nobody can force an end, or both can only
//! force a draw. Ends are followed back nearest first, so that every distance is the right one: the
//! winner hurries, the loser holds out.

use super::graph::{Kind, Map};
use super::{Judgement, Worth};
use senet_game::Seat;
use std::collections::VecDeque;

/// What every position of a graph is worth.
pub(super) struct Verdicts {
    worths: Vec<Worth>,
    distances: Vec<u32>,
}

impl Verdicts {
    pub(super) fn new(graph: &Map) -> Verdicts {
        let (first, from) = graph.backwards();
        let mut worths = vec![Worth::Draw; graph.len()];
        let mut distances = vec![0; graph.len()];
        let mut decided = vec![false; graph.len()];
        // For each position, the moves of which it is not yet known that they lose.
        let mut hopes: Vec<u32> = (0..graph.len()).map(|n| graph.next(n).len() as u32).collect();
        let mut waiting = VecDeque::new();
        for (number, kind) in graph.kinds.iter().enumerate() {
            if let Kind::Over(worth @ (Worth::Win | Worth::Loss)) = *kind {
                (worths[number], decided[number]) = (worth, true);
                waiting.push_back(number);
            }
        }
        while let Some(number) = waiting.pop_front() {
            let worth = worths[number];
            let range = first[number] as usize..first[number + 1] as usize;
            for before in from[range].iter().map(|before| *before as usize) {
                let Kind::Player(mover) = graph.kinds[before] else { continue };
                if decided[before] {
                    continue;
                }
                hopes[before] -= 1;
                let wins = (mover == Seat(0)) == (worth == Worth::Win);
                if wins || hopes[before] == 0 {
                    (worths[before], decided[before]) = (worth, true);
                    distances[before] = distances[number] + 1;
                    waiting.push_back(before);
                }
            }
        }
        Verdicts { worths, distances }
    }

    /// What a position is worth, and how many moves are left if it is won or lost.
    pub(super) fn judge(&self, number: usize) -> Judgement {
        let worth = self.worths[number];
        let decided = worth != Worth::Draw;
        Judgement { worth, distance: decided.then(|| self.distances[number]) }
    }
}
