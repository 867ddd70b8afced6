//! Two links that can apply at once: chance would decide between them.

use crate::codes;
use crate::program::{Atom, Program, Rule, Term};
use crate::reach::Reach;
use senet_syntax::{Diagnostic, Reports};

/// How many premises of links are compared with others in one program; what is beyond that is not
/// judged.
const MAX_WORK: usize = 4_000_000;

/// Reports each link that competes with an earlier one out of the same stage.
pub(super) fn competing(program: &Program, reach: &Reach, out: &mut Reports) {
    let mut work = 0;
    for stage in program.stages.iter().filter(|s| !s.ordered) {
        for (i, second) in stage.links.iter().enumerate() {
            for first in &stage.links[..i] {
                let fire = reach.rules[first.index()] && reach.rules[second.index()];
                let (first, second) = (program.rule(*first), program.rule(*second));
                work += 1 + first.premises.len() * second.premises.len();
                if work > MAX_WORK {
                    return;
                }
                if !fire || (!covers(first, second) && !covers(second, first)) {
                    continue;
                }
                let found = Diagnostic::new(
                    &codes::COMPETING_LINKS,
                    second.span,
                    format!("two links out of `{}` can apply at once", stage.name),
                    "this one",
                )
                .label(first.span, "and this one");
                out.push(
                    found.help(
                        "chance decides between them; give each a premise that the other lacks",
                    ),
                );
                break; // one report for one link
            }
        }
    }
}

/// Whether whenever `special` applies, `general` does too: each premise of the general one is
/// matched by another premise of the special one. Greedy, so it may miss a case.
fn covers(general: &Rule, special: &Rule) -> bool {
    if general.premises.len() > special.premises.len() {
        return false;
    }
    let mut values = vec![None; general.variables.len()];
    // One-sided matching of the general rule into the special one, each premise once: theta-
    // subsumption, which is NP-complete, so the first fitting premise is taken and never given
    // back.
    let mut used = vec![false; special.premises.len()];
    general.premises.iter().all(|premise| {
        let Some(pattern) = premise.atom() else {
            return special.premises.contains(premise);
        };
        let found = special.premises.iter().enumerate().position(|(i, other)| {
            let atom = other.atom().filter(|a| a.predicate == pattern.predicate);
            let Some(atom) = atom.filter(|_| !used[i]) else {
                return false;
            };
            let mut tried = values.clone();
            let fits = covers_atom(pattern, atom, &mut tried);
            if fits {
                values = tried;
            }
            fits
        });
        found.is_some_and(|i| {
            used[i] = true;
            true
        })
    })
}

fn covers_atom(pattern: &Atom, atom: &Atom, values: &mut [Option<Term>]) -> bool {
    let mut both = pattern.arguments.iter().zip(&atom.arguments);
    both.all(|(p, t)| match p {
        Term::Variable(v) => match &values[v.index()] {
            Some(known) => known == t,
            None => {
                values[v.index()] = Some(t.clone());
                true
            }
        },
        Term::Plus(_, n) => matches!(t, Term::Plus(_, m) if m >= n),
        other => other == t,
    })
}
