//! What a move does: bits that are cleared and set, sets that are (comprehensions), and the control state
//! that comes next.

use crate::cells::CellSet;
use crate::choices::Site;
use crate::control::Control;
use crate::error::BitsError;
use crate::expr::Expr;
use crate::layout::types;
use crate::query::{Compiler, Constraint, Match, Query};
use senet_engine::Value;
use senet_ground::Env;
use senet_program::{Atom, Comprehension, PredId, Premise, Role, Rule, RuleId, Term, VarId};
use std::collections::BTreeMap;

/// A whole set that is taken from a plane and added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Update {
    pub(crate) plane: u32,
    pub(crate) clear: Option<Expr>,
    pub(crate) set: Option<Expr>,
}

/// A change of atoms without cells, and of tokens.
#[derive(Debug, Clone, Default)]
pub(crate) struct Delta {
    scalars: Vec<(PredId, Vec<Value>, i64)>,
    tokens: Vec<(usize, i64)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Effect {
    pub(crate) clears: Vec<(u32, Site)>,
    pub(crate) sets: Vec<(u32, Site)>,
    pub(crate) updates: Vec<Update>,
    /// Conditions on which the next control state depends.
    pub(crate) conds: Vec<Expr>,
    /// The next control state, by which of the conditions hold.
    pub(crate) next: Vec<Control>,
    /// For each cell, with the type that tells its board: the families of which it loses and gains an atom.
    pub(crate) balance: BTreeMap<(Site, u32), (Vec<usize>, Vec<usize>)>,
    /// Families of which an atom is made only if a condition holds.
    pub(crate) unsure: Vec<usize>,
}

impl Effect {
    /// Everything that has to be worked out: conditions, then what is taken and added, plane by plane.
    pub(crate) fn roots(&self) -> impl Iterator<Item = Expr> {
        let sets = self.updates.iter().flat_map(|u| u.clear.into_iter().chain(u.set));
        self.conds.iter().copied().chain(sets)
    }
}

/// Why compiling begins anew: something was taken for a token, and there are two.
#[derive(Debug)]
pub(crate) enum Setback {
    Demoted(PredId),
    Failed(BitsError),
}

impl From<BitsError> for Setback {
    fn from(why: BitsError) -> Setback {
        Setback::Failed(why)
    }
}

/// An effect while it is put together.
struct Making<'r> {
    rule: &'r Rule,
    env: Env,
    numbers: BTreeMap<VarId, crate::expr::Num>,
    /// The wide effective variables, in order.
    vars: Vec<VarId>,
    all: Vec<senet_program::TypeId>,
    wide: Vec<bool>,
    effect: Effect,
    certain: Delta,
    uncertain: Vec<(Expr, Delta)>,
    /// By plane: what comprehensions have taken so far.
    taken: BTreeMap<u32, Expr>,
    locals: u8,
}

impl Compiler<'_> {
    /// The effect of a rule, for values of its small effective variables.
    pub(crate) fn effect(
        &mut self,
        id: RuleId,
        env: &Env,
        numbers: &BTreeMap<VarId, crate::expr::Num>,
        vars: &[VarId],
        wide: &[bool],
    ) -> Result<Effect, Setback> {
        let rule = self.program.rule(id);
        let effect = Effect {
            clears: Vec::new(),
            sets: Vec::new(),
            updates: Vec::new(),
            conds: Vec::new(),
            next: Vec::new(),
            balance: BTreeMap::new(),
            unsure: Vec::new(),
        };
        let mut making = Making {
            rule,
            env: env.clone(),
            numbers: numbers.clone(),
            vars: vars.to_vec(),
            all: types(&rule.variables),
            wide: wide.to_vec(),
            effect,
            certain: Delta::default(),
            uncertain: Vec::new(),
            taken: BTreeMap::new(),
            locals: 0,
        };
        // In this order, because a comprehension takes nothing that the left side has taken. What it
        // only reads, it reads in the position before the move, and it never sees what the rule makes.
        for premise in &rule.premises {
            if let Premise::Take(atom) = premise
                && !self.layout.lasting[atom.predicate.index()]
            {
                self.take(&mut making, atom)?;
            }
        }
        for comprehension in &rule.comprehensions {
            self.comprehension(&mut making, comprehension)?;
        }
        for made in &rule.conclusions {
            self.make(&mut making, &made.atom)?;
        }
        self.follow(making)
    }

    /// Where an atom's cells are, for each of its planes.
    fn sites(
        &self,
        making: &Making<'_>,
        atom: &Atom,
        family: usize,
    ) -> Result<Vec<(u32, Site)>, BitsError> {
        let declared = self.program.predicate(atom.predicate);
        let wide = &self.layout.wide[atom.predicate.index()];
        let plane = self.layout.families[family].plane;
        let arguments = atom.arguments.iter().zip(&declared.arguments).zip(wide);
        let mut out = Vec::new();
        for ((term, ty), _) in arguments.filter(|(_, w)| **w) {
            let site = match term {
                Term::Variable(v) if making.wide[v.index()] => {
                    let at = making.vars.iter().position(|w| w == v);
                    Site::Var(at.expect("what is taken and made is effective") as u8)
                }
                other => {
                    let value = self.facts.terms().value(other, &making.env);
                    let value = value.ok_or_else(|| self.cannot("a term with a cell inside"))?;
                    let cell = self.layout.domain(*ty).cell(value);
                    Site::Cell(cell.ok_or_else(|| self.cannot("a number beyond 511"))? as u16)
                }
            };
            out.push((plane + out.len() as u32, site));
        }
        Ok(out)
    }

    fn take(&mut self, making: &mut Making<'_>, atom: &Atom) -> Result<(), BitsError> {
        let smalls = self.smalls(&making.env, atom);
        let smalls = smalls.ok_or_else(|| self.cannot("a number that is counted is taken"))?;
        if self.layout.is_scalar(atom.predicate) {
            making.certain.scalars.push((atom.predicate, smalls, -1));
            return Ok(());
        }
        let family = self.layout.family(self.program, atom.predicate, &smalls);
        making.certain.tokens.push((family, -1));
        let sites = self.sites(making, atom, family)?;
        for ((_, site), ty) in sites.iter().zip(&self.layout.families[family].types) {
            making.effect.balance.entry((*site, ty.0)).or_default().0.push(family);
        }
        making.effect.clears.extend(sites);
        Ok(())
    }

    fn make(&mut self, making: &mut Making<'_>, atom: &Atom) -> Result<(), BitsError> {
        let smalls = self.smalls(&making.env, atom);
        let smalls =
            smalls.ok_or_else(|| self.cannot("a counted number goes into a small argument"))?;
        if self.layout.is_scalar(atom.predicate) {
            making.certain.scalars.push((atom.predicate, smalls, 1));
            return Ok(());
        }
        let family = self.layout.family(self.program, atom.predicate, &smalls);
        making.certain.tokens.push((family, 1));
        let sites = self.sites(making, atom, family)?;
        for ((_, site), ty) in sites.iter().zip(&self.layout.families[family].types) {
            making.effect.balance.entry((*site, ty.0)).or_default().1.push(family);
        }
        making.effect.sets.extend(sites);
        Ok(())
    }

    fn local(&self, making: &mut Making<'_>) -> Site {
        making.locals += 1;
        Site::Local(making.locals - 1)
    }

    /// The cell of a move's variable as a set.
    pub(crate) fn chosen(&mut self, var: usize, ty: senet_program::TypeId) -> Expr {
        let domain = self.layout.domain(ty).cells();
        // Unique for each board, so that supports differ; the register is told by the low byte
        // alone.
        self.graph.chosen(var as u32 | ty.0 << 8, domain)
    }

    fn site_set(&mut self, making: &Making<'_>, site: Site) -> Expr {
        match site {
            Site::Var(i) => {
                let ty = making.all[making.vars[usize::from(i)].index()];
                self.chosen(usize::from(i), ty)
            }
            Site::Cell(c) => self.graph.set(CellSet::single(usize::from(c))),
            Site::Local(_) => unreachable!("a match has a set of its own"),
        }
    }

    /// A comprehension: each match takes and makes, in canonical order, as often as copies allow.
    fn comprehension(
        &mut self,
        making: &mut Making<'_>,
        comprehension: &Comprehension,
    ) -> Result<(), BitsError> {
        let block = &comprehension.block;
        let mut all = making.all[..block.outer].to_vec();
        all.extend(types(&block.locals));
        let made: Vec<_> = comprehension.makes.iter().collect();
        let outer = &making.wide[..block.outer];
        let wide =
            self.layout.wide_variables(self.program, &all, outer, &block.premises, &made, &[]);
        let mut env = making.env[..block.outer].to_vec();
        env.resize(all.len(), None);
        let mut begin = Match::new(&mut self.graph, env);
        begin.numbers = making.numbers.clone();
        for (i, v) in making.vars.clone().iter().enumerate() {
            // Variables from outside have one value here, the cell that the move has; it is a
            // register with one bit when the effect is worked out.
            let set = self.chosen(i, making.all[v.index()]);
            begin.parts.push(Constraint::In(*v, set));
        }
        let query = Query { premises: &block.premises, types: &all, wide: &wide };
        let mut matches = self.matches(query, begin)?;
        let bank = self.facts.engine.interner();
        matches.sort_by(|a, b| {
            let pairs = a.env.iter().zip(&b.env).zip(&all);
            let mut orders = pairs.map(|((a, b), ty)| match (a, b) {
                (Some(a), Some(b)) => bank.compare(*ty, *a, *b),
                (a, b) => a.cmp(b),
            });
            orders.find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        });
        let takes: Vec<&Atom> = block
            .premises
            .iter()
            .filter_map(|p| match p {
                Premise::Take(atom) if !self.layout.lasting[atom.predicate.index()] => Some(atom),
                _ => None,
            })
            .collect();
        let wide_locals: Vec<VarId> =
            (block.outer..all.len()).map(VarId::new).filter(|v| wide[v.index()]).collect();
        // The rule as seen from inside of the block: its own variables, and effects of the rule so
        // far.
        let shadow = Making {
            rule: making.rule,
            env: Vec::new(),
            numbers: making.numbers.clone(),
            vars: making.vars.clone(),
            all: all.clone(),
            wide: wide.clone(),
            effect: making.effect.clone(),
            certain: Delta::default(),
            uncertain: Vec::new(),
            taken: BTreeMap::new(),
            locals: 0,
        };
        match takes[..] {
            [] => self.make_set(making, shadow, matches, comprehension, &wide_locals),
            [taken] => self.exchange(making, shadow, matches, comprehension, taken, &wide_locals),
            _ => Err(self.cannot("a comprehension takes several atoms at once")),
        }
    }

    /// A set: its atoms are made once for each match.
    fn make_set(
        &mut self,
        making: &mut Making<'_>,
        mut shadow: Making<'_>,
        matches: Vec<Match>,
        comprehension: &Comprehension,
        locals: &[VarId],
    ) -> Result<(), BitsError> {
        let all = shadow.all.clone();
        for found in matches {
            let Some((cond, relations)) = self.relate(&all, found.cond, found.parts, locals)?
            else {
                continue;
            };
            shadow.env = found.env;
            let set = match (locals, relations.as_slice()) {
                ([], _) => None,
                ([v], [only]) => Some((*v, only.set(&mut self.graph))),
                _ => return Err(self.cannot("a set over several cells")),
            };
            for made in &comprehension.makes {
                let site = self.local(making);
                self.make_all(making, &shadow, &made.atom, cond, set, site, 1)?;
            }
        }
        Ok(())
    }

    /// Makes an atom for each cell of a set, or once, if a condition holds.
    #[allow(clippy::too_many_arguments)]
    fn make_all(
        &mut self,
        making: &mut Making<'_>,
        shadow: &Making<'_>,
        atom: &Atom,
        cond: Expr,
        set: Option<(VarId, Expr)>,
        site: Site,
        times: i64,
    ) -> Result<(), BitsError> {
        let smalls = self.smalls(&shadow.env, atom);
        let smalls = smalls.ok_or_else(|| self.cannot("a counted number in a comprehension"))?;
        if self.layout.is_scalar(atom.predicate) {
            if set.is_some() {
                return Err(self.cannot("a comprehension over cells makes an atom without one"));
            }
            let delta =
                Delta { scalars: vec![(atom.predicate, smalls, times)], tokens: Vec::new() };
            making.uncertain.push((cond, delta));
            return Ok(());
        }
        if times != 1 {
            return Err(self.cannot("a comprehension makes as many atoms as there are copies"));
        }
        let family = self.layout.family(self.program, atom.predicate, &smalls);
        let token = self.layout.token[atom.predicate.index()];
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
                    let found = self.sites_of(shadow, &one, term)?;
                    let cells = self.site_set(shadow, found);
                    let ty = self.layout.families[family].types[sites.len()].0;
                    if !self.graph.is_true(cond) {
                        making.effect.unsure.push(family);
                    }
                    making.effect.balance.entry((found, ty)).or_default().1.push(family);
                    sites.push(self.graph.and(cells, cond));
                }
            }
        }
        if set.is_some() && !local {
            return Err(self.cannot("a comprehension over cells makes an atom elsewhere"));
        }
        if local {
            if sites.len() > 1 {
                return Err(self.cannot("a comprehension makes atoms with several cells"));
            }
            making.effect.balance.entry((site, 0)).or_default().1.push(family);
        }
        let plane = self.layout.families[family].plane;
        for (i, cells) in sites.iter().enumerate() {
            let plane = plane + i as u32;
            making.effect.updates.push(Update { plane, clear: None, set: Some(*cells) });
        }
        if token {
            let some = self.graph.any(sites[0]);
            // Of a set of cells it is not known how many there are: 2 stands for "maybe several", by
            // which `change` finds that the predicate is not a token.
            let times = if local { 2 } else { 1 };
            let delta = Delta { scalars: Vec::new(), tokens: vec![(family, times)] };
            making.uncertain.push((some, delta));
        }
        Ok(())
    }

    fn sites_of(&self, making: &Making<'_>, atom: &Atom, term: &Term) -> Result<Site, BitsError> {
        let declared = self.program.predicate(atom.predicate);
        let wide = &self.layout.wide[atom.predicate.index()];
        for ((other, ty), is_wide) in atom.arguments.iter().zip(&declared.arguments).zip(wide) {
            if !is_wide || !std::ptr::eq(other, term) && other != term {
                continue;
            }
            return Ok(match term {
                Term::Variable(v) if making.wide[v.index()] => {
                    let at = making.vars.iter().position(|w| w == v);
                    Site::Var(at.ok_or_else(|| self.cannot("a set over several cells"))? as u8)
                }
                other => {
                    let value = self.facts.terms().value(other, &making.env);
                    let value = value.ok_or_else(|| self.cannot("a term with a cell inside"))?;
                    let cell = self.layout.domain(*ty).cell(value);
                    Site::Cell(cell.ok_or_else(|| self.cannot("a number beyond 511"))? as u16)
                }
            });
        }
        Err(self.cannot("a term with a cell inside"))
    }

    /// A comprehension that takes one atom for each match.
    fn exchange(
        &mut self,
        making: &mut Making<'_>,
        mut shadow: Making<'_>,
        matches: Vec<Match>,
        comprehension: &Comprehension,
        taken: &Atom,
        locals: &[VarId],
    ) -> Result<(), BitsError> {
        let all = shadow.all.clone();
        if self.layout.is_scalar(taken.predicate) {
            return self.exchange_scalar(making, shadow, matches, comprehension, taken, locals);
        }
        // The local variables of the atom that is taken; everything else is only asked for.
        let mut vars: Vec<VarId> = Vec::new();
        taken.each_variable(&mut |v| {
            if locals.contains(&v) && !vars.contains(&v) {
                vars.push(v);
            }
        });
        let mut before: BTreeMap<usize, Expr> = BTreeMap::new();
        let mut kinds: BTreeMap<usize, Vec<Vec<Option<Value>>>> = BTreeMap::new();
        for found in matches {
            let Some((cond, relations)) = self.relate(&all, found.cond, found.parts, &vars)? else {
                continue;
            };
            shadow.env = found.env;
            let smalls = self.smalls(&shadow.env, taken).expect("matched atoms are known");
            let family = self.layout.family(self.program, taken.predicate, &smalls);
            if self.layout.families[family].types.len() > 1 && vars.len() > 1 {
                return self.empty_pairs(making, &shadow, comprehension, family, cond, &relations);
            }
            let mut cells = match (&vars[..], relations.as_slice()) {
                ([], _) => {
                    let wide = self.layout.wide[taken.predicate.index()].clone();
                    let mut terms = taken.arguments.iter().zip(&wide).filter(|(_, w)| **w);
                    let (term, _) = terms.next().expect("it has a cell");
                    let site = self.sites_of(&shadow, taken, term)?;
                    let set = self.site_set(&shadow, site);
                    let plane = self.plane(family, 0);
                    let there = self.graph.and(set, plane);
                    self.graph.and(there, cond)
                }
                ([_], [only]) => {
                    let set = only.set(&mut self.graph);
                    self.graph.and(set, cond)
                }
                _ => return Err(self.cannot("a comprehension over several cells")),
            };
            let plane = self.layout.families[family].plane;
            // Not what the left side took, nor what earlier matches took.
            for (p, site) in making.effect.clears.clone() {
                if p == plane {
                    let set = self.site_set(making, site);
                    cells = self.graph.and_not(cells, set);
                }
            }
            if let Some(taken) = making.taken.get(&plane) {
                cells = self.graph.and_not(cells, *taken);
            }
            // Each cell goes to the first match that wants it, if it matters which one that is.
            let kind: Vec<Option<Value>> = comprehension
                .makes
                .iter()
                .flat_map(|m| m.atom.arguments.iter())
                .map(|t| self.facts.terms().value(t, &shadow.env))
                .collect();
            let others = locals.len() > vars.len();
            let known = kinds.entry(family).or_default();
            if known.iter().any(|k| *k != kind) && others {
                return Err(self.cannot("several matches of a comprehension want one atom"));
            }
            known.push(kind);
            let earlier = before.get(&family).copied().unwrap_or_else(|| self.graph.empty());
            let fresh = self.graph.and_not(cells, earlier);
            let both = self.graph.or(earlier, fresh);
            before.insert(family, both);
            if self.graph.is_empty(fresh) {
                continue;
            }
            making.effect.updates.push(Update { plane, clear: Some(fresh), set: None });
            let site = self.local(making);
            making.effect.balance.entry((site, 0)).or_default().0.push(family);
            if self.layout.token[taken.predicate.index()] {
                let some = self.graph.any(fresh);
                let delta = Delta { scalars: Vec::new(), tokens: vec![(family, -1)] };
                making.uncertain.push((some, delta));
            }
            let some = self.graph.any(fresh);
            for made in &comprehension.makes {
                let mut about = Vec::new();
                made.atom.each_variable(&mut |v| about.push(v));
                let local = vars.first().filter(|v| about.contains(v));
                match local {
                    Some(v) => {
                        let all = self.graph.truth(true);
                        self.make_all(
                            making,
                            &shadow,
                            &made.atom,
                            all,
                            Some((*v, fresh)),
                            site,
                            1,
                        )?;
                    }
                    None if vars.is_empty() => {
                        self.make_all(making, &shadow, &made.atom, some, None, site, 1)?;
                    }
                    None => return Err(self.cannot("a comprehension makes an atom elsewhere")),
                }
            }
        }
        for (family, set) in before {
            let plane = self.layout.families[family].plane;
            let known = making.taken.get(&plane).copied().unwrap_or_else(|| self.graph.empty());
            making.taken.insert(plane, self.graph.or(known, set));
        }
        Ok(())
    }

    /// A token about several cells that a comprehension takes away.
    fn empty_pairs(
        &mut self,
        making: &mut Making<'_>,
        shadow: &Making<'_>,
        comprehension: &Comprehension,
        family: usize,
        cond: Expr,
        relations: &[crate::relation::Relation],
    ) -> Result<(), BitsError> {
        let _ = (making, shadow, comprehension, family, cond, relations);
        Err(self.cannot("a comprehension takes atoms with several cells"))
    }

    /// A comprehension that takes an atom without a cell: all copies go to the first match.
    fn exchange_scalar(
        &mut self,
        making: &mut Making<'_>,
        mut shadow: Making<'_>,
        matches: Vec<Match>,
        comprehension: &Comprehension,
        taken: &Atom,
        locals: &[VarId],
    ) -> Result<(), BitsError> {
        let all = shadow.all.clone();
        let mut earlier: Vec<(Vec<Value>, Expr)> = Vec::new();
        for found in matches {
            let Some((cond, _)) = self.relate(&all, found.cond, found.parts, &[])? else {
                continue;
            };
            if !locals.is_empty() && !comprehension.makes.is_empty() {
                return Err(self.cannot("copies are exchanged for cells"));
            }
            shadow.env = found.env;
            let smalls = self.smalls(&shadow.env, taken).expect("matched atoms are known");
            let mut cond = cond;
            for (other, truth) in &earlier {
                if *other == smalls {
                    let not = self.graph.not(*truth);
                    cond = self.graph.and(cond, not);
                }
            }
            earlier.push((smalls.clone(), cond));
            let copies = self.control.copies(taken.predicate, &smalls);
            let gone: i64 = making
                .certain
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
                Delta { scalars: vec![(taken.predicate, smalls, -left)], tokens: Vec::new() };
            making.uncertain.push((cond, delta));
            for made in &comprehension.makes {
                let site = self.local(making);
                self.make_all(making, &shadow, &made.atom, cond, None, site, left)?;
            }
        }
        Ok(())
    }

    /// The control states that come next, for each way in which the conditions can turn out.
    fn follow(&mut self, making: Making<'_>) -> Result<Effect, Setback> {
        let mut effect = making.effect;
        effect.updates = self.by_plane(&effect.updates);
        let mut certain = vec![making.certain];
        let mut uncertain: Vec<(Expr, Vec<Delta>)> = Vec::new();
        for (cond, delta) in making.uncertain {
            if self.graph.is_true(cond) {
                certain.push(delta);
            } else if !self.graph.is_empty(cond) {
                match uncertain.iter_mut().find(|(c, _)| *c == cond) {
                    Some((_, deltas)) => deltas.push(delta),
                    None => uncertain.push((cond, vec![delta])),
                }
            }
        }
        if uncertain.len() > 6 {
            let why = "more than six conditions decide about atoms without cells";
            return Err(self.cannot(why).into());
        }
        // Each outcome of the conditions is a control state of its own: up to 2^6 of them, hence
        // the limit.
        for bits in 0..1usize << uncertain.len() {
            let mut control = self.control.clone();
            let chosen = uncertain.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            let deltas = certain.iter().chain(chosen.flat_map(|(_, (_, deltas))| deltas));
            self.change(&mut control, deltas)?;
            if let Role::Link(_, to) = making.rule.role {
                match to {
                    Some(to) => control.stage = to,
                    None => control.ended = true,
                }
            }
            effect.next.push(control);
        }
        effect.conds = uncertain.into_iter().map(|(cond, _)| cond).collect();
        Ok(effect)
    }

    /// One update for each plane. All that is taken is taken first, so that unions say the same.
    fn by_plane(&mut self, updates: &[Update]) -> Vec<Update> {
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

    /// All that is taken first, then all that is made.
    fn change<'d>(
        &self,
        control: &mut Control,
        deltas: impl Iterator<Item = &'d Delta> + Clone,
    ) -> Result<(), Setback> {
        for (predicate, values, by) in deltas.clone().flat_map(|d| &d.scalars) {
            control.count(*predicate, values, *by);
        }
        let tokens = || deltas.clone().flat_map(|d| &d.tokens);
        let token =
            |family: usize| self.layout.token[self.layout.families[family].predicate.index()];
        for (family, _) in tokens().filter(|(f, by)| *by < 0 && token(*f)) {
            control.tokens.retain(|f| f != family);
        }
        for (family, by) in tokens().filter(|(f, by)| *by > 0 && token(*f)) {
            let predicate = self.layout.families[*family].predicate;
            if *by > 1 || control.tokens.contains(family) {
                return Err(Setback::Demoted(predicate));
            }
            control.tokens.push(*family);
            control.tokens.sort_unstable();
        }
        Ok(())
    }
}
