//! Conditions as weighted sums (threshold functions).
//!
//! A conjunction of n inputs holds when their sum reaches n, a disjunction when it reaches 1. If one
//! of the inputs is itself such a sum, both can often be one: `a or (b and c)` is `2a + b + c >= 2`
//! (substitution of threshold functions; Muroga, *Threshold Logic and Its Applications*, 1971). A
//! condition that was substituted everywhere needs neither a bit nor a counter, and a change reaches
//! its end in one step instead of many.

use crate::build::condition_table::ConditionTable;
use crate::runtime::condition::{Condition, Cycles, Edge, Edges, Literal};
use crate::runtime::ids::{ConditionId, CycleId, DenseId, IdVec, PackedId};
use rustc_hash::FxHashMap;
use senet_data::{components, is_cycle};

/// Counters are bytes that begin at 128 less what is needed.
const BYTE: i32 = 128;
/// A sum of more inputs than this does not take in another one.
const INPUTS: usize = 64;
/// A condition that more others use than this is not copied into all of them.
const SHARED: u32 = 8;

/// That the weights of the literals that hold reach a bound.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    pub(super) needed: i32,
    pub(super) inputs: Vec<Weighted>,
}

/// A literal and its weight in a sum, which is positive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weighted {
    pub(super) literal: Literal,
    pub(super) weight: i32,
}

/// The conditions that are kept up to date, as sums; all others are evaluated on demand.
pub(super) struct Maintained {
    pub(super) sums: IdVec<ConditionId, Option<Sum>>,
    pub(super) edges: Edges,
    pub(super) cycles: Cycles,
}

/// Conditions on their way to sums.
struct Summing<'t> {
    table: &'t ConditionTable,
    /// Conditions that are read directly, so that they need a bit of their own.
    root: IdVec<ConditionId, bool>,
    /// How many others use each condition.
    uses: IdVec<ConditionId, u32>,
    /// Conditions that are being summed, further up in the recursion.
    busy: IdVec<ConditionId, bool>,
    made: FxHashMap<ConditionId, Sum>,
}

/// The literals that a condition reads directly.
pub(super) fn inputs(condition: &Condition) -> &[Literal] {
    match condition {
        Condition::All(literals) | Condition::Any(literals) => literals,
        Condition::Place | Condition::AtLeast => &[],
    }
}

/// Whether a condition is set by its place, not by other conditions.
fn is_source(condition: &Condition) -> bool {
    matches!(condition, Condition::Place | Condition::AtLeast)
}

impl Maintained {
    /// What has to be kept up to date so that `roots` are; `read` is evaluated on demand.
    pub(super) fn new(table: &ConditionTable, roots: &[Literal], read: &[Literal]) -> Maintained {
        let mut summing = Summing::new(table, roots, read);
        let mut sums: IdVec<ConditionId, Option<Sum>> = vec![None; table.list.len()].into();
        let mut open: Vec<ConditionId> = table.list.ids().filter(|c| summing.root[*c]).collect();
        // Down from the roots: the inputs of a sum have to be kept up to date as well.
        while let Some(condition) = open.pop() {
            if sums[condition].is_some() || is_source(&table.list[condition]) {
                continue;
            }
            let sum = summing.sum(condition);
            open.extend(sum.inputs.iter().map(|i| i.literal.condition()));
            sums[condition] = Some(sum);
        }
        let edges = edges(&sums);
        Maintained { cycles: cycles(&sums), sums, edges }
    }

    pub(super) fn is_kept(&self, literal: Literal) -> bool {
        !literal.is_constant() && self.sums[literal.condition()].is_some()
    }

    /// Which conditions are evaluated on demand.
    pub(super) fn lazy(&self, table: &ConditionTable) -> IdVec<ConditionId, bool> {
        let pairs = self.sums.iter().zip(&table.list);
        pairs.map(|(sum, condition)| sum.is_none() && !is_source(condition)).collect()
    }
}

/// The dependency graph, from inputs to sums.
fn edges(sums: &IdVec<ConditionId, Option<Sum>>) -> Edges {
    let mut out: IdVec<ConditionId, Vec<Edge>> = vec![Vec::new(); sums.len()].into();
    for (target, sum) in sums.enumerated() {
        for Weighted { literal, weight } in sum.iter().flat_map(|s| &s.inputs) {
            let weight = if literal.is_negative() { -*weight } else { *weight };
            out[literal.condition()].push(Edge { target, weight: weight as i16 });
        }
    }
    let mut edges = Edges { starts: vec![0], targets: Vec::new() };
    for targets in out {
        edges.targets.extend(targets);
        edges.starts.push(edges.targets.len() as u32);
    }
    edges
}

fn cycles(sums: &IdVec<ConditionId, Option<Sum>>) -> Cycles {
    let inputs = |s: &Option<Sum>| {
        s.iter().flat_map(|s| &s.inputs).map(|i| i.literal.condition().index() as u32).collect()
    };
    let needs: Vec<Vec<u32>> = sums.iter().map(inputs).collect();
    let mut cycles = Cycles { of: vec![PackedId::NONE; sums.len()].into(), members: IdVec::new() };
    for component in components(&needs) {
        if is_cycle(&component, &needs) {
            let id = CycleId::new(cycles.members.len());
            let members: Vec<ConditionId> =
                component.into_iter().map(|c| ConditionId::new(c as usize)).collect();
            members.iter().for_each(|c| cycles.of[*c] = PackedId::some(id));
            cycles.members.push(members);
        }
    }
    cycles
}

impl<'t> Summing<'t> {
    fn new(table: &'t ConditionTable, roots: &[Literal], read: &[Literal]) -> Summing<'t> {
        let conditions = |c| inputs(c).iter().map(|l| l.condition().index() as u32).collect();
        let needs: Vec<Vec<u32>> = table.list.iter().map(conditions).collect();
        let mut root: IdVec<ConditionId, bool> = vec![false; table.list.len()].into();
        let mut uses: IdVec<ConditionId, u32> = vec![0; table.list.len()].into();
        needs.iter().flatten().for_each(|c| uses[ConditionId::new(*c as usize)] += 1);
        read.iter().filter(|l| !l.is_constant()).for_each(|l| uses[l.condition()] += 1);
        roots.iter().filter(|l| !l.is_constant()).for_each(|l| root[l.condition()] = true);
        for component in components(&needs) {
            if is_cycle(&component, &needs) {
                // Evaluating a cycle on demand would not end.
                let members = component.into_iter().map(|c| ConditionId::new(c as usize));
                members.filter(|c| uses[*c] > 1).for_each(|c| root[c] = true);
            }
        }
        let busy = vec![false; table.list.len()].into();
        Summing { table, root, uses, busy, made: FxHashMap::default() }
    }

    /// A condition as a sum over conditions that are kept up to date.
    fn sum(&mut self, condition: ConditionId) -> Sum {
        if let Some(sum) = self.made.get(&condition) {
            return sum.clone();
        }
        let all = matches!(self.table.list[condition], Condition::All(_));
        let literals = inputs(&self.table.list[condition]);
        let needed = if all { literals.len() as i32 } else { 1 };
        let unit = |literal: &Literal| Weighted { literal: *literal, weight: 1 };
        let plain = Sum { needed, inputs: literals.iter().map(unit).collect() };
        let inner = |l: &&Literal| !is_source(&self.table.list[l.condition()]);
        // One inner condition can be substituted; with two, the weights of one would have to
        // dominate the other, and counters are bytes.
        let mut inside = literals.iter().filter(inner);
        let sum = match (inside.next(), inside.next()) {
            (Some(only), None) => self.substituted(literals, *only, all).unwrap_or(plain),
            _ => plain,
        };
        self.made.insert(condition, sum.clone());
        sum
    }

    /// A condition with the sum of one of its inputs in place of that input; `None` if that is not
    /// possible or too much. With the inner sum `s >= n` of at most `m`:
    /// - a conjunction with k others is `s + k·w >= n + k·w` for `w = m - n + 1`, more than `s` can
    ///   make up for,
    /// - a disjunction with others is `s + w·(others) >= n` for `w = n`, which one of them reaches.
    fn substituted(&mut self, literals: &[Literal], inner: Literal, all: bool) -> Option<Sum> {
        let condition = inner.condition();
        if self.root[condition] || self.uses[condition] > SHARED || self.busy[condition] {
            return None;
        }
        // A cycle would come back here: its members are not substituted into each other.
        self.busy[condition] = true;
        let mut sum = self.sum(condition);
        self.busy[condition] = false;
        if inner.is_negative() {
            sum = sum.negated();
        }
        let others = literals.iter().filter(|l| **l != inner);
        let weight = if all { self.most(&sum) - sum.needed + 1 } else { sum.needed };
        if weight <= 0 {
            return None;
        }
        if all {
            sum.needed += weight * others.clone().count() as i32;
        }
        for literal in others {
            match sum.inputs.iter_mut().find(|i| i.literal == *literal) {
                Some(input) => input.weight += weight,
                None => sum.inputs.push(Weighted { literal: *literal, weight }),
            }
        }
        // The counter must stay within its byte: from `128 - needed` with nothing to `128 - needed
        // + most` with everything.
        let fits = sum.inputs.len() <= INPUTS
            && (1..=BYTE).contains(&sum.needed)
            && self.most(&sum) - sum.needed < BYTE;
        fits.then_some(sum)
    }

    /// The most that a sum can come to: of places that exclude each other only one is there.
    fn most(&self, sum: &Sum) -> i32 {
        let mut groups: FxHashMap<usize, i32> = FxHashMap::default();
        let mut most = 0;
        for Weighted { literal, weight } in &sum.inputs {
            // Of a group the heaviest counts, since only one of them can be there.
            let Some(group) = self.table.group(*literal).filter(|_| !literal.is_negative()) else {
                most += weight;
                continue;
            };
            let top = groups.entry(group).or_insert(0);
            most += (*weight - *top).max(0);
            *top = (*top).max(*weight);
        }
        most
    }
}

impl Sum {
    /// What holds when this does not: with negated inputs, `all - s >= all - needed + 1`.
    fn negated(self) -> Sum {
        let all: i32 = self.inputs.iter().map(|i| i.weight).sum();
        let negated = |i: Weighted| Weighted { literal: i.literal.not(), ..i };
        let inputs = self.inputs.into_iter().map(negated).collect();
        Sum { needed: all - self.needed + 1, inputs }
    }
}
