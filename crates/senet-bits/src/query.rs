//! Bodies of rules as symbolic queries.
//!
//! First the small variables are grounded, by backtracking over the control state and static tables
//! ([`Compiler::matches`]). What is left is a conjunctive query over sets of cells, which
//! [`join`](crate::join) solves.

use crate::cells::CellSet;
use crate::control::ControlState;
use crate::derived::Goals;
use crate::error::BitsError;
use crate::expr::{Compare, Expr, Graph, Num, NumNode};
use crate::facts::Facts;
use crate::layout::Layout;
use crate::relation::Relation;
use senet_engine::Value;
use senet_ground::Env;
use senet_program::{Atom, By, Operator, PredId, Premise, Program, Term, TypeId, VarId};
use std::collections::BTreeMap;

/// Variables from this number on are not the rule's: the compiler generates them ([`Compiler::fresh_var`]).
pub(crate) const FRESH: u32 = 1 << 20;

/// The most nodes of the expression graph, which are about 100 MB.
const GRAPH: usize = 400_000;

/// The compiler: what it knows of the program, and the expression graph that all control states share.
pub(crate) struct Compiler<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) program: &'a Program,
    pub(crate) layout: Layout,
    pub(crate) graph: Graph,
    /// The control state that is being compiled.
    pub(crate) control: ControlState,
    pub(crate) goals: Goals,
    /// The types of generated variables, from [`FRESH`] on.
    pub(crate) fresh: Vec<TypeId>,
    /// The rule being compiled, as errors name it.
    pub(crate) location: String,
    /// Whether the goal under evaluation depends on the control state, not on planes alone.
    pub(crate) depends_on_control: bool,
}

/// The body of a rule or of a block. By variable: its type, and whether it stays a set of cells (*wide*) instead of
/// taking its values one by one.
#[derive(Clone, Copy)]
pub(crate) struct Query<'q> {
    pub(crate) premises: &'q [Premise],
    pub(crate) types: &'q [TypeId],
    pub(crate) wide: &'q [bool],
}

/// A constraint on wide variables.
#[derive(Debug, Clone)]
pub(crate) enum Constraint {
    /// A variable is in a set.
    In(VarId, Expr),
    /// The cells of some variables are a row of a relation.
    Holds(Relation),
    /// The cells of some variables are not a row of a relation.
    NotHolds(Relation),
    /// Two variables differ.
    Differ(VarId, VarId),
    /// A derived predicate that reads the position holds.
    Call(PredId, Vec<Value>, Vec<VarId>),
}

/// A match: values for the small variables, and the constraints on the wide ones.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) env: Env,
    pub(crate) cond: Expr,
    pub(crate) constraints: Vec<Constraint>,
    /// Variables whose values are known only when the program runs: counts of cells, and sums of them.
    pub(crate) numbers: BTreeMap<VarId, Num>,
    /// The number of ways to pick copies of atoms without cells: a factor of the weight that chance gives the match.
    pub(crate) multiplicity: u64,
    /// The atoms with cells that premises use, by family. Rules are linear: one atom does not serve two premises.
    held_atoms: Vec<(usize, Vec<CellTerm>)>,
    /// How many copies of atoms without cells premises use, by their index in the control state.
    used_copies: Vec<(usize, u64)>,
    /// Whether one atom may serve several premises, as it does in rules of derivation, which take nothing.
    pub(crate) shares_atoms: bool,
}

/// A wide argument of an atom: a variable that stays a set of cells, or one known cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellTerm {
    Var(VarId),
    Cell(usize),
}

impl Match {
    pub(crate) fn new(graph: &mut Graph, env: Env) -> Match {
        Match {
            env,
            cond: graph.boolean(true),
            constraints: Vec::new(),
            numbers: BTreeMap::new(),
            multiplicity: 1,
            held_atoms: Vec::new(),
            used_copies: Vec::new(),
            shares_atoms: false,
        }
    }
}

impl<'a> Compiler<'a> {
    pub(crate) fn unsupported(&self, construct: impl Into<String>) -> BitsError {
        BitsError::Construct { location: self.location.clone(), construct: construct.into() }
    }

    pub(crate) fn type_of(&self, types: &[TypeId], var: VarId) -> TypeId {
        if var.0 >= FRESH { self.fresh[(var.0 - FRESH) as usize] } else { types[var.index()] }
    }

    pub(crate) fn fresh_var(&mut self, ty: TypeId) -> VarId {
        self.fresh.push(ty);
        VarId(FRESH + self.fresh.len() as u32 - 1)
    }

    /// The set of all cells of a variable's board.
    pub(crate) fn domain_of(&self, types: &[TypeId], var: VarId) -> CellSet {
        self.layout.domain(self.type_of(types, var)).cells()
    }

    /// A plane of a family; the empty set if the control state implies that.
    pub(crate) fn plane(&mut self, family: usize, at: usize) -> Expr {
        let declared = &self.layout.families[family];
        if self.layout.singleton[declared.predicate.index()] {
            self.depends_on_control = true;
            if !self.control.singletons.contains(&family) {
                return self.graph.empty();
            }
        }
        let domain = self.layout.domain(declared.types[at]).cells();
        self.graph.plane(declared.plane + at as u32, domain)
    }

    /// All matches, that is, all combinations of values for the small variables, by backtracking. Exponential in the small
    /// variables in the worst case; the control state and static tables leave few values for most of them.
    pub(crate) fn matches(
        &mut self,
        query: Query<'_>,
        begin: Match,
    ) -> Result<Vec<Match>, BitsError> {
        let mut out = Vec::new();
        self.search(query, 0, begin, &mut out)?;
        Ok(out)
    }

    fn search(
        &mut self,
        query: Query<'_>,
        done: u64,
        found: Match,
        out: &mut Vec<Match>,
    ) -> Result<(), BitsError> {
        if self.graph.is_empty(found.cond) {
            return Ok(());
        }
        if query.premises.len() > 60 || self.graph.len() > GRAPH || out.len() > 100_000 {
            return Err(BitsError::Large(self.location.clone(), GRAPH));
        }
        let unsolved = (0..query.premises.len()).filter(|i| done & 1 << i == 0);
        // Backtracking with the most constrained premise first (the fail-first principle;
        // Haralick and Elliott, 1980): tests of what is known, then tables by how few
        // arguments are unknown, then planes.
        let next = unsolved.filter_map(|i| Some((self.readiness(query, &found, i)?, i))).min();
        let Some((_, i)) = next else {
            if done.count_ones() as usize == query.premises.len() {
                out.push(found);
                return Ok(());
            }
            return self.enumerate_variable(query, done, found, out);
        };
        for more in self.solve(query, found, &query.premises[i])? {
            self.search(query, done | 1 << i, more, out)?;
        }
        Ok(())
    }

    /// No premise is ready: enumerates the values of one variable.
    fn enumerate_variable(
        &mut self,
        query: Query<'_>,
        done: u64,
        found: Match,
        out: &mut Vec<Match>,
    ) -> Result<(), BitsError> {
        let mut mentioned: Vec<VarId> = Vec::new();
        for (i, premise) in query.premises.iter().enumerate() {
            if done & 1 << i == 0 {
                premise.each_variable(&mut |v| mentioned.push(v));
            }
        }
        let small = |v: &&VarId| {
            let i = v.index();
            !query.wide[i] && found.env[i].is_none() && !found.numbers.contains_key(v)
        };
        // Case analysis on one variable; the search goes on below with its value known.
        for v in mentioned.iter().filter(small) {
            if let Some(values) = self.facts.values_of(query.types[v.index()]) {
                for value in values {
                    let mut more = found.clone();
                    more.env[v.index()] = Some(value);
                    self.search(query, done, more, out)?;
                }
                return Ok(());
            }
        }
        Err(self.unsupported("a variable without bound is asked for"))
    }

    /// The priority of a premise, lowest first; `None` if it cannot be solved yet. In this order: tests of what is known
    /// (0), the control state (1), facts by unknown arguments (2, then 15, 20, …), planes (30), calls of derived predicates
    /// (50), and blocks, which become anti-joins and are smallest when all else is known (60).
    fn readiness(&self, query: Query<'_>, found: &Match, i: usize) -> Option<u32> {
        let premise = &query.premises[i];
        let known = |t: &Term| self.facts.terms().value(t, &found.env).is_some();
        // Wide variables and counted numbers need no values: they stay symbolic.
        let settled = |t: &Term| match t {
            Term::Variable(v) => query.wide[v.index()] || found.numbers.contains_key(v) || known(t),
            other => known(other),
        };
        match premise {
            Premise::Same(l, r) => {
                let counted = |t: &Term| match t {
                    Term::Variable(v) => found.numbers.contains_key(v),
                    _ => false,
                };
                let both = settled(l) && settled(r);
                let one = (settled(l) && !counted(l)) || (settled(r) && !counted(r));
                (both || one).then_some(0)
            }
            Premise::Differ(l, r) | Premise::Less { left: l, right: r, .. } => {
                (settled(l) && settled(r)).then_some(0)
            }
            Premise::Compute { left, right, .. } => {
                let mut env = found.env.clone();
                let plain = self.facts.terms().guard(premise, query.types, &mut env).is_some();
                (plain || settled(left) && settled(right)).then_some(0)
            }
            Premise::Not(block) | Premise::Aggregate { block, .. } => {
                let mut ready = true;
                block.each_outer_variable(&mut |v| ready &= settled(&Term::Variable(v)));
                ready.then_some(60)
            }
            Premise::Sense(_) => None,
            Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                Some(if self.layout.is_scalar(atom.predicate) { 1 } else { 30 })
            }
            Premise::Derived(atom) => {
                let declared = self.program.predicate(atom.predicate);
                if declared.reads_position {
                    let wide = &self.layout.wide[atom.predicate.index()];
                    let all = atom.arguments.iter().zip(wide);
                    return all.into_iter().all(|(t, _)| settled(t)).then_some(50);
                }
                // Facts with more known about them leave fewer rows.
                let unknown = atom.arguments.iter().filter(|t| !settled(t)).count();
                Some(if unknown == 0 { 2 } else { 10 + 5 * unknown as u32 })
            }
        }
    }

    fn solve(
        &mut self,
        query: Query<'_>,
        mut found: Match,
        premise: &Premise,
    ) -> Result<Vec<Match>, BitsError> {
        match premise {
            Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => {
                let stored_persistent = self.layout.persistent[atom.predicate.index()];
                let persistent = matches!(premise, Premise::Persistent(_));
                match (stored_persistent, persistent) {
                    (true, _) => self.match_static(query, &found, atom),
                    (false, true) => Ok(Vec::new()),
                    (false, false) if self.layout.is_scalar(atom.predicate) => {
                        Ok(self.match_scalar(&found, atom))
                    }
                    (false, false) => self.match_cell(query, &found, atom),
                }
            }
            Premise::Derived(atom) if self.program.predicate(atom.predicate).reads_position => {
                let cell_terms = self.cell_terms(query, &mut found, atom)?;
                let smalls = self.smalls(&found.env, atom).expect("it is ready");
                // A call is over distinct variables, so that one answer serves all calls of a goal. A known
                // cell, and a variable that occurs twice, get a fresh variable and a constraint on it.
                let mut vars: Vec<VarId> = Vec::new();
                for (cell_term, ty) in cell_terms {
                    let fresh = match cell_term {
                        CellTerm::Var(v) if !vars.contains(&v) => {
                            vars.push(v);
                            continue;
                        }
                        _ => self.fresh_var(ty),
                    };
                    let cells = self.layout.domain(ty).cells();
                    match cell_term {
                        CellTerm::Cell(cell) => {
                            let set = self.graph.set(CellSet::single(cell));
                            found.constraints.push(Constraint::In(fresh, set));
                        }
                        CellTerm::Var(v) => {
                            let rows: Vec<Vec<usize>> = cells.iter().map(|c| vec![c, c]).collect();
                            let same = Relation::from_rows(&mut self.graph, vec![v, fresh], &rows);
                            found.constraints.push(Constraint::Holds(same));
                        }
                    }
                    vars.push(fresh);
                }
                found.constraints.push(Constraint::Call(atom.predicate, smalls, vars));
                Ok(vec![found])
            }
            Premise::Derived(atom) => self.match_static(query, &found, atom),
            Premise::Sense(_) => Err(self.unsupported("the host is asked")),
            Premise::Not(block) => self.negate(query, found, block),
            Premise::Aggregate { target, by: By::Count, block, .. } => {
                self.count(query, found, target, block)
            }
            Premise::Aggregate { .. } => {
                Err(self.unsupported("a sum, a largest or a smallest number is asked for"))
            }
            guard => self.guard(query, found, guard),
        }
    }

    /// The small arguments of an atom, if all are known.
    pub(crate) fn smalls(&self, env: &Env, atom: &Atom) -> Option<Vec<Value>> {
        let wide = &self.layout.wide[atom.predicate.index()];
        let small = atom.arguments.iter().zip(wide).filter(|(_, w)| !**w);
        small.map(|(t, _)| self.facts.terms().value(t, env)).collect()
    }

    /// The wide arguments of an atom.
    fn cell_terms(
        &self,
        query: Query<'_>,
        found: &mut Match,
        atom: &Atom,
    ) -> Result<Vec<(CellTerm, TypeId)>, BitsError> {
        let declared = self.program.predicate(atom.predicate);
        let wide = &self.layout.wide[atom.predicate.index()];
        let mut out = Vec::new();
        for ((term, ty), wide) in atom.arguments.iter().zip(&declared.arguments).zip(wide) {
            if !wide {
                continue;
            }
            let cell_term = match term {
                Term::Variable(v) if query.wide[v.index()] => CellTerm::Var(*v),
                other => {
                    let value = self.facts.terms().value(other, &found.env);
                    let value =
                        value.ok_or_else(|| self.unsupported("a term with a cell inside"))?;
                    match self.layout.domain(*ty).cell(value) {
                        Some(cell) => CellTerm::Cell(cell),
                        None => return Err(self.unsupported("a number beyond 511")),
                    }
                }
            };
            out.push((cell_term, *ty));
        }
        Ok(out)
    }

    /// Matches an atom without cells against the control state.
    fn match_scalar(&mut self, found: &Match, atom: &Atom) -> Vec<Match> {
        self.depends_on_control = true;
        let mut out = Vec::new();
        for (i, (predicate, values, copies)) in self.control.scalars.iter().enumerate() {
            let mut env = found.env.clone();
            let terms = self.facts.terms();
            let fits = |(t, v): (&Term, &Value)| terms.fits(t, *v, &mut env);
            if *predicate == atom.predicate && atom.arguments.iter().zip(values).all(fits) {
                let mut more = Match { env, ..found.clone() };
                let at = more.used_copies.iter().position(|(j, _)| *j == i);
                let used_copies = at.map_or(0, |at| more.used_copies[at].1);
                if more.shares_atoms {
                    out.push(more);
                } else if used_copies < *copies {
                    // Premises pick different copies: two premises of one atom have n (n - 1) ways.
                    more.multiplicity = more.multiplicity.saturating_mul(copies - used_copies);
                    match at {
                        Some(at) => more.used_copies[at].1 += 1,
                        None => more.used_copies.push((i, 1)),
                    }
                    out.push(more);
                }
            }
        }
        out
    }

    /// Matches an atom with a cell: for each family that fits, the variable is in its plane.
    fn match_cell(
        &mut self,
        query: Query<'_>,
        found: &Match,
        atom: &Atom,
    ) -> Result<Vec<Match>, BitsError> {
        // A variable that is small elsewhere in the rule may stand for a cell here: one match for each
        // cell of the board.
        let declared = self.program.predicate(atom.predicate);
        for (i, term) in atom.arguments.iter().enumerate() {
            if let Term::Variable(v) = term
                && self.layout.wide[atom.predicate.index()][i]
                && !query.wide[v.index()]
                && found.env[v.index()].is_none()
            {
                let values = self.layout.domain(declared.arguments[i]).values.clone();
                let mut out = Vec::new();
                for value in values {
                    let mut more = found.clone();
                    more.env[v.index()] = Some(value);
                    out.extend(self.match_cell(query, &more, atom)?);
                }
                return Ok(out);
            }
        }
        let mut out = Vec::new();
        // Case analysis over the small arguments: a match for each plane that the atom may be in.
        for family in 0..self.layout.families.len() {
            if self.layout.families[family].predicate != atom.predicate {
                continue;
            }
            let mut more = found.clone();
            let wide = &self.layout.wide[atom.predicate.index()];
            let small = atom.arguments.iter().zip(wide).filter(|(_, w)| !**w).map(|(t, _)| t);
            let values = &self.layout.families[family].smalls;
            let terms = self.facts.terms();
            if !small.zip(values).all(|(t, v)| terms.fits(t, *v, &mut more.env)) {
                continue;
            }
            let cell_terms = self.cell_terms(query, &mut more, atom)?;
            let cell_terms: Vec<CellTerm> = cell_terms.into_iter().map(|(p, _)| p).collect();
            if !more.shares_atoms && !self.distinct(query, &mut more, family, &cell_terms) {
                continue;
            }
            for (at, cell_term) in cell_terms.iter().enumerate() {
                let plane = self.plane(family, at);
                match cell_term {
                    CellTerm::Var(v) => more.constraints.push(Constraint::In(*v, plane)),
                    CellTerm::Cell(cell) => {
                        let bit = self.graph.set(CellSet::single(*cell));
                        let both = self.graph.and(plane, bit);
                        let there = self.graph.any(both);
                        more.cond = self.graph.and(more.cond, there);
                    }
                }
            }
            more.held_atoms.push((family, cell_terms));
            out.push(more);
        }
        Ok(out)
    }

    /// Ensures that two linear premises use different atoms, of which there is one copy each; false if they cannot.
    fn distinct(
        &mut self,
        query: Query<'_>,
        found: &mut Match,
        family: usize,
        cell_terms: &[CellTerm],
    ) -> bool {
        let others: Vec<Vec<CellTerm>> =
            found.held_atoms.iter().filter(|(f, _)| *f == family).map(|(_, p)| p.clone()).collect();
        for other in others {
            // Of a family with several cells there is one atom at most (`Layout::singleton`), too.
            let singleton = self.layout.singleton[self.layout.families[family].predicate.index()];
            if singleton || cell_terms.len() > 1 {
                return false;
            }
            match (other[0], cell_terms[0]) {
                (CellTerm::Cell(a), CellTerm::Cell(b)) if a == b => return false,
                (CellTerm::Cell(_), CellTerm::Cell(_)) => {}
                (CellTerm::Var(a), CellTerm::Var(b)) if a == b => return false,
                (CellTerm::Var(a), CellTerm::Var(b)) => {
                    found.constraints.push(Constraint::Differ(a, b));
                }
                (CellTerm::Var(v), CellTerm::Cell(c)) | (CellTerm::Cell(c), CellTerm::Var(v)) => {
                    let cells = self.domain_of(query.types, v).and_not(CellSet::single(c));
                    let set = self.graph.set(cells);
                    found.constraints.push(Constraint::In(v, set));
                }
            }
        }
        true
    }

    /// Matches a static atom: its rows grouped by small values, the cells of each group as a relation.
    fn match_static(
        &mut self,
        query: Query<'_>,
        found: &Match,
        atom: &Atom,
    ) -> Result<Vec<Match>, BitsError> {
        let terms = self.facts.terms();
        let known: Env = atom.arguments.iter().map(|t| terms.value(t, &found.env)).collect();
        let rows = self.facts.rows(atom.predicate, &known)?;
        let mut vars: Vec<VarId> = Vec::new();
        for term in &atom.arguments {
            if let Term::Variable(v) = term
                && query.wide[v.index()]
                && !vars.contains(v)
            {
                vars.push(*v);
            }
        }
        // Rows with the same small values become one relation, so that the search branches over
        // small values, and not over cells that stay sets.
        let mut groups: BTreeMap<Env, Vec<Vec<usize>>> = BTreeMap::new();
        'row: for row in rows.iter() {
            let mut env = found.env.clone();
            let mut cells: Vec<Option<usize>> = vec![None; vars.len()];
            for (term, value) in atom.arguments.iter().zip(row) {
                let at = match term {
                    Term::Variable(v) => vars.iter().position(|w| w == v),
                    _ => None,
                };
                if let Some(at) = at {
                    let ty = self.type_of(query.types, vars[at]);
                    let Some(cell) = self.layout.domain(ty).cell(*value) else { continue 'row };
                    if cells[at].is_some_and(|known| known != cell) {
                        continue 'row;
                    }
                    cells[at] = Some(cell);
                } else if !terms.fits(term, *value, &mut env) {
                    continue 'row;
                }
            }
            let cells = cells.into_iter().map(|c| c.expect("each occurs")).collect();
            groups.entry(env).or_default().push(cells);
        }
        let mut out = Vec::new();
        for (env, rows) in groups {
            let mut more = Match { env, ..found.clone() };
            match vars.len() {
                0 => {}
                1 => {
                    let set = self.graph.set(rows.iter().map(|r| r[0]).collect());
                    more.constraints.push(Constraint::In(vars[0], set));
                }
                _ => {
                    let relation = Relation::from_rows(&mut self.graph, vars.clone(), &rows);
                    more.constraints.push(Constraint::Holds(relation));
                }
            }
            out.push(more);
        }
        Ok(out)
    }

    /// Comparisons: of small values, of cells, and of numbers that are counted.
    fn guard(
        &mut self,
        query: Query<'_>,
        mut found: Match,
        premise: &Premise,
    ) -> Result<Vec<Match>, BitsError> {
        let mut env = found.env.clone();
        if let Some(holds) = self.facts.terms().guard(premise, query.types, &mut env) {
            found.env = env;
            return Ok(if holds { vec![found] } else { Vec::new() });
        }
        let wide = |t: &Term| match t {
            Term::Variable(v) if query.wide[v.index()] => Some(*v),
            _ => None,
        };
        match premise {
            Premise::Same(l, r) | Premise::Differ(l, r) if wide(l).or(wide(r)).is_some() => {
                let same = matches!(premise, Premise::Same(..));
                match (wide(l), wide(r)) {
                    (Some(a), Some(b)) if a == b => {
                        return Ok(if same { vec![found] } else { Vec::new() });
                    }
                    (Some(a), Some(b)) if same => {
                        let cells = self.domain_of(query.types, a);
                        let rows: Vec<Vec<usize>> = cells.iter().map(|c| vec![c, c]).collect();
                        let relation = Relation::from_rows(&mut self.graph, vec![a, b], &rows);
                        found.constraints.push(Constraint::Holds(relation));
                    }
                    (Some(a), Some(b)) => found.constraints.push(Constraint::Differ(a, b)),
                    (one, other) => {
                        let v = one.or(other).expect("one is wide");
                        let term = if one.is_some() { r } else { l };
                        let value = self.facts.terms().value(term, &found.env);
                        let value =
                            value.ok_or_else(|| self.unsupported("a term with a cell inside"))?;
                        let ty = self.type_of(query.types, v);
                        let cell = self.layout.domain(ty).cell(value);
                        let cell = cell.map_or(CellSet::EMPTY, CellSet::single);
                        let all = self.domain_of(query.types, v);
                        let set = if same { cell } else { all.and_not(cell) };
                        let set = self.graph.set(set);
                        found.constraints.push(Constraint::In(v, set));
                    }
                }
                Ok(vec![found])
            }
            Premise::Same(l, r)
            | Premise::Differ(l, r)
            | Premise::Less { left: l, right: r, .. } => {
                let (a, b) = (self.num(&found, l)?, self.num(&found, r)?);
                let mut holds = match premise {
                    Premise::Less { .. } => self.graph.compare(Compare::Less, a, b),
                    _ => self.graph.compare(Compare::Equal, a, b),
                };
                if let Premise::Less { or_same: true, .. } = premise {
                    let same = self.graph.compare(Compare::Equal, a, b);
                    holds = self.graph.or(holds, same);
                }
                if matches!(premise, Premise::Differ(..)) {
                    holds = self.graph.not(holds);
                }
                found.cond = self.graph.and(found.cond, holds);
                Ok(vec![found])
            }
            Premise::Compute { target, operator, left, right } => {
                let (a, b) = (self.num(&found, left)?, self.num(&found, right)?);
                let result = match operator {
                    Operator::Plus => NumNode::Plus(a, b),
                    Operator::Minus => NumNode::Minus(a, b),
                    _ => {
                        return Err(
                            self.unsupported("a product of numbers that are counted in play")
                        );
                    }
                };
                // Numbers are natural: a difference that would be negative has no value, and the
                // premise fails.
                if *operator == Operator::Minus {
                    let less = self.graph.compare(Compare::Less, a, b);
                    let holds = self.graph.not(less);
                    found.cond = self.graph.and(found.cond, holds);
                }
                let result = self.graph.number(result);
                self.bind_number(query, &mut found, &Term::Variable(*target), result)?;
                Ok(vec![found])
            }
            _ => Err(self.unsupported("a comparison of terms")),
        }
    }

    /// Binds or compares a term with a number that is counted in play.
    pub(crate) fn bind_number(
        &mut self,
        query: Query<'_>,
        found: &mut Match,
        term: &Term,
        number: Num,
    ) -> Result<(), BitsError> {
        let known = self.facts.terms().value(term, &found.env);
        let known = known.map(|value| self.graph.number(NumNode::Const(value)));
        let Term::Variable(v) = term else {
            let Some(known) = known else {
                return Err(self.unsupported("a counted number inside of a term"));
            };
            let same = self.graph.compare(Compare::Equal, number, known);
            found.cond = self.graph.and(found.cond, same);
            return Ok(());
        };
        if query.wide[v.index()] {
            return Err(self.unsupported("a counted number is compared with one that is chosen"));
        }
        if let Some(other) = known.or(found.numbers.get(v).copied()) {
            let same = self.graph.compare(Compare::Equal, number, other);
            found.cond = self.graph.and(found.cond, same);
            return Ok(());
        }
        // A number outside the bounds of the variable's type is no value of it: the premise fails.
        // Conditions that counting cannot violate are left out.
        let (low, high) = self.program.ty(query.types[v.index()]).shape.bounds();
        if low > 0 {
            let least = self.graph.number(NumNode::Const(low));
            let less = self.graph.compare(Compare::Less, number, least);
            let holds = self.graph.not(less);
            found.cond = self.graph.and(found.cond, holds);
        }
        if high < self.graph.upper_bound(number) {
            let most = self.graph.number(NumNode::Const(high));
            let more = self.graph.compare(Compare::Less, most, number);
            let holds = self.graph.not(more);
            found.cond = self.graph.and(found.cond, holds);
        }
        found.numbers.insert(*v, number);
        Ok(())
    }

    fn num(&mut self, found: &Match, term: &Term) -> Result<Num, BitsError> {
        if let Term::Variable(v) = term
            && let Some(num) = found.numbers.get(v)
        {
            return Ok(*num);
        }
        match self.facts.terms().value(term, &found.env) {
            Some(value) => Ok(self.graph.number(NumNode::Const(value))),
            None => Err(self.unsupported("a sum of numbers that are counted in play")),
        }
    }
}
