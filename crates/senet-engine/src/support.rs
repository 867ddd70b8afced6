//! What a firing rests on besides the atoms that its premises match: the atoms behind derived
//! premises, aggregates and comprehensions, and the absence of atoms behind `not`.
//!
//! A derived premise rests on its smallest proof, found by Knuth's generalisation of Dijkstra's
//! algorithm to and-or graphs (Information Processing Letters 6, 1977). Ties are broken by structure
//! and never by the order in which atoms came to be, so that equal positions give equal proofs.

use crate::blocks::Complete;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Join, Match, Visit};
use crate::machine::Answering;
use crate::plan::{BlockPlan, Op, is_fact};
use crate::position::TermPosition;
use crate::solve::Tables;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_data::hash::mix;
use senet_game::{LimitKind, LimitReached};
use senet_program::{Atom, Clause, PredId, Premise, RuleId, Term};
use senet_words::Value;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// What a firing rests on, in the position before it.
#[derive(Debug, Default, Clone)]
pub(crate) struct Support {
    /// Atoms that are there, and whether all their copies count.
    pub(crate) present: Vec<(PredId, u32, bool)>,
    /// Atoms that must not be there, or not more of them: `None` fits everything.
    pub(crate) absent: Vec<(PredId, Vec<Option<Value>>)>,
}

/// What the match of a rule rests on.
pub(crate) fn support(
    engine: &Engine,
    position: &TermPosition,
    tables: &mut Tables,
    rule: RuleId,
    values: &[Value],
    out: &mut Support,
) -> Result<(), LimitReached> {
    out.present.clear();
    out.absent.clear();
    let plan = &engine.rules[rule.index()];
    let mut search = Search { engine, position, tables, out, goals: Goals::default() };
    for premise in &engine.program.rule(rule).premises {
        if let Premise::Derived(atom) = premise {
            search.derived(atom, values)?;
        }
    }
    for (_, op) in &plan.tests {
        search.block(op, values)?;
    }
    for comprehension in &plan.comprehensions {
        search.every(&comprehension.block, values)?;
    }
    search.prove()?;
    out.present.sort_unstable();
    out.present.dedup();
    out.absent.sort_unstable();
    out.absent.dedup();
    Ok(())
}

/// Whether rules of a program rest on anything besides the atoms that they match.
pub(crate) fn any(engine: &Engine) -> bool {
    let reads = |p: &Premise| match p {
        Premise::Derived(atom) => engine.program.predicate(atom.predicate).reads_position,
        Premise::Not(_) | Premise::Aggregate { .. } => true,
        _ => false,
    };
    let mut rules = engine.program.rules().iter();
    rules.any(|r| !r.comprehensions.is_empty() || r.premises.iter().any(reads))
}

/// The ground goals whose proofs are wanted, and all ways to prove them.
#[derive(Default)]
struct Goals {
    ids: FxHashMap<(PredId, Vec<Value>), usize>,
    list: Vec<(PredId, Vec<Value>)>,
    /// Those that have been looked at.
    expanded: usize,
    ways: Vec<Way>,
    wanted: Vec<usize>,
}

/// A clause with values that proves a goal, once its own goals are proved.
struct Way {
    goal: usize,
    present: Vec<(PredId, u32)>,
    goals: Vec<usize>,
    clause: Arc<crate::solve::ClausePlan>,
    values: Vec<Value>,
    /// Orders ways of the same cost.
    tie: u64,
}

struct Search<'a> {
    engine: &'a Engine,
    position: &'a TermPosition,
    tables: &'a mut Tables,
    out: &'a mut Support,
    goals: Goals,
}

impl Search<'_> {
    /// Notes a derived atom that holds.
    fn derived(&mut self, atom: &Atom, values: &[Value]) -> Result<(), LimitReached> {
        if let Some(goal) = self.goal(atom, values)? {
            self.goals.wanted.push(goal);
        }
        Ok(())
    }

    /// The number of a ground goal; none if it holds in every position.
    fn goal(&mut self, atom: &Atom, values: &[Value]) -> Result<Option<usize>, LimitReached> {
        if !self.engine.program.predicate(atom.predicate).reads_position {
            return Ok(None);
        }
        let row: Vec<Value> =
            atom.arguments.iter().map(|t| self.engine.ground(t, values)).collect();
        let Goals { ids, list, .. } = &mut self.goals;
        let id = *ids.entry((atom.predicate, row)).or_insert_with_key(|key| {
            list.push(key.clone());
            list.len() - 1
        });
        if self.goals.list.len() as u64 > self.engine.limits.goals {
            return Err(self.engine.stop(LimitKind::Goals, "a proof has too many parts"));
        }
        Ok(Some(id))
    }

    /// Notes what a `not` or an aggregate rests on.
    fn block(&mut self, op: &Op, values: &[Value]) -> Result<(), LimitReached> {
        match op {
            Op::Not(block) => self.absent(&block.premises, block.outer, values),
            Op::Aggregate { block, .. } => return self.every(block, values),
            _ => {}
        }
        Ok(())
    }

    /// Notes all matches of a block, and that there are no more.
    fn every(&mut self, block: &BlockPlan, values: &[Value]) -> Result<(), LimitReached> {
        let Search { engine, position, tables, .. } = self;
        let mut answers = Answering { engine, position, tables };
        let matches = Join::new(engine, position).every(block, values, &mut answers)?;
        for values in matches {
            for premise in &*block.premises {
                match premise {
                    Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                        if let Some(row) = self.row(atom, &values) {
                            self.out.present.push((atom.predicate, row, true));
                        }
                    }
                    Premise::Derived(atom) => self.derived(atom, &values)?,
                    _ => {}
                }
            }
            block.ops.iter().try_for_each(|op| self.block(op, &values))?;
        }
        self.absent(&block.premises, block.outer, values);
        Ok(())
    }

    fn row(&self, atom: &Atom, values: &[Value]) -> Option<u32> {
        let row: Vec<Value> =
            atom.arguments.iter().map(|t| self.engine.ground(t, values)).collect();
        self.position.relations[atom.predicate.index()].find(&row)
    }

    /// Notes that premises have no match, or no other: whichever of their atoms went last.
    fn absent(&mut self, premises: &[Premise], outer: usize, values: &[Value]) {
        for premise in premises {
            match premise {
                Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                    let pattern = atom.arguments.iter().map(|t| self.known(t, outer, values));
                    self.out.absent.push((atom.predicate, pattern.collect()));
                }
                Premise::Derived(atom) => {
                    let mut seen = FxHashSet::default();
                    self.underived(atom.predicate, &mut seen);
                }
                Premise::Not(block) | Premise::Aggregate { block, .. } => {
                    self.absent(&block.premises, outer, values);
                    for inner in block.premises.iter().flat_map(Premise::with_inner) {
                        if let Premise::Read(atom) | Premise::Persistent(atom) = inner {
                            self.all_of(atom.predicate);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes that a derived atom does not hold: by predicate, since a search that fails has looked
    /// at everything.
    fn underived(&mut self, predicate: PredId, seen: &mut FxHashSet<PredId>) {
        let mut open = vec![predicate];
        while let Some(predicate) = open.pop() {
            if !self.engine.program.predicate(predicate).reads_position || !seen.insert(predicate) {
                continue;
            }
            let program = self.engine.program.clone();
            for clause in clauses(&program, predicate) {
                for premise in &clause.goals {
                    let negated = premise.block().is_some();
                    for inner in premise.with_inner() {
                        match inner {
                            Premise::Read(atom) | Premise::Persistent(atom) => {
                                let any = vec![None; atom.arguments.len()];
                                self.out.absent.push((atom.predicate, any));
                                if negated {
                                    self.all_of(atom.predicate);
                                }
                            }
                            Premise::Derived(atom) => open.push(atom.predicate),
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    fn all_of(&mut self, predicate: PredId) {
        let rows = self.position.relations[predicate.index()].live();
        self.out.present.extend(rows.iter().map(|row| (predicate, *row, true)));
    }

    /// The value of a term, if all its variables are from outside of a block.
    fn known(&self, term: &Term, outer: usize, values: &[Value]) -> Option<Value> {
        let mut known = true;
        term.each_variable(&mut |v| known &= v.index() < outer);
        known.then(|| self.engine.ground(term, values))
    }

    /// Adds the smallest proofs of all goals that are wanted.
    fn prove(&mut self) -> Result<(), LimitReached> {
        // Blocks inside of proofs may want further goals.
        while !self.goals.wanted.is_empty() {
            while self.goals.expanded < self.goals.list.len() {
                self.expand(self.goals.expanded)?;
                self.goals.expanded += 1;
            }
            let best = self.smallest();
            let mut open = std::mem::take(&mut self.goals.wanted);
            let mut seen = FxHashSet::default();
            while let Some(goal) = open.pop() {
                let Some(way) = best[goal].filter(|_| seen.insert(goal)) else { continue };
                let Way { present, goals, clause, values, .. } = &self.goals.ways[way];
                self.out.present.extend(present.iter().map(|(p, row)| (*p, *row, false)));
                open.extend(goals);
                let (clause, values) = (clause.clone(), values.clone());
                clause.ops.iter().try_for_each(|op| self.block(op, &values))?;
            }
        }
        Ok(())
    }

    /// Finds all ways to prove a goal.
    fn expand(&mut self, goal: usize) -> Result<(), LimitReached> {
        let engine = self.engine;
        let (predicate, row) = self.goals.list[goal].clone();
        let known: Vec<Option<Value>> = row.iter().map(|v| Some(*v)).collect();
        let Some((query, key)) = engine.best_query(predicate, &known) else { return Ok(()) };
        let program = engine.program.clone();
        for plan in &engine.queries[query].clauses {
            let clause = clauses(&program, predicate).nth(plan.clause);
            let clause = clause.expect("a plan is made for one of the clauses");
            let mut values = vec![0; plan.variables];
            if !plan.given.iter().all(|(k, p)| engine.fits(p, key[*k], &mut values)) {
                continue;
            }
            let mut visit = Proofs {
                answers: Answering { engine, position: self.position, tables: self.tables },
                found: Vec::new(),
            };
            let mut so_far = Match { values: &mut values, rows: &mut [] };
            Join::new(engine, self.position).run(&plan.ops, &mut so_far, &mut visit)?;
            for values in visit.found {
                let head = plan.head.iter().map(|e| engine.value(e, &values));
                if head.eq(row.iter().copied()) {
                    self.way(goal, clause, plan, values)?;
                }
            }
        }
        Ok(())
    }

    fn way(
        &mut self,
        goal: usize,
        clause: &Clause,
        plan: &Arc<crate::solve::ClausePlan>,
        values: Vec<Value>,
    ) -> Result<(), LimitReached> {
        // Ties are broken by clause and values, never by the order of discovery: the same
        // firing rests on the same atoms in every run.
        let (mut present, mut goals) = (Vec::new(), Vec::new());
        let mut tie = plan.clause as u64;
        if !is_fact(clause) {
            for (value, variable) in values.iter().zip(&clause.variables) {
                tie = mix(tie, self.engine.interner.hash(variable.ty, *value));
            }
            for premise in &clause.goals {
                match premise {
                    Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                        present.extend(self.row(atom, &values).map(|row| (atom.predicate, row)));
                    }
                    Premise::Derived(atom) => goals.extend(self.goal(atom, &values)?),
                    _ => {}
                }
            }
        }
        if self.goals.ways.len() as u64 > self.engine.limits.matches {
            return Err(self.engine.stop(LimitKind::Matches, "a proof has too many forms"));
        }
        let clause = plan.clone();
        self.goals.ways.push(Way { goal, present, goals, clause, values, tie });
        Ok(())
    }

    /// For each goal, the way with the fewest atoms and clauses.
    fn smallest(&self) -> Vec<Option<usize>> {
        // Knuth's generalisation of Dijkstra's algorithm to AND/OR graphs (1977): a way
        // costs one more than its atoms and the sum of its goals' proofs, which never
        // shrinks by adding goals, so the first way that leaves the heap for a goal is the
        // smallest. A way enters the heap when its last goal is settled; a goal on a cycle
        // has to be settled from outside of it, so proofs are well-founded. Near linear in
        // the size of all ways.
        let Goals { list, ways, .. } = &self.goals;
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); list.len()];
        let mut missing: Vec<usize> = Vec::with_capacity(ways.len());
        let mut cost: Vec<u64> = Vec::with_capacity(ways.len());
        let mut heap = BinaryHeap::new();
        for (i, way) in ways.iter().enumerate() {
            missing.push(way.goals.len());
            cost.push(1 + way.present.len() as u64);
            way.goals.iter().for_each(|g| waiting[*g].push(i));
            if way.goals.is_empty() {
                heap.push(Reverse((cost[i], way.tie, i)));
            }
        }
        let mut best = vec![None; list.len()];
        while let Some(Reverse((size, _, i))) = heap.pop() {
            let goal = ways[i].goal;
            if best[goal].is_some() {
                continue;
            }
            best[goal] = Some(i);
            for waiter in &waiting[goal] {
                cost[*waiter] = cost[*waiter].saturating_add(size);
                missing[*waiter] -= 1;
                if missing[*waiter] == 0 {
                    heap.push(Reverse((cost[*waiter], ways[*waiter].tie, *waiter)));
                }
            }
        }
        best
    }
}

fn clauses(program: &senet_program::Program, predicate: PredId) -> impl Iterator<Item = &Clause> {
    program.clauses().iter().filter(move |c| c.head.predicate == predicate)
}

/// Collects the matches of a clause.
struct Proofs<'a> {
    answers: Answering<'a>,
    found: Vec<Vec<Value>>,
}

impl Complete for Proofs<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        self.answers.complete(goal)
    }
}

impl Visit for Proofs<'_> {
    fn found(&mut self, values: &[Value], _: &[u32]) -> Result<(), LimitReached> {
        self.found.push(values.to_vec());
        Ok(())
    }

    fn solve(
        &mut self,
        _: usize,
        goal: Goal<'_>,
        _: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        self.complete(goal).map(Some)
    }

    fn sense(&mut self, _: PredId) -> Answers {
        Arc::new([]) // the checker keeps sensing out of backward rules
    }
}
