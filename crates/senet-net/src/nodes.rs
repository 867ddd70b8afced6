//! Making nodes: equal ones are made once, constants are worked out.

use crate::net::{Lit, Node};
use rustc_hash::FxHashMap;

/// More inputs than this are shared out over several nodes.
const WIDE: usize = 4096;

/// The nodes so far.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) list: Vec<Node>,
    made: FxHashMap<(bool, Vec<Lit>), Lit>,
}

impl Nodes {
    /// A node for each place; they come first.
    pub(crate) fn new(places: usize) -> Nodes {
        Nodes { list: vec![Node::Place; places], made: FxHashMap::default() }
    }

    pub(crate) fn push(&mut self, node: Node) -> u32 {
        self.list.push(node);
        self.list.len() as u32 - 1
    }

    /// That all of these hold.
    pub(crate) fn all(&mut self, inputs: Vec<Lit>) -> Lit {
        self.make(inputs, true)
    }

    /// That one of these holds.
    pub(crate) fn any(&mut self, inputs: Vec<Lit>) -> Lit {
        self.make(inputs, false)
    }

    fn make(&mut self, mut inputs: Vec<Lit>, all: bool) -> Lit {
        let (neutral, deciding) =
            if all { (Lit::TRUE, Lit::FALSE) } else { (Lit::FALSE, Lit::TRUE) };
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|l| *l != neutral);
        let contrary = |w: &[Lit]| w[0].not() == w[1];
        if inputs.contains(&deciding) || inputs.windows(2).any(contrary) {
            return deciding;
        }
        match inputs.as_slice() {
            [] => return neutral,
            [one] => return *one,
            _ => {}
        }
        if let Some(lit) = self.made.get(&(all, inputs.clone())) {
            return *lit;
        }
        let lit = if inputs.len() > WIDE {
            let parts = inputs.chunks(WIDE).map(<[Lit]>::to_vec).collect::<Vec<_>>();
            let parts = parts.into_iter().map(|part| self.make(part, all)).collect();
            self.make(parts, all)
        } else {
            let node = if all { Node::All(inputs.clone()) } else { Node::Any(inputs.clone()) };
            Lit::of(self.push(node))
        };
        self.made.insert((all, inputs), lit);
        lit
    }

    /// Nodes in a row that hold when these do; the ones given, if they stand so already.
    pub(crate) fn row(&mut self, lits: &[Lit]) -> Option<u32> {
        let first = *lits.first()?;
        let in_row = |(i, l): (usize, &Lit)| {
            !l.is_constant() && !l.is_negative() && l.node() == first.node() + i
        };
        if lits.iter().enumerate().all(in_row) {
            return Some(first.node() as u32);
        }
        if lits.len() < 2 || lits.iter().any(|l| l.is_constant()) {
            return None;
        }
        let low = self.list.len() as u32;
        for lit in lits {
            self.push(Node::All(vec![*lit]));
        }
        Some(low)
    }
}
