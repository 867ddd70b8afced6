//! Step 3: the order of the items in each layer, so that few lines cross.

use super::sketch::{Item, Sketch};

/// How many items and lines may be looked at in all; sets the number of sweeps.
const WORK: usize = 2_000_000;
/// Neighbours are only exchanged in parts of at most this many items.
const SMALL: usize = 4_000;

/// Orders every layer by the mean position of its neighbours, downwards and upwards in turn, and
/// keeps the best order seen.
pub(super) fn reduce_crossings(sketch: &mut Sketch) {
    first_guess(sketch);
    let lines: usize = sketch.items.iter().map(|item| item.down.len()).sum();
    let sweeps = (WORK / (sketch.items.len() + lines).max(1)).clamp(4, 24);
    let mut fewest = crossings(sketch);
    let mut best = sketch.layers.clone();
    let mut stale = 0;
    for sweep in 0..sweeps {
        if fewest == 0 || stale == 6 {
            break;
        }
        stale += 1;
        let downward = sweep % 2 == 0;
        for l in 0..sketch.layers.len() {
            let layer = if downward { l } else { sketch.layers.len() - 1 - l };
            sort_layer(sketch, layer, downward, sweep % 4 >= 2);
        }
        if sketch.items.len() <= SMALL {
            exchange(sketch);
        }
        let now = crossings(sketch);
        if now < fewest {
            fewest = now;
            best.clone_from(&sketch.layers);
            stale = 0;
        }
    }
    sketch.layers = best;
    for layer in 0..sketch.layers.len() {
        number(sketch, layer);
    }
}

/// Fills the layers in the order of a walk from the first item, which keeps neighbours together.
fn first_guess(sketch: &mut Sketch) {
    let mut seen = vec![false; sketch.items.len()];
    let mut roots: Vec<usize> = (0..sketch.items.len()).collect();
    roots.sort_by_key(|&i| sketch.items[i].layer);
    for root in roots {
        let mut stack = vec![root];
        while let Some(i) = stack.pop() {
            if !seen[i] {
                seen[i] = true;
                let Item { layer, up, down, .. } = &sketch.items[i];
                sketch.layers[*layer].push(i);
                // Reversed, because the last one pushed is visited first.
                stack.extend(up.iter().chain(down).rev().map(|&(other, _)| other));
            }
        }
    }
    for layer in 0..sketch.layers.len() {
        number(sketch, layer);
    }
}

/// Tells the items of a layer their positions.
fn number(sketch: &mut Sketch, layer: usize) {
    for (slot, &i) in sketch.layers[layer].iter().enumerate() {
        sketch.items[i].slot = slot;
    }
}

fn sort_layer(sketch: &mut Sketch, layer: usize, downward: bool, turn_ties: bool) {
    let mut keyed: Vec<(f64, usize)> = sketch.layers[layer]
        .iter()
        .map(|&i| {
            let item = &sketch.items[i];
            let around = if downward { &item.up } else { &item.down };
            let sum: usize = around.iter().map(|&(other, _)| sketch.items[other].slot).sum();
            let stay = item.slot as f64;
            (if around.is_empty() { stay } else { sum as f64 / around.len() as f64 }, i)
        })
        .collect();
    if turn_ties {
        keyed.reverse();
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    sketch.layers[layer] = keyed.into_iter().map(|(_, i)| i).collect();
    number(sketch, layer);
}

/// Exchanges neighbours as long as that removes crossings.
fn exchange(sketch: &mut Sketch) {
    const ROUNDS: usize = 4;
    for _ in 0..ROUNDS {
        let mut changed = false;
        for layer in 0..sketch.layers.len() {
            for slot in 1..sketch.layers[layer].len() {
                let (a, b) = (sketch.layers[layer][slot - 1], sketch.layers[layer][slot]);
                if gain(&sketch.items, a, b) > 0 {
                    sketch.layers[layer].swap(slot - 1, slot);
                    sketch.items[a].slot = slot;
                    sketch.items[b].slot = slot - 1;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
}

/// How many crossings disappear when `a`, now just before `b`, goes after it.
fn gain(items: &[Item], a: usize, b: usize) -> i64 {
    const MOST_PAIRS: usize = 1_000;
    let mut gain = 0;
    for (left, right) in [(&items[a].up, &items[b].up), (&items[a].down, &items[b].down)] {
        if left.len() * right.len() > MOST_PAIRS {
            return 0;
        }
        for &(l, _) in left {
            for &(r, _) in right {
                gain += (items[l].slot > items[r].slot) as i64;
                gain -= (items[l].slot < items[r].slot) as i64;
            }
        }
    }
    gain
}

/// The number of crossings, counted with a binary indexed tree per pair of layers.
fn crossings(sketch: &Sketch) -> u64 {
    let mut total = 0;
    let mut tree: Vec<u64> = Vec::new();
    for pair in sketch.layers.windows(2) {
        tree.clear();
        tree.resize(pair[1].len() + 1, 0);
        let mut lines = 0;
        let mut ends: Vec<usize> = Vec::new();
        for &upper in &pair[0] {
            ends.clear();
            ends.extend(sketch.items[upper].down.iter().map(|&(i, _)| sketch.items[i].slot));
            // Lines from one item do not cross each other: count all of them, then add all.
            for &end in &ends {
                let mut not_after = 0;
                let mut at = end + 1;
                while at > 0 {
                    not_after += tree[at];
                    at &= at - 1;
                }
                total += lines - not_after;
            }
            for &end in &ends {
                lines += 1;
                let mut at = end + 1;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::{crossings, first_guess, reduce_crossings};
    use crate::graph::{FlowDirection, Graph, GraphEdge, GraphNode};
    use crate::layout::sketch::Sketch;
    use crate::layout::{MOST_BENDS, Sizes, parts::parts};

    fn sketch(nodes: usize, edges: &[(usize, usize)]) -> Sketch {
        let mut graph = Graph::new("", FlowDirection::Down);
        graph.nodes = vec![GraphNode::default(); nodes];
        graph.edges = edges.iter().map(|&(a, b)| GraphEdge::new(a, b, "")).collect();
        let part = parts(&graph).remove(0);
        Sketch::new(part, &graph, &mut Sizes::of(&graph), &mut MOST_BENDS.clone())
    }

    #[test]
    fn crossings_are_counted_one_by_one() {
        // Every two lines of a complete bipartite graph with distinct ends cross in one order.
        let edges: Vec<_> = (0..3).flat_map(|a| (3..6).map(move |b| (a, b))).collect();
        let mut sketch = sketch(6, &edges);
        first_guess(&mut sketch);
        assert_eq!(crossings(&sketch), 9);
    }

    #[test]
    fn a_planar_drawing_is_found() {
        // Two ladders whose nodes are listed crosswise.
        let mut sketch = sketch(7, &[(0, 2), (0, 1), (1, 5), (2, 6), (1, 3), (2, 4), (0, 6)]);
        reduce_crossings(&mut sketch);
        assert_eq!(crossings(&sketch), 0);
    }
}
