//! What derived predicates depend on.

use crate::program::{Clause, Premise};

/// Which derived predicates depend on the position.
pub(crate) fn reads_position(predicates: usize, clauses: &[Clause]) -> Vec<bool> {
    depending(predicates, clauses, Premise::in_position)
}

/// Which derived predicates have a goal of a certain sort, or ask for one that has.
pub(crate) fn depending(
    predicates: usize,
    clauses: &[Clause],
    sort: impl Fn(&Premise) -> bool,
) -> Vec<bool> {
    let mut asked_by = vec![Vec::new(); predicates];
    let mut depends = vec![false; predicates];
    let mut open = Vec::new();
    for clause in clauses {
        let head = clause.head.predicate.index();
        for goal in clause.goals.iter().flat_map(Premise::with_inner) {
            if let Premise::Derived(atom) = goal {
                asked_by[atom.predicate.index()].push(head);
            }
            if sort(goal) && !std::mem::replace(&mut depends[head], true) {
                open.push(head);
            }
        }
    }
    // Backwards along the calls: each edge is followed once, when its callee turns out to
    // depend.
    while let Some(predicate) = open.pop() {
        for head in std::mem::take(&mut asked_by[predicate]) {
            if !std::mem::replace(&mut depends[head], true) {
                open.push(head);
            }
        }
    }
    depends
}

/// For each predicate the number of its group; two predicates that can ask each other share one.
pub(crate) fn groups(predicates: usize, clauses: &[Clause]) -> Vec<usize> {
    let mut asks = vec![Vec::new(); predicates];
    for clause in clauses {
        for goal in clause.goals.iter().flat_map(Premise::with_inner) {
            if let Premise::Derived(atom) = goal {
                asks[clause.head.predicate.index()].push(atom.predicate.index() as u32);
            }
        }
    }
    component_of(&asks)
}

/// For each node, the number of its strongly connected component.
pub(crate) fn component_of(next: &[Vec<u32>]) -> Vec<usize> {
    let mut of = vec![0; next.len()];
    for (number, component) in senet_data::components(next).into_iter().enumerate() {
        component.into_iter().for_each(|node| of[node as usize] = number);
    }
    of
}
