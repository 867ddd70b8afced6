//! Numbers that may be missing, and numbers that may grow without end.

use crate::check::Notes;
use crate::codes;
use crate::index::called;
use crate::program::{Operator, Premise, Program, Role, Rule, Term, TypeShape};
use crate::reach::Reach;
use crate::show::Show;
use crate::{PredId, VarId};
use rustc_hash::FxHashSet;
use senet_syntax::{Diagnostic, Reports};

/// `N - 1` where nothing says that `N` is at least 1: the rule silently does not apply.
pub(super) fn differences(program: &Program, notes: &Notes, out: &mut Reports) {
    let show = Show::new(program);
    for (i, rule) in program.rules.iter().enumerate() {
        for (at, premise) in rule.premises.iter().enumerate() {
            let Premise::Compute { target, operator: Operator::Minus, left, right } = premise
            else {
                continue;
            };
            let hidden = rule.variables[target.index()].is_hidden();
            if !hidden || safe(program, rule, left, right) {
                continue;
            }
            let shown = show.premise(premise, &rule.variables);
            let found = Diagnostic::new(
                &codes::MAY_NOT_APPLY,
                notes.premises.of(i)[at],
                format!("where `{shown}` is not a number, {} does not apply", called(rule)),
                "nothing says that this is a number",
            );
            out.push(found.help("say so in a premise, as in `N >= 1`, or match `N + 1` instead"));
        }
    }
}

/// Whether something compares what is subtracted from, or its type is large enough.
fn safe(program: &Program, rule: &Rule, left: &Term, right: &Term) -> bool {
    let Term::Variable(v) = left else {
        return true;
    };
    let low = program.ty(rule.variables[v.index()].ty).shape.bounds().0;
    let enough = matches!(right, Term::Number(n) if *n <= low);
    let mentions = |term: &Term| {
        let mut found = false;
        term.each_variable(&mut |w: VarId| found |= w == *v);
        found
    };
    // Any comparison of the variable counts, whether or not it proves the bound: false alarms are
    // avoided at the price of misses.
    let compared = rule.premises.iter().any(|p| match p {
        Premise::Less { left, right, .. } | Premise::Differ(left, right) => {
            mentions(left) || mentions(right)
        }
        _ => false,
    });
    enough || compared
}

/// A number of `nat` that a rule makes larger, in a game whose other values are finitely many.
pub(super) fn unbounded(program: &Program, reach: &Reach, out: &mut Reports) {
    let plays = program.stages.iter().any(|s| s.interactive);
    let finite = |p: &crate::Predicate| {
        p.arguments.iter().all(|ty| {
            let shape = program.ty(*ty).shape;
            shape.is_finite() || shape == TypeShape::Natural
        })
    };
    if !plays || program.game.limit.is_some() || !program.predicates.iter().all(finite) {
        return;
    }
    // One report for an argument, however many rules make it larger.
    let mut told: FxHashSet<(PredId, usize)> = FxHashSet::default();
    for (rule, _) in program.rules.iter().zip(&reach.rules).filter(|(_, fires)| **fires) {
        let (Role::Step(_) | Role::Link(..)) = rule.role;
        for made in &rule.conclusions {
            let predicate = program.predicate(made.atom.predicate);
            for (i, term) in made.atom.arguments.iter().enumerate() {
                let natural = program.ty(predicate.arguments[i]).shape == TypeShape::Natural;
                if !natural || !grows(rule, term) || !told.insert((made.atom.predicate, i)) {
                    continue;
                }
                let name = &predicate.name;
                let found = Diagnostic::new(
                    &codes::UNBOUNDED,
                    rule.span,
                    format!("the number in `{name}` may grow without end"),
                    format!("{} makes it larger", called(rule)),
                )
                .label(predicate.span, "everything else in this game is finite");
                out.push(found.help("declare its range, such as `pips : 0..48.`"));
            }
        }
    }
}

/// Whether a term is a larger number than what the rule found.
fn grows(rule: &Rule, term: &Term) -> bool {
    match term {
        Term::Plus(..) => true,
        Term::Variable(v) => rule.premises.iter().any(|p| {
            let larger = matches!(
                p,
                Premise::Compute { operator: Operator::Plus | Operator::Times, right, .. }
                    if *right != Term::Number(0)
            );
            larger && matches!(p, Premise::Compute { target, .. } if target == v)
        }),
        _ => false,
    }
}
