//! Can play go on for ever? A lexicographic ranking argument, as far as counting goes.
//!
//! A measure is a number that can be read off a position and is never negative: how many atoms a
//! predicate has, how many of them name a certain constant, the sum of their numbers. A measure
//! that no rule raises and some rule lowers shows that this rule fires finitely often; what is left
//! is judged again without it. Play that never ends stays, after a while, among stages that lead to
//! each other; so each such component is judged by itself. If no interactive rule is left, play
//! ends.

use crate::codes;
use crate::ids::{ConId, PredId, VarId};
use crate::index::{Index, called};
use crate::modes::component_of;
use crate::program::{Atom, Operator, Premise, Program, Role, Rule, Term, TypeShape};
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
    if !plays || game.repeat.is_some() || game.limit.is_some() || game.quiet.is_some() {
        return;
    }
    let mut left = reach.rules.clone();
    // The two arguments help each other: rules that fire finitely often cut cycles of stages,
    // and a cut cycle separates what rules of different parts raise and lower.
    let mut component = cut(program, &mut left);
    for _ in 0..MAX_ROUNDS {
        left = Ranking::new(program, index, &component, left).shrink();
        let before = std::mem::replace(&mut component, cut(program, &mut left));
        if component == before {
            break;
        }
    }
    let rest = program.rules.iter().zip(&left).find(|(rule, left)| {
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
    fn new(program: &Program, index: &Index, component: &[usize], left: Vec<bool>) -> Ranking {
        let mut numbers: FxHashMap<(usize, Measure), usize> = FxHashMap::default();
        let mut measures: Vec<Data> = Vec::new();
        let mut number = |part: usize, measure: Measure, measures: &mut Vec<Data>| {
            *numbers.entry((part, measure)).or_insert_with(|| {
                measures.push(Data::default());
                measures.len() - 1
            })
        };
        let mut raises = vec![Vec::new(); left.len()];
        for (i, rule) in program.rules.iter().enumerate().filter(|(i, _)| left[*i]) {
            let (Role::Step(stage) | Role::Link(stage, _)) = rule.role;
            let part = component[stage.index()];
            for (measure, change) in changes(program, index, rule) {
                let id = number(part, measure, &mut measures);
                if let Measure::Naming(p, at, _) = measure
                    && measures[id].any.is_none()
                {
                    let any = number(part, Measure::NamingAny(p, at), &mut measures);
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

    /// Takes out the rules that some measure shows to be finite, and returns what is left.
    fn shrink(mut self) -> Vec<bool> {
        // A measure that no remaining rule raises bounds how often its lowerers fire, so
        // they go; what they raised may become free by that. Each rule leaves once: linear
        // in the changes of all rules.
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
        self.left
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
}

/// A hidden variable that is another one and some more, or less.
fn sum_of(rule: &Rule, v: VarId) -> (VarId, i128) {
    let hidden = rule.variables[v.index()].is_hidden();
    let sum = rule.premises.iter().find_map(|premise| match premise {
        Premise::Compute { target, operator, left: Term::Variable(w), right: Term::Number(n) }
            if hidden && *target == v =>
        {
            match operator {
                Operator::Plus => Some((*w, i128::from(*n))),
                Operator::Minus => Some((*w, -i128::from(*n))),
                _ => None,
            }
        }
        _ => None,
    });
    sum.unwrap_or((v, 0))
}

/// Takes out the links that no cycle of the remaining links passes. (A stage with rules of its own
/// is a cycle by itself.) Returns the component of each stage.
fn cut(program: &Program, left: &mut [bool]) -> Vec<usize> {
    let mut next = vec![Vec::new(); program.stages.len()];
    for (rule, left) in program.rules.iter().zip(&*left) {
        if let (Role::Link(from, Some(to)), true) = (rule.role, *left) {
            next[from.index()].push(to.index() as u32);
        }
    }
    let component = component_of(&next);
    for (rule, left) in program.rules.iter().zip(left) {
        if let Role::Link(from, to) = rule.role {
            *left &= to.is_some_and(|to| component[from.index()] == component[to.index()]);
        }
    }
    component
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
            let shape = program.ty(*ty).shape;
            let variable = match (shape, term) {
                (_, Term::Number(n)) => {
                    known(Measure::Sum(p, at), i128::from(sign) * i128::from(*n));
                    continue;
                }
                (_, Term::Plus(v, n)) => {
                    known(Measure::Sum(p, at), i128::from(sign) * i128::from(*n));
                    (Measure::Sum(p, at), *v)
                }
                (_, Term::Variable(v)) if shape.is_number() => {
                    let (v, more) = sum_of(rule, *v);
                    known(Measure::Sum(p, at), i128::from(sign) * more);
                    (Measure::Sum(p, at), v)
                }
                (TypeShape::Constants, Term::Apply(c, _)) => {
                    known(Measure::Naming(p, at, *c), sign.into());
                    continue;
                }
                (TypeShape::Constants, Term::Variable(v)) => (Measure::NamingAny(p, at), *v),
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
    // Braces may make any number of atoms, and take none for certain.
    for made in rule.comprehensions.iter().flat_map(|r| &r.makes) {
        let p = made.atom.predicate;
        if index.can_last(p) {
            continue;
        }
        sums.insert(Measure::Count(p), i128::MAX);
        for (at, ty) in program.predicate(p).arguments.iter().enumerate() {
            match program.ty(*ty).shape {
                shape if shape.is_number() => sums.insert(Measure::Sum(p, at), i128::MAX),
                TypeShape::Constants => sums.insert(Measure::NamingAny(p, at), i128::MAX),
                _ => None,
            };
        }
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

#[cfg(test)]
mod tests {
    use crate::{Options, check};

    /// Whether play of a program is known to end.
    #[track_caller]
    fn ends(text: &str) -> bool {
        let checked = check(text, &Options::default());
        assert!(checked.program.is_some(), "{:?}", checked.diagnostics);
        checked.diagnostics.iter().all(|d| d.code.0.id != "W0010")
    }

    const HEAD: &str = "p : pred. q : pred. r : pred. nat : type. z : nat. s nat : nat.
        n nat : pred. t : type. low : t. mid : t. top : t. at t : pred. up t t : bwd.
        up low mid. up mid top. #interactive play. #trace _ play { p, q, r, n 3, at low }.\n";

    #[track_caller]
    fn rules(rules: &str) -> bool {
        ends(&format!("{HEAD}stage play = {{ {rules} }}"))
    }

    #[test]
    fn whatever_is_used_up_ends() {
        assert!(rules("a : p -o ."));
        assert!(rules("a : p * p -o p."), "one atom less each time");
        assert!(rules("a : p -o q. b : q -o r."), "one rule after the other");
        assert!(rules("a : n (s N) -o n N."), "a number gets smaller");
        assert!(
            rules("a : p * n N -o q * n (s N)."),
            "a number may grow while something is used up"
        );
        assert!(rules("a : at low -o at mid. b : at mid -o at top."), "constants in a row");
    }

    #[test]
    fn whatever_comes_back_may_not_end() {
        assert!(!rules("a : p -o q. b : q -o p."));
        assert!(!rules("a : n N -o n (s N)."));
        assert!(!rules("a : p -o p * p."));
        assert!(!rules("a : at X * up X Y -o at Y."), "facts are not looked at");
        assert!(!rules("a : p -o !q. b : q -o r. c : r -o p."), "what lasts is not used up");
    }

    #[test]
    fn stages_that_are_left_for_good_end() {
        let two = "stage play = { a : p -o q. } stage after = { b : q -o p. }
                   qui * stage play -o stage after * p.";
        assert!(ends(&format!("{HEAD}{two}")), "nothing leads back");
        assert!(!ends(&format!("{HEAD}{two} qui * stage after -o stage play.")));
    }

    #[test]
    fn a_rule_of_play_ends_everything() {
        let round = "stage play = { a : p -o q. b : q -o p. }";
        assert!(ends(&format!("{HEAD}{round} #limit 9 draw.")));
        assert!(ends(&format!("{HEAD}{round} #repeat 3 draw.")));
    }
}
