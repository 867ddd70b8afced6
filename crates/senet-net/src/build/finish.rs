//! The last steps: who tells whom, what is worked out only when asked, which nodes go in circles.

use crate::build::derived::components;
use crate::build::{Builder, Is};
use crate::ground::NoNet;
use crate::net::{Edges, Group, Inner, Lit, Net, Node, Variant};
use crate::outcome::Tally;
use crate::pack::Packing;
use senet_program::{Program, Stage};

impl Builder<'_, '_> {
    /// The whole net.
    pub(super) fn net(mut self, start: usize) -> Result<Net, NoNet> {
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
            // that the budget of steps is what stops it.
            let mut to = controls[i].onward;
            for _ in 0..controls.len() {
                match to.and_then(|t| controls[t as usize].onward) {
                    Some(next) => to = Some(next),
                    None => break,
                }
            }
            controls[i].onward = to.filter(|t| controls[*t as usize].onward.is_none());
        }
        let nodes = std::mem::take(&mut self.nodes.list);
        let mut roots: Vec<Lit> = vec![decided];
        roots.extend(forbidden.iter().flatten());
        for control in &controls {
            for entry in control.rules.iter().chain(&control.links) {
                roots.push(entry.first);
                roots.extend(&entry.when);
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
            for instance in part.choices.iter().flat_map(|c| &c.instances) {
                roots.push(instance.lit);
                let counts = instance.late.iter().flat_map(|l| &l.counts);
                roots.extend(counts.flat_map(|c| &c.matches).flat_map(|m| &m.when));
            }
        }
        let inputs: Vec<Vec<usize>> = nodes.iter().map(inputs_of).collect();
        let mut cycle_of = vec![u32::MAX; nodes.len()];
        let mut cycles: Vec<Vec<u32>> = Vec::new();
        for component in components(&inputs) {
            if component.len() > 1 || inputs[component[0]].contains(&component[0]) {
                component.iter().for_each(|n| cycle_of[*n] = cycles.len() as u32);
                roots.extend(component.iter().map(|n| Lit::of(*n as u32)));
                cycles.push(component.into_iter().map(|n| n as u32).collect());
            }
        }
        let lazy = lazy(&inputs, &nodes, &roots);
        let (edges, blank) = edges(&nodes, &lazy)?;
        let atoms = &self.ground.world.atoms;
        let named = |a: u32| {
            let (predicate, values) = atoms.get(a);
            (predicate, values.into())
        };
        let mut constant = Vec::new();
        let mut start_places = Vec::new();
        for a in 0..atoms.len() as u32 {
            let copies = self.start.get(&a).copied().unwrap_or(0);
            let lasting = self.lasting[a as usize] == Is::Constant(1);
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
            if fixed > 0 || lasting {
                let (predicate, values) = named(a);
                constant.push((predicate, values, fixed, lasting));
            }
        }
        let place_of = |a: &u32| match self.linear[*a as usize] {
            Is::Place(place) => Some(place),
            _ => None,
        };
        let groups = self.exclusive.iter().filter_map(|g| g.atoms.iter().map(place_of).collect());
        let groups: Vec<Vec<u32>> = groups.collect();
        let telling = (0..self.places.len() as u32)
            .filter(|p| Tally::tells(program, self.places[*p as usize].predicate))
            .collect();
        Ok(Net {
            telling,
            packing: Packing::new(&self.places, &groups, controls.len()),
            nodes,
            lazy,
            edges,
            blank,
            cycle_of,
            cycles,
            variants: cheap_first(variants),
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
            places: self.places,
        })
    }

    /// Whether an outcome atom is among the places.
    fn decided(&mut self, program: &Program) -> Lit {
        let game = program.game();
        let outcomes = game.win.iter().chain(&game.lose).chain(&game.draw);
        let predicates: Vec<_> = outcomes.collect();
        let mut lits: Vec<Lit> = Vec::new();
        for (i, place) in self.places.iter().enumerate() {
            if predicates.contains(&&place.predicate) {
                lits.push(Lit::of(i as u32));
            }
        }
        for (a, is) in self.linear.iter().chain(&self.lasting).enumerate() {
            let a = a % self.linear.len().max(1);
            let (predicate, _) = self.ground.world.atoms.get(a as u32);
            if matches!(is, Is::Constant(n) if *n > 0) && predicates.contains(&&predicate) {
                return Lit::TRUE;
            }
        }
        self.nodes.any(lits)
    }

    fn forbidden(&mut self, stage: &Stage) -> Result<Vec<Lit>, NoNet> {
        stage.forbidden.iter().map(|p| self.pattern(p)).collect()
    }
}

fn inputs_of(node: &Node) -> Vec<usize> {
    match node {
        Node::All(lits) | Node::Any(lits) => lits.iter().map(|l| l.node()).collect(),
        Node::Place | Node::AtLeast => Vec::new(),
    }
}

/// Nodes that nothing looks at but braces: these are worked out when asked.
fn lazy(inputs: &[Vec<usize>], nodes: &[Node], roots: &[Lit]) -> Vec<bool> {
    let mut lazy = vec![true; nodes.len()];
    let mut open: Vec<usize> =
        roots.iter().filter(|l| !l.is_constant()).map(|l| l.node()).collect();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut lazy[node], false) {
            open.extend(&inputs[node]);
        }
    }
    for (i, node) in nodes.iter().enumerate() {
        lazy[i] &= !matches!(node, Node::Place | Node::AtLeast);
    }
    lazy
}

fn edges(nodes: &[Node], lazy: &[bool]) -> Result<(Edges, Vec<i16>), NoNet> {
    let mut out: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut blank = vec![-1i16; nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        let (lits, needed) = match node {
            Node::All(lits) => (lits, lits.len()),
            Node::Any(lits) => (lits, 1),
            Node::Place | Node::AtLeast => continue,
        };
        if lits.len() > 30_000 {
            return Err(NoNet::Large);
        }
        let negative = lits.iter().filter(|l| l.is_negative()).count();
        blank[i] = negative as i16 - needed as i16;
        if !lazy[i] {
            for lit in lits {
                out[lit.node()].push((i as u32) << 1 | u32::from(lit.is_negative()));
            }
        }
    }
    let mut edges = Edges { starts: vec![0], targets: Vec::new() };
    for targets in out {
        edges.targets.extend(targets);
        edges.starts.push(edges.targets.len() as u32);
    }
    Ok((edges, blank))
}

/// Braces look at places first, and at what has to be worked out last.
fn cheap_first(mut variants: Vec<Variant>) -> Vec<Variant> {
    let sort = |all: &mut Vec<Vec<Inner>>| {
        for inner in all.iter_mut().flatten() {
            inner.when.sort_unstable();
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
