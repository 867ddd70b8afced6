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
//!
//! On several threads, all of them answer the same question and share what they find (see `search/busy.rs`); the first
//! answer is the answer.

mod answer;
mod busy;
mod cycle;
mod nodes;

use crate::endgame::{EndgameTable, TableEntry};
use crate::limits::{NodeCounter, SolveError, Team};
use crate::proof_numbers::ProofNumberSearch;
use crate::transposition::{Entry, Memory, MemoryKey, UNKNOWN_HEIGHT};
use crate::value::{GameValue, ValueBounds};
use crate::workers::Workers;
use busy::BusyNodes;
use senet_game::{Cursor, Expand, Seat, Turn};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

pub(crate) use answer::{Answer, SearchError, certain, hopeless, judged, known, spoiler, wanted};
pub(crate) use cycle::{CycleCheck, hash64};
use nodes::{Searcher, Shared};

/// A proof search, and what it has found out so far; it may be asked again and again.
pub(crate) struct ProofSearch {
    memory: Memory,
    /// Whether heights of proofs are kept.
    heights: bool,
    /// Whether one of both wins: then both questions are one.
    drawless: bool,
    own: Searcher,
    workers: Arc<dyn Workers>,
    /// So many nodes are searched before other threads are asked for help.
    alone: u64,
    /// One for each thread but the caller's, once they are needed.
    helpers: Vec<Mutex<Helper>>,
    /// Proof-number search, if that is how questions are answered.
    numbers: Option<ProofNumberSearch>,
}

/// What a thread needs that helps.
struct Helper {
    searcher: Searcher,
    cursor: Box<dyn Cursor>,
}

/// Most questions take fewer nodes, and begin and end before other threads have begun.
const ALONE: u64 = 1 << 13;

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
        workers: Arc<dyn Workers>,
    ) -> ProofSearch {
        // Numbers belong to canonical keys, and proofs that they find have no heights.
        let keyed = cursor.referee().rules().is_empty() && cursor.canonical_key().is_some();
        let numbers = method == SearchMethod::ProofNumbers && keyed && !heights;
        let bytes = if numbers { bytes / 2 } else { bytes };
        ProofSearch {
            memory: Memory::new(cursor, bytes, heights),
            heights,
            drawless: cursor.is_drawless(),
            own: Searcher::new(),
            workers,
            alone: ALONE,
            helpers: Vec::new(),
            numbers: numbers.then(|| ProofNumberSearch::new(bytes, cursor.is_drawless())),
        }
    }

    /// Takes what a table says for known.
    pub(crate) fn learn(&mut self, known: &EndgameTable) {
        if let Memory::Table(table) = &mut self.memory {
            for (key, TableEntry { bounds, .. }) in known.entries() {
                table.put(key, Entry { bounds, height: UNKNOWN_HEIGHT }, u64::MAX);
                table.grow_if_tight();
            }
        }
    }

    /// What is known of positions, by canonical key, if they have keys.
    pub(crate) fn entries(&self) -> Option<impl Iterator<Item = (u128, ValueBounds)> + '_> {
        match &self.memory {
            Memory::Table(table) => Some(table.entries()),
            Memory::Map(_) => None,
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
        let (Memory::Table(table), Turn::Player(mover)) = (&self.memory, cursor.turn()) else {
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
        loop {
            let answer = self.prove(cursor, goal, counter);
            while cursor.depth() > depth {
                cursor.pop();
            }
            match answer {
                // What was found so far stays, so that beginning again costs little.
                Err(SearchError::Tight) => self.memory.grow(),
                answer => return answer,
            }
        }
    }

    /// The same. The cursor may be left deeper, and the memory may have to grow first.
    fn prove(
        &mut self,
        cursor: &mut dyn Cursor,
        goal: GameValue,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Answer, SearchError> {
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
        let depth = cursor.depth();
        if let (Some(numbers), Memory::Table(table), MemoryKey::Table(key)) =
            (&mut self.numbers, &mut self.memory, key)
        {
            match numbers.prove(table, cursor, (key, mover), goal, counter) {
                Err(SearchError::Keyless) => self.numbers = None,
                answer => return answer,
            }
            while cursor.depth() > depth {
                cursor.pop();
            }
        }
        let shared = Shared { memory: &self.memory, busy: None, drawless: self.drawless, goal };
        if self.workers.count() < 2 {
            return self.own.prove(&shared, cursor, counter);
        }
        let own = &mut self.own;
        own.forget_who_wins();
        match counter.within(self.alone, |counter| own.prove(&shared, cursor, counter)) {
            Err(SearchError::Stop(SolveError::Positions)) if counter.check().is_ok() => {}
            answer => return answer,
        }
        while cursor.depth() > depth {
            cursor.pop();
        }
        self.prove_together(cursor, goal, counter)
    }

    /// The same on several threads: the answer of the first that has one, or why the first gave up that did.
    fn prove_together(
        &mut self,
        cursor: &mut dyn Cursor,
        goal: GameValue,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Answer, SearchError> {
        let ProofSearch { memory, drawless, own, workers, helpers, .. } = self;
        let helpful = workers.count() - 1;
        while helpers.len() < helpful {
            let (searcher, cursor) = (Searcher::new(), cursor.fork());
            helpers.push(Mutex::new(Helper { searcher, cursor }));
        }
        for helper in helpers.iter_mut() {
            helper.get_mut().expect("no thread has panicked").searcher.learn_who_wins(own);
        }
        let (position, referee) = (cursor.save(), cursor.referee().clone());
        let busy = BusyNodes::new();
        let shared = Shared { memory, busy: Some(&busy), drawless: *drawless, goal };
        let (team, first) = (Arc::new(Team::default()), Mutex::new(None));
        let left = counter.left();
        let finish = |found: Result<Answer, SearchError>| {
            if team.finish() {
                *first.lock().expect("no thread has panicked") = Some(found);
            }
        };
        let help = |i: usize| {
            let mut helper = helpers[i].lock().expect("no thread has panicked");
            let Helper { searcher, cursor } = &mut *helper;
            cursor.load(&position);
            cursor.set_referee(referee.clone());
            // The caller is asked on its own thread, and the nodes of all count against one limit.
            let mut watch = |_| true;
            let mut counter = NodeCounter::new(left, &mut watch);
            counter.join(&team);
            finish(searcher.prove(&shared, &mut **cursor, &mut counter));
            counter.leave();
        };
        counter.join(&team);
        workers.run_beside(helpful, &help, &mut || finish(own.prove(&shared, cursor, counter)));
        counter.leave();
        let first = first.into_inner().expect("no thread has panicked");
        first.expect("somebody is first")
    }
}

#[cfg(test)]
mod tests {
    use super::{ProofSearch, SearchError, SearchMethod};
    use crate::graph_game::GraphGame;
    use crate::limits::NodeCounter;
    use crate::test_threads::TestThreads;
    use senet_game::{Referee, Rng, Turn};
    use std::sync::Arc;

    /// Threads that begin at once and write over each other find what is true, with keys and without.
    #[test]
    fn several_threads_find_the_same_values() {
        let mut rng = Rng::new(71);
        let mut found = 0;
        for _ in 0..300 {
            let graph = GraphGame::random(&mut rng, 2, true);
            let game = graph.erased();
            let values = graph.values();
            for threads in 2..=3 {
                let mut cursor = game.cursor();
                cursor.set_referee(Referee::none());
                let workers = Arc::new(TestThreads(threads));
                let method = SearchMethod::AlphaBeta;
                let mut search = ProofSearch::new(&*cursor, 1 << 16, true, method, workers);
                search.alone = 0;
                let Turn::Player(_) = cursor.turn() else { continue };
                let mut watch = |_| true;
                let mut counter = NodeCounter::new(u64::MAX, &mut watch);
                match search.value(&mut *cursor, &mut counter) {
                    Ok((value, height)) => {
                        assert_eq!(value, values[0].value);
                        let distance = values[0].distance.filter(|_| value.winner().is_some());
                        assert!(distance.is_none_or(|distance| distance <= u32::from(height)));
                        found += 1;
                    }
                    Err(SearchError::Endless) => panic!("play goes down"),
                    Err(_) => panic!("there is no limit"),
                }
            }
        }
        assert!(found > 300, "{found}");
    }
}
