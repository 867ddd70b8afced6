//! Classes of control states that have the same operations and differ only in their targets, such as "nine men in
//! hand" and "eight men in hand". Lanes in one class run together; a table gives each its own target.

use crate::branch::Arm;
use crate::runner::{BitProgram, ControlNode, Effect, LinkRules};
use rustc_hash::FxHashMap;

/// Finds the classes. The first member of each gets the targets of all members.
pub(crate) fn classify(nodes: &mut [ControlNode]) {
    let mut known: FxHashMap<Fingerprint, Vec<(usize, ControlNode)>> = FxHashMap::default();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (i, node) in nodes.iter_mut().enumerate() {
        // Targets are left out altogether, so that one pass is enough. Minimising an automaton
        // would compare them up to classes, round after round (Hopcroft 1971); but lanes keep their
        // own control state, and only run its operations together.
        let without_targets = without_targets(node);
        let alike = known.entry(fingerprint(node)).or_default();
        let first =
            alike.iter().find(|(_, other)| *other == without_targets).map(|(first, _)| *first);
        let first = first.unwrap_or_else(|| {
            alike.push((i, without_targets));
            i
        });
        (node.class, node.member) = (first as u32, members[first].len() as u32);
        members[first].push(i);
    }
    for members in members.iter().filter(|m| m.len() > 1) {
        let effects = members.iter().map(|i| effects(&nodes[*i]).cloned().collect());
        let effects: Vec<Vec<Effect>> = effects.collect();
        let arms: Vec<Vec<Arm>> =
            members.iter().map(|i| arms(&nodes[*i]).copied().collect()).collect();
        let fired: Vec<Vec<Vec<LinkRules>>> = members
            .iter()
            .map(|i| nodes[*i].branch.as_ref().map_or(Vec::new(), |b| b.fired.clone()))
            .collect();
        let first = &mut nodes[members[0]];
        let segments = first.rules.iter_mut().chain(&mut first.links);
        for (i, group) in segments.flat_map(|s| &mut s.groups).enumerate() {
            let all = || effects.iter().map(|of| &of[i]);
            let effect = &mut group.effect;
            // A table of members by outcomes of the conditions: `member * next.len() + outcome`.
            effect.member_targets = all().flat_map(|c| c.next.iter().copied()).collect();
            if all().any(|c| !c.skipped_links.is_empty()) {
                let none = |c: &Effect| vec![LinkRules::default(); c.next.len()];
                let skipped_links = all().map(|c| {
                    if c.skipped_links.is_empty() { none(c) } else { c.skipped_links.clone() }
                });
                effect.skipped_links = skipped_links.flatten().collect();
            }
            effect.ends = all().flat_map(|c| c.ends.iter().copied()).collect();
            effect.ends.sort_unstable();
            effect.ends.dedup();
        }
        if let Some(branch) = &mut first.branch {
            let count = arms[0].len();
            let member_targets = |i: usize| arms.iter().map(|of| of[i].to).collect();
            branch.member_targets = (0..count).map(member_targets).collect();
            let rules = |i: usize| fired.iter().map(|of| of[i][0].clone()).collect();
            branch.fired = (0..count).map(rules).collect();
            for (i, arm) in branch.segments.iter_mut().flatten().enumerate() {
                arm.ends = arms.iter().any(|of| of[i].ends);
            }
        }
    }
}

impl BitProgram {
    /// The number of classes in which players choose.
    pub(crate) fn lockstep_states(&self) -> usize {
        let first = |(i, n): &(usize, &ControlNode)| n.class as usize == *i;
        let choosing = |(_, n): &(usize, &ControlNode)| n.interactive && !n.ended;
        self.nodes.iter().enumerate().filter(first).filter(choosing).count()
    }
}

/// A control state without what may differ between the members of a class.
fn without_targets(node: &ControlNode) -> ControlNode {
    // Outcomes may differ, too: a lane that ends reads that of its own control state.
    let mut without_targets = ControlNode { outcome: None, ..node.clone() };
    for segment in without_targets.rules.iter_mut().chain(&mut without_targets.links) {
        for effect in segment.groups.iter_mut().map(|c| &mut c.effect) {
            effect.next.fill(0);
            effect.ends.clear();
            effect.skipped_links.clear();
        }
    }
    if let Some(branch) = &mut without_targets.branch {
        branch.fired.clear();
        for arm in branch.segments.iter_mut().flatten() {
            (arm.to, arm.ends) = (0, false);
        }
    }
    without_targets
}

/// The number of operations, and the variants of all groups.
type Fingerprint = (usize, Vec<u32>);

/// A cheap hash key: control states of different classes rarely share it.
fn fingerprint(node: &ControlNode) -> Fingerprint {
    let segments = || node.rules.iter().chain(&node.links);
    let variants = segments().flat_map(|s| s.variants.iter().copied()).collect();
    (segments().map(|s| s.code.ops.len()).sum(), variants)
}

fn effects(node: &ControlNode) -> impl Iterator<Item = &Effect> {
    node.rules.iter().chain(&node.links).flat_map(|s| &s.groups).map(|c| &c.effect)
}

fn arms(node: &ControlNode) -> impl Iterator<Item = &Arm> {
    node.branch.iter().flat_map(|b| b.segments.iter().flatten())
}
