//! Distance to a win: whether a win can be forced within so many plies, for one ply, two, and so on
//! (iterative deepening, as a mate search does in chess).
//!
//! Invariant: for every node the table holds two numbers, within how many plies the win cannot be forced
//! and within how many it can; they only draw together. Both hold for the node alone, whatever the depth
//! at which it was met. The recursion is as deep as the plies that are asked for, at most
//! [`MAX_DISTANCE`]. Cost: at worst the whole tree to that depth. What the proof search knows saves most of it: the winner
//! makes no move after which the win is known to be gone. The move that decided last at a ply is tried first (killer
//! heuristic).

use crate::limits::{NodeCounter, SolveError};
use crate::nodes::{NodeKey, NodeMap};
use crate::search::ProofSearch;
use senet_game::{Cursor, Expand, MoveId, MoveIndex, Seat, Turn};
use std::ops::ControlFlow;

/// No win is looked for that takes longer.
pub(crate) const MAX_DISTANCE: u16 = 1_000;

/// How soon a seat can force a win.
pub(crate) struct DistanceSearch {
    winner: Seat,
    known: NodeMap<Within>,
    memory: u64,
    /// The open children of all nodes on the path, the current node's last.
    open: Vec<OpenChild>,
    /// The moves that decided last, by how many plies were left.
    killers: Vec<Option<MoveId>>,
}

/// A child that has to be searched.
#[derive(Clone, Copy)]
struct OpenChild {
    index: MoveIndex,
    id: MoveId,
    mover: Seat,
    key: Option<NodeKey>,
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
        DistanceSearch {
            winner,
            known: NodeMap::new(),
            memory: bytes,
            open: Vec::new(),
            killers: Vec::new(),
        }
    }

    /// The least number of plies in which a position is won that is known to be won.
    pub(crate) fn distance(
        &mut self,
        cursor: &mut dyn Cursor,
        proofs: &ProofSearch,
        counter: &mut NodeCounter<'_>,
    ) -> Result<u32, SolveError> {
        // Iterative deepening: the rounds share the table, and the last is so much larger
        // than those before that these cost little.
        for plies in 0..=MAX_DISTANCE {
            if self.within(cursor, proofs, plies, counter)? {
                return Ok(u32::from(plies));
            }
        }
        Err(SolveError::TooDeep)
    }

    /// Whether the seat can force a win within so many plies. The cursor comes back.
    pub(crate) fn within(
        &mut self,
        cursor: &mut dyn Cursor,
        proofs: &ProofSearch,
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
        let needed = usize::from(plies) + 1;
        self.killers.resize(self.killers.len().max(needed), None);
        let key = NodeKey::of(cursor);
        let answer = self.search(cursor, proofs, (key, mover), plies, counter);
        while cursor.depth() > depth {
            cursor.pop();
        }
        answer
    }

    /// The same for a node of a player, at least one ply, and a winner who may still win.
    fn search(
        &mut self,
        cursor: &mut dyn Cursor,
        proofs: &ProofSearch,
        (key, mover): (NodeKey, Seat),
        plies: u16,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        // Monotone in the number of plies: a win within n plies is one within n + 1, so that
        // two numbers describe all answers for a node.
        let before = self.within_at(cursor, key);
        if plies <= before.cannot || plies >= before.can {
            return Ok(plies >= before.can);
        }
        counter.count()?;
        let mine = mover == self.winner;
        let first = self.open.len();
        let found = self.expand(cursor, proofs, mine, plies, counter)? || {
            let mut found = false;
            for at in first..self.open.len() {
                let OpenChild { index, id, mover, key } = self.open[at];
                cursor.enter(index);
                let won = cursor.may_win(self.winner) && {
                    let key = key.unwrap_or_else(|| NodeKey::of(cursor));
                    self.search(cursor, proofs, (key, mover), plies - 1, counter)?
                };
                cursor.pop();
                if won == mine {
                    self.killers[usize::from(plies)] = Some(id);
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
        self.keep(cursor, key, after)?;
        Ok(won)
    }

    /// What is known of a node. The cursor stands there, unless the key is exact.
    fn within_at(&self, cursor: &dyn Cursor, key: NodeKey) -> Within {
        self.known.get(cursor, key).unwrap_or(Within { cannot: 0, can: u16::MAX })
    }

    fn keep(
        &mut self,
        cursor: &dyn Cursor,
        key: NodeKey,
        within: Within,
    ) -> Result<(), SolveError> {
        self.known.insert(cursor, key, within);
        if self.known.bytes() > self.memory { Err(SolveError::Memory) } else { Ok(()) }
    }

    /// Lists the children that have to be searched, after those that end the game, are too far away, or are known; whether
    /// one of these decides.
    fn expand(
        &mut self,
        cursor: &mut dyn Cursor,
        proofs: &ProofSearch,
        mine: bool,
        plies: u16,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        // Without counts, the key of a child is known before it is entered.
        let keys = cursor.referee().rules().is_empty();
        let DistanceSearch { winner, known, open, killers, .. } = self;
        let (mut decides, mut error) = (false, None);
        let first = killers[usize::from(plies)];
        let how = Expand { first, keys, may_win: Some(*winner), urgent: true, ..Expand::default() };
        cursor.expand(&how, &mut |child| {
            if let Err(why) = counter.made() {
                error = Some(why);
                return ControlFlow::Break(());
            }
            let won = match &child.turn {
                Turn::Over(outcome) => Some(outcome.utility(*winner) > 0.0),
                Turn::Player(_) if plies == 1 || !child.may_win => Some(false),
                Turn::Player(mover) => {
                    let key = child.key.map(|key| NodeKey::plain(key.0));
                    let seen = key.and_then(|key| known.exact(key));
                    let won = match seen {
                        Some(Within { can, .. }) if can < plies => Some(true),
                        Some(Within { cannot, .. }) if cannot >= plies - 1 => Some(false),
                        _ if child.key.is_some_and(|key| proofs.is_not_won(key.0, *winner)) => {
                            Some(false)
                        }
                        _ => None,
                    };
                    if won.is_none() {
                        let (index, id, mover) = (child.index, child.id, *mover);
                        open.push(OpenChild { index, id, mover, key });
                    }
                    won
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
            decides = won == Some(mine);
            if decides { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        error.map_or(Ok(decides), Err)
    }
}
