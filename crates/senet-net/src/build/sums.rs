//! Nodes as weighted sums.
//!
//! A node holds when enough of its inputs do. If one of the inputs is itself such a node, both can
//! often be one sum: `a or (b and c)` is `2a + b + c >= 2`. What is left out then needs neither a bit
//! nor a counter, and a change reaches its end in one step instead of many.

use crate::build::derived::components;
use crate::runtime::net::{Edges, Lit, Node};
use rustc_hash::FxHashMap;

/// Counters are bytes that begin at 128 less what is needed.
const BYTE: i32 = 128;
/// A sum of more inputs than this does not take in another one.
const INPUTS: usize = 64;
/// What more nodes than this want to know is worked out once.
const SHARED: u32 = 8;

/// That enough of some literals hold, by weight.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    pub(super) needed: i32,
    pub(super) inputs: Vec<(Lit, i32)>,
}

/// The nodes that are kept up to date, as sums.
pub(super) struct Kept {
    pub(super) sums: Vec<Option<Sum>>,
    pub(super) edges: Edges,
    pub(super) cycle_of: Vec<u32>,
    pub(super) cycles: Vec<Vec<u32>>,
}

/// What sums are made of.
struct Summing<'n> {
    nodes: &'n [Node],
    group_of: &'n [u32],
    root: Vec<bool>,
    /// How many others want to know.
    uses: Vec<u32>,
    busy: Vec<bool>,
    made: FxHashMap<usize, Sum>,
}

pub(super) fn inputs(node: &Node) -> &[Lit] {
    match node {
        Node::All(lits) | Node::Any(lits) => lits,
        Node::Place | Node::AtLeast => &[],
    }
}

impl Kept {
    /// What is kept up to date for the sake of `roots`; `asked` is worked out when somebody asks.
    pub(super) fn new(nodes: &[Node], group_of: &[u32], roots: &[Lit], asked: &[Lit]) -> Kept {
        let mut summing = Summing::new(nodes, group_of, roots, asked);
        let mut sums: Vec<Option<Sum>> = vec![None; nodes.len()];
        let mut open: Vec<usize> = (0..nodes.len()).filter(|n| summing.root[*n]).collect();
        while let Some(node) = open.pop() {
            if sums[node].is_some() || matches!(nodes[node], Node::Place | Node::AtLeast) {
                continue;
            }
            let sum = summing.sum(node);
            open.extend(sum.inputs.iter().map(|(l, _)| l.node()));
            sums[node] = Some(sum);
        }
        let needs: Vec<Vec<usize>> = sums
            .iter()
            .map(|s| s.iter().flat_map(|s| &s.inputs).map(|(l, _)| l.node()).collect())
            .collect();
        let mut cycle_of = vec![u32::MAX; nodes.len()];
        let mut cycles: Vec<Vec<u32>> = Vec::new();
        for component in components(&needs) {
            if component.len() > 1 || needs[component[0]].contains(&component[0]) {
                component.iter().for_each(|n| cycle_of[*n] = cycles.len() as u32);
                cycles.push(component.into_iter().map(|n| n as u32).collect());
            }
        }
        let edges = edges(&sums);
        Kept { sums, edges, cycle_of, cycles }
    }

    /// Which nodes are worked out when asked.
    pub(super) fn lazy(&self, nodes: &[Node]) -> Vec<bool> {
        let inner = |n: &Node| !matches!(n, Node::Place | Node::AtLeast);
        self.sums.iter().zip(nodes).map(|(sum, node)| sum.is_none() && inner(node)).collect()
    }
}

/// Who tells whom.
fn edges(sums: &[Option<Sum>]) -> Edges {
    let mut out: Vec<Vec<(u32, i16)>> = vec![Vec::new(); sums.len()];
    for (i, sum) in sums.iter().enumerate() {
        for (lit, weight) in sum.iter().flat_map(|s| &s.inputs) {
            let by = if lit.is_negative() { -*weight } else { *weight };
            out[lit.node()].push((i as u32, by as i16));
        }
    }
    let mut edges = Edges { starts: vec![0], targets: Vec::new() };
    for targets in out {
        edges.targets.extend(targets);
        edges.starts.push(edges.targets.len() as u32);
    }
    edges
}

impl<'n> Summing<'n> {
    fn new(nodes: &'n [Node], group_of: &'n [u32], roots: &[Lit], asked: &[Lit]) -> Summing<'n> {
        let needs: Vec<Vec<usize>> =
            nodes.iter().map(|n| inputs(n).iter().map(|l| l.node()).collect()).collect();
        let mut root = vec![false; nodes.len()];
        let mut uses = vec![0; nodes.len()];
        needs.iter().flatten().for_each(|n| uses[*n] += 1);
        asked.iter().filter(|l| !l.is_constant()).for_each(|l| uses[l.node()] += 1);
        roots.iter().filter(|l| !l.is_constant()).for_each(|l| root[l.node()] = true);
        for component in components(&needs) {
            let alone = component.len() == 1 && !needs[component[0]].contains(&component[0]);
            if !alone {
                // What goes in a circle cannot be worked out when asked.
                component.iter().filter(|n| uses[**n] > 1).for_each(|n| root[*n] = true);
            }
        }
        let busy = vec![false; nodes.len()];
        Summing { nodes, group_of, root, uses, busy, made: FxHashMap::default() }
    }

    /// A node as a sum of what is kept up to date.
    fn sum(&mut self, node: usize) -> Sum {
        if let Some(sum) = self.made.get(&node) {
            return sum.clone();
        }
        let all = matches!(self.nodes[node], Node::All(_));
        let lits = inputs(&self.nodes[node]);
        let needed = if all { lits.len() as i32 } else { 1 };
        let plain = Sum { needed, inputs: lits.iter().map(|l| (*l, 1)).collect() };
        let inner = |l: &&Lit| !matches!(self.nodes[l.node()], Node::Place | Node::AtLeast);
        let mut inside = lits.iter().filter(inner);
        let sum = match (inside.next(), inside.next()) {
            (Some(only), None) => self.taking_in(lits, *only, all).unwrap_or(plain),
            _ => plain,
        };
        self.made.insert(node, sum.clone());
        sum
    }

    /// A node with one of its inputs taken in; `None` if that is not possible or too much.
    fn taking_in(&mut self, lits: &[Lit], inner: Lit, all: bool) -> Option<Sum> {
        let node = inner.node();
        if self.root[node] || self.uses[node] > SHARED || self.busy[node] {
            return None;
        }
        self.busy[node] = true;
        let mut sum = self.sum(node);
        self.busy[node] = false;
        if inner.is_negative() {
            sum = sum.contrary();
        }
        let others = lits.iter().filter(|l| **l != inner);
        let weight = if all { self.most(&sum) - sum.needed + 1 } else { sum.needed };
        if weight <= 0 {
            return None;
        }
        if all {
            sum.needed += weight * others.clone().count() as i32;
        }
        for lit in others {
            match sum.inputs.iter_mut().find(|(l, _)| l == lit) {
                Some((_, w)) => *w += weight,
                None => sum.inputs.push((*lit, weight)),
            }
        }
        let fits = sum.inputs.len() <= INPUTS
            && (1..=BYTE).contains(&sum.needed)
            && self.most(&sum) - sum.needed < BYTE;
        fits.then_some(sum)
    }

    /// The most that a sum can come to, since of places that exclude each other only one is there.
    fn most(&self, sum: &Sum) -> i32 {
        let mut groups: FxHashMap<u32, i32> = FxHashMap::default();
        let mut most = 0;
        for (lit, weight) in &sum.inputs {
            let group = self.group_of.get(lit.node()).copied().unwrap_or(u32::MAX);
            if group == u32::MAX || lit.is_negative() {
                most += weight;
                continue;
            }
            let top = groups.entry(group).or_insert(0);
            most += (*weight - *top).max(0);
            *top = (*top).max(*weight);
        }
        most
    }
}

impl Sum {
    /// What holds when this does not.
    fn contrary(self) -> Sum {
        let all: i32 = self.inputs.iter().map(|(_, w)| w).sum();
        let inputs = self.inputs.into_iter().map(|(l, w)| (l.not(), w)).collect();
        Sum { needed: all - self.needed + 1, inputs }
    }
}
