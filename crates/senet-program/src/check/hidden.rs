//! Menus must not tell secrets: whether a move is possible may depend only on what its chooser
//! sees.

use crate::check::Checker;
use crate::codes;
use crate::ids::PredId;
use crate::program::{Atom, Hidden, Premise, Role, Rule, Term};
use senet_syntax::Diagnostic;

impl Checker<'_> {
    pub(super) fn hidden(&mut self) {
        if self.game.hidden.is_empty() {
            return;
        }
        let reads = self.hidden_reads();
        let mut found = Vec::new();
        for rule in &self.rules {
            let Role::Step(stage) = rule.role else {
                continue;
            };
            if !self.stages[stage.index()].interactive {
                continue;
            }
            for premise in &rule.premises {
                if let Some(name) = self.secret(rule, premise, &reads) {
                    let shown = rule.name.as_deref().unwrap_or("this rule");
                    let diagnostic = Diagnostic::new(
                        &codes::TELLING_MENU,
                        rule.span,
                        format!(
                            "the menu would tell: `{shown}` depends on `{name}`, which is hidden"
                        ),
                        "its chooser may not see this",
                    )
                    .label(
                        self.predicates[premise_predicate(premise)].span,
                        "declared here",
                    );
                    found.push(diagnostic.help(
                        "let the player choose freely, and find out in a later, automatic stage",
                    ));
                }
            }
        }
        self.diagnostics.extend(found);
    }

    /// The hidden predicate that a premise would give away, if any.
    fn secret(&self, rule: &Rule, premise: &Premise, reads: &[bool]) -> Option<&str> {
        let atom = premise.atom()?;
        let name = self.predicates[atom.predicate.index()].name.as_str();
        if let Premise::Derived(_) = premise {
            return reads[atom.predicate.index()].then_some(name);
        }
        let told =
            self.game.hidden.iter().any(|h| {
                h.predicate == atom.predicate && may_match(h, atom) && !owns(rule, h, atom)
            });
        told.then_some(name)
    }

    /// Which derived predicates read something hidden.
    fn hidden_reads(&self) -> Vec<bool> {
        let mut reads = vec![false; self.predicates.len()];
        let secret = |p: PredId| self.game.hidden.iter().any(|h| h.predicate == p);
        loop {
            let mut changed = false;
            for clause in &self.clauses {
                let now = clause.goals.iter().any(|goal| match goal {
                    Premise::Derived(atom) => reads[atom.predicate.index()],
                    other => other.atom().is_some_and(|a| secret(a.predicate)),
                });
                let head = clause.head.predicate.index();
                if now && !reads[head] {
                    reads[head] = true;
                    changed = true;
                }
            }
            if !changed {
                return reads;
            }
        }
    }
}

fn may_match(hidden: &Hidden, atom: &Atom) -> bool {
    hidden
        .fixed
        .iter()
        .zip(&atom.arguments)
        .all(|(fixed, argument)| match fixed {
            Some(fixed) if argument.is_ground() => fixed == argument,
            _ => true,
        })
}

/// Whether the chooser of a rule is the one who sees the atom.
fn owns(rule: &Rule, hidden: &Hidden, atom: &Atom) -> bool {
    let Some(owner) = hidden.owner else {
        return false;
    };
    let chooser: Option<&Term> = rule.chooser.as_ref();
    chooser == Some(&atom.arguments[owner])
}

fn premise_predicate(premise: &Premise) -> usize {
    premise.atom().map_or(0, |a| a.predicate.index())
}
