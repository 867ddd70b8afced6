//! Proof-number search: the question of `search.rs`, answered where the least has to be shown.
//!
//! Depth-first proof-number search with a transposition table (df-pn: Nagai, *Df-pn algorithm for searching AND/OR
//! trees and its applications*, 2002; Kishimoto and others, *Game-tree search using proof numbers: the first twenty
//! years*, 2012). Each node has two numbers: how much is still to be shown at least for a yes, and for a no. The search
//! goes to the node that both depend on, and comes back when the numbers of a node pass its thresholds. Thresholds leave
//! a quarter of room (the 1 + ε trick of Pawlewicz and Lew, 2007), so that a node is not left for one that is hardly better.
//! Where transpositions abound, sums count the same leaves many times; so of several things to be shown only the largest
//! is counted whole, and the others as one (weak proof numbers: Ueda and others, 2008).
//!
//! Invariant: as in `search.rs`, an answer rests only on answers that were found before it; numbers only decide what is
//! looked at next. Cost: a node is expanded each time the search comes to it, not once; what it knows of a node that is open
//! takes 25 bytes.

use crate::limits::{NodeCounter, SolveError};
use crate::search::{
    Answer, CycleCheck, SearchError, certain, hash64, hopeless, judged, known, spoiler, wanted,
};
use crate::transposition::{Entry, TranspositionTable, UNKNOWN_HEIGHT, slot_of};
use crate::value::GameValue;
use senet_game::{Cursor, Expand, MoveIndex, Seat, Turn};
use std::ops::ControlFlow;

/// How much is still to be shown, at least, for a yes and for a no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ProofNumbers {
    yes: u32,
    no: u32,
}

/// As good as impossible: only what is decided has more.
const MOST: u32 = 1 << 30;

impl ProofNumbers {
    const OPEN: ProofNumbers = ProofNumbers { yes: 1, no: 1 };

    /// What the mover wants, and what it does not.
    fn of(self, wanted: bool) -> (u32, u32) {
        if wanted { (self.yes, self.no) } else { (self.no, self.yes) }
    }

    fn from(wanted: bool, mine: u32, other: u32) -> ProofNumbers {
        if wanted {
            ProofNumbers { yes: mine, no: other }
        } else {
            ProofNumbers { yes: other, no: mine }
        }
    }
}

/// A proof-number search, with what it knows of open nodes.
pub(crate) struct ProofNumberSearch {
    numbers: NumberTable,
    /// Whether one of both wins every play.
    drawless: bool,
    levels: Vec<Level>,
    /// How many levels are in use.
    depth: usize,
    cycles: CycleCheck,
}

/// A node on the path.
struct Level {
    key: u128,
    mover: Seat,
    /// Nodes that were counted before this one.
    began: u64,
    /// The children that are not decided.
    open: Vec<OpenChild>,
    /// Which of them is being searched.
    entered: usize,
    /// When numbers reach these, the search goes back.
    limit: ProofNumbers,
}

struct OpenChild {
    index: MoveIndex,
    key: u128,
    mover: Seat,
    numbers: ProofNumbers,
}

impl ProofNumberSearch {
    /// Nothing is known yet; so many bytes may be used.
    pub(crate) fn new(bytes: u64, drawless: bool) -> ProofNumberSearch {
        let (numbers, levels) = (NumberTable::new(bytes), Vec::new());
        ProofNumberSearch { numbers, drawless, levels, depth: 0, cycles: CycleCheck::default() }
    }

    /// Whether the position of a cursor is worth at least so much to the first seat; a player moves there, its key is
    /// given, and the answer is not in the table. The cursor may be left anywhere.
    pub(crate) fn prove(
        &mut self,
        table: &mut TranspositionTable,
        cursor: &mut dyn Cursor,
        (key, mover): (u128, Seat),
        goal: GameValue,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Answer, SearchError> {
        self.depth = 0;
        self.cycles.clear();
        self.numbers.goal = goal;
        let limit = ProofNumbers { yes: MOST, no: MOST };
        let mut answer = self.begin(table, cursor, (key, mover), limit, counter)?;
        loop {
            // The multiple-iterative-deepening loop of df-pn with an explicit stack instead of
            // recursion: a node stays on top until it is decided or its numbers reach its
            // thresholds; then the numbers are stored and its parent continues.
            let numbers = self.numbers_here(answer);
            let level = &self.levels[self.depth - 1];
            let (key, began) = (level.key, level.began);
            let reached = numbers.yes >= level.limit.yes || numbers.no >= level.limit.no;
            if answer.is_none() && !reached {
                answer = self.go_on(table, cursor, counter)?;
                continue;
            }
            match answer {
                Some(yes) => {
                    let bounds = table.get(key).bounds.answered(goal, yes, self.drawless);
                    let entry = Entry { bounds, height: UNKNOWN_HEIGHT };
                    table.put(key, entry, counter.nodes - began);
                    table.grow_if_tight();
                }
                None => self.numbers.put(key, numbers),
            }
            self.depth -= 1;
            self.cycles.pop();
            if self.depth == 0 {
                // Thresholds of the root are reached only by what is decided, or by numbers that are too large.
                let yes = answer.ok_or(SolveError::TooDeep)?;
                return Ok(Answer { yes, height: UNKNOWN_HEIGHT });
            }
            cursor.pop();
            answer = self.came_back(answer, numbers);
        }
    }

    /// Expands the node in which the cursor stands, and puts it on the path; the answer, if a move settles it at once.
    fn begin(
        &mut self,
        table: &TranspositionTable,
        cursor: &mut dyn Cursor,
        (key, mover): (u128, Seat),
        limit: ProofNumbers,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Option<bool>, SearchError> {
        counter.count()?;
        self.cycles.push(hash64(&key))?;
        if self.levels.len() == self.depth {
            let open = Vec::new();
            self.levels.push(Level { key, mover, began: 0, open, entered: 0, limit });
        }
        let ProofNumberSearch { numbers, levels, depth, .. } = self;
        let level = &mut levels[*depth];
        *depth += 1;
        (level.key, level.mover, level.limit) = (key, mover, limit);
        (level.began, level.entered) = (counter.nodes, 0);
        level.open.clear();
        let goal = numbers.goal;
        let wanted = wanted(mover);
        let (mut settled, mut error) = (false, None);
        let may_win = Some(spoiler(goal));
        // Children that are decided at once (ends, certain winners, hopeless positions, table
        // entries) never become open: only what is left needs numbers.
        let how = Expand { keys: true, may_win, urgent: true, values: true, ..Expand::default() };
        cursor.expand(&how, &mut |child| {
            if let Err(why) = counter.made() {
                error = Some(SearchError::Stop(why));
                return ControlFlow::Break(());
            }
            let (answer, next) = match (&child.turn, child.key) {
                (Turn::Over(outcome), _) => (Some(judged(outcome, goal)), None),
                (Turn::Player(_), _) if child.winner.is_some() => (child.winner.map(certain), None),
                (Turn::Player(_), _) if !child.may_win => (Some(hopeless(goal)), None),
                (Turn::Player(mover), Some(key)) => {
                    (known(table.get(key.0), goal), Some((key.0, *mover)))
                }
                (Turn::Player(_), None) => {
                    error = Some(SearchError::Keyless);
                    return ControlFlow::Break(());
                }
                (Turn::Chance, _) => {
                    error = Some(SolveError::Chance.into());
                    return ControlFlow::Break(());
                }
                (Turn::Stopped(kind), _) => {
                    error = Some(SolveError::Stopped(*kind).into());
                    return ControlFlow::Break(());
                }
            };
            match (answer, next) {
                (Some(answer), _) if answer.yes == wanted => {
                    settled = true;
                    return ControlFlow::Break(());
                }
                (None, Some((key, mover))) => {
                    let numbers = numbers.get(key);
                    level.open.push(OpenChild { index: child.index, key, mover, numbers });
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
        match error {
            Some(error) => Err(error),
            None if settled => Ok(Some(wanted)),
            None if level.open.is_empty() => Ok(Some(!wanted)),
            None => Ok(None),
        }
    }

    /// The numbers of the last node on the path, from those of its children.
    fn numbers_here(&self, answer: Option<bool>) -> ProofNumbers {
        let level = &self.levels[self.depth - 1];
        let wanted = wanted(level.mover);
        match answer {
            Some(true) => ProofNumbers { yes: 0, no: u32::MAX },
            Some(false) => ProofNumbers { yes: u32::MAX, no: 0 },
            None => {
                // At a node the mover needs one child (minimum), the opponent must refute all
                // of them. The exact rule sums the latter; the weak rule takes the maximum plus
                // one for each further child, which does not grow with shared subtrees.
                let each = level.open.iter().map(|child| child.numbers.of(wanted));
                let (mine, other) =
                    each.fold((u32::MAX, 0), |(a, b), (mine, other)| (a.min(mine), b.max(other)));
                let others = level.open.len() as u32 - 1;
                ProofNumbers::from(wanted, mine, other.saturating_add(others).min(MOST - 1))
            }
        }
    }

    /// Enters the child that the mover's number depends on.
    fn go_on(
        &mut self,
        table: &TranspositionTable,
        cursor: &mut dyn Cursor,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Option<bool>, SearchError> {
        let level = &mut self.levels[self.depth - 1];
        let wanted = wanted(level.mover);
        let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
        let mut opposed = u32::MAX;
        for (i, child) in level.open.iter().enumerate() {
            let (mine, other) = child.numbers.of(wanted);
            // Among equals, the one that the other could least easily refute.
            if mine < least || (mine == least && other > opposed) {
                (best, second, least, opposed) = (i, least, mine, other);
            } else {
                second = second.min(mine);
            }
        }
        level.entered = best;
        // Thresholds of the child: as far as the second-best sibling allows (plus a quarter),
        // and for the other number what is left of the own threshold after the siblings have
        // been counted.
        let (mine, other) = level.limit.of(wanted);
        let others = level.open.len() as u32 - 1;
        let room = second.saturating_add(second / 4).saturating_add(1);
        let limit = ProofNumbers::from(wanted, mine.min(room), other.saturating_sub(others).max(1));
        let OpenChild { index, key, mover, .. } = level.open[best];
        cursor.enter(index);
        self.begin(table, cursor, (key, mover), limit, counter)
    }

    /// The child that was searched has an answer or other numbers; the answer of its parent, if that settles it.
    fn came_back(&mut self, answer: Option<bool>, numbers: ProofNumbers) -> Option<bool> {
        let level = &mut self.levels[self.depth - 1];
        let wanted = wanted(level.mover);
        match answer {
            Some(yes) if yes == wanted => return Some(yes),
            Some(_) => {
                // A child that failed for the mover is a refuted move; the order of the rest
                // does not matter, because the next one is chosen by its numbers.
                level.open.swap_remove(level.entered);
            }
            None => level.open[level.entered].numbers = numbers,
        }
        level.open.is_empty().then_some(!wanted)
    }
}

/// The numbers of open nodes, for one goal at a time: a table of fixed size in which what was written last stays.
struct NumberTable {
    goal: GameValue,
    keys: Vec<u128>,
    numbers: Vec<[u32; 2]>,
    /// The value that each node is asked to reach; 0 for an empty entry, since every position is worth at least a loss.
    goals: Vec<u8>,
    limit: usize,
    filled: usize,
}

const FIRST_SIZE: usize = 1 << 12;
const WAYS: usize = 4;

impl NumberTable {
    fn new(bytes: u64) -> NumberTable {
        let limit = 1 << (bytes / 25).max(FIRST_SIZE as u64).ilog2();
        let mut table = NumberTable {
            goal: GameValue::Win,
            keys: Vec::new(),
            numbers: Vec::new(),
            goals: Vec::new(),
            limit,
            filled: 0,
        };
        table.resize(FIRST_SIZE);
        table
    }

    fn resize(&mut self, size: usize) {
        (self.keys, self.numbers) = (vec![0; size], vec![[0; 2]; size]);
        (self.goals, self.filled) = (vec![0; size], 0);
    }

    fn ways(&self, key: u128) -> std::ops::Range<usize> {
        let first = slot_of(key, self.keys.len(), WAYS);
        first..first + WAYS
    }

    fn get(&self, key: u128) -> ProofNumbers {
        let goal = self.goal as u8;
        let mut ways = self.ways(key);
        let at = ways.find(|&at| self.keys[at] == key && self.goals[at] == goal);
        at.map_or(ProofNumbers::OPEN, |at| {
            let [yes, no] = self.numbers[at];
            ProofNumbers { yes, no }
        })
    }

    fn put(&mut self, key: u128, numbers: ProofNumbers) {
        self.write(key, self.goal as u8, [numbers.yes, numbers.no]);
        if self.filled > self.keys.len() / 2 && self.keys.len() < self.limit {
            let (size, goal) = (self.keys.len() * 2, self.goal as u8);
            let (keys, numbers) =
                (std::mem::take(&mut self.keys), std::mem::take(&mut self.numbers));
            let goals = std::mem::take(&mut self.goals);
            self.resize(size);
            // What was found for other goals is not asked for again.
            let kept = keys.into_iter().zip(numbers).zip(goals);
            for ((key, numbers), of) in kept.filter(|(_, of)| *of == goal) {
                self.write(key, of, numbers);
            }
        }
    }

    /// Writes over the same node, an empty place, another goal, or what has the least numbers.
    fn write(&mut self, key: u128, goal: u8, numbers: [u32; 2]) {
        // Replacement within a bucket of four: small numbers go first, because a search reaches
        // them again soonest.
        let at = self.ways(key).min_by_key(|&at| {
            let [yes, no] = self.numbers[at];
            let same = self.keys[at] == key && self.goals[at] == goal;
            (!same, self.goals[at] == goal, u64::from(yes) + u64::from(no))
        });
        let Some(at) = at else { return };
        self.filled += usize::from(self.goals[at] == 0);
        (self.keys[at], self.numbers[at], self.goals[at]) = (key, numbers, goal);
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberTable, ProofNumbers};
    use crate::value::GameValue;

    #[test]
    fn numbers_are_kept_for_their_goal_alone() {
        let mut table = NumberTable::new(1 << 20);
        for i in 1..20_000_u32 {
            table.put(u128::from(i) << 50, ProofNumbers { yes: i, no: 1 });
        }
        let kept = (1..20_000_u32).filter(|&i| {
            let found = table.get(u128::from(i) << 50);
            assert!(found == ProofNumbers { yes: i, no: 1 } || found == ProofNumbers::OPEN);
            found.yes == i
        });
        assert!(kept.count() > 10_000);
        table.goal = GameValue::Draw;
        assert_eq!(table.get(7 << 50), ProofNumbers::OPEN);
    }
}
