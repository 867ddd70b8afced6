//! Bodies of rules as symbolic queries.
//!
//! First the small variables get values, one combination after another, from what the control state
//! holds and from facts ([`Compiler::matches`]). What is left is a conjunctive query over sets of cells,
//! which [`join`](crate::join) solves.

use crate::cells::CellSet;
use crate::control::Control;
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

/// Variables from here on are no author's.
pub(crate) const FRESH: u32 = 1 << 20;

/// No graph of set operations may have more nodes than this, about 100 MB.
const GRAPH: usize = 400_000;

/// Everything that compiling needs.
pub(crate) struct Compiler<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) program: &'a Program,
    pub(crate) layout: Layout,
    pub(crate) graph: Graph,
    /// The control state that is being compiled.
    pub(crate) control: Control,
    pub(crate) goals: Goals,
    /// The types of variables that are no author's.
    pub(crate) fresh: Vec<TypeId>,
    /// Which rule is being compiled, for messages.
    pub(crate) place: String,
    /// Whether what is being worked out depends on the control state, and not on planes alone.
    pub(crate) controlled: bool,
}

/// Premises, with the types of their variables and which of these are sets of cells.
#[derive(Clone, Copy)]
pub(crate) struct Query<'q> {
    pub(crate) premises: &'q [Premise],
    pub(crate) types: &'q [TypeId],
    pub(crate) wide: &'q [bool],
}

/// What has to hold of cells.
#[derive(Debug, Clone)]
pub(crate) enum Constraint {
    /// A variable is in a set.
    In(VarId, Expr),
    /// A relation holds.
    Holds(Relation),
    /// A relation does not hold.
    Fails(Relation),
    /// Two variables differ.
    Differ(VarId, VarId),
    /// A derived predicate that reads the position holds.
    Call(PredId, Vec<Value>, Vec<VarId>),
}

/// Values for the small variables, and what then has to hold of cells.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) env: Env,
    pub(crate) cond: Expr,
    pub(crate) parts: Vec<Constraint>,
    /// Variables whose values are numbers that are counted when the program runs.
    pub(crate) numbers: BTreeMap<VarId, Num>,
    /// In how many ways copies of atoms without cells can be picked.
    pub(crate) ways: u64,
    /// The families that linear premises hold atoms of: no atom serves two of them.
    held: Vec<(usize, Vec<Place>)>,
    /// Copies of atoms without cells that are picked already.
    used: Vec<(usize, u64)>,
    /// Whether one atom may serve several premises, as it does in rules of derivation, which take nothing.
    pub(crate) shares: bool,
}

/// An argument that is a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Var(VarId),
    Cell(usize),
}

impl Match {
    pub(crate) fn new(graph: &mut Graph, env: Env) -> Match {
        Match {
            env,
            cond: graph.truth(true),
            parts: Vec::new(),
            numbers: BTreeMap::new(),
            ways: 1,
            held: Vec::new(),
            used: Vec::new(),
            shares: false,
        }
    }
}

impl<'a> Compiler<'a> {
    pub(crate) fn cannot(&self, construct: impl Into<String>) -> BitsError {
        BitsError::Construct { place: self.place.clone(), construct: construct.into() }
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

    /// A plane of a family; nothing if the control state knows that the family is empty.
    pub(crate) fn plane(&mut self, family: usize, at: usize) -> Expr {
        let declared = &self.layout.families[family];
        if self.layout.token[declared.predicate.index()] {
            self.controlled = true;
            if !self.control.tokens.contains(&family) {
                return self.graph.empty();
            }
        }
        let domain = self.layout.domain(declared.types[at]).cells();
        self.graph.plane(declared.plane + at as u32, domain)
    }

    /// Every combination of values for the small variables.
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
            return Err(BitsError::Large(self.place.clone(), GRAPH));
        }
        let open = (0..query.premises.len()).filter(|i| done & 1 << i == 0);
        // Backtracking with the most constrained premise first (the fail-first principle;
        // Haralick and Elliott, 1980): tests of what is known, then tables by how few
        // arguments are open, then planes.
        let next = open.filter_map(|i| Some((self.readiness(query, &found, i)?, i))).min();
        let Some((_, i)) = next else {
            if done.count_ones() as usize == query.premises.len() {
                out.push(found);
                return Ok(());
            }
            return self.try_values(query, done, found, out);
        };
        for more in self.solve(query, found, &query.premises[i])? {
            self.search(query, done | 1 << i, more, out)?;
        }
        Ok(())
    }

    /// Nothing is ready: a variable gets each of its values.
    fn try_values(
        &mut self,
        query: Query<'_>,
        done: u64,
        found: Match,
        out: &mut Vec<Match>,
    ) -> Result<(), BitsError> {
        let mut open: Vec<VarId> = Vec::new();
        for (i, premise) in query.premises.iter().enumerate() {
            if done & 1 << i == 0 {
                premise.each_variable(&mut |v| open.push(v));
            }
        }
        let small = |v: &&VarId| {
            let i = v.index();
            !query.wide[i] && found.env[i].is_none() && !found.numbers.contains_key(v)
        };
        // Case analysis on one variable; the search goes on below with its value known.
        for v in open.iter().filter(small) {
            if let Some(values) = self.facts.values_of(query.types[v.index()]) {
                for value in values {
                    let mut more = found.clone();
                    more.env[v.index()] = Some(value);
                    self.search(query, done, more, out)?;
                }
                return Ok(());
            }
        }
        Err(self.cannot("a variable without bound is asked for"))
    }

    /// How soon a premise should be looked at; `None` if too little is known.
    fn readiness(&self, query: Query<'_>, found: &Match, i: usize) -> Option<u32> {
        let premise = &query.premises[i];
        let known = |t: &Term| self.facts.terms().value(t, &found.env).is_some();
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
                let lasting = self.layout.lasting[atom.predicate.index()];
                let persistent = matches!(premise, Premise::Persistent(_));
                match (lasting, persistent) {
                    (true, _) => self.look_up(query, &found, atom),
                    (false, true) => Ok(Vec::new()),
                    (false, false) if self.layout.is_scalar(atom.predicate) => {
                        Ok(self.hold_scalar(&found, atom))
                    }
                    (false, false) => self.hold_cell(query, &found, atom),
                }
            }
            Premise::Derived(atom) if self.program.predicate(atom.predicate).reads_position => {
                let places = self.places(query, &mut found, atom)?;
                let smalls = self.smalls(&found.env, atom).expect("it is ready");
                let mut vars: Vec<VarId> = Vec::new();
                for (place, ty) in places {
                    let fresh = match place {
                        Place::Var(v) if !vars.contains(&v) => {
                            vars.push(v);
                            continue;
                        }
                        _ => self.fresh_var(ty),
                    };
                    let cells = self.layout.domain(ty).cells();
                    match place {
                        Place::Cell(cell) => {
                            let set = self.graph.set(CellSet::single(cell));
                            found.parts.push(Constraint::In(fresh, set));
                        }
                        Place::Var(v) => {
                            let rows: Vec<Vec<usize>> = cells.iter().map(|c| vec![c, c]).collect();
                            let same = Relation::from_rows(&mut self.graph, vec![v, fresh], &rows);
                            found.parts.push(Constraint::Holds(same));
                        }
                    }
                    vars.push(fresh);
                }
                found.parts.push(Constraint::Call(atom.predicate, smalls, vars));
                Ok(vec![found])
            }
            Premise::Derived(atom) => self.look_up(query, &found, atom),
            Premise::Sense(_) => Err(self.cannot("the host is asked")),
            Premise::Not(block) => self.absent(query, found, block),
            Premise::Aggregate { target, by: By::Count, block, .. } => {
                self.count(query, found, target, block)
            }
            Premise::Aggregate { .. } => {
                Err(self.cannot("a sum, a largest or a smallest number is asked for"))
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
    fn places(
        &self,
        query: Query<'_>,
        found: &mut Match,
        atom: &Atom,
    ) -> Result<Vec<(Place, TypeId)>, BitsError> {
        let declared = self.program.predicate(atom.predicate);
        let wide = &self.layout.wide[atom.predicate.index()];
        let mut out = Vec::new();
        for ((term, ty), wide) in atom.arguments.iter().zip(&declared.arguments).zip(wide) {
            if !wide {
                continue;
            }
            let place = match term {
                Term::Variable(v) if query.wide[v.index()] => Place::Var(*v),
                other => {
                    let value = self.facts.terms().value(other, &found.env);
                    let value = value.ok_or_else(|| self.cannot("a term with a cell inside"))?;
                    match self.layout.domain(*ty).cell(value) {
                        Some(cell) => Place::Cell(cell),
                        None => return Err(self.cannot("a number beyond 511")),
                    }
                }
            };
            out.push((place, *ty));
        }
        Ok(out)
    }

    /// An atom without cells: the control state knows.
    fn hold_scalar(&mut self, found: &Match, atom: &Atom) -> Vec<Match> {
        self.controlled = true;
        let mut out = Vec::new();
        for (i, (predicate, values, copies)) in self.control.scalars.iter().enumerate() {
            let mut env = found.env.clone();
            let terms = self.facts.terms();
            let fits = |(t, v): (&Term, &Value)| terms.fits(t, *v, &mut env);
            if *predicate == atom.predicate && atom.arguments.iter().zip(values).all(fits) {
                let mut more = Match { env, ..found.clone() };
                let at = more.used.iter().position(|(j, _)| *j == i);
                let used = at.map_or(0, |at| more.used[at].1);
                if more.shares {
                    out.push(more);
                } else if used < *copies {
                    // Premises pick different copies: two premises of one atom have n (n - 1) ways.
                    more.ways = more.ways.saturating_mul(copies - used);
                    match at {
                        Some(at) => more.used[at].1 += 1,
                        None => more.used.push((i, 1)),
                    }
                    out.push(more);
                }
            }
        }
        out
    }

    /// An atom with a cell: for each family that fits, the variable is in its plane.
    fn hold_cell(
        &mut self,
        query: Query<'_>,
        found: &Match,
        atom: &Atom,
    ) -> Result<Vec<Match>, BitsError> {
        // A variable that takes values one by one may stand where others have a whole set.
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
                    out.extend(self.hold_cell(query, &more, atom)?);
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
            let places = self.places(query, &mut more, atom)?;
            let places: Vec<Place> = places.into_iter().map(|(p, _)| p).collect();
            if !more.shares && !self.distinct(query, &mut more, family, &places) {
                continue;
            }
            for (at, place) in places.iter().enumerate() {
                let plane = self.plane(family, at);
                match place {
                    Place::Var(v) => more.parts.push(Constraint::In(*v, plane)),
                    Place::Cell(cell) => {
                        let bit = self.graph.set(CellSet::single(*cell));
                        let both = self.graph.and(plane, bit);
                        let there = self.graph.any(both);
                        more.cond = self.graph.and(more.cond, there);
                    }
                }
            }
            more.held.push((family, places));
            out.push(more);
        }
        Ok(out)
    }

    /// One atom cannot serve two linear premises: there is one copy of it.
    fn distinct(
        &mut self,
        query: Query<'_>,
        found: &mut Match,
        family: usize,
        places: &[Place],
    ) -> bool {
        let others: Vec<Vec<Place>> =
            found.held.iter().filter(|(f, _)| *f == family).map(|(_, p)| p.clone()).collect();
        for other in others {
            let token = self.layout.token[self.layout.families[family].predicate.index()];
            if token || places.len() > 1 {
                return false;
            }
            match (other[0], places[0]) {
                (Place::Cell(a), Place::Cell(b)) if a == b => return false,
                (Place::Cell(_), Place::Cell(_)) => {}
                (Place::Var(a), Place::Var(b)) if a == b => return false,
                (Place::Var(a), Place::Var(b)) => found.parts.push(Constraint::Differ(a, b)),
                (Place::Var(v), Place::Cell(c)) | (Place::Cell(c), Place::Var(v)) => {
                    let cells = self.domain_of(query.types, v).and_not(CellSet::single(c));
                    let set = self.graph.set(cells);
                    found.parts.push(Constraint::In(v, set));
                }
            }
        }
        true
    }

    /// A static atom: rows by the values of small variables, the cells in each as a relation.
    fn look_up(
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
                    more.parts.push(Constraint::In(vars[0], set));
                }
                _ => {
                    let relation = Relation::from_rows(&mut self.graph, vars.clone(), &rows);
                    more.parts.push(Constraint::Holds(relation));
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
                        found.parts.push(Constraint::Holds(relation));
                    }
                    (Some(a), Some(b)) => found.parts.push(Constraint::Differ(a, b)),
                    (one, other) => {
                        let v = one.or(other).expect("one is wide");
                        let term = if one.is_some() { r } else { l };
                        let value = self.facts.terms().value(term, &found.env);
                        let value =
                            value.ok_or_else(|| self.cannot("a term with a cell inside"))?;
                        let ty = self.type_of(query.types, v);
                        let cell = self.layout.domain(ty).cell(value);
                        let cell = cell.map_or(CellSet::EMPTY, CellSet::single);
                        let all = self.domain_of(query.types, v);
                        let set = if same { cell } else { all.and_not(cell) };
                        let set = self.graph.set(set);
                        found.parts.push(Constraint::In(v, set));
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
                    _ => self.graph.compare(Compare::Same, a, b),
                };
                if let Premise::Less { or_same: true, .. } = premise {
                    let same = self.graph.compare(Compare::Same, a, b);
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
                    _ => return Err(self.cannot("a product of numbers that are counted in play")),
                };
                // Numbers are natural: a difference that would be negative has no value, and the
                // premise fails.
                if *operator == Operator::Minus {
                    let less = self.graph.compare(Compare::Less, a, b);
                    let holds = self.graph.not(less);
                    found.cond = self.graph.and(found.cond, holds);
                }
                let result = self.graph.number(result);
                self.becomes(query, &mut found, &Term::Variable(*target), result)?;
                Ok(vec![found])
            }
            _ => Err(self.cannot("a comparison of terms")),
        }
    }

    /// A term is a number that is counted in play.
    pub(crate) fn becomes(
        &mut self,
        query: Query<'_>,
        found: &mut Match,
        term: &Term,
        number: Num,
    ) -> Result<(), BitsError> {
        let known = self.facts.terms().value(term, &found.env);
        let known = known.map(|value| self.graph.number(NumNode::Known(value)));
        let Term::Variable(v) = term else {
            let Some(known) = known else {
                return Err(self.cannot("a counted number inside of a term"));
            };
            let same = self.graph.compare(Compare::Same, number, known);
            found.cond = self.graph.and(found.cond, same);
            return Ok(());
        };
        if query.wide[v.index()] {
            return Err(self.cannot("a counted number is compared with one that is chosen"));
        }
        if let Some(other) = known.or(found.numbers.get(v).copied()) {
            let same = self.graph.compare(Compare::Same, number, other);
            found.cond = self.graph.and(found.cond, same);
            return Ok(());
        }
        let (low, high) = self.program.ty(query.types[v.index()]).shape.bounds();
        if low > 0 {
            let least = self.graph.number(NumNode::Known(low));
            let less = self.graph.compare(Compare::Less, number, least);
            let holds = self.graph.not(less);
            found.cond = self.graph.and(found.cond, holds);
        }
        if high < self.graph.largest(number) {
            let most = self.graph.number(NumNode::Known(high));
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
            Some(value) => Ok(self.graph.number(NumNode::Known(value))),
            None => Err(self.cannot("a sum of numbers that are counted in play")),
        }
    }
}
