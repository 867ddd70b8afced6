//! The causal trace: which step used what another had made.
//!
//! Every copy of an atom is a *resource* with a number; a step lists the resources that it took,
//! read and made. That is a graph, and the order of steps is only one of the orders in which it
//! can be drawn: [`Trace::hash`] does not depend on it.
//!
//! Two kinds of causes leave no resource behind. What needs the absence of an atom comes after the
//! step that took it last. And a stage is a barrier: its steps come after the link that entered it, and
//! the link that leaves it comes after all of them, since it waits until none applies.

use senet_data::hash::mix;
use senet_engine::{CopyUse, Engine, Run, StepLog, Value};
use senet_program::{PredId, Role, RuleId};
use std::collections::BTreeSet;

/// A play, with its causes: the log of a run, read as a graph.
#[derive(Debug, Clone, Copy)]
pub struct Trace<'r> {
    engine: &'r Engine,
    log: &'r StepLog,
}

/// A step of a trace, for readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStep {
    /// The rule or link.
    pub rule: RuleId,
    /// The values of its variables.
    pub values: Vec<Value>,
    /// Resources that it consumed.
    pub taken: Vec<u32>,
    /// Resources that it read: linear or persistent, in a premise or through a derived predicate, an
    /// aggregate or a comprehension.
    pub read: Vec<u32>,
    /// Earlier steps that took away what must not be there, or not more of it.
    pub after: Vec<usize>,
    /// Resources that it made.
    pub made: Vec<u32>,
}

impl<'r> Trace<'r> {
    /// The trace of a run, if it keeps a log (`Run::with_trace`).
    pub fn of(run: &'r Run) -> Option<Trace<'r>> {
        run.log().map(|log| Trace { engine: run.engine(), log })
    }

    /// How many steps there are.
    pub fn len(self) -> usize {
        self.log.len()
    }

    /// Whether nothing has happened.
    pub fn is_empty(self) -> bool {
        self.log.is_empty()
    }

    /// How many resources there are.
    pub fn resources(self) -> usize {
        self.log.resources()
    }

    /// A word that is the same for plays that differ only in the order of independent steps. Takes
    /// as long as the play.
    ///
    /// A step's hash is made from its rule, its values and the hashes of what it used; a resource's
    /// from its atom and the step that made it. Both know nothing of numbers or order, and the hash of
    /// the play is the sum over its steps.
    pub fn hash(self) -> u128 {
        let interner = self.engine.interner();
        let program = self.engine.program();
        let mut resources: Vec<u64> = Vec::with_capacity(self.log.resources());
        let make = |resources: &mut Vec<u64>, resource: u32, by: u64| {
            let made = self.log.resource(resource);
            let types = &program.predicate(made.predicate).arguments;
            let atom = made
                .values
                .iter()
                .zip(types)
                .fold(u64::from(made.predicate.0) + 1, |h, (v, ty)| mix(h, interner.hash(*ty, *v)));
            // A persistent atom is the same whoever made it first.
            resources.push(if made.persistent { atom } else { mix(atom, by) });
        };
        let first =
            if self.log.is_empty() { self.resources() as u32 } else { self.log.step(0).made.start };
        (0..first).for_each(|resource| make(&mut resources, resource, 0));
        let mut sum: u128 = 0;
        let mut steps: Vec<u64> = Vec::with_capacity(self.log.len());
        // The link that entered the stage, and what has happened in it since.
        let (mut entered, mut since) = (0u64, 0u64);
        for i in 0..self.log.len() {
            let step = self.log.step(i);
            let is_link = matches!(program.rule(step.rule).role, Role::Link(..));
            let variables = &program.rule(step.rule).variables;
            let values = step.values.iter().zip(variables);
            let hash = values.fold(u64::from(step.rule.0) + 7, |h, (v, variable)| {
                mix(h, interner.hash(variable.ty, *v))
            });
            // Which premise used which copy of equal atoms makes no difference, so hashes are added.
            let inputs = step.used.iter().map(|(r, how)| {
                mix(resources[*r as usize], if *how == CopyUse::Taken { 3 } else { 5 })
            });
            let earlier = step.after.iter().map(|step| mix(steps[*step as usize], 13));
            let inputs = inputs.chain(earlier).fold(entered, u64::wrapping_add);
            let inputs = if is_link { mix(inputs, since) } else { inputs };
            let hash = mix(hash, inputs) | 1;
            steps.push(hash);
            if is_link {
                (entered, since) = (mix(hash, 17), 0);
            } else {
                since = since.wrapping_add(mix(hash, 19));
            }
            sum = sum.wrapping_add(u128::from(mix(hash, 11)) << 64 | u128::from(hash));
            step.made.for_each(|resource| make(&mut resources, resource, hash));
        }
        sum
    }

    /// The step with this number, from 0.
    pub fn step(self, i: usize) -> TraceStep {
        let step = self.log.step(i);
        let with = |taken: bool| -> Vec<u32> {
            let used = step.used.iter().filter(|(_, how)| (*how == CopyUse::Taken) == taken);
            used.map(|(r, _)| *r).collect()
        };
        TraceStep {
            rule: step.rule,
            values: step.values.to_vec(),
            taken: with(true),
            read: with(false),
            made: step.made.clone().collect(),
            after: step.after.iter().map(|step| *step as usize).collect(),
        }
    }

    /// The order that stages impose, reduced to what other causes do not imply: for each step, the
    /// earlier steps that it waits for. A link waits for the last steps of its stage, and the first
    /// steps of a stage wait for the link that entered it.
    pub fn stage_order(self) -> Vec<Vec<usize>> {
        let mut order: Vec<Vec<usize>> = Vec::with_capacity(self.len());
        let (mut entered, mut begin) = (None, 0);
        // Steps of the stage that no other step of it rests on.
        let mut last: BTreeSet<usize> = BTreeSet::new();
        for i in 0..self.len() {
            let step = self.step(i);
            let makers = step.taken.iter().chain(&step.read).filter_map(|r| self.maker(*r));
            let causes: Vec<usize> = makers.chain(step.after.iter().copied()).collect();
            let is_link = matches!(self.engine.program().rule(step.rule).role, Role::Link(..));
            causes.iter().for_each(|cause| _ = last.remove(cause));
            let mut waits: Vec<usize> = Vec::new();
            if is_link {
                waits.extend(&last);
            }
            let inside = causes.iter().any(|cause| *cause >= begin);
            if !inside && waits.is_empty() {
                waits.extend(entered.filter(|link| !causes.contains(link)));
            }
            order.push(waits);
            if is_link {
                (entered, begin) = (Some(i), i + 1);
                last.clear();
            } else {
                last.insert(i);
            }
        }
        order
    }

    /// The predicate and values of a resource, and whether it is persistent.
    pub fn resource(self, resource: u32) -> (PredId, &'r [Value], bool) {
        let data = self.log.resource(resource);
        (data.predicate, data.values, data.persistent)
    }

    /// An atom of the trace as it is written.
    pub fn show_resource(self, resource: u32) -> String {
        let (predicate, values, persistent) = self.resource(resource);
        let mark = if persistent { "!" } else { "" };
        format!("{mark}{}", self.engine.show_atom(predicate, values))
    }

    /// The step that made a resource; `None` if it was there at the start.
    pub fn maker(self, resource: u32) -> Option<usize> {
        self.log.resource(resource).maker
    }

    /// A step as text: `let [x7, x6] = rule a b [x1, x2];`
    pub fn show_step(self, i: usize) -> String {
        let engine = self.engine;
        let step = self.step(i);
        let list = |all: &[u32]| {
            let names: Vec<String> = all.iter().map(|r| format!("x{r}")).collect();
            format!("[{}]", names.join(", "))
        };
        let rule = engine.program().rule(step.rule);
        let mut values = String::new();
        let all = step.values.iter().zip(&rule.variables);
        for (value, variable) in all.filter(|(_, variable)| !variable.is_hidden()) {
            values.push(' ');
            values.push_str(&engine.words().written(variable.ty, *value, true));
        }
        let mut used = step.taken.clone();
        used.extend(&step.read);
        let name = engine.words().rule_name(step.rule);
        format!("let {} = {name}{values} {};", list(&step.made), list(&used))
    }
}
