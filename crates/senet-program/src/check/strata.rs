//! Stratification: what is derived may ask for absence, or count, only where that is worked out
//! first. A program is stratified if no cycle of the dependencies between predicates goes through a
//! `not` or an aggregate (Apt, Blair and Walker, 1988); cycles are strongly connected components.

use crate::codes;
use crate::modes::groups;
use crate::program::{Clause, Predicate, Premise};
use senet_syntax::Diagnostic;

/// Reports each clause that needs the absence or the number of what is derived from its own head.
pub(super) fn stratified(predicates: &[Predicate], clauses: &[Clause]) -> Vec<Diagnostic> {
    let blocks = |goals: &[Premise]| goals.iter().any(|g| g.block().is_some());
    if !clauses.iter().any(|c| blocks(&c.goals)) {
        return Vec::new();
    }
    let group = groups(predicates.len(), clauses);
    let mut found = Vec::new();
    for clause in clauses {
        let head = clause.head.predicate;
        // An edge inside of one component lies on a cycle; if it goes through a block, the
        // cycle has a negation in it.
        let inner = clause.goals.iter().filter_map(Premise::block).flat_map(|b| &b.premises);
        let own = inner
            .flat_map(Premise::with_inner)
            .filter_map(|p| match p {
                Premise::Derived(atom) => Some(atom.predicate),
                _ => None,
            })
            .find(|p| group[p.index()] == group[head.index()]);
        if let Some(asked) = own {
            let (name, other) = (&predicates[head.index()].name, &predicates[asked.index()].name);
            let message = if head == asked {
                format!("`{name}` depends on the absence or number of `{name}` itself")
            } else {
                format!("`{name}` needs all of `{other}`, which needs `{name}`")
            };
            let diagnostic = Diagnostic::new(
                &codes::UNSTRATIFIED,
                clause.span,
                message,
                "neither can be worked out first",
            );
            found.push(diagnostic.label(predicates[head.index()].span, "declared here"));
        }
    }
    found
}
