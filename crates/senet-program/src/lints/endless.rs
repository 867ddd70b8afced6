//! Can play go on for ever? A lexicographic ranking argument, as far as counting goes.
//!
//! A measure is a number that can be read off a position and is never negative: how many atoms a
//! predicate has, how many of them name a certain constant, the sum of their numbers. A measure
//! that no rule raises and some rule lowers shows that this rule fires finitely often; what is left
//! is judged again without it. If no interactive rule is left, play ends.

use crate::codes;
use crate::ids::{ConId, PredId, VarId};
use crate::program::{Atom, Premise, Program, Role, Rule, Shape, Term};
use crate::reach::Reach;
use crate::settle;
use senet_syntax::Diagnostic;

/// More measures times rules than this are not tried.
const MAX_WORK: usize = 4_000_000;

#[derive(Clone, Copy)]
enum Measure {
    Count(PredId),
    Naming(PredId, usize, ConId),
    Sum(PredId, usize),
}

pub(super) fn endless(program: &Program, reach: &Reach, out: &mut Vec<Diagnostic>) {
    let game = &program.game;
    let plays = program.stages.iter().any(|s| s.interactive);
    if !plays || game.repeat.is_some() || game.limit.is_some() {
        return;
    }
    let mut left: Vec<bool> = reach.rules.clone();
    let measures = measures(program);
    if measures.len() * program.rules.len() > MAX_WORK {
        return;
    }
    while shrink(program, &measures, &mut left) | cut(program, &mut left) {}
    let rest = program.rules.iter().zip(&left).find(|(rule, left)| {
        let interactive =
            matches!(rule.role, Role::Step(stage) if program.stage(stage).interactive);
        **left && interactive
    });
    if let Some((rule, _)) = rest {
        let what = rule
            .name
            .as_ref()
            .map_or("this rule".to_owned(), |n| format!("`{n}`"));
        let found = Diagnostic::new(
            &codes::ENDLESS,
            rule.span,
            "play may go on for ever",
            format!("nothing shows that {what} can be chosen only finitely often"),
        );
        out.push(found.help("say when it is over: `#limit 200 draw.` or `#repeat 3 draw.`"));
    }
}

fn measures(program: &Program) -> Vec<Measure> {
    let mut out = Vec::new();
    for (i, predicate) in program.predicates.iter().enumerate() {
        let id = PredId::new(i);
        // Taking a persistent atom takes nothing away.
        if settle::can_last(program, id) {
            continue;
        }
        out.push(Measure::Count(id));
        for (position, ty) in predicate.arguments.iter().enumerate() {
            let ty = program.ty(*ty);
            match ty.shape {
                Shape::Peano { .. } => out.push(Measure::Sum(id, position)),
                Shape::Constants if ty.constructors.len() <= 64 => {
                    out.extend(
                        ty.constructors
                            .iter()
                            .map(|c| Measure::Naming(id, position, *c)),
                    );
                }
                _ => {}
            }
        }
    }
    out
}

/// Takes out the rules that some measure shows to be finite; whether there were any.
fn shrink(program: &Program, measures: &[Measure], left: &mut [bool]) -> bool {
    for measure in measures {
        let mut lowered = Vec::new();
        let fits = program
            .rules
            .iter()
            .enumerate()
            .filter(|(i, _)| left[*i])
            .all(|(i, rule)| {
                let most = change(rule, *measure);
                if most.is_some_and(|m| m < 0) {
                    lowered.push(i);
                }
                most.is_some_and(|m| m <= 0)
            });
        if fits && !lowered.is_empty() {
            for i in lowered {
                left[i] = false;
            }
            return true;
        }
    }
    false
}

/// The most by which a rule can change a measure; `None` if there is no bound.
fn change(rule: &Rule, measure: Measure) -> Option<i64> {
    let mut known: i64 = 0;
    let mut per_variable: Vec<(VarId, i64)> = Vec::new();
    let mut add = |atom: &Atom, sign: i64| -> Option<()> {
        match measure {
            Measure::Count(p) if atom.predicate == p => known += sign,
            Measure::Naming(p, i, c) if atom.predicate == p => match &atom.arguments[i] {
                Term::Apply(d, _) if *d == c => known += sign,
                Term::Variable(v) => per_variable.push((*v, sign)),
                _ => {}
            },
            Measure::Sum(p, i) if atom.predicate == p => match &atom.arguments[i] {
                Term::Number(n) => known += sign * i64::try_from(*n).ok()?,
                Term::Plus(v, n) => {
                    known += sign * i64::try_from(*n).ok()?;
                    per_variable.push((*v, sign));
                }
                Term::Variable(v) => per_variable.push((*v, sign)),
                Term::Apply(..) => return None,
            },
            _ => {}
        }
        Some(())
    };
    for premise in &rule.premises {
        if let Premise::Take(atom) = premise {
            add(atom, -1)?;
        }
    }
    for conclusion in &rule.conclusions {
        add(&conclusion.atom, 1)?;
    }
    // A variable stands for something that is at least nothing.
    per_variable.sort_by_key(|(v, _)| *v);
    for group in per_variable.chunk_by(|a, b| a.0 == b.0) {
        if group.iter().map(|(_, sign)| sign).sum::<i64>() > 0 {
            return None;
        }
    }
    Some(known)
}

/// Takes out links, and rules of stages, that no cycle of the remaining links passes; a stage with
/// rules of its own is a cycle by itself. Whether there were any.
fn cut(program: &Program, left: &mut [bool]) -> bool {
    let n = program.stages.len();
    let mut next = vec![Vec::new(); n];
    for (rule, left) in program.rules.iter().zip(&*left) {
        if let (Role::Link(from, Some(to)), true) = (rule.role, *left) {
            next[from.index()].push(to.index());
        }
    }
    let comes_back = |from: usize, to: usize| {
        let (mut open, mut seen) = (vec![to], vec![false; n]);
        while let Some(stage) = open.pop() {
            if stage == from {
                return true;
            }
            if !std::mem::replace(&mut seen[stage], true) {
                open.extend(&next[stage]);
            }
        }
        false
    };
    let mut changed = false;
    for (i, rule) in program.rules.iter().enumerate() {
        let Role::Link(from, to) = rule.role else {
            continue;
        };
        let cyclic = to.is_some_and(|to| comes_back(from.index(), to.index()));
        if left[i] && !cyclic {
            left[i] = false;
            changed = true;
        }
    }
    changed
}
