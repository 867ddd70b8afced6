//! The pass of menus, which must not tell secrets: whether a move is possible may depend only on what its chooser
//! sees.

use crate::check::game::DirectedGame;
use crate::check::resolver::Resolver;
use crate::check::rules::WrittenRules;
use crate::codes;
use crate::ids::PredId;
use crate::modes::depending;
use crate::program::{Atom, Clause, Hidden, PredKind, Premise, Role, Rule, Term};
use rustc_hash::FxHashSet;
use senet_syntax::Diagnostic;

/// Reports each rule of an interactive stage whose premises depend on what its chooser may not see.
pub(super) fn check_menus(
    rules: &WrittenRules,
    game: &DirectedGame<'_>,
    resolver: &mut Resolver<'_>,
) {
    if game.game.hidden.is_empty() {
        return;
    }
    let Resolver { declared, clauses, diagnostics, .. } = resolver;
    let mut of: Vec<Vec<&Hidden>> = vec![Vec::new(); declared.predicates.len()];
    for hidden in &game.game.hidden {
        of[hidden.predicate.index()].push(hidden);
    }
    // Which derived predicates read something hidden.
    let reads = depending(declared.predicates.len(), clauses, |goal| {
        let atom = goal.atom().filter(|_| goal.in_position());
        atom.is_some_and(|a| !of[a.predicate.index()].is_empty())
    });
    let mut found = Vec::new();
    for (i, rule) in rules.rules.iter().enumerate() {
        let Role::Step(stage) = rule.role else {
            continue;
        };
        if !declared.stages[stage.index()].interactive {
            continue;
        }
        let places = rules.premises.of(i);
        let all = rule.premises.iter().zip(places);
        let mut all = all.flat_map(|(p, place)| p.with_inner().map(move |p| (p, place)));
        let tells = all.find(|(premise, _)| {
            premise.atom().is_some_and(|atom| match premise {
                Premise::Derived(_) => {
                    let chosen = |t: &Term| rule.chooser.as_ref() == Some(t);
                    let chooser = atom.arguments.iter().map(chosen).collect();
                    reads[atom.predicate.index()]
                        && derived_tells(clauses, &of, &reads, atom.predicate, chooser)
                }
                _ => of[atom.predicate.index()]
                    .iter()
                    .any(|h| may_match(h, atom) && !owns(rule, h, atom)),
            })
        });
        let Some((atom, place)) = tells.and_then(|(p, place)| Some((p.atom()?, place))) else {
            continue;
        };
        let predicate = &declared.predicates[atom.predicate.index()];
        let what = rule.name.as_deref().unwrap_or("this rule");
        let name = &predicate.name;
        let how = match predicate.kind {
            PredKind::Derived => "which reads something hidden",
            _ => "which is hidden",
        };
        let diagnostic = Diagnostic::new(
            &codes::TELLING_MENU,
            *place,
            format!("the menu would tell: `{what}` depends on `{name}`, {how}"),
            "its chooser may not see this",
        );
        found.push(
            diagnostic
                .label(predicate.span, "declared here")
                .help("let the player choose freely, and find out in a later, automatic stage"),
        );
    }
    diagnostics.extend(found);
}

/// Whether a derived predicate reads something that the chooser may not see, if some of its
/// arguments are the chooser.
fn derived_tells(
    clauses: &[Clause],
    of: &[Vec<&Hidden>],
    reads: &[bool],
    predicate: PredId,
    chooser: Vec<bool>,
) -> bool {
    let mut open = vec![(predicate, chooser)];
    let mut seen = FxHashSet::default();
    while let Some((predicate, chooser)) = open.pop() {
        // An abstract interpretation of the clauses: all that is kept of an argument is
        // whether it is the chooser. There are finitely many such calls, so recursion ends.
        if !seen.insert((predicate, chooser.clone())) {
            continue;
        }
        for clause in clauses.iter().filter(|c| c.head.predicate == predicate) {
            let given = clause.head.arguments.iter().zip(&chooser);
            let given: Vec<&Term> = given.filter(|(_, is)| **is).map(|(t, _)| t).collect();
            let is_chooser = |t: &Term| matches!(t, Term::Variable(_)) && given.contains(&t);
            for premise in clause.goals.iter().flat_map(Premise::with_inner) {
                let Some(atom) = premise.atom() else { continue };
                let index = atom.predicate.index();
                if matches!(premise, Premise::Derived(_)) {
                    if reads[index] {
                        let inner = atom.arguments.iter().map(is_chooser).collect();
                        open.push((atom.predicate, inner));
                    }
                    continue;
                }
                let sees = |h: &Hidden| h.owner.is_some_and(|o| is_chooser(&atom.arguments[o]));
                if of[index].iter().any(|h| may_match(h, atom) && !sees(h)) {
                    return true;
                }
            }
        }
    }
    false
}

fn may_match(hidden: &Hidden, atom: &Atom) -> bool {
    hidden.fixed.iter().zip(&atom.arguments).all(|(fixed, argument)| match fixed {
        Some(fixed) if argument.is_ground() => fixed == argument,
        _ => true,
    })
}

/// Whether the chooser of a rule is the one who sees the atom.
fn owns(rule: &Rule, hidden: &Hidden, atom: &Atom) -> bool {
    let owner = hidden.owner.map(|owner| &atom.arguments[owner]);
    owner.is_some() && rule.chooser.as_ref() == owner
}
