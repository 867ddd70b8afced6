//! Modes: which queries a derived predicate can answer. A query is a predicate with the set of its known
//! arguments; the answers give the others. (Mode inference, as for Prolog in Debray and Warren, "Automatic
//! mode inference for logic programs", 1988.)
//!
//! A query is valid if each rule of its predicate, begun with the known arguments, can solve its goals in
//! some order and ends with every argument known. The valid queries are the greatest fixed point of
//! that definition, computed for those that the program needs. A query is also *finite* if each recursive
//! call is about smaller terms, or about finitely many: such queries are preferred, which is why `times`
//! answers in either order of its goals.

mod bound;
mod depends;
mod readiness;

use crate::ids::{PredId, VarId};
use crate::program::{Atom, Block, Clause, Operator, PredKind, Predicate, Premise, Term, Type};
use rustc_hash::FxHashMap;

pub use bound::{Bound, Known};
pub(crate) use depends::{component_of, depending, groups, reads_position};

/// Whether a valid query terminates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// The search ends.
    Finite,
    /// All answers have values, but the search may not end by itself.
    Unsure,
}

/// The valid queries of each derived predicate.
#[derive(Debug, Clone, Default)]
pub struct Modes {
    modes: FxHashMap<ModedQuery, Mode>,
    /// The queries that were examined, in order.
    queries: Vec<ModedQuery>,
    /// Predicates with nothing but ground facts: every query is valid.
    tables: Vec<bool>,
}

impl Modes {
    /// The mode of the query with these arguments known; `None` if it is not valid.
    pub fn mode(&self, predicate: PredId, known: Known) -> Option<Mode> {
        if self.is_table(predicate) {
            return Some(Mode::Finite);
        }
        self.modes.get(&(predicate, known)).copied()
    }

    /// The best query when these arguments are known: the one with all of them, or with some of them if
    /// only that has been examined.
    pub fn best(&self, predicate: PredId, known: Known) -> Option<(Known, Mode)> {
        if let Some(mode) = self.mode(predicate, known) {
            return Some((known, mode));
        }
        // A query that knows less gives a superset of the answers, which the caller filters.
        // Of those that were examined, prefer one that ends, then the one that knows most.
        let fits = |(p, needs): &&ModedQuery| *p == predicate && needs & !known == 0;
        let fitting = self.queries.iter().filter(fits);
        let valid = fitting.filter_map(|q| Some((q.1, *self.modes.get(q)?)));
        valid.min_by_key(|(needs, mode)| (*mode, std::cmp::Reverse(needs.count_ones()), *needs))
    }

    /// The valid queries of a predicate with their modes, in the order in which they came up.
    pub fn queries(&self, predicate: PredId) -> impl Iterator<Item = (Known, Mode)> {
        let queries = self.queries.iter().filter(move |(p, _)| *p == predicate);
        queries.filter_map(|q| Some((q.1, *self.modes.get(q)?)))
    }

    /// Whether a predicate has nothing but ground facts.
    pub fn is_table(&self, predicate: PredId) -> bool {
        self.tables.get(predicate.index()).copied().unwrap_or(false)
    }
}

/// A predicate with the set of its known arguments.
type ModedQuery = (PredId, Known);

/// Finds the modes of a program: those that its rules ask for, and those that these ask for.
pub(crate) struct Analysis<'p> {
    types: &'p [Type],
    predicates: &'p [Predicate],
    clauses: &'p [Clause],
    /// The clauses of each predicate that are more than ground facts.
    of: Vec<Vec<usize>>,
    /// Which predicates can ask each other.
    group: Vec<usize>,
    tables: Vec<bool>,
    /// Every query so far, with its number.
    numbers: FxHashMap<ModedQuery, usize>,
    queries: Vec<QueryModes>,
}

/// What is known about a query.
struct QueryModes {
    query: ModedQuery,
    /// Whether it is valid, as far as is known.
    fine: bool,
    /// Whether its search ends, as far as is known.
    finite: bool,
    /// The queries whose validity rests on this one.
    dependants: Vec<usize>,
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
        Analysis {
            types,
            predicates,
            clauses,
            of,
            group: depends::groups(predicates.len(), clauses),
            tables,
            numbers: FxHashMap::default(),
            queries: Vec::new(),
        }
    }

    /// Binds what can be bound, in any order; returns the goals that never get ready.
    pub(crate) fn solve(&mut self, goals: &[Premise], bound: &mut Bound) -> Vec<usize> {
        self.order(goals, bound, None)
    }

    /// The same, on behalf of a query.
    fn order(
        &mut self,
        goals: &[Premise],
        bound: &mut Bound,
        dependant: Option<usize>,
    ) -> Vec<usize> {
        let asks = |goal: &Premise| match goal {
            Premise::Derived(atom) => !self.tables[atom.predicate.index()],
            _ => false,
        };
        let asks = goals.iter().any(asks);
        let mut ask = |atom: &Atom, bound: &Bound, dependant| {
            self.tables[atom.predicate.index()]
                || self.ask((atom.predicate, bound.known(&atom.arguments)), dependant)
        };
        let stuck = stuck(goals, &mut |atom, bound| ask(atom, bound, dependant));
        let mut ready = |goal: &Premise, bound: &Bound, dependant| match goal {
            Premise::Derived(atom) => ask(atom, bound, dependant),
            other => comparable(other, bound) && !is_stuck(other, &stuck),
        };
        if asks {
            readiness::earlier(goals, bound, |goal, bound| ready(goal, bound, None));
            let some =
                readiness::some_order(goals, bound, |goal, bound| ready(goal, bound, dependant));
            if some == Some(true) {
                goals.iter().for_each(|goal| bound.bind_all(goal));
                return Vec::new();
            }
        }
        readiness::solve(goals, bound, |goal, bound| ready(goal, bound, dependant))
    }

    /// Registers a query; whether it is valid as far as is known.
    fn ask(&mut self, query: ModedQuery, dependant: Option<usize>) -> bool {
        if self.tables[query.0.index()] {
            return true;
        }
        let next = self.queries.len();
        let number = *self.numbers.entry(query).or_insert(next);
        if number == next {
            self.queries.push(QueryModes {
                query,
                fine: true,
                finite: true,
                dependants: Vec::new(),
            });
            // Testing one atom of the predicate, with every argument known, is always a candidate.
            let arguments = self.predicates[query.0.index()].arguments.len().min(64);
            let all = (0..arguments).fold(0, |known, i| known | 1 << i);
            self.ask((query.0, all), None);
        }
        let query = &mut self.queries[number];
        if let Some(dependant) = dependant
            && query.fine
            && query.dependants.last() != Some(&dependant)
        {
            query.dependants.push(dependant);
        }
        query.fine
    }

    /// How many queries there are so far.
    pub(crate) fn query_count(&self) -> usize {
        self.queries.len()
    }

    /// Decides every query so far: begins with all of them valid, and strikes out those that are not, and
    /// whatever rested on them.
    pub(crate) fn run(&mut self) {
        // A worklist for the greatest fixed point: a query that fails is struck out once,
        // and only those that rest on it are judged again. Judging may ask new queries,
        // which begin as fine. Each query is judged once, and again for each query it rests
        // on that fails.
        let mut open: Vec<usize> = (0..self.queries.len()).collect();
        let mut known = open.len();
        while let Some(number) = open.pop() {
            if self.queries[number].fine && !self.holds(number) {
                self.queries[number].fine = false;
                open.append(&mut self.queries[number].dependants);
            }
            open.extend(known..self.queries.len());
            known = self.queries.len();
        }
    }

    /// The clause because of which a query is not valid, and a variable that it leaves without a value.
    pub(crate) fn culprit(&mut self, atom: &Atom, bound: &Bound) -> Option<(usize, VarId)> {
        let known = bound.known(&atom.arguments);
        let clauses = self.clauses;
        let of = self.of[atom.predicate.index()].clone();
        of.into_iter().find_map(|i| {
            let clause = &clauses[i];
            let mut bound = Bound::given(clause, known);
            let left = self.solve(&clause.goals, &mut bound);
            let mut missing = None;
            let mut note = |v: VarId| {
                if !bound.has(v) && missing.is_none() {
                    missing = Some(v);
                }
            };
            for i in left {
                clause.goals[i].each_variable(&mut note);
            }
            clause.head.each_variable(&mut note);
            missing.map(|v| (i, v))
        })
    }

    fn holds(&mut self, number: usize) -> bool {
        let (predicate, known) = self.queries[number].query;
        let clauses = self.clauses;
        let of = std::mem::take(&mut self.of[predicate.index()]);
        let holds = of.iter().all(|i| {
            let clause = &clauses[*i];
            let mut bound = Bound::given(clause, known);
            let left = self.order(&clause.goals, &mut bound, Some(number));
            left.is_empty() && clause.head.arguments.iter().all(|a| bound.knows(a))
        });
        self.of[predicate.index()] = of;
        holds
    }

    /// The modes that hold, with a judgement on which of them end.
    pub(crate) fn finish(mut self) -> Modes {
        let mut open: Vec<usize> = (0..self.queries.len()).collect();
        // The same worklist again, for termination among the valid queries.
        for query in &mut self.queries {
            query.finite = query.fine;
            query.dependants.clear();
        }
        while let Some(number) = open.pop() {
            if self.queries[number].finite && !self.ends(number) {
                self.queries[number].finite = false;
                open.append(&mut self.queries[number].dependants);
            }
        }
        let valid = self.queries.iter().filter(|q| q.fine);
        let modes = valid.map(|q| {
            let mode = if q.finite { Mode::Finite } else { Mode::Unsure };
            (q.query, mode)
        });
        let modes = modes.collect();
        let queries = self.queries.iter().map(|q| q.query).collect();
        Modes { modes, queries, tables: self.tables }
    }

    fn ends(&mut self, number: usize) -> bool {
        let (predicate, known) = self.queries[number].query;
        let clauses = self.clauses;
        let of = std::mem::take(&mut self.of[predicate.index()]);
        let ends = of.iter().all(|i| {
            let clause = &clauses[*i];
            let mut bound = Bound::given(clause, known);
            // Each order of goals is tried as in `holds`, but a recursive goal is ready
            // only if its call is smaller.
            // What stands in a block is worked out before, so it is never a recursion.
            let stuck = stuck(&clause.goals, &mut |atom, bound| {
                self.rests_on((atom.predicate, bound.known(&atom.arguments)), number)
            });
            let mut ready = |goal: &Premise, bound: &Bound| match goal {
                Premise::Derived(atom) => {
                    let asks = bound.known(&atom.arguments);
                    self.rests_on((atom.predicate, asks), number)
                        && self.shrinks(clause, known, atom, asks)
                }
                other => comparable(other, bound) && !is_stuck(other, &stuck),
            };
            let some = readiness::some_order(&clause.goals, &bound, &mut ready);
            some.unwrap_or_else(|| {
                readiness::solve(&clause.goals, &mut bound, &mut ready).is_empty()
            })
        });
        self.of[predicate.index()] = of;
        ends
    }

    /// Whether a query terminates, as far as is known; if so, the dependant rests on that.
    fn rests_on(&mut self, query: ModedQuery, dependant: usize) -> bool {
        if self.tables[query.0.index()] {
            return true;
        }
        let Some(number) = self.numbers.get(&query) else {
            return false;
        };
        let query = &mut self.queries[*number];
        if query.finite && query.dependants.last() != Some(&dependant) {
            query.dependants.push(dependant);
        }
        query.finite
    }

    /// Whether a goal is no recursion, or one over finite types, or one about smaller terms: each
    /// known argument of an infinite type is part of a known argument of the head, and one of them
    /// is a proper part.
    fn shrinks(&self, clause: &Clause, known: Known, goal: &Atom, asks: Known) -> bool {
        let head = &clause.head;
        if self.group[head.predicate.index()] != self.group[goal.predicate.index()] {
            return true;
        }
        let infinite = |p: PredId, i: usize| {
            // A type that was not found has been reported; it counts as infinite.
            let ty = self.types.get(self.predicates[p.index()].arguments[i].index());
            ty.is_none_or(|t| !t.shape.is_finite())
        };
        let all = |p: PredId| 0..self.predicates[p.index()].arguments.len();
        if !all(goal.predicate).any(|i| infinite(goal.predicate, i)) {
            return true;
        }
        // Termination by the subterm order: along a cycle of calls no known argument grows,
        // and one of them shrinks, so there is no infinite chain of calls. (Size-change
        // termination in its simplest form; Lee, Jones and Ben-Amram, 2001.)
        let given: Vec<&Term> = all(head.predicate)
            .filter(|i| bound::has(known, *i) && infinite(head.predicate, *i))
            .map(|i| &head.arguments[i])
            .collect();
        let mut smaller = false;
        for i in all(goal.predicate) {
            if !bound::has(asks, i) || !infinite(goal.predicate, i) {
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

/// Whether a goal that is no atom of a derived predicate can be judged.
pub(super) fn comparable(goal: &Premise, bound: &Bound) -> bool {
    match goal {
        Premise::Same(left, right) => bound.knows(left) || bound.knows(right),
        Premise::Differ(left, right) | Premise::Less { left, right, .. } => {
            bound.knows(left) && bound.knows(right)
        }
        Premise::Compute { target, operator, left, right } => {
            let known = (bound.knows(left), bound.knows(right), bound.has(*target));
            let single = |t: &Term| matches!(t, Term::Variable(_) | Term::Number(_));
            let back = matches!(operator, Operator::Plus | Operator::Minus);
            match known {
                (true, true, _) => true,
                (true, false, true) => back && single(right),
                (false, true, true) => back && single(left),
                _ => false,
            }
        }
        Premise::Not(_) => {
            let mut all = true;
            goal.each_variable(&mut |v| all &= bound.has(v));
            all
        }
        Premise::Aggregate { value, block, .. } => {
            let mut all = true;
            let mut note = |v: VarId| all &= v.index() >= block.outer || bound.has(v);
            block.each_outer_variable(&mut note);
            value.iter().for_each(|value| value.each_variable(&mut note));
            all
        }
        _ => true,
    }
}

/// The goals with blocks that cannot be solved, even if everything from outside is known; `ask`
/// says whether a query is valid. Each block is looked into once, so that blocks
/// in blocks in blocks take no longer than they are long.
fn stuck<'g>(goals: &'g [Premise], ask: &mut dyn FnMut(&Atom, &Bound) -> bool) -> Vec<&'g Premise> {
    let solves = |goal: &Premise, ask: &mut dyn FnMut(&Atom, &Bound) -> bool| {
        let Some(block) = goal.block() else {
            return true;
        };
        let mut bound = Bound::inside(block);
        let left = inside(block, &mut bound, ask);
        left.is_empty() && unvalued(goal, &bound).is_none()
    };
    goals.iter().filter(|goal| !solves(goal, ask)).collect()
}

/// Binds what a block can bind; returns its premises that never get ready.
fn inside(
    block: &Block,
    bound: &mut Bound,
    ask: &mut dyn FnMut(&Atom, &Bound) -> bool,
) -> Vec<usize> {
    let stuck = stuck(&block.premises, ask);
    let mut ready = |goal: &Premise, bound: &Bound| match goal {
        Premise::Derived(atom) => ask(atom, bound),
        other => comparable(other, bound) && !is_stuck(other, &stuck),
    };
    readiness::earlier(&block.premises, bound, &mut ready);
    readiness::some_order(&block.premises, bound, &mut ready);
    readiness::solve(&block.premises, bound, &mut ready)
}

fn is_stuck(goal: &Premise, stuck: &[&Premise]) -> bool {
    stuck.iter().any(|other| std::ptr::eq(*other, goal))
}

/// A variable of what an aggregate adds up that its block gives no value to.
pub(crate) fn unvalued(goal: &Premise, bound: &Bound) -> Option<VarId> {
    let Premise::Aggregate { value: Some(value), .. } = goal else {
        return None;
    };
    let mut missing = None;
    value.each_variable(&mut |v| {
        if !bound.has(v) {
            missing.get_or_insert(v);
        }
    });
    missing
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

#[cfg(test)]
mod tests {
    use super::Mode::{self, Finite, Unsure};
    use crate::check;

    const ARITHMETIC: &str = "nat : type. z : nat. s nat : nat. c nat nat nat : pred.
        plus nat nat nat : bwd.
        plus z N N.
        plus (s N) M (s P) <- plus N M P.
        times nat nat nat : bwd.
        times z _ z.
        times (s N) M P <- plus M Q P <- times N M Q.\n";

    /// The mode of a query in a program that makes it like this: a letter for each
    /// argument, upper case if it is known.
    #[track_caller]
    fn mode(program: &str, predicate: &str, asked: &str) -> Option<Mode> {
        let given: Vec<&str> =
            ["A", "B", "C"].into_iter().map(|v| if asked.contains(v) { v } else { "_" }).collect();
        let arguments: Vec<String> = asked.split(' ').map(str::to_uppercase).collect();
        let rule = format!(
            "stage go = {{ r : c {} * {predicate} {} -o . }}",
            given.join(" "),
            arguments.join(" ")
        );
        let text = format!("{program}{rule} #trace _ go {{ c 1 2 3 }}.");
        let checked = check(&text, &crate::Options::default());
        let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        let stuck = checked.diagnostics.iter().any(|d| d.code.0.id == "W0020");
        assert_eq!(stuck, !program.rules()[0].unsolved.is_empty());
        if stuck {
            return None;
        }
        let id = program.predicates().iter().position(|p| p.name == predicate);
        let id = crate::PredId::new(id.expect("the predicate is declared"));
        let letters = asked.split(' ').enumerate();
        let known = letters.filter(|(_, l)| l.chars().all(char::is_uppercase));
        program.modes().mode(id, known.fold(0, |mask, (i, _)| mask | 1 << i))
    }

    #[test]
    fn addition_runs_forwards_backwards_and_both_ways() {
        assert_eq!(mode(ARITHMETIC, "plus", "A B C"), Some(Finite));
        assert_eq!(mode(ARITHMETIC, "plus", "A B c"), Some(Finite), "add");
        assert_eq!(mode(ARITHMETIC, "plus", "A b C"), Some(Finite), "subtract");
        assert_eq!(mode(ARITHMETIC, "plus", "a B C"), Some(Finite), "subtract");
        assert_eq!(mode(ARITHMETIC, "plus", "a b C"), Some(Finite), "take apart");
        assert_eq!(mode(ARITHMETIC, "plus", "A b c"), None, "nothing tells b");
        assert_eq!(mode(ARITHMETIC, "plus", "a B c"), Some(Unsure), "0 + B, 1 + B, and so on");
        assert_eq!(mode(ARITHMETIC, "plus", "a b c"), None);
    }

    #[test]
    fn multiplication_ends_in_either_order_of_its_goals() {
        assert_eq!(mode(ARITHMETIC, "times", "A B c"), Some(Finite));
        let swapped = ARITHMETIC.replace("plus M Q P <- times N M Q", "times N M Q <- plus M Q P");
        assert_eq!(mode(&swapped, "times", "A B c"), Some(Finite));
        assert_eq!(mode(ARITHMETIC, "times", "a b C"), None, "anything times zero is zero");
    }

    #[test]
    fn what_grows_is_unsure_and_tables_are_not() {
        let count = "nat : type. z : nat. s nat : nat. c nat nat nat : pred.
            up nat nat : bwd. up N N. up N M <- up (s N) M.
            three nat : bwd. three 3.\n";
        assert_eq!(mode(count, "up", "A b"), Some(Unsure), "counts for ever");
        assert_eq!(mode(count, "three", "a"), Some(Finite), "a table");
    }

    #[test]
    fn a_rule_of_many_goals_asks_only_what_can_be_answered() {
        // In which order these goals are taken shows only when the valid queries are known.
        let text = "nat : type. z : nat. s nat : nat. p nat : pred. q nat : pred.
            most nat nat : bwd. most z _. most (s N) (s M) <- most N M.
            below nat nat : bwd. below z (s _). below (s N) (s M) <- below N M.
            plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P.
            stage go = {
              r : p A * p B * below D E * plus C 1 A * most A 4 * most 1 A * most C 4 *
                most 1 C * B = D + 1 * most B 4 * most 1 B * E = C + 1 -o q E.
            }
            #trace _ go { p 1, p 2 }.";
        let checked = check(text, &crate::Options::default());
        let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
        let below = program.predicates().iter().position(|p| p.name == "below");
        let below = crate::PredId::new(below.expect("it is declared"));
        assert_eq!(program.modes().mode(below, 0b01), None, "there is no greatest number");
        assert_eq!(program.modes().mode(below, 0b11), Some(Finite));
    }

    #[test]
    fn recursion_over_finite_types_ends() {
        let paths =
            "t : type. x : t. y : t. nat : type. z : nat. s nat : nat. c nat nat nat : pred.
            edge t t : bwd. edge x y. edge y x.
            path t t : bwd. path X Y <- edge X Y. path X Z <- path X Y <- edge Y Z.\n";
        assert_eq!(mode(paths, "path", "a b"), Some(Finite));
    }
}
