//! The causal trace: which step used what another had made.
//!
//! Every copy of an atom is a *resource* with a number; a step lists the resources that it took,
//! read and made. That is a graph, and the order of steps is only one of the orders in which it
//! can be drawn: [`Trace::hash`] does not depend on it.

use crate::engine::Engine;
use crate::machine::{Firing, How};
use crate::relation::NONE;
use crate::text::rule_name;
use crate::value::{Value, mix};
use senet_program::{PredId, RuleId};

/// A play, with its causes.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    steps: Vec<StepData>,
    /// Values of steps, and resources of steps, one after another.
    values: Vec<Value>,
    links: Vec<(u32, How)>,
    resources: Vec<Resource>,
    resource_values: Vec<Value>,
    hash: u128,
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
struct Resource {
    predicate: PredId,
    values: u32,
    /// The step that made it; `NONE` for what was there at the start.
    maker: u32,
    persistent: bool,
    /// What it is and where it came from, without order.
    hash: u64,
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
    /// Resources that it read: linear or persistent.
    pub read: Vec<u32>,
    /// Resources that it made.
    pub made: Vec<u32>,
}

impl Trace {
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

    /// A word that is the same for plays that differ only in the order of independent steps.
    pub fn hash(&self) -> u128 {
        self.hash
    }

    /// A step.
    pub fn step(&self, i: usize) -> TraceStep {
        let step = &self.steps[i];
        let next = self.steps.get(i + 1);
        let values = next.map_or(self.values.len(), |n| n.values as usize);
        let used = next.map_or(self.links.len(), |n| n.used as usize);
        let made = next.map_or(self.resources.len(), |n| n.made as usize);
        let links = &self.links[step.used as usize..used];
        let with = |want: fn(How) -> bool| -> Vec<u32> {
            links.iter().filter(|(_, how)| want(*how)).map(|(r, _)| *r).collect()
        };
        TraceStep {
            rule: step.rule,
            values: self.values[step.values as usize..values].to_vec(),
            taken: with(|h| h == How::Taken),
            read: with(|h| h != How::Taken),
            made: (step.made..made as u32).collect(),
        }
    }

    /// The predicate and values of a resource, and whether it is persistent.
    pub fn resource(&self, resource: u32) -> (PredId, &[Value], bool) {
        let data = &self.resources[resource as usize];
        let next = self.resources.get(resource as usize + 1);
        let end = next.map_or(self.resource_values.len(), |n| n.values as usize);
        (data.predicate, &self.resource_values[data.values as usize..end], data.persistent)
    }

    /// The step that made a resource; `None` if it was there at the start.
    pub fn maker(&self, resource: u32) -> Option<usize> {
        let maker = self.resources[resource as usize].maker;
        (maker != NONE).then_some(maker as usize)
    }

    /// A step as text: `let [x7, x6] = rule a b [x1, x2];`
    pub fn show_step(&self, engine: &Engine, i: usize) -> String {
        let step = self.step(i);
        let list = |all: &[u32]| {
            let names: Vec<String> = all.iter().map(|r| format!("x{r}")).collect();
            format!("[{}]", names.join(", "))
        };
        let rule = engine.program.rule(step.rule);
        let mut values = String::new();
        let all = step.values.iter().zip(&rule.variables);
        for (value, variable) in all.filter(|(_, variable)| !variable.is_hidden()) {
            values.push(' ');
            values.push_str(&engine.bank.show(&engine.program, variable.ty, *value, true));
        }
        let mut used = step.taken.clone();
        used.extend(&step.read);
        let name = rule_name(engine, step.rule);
        format!("let {} = {name}{values} {};", list(&step.made), list(&used))
    }

    pub(crate) fn add_resource(
        &mut self,
        engine: &Engine,
        predicate: PredId,
        values: &[Value],
        persistent: bool,
        by: u64,
    ) -> u32 {
        let types = &engine.program.predicate(predicate).arguments;
        let atom = values
            .iter()
            .zip(types)
            .fold(u64::from(predicate.0) + 1, |h, (v, ty)| mix(h, engine.bank.hash(*ty, *v)));
        // A persistent atom is the same whoever made it first.
        let hash = if persistent { atom } else { mix(atom, by) };
        let id = self.resources.len() as u32;
        let at = self.resource_values.len() as u32;
        self.resource_values.extend_from_slice(values);
        let maker = if by == 0 { NONE } else { self.steps.len() as u32 - 1 };
        self.resources.push(Resource { predicate, values: at, maker, persistent, hash });
        id
    }

    /// Adds a step; what it made is added with the hash that this returns.
    pub(crate) fn add_step(
        &mut self,
        engine: &Engine,
        rule: RuleId,
        values: &[Value],
        used: impl Iterator<Item = (u32, How)>,
    ) -> u64 {
        self.steps.push(StepData {
            rule,
            values: self.values.len() as u32,
            used: self.links.len() as u32,
            made: self.resources.len() as u32,
        });
        self.values.extend_from_slice(values);
        let from = self.links.len();
        self.links.extend(used);
        let variables = &engine.program.rule(rule).variables;
        let mut hash =
            values.iter().zip(variables).fold(u64::from(rule.0) + 7, |h, (v, variable)| {
                mix(h, engine.bank.hash(variable.ty, *v))
            });
        // Which premise used which copy of equal atoms makes no difference, so hashes are added.
        let inputs = self.links[from..].iter().map(|(r, how)| {
            mix(self.resources[*r as usize].hash, if *how == How::Taken { 3 } else { 5 })
        });
        hash = mix(hash, inputs.fold(0, u64::wrapping_add)) | 1;
        self.hash = self.hash.wrapping_add(u128::from(mix(hash, 11)) << 64 | u128::from(hash));
        hash
    }

    /// Takes the last step back.
    pub(crate) fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        let rest = self.resources.get(step.made as usize).map(|r| r.values);
        self.resources.truncate(step.made as usize);
        self.resource_values.truncate(rest.map_or(self.resource_values.len(), |v| v as usize));
        self.values.truncate(step.values as usize);
        self.links.truncate(step.used as usize);
    }

    pub(crate) fn set_hash(&mut self, hash: u128) {
        self.hash = hash;
    }
}

/// The copies of every atom in a run: how old each is, and which resource.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copies {
    /// For each predicate and row, the oldest and the youngest copy.
    queues: Vec<Vec<(u32, u32)>>,
    /// For each predicate and row, the persistent atom: its age and resource.
    lasting: Vec<Vec<(u64, u32)>>,
    copies: Vec<Copy>,
    free: Vec<u32>,
    age: u64,
}

#[derive(Debug, Clone)]
struct Copy {
    age: u64,
    resource: u32,
    next: u32,
}

impl Copies {
    pub(crate) fn new(predicates: usize) -> Copies {
        let (queues, lasting) = (vec![Vec::new(); predicates], vec![Vec::new(); predicates]);
        Copies { queues, lasting, ..Copies::default() }
    }

    /// A new copy, the youngest.
    pub(crate) fn push(&mut self, predicate: PredId, row: u32, resource: u32) {
        self.age += 1;
        let copy = Copy { age: self.age, resource, next: NONE };
        let id = match self.free.pop() {
            Some(id) => {
                self.copies[id as usize] = copy;
                id
            }
            None => {
                self.copies.push(copy);
                self.copies.len() as u32 - 1
            }
        };
        let queue = entry(&mut self.queues[predicate.index()], row, (NONE, NONE));
        if queue.1 == NONE {
            *queue = (id, id);
        } else {
            self.copies[queue.1 as usize].next = id;
            queue.1 = id;
        }
    }

    /// Takes the oldest copy; its resource.
    pub(crate) fn pop(&mut self, predicate: PredId, row: u32) -> u32 {
        let queue = entry(&mut self.queues[predicate.index()], row, (NONE, NONE));
        let id = queue.0;
        if id == NONE {
            return NONE;
        }
        let copy = &self.copies[id as usize];
        queue.0 = copy.next;
        if copy.next == NONE {
            queue.1 = NONE;
        }
        self.free.push(id);
        copy.resource
    }

    pub(crate) fn set_lasting(&mut self, predicate: PredId, row: u32, resource: u32) {
        self.age += 1;
        let age = self.age;
        *entry(&mut self.lasting[predicate.index()], row, (0, NONE)) = (age, resource);
    }

    pub(crate) fn lasting(&self, predicate: PredId, row: u32) -> (u64, u32) {
        self.lasting[predicate.index()].get(row as usize).copied().unwrap_or((0, NONE))
    }

    /// The age of the copy that stands `n` behind the oldest.
    pub(crate) fn age(&self, predicate: PredId, row: u32, n: usize) -> Option<u64> {
        let mut id = self.queues[predicate.index()].get(row as usize)?.0;
        for _ in 0..n {
            if id == NONE {
                return None;
            }
            id = self.copies[id as usize].next;
        }
        (id != NONE).then(|| self.copies[id as usize].age)
    }

    /// The resource of the oldest copy, or of the persistent atom.
    pub(crate) fn resource(&self, predicate: PredId, row: u32) -> u32 {
        let queue = self.queues[predicate.index()].get(row as usize);
        match queue {
            Some((first, _)) if *first != NONE => self.copies[*first as usize].resource,
            _ => self.lasting(predicate, row).1,
        }
    }

    /// Carries out a firing: oldest copies go, read ones and new ones become the youngest.
    #[inline(always)]
    pub(crate) fn fire(
        &mut self,
        engine: &Engine,
        mut trace: Option<&mut Trace>,
        rule: RuleId,
        values: &[Value],
        firing: &Firing,
        atoms: &dyn Fn(PredId, u32) -> Vec<Value>,
    ) {
        let mut used: Vec<(u32, How)> = Vec::with_capacity(firing.used.len());
        let (own, braces) = firing.used.split_at(firing.own);
        for use_ in own {
            let resource = match use_.how {
                How::Lasting => self.lasting(use_.predicate, use_.row).1,
                How::Taken | How::Read => self.pop(use_.predicate, use_.row),
            };
            used.push((resource, use_.how));
        }
        for (use_, (resource, _)) in own.iter().zip(&used) {
            if use_.how == How::Read {
                self.push(use_.predicate, use_.row, *resource);
            }
        }
        // Braces may take what the left side only reads.
        for use_ in braces {
            used.push((self.pop(use_.predicate, use_.row), use_.how));
        }
        let hash = trace.as_mut().map(|t| t.add_step(engine, rule, values, used.into_iter()));
        for made in firing.made.iter().filter(|m| m.fresh) {
            let persistent = made.persistent;
            let resource = match (&mut trace, hash) {
                (Some(trace), Some(hash)) => {
                    let values = atoms(made.predicate, made.row);
                    trace.add_resource(engine, made.predicate, &values, persistent, hash)
                }
                _ => NONE,
            };
            if persistent {
                self.set_lasting(made.predicate, made.row, resource);
            } else {
                self.push(made.predicate, made.row, resource);
            }
        }
    }
}

fn entry<T: Clone>(all: &mut Vec<T>, row: u32, default: T) -> &mut T {
    if all.len() <= row as usize {
        all.resize(row as usize + 1, default);
    }
    &mut all[row as usize]
}
