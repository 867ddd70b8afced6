//! Proof search: is a position worth at least so much to the first seat?
//!
//! Depth-first boolean minimax (alpha-beta with a null window) with a transposition table, enhanced
//! transposition cut-offs (Plaat et al., 1996: all children are looked up before one is searched), killer
//! moves and the history heuristic (Schaeffer, 1989). A value takes two such questions.
//!
//! Invariant: an answer rests only on answers that were found before it. So none is wrong, even where
//! play can come back to a position; there the search would only never end, and gives up instead: every
//! 64 plies it looks whether a position stands on the path twice. The path is an explicit stack.
//!
//! Cost: one application of a move per edge of the tree that is searched; a node is expanded once, and
//! its children are entered without making moves again.
//!
//! With a draw rule that counts moves, the height of each proof of a win is kept beside it: the win takes
//! at most so many moves, which is mostly enough to know that the rule does not matter.

mod answer;
mod cycle;
mod nodes;

use crate::endgame::{EndgameTable, TableEntry};
use crate::limits::NodeCounter;
use crate::proof_numbers::ProofNumberSearch;
use crate::transposition::{Entry, Memory, UNKNOWN_HEIGHT};
use crate::value::{GameValue, ValueBounds};
use senet_game::{Cursor, Expand, Seat, Turn};
use std::ops::ControlFlow;

pub(crate) use answer::{Answer, SearchError, certain, hopeless, judged, known, spoiler, wanted};
pub(crate) use cycle::{CycleCheck, hash64};
use nodes::{HISTORY, Level};

/// A proof search, and what it has found out so far; it may be asked again and again.
pub(crate) struct ProofSearch {
    memory: Memory,
    /// Whether heights of proofs are kept.
    heights: bool,
    /// Whether one of both wins: then both questions are one.
    drawless: bool,
    /// The nodes from the first to the current one, and room for deeper ones.
    levels: Vec<Level>,
    /// For each seat, how well a move did as an answer, by its id.
    history: [Vec<u32>; 2],
    /// The positions from the first to the current one.
    path: CycleCheck,
    /// Proof-number search, if that is how questions are answered.
    numbers: Option<ProofNumberSearch>,
}

/// How a [`Solver`](crate::Solver) searches, where play cannot come back to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchMethod {
    /// Depth-first, with good moves first.
    #[default]
    AlphaBeta,
    /// By proof numbers: where the least is left to be shown.
    ProofNumbers,
}

impl ProofSearch {
    /// Nothing is known yet; so many bytes may be used. Only with `heights` are they kept.
    pub(crate) fn new(
        cursor: &dyn Cursor,
        bytes: u64,
        heights: bool,
        method: SearchMethod,
    ) -> ProofSearch {
        // Numbers belong to canonical keys, and proofs that they find have no heights.
        let keyed = cursor.referee().rules().is_empty() && cursor.canonical_key().is_some();
        let numbers = method == SearchMethod::ProofNumbers && keyed && !heights;
        let bytes = if numbers { bytes / 2 } else { bytes };
        ProofSearch {
            memory: Memory::new(cursor, bytes, heights),
            heights,
            drawless: cursor.is_drawless(),
            levels: Vec::new(),
            history: [vec![0; HISTORY], vec![0; HISTORY]],
            path: CycleCheck::default(),
            numbers: numbers.then(|| ProofNumberSearch::new(bytes, cursor.is_drawless())),
        }
    }

    /// Takes what a table says for known.
    pub(crate) fn learn(&mut self, known: &EndgameTable) {
        if let Memory::Table(table) = &mut self.memory {
            for (key, TableEntry { bounds, .. }) in known.entries() {
                table.put(key, Entry { bounds, height: UNKNOWN_HEIGHT }, u64::MAX);
            }
        }
    }

    /// What is known of positions, by canonical key, if they have keys.
    pub(crate) fn entries(&self) -> Option<impl Iterator<Item = (u128, ValueBounds)> + '_> {
        match &self.memory {
            Memory::Table(table) => Some(table.entries()),
            Memory::Map { .. } => None,
        }
    }

    /// Between which bounds the value of a position is known to lie.
    pub(crate) fn bounds(&self, cursor: &dyn Cursor) -> ValueBounds {
        self.memory.get(cursor, self.memory.key(cursor)).bounds
    }

    /// Whether a seat is known not to win a position without counts, by its canonical key.
    pub(crate) fn is_not_won(&self, key: u128, seat: Seat) -> bool {
        let Memory::Table(table) = &self.memory else { return false };
        let bounds = table.get(key).bounds;
        let best = if seat == Seat(0) { bounds.upper } else { bounds.lower };
        best.for_seat(seat) < GameValue::Win
    }

    /// The value of a position to the first seat, and the height of the proof if a player wins.
    pub(crate) fn value(
        &mut self,
        cursor: &mut dyn Cursor,
        counter: &mut NodeCounter<'_>,
    ) -> Result<(GameValue, u16), SearchError> {
        // Three values, so two null windows decide: first whether the first seat can avoid
        // losing, then whether it can win. What the first question found stays in the table
        // for the second.
        let draw = self.reaches(cursor, GameValue::Draw, counter)?;
        let found = if draw.yes && self.drawless {
            (GameValue::Win, draw.height)
        } else if draw.yes {
            let win = self.reaches(cursor, GameValue::Win, counter)?;
            if win.yes { (GameValue::Win, win.height) } else { (GameValue::Draw, UNKNOWN_HEIGHT) }
        } else {
            (GameValue::Loss, draw.height)
        };
        // A bound has no height.
        if !self.heights {
            self.bound_children(cursor, found.0);
        }
        Ok(found)
    }

    /// No move leads to more than the value of a position, as its mover sees it: children, which are likely to be asked about
    /// next, have that for a bound.
    fn bound_children(&mut self, cursor: &mut dyn Cursor, value: GameValue) {
        let (Memory::Table(table), Turn::Player(mover)) = (&mut self.memory, cursor.turn()) else {
            return;
        };
        cursor.expand(&Expand { keys: true, ..Expand::default() }, &mut |child| {
            if let (Turn::Player(_), Some(key)) = (&child.turn, child.key) {
                let Entry { bounds: ValueBounds { lower, upper }, height } = table.get(key.0);
                let bounds = match mover {
                    Seat(0) => ValueBounds { lower, upper: upper.min(value) },
                    _ => ValueBounds { lower: lower.max(value), upper },
                };
                table.put(key.0, Entry { bounds, height }, u64::MAX);
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether a position is worth at least so much to the first seat. The cursor comes back.
    pub(crate) fn reaches(
        &mut self,
        cursor: &mut dyn Cursor,
        goal: GameValue,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Answer, SearchError> {
        if goal == GameValue::Loss {
            return Ok(Answer { yes: true, height: UNKNOWN_HEIGHT });
        }
        let goal = if self.drawless { GameValue::Draw } else { goal };
        let depth = cursor.depth();
        let answer = self.prove(cursor, goal, counter);
        while cursor.depth() > depth {
            cursor.pop();
        }
        answer
    }
}
