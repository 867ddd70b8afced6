//! Stratification: what is derived may ask for absence, or count, only where that is worked out
//! first. A program is stratified if no cycle of the dependencies between predicates goes through a
//! `not` or an aggregate (Apt, Blair and Walker, 1988); cycles are strongly connected components.

use crate::check::Checker;
use crate::codes;
use crate::modes::groups;
use crate::program::Premise;
use senet_syntax::Diagnostic;

impl Checker<'_> {
    pub(super) fn stratified(&mut self) {
        let blocks = |goals: &[Premise]| goals.iter().any(|g| g.block().is_some());
        if !self.meaning.clauses.iter().any(|c| blocks(&c.goals)) {
            return;
        }
        let group = groups(self.declared.predicates.len(), &self.meaning.clauses);
        let mut found = Vec::new();
        for clause in &self.meaning.clauses {
            let head = clause.head.predicate;
            let inner = clause.goals.iter().filter_map(Premise::block).flat_map(|b| &b.premises);
            let own = inner
                .flat_map(Premise::with_inner)
                .filter_map(|p| match p {
                    Premise::Derived(atom) => Some(atom.predicate),
                    _ => None,
                })
                .find(|p| group[p.index()] == group[head.index()]);
            if let Some(asked) = own {
                let (name, other) = (
                    &self.declared.predicates[head.index()].name,
                    &self.declared.predicates[asked.index()].name,
                );
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
                found.push(
                    diagnostic.label(self.declared.predicates[head.index()].span, "declared here"),
                );
            }
        }
        self.diagnostics.extend(found);
    }
}
