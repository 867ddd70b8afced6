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
                asks[clause.head.predicate.index()].push(atom.predicate.index());
            }
        }
    }
    components(&asks)
}

/// Strongly connected components: for each node, one node of its component. (Two depth-first
/// searches, without recursion.)
pub(crate) fn components(next: &[Vec<usize>]) -> Vec<usize> {
    let mut back = vec![Vec::new(); next.len()];
    for (from, all) in next.iter().enumerate() {
        for to in all {
            back[*to].push(from);
        }
    }
    let mut order = Vec::with_capacity(next.len());
    let mut seen = vec![false; next.len()];
    let mut open = Vec::new();
    for start in 0..next.len() {
        open.push((start, 0));
        while let Some((node, at)) = open.pop() {
            if at == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match next[node].get(at) {
                Some(child) => open.extend([(node, at + 1), (*child, 0)]),
                None => order.push(node),
            }
        }
    }
    let mut component = vec![usize::MAX; next.len()];
    let mut open = Vec::new();
    for root in order.into_iter().rev() {
        open.push(root);
        while let Some(node) = open.pop() {
            if component[node] == usize::MAX {
                component[node] = root;
                open.extend(&back[node]);
            }
        }
    }
    component
}
