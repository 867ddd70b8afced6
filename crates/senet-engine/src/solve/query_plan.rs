//! How queries to derived predicates are answered: a plan for each clause of each mode that is asked.
//!
//! Modes play the part that adornments have in magic sets (Bancilhon, Maier, Sagiv and Ullman, 1986): a
//! clause is planned once for each set of arguments that is known when it is asked, and the known ones
//! restrict it from the beginning.

use super::jump::Jump;
use crate::direct;
use crate::plan::survey::Backward;
use crate::plan::{Expr, Op, Pattern, Planner, columns, head_bound, is_fact, nothing};
use senet_program::modes::Known;
use senet_program::{Atom, Clause, PredId, Premise, Program};
use std::sync::Arc;

/// A backward rule, or all facts of its predicate, ready for one kind of query.
#[derive(Debug)]
pub(crate) struct ClausePlan {
    /// Which of the clauses of its predicate this is; of facts, the first.
    pub(crate) clause: usize,
    pub(crate) variables: usize,
    /// What the known arguments have to look like, in the order of the key.
    pub(crate) given: Vec<(usize, Pattern)>,
    pub(crate) ops: Vec<Op>,
    /// All arguments of an answer.
    pub(crate) head: Vec<Expr>,
}

/// How a query with a mode is answered.
#[derive(Debug)]
pub(crate) struct QueryPlan {
    pub(crate) predicate: PredId,
    pub(crate) known: Known,
    pub(crate) clauses: Vec<Arc<ClausePlan>>,
    pub(crate) jump: Option<Jump>,
    pub(crate) reads_position: bool,
    /// Whether answering is little work, by estimate.
    pub(crate) little: bool,
    /// Whether it is looked through, and not tabled.
    pub(crate) direct: bool,
}

/// Asks what tells why an outcome came about: every derived predicate that it rests on, with all
/// arguments known.
pub(crate) fn ask_why(planner: &mut Planner<'_>) {
    let program = planner.program;
    let deciding = program.rules().iter().filter(|rule| decides(program, rule));
    // Everything that the deciding rules depend on, by depth-first search; each predicate is
    // visited once.
    let mut open: Vec<&Premise> = deciding.flat_map(|rule| &rule.premises).collect();
    let mut explained = vec![false; program.predicates().len()];
    while let Some(premise) = open.pop() {
        let Premise::Derived(Atom { predicate, .. }) = premise else {
            continue;
        };
        let declared = program.predicate(*predicate);
        let full = full(declared.arguments.len());
        let reads = declared.reads_position && program.modes().mode(*predicate, full).is_some();
        if reads && !std::mem::replace(&mut explained[predicate.index()], true) {
            planner.ask(*predicate, full);
            let clauses = &planner.clauses[predicate.index()];
            open.extend(clauses.iter().flat_map(|clause| &clause.goals));
        }
    }
}

/// All of so many arguments.
pub(crate) fn full(arguments: usize) -> Known {
    (0..arguments.min(64)).fold(0, |known, i| known | 1 << i)
}

/// Whether a rule makes an outcome.
pub(crate) fn decides(program: &Program, rule: &senet_program::Rule) -> bool {
    let game = program.game();
    let outcome = |p: PredId| [&game.win, &game.lose, &game.draw].iter().any(|o| o.contains(&p));
    rule.all_made().any(|made| outcome(made.atom.predicate))
}

/// How to answer a query to a derived predicate.
pub(crate) fn ask(planner: &mut Planner<'_>, (predicate, known): (PredId, Known)) -> QueryPlan {
    let program = planner.program;
    let clauses = &planner.clauses[predicate.index()];
    let jump = Jump::find(clauses, known);
    let facts = clauses.iter().copied().enumerate().filter(|(_, clause)| is_fact(clause));
    // Jumps are about single clauses. Otherwise facts are looked up, and not gone through.
    let facts: Vec<(usize, &Clause)> =
        facts.take(if jump.is_some() { usize::MAX } else { 1 }).collect();
    let mut plans = Vec::with_capacity(clauses.len().min(facts.len() + 8));
    // Sideways information passing: the known arguments of the head are bound before the goals
    // are ordered, so that each mode of a predicate has plans of its own.
    for Backward { number, clause, survey } in &*planner.backward(predicate) {
        let bound = head_bound(&clause.head.arguments, known, clause.variables.len());
        let ops = planner.plan(survey, bound, None, false).ops;
        plans.push(clause_plan(planner, *number, clause, known, ops));
    }
    for (number, fact) in facts {
        plans.push(match jump {
            Some(_) => clause_plan(planner, number, fact, known, Vec::new()),
            None => planner.facts(number, predicate, known),
        });
    }
    plans.sort_by_key(|plan| plan.clause);
    let clauses = plans.into_iter().map(Arc::new).collect();
    let reads_position = program.predicate(predicate).reads_position;
    let little = jump.is_none() && planner.answers_within(predicate, known, direct::LITTLE);
    QueryPlan { predicate, known, clauses, jump, reads_position, little, direct: false }
}

fn clause_plan(
    planner: &Planner<'_>,
    number: usize,
    clause: &Clause,
    known: Known,
    ops: Vec<Op>,
) -> ClausePlan {
    let arguments = &clause.head.arguments;
    // Patterns bind variables of the head from left to right; a variable that occurs twice
    // becomes a test at its second occurrence (a nonlinear head).
    let mut fresh = nothing(clause.variables.len());
    // The known arguments are matched first, in the order of the key.
    let mut given = Vec::with_capacity(known.count_ones() as usize);
    for (k, i) in columns(known).enumerate() {
        given.push((k, planner.pattern(&arguments[i], &mut fresh)));
    }
    let head = arguments.iter().map(|t| planner.expr(t)).collect();
    ClausePlan { clause: number, variables: clause.variables.len(), given, ops, head }
}
