//! A net as a place/transition net (Petri net): places, transitions and arcs, as plain data.
//!
//! Every rule, with values for all its variables, is a transition. Stages are places, and so are the
//! atoms that control is made of. Atoms that never change are left out.

use crate::game::NetGame;
use crate::runtime::change::PlaceChange;
use crate::runtime::condition::{Condition, Literal};
use crate::runtime::ids::{
    ChoiceIndex, ConditionId, DenseId, FactorIndex, PlaceId, VariableId, VariantId,
};
use crate::runtime::net::Net;
use crate::runtime::state::NetMove;
use crate::runtime::variant::{Choice, Instance, Variant};
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
    /// One for each ground instance of a rule or a link.
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
    pub lost: Vec<LostMeaning>,
}

/// What arcs between places and transitions cannot say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LostMeaning {
    /// It waits until no rule of its stage applies.
    Quiet,
    /// Something must not be there.
    Absent,
    /// One of several things has to be there: a derived condition.
    Either,
    /// Something is counted.
    Counted,
    /// Comprehensions: more changes, as often as they apply.
    Comprehension,
    /// It makes a persistent atom, and only once.
    Persistent,
}

impl LostMeaning {
    /// All of them.
    pub const ALL: [LostMeaning; 6] = [
        LostMeaning::Quiet,
        LostMeaning::Absent,
        LostMeaning::Either,
        LostMeaning::Counted,
        LostMeaning::Comprehension,
        LostMeaning::Persistent,
    ];

    /// One word for it, as files have it.
    pub fn word(self) -> &'static str {
        match self {
            LostMeaning::Quiet => "quiet",
            LostMeaning::Absent => "absent",
            LostMeaning::Either => "either",
            LostMeaning::Counted => "counted",
            LostMeaning::Comprehension => "braces",
            LostMeaning::Persistent => "persistent",
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            LostMeaning::Quiet => "waits until no rule of its stage applies",
            LostMeaning::Absent => "something must not be there",
            LostMeaning::Either => "one of several things has to be there",
            LostMeaning::Counted => "something is counted",
            LostMeaning::Comprehension => "comprehensions change more",
            LostMeaning::Persistent => "makes a persistent atom",
        }
    }
}

/// There are more transitions than were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportError {
    /// How many there are.
    pub transitions: u128,
    /// How many may be.
    pub most: usize,
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are {} transitions, more than {}", self.transitions, self.most)
    }
}

impl std::error::Error for ExportError {}

impl PetriNet {
    /// How many transitions say less than their rules, and by what.
    pub fn lost(&self) -> Vec<(LostMeaning, usize)> {
        let count =
            |b: LostMeaning| self.transitions.iter().filter(|t| t.lost.contains(&b)).count();
        LostMeaning::ALL.into_iter().map(|b| (b, count(b))).filter(|(_, n)| *n > 0).collect()
    }
}

impl NetGame {
    /// The net with all its transitions, if there are not more than `most`.
    pub fn export(&self, name: &str, most: usize) -> Result<PetriNet, ExportError> {
        let transitions = self.net.variants.iter().map(ways).fold(0, u128::saturating_add);
        if transitions > most as u128 {
            return Err(ExportError { transitions, most });
        }
        let mut exporter = Exporter::new(self, name);
        for variant in self.net.variants.ids() {
            exporter.variant(variant);
        }
        Ok(exporter.out)
    }
}

/// In how many ways a variant can come about.
fn ways(variant: &Variant) -> u128 {
    let instances = |c: &Choice| c.instances.len() as u128;
    let factors = variant.factors.iter();
    factors.map(|f| f.choices.iter().map(instances).sum()).fold(1, u128::saturating_mul)
}

struct Exporter<'a> {
    game: &'a NetGame,
    net: &'a Net,
    /// Conditions that want copies: the place, and how many.
    thresholds: FxHashMap<ConditionId, (PlaceId, u32)>,
    /// The first place of each control variable.
    controls: Vec<usize>,
    /// The first place of a stage.
    stages: usize,
    out: PetriNet,
}

/// A transition in the making.
#[derive(Default)]
struct Making {
    arcs: Vec<Arc>,
    lost: Vec<LostMeaning>,
}

/// For a place, what a transition needs and how it changes that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arc {
    place: usize,
    needed: u64,
    change: i64,
}

/// A choice of a factor, and which of its instances.
#[derive(Debug, Clone, Copy, Default)]
struct ChosenInstance {
    choice: usize,
    instance: usize,
}

impl<'a> Exporter<'a> {
    fn new(game: &'a NetGame, name: &str) -> Exporter<'a> {
        let net = &game.net;
        let engine = game.engine();
        let mut places = Vec::new();
        let mut thresholds = FxHashMap::default();
        for (id, place) in net.places.enumerated() {
            let name = engine.show_atom(PredId(place.atom.predicate), &place.atom.values);
            let start = net.start_places.iter().find(|s| s.place == id);
            let name = if place.persistent { format!("!{name}") } else { name };
            places.push(PetriPlace { name, tokens: start.map_or(0, |s| s.copies) });
            thresholds.extend(place.thresholds.iter().map(|t| (t.condition, (id, t.copies))));
        }
        // Control variables are unfolded again: each of their atoms is a place, and so is each
        // stage.
        let first = &net.controls[net.start_control];
        let mut controls = Vec::new();
        for (atoms, there) in net.control_atoms.iter().zip(&first.atoms) {
            controls.push(places.len());
            for (i, atom) in atoms.iter().enumerate() {
                let name = engine.show_atom(PredId(atom.predicate), &atom.values);
                places.push(PetriPlace { name, tokens: u64::from(i == *there as usize) });
            }
        }
        let stages = places.len();
        for (i, stage) in engine.program().stages().iter().enumerate() {
            let tokens = u64::from(i == first.stage.index());
            places.push(PetriPlace { name: format!("stage {}", stage.name), tokens });
        }
        let out = PetriNet { name: name.to_owned(), places, transitions: Vec::new() };
        Exporter { game, net, thresholds, controls, stages, out }
    }

    /// All transitions of a variant: each choice of each factor, with each of its instances, counted
    /// up like the digits of a number.
    fn variant(&mut self, id: VariantId) {
        let variant = &self.net.variants[id];
        let lens: Vec<usize> = variant.factors.iter().map(|f| f.choices.len()).collect();
        if lens.contains(&0) {
            return;
        }
        let mut chosen = vec![ChosenInstance::default(); lens.len()];
        loop {
            self.transition(id, &chosen);
            // An odometer: the last factor turns fastest.
            let next = (0..lens.len()).rev().find(|p| {
                let ChosenInstance { choice, instance } = &mut chosen[*p];
                let choices = &variant.factors[FactorIndex::new(*p)].choices;
                *instance += 1;
                if *instance == choices[ChoiceIndex::new(*choice)].instances.len() {
                    (*choice, *instance) = (*choice + 1, 0);
                }
                let more = *choice < lens[*p];
                if !more {
                    chosen[*p] = ChosenInstance::default();
                }
                more
            });
            if next.is_none() {
                return;
            }
        }
    }

    fn transition(&mut self, id: VariantId, chosen: &[ChosenInstance]) {
        let variant = &self.net.variants[id];
        let mut making = Making::default();
        making.needs(self.stages + variant.from.index(), 1);
        if variant.to != Some(variant.from) {
            making.changes(self.stages + variant.from.index(), -1);
            if let Some(to) = variant.to {
                making.changes(self.stages + to.index(), 1);
            }
        }
        let mut new = variant.control.clone();
        let mut comprehensions = variant.has_comprehensions;
        making.change(&variant.change);
        let mut choice_number = 0;
        for (factor, chosen_here) in variant.factors.iter().zip(chosen) {
            let choice = &factor.choices[ChoiceIndex::new(chosen_here.choice)];
            choice_number = choice_number * factor.choices.len() as u64 + chosen_here.choice as u64;
            making.change(&choice.change);
            new.extend(&choice.control);
            comprehensions |= !choice.comprehensions.is_empty();
            let instance = &choice.instances[chosen_here.instance];
            self.instance(instance, &new_controls(variant, chosen), &mut making);
        }
        for c in new {
            // Nothing comes to a variable that has no atom any more.
            if (c.atom as usize) < self.net.control_atoms[c.variable].len() {
                making.changes(self.controls[c.variable.index()] + c.atom as usize, 1);
            }
        }
        making.note(LostMeaning::Quiet, variant.link);
        making.note(LostMeaning::Comprehension, comprehensions);
        let made = making.arcs.iter().filter(|arc| arc.change > 0);
        let mut made = made.filter_map(|arc| self.net.places.get(arc.place));
        let persistent = made.any(|p| p.persistent);
        making.note(LostMeaning::Persistent, persistent);
        let mv = NetMove { variant: id, choice: choice_number };
        let name = self.game.name_of(mv);
        self.out.transitions.push(making.done(name));
    }

    /// What an instance needs. Control variables that change lose the atom that is needed.
    fn instance(&self, instance: &Instance, new: &[VariableId], making: &mut Making) {
        self.holds(instance.when, making);
        making.note(LostMeaning::Counted, instance.on_demand.is_some());
        for c in &instance.control {
            let place = self.controls[c.variable.index()] + c.atom as usize;
            let known = making.arcs.iter().any(|arc| arc.place == place && arc.needed > 0);
            making.needs(place, 1);
            if new.contains(&c.variable) && !known {
                making.changes(place, -1);
            }
        }
    }

    /// That a literal holds, as far as arcs can say it.
    fn holds(&self, literal: Literal, making: &mut Making) {
        if literal.is_constant() {
            return;
        }
        // Plain nets have no inhibitor arcs.
        if literal.is_negative() {
            return making.note(LostMeaning::Absent, true);
        }
        let condition = literal.condition();
        match &self.net.conditions[condition] {
            Condition::Place => making.needs(condition.index(), 1),
            Condition::AtLeast => {
                let (place, copies) = self.thresholds[&condition];
                making.needs(place.index(), u64::from(copies));
            }
            Condition::All(literals) => literals.iter().for_each(|l| self.holds(*l, making)),
            Condition::Any(_) => making.note(LostMeaning::Either, true),
        }
    }
}

/// The control variables that change.
fn new_controls(variant: &Variant, chosen: &[ChosenInstance]) -> Vec<VariableId> {
    let factors = variant.factors.iter().zip(chosen);
    let choices = factors.flat_map(|(f, c)| &f.choices[ChoiceIndex::new(c.choice)].control);
    variant.control.iter().chain(choices).map(|c| c.variable).collect()
}

impl Making {
    fn arc(&mut self, place: usize) -> &mut Arc {
        let at = self.arcs.iter().position(|arc| arc.place == place).unwrap_or_else(|| {
            self.arcs.push(Arc { place, needed: 0, change: 0 });
            self.arcs.len() - 1
        });
        &mut self.arcs[at]
    }

    fn needs(&mut self, place: usize, tokens: u64) {
        let arc = self.arc(place);
        arc.needed = arc.needed.max(tokens);
    }

    fn changes(&mut self, place: usize, by: i64) {
        self.arc(place).change += by;
    }

    fn change(&mut self, change: &PlaceChange) {
        change.removed().iter().for_each(|p| self.changes(p.index(), -1));
        change.added().iter().for_each(|p| self.changes(p.index(), 1));
        let counted = change.counted.iter();
        counted.for_each(|c| self.changes(c.place.index(), i64::from(c.by)));
    }

    fn note(&mut self, lost: LostMeaning, holds: bool) {
        if holds && !self.lost.contains(&lost) {
            self.lost.push(lost);
        }
    }

    fn done(mut self, name: String) -> PetriTransition {
        self.arcs.sort_unstable();
        self.lost.sort_unstable();
        let (mut takes, mut makes) = (Vec::new(), Vec::new());
        for Arc { place, needed, change } in self.arcs {
            // A place that is only read is taken and given back.
            let take = needed.max(change.min(0).unsigned_abs());
            let make = take.saturating_add_signed(change);
            takes.extend((take > 0).then_some((place, take)));
            makes.extend((make > 0).then_some((place, make)));
        }
        PetriTransition { name, takes, makes, lost: self.lost }
    }
}
