//! Can play go on for ever? A lexicographic ranking argument, as far as counting goes.
//!
//! A measure is a number that can be read off a position and is never negative: how many atoms a
//! predicate has, how many of them name a certain constant, the sum of their numbers. A measure
//! that no rule raises and some rule lowers shows that this rule fires finitely often; what is left
//! is judged again without it. If no interactive rule is left, play ends.

use crate::codes;
use crate::ids::{ConId, PredId, StageId, VarId};
use crate::index::{Index, called};
use crate::modes::components;
use crate::program::{Atom, Premise, Program, Role, Rule, Shape, Term};
use crate::reach::Reach;
use rustc_hash::FxHashMap;
use senet_syntax::{Diagnostic, Reports};

/// How often the two arguments, by measures and by stages, take turns.
const MAX_ROUNDS: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Measure {
    /// How many atoms a predicate has.
    Count(PredId),
    /// The sum of their numbers, at one argument.
    Sum(PredId, usize),
    /// How many of them name a constant, at one argument.
    Naming(PredId, usize, ConId),
    /// No measure: raised by rules that may raise the naming of any constant there.
    NamingAny(PredId, usize),
}

pub(super) fn endless(program: &Program, index: &Index, reach: &Reach, out: &mut Reports) {
    let game = &program.game;
    let plays = program.stages.iter().any(|s| s.interactive);
    if !plays || game.repeat.is_some() || game.limit.is_some() {
        return;
    }
    let mut ranking = Ranking::new(program, index, reach.rules.clone());
    for _ in 0..MAX_ROUNDS {
        ranking.shrink();
        if !ranking.cut(program) {
            break;
        }
    }
    let rest = program.rules.iter().zip(&ranking.left).find(|(rule, left)| {
        let interactive =
            matches!(rule.role, Role::Step(stage) if program.stage(stage).interactive);
        **left && interactive
    });
    if let Some((rule, _)) = rest {
        let what = called(rule);
        let found = Diagnostic::new(
            &codes::ENDLESS,
            rule.span,
            "play may go on for ever",
            format!("nothing shows that {what} can be chosen only finitely often"),
        );
        out.push(found.help("say when it is over: `#limit 200 draw.` or `#repeat 3 draw.`"));
    }
}

/// The rules that are left, and what they do to each measure. A rule that leaves no longer raises
/// anything, which may set other measures free.
struct Ranking {
    left: Vec<bool>,
    measures: Vec<Data>,
    /// For each rule, the measures that it raises.
    raises: Vec<Vec<usize>>,
    /// Measures that may show something.
    open: Vec<usize>,
}

#[derive(Default)]
struct Data {
    /// How many of the rules that are left raise it.
    raisers: usize,
    lowerers: Vec<usize>,
    /// For the naming of a constant: the measure that says whether any constant is raised there.
    any: Option<usize>,
    /// The other way round.
    constants: Vec<usize>,
}

impl Ranking {
    fn new(program: &Program, index: &Index, left: Vec<bool>) -> Ranking {
        let mut numbers: FxHashMap<Measure, usize> = FxHashMap::default();
        let mut measures: Vec<Data> = Vec::new();
        let mut number = |measure: Measure, measures: &mut Vec<Data>| {
            *numbers.entry(measure).or_insert_with(|| {
                measures.push(Data::default());
                measures.len() - 1
            })
        };
        let mut raises = vec![Vec::new(); left.len()];
        for (i, rule) in program.rules.iter().enumerate().filter(|(i, _)| left[*i]) {
            for (measure, change) in changes(program, index, rule) {
                let id = number(measure, &mut measures);
                if let Measure::Naming(p, at, _) = measure
                    && measures[id].any.is_none()
                {
                    let any = number(Measure::NamingAny(p, at), &mut measures);
                    measures[id].any = Some(any);
                    measures[any].constants.push(id);
                }
                if change > 0 {
                    measures[id].raisers += 1;
                    raises[i].push(id);
                } else {
                    measures[id].lowerers.push(i);
                }
            }
        }
        let open = (0..measures.len()).collect();
        Ranking { left, measures, raises, open }
    }

    /// Takes out the rules that some measure shows to be finite.
    fn shrink(&mut self) {
        while let Some(id) = self.open.pop() {
            let measure = &self.measures[id];
            let any = measure.any.is_some_and(|any| self.measures[any].raisers > 0);
            if measure.raisers > 0 || any {
                continue;
            }
            self.open.extend(measure.constants.iter().copied());
            for rule in std::mem::take(&mut self.measures[id].lowerers) {
                self.take_out(rule);
            }
        }
    }

    fn take_out(&mut self, rule: usize) {
        if !std::mem::replace(&mut self.left[rule], false) {
            return;
        }
        for id in std::mem::take(&mut self.raises[rule]) {
            self.measures[id].raisers -= 1;
            if self.measures[id].raisers == 0 {
                self.open.push(id);
            }
        }
    }

    /// Takes out links that no cycle of the remaining links passes; a stage with rules of its own
    /// is a cycle by itself. Whether there were any.
    fn cut(&mut self, program: &Program) -> bool {
        let mut next = vec![Vec::new(); program.stages.len()];
        let mut links = Vec::new();
        for (i, rule) in program.rules.iter().enumerate() {
            if let (Role::Link(from, to), true) = (rule.role, self.left[i]) {
                next[from.index()].extend(to.map(StageId::index));
                links.push((i, from, to));
            }
        }
        let component = components(&next);
        let mut changed = false;
        for (i, from, to) in links {
            if to.is_none_or(|to| component[from.index()] != component[to.index()]) {
                self.take_out(i);
                changed = true;
            }
        }
        changed
    }
}

/// The measures that a rule can change, each with the most by which it can: positive if it may rise
/// or nothing bounds it, negative if it falls for certain.
fn changes(program: &Program, index: &Index, rule: &Rule) -> Vec<(Measure, i128)> {
    let mut sums: FxHashMap<Measure, i128> = FxHashMap::default();
    let mut variables: FxHashMap<(Measure, VarId), i64> = FxHashMap::default();
    let mut add = |atom: &Atom, sign: i64| {
        let p = atom.predicate;
        if index.can_last(p) {
            return; // taking a persistent atom takes nothing away
        }
        let mut known = |measure: Measure, n: i128| *sums.entry(measure).or_default() += n;
        known(Measure::Count(p), sign.into());
        let types = &program.predicate(p).arguments;
        for (at, (term, ty)) in atom.arguments.iter().zip(types).enumerate() {
            let variable = match (program.ty(*ty).shape, term) {
                (Shape::Peano { .. }, Term::Number(n)) => {
                    known(Measure::Sum(p, at), i128::from(sign) * i128::from(*n));
                    continue;
                }
                (Shape::Peano { .. }, Term::Plus(v, n)) => {
                    known(Measure::Sum(p, at), i128::from(sign) * i128::from(*n));
                    (Measure::Sum(p, at), *v)
                }
                (Shape::Peano { .. }, Term::Variable(v)) => (Measure::Sum(p, at), *v),
                (Shape::Constants, Term::Apply(c, _)) => {
                    known(Measure::Naming(p, at, *c), sign.into());
                    continue;
                }
                (Shape::Constants, Term::Variable(v)) => (Measure::NamingAny(p, at), *v),
                _ => continue,
            };
            *variables.entry(variable).or_default() += sign;
        }
    };
    for premise in &rule.premises {
        if let Premise::Take(atom) = premise {
            add(atom, -1);
        }
    }
    for conclusion in &rule.conclusions {
        add(&conclusion.atom, 1);
    }
    // A variable stands for something that is at least nothing: what is taken with it lowers a
    // measure by nothing for certain, what is made with it raises it without bound.
    let mut out: Vec<(Measure, i128)> = sums.into_iter().collect();
    out.extend(
        variables
            .into_iter()
            .filter(|(_, net)| *net > 0)
            .map(|((measure, _), _)| (measure, i128::MAX)),
    );
    out.sort_unstable();
    out.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 = first.1.max(later.1);
        }
        same
    });
    out.retain(|(_, change)| *change != 0);
    out
}
