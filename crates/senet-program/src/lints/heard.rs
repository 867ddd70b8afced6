//! What the host can say and no rule listens to.

use crate::codes;
use crate::ids::ConId;
use crate::program::{PredKind, Premise, Program, Term};
use rustc_hash::FxHashSet;
use senet_syntax::{Diagnostic, Reports};

pub(super) fn unheard_commands(program: &Program, out: &mut Reports) {
    let senses = |kind| kind == PredKind::Sense;
    if !program.predicates.iter().any(|p| senses(p.kind)) {
        return;
    }
    let mut listens = vec![false; program.predicates.len()];
    let mut heard = FxHashSet::default();
    let premises = program.rules.iter().flat_map(|r| &r.premises);
    for atom in premises.filter_map(Premise::atom) {
        listens[atom.predicate.index()] = true;
        for argument in &atom.arguments {
            mentions(argument, &mut heard);
        }
    }
    let mut judged = FxHashSet::default();
    for (i, predicate) in program.predicates.iter().enumerate() {
        if !senses(predicate.kind) {
            continue;
        }
        if !listens[i] {
            out.push(Diagnostic::new(
                &codes::UNHEARD,
                predicate.span,
                format!("no rule listens to `{}`", predicate.name),
                "sensed, and never used",
            ));
            continue;
        }
        for ty in &predicate.arguments {
            let declared = program.ty(*ty);
            let all = || declared.constructors.iter();
            let numbers = declared.shape.is_number();
            if numbers || !judged.insert(*ty) || !all().any(|c| heard.contains(c)) {
                continue; // a rule for any value hears them all
            }
            for c in all().filter(|c| !heard.contains(*c)) {
                let constructor = program.constructor(*c);
                let found = Diagnostic::new(
                    &codes::UNHEARD,
                    constructor.span,
                    format!("no rule answers `{}`", constructor.name),
                    format!("`{}` can say it, and no premise mentions it", predicate.name),
                );
                out.push(found.label(predicate.span, "sensed here"));
            }
        }
    }
}

fn mentions(term: &Term, out: &mut FxHashSet<ConId>) {
    if let Term::Apply(c, arguments) = term {
        out.insert(*c);
        for argument in arguments {
            mentions(argument, out);
        }
    }
}
