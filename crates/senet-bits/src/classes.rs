//! Control states that differ only in where they lead: "nine men in hand" and "eight men in hand" have the same
//! moves. Lanes in any of them take their turns together, each with its own way on.

use crate::branch::Arm;
use crate::runner::{BitProgram, Change, Hop, Node};
use rustc_hash::FxHashMap;

/// Finds the classes. The first control state of each gets the ways on of them all.
pub(crate) fn classify(nodes: &mut [Node]) {
    let mut known: FxHashMap<Summary, Vec<(usize, Node)>> = FxHashMap::default();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (i, node) in nodes.iter_mut().enumerate() {
        // Targets are left out altogether, so that one pass is enough. Minimising an automaton
        // would compare them up to classes, round after round (Hopcroft 1971); but lanes keep their
        // own control state, and only run its operations together.
        let bare = bare(node);
        let alike = known.entry(summary(node)).or_default();
        let first = alike.iter().find(|(_, other)| *other == bare).map(|(first, _)| *first);
        let first = first.unwrap_or_else(|| {
            alike.push((i, bare));
            i
        });
        (node.class, node.member) = (first as u32, members[first].len() as u32);
        members[first].push(i);
    }
    for members in members.iter().filter(|m| m.len() > 1) {
        let changes = members.iter().map(|i| changes(&nodes[*i]).cloned().collect());
        let changes: Vec<Vec<Change>> = changes.collect();
        let arms: Vec<Vec<Arm>> =
            members.iter().map(|i| arms(&nodes[*i]).copied().collect()).collect();
        let fired: Vec<Vec<Vec<Hop>>> = members
            .iter()
            .map(|i| nodes[*i].branch.as_ref().map_or(Vec::new(), |b| b.fired.clone()))
            .collect();
        let first = &mut nodes[members[0]];
        let segments = first.rules.iter_mut().chain(&mut first.links);
        for (i, choice) in segments.flat_map(|s| &mut s.choices).enumerate() {
            let all = || changes.iter().map(|of| &of[i]);
            let change = &mut choice.effect;
            // A table of members by outcomes of the conditions: `member * next.len() + outcome`.
            change.ways = all().flat_map(|c| c.next.iter().copied()).collect();
            if all().any(|c| !c.hops.is_empty()) {
                let none = |c: &Change| vec![Hop::default(); c.next.len()];
                let hops = all().map(|c| if c.hops.is_empty() { none(c) } else { c.hops.clone() });
                change.hops = hops.flatten().collect();
            }
            change.ends = all().flat_map(|c| c.ends.iter().copied()).collect();
            change.ends.sort_unstable();
            change.ends.dedup();
        }
        if let Some(branch) = &mut first.branch {
            let count = arms[0].len();
            let ways = |i: usize| arms.iter().map(|of| of[i].to).collect();
            branch.ways = (0..count).map(ways).collect();
            let rules = |i: usize| fired.iter().map(|of| of[i][0].clone()).collect();
            branch.fired = (0..count).map(rules).collect();
            for (i, arm) in branch.segments.iter_mut().flatten().enumerate() {
                arm.ends = arms.iter().any(|of| of[i].ends);
            }
        }
    }
}

impl BitProgram {
    /// How many classes of control states there are in which players choose.
    pub(crate) fn lockstep_states(&self) -> usize {
        let first = |(i, n): &(usize, &Node)| n.class as usize == *i;
        let choosing = |(_, n): &(usize, &Node)| n.interactive && !n.ended;
        self.nodes.iter().enumerate().filter(first).filter(choosing).count()
    }
}

/// A control state without what may differ between those of one class.
fn bare(node: &Node) -> Node {
    // Outcomes may differ, too: a lane that ends asks its own control state.
    let mut bare = Node { outcome: None, ..node.clone() };
    for segment in bare.rules.iter_mut().chain(&mut bare.links) {
        for change in segment.choices.iter_mut().map(|c| &mut c.effect) {
            change.next.fill(0);
            change.ends.clear();
            change.hops.clear();
        }
    }
    if let Some(branch) = &mut bare.branch {
        branch.fired.clear();
        for arm in branch.segments.iter_mut().flatten() {
            (arm.to, arm.ends) = (0, false);
        }
    }
    bare
}

/// The number of operations, and the variants of all choices.
type Summary = (usize, Vec<u32>);

/// What is cheap to compare, and nearly always different in control states that are.
fn summary(node: &Node) -> Summary {
    let segments = || node.rules.iter().chain(&node.links);
    let variants = segments().flat_map(|s| s.variants.iter().copied()).collect();
    (segments().map(|s| s.code.ops.len()).sum(), variants)
}

fn changes(node: &Node) -> impl Iterator<Item = &Change> {
    node.rules.iter().chain(&node.links).flat_map(|s| &s.choices).map(|c| &c.effect)
}

fn arms(node: &Node) -> impl Iterator<Item = &Arm> {
    node.branch.iter().flat_map(|b| b.segments.iter().flatten())
}
