//! Step 1: which edges are drawn against the direction, and the layer of each node.

/// For each edge whether it closes a cycle and is therefore drawn upwards. Nodes are visited in
/// their order, so that the first node of a cycle stays its first.
pub(super) fn against(nodes: usize, ends: &[(usize, usize)]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        Open,
        Done,
    }
    let out = leaving(nodes, ends);
    let mut seen = vec![Seen::No; nodes];
    let mut against = vec![false; ends.len()];
    // A stack of our own: a trace may be longer than the thread's stack is deep.
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in 0..nodes {
        if seen[root] != Seen::No {
            continue;
        }
        seen[root] = Seen::Open;
        stack.push((root, 0));
        while let Some((node, next)) = stack.last_mut() {
            let Some(&edge) = out[*node].get(*next) else {
                seen[*node] = Seen::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = ends[edge].1;
            match seen[to] {
                Seen::No => {
                    seen[to] = Seen::Open;
                    stack.push((to, 0));
                }
                Seen::Open => against[edge] = true,
                Seen::Done => {}
            }
        }
    }
    against
}

/// The layer of each node, given edges without cycles: first as high as possible (the longest
/// path), then moved where its edges get shorter in total. Every edge spans at least `span` layers.
pub(super) fn layers(nodes: usize, ends: &[(usize, usize)], span: usize) -> Vec<usize> {
    const ROUNDS: usize = 4;
    let out = leaving(nodes, ends);
    let mut waiting = vec![0_usize; nodes];
    for &(_, to) in ends {
        waiting[to] += 1;
    }
    let entering = waiting.clone();
    let mut layer = vec![0_usize; nodes];
    let mut sorted: Vec<usize> = (0..nodes).filter(|&n| waiting[n] == 0).collect();
    let mut next = 0;
    while let Some(&node) = sorted.get(next) {
        next += 1;
        for &edge in &out[node] {
            let to = ends[edge].1;
            layer[to] = layer[to].max(layer[node] + span);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                sorted.push(to);
            }
        }
    }
    // A node with more edges below than above comes down to them. Later rounds see the room that
    // earlier ones made.
    for _ in 0..ROUNDS {
        let mut moved = false;
        for &node in sorted.iter().rev() {
            let below = out[node].iter().map(|&e| layer[ends[e].1] - span).min();
            if let Some(below) = below.filter(|&b| b > layer[node])
                && out[node].len() > entering[node]
            {
                layer[node] = below;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let top = layer.iter().copied().min().unwrap_or(0);
    layer.iter().map(|l| l - top).collect()
}

/// The edges that leave each node, in their order.
fn leaving(nodes: usize, ends: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new(); nodes];
    for (edge, &(from, _)) in ends.iter().enumerate() {
        out[from].push(edge);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{against, layers};

    #[test]
    fn only_the_edge_back_to_the_first_node_is_turned() {
        assert_eq!(against(3, &[(0, 1), (1, 2), (2, 0)]), [false, false, true]);
        assert_eq!(against(3, &[(2, 1), (1, 0), (2, 0)]), [false; 3]);
    }

    #[test]
    fn a_source_stands_just_above_what_needs_it() {
        // 0 → 1 → 2 → 3 and 4 → 3: the late source 4 belongs beside 2.
        assert_eq!(layers(5, &[(0, 1), (1, 2), (2, 3), (4, 3)], 1), [0, 1, 2, 3, 2]);
    }
}
