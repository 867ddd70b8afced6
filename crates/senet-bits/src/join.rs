//! Conjunctive queries over sets of cells, by semi-joins.
//!
//! Yannakakis (1981): an acyclic query is solved by eliminating its variables one by one, each by a
//! semi-join that restricts its neighbours. Here a semi-join is a shift and an intersection. Of a derived
//! predicate with one cell in a known set, only the *image* of that set is computed (demand, as in magic
//! sets), never all pairs. Only the cyclic rest of a query, and the cells that make up a move, are joined
//! into slices.

use crate::cells::CellSet;
use crate::error::BitsError;
use crate::expr::{Expr, ExprNode};
use crate::ops::{MemberRow, RowTable};
use crate::query::{Compiler, Constraint};
use crate::relation::Relation;
use senet_engine::Value;
use senet_program::{PredId, TypeId, VarId};
use std::collections::BTreeMap;

/// Up to this number of rows are tested one by one, instead of shifting the board.
const FEW_ROWS: usize = 12;

/// Up to this number of rows are projected row by row (`RowMembers`).
const MEMBER_ROWS: usize = 64;

/// The most slices of a join.
const SLICES: usize = 20_000;

/// A conjunct over several variables: a relation, or a call of a derived predicate that is not evaluated yet.
enum Conjunct {
    Known(Relation),
    Call(PredId, Vec<Value>, Vec<VarId>),
}

impl Conjunct {
    fn vars(&self) -> &[VarId] {
        match self {
            Conjunct::Known(relation) => &relation.vars,
            Conjunct::Call(_, _, vars) => vars,
        }
    }
}

/// A query while its variables are eliminated.
struct Join<'t> {
    types: &'t [TypeId],
    cond: Expr,
    sets: BTreeMap<VarId, Expr>,
    conjuncts: Vec<Conjunct>,
    negated: Vec<Relation>,
    disequal: Vec<(VarId, VarId)>,
    outputs: Vec<VarId>,
}

impl Compiler<'_> {
    /// Solves a query for its output variables: a condition, and relations that share no variable.
    /// `None` if the query is unsatisfiable.
    pub(crate) fn solve_cells(
        &mut self,
        types: &[TypeId],
        cond: Expr,
        constraints: Vec<Constraint>,
        outputs: &[VarId],
    ) -> Result<Option<(Expr, Vec<Relation>)>, BitsError> {
        let mut join = Join {
            types,
            cond,
            sets: BTreeMap::new(),
            conjuncts: Vec::new(),
            negated: Vec::new(),
            disequal: Vec::new(),
            outputs: outputs.to_vec(),
        };
        for v in outputs {
            let all = self.domain_of(types, *v);
            join.sets.insert(*v, self.graph.set(all));
        }
        for constraint in constraints {
            self.add_constraint(&mut join, constraint)?;
        }
        // Each round removes a variable, a call or a relation, so that there are at most as many
        // rounds as the query has of these; a round looks at each pair of a variable and a conjunct.
        // That is cubic in the length of a rule, which is nothing beside the expressions: of an acyclic
        // query every variable that is not an output goes by a semi-join, linear in the slices of its
        // relation; what cycles leave is joined pairwise, a product of slices within `SLICES`.
        while self.eliminate(&mut join)? {
            if self.graph.is_empty(join.cond) {
                return Ok(None);
            }
        }
        self.finish(join)
    }

    fn intersect_set(&mut self, join: &mut Join<'_>, var: VarId, set: Expr) {
        let all = self.domain_of(join.types, var);
        let known = join.sets.get(&var).copied().unwrap_or_else(|| self.graph.set(all));
        join.sets.insert(var, self.graph.and(known, set));
    }

    /// Makes variables known to the join; all cells are possible for those that are new.
    fn mention(&mut self, join: &mut Join<'_>, vars: &[VarId]) {
        for v in vars {
            let all = self.domain_of(join.types, *v);
            let all = self.graph.set(all);
            join.sets.entry(*v).or_insert(all);
        }
    }

    fn add_constraint(
        &mut self,
        join: &mut Join<'_>,
        constraint: Constraint,
    ) -> Result<(), BitsError> {
        match constraint {
            Constraint::In(v, set) => self.intersect_set(join, v, set),
            Constraint::Holds(relation) => {
                self.mention(join, &relation.vars);
                join.conjuncts.push(Conjunct::Known(relation));
            }
            Constraint::NotHolds(relation) => {
                self.mention(join, &relation.vars);
                join.negated.push(relation);
            }
            Constraint::Differ(a, b) => {
                self.mention(join, &[a, b]);
                let pair = (a.min(b), a.max(b));
                if !join.disequal.contains(&pair) {
                    join.disequal.push(pair);
                }
            }
            Constraint::Call(predicate, smalls, vars) => {
                self.mention(join, &vars);
                if vars.len() > 1 {
                    join.conjuncts.push(Conjunct::Call(predicate, smalls, vars));
                    return Ok(());
                }
                let found = self.goal(predicate, &smalls)?;
                match vars.first() {
                    Some(v) => {
                        let set = found.set(&mut self.graph);
                        self.intersect_set(join, *v, set);
                    }
                    None => {
                        let holds = found.slices.values().next().copied();
                        let holds = holds.unwrap_or_else(|| self.graph.empty());
                        join.cond = self.graph.and(join.cond, holds);
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a set is known to have exactly one cell.
    fn is_single(&self, set: Expr) -> bool {
        match self.graph.node(set) {
            ExprNode::MoveCell { .. } => true,
            ExprNode::Plane(p) => self.graph.nonempty.contains(p),
            ExprNode::Const(cells) => cells.len() == 1,
            _ => false,
        }
    }

    /// One step: eliminates a variable, evaluates a call, or joins two relations.
    fn eliminate(&mut self, join: &mut Join<'_>) -> Result<bool, BitsError> {
        self.resolve_negations(join);
        // A variable can be projected away only once nothing negative speaks of it: `not`
        // and `<>` do not commute with projection.
        let held = |join: &Join<'_>, v: VarId| {
            join.outputs.contains(&v)
                || join.negated.iter().any(|r| r.has(v))
                || join.disequal.iter().any(|(a, b)| *a == v || *b == v)
        };
        let free: Vec<VarId> = join.sets.keys().copied().filter(|v| !held(join, *v)).collect();
        let uses = |join: &Join<'_>, v: VarId| -> Vec<usize> {
            let all = join.conjuncts.iter().enumerate();
            all.filter(|(_, s)| s.vars().contains(&v)).map(|(i, _)| i).collect()
        };
        // Ear removal of the GYO reduction (Graham; Yu and Özsoyoğlu): a variable in no
        // relation is an existence test, one in a single relation is projected out of it.
        // Relations first: what they restrict may be the demand of a call.
        for v in &free {
            let uses = uses(join, *v);
            if uses.is_empty() {
                let set = join.sets.remove(v).expect("it has one");
                let some = self.graph.any(set);
                join.cond = self.graph.and(join.cond, some);
                return Ok(true);
            }
            if let [at] = uses[..]
                && let Conjunct::Known(relation) = &join.conjuncts[at]
            {
                let relation = relation.clone();
                join.conjuncts.remove(at);
                self.eliminate_from(join, relation, *v, &free);
                return Ok(true);
            }
        }
        for v in &free {
            if let [at] = uses(join, *v)[..]
                && let Conjunct::Call(predicate, smalls, vars) = &join.conjuncts[at]
            {
                let (predicate, smalls, vars) = (*predicate, smalls.clone(), vars.clone());
                let pos = vars.iter().position(|w| w == v).expect("it is used there");
                let set = join.sets[v];
                join.conjuncts.remove(at);
                join.sets.remove(v);
                let image = self.image(predicate, &smalls, pos, set)?;
                let names: Vec<VarId> = vars.iter().copied().filter(|w| w != v).collect();
                let image = image.renamed(&names);
                if let [other] = names[..] {
                    let set = image.set(&mut self.graph);
                    self.intersect_set(join, other, set);
                } else {
                    join.conjuncts.push(Conjunct::Known(image));
                }
                return Ok(true);
            }
        }
        let call = join.conjuncts.iter().position(|s| matches!(s, Conjunct::Call(..)));
        if let Some(at) = call {
            let Conjunct::Call(predicate, smalls, vars) = join.conjuncts.remove(at) else {
                return Ok(false);
            };
            let relation = self.goal(predicate, &smalls)?.renamed(&vars);
            join.conjuncts.push(Conjunct::Known(relation));
            return Ok(true);
        }
        self.join_pair(join)
    }

    /// Eliminates a variable that occurs in one relation only.
    fn eliminate_from(
        &mut self,
        join: &mut Join<'_>,
        relation: Relation,
        v: VarId,
        free: &[VarId],
    ) {
        // Three cases, cheapest first: the whole relation is an existence test; all variables but
        // one are in the same set and eliminated at once (`RowMembers`); or one variable is
        // eliminated by a semi-join and a projection.
        let alone =
            |w: &VarId| free.contains(w) && !join.conjuncts.iter().any(|s| s.vars().contains(w));
        if relation.vars.iter().all(alone) {
            let sets: Vec<Expr> = relation.vars.iter().map(|w| join.sets[w]).collect();
            relation.vars.iter().for_each(|w| {
                join.sets.remove(w);
            });
            let some = self.exists(&relation, &sets);
            join.cond = self.graph.and(join.cond, some);
            return;
        }
        let (gone, left): (Vec<VarId>, Vec<VarId>) = relation.vars.iter().partition(|w| alone(w));
        if let ([first, _, ..], [other]) = (&gone[..], &left[..])
            && gone.iter().all(|w| join.sets[w] == join.sets[first])
            && let Some(rows) = self.member_rows(&relation, *other)
        {
            let set = join.sets[first];
            gone.iter().for_each(|w| {
                join.sets.remove(w);
            });
            let members = self.graph.row_members(set, rows);
            return self.intersect_set(join, *other, members);
        }
        let set = join.sets.remove(&v).expect("it has one");
        let relation = relation.semijoin(&mut self.graph, v, set).project_out(&mut self.graph, v);
        if let [other] = relation.vars[..] {
            let set = relation.set(&mut self.graph);
            self.intersect_set(join, other, set);
        } else {
            join.conjuncts.push(Conjunct::Known(relation));
        }
    }

    /// The rows of a small static relation with mostly different distances: the cells that have to be in a set, and the
    /// cell of the variable.
    fn member_rows(&mut self, relation: &Relation, var: VarId) -> Option<Vec<MemberRow>> {
        let based = relation.rebased(&mut self.graph, var);
        let mut rows = Vec::new();
        for (deltas, set) in &based.slices {
            let cells = self.graph.constant(*set)?;
            rows.extend(cells.iter().map(|c| {
                let others = deltas.iter().map(|d| (c as i32 + d) as usize);
                (others.collect(), CellSet::single(c))
            }));
        }
        (rows.len() <= MEMBER_ROWS && rows.len() <= 4 * based.slices.len()).then_some(rows)
    }

    /// Joins two relations that share a variable, the first pair found; false if there is none.
    fn join_pair(&mut self, join: &mut Join<'_>) -> Result<bool, BitsError> {
        for i in 0..join.conjuncts.len() {
            for j in i + 1..join.conjuncts.len() {
                let (Conjunct::Known(a), Conjunct::Known(b)) =
                    (&join.conjuncts[i], &join.conjuncts[j])
                else {
                    continue;
                };
                if a.vars.iter().any(|v| b.has(*v)) {
                    if a.slices.len() * b.slices.len() > SLICES {
                        return Err(BitsError::Large(self.location.clone(), SLICES));
                    }
                    let both = a.join(&mut self.graph, b);
                    join.conjuncts.remove(j);
                    join.conjuncts[i] = Conjunct::Known(both);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Pushes negations down: into sets, into a relation over the same variables, and over one-cell sets.
    fn resolve_negations(&mut self, join: &mut Join<'_>) {
        let mut kept = Vec::new();
        // Over one value, "for no" and "not for the" are the same, so a singleton can be projected
        // out of a negated relation; over a larger set that would be wrong.
        for mut relation in std::mem::take(&mut join.negated) {
            while relation.vars.len() > 1 {
                let single = relation.vars.iter().find(|v| self.is_single(join.sets[v])).copied();
                let Some(v) = single else { break };
                relation = relation
                    .semijoin(&mut self.graph, v, join.sets[&v])
                    .project_out(&mut self.graph, v);
            }
            if let [v] = relation.vars[..] {
                let (known, negated) = (join.sets[&v], relation.set(&mut self.graph));
                join.sets.insert(v, self.graph.and_not(known, negated));
            } else if let Some(at) = related(&join.conjuncts, &relation.vars) {
                self.subtract_rows(join, at, &relation);
            } else {
                kept.push(relation);
            }
        }
        join.negated = kept;
        let mut kept = Vec::new();
        for (a, b) in std::mem::take(&mut join.disequal) {
            let (x, y) = (join.sets[&a], join.sets[&b]);
            if self.is_single(y) {
                join.sets.insert(a, self.graph.and_not(x, y));
            } else if self.is_single(x) {
                join.sets.insert(b, self.graph.and_not(y, x));
            } else if let Some(at) = related(&join.conjuncts, &[a, b]) {
                let cells = self.domain_of(join.types, a);
                let rows: Vec<Vec<usize>> = cells.iter().map(|c| vec![c, c]).collect();
                let same = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
                self.subtract_rows(join, at, &same);
            } else {
                kept.push((a, b));
            }
        }
        join.disequal = kept;
    }

    /// Removes rows from a relation (anti-join).
    fn subtract_rows(&mut self, join: &mut Join<'_>, at: usize, rows: &Relation) {
        if let Conjunct::Known(relation) = &mut join.conjuncts[at] {
            *relation = relation.antijoin(&mut self.graph, rows);
        }
    }

    /// Applies what is left when no variable can be eliminated: sets, disequalities and negations.
    fn finish(&mut self, mut join: Join<'_>) -> Result<Option<(Expr, Vec<Relation>)>, BitsError> {
        let mut relations: Vec<Relation> = Vec::new();
        for conjunct in std::mem::take(&mut join.conjuncts) {
            let Conjunct::Known(mut relation) = conjunct else { continue };
            for v in relation.vars.clone() {
                relation = relation.semijoin(&mut self.graph, v, join.sets[&v]);
            }
            relations.push(relation);
        }
        for (v, set) in &join.sets {
            if !relations.iter().any(|r| r.has(*v)) {
                relations.push(Relation::unary(*v, *set));
            }
        }
        let of = |relations: &[Relation], v: VarId| {
            relations.iter().position(|r| r.has(v)).expect("each variable is in one")
        };
        for (a, b) in join.disequal.clone() {
            let (i, j) = (of(&relations, a), of(&relations, b));
            let plain = |r: &Relation| r.vars.len() == 1 && !join.outputs.contains(&r.vars[0]);
            let once =
                |v: VarId| join.disequal.iter().filter(|(a, b)| *a == v || *b == v).count() == 1;
            // A disequality between two sets that nothing else connects needs no pairs.
            if i != j && plain(&relations[i]) && plain(&relations[j]) && once(a) && once(b) {
                // Two sets have two different members unless one is empty or both are the same cell.
                let (x, y) = (relations[i].set(&mut self.graph), relations[j].set(&mut self.graph));
                let (some, other) = (self.graph.any(x), self.graph.any(y));
                let either = self.graph.or(x, y);
                let many = self.graph.more_than_one(either);
                for truth in [some, other, many] {
                    join.cond = self.graph.and(join.cond, truth);
                }
                relations.retain(|r| !r.has(a) && !r.has(b));
                continue;
            }
            let cells = self.domain_of(join.types, a);
            if i != j {
                let rows: Vec<Vec<usize>> = cells
                    .iter()
                    .flat_map(|x| cells.iter().filter(move |y| *y != x).map(move |y| vec![x, y]))
                    .collect();
                if cells.len() > 128 {
                    return Err(
                        self.unsupported("two cells of a large board that only have to differ")
                    );
                }
                let disequal = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
                let first = relations[i].join(&mut self.graph, &disequal);
                let both = first.join(&mut self.graph, &relations[j]);
                relations = without(relations, i, j);
                relations.push(both);
            } else {
                let rows: Vec<Vec<usize>> = cells.iter().map(|c| vec![c, c]).collect();
                let same = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
                relations[i] = relations[i].antijoin(&mut self.graph, &same);
            }
        }
        for negated in &join.negated {
            let at = of(&relations, negated.vars[0]);
            if !negated.vars.iter().all(|v| relations[at].has(*v)) {
                return Err(self.unsupported("`not` over several cells that are not related"));
            }
            relations[at] = relations[at].antijoin(&mut self.graph, negated);
        }
        let mut out = Vec::new();
        for mut relation in relations {
            let hidden: Vec<VarId> =
                relation.vars.iter().copied().filter(|v| !join.outputs.contains(v)).collect();
            if hidden.len() == relation.vars.len() {
                let sets: Vec<Expr> = relation.slices.values().copied().collect();
                let union = self.graph.union(&sets);
                let some = self.graph.any(union);
                join.cond = self.graph.and(join.cond, some);
                continue;
            }
            for v in hidden {
                relation = relation.project_out(&mut self.graph, v);
            }
            relation.slices.retain(|_, set| !self.graph.is_empty(*set));
            if relation.is_empty() {
                return Ok(None);
            }
            out.push(relation);
        }
        if self.graph.is_empty(join.cond) {
            return Ok(None);
        }
        Ok(Some((join.cond, out)))
    }

    /// Whether a relation holds for some members of given sets. Every slice is normalized to its lowest cell, so that a
    /// row and its reverse are tested once.
    fn exists(&mut self, relation: &Relation, sets: &[Expr]) -> Expr {
        let same = sets.iter().all(|s| *s == sets[0]);
        let mut constant = Some(Vec::new());
        for (deltas, set) in &relation.slices {
            match (self.graph.constant(*set), &mut constant) {
                (Some(cells), Some(rows)) => rows.extend(cells.iter().map(|c| {
                    let others = deltas.iter().map(|d| (c as i32 + d) as usize);
                    others.chain([c]).collect::<CellSet>()
                })),
                _ => constant = None,
            }
        }
        if let Some(mut rows) = constant
            && same
        {
            rows.sort_unstable();
            rows.dedup();
            // By cost: few rows are compared as masks, one by one; rows at even distances by
            // doubling, in log(length) shifts for each direction; everything else by a conjunction
            // of shifts for each slice.
            if rows.len() <= FEW_ROWS {
                return self.graph.any_mask(sets[0], rows);
            }
        }
        if same && let Some(rows) = self.even_rows(relation) {
            return self.graph.in_a_row(sets[0], rows);
        }
        let mut parts = Vec::new();
        for (deltas, base) in &relation.slices {
            let offsets: Vec<i32> = std::iter::once(0).chain(deltas.iter().copied()).collect();
            let low = offsets.iter().copied().min().unwrap_or(0);
            let mut terms: Vec<(i32, Expr)> =
                offsets.iter().zip(sets).map(|(o, s)| (o - low, *s)).collect();
            terms.sort_unstable();
            let mut here = self.graph.shift(*base, low);
            let even = terms.windows(2).all(|w| w[1].0 - w[0].0 == terms[1].0);
            let conj = if even && same {
                self.in_a_row(terms[0].1, terms[1].0, terms.len())
            } else {
                let mut conj = self.graph.boolean(true);
                for (offset, set) in terms {
                    let moved = self.graph.shift(set, -offset);
                    conj = self.graph.and(conj, moved);
                }
                conj
            };
            here = self.graph.and(conj, here);
            parts.push(here);
        }
        let union = self.graph.union(&parts);
        self.graph.any(union)
    }

    /// A static relation whose rows are evenly spaced, normalized to their lowest cells.
    fn even_rows(&self, relation: &Relation) -> Option<RowTable> {
        let mut directions: BTreeMap<i16, CellSet> = BTreeMap::new();
        for (deltas, base) in &relation.slices {
            let mut offsets: Vec<i32> = std::iter::once(0).chain(deltas.iter().copied()).collect();
            // From the lowest cell, a row and its reverse are the same, so that half of the
            // directions go.
            offsets.sort_unstable();
            let by = offsets[1] - offsets[0];
            if by == 0 || offsets.windows(2).any(|w| w[1] - w[0] != by) {
                return None;
            }
            let begins = self.graph.constant(*base)?.shift(offsets[0]);
            let known = directions.entry(by as i16).or_insert(CellSet::EMPTY);
            *known = known.or(begins);
        }
        let cells = relation.vars.len();
        Some(RowTable { cells, directions: directions.into_iter().collect() })
    }

    /// The cells at which an evenly spaced row in the set starts, by doubling.
    fn in_a_row(&mut self, set: Expr, by: i32, cells: usize) -> Expr {
        let (mut row, mut have) = (set, 1);
        while have < cells {
            let more = have.min(cells - have);
            let moved = self.graph.shift(row, -(more as i32) * by);
            row = self.graph.and(row, moved);
            have += more;
        }
        row
    }
}

/// The index of a relation over all of these variables.
fn related(conjuncts: &[Conjunct], vars: &[VarId]) -> Option<usize> {
    let known = |s: &Conjunct| match s {
        Conjunct::Known(relation) => vars.iter().all(|v| relation.has(*v)),
        Conjunct::Call(..) => false,
    };
    conjuncts.iter().position(known)
}

fn without(relations: Vec<Relation>, i: usize, j: usize) -> Vec<Relation> {
    let all = relations.into_iter().enumerate();
    all.filter(|(k, _)| *k != i && *k != j).map(|(_, r)| r).collect()
}
