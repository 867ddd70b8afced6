//! Every variable gets a value: from the position, from a backward predicate that can be asked, or
//! from a comparison. What cannot is an error here, so that no engine ever meets it.

use crate::check::Checker;
use crate::codes;
use crate::modes::{Analysis, Bound, reads_position};
use crate::program::{Premise, Term, Variable};
use crate::show::Show;
use senet_syntax::{Diagnostic, Span};

impl Checker<'_> {
    pub(super) fn binding(&mut self) {
        let reads = reads_position(self.predicates.len(), &self.clauses);
        for (predicate, reads) in self.predicates.iter_mut().zip(reads) {
            predicate.reads_position = reads;
        }
        let mut analysis = Analysis::new(&self.types, &self.predicates, &self.clauses);
        let patterns = || self.stages.iter().flat_map(|s| &s.forbidden);
        let mut left = Vec::new();
        for rule in &self.rules {
            analysis.solve(
                &rule.premises,
                &mut Bound::new(rule.variables.len()),
                &mut left,
            );
        }
        for pattern in patterns() {
            analysis.solve(
                &pattern.premises,
                &mut Bound::new(pattern.variables.len()),
                &mut left,
            );
        }
        analysis.run();
        // The questions are settled; now the rules are judged by the answers.
        let show = Show::of(&self.types, &self.constructors, &self.predicates);
        let mut found = Vec::new();
        for rule in &self.rules {
            let mut bound = Bound::new(rule.variables.len());
            analysis.solve(&rule.premises, &mut bound, &mut left);
            for i in &left {
                let premise = &rule.premises[*i];
                found.push(unsolvable(
                    &show,
                    premise,
                    &bound,
                    &rule.variables,
                    rule.span,
                ));
            }
            for conclusion in &rule.conclusions {
                conclusion.atom.each_variable(&mut |v| {
                    if !bound.has(v) && left.is_empty() {
                        let name = &rule.variables[v.index()].name;
                        found.push(unbound(name, rule.span));
                        bound.bind(v);
                    }
                });
            }
        }
        for pattern in patterns() {
            let mut bound = Bound::new(pattern.variables.len());
            analysis.solve(&pattern.premises, &mut bound, &mut left);
            for i in &left {
                let premise = &pattern.premises[*i];
                let span = Span::default();
                found.push(unsolvable(&show, premise, &bound, &pattern.variables, span));
            }
        }
        self.modes = analysis.finish();
        self.diagnostics.extend(found);
    }
}

fn unbound(name: &str, span: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::UNBOUND,
        span,
        format!("`{name}` stands only on the right side of this rule"),
        format!("nothing gives `{name}` a value"),
    )
    .help(format!(
        "use `{name}` in a premise, or write a constant instead"
    ))
}

fn unsolvable(
    show: &Show<'_>,
    premise: &Premise,
    bound: &Bound,
    variables: &[Variable],
    span: Span,
) -> Diagnostic {
    let mut missing: Vec<&str> = Vec::new();
    premise.each_variable(&mut |v| {
        let name = variables[v.index()].name.as_str();
        if !bound.has(v) && !missing.contains(&name) {
            missing.push(name);
        }
    });
    let shown = show.premise(premise, variables);
    let missing = missing
        .iter()
        .map(|n| format!("`{n}`"))
        .collect::<Vec<_>>()
        .join(", ");
    let found = Diagnostic::new(
        &codes::UNSOLVABLE,
        span,
        format!("`{shown}` cannot be solved in this rule"),
        format!("nothing gives a value to {missing}"),
    );
    match premise {
        Premise::Derived(_) => found.help(
            "a backward predicate finds some arguments from others; give it more of them, or write \
             rules that find these",
        ),
        Premise::Differ(Term::Variable(_), _) | Premise::Differ(..) => {
            found.help("`<>` compares values that other premises have found")
        }
        _ => found,
    }
}
