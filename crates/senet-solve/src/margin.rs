//! Games by points, solved for the margin: by how much the first seat wins or loses under perfect play.
//!
//! MTD(f) (Plaat and others, *Best-first fixed-depth minimax algorithms*, 1996): null-window searches with a transposition
//! table that keeps bounds of the margin, each of which moves one of the two bounds at the start until they meet.
//! Children that lead to more points so far are tried first.
//!
//! Invariant: a bound in the table rests on bounds that were found before it, or on the points of an end. Play that can
//! come back to a position is given up as too deep. So is play that may reach a limit of moves: with each bound goes the
//! height of the tree that it rests on, so that a position that is met again later in a play is no exception.

use crate::limits::{NodeCounter, SolveError, SolveLimits, SolveWatch};
use crate::solver::NamedMove;
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DrawRules, DynGame, Expand, MoveIndex, Outcome, Seat, Turn};
use std::ops::ControlFlow;

/// How many plies deep play may go: each is a call on the stack.
const MAX_DEPTH: usize = 1_000;
/// Bytes of an entry in the table, with what a hash table leaves free.
const ENTRY: u64 = 64;

/// A game by points, solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarginSolution {
    /// The points of the first seat less those of the second, under perfect play.
    pub margin: i64,
    /// The same after each first move.
    pub moves: Vec<(NamedMove, i64)>,
    /// Best play from the start on.
    pub line: Vec<NamedMove>,
    /// Positions looked at.
    pub positions: u64,
}

/// Solves a game of two seats by points, without chance or secrets, and without draw rules other than a limit of moves;
/// `None` for other games.
pub fn solve_margin(
    game: &dyn DynGame,
    limits: SolveLimits,
    watch: SolveWatch<'_>,
) -> Option<Result<MarginSolution, SolveError>> {
    let mut cursor = game.cursor();
    let rules = game.draw_rules();
    let fits = game.seats() == 2
        && DrawRules { limit: None, ..rules }.is_empty()
        && !game.has_hidden_information()
        && cursor.scores().is_some()
        && cursor.canonical_key().is_some();
    if !fits {
        return None;
    }
    let counter = NodeCounter::new(limits.positions, watch);
    let table = FxHashMap::default();
    let deepest = rules.limit.map_or(MAX_DEPTH, |limit| MAX_DEPTH.min(limit as usize));
    let mut search = MarginSearch { table, most: limits.memory / ENTRY, counter, deepest };
    Some(search.solution(&mut *cursor))
}

/// Between which numbers a margin lies, and how many moves the tree is high that shows it.
#[derive(Clone, Copy)]
struct MarginBounds {
    low: i64,
    high: i64,
    height: usize,
}

const UNKNOWN: MarginBounds = MarginBounds { low: i64::MIN, high: i64::MAX, height: 0 };

impl MarginBounds {
    /// What is known of the goal: a lower bound that is at least the goal, or an upper bound that is less.
    fn answer(self, goal: i64) -> Option<Found> {
        let MarginBounds { low, high, height } = self;
        let margin = if low >= goal { low } else { high };
        (low >= goal || high < goal).then_some(Found { margin, height })
    }
}

/// A bound of a margin, and the height of its tree.
#[derive(Clone, Copy)]
struct Found {
    margin: i64,
    height: usize,
}

struct MarginSearch<'w> {
    table: FxHashMap<u128, MarginBounds>,
    /// Entries that fit.
    most: u64,
    /// Plays have fewer moves than this.
    deepest: usize,
    counter: NodeCounter<'w>,
}

/// A child that has to be searched.
struct OpenChild {
    index: MoveIndex,
    /// The margin so far, as its parent's mover likes it.
    liked: i64,
}

impl MarginSearch<'_> {
    fn solution(&mut self, cursor: &mut dyn Cursor) -> Result<MarginSolution, SolveError> {
        let margin = self.margin(cursor, 0, 0)?;
        let mut moves = Vec::new();
        for mv in named_moves(cursor) {
            let after = self.after(cursor, mv.index, margin, 0)?;
            moves.push((mv, after));
        }
        let mut line: Vec<NamedMove> = Vec::new();
        let depth = cursor.depth();
        // The margin stays what it is along best play.
        while matches!(cursor.turn(), Turn::Player(_)) {
            let mut best = None;
            for mv in named_moves(cursor) {
                if self.after(cursor, mv.index, margin, line.len())? == margin {
                    best = Some(mv);
                    break;
                }
            }
            let best = best.expect("some move keeps the margin");
            enter(cursor, best.index);
            line.push(best);
        }
        while cursor.depth() > depth {
            cursor.pop();
        }
        Ok(MarginSolution { margin, moves, line, positions: self.counter.nodes })
    }

    /// The margin after a move that is made after so many others.
    fn after(
        &mut self,
        cursor: &mut dyn Cursor,
        index: MoveIndex,
        guess: i64,
        made: usize,
    ) -> Result<i64, SolveError> {
        enter(cursor, index);
        let found = self.margin(cursor, guess, made + 1);
        cursor.pop();
        found
    }

    /// MTD(f): the margin where the cursor stands after so many moves, from a first guess.
    fn margin(
        &mut self,
        cursor: &mut dyn Cursor,
        guess: i64,
        made: usize,
    ) -> Result<i64, SolveError> {
        let MarginBounds { mut low, mut high, .. } = UNKNOWN;
        let mut found = guess;
        while low < high {
            // MTD(f): each null-window search asks "at least `goal`?" and returns a bound at
            // least as tight, so that the interval shrinks with every pass.
            let goal = if found == low { found + 1 } else { found };
            found = self.search(cursor, goal, made)?.margin;
            if found < goal {
                high = found;
            } else {
                low = found;
            }
        }
        Ok(found)
    }

    /// A lower bound of the margin that is at least the goal, or an upper bound that is less, after so many moves.
    fn search(
        &mut self,
        cursor: &mut dyn Cursor,
        goal: i64,
        made: usize,
    ) -> Result<Found, SolveError> {
        let mover = match cursor.turn() {
            Turn::Over(outcome) => return points(&outcome),
            Turn::Chance => return Err(SolveError::Chance),
            Turn::Stopped(kind) => return Err(SolveError::Stopped(kind)),
            Turn::Player(mover) => mover,
        };
        let key = cursor.canonical_key().ok_or(SolveError::TooDeep)?.0;
        let known = self.table.get(&key).copied().unwrap_or(UNKNOWN).answer(goal);
        if let Some(found) = known {
            return self.within(found, made);
        }
        self.counter.count()?;
        let first = mover == Seat(0);
        // Fail-soft: what is returned may lie beyond the goal, and is the bound that the table
        // keeps.
        let mut best = Found { margin: if first { i64::MIN } else { i64::MAX }, height: 1 };
        self.within(best, made)?;
        let mut open = Vec::new();
        let mut failed = None;
        // Ends and children that are known may settle it before anything is searched.
        cursor.expand(&Expand { keys: true, ..Expand::default() }, &mut |child| {
            let known = match &child.turn {
                Turn::Over(outcome) => points(outcome).map(Some),
                _ => {
                    let bounds = child.key.and_then(|key| self.table.get(&key.0));
                    let found = bounds.and_then(|bounds| bounds.answer(goal));
                    found.map(|found| self.within(found, made + 1)).transpose()
                }
            };
            match known {
                Ok(Some(found)) => best = better(first, best, found),
                Ok(None) => open.push(OpenChild { index: child.index, liked: 0 }),
                Err(why) => failed = Some(why),
            }
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(why) = failed {
            return Err(why);
        }
        if !settles(first, best, goal) {
            for child in &mut open {
                self.counter.made()?;
                cursor.enter(child.index);
                let so_far = cursor.scores().map_or(0, |scores| difference(&scores));
                cursor.pop();
                child.liked = if first { so_far } else { -so_far };
            }
            // Move ordering by a static evaluation, the points so far; ties in canonical order,
            // so that results are reproducible.
            open.sort_by_key(|child| (std::cmp::Reverse(child.liked), child.index));
            for child in open {
                cursor.enter(child.index);
                let found = self.search(cursor, goal, made + 1);
                cursor.pop();
                best = better(first, best, found?);
                if settles(first, best, goal) {
                    break;
                }
            }
        }
        // No replacement: a table that forgets bounds could make the search of a game with many
        // transpositions exponential, so it stops with a reason instead.
        if self.table.len() as u64 >= self.most && !self.table.contains_key(&key) {
            return Err(SolveError::Memory);
        }
        let bounds = self.table.entry(key).or_insert(UNKNOWN);
        bounds.height = bounds.height.max(best.height);
        match best.margin >= goal {
            true => bounds.low = bounds.low.max(best.margin),
            false => bounds.high = bounds.high.min(best.margin),
        }
        Ok(best)
    }

    /// What was found, if no play of its tree is too long after so many moves.
    fn within(&self, found: Found, made: usize) -> Result<Found, SolveError> {
        if made + found.height < self.deepest { Ok(found) } else { Err(SolveError::TooDeep) }
    }
}

/// The better bound for the mover; the tree of both is as high as the higher one, seen from their parent.
fn better(first: bool, best: Found, child: Found) -> Found {
    let (a, b) = (best.margin, child.margin);
    let margin = if first { a.max(b) } else { a.min(b) };
    Found { margin, height: best.height.max(child.height + 1) }
}

/// Whether the mover has what it wants: the first seat the goal, the second less.
fn settles(first: bool, best: Found, goal: i64) -> bool {
    (best.margin >= goal) == first
}

fn difference(scores: &[i64]) -> i64 {
    scores[0].saturating_sub(scores[1])
}

/// The margin at an end. A game that also ends without points has none.
fn points(outcome: &Outcome) -> Result<Found, SolveError> {
    let scores = outcome.scores.as_deref().filter(|scores| scores.len() == 2);
    let margin = scores.map(difference).ok_or(SolveError::NoDecision)?;
    Ok(Found { margin, height: 0 })
}

fn enter(cursor: &mut dyn Cursor, index: MoveIndex) {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    cursor.push();
    cursor.apply(moves[index.0 as usize]);
}

fn named_moves(cursor: &mut dyn Cursor) -> Vec<NamedMove> {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let named = moves.iter().enumerate();
    named
        .map(|(i, mv)| NamedMove { index: MoveIndex(i as u32), name: cursor.move_name(*mv) })
        .collect()
}
