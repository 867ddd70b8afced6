//! `not` and counts: subqueries with variables of their own.

use crate::cells::CellSet;
use crate::error::BitsError;
use crate::expr::{Expr, NumNode};
use crate::layout::types;
use crate::query::{Compiler, Constraint, Match, Query};
use crate::relation::Relation;
use senet_program::{Block, Term, TypeId, VarId};
use std::collections::BTreeMap;

impl Compiler<'_> {
    /// The matches of a block, and the types of its variables.
    pub(crate) fn block_matches(
        &mut self,
        query: Query<'_>,
        found: &Match,
        block: &Block,
    ) -> Result<(Vec<Match>, Vec<TypeId>), BitsError> {
        let mut all = query.types[..block.outer].to_vec();
        all.extend(types(&block.locals));
        let outer = &query.wide[..block.outer];
        let wide = self.layout.wide_variables(self.program, &all, outer, &block.premises, &[], &[]);
        let mut env = found.env[..block.outer].to_vec();
        env.resize(all.len(), None);
        let mut begin = Match::new(&mut self.graph, env);
        begin.numbers = found.numbers.clone();
        let inner = Query { premises: &block.premises, types: &all, wide: &wide };
        let matches = self.matches(inner, begin)?;
        Ok((matches, all))
    }

    /// The outer variables that the constraints of a match mention.
    fn outer_vars(&self, found: &Match, outer: usize) -> Vec<VarId> {
        let mut vars = Vec::new();
        for constraint in &found.constraints {
            match constraint {
                Constraint::In(v, _) => vars.push(*v),
                Constraint::Holds(r) | Constraint::NotHolds(r) => vars.extend(&r.vars),
                Constraint::Differ(a, b) => vars.extend([*a, *b]),
                Constraint::Call(_, _, all) => vars.extend(all),
            }
        }
        vars.retain(|v| v.index() < outer);
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// `not`: for outer cells, a relation that must not hold (anti-join).
    pub(crate) fn negate(
        &mut self,
        query: Query<'_>,
        mut found: Match,
        block: &Block,
    ) -> Result<Vec<Match>, BitsError> {
        let (inner, all) = self.block_matches(query, &found, block)?;
        // By De Morgan: no match holds if each of them fails. Matches without outer cells become
        // conditions; the others are united by the cells that they are about, and each union has to
        // fail.
        let mut unions: BTreeMap<Vec<VarId>, Relation> = BTreeMap::new();
        for more in inner {
            let outputs = self.outer_vars(&more, block.outer);
            let Some((cond, relations)) =
                self.solve_cells(&all, more.cond, more.constraints, &outputs)?
            else {
                continue;
            };
            match relations.as_slice() {
                [] => {
                    let not = self.graph.not(cond);
                    found.cond = self.graph.and(found.cond, not);
                }
                [only] => {
                    let relation = only.semijoin(&mut self.graph, only.vars[0], cond);
                    let mut order = relation.vars.clone();
                    order.sort_unstable();
                    let relation = relation.reordered(&mut self.graph, &order);
                    let whole = match unions.get(&order) {
                        Some(known) => known.union(&mut self.graph, &relation),
                        None => relation,
                    };
                    unions.insert(order, whole);
                }
                _ => return Err(self.unsupported("`not` over several cells that are not related")),
            }
        }
        found.constraints.extend(unions.into_values().map(Constraint::NotHolds));
        Ok(vec![found])
    }

    /// A count of matches: one number, or one for each value of an outer cell.
    pub(crate) fn count(
        &mut self,
        query: Query<'_>,
        mut found: Match,
        target: &Term,
        block: &Block,
    ) -> Result<Vec<Match>, BitsError> {
        let (inner, all) = self.block_matches(query, &found, block)?;
        // Without outer cells, the number is a sum over matches of products over their relations,
        // which share no variable, of numbers of bits. For each value of one outer cell, it is the
        // number of sets that have the cell, and is compared by an adder over whole planes.
        let mut sums: Vec<Vec<Vec<Expr>>> = Vec::new();
        let mut planes: Vec<Expr> = Vec::new();
        let mut of: Option<VarId> = None;
        let mut constant = Vec::new();
        for more in inner {
            let mut outputs = self.outer_vars(&more, block.outer);
            if outputs.len() > 1 {
                return Err(self.unsupported("a count for several cells"));
            }
            let outer = outputs.first().copied();
            let locals = (block.outer..all.len()).map(VarId::new);
            let wide = more.env.clone();
            outputs.extend(
                locals.filter(|v| wide[v.index()].is_none() && !more.numbers.contains_key(v)),
            );
            let multiplicity = more.multiplicity;
            let Some((cond, relations)) =
                self.solve_cells(&all, more.cond, more.constraints, &outputs)?
            else {
                continue;
            };
            if let Some(v) = outer {
                if relations.len() != 1 || multiplicity != 1 || of.is_some_and(|known| known != v) {
                    return Err(self.unsupported("a count of cells that are not related"));
                }
                of = Some(v);
                let based = relations[0].rebased(&mut self.graph, v);
                for set in based.slices.values() {
                    planes.push(self.graph.and(*set, cond));
                }
                continue;
            }
            let mut product: Vec<Vec<Expr>> =
                relations.iter().map(|r| r.slices.values().copied().collect()).collect();
            if product.is_empty() {
                let bit = self.graph.set(CellSet::single(0));
                product.push(vec![bit]);
            }
            let first = std::mem::take(&mut product[0]);
            product[0] = first.into_iter().map(|e| self.graph.and(e, cond)).collect();
            for _ in 0..multiplicity {
                match product.as_slice() {
                    [only] => constant.extend(only.iter().copied()),
                    _ => sums.push(product.clone()),
                }
            }
        }
        let known = self.facts.terms().value(target, &found.env);
        if let Some(v) = of {
            let Some(wanted) = known else {
                return Err(self.unsupported("a count for each cell that is not a fixed number"));
            };
            for e in constant {
                let all = self.domain_of(query.types, v);
                let (there, all) = (self.graph.any(e), self.graph.set(all));
                planes.push(self.graph.and(all, there));
            }
            let all = self.domain_of(query.types, v);
            let set = self.exactly(&planes, wanted, all);
            found.constraints.push(Constraint::In(v, set));
            return Ok(vec![found]);
        }
        if !constant.is_empty() {
            constant.retain(|e| !self.graph.is_empty(*e));
            sums.push(vec![constant]);
        }
        let number = self.graph.number(NumNode::Count(sums));
        self.bind_number(query, &mut found, target, number)?;
        Ok(vec![found])
    }

    /// The cells that are in exactly `wanted` of some sets, by a bit-sliced adder.
    fn exactly(&mut self, planes: &[Expr], wanted: u64, all: CellSet) -> Expr {
        // One binary number for each cell, digit by digit in planes: n sets take O(n log n)
        // operations for all cells at once. Each set is a carry that ripples through the digits.
        let mut digits: Vec<Expr> = Vec::new();
        for (i, plane) in planes.iter().enumerate() {
            let mut carry = *plane;
            for digit in &mut digits {
                let (both, either) = (self.graph.and(*digit, carry), self.graph.or(*digit, carry));
                *digit = self.graph.and_not(either, both);
                carry = both;
            }
            // So many sets have a sum of so many digits; nothing is carried beyond.
            if digits.len() < (usize::BITS - (i + 1).leading_zeros()) as usize {
                digits.push(carry);
            }
        }
        let mut out = self.graph.set(all);
        for i in 0..64 {
            let digit = digits.get(i).copied().unwrap_or_else(|| self.graph.empty());
            out = match wanted >> i & 1 {
                1 => self.graph.and(out, digit),
                _ => self.graph.and_not(out, digit),
            };
        }
        out
    }
}
