//! Modes: with which arguments known may a backward predicate be asked for the others?
//!
//! A predicate can be asked with a set of known arguments if each of its rules, begun with those,
//! can solve its goals in some order and ends with every argument known. The answer is the
//! greatest fixed point of that definition, computed for the questions that the program asks. A
//! question is also *finite* if each recursive call is about smaller terms, or about finitely
//! many: such questions are preferred, which is why `times` answers in either order of its goals.

use crate::ids::{PredId, VarId};
use crate::program::{Clause, PredKind, Predicate, Premise, Shape, Term, Type};
use rustc_hash::FxHashMap;

/// Up to this many backward goals of a rule are tried in every order.
const MAX_ORDERED: usize = 6;

/// A set of arguments, by position.
pub type Known = u64;

/// How good a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// The search ends.
    Finite,
    /// All answers have values, but the search may not end by itself.
    Unsure,
}

/// The questions that may be asked of each backward predicate.
#[derive(Debug, Clone, Default)]
pub struct Modes {
    modes: FxHashMap<(PredId, Known), Mode>,
    /// The questions that were examined, in order.
    asked: Vec<(PredId, Known)>,
    /// Predicates with nothing but ground facts: they may be asked anything.
    tables: Vec<bool>,
}

impl Modes {
    /// Whether a predicate can be asked when these arguments are known.
    pub fn mode(&self, predicate: PredId, known: Known) -> Option<Mode> {
        if self.is_table(predicate) {
            return Some(Mode::Finite);
        }
        self.modes.get(&(predicate, known)).copied()
    }

    /// The best question to ask when these arguments are known: with all of them, or with some of
    /// them if only that has been examined. The search ends if any of them says so.
    pub fn best(&self, predicate: PredId, known: Known) -> Option<(Known, Mode)> {
        if let Some(mode) = self.mode(predicate, known) {
            return Some((known, mode));
        }
        let fits = |(p, asked): &(PredId, Known)| *p == predicate && asked & !known == 0;
        let asked = self.asked.iter().filter(|q| fits(q));
        let judged = asked.filter_map(|q| Some((q.1, *self.modes.get(q)?)));
        judged.min_by_key(|(asked, mode)| (*mode, std::cmp::Reverse(asked.count_ones()), *asked))
    }

    /// Whether a predicate has nothing but ground facts.
    pub fn is_table(&self, predicate: PredId) -> bool {
        self.tables.get(predicate.index()).copied().unwrap_or(false)
    }
}

/// Which variables have a value.
#[derive(Debug, Clone, Default)]
pub struct Bound(Vec<bool>);

impl Bound {
    /// Nothing is known of `n` variables.
    pub fn new(n: usize) -> Bound {
        Bound(vec![false; n])
    }

    /// Whether a variable has a value.
    pub fn has(&self, variable: VarId) -> bool {
        self.0[variable.index()]
    }

    /// Gives a value to a variable.
    pub fn bind(&mut self, variable: VarId) {
        self.0[variable.index()] = true;
    }

    /// Whether a term has a value.
    pub fn knows(&self, term: &Term) -> bool {
        let mut all = true;
        term.each_variable(&mut |v| all &= self.has(v));
        all
    }

    /// Gives values to all variables of a premise.
    pub fn bind_all(&mut self, premise: &Premise) {
        premise.each_variable(&mut |v| self.0[v.index()] = true);
    }

    /// The arguments that are known.
    pub fn known(&self, arguments: &[Term]) -> Known {
        let known = arguments
            .iter()
            .take(64)
            .enumerate()
            .filter(|(_, a)| self.knows(a));
        known.fold(0, |mask, (i, _)| mask | 1 << i)
    }
}

/// Finds the modes of a program: those that its rules ask for, and those that these ask for.
pub(crate) struct Analysis<'p> {
    types: &'p [Type],
    predicates: &'p [Predicate],
    clauses: &'p [Clause],
    /// The clauses of each predicate that are more than ground facts.
    of: Vec<Vec<usize>>,
    /// Which predicates each predicate can come to ask.
    group: Vec<usize>,
    tables: Vec<bool>,
    fine: FxHashMap<(PredId, Known), bool>,
    asked: Vec<(PredId, Known)>,
}

impl<'p> Analysis<'p> {
    pub(crate) fn new(
        types: &'p [Type],
        predicates: &'p [Predicate],
        clauses: &'p [Clause],
    ) -> Analysis<'p> {
        let mut of = vec![Vec::new(); predicates.len()];
        for (i, clause) in clauses.iter().enumerate() {
            let fact = clause.goals.is_empty() && clause.variables.is_empty();
            if !fact {
                of[clause.head.predicate.index()].push(i);
            }
        }
        let tables = predicates
            .iter()
            .zip(&of)
            .map(|(p, of)| p.kind == PredKind::Derived && of.is_empty())
            .collect();
        let group = groups(predicates.len(), clauses);
        let (fine, asked) = (FxHashMap::default(), Vec::new());
        Analysis {
            types,
            predicates,
            clauses,
            of,
            group,
            tables,
            fine,
            asked,
        }
    }

    /// Notes a question, and whether it is fine as far as is known.
    pub(crate) fn ask(&mut self, predicate: PredId, known: Known) -> bool {
        if self.tables[predicate.index()] {
            return true;
        }
        let asked = &mut self.asked;
        *self.fine.entry((predicate, known)).or_insert_with(|| {
            asked.push((predicate, known));
            true
        })
    }

    /// Binds what can be bound, in any order; leaves in `left` the goals that never get ready.
    pub(crate) fn solve(&mut self, goals: &[Premise], bound: &mut Bound, left: &mut Vec<usize>) {
        left.clear();
        for (i, goal) in goals.iter().enumerate() {
            match goal {
                Premise::Derived(_) | Premise::Same(..) | Premise::Differ(..) => left.push(i),
                _ => bound.bind_all(goal),
            }
        }
        self.explore(goals, bound, left);
        while let Some(at) = left.iter().position(|i| self.ready(&goals[*i], bound)) {
            bound.bind_all(&goals[left.remove(at)]);
        }
    }

    /// Asks every question that some order of the goals leads to: which order is best shows only
    /// when all questions are settled. (With many goals, only those of one order.)
    fn explore(&mut self, goals: &[Premise], bound: &Bound, left: &[usize]) {
        let derived = left
            .iter()
            .filter(|i| matches!(goals[**i], Premise::Derived(_)))
            .count();
        if !(2..=MAX_ORDERED).contains(&derived) || left.len() > 2 * MAX_ORDERED {
            return;
        }
        let mut seen = vec![false; 1 << left.len()];
        let mut open = vec![(0usize, bound.clone())];
        while let Some((solved, bound)) = open.pop() {
            for (at, i) in left.iter().enumerate() {
                let with = solved | 1 << at;
                if solved == with || !self.ready(&goals[*i], &bound) || seen[with] {
                    continue;
                }
                seen[with] = true;
                let mut bound = bound.clone();
                bound.bind_all(&goals[*i]);
                open.push((with, bound));
            }
        }
    }

    fn ready(&mut self, goal: &Premise, bound: &Bound) -> bool {
        match goal {
            Premise::Derived(atom) => self.ask(atom.predicate, bound.known(&atom.arguments)),
            Premise::Same(left, right) => bound.knows(left) || bound.knows(right),
            Premise::Differ(left, right) => bound.knows(left) && bound.knows(right),
            _ => true,
        }
    }

    /// Settles every question that has been asked.
    pub(crate) fn run(&mut self) {
        loop {
            let (mut changed, before) = (false, self.asked.len());
            for i in 0..self.asked.len() {
                let question = self.asked[i];
                if self.fine[&question] && !self.holds(question) {
                    self.fine.insert(question, false);
                    changed = true;
                }
            }
            if !changed && self.asked.len() == before {
                return;
            }
        }
    }

    fn holds(&mut self, (predicate, known): (PredId, Known)) -> bool {
        let clauses = self.clauses;
        let mut left = Vec::new();
        self.of[predicate.index()].clone().into_iter().all(|i| {
            let clause = &clauses[i];
            let mut bound = given(clause, known);
            self.solve(&clause.goals, &mut bound, &mut left);
            left.is_empty() && clause.head.arguments.iter().all(|a| bound.knows(a))
        })
    }

    /// The modes that hold, with a judgement on which of them end.
    pub(crate) fn finish(self) -> Modes {
        let mut finite: FxHashMap<(PredId, Known), bool> = FxHashMap::default();
        for question in &self.asked {
            if self.fine[question] {
                finite.insert(*question, true);
            }
        }
        loop {
            let mut changed = false;
            for question in &self.asked {
                if finite.get(question) == Some(&true) && !self.ends(*question, &finite) {
                    finite.insert(*question, false);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let modes = self.asked.iter().filter_map(|question| {
            let mode = if *finite.get(question)? {
                Mode::Finite
            } else {
                Mode::Unsure
            };
            Some((*question, mode))
        });
        let modes = modes.collect();
        Modes {
            modes,
            asked: self.asked,
            tables: self.tables,
        }
    }

    fn ends(
        &self,
        (predicate, known): (PredId, Known),
        finite: &FxHashMap<(PredId, Known), bool>,
    ) -> bool {
        self.of[predicate.index()].iter().all(|i| {
            let clause = &self.clauses[*i];
            let mut bound = given(clause, known);
            let mut left: Vec<&Premise> = Vec::new();
            for goal in &clause.goals {
                match goal {
                    Premise::Derived(_) | Premise::Same(..) | Premise::Differ(..) => {
                        left.push(goal);
                    }
                    _ => bound.bind_all(goal),
                }
            }
            let ready = |goal: &Premise, bound: &Bound| match goal {
                Premise::Derived(atom) => {
                    let asks = bound.known(&atom.arguments);
                    let ends = self.tables[atom.predicate.index()]
                        || finite.get(&(atom.predicate, asks)) == Some(&true);
                    ends && self.shrinks(clause, known, atom, asks)
                }
                Premise::Same(l, r) => bound.knows(l) || bound.knows(r),
                Premise::Differ(l, r) => bound.knows(l) && bound.knows(r),
                _ => true,
            };
            some_order(&left, bound, &ready)
        })
    }

    /// Whether a goal is no recursion, or one over finite types, or one about smaller terms: each
    /// known argument of an infinite type is part of a known argument of the head, and one of them
    /// is a proper part.
    fn shrinks(
        &self,
        clause: &Clause,
        known: Known,
        goal: &crate::program::Atom,
        asks: Known,
    ) -> bool {
        let head = &clause.head;
        if self.group[head.predicate.index()] != self.group[goal.predicate.index()] {
            return true;
        }
        let infinite = |p: PredId, i: usize| {
            // A type that was not found has been reported; it counts as infinite.
            let ty = self
                .types
                .get(self.predicates[p.index()].arguments[i].index());
            ty.is_none_or(|t| matches!(t.shape, Shape::Peano { .. } | Shape::Infinite))
        };
        let all = |p: PredId| 0..self.predicates[p.index()].arguments.len();
        if !all(goal.predicate).any(|i| infinite(goal.predicate, i)) {
            return true;
        }
        let given: Vec<&Term> = all(head.predicate)
            .filter(|i| known & 1 << i != 0 && infinite(head.predicate, *i))
            .map(|i| &head.arguments[i])
            .collect();
        let mut smaller = false;
        for i in all(goal.predicate) {
            if asks & 1 << i == 0 || !infinite(goal.predicate, i) {
                continue;
            }
            let argument = &goal.arguments[i];
            if argument.is_ground() && given.is_empty() {
                continue;
            }
            if given.iter().any(|g| part_of(argument, g, true)) {
                smaller = true;
            } else if !given.contains(&argument) {
                return false;
            }
        }
        smaller
    }
}

/// Whether the goals can be solved in some order, each when it is ready. Many goals are tried in
/// one order only.
fn some_order(goals: &[&Premise], bound: Bound, ready: &dyn Fn(&Premise, &Bound) -> bool) -> bool {
    let few = goals.len() <= 2 * MAX_ORDERED;
    let mut seen = vec![false; if few { 1 << goals.len() } else { 0 }];
    let mut open = vec![(vec![false; goals.len()], bound)];
    while let Some((solved, bound)) = open.pop() {
        if solved.iter().all(|s| *s) {
            return true;
        }
        for (at, goal) in goals.iter().enumerate() {
            if solved[at] || !ready(goal, &bound) {
                continue;
            }
            let (mut solved, mut bound) = (solved.clone(), bound.clone());
            solved[at] = true;
            bound.bind_all(goal);
            let number = solved.iter().rev().fold(0, |n, s| n << 1 | usize::from(*s));
            if !few || !std::mem::replace(&mut seen[number], true) {
                open.push((solved, bound));
            }
            if !few {
                break;
            }
        }
    }
    false
}

/// The variables that the known arguments of a head give values to.
fn given(clause: &Clause, known: Known) -> Bound {
    let mut bound = Bound::new(clause.variables.len());
    for (i, argument) in clause.head.arguments.iter().enumerate().take(64) {
        if known & 1 << i != 0 {
            argument.each_variable(&mut |v| bound.bind(v));
        }
    }
    bound
}

/// Whether `part` is inside of `whole`, or equal to it unless it has to be `proper`.
fn part_of(part: &Term, whole: &Term, proper: bool) -> bool {
    if !proper && part == whole {
        return true;
    }
    match (part, whole) {
        (Term::Variable(v), Term::Plus(w, _)) => v == w,
        (Term::Plus(v, m), Term::Plus(w, n)) => v == w && m < n,
        (Term::Number(m), Term::Number(n)) => m < n,
        (_, Term::Apply(_, arguments)) => arguments.iter().any(|a| part_of(part, a, false)),
        _ => false,
    }
}

/// For each predicate the number of its group; two predicates that can ask each other share one.
/// (Strongly connected components of "asks", by repeated depth-first search without recursion.)
fn groups(count: usize, clauses: &[Clause]) -> Vec<usize> {
    let mut asks = vec![Vec::new(); count];
    let mut asked_by = vec![Vec::new(); count];
    for clause in clauses {
        for goal in &clause.goals {
            if let Premise::Derived(atom) = goal {
                let (from, to) = (clause.head.predicate.index(), atom.predicate.index());
                asks[from].push(to);
                asked_by[to].push(from);
            }
        }
    }
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    for start in 0..count {
        let mut open = vec![(start, 0)];
        while let Some((node, next)) = open.pop() {
            if next == 0 && std::mem::replace(&mut seen[node], true) {
                continue;
            }
            match asks[node].get(next) {
                Some(child) => open.extend([(node, next + 1), (*child, 0)]),
                None => order.push(node),
            }
        }
    }
    let mut group = vec![usize::MAX; count];
    for root in order.into_iter().rev() {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if group[node] == usize::MAX {
                group[node] = root;
                open.extend(&asked_by[node]);
            }
        }
    }
    group
}

/// Which derived predicates depend on the position.
pub(crate) fn reads_position(predicates: usize, clauses: &[Clause]) -> Vec<bool> {
    let mut reads = vec![false; predicates];
    loop {
        let mut changed = false;
        for clause in clauses {
            let head = clause.head.predicate.index();
            let now = clause.goals.iter().any(|goal| match goal {
                Premise::Derived(atom) => reads[atom.predicate.index()],
                other => other.in_position(),
            });
            if now && !reads[head] {
                reads[head] = true;
                changed = true;
            }
        }
        if !changed {
            return reads;
        }
    }
}
