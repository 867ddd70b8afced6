//! Before and after the steps: the connected parts of a graph, and where their drawings go.

use super::GraphPoint;
use super::sketch::{Part, Sketch};
use crate::graph::Graph;

/// Empty space between unconnected parts.
const BETWEEN_PARTS: f64 = 36.0;

/// The connected parts of the graph, in the order of their first nodes.
pub(super) fn parts(graph: &Graph) -> Vec<Part> {
    let mut neighbours = vec![Vec::new(); graph.nodes.len()];
    for (_, edge) in graph.drawn_edges() {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    // Which part a node is in, and which position it has there.
    let mut home: Vec<Option<usize>> = vec![None; graph.nodes.len()];
    let mut parts: Vec<Part> = Vec::new();
    for first in 0..graph.nodes.len() {
        if home[first].is_none() {
            home[first] = Some(parts.len());
            let mut found = vec![first];
            let mut next = 0;
            while let Some(&node) = found.get(next) {
                next += 1;
                for &other in &neighbours[node] {
                    if home[other].is_none() {
                        home[other] = Some(parts.len());
                        found.push(other);
                    }
                }
            }
            found.sort_unstable();
            parts.push(Part { nodes: found, ..Part::default() });
        }
    }
    let mut position = vec![0; graph.nodes.len()];
    for part in &parts {
        for (i, &node) in part.nodes.iter().enumerate() {
            position[node] = i;
        }
    }
    for (e, edge) in graph.drawn_edges().filter(|(_, edge)| edge.from != edge.to) {
        let part = &mut parts[home[edge.from].expect("every node is in a part")];
        part.edges.push(e);
        part.ends.push((position[edge.from], position[edge.to]));
    }
    parts
}

/// Where each part goes: in rows, about as wide in all as they are high.
pub(super) fn shelves(sketches: &[Sketch]) -> Vec<GraphPoint> {
    let (mut area, mut widest) = (0.0, 0.0_f64);
    for s in sketches {
        area += (s.across + BETWEEN_PARTS) * (s.along + BETWEEN_PARTS);
        widest = widest.max(s.across);
    }
    let row = widest.max(1.4 * f64::sqrt(area));
    let (mut x, mut y, mut depth) = (0.0, 0.0, 0.0_f64);
    let mut corners = Vec::with_capacity(sketches.len());
    for s in sketches {
        if x > 0.0 && x + s.across > row {
            x = 0.0;
            y += depth + BETWEEN_PARTS;
            depth = 0.0;
        }
        corners.push(GraphPoint { x, y });
        x += s.across + BETWEEN_PARTS;
        depth = depth.max(s.along);
    }
    corners
}
