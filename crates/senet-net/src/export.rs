//! A net as others know it: places, transitions and arcs, as plain data.
//!
//! Every rule, with values for all its variables, is a transition. Stages are places, and so are the
//! atoms that control is made of. Atoms that never change are left out.

use crate::game::NetGame;
use crate::runtime::net::{Choice, Instance, Lit, Net, Node, Variant};
use crate::runtime::state::NetMove;
use rustc_hash::FxHashMap;
use senet_program::PredId;
use std::fmt;

/// A net of places and transitions, as it begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PetriNet {
    /// What it is called.
    pub name: String,
    /// The places; arcs name them by position.
    pub places: Vec<PetriPlace>,
    /// The transitions.
    pub transitions: Vec<PetriTransition>,
}

/// A place of a [`PetriNet`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PetriPlace {
    /// The atom, or `stage` and its name.
    pub name: String,
    /// How many tokens are there at the start.
    pub tokens: u64,
}

/// A transition of a [`PetriNet`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PetriTransition {
    /// The rule and its values.
    pub name: String,
    /// What it takes: places and tokens.
    pub takes: Vec<(usize, u64)>,
    /// What it makes; a place that is only read is in both lists.
    pub makes: Vec<(usize, u64)>,
    /// What arcs cannot say about it.
    pub beyond: Vec<Beyond>,
}

/// What arcs between places and transitions cannot say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Beyond {
    /// It waits until no rule of its stage applies.
    Quiet,
    /// Something must not be there.
    Absent,
    /// One of several things has to be there: a derived condition.
    Either,
    /// Something is counted.
    Counted,
    /// Braces: more changes, as often as they apply.
    Braces,
    /// It makes an atom that is there for good, and only once.
    Persistent,
}

impl Beyond {
    /// All of them.
    pub const ALL: [Beyond; 6] = [
        Beyond::Quiet,
        Beyond::Absent,
        Beyond::Either,
        Beyond::Counted,
        Beyond::Braces,
        Beyond::Persistent,
    ];

    /// One word for it, as files have it.
    pub fn word(self) -> &'static str {
        match self {
            Beyond::Quiet => "quiet",
            Beyond::Absent => "absent",
            Beyond::Either => "either",
            Beyond::Counted => "counted",
            Beyond::Braces => "braces",
            Beyond::Persistent => "persistent",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Beyond::Quiet => "waits until no rule of its stage applies",
            Beyond::Absent => "something must not be there",
            Beyond::Either => "one of several things has to be there",
            Beyond::Counted => "something is counted",
            Beyond::Braces => "braces change more",
            Beyond::Persistent => "makes an atom that is there for good",
        }
    }
}

/// There are more transitions than were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// How many there are.
    pub transitions: u128,
    /// How many may be.
    pub most: usize,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are {} transitions, more than {}", self.transitions, self.most)
    }
}

impl std::error::Error for TooMany {}

impl PetriNet {
    /// How many transitions say less than their rules, and by what.
    pub fn beyond(&self) -> Vec<(Beyond, usize)> {
        let count = |b: Beyond| self.transitions.iter().filter(|t| t.beyond.contains(&b)).count();
        Beyond::ALL.into_iter().map(|b| (b, count(b))).filter(|(_, n)| *n > 0).collect()
    }
}

impl NetGame {
    /// The net with all its transitions, if there are not more than `most`.
    pub fn export(&self, name: &str, most: usize) -> Result<PetriNet, TooMany> {
        let transitions = self.net.variants.iter().map(ways).fold(0, u128::saturating_add);
        if transitions > most as u128 {
            return Err(TooMany { transitions, most });
        }
        let mut exporter = Exporter::new(self, name);
        for variant in 0..self.net.variants.len() {
            exporter.variant(variant);
        }
        Ok(exporter.out)
    }
}

/// In how many ways a variant can come about.
fn ways(variant: &Variant) -> u128 {
    let instances = |c: &Choice| c.instances.len() as u128;
    let parts = variant.parts.iter();
    parts.map(|p| p.choices.iter().map(instances).sum()).fold(1, u128::saturating_mul)
}

struct Exporter<'a> {
    game: &'a NetGame,
    net: &'a Net,
    /// Nodes that want copies: the place, and how many.
    thresholds: FxHashMap<u32, (u32, u32)>,
    /// The first place of each control variable.
    controls: Vec<usize>,
    /// The first place of a stage.
    stages: usize,
    out: PetriNet,
}

/// A transition in the making: for each place, what it needs and how that changes.
#[derive(Default)]
struct Making {
    arcs: Vec<(usize, u64, i64)>,
    beyond: Vec<Beyond>,
}

impl<'a> Exporter<'a> {
    fn new(game: &'a NetGame, name: &str) -> Exporter<'a> {
        let net = &game.net;
        let engine = game.engine();
        let mut places = Vec::new();
        let mut thresholds = FxHashMap::default();
        for (i, place) in net.places.iter().enumerate() {
            let name = engine.show_atom(PredId(place.predicate), &place.values);
            let start = net.start_places.iter().find(|(p, _)| *p as usize == i);
            let name = if place.persistent { format!("!{name}") } else { name };
            places.push(PetriPlace { name, tokens: start.map_or(0, |(_, copies)| *copies) });
            thresholds.extend(place.thresholds.iter().map(|(n, node)| (*node, (i as u32, *n))));
        }
        let first = &net.controls[net.start_control as usize];
        let mut controls = Vec::new();
        for (atoms, there) in net.control_atoms.iter().zip(&first.atoms) {
            controls.push(places.len());
            for (i, (predicate, values)) in atoms.iter().enumerate() {
                let name = engine.show_atom(PredId(*predicate), values);
                places.push(PetriPlace { name, tokens: u64::from(i == *there as usize) });
            }
        }
        let stages = places.len();
        for (i, stage) in engine.program().stages().iter().enumerate() {
            let tokens = u64::from(i == first.stage as usize);
            places.push(PetriPlace { name: format!("stage {}", stage.name), tokens });
        }
        let out = PetriNet { name: name.to_owned(), places, transitions: Vec::new() };
        Exporter { game, net, thresholds, controls, stages, out }
    }

    /// All transitions of a variant: each choice of each part, in each way that makes it possible.
    fn variant(&mut self, number: usize) {
        let variant = &self.net.variants[number];
        let lens: Vec<usize> = variant.parts.iter().map(|p| p.choices.len()).collect();
        if lens.contains(&0) {
            return;
        }
        let mut chosen = vec![(0, 0); lens.len()];
        loop {
            self.transition(number, &chosen);
            let next = (0..lens.len()).rev().find(|p| {
                let (choice, instance) = &mut chosen[*p];
                let instances = variant.parts[*p].choices[*choice].instances.len();
                *instance += 1;
                if *instance == instances {
                    (*choice, *instance) = (*choice + 1, 0);
                }
                let more = *choice < lens[*p];
                if !more {
                    chosen[*p] = (0, 0);
                }
                more
            });
            if next.is_none() {
                return;
            }
        }
    }

    /// One transition: the choice in each part, and which of its instances.
    fn transition(&mut self, number: usize, chosen: &[(usize, usize)]) {
        let variant = &self.net.variants[number];
        let mut making = Making::default();
        making.needs(self.stages + variant.from as usize, 1);
        if variant.to != Some(variant.from) {
            making.changes(self.stages + variant.from as usize, -1);
            if let Some(to) = variant.to {
                making.changes(self.stages + to as usize, 1);
            }
        }
        let mut new = variant.control.clone();
        let mut inner = variant.has_inner;
        making.delta(&variant.delta);
        let mut choice_number = 0;
        for (part, (c, i)) in variant.parts.iter().zip(chosen) {
            let choice = &part.choices[*c];
            choice_number = choice_number * part.choices.len() as u64 + *c as u64;
            making.delta(&choice.delta);
            new.extend(&choice.control);
            inner |= !choice.inner.is_empty();
            self.instance(&choice.instances[*i], &new_controls(variant, chosen), &mut making);
        }
        for (variable, atom) in new {
            making.changes(self.controls[variable as usize] + atom as usize, 1);
        }
        making.note(Beyond::Quiet, variant.link);
        making.note(Beyond::Braces, inner);
        let made = making.arcs.iter().filter(|(_, _, change)| *change > 0);
        let mut made = made.filter_map(|(place, ..)| self.net.places.get(*place));
        let persistent = made.any(|p| p.persistent);
        making.note(Beyond::Persistent, persistent);
        let mv = NetMove { variant: number as u32, choice: choice_number };
        let name = self.game.name_of(mv);
        self.out.transitions.push(making.done(name));
    }

    /// What an instance needs. Control variables that change lose the atom that is needed.
    fn instance(&self, instance: &Instance, new: &[u32], making: &mut Making) {
        self.holds(instance.lit, making);
        making.note(Beyond::Counted, instance.late.is_some());
        for (variable, atom) in &instance.control {
            let place = self.controls[*variable as usize] + *atom as usize;
            let known = making.arcs.iter().any(|(p, needed, _)| *p == place && *needed > 0);
            making.needs(place, 1);
            if new.contains(variable) && !known {
                making.changes(place, -1);
            }
        }
    }

    /// That a literal holds, as far as arcs can say it.
    fn holds(&self, lit: Lit, making: &mut Making) {
        if lit.is_constant() {
            return;
        }
        if lit.is_negative() {
            return making.note(Beyond::Absent, true);
        }
        match &self.net.nodes[lit.node()] {
            Node::Place => making.needs(lit.node(), 1),
            Node::AtLeast => {
                let (place, n) = self.thresholds[&(lit.node() as u32)];
                making.needs(place as usize, u64::from(n));
            }
            Node::All(lits) => lits.iter().for_each(|l| self.holds(*l, making)),
            Node::Any(_) => making.note(Beyond::Either, true),
        }
    }
}

/// The control variables that change.
fn new_controls(variant: &Variant, chosen: &[(usize, usize)]) -> Vec<u32> {
    let parts = variant.parts.iter().zip(chosen);
    let choices = parts.flat_map(|(part, (c, _))| &part.choices[*c].control);
    variant.control.iter().chain(choices).map(|(variable, _)| *variable).collect()
}

impl Making {
    fn arc(&mut self, place: usize) -> &mut (usize, u64, i64) {
        let at = self.arcs.iter().position(|(p, ..)| *p == place).unwrap_or_else(|| {
            self.arcs.push((place, 0, 0));
            self.arcs.len() - 1
        });
        &mut self.arcs[at]
    }

    fn needs(&mut self, place: usize, tokens: u64) {
        let arc = self.arc(place);
        arc.1 = arc.1.max(tokens);
    }

    fn changes(&mut self, place: usize, by: i64) {
        self.arc(place).2 += by;
    }

    fn delta(&mut self, delta: &crate::runtime::net::Delta) {
        delta.off().iter().for_each(|p| self.changes(*p as usize, -1));
        delta.on().iter().for_each(|p| self.changes(*p as usize, 1));
        delta.counted.iter().for_each(|(p, n)| self.changes(*p as usize, i64::from(*n)));
    }

    fn note(&mut self, beyond: Beyond, holds: bool) {
        if holds && !self.beyond.contains(&beyond) {
            self.beyond.push(beyond);
        }
    }

    fn done(mut self, name: String) -> PetriTransition {
        self.arcs.sort_unstable();
        self.beyond.sort_unstable();
        let (mut takes, mut makes) = (Vec::new(), Vec::new());
        for (place, needed, change) in self.arcs {
            let take = needed.max(change.min(0).unsigned_abs());
            let make = take.saturating_add_signed(change);
            takes.extend((take > 0).then_some((place, take)));
            makes.extend((make > 0).then_some((place, make)));
        }
        PetriTransition { name, takes, makes, beyond: self.beyond }
    }
}
