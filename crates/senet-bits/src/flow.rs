//! What the graph of control states tells about how play flows: whether automatic steps can form a cycle
//! and go on for ever, and which control states judge a move right after it was made.

use crate::runner::{Node, Segment};

/// Whether play can go round without a decision, so that steps have to be counted.
pub(crate) fn can_go_round(nodes: &[Node]) -> bool {
    // Where players choose, only links are taken by themselves.
    let automatic = |i: usize| {
        let node = &nodes[i];
        let rules = if node.interactive { &[][..] } else { &node.rules[..] };
        targets(rules.iter().chain(&node.links))
    };
    // Depth first: a control state that is met again while it is open is on a circle.
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut marks = vec![NEW; nodes.len()];
    for root in 0..nodes.len() {
        let mut path: Vec<(usize, Vec<u32>)> = Vec::new();
        if marks[root] == NEW {
            marks[root] = OPEN;
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
                    marks[next as usize] = OPEN;
                    path.push((next as usize, automatic(next as usize)));
                }
                OPEN => return true,
                _ => {}
            }
        }
    }
    false
}

/// Notes for each segment the class of control states that only look and that all of its moves lead to, if there
/// is one.
pub(crate) fn find_judges(nodes: &mut [Node]) {
    let classes: Vec<(u32, bool)> =
        nodes.iter().map(|n| (n.class, n.branch.is_some() && !n.alone)).collect();
    for node in nodes {
        for segment in &mut node.rules {
            let mut all = targets([&*segment]).into_iter().map(|to| classes[to as usize]);
            let first = all.next();
            let same = all.all(|class| Some(class) == first);
            segment.judge = first.filter(|(_, looks)| same && *looks).map(|(class, _)| class);
        }
    }
}

/// Where the moves of segments lead, from any control state of a class.
fn targets<'s>(segments: impl IntoIterator<Item = &'s Segment>) -> Vec<u32> {
    let effects = segments.into_iter().flat_map(|s| &s.choices).map(|c| &c.effect);
    effects.flat_map(|e| e.next.iter().chain(&e.ways)).copied().collect()
}
