//! Rules that take nothing away and still do something, in stages where nobody can stop them.

use crate::codes;
use crate::index::called;
use crate::program::{Atom, PredKind, Premise, Program, Role, Rule, Term};
use rustc_hash::FxHashSet;
use senet_syntax::{Diagnostic, Reports};

pub(super) fn forever(program: &Program, out: &mut Reports) {
    for rule in &program.rules {
        let Role::Step(stage) = rule.role else {
            continue;
        };
        // What a block looks at may change with every firing, and comprehensions may take what is
        // needed.
        let asks = !rule.comprehensions.is_empty()
            || rule.premises.iter().any(|p| matches!(p, Premise::Sense(_)) || p.block().is_some());
        let idle = rule.conclusions.is_empty() || asks || program.stage(stage).interactive;
        if idle || !gives_back(program, rule) {
            continue;
        }
        let linear = rule.conclusions.iter().any(|c| !c.persistent);
        if !linear && !grows(rule) {
            continue;
        }
        let found = Diagnostic::new(
            &codes::FOR_EVER,
            rule.span,
            format!("{} can fire for ever once it can fire at all", called(rule)),
            if linear { "it uses nothing up" } else { "it makes ever larger terms" },
        );
        out.push(found.help("let it consume an atom that it does not make again"));
    }
}

/// Whether everything that a rule takes is made again.
fn gives_back(program: &Program, rule: &Rule) -> bool {
    let takes = |p: &&Premise| matches!(p, Premise::Take(_));
    let taken = || rule.premises.iter().filter(takes).filter_map(Premise::atom);
    let makes = |atom: &Atom| rule.conclusions.iter().any(|c| c.atom.predicate == atom.predicate);
    // Most rules make something else, which shows by the first atom.
    if taken().next().is_some_and(|first| !makes(first)) {
        return false;
    }
    let mut taken: Vec<&Atom> = taken().collect();
    if taken.len() > rule.conclusions.len() {
        return false;
    }
    let again = |a: &&Atom| program.predicate(a.predicate).kind != PredKind::Action;
    let made = rule.conclusions.iter().filter(|c| !c.persistent);
    let mut made: Vec<&Atom> = made.map(|c| &c.atom).filter(again).collect();
    taken.sort_unstable();
    made.sort_unstable();
    let mut made = made.into_iter();
    taken.into_iter().all(|atom| made.any(|m| m == atom))
}

/// Whether a rule makes larger persistent atoms from atoms of the same predicate.
fn grows(rule: &Rule) -> bool {
    let deeper = |t: &Term| match t {
        Term::Plus(..) => true,
        Term::Apply(..) => !t.is_ground(),
        _ => false,
    };
    let atoms = rule.premises.iter().filter_map(Premise::atom);
    let reads: FxHashSet<_> = atoms.map(|a| a.predicate).collect();
    let mut made = rule.conclusions.iter().filter(|c| c.persistent);
    made.any(|c| reads.contains(&c.atom.predicate) && c.atom.arguments.iter().any(deeper))
}
