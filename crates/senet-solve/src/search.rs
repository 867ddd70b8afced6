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

use crate::endgame::{EndgameTable, TableEntry};
use crate::limits::{NodeCounter, SolveError};
use crate::proof_numbers::ProofNumberSearch;
use crate::transposition::{Entry, Memory, MemoryKey, UNKNOWN_HEIGHT};
use crate::value::{GameValue, ValueBounds};
use rustc_hash::{FxHashSet, FxHasher};
use senet_game::{Cursor, Expand, MoveId, MoveIndex, Outcome, Seat, Turn};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// How many plies deep play may go.
const MAX_DEPTH: usize = 3_000;
/// After so many plies more it is looked whether a position has come back.
const CYCLE_CHECK: usize = 64;
/// Entries in the history of moves.
const HISTORY: usize = 1 << 12;

/// Why a search gave up.
pub(crate) enum SearchError {
    /// Play can come back to a position, or goes on for very long.
    Endless,
    /// A position has no key, without which there are no proof numbers.
    Keyless,
    Stop(SolveError),
}

impl From<SolveError> for SearchError {
    fn from(error: SolveError) -> SearchError {
        SearchError::Stop(error)
    }
}

/// An answer, and if it says that a player wins, the height of its proof.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) yes: bool,
    pub(crate) height: u16,
}

/// A proof search, and what it has found out so far; it may be asked again and again.
pub(crate) struct ProofSearch {
    memory: Memory,
    /// Whether heights of proofs are kept.
    heights: bool,
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

/// The hashes of the positions on a path, to see when one comes back.
#[derive(Default)]
pub(crate) struct CycleCheck(Vec<u64>);

impl CycleCheck {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// One position more; now and then it is looked whether one stands on the path twice.
    pub(crate) fn push(&mut self, hash: u64) -> Result<(), SearchError> {
        self.0.push(hash);
        // The path is short compared with the nodes below it, so a check every 64 plies
        // costs nothing, and a cycle is found at most 64 plies late.
        if self.0.len().is_multiple_of(CYCLE_CHECK) {
            let mut seen = FxHashSet::default();
            let cycle = !self.0.iter().all(|hash| seen.insert(*hash));
            if cycle || self.0.len() > MAX_DEPTH {
                return Err(SearchError::Endless);
            }
        }
        Ok(())
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// A node on the path.
struct Level {
    key: MemoryKey,
    mover: Seat,
    /// Nodes that were counted before this one.
    began: u64,
    /// Moves that have to be searched, in this order; those before `next` were.
    open: Vec<OpenMove>,
    next: usize,
    /// The move that last settled a question at this depth.
    killer: Option<MoveId>,
    /// The height of the proof that the moves so far do not give the mover what it wants.
    height: u16,
}

/// A move that has to be searched.
#[derive(Clone, Copy)]
struct OpenMove {
    index: MoveIndex,
    id: MoveId,
    key: MemoryKey,
    /// How good it looks, and how well it did elsewhere.
    score: (u32, u32),
}

/// The first seat wants a yes, the second a no.
pub(crate) fn wanted(mover: Seat) -> bool {
    mover == Seat(0)
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
            levels: Vec::new(),
            history: [vec![0; HISTORY], vec![0; HISTORY]],
            path: CycleCheck::default(),
            numbers: numbers.then(|| ProofNumberSearch::new(bytes)),
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
        let found = if draw.yes {
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
        let depth = cursor.depth();
        let answer = self.prove(cursor, goal, counter);
        while cursor.depth() > depth {
            cursor.pop();
        }
        answer
    }

    fn prove(
        &mut self,
        cursor: &mut dyn Cursor,
        goal: GameValue,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Answer, SearchError> {
        self.path.clear();
        let mover = match cursor.turn() {
            Turn::Over(outcome) => return Ok(judged(&outcome, goal)),
            Turn::Stopped(kind) => return Err(SolveError::Stopped(kind).into()),
            Turn::Chance => return Err(SolveError::Chance.into()),
            Turn::Player(mover) => mover,
        };
        if !cursor.may_win(spoiler(goal)) {
            return Ok(hopeless(goal));
        }
        let key = self.memory.key(cursor);
        if let Some(answer) = known(self.memory.get(cursor, key), goal) {
            return Ok(answer);
        }
        if let (Some(numbers), Memory::Table(table), MemoryKey::Table(key)) =
            (&mut self.numbers, &mut self.memory, key)
        {
            let depth = cursor.depth();
            match numbers.prove(table, cursor, (key, mover), goal, counter) {
                Err(SearchError::Keyless) => self.numbers = None,
                answer => return answer,
            }
            while cursor.depth() > depth {
                cursor.pop();
            }
        }
        // The recursion, as a loop: `settled` is the answer of the node on top of the path,
        // or none while it has children left. Plays of thousands of moves would overflow the
        // call stack.
        let mut settled = self.begin(cursor, key, mover, goal, counter)?;
        loop {
            let depth = self.path.len() - 1;
            settled = match settled {
                Some(answer) => {
                    self.keep(cursor, goal, answer, counter.nodes);
                    self.path.pop();
                    if depth == 0 {
                        return Ok(answer);
                    }
                    cursor.pop();
                    self.answered(depth - 1, answer)
                }
                None => match self.next_child(cursor, depth, goal) {
                    Next::Known(answer) => self.answered(depth, answer),
                    Next::Entered(key, mover) => self.begin(cursor, key, mover, goal, counter)?,
                    Next::None => {
                        let Level { mover, height, .. } = self.levels[depth];
                        Some(Answer { yes: !wanted(mover), height })
                    }
                },
            };
        }
    }

    /// Expands the node in which the cursor stands, and puts it on the path. The answer, if a move
    /// settles the question at once; otherwise the moves that have to be searched are put in order.
    fn begin(
        &mut self,
        cursor: &mut dyn Cursor,
        key: MemoryKey,
        mover: Seat,
        goal: GameValue,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Option<Answer>, SearchError> {
        counter.count()?;
        self.path.push(match key {
            MemoryKey::Table(key) => hash64(&key),
            _ => cursor.hashed_key().0 as u64,
        })?;
        let depth = self.path.len() - 1;
        while self.levels.len() <= depth + 1 {
            self.levels.push(Level::new());
        }
        let ProofSearch { memory, levels, history, .. } = self;
        let level = &mut levels[depth];
        (level.key, level.mover, level.began) = (key, mover, counter.nodes);
        level.open.clear();
        (level.next, level.height) = (0, 0);
        let history = &history[usize::from(mover.0 & 1)];
        let (killer, wanted) = (level.killer, wanted(mover));
        let table = match memory {
            Memory::Table(table) => Some(&*table),
            Memory::Map { .. } => None,
        };
        let mut settled = None;
        let mut error = None;
        // What settled the last question at this depth is tried first.
        let may_win = Some(spoiler(goal));
        let keys = table.is_some();
        let how = Expand { first: killer, keys, may_win, urgent: true, promises: true };
        cursor.expand(&how, &mut |child| {
            if let Err(why) = counter.made() {
                error = Some(why);
                return ControlFlow::Break(());
            }
            let mut key = MemoryKey::None;
            let answer = match &child.turn {
                Turn::Over(outcome) => Some(judged(outcome, goal)),
                Turn::Player(_) if !child.may_win => Some(hopeless(goal)),
                Turn::Player(_) => match (table, child.key) {
                    (Some(table), Some(canonical)) => {
                        key = MemoryKey::Table(canonical.0);
                        known(table.get(canonical.0), goal)
                    }
                    _ => None,
                },
                Turn::Chance => {
                    error = Some(SolveError::Chance);
                    return ControlFlow::Break(());
                }
                Turn::Stopped(kind) => {
                    error = Some(SolveError::Stopped(*kind));
                    return ControlFlow::Break(());
                }
            };
            match answer {
                Some(answer) if answer.yes == wanted => {
                    settled = Some((child.id, answer.above()));
                    return ControlFlow::Break(());
                }
                Some(answer) => level.height = level.height.max(answer.above().height),
                None => {
                    let first = Some(child.id) == killer;
                    let history = history[slot(child.id)];
                    let score = if first { (u32::MAX, 0) } else { (child.promise, history) };
                    level.open.push(OpenMove { index: child.index, id: child.id, key, score });
                }
            }
            ControlFlow::Continue(())
        });
        if let Some(error) = error {
            return Err(error.into());
        }
        if settled.is_none() && table.is_none() {
            settled = look_up_children(memory, cursor, level, goal);
        }
        if let Some((id, answer)) = settled {
            level.killer = Some(id);
            return Ok(Some(answer));
        }
        level.open.sort_by(|a, b| b.score.cmp(&a.score).then(a.index.cmp(&b.index)));
        Ok(None)
    }

    /// Goes to the next child that has to be searched.
    fn next_child(&mut self, cursor: &mut dyn Cursor, depth: usize, goal: GameValue) -> Next {
        let level = &mut self.levels[depth];
        let Some(OpenMove { index, key, .. }) = level.open.get(level.next).copied() else {
            return Next::None;
        };
        level.next += 1;
        // Something may have become known since the children were looked up.
        if let MemoryKey::Table(_) = key
            && let Some(answer) = known(self.memory.get(cursor, key), goal)
        {
            return Next::Known(answer);
        }
        cursor.enter(index);
        let key = match key {
            MemoryKey::Table(_) => key,
            _ => self.memory.key(cursor),
        };
        if let MemoryKey::Map(_) = key
            && let Some(answer) = known(self.memory.get(cursor, key), goal)
        {
            cursor.pop();
            return Next::Known(answer);
        }
        match cursor.turn() {
            Turn::Player(mover) => Next::Entered(key, mover),
            _ => unreachable!("only players' nodes are left open"),
        }
    }

    /// The last child that was looked into has an answer; the answer of its parent, if that settles it.
    fn answered(&mut self, depth: usize, answer: Answer) -> Option<Answer> {
        let answer = answer.above();
        // An OR node for the side that gets what it wants: one such child settles it. The
        // other children raise the height of the proof that nothing does, since all of them
        // have to be refuted.
        let level = &mut self.levels[depth];
        let tried = level.next - 1;
        if answer.yes == wanted(level.mover) {
            let (mover, id) = (level.mover, level.open[tried].id);
            level.killer = Some(id);
            self.reward(mover, id, tried);
            return Some(answer);
        }
        level.height = level.height.max(answer.height);
        // What refuted this move may be worth taking oneself.
        if let Some(refutation) = self.levels[depth + 1].killer {
            let level = &mut self.levels[depth];
            let rest = &mut level.open[tried + 1..];
            if let Some(found) = rest.iter().position(|open| open.id == refutation) {
                rest[..=found].rotate_right(1);
            }
        }
        None
    }

    /// Writes the answer of the current node into the table.
    fn keep(&mut self, cursor: &dyn Cursor, goal: GameValue, answer: Answer, nodes: u64) {
        let level = &self.levels[self.path.len() - 1];
        let before = self.memory.get(cursor, level.key);
        let bounds = before.bounds.with(goal, answer.yes);
        let decides = bounds.is_decisive() && !before.bounds.is_decisive();
        let height = if decides { answer.height } else { before.height };
        self.memory.put(cursor, level.key, Entry { bounds, height }, nodes - level.began);
    }

    fn reward(&mut self, mover: Seat, id: MoveId, tried: usize) {
        let history = &mut self.history[usize::from(mover.0 & 1)];
        let entry = &mut history[slot(id)];
        // A move that settles a node after many others failed is worth more: it should have
        // come earlier.
        *entry += 1 + tried as u32;
        if *entry > 1 << 24 {
            history.iter_mut().for_each(|n| *n /= 2);
        }
    }
}

/// Where a search goes next.
enum Next {
    /// The answer of the child is known.
    Known(Answer),
    /// The cursor stands in the child.
    Entered(MemoryKey, Seat),
    /// All children were searched.
    None,
}

impl Answer {
    /// The answer of a node, if this is the one of its child that decides.
    fn above(self) -> Answer {
        Answer { height: self.height.saturating_add(1), ..self }
    }
}

impl Level {
    fn new() -> Level {
        let open = Vec::new();
        let (key, mover) = (MemoryKey::None, Seat(0));
        Level { key, mover, began: 0, open, next: 0, killer: None, height: 0 }
    }
}

/// The seat that must be able to win for the question to be open: if the first cannot, no position is
/// a win, and if the second cannot, each is at least a draw.
pub(crate) fn spoiler(goal: GameValue) -> Seat {
    if goal == GameValue::Win { Seat(0) } else { Seat(1) }
}

/// The answer at an end.
pub(crate) fn judged(outcome: &Outcome, goal: GameValue) -> Answer {
    Answer { yes: GameValue::of(outcome) >= goal, height: 0 }
}

/// The answer where that seat cannot win.
pub(crate) fn hopeless(goal: GameValue) -> Answer {
    Answer { yes: goal == GameValue::Draw, height: UNKNOWN_HEIGHT }
}

pub(crate) fn known(entry: Entry, goal: GameValue) -> Option<Answer> {
    entry.bounds.reaches(goal).map(|yes| Answer { yes, height: entry.height })
}

/// Looks up the open children where their keys are known only in the children themselves. A move that
/// settles the question is returned, and moves that do not are taken out.
fn look_up_children(
    memory: &Memory,
    cursor: &mut dyn Cursor,
    level: &mut Level,
    goal: GameValue,
) -> Option<(MoveId, Answer)> {
    let wanted = wanted(level.mover);
    let mut settled = None;
    level.open.retain(|open| {
        if settled.is_some() {
            return true;
        }
        cursor.enter(open.index);
        let entry = memory.get(cursor, memory.key(cursor));
        cursor.pop();
        match known(entry, goal).map(Answer::above) {
            Some(answer) if answer.yes == wanted => settled = Some((open.id, answer)),
            Some(answer) => level.height = level.height.max(answer.height),
            None => return true,
        }
        false
    });
    settled
}

pub(crate) fn hash64(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Where a move stands in the history.
fn slot(id: MoveId) -> usize {
    id.0 as usize & (HISTORY - 1)
}
