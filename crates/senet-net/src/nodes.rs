//! Making nodes: equal ones are made once, constants are worked out.

use crate::runtime::net::{Lit, Node};
use rustc_hash::FxHashMap;

/// More inputs than this are shared out over several nodes, since counters are bytes.
const WIDE: usize = 120;

/// The nodes so far.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    pub(crate) list: Vec<Node>,
    made: FxHashMap<(bool, Vec<Lit>), Lit>,
    /// Places of which there is always exactly one.
    groups: Vec<Vec<u32>>,
    /// For each place, its group; `u32::MAX` if it has none.
    pub(crate) group_of: Vec<u32>,
}

impl Nodes {
    /// A node for each place; they come first.
    pub(crate) fn new(places: usize, groups: Vec<Vec<u32>>) -> Nodes {
        let mut group_of = vec![u32::MAX; places];
        for (i, group) in groups.iter().enumerate() {
            if group.iter().all(|p| group_of[*p as usize] == u32::MAX) {
                group.iter().for_each(|p| group_of[*p as usize] = i as u32);
            }
        }
        Nodes { list: vec![Node::Place; places], made: FxHashMap::default(), groups, group_of }
    }

    pub(crate) fn push(&mut self, node: Node) -> u32 {
        self.list.push(node);
        self.list.len() as u32 - 1
    }

    /// That all of these hold.
    pub(crate) fn all(&mut self, inputs: Vec<Lit>) -> Lit {
        let Some(mut inputs) = self.simpler(inputs) else {
            return Lit::FALSE;
        };
        for at in 0..inputs.len() {
            let Some(left) = self.left_of(inputs[at], &inputs) else {
                continue;
            };
            let left = self.any(left);
            inputs.remove(at);
            match self.list.get(left.node()) {
                Some(Node::All(lits)) if !left.is_negative() => inputs.extend(lits),
                _ => inputs.push(left),
            }
            return self.all(inputs);
        }
        self.make(inputs, true)
    }

    /// What is left of a choice among nodes where all of these hold, if that is less: what excludes
    /// one of them is no choice.
    fn left_of(&self, choice: Lit, all: &[Lit]) -> Option<Vec<Lit>> {
        let Some(Node::Any(lits)) = self.list.get(choice.node()) else {
            return None;
        };
        let group = |l: &Lit| self.group_of.get(l.node()).copied().unwrap_or(u32::MAX);
        let against = |l: &Lit| {
            let other = |p: &&Lit| !p.is_negative() && group(p) == group(l) && *p != l;
            !l.is_negative() && group(l) != u32::MAX && all.iter().find(other).is_some()
        };
        let excluded = |l: &Lit| match self.list.get(l.node()) {
            Some(Node::All(parts)) if !l.is_negative() => parts.iter().any(against),
            _ => against(l),
        };
        let fewer = !choice.is_negative() && lits.iter().any(excluded);
        fewer.then(|| lits.iter().filter(|l| !excluded(l)).copied().collect())
    }

    /// That one of these holds.
    pub(crate) fn any(&mut self, inputs: Vec<Lit>) -> Lit {
        let Some(none) = self.simpler(inputs.into_iter().map(Lit::not).collect()) else {
            return Lit::TRUE;
        };
        let inputs: Vec<Lit> = none.into_iter().map(Lit::not).collect();
        let Some((mut common, rests)) = self.factored(&inputs) else {
            return self.make(inputs, false);
        };
        let rests = rests.into_iter().map(|rest| self.all(rest)).collect();
        common.push(self.any(rests));
        self.all(common)
    }

    /// What has to hold for all of these to hold, by what is known of places; `None` if they cannot.
    fn simpler(&self, mut inputs: Vec<Lit>) -> Option<Vec<Lit>> {
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|l| *l != Lit::TRUE);
        let contrary = |w: &[Lit]| w[0].not() == w[1];
        if inputs.contains(&Lit::FALSE) || inputs.windows(2).any(contrary) {
            return None;
        }
        let group = |l: &Lit| self.group_of.get(l.node()).copied().unwrap_or(u32::MAX);
        let mut groups: Vec<u32> = inputs.iter().map(group).filter(|g| *g != u32::MAX).collect();
        groups.sort_unstable();
        groups.dedup();
        for g in groups {
            let here = |l: &Lit| group(l) == g;
            let positive: Vec<Lit> =
                inputs.iter().copied().filter(|l| here(l) && !l.is_negative()).collect();
            match positive.as_slice() {
                [_] => inputs.retain(|l| !here(l) || !l.is_negative()),
                [] => {
                    let members = self.groups[g as usize].iter().map(|p| Lit::of(*p));
                    let left: Vec<Lit> = members.filter(|l| !inputs.contains(&l.not())).collect();
                    match left.as_slice() {
                        [] => return None,
                        [one] => {
                            inputs.retain(|l| !here(l));
                            inputs.push(*one);
                        }
                        _ => {}
                    }
                }
                _ => return None,
            }
        }
        inputs.sort_unstable();
        Some(inputs)
    }

    /// What stands in every one of these, and what is left of each; `None` if nothing does.
    pub(crate) fn factored(&self, inputs: &[Lit]) -> Option<(Vec<Lit>, Vec<Vec<Lit>>)> {
        let parts = |lit: &Lit| match self.list.get(lit.node()) {
            Some(Node::All(lits)) if !lit.is_negative() => lits.clone(),
            _ => vec![*lit],
        };
        let mut all: Vec<Vec<Lit>> = inputs.iter().map(parts).collect();
        let (first, others) = all.split_first()?;
        let everywhere = |l: &&Lit| others.iter().all(|o| o.contains(l));
        let common: Vec<Lit> = first.iter().filter(everywhere).copied().collect();
        if common.is_empty() || others.is_empty() {
            return None;
        }
        all.iter_mut().for_each(|lits| lits.retain(|l| !common.contains(l)));
        // Where something is left that needs a node of its own, nothing is won.
        let single = all.iter().all(|lits| lits.len() < 2);
        single.then_some((common, all))
    }

    fn make(&mut self, inputs: Vec<Lit>, all: bool) -> Lit {
        match inputs.as_slice() {
            [] => return if all { Lit::TRUE } else { Lit::FALSE },
            [one] => return *one,
            _ => {}
        }
        if let Some(lit) = self.made.get(&(all, inputs.clone())) {
            return *lit;
        }
        let narrow = self.narrow(inputs.clone(), all);
        let lit = Lit::of(self.push(if all { Node::All(narrow) } else { Node::Any(narrow) }));
        self.made.insert((all, inputs), lit);
        lit
    }

    /// The node that says that all of these hold, if there is one; the literals are in order.
    pub(crate) fn made_all(&self, lits: &[Lit]) -> Option<Lit> {
        self.made.get(&(true, lits.to_vec())).copied()
    }

    /// Inputs that fit one node and mean the same.
    pub(crate) fn narrow(&mut self, mut inputs: Vec<Lit>, all: bool) -> Vec<Lit> {
        while inputs.len() > WIDE {
            let parts: Vec<Vec<Lit>> = inputs.chunks(WIDE).map(<[Lit]>::to_vec).collect();
            inputs = parts.into_iter().map(|part| self.make(part, all)).collect();
        }
        inputs
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
        // A row begins with a byte, and if it fits one word it stands in one; what fills the gap
        // never holds.
        let mut begin = self.list.len().next_multiple_of(8);
        if lits.len() <= 64 && begin % 64 + lits.len() > 64 {
            begin = begin.next_multiple_of(64);
        }
        self.list.resize(begin, Node::Any(Vec::new()));
        let low = self.list.len() as u32;
        for lit in lits {
            self.push(Node::All(vec![*lit]));
        }
        Some(low)
    }
}
