//! Least fixpoints of recursion over one cell. Bodies that are linear in the variable become fills, which the engine
//! evaluates by doubling or by flooding; all others are iterated.

use super::{Expr, ExprNode, Graph};
use crate::cells::CellSet;

impl Graph {
    /// A new fixpoint variable: its number and its expression.
    pub(crate) fn fix_var(&mut self, domain: CellSet, boolean: bool) -> (u32, Expr) {
        let var = self.next_fix_var;
        self.next_fix_var += 1;
        let domain = if boolean { CellSet::FULL } else { domain };
        (var, self.add(ExprNode::FixVar(var), domain, boolean, vec![var]))
    }

    /// The least fixpoint of a body.
    pub(crate) fn fixpoint(&mut self, var: u32, body: Expr) -> Expr {
        if !self.free_vars(body).contains(&var) {
            return body;
        }
        if let Some((seed, terms)) = self.as_fill(body, var) {
            return self.fill(seed, terms);
        }
        let (support, boolean) = (self.support(body), self.is_boolean(body));
        let free = self.free_vars(body).iter().copied().filter(|v| *v != var).collect();
        self.add(ExprNode::Fixpoint(var, body), support, boolean, free)
    }

    /// The least X ⊇ seed with X ⊇ T ∩ shift(X, δ) for each term (T, δ).
    pub(super) fn fill(&mut self, seed: Expr, terms: Vec<(Expr, i32)>) -> Expr {
        // A term without a distance adds nothing to X. Terms of one distance are one, by distributivity.
        let mut merged: Vec<(Expr, i32)> = Vec::new();
        for (through, by) in terms {
            if by == 0 || self.is_empty(through) {
                continue;
            }
            match merged.iter().position(|(_, d)| *d == by) {
                Some(i) => merged[i].0 = self.or(merged[i].0, through),
                None => merged.push((through, by)),
            }
        }
        merged.sort_unstable_by_key(|(e, d)| (*d, *e));
        if merged.is_empty() || self.is_empty(seed) {
            return seed;
        }
        // The support is the same fixpoint over the supports of its parts, which are constants.
        let mut support = self.support(seed);
        loop {
            let mut next = support;
            for (through, by) in &merged {
                next = next.or(support.shift(*by).and(self.support(*through)));
            }
            if next == support {
                break;
            }
            support = next;
        }
        let mut free = self.free_vars(seed).to_vec();
        merged.iter().for_each(|(t, _)| free.extend_from_slice(self.free_vars(*t)));
        free.sort_unstable();
        free.dedup();
        self.add(ExprNode::Fill(seed, merged.into()), support, false, free)
    }

    /// A body as seed ∪ ⋃ T ∩ shift(X, δ), if it is linear in X: the seed, and the terms (T, δ).
    fn as_fill(&mut self, e: Expr, var: u32) -> Option<(Expr, Vec<(Expr, i32)>)> {
        if !self.free_vars(e).contains(&var) {
            return Some((e, Vec::new()));
        }
        // By structural induction: a normal form of each operand gives one of the whole. X occurs once in
        // each intersection, as it does in recursion along one premise.
        match *self.node(e) {
            ExprNode::FixVar(_) if self.is_boolean(e) => None,
            ExprNode::FixVar(_) => {
                let (none, all) = (self.empty(), self.boolean(true));
                Some((none, vec![(all, 0)]))
            }
            ExprNode::Or(a, b) => {
                let (s, mut terms) = self.as_fill(a, var)?;
                let (r, others) = self.as_fill(b, var)?;
                terms.extend(others);
                Some((self.or(s, r), terms))
            }
            ExprNode::And(a, b) => {
                let (a, b) = if self.free_vars(a).contains(&var) { (a, b) } else { (b, a) };
                if self.free_vars(b).contains(&var) {
                    return None;
                }
                let (s, terms) = self.as_fill(a, var)?;
                let terms = terms.into_iter().map(|(t, d)| (self.and(t, b), d)).collect();
                Some((self.and(s, b), terms))
            }
            ExprNode::AndNot(a, b) if !self.free_vars(b).contains(&var) => {
                let (s, terms) = self.as_fill(a, var)?;
                let terms = terms.into_iter().map(|(t, d)| (self.and_not(t, b), d)).collect();
                Some((self.and_not(s, b), terms))
            }
            ExprNode::Shift(a, by) => {
                let (s, terms) = self.as_fill(a, var)?;
                // shift(T ∩ shift(X, d), by) = shift(T, by) ∩ shift(X, d + by).
                let terms = terms.into_iter().map(|(t, d)| (self.shift(t, by), d + by)).collect();
                Some((self.shift(s, by), terms))
            }
            _ => None,
        }
    }
}
