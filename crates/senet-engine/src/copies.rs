//! The copies of every atom in a run, one by one: how old each is, for menus in Ceptre's order, and
//! which resource, for the log of steps.

use crate::machine::{CopyUse, FiredRows};
use crate::relation::NONE;
use crate::step_log::StepLog;
use crate::support::Support;
use rustc_hash::FxHashSet;
use senet_program::{PredId, RuleId};
use senet_words::Value;

/// The copies of every atom in a run: how old each is, and which resource.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copies {
    /// For each predicate and row, the oldest and the youngest copy.
    queues: Vec<Vec<(u32, u32)>>,
    /// For each predicate and row, the persistent atom: its age and resource.
    persistent: Vec<Vec<(u64, u32)>>,
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
        let (queues, persistent) = (vec![Vec::new(); predicates], vec![Vec::new(); predicates]);
        Copies { queues, persistent, ..Copies::default() }
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

    pub(crate) fn set_persistent(&mut self, predicate: PredId, row: u32, resource: u32) {
        self.age += 1;
        let age = self.age;
        *entry(&mut self.persistent[predicate.index()], row, (0, NONE)) = (age, resource);
    }

    pub(crate) fn persistent(&self, predicate: PredId, row: u32) -> (u64, u32) {
        self.persistent[predicate.index()].get(row as usize).copied().unwrap_or((0, NONE))
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
            _ => self.persistent(predicate, row).1,
        }
    }

    /// The resources of atoms that a firing rests on.
    fn looked_at(&self, support: &Support) -> Vec<u32> {
        let mut out = Vec::new();
        for (predicate, row, all) in &support.present {
            let first = self.queues[predicate.index()].get(*row as usize).map_or(NONE, |q| q.0);
            let mut copy = if *all { first } else { NONE };
            while copy != NONE {
                out.push(self.copies[copy as usize].resource);
                copy = self.copies[copy as usize].next;
            }
            if !all || first == NONE {
                out.push(self.resource(*predicate, *row));
            }
        }
        out.sort_unstable();
        out.dedup();
        out.retain(|r| *r != NONE);
        out
    }

    /// Carries out a firing: oldest copies go, read ones and new ones become the youngest.
    #[inline(always)]
    pub(crate) fn fire(
        &mut self,
        mut log: Option<&mut StepLog>,
        rule: RuleId,
        values: &[Value],
        firing: &FiredRows,
        atoms: &dyn Fn(PredId, u32) -> Vec<Value>,
    ) {
        let mut used: Vec<(u32, CopyUse)> = Vec::with_capacity(firing.used.len());
        let through = firing.support.as_ref().map(|support| self.looked_at(support));
        let (own, comprehensions) = firing.used.split_at(firing.own);
        for use_ in own {
            let resource = match use_.how {
                CopyUse::Persistent => self.persistent(use_.predicate, use_.row).1,
                CopyUse::Taken | CopyUse::Read | CopyUse::Through => {
                    self.pop(use_.predicate, use_.row)
                }
            };
            used.push((resource, use_.how));
        }
        // As in Ceptre, reading an atom is taking it and making it again: it becomes the
        // youngest of its copies.
        for (use_, (resource, _)) in own.iter().zip(&used) {
            if use_.how == CopyUse::Read {
                self.push(use_.predicate, use_.row, *resource);
            }
        }
        // Comprehensions may take what the left side only reads.
        for use_ in comprehensions {
            used.push((self.pop(use_.predicate, use_.row), use_.how));
        }
        if let Some(through) = through {
            let own: FxHashSet<u32> = used.iter().map(|(resource, _)| *resource).collect();
            let others = through.into_iter().filter(|resource| !own.contains(resource));
            used.extend(others.map(|resource| (resource, CopyUse::Through)));
        }
        if let Some(log) = &mut log {
            let absent = firing.support.as_ref().map_or(&[][..], |s| &s.absent);
            log.add_step(rule, values, &used, absent);
        }
        for made in firing.made.iter().filter(|m| m.fresh) {
            let persistent = made.persistent;
            let resource = log.as_mut().map_or(NONE, |log| {
                log.add_resource(made.predicate, &atoms(made.predicate, made.row), persistent)
            });
            if persistent {
                self.set_persistent(made.predicate, made.row, resource);
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
