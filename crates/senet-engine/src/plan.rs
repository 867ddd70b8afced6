//! Plans: in which order the premises of a rule are matched, and by which index.
//!
//! A plan is made once for a rule, once more for each premise that a new atom may match first, and
//! once for each way in which a backward rule is asked. `order.rs` chooses the order.
//!
//! A plan is a left-deep nested-loop join with an index for every step, as a database plans a
//! conjunctive query. The plans that begin with a new atom are the delta rules of semi-naive evaluation
//! (Bancilhon, 1986): the one for premise `k` leaves out matches of the new atom by premises before
//! `k`, because their own plans have found those (`avoid`), so that each match is found once.

mod order;
pub(crate) mod survey;
pub(crate) mod usual;

use crate::plan::order::Estimate;
use crate::plan::survey::{Backward, Survey};
use crate::plan::usual::Usual;
use crate::relation::{Domain, IndexSpec, Layout};
use crate::rule_plan::{Need, needs, shares};
use crate::solve::ClausePlan;
use rustc_hash::FxHashMap;
use senet_program::modes::{Bound, Known};
use senet_program::{
    Atom, Block, By as How, Clause, ConId, Operator, PredId, PredKind, Premise, Program, Term,
    TypeShape, VarId, Variable,
};
use senet_words::{Interner, Value};
use std::rc::Rc;
use std::sync::Arc;

/// A value that is known when it is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expr {
    Constant(Value),
    Variable(usize),
    Plus(usize, u64),
    Apply(ConId, Vec<Expr>),
}

/// What a value has to look like, and which variables it then gives a value to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// Anything; becomes the value of the variable.
    Bind(usize),
    /// A number of at least so much; the rest becomes the value of the variable.
    BindRest(usize, u64),
    /// This value.
    Is(Expr),
    /// A term of this constructor with such arguments.
    Apply(ConId, Vec<Pattern>),
}

/// A step of a plan.
#[derive(Debug, Clone)]
pub(crate) enum Op {
    /// Each fitting atom of a predicate.
    Scan(Scan),
    /// Each solution of a derived predicate.
    Solve { predicate: PredId, query: usize, key: Vec<Expr>, tests: Vec<(usize, Pattern)> },
    /// Each atom that the host may say.
    Sense { predicate: PredId, tests: Vec<(usize, Pattern)> },
    /// Two known values are the same, or differ.
    Compare { left: Expr, right: Expr, same: bool },
    /// A known value fits a pattern.
    Fit { value: Expr, pattern: Pattern },
    /// One known number is less than another, or the same if that is allowed.
    Less { left: Expr, right: Expr, or_same: bool },
    /// The result of an operation on known numbers, if it is between two bounds, fits a pattern.
    Compute { operator: Operator, left: Expr, right: Expr, result: Pattern, bounds: (u64, u64) },
    /// A block has no match.
    Not(Box<BlockPlan>),
    /// What the matches of a block give together, if it is between two bounds, fits a pattern.
    Aggregate {
        by: How,
        value: Option<Expr>,
        block: Box<BlockPlan>,
        result: Pattern,
        bounds: (u64, u64),
    },
}

impl Pattern {
    /// Calls `f` for each variable that it gives a value to.
    fn each_bound(&self, f: &mut impl FnMut(usize)) {
        match self {
            Pattern::Bind(v) | Pattern::BindRest(v, _) => f(*v),
            Pattern::Is(_) => {}
            Pattern::Apply(_, inner) => inner.iter().for_each(|p| p.each_bound(f)),
        }
    }
}

impl Op {
    /// Calls `f` for each variable that it gives a value to.
    pub(crate) fn each_bound(&self, f: &mut impl FnMut(usize)) {
        let tests = match self {
            Op::Scan(Scan { tests, .. }) | Op::Solve { tests, .. } | Op::Sense { tests, .. } => {
                tests
            }
            Op::Fit { pattern: one, .. }
            | Op::Compute { result: one, .. }
            | Op::Aggregate { result: one, .. } => return one.each_bound(f),
            Op::Compare { .. } | Op::Less { .. } | Op::Not(_) => return,
        };
        tests.iter().for_each(|(_, pattern)| pattern.each_bound(f));
    }

    /// This step, those of its block, and those of the blocks inside of that.
    pub(crate) fn with_inner(&self) -> impl Iterator<Item = &Op> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let next = open.pop()?;
            if let Op::Not(block) | Op::Aggregate { block, .. } = next {
                open.extend(&block.ops);
            }
            Some(next)
        })
    }
}

/// A block, ready: `not`, an aggregate, or the left side of a comprehension.
#[derive(Debug, Clone)]
pub(crate) struct BlockPlan {
    pub(crate) outer: usize,
    pub(crate) variables: usize,
    /// The premises that are matched against the position, in source order.
    pub(crate) needs: Vec<Need>,
    /// Whether two premises may be served by one atom.
    pub(crate) shares: bool,
    pub(crate) ops: Vec<Op>,
    /// The premises as the program has them, to explain a match.
    pub(crate) premises: Arc<[Premise]>,
}

/// A walk over the atoms of a predicate.
#[derive(Debug, Clone)]
pub(crate) struct Scan {
    pub(crate) predicate: PredId,
    /// Facts, or atoms of the position.
    pub(crate) facts: bool,
    pub(crate) by: By,
    pub(crate) tests: Vec<(usize, Pattern)>,
    /// Which of the match's rows this is; none for facts and in backward rules.
    pub(crate) slot: Option<usize>,
    /// Only persistent atoms.
    pub(crate) persistent: bool,
    /// Not the new atom: an earlier plan has been through the matches with that.
    pub(crate) avoid: bool,
}

/// How a walk finds its atoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum By {
    /// All of them.
    All,
    /// By all values.
    Row(Vec<Expr>),
    /// By the rows of an index under a key.
    Index(usize, Vec<Expr>),
}

/// A plan and the number of variables and rows that it fills.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    /// For plans that begin with a given atom: what it has to look like.
    pub(crate) given: Vec<(usize, Pattern)>,
    pub(crate) ops: Vec<Op>,
}

/// Makes plans, and notes the indexes that they need and the queries that they ask.
pub(crate) struct Planner<'p> {
    pub(crate) program: &'p Program,
    pub(crate) interner: &'p Interner,
    /// Layouts of position and fact tables, by predicate.
    pub(crate) layouts: Vec<Layout>,
    /// The clauses of each predicate.
    pub(crate) clauses: Vec<Vec<&'p Clause>>,
    /// Those among them that are no facts, once they were asked for.
    backward: Vec<Option<Rc<[Backward<'p>]>>>,
    /// Queries to derived predicates, and the number of each.
    pub(crate) queries: Vec<(PredId, Known)>,
    pub(crate) numbers: FxHashMap<(PredId, Known), usize>,
    estimates: FxHashMap<(PredId, Known), Option<Estimate>>,
    /// How many atoms of each predicate there usually are.
    usual: Usual,
}

impl<'p> Planner<'p> {
    pub(crate) fn new(program: &'p Program, interner: &'p Interner) -> Planner<'p> {
        // Constants of one type are numbered contiguously, so an index over them is a plain
        // array.
        let domain = |ty: &senet_program::TypeId| {
            let ty = program.ty(*ty);
            let (first, last) = (ty.constructors.iter().min()?, ty.constructors.iter().max()?);
            let size = last.index() - first.index() + 1;
            let constants = ty.shape == TypeShape::Constants;
            constants.then_some(Domain { first: u64::from(first.0), size })
        };
        let layouts = program
            .predicates()
            .iter()
            .map(|p| Layout {
                arity: p.arguments.len(),
                domains: p.arguments.iter().map(domain).collect(),
                indexes: Vec::new(),
                facts: p.kind == PredKind::Derived,
            })
            .collect();
        let mut clauses = vec![Vec::new(); program.predicates().len()];
        for clause in program.clauses() {
            clauses[clause.head.predicate.index()].push(clause);
        }
        Planner {
            program,
            interner,
            layouts,
            backward: vec![None; clauses.len()],
            clauses,
            queries: Vec::new(),
            numbers: FxHashMap::default(),
            estimates: FxHashMap::default(),
            usual: Usual::new(program),
        }
    }

    /// A plan for premises. `first` begins with an atom for that premise; `bound` is what is known
    /// before; `rows` says whether matched rows are wanted.
    pub(crate) fn plan(
        &mut self,
        survey: &Survey<'_>,
        mut bound: Bound,
        first: Option<usize>,
        rows: bool,
    ) -> Plan {
        let premises = survey.premises;
        // `bound` grows as operations are appended: the plan for a premise uses everything that
        // the premises before it bind, as key of an index where possible and as a filter
        // otherwise.
        let mut left: Vec<usize> = (0..premises.len()).collect();
        let mut given = Vec::new();
        if let Some(first) = first {
            let atom = premises[first].atom().expect("a plan begins with an atom");
            given = self.tests(atom, &mut bound, 0);
            left.retain(|i| *i != first);
        }
        let mut ops = Vec::with_capacity(left.len());
        for i in self.order(survey, left, &bound) {
            // A premise before the first one of the same predicate could match the new atom too.
            let avoid = first.is_some_and(|first| {
                i < first
                    && premises[i].in_position()
                    && premises[i].atom().map(|a| a.predicate)
                        == premises[first].atom().map(|a| a.predicate)
            });
            let slot = survey.slot(i).filter(|_| rows);
            let op = self.op(&premises[i], survey.variables, &mut bound, slot, avoid);
            ops.push(op);
        }
        Plan { given, ops }
    }

    fn op(
        &mut self,
        premise: &Premise,
        variables: &[Variable],
        bound: &mut Bound,
        slot: Option<usize>,
        avoid: bool,
    ) -> Op {
        match premise {
            Premise::Less { left, right, or_same } => {
                let (left, right) = (self.expr(left), self.expr(right));
                Op::Less { left, right, or_same: *or_same }
            }
            Premise::Compute { target, operator, left, right } => {
                self.compute(*target, *operator, (left, right), variables, bound)
            }
            Premise::Not(block) => Op::Not(Box::new(self.block(block, variables))),
            Premise::Aggregate { target, by, value, block } => {
                let bounds = self.bounds(target, variables);
                let value = value.as_ref().map(|value| self.expr(value));
                let block = Box::new(self.block(block, variables));
                Op::Aggregate { by: *by, value, block, result: self.pattern(target, bound), bounds }
            }
            Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                let persistent = matches!(premise, Premise::Persistent(_));
                Op::Scan(Scan { slot, persistent, avoid, ..self.scan(atom, bound, false) })
            }
            Premise::Derived(atom) if self.program.modes().is_table(atom.predicate) => {
                Op::Scan(self.scan(atom, bound, true))
            }
            Premise::Derived(atom) => {
                let known = bound.known(&atom.arguments);
                // The mode with the most known arguments: it restricts the search most, and
                // every table of answers is keyed by them.
                let best = self.program.modes().best(atom.predicate, known);
                let (known, _) = best.expect("a premise is planned when it is ready");
                let query = self.ask(atom.predicate, known);
                let key = self.key(atom, known);
                let tests = self.tests(atom, bound, known);
                Op::Solve { predicate: atom.predicate, query, key, tests }
            }
            Premise::Sense(atom) => {
                Op::Sense { predicate: atom.predicate, tests: self.tests(atom, bound, 0) }
            }
            Premise::Differ(left, right) => {
                Op::Compare { left: self.expr(left), right: self.expr(right), same: false }
            }
            Premise::Same(left, right) => {
                let (left, right) = if bound.knows(left) { (left, right) } else { (right, left) };
                let value = self.expr(left);
                let pattern = self.pattern(right, bound);
                Op::Fit { value, pattern }
            }
        }
    }

    /// A sum, solved for what is not known.
    fn compute(
        &mut self,
        target: VarId,
        operator: Operator,
        (left, right): (&Term, &Term),
        variables: &[Variable],
        bound: &mut Bound,
    ) -> Op {
        // The premise states `target = left ± right`. One of the three is unknown, and the
        // inverse operation computes it: `a + x = c` becomes `x = c - a`.
        let whole = Term::Variable(target);
        let (operator, a, b, solved) = match (operator, bound.knows(left), bound.knows(right)) {
            (Operator::Plus, false, _) => (Operator::Minus, &whole, right, left),
            (Operator::Plus, _, false) => (Operator::Minus, &whole, left, right),
            (Operator::Minus, false, _) => (Operator::Plus, &whole, right, left),
            (Operator::Minus, _, false) => (Operator::Minus, left, &whole, right),
            (operator, _, _) => (operator, left, right, &whole),
        };
        let bounds = self.bounds(solved, variables);
        let (left, right) = (self.expr(a), self.expr(b));
        Op::Compute { operator, left, right, result: self.pattern(solved, bound), bounds }
    }

    /// Between which numbers a variable may be.
    fn bounds(&self, term: &Term, variables: &[Variable]) -> (u64, u64) {
        match term {
            Term::Variable(v) => self.program.ty(variables[v.index()].ty).shape.bounds(),
            _ => (0, u64::MAX),
        }
    }

    /// A block, for when everything from outside is known.
    pub(crate) fn block(&mut self, block: &Block, outer: &[Variable]) -> BlockPlan {
        let variables: Vec<Variable> = outer.iter().chain(&block.locals).cloned().collect();
        let needs = needs(self, &block.premises);
        let shares = shares(&needs);
        // Blocks are planned with all outer variables bound, because the checker makes `not`
        // and aggregates safe (range-restricted): they run after the premises that bind them.
        let survey = self.survey(&block.premises, &variables);
        let ops = self.plan(&survey, Bound::inside(block), None, true).ops;
        let (outer, variables) = (block.outer, variables.len());
        BlockPlan { outer, variables, needs, shares, ops, premises: block.premises.clone().into() }
    }

    /// How to find facts of a predicate, the first of which is this clause.
    pub(crate) fn facts(&mut self, first: usize, predicate: PredId, known: Known) -> ClausePlan {
        let variables = self.program.predicate(predicate).arguments.len();
        let arguments = (0..variables).map(|i| Term::Variable(VarId::new(i))).collect();
        let atom = Atom { predicate, arguments };
        let given = columns(known).enumerate().map(|(k, i)| (k, Pattern::Bind(i))).collect();
        let mut bound = head_bound(&atom.arguments, known, variables);
        let ops = vec![Op::Scan(self.scan(&atom, &mut bound, true))];
        let head = (0..variables).map(Expr::Variable).collect();
        ClausePlan { clause: first, variables, given, ops, head }
    }

    fn scan(&mut self, atom: &Atom, bound: &mut Bound, facts: bool) -> Scan {
        let known = bound.known(&atom.arguments);
        let key = self.key(atom, known);
        // Access paths, best first: one lookup of the whole row, an index by the known columns,
        // a scan of the relation. Each pattern of known columns that some plan uses gets an
        // index of its own.
        let by = if key.len() == atom.arguments.len() {
            By::Row(key)
        } else if key.is_empty() {
            By::All
        } else {
            By::Index(self.index(atom.predicate, known), key)
        };
        let tests = self.tests(atom, bound, known);
        let predicate = atom.predicate;
        Scan { predicate, facts, by, tests, slot: None, persistent: false, avoid: false }
    }

    /// The values of the known arguments.
    fn key(&self, atom: &Atom, known: Known) -> Vec<Expr> {
        let mut key = Vec::with_capacity(known.count_ones() as usize);
        key.extend(columns(known).map(|i| self.expr(&atom.arguments[i])));
        key
    }

    /// The number of the index by the known arguments; a new one is noted.
    fn index(&mut self, predicate: PredId, known: Known) -> usize {
        let indexes = &mut self.layouts[predicate.index()].indexes;
        let found = indexes.iter().position(|i| i.columns.iter().copied().eq(columns(known)));
        found.unwrap_or_else(|| {
            indexes.push(IndexSpec { columns: columns(known).collect() });
            indexes.len() - 1
        })
    }

    /// The number of a query; a new one is noted.
    pub(crate) fn ask(&mut self, predicate: PredId, known: Known) -> usize {
        let asked = &mut self.queries;
        *self.numbers.entry((predicate, known)).or_insert_with(|| {
            asked.push((predicate, known));
            asked.len() - 1
        })
    }

    /// What the arguments of an atom have to look like, those that are known left out.
    fn tests(&mut self, atom: &Atom, bound: &mut Bound, known: Known) -> Vec<(usize, Pattern)> {
        let mut out = Vec::with_capacity(atom.arguments.len() - known.count_ones() as usize);
        for (i, argument) in atom.arguments.iter().enumerate() {
            if i >= 64 || known & 1 << i == 0 {
                out.push((i, self.pattern(argument, bound)));
            }
        }
        out
    }

    pub(crate) fn pattern(&self, term: &Term, bound: &mut Bound) -> Pattern {
        match term {
            _ if bound.knows(term) => Pattern::Is(self.expr(term)),
            Term::Variable(v) => {
                bound.bind(*v);
                Pattern::Bind(v.index())
            }
            Term::Plus(v, n) => {
                bound.bind(*v);
                Pattern::BindRest(v.index(), *n)
            }
            Term::Number(n) => Pattern::Is(Expr::Constant(*n)),
            Term::Apply(c, inner) => {
                Pattern::Apply(*c, inner.iter().map(|t| self.pattern(t, bound)).collect())
            }
        }
    }

    pub(crate) fn expr(&self, term: &Term) -> Expr {
        match term {
            Term::Variable(v) => Expr::Variable(v.index()),
            Term::Plus(v, n) => Expr::Plus(v.index(), *n),
            Term::Number(n) => Expr::Constant(*n),
            ground if ground.is_ground() => Expr::Constant(self.interner.ground(ground)),
            Term::Apply(c, inner) => Expr::Apply(*c, inner.iter().map(|t| self.expr(t)).collect()),
        }
    }
}

/// Whether a clause is a fact without variables.
pub(crate) fn is_fact(clause: &Clause) -> bool {
    clause.goals.is_empty() && clause.variables.is_empty()
}

/// The arguments of a set, in order.
pub(crate) fn columns(mut known: Known) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = known.trailing_zeros() as usize;
        known &= known.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

/// Nothing known, for so many variables.
pub(crate) fn nothing(variables: usize) -> Bound {
    Bound::new(variables)
}

/// The variables of the known arguments of a head.
pub(crate) fn head_bound(arguments: &[Term], known: Known, variables: usize) -> Bound {
    let mut bound = Bound::new(variables);
    for i in columns(known) {
        arguments[i].each_variable(&mut |v: VarId| bound.bind(v));
    }
    bound
}
