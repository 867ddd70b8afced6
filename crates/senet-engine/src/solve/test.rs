//! Does a derived predicate hold of known arguments? Answered by walking down its rules, without
//! tables, as long as no query comes back to itself; then it is left to the tables.

use crate::blocks::Complete;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Join, Match, Visit};
use crate::position::TermPosition;
use crate::solve::{Tables, hash_goal};
use hashbrown::HashTable;
use senet_game::LimitReached;
use senet_program::PredId;
use senet_words::Value;
use std::sync::Arc;

/// Deeper than this, tables are better.
const MAX_DEPTH: u32 = 64;

/// What is known about queries of this kind in one position.
#[derive(Debug, Clone, Default)]
pub(super) struct Tested {
    ids: HashTable<u32>,
    entries: Vec<Entry>,
    /// The arguments, one query after another.
    keys: Vec<Value>,
    /// Whether some query has come back to itself.
    circular: bool,
}

#[derive(Debug, Clone)]
struct Entry {
    query: usize,
    key: u32,
    arity: u32,
    /// `None` while it is being answered.
    holds: Option<bool>,
}

impl Tested {
    pub(super) fn clear(&mut self) {
        self.ids.clear();
        self.entries.clear();
        self.keys.clear();
        self.circular = false;
    }

    /// The number of a query, and whether it is new.
    fn entry(&mut self, goal: Goal<'_>) -> (u32, bool) {
        let hash = hash_goal(goal.query, goal.key);
        let (entries, keys) = (&self.entries, &self.keys);
        let of = |e: &Entry| &keys[e.key as usize..][..e.arity as usize];
        let same = |i: &u32| {
            let entry = &entries[*i as usize];
            entry.query == goal.query && of(entry) == goal.key
        };
        if let Some(found) = self.ids.find(hash, same) {
            return (*found, false);
        }
        let id = self.entries.len() as u32;
        let (key, arity) = (self.keys.len() as u32, goal.key.len() as u32);
        self.keys.extend_from_slice(goal.key);
        self.entries.push(Entry { query: goal.query, key, arity, holds: None });
        let (entries, keys) = (&self.entries, &self.keys);
        self.ids.insert_unique(hash, id, |i| {
            let e = &entries[*i as usize];
            hash_goal(e.query, &keys[e.key as usize..][..e.arity as usize])
        });
        (id, true)
    }
}

impl Tables {
    /// Whether a query with nothing left to find holds; `None` if the tables have to tell.
    pub(crate) fn test(
        &mut self,
        engine: &Engine,
        position: &TermPosition,
        goal: Goal<'_>,
        depth: u32,
    ) -> Result<Option<bool>, LimitReached> {
        let asked = &engine.queries[goal.query];
        if self.tested.circular || depth > MAX_DEPTH || asked.jump.is_some() {
            return Ok(None);
        }
        // Memoized depth-first search. A goal that meets itself on the stack proves a cycle; an
        // answer in it would need a fixpoint, so that everything from here on is left to the
        // tables.
        let (id, new) = self.tested.entry(goal);
        if !new {
            let holds = self.tested.entries[id as usize].holds;
            self.tested.circular |= holds.is_none();
            return Ok(holds);
        }
        let mut holds = false;
        for clause in &asked.clauses {
            let mut values = Buffer::<Value>::new(clause.variables);
            let values = values.all();
            if !clause.given.iter().all(|(k, p)| engine.fits(p, goal.key[*k], values)) {
                continue;
            }
            let mut visit =
                Down { tables: self, engine, position, depth, found: false, lost: false };
            let mut so_far = Match { values, rows: &mut [] };
            Join::new(engine, position).run(&clause.ops, &mut so_far, &mut visit)?;
            if visit.lost {
                self.tested.circular = true;
                return Ok(None);
            }
            // One proof is enough: clauses after the first that succeeds are not tried.
            if visit.found {
                holds = true;
                break;
            }
        }
        self.tested.entries[id as usize].holds = Some(holds);
        Ok(Some(holds))
    }
}

/// A walk down a rule that stops at its first match.
struct Down<'a> {
    tables: &'a mut Tables,
    engine: &'a Engine,
    position: &'a TermPosition,
    depth: u32,
    found: bool,
    /// Whether the walk met something that only tables can answer.
    lost: bool,
}

impl Complete for Down<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        if !self.engine.queries[goal.query].reads_position {
            return self.engine.answer_known(self.position, goal);
        }
        let lower = self.tables.lower.get_or_insert_default();
        lower.answer(self.engine, self.position, goal)
    }
}

impl Visit for Down<'_> {
    fn found(&mut self, _: &[Value], _: &[u32]) -> Result<(), LimitReached> {
        self.found = true;
        Ok(())
    }

    fn solve(
        &mut self,
        _: usize,
        goal: Goal<'_>,
        _: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        if !self.engine.queries[goal.query].reads_position {
            return self.complete(goal).map(Some);
        }
        self.lost = true;
        Ok(None)
    }

    fn test(&mut self, goal: Goal<'_>) -> Result<Option<bool>, LimitReached> {
        if !self.engine.queries[goal.query].reads_position {
            return Ok(None);
        }
        self.tables.test(self.engine, self.position, goal, self.depth + 1)
    }

    fn sense(&mut self, _: PredId) -> Answers {
        Arc::new([]) // the checker keeps sensing out of backward rules
    }

    fn enough(&self) -> bool {
        self.found || self.lost
    }
}
