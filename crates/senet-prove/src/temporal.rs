//! Properties of a graph of positions: what is on every way, what can still be reached, what returns.
//!
//! The fragment of computation tree logic that properties need, by the usual graph searches (Clarke,
//! Emerson and Sistla, *Automatic verification of finite-state concurrent systems*, 1986). Where the graph
//! is not complete, an answer is given only if it holds however the graph goes on.

use crate::graph::{NodeId, PositionGraph};

/// What was found about a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A node is reached by these moves.
    Found(Vec<u32>),
    /// No node has it, and there are no others.
    Nowhere,
    /// For each node, how many moves lead to the property at most (or at least); the property holds at 0.
    Ranked(Vec<u32>),
    /// After these moves, it cannot be reached any more.
    Trapped { path: Vec<u32>, trap: Vec<NodeId> },
    /// These moves lead to an end, or on for ever, without it: back to where `back` moves led.
    Avoided { path: Vec<u32>, back: Option<usize> },
    /// In no play twice.
    NeverTwice,
    /// The graph is not complete, and nothing was found in what there is.
    Open,
}

/// The first node with a flag.
pub(crate) fn reach(graph: &PositionGraph, property: usize) -> Finding {
    match graph.nodes().find(|node| graph.flag(*node, property)) {
        Some(node) => Finding::Found(graph.path(node)),
        None if graph.is_complete() => Finding::Nowhere,
        None => Finding::Open,
    }
}

/// A distance that no number of moves is.
const FAR: u32 = u32::MAX;

/// For each node, how many moves lead to the goal at least; what was not expanded may lead to it.
fn distances(graph: &PositionGraph, goal: impl Fn(NodeId) -> bool) -> Vec<u32> {
    // Breadth-first search backwards from the goal, linear in the graph. To count what was not expanded
    // as goal is the cautious side: a node from which not even that is reached is a trap however the
    // graph goes on.
    let (first, back) = backward(graph);
    let mut rank = vec![FAR; graph.len()];
    let open = |node: &NodeId| goal(*node) || !graph.is_expanded(*node);
    let mut queue: Vec<NodeId> = graph.nodes().filter(open).collect();
    queue.iter().for_each(|node| rank[node.index()] = 0);
    let mut at = 0;
    while at < queue.len() {
        let node = queue[at];
        at += 1;
        for before in &back[first[node.index()]..first[node.index() + 1]] {
            if rank[before.index()] == FAR {
                rank[before.index()] = rank[node.index()] + 1;
                queue.push(*before);
            }
        }
    }
    rank
}

/// Whether the property can be reached from everywhere.
pub(crate) fn always_possible(graph: &PositionGraph, goal: impl Fn(NodeId) -> bool) -> Finding {
    let rank = distances(graph, goal);
    match rank.iter().position(|r| *r == FAR) {
        Some(node) => {
            let node = NodeId(node as u32);
            Finding::Trapped { path: graph.path(node), trap: closure(graph, node) }
        }
        None if graph.is_complete() => Finding::Ranked(rank),
        None => Finding::Open,
    }
}

/// How many nodes there are in which play goes on and the goal cannot be reached, and a shortest way to
/// one.
pub(crate) fn dead(
    graph: &PositionGraph,
    goal: impl Fn(NodeId) -> bool,
) -> Option<(usize, Vec<u32>)> {
    let rank = distances(graph, goal);
    // Where play is over, nothing is to be reached any more.
    let is_dead = |n: &NodeId| rank[n.index()] == FAR && !graph.turn(*n).is_over();
    let first = graph.nodes().find(is_dead)?;
    Some((graph.nodes().filter(is_dead).count(), graph.path(first)))
}

/// Whether the nodes of a set lead round in a circle.
pub(crate) fn has_cycle(graph: &PositionGraph, inside: impl Fn(NodeId) -> bool) -> bool {
    // Kahn's algorithm: what is left after taking away nodes without predecessors is on cycles, or
    // behind them.
    let mut before = vec![0u32; graph.len()];
    for node in graph.nodes().filter(|n| inside(*n)) {
        graph.next(node).iter().filter(|n| inside(**n)).for_each(|n| before[n.index()] += 1);
    }
    let mut queue: Vec<NodeId> =
        graph.nodes().filter(|n| inside(*n) && before[n.index()] == 0).collect();
    let mut at = 0;
    while at < queue.len() {
        for next in graph.next(queue[at]).iter().filter(|n| inside(**n)) {
            before[next.index()] -= 1;
            if before[next.index()] == 0 {
                queue.push(*next);
            }
        }
        at += 1;
    }
    queue.len() < graph.nodes().filter(|n| inside(*n)).count()
}

/// Everything that can be reached from a node.
fn closure(graph: &PositionGraph, from: NodeId) -> Vec<NodeId> {
    let mut seen = vec![false; graph.len()];
    seen[from.index()] = true;
    let mut out = vec![from];
    let mut at = 0;
    while at < out.len() {
        for next in graph.next(out[at]) {
            if !std::mem::replace(&mut seen[next.index()], true) {
                out.push(*next);
            }
        }
        at += 1;
    }
    out.sort();
    out
}

/// Predecessors of all nodes, in order: where those of each begin, and all of them.
fn backward(graph: &PositionGraph) -> (Vec<usize>, Vec<NodeId>) {
    // A counting sort by target: counts are kept two places further on, so that after summing up and
    // filling in, each entry has become the first index of its node.
    let mut first = vec![0; graph.len() + 2];
    for node in graph.nodes() {
        graph.next(node).iter().for_each(|next| first[next.index() + 2] += 1);
    }
    for i in 2..first.len() {
        first[i] += first[i - 1];
    }
    let mut back = vec![NodeId(0); graph.edge_count()];
    for node in graph.nodes() {
        for next in graph.next(node) {
            back[first[next.index() + 1]] = node;
            first[next.index() + 1] += 1;
        }
    }
    first.pop();
    (first, back)
}

/// Whether every play comes to the property.
pub(crate) fn inevitable(graph: &PositionGraph, goal: impl Fn(NodeId) -> bool) -> Finding {
    if goal(NodeId::START) {
        return if graph.is_complete() { ranked(graph, &goal) } else { Finding::Open };
    }
    // `AF goal` fails if a play avoids the goal for ever (`EG not goal`): it ends without it, or it runs
    // into a cycle of positions without it.
    // Breadth first over what avoids the goal: an end here is the shortest play that misses it.
    let mut from: Vec<Option<(NodeId, u32)>> = vec![None; graph.len()];
    let mut seen = vec![false; graph.len()];
    seen[0] = true;
    let mut queue = vec![NodeId::START];
    let mut at = 0;
    let path = |from: &[Option<(NodeId, u32)>], to: NodeId| {
        let (mut out, mut node) = (Vec::new(), to);
        while let Some((before, mv)) = from[node.index()] {
            out.push((before, mv));
            node = before;
        }
        out.reverse();
        out
    };
    while at < queue.len() {
        let node = queue[at];
        at += 1;
        if graph.turn(node).is_over() {
            let path = path(&from, node).into_iter().map(|(_, mv)| mv).collect();
            return Finding::Avoided { path, back: None };
        }
        for (i, next) in graph.next(node).iter().enumerate() {
            if !goal(*next) && !std::mem::replace(&mut seen[next.index()], true) {
                from[next.index()] = Some((node, i as u32));
                queue.push(*next);
            }
        }
    }
    // A cycle that avoids it: depth first with an explicit stack; grey nodes are on the stack.
    let mut colour = vec![0u8; graph.len()];
    let mut stack: Vec<(NodeId, usize)> = vec![(NodeId::START, 0)];
    colour[0] = 1;
    while let Some((node, i)) = stack.last_mut() {
        let node = *node;
        let Some(next) = graph.next(node).get(*i).copied() else {
            colour[node.index()] = 2;
            stack.pop();
            continue;
        };
        *i += 1;
        if goal(next) {
            continue;
        }
        match colour[next.index()] {
            0 => {
                colour[next.index()] = 1;
                stack.push((next, 0));
            }
            1 => {
                let back =
                    stack.iter().position(|(n, _)| *n == next).expect("grey is on the stack");
                let path = stack.iter().map(|(_, i)| *i as u32 - 1).collect();
                return Finding::Avoided { path, back: Some(back) };
            }
            _ => {}
        }
    }
    if graph.is_complete() { ranked(graph, &goal) } else { Finding::Open }
}

/// For each node, how many moves lead to the goal at most; nodes from which it can be missed, which no
/// play without the goal reaches, have the largest number.
fn ranked(graph: &PositionGraph, goal: &impl Fn(NodeId) -> bool) -> Finding {
    const OPEN: u32 = u32::MAX;
    let mut rank = vec![OPEN; graph.len()];
    let (first, back) = backward(graph);
    // As in retrograde analysis: each node counts its successors without a rank, and when the last of them
    // has got one, its own is one more than the largest. Linear in the graph. Nodes on a cycle without the
    // goal, and all before them, never get there.
    let mut left: Vec<u32> = graph.nodes().map(|n| graph.next(n).len() as u32).collect();
    let mut queue: Vec<NodeId> = graph.nodes().filter(|n| goal(*n)).collect();
    queue.iter().for_each(|node| rank[node.index()] = 0);
    let mut at = 0;
    while at < queue.len() {
        let node = queue[at];
        at += 1;
        for before in &back[first[node.index()]..first[node.index() + 1]] {
            left[before.index()] -= 1;
            if left[before.index()] == 0 && rank[before.index()] == OPEN {
                let most = graph.next(*before).iter().map(|n| rank[n.index()]).max();
                rank[before.index()] = most.map_or(0, |most| most + 1);
                queue.push(*before);
            }
        }
    }
    Finding::Ranked(rank)
}

/// Whether the property begins to hold at most once in a play. Phases: 0 not yet, 1 it holds, 2 it held.
pub(crate) fn once(graph: &PositionGraph, property: usize) -> Finding {
    // Breadth-first search in the product of the graph with an automaton of three states. A node can be
    // met in each of them, hence a predecessor for each; linear in three times the graph.
    let step = |phase: u8, node: NodeId| match (phase, graph.flag(node, property)) {
        (0, false) => Some(0),
        (0 | 1, true) => Some(1),
        (1 | 2, false) => Some(2),
        _ => None,
    };
    let mut phases = vec![0u8; graph.len()];
    let mut from: Vec<[Option<(NodeId, u8, u32)>; 3]> = vec![[None; 3]; graph.len()];
    let begin = step(0, NodeId::START).expect("nothing was before the start");
    phases[0] = 1 << begin;
    let mut queue = vec![(NodeId::START, begin)];
    let mut at = 0;
    while at < queue.len() {
        let (node, phase) = queue[at];
        at += 1;
        for (i, next) in graph.next(node).iter().enumerate() {
            let Some(then) = step(phase, *next) else {
                let mut path = vec![i as u32];
                let mut back = (node, phase);
                while let Some((before, phase, mv)) = from[back.0.index()][usize::from(back.1)] {
                    path.push(mv);
                    back = (before, phase);
                }
                path.reverse();
                return Finding::Found(path);
            };
            if phases[next.index()] >> then & 1 == 0 {
                phases[next.index()] |= 1 << then;
                from[next.index()][usize::from(then)] = Some((node, phase, i as u32));
                queue.push((*next, then));
            }
        }
    }
    if graph.is_complete() { Finding::NeverTwice } else { Finding::Open }
}
