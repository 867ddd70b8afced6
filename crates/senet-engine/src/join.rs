//! Carrying out plans: nested loops over rows, facts and solutions, each found by an index (an index
//! nested-loop join). Values are bound in place: what a later loop binds is overwritten when an earlier
//! one goes on, so nothing is undone. One call deep per premise, and no memory of its own.

use crate::blocks::Complete;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::plan::{By, Expr, Op, Pattern, Scan};
use crate::position::TermPosition;
use crate::relation::{NONE, Relation};
use crate::rows::Rows;
use senet_game::{LimitKind, LimitReached};
use senet_program::{ConId, Operator, PredId};
use senet_words::Value;
use std::sync::Arc;

/// Solutions, one after another, each as long as the predicate has arguments.
pub(crate) type Answers = Arc<[Value]>;

/// What receives the matches of a join, and answers what a plan cannot: queries, and the host.
pub(crate) trait Visit: Complete {
    /// A complete match.
    fn found(&mut self, values: &[Value], rows: &[u32]) -> Result<(), LimitReached>;

    /// The solutions of a derived predicate; `None` if the visitor will go on with them later, at
    /// the steps that are `left`.
    fn solve(
        &mut self,
        left: usize,
        goal: Goal<'_>,
        values: &[Value],
    ) -> Result<Option<Answers>, LimitReached>;

    /// Whether a derived predicate holds of known arguments; `None` if that is not known at once.
    #[inline]
    fn test(&mut self, _: Goal<'_>) -> Result<Option<bool>, LimitReached> {
        Ok(None)
    }

    /// What the host may say.
    fn sense(&mut self, predicate: PredId) -> Answers;

    /// Whether no more matches are wanted.
    #[inline]
    fn enough(&self) -> bool {
        false
    }

    /// One match is enough for the last so many steps.
    #[inline]
    fn once_for(&self) -> usize {
        usize::MAX
    }

    /// Matches are wanted again.
    #[inline]
    fn more(&mut self) {}
}

/// A query to a derived predicate.
#[derive(Clone, Copy)]
pub(crate) struct Goal<'a> {
    /// Its predicate and which arguments are known, as a number among the engine's queries.
    pub(crate) query: usize,
    /// The known arguments.
    pub(crate) key: &'a [Value],
}

/// A match that is being put together: the values of its variables and the rows of its atoms.
pub(crate) struct Match<'m> {
    pub(crate) values: &'m mut [Value],
    pub(crate) rows: &'m mut [u32],
}

/// One walk through a plan.
pub(crate) struct Join<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) position: &'a TermPosition,
    /// The new atom, for plans that avoid it.
    pub(crate) avoid: u32,
    /// The atom was there, and is new only to premises that want it persistent.
    pub(crate) only_persistent: bool,
    /// Candidates looked at.
    pub(crate) visits: u64,
}

impl<'a> Join<'a> {
    pub(crate) fn new(engine: &'a Engine, position: &'a TermPosition) -> Join<'a> {
        Join { engine, position, avoid: NONE, only_persistent: false, visits: 0 }
    }

    /// Goes through steps.
    pub(crate) fn run<V: Visit>(
        &mut self,
        ops: &[Op],
        so_far: &mut Match<'_>,
        visit: &mut V,
    ) -> Result<(), LimitReached> {
        // The last steps bind nothing that makes a difference (`idle`): the first match of
        // them stands for all, and the visitor says `enough` until it asks for more.
        if ops.len() == visit.once_for() {
            self.step(ops, so_far, visit)?;
            visit.more();
            return Ok(());
        }
        self.step(ops, so_far, visit)
    }

    #[inline]
    fn step<V: Visit>(
        &mut self,
        ops: &[Op],
        so_far: &mut Match<'_>,
        visit: &mut V,
    ) -> Result<(), LimitReached> {
        // Backtracking search: a step binds its variables in place and goes on with the
        // rest. Nothing has to be unbound on the way back, because a later candidate
        // overwrites what an earlier one has bound, and no step reads a variable before a
        // step ahead of it has bound it.
        let Some((op, left)) = ops.split_first() else {
            return visit.found(so_far.values, so_far.rows);
        };
        let goes_on = match op {
            Op::Scan(scan) => return self.scan(scan, left, so_far, visit),
            Op::Solve { .. } | Op::Sense { .. } => return self.ask(op, left, so_far, visit),
            Op::Not(_) | Op::Aggregate { .. } => self.block(op, so_far.values, visit)?,
            op => self.compare(op, so_far.values)?,
        };
        if goes_on { self.run(left, so_far, visit) } else { Ok(()) }
    }

    /// Whether known values compare as they have to.
    fn compare(&mut self, op: &Op, values: &mut [Value]) -> Result<bool, LimitReached> {
        let engine = self.engine;
        let value = |e: &Expr, values: &[Value]| engine.value(e, values);
        Ok(match op {
            Op::Compare { left, right, same } => {
                (value(left, values) == value(right, values)) == *same
            }
            Op::Fit { value: known, pattern } => engine.fits(pattern, value(known, values), values),
            Op::Less { left, right, or_same } => {
                let (left, right) = (value(left, values), value(right, values));
                left < right || (*or_same && left == right)
            }
            Op::Compute { operator, left, right, result, bounds } => {
                let (left, right) = (value(left, values), value(right, values));
                let number = engine.compute(*operator, left, right)?;
                number.is_some_and(|n| engine.fits_within(result, *bounds, n, values))
            }
            _ => unreachable!("the other steps are walks of their own"),
        })
    }

    /// Whether a block is as it has to be.
    fn block(
        &mut self,
        op: &Op,
        values: &mut [Value],
        answers: &mut dyn Complete,
    ) -> Result<bool, LimitReached> {
        match op {
            Op::Not(block) => Ok(!self.holds(block, values, answers)?),
            Op::Aggregate { by, value, block, result, bounds } => {
                let number = self.aggregate(*by, value.as_ref(), block, values, answers)?;
                let fits = |n| self.engine.fits_within(result, *bounds, n, values);
                Ok(number.is_some_and(fits))
            }
            _ => unreachable!("only these have blocks"),
        }
    }

    /// Goes on with the solutions of a query, or with what the host says.
    #[inline(never)]
    fn ask<V: Visit>(
        &mut self,
        op: &Op,
        left: &[Op],
        so_far: &mut Match<'_>,
        visit: &mut V,
    ) -> Result<(), LimitReached> {
        let (predicate, query, key, tests) = match op {
            Op::Solve { predicate, query, key, tests } => (*predicate, *query, key, tests),
            Op::Sense { predicate, tests } => {
                let said = visit.sense(*predicate);
                return self.answers(*predicate, &said, tests, left, so_far, visit);
            }
            _ => unreachable!("only these are asked"),
        };
        let mut key = self.key(key, so_far.values);
        let goal = Goal { query, key: key.all() };
        let direct = self.engine.queries[query].direct;
        // With nothing left to find, the question is only whether there is an answer: the search stops
        // at the first one, and need not keep a table.
        if tests.is_empty() {
            let holds =
                if direct { Some(self.look_whether(goal, visit)?) } else { visit.test(goal)? };
            match holds {
                Some(true) => return self.run(left, so_far, visit),
                Some(false) => return Ok(()),
                None => {}
            }
        }
        if direct {
            let mut found = Rows::with_room(self.engine.arity(predicate));
            self.look_through(goal, visit, &mut found)?;
            return self.answers(predicate, found.values(), tests, left, so_far, visit);
        }
        // A tabled query: either its answers are complete, or the visitor keeps this match
        // as a continuation, and the join goes on elsewhere.
        match visit.solve(left.len(), goal, so_far.values)? {
            Some(found) => self.answers(predicate, &found, tests, left, so_far, visit),
            None => Ok(()),
        }
    }

    fn answers<V: Visit>(
        &mut self,
        predicate: PredId,
        answers: &[Value],
        tests: &[(usize, Pattern)],
        left: &[Op],
        so_far: &mut Match<'_>,
        visit: &mut V,
    ) -> Result<(), LimitReached> {
        let arity = self.engine.arity(predicate);
        // Without arguments, "yes" is one answer.
        let each = answers.len().checked_div(arity).unwrap_or(usize::from(!answers.is_empty()));
        for i in 0..each {
            let answer = if arity == 0 { &[][..] } else { &answers[i * arity..(i + 1) * arity] };
            self.visited()?;
            if self.passes(tests, answer, so_far.values) {
                self.run(left, so_far, visit)?;
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
        left: &[Op],
        so_far: &mut Match<'_>,
        visit: &mut V,
    ) -> Result<(), LimitReached> {
        let relation: &'a Relation = if scan.facts {
            &self.engine.facts[scan.predicate.index()]
        } else {
            &self.position.relations[scan.predicate.index()]
        };
        // The usual keys of one or two values stay on the stack.
        let value = |e: &Expr| self.engine.value(e, so_far.values);
        match &scan.by {
            By::Row(key) => {
                let found = match key.as_slice() {
                    [] => relation.find(&[]),
                    [a] => relation.find(&[value(a)]),
                    [a, b] => relation.find(&[value(a), value(b)]),
                    many => relation.find(self.key(many, so_far.values).all()),
                };
                match found {
                    Some(row) => self.try_row(relation, row, scan, left, so_far, visit),
                    None => Ok(()),
                }
            }
            By::Index(index, key) => {
                let mut row = match key.as_slice() {
                    [a] => relation.first(*index, &[value(a)]),
                    [a, b] => relation.first(*index, &[value(a), value(b)]),
                    many => relation.first(*index, self.key(many, so_far.values).all()),
                };
                while row != NONE {
                    self.try_row(relation, row, scan, left, so_far, visit)?;
                    if visit.enough() {
                        break;
                    }
                    row = relation.next(*index, row);
                }
                Ok(())
            }
            By::All => {
                for row in relation.live() {
                    self.try_row(relation, *row, scan, left, so_far, visit)?;
                    if visit.enough() {
                        break;
                    }
                }
                Ok(())
            }
        }
    }

    #[inline]
    fn try_row<V: Visit>(
        &mut self,
        relation: &Relation,
        row: u32,
        scan: &Scan,
        left: &[Op],
        so_far: &mut Match<'_>,
        visit: &mut V,
    ) -> Result<(), LimitReached> {
        self.visited()?;
        // `avoid`: a delta plan leaves the new atom to the plans of earlier premises, so that no match is
        // found twice. An atom that has just become persistent is new only to premises that want that.
        if (scan.persistent && !relation.is_persistent(row))
            || (scan.avoid && row == self.avoid && (scan.persistent || !self.only_persistent))
        {
            return Ok(());
        }
        if !self.passes(&scan.tests, relation.row(row), so_far.values) {
            return Ok(());
        }
        if let Some(slot) = scan.slot {
            so_far.rows[slot] = row;
        }
        self.run(left, so_far, visit)
    }

    /// Whether a row looks as it has to; fills in variables on the way.
    #[inline(always)]
    pub(crate) fn passes(
        &self,
        tests: &[(usize, Pattern)],
        row: &[Value],
        values: &mut [Value],
    ) -> bool {
        for (column, pattern) in tests {
            if !self.engine.fits(pattern, row[*column], values) {
                return false;
            }
        }
        true
    }

    fn key(&self, key: &[Expr], values: &[Value]) -> Buffer<Value> {
        let mut words = Buffer::new(key.len());
        self.engine.values(key, values, words.all());
        words
    }

    #[inline]
    fn visited(&mut self) -> Result<(), LimitReached> {
        self.visits += 1;
        // A join may look at many candidates for each match that it finds, but not at any number.
        if self.visits > self.engine.limits.matches.saturating_mul(64) {
            return Err(self.engine.stop(LimitKind::Matches, "a join has too many candidates"));
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
    ) -> Result<Option<u64>, LimitReached> {
        let result = operator.compute(left, right);
        let large = matches!(operator, Operator::Plus | Operator::Times);
        match result {
            None if large => Err(self.stop(LimitKind::Numbers, "in a sum or product")),
            result => Ok(result),
        }
    }

    /// The value of an expression whose variables have values.
    #[inline(always)]
    pub(crate) fn value(&self, expr: &Expr, values: &[Value]) -> Value {
        match expr {
            Expr::Constant(value) => *value,
            Expr::Variable(v) => values[*v],
            Expr::Plus(v, n) => values[*v].saturating_add(*n),
            Expr::Apply(c, inner) => self.term(*c, inner, values),
        }
    }

    fn term(&self, constructor: ConId, inner: &[Expr], values: &[Value]) -> Value {
        let mut arguments = Buffer::new(inner.len());
        self.values(inner, values, arguments.all());
        self.interner.intern(constructor, arguments.all())
    }

    /// The values of expressions.
    #[inline]
    pub(crate) fn values(&self, exprs: &[Expr], values: &[Value], out: &mut [Value]) {
        for (word, expr) in out.iter_mut().zip(exprs) {
            *word = self.value(expr, values);
        }
    }

    /// Whether a value looks as it has to; fills in variables on the way.
    #[inline(always)]
    pub(crate) fn fits(&self, pattern: &Pattern, value: Value, values: &mut [Value]) -> bool {
        match pattern {
            Pattern::Bind(v) => {
                values[*v] = value;
                true
            }
            Pattern::Is(expr) => self.value(expr, values) == value,
            Pattern::BindRest(v, n) => match value.checked_sub(*n) {
                Some(rest) => {
                    values[*v] = rest;
                    true
                }
                None => false,
            },
            Pattern::Apply(c, inner) => self.opens(*c, inner, value, values),
        }
    }

    /// Whether a number is between bounds, and looks as it has to.
    fn fits_within(
        &self,
        pattern: &Pattern,
        (low, high): (u64, u64),
        number: u64,
        values: &mut [Value],
    ) -> bool {
        (low..=high).contains(&number) && self.fits(pattern, number, values)
    }

    /// Whether a term has a constructor, and arguments that look as they have to.
    fn opens(
        &self,
        constructor: ConId,
        inner: &[Pattern],
        value: Value,
        values: &mut [Value],
    ) -> bool {
        let mut arguments = Vec::new();
        self.interner.open(value, &mut arguments) == constructor
            && inner.iter().zip(&arguments).all(|(p, v)| self.fits(p, *v, values))
    }
}
