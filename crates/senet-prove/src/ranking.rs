//! Ranking functions: why a program, or a stage of it, cannot run for ever.
//!
//! A linear ranking function gives each predicate and each number in an atom a weight, and each stage a
//! height, none below zero, so that every step lowers the sum by at least one. Such weights are the
//! solutions of a linear program with one row for each rule (Podelski and Rybalchenko, *A complete method
//! for the synthesis of linear ranking functions*, 2004), solved exactly.

use crate::changes::{Change, Changes, counted_predicates};
use senet_engine::PositionAtom;
use senet_program::{Atom, Operator, PredId, Premise, Program, Role, Rule, StageId, Term, VarId};
use senet_solve::{Fraction, LinearProgram};

/// What is added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// How many atoms of a predicate there are.
    Count(PredId),
    /// The sum of the numbers in one argument of its atoms.
    Number(PredId, usize),
    /// The height of the stage.
    Stage(StageId),
}

/// A sum that every step lowers.
#[derive(Debug, Clone)]
pub(crate) struct Ranking {
    pub(crate) weights: Vec<(Measure, u64)>,
    /// What the sum is at the start: no play has more steps.
    pub(crate) at_start: u64,
}

/// More rows than this are not tried: exact simplex takes too long.
const MOST_ROWS: usize = 400;

impl Ranking {
    pub(crate) fn words(&self, program: &Program) -> String {
        let mut parts = Vec::new();
        for (measure, weight) in &self.weights {
            let times = if *weight == 1 { String::new() } else { format!("{weight} × ") };
            parts.push(match measure {
                Measure::Count(p) => format!("{times}{}", pattern(program, *p, None)),
                Measure::Number(p, i) => {
                    format!("{times}the number N of {}", pattern(program, *p, Some(*i)))
                }
                Measure::Stage(s) => format!("{weight} in stage {}", program.stage(*s).name),
            });
        }
        parts.join(" + ")
    }
}

fn pattern(program: &Program, predicate: PredId, number: Option<usize>) -> String {
    let declared = program.predicate(predicate);
    let mut out = declared.name.clone();
    for i in 0..declared.arguments.len() {
        out.push_str(if number == Some(i) { " N" } else { " _" });
    }
    out
}

/// A ranking function for all rules and links.
pub(crate) fn of_program(
    program: &Program,
    changes: &Changes,
    start: &[PositionAtom],
    stage: StageId,
) -> Option<Ranking> {
    rank(program, changes, start, stage, &changes.all.iter().collect::<Vec<_>>())
}

/// A ranking function for the rules of one stage, from any position.
pub(crate) fn of_stage(program: &Program, changes: &Changes, stage: StageId) -> Option<Ranking> {
    let inside = |c: &&Change| program.rule(c.rule).role == Role::Step(stage);
    rank(program, changes, &[], stage, &changes.all.iter().filter(inside).collect::<Vec<_>>())
}

fn rank(
    program: &Program,
    changes: &Changes,
    start: &[PositionAtom],
    stage: StageId,
    steps: &[&Change],
) -> Option<Ranking> {
    let measures = measures(program, changes, steps);
    let mut rows: Vec<(Vec<i64>, i64)> = Vec::new();
    for change in steps {
        let rule = program.rule(change.rule);
        let row =
            measures.iter().map(|m| difference(rule, change, *m)).collect::<Option<Vec<_>>>()?;
        // A rule lowers the sum by one at least. A comprehension fires as often as it matches, which may be
        // never, so all that is asked of it is that it does not raise the sum.
        let right = match (change.comprehension, change.stages.1) {
            // A link to the end happens once.
            (None, None) => continue,
            (None, Some(_)) => -1,
            (Some(_), _) => 0,
        };
        if !rows.contains(&(row.clone(), right)) {
            rows.push((row, right));
        }
    }
    if rows.len() > MOST_ROWS {
        return None;
    }
    let fraction = |n: &i64| Fraction::from_integer((*n).into());
    // A feasibility problem: any solution is a ranking function. Of these, the one with the smallest sum of
    // weights is the easiest to read.
    let program = LinearProgram {
        objective: vec![fraction(&-1); measures.len()],
        equal: Vec::new(),
        at_most: rows
            .iter()
            .map(|(row, n)| (row.iter().map(fraction).collect(), fraction(n)))
            .collect(),
    };
    let (_, weights) = program.solve()?;
    let weights = integers(&weights)?;
    let mut at_start: u64 = 0;
    for (measure, weight) in measures.iter().zip(&weights) {
        let now = match measure {
            Measure::Count(p) => start.iter().filter(|a| a.predicate == *p).map(|a| a.copies).sum(),
            Measure::Number(p, i) => {
                let of = start.iter().filter(|a| a.predicate == *p);
                of.fold(0u64, |n, a| n.saturating_add(a.values[*i].saturating_mul(a.copies)))
            }
            Measure::Stage(s) => u64::from(*s == stage),
        };
        at_start = at_start.saturating_add(weight.saturating_mul(now));
    }
    let weights = measures.into_iter().zip(weights).filter(|(_, w)| *w > 0).collect();
    Some(Ranking { weights, at_start })
}

/// Whole numbers in the same proportion.
fn integers(weights: &[Fraction]) -> Option<Vec<u64>> {
    // Times the least common multiple of the denominators, by Euclid's algorithm. To scale a ranking
    // function up leaves it one.
    let common = weights.iter().try_fold(1u64, |common, w| {
        let denominator = u64::try_from(w.denom()).ok()?;
        let (mut a, mut b) = (common, denominator);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (common / a).checked_mul(denominator)
    })?;
    let scaled = weights.iter().map(|w| {
        let numerator = u64::try_from(w.numer()).ok()?;
        numerator.checked_mul(common / u64::try_from(w.denom()).ok()?)
    });
    scaled.collect()
}

/// What may be weighed: counts, numbers whose change is the same for all instances of each rule, stages.
fn measures(program: &Program, changes: &Changes, steps: &[&Change]) -> Vec<Measure> {
    let mut out = Vec::new();
    for predicate in counted_predicates(changes) {
        let touched = |c: &&&Change| c.atoms.iter().any(|(a, _)| a.predicate == predicate);
        if !steps.iter().any(|c| touched(&c)) {
            continue;
        }
        out.push(Measure::Count(predicate));
        for (i, ty) in program.predicate(predicate).arguments.iter().enumerate() {
            let measure = Measure::Number(predicate, i);
            let fixed = |c: &&Change| difference(program.rule(c.rule), c, measure).is_some();
            if program.ty(*ty).shape.is_number() && steps.iter().all(fixed) {
                out.push(measure);
            }
        }
    }
    out.extend((0..program.stages().len()).map(|s| Measure::Stage(StageId::new(s))));
    out
}

/// By how much a step changes a measure, if that is the same for all instances.
fn difference(rule: &Rule, change: &Change, measure: Measure) -> Option<i64> {
    let atoms = |p: PredId| change.atoms.iter().filter(move |(a, _)| a.predicate == p);
    match measure {
        Measure::Count(p) => Some(atoms(p).map(|(_, n)| n).sum()),
        Measure::Number(p, i) => {
            // The numbers are affine in the variables of the rule. Where these cancel out, as in a rule that
            // turns `fuel N` into `fuel M` with M = N - 1, the change is the same for all instances.
            let mut sum = Affine::default();
            for (atom, n) in atoms(p) {
                sum.add(&affine(rule, change, &atom_argument(atom, i), 8)?, *n)?;
            }
            sum.variables.iter().all(|(_, n)| *n == 0).then_some(sum.constant)
        }
        Measure::Stage(_) if change.comprehension.is_some() => Some(0),
        Measure::Stage(s) => {
            let (from, to) = change.stages;
            Some(i64::from(to == Some(s)) - i64::from(from == s))
        }
    }
}

fn atom_argument(atom: &Atom, i: usize) -> Term {
    atom.arguments[i].clone()
}

/// A sum of variables and a number.
#[derive(Debug, Default, Clone)]
struct Affine {
    constant: i64,
    variables: Vec<(VarId, i64)>,
}

impl Affine {
    fn add(&mut self, other: &Affine, times: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (v, n) in &other.variables {
            match self.variables.iter_mut().find(|(w, _)| w == v) {
                Some((_, m)) => *m += n * times,
                None => self.variables.push((*v, n * times)),
            }
        }
        Some(())
    }
}

/// A number term in variables that no premise computes.
fn affine(rule: &Rule, change: &Change, term: &Term, depth: usize) -> Option<Affine> {
    match term {
        Term::Number(n) => {
            Some(Affine { constant: i64::try_from(*n).ok()?, variables: Vec::new() })
        }
        Term::Plus(v, n) => {
            let mut sum = affine(rule, change, &Term::Variable(*v), depth)?;
            sum.constant = sum.constant.checked_add(i64::try_from(*n).ok()?)?;
            Some(sum)
        }
        Term::Variable(v) => {
            let own = rule.premises.iter();
            let inner = change.comprehension.map(|n| &rule.comprehensions[n].block.premises);
            let mut all = own.chain(inner.into_iter().flatten());
            let computed = all.find_map(|p| match p {
                Premise::Compute { target, operator, left, right }
                    if target == v && matches!(operator, Operator::Plus | Operator::Minus) =>
                {
                    Some((left, right, if *operator == Operator::Plus { 1 } else { -1 }))
                }
                _ => None,
            });
            match computed {
                Some((left, right, sign)) if depth > 0 => {
                    let mut sum = affine(rule, change, left, depth - 1)?;
                    sum.add(&affine(rule, change, right, depth - 1)?, sign)?;
                    Some(sum)
                }
                _ => Some(Affine { constant: 0, variables: vec![(*v, 1)] }),
            }
        }
        Term::Apply(..) => None,
    }
}
