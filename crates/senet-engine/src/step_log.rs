//! The log of a run: what each step took, read and made, copy by copy.
//!
//! Every copy of an atom is a *resource* with a number, those of the start first, and then in the
//! order in which they were made. Flat vectors, because a run may take millions of steps.

use crate::machine::CopyUse;
use crate::relation::NONE;
use rustc_hash::FxHashMap;
use senet_program::{PredId, RuleId};
use senet_words::Value;
use std::ops::Range;

/// What happened in a run, step by step.
#[derive(Debug, Clone, Default)]
pub struct StepLog {
    steps: Vec<StepData>,
    /// Values of steps, and resources of steps, one after another.
    values: Vec<Value>,
    used: Vec<(u32, CopyUse)>,
    resources: Vec<ResourceData>,
    resource_values: Vec<Value>,
    /// The steps that each step comes after, because they took what must not be there.
    after: Vec<u32>,
    /// By predicate and values, the steps that took copies of an atom, in order.
    takers: FxHashMap<PredId, FxHashMap<Box<[Value]>, Vec<u32>>>,
}

#[derive(Debug, Clone)]
struct StepData {
    rule: RuleId,
    values: u32,
    /// Where its used resources begin.
    used: u32,
    /// Where the steps begin that it comes after.
    after: u32,
    /// The resources that it made are numbered from here to the next step's.
    made: u32,
}

#[derive(Debug, Clone)]
struct ResourceData {
    predicate: PredId,
    values: u32,
    /// The step that made it; `NONE` for what was there at the start.
    maker: u32,
    persistent: bool,
}

/// A step of a log.
#[derive(Debug, Clone)]
pub struct LoggedStep<'l> {
    /// The rule or link.
    pub rule: RuleId,
    /// The values of its variables.
    pub values: &'l [Value],
    /// The resources that it used, and how.
    pub used: &'l [(u32, CopyUse)],
    /// Earlier steps that took away what must not be there, or not more of it.
    pub after: &'l [u32],
    /// The resources that it made.
    pub made: Range<u32>,
}

/// A copy of an atom, or a persistent atom.
#[derive(Debug, Clone, Copy)]
pub struct LoggedResource<'l> {
    /// The predicate of the atom.
    pub predicate: PredId,
    /// The arguments of the atom, as many as the predicate has.
    pub values: &'l [Value],
    /// Whether it is persistent.
    pub persistent: bool,
    /// The step that made it; `None` if it was there at the start.
    pub maker: Option<usize>,
}

impl StepLog {
    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many resources there are.
    pub fn resources(&self) -> usize {
        self.resources.len()
    }

    /// The step with this number, from 0.
    pub fn step(&self, i: usize) -> LoggedStep<'_> {
        let step = &self.steps[i];
        let next = self.steps.get(i + 1);
        let values = next.map_or(self.values.len(), |n| n.values as usize);
        let used = next.map_or(self.used.len(), |n| n.used as usize);
        let after = next.map_or(self.after.len(), |n| n.after as usize);
        let made = next.map_or(self.resources.len() as u32, |n| n.made);
        LoggedStep {
            rule: step.rule,
            values: &self.values[step.values as usize..values],
            used: &self.used[step.used as usize..used],
            after: &self.after[step.after as usize..after],
            made: step.made..made,
        }
    }

    /// The resource with this number: a copy of an atom, or a persistent atom.
    pub fn resource(&self, resource: u32) -> LoggedResource<'_> {
        let data = &self.resources[resource as usize];
        let next = self.resources.get(resource as usize + 1);
        let end = next.map_or(self.resource_values.len(), |n| n.values as usize);
        LoggedResource {
            predicate: data.predicate,
            values: &self.resource_values[data.values as usize..end],
            persistent: data.persistent,
            maker: (data.maker != NONE).then_some(data.maker as usize),
        }
    }

    /// Adds what was there at the start, or what the last step made; its number.
    pub(crate) fn add_resource(
        &mut self,
        predicate: PredId,
        values: &[Value],
        persistent: bool,
    ) -> u32 {
        let id = self.resources.len() as u32;
        let at = self.resource_values.len() as u32;
        self.resource_values.extend_from_slice(values);
        let maker = (self.steps.len() as u32).checked_sub(1).unwrap_or(NONE);
        self.resources.push(ResourceData { predicate, values: at, maker, persistent });
        id
    }

    /// Adds a step that rests on the absence of some atoms.
    pub(crate) fn add_step(
        &mut self,
        rule: RuleId,
        values: &[Value],
        used: &[(u32, CopyUse)],
        absent: &[(PredId, Vec<Option<Value>>)],
    ) {
        let step = self.steps.len() as u32;
        let before = self.after.len();
        for (predicate, pattern) in absent {
            // Only these predicates can matter, so what went of others is not kept.
            if !self.takers.contains_key(predicate) {
                self.watch(*predicate);
            }
            let fits = |values: &[Value]| {
                pattern.iter().zip(values).all(|(wanted, v)| wanted.is_none_or(|w| w == *v))
            };
            // Causality through absence: the step could only happen after the last consumer of
            // each atom that must not be present. Linear in the distinct atoms of the predicate
            // that were ever taken.
            let gone = self.takers[predicate].iter().filter(|(values, _)| fits(values));
            self.after.extend(gone.filter_map(|(_, steps)| steps.last()));
        }
        self.after[before..].sort_unstable();
        // Sorted and deduplicated in place: the tail of the flat vector is the set of this step
        // alone.
        let mut end = before;
        for i in before..self.after.len() {
            if end == before || self.after[end - 1] != self.after[i] {
                self.after[end] = self.after[i];
                end += 1;
            }
        }
        self.after.truncate(end);
        self.note_taken(step, used);
        self.steps.push(StepData {
            rule,
            values: self.values.len() as u32,
            used: self.used.len() as u32,
            after: before as u32,
            made: self.resources.len() as u32,
        });
        self.values.extend_from_slice(values);
        self.used.extend_from_slice(used);
    }

    /// Takes the last step back.
    pub(crate) fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        let number = self.steps.len() as u32;
        for (resource, how) in self.used.split_off(step.used as usize) {
            if how == CopyUse::Taken && !self.takers.is_empty() {
                let taken = self.resource(resource);
                let (predicate, values) = (taken.predicate, Box::from(taken.values));
                let steps = self.takers.get_mut(&predicate).and_then(|t| t.get_mut(&values));
                steps.and_then(|steps| steps.pop_if(|last| *last == number));
            }
        }
        self.after.truncate(step.after as usize);
        let rest = self.resources.get(step.made as usize).map(|r| r.values);
        self.resources.truncate(step.made as usize);
        self.resource_values.truncate(rest.map_or(self.resource_values.len(), |v| v as usize));
        self.values.truncate(step.values as usize);
    }

    /// Begins to keep track of who takes the atoms of a predicate.
    fn watch(&mut self, predicate: PredId) {
        // Built lazily, by one pass over the log so far: programs without `not` never pay for
        // it.
        self.takers.insert(predicate, FxHashMap::default());
        for step in 0..self.steps.len() {
            let used = self.step(step).used.to_vec();
            let of = |(r, _): &(u32, CopyUse)| self.resource(*r).predicate == predicate;
            let used: Vec<(u32, CopyUse)> = used.into_iter().filter(of).collect();
            self.note_taken(step as u32, &used);
        }
    }

    fn note_taken(&mut self, step: u32, used: &[(u32, CopyUse)]) {
        if self.takers.is_empty() {
            return;
        }
        for (resource, _) in used.iter().filter(|(_, how)| *how == CopyUse::Taken) {
            let data = &self.resources[*resource as usize];
            let next = self.resources.get(*resource as usize + 1);
            let end = next.map_or(self.resource_values.len(), |n| n.values as usize);
            let Some(takers) = self.takers.get_mut(&data.predicate) else { continue };
            let values = &self.resource_values[data.values as usize..end];
            let steps = takers.entry(values.into()).or_default();
            if steps.last() != Some(&step) {
                steps.push(step);
            }
        }
    }
}
