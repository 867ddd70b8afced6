//! Analyses of the graph of control states: whether automatic steps can form a cycle, and which branches can be fused
//! with the moves that lead to them.

use crate::runner::{ControlNode, Segment};

/// Whether automatic steps can form a cycle, so that they have to be counted.
pub(crate) fn has_silent_cycle(nodes: &[ControlNode]) -> bool {
    // Where players choose, only links are taken by themselves.
    let automatic = |i: usize| {
        let node = &nodes[i];
        let rules = if node.interactive { &[][..] } else { &node.rules[..] };
        targets(rules.iter().chain(&node.links))
    };
    // Depth-first search with three colours: an edge to a control state on the path closes a cycle.
    // Linear in control states and targets; the path is explicit, as it may be thousands long.
    const NEW: u8 = 0;
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let mut marks = vec![NEW; nodes.len()];
    for root in 0..nodes.len() {
        let mut path: Vec<(usize, Vec<u32>)> = Vec::new();
        if marks[root] == NEW {
            marks[root] = ON_PATH;
            path.push((root, automatic(root)));
        }
        while let Some((at, left)) = path.last_mut() {
            let Some(next) = left.pop() else {
                marks[*at] = DONE;
                path.pop();
                continue;
            };
            match marks[next as usize] {
                NEW => {
                    marks[next as usize] = ON_PATH;
                    path.push((next as usize, automatic(next as usize)));
                }
                ON_PATH => return true,
                _ => {}
            }
        }
    }
    false
}

/// Finds for each segment the class of branches that all of its moves lead to, if there is one: lockstep runs it in the
/// same round (loop fusion).
pub(crate) fn fuse_branches(nodes: &mut [ControlNode]) {
    let classes: Vec<(u32, bool)> =
        nodes.iter().map(|n| (n.class, n.branch.is_some() && !n.one_by_one)).collect();
    for node in nodes {
        for segment in &mut node.rules {
            let mut all = targets([&*segment]).into_iter().map(|to| classes[to as usize]);
            let first = all.next();
            let same = all.all(|class| Some(class) == first);
            segment.fused_branch =
                first.filter(|(_, looks)| same && *looks).map(|(class, _)| class);
        }
    }
}

/// The targets of segments, for all members of a class.
fn targets<'s>(segments: impl IntoIterator<Item = &'s Segment>) -> Vec<u32> {
    let effects = segments.into_iter().flat_map(|s| &s.groups).map(|c| &c.effect);
    effects.flat_map(|e| e.next.iter().chain(&e.member_targets)).copied().collect()
}
