//! Depth first, node by node: what is open at each node of the path, in which order it is tried, and what an answer
//! below means above.

use super::answer::{Answer, SearchError, certain, hopeless, judged, known, spoiler, wanted};
use super::busy::BusyNodes;
use super::cycle::{CycleCheck, hash64};
use crate::limits::{NodeCounter, SolveError};
use crate::transposition::{Entry, Memory, MemoryKey};
use crate::value::GameValue;
use senet_game::{Cursor, Expand, MoveId, MoveIndex, Seat, Turn};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Entries in the history of moves.
const HISTORY: usize = 1 << 12;

/// One thread's way through the tree, and what it has learned about the order of moves.
pub(super) struct Searcher {
    /// The nodes from the first to the current one, and room for deeper ones.
    levels: Vec<Level>,
    /// For each seat, how well a move did as an answer, by its id.
    history: [Vec<u32>; 2],
    /// The positions from the first to the current one.
    path: CycleCheck,
    /// For each seat, in how many larger trees it did not get what it wanted where it moved, and in how many it did.
    settled: [[u32; 2]; 2],
}

/// Trees of so many nodes tell which seat gets what it wants.
const LARGE: u64 = 256;

/// What the threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'s> {
    pub(super) memory: &'s Memory,
    /// Which nodes are being searched, if there are several threads.
    pub(super) busy: Option<&'s BusyNodes>,
    pub(super) drawless: bool,
    /// Is the position worth at least so much to the first seat?
    pub(super) goal: GameValue,
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
    /// How many of these were put off, because another thread was there.
    put_off: usize,
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

impl Searcher {
    pub(super) fn new() -> Searcher {
        Searcher {
            levels: Vec::new(),
            history: [vec![0; HISTORY], vec![0; HISTORY]],
            path: CycleCheck::default(),
            settled: [[0; 2]; 2],
        }
    }

    /// Another question is asked: who gets what is forgotten.
    pub(super) fn forget_who_wins(&mut self) {
        self.settled = [[0; 2]; 2];
    }

    /// Takes over what another searcher knows of who gets what it wants.
    pub(super) fn learn_who_wins(&mut self, other: &Searcher) {
        self.settled = other.settled;
    }

    /// After how many children of a seat's node busy ones are put off. A seat that gets what it wants mostly does so by the
    /// first or second child, and work on others is lost; of one that does not all children have to be searched, in any order.
    fn tried_together(&self, mover: Seat) -> usize {
        let [not, got] = self.settled[usize::from(mover.0 & 1)];
        match got.cmp(&not) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
    }

    /// Whether a position in which a player moves is worth at least the goal. The cursor may be left deeper.
    pub(super) fn prove(
        &mut self,
        shared: &Shared<'_>,
        cursor: &mut dyn Cursor,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Answer, SearchError> {
        self.path.clear();
        let Turn::Player(mover) = cursor.turn() else {
            unreachable!("only players' nodes are searched")
        };
        let key = shared.memory.key(cursor);
        // The recursion, as a loop: `settled` is the answer of the node on top of the path,
        // or none while it has children left. Plays of thousands of moves would overflow the
        // call stack.
        let mut settled = self.begin(shared, cursor, (key, mover), counter)?;
        loop {
            let depth = self.path.len() - 1;
            settled = match settled {
                Some(answer) => {
                    self.keep(shared, cursor, answer, counter.nodes);
                    self.path.pop();
                    if depth == 0 {
                        return Ok(answer);
                    }
                    if shared.memory.is_tight() {
                        return Err(SearchError::Tight);
                    }
                    cursor.pop();
                    self.answered(depth - 1, answer)
                }
                None => match self.next_child(shared, cursor, depth) {
                    Next::Known(answer) => self.answered(depth, answer),
                    Next::Entered(key, mover) => {
                        self.begin(shared, cursor, (key, mover), counter)?
                    }
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
        shared: &Shared<'_>,
        cursor: &mut dyn Cursor,
        (key, mover): (MemoryKey, Seat),
        counter: &mut NodeCounter<'_>,
    ) -> Result<Option<Answer>, SearchError> {
        counter.count()?;
        let hash = node_hash(cursor, key);
        self.path.push(hash)?;
        let depth = self.path.len() - 1;
        while self.levels.len() <= depth + 1 {
            self.levels.push(Level::new());
        }
        let Shared { memory, goal, .. } = *shared;
        let Searcher { levels, history, .. } = self;
        let level = &mut levels[depth];
        (level.key, level.mover, level.began) = (key, mover, counter.nodes);
        level.open.clear();
        (level.next, level.put_off, level.height) = (0, 0, 0);
        let history = &history[usize::from(mover.0 & 1)];
        let (killer, wanted) = (level.killer, wanted(mover));
        let table = match memory {
            Memory::Table(table) => Some(table),
            Memory::Map(_) => None,
        };
        let mut settled = None;
        let mut error = None;
        // What settled the last question at this depth is tried first.
        let may_win = Some(spoiler(goal));
        let keys = table.is_some();
        let how = Expand {
            first: killer,
            keys,
            may_win,
            urgent: true,
            values: table.is_some(),
            promises: true,
        };
        cursor.expand(&how, &mut |child| {
            if let Err(why) = counter.made() {
                error = Some(why);
                return ControlFlow::Break(());
            }
            let mut key = MemoryKey::None;
            let answer = match &child.turn {
                Turn::Over(outcome) => Some(judged(outcome, goal)),
                Turn::Player(_) if child.winner.is_some() => child.winner.map(certain),
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
        if let Some(busy) = shared.busy {
            busy.enter(hash);
        }
        Ok(None)
    }

    /// Goes to the next child that has to be searched.
    fn next_child(
        &mut self,
        Shared { memory, busy, goal, .. }: &Shared<'_>,
        cursor: &mut dyn Cursor,
        depth: usize,
    ) -> Next {
        let tried_together = match busy {
            Some(_) => self.tried_together(self.levels[depth].mover),
            None => 0,
        };
        let level = &mut self.levels[depth];
        while let Some(OpenMove { index, key, .. }) = level.open.get(level.next).copied() {
            let entered = matches!(key, MemoryKey::None);
            let key = if entered {
                cursor.enter(index);
                memory.key(cursor)
            } else {
                key
            };
            // Something may have become known since the children were looked up.
            if let Some(answer) = known(memory.get(cursor, key), *goal) {
                if entered {
                    cursor.pop();
                }
                level.next += 1;
                return Next::Known(answer);
            }
            // Where another thread is, there is less to do later.
            let left = level.open.len() - level.next;
            if let Some(busy) = busy
                && level.next >= tried_together
                && level.put_off < left
                && busy.contains(node_hash(cursor, key))
            {
                if entered {
                    cursor.pop();
                }
                level.open[level.next..].rotate_left(1);
                level.put_off += 1;
                continue;
            }
            level.next += 1;
            if !entered {
                cursor.enter(index);
            }
            return match cursor.turn() {
                Turn::Player(mover) => Next::Entered(key, mover),
                _ => unreachable!("only players' nodes are left open"),
            };
        }
        Next::None
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
    fn keep(&mut self, shared: &Shared<'_>, cursor: &dyn Cursor, answer: Answer, nodes: u64) {
        let Shared { memory, busy, drawless, goal } = *shared;
        let level = &self.levels[self.path.len() - 1];
        let before = memory.get(cursor, level.key);
        let bounds = before.bounds.answered(goal, answer.yes, drawless);
        let decides = bounds.is_decisive() && !before.bounds.is_decisive();
        let height = if decides { answer.height } else { before.height };
        let nodes = nodes - level.began;
        memory.put(cursor, level.key, Entry { bounds, height }, nodes);
        if nodes > LARGE {
            let got = answer.yes == wanted(level.mover);
            self.settled[usize::from(level.mover.0 & 1)][usize::from(got)] += 1;
        }
        if let Some(busy) = busy {
            busy.leave(self.path.last());
        }
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

impl Level {
    fn new() -> Level {
        let open = Vec::new();
        let (key, mover) = (MemoryKey::None, Seat(0));
        Level { key, mover, began: 0, open, next: 0, put_off: 0, killer: None, height: 0 }
    }
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

/// A hash of the node in which a cursor stands, unless the key is one of the table.
fn node_hash(cursor: &dyn Cursor, key: MemoryKey) -> u64 {
    match key {
        MemoryKey::Table(key) => hash64(&key),
        _ => cursor.hashed_key().0 as u64,
    }
}

/// Where a move stands in the history.
fn slot(id: MoveId) -> usize {
    id.0 as usize & (HISTORY - 1)
}
