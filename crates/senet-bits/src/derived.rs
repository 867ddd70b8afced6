//! Derived predicates that read the position.
//!
//! A *goal* is a predicate with values for its small arguments; its value is a relation between its wide
//! ones. An *image* is a goal with one of its cells restricted to a set (demand transformation, as in
//! magic sets: Beeri and Ramakrishnan 1991). Goals are evaluated on demand. A recursion over
//! one cell is a least fixpoint, mostly a fill in one direction or a flood. A recursion over several
//! cells is unrolled slice by slice, and ends because the rows of a board do.

use crate::error::BitsError;
use crate::expr::Expr;
use crate::layout::types;
use crate::query::{Compiler, Constraint, Match, Query};
use crate::relation::Relation;
use rustc_hash::FxHashMap;
use senet_engine::Value;
use senet_program::{PredId, Term, VarId};

/// The most rounds by which a recursion over several cells is unrolled.
const ROUNDS: usize = 64;

/// A predicate with values for its small arguments; for an image, also the restricted wide argument and its set.
type Key = (PredId, Vec<Value>, Option<(usize, Expr)>);

#[derive(Default)]
pub(crate) struct Goals {
    /// The table of answers, each with whether it depends on the control state.
    known: FxHashMap<Key, (Relation, bool)>,
    /// Goals under evaluation, outermost first.
    open: Vec<OpenGoal>,
    /// Tarjan's low link: the outermost open goal that was used since this was last reset.
    low_link: usize,
}

struct OpenGoal {
    key: Key,
    /// The answer so far; for one cell or none, the variable of a fixpoint.
    current: Relation,
    var: Option<u32>,
    used: bool,
}

impl Goals {
    /// Forgets all answers, which may depend on the control state.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }
}

impl Compiler<'_> {
    /// The relation of wide arguments for which a goal holds, over variables 0, 1, …
    pub(crate) fn goal(
        &mut self,
        predicate: PredId,
        smalls: &[Value],
    ) -> Result<Relation, BitsError> {
        self.evaluate((predicate, smalls.to_vec(), None))
    }

    /// The relation of the other wide arguments, with the one at `at` restricted to a set.
    pub(crate) fn image(
        &mut self,
        predicate: PredId,
        smalls: &[Value],
        at: usize,
        set: Expr,
    ) -> Result<Relation, BitsError> {
        self.evaluate((predicate, smalls.to_vec(), Some((at, set))))
    }

    fn evaluate(&mut self, key: Key) -> Result<Relation, BitsError> {
        // Tabling: a recursive call gets the answer so far, and only
        // a result that does not depend on an open goal further out is tabled (the leader of a strongly
        // connected component, as in SLG resolution: Chen and Warren 1996). `low_link` is Tarjan's
        // low link.
        if let Some((known, depends_on_control)) = self.goals.known.get(&key) {
            self.depends_on_control |= depends_on_control;
            return Ok(known.clone());
        }
        if let Some(at) = self.goals.open.iter().position(|open| open.key == key) {
            self.goals.low_link = self.goals.low_link.min(at);
            self.goals.open[at].used = true;
            return Ok(self.goals.open[at].current.clone());
        }
        if self.goals.open.len() > 200 {
            return Err(self.unbounded(key.0));
        }
        let declared = self.program.predicate(key.0);
        let wide = &self.layout.wide[key.0.index()];
        let wide_types: Vec<_> =
            declared.arguments.iter().zip(wide).filter(|(_, w)| **w).map(|(t, _)| *t).collect();
        let left: Vec<_> =
            (0..wide_types.len()).filter(|i| key.2.is_none_or(|(at, _)| at != *i)).collect();
        let vars: Vec<VarId> = (0..left.len()).map(VarId::new).collect();
        // For one cell or none the recursion is solved symbolically: a variable stands for the set,
        // and one pass over the clauses gives the body of the fixpoint. Relations between cells are
        // iterated.
        let (var, current) = match left[..] {
            [] => {
                let (var, found) = self.graph.fix_var(crate::cells::CellSet::FULL, true);
                (Some(var), truth(found))
            }
            [only] => {
                let domain = self.layout.domain(wide_types[only]).cells();
                let (var, found) = self.graph.fix_var(domain, false);
                (Some(var), Relation::unary(VarId(0), found))
            }
            _ => (None, Relation::none(vars.clone())),
        };
        let depth = self.goals.open.len();
        self.goals.open.push(OpenGoal { key: key.clone(), current, var, used: false });
        let outside = std::mem::replace(&mut self.goals.low_link, usize::MAX);
        let others = std::mem::replace(&mut self.depends_on_control, false);
        let mut result = Err(self.unbounded(key.0));
        // Naive evaluation, in which a round extends every slice by a step. Slices that leave the
        // board are empty by their support and vanish, which is what ends it.
        for _ in 0..ROUNDS {
            self.goals.open[depth].used = false;
            let found = match self.clauses(&key, &vars) {
                Ok(found) => found,
                Err(why) => {
                    result = Err(why);
                    break;
                }
            };
            let open = &mut self.goals.open[depth];
            if !open.used {
                result = Ok(found);
                break;
            }
            match open.var {
                Some(var) => {
                    let body = found.slices.values().next().copied();
                    let body = body.unwrap_or_else(|| self.graph.empty());
                    let fixed = self.graph.fixpoint(var, body);
                    if !self.depends_on_control {
                        self.graph.control_free.push(fixed);
                    }
                    let one = if left.is_empty() {
                        truth(fixed)
                    } else {
                        Relation::unary(VarId(0), fixed)
                    };
                    result = Ok(one);
                    break;
                }
                None if found == open.current => {
                    result = Ok(found);
                    break;
                }
                None if found.slices.len() > 4_000 => break,
                None => open.current = found,
            }
        }
        self.goals.open.pop();
        // A result that used a goal that is still open is valid only within it.
        let rests = self.goals.low_link;
        self.goals.low_link = outside.min(if rests < depth { rests } else { usize::MAX });
        if let Ok(relation) = &result
            && rests >= depth
        {
            self.goals.known.insert(key, (relation.clone(), self.depends_on_control));
        }
        self.depends_on_control |= others;
        result
    }

    fn unbounded(&self, predicate: PredId) -> BitsError {
        BitsError::Recursion(self.program.predicate(predicate).name.clone())
    }

    /// One round: the union of the answers of all clauses.
    fn clauses(&mut self, key: &Key, vars: &[VarId]) -> Result<Relation, BitsError> {
        let (predicate, smalls, demand) = key;
        let program = self.program;
        let mut rows: Vec<Relation> = Vec::new();
        for clause in program.clauses().iter().filter(|c| c.head.predicate == *predicate) {
            let mut all = types(&clause.variables);
            let n = all.len();
            let mut wide = self.layout.wide_variables(program, &all, &[], &clause.goals, &[], &[]);
            // Variables in small arguments of the head are small.
            let wide_at = self.layout.wide[predicate.index()].clone();
            for (term, is_wide) in clause.head.arguments.iter().zip(&wide_at) {
                if !is_wide {
                    term.each_variable(&mut |v| wide[v.index()] = false);
                }
            }
            let mut env = vec![None; n];
            let terms = self.facts.terms();
            let mut values = smalls.iter();
            let fits = clause.head.arguments.iter().zip(&wide_at).all(|(term, is_wide)| {
                *is_wide || terms.fits(term, *values.next().expect("as many"), &mut env)
            });
            if !fits {
                continue;
            }
            let mut begin = Match::new(&mut self.graph, env);
            begin.shares_atoms = true;
            let query = Query { premises: &clause.goals, types: &all.clone(), wide: &wide };
            if let Some((at, set)) = demand {
                let nth = wide_at.iter().enumerate().filter(|(_, w)| **w).nth(*at);
                let (i, _) = nth.expect("it has so many");
                match &clause.head.arguments[i] {
                    Term::Variable(v) if wide[v.index()] => {
                        begin.constraints.push(Constraint::In(*v, *set));
                    }
                    _ => {}
                }
            }
            for found in self.matches(query, begin)? {
                // The wide arguments of the head: variables, or cells that are known by now.
                let mut outputs: Vec<VarId> = Vec::new();
                let mut cond = found.cond;
                let mut constraints = found.constraints;
                let declared = &program.predicate(*predicate).arguments;
                let mut nth = 0;
                for ((term, ty), is_wide) in
                    clause.head.arguments.iter().zip(declared).zip(&wide_at)
                {
                    if !is_wide {
                        continue;
                    }
                    let demanded = demand.filter(|(at, _)| *at == nth);
                    nth += 1;
                    let var = match term {
                        Term::Variable(v) if wide[v.index()] => {
                            if demanded.is_some() {
                                continue;
                            }
                            if outputs.contains(v) {
                                let fresh = self.fresh_var(*ty);
                                let cells = self.layout.domain(*ty).cells();
                                let rows: Vec<_> = cells.iter().map(|c| vec![c, c]).collect();
                                let same =
                                    Relation::from_rows(&mut self.graph, vec![*v, fresh], &rows);
                                constraints.push(Constraint::Holds(same));
                                fresh
                            } else {
                                *v
                            }
                        }
                        other => {
                            let value = self.facts.terms().value(other, &found.env);
                            let cell = value.and_then(|v| self.layout.domain(*ty).cell(v));
                            let cell = cell.ok_or_else(|| {
                                self.unsupported(
                                    "a derived predicate about a term with a cell inside",
                                )
                            })?;
                            let bit = self.graph.set(crate::cells::CellSet::single(cell));
                            if let Some((_, set)) = demanded {
                                let both = self.graph.and(set, bit);
                                let there = self.graph.any(both);
                                cond = self.graph.and(cond, there);
                                continue;
                            }
                            let fresh = self.fresh_var(*ty);
                            constraints.push(Constraint::In(fresh, bit));
                            fresh
                        }
                    };
                    outputs.push(var);
                }
                all.truncate(n);
                let Some((cond, relations)) =
                    self.solve_cells(&all, cond, constraints, &outputs)?
                else {
                    continue;
                };
                if outputs.is_empty() {
                    rows.push(truth(cond));
                    continue;
                }
                let mut relations = relations.into_iter();
                let mut whole = relations.next().expect("there are outputs");
                if relations.len() > 0 {
                    whole = self.product(&all, whole, relations.collect())?;
                }
                // A condition is all bits or none: intersecting one variable with it keeps or
                // empties the relation.
                let whole = whole.semijoin(&mut self.graph, whole.vars[0], cond);
                rows.push(whole.reordered(&mut self.graph, &outputs).renamed(vars));
            }
        }
        if vars.len() <= 1 {
            let sets: Vec<Expr> =
                rows.iter().filter_map(|r| r.slices.values().next().copied()).collect();
            let union = self.graph.union(&sets);
            return Ok(if vars.is_empty() {
                truth(union)
            } else {
                Relation::unary(VarId(0), union)
            });
        }
        let mut out = Relation::none(vars.to_vec());
        for relation in rows {
            out = out.union(&mut self.graph, &relation);
        }
        Ok(out)
    }

    /// The Cartesian product of relations that share no variable, with a slice for every distance.
    pub(crate) fn product(
        &mut self,
        types: &[senet_program::TypeId],
        first: Relation,
        others: Vec<Relation>,
    ) -> Result<Relation, BitsError> {
        let mut whole = first;
        for other in others {
            let (a, b) = (whole.vars[0], other.vars[0]);
            let (x, y) = (self.domain_of(types, a), self.domain_of(types, b));
            if x.len() * y.len() > 64 * 64 {
                return Err(
                    self.unsupported("a derived predicate about cells that are not related")
                );
            }
            // As many slices as there are differences of cell numbers: affordable on small boards
            // only.
            let rows: Vec<Vec<usize>> =
                x.iter().flat_map(|i| y.iter().map(move |j| vec![i, j])).collect();
            let all = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
            let joined = whole.join(&mut self.graph, &all);
            whole = joined.join(&mut self.graph, &other);
        }
        Ok(whole)
    }
}

/// A relation of no variables: a condition.
fn truth(holds: Expr) -> Relation {
    Relation { vars: Vec::new(), slices: [(Vec::new(), holds)].into_iter().collect() }
}
