//! What a derived atom rests on: the atoms of the position in a smallest proof of it.

use crate::blocks::Complete;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Join, Match, Visit};
use crate::machine::Answering;
use crate::position::TermPosition;
use crate::solve::Tables;
use rustc_hash::FxHashMap;
use senet_game::LimitReached;
use senet_program::{Clause, PredId, Premise};
use senet_words::Value;
use std::sync::Arc;

/// A proof is looked for among at most this many ways to apply a backward rule.
const MOST: usize = 20_000;

/// A predicate with its arguments.
pub(super) type Ground = (PredId, Vec<Value>);

/// The atoms of the position that smallest proofs of derived atoms use; none if they are hard to
/// find.
pub(super) fn rests_on(engine: &Engine, position: &TermPosition, goals: &[Ground]) -> Vec<Ground> {
    let mut proofs = Proofs::default();
    for goal in goals {
        proofs.node(goal.clone());
    }
    if proofs.find_ways(engine, position).is_err() {
        return Vec::new();
    }
    proofs.weigh();
    let mut used: Vec<Ground> = Vec::new();
    let mut open: Vec<usize> = (0..goals.len()).collect();
    let mut seen = vec![false; proofs.nodes.len()];
    while let Some(node) = open.pop() {
        let Some((_, way)) =
            proofs.best[node].filter(|_| !std::mem::replace(&mut seen[node], true))
        else {
            continue;
        };
        let Way { atoms, derived } = &proofs.ways[node][way];
        open.extend(derived);
        for atom in atoms {
            if !used.contains(atom) {
                used.push(atom.clone());
            }
        }
    }
    used
}

/// Derived atoms, and all ways to derive each of them from others.
#[derive(Default)]
struct Proofs {
    nodes: Vec<Ground>,
    numbers: FxHashMap<Ground, usize>,
    ways: Vec<Vec<Way>>,
    /// The size of the smallest proof that is known, and the way that it goes.
    best: Vec<Option<(u64, usize)>>,
}

/// One way to apply a backward rule.
struct Way {
    /// What it reads of the position.
    atoms: Vec<Ground>,
    /// What it derives first.
    derived: Vec<usize>,
}

impl Proofs {
    fn node(&mut self, atom: Ground) -> usize {
        let nodes = &mut self.nodes;
        *self.numbers.entry(atom).or_insert_with_key(|atom| {
            nodes.push(atom.clone());
            nodes.len() - 1
        })
    }

    /// Finds every way to derive each atom, and what they need in turn.
    fn find_ways(&mut self, engine: &Engine, position: &TermPosition) -> Result<(), LimitReached> {
        let mut tables = Tables::default();
        let mut count = 0;
        while let Some((predicate, values)) = self.nodes.get(self.ways.len()).cloned() {
            let mut ways = Vec::new();
            for (clause, found) in substitutions(engine, position, &mut tables, predicate, &values)?
            {
                ways.push(self.way(engine, clause, &found));
            }
            count += ways.len();
            self.ways.push(ways);
            if count > MOST {
                break;
            }
        }
        self.ways.resize_with(self.nodes.len(), Vec::new);
        Ok(())
    }

    fn way(&mut self, engine: &Engine, clause: &Clause, values: &[Value]) -> Way {
        let mut way = Way { atoms: Vec::new(), derived: Vec::new() };
        for goal in &clause.goals {
            let Some(atom) = goal.atom() else {
                continue;
            };
            let arguments = atom.arguments.iter().map(|t| engine.ground(t, values)).collect();
            let ground = (atom.predicate, arguments);
            if goal.in_position() {
                way.atoms.push(ground);
            } else if engine.program.predicate(atom.predicate).reads_position {
                way.derived.push(self.node(ground));
            }
        }
        way
    }

    /// Finds the smallest proof of each atom: again and again, until nothing gets smaller.
    fn weigh(&mut self) {
        // Bellman–Ford on an AND/OR graph: sizes only shrink and are whole numbers, so it
        // ends; at most one round for each step of the deepest proof. (`support.rs` does the
        // same for whole firings with a heap; the graphs here are those of one outcome, and
        // small.)
        self.best = vec![None; self.nodes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (node, ways) in self.ways.iter().enumerate() {
                for (i, way) in ways.iter().enumerate() {
                    let needed = way.derived.iter().map(|d| self.best[*d].map(|(size, _)| size));
                    let Some(needed) = needed.sum::<Option<u64>>() else {
                        continue;
                    };
                    let size = needed + 1 + way.atoms.len() as u64;
                    if self.best[node].is_none_or(|(best, _)| size < best) {
                        self.best[node] = Some((size, i));
                        changed = true;
                    }
                }
            }
        }
    }
}

/// The backward rules that derive an atom, with the values of their variables.
fn substitutions<'e>(
    engine: &'e Engine,
    position: &TermPosition,
    tables: &mut Tables,
    predicate: PredId,
    key: &[Value],
) -> Result<Vec<(&'e Clause, Vec<Value>)>, LimitReached> {
    let mut out = Vec::new();
    let Some(asked) = engine.asked_in_full(predicate) else {
        return Ok(out);
    };
    let clauses = engine.program.clauses().iter().filter(|c| c.head.predicate == predicate);
    let clauses: Vec<&Clause> = clauses.collect();
    for plan in &asked.clauses {
        let clause = clauses[plan.clause];
        let mut values = Buffer::new(plan.variables);
        let values = values.all();
        if plan.given.iter().all(|(k, p)| engine.fits(p, key[*k], values)) {
            let answers = Answering { engine, position, tables };
            let mut visit = Every { answers, found: Vec::new() };
            let mut so_far = Match { values, rows: &mut [] };
            Join::new(engine, position).run(&plan.ops, &mut so_far, &mut visit)?;
            out.extend(visit.found.into_iter().map(|found| (clause, found)));
        }
    }
    Ok(out)
}

/// A walk that keeps every match.
struct Every<'a> {
    answers: Answering<'a>,
    found: Vec<Vec<Value>>,
}

impl Complete for Every<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        self.answers.complete(goal)
    }
}

impl Visit for Every<'_> {
    fn found(&mut self, values: &[Value], _: &[u32]) -> Result<(), LimitReached> {
        if self.found.len() < MOST {
            self.found.push(values.to_vec());
        }
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

    fn enough(&self) -> bool {
        self.found.len() >= MOST
    }
}

/// The derived premises of a rule that depend on the position.
pub(super) fn derived<'r>(
    engine: &'r Engine,
    premises: &'r [Premise],
    values: &'r [Value],
) -> impl Iterator<Item = Ground> + 'r {
    let atoms = premises.iter().filter_map(|p| match p {
        Premise::Derived(atom) => Some(atom),
        _ => None,
    });
    let reading = atoms.filter(|a| engine.program.predicate(a.predicate).reads_position);
    reading.map(|atom| {
        let arguments = atom.arguments.iter().map(|t| engine.ground(t, values)).collect();
        (atom.predicate, arguments)
    })
}
