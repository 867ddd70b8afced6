//! Effects of moves: single bits and masks (for comprehensions) that are cleared and set, and the next control state.

use crate::cells::CellSet;
use crate::control::ControlState;
use crate::decision::CellRef;
use crate::error::BitsError;
use crate::expr::Expr;
use crate::layout::types;
use crate::query::{Compiler, Constraint, Match, Query};
use senet_engine::Value;
use senet_ground::Env;
use senet_program::{Atom, Comprehension, PredId, Premise, Role, Rule, RuleId, Term, VarId};
use std::collections::BTreeMap;

/// Masks to clear in a plane and to set in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Update {
    pub(crate) plane: u32,
    pub(crate) clear: Option<Expr>,
    pub(crate) set: Option<Expr>,
}

/// A change of the control state: by how many the copies of an atom without cells change, and which singletons come and
/// go, by family.
#[derive(Debug, Clone, Default)]
pub(crate) struct Delta {
    scalars: Vec<(PredId, Vec<Value>, i64)>,
    singletons: Vec<(usize, i64)>,
}

/// The families of which an effect takes an atom from a cell, and of which it makes one there; a family is repeated if
/// several atoms of it are.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Balance {
    pub(crate) takes: Vec<usize>,
    pub(crate) makes: Vec<usize>,
}

/// The effect of a group of moves: what one of them changes.
#[derive(Debug, Clone)]
pub(crate) struct EffectPlan {
    pub(crate) clears: Vec<(u32, CellRef)>,
    pub(crate) sets: Vec<(u32, CellRef)>,
    pub(crate) updates: Vec<Update>,
    /// Conditions that decide the next control state.
    pub(crate) conds: Vec<Expr>,
    /// The next control states, indexed by the conditions as bits of a number.
    pub(crate) next: Vec<ControlState>,
    /// What each cell loses and gains. The number is the type of the cell's board, because the same cell number on two
    /// boards is two cells; 0 for [`CellRef::Match`], which names its cell alone.
    pub(crate) balance: BTreeMap<(CellRef, u32), Balance>,
    /// Families of which an atom is made only under a condition.
    pub(crate) conditional_families: Vec<usize>,
}

impl EffectPlan {
    /// All expressions to compute: conditions, then the masks to clear and to set, plane by plane.
    pub(crate) fn roots(&self) -> impl Iterator<Item = Expr> {
        let sets = self.updates.iter().flat_map(|u| u.clear.into_iter().chain(u.set));
        self.conds.iter().copied().chain(sets)
    }
}

/// Why an effect has no plan.
#[derive(Debug)]
pub(crate) enum EffectError {
    /// The predicate was taken for a singleton, and may have two atoms: exploration restarts without that.
    NotSingleton(PredId),
    /// A construct that no bit program has.
    Unsupported(BitsError),
}

impl From<BitsError> for EffectError {
    fn from(why: BitsError) -> EffectError {
        EffectError::Unsupported(why)
    }
}

/// An effect under construction.
struct EffectBuilder<'r> {
    rule: &'r Rule,
    env: Env,
    numbers: BTreeMap<VarId, crate::expr::Num>,
    /// The wide effective variables, in order.
    vars: Vec<VarId>,
    all: Vec<senet_program::TypeId>,
    wide: Vec<bool>,
    effect: EffectPlan,
    unconditional: Delta,
    conditional: Vec<(Expr, Delta)>,
    /// By plane: the cells whose atoms earlier comprehensions of the rule have taken.
    taken: BTreeMap<u32, Expr>,
    /// The number of [`CellRef::Match`] references in use.
    locals: u8,
}

impl Compiler<'_> {
    /// The effect of a rule, for values of its small effective variables.
    pub(crate) fn compile_effect(
        &mut self,
        id: RuleId,
        env: &Env,
        numbers: &BTreeMap<VarId, crate::expr::Num>,
        vars: &[VarId],
        wide: &[bool],
    ) -> Result<EffectPlan, EffectError> {
        let rule = self.program.rule(id);
        let effect = EffectPlan {
            clears: Vec::new(),
            sets: Vec::new(),
            updates: Vec::new(),
            conds: Vec::new(),
            next: Vec::new(),
            balance: BTreeMap::new(),
            conditional_families: Vec::new(),
        };
        let mut builder = EffectBuilder {
            rule,
            env: env.clone(),
            numbers: numbers.clone(),
            vars: vars.to_vec(),
            all: types(&rule.variables),
            wide: wide.to_vec(),
            effect,
            unconditional: Delta::default(),
            conditional: Vec::new(),
            taken: BTreeMap::new(),
            locals: 0,
        };
        // In this order, because a comprehension takes nothing that the left side has taken. What it
        // only reads, it reads in the position before the move, and it never sees what the rule makes.
        for premise in &rule.premises {
            if let Premise::Take(atom) = premise
                && !self.layout.persistent[atom.predicate.index()]
            {
                self.take(&mut builder, atom)?;
            }
        }
        for comprehension in &rule.comprehensions {
            self.comprehension(&mut builder, comprehension)?;
        }
        for made in &rule.conclusions {
            self.make(&mut builder, &made.atom)?;
        }
        self.finish_effect(builder)
    }

    /// The planes of an atom, each with the reference to its cell.
    fn sites(
        &self,
        builder: &EffectBuilder<'_>,
        atom: &Atom,
        family: usize,
    ) -> Result<Vec<(u32, CellRef)>, BitsError> {
        let declared = self.program.predicate(atom.predicate);
        let wide = &self.layout.wide[atom.predicate.index()];
        let plane = self.layout.families[family].plane;
        let arguments = atom.arguments.iter().zip(&declared.arguments).zip(wide);
        let mut out = Vec::new();
        for ((term, ty), _) in arguments.filter(|(_, w)| **w) {
            let site = match term {
                Term::Variable(v) if builder.wide[v.index()] => {
                    let at = builder.vars.iter().position(|w| w == v);
                    CellRef::Var(at.expect("what is taken and made is effective") as u8)
                }
                other => {
                    let value = self.facts.terms().value(other, &builder.env);
                    let value =
                        value.ok_or_else(|| self.unsupported("a term with a cell inside"))?;
                    let cell = self.layout.domain(*ty).cell(value);
                    CellRef::Cell(
                        cell.ok_or_else(|| self.unsupported("a number beyond 511"))? as u16
                    )
                }
            };
            out.push((plane + out.len() as u32, site));
        }
        Ok(out)
    }

    fn take(&mut self, builder: &mut EffectBuilder<'_>, atom: &Atom) -> Result<(), BitsError> {
        let smalls = self.smalls(&builder.env, atom);
        let smalls = smalls.ok_or_else(|| self.unsupported("a number that is counted is taken"))?;
        if self.layout.is_scalar(atom.predicate) {
            builder.unconditional.scalars.push((atom.predicate, smalls, -1));
            return Ok(());
        }
        let family = self.layout.family(self.program, atom.predicate, &smalls);
        builder.unconditional.singletons.push((family, -1));
        let sites = self.sites(builder, atom, family)?;
        for ((_, site), ty) in sites.iter().zip(&self.layout.families[family].types) {
            builder.effect.balance.entry((*site, ty.0)).or_default().takes.push(family);
        }
        builder.effect.clears.extend(sites);
        Ok(())
    }

    fn make(&mut self, builder: &mut EffectBuilder<'_>, atom: &Atom) -> Result<(), BitsError> {
        let smalls = self.smalls(&builder.env, atom);
        let smalls = smalls
            .ok_or_else(|| self.unsupported("a counted number goes into a small argument"))?;
        if self.layout.is_scalar(atom.predicate) {
            builder.unconditional.scalars.push((atom.predicate, smalls, 1));
            return Ok(());
        }
        let family = self.layout.family(self.program, atom.predicate, &smalls);
        builder.unconditional.singletons.push((family, 1));
        let sites = self.sites(builder, atom, family)?;
        for ((_, site), ty) in sites.iter().zip(&self.layout.families[family].types) {
            builder.effect.balance.entry((*site, ty.0)).or_default().makes.push(family);
        }
        builder.effect.sets.extend(sites);
        Ok(())
    }

    fn local(&self, builder: &mut EffectBuilder<'_>) -> CellRef {
        builder.locals += 1;
        CellRef::Match(builder.locals - 1)
    }

    /// The one-bit set of a move's variable.
    pub(crate) fn move_cell(&mut self, var: u8, ty: senet_program::TypeId) -> Expr {
        let domain = self.layout.domain(ty).cells();
        self.graph.move_cell(var, ty, domain)
    }

    fn site_set(&mut self, builder: &EffectBuilder<'_>, site: CellRef) -> Expr {
        match site {
            CellRef::Var(i) => {
                let ty = builder.all[builder.vars[usize::from(i)].index()];
                self.move_cell(i, ty)
            }
            CellRef::Cell(c) => self.graph.set(CellSet::single(usize::from(c))),
            CellRef::Match(_) => unreachable!("a match has a set of its own"),
        }
    }

    /// A comprehension: each match takes and makes, in canonical order, as long as copies last.
    fn comprehension(
        &mut self,
        builder: &mut EffectBuilder<'_>,
        comprehension: &Comprehension,
    ) -> Result<(), BitsError> {
        let block = &comprehension.block;
        let mut all = builder.all[..block.outer].to_vec();
        all.extend(types(&block.locals));
        let made: Vec<_> = comprehension.makes.iter().collect();
        let outer = &builder.wide[..block.outer];
        let wide =
            self.layout.wide_variables(self.program, &all, outer, &block.premises, &made, &[]);
        let mut env = builder.env[..block.outer].to_vec();
        env.resize(all.len(), None);
        let mut begin = Match::new(&mut self.graph, env);
        begin.numbers = builder.numbers.clone();
        for (i, v) in builder.vars.clone().iter().enumerate() {
            // Variables from outside are cells of the move: registers with one bit when the effect
            // is computed.
            let set = self.move_cell(i as u8, builder.all[v.index()]);
            begin.constraints.push(Constraint::In(*v, set));
        }
        let query = Query { premises: &block.premises, types: &all, wide: &wide };
        let mut matches = self.matches(query, begin)?;
        // In canonical order, as the term engine goes through the matches of a comprehension: which of
        // two matches takes an atom first decides what is made of it.
        let interner = self.facts.engine.interner();
        matches.sort_by(|a, b| {
            let pairs = a.env.iter().zip(&b.env).zip(&all);
            let mut orders = pairs.map(|((a, b), ty)| match (a, b) {
                (Some(a), Some(b)) => interner.compare(*ty, *a, *b),
                (a, b) => a.cmp(b),
            });
            orders.find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let takes: Vec<&Atom> = block
            .premises
            .iter()
            .filter_map(|p| match p {
                Premise::Take(atom) if !self.layout.persistent[atom.predicate.index()] => {
                    Some(atom)
                }
                _ => None,
            })
            .collect();
        let wide_locals: Vec<VarId> =
            (block.outer..all.len()).map(VarId::new).filter(|v| wide[v.index()]).collect();
        // The rule as seen from inside the block: the variables of the block, and the effects so far. A
        // copy of these is enough: what the block makes goes to `builder`.
        let inner = EffectBuilder {
            rule: builder.rule,
            env: Vec::new(),
            numbers: builder.numbers.clone(),
            vars: builder.vars.clone(),
            all: all.clone(),
            wide: wide.clone(),
            effect: builder.effect.clone(),
            unconditional: Delta::default(),
            conditional: Vec::new(),
            taken: BTreeMap::new(),
            locals: 0,
        };
        match takes[..] {
            [] => self.produce_set(builder, inner, matches, comprehension, &wide_locals),
            [taken] => {
                self.rewrite_cells(builder, inner, matches, comprehension, taken, &wide_locals)
            }
            _ => Err(self.unsupported("a comprehension takes several atoms at once")),
        }
    }

    /// A comprehension that takes nothing: makes its atoms once for each match.
    fn produce_set(
        &mut self,
        builder: &mut EffectBuilder<'_>,
        mut inner: EffectBuilder<'_>,
        matches: Vec<Match>,
        comprehension: &Comprehension,
        locals: &[VarId],
    ) -> Result<(), BitsError> {
        let all = inner.all.clone();
        // One union of masks, however many cells match: a plane holds one copy of an atom, and
        // `check_copies` proves that no second one is made.
        for found in matches {
            let Some((cond, relations)) =
                self.solve_cells(&all, found.cond, found.constraints, locals)?
            else {
                continue;
            };
            inner.env = found.env;
            let set = match (locals, relations.as_slice()) {
                ([], _) => None,
                ([v], [only]) => Some((*v, only.set(&mut self.graph))),
                _ => return Err(self.unsupported("a set over several cells")),
            };
            for made in &comprehension.makes {
                let site = self.local(builder);
                self.produce_atoms(builder, &inner, &made.atom, cond, set, site, 1)?;
            }
        }
        Ok(())
    }

    /// Makes an atom for each cell of a set, or one atom, under a condition.
    #[allow(clippy::too_many_arguments)]
    fn produce_atoms(
        &mut self,
        builder: &mut EffectBuilder<'_>,
        inner: &EffectBuilder<'_>,
        atom: &Atom,
        cond: Expr,
        set: Option<(VarId, Expr)>,
        site: CellRef,
        times: i64,
    ) -> Result<(), BitsError> {
        let smalls = self.smalls(&inner.env, atom);
        let smalls =
            smalls.ok_or_else(|| self.unsupported("a counted number in a comprehension"))?;
        if self.layout.is_scalar(atom.predicate) {
            if set.is_some() {
                return Err(
                    self.unsupported("a comprehension over cells makes an atom without one")
                );
            }
            let delta =
                Delta { scalars: vec![(atom.predicate, smalls, times)], singletons: Vec::new() };
            builder.conditional.push((cond, delta));
            return Ok(());
        }
        if times != 1 {
            return Err(self.unsupported("a comprehension makes as many atoms as there are copies"));
        }
        let family = self.layout.family(self.program, atom.predicate, &smalls);
        let singleton = self.layout.singleton[atom.predicate.index()];
        // `local`: the atom is about the variable that ranges over the set, so that one is made for each
        // of its cells. Otherwise its cells are the same for all matches, and it is made once.
        let mut sites = Vec::new();
        let mut local = false;
        let wide = self.layout.wide[atom.predicate.index()].clone();
        for (term, _) in atom.arguments.iter().zip(&wide).filter(|(_, w)| **w) {
            match (term, set) {
                (Term::Variable(v), Some((w, cells))) if *v == w => {
                    local = true;
                    sites.push(self.graph.and(cells, cond));
                }
                _ => {
                    let one = Atom { predicate: atom.predicate, arguments: atom.arguments.clone() };
                    let found = self.sites_of(inner, &one, term)?;
                    let cells = self.site_set(inner, found);
                    let ty = self.layout.families[family].types[sites.len()].0;
                    if !self.graph.is_true(cond) {
                        builder.effect.conditional_families.push(family);
                    }
                    builder.effect.balance.entry((found, ty)).or_default().makes.push(family);
                    sites.push(self.graph.and(cells, cond));
                }
            }
        }
        if set.is_some() && !local {
            return Err(self.unsupported("a comprehension over cells makes an atom elsewhere"));
        }
        if local {
            if sites.len() > 1 {
                return Err(self.unsupported("a comprehension makes atoms with several cells"));
            }
            builder.effect.balance.entry((site, 0)).or_default().makes.push(family);
        }
        let plane = self.layout.families[family].plane;
        for (i, cells) in sites.iter().enumerate() {
            let plane = plane + i as u32;
            builder.effect.updates.push(Update { plane, clear: None, set: Some(*cells) });
        }
        if singleton {
            let some = self.graph.any(sites[0]);
            // The size of a set is not known: 2 stands for "maybe several", from which `apply_deltas`
            // concludes that the predicate is not a singleton.
            let times = if local { 2 } else { 1 };
            let delta = Delta { scalars: Vec::new(), singletons: vec![(family, times)] };
            builder.conditional.push((some, delta));
        }
        Ok(())
    }

    fn sites_of(
        &self,
        builder: &EffectBuilder<'_>,
        atom: &Atom,
        term: &Term,
    ) -> Result<CellRef, BitsError> {
        let declared = self.program.predicate(atom.predicate);
        let wide = &self.layout.wide[atom.predicate.index()];
        for ((other, ty), is_wide) in atom.arguments.iter().zip(&declared.arguments).zip(wide) {
            if !is_wide || !std::ptr::eq(other, term) && other != term {
                continue;
            }
            return Ok(match term {
                Term::Variable(v) if builder.wide[v.index()] => {
                    let at = builder.vars.iter().position(|w| w == v);
                    CellRef::Var(
                        at.ok_or_else(|| self.unsupported("a set over several cells"))? as u8
                    )
                }
                other => {
                    let value = self.facts.terms().value(other, &builder.env);
                    let value =
                        value.ok_or_else(|| self.unsupported("a term with a cell inside"))?;
                    let cell = self.layout.domain(*ty).cell(value);
                    CellRef::Cell(
                        cell.ok_or_else(|| self.unsupported("a number beyond 511"))? as u16
                    )
                }
            });
        }
        Err(self.unsupported("a term with a cell inside"))
    }

    /// A comprehension that takes one atom for each match.
    fn rewrite_cells(
        &mut self,
        builder: &mut EffectBuilder<'_>,
        mut inner: EffectBuilder<'_>,
        matches: Vec<Match>,
        comprehension: &Comprehension,
        taken: &Atom,
        locals: &[VarId],
    ) -> Result<(), BitsError> {
        let all = inner.all.clone();
        if self.layout.is_scalar(taken.predicate) {
            return self.rewrite_scalars(builder, inner, matches, comprehension, taken, locals);
        }
        // The local variables of the atom that is taken; other locals are existentially quantified.
        let mut vars: Vec<VarId> = Vec::new();
        taken.each_variable(&mut |v| {
            if locals.contains(&v) && !vars.contains(&v) {
                vars.push(v);
            }
        });
        // By family: the cells of earlier matches, and what these make. A later match gets what is left,
        // so that the sets are disjoint and each atom is taken once.
        let mut before: BTreeMap<usize, Expr> = BTreeMap::new();
        let mut kinds: BTreeMap<usize, Vec<Vec<Option<Value>>>> = BTreeMap::new();
        for found in matches {
            let Some((cond, relations)) =
                self.solve_cells(&all, found.cond, found.constraints, &vars)?
            else {
                continue;
            };
            inner.env = found.env;
            let smalls = self.smalls(&inner.env, taken).expect("matched atoms are known");
            let family = self.layout.family(self.program, taken.predicate, &smalls);
            if self.layout.families[family].types.len() > 1 && vars.len() > 1 {
                return Err(self.unsupported("a comprehension takes atoms with several cells"));
            }
            let mut cells = match (&vars[..], relations.as_slice()) {
                ([], _) => {
                    let wide = self.layout.wide[taken.predicate.index()].clone();
                    let mut terms = taken.arguments.iter().zip(&wide).filter(|(_, w)| **w);
                    let (term, _) = terms.next().expect("it has a cell");
                    let site = self.sites_of(&inner, taken, term)?;
                    let set = self.site_set(&inner, site);
                    let plane = self.plane(family, 0);
                    let there = self.graph.and(set, plane);
                    self.graph.and(there, cond)
                }
                ([_], [only]) => {
                    let set = only.set(&mut self.graph);
                    self.graph.and(set, cond)
                }
                _ => return Err(self.unsupported("a comprehension over several cells")),
            };
            let plane = self.layout.families[family].plane;
            // Each atom is taken once: not if the left side or an earlier match takes it.
            for (p, site) in builder.effect.clears.clone() {
                if p == plane {
                    let set = self.site_set(builder, site);
                    cells = self.graph.and_not(cells, set);
                }
            }
            if let Some(taken) = builder.taken.get(&plane) {
                cells = self.graph.and_not(cells, *taken);
            }
            // A cell goes to the first match that takes it; it matters which if they make different atoms.
            let kind: Vec<Option<Value>> = comprehension
                .makes
                .iter()
                .flat_map(|m| m.atom.arguments.iter())
                .map(|t| self.facts.terms().value(t, &inner.env))
                .collect();
            let others = locals.len() > vars.len();
            let known = kinds.entry(family).or_default();
            if known.iter().any(|k| *k != kind) && others {
                return Err(self.unsupported("several matches of a comprehension want one atom"));
            }
            known.push(kind);
            let earlier = before.get(&family).copied().unwrap_or_else(|| self.graph.empty());
            let fresh = self.graph.and_not(cells, earlier);
            let both = self.graph.or(earlier, fresh);
            before.insert(family, both);
            if self.graph.is_empty(fresh) {
                continue;
            }
            builder.effect.updates.push(Update { plane, clear: Some(fresh), set: None });
            let site = self.local(builder);
            builder.effect.balance.entry((site, 0)).or_default().takes.push(family);
            if self.layout.singleton[taken.predicate.index()] {
                let some = self.graph.any(fresh);
                let delta = Delta { scalars: Vec::new(), singletons: vec![(family, -1)] };
                builder.conditional.push((some, delta));
            }
            let some = self.graph.any(fresh);
            for made in &comprehension.makes {
                let mut about = Vec::new();
                made.atom.each_variable(&mut |v| about.push(v));
                let local = vars.first().filter(|v| about.contains(v));
                match local {
                    Some(v) => {
                        let all = self.graph.boolean(true);
                        self.produce_atoms(
                            builder,
                            &inner,
                            &made.atom,
                            all,
                            Some((*v, fresh)),
                            site,
                            1,
                        )?;
                    }
                    None if vars.is_empty() => {
                        self.produce_atoms(builder, &inner, &made.atom, some, None, site, 1)?;
                    }
                    None => return Err(self.unsupported("a comprehension makes an atom elsewhere")),
                }
            }
        }
        for (family, set) in before {
            let plane = self.layout.families[family].plane;
            let known = builder.taken.get(&plane).copied().unwrap_or_else(|| self.graph.empty());
            builder.taken.insert(plane, self.graph.or(known, set));
        }
        Ok(())
    }

    /// A comprehension that takes an atom without a cell: all copies go to the first match.
    fn rewrite_scalars(
        &mut self,
        builder: &mut EffectBuilder<'_>,
        mut inner: EffectBuilder<'_>,
        matches: Vec<Match>,
        comprehension: &Comprehension,
        taken: &Atom,
        locals: &[VarId],
    ) -> Result<(), BitsError> {
        let all = inner.all.clone();
        let mut earlier: Vec<(Vec<Value>, Expr)> = Vec::new();
        for found in matches {
            let Some((cond, _)) = self.solve_cells(&all, found.cond, found.constraints, &[])?
            else {
                continue;
            };
            if !locals.is_empty() && !comprehension.makes.is_empty() {
                return Err(self.unsupported("copies are exchanged for cells"));
            }
            inner.env = found.env;
            let smalls = self.smalls(&inner.env, taken).expect("matched atoms are known");
            // Only where no earlier match took the copies.
            let mut cond = cond;
            for (other, truth) in &earlier {
                if *other == smalls {
                    let not = self.graph.not(*truth);
                    cond = self.graph.and(cond, not);
                }
            }
            earlier.push((smalls.clone(), cond));
            // The number of copies is a constant here: the control state has it.
            let copies = self.control.copies(taken.predicate, &smalls);
            let gone: i64 = builder
                .unconditional
                .scalars
                .iter()
                .filter(|(p, v, n)| *p == taken.predicate && *v == smalls && *n < 0)
                .map(|(_, _, n)| -n)
                .sum();
            let left = copies as i64 - gone;
            if left <= 0 {
                continue;
            }
            let delta =
                Delta { scalars: vec![(taken.predicate, smalls, -left)], singletons: Vec::new() };
            builder.conditional.push((cond, delta));
            for made in &comprehension.makes {
                let site = self.local(builder);
                self.produce_atoms(builder, &inner, &made.atom, cond, None, site, left)?;
            }
        }
        Ok(())
    }

    /// Completes an effect: updates by plane, and a next control state for each outcome of its conditions.
    fn finish_effect(&mut self, builder: EffectBuilder<'_>) -> Result<EffectPlan, EffectError> {
        let mut effect = builder.effect;
        effect.updates = self.merge_by_plane(&effect.updates);
        let mut unconditional = vec![builder.unconditional];
        // Deltas under equal conditions happen together: hash-consing makes equal conditions one
        // expression, and each condition less halves the targets.
        let mut conditional: Vec<(Expr, Vec<Delta>)> = Vec::new();
        for (cond, delta) in builder.conditional {
            if self.graph.is_true(cond) {
                unconditional.push(delta);
            } else if !self.graph.is_empty(cond) {
                match conditional.iter_mut().find(|(c, _)| *c == cond) {
                    Some((_, deltas)) => deltas.push(delta),
                    None => conditional.push((cond, vec![delta])),
                }
            }
        }
        if conditional.len() > 6 {
            let why = "more than six conditions decide about atoms without cells";
            return Err(self.unsupported(why).into());
        }
        // Each outcome of the conditions is a control state of its own: up to 2^6 of them, hence
        // the limit.
        for bits in 0..1usize << conditional.len() {
            let mut control = self.control.clone();
            let chosen = conditional.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            let deltas = unconditional.iter().chain(chosen.flat_map(|(_, (_, deltas))| deltas));
            self.apply_deltas(&mut control, deltas)?;
            if let Role::Link(_, to) = builder.rule.role {
                match to {
                    Some(to) => control.stage = to,
                    None => control.ended = true,
                }
            }
            effect.next.push(control);
        }
        effect.conds = conditional.into_iter().map(|(cond, _)| cond).collect();
        Ok(effect)
    }

    /// One update for each plane. All clearing precedes all setting, so that masks can be united.
    fn merge_by_plane(&mut self, updates: &[Update]) -> Vec<Update> {
        let mut out: Vec<Update> = Vec::new();
        for update in updates {
            let Some(known) = out.iter_mut().find(|u| u.plane == update.plane) else {
                out.push(*update);
                continue;
            };
            for (all, more) in [(&mut known.clear, update.clear), (&mut known.set, update.set)] {
                *all = match (*all, more) {
                    (Some(a), Some(b)) => Some(self.graph.or(a, b)),
                    (a, b) => a.or(b),
                };
            }
        }
        out
    }

    /// Changes a control state: removes first, then adds.
    fn apply_deltas<'d>(
        &self,
        control: &mut ControlState,
        deltas: impl Iterator<Item = &'d Delta> + Clone,
    ) -> Result<(), EffectError> {
        for (predicate, values, by) in deltas.clone().flat_map(|d| &d.scalars) {
            control.count(*predicate, values, *by);
        }
        let singletons = || deltas.clone().flat_map(|d| &d.singletons);
        let singleton =
            |family: usize| self.layout.singleton[self.layout.families[family].predicate.index()];
        for (family, _) in singletons().filter(|(f, by)| *by < 0 && singleton(*f)) {
            control.singletons.retain(|f| f != family);
        }
        for (family, by) in singletons().filter(|(f, by)| *by > 0 && singleton(*f)) {
            let predicate = self.layout.families[*family].predicate;
            if *by > 1 || control.singletons.contains(family) {
                return Err(EffectError::NotSingleton(predicate));
            }
            control.singletons.push(*family);
            control.singletons.sort_unstable();
        }
        Ok(())
    }
}
