//! A small exhaustive walk through a game: every position once, breadth first.

use senet_game::{DynGame, Position, Referee, Seat, Turn, Verdict};
use std::collections::{HashMap, VecDeque};

/// What a walk found.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Walk {
    /// Positions in which a player decides, or nobody any more.
    pub positions: usize,
    /// Positions in which chance decides.
    pub chances: usize,
    /// Moves from all positions.
    pub edges: usize,
    /// Positions by the number of moves to reach them.
    pub by_ply: Vec<usize>,
    /// Ends: won by the first seat, won by the second, drawn or without a result.
    pub ends: [usize; 3],
    /// Ends without a result, which stand for deadlocks in programs that are no games.
    pub without_result: usize,
}

/// Walks through all positions, at most `most` of them, by the rules of the game alone: draw rules
/// depend on more than the position.
pub fn walk(game: &dyn DynGame, most: usize) -> Walk {
    let mut out = Walk::default();
    let start = game.start();
    let mut cursor = game.cursor();
    let mut seen: HashMap<Position, usize> = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([start]);
    let mut moves = Vec::new();
    while let Some(position) = open.pop_front() {
        let ply = seen[&position];
        cursor.load(&position);
        cursor.set_referee(Referee::none());
        match cursor.turn() {
            Turn::Chance => out.chances += 1,
            Turn::Over(outcome) => {
                out.positions += 1;
                match outcome.verdict {
                    Verdict::Won(seats) if seats.contains(Seat(0)) => out.ends[0] += 1,
                    Verdict::Won(_) => out.ends[1] += 1,
                    Verdict::Draw => out.ends[2] += 1,
                    Verdict::NoResult => {
                        out.ends[2] += 1;
                        out.without_result += 1;
                    }
                }
            }
            Turn::Player(_) => out.positions += 1,
            Turn::Stopped(kind) => panic!("a limit was reached: {kind:?}"),
        }
        if out.by_ply.len() <= ply {
            out.by_ply.resize(ply + 1, 0);
        }
        out.by_ply[ply] += 1;
        cursor.moves(&mut moves);
        out.edges += moves.len();
        for mv in &moves {
            cursor.push();
            cursor.apply(*mv);
            let next = cursor.save();
            cursor.pop();
            if !seen.contains_key(&next) {
                assert!(seen.len() < most, "more than {most} positions");
                seen.insert(next.clone(), ply + 1);
                open.push_back(next);
            }
        }
    }
    out
}
