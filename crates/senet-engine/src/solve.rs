//! Backward chaining, tabled: each query is answered once, and its answers are kept.
//!
//! This is SLG resolution without negation (Chen and Warren, "Tabled evaluation with delaying for
//! general logic programs", 1996), as XSB has it, with a stack of work instead of a machine. A query
//! waits for others by leaving a continuation in their tables; whenever a table gets a new answer, the
//! continuations that wait for it go on. Nothing recurses, so left recursion ends and deep recursion
//! is only memory. Negation and aggregates ask lower strata, whose tables are completed first.
//!
//! Invariant: after a search all tables that it began are complete, and each holds each answer once.
//! Cost: every pair of a continuation and an answer is worked on once, so a transitive closure over
//! `n` nodes and `e` edges from one node takes the time of `n + e` joins. Predicates that count down a
//! number in step with others (`plus`, `lt`) are answered in one jump, however large the number.

mod jump;
mod query_plan;
mod test;

use crate::blocks::Complete;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Join, Match, Visit};
use crate::plan::Op;
use crate::position::TermPosition;
use crate::rows::Rows;
use hashbrown::HashTable;
use senet_data::hash::mix;
use senet_game::{LimitKind, LimitReached};
use senet_program::PredId;
use senet_words::Value;
use std::sync::Arc;

pub(crate) use jump::Jump;
pub(crate) use query_plan::{ClausePlan, QueryPlan, ask, ask_why, decides, full};

/// When the tables that are kept for all positions grow beyond this many, they are begun anew.
const KEPT: usize = 200_000;

/// Questions and their answers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    ids: HashTable<u32>,
    tables: Vec<Table>,
    /// Continuations of the search under way.
    work: Vec<Work>,
    /// What blocks of backward rules ask for: it is worked out first, and completely.
    lower: Option<Box<Tables>>,
    /// Questions with nothing left to find.
    tested: test::Tested,
}

#[derive(Debug, Clone)]
struct Table {
    query: usize,
    key: Box<[Value]>,
    answers: Rows,
    waiting: Vec<Waiting>,
    /// The answers, once they are complete.
    done: Option<Answers>,
}

/// A consumer of answers: a clause, where it was suspended, and the goal that it answers.
#[derive(Debug, Clone)]
struct Waiting {
    clause: Arc<ClausePlan>,
    at: usize,
    values: Box<[Value]>,
    table: u32,
}

#[derive(Debug, Clone)]
enum Work {
    /// Begin a clause for a table.
    Begin(u32, usize),
    /// Go on with an answer: the table that waits, its place in line, the number of the answer.
    Resume(u32, u32, u32),
}

impl Tables {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.ids.clear();
        self.tables.clear();
        self.work.clear();
        if let Some(lower) = &mut self.lower {
            lower.clear();
        }
        self.tested.clear();
    }

    /// All answers to a query.
    pub(crate) fn answer(
        &mut self,
        engine: &Engine,
        position: &TermPosition,
        goal: Goal<'_>,
    ) -> Result<Answers, LimitReached> {
        let asked = &engine.queries[goal.query];
        if let Some(jump) = &asked.jump {
            return Ok(jump.answers(engine, asked, goal)?.into());
        }
        if self.tables.len() > KEPT {
            self.clear();
        }
        let before = self.tables.len();
        let id = self.table(engine, goal);
        if let Some(done) = &self.tables[id as usize].done {
            return Ok(done.clone());
        }
        let result = self.search(engine, position, before);
        if let Err(stop) = result {
            // Half an answer is none.
            self.clear();
            let shown = show_goal(engine, goal);
            let doing = format!("the search for `{shown}` does not end: {}", stop.doing);
            let doing = doing.trim_end_matches(": ").to_owned();
            return Err(LimitReached { doing, ..stop });
        }
        for table in &mut self.tables[before..] {
            table.waiting = Vec::new();
            let answers = std::mem::replace(&mut table.answers, Rows::new(0));
            table.done.get_or_insert_with(|| answers.values().into());
        }
        let done = self.tables[id as usize].done.clone();
        Ok(done.expect("a finished search has completed its tables"))
    }

    fn search(
        &mut self,
        engine: &Engine,
        position: &TermPosition,
        before: usize,
    ) -> Result<(), LimitReached> {
        // Last in, first out: a clause is followed into what it asks before its siblings begin, which
        // keeps the stack about as high as the recursion is deep.
        let mut work_done: u64 = 0;
        while let Some(work) = self.work.pop() {
            work_done += 1;
            let goals = (self.tables.len() - before) as u64;
            // Going on with an answer counts as much as a goal: a permutation sort has few goals and
            // factorially many answers.
            if goals.max(work_done) > engine.limits.goals {
                return Err(engine.stop(LimitKind::Goals, ""));
            }
            if engine.interner.len() as u64 > engine.limits.terms {
                return Err(engine.stop(LimitKind::Terms, ""));
            }
            let mut join = Join::new(engine, position);
            match work {
                Work::Begin(table, clause) => {
                    let entry = &self.tables[table as usize];
                    let asked = &engine.queries[entry.query];
                    let clause = asked.clauses[clause].clone();
                    let mut values = Buffer::new(clause.variables);
                    let values = values.all();
                    if clause.given.iter().all(|(k, p)| engine.fits(p, entry.key[*k], values)) {
                        let ops = clause.clone();
                        let mut visit = Walk { tables: self, engine, position, clause, table };
                        join.run(&ops.ops, &mut Match { values, rows: &mut [] }, &mut visit)?;
                    }
                }
                Work::Resume(from, line, answer) => {
                    let source = &self.tables[from as usize];
                    let waiting = &source.waiting[line as usize];
                    let (clause, at, table) = (waiting.clause.clone(), waiting.at, waiting.table);
                    let Op::Solve { tests, .. } = &clause.ops[at] else {
                        unreachable!("continuations wait at questions")
                    };
                    let mut values = Buffer::of(&waiting.values);
                    let values = values.all();
                    if join.passes(tests, source.answers.row(answer), values) {
                        let ops = clause.clone();
                        let mut visit = Walk { tables: self, engine, position, clause, table };
                        let mut so_far = Match { values, rows: &mut [] };
                        join.run(&ops.ops[at + 1..], &mut so_far, &mut visit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The table of a query; a new one begins its clauses.
    fn table(&mut self, engine: &Engine, goal: Goal<'_>) -> u32 {
        let hash = hash_goal(goal.query, goal.key);
        let tables = &self.tables;
        let same = |i: &u32| {
            let table = &tables[*i as usize];
            table.query == goal.query && *table.key == *goal.key
        };
        if let Some(found) = self.ids.find(hash, same) {
            return *found;
        }
        let id = self.tables.len() as u32;
        self.tables.push(Table {
            query: goal.query,
            key: goal.key.into(),
            answers: Rows::new(engine.arity(engine.queries[goal.query].predicate)),
            waiting: Vec::new(),
            done: None,
        });
        let tables = &self.tables;
        self.ids.insert_unique(hash, id, |i| {
            let table = &tables[*i as usize];
            hash_goal(table.query, &table.key)
        });
        let clauses = engine.queries[goal.query].clauses.len();
        self.work.extend((0..clauses).rev().map(|c| Work::Begin(id, c)));
        id
    }

    /// Adds an answer, unless it is known, and resumes the consumers that wait for it.
    fn add(&mut self, table: u32, answer: &[Value]) {
        // Semi-naive: only the new answer is handed to waiting consumers; `solve` hands the earlier ones
        // to consumers that come later. Together each pair is made exactly once.
        let entry = &mut self.tables[table as usize];
        let number = entry.answers.len();
        if entry.answers.add(answer) {
            let waiting = entry.waiting.len() as u32;
            self.work.extend((0..waiting).map(|line| Work::Resume(table, line, number)));
        }
    }
}

/// A clause at work: its complete matches are answers, its queries make it wait.
struct Walk<'a> {
    tables: &'a mut Tables,
    engine: &'a Engine,
    position: &'a TermPosition,
    clause: Arc<ClausePlan>,
    table: u32,
}

impl Walk<'_> {
    /// Whether the answers hold in every position, and this search is about one.
    fn always_holds(&self, goal: Goal<'_>) -> bool {
        let own = self.tables.tables[self.table as usize].query;
        let reads = |query: usize| self.engine.queries[query].reads_position;
        reads(own) && !reads(goal.query)
    }
}

impl Complete for Walk<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        if self.always_holds(goal) {
            return self.engine.answer_known(self.position, goal);
        }
        // Never the tables of the search under way: those are not complete. What is asked for here
        // lies in a lower stratum, so this goes no deeper than there are strata.
        let lower = self.tables.lower.get_or_insert_default();
        lower.answer(self.engine, self.position, goal)
    }
}

impl Visit for Walk<'_> {
    fn found(&mut self, values: &[Value], _: &[u32]) -> Result<(), LimitReached> {
        let mut answer = Buffer::new(self.clause.head.len());
        self.engine.values(&self.clause.head, values, answer.all());
        self.tables.add(self.table, answer.all());
        Ok(())
    }

    fn solve(
        &mut self,
        left: usize,
        goal: Goal<'_>,
        values: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        let asked = &self.engine.queries[goal.query];
        if let Some(jump) = &asked.jump {
            return Ok(Some(jump.answers(self.engine, asked, goal)?.into()));
        }
        if self.always_holds(goal) {
            return self.engine.answer_known(self.position, goal).map(Some);
        }
        let id = self.tables.table(self.engine, goal);
        if let Some(done) = &self.tables.tables[id as usize].done {
            return Ok(Some(done.clone()));
        }
        let table = &mut self.tables.tables[id as usize];
        let line = table.waiting.len() as u32;
        let (clause, table_id) = (self.clause.clone(), self.table);
        let at = clause.ops.len() - left - 1;
        table.waiting.push(Waiting { clause, at, values: values.into(), table: table_id });
        let answers = table.answers.len();
        self.tables.work.extend((0..answers).map(|n| Work::Resume(id, line, n)));
        Ok(None)
    }

    fn sense(&mut self, _: PredId) -> Answers {
        Arc::new([]) // the checker keeps sensing out of backward rules
    }
}

fn hash_goal(query: usize, key: &[Value]) -> u64 {
    key.iter().fold(query as u64, |h, v| mix(h, *v))
}

/// A query as it would be written, with `_` for what is asked.
fn show_goal(engine: &Engine, goal: Goal<'_>) -> String {
    let QueryPlan { predicate, known, .. } = engine.queries[goal.query];
    let declared = engine.program.predicate(predicate);
    let mut key = goal.key.iter();
    let mut out = declared.name.clone();
    for (i, ty) in declared.arguments.iter().enumerate() {
        out.push(' ');
        if i < 64 && known & 1 << i != 0 {
            let value = key.next().copied().unwrap_or(0);
            out.push_str(&engine.interner.show(&engine.program, *ty, value, true));
        } else {
            out.push('_');
        }
    }
    out
}
