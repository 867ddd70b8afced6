//! Loops: edges from a node to itself, drawn beside the node with their labels.

use super::route::Line;
use super::{GraphPoint, Sizes};

/// How far a loop reaches out, half its height, and the least room it takes beside others.
const LOOP_REACH: f64 = 24.0;
const LOOP_HALF: f64 = 6.0;
const LOOP_ROOM: f64 = 18.0;
/// Between a loop and its label.
const TO_LABEL: f64 = 6.0;

/// The room that loops with these labels need beside a node, and the height of the node that they
/// need.
pub(super) fn loop_room(labels: impl Iterator<Item = Option<(f64, f64)>>) -> (f64, f64) {
    let (mut beside, mut along) = (0.0_f64, 0.0);
    for label in labels {
        let (across, room) = loop_size(label);
        beside = beside.max(across);
        along += room;
    }
    (beside, along)
}

fn loop_size(label: Option<(f64, f64)>) -> (f64, f64) {
    let (across, along) = label.unwrap_or((0.0, 0.0));
    (LOOP_REACH + TO_LABEL + across, LOOP_ROOM.max(along + 4.0))
}

/// The loops at a node, one below the other on its far side.
pub(super) fn loops(sizes: &Sizes, node: usize, centre: GraphPoint) -> Vec<Line> {
    let outline = &sizes.nodes[node];
    let (across, along) = (outline.across / 2.0, outline.along / 2.0);
    let total = loop_room(sizes.loops[node].iter().map(|&e| sizes.labels[e])).1;
    let mut top = -total / 2.0;
    let mut lines = Vec::with_capacity(sizes.loops[node].len());
    for &edge in &sizes.loops[node] {
        let room = loop_size(sizes.labels[edge]).1;
        let middle = top + room / 2.0;
        top += room;
        let point = |x: f64, y: f64| GraphPoint { x: centre.x + x, y: centre.y + y };
        let rim = |y: f64| outline.rim(along, across, y);
        let (from, to) = (middle - LOOP_HALF, middle + LOOP_HALF);
        let out = across + LOOP_REACH;
        let points =
            vec![point(rim(from), from), point(out, from), point(out, to), point(rim(to), to)];
        let label =
            sizes.labels[edge].map(|(w, h)| (point(out + TO_LABEL + w / 2.0, middle), w, h));
        lines.push(Line { edge, points, label, far: false });
    }
    lines
}
