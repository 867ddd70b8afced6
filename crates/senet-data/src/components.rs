//! Strongly connected components by Tarjan's algorithm (1972), with an explicit stack, because graphs
//! of positions and of conditions on large boards are deep. Linear in nodes and edges.

use std::convert::Infallible;

/// The components of a graph of lists, in topological order: what a component leads to comes before
/// it. A component lists its nodes in the order in which they were met.
pub fn components(next: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let never = || Ok::<(), Infallible>(());
    try_components(next.len(), |node| next[node as usize].as_slice(), never)
        .unwrap_or_else(|never| match never {})
}

/// As [`components()`], for any graph: `next` lists where the edges of a node lead, and `step` is
/// called once for each edge and node, so that long work can be stopped.
///
/// # Errors
/// Whatever `step` returns.
pub fn try_components<'g, E>(
    nodes: usize,
    next: impl Fn(u32) -> &'g [u32],
    mut step: impl FnMut() -> Result<(), E>,
) -> Result<Vec<Vec<u32>>, E> {
    let mut search = Search {
        met: vec![UNMET; nodes],
        low: vec![0; nodes],
        closed: vec![false; nodes],
        open: Vec::new(),
        path: Vec::new(),
        components: Vec::new(),
        count: 0,
    };
    for root in 0..nodes as u32 {
        if search.met[root as usize] != UNMET {
            continue;
        }
        search.meet(root);
        while let Some((node, followed)) = search.path.last_mut() {
            step()?;
            let node = *node;
            let Some(&to) = next(node).get(*followed) else {
                search.leave(node);
                continue;
            };
            *followed += 1;
            match search.met[to as usize] {
                UNMET => search.meet(to),
                // An edge back to an open node: all on the way belong together.
                when if !search.closed[to as usize] => {
                    search.low[node as usize] = search.low[node as usize].min(when);
                }
                _ => {}
            }
        }
    }
    Ok(search.components)
}

/// Whether a component has an edge inside.
pub fn is_cycle(component: &[u32], next: &[Vec<u32>]) -> bool {
    component.len() > 1 || next[component[0] as usize].contains(&component[0])
}

const UNMET: u32 = u32::MAX;

struct Search {
    /// When a node was met.
    met: Vec<u32>,
    /// The low link: the earliest open node, by when it was met, to which there is a way back.
    low: Vec<u32>,
    closed: Vec<bool>,
    /// Nodes that were met and are not yet in a component.
    open: Vec<u32>,
    /// Nodes on the path, and how many edges of each were followed.
    path: Vec<(u32, usize)>,
    components: Vec<Vec<u32>>,
    count: u32,
}

impl Search {
    fn meet(&mut self, node: u32) {
        self.met[node as usize] = self.count;
        self.low[node as usize] = self.count;
        self.count += 1;
        self.open.push(node);
        self.path.push((node, 0));
    }

    fn leave(&mut self, node: u32) {
        self.path.pop();
        let low = self.low[node as usize];
        if let Some((before, _)) = self.path.last() {
            let before = *before as usize;
            self.low[before] = self.low[before].min(low);
        }
        // The first of its component: all above it on the stack are the others.
        if self.met[node as usize] == low {
            let from = self.open.iter().rposition(|open| *open == node).expect("it is still open");
            let component = self.open.split_off(from);
            component.iter().for_each(|member| self.closed[*member as usize] = true);
            self.components.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{components, is_cycle, try_components};

    #[test]
    fn what_is_led_to_comes_first() {
        let next = [vec![1], vec![2], vec![1], vec![0], vec![4]];
        let all = components(&next);
        assert_eq!(all, [vec![1, 2], vec![0], vec![3], vec![4]]);
        let cycles: Vec<bool> = all.iter().map(|c| is_cycle(c, &next)).collect();
        assert_eq!(cycles, [true, false, false, true], "a loop is a cycle, too");
    }

    #[test]
    fn two_nodes_share_a_component_when_each_reaches_the_other() {
        // All graphs of four nodes, against the transitive closure.
        for edges in 0..1_u32 << 16 {
            let edge = |a: usize, b: usize| edges >> (a * 4 + b) & 1 != 0;
            let next: Vec<Vec<u32>> = (0..4)
                .map(|a| (0..4).filter(|b| edge(a, *b)).map(|b| b as u32).collect())
                .collect();
            let row = |a| std::array::from_fn(|b| a == b || edge(a, b));
            let mut reach: [[bool; 4]; 4] = std::array::from_fn(row);
            for via in 0..4 {
                for a in 0..4 {
                    for b in 0..4 {
                        reach[a][b] |= reach[a][via] && reach[via][b];
                    }
                }
            }
            let mut of = [0; 4];
            let all = components(&next);
            for (i, component) in all.iter().enumerate() {
                component.iter().for_each(|node| of[*node as usize] = i);
            }
            for a in 0..4 {
                for b in 0..4 {
                    assert_eq!(of[a] == of[b], reach[a][b] && reach[b][a], "{next:?}");
                    assert!(!edge(a, b) || of[b] <= of[a], "{next:?} is not topological");
                }
            }
        }
    }

    #[test]
    fn a_long_path_needs_no_stack_and_can_be_stopped() {
        let next: Vec<Vec<u32>> = (1..=300_000).map(|n| vec![n % 300_000]).collect();
        assert_eq!(components(&next).len(), 1);
        let mut left = 1_000;
        let stopped = try_components(
            next.len(),
            |node| next[node as usize].as_slice(),
            || {
                left -= 1;
                if left == 0 { Err("stopped") } else { Ok(()) }
            },
        );
        assert_eq!(stopped, Err("stopped"));
    }
}
