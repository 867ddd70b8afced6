//! Carrying out plans: nested loops over rows, facts and solutions.

use crate::blocks::Complete;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::plan::{By, Expr, Op, Pattern, Scan};
use crate::position::Position;
use crate::relation::{NONE, Relation};
use crate::value::Value;
use senet_game::{Budget, Stop};
use senet_program::{Operator, PredId};
use std::sync::Arc;

/// Solutions, one after another, each as long as the predicate has arguments.
pub(crate) type Answers = Arc<[Value]>;

/// Who wants the matches, and knows what plans cannot know.
pub(crate) trait Visit: Complete {
    /// A complete match.
    fn found(&mut self, values: &[Value], rows: &[u32]) -> Result<(), Stop>;

    /// The solutions of a backward predicate; `None` if the visitor will go on with them later.
    fn solve(
        &mut self,
        at: usize,
        goal: Goal<'_>,
        values: &[Value],
    ) -> Result<Option<Answers>, Stop>;

    /// Whether a backward predicate holds of known arguments; `None` if that is not known at once.
    #[inline]
    fn test(&mut self, _: Goal<'_>) -> Result<Option<bool>, Stop> {
        Ok(None)
    }

    /// What the host may say.
    fn sense(&mut self, predicate: PredId) -> Answers;

    /// Whether no more matches are wanted.
    #[inline]
    fn enough(&self) -> bool {
        false
    }
}

/// A question to a backward predicate.
#[derive(Clone, Copy)]
pub(crate) struct Goal<'a> {
    /// Its predicate and which arguments are known, as a number among the engine's questions.
    pub(crate) question: usize,
    /// The known arguments.
    pub(crate) key: &'a [Value],
}

/// One walk through a plan.
pub(crate) struct Join<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) position: &'a Position,
    /// The new atom, for plans that avoid it.
    pub(crate) avoid: u32,
    /// The atom was there, and is new only to premises that want it persistent.
    pub(crate) only_lasting: bool,
    /// Candidates looked at.
    pub(crate) visits: u64,
}

impl<'a> Join<'a> {
    pub(crate) fn new(engine: &'a Engine, position: &'a Position) -> Join<'a> {
        Join { engine, position, avoid: NONE, only_lasting: false, visits: 0 }
    }

    /// Goes through the steps from `at` on.
    pub(crate) fn run<V: Visit>(
        &mut self,
        ops: &[Op],
        at: usize,
        values: &mut [Value],
        rows: &mut [u32],
        visit: &mut V,
    ) -> Result<(), Stop> {
        let Some(op) = ops.get(at) else {
            return visit.found(values, rows);
        };
        match op {
            Op::Scan(scan) => self.scan(scan, ops, at, values, rows, visit),
            Op::Compare { left, right, same } => {
                if (self.value(left, values) == self.value(right, values)) == *same {
                    self.run(ops, at + 1, values, rows, visit)?;
                }
                Ok(())
            }
            Op::Fit { value, pattern } => {
                let value = self.value(value, values);
                if self.fits(pattern, value, values) {
                    self.run(ops, at + 1, values, rows, visit)?;
                }
                Ok(())
            }
            Op::Solve { predicate, question, key, tests } => {
                let mut buffer = Buffer::<Value>::new(key.len());
                let words = buffer.all();
                for (word, e) in words.iter_mut().zip(key) {
                    *word = self.value(e, values);
                }
                let goal = Goal { question: *question, key: words };
                if tests.is_empty() {
                    match visit.test(goal)? {
                        Some(true) => return self.run(ops, at + 1, values, rows, visit),
                        Some(false) => return Ok(()),
                        None => {}
                    }
                }
                let Some(answers) = visit.solve(at, goal, values)? else {
                    return Ok(());
                };
                self.answers(*predicate, &answers, tests, ops, at, values, rows, visit)
            }
            Op::Less { left, right, or_same } => {
                let (left, right) = (self.value(left, values), self.value(right, values));
                if left < right || (*or_same && left == right) {
                    self.run(ops, at + 1, values, rows, visit)?;
                }
                Ok(())
            }
            Op::Compute { operator, left, right, result, bounds } => {
                let (left, right) = (self.value(left, values), self.value(right, values));
                let value = self.engine.compute(*operator, left, right)?;
                self.fit(value, *bounds, result, ops, at, values, rows, visit)
            }
            Op::Not(block) => {
                if !self.holds(block, values, visit)? {
                    self.run(ops, at + 1, values, rows, visit)?;
                }
                Ok(())
            }
            Op::Aggregate { by, value, block, result, bounds } => {
                let value = self.aggregate(*by, value.as_ref(), block, values, visit)?;
                self.fit(value, *bounds, result, ops, at, values, rows, visit)
            }
            Op::Sense { predicate, tests } => {
                let answers = visit.sense(*predicate);
                self.answers(*predicate, &answers, tests, ops, at, values, rows, visit)
            }
        }
    }

    /// Goes on with a number, if there is one, it is within bounds, and it fits.
    #[expect(clippy::too_many_arguments, reason = "the state of the walk")]
    fn fit<V: Visit>(
        &mut self,
        value: Option<u64>,
        (low, high): (u64, u64),
        result: &Pattern,
        ops: &[Op],
        at: usize,
        values: &mut [Value],
        rows: &mut [u32],
        visit: &mut V,
    ) -> Result<(), Stop> {
        let value = value.filter(|value| (low..=high).contains(value));
        match value {
            Some(value) if self.fits(result, value, values) => {
                self.run(ops, at + 1, values, rows, visit)
            }
            _ => Ok(()),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the walk")]
    fn answers<V: Visit>(
        &mut self,
        predicate: PredId,
        answers: &[Value],
        tests: &[(usize, Pattern)],
        ops: &[Op],
        at: usize,
        values: &mut [Value],
        rows: &mut [u32],
        visit: &mut V,
    ) -> Result<(), Stop> {
        let arity = self.engine.program.predicate(predicate).arguments.len();
        // Without arguments, "yes" is one answer.
        let each = answers.len().checked_div(arity).unwrap_or(usize::from(!answers.is_empty()));
        for i in 0..each {
            let answer = if arity == 0 { &[][..] } else { &answers[i * arity..(i + 1) * arity] };
            self.visited()?;
            if self.passes(tests, answer, values) {
                self.run(ops, at + 1, values, rows, visit)?;
                if visit.enough() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn scan<V: Visit>(
        &mut self,
        scan: &Scan,
        ops: &[Op],
        at: usize,
        values: &mut [Value],
        rows: &mut [u32],
        visit: &mut V,
    ) -> Result<(), Stop> {
        let relation: &'a Relation = if scan.facts {
            &self.engine.facts[scan.predicate.index()]
        } else {
            &self.position.relations[scan.predicate.index()]
        };
        match &scan.by {
            By::Row(key) => {
                let found = match key.as_slice() {
                    [] => relation.find(&[]),
                    [a] => relation.find(&[self.value(a, values)]),
                    [a, b] => relation.find(&[self.value(a, values), self.value(b, values)]),
                    many => {
                        let key: Vec<Value> = many.iter().map(|e| self.value(e, values)).collect();
                        relation.find(&key)
                    }
                };
                match found {
                    Some(row) => self.try_row(relation, row, scan, ops, at, values, rows, visit),
                    None => Ok(()),
                }
            }
            By::Index(index, key) => {
                let mut row = match key.as_slice() {
                    [a] => relation.first(*index, &[self.value(a, values)]),
                    many => {
                        let key: Vec<Value> = many.iter().map(|e| self.value(e, values)).collect();
                        relation.first(*index, &key)
                    }
                };
                while row != NONE {
                    self.try_row(relation, row, scan, ops, at, values, rows, visit)?;
                    if visit.enough() {
                        break;
                    }
                    row = relation.next(*index, row);
                }
                Ok(())
            }
            By::All => {
                for row in relation.live() {
                    self.try_row(relation, *row, scan, ops, at, values, rows, visit)?;
                    if visit.enough() {
                        break;
                    }
                }
                Ok(())
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the walk")]
    #[inline]
    fn try_row<V: Visit>(
        &mut self,
        relation: &Relation,
        row: u32,
        scan: &Scan,
        ops: &[Op],
        at: usize,
        values: &mut [Value],
        rows: &mut [u32],
        visit: &mut V,
    ) -> Result<(), Stop> {
        self.visited()?;
        if (scan.lasting && !relation.is_lasting(row))
            || (scan.avoid && row == self.avoid && (scan.lasting || !self.only_lasting))
        {
            return Ok(());
        }
        if !self.passes(&scan.tests, relation.row(row), values) {
            return Ok(());
        }
        if let Some(slot) = scan.slot {
            rows[slot] = row;
        }
        self.run(ops, at + 1, values, rows, visit)
    }

    /// Whether a row looks as it has to; fills in variables on the way.
    #[inline]
    pub(crate) fn passes(
        &self,
        tests: &[(usize, Pattern)],
        row: &[Value],
        values: &mut [Value],
    ) -> bool {
        tests.iter().all(|(column, pattern)| self.fits(pattern, row[*column], values))
    }

    #[inline]
    fn fits(&self, pattern: &Pattern, value: Value, values: &mut [Value]) -> bool {
        self.engine.fits(pattern, value, values)
    }

    #[inline]
    pub(crate) fn value(&self, expr: &Expr, values: &[Value]) -> Value {
        self.engine.value(expr, values)
    }

    #[inline]
    fn visited(&mut self) -> Result<(), Stop> {
        self.visits += 1;
        // A join may look at many candidates for each match that it finds, but not at any number.
        if self.visits > self.engine.limits.matches.saturating_mul(64) {
            return Err(self.engine.stop(Budget::Matches, "a join has too many candidates"));
        }
        Ok(())
    }
}

impl Engine {
    /// What an operation makes of two numbers; nothing where there is no such number, and an error
    /// where it is too large.
    pub(crate) fn compute(
        &self,
        operator: Operator,
        left: u64,
        right: u64,
    ) -> Result<Option<u64>, Stop> {
        let result = operator.compute(left, right);
        let large = matches!(operator, Operator::Plus | Operator::Times);
        match result {
            None if large => Err(self.stop(Budget::Numbers, "in a sum or product")),
            result => Ok(result),
        }
    }

    /// The value of an expression whose variables have values.
    #[inline]
    pub(crate) fn value(&self, expr: &Expr, values: &[Value]) -> Value {
        match expr {
            Expr::Constant(value) => *value,
            Expr::Variable(v) => values[*v],
            Expr::Plus(v, n) => values[*v].saturating_add(*n),
            Expr::Apply(c, inner) => {
                let inner: Vec<Value> = inner.iter().map(|e| self.value(e, values)).collect();
                self.bank.intern(*c, &inner)
            }
        }
    }

    /// Whether a value looks as it has to; fills in variables on the way.
    #[inline]
    pub(crate) fn fits(&self, pattern: &Pattern, value: Value, values: &mut [Value]) -> bool {
        match pattern {
            Pattern::Bind(v) => {
                values[*v] = value;
                true
            }
            Pattern::BindRest(v, n) => match value.checked_sub(*n) {
                Some(rest) => {
                    values[*v] = rest;
                    true
                }
                None => false,
            },
            Pattern::Is(expr) => self.value(expr, values) == value,
            Pattern::Apply(c, inner) => {
                let mut arguments = Vec::new();
                if self.bank.open(value, &mut arguments) != *c {
                    return false;
                }
                inner.iter().zip(&arguments).all(|(p, v)| self.fits(p, *v, values))
            }
        }
    }
}
