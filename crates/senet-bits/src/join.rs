//! Conjunctive queries over sets of cells, by semi-joins.
//!
//! Yannakakis (1981): an acyclic query is solved by taking its variables away one by one, each leaving
//! behind what it demands of its neighbours. Here a semi-join is a shift and an intersection. A derived
//! predicate one of whose cells is only demanded to be in a set is asked for the *image* of that set
//! (demand, as in magic sets), and never for all pairs. Only what is left of cyclic queries, and the
//! cells that make up a move, is joined into slices.

use crate::cells::CellSet;
use crate::error::BitsError;
use crate::expr::{Expr, Node};
use crate::ops::{MemberRow, RowTable};
use crate::query::{Compiler, Constraint};
use crate::relation::Relation;
use senet_engine::Value;
use senet_program::{PredId, TypeId, VarId};
use std::collections::BTreeMap;

/// Rows up to this number are looked at one by one, instead of shifting the board.
const FEW_ROWS: usize = 12;

/// Cells that up to this number of rows give are found row by row.
const MEMBER_ROWS: usize = 64;

/// No query may fall into more slices than this.
const SLICES: usize = 20_000;

/// A relation of several variables, or a derived predicate that has not been worked out yet.
enum Several {
    Known(Relation),
    Call(PredId, Vec<Value>, Vec<VarId>),
}

impl Several {
    fn vars(&self) -> &[VarId] {
        match self {
            Several::Known(relation) => &relation.vars,
            Several::Call(_, _, vars) => vars,
        }
    }
}

/// A query while its variables are taken away.
struct Join<'t> {
    types: &'t [TypeId],
    cond: Expr,
    sets: BTreeMap<VarId, Expr>,
    several: Vec<Several>,
    fails: Vec<Relation>,
    differ: Vec<(VarId, VarId)>,
    outputs: Vec<VarId>,
}

impl Compiler<'_> {
    /// Solves a query for some of its variables: a condition, and relations that share no variable.
    /// `None` if nothing can fit.
    pub(crate) fn relate(
        &mut self,
        types: &[TypeId],
        cond: Expr,
        parts: Vec<Constraint>,
        outputs: &[VarId],
    ) -> Result<Option<(Expr, Vec<Relation>)>, BitsError> {
        let mut join = Join {
            types,
            cond,
            sets: BTreeMap::new(),
            several: Vec::new(),
            fails: Vec::new(),
            differ: Vec::new(),
            outputs: outputs.to_vec(),
        };
        for v in outputs {
            let all = self.domain_of(types, *v);
            join.sets.insert(*v, self.graph.set(all));
        }
        for part in parts {
            self.take_part(&mut join, part)?;
        }
        // Each round removes a variable, a call or a relation, so this ends. For an acyclic
        // query every variable that is not asked for goes by a semi-join, and the cost is
        // linear in the relations; what cycles leave is joined pairwise, within `SLICES`.
        while self.take_away(&mut join)? {
            if self.graph.is_empty(join.cond) {
                return Ok(None);
            }
        }
        self.finish(join)
    }

    fn restrict(&mut self, join: &mut Join<'_>, var: VarId, set: Expr) {
        let all = self.domain_of(join.types, var);
        let known = join.sets.get(&var).copied().unwrap_or_else(|| self.graph.set(all));
        join.sets.insert(var, self.graph.and(known, set));
    }

    fn mention(&mut self, join: &mut Join<'_>, vars: &[VarId]) {
        for v in vars {
            let all = self.domain_of(join.types, *v);
            let all = self.graph.set(all);
            join.sets.entry(*v).or_insert(all);
        }
    }

    fn take_part(&mut self, join: &mut Join<'_>, part: Constraint) -> Result<(), BitsError> {
        match part {
            Constraint::In(v, set) => self.restrict(join, v, set),
            Constraint::Holds(relation) => {
                self.mention(join, &relation.vars);
                join.several.push(Several::Known(relation));
            }
            Constraint::Fails(relation) => {
                self.mention(join, &relation.vars);
                join.fails.push(relation);
            }
            Constraint::Differ(a, b) => {
                self.mention(join, &[a, b]);
                let pair = (a.min(b), a.max(b));
                if !join.differ.contains(&pair) {
                    join.differ.push(pair);
                }
            }
            Constraint::Call(predicate, smalls, vars) => {
                self.mention(join, &vars);
                if vars.len() > 1 {
                    join.several.push(Several::Call(predicate, smalls, vars));
                    return Ok(());
                }
                let found = self.goal(predicate, &smalls)?;
                match vars.first() {
                    Some(v) => {
                        let set = found.set(&mut self.graph);
                        self.restrict(join, *v, set);
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
            Node::Chosen(_) => true,
            Node::Plane(p) => self.graph.present.contains(p),
            Node::Const(cells) => cells.len() == 1,
            _ => false,
        }
    }

    /// One step: takes a variable away, works a predicate out, or joins two relations.
    fn take_away(&mut self, join: &mut Join<'_>) -> Result<bool, BitsError> {
        self.narrow_fails(join);
        // A variable can be projected away only once nothing negative speaks of it: `not`
        // and `<>` do not commute with projection.
        let held = |join: &Join<'_>, v: VarId| {
            join.outputs.contains(&v)
                || join.fails.iter().any(|r| r.has(v))
                || join.differ.iter().any(|(a, b)| *a == v || *b == v)
        };
        let free: Vec<VarId> = join.sets.keys().copied().filter(|v| !held(join, *v)).collect();
        let uses = |join: &Join<'_>, v: VarId| -> Vec<usize> {
            let all = join.several.iter().enumerate();
            all.filter(|(_, s)| s.vars().contains(&v)).map(|(i, _)| i).collect()
        };
        // Ear removal of the GYO reduction (Graham; Yu and Özsoyoğlu): a variable in no
        // relation is an existence test, one in a single relation is projected out of it.
        // Plain relations first: what they leave may be what a derived predicate is asked about.
        for v in &free {
            let uses = uses(join, *v);
            if uses.is_empty() {
                let set = join.sets.remove(v).expect("it has one");
                let some = self.graph.any(set);
                join.cond = self.graph.and(join.cond, some);
                return Ok(true);
            }
            if let [at] = uses[..]
                && let Several::Known(relation) = &join.several[at]
            {
                let relation = relation.clone();
                join.several.remove(at);
                self.drop_var(join, relation, *v, &free);
                return Ok(true);
            }
        }
        for v in &free {
            if let [at] = uses(join, *v)[..]
                && let Several::Call(predicate, smalls, vars) = &join.several[at]
            {
                let (predicate, smalls, vars) = (*predicate, smalls.clone(), vars.clone());
                let pos = vars.iter().position(|w| w == v).expect("it is used there");
                let set = join.sets[v];
                join.several.remove(at);
                join.sets.remove(v);
                let image = self.image(predicate, &smalls, pos, set)?;
                let names: Vec<VarId> = vars.iter().copied().filter(|w| w != v).collect();
                let image = image.renamed(&names);
                if let [other] = names[..] {
                    let set = image.set(&mut self.graph);
                    self.restrict(join, other, set);
                } else {
                    join.several.push(Several::Known(image));
                }
                return Ok(true);
            }
        }
        let call = join.several.iter().position(|s| matches!(s, Several::Call(..)));
        if let Some(at) = call {
            let Several::Call(predicate, smalls, vars) = join.several.remove(at) else {
                return Ok(false);
            };
            let relation = self.goal(predicate, &smalls)?.renamed(&vars);
            join.several.push(Several::Known(relation));
            return Ok(true);
        }
        self.join_two(join)
    }

    /// Takes a variable away that occurs in one relation only.
    fn drop_var(&mut self, join: &mut Join<'_>, relation: Relation, v: VarId, free: &[VarId]) {
        // Three cases, cheapest first: the whole relation is an existence test; all variables but
        // one go at once, where they are all in the same set (`Members`); or one variable goes, by
        // a semi-join.
        let alone =
            |w: &VarId| free.contains(w) && !join.several.iter().any(|s| s.vars().contains(w));
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
            let members = self.graph.members(set, rows);
            return self.restrict(join, *other, members);
        }
        let set = join.sets.remove(&v).expect("it has one");
        let relation = relation.restrict(&mut self.graph, v, set).without(&mut self.graph, v);
        if let [other] = relation.vars[..] {
            let set = relation.set(&mut self.graph);
            self.restrict(join, other, set);
        } else {
            join.several.push(Several::Known(relation));
        }
    }

    /// The rows of a static relation of few rows that share few distances: the cells that have to be in a set,
    /// and the one of a variable.
    fn member_rows(&mut self, relation: &Relation, var: VarId) -> Option<Vec<MemberRow>> {
        let based = relation.based_on(&mut self.graph, var);
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

    fn join_two(&mut self, join: &mut Join<'_>) -> Result<bool, BitsError> {
        for i in 0..join.several.len() {
            for j in i + 1..join.several.len() {
                let (Several::Known(a), Several::Known(b)) = (&join.several[i], &join.several[j])
                else {
                    continue;
                };
                if a.vars.iter().any(|v| b.has(*v)) {
                    if a.slices.len() * b.slices.len() > SLICES {
                        return Err(BitsError::Large(self.place.clone(), SLICES));
                    }
                    let both = a.join(&mut self.graph, b);
                    join.several.remove(j);
                    join.several[i] = Several::Known(both);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Relations that must not hold, of a cell that is alone in its set: they are about the others.
    fn narrow_fails(&mut self, join: &mut Join<'_>) {
        let mut kept = Vec::new();
        // Over one value, "for no" and "not for the" are the same, so a singleton can be projected
        // out of a negated relation; over a larger set that would be wrong.
        for mut relation in std::mem::take(&mut join.fails) {
            while relation.vars.len() > 1 {
                let single = relation.vars.iter().find(|v| self.is_single(join.sets[v])).copied();
                let Some(v) = single else { break };
                relation = relation
                    .restrict(&mut self.graph, v, join.sets[&v])
                    .without(&mut self.graph, v);
            }
            if let [v] = relation.vars[..] {
                let (known, fails) = (join.sets[&v], relation.set(&mut self.graph));
                join.sets.insert(v, self.graph.and_not(known, fails));
            } else if let Some(at) = related(&join.several, &relation.vars) {
                self.strike(join, at, &relation);
            } else {
                kept.push(relation);
            }
        }
        join.fails = kept;
        let mut kept = Vec::new();
        for (a, b) in std::mem::take(&mut join.differ) {
            let (x, y) = (join.sets[&a], join.sets[&b]);
            if self.is_single(y) {
                join.sets.insert(a, self.graph.and_not(x, y));
            } else if self.is_single(x) {
                join.sets.insert(b, self.graph.and_not(y, x));
            } else if let Some(at) = related(&join.several, &[a, b]) {
                let cells = self.domain_of(join.types, a);
                let rows: Vec<Vec<usize>> = cells.iter().map(|c| vec![c, c]).collect();
                let same = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
                self.strike(join, at, &same);
            } else {
                kept.push((a, b));
            }
        }
        join.differ = kept;
    }

    /// Rows that must not be there are taken out of a relation.
    fn strike(&mut self, join: &mut Join<'_>, at: usize, rows: &Relation) {
        if let Several::Known(relation) = &mut join.several[at] {
            *relation = relation.except(&mut self.graph, rows);
        }
    }

    /// Everything that could be taken away is: what is left is about the variables that are asked for.
    fn finish(&mut self, mut join: Join<'_>) -> Result<Option<(Expr, Vec<Relation>)>, BitsError> {
        let mut relations: Vec<Relation> = Vec::new();
        for several in std::mem::take(&mut join.several) {
            let Several::Known(mut relation) = several else { continue };
            for v in relation.vars.clone() {
                relation = relation.restrict(&mut self.graph, v, join.sets[&v]);
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
        for (a, b) in join.differ.clone() {
            let (i, j) = (of(&relations, a), of(&relations, b));
            let plain = |r: &Relation| r.vars.len() == 1 && !join.outputs.contains(&r.vars[0]);
            let once =
                |v: VarId| join.differ.iter().filter(|(a, b)| *a == v || *b == v).count() == 1;
            // A disequality between two sets that nothing else connects needs no pairs.
            if i != j && plain(&relations[i]) && plain(&relations[j]) && once(a) && once(b) {
                // Two sets have two different members unless one is empty or both are the same cell.
                let (x, y) = (relations[i].set(&mut self.graph), relations[j].set(&mut self.graph));
                let (some, other) = (self.graph.any(x), self.graph.any(y));
                let either = self.graph.or(x, y);
                let many = self.graph.many(either);
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
                    return Err(self.cannot("two cells of a large board that only have to differ"));
                }
                let differ = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
                let first = relations[i].join(&mut self.graph, &differ);
                let both = first.join(&mut self.graph, &relations[j]);
                relations = without(relations, i, j);
                relations.push(both);
            } else {
                let rows: Vec<Vec<usize>> = cells.iter().map(|c| vec![c, c]).collect();
                let same = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
                relations[i] = relations[i].except(&mut self.graph, &same);
            }
        }
        for fails in &join.fails {
            let at = of(&relations, fails.vars[0]);
            if !fails.vars.iter().all(|v| relations[at].has(*v)) {
                return Err(self.cannot("`not` over several cells that are not related"));
            }
            relations[at] = relations[at].except(&mut self.graph, fails);
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
                relation = relation.without(&mut self.graph, v);
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

    /// Whether a relation holds of any members of some sets. Every slice is seen from its lowest cell,
    /// so that rows that are the same from either end are looked at once.
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
                return self.graph.line(sets[0], rows);
            }
        }
        if same && let Some(rows) = self.even_rows(relation) {
            return self.graph.rows(sets[0], rows);
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
                self.row(terms[0].1, terms[1].0, terms.len())
            } else {
                let mut conj = self.graph.truth(true);
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

    /// A static relation whose rows have even distances, seen from their lowest cells.
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

    /// The cells from which on so many, at even distances, are in a set: by doubling.
    fn row(&mut self, set: Expr, by: i32, cells: usize) -> Expr {
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

/// A relation that is known and has all of these variables.
fn related(several: &[Several], vars: &[VarId]) -> Option<usize> {
    let known = |s: &Several| match s {
        Several::Known(relation) => vars.iter().all(|v| relation.has(*v)),
        Several::Call(..) => false,
    };
    several.iter().position(known)
}

fn without(relations: Vec<Relation>, i: usize, j: usize) -> Vec<Relation> {
    let all = relations.into_iter().enumerate();
    all.filter(|(k, _)| *k != i && *k != j).map(|(_, r)| r).collect()
}
