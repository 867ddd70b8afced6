//! Turns that go wrong between stages: an interactive stage that always has a move and so is never
//! left, and a link that takes away what the next stage needs.

use crate::codes;
use crate::ids::{PredId, RuleId};
use crate::index::called;
use crate::program::{Premise, Program, Role, Rule, Term};
use crate::reach::Reach;
use senet_syntax::{Diagnostic, Reports};

/// An interactive stage with links out of it, and a rule that can be chosen again after every move:
/// it makes what it takes, and no other rule of the stage uses that up. The links wait for ever.
pub(super) fn never_left(program: &Program, reach: &Reach, out: &mut Reports) {
    for (i, stage) in program.stages.iter().enumerate() {
        if !stage.interactive || !reach.stages[i] || stage.links.is_empty() || stage.ordered {
            continue;
        }
        let rules = || stage.rules.iter().map(|id| (*id, program.rule(*id)));
        // A heuristic that counts atoms by predicate and ignores their arguments: if no rule of the stage
        // takes more of what this rule needs than it makes, nothing is used up. Quadratic in the rules of
        // a stage.
        let again = rules().find(|(id, rule)| {
            reach.rules[id.index()]
                && is_plain(program, rule)
                && needs(rule).count() > 0
                && needs(rule).all(|p| rules().all(|(_, other)| taken(other, p) <= made(other, p)))
        });
        let Some((_, rule)) = again else { continue };
        let (name, what) = (&stage.name, called(rule));
        let link = program.rule(stage.links[0]);
        let found = Diagnostic::new(
            &codes::NEVER_LEFT,
            rule.span,
            format!("{what} can always be chosen again, so the stage `{name}` is never left"),
            "it makes again whatever it takes",
        )
        .label(link.span, "this waits until no rule of the stage applies");
        out.push(found.help(
            "let each move take a token, and let the link that comes back make a new one: \
             `my-turn : pred.`, `move : my-turn * … -o ….`, `qui * stage world -o stage play * my-turn.`",
        ));
    }
}

/// A link that takes the only atom of a predicate, and a next stage whose rules and links all need it.
pub(super) fn taken_by_links(program: &Program, reach: &Reach, out: &mut Reports) {
    for (i, link) in program.rules.iter().enumerate() {
        let Role::Link(_, Some(to)) = link.role else { continue };
        let stage = program.stage(to);
        let next = || stage.rules.iter().chain(&stage.links).map(|id| program.rule(*id));
        if !reach.rules[RuleId::new(i).index()] || stage.rules.is_empty() {
            continue;
        }
        // With at most one atom of the predicate anywhere, taking it leaves none; and all that can happen
        // next needs one. The bound is a place invariant of weight one (see `is_single`).
        let lost = needs(link).find(|p| {
            made(link, *p) < taken(link, *p)
                && is_single(program, *p)
                && next().all(|rule| needs(rule).any(|need| need == *p))
        });
        let Some(lost) = lost else { continue };
        let name = &program.predicate(lost).name;
        let found = Diagnostic::new(
            &codes::TAKEN_BY_LINK,
            link.span,
            format!("after this link, no rule of the stage `{}` can fire", stage.name),
            format!("it takes `{name}` and does not give it back"),
        )
        .label(stage.span, format!("all rules here need `{name}`"));
        out.push(found.help(format!("keep it: `${name} …`, or make it again on the right side")));
    }
}

/// Whether nothing but atoms decides whether a rule applies, and atoms without numbers.
fn is_plain(program: &Program, rule: &Rule) -> bool {
    rule.comprehensions.is_empty()
        && rule.premises.iter().all(|premise| match premise {
            Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                let number = |t: &Term| matches!(t, Term::Number(_) | Term::Plus(..));
                let types = &program.predicate(atom.predicate).arguments;
                let numbers = types.iter().any(|ty| program.ty(*ty).shape.is_number());
                !numbers && !atom.arguments.iter().any(number)
            }
            _ => false,
        })
        && !balanced_elsewhere(rule)
}

/// Whether a rule makes atoms that differ from those it takes in a constant: a phase that moves on.
fn balanced_elsewhere(rule: &Rule) -> bool {
    rule.premises.iter().any(|premise| {
        let Premise::Take(atom) = premise else { return false };
        atom.arguments.iter().any(|t| matches!(t, Term::Apply(..)))
            && !rule.all_made().any(|c| c.atom == *atom)
    })
}

/// The predicates of the position that a rule needs.
fn needs(rule: &Rule) -> impl Iterator<Item = PredId> {
    rule.premises.iter().filter(|p| p.in_position()).filter_map(|p| Some(p.atom()?.predicate))
}

/// How many atoms of a predicate a rule takes, and how many it makes.
fn taken(rule: &Rule, predicate: PredId) -> usize {
    let inside = rule.comprehensions.iter().flat_map(|c| &c.block.premises);
    let all = rule.premises.iter().chain(inside);
    let takes = |p: &&Premise| matches!(p, Premise::Take(atom) if atom.predicate == predicate);
    all.filter(takes).count()
}

fn made(rule: &Rule, predicate: PredId) -> usize {
    rule.conclusions.iter().filter(|c| c.atom.predicate == predicate).count()
}

/// Whether there is never more than one atom of a predicate: no start has two, and no rule makes more
/// than it takes.
fn is_single(program: &Program, predicate: PredId) -> bool {
    // Inductive: true at every start, and kept by every rule. A comprehension may make many atoms at
    // once, but `taken` counts its premises once, and so what it makes is compared for one match.
    let rules = program.rules.iter();
    let mut starts = program.starts.iter();
    let makes = |rule: &Rule| rule.all_made().filter(|c| c.atom.predicate == predicate).count();
    rules.clone().all(|rule| makes(rule) <= taken(rule, predicate))
        && starts.all(|start| {
            let atoms = start.atoms.iter().filter(|c| c.atom.predicate == predicate).count();
            let sets = start.sets.iter().flat_map(|(_, set)| &set.makes);
            atoms <= 1 && sets.filter(|c| c.atom.predicate == predicate).count() == 0
        })
}
