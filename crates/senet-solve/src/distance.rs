//! Distance to a win: whether a win can be forced within so many plies, for one ply, two, and so on
//! (iterative deepening, as a mate search does in chess).
//!
//! Invariant: for every node the table holds two numbers, within how many plies the win cannot be forced
//! and within how many it can; they only draw together. Both hold for the node alone, whatever the depth
//! at which it was met. The recursion is as deep as the plies that are asked for, at most
//! [`MAX_DISTANCE`]. Cost: at worst the whole tree to that depth.

use crate::limits::{NodeCounter, SolveError};
use crate::nodes::{NodeKey, NodeMap};
use senet_game::{Cursor, Expand, MoveIndex, Seat, Turn};
use std::ops::ControlFlow;

/// No win is looked for that takes longer.
pub(crate) const MAX_DISTANCE: u16 = 1_000;

/// How soon a seat can force a win.
pub(crate) struct DistanceSearch {
    winner: Seat,
    known: NodeMap<Within>,
    memory: u64,
    /// The open children of all nodes on the path, the current node's last.
    open: Vec<(MoveIndex, Seat)>,
}

/// Within how many plies a win cannot be forced, and within how many it can.
#[derive(Clone, Copy)]
struct Within {
    cannot: u16,
    can: u16,
}

impl DistanceSearch {
    /// Nothing is known yet; so many bytes may be used.
    pub(crate) fn new(winner: Seat, bytes: u64) -> DistanceSearch {
        DistanceSearch { winner, known: NodeMap::new(), memory: bytes, open: Vec::new() }
    }

    /// The least number of plies in which a position is won that is known to be won.
    pub(crate) fn distance(
        &mut self,
        cursor: &mut dyn Cursor,
        counter: &mut NodeCounter<'_>,
    ) -> Result<u32, SolveError> {
        // Iterative deepening: the rounds share the table, and the last is so much larger
        // than those before that these cost little.
        for plies in 0..=MAX_DISTANCE {
            if self.within(cursor, plies, counter)? {
                return Ok(u32::from(plies));
            }
        }
        Err(SolveError::TooDeep)
    }

    /// Whether the seat can force a win within so many plies. The cursor comes back.
    pub(crate) fn within(
        &mut self,
        cursor: &mut dyn Cursor,
        plies: u16,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        let mover = match cursor.turn() {
            Turn::Over(outcome) => return Ok(outcome.utility(self.winner) > 0.0),
            Turn::Player(mover) => mover,
            Turn::Chance => return Err(SolveError::Chance),
            Turn::Stopped(kind) => return Err(SolveError::Stopped(kind)),
        };
        if plies == 0 || !cursor.may_win(self.winner) {
            return Ok(false);
        }
        let depth = cursor.depth();
        self.open.clear();
        let key = NodeKey::of(cursor);
        let answer = self.search(cursor, key, mover, plies, counter);
        while cursor.depth() > depth {
            cursor.pop();
        }
        answer
    }

    /// The same for a node of a player, at least one ply, and a winner who may still win.
    fn search(
        &mut self,
        cursor: &mut dyn Cursor,
        key: NodeKey,
        mover: Seat,
        plies: u16,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        let before = self.known.get(cursor, key);
        let before = before.unwrap_or(Within { cannot: 0, can: u16::MAX });
        if plies <= before.cannot || plies >= before.can {
            return Ok(plies >= before.can);
        }
        counter.count()?;
        let mine = mover == self.winner;
        let first = self.open.len();
        let found = self.expand(cursor, mine, plies, counter)? || {
            let mut found = false;
            for at in first..self.open.len() {
                let (index, mover) = self.open[at];
                cursor.enter(index);
                let won = cursor.may_win(self.winner) && {
                    let key = NodeKey::of(cursor);
                    self.search(cursor, key, mover, plies - 1, counter)?
                };
                cursor.pop();
                if won == mine {
                    found = true;
                    break;
                }
            }
            found
        };
        self.open.truncate(first);
        // `found`: a move that decides. The winner has one that wins; the other has one that does not lose.
        let won = found == mine;
        let after =
            if won { Within { can: plies, ..before } } else { Within { cannot: plies, ..before } };
        self.known.insert(cursor, key, after);
        if self.known.bytes() > self.memory { Err(SolveError::Memory) } else { Ok(won) }
    }

    /// Lists the children that have to be searched, after those that end the game or are too far away;
    /// whether one of these decides.
    fn expand(
        &mut self,
        cursor: &mut dyn Cursor,
        mine: bool,
        plies: u16,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        let DistanceSearch { winner, open, .. } = self;
        let (mut decides, mut error) = (false, None);
        cursor.expand(&Expand::default(), &mut |child| {
            if let Err(why) = counter.made() {
                error = Some(why);
                return ControlFlow::Break(());
            }
            let won = match &child.turn {
                Turn::Over(outcome) => outcome.utility(*winner) > 0.0,
                Turn::Player(_) if plies == 1 => false,
                Turn::Player(mover) => {
                    open.push((child.index, *mover));
                    return ControlFlow::Continue(());
                }
                Turn::Chance => {
                    error = Some(SolveError::Chance);
                    return ControlFlow::Break(());
                }
                Turn::Stopped(kind) => {
                    error = Some(SolveError::Stopped(*kind));
                    return ControlFlow::Break(());
                }
            };
            decides = won == mine;
            if decides { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        error.map_or(Ok(decides), Err)
    }
}
