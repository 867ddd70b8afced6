//! From ground instances to a net: which atoms are places, what every choice changes, and the nodes
//! that say what is possible.

mod controls;
mod counters;
mod derived;
mod finish;
mod late;
mod needs;
mod says;
mod sums;

use crate::build::needs::Needs;
use crate::nodes::Nodes;
use crate::runtime::late::{By, Counted, Counting, Late};
use crate::runtime::net::{Choice, Delta, Inner, Instance, Lit, Net, Node, Part, Place, Variant};
use crate::runtime::weights::falling;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::Value;
use senet_game::Seat;
use senet_ground::{
    AtomChange, AtomId, Env, ExclusiveAtoms, Factor, FactorKind, Grounding, GroundingError,
    JoinQuery, RuleChanges, exclusive_atoms, types, without_aggregates,
};
use senet_program::{
    Atom, Block, Pattern, PredKind, Premise, Role, Rule, RuleId, Term, TypeId, VarId,
};

/// What an atom is in the net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Is {
    /// Always there, in so many copies.
    Constant(u64),
    /// A place, as a linear atom.
    Place(u32),
    /// An atom of a control variable.
    Control(u32, u32),
    /// Never there.
    Never,
}

pub(crate) struct Builder<'g, 'a> {
    ground: &'g Grounding<'a>,
    start: FxHashMap<AtomId, u64>,
    persistent_start: FxHashSet<AtomId>,
    exclusive: Vec<ExclusiveAtoms>,
    linear: Vec<Is>,
    /// The places of persistent atoms.
    persistent: Vec<Is>,
    places: Vec<Place>,
    nodes: Nodes,
    derived: FxHashMap<AtomId, Lit>,
    thresholds: FxHashMap<(u32, u32), Lit>,
    control_atoms: Vec<Vec<AtomId>>,
    counted: u32,
}

/// Makes the net of a grounded program, from a start.
pub(crate) fn build(ground: &Grounding<'_>, start: usize) -> Result<Net, GroundingError> {
    let mut most = usize::MAX;
    loop {
        let mut builder = Builder::new(ground, start)?;
        let largest = builder.places(most);
        match builder.net(start) {
            Err(GroundingError::Large) if largest > 0 => most = largest,
            other => return other,
        }
    }
}

impl<'g, 'a> Builder<'g, 'a> {
    fn new(ground: &'g Grounding<'a>, start: usize) -> Result<Builder<'g, 'a>, GroundingError> {
        let mut counts = FxHashMap::default();
        let mut persistent_start = FxHashSet::default();
        let atoms = ground.world.engine.start_atoms(start).map_err(|_| GroundingError::Start)?;
        for atom in atoms {
            let id = ground.world.atoms.find(atom.predicate, &atom.values);
            let id = id.expect("grounding has seen the start");
            *counts.entry(id).or_insert(0) += atom.copies;
            if atom.persistent {
                persistent_start.insert(id);
            }
        }
        Ok(Builder {
            ground,
            start: counts,
            persistent_start,
            exclusive: Vec::new(),
            linear: Vec::new(),
            persistent: Vec::new(),
            places: Vec::new(),
            nodes: Nodes::default(),
            derived: FxHashMap::default(),
            thresholds: FxHashMap::default(),
            control_atoms: Vec::new(),
            counted: 0,
        })
    }

    // ---- what changes

    /// The atoms that premises take and conclusions make.
    fn change(&self, premises: &[Premise], made: &[(&Atom, bool)], env: &Env) -> AtomChange {
        let mut out: AtomChange = Vec::new();
        let mut add = |atom: AtomId, n: i64| match out.iter_mut().find(|(a, _)| *a == atom) {
            Some((_, sum)) => *sum += n,
            None => out.push((atom, n)),
        };
        for premise in premises {
            if let Premise::Take(atom) = premise {
                let atom = self.atom(atom, env);
                if self.ground.world.atoms.linear[atom as usize] {
                    add(atom, -1);
                }
            }
        }
        for (atom, persistent) in made {
            if !persistent {
                add(self.atom(atom, env), 1);
            }
        }
        out.retain(|(_, n)| *n != 0);
        out
    }

    fn atom(&self, atom: &Atom, env: &Env) -> AtomId {
        let world = &self.ground.world;
        let value = |t: &Term| world.value(t, env).expect("a match binds all");
        let values: Vec<Value> = atom.arguments.iter().map(value).collect();
        world.atoms.find(atom.predicate, &values).expect("grounding has seen it")
    }

    fn rule(&self, id: RuleId) -> &'g Rule {
        self.ground.world.engine.program().rule(id)
    }

    /// One instance for each choice, in canonical order of choices.
    fn choices(&self, unit: &'g Factor) -> Vec<(Box<[Value]>, Vec<&'g Env>)> {
        let mut at: FxHashMap<Box<[Value]>, usize> = FxHashMap::default();
        let mut out: Vec<(Box<[Value]>, Vec<&Env>)> = Vec::new();
        for env in &unit.instances {
            let choice = unit.choice(env);
            let i = *at.entry(choice.clone()).or_insert_with(|| {
                out.push((choice, Vec::new()));
                out.len() - 1
            });
            out[i].1.push(env);
        }
        let types: Vec<TypeId> = unit.effective.iter().map(|v| unit.types[v.index()]).collect();
        out.sort_by(|(a, _), (b, _)| self.compare(&types, a, b));
        out
    }

    fn compare(&self, types: &[TypeId], a: &[Value], b: &[Value]) -> std::cmp::Ordering {
        let interner = self.ground.world.engine.interner();
        let pairs = a.iter().zip(b).zip(types);
        let mut orders = pairs.map(|((a, b), ty)| interner.compare(*ty, *a, *b));
        orders.find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
    }

    fn changes(&self) -> Vec<RuleChanges> {
        let mut out = Vec::new();
        for variant in &self.ground.variants {
            if variant.factors.iter().any(|u| self.ground.factors[*u].instances.is_empty()) {
                continue;
            }
            let rule = self.rule(variant.rule);
            let made = |n: &usize| (&rule.conclusions[*n].atom, rule.conclusions[*n].persistent);
            let common: Vec<(&Atom, bool)> = variant.common.iter().map(made).collect();
            let mut changes = RuleChanges {
                base: self.change(&[], &common, &variant.env),
                ..RuleChanges::default()
            };
            for (_, unit) in &variant.comprehensions {
                self.inner_changes(*unit, &mut changes.inner);
            }
            for u in &variant.factors {
                let unit = &self.ground.factors[*u];
                let made: Vec<(&Atom, bool)> = unit.conclusions.iter().map(made).collect();
                let mut options = Vec::new();
                for (_, instances) in self.choices(unit) {
                    options.push(self.change(&unit.premises, &made, instances[0]));
                }
                changes.options.push(options);
                for (_, comprehensions) in &unit.choices {
                    for (_, inner) in comprehensions {
                        self.inner_changes(*inner, &mut changes.inner);
                    }
                }
            }
            out.push(changes);
        }
        out
    }

    fn inner_changes(&self, unit: usize, out: &mut Vec<AtomChange>) {
        let unit = &self.ground.factors[unit];
        let FactorKind::Comprehension(rule, n) = unit.kind else {
            return;
        };
        let made: Vec<(&Atom, bool)> = self.rule(rule).comprehensions[n]
            .makes
            .iter()
            .map(|c| (&c.atom, c.persistent))
            .collect();
        for env in &unit.instances {
            out.push(self.change(&unit.premises, &made, env));
        }
    }

    // ---- places

    /// Decides what every atom is. Control variables have at most `most` atoms; the size of the
    /// largest is returned.
    fn places(&mut self, most: usize) -> usize {
        let world = &self.ground.world;
        let program = world.engine.program();
        let changes = self.changes();
        self.exclusive = exclusive_atoms(program, &world.atoms, &changes, &self.start);
        let mut up = vec![false; world.atoms.len()];
        let mut down = vec![false; world.atoms.len()];
        let every = changes.iter().flat_map(|c| {
            std::iter::once(&c.base).chain(c.options.iter().flatten()).chain(&c.inner)
        });
        for (atom, n) in every.flatten() {
            let way = if *n > 0 { &mut up } else { &mut down };
            way[*atom as usize] = true;
        }
        // Braces that take an atom and make it again are applied as often as there are copies.
        for unit in
            self.ground.factors.iter().filter(|u| matches!(u.kind, FactorKind::Comprehension(..)))
        {
            for (premise, env) in
                unit.premises.iter().flat_map(|p| unit.instances.iter().map(move |e| (p, e)))
            {
                if let Premise::Take(atom) = premise {
                    down[self.atom(atom, env) as usize] = true;
                }
            }
        }
        let read = self.read_by_nodes();
        let mut control: Vec<&ExclusiveAtoms> = Vec::new();
        let mut used: FxHashSet<AtomId> = FxHashSet::default();
        for group in &self.exclusive {
            let fits = group.global && group.atoms.len() < most.min(4096) && group.atoms.len() > 1;
            let free = |a: &AtomId| {
                !used.contains(a) && !read.contains(a) && !world.atoms.persistent[*a as usize]
            };
            if fits && group.atoms.iter().all(free) {
                used.extend(&group.atoms);
                control.push(group);
            }
        }
        let largest = control.iter().map(|g| g.atoms.len()).max().unwrap_or(0);
        self.control_atoms = control.iter().map(|g| g.atoms.clone()).collect();
        let safe: FxHashSet<AtomId> =
            self.exclusive.iter().flat_map(|g| g.atoms.iter().copied()).collect();
        let mut order: Vec<AtomId> = (0..world.atoms.len() as AtomId).collect();
        order.sort_by(|a, b| {
            let ((p, v), (q, w)) = (world.atoms.get(*a), world.atoms.get(*b));
            p.cmp(&q).then_with(|| self.compare(&program.predicate(p).arguments, v, w))
        });
        self.linear = vec![Is::Never; world.atoms.len()];
        self.persistent = vec![Is::Never; world.atoms.len()];
        for (v, atoms) in self.control_atoms.iter().enumerate() {
            for (i, atom) in atoms.iter().enumerate() {
                self.linear[*atom as usize] = Is::Control(v as u32, i as u32);
            }
        }
        for atom in order {
            let i = atom as usize;
            let (predicate, values) = world.atoms.get(atom);
            let kind = program.predicate(predicate).kind;
            if kind == PredKind::Derived || kind == PredKind::Sense {
                continue;
            }
            let place = |persistent: bool, copies: Option<u32>| Place {
                predicate: predicate.index() as u32,
                values: values.into(),
                persistent,
                copies,
                thresholds: Vec::new(),
            };
            if world.atoms.linear[i] && self.linear[i] == Is::Never {
                let copies = self.start.get(&atom).copied().unwrap_or(0);
                self.linear[i] = if up[i] || down[i] {
                    let counted = (!safe.contains(&atom)).then(|| {
                        self.counted += 1;
                        self.counted - 1
                    });
                    self.places.push(place(false, counted));
                    Is::Place(self.places.len() as u32 - 1)
                } else {
                    Is::Constant(copies)
                };
            }
            if world.atoms.persistent[i] {
                self.persistent[i] = if self.persistent_start.contains(&atom) {
                    Is::Constant(1)
                } else {
                    self.places.push(place(true, None));
                    Is::Place(self.places.len() as u32 - 1)
                };
            }
        }
        self.nodes = Nodes::new(self.places.len(), self.groups());
        largest
    }

    /// Places of which there is always exactly one.
    fn groups(&self) -> Vec<Vec<u32>> {
        let place_of = |a: &AtomId| match self.linear[*a as usize] {
            Is::Place(place) => Some(place),
            _ => None,
        };
        self.exclusive.iter().filter_map(|g| g.atoms.iter().map(place_of).collect()).collect()
    }

    /// Atoms that backward rules, blocks and braces read: they cannot be control.
    fn read_by_nodes(&self) -> FxHashSet<AtomId> {
        let program = self.ground.world.engine.program();
        let mut predicates = FxHashSet::default();
        let mut note = |premises: &[Premise]| {
            for premise in premises.iter().flat_map(Premise::with_inner) {
                if let Some(atom) = premise.atom() {
                    predicates.insert(atom.predicate);
                }
            }
        };
        for clause in program.clauses() {
            note(&clause.goals);
        }
        for rule in program.rules() {
            for premise in rule.premises.iter().filter(|p| p.block().is_some()) {
                note(std::slice::from_ref(premise));
            }
            for comprehension in &rule.comprehensions {
                note(&comprehension.block.premises);
            }
        }
        for stage in program.stages() {
            stage.forbidden.iter().for_each(|p| note(&p.premises));
        }
        for rule in program.rules() {
            for made in rule.comprehensions.iter().flat_map(|r| &r.makes) {
                predicates.insert(made.atom.predicate);
            }
        }
        let atoms = &self.ground.world.atoms;
        let all = 0..atoms.len() as AtomId;
        all.filter(|a| predicates.contains(&atoms.get(*a).0)).collect()
    }

    // ---- what has to hold

    /// What premises need, all variables known.
    fn needs(&mut self, premises: &[Premise], env: &Env) -> Result<Needs, GroundingError> {
        let mut needs = Needs { factor: 1, ..Needs::default() };
        let mut copies: Vec<(AtomId, u32)> = Vec::new();
        for premise in premises {
            match premise {
                Premise::Take(atom) | Premise::Read(atom) => {
                    let atom = self.atom(atom, env);
                    match copies.iter_mut().find(|(a, _)| *a == atom) {
                        Some((_, n)) => *n += 1,
                        None => copies.push((atom, 1)),
                    }
                }
                Premise::Persistent(atom) => {
                    let atom = self.atom(atom, env);
                    match self.persistent[atom as usize] {
                        Is::Constant(_) => {}
                        Is::Place(place) => needs.lits.push(Lit::of(place)),
                        _ => needs.impossible = true,
                    }
                }
                Premise::Derived(atom) if !self.ground.world.is_static(premise) => {
                    let atom = self.atom(atom, env);
                    needs.lits.push(self.derived.get(&atom).copied().unwrap_or(Lit::FALSE));
                }
                _ => {}
            }
        }
        for (atom, n) in copies {
            self.copies(atom, n, &mut needs)?;
        }
        needs.impossible |= needs.lits.contains(&Lit::FALSE);
        needs.lits.retain(|l| *l != Lit::TRUE);
        needs.lits.sort_unstable();
        needs.lits.dedup();
        Ok(needs)
    }

    fn copies(&mut self, atom: AtomId, n: u32, needs: &mut Needs) -> Result<(), GroundingError> {
        let atoms = &self.ground.world.atoms;
        let (linear, persistent) = (atoms.linear[atom as usize], atoms.persistent[atom as usize]);
        if linear && persistent {
            return Err(GroundingError::Both);
        }
        if persistent {
            match self.persistent[atom as usize] {
                Is::Place(place) => needs.lits.push(Lit::of(place)),
                Is::Constant(_) => {}
                _ => needs.impossible = true,
            }
            return Ok(());
        }
        match self.linear[atom as usize] {
            Is::Constant(there) => {
                needs.impossible |= there < u64::from(n);
                needs.factor = needs.factor.saturating_mul(falling(there, n));
            }
            Is::Control(variable, value) => {
                needs.impossible |= n > 1;
                needs.control.push((variable, value));
            }
            Is::Place(place) => {
                if self.places[place as usize].copies.is_some() {
                    needs.ways.push((place, n));
                }
                let lit = self.at_least(place, n);
                needs.lits.push(lit);
            }
            Is::Never => needs.impossible = true,
        }
        Ok(())
    }

    fn at_least(&mut self, place: u32, n: u32) -> Lit {
        if n == 1 {
            return Lit::of(place);
        }
        if self.places[place as usize].copies.is_none() {
            return Lit::FALSE;
        }
        if let Some(lit) = self.thresholds.get(&(place, n)) {
            return *lit;
        }
        let node = self.nodes.push(Node::AtLeast);
        self.places[place as usize].thresholds.push((n, node));
        self.thresholds.insert((place, n), Lit::of(node));
        Lit::of(node)
    }

    /// The matches of a block, all that the rule knows being known; what it says is absent is
    /// taken to be.
    fn inside(
        &self,
        block: &Block,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Vec<Env>, GroundingError> {
        let mut inner = env[..block.outer].to_vec();
        inner.resize(block.variables(), None);
        let all = within(block, outer);
        let mut found: Vec<Env> = Vec::new();
        let (_, plain) = without_aggregates(&block.premises)?;
        let query = JoinQuery { premises: &plain, types: &all };
        self.ground.world.join(query, 0, &inner, &mut |e| found.push(e.clone()))?;
        let mut seen = FxHashSet::default();
        found.retain(|env| seen.insert(env.clone()));
        Ok(found)
    }

    /// What a match of a block needs, with the blocks inside of it.
    fn needs_inside(
        &mut self,
        block: &Block,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Needs, GroundingError> {
        let (late, plain) = without_aggregates(&block.premises)?;
        let mut needs = self.needs(&plain, env)?;
        self.late(&late, &within(block, outer), env, &mut needs.lits)?;
        Ok(needs)
    }

    /// `not`: no match of the block.
    fn none_of(
        &mut self,
        block: &Block,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Lit, GroundingError> {
        let mut any = Vec::new();
        for env in self.inside(block, outer, env)? {
            let needs = self.needs_inside(block, outer, &env)?;
            if !needs.impossible {
                let lit = self.nodes.all(needs.lits);
                any.push(lit);
            }
        }
        Ok(self.nodes.any(any).not())
    }

    /// An aggregate, as what each match gives.
    fn counting(
        &mut self,
        premise: &Premise,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Counting, GroundingError> {
        let Premise::Aggregate { by, target, value, block, .. } = premise else {
            unreachable!("asked for aggregates only")
        };
        let mut matches = Vec::new();
        for env in self.inside(block, outer, env)? {
            let needs = self.needs_inside(block, outer, &env)?;
            if !needs.impossible {
                let n = value.as_ref().map_or(Some(1), |v| self.ground.world.value(v, &env));
                let n = n.ok_or(GroundingError::Counted)?;
                matches.push(Counted {
                    value: n,
                    when: needs.lits,
                    ways: needs.ways,
                    factor: needs.factor,
                });
            }
        }
        let by = match by {
            senet_program::By::Count | senet_program::By::Sum => By::Sum,
            senet_program::By::Max => By::Max,
            senet_program::By::Min => By::Min,
        };
        Ok(Counting { by, target: self.late_term(target, env)?, matches })
    }

    /// Blocks of an instance: what can be a literal becomes one, the rest is worked out later.
    fn late(
        &mut self,
        late: &[Premise],
        types: &[TypeId],
        env: &Env,
        lits: &mut Vec<Lit>,
    ) -> Result<Option<Box<Late>>, GroundingError> {
        let mut out = Late {
            env: env.clone(),
            bounds: self.bounds(types),
            counts: Vec::new(),
            guards: Vec::new(),
        };
        for premise in late {
            match premise {
                Premise::Not(block) => lits.push(self.none_of(block, types, env)?),
                Premise::Aggregate { .. } => out.counts.push(self.counting(premise, types, env)?),
                other => out.guards.extend(self.late_guard(other, env)?),
            }
        }
        Ok((!out.counts.is_empty() || !out.guards.is_empty()).then(|| Box::new(out)))
    }

    // ---- variants

    fn delta(&self, change: &AtomChange, control: &mut Vec<(u32, u32)>) -> Delta {
        let mut delta = Delta::default();
        for (atom, n) in change {
            match self.linear[*atom as usize] {
                Is::Control(variable, value) => {
                    if *n > 0 {
                        control.push((variable, value));
                    }
                }
                Is::Place(place) if self.places[place as usize].copies.is_some() => {
                    delta.counted.push((place, *n as i32));
                }
                Is::Place(place) if *n > 0 => delta.turn_on(place),
                Is::Place(place) => delta.turn_off(place),
                Is::Constant(_) | Is::Never => {}
            }
        }
        delta
    }

    /// Persistent atoms that something makes.
    fn persistent_delta(&self, made: &[(&Atom, bool)], env: &Env, delta: &mut Delta) {
        for (atom, persistent) in made {
            if *persistent && let Is::Place(place) = self.persistent[self.atom(atom, env) as usize]
            {
                delta.turn_on(place);
            }
        }
    }

    fn takes(&self, premises: &[Premise], env: &Env) -> Vec<(u32, u32)> {
        let mut out: Vec<(u32, u32)> = Vec::new();
        for premise in premises {
            if let Premise::Take(atom) = premise
                && let Is::Place(place) = self.linear[self.atom(atom, env) as usize]
            {
                match out.iter_mut().find(|(p, _)| *p == place) {
                    Some((_, n)) => *n += 1,
                    None => out.push((place, 1)),
                }
            }
        }
        out
    }

    fn inner(&mut self, unit: usize) -> Result<Vec<Inner>, GroundingError> {
        let unit = &self.ground.factors[unit];
        let FactorKind::Comprehension(rule, n) = unit.kind else { unreachable!("a rewrite") };
        let comprehension = &self.rule(rule).comprehensions[n];
        let made: Vec<(&Atom, bool)> =
            comprehension.makes.iter().map(|c| (&c.atom, c.persistent)).collect();
        let mut all: Vec<&Env> = unit.instances.iter().collect();
        all.sort_by(|a, b| {
            let values = |e: &Env| e.iter().map(|v| v.unwrap_or(0)).collect::<Vec<_>>();
            self.compare(&unit.types, &values(a), &values(b))
        });
        let mut out = Vec::new();
        for env in all {
            let mut needs = self.needs(&unit.premises, env)?;
            if needs.impossible {
                continue;
            }
            self.late(&unit.late, &unit.types, env, &mut needs.lits)?;
            let change = self.change(&unit.premises, &made, env);
            let mut delta = self.delta(&change, &mut Vec::new());
            self.persistent_delta(&made, env, &mut delta);
            let takes = self.takes(&unit.premises, env);
            out.push(Inner { when: needs.lits, takes, delta });
        }
        Ok(out)
    }

    fn variant(&mut self, at: usize) -> Result<Option<Variant>, GroundingError> {
        let ground = self.ground;
        let grounded = &ground.variants[at];
        if grounded.factors.iter().any(|u| ground.factors[*u].instances.is_empty()) {
            return Ok(None);
        }
        let rule = self.rule(grounded.rule);
        let made = |n: &usize| (&rule.conclusions[*n].atom, rule.conclusions[*n].persistent);
        let common: Vec<(&Atom, bool)> = grounded.common.iter().map(made).collect();
        let mut control = Vec::new();
        let change = self.change(&[], &common, &grounded.env);
        let mut delta = self.delta(&change, &mut control);
        self.persistent_delta(&common, &grounded.env, &mut delta);
        let saturates = rule.saturates();
        let mut parts = Vec::new();
        for u in &grounded.factors {
            parts.push(self.part(rule, *u, saturates.then_some((&change, delta.on())))?);
        }
        if saturates && grounded.factors.is_empty() {
            // A rule of nothing but persistent conclusions applies once; that needs a unit.
            return Err(GroundingError::Order);
        }
        let mut inner = Vec::new();
        for (_, unit) in &grounded.comprehensions {
            inner.push(self.inner(*unit)?);
        }
        let (from, link, to) = match rule.role {
            Role::Step(stage) => (stage, false, Some(stage)),
            Role::Link(from, to) => (from, true, to),
        };
        let has_inner = !rule.comprehensions.is_empty();
        Ok(Some(Variant {
            rule: grounded.rule.index() as u32,
            ranks: Vec::new(),
            seat: self.seat(rule, &grounded.env)?,
            values: rule.effective.iter().map(|v| grounded.env[v.index()]).collect(),
            parts,
            delta,
            takes: Vec::new(),
            control,
            inner,
            weight: rule.weight,
            from: from.0,
            link,
            to: to.map(|s| s.0),
            has_inner,
        }))
    }

    fn seat(&self, rule: &Rule, env: &Env) -> Result<Seat, GroundingError> {
        let program = self.ground.world.engine.program();
        let interactive = matches!(rule.role, Role::Step(s) if program.stage(s).interactive);
        let (Some(chooser), true) = (&rule.chooser, interactive) else {
            return Ok(Seat(0));
        };
        let value = self.ground.world.value(chooser, env).ok_or(GroundingError::Chooser)?;
        let players = program.game().players.as_ref().ok_or(GroundingError::Chooser)?;
        let at = players.seats.iter().position(|c| u64::from(c.0) == value);
        Ok(Seat(at.ok_or(GroundingError::Chooser)? as u8))
    }

    /// A unit. If the rule makes persistent atoms, a choice that would change nothing is none.
    fn part(
        &mut self,
        rule: &'g Rule,
        id: usize,
        saturates: Option<(&AtomChange, &[u32])>,
    ) -> Result<Part, GroundingError> {
        let unit = &self.ground.factors[id];
        let made: Vec<(&Atom, bool)> = unit
            .conclusions
            .iter()
            .map(|n| (&rule.conclusions[*n].atom, rule.conclusions[*n].persistent))
            .collect();
        let comprehensions: FxHashMap<&[Value], &Vec<(usize, usize)>> =
            unit.choices.iter().map(|(c, inner)| (&**c, inner)).collect();
        let mut choices = Vec::new();
        for (values, envs) in self.choices(unit) {
            let mut control = Vec::new();
            let change = self.change(&unit.premises, &made, envs[0]);
            let mut delta = self.delta(&change, &mut control);
            self.persistent_delta(&made, envs[0], &mut delta);
            let mut fresh = None;
            if let Some((base, persistent)) = saturates
                && nets_to_nothing(base, &change)
            {
                let news = persistent.iter().chain(delta.on()).map(|p| Lit::of(*p).not());
                fresh = Some(self.nodes.any(news.collect()));
            }
            let mut instances = Vec::new();
            for env in &envs {
                let needs = self.needs(&unit.premises, env)?;
                if needs.impossible {
                    continue;
                }
                let mut when = needs.lits;
                when.extend(fresh);
                let late = self.late(&unit.late, &unit.types, env, &mut when)?;
                let lit = self.nodes.all(when);
                if lit != Lit::FALSE {
                    let (control, ways, factor) = (needs.control, needs.ways, needs.factor);
                    instances.push(Instance { lit, control, ways, factor, late });
                }
            }
            if instances.is_empty() {
                continue;
            }
            let mut inner = Vec::new();
            for (_, unit) in comprehensions.get(&*values).copied().into_iter().flatten() {
                inner.push(self.inner(*unit)?);
            }
            let takes = self.takes(&unit.premises, envs[0]);
            let ranks = Box::default();
            choices.push(Choice { values, ranks, instances, delta, takes, control, inner });
        }
        let position = |v: &VarId| rule.effective.iter().position(|e| e == v);
        let effective = unit.effective.iter().filter_map(position).collect();
        let plain =
            |c: &Choice| c.instances.iter().all(|i| i.control.is_empty() && i.late.is_none());
        let mut row = None;
        if choices.iter().all(plain) && !unit.effective.is_empty() {
            let lits: Vec<Lit> = choices
                .iter()
                .map(|c| self.nodes.any(c.instances.iter().map(|i| i.lit).collect()))
                .collect();
            row = self.nodes.row(&lits);
        }
        Ok(Part { effective, choices, row })
    }

    fn pattern(&mut self, pattern: &Pattern) -> Result<Lit, GroundingError> {
        let all = types(&pattern.variables);
        let (late, plain): (Vec<Premise>, Vec<Premise>) =
            pattern.premises.iter().cloned().partition(|p| p.block().is_some());
        let mut found: Vec<Env> = Vec::new();
        let query = JoinQuery { premises: &plain, types: &all };
        let env = vec![None; all.len()];
        self.ground.world.join(query, 0, &env, &mut |e| found.push(e.clone()))?;
        let mut any = Vec::new();
        for env in found {
            let needs = self.needs(&plain, &env)?;
            let mut lits = needs.lits;
            if needs.impossible {
                continue;
            }
            if self.late(&late, &all, &env, &mut lits)?.is_some() {
                return Err(GroundingError::Counted);
            }
            let lit = self.nodes.all(lits);
            any.push(lit);
        }
        Ok(self.nodes.any(any))
    }
}

/// The types of the variables inside of a block, those from outside first.
pub(crate) fn within(block: &Block, outer: &[TypeId]) -> Vec<TypeId> {
    let mut all = outer[..block.outer].to_vec();
    all.extend(types(&block.locals));
    all
}

/// Whether two changes together leave every linear atom as it was.
fn nets_to_nothing(a: &AtomChange, b: &AtomChange) -> bool {
    let mut sums: FxHashMap<AtomId, i64> = FxHashMap::default();
    for (atom, n) in a.iter().chain(b) {
        *sums.entry(*atom).or_insert(0) += n;
    }
    sums.values().all(|n| *n == 0)
}
