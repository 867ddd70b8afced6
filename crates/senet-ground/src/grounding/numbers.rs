//! Numbers that grow without bound are recognised early.
//!
//! Relaxed reachability consumes nothing, so a rule that adds to a number goes on adding unless something
//! bounds it: a declared range, or a comparison or table, whose numbers stand in the text. A number far
//! beyond all that stand there has therefore no bound. Without this, pairs of growing numbers fill the
//! limits of grounding first, which takes seconds.

use senet_engine::PositionAtom;
use senet_program::{Operator, Premise, Program, Term};

/// Small programs may count a little further than they say.
const LITTLE: u64 = 64;
/// Sums of so many numbers of the text are still expected.
const SUMMANDS: u64 = 4;

/// Beyond this, a number of a type without a range is taken to grow without bound.
pub(super) fn bound(program: &Program, start: &[PositionAtom]) -> u64 {
    let (mut largest, mut multiplies) = (0, false);
    let mut note = |term: &Term| {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match term {
                Term::Number(n) | Term::Plus(_, n) => largest = largest.max(*n),
                Term::Apply(_, inner) => open.extend(inner),
                Term::Variable(_) => {}
            }
        }
    };
    let mut premise = |premise: &Premise, note: &mut dyn FnMut(&Term)| {
        premise.atom().into_iter().flat_map(|atom| &atom.arguments).for_each(&mut *note);
        match premise {
            Premise::Same(left, right)
            | Premise::Differ(left, right)
            | Premise::Less { left, right, .. } => [left, right].into_iter().for_each(note),
            Premise::Compute { operator, left, right, .. } => {
                multiplies |= *operator == Operator::Times;
                [left, right].into_iter().for_each(note);
            }
            Premise::Aggregate { target, .. } => note(target),
            _ => {}
        }
    };
    for rule in program.rules() {
        rule.all_premises().for_each(|p| premise(p, &mut note));
        rule.all_made().flat_map(|made| &made.atom.arguments).for_each(&mut note);
    }
    for clause in program.clauses() {
        clause.goals.iter().flat_map(Premise::with_inner).for_each(|p| premise(p, &mut note));
        clause.head.arguments.iter().for_each(&mut note);
    }
    for atom in start {
        let types = &program.predicate(atom.predicate).arguments;
        for (value, ty) in atom.values.iter().zip(types) {
            if program.ty(*ty).shape.is_number() {
                largest = largest.max(*value);
            }
        }
    }
    let reach = if multiplies { largest.saturating_mul(largest) } else { largest };
    reach.saturating_mul(SUMMANDS).saturating_add(LITTLE)
}
