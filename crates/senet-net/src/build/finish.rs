//! The last steps: who tells whom, what is worked out only when asked, which nodes go in circles.

use crate::build::counters::fused;
use crate::build::says::{says, tells};
use crate::build::sums::Kept;
use crate::build::{Builder, Is};
use crate::nodes::Nodes;
use crate::runtime::net::{
    Changes, Control, Counters, Delta, Group, Inner, Lit, Net, Node, Variant,
};
use crate::runtime::pack::Packing;
use crate::runtime::quick::Quicks;
use rustc_hash::FxHashMap;
use senet_ground::GroundingError;
use senet_program::{PredId, Program, RuleId, Stage};

/// An atom that is always there: its predicate and values, its copies, and whether it is for good.
type Constant = (u32, Box<[u64]>, u64, bool);

impl Builder<'_, '_> {
    /// The whole net.
    pub(super) fn net(mut self, start: usize) -> Result<Net, GroundingError> {
        let program = self.ground.world.engine.program();
        self.derive_all()?;
        let mut variants = Vec::new();
        for at in 0..self.ground.variants.len() {
            variants.extend(self.variant(at)?);
        }
        let decided = self.decided(program);
        let mut forbidden = Vec::new();
        for stage in program.stages() {
            forbidden.push(self.forbidden(stage)?);
        }
        let stage = program.starts()[start].stage.0;
        let mut controls = self.controls(program, stage, &variants)?;
        for i in 0..controls.len() {
            // A circle of control states in which nothing happens never ends; it is walked, so
            // that the kind of steps is what stops it.
            let mut to = controls[i].onward;
            for _ in 0..controls.len() {
                match to.and_then(|t| controls[t as usize].onward) {
                    Some(next) => to = Some(next),
                    None => break,
                }
            }
            controls[i].onward = to.filter(|t| controls[*t as usize].onward.is_none());
        }
        let roots = roots(decided, &forbidden, &controls, &variants);
        let kept =
            Kept::new(&self.nodes.list, &self.nodes.group_of, &roots, &asked(&controls, &variants));
        let parts = variants.iter().flat_map(|v| &v.parts);
        let rows = parts.filter_map(|p| Some((p.row?, p.choices.len() as u32)));
        let mut rows: Vec<(u32, u32)> = rows.collect();
        rows.sort_unstable();
        rows.dedup();
        let counters = Counters::new(&kept, &rows);
        let atoms = &self.ground.world.atoms;
        let named = |a: u32| {
            let (predicate, values) = atoms.get(a);
            (predicate.index() as u32, values.into())
        };
        let mut constant: Vec<Constant> = Vec::new();
        let mut start_places = Vec::new();
        for a in 0..atoms.len() as u32 {
            let copies = self.start.get(&a).copied().unwrap_or(0);
            let persistent = self.persistent[a as usize] == Is::Constant(1);
            let fixed = match self.linear[a as usize] {
                Is::Place(place) if copies > 0 => {
                    start_places.push((place, copies));
                    0
                }
                Is::Constant(copies) => copies,
                _ => {
                    debug_assert!(copies == 0 || self.is_control(a), "nothing is lost");
                    0
                }
            };
            if fixed > 0 || persistent {
                let (predicate, values) = named(a);
                constant.push((predicate, values, fixed, persistent));
            }
        }
        let groups = self.groups();
        let telling = (0..self.places.len() as u32)
            .filter(|p| tells(program, PredId(self.places[*p as usize].predicate)))
            .map(|p| {
                let place = &self.places[p as usize];
                (p, says(program, PredId(place.predicate), &place.values))
            })
            .collect();
        let control_says = self
            .control_atoms
            .iter()
            .map(|all| {
                all.iter().map(|a| atoms.get(*a)).map(|(p, v)| says(program, p, v)).collect()
            })
            .collect();
        let said = constant.iter().filter(|(p, ..)| tells(program, PredId(*p)));
        let constant_says = said
            .map(|(p, values, copies, _): &Constant| {
                (says(program, PredId(*p), values), (*copies).max(1))
            })
            .collect();
        self.rank(&mut variants);
        let packing = Packing::new(&self.places, &groups, controls.len());
        let mut variants = cheap_first(variants, &self.nodes, &kept);
        let mut changes = Changes::new();
        let mut fuse = |delta: &mut Delta| {
            let fused = fused(delta, &self.places, &counters, &packing);
            delta.fused = fused.map(|f| changes.push(&f));
        };
        variants.iter_mut().for_each(|v| v.each_delta(&mut fuse));
        controls.iter_mut().for_each(|c| c.each_delta(&mut fuse));
        let mut net = Net {
            changes,
            quick: Quicks::default(),
            telling,
            packing,
            lazy: kept.lazy(&self.nodes.list),
            nodes: self.nodes.list,
            edges: kept.edges,
            counters,
            cycle_of: kept.cycle_of,
            cycles: kept.cycles,
            variants,
            controls,
            control_atoms: self
                .control_atoms
                .iter()
                .map(|all| all.iter().map(|a| named(*a)).collect())
                .collect(),
            constant,
            decided,
            forbidden,
            counted: self.counted as usize,
            start_control: 0,
            start_places,
            control_says,
            constant_says,
            seats: program.seats(),
            scores: !program.game().score.is_empty(),
            places: self.places,
        };
        net.tell_outcomes();
        net.quick = Quicks::new(&mut net);
        Ok(net)
    }

    /// Where the values of choices stand in the order of their types.
    fn rank(&self, variants: &mut [Variant]) {
        let engine = &self.ground.world.engine;
        for rule in 0..engine.program().rules().len() {
            let declared = engine.program().rule(RuleId::new(rule));
            let own = |v: &&mut Variant| v.rule as usize == rule;
            let mut values: Vec<Vec<u64>> = vec![Vec::new(); declared.effective.len()];
            for variant in variants.iter_mut().filter(own) {
                variant.values.iter().zip(&mut values).for_each(|(v, all)| all.extend(v));
                for part in &variant.parts {
                    for choice in &part.choices {
                        let each = part.effective.iter().zip(&choice.values);
                        each.for_each(|(i, v)| values[*i].push(*v));
                    }
                }
            }
            for (all, variable) in values.iter_mut().zip(&declared.effective) {
                let ty = declared.variables[variable.index()].ty;
                all.sort_by(|a, b| engine.interner().compare(ty, *a, *b));
                all.dedup();
            }
            let ranks: Vec<FxHashMap<u64, u32>> =
                values.into_iter().map(|all| all.into_iter().zip(0..).collect()).collect();
            for variant in variants.iter_mut().filter(own) {
                let fixed = variant.values.iter().zip(&ranks);
                variant.ranks = fixed.map(|(v, ranks)| v.map(|v| ranks[&v])).collect();
                for part in &mut variant.parts {
                    for choice in &mut part.choices {
                        let each = part.effective.iter().zip(&choice.values);
                        choice.ranks = each.map(|(i, v)| ranks[*i][v]).collect();
                    }
                }
            }
        }
    }

    /// Whether an outcome atom is among the places.
    fn decided(&mut self, program: &Program) -> Lit {
        let game = program.game();
        let outcomes = game.win.iter().chain(&game.lose).chain(&game.draw);
        let predicates: Vec<_> = outcomes.collect();
        let mut lits: Vec<Lit> = Vec::new();
        for (i, place) in self.places.iter().enumerate() {
            if predicates.contains(&&PredId(place.predicate)) {
                lits.push(Lit::of(i as u32));
            }
        }
        for (a, is) in self.linear.iter().chain(&self.persistent).enumerate() {
            let a = a % self.linear.len().max(1);
            let (predicate, _) = self.ground.world.atoms.get(a as u32);
            if matches!(is, Is::Constant(n) if *n > 0) && predicates.contains(&&predicate) {
                return Lit::TRUE;
            }
        }
        self.nodes.any(lits)
    }

    fn forbidden(&mut self, stage: &Stage) -> Result<Vec<Lit>, GroundingError> {
        stage.forbidden.iter().map(|p| self.pattern(p)).collect()
    }
}

/// What is looked at so often that it is kept up to date.
fn roots(
    decided: Lit,
    forbidden: &[Vec<Lit>],
    controls: &[Control],
    variants: &[Variant],
) -> Vec<Lit> {
    let mut roots: Vec<Lit> = vec![decided];
    roots.extend(forbidden.iter().flatten());
    for control in controls {
        let first = control.rules.first().map(|e| variants[e.variant as usize].rule);
        for entry in control.rules.iter().chain(&control.links) {
            // In an ordered stage, what comes later is looked at when nothing else is possible.
            let rule = variants[entry.variant as usize].rule;
            if !control.ordered || Some(rule) == first {
                roots.push(entry.first);
                roots.extend(&entry.when);
            }
            for open in &entry.open {
                if let Group::List(choices) = &open.group {
                    roots.extend(choices.iter().map(|(_, l)| *l));
                }
            }
        }
    }
    for part in variants.iter().flat_map(|v| &v.parts) {
        if let Some(low) = part.row {
            roots.extend((0..part.choices.len() as u32).map(|i| Lit::of(low + i)));
        }
        let late = part.choices.iter().flat_map(|c| &c.instances).filter(|i| i.late.is_some());
        for instance in late {
            roots.push(instance.lit);
            let counts = instance.late.iter().flat_map(|l| &l.counts);
            roots.extend(counts.flat_map(|c| &c.matches).flat_map(|m| &m.when));
        }
    }
    roots
}

/// What is looked at now and then.
fn asked(controls: &[Control], variants: &[Variant]) -> Vec<Lit> {
    let mut asked = Vec::new();
    for entry in controls.iter().flat_map(|c| c.rules.iter().chain(&c.links)) {
        asked.push(entry.first);
        asked.extend(&entry.when);
    }
    let choices = || variants.iter().flat_map(|v| &v.parts).flat_map(|p| &p.choices);
    asked.extend(choices().flat_map(|c| &c.instances).map(|i| i.lit));
    let inner = variants.iter().flat_map(|v| &v.inner).chain(choices().flat_map(|c| &c.inner));
    asked.extend(inner.flatten().flat_map(|i| &i.when));
    asked
}

/// Braces ask what is kept up to date first, and what has to be worked out last.
fn cheap_first(mut variants: Vec<Variant>, nodes: &Nodes, kept: &Kept) -> Vec<Variant> {
    let cost = |l: &Lit| match (nodes.list.get(l.node()), l.is_constant()) {
        (Some(Node::All(_) | Node::Any(_)), false) if kept.sums[l.node()].is_some() => 0,
        (Some(Node::All(_) | Node::Any(_)), false) => 2,
        _ => 1,
    };
    let sort = |all: &mut Vec<Vec<Inner>>| {
        for inner in all.iter_mut().flatten() {
            let mut when = known(std::mem::take(&mut inner.when), nodes, kept);
            when.sort_unstable_by_key(|l| (cost(l), *l));
            when.dedup();
            inner.when = when;
        }
    };
    for variant in &mut variants {
        sort(&mut variant.inner);
        for choice in variant.parts.iter_mut().flat_map(|p| &mut p.choices) {
            sort(&mut choice.inner);
        }
    }
    variants
}

/// The same in as many words, but more of them kept up to date: two literals that are together one
/// such node are that node, and what needs all of some others is those.
fn known(mut when: Vec<Lit>, nodes: &Nodes, kept: &Kept) -> Vec<Lit> {
    let is_kept = |l: &Lit| !l.is_constant() && kept.sums[l.node()].is_some();
    let pair = |when: &[Lit]| {
        let pairs = when.iter().flat_map(|a| when.iter().map(move |b| (*a, *b)));
        let mut both = pairs
            .filter(|(a, b)| a < b)
            .filter_map(|(a, b)| nodes.made_all(&[a, b]).filter(&is_kept).map(|lit| (a, b, lit)));
        both.next()
    };
    while let Some((a, b, lit)) = pair(&when) {
        when.retain(|l| *l != a && *l != b);
        when.push(lit);
    }
    let mut out = Vec::new();
    while let Some(lit) = when.pop() {
        match nodes.list.get(lit.node()) {
            Some(Node::All(lits)) if !lit.is_negative() && !is_kept(&lit) => when.extend(lits),
            _ => out.push(lit),
        }
    }
    out
}
