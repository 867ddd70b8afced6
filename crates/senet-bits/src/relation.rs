//! Relations between cells as slices: for fixed distances between the cells, a set of first cells.
//!
//! On a board whose cells are numbered row by row, `step north` is one slice, `adjacent` has as many as
//! there are directions, and a slider's moves are a slice for each direction and length. Joining two
//! relations joins their slices, and a distance is a shift of the whole board at once; so no relation is
//! special, and irregular boards merely have more slices.

use crate::cells::CellSet;
use crate::expr::{Expr, Graph};
use senet_program::VarId;
use std::collections::BTreeMap;

/// A relation over some variables. In each slice, the first variable ranges over the cells of an expression, and the
/// others are at fixed distances from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) vars: Vec<VarId>,
    pub(crate) slices: BTreeMap<Vec<i32>, Expr>,
}

impl Relation {
    pub(crate) fn unary(var: VarId, set: Expr) -> Relation {
        Relation { vars: vec![var], slices: BTreeMap::from([(Vec::new(), set)]) }
    }

    pub(crate) fn none(vars: Vec<VarId>) -> Relation {
        Relation { vars, slices: BTreeMap::new() }
    }

    /// From rows of cells.
    pub(crate) fn from_rows(graph: &mut Graph, vars: Vec<VarId>, rows: &[Vec<usize>]) -> Relation {
        let mut sets: BTreeMap<Vec<i32>, CellSet> = BTreeMap::new();
        for row in rows {
            let deltas = row[1..].iter().map(|c| *c as i32 - row[0] as i32).collect();
            sets.entry(deltas).or_insert(CellSet::EMPTY).insert(row[0]);
        }
        let slices = sets.into_iter().map(|(d, set)| (d, graph.set(set))).collect();
        Relation { vars, slices }
    }

    /// The set of a relation of one variable.
    pub(crate) fn set(&self, graph: &mut Graph) -> Expr {
        assert_eq!(self.vars.len(), 1, "one variable");
        self.slices.get(&Vec::new()).copied().unwrap_or_else(|| graph.empty())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.slices.is_empty()
    }

    pub(crate) fn insert(&mut self, graph: &mut Graph, deltas: Vec<i32>, set: Expr) {
        if graph.is_empty(set) {
            return;
        }
        let known = self.slices.get(&deltas).copied();
        let set = known.map_or(set, |known| graph.or(known, set));
        self.slices.insert(deltas, set);
    }

    pub(crate) fn has(&self, var: VarId) -> bool {
        self.vars.contains(&var)
    }

    /// The same relation with another variable first: slices are shifted.
    pub(crate) fn rebased(&self, graph: &mut Graph, var: VarId) -> Relation {
        let at = self.vars.iter().position(|v| *v == var).expect("one of its variables");
        if at == 0 {
            return self.clone();
        }
        let mut vars = self.vars.clone();
        vars.swap(0, at);
        let mut out = Relation::none(vars);
        for (deltas, set) in &self.slices {
            // A row with its first cell at x has the new one at x + by: the set moves there, and
            // distances are counted from it.
            let by = deltas[at - 1];
            let mut moved: Vec<i32> = deltas.iter().map(|d| d - by).collect();
            moved[at - 1] = -by;
            let set = graph.shift(*set, by);
            out.insert(graph, moved, set);
        }
        out
    }

    /// Semi-join: the rows in which a variable is in a set.
    pub(crate) fn semijoin(&self, graph: &mut Graph, var: VarId, set: Expr) -> Relation {
        let based = self.rebased(graph, var);
        let mut out = Relation::none(based.vars);
        for (deltas, cells) in based.slices {
            let both = graph.and(cells, set);
            out.insert(graph, deltas, both);
        }
        out
    }

    /// The join of two relations that share a variable.
    pub(crate) fn join(&self, graph: &mut Graph, other: &Relation) -> Relation {
        let shared = *self.vars.iter().find(|v| other.has(**v)).expect("a shared variable");
        let (a, b) = (self.rebased(graph, shared), other.rebased(graph, shared));
        let mut vars = a.vars.clone();
        vars.extend(b.vars.iter().filter(|v| !a.has(**v)));
        let mut out = Relation::none(vars);
        // A nested loop over slices, not over cells: pairs of distances, each with one
        // intersection. With the shared variable first on both sides, the join needs no shift.
        for (da, sa) in &a.slices {
            for (db, sb) in &b.slices {
                let mut deltas = da.clone();
                let mut fits = true;
                for (var, delta) in b.vars[1..].iter().zip(db) {
                    match a.vars[1..].iter().position(|v| v == var) {
                        Some(i) => fits &= da[i] == *delta,
                        None => deltas.push(*delta),
                    }
                }
                if fits {
                    let both = graph.and(*sa, *sb);
                    out.insert(graph, deltas, both);
                }
            }
        }
        out
    }

    /// Projection: removes a variable. At least one other must be left.
    pub(crate) fn project_out(&self, graph: &mut Graph, var: VarId) -> Relation {
        let keep = *self.vars.iter().find(|v| **v != var).expect("another variable");
        let based = self.rebased(graph, keep);
        let at = based.vars.iter().position(|v| *v == var).expect("one of its variables");
        let mut vars = based.vars.clone();
        vars.remove(at);
        let mut parts: BTreeMap<Vec<i32>, Vec<Expr>> = BTreeMap::new();
        for (mut deltas, set) in based.slices {
            deltas.remove(at - 1);
            parts.entry(deltas).or_default().push(set);
        }
        let slices = parts.into_iter().map(|(d, sets)| (d, graph.union(&sets))).collect();
        Relation { vars, slices }
    }

    /// Anti-join: removes the rows of another relation, whose variables are all among ours.
    pub(crate) fn antijoin(&self, graph: &mut Graph, other: &Relation) -> Relation {
        let base = other.vars[0];
        let based = self.rebased(graph, base);
        let at: Vec<usize> = other.vars[1..]
            .iter()
            .map(|v| based.vars.iter().position(|o| o == v).expect("among ours") - 1)
            .collect();
        let mut out = Relation::none(based.vars.clone());
        for (deltas, set) in &based.slices {
            // Slices with the same distances between the other relation's variables lose its cells;
            // any variables beside those do not matter.
            let key: Vec<i32> = at.iter().map(|i| deltas[*i]).collect();
            let rest = match other.slices.get(&key) {
                Some(taken) => graph.and_not(*set, *taken),
                None => *set,
            };
            out.insert(graph, deltas.clone(), rest);
        }
        out
    }

    /// The same relation of variables with other names.
    pub(crate) fn renamed(&self, names: &[VarId]) -> Relation {
        assert_eq!(names.len(), self.vars.len(), "a name for each");
        Relation { vars: names.to_vec(), slices: self.slices.clone() }
    }

    /// All rows of both; the variables are the same.
    pub(crate) fn union(&self, graph: &mut Graph, other: &Relation) -> Relation {
        if self.vars.len() == 1 {
            let (a, b) = (self.set(graph), other.set(graph));
            let set = graph.union(&[a, b]);
            return Relation::unary(self.vars[0], set);
        }
        let mut out = self.clone();
        let other = other.reordered(graph, &self.vars);
        for (deltas, set) in other.slices {
            out.insert(graph, deltas, set);
        }
        out
    }

    /// The same relation with its variables in this order.
    pub(crate) fn reordered(&self, graph: &mut Graph, order: &[VarId]) -> Relation {
        let based = self.rebased(graph, order[0]);
        let at: Vec<usize> = order[1..]
            .iter()
            .map(|v| based.vars.iter().position(|o| o == v).expect("the same variables") - 1)
            .collect();
        let pick = |d: &Vec<i32>| at.iter().map(|i| d[*i]).collect::<Vec<i32>>();
        let slices = based.slices.iter().map(|(d, s)| (pick(d), *s)).collect();
        Relation { vars: order.to_vec(), slices }
    }
}
