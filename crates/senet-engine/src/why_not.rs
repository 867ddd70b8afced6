//! Why a rule cannot fire: which premise fails, and how near the nearest match comes.

use crate::engine::Engine;
use crate::machine::Machine;
use crate::queries::Queries;
use senet_program::show::Show;
use senet_program::{Atom, PredId, Premise, Role, RuleId, StageId, Term, VarId};
use senet_words::Value;

/// How many candidates the search for the nearest match looks at.
const VISITS: usize = 200_000;

/// How many matches that fail at the same premise are compared.
const COMPARED: usize = 1_000;

/// Why a rule cannot fire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// It can.
    Applies,
    /// The program is in another stage.
    OtherStage {
        /// The stage in which the rule can fire.
        rule: StageId,
        /// The stage that the program is in.
        now: StageId,
    },
    /// It is a link, and the stage is not quiet.
    NotQuiet,
    /// A premise fails.
    Fails(Missing),
    /// It would only add persistent atoms that are there already.
    DoesNothing,
}

/// The premise that fails in the nearest match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its index among the premises of the rule.
    pub premise: usize,
    /// The premise as it is written, with the values that are known.
    pub shown: String,
    /// The values of the variables in the nearest match, by name.
    pub known: Vec<(String, String)>,
    /// The values of all variables in the nearest match, as far as they are known.
    pub values: Vec<Option<Value>>,
    /// How many premises hold in it.
    pub hold: usize,
    /// How many premises there are.
    pub of: usize,
    /// Whether the atom is there, but too few copies of it.
    pub too_few: bool,
}

/// Why a rule cannot fire now. `given` fixes some of its variables by name.
pub fn why_not(
    engine: &Engine,
    machine: &Machine,
    rule: RuleId,
    given: &[(VarId, Value)],
) -> WhyNot {
    let declared = engine.program().rule(rule);
    let (Role::Step(stage) | Role::Link(stage, _)) = declared.role;
    if stage != machine.position().stage() {
        return WhyNot::OtherStage { rule: stage, now: machine.position().stage() };
    }
    let mut search = Search {
        engine,
        machine,
        rule,
        values: vec![None; declared.variables.len()],
        used: Vec::new(),
        best: None,
        deepest: 0,
        compared: 0,
        complete: false,
        visits: 0,
        queries: Queries::new(engine, machine),
    };
    for (variable, value) in given {
        search.values[variable.index()] = Some(*value);
    }
    // Premises in an order in which each is ready: state first, then what the rest binds.
    let mut order: Vec<usize> = (0..declared.premises.len()).collect();
    order.sort_by_key(|i| match declared.premises[*i] {
        Premise::Take(_) | Premise::Read(_) | Premise::Persistent(_) => 0,
        Premise::Derived(_) | Premise::Same(..) | Premise::Compute { .. } => 1,
        Premise::Differ(..) | Premise::Less { .. } | Premise::Sense(_) => 2,
        Premise::Not(_) | Premise::Aggregate { .. } => 3,
    });
    search.walk(&order, 0);
    if search.complete {
        let quiet = search.queries.is_quiet().unwrap_or(false);
        return match declared.role {
            Role::Link(..) if !quiet => WhyNot::NotQuiet,
            _ if engine.saturates(rule) => WhyNot::DoesNothing,
            _ => WhyNot::Applies,
        };
    }
    match search.best {
        Some((_, missing)) => WhyNot::Fails(missing),
        None => WhyNot::DoesNothing,
    }
}

impl WhyNot {
    /// The reason in a sentence.
    pub fn say(&self, engine: &Engine, rule: RuleId) -> String {
        let name = engine.words().rule_name(rule);
        let stage = |s: &StageId| &engine.program().stage(*s).name;
        match self {
            WhyNot::Applies => format!("`{name}` can fire"),
            WhyNot::OtherStage { rule, now } => format!(
                "`{name}` belongs to the stage `{}`, and the program is in `{}`",
                stage(rule),
                stage(now)
            ),
            WhyNot::NotQuiet => {
                format!("`{name}` is a link, and rules of its stage can still fire")
            }
            WhyNot::DoesNothing => {
                format!("`{name}` would only add persistent atoms that are there already")
            }
            WhyNot::Fails(missing) => {
                let with: Vec<String> =
                    missing.known.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                let with = if with.is_empty() {
                    String::new()
                } else {
                    format!(", with {}", with.join(", "))
                };
                let what = if missing.too_few { "too few copies of" } else { "there is no" };
                format!(
                    "`{name}` cannot fire: {what} `{}` (the nearest match has {} of {} premises{with})",
                    missing.shown, missing.hold, missing.of
                )
            }
        }
    }
}

struct Search<'a> {
    engine: &'a Engine,
    machine: &'a Machine,
    rule: RuleId,
    values: Vec<Option<Value>>,
    /// Atoms in use, for counting copies.
    used: Vec<(PredId, Vec<Value>)>,
    /// The nearest match so far, and how many premises it has before the one that fails.
    best: Option<(usize, Missing)>,
    deepest: usize,
    /// How many matches that fail at the same premise were compared.
    compared: usize,
    complete: bool,
    visits: usize,
    queries: Queries<'a>,
}

impl Search<'_> {
    fn walk(&mut self, order: &[usize], at: usize) {
        if self.complete || self.visits > VISITS {
            return;
        }
        let engine = self.engine;
        let declared = engine.program().rule(self.rule);
        let Some(i) = order.get(at) else {
            self.complete = true;
            return;
        };
        // Depth-first search over partial matches, in a fixed order of premises. The nearest
        // match is the one that gets deepest; among those that fail at the same premise, the
        // one in which most of the others hold. The number of visits bounds it, since it is
        // exponential at worst.
        let mut tried = false;
        let mut too_few = false;
        match &declared.premises[*i] {
            premise @ (Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom)) => {
                let persistent_only = matches!(premise, Premise::Persistent(_));
                for there in self.machine.position().atoms_of(atom.predicate) {
                    self.visits += 1;
                    let before = self.values.clone();
                    if !self.matches(atom, &there.values) {
                        self.values = before;
                        continue;
                    }
                    let here = (there.predicate, there.values);
                    let taken = self.used.iter().filter(|u| **u == here).count() as u64;
                    let persistent = there.persistent;
                    let enough = if persistent_only {
                        persistent
                    } else {
                        persistent || there.copies > taken
                    };
                    if enough {
                        tried = true;
                        self.used.push(here);
                        self.walk(order, at + 1);
                        self.used.pop();
                    } else {
                        too_few |= !persistent_only;
                    }
                    self.values = before;
                }
            }
            Premise::Derived(atom) => {
                for row in self.solutions(atom) {
                    self.visits += 1;
                    let before = self.values.clone();
                    if self.matches(atom, &row) {
                        tried = true;
                        self.walk(order, at + 1);
                    }
                    self.values = before;
                }
            }
            Premise::Sense(_) => {
                tried = true;
                self.walk(order, at + 1);
            }
            Premise::Less { left, right, or_same } => {
                let holds = match (self.ground(left), self.ground(right)) {
                    (Some(l), Some(r)) => l < r || (*or_same && l == r),
                    _ => true,
                };
                if holds {
                    tried = true;
                    self.walk(order, at + 1);
                }
            }
            Premise::Compute { target, operator, left, right } => {
                let before = self.values.clone();
                let bounds =
                    engine.program().ty(declared.variables[target.index()].ty).shape.bounds();
                let holds = match (self.ground(left), self.ground(right)) {
                    (Some(l), Some(r)) => operator
                        .compute(l, r)
                        .filter(|n| (bounds.0..=bounds.1).contains(n))
                        .is_some_and(|n| self.term(&Term::Variable(*target), n)),
                    _ => true,
                };
                if holds {
                    tried = true;
                    self.walk(order, at + 1);
                }
                self.values = before;
            }
            Premise::Not(_) | Premise::Aggregate { .. } => {
                if self.block_holds(*i) {
                    tried = true;
                    self.walk(order, at + 1);
                }
            }
            Premise::Same(left, right) | Premise::Differ(left, right) => {
                let same = matches!(declared.premises[*i], Premise::Same(..));
                let before = self.values.clone();
                let (l, r) = (self.ground(left), self.ground(right));
                let holds = match (l, r) {
                    (Some(l), Some(r)) => (l == r) == same,
                    (Some(l), None) => same && self.term(right, l),
                    (None, Some(r)) => same && self.term(left, r),
                    (None, None) => true,
                };
                if holds {
                    tried = true;
                    self.walk(order, at + 1);
                }
                self.values = before;
            }
        }
        if tried || at < self.deepest {
            return;
        }
        if at > self.deepest {
            (self.deepest, self.compared) = (at, 0);
        }
        self.compared += 1;
        if self.compared > COMPARED {
            return;
        }
        // Premises behind the one that fails may hold all the same.
        // The heuristic distance of a failed match: premises after the failing one are tested
        // independently, each with the bindings so far.
        let hold = at + order[at + 1..].iter().filter(|i| self.holds_now(**i)).count();
        if self.best.as_ref().is_none_or(|b| at > b.0 || hold > b.1.hold) {
            self.best = Some((at, self.missing(*i, hold, order.len(), too_few)));
        }
    }

    /// Whether a premise holds with the values that are known so far, each variable that has none
    /// standing for anything.
    fn holds_now(&mut self, premise: usize) -> bool {
        let declared = &self.engine.program().rule(self.rule).premises[premise];
        let before = self.values.clone();
        let holds = match declared {
            Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                let persistent = matches!(declared, Premise::Persistent(_));
                let there = self.machine.position().atoms_of(atom.predicate);
                there.into_iter().any(|atom_there| {
                    let here = (atom_there.predicate, atom_there.values);
                    let taken = self.used.iter().filter(|u| **u == here).count() as u64;
                    let fits = self.matches(atom, &here.1);
                    self.values.clone_from(&before);
                    fits && (atom_there.persistent || !persistent && atom_there.copies > taken)
                })
            }
            Premise::Derived(atom) => self.solutions(atom).iter().any(|row| {
                let fits = self.matches(atom, row);
                self.values.clone_from(&before);
                fits
            }),
            Premise::Same(left, right) | Premise::Differ(left, right) => {
                let same = matches!(declared, Premise::Same(..));
                let sides = self.ground(left).zip(self.ground(right));
                sides.is_some_and(|(left, right)| (left == right) == same)
            }
            Premise::Less { left, right, or_same } => {
                let sides = self.ground(left).zip(self.ground(right));
                sides.is_some_and(|(left, right)| left < right || (*or_same && left == right))
            }
            Premise::Not(_) | Premise::Aggregate { .. } => {
                let mut known = true;
                declared.each_variable(&mut |v| known &= self.values[v.index()].is_some());
                known && self.block_holds(premise)
            }
            Premise::Compute { .. } | Premise::Sense(_) => false,
        };
        self.values = before;
        holds
    }

    fn missing(&self, premise: usize, hold: usize, of: usize, too_few: bool) -> Missing {
        let engine = self.engine;
        let declared = engine.program().rule(self.rule);
        // Variables that have a value are shown by it, which reads as the very atom that is
        // missing.
        let mut named = declared.variables.clone();
        let mut known = Vec::new();
        for (variable, value) in named.iter_mut().zip(&self.values) {
            if let Some(value) = value {
                let shown = engine.words().written(variable.ty, *value, true);
                if variable.name != "_" {
                    known.push((variable.name.clone(), shown.clone()));
                }
                variable.name = shown;
            }
        }
        let shown = Show::new(engine.program()).premise(&declared.premises[premise], &named);
        let shown = shown.trim_start_matches('$').to_owned();
        Missing { premise, shown, known, values: self.values.clone(), hold, of, too_few }
    }

    /// Whether a premise with a block holds; one that is not decided yet may.
    fn block_holds(&mut self, premise: usize) -> bool {
        let mut known = true;
        let declared = &self.engine.program().rule(self.rule).premises[premise];
        declared.each_variable(&mut |v| known &= self.values[v.index()].is_some());
        let values: Vec<Value> = self.values.iter().map(|v| v.unwrap_or(0)).collect();
        !known || self.queries.block_holds(self.rule, premise, &values).unwrap_or(false)
    }

    fn solutions(&mut self, atom: &Atom) -> Vec<Vec<Value>> {
        // `Queries` tables its answers, so the same question in another branch of the search is
        // a lookup.
        let known: Vec<Option<Value>> = atom.arguments.iter().map(|a| self.ground(a)).collect();
        self.queries.solutions(atom.predicate, &known).unwrap_or_default()
    }

    fn matches(&mut self, atom: &Atom, row: &[Value]) -> bool {
        atom.arguments.iter().zip(row).all(|(term, value)| self.term(term, *value))
    }

    fn term(&mut self, term: &Term, value: Value) -> bool {
        match term {
            Term::Variable(v) => match self.values[v.index()] {
                Some(known) => known == value,
                None => {
                    self.values[v.index()] = Some(value);
                    true
                }
            },
            Term::Plus(v, n) => {
                // Unification of `v + n` with a number: it has the solution `value - n`, if
                // that is natural.
                value.checked_sub(*n).is_some_and(|rest| self.term(&Term::Variable(*v), rest))
            }
            Term::Number(n) => *n == value,
            Term::Apply(c, inner) => {
                let ty = self.engine.program().constructor(*c).ty;
                if self.engine.program().ty(ty).shape.is_number() {
                    return false;
                }
                let mut arguments = Vec::new();
                self.engine.interner().open(value, &mut arguments) == *c
                    && inner.iter().zip(&arguments).all(|(t, v)| self.term(t, *v))
            }
        }
    }

    fn ground(&self, term: &Term) -> Option<Value> {
        let mut all = true;
        term.each_variable(&mut |v| all &= self.values[v.index()].is_some());
        let values: Vec<Value> = self.values.iter().map(|v| v.unwrap_or(0)).collect();
        all.then(|| self.engine.ground(term, &values))
    }
}
