//! The log of a run: what each step took, read and made, copy by copy.
//!
//! Every copy of an atom is a *resource* with a number, those of the start first, and then in the
//! order in which they were made. Flat vectors, because a run may take millions of steps.

use crate::machine::CopyUse;
use crate::relation::NONE;
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
}

#[derive(Debug, Clone)]
struct StepData {
    rule: RuleId,
    values: u32,
    /// Where its used resources begin.
    used: u32,
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
    /// The resources that it made.
    pub made: Range<u32>,
}

/// A copy of an atom, or a persistent atom.
#[derive(Debug, Clone, Copy)]
pub struct LoggedResource<'l> {
    /// The predicate.
    pub predicate: PredId,
    /// The arguments.
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

    /// A step.
    pub fn step(&self, i: usize) -> LoggedStep<'_> {
        let step = &self.steps[i];
        let next = self.steps.get(i + 1);
        let values = next.map_or(self.values.len(), |n| n.values as usize);
        let used = next.map_or(self.used.len(), |n| n.used as usize);
        let made = next.map_or(self.resources.len() as u32, |n| n.made);
        LoggedStep {
            rule: step.rule,
            values: &self.values[step.values as usize..values],
            used: &self.used[step.used as usize..used],
            made: step.made..made,
        }
    }

    /// A resource.
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

    /// Adds a step.
    pub(crate) fn add_step(&mut self, rule: RuleId, values: &[Value], used: &[(u32, CopyUse)]) {
        self.steps.push(StepData {
            rule,
            values: self.values.len() as u32,
            used: self.used.len() as u32,
            made: self.resources.len() as u32,
        });
        self.values.extend_from_slice(values);
        self.used.extend_from_slice(used);
    }

    /// Takes the last step back.
    pub(crate) fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        let rest = self.resources.get(step.made as usize).map(|r| r.values);
        self.resources.truncate(step.made as usize);
        self.resource_values.truncate(rest.map_or(self.resource_values.len(), |v| v as usize));
        self.values.truncate(step.values as usize);
        self.used.truncate(step.used as usize);
    }
}
