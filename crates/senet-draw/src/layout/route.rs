//! Step 5: the lines of the edges, as straight as the items in their way allow.

use std::mem;

use super::place::{Want, nearest};
use super::sketch::{Item, Kind, Sketch};
use super::{GraphPoint, Outline, Sizes};
use crate::graph::NodeShape;

/// Most space between the ends of two lines on one side of a node.
const BETWEEN_ENDS: f64 = 16.0;
/// Between a line and the items it passes.
const CLEAR: f64 = 6.0;

/// An edge in the frame.
pub(super) struct Line {
    /// The position of the edge in the graph.
    pub(super) edge: usize,
    pub(super) points: Vec<GraphPoint>,
    /// Centre, across and along.
    pub(super) label: Option<(GraphPoint, f64, f64)>,
    pub(super) far: bool,
}

/// The lines of all edges of a placed sketch.
pub(super) fn lines(sketch: &Sketch, sizes: &Sizes) -> Vec<Line> {
    let ends = ends(sketch, sizes);
    let line = |(p, &(start, end)): (usize, &(GraphPoint, GraphPoint))| {
        let path = &sketch.paths[p];
        let edge = sketch.part.edges[p];
        let (mut gates, label) = gates(sketch, &path.items, start, end);
        // A node that fills its layer has its gate on its outline; of the two the end counts.
        gates.dedup_by(|later, earlier| {
            let same = later.at.y - earlier.at.y < 0.5;
            if same && later.high <= later.low {
                mem::swap(later, earlier);
            }
            same
        });
        let mut points = straighten(&gates);
        if path.against {
            points.reverse();
        }
        let label = label.zip(sizes.labels[edge]).map(|(at, (w, h))| (at, w, h));
        Line { edge, points, label, far: path.far }
    };
    ends.iter().enumerate().map(line).collect()
}

/// Where each path leaves its upper node and enters its lower one.
fn ends(sketch: &Sketch, sizes: &Sizes) -> Vec<(GraphPoint, GraphPoint)> {
    // For each node the paths on its lower and upper side, by how far aside they lead.
    let mut below: Vec<Vec<(f64, usize)>> = vec![Vec::new(); sketch.part.nodes.len()];
    let mut above = below.clone();
    for (p, path) in sketch.paths.iter().enumerate() {
        let aside = |node: usize, next: usize| {
            let (node, next) = (&sketch.items[node], &sketch.items[next]);
            // Two nodes share the way to a straight line.
            (next.x - node.x) / if next.kind == Kind::Node { 2.0 } else { 1.0 }
        };
        let (first, last) = (path.items[0], path.items[path.items.len() - 1]);
        below[first].push((aside(first, path.items[1]), p));
        above[last].push((aside(last, path.items[path.items.len() - 2]), p));
    }
    let mut ends = vec![(GraphPoint::default(), GraphPoint::default()); sketch.paths.len()];
    for (node, (below, above)) in below.iter_mut().zip(&mut above).enumerate() {
        let (item, outline) = (&sketch.items[node], &sizes.nodes[sketch.part.nodes[node]]);
        let end = |offset: f64, side: f64| {
            let rim = outline.rim(outline.across / 2.0, outline.along / 2.0, offset);
            GraphPoint { x: item.x + offset, y: item.y + side * rim }
        };
        for (offset, &(_, p)) in spread(below, outline.reach()).into_iter().zip(&*below) {
            ends[p].0 = end(offset, 1.0);
        }
        for (offset, &(_, p)) in spread(above, outline.reach()).into_iter().zip(&*above) {
            ends[p].1 = end(offset, -1.0);
        }
    }
    ends
}

/// Sorts the lines on one side of a node and spreads their ends around its middle; a line that
/// would be almost straight is made straight.
fn spread(lines: &mut [(f64, usize)], reach: f64) -> Vec<f64> {
    const STRAIGHT: f64 = 14.0;
    lines.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let space = (2.0 * reach / lines.len() as f64).min(BETWEEN_ENDS);
    let want = |(k, &(aside, _)): (usize, &(f64, usize))| {
        let offset = space * k as f64;
        if aside.abs() <= STRAIGHT.min(reach) {
            return Want { weight: 100.0, sum: 100.0 * aside, offset };
        }
        Want { weight: 1.0, sum: 0.0, offset }
    };
    let wants: Vec<Want> = lines.iter().enumerate().map(want).collect();
    let last = wants.last().map_or(0.0, |want| want.offset);
    let inside =
        |(x, want): (f64, &Want)| x.clamp(want.offset - reach, reach - (last - want.offset));
    nearest(&wants).into_iter().zip(&wants).map(inside).collect()
}

impl Outline {
    /// Makes the sides long enough for this many lines to end there, within reason.
    pub(super) fn make_room(&mut self, lines: usize) {
        self.across = self.across.max(12.0 + 10.0 * lines.min(12) as f64);
    }

    /// How far from the middle of a side lines may end.
    fn reach(&self) -> f64 {
        let half = self.across / 2.0;
        match self.shape {
            NodeShape::Ellipse => half * 0.6,
            NodeShape::Box | NodeShape::Rounded | NodeShape::Double | NodeShape::Plain => {
                (half - 6.0).max(2.0)
            }
        }
    }

    /// The distance from the centre to the outline, `offset` away from the middle of a side.
    /// `half` is half of that side.
    pub(super) fn rim(&self, half: f64, other_half: f64, offset: f64) -> f64 {
        match self.shape {
            NodeShape::Ellipse => other_half * (1.0 - (offset / half).powi(2)).max(0.0).sqrt(),
            NodeShape::Box | NodeShape::Rounded | NodeShape::Double | NodeShape::Plain => {
                other_half
            }
        }
    }
}

/// A place that a line passes, and how far to the sides it may pass instead.
struct Gate {
    at: GraphPoint,
    low: f64,
    high: f64,
}

/// The gates of a path and the place of its label.
fn gates(
    sketch: &Sketch,
    path: &[usize],
    start: GraphPoint,
    end: GraphPoint,
) -> (Vec<Gate>, Option<GraphPoint>) {
    let pin = |at: GraphPoint| Gate { at, low: at.x, high: at.x };
    let mut gates = vec![pin(start)];
    let mut label = None;
    for (k, &i) in path.iter().enumerate() {
        let item = &sketch.items[i];
        let (top, bottom) = sketch.bands[item.layer];
        let (low, high) = match item.kind {
            Kind::Label => (item.x - item.before, item.x + item.after),
            Kind::Node | Kind::Bend => room(sketch, item),
        };
        let gate =
            |x: f64, y: f64| Gate { at: GraphPoint { x, y }, low: low.min(x), high: high.max(x) };
        if k == 0 {
            gates.push(gate(start.x, bottom));
        } else if k + 1 == path.len() {
            gates.push(gate(end.x, top));
        } else {
            gates.push(gate(item.x, top));
            if item.kind == Kind::Label {
                let at = GraphPoint { x: item.x, y: item.y };
                label = Some(at);
                gates.push(pin(at));
            }
            gates.push(gate(item.x, bottom));
        }
    }
    gates.push(pin(end));
    (gates, label)
}

/// The free room around an item in its layer; two neighbouring bends share the room between them.
fn room(sketch: &Sketch, item: &Item) -> (f64, f64) {
    let layer = &sketch.layers[item.layer];
    let left = item.slot.checked_sub(1).and_then(|slot| layer.get(slot));
    let low = left.map_or(f64::NEG_INFINITY, |&i| match &sketch.items[i] {
        other if other.kind == Kind::Bend => (other.x + item.x) / 2.0,
        other => other.x + other.after + CLEAR,
    });
    let high = layer.get(item.slot + 1).map_or(f64::INFINITY, |&i| match &sketch.items[i] {
        other if other.kind == Kind::Bend => (other.x + item.x) / 2.0,
        other => other.x - other.before - CLEAR,
    });
    (low, high)
}

/// A line through all gates that goes straight as far as it can before each corner.
fn straighten(gates: &[Gate]) -> Vec<GraphPoint> {
    // Keeps the work linear on very long edges.
    const LOOK_AHEAD: usize = 200;
    let mut points = vec![gates[0].at];
    let mut at = 0;
    while at + 1 < gates.len() {
        let from = gates[at].at;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut reached = at + 1;
        for (k, gate) in gates.iter().enumerate().skip(at + 1).take(LOOK_AHEAD) {
            let slope = |x: f64| (x - from.x) / (gate.at.y - from.y).max(0.01);
            if slope(gate.at.x) >= low - 1e-9 && slope(gate.at.x) <= high + 1e-9 {
                reached = k;
            }
            low = low.max(slope(gate.low));
            high = high.min(slope(gate.high));
            if low > high + 1e-9 {
                break;
            }
        }
        points.push(gates[reached].at);
        at = reached;
    }
    points
}
