//! What could ever happen, judged by predicates and stages alone: consumption and arguments are
//! ignored, so whatever is not found here is certainly impossible.

use crate::program::{Premise, Program, Role};

/// What is possible.
pub(crate) struct Reach {
    /// Stages that a play can come to.
    pub(crate) stages: Vec<bool>,
    /// Rules and links that might fire.
    pub(crate) rules: Vec<bool>,
}

pub(crate) fn reach(program: &Program) -> Reach {
    let mut stages = vec![false; program.stages.len()];
    let mut rules = vec![false; program.rules.len()];
    let mut there = vec![false; program.predicates.len()];
    let mut lasting = vec![false; program.predicates.len()];
    let mut derived = vec![false; program.predicates.len()];
    for start in &program.starts {
        stages[start.stage.index()] = true;
        for atom in &start.atoms {
            there[atom.atom.predicate.index()] = true;
            lasting[atom.atom.predicate.index()] |= atom.persistent;
        }
    }
    loop {
        let mut changed = false;
        let holds =
            |premise: &Premise, there: &[bool], lasting: &[bool], derived: &[bool]| match premise {
                Premise::Take(a) | Premise::Read(a) => there[a.predicate.index()],
                Premise::Persistent(a) => lasting[a.predicate.index()],
                Premise::Derived(a) => derived[a.predicate.index()],
                Premise::Sense(_) | Premise::Same(..) | Premise::Differ(..) => true,
            };
        for clause in &program.clauses {
            let head = clause.head.predicate.index();
            if !derived[head]
                && clause
                    .goals
                    .iter()
                    .all(|g| holds(g, &there, &lasting, &derived))
            {
                derived[head] = true;
                changed = true;
            }
        }
        for (i, rule) in program.rules.iter().enumerate() {
            let (from, to) = match rule.role {
                Role::Step(stage) => (stage, None),
                Role::Link(from, to) => (from, to),
            };
            let fires = !rules[i]
                && stages[from.index()]
                && rule
                    .premises
                    .iter()
                    .all(|p| holds(p, &there, &lasting, &derived));
            if !fires {
                continue;
            }
            changed = true;
            rules[i] = true;
            if let Some(to) = to {
                stages[to.index()] = true;
            }
            for conclusion in &rule.conclusions {
                there[conclusion.atom.predicate.index()] = true;
                lasting[conclusion.atom.predicate.index()] |= conclusion.persistent;
            }
        }
        if !changed {
            return Reach { stages, rules };
        }
    }
}
