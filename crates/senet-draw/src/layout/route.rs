//! Step 5: the lines of the edges, as straight as the items in their way allow.

use std::mem;

use super::sketch::{Item, Kind, Sketch};
use super::{Outline, Point, Sizes};
use crate::graph::{Graph, Shape};

/// Most space between the ends of two lines on one side of a node.
const BETWEEN_ENDS: f64 = 16.0;
/// How far a loop reaches out, half its height, and the least room it takes beside others.
const LOOP_REACH: f64 = 24.0;
const LOOP_HALF: f64 = 6.0;
const LOOP_ROOM: f64 = 18.0;
/// Between a line and the items it passes, and between a loop and its label.
const CLEAR: f64 = 6.0;

/// An edge in the frame.
pub(super) struct Line {
    /// The position of the edge in the graph.
    pub(super) edge: usize,
    pub(super) points: Vec<Point>,
    /// Centre, across and along.
    pub(super) label: Option<(Point, f64, f64)>,
    pub(super) far: bool,
}

/// The lines of all edges of a placed sketch.
pub(super) fn lines(sketch: &Sketch, sizes: &Sizes) -> Vec<Line> {
    let ends = ends(sketch, sizes);
    let line = |(p, &(start, end)): (usize, &(Point, Point))| {
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
        Line {
            edge,
            points,
            label,
            far: path.far,
        }
    };
    ends.iter().enumerate().map(line).collect()
}

/// Where each path leaves its upper node and enters its lower one.
fn ends(sketch: &Sketch, sizes: &Sizes) -> Vec<(Point, Point)> {
    let nodes = sketch.part.nodes.len();
    let mut below: Vec<Vec<(f64, usize)>> = vec![Vec::new(); nodes];
    let mut above: Vec<Vec<(f64, usize)>> = vec![Vec::new(); nodes];
    for (p, path) in sketch.paths.iter().enumerate() {
        let (&[first, second, ..], &[.., before, last]) = (&path.items[..], &path.items[..]) else {
            unreachable!("a path has two ends");
        };
        below[first].push((sketch.items[second].x, p));
        above[last].push((sketch.items[before].x, p));
    }
    let mut ends = vec![(Point::default(), Point::default()); sketch.paths.len()];
    for node in 0..nodes {
        let (item, outline) = (&sketch.items[node], &sizes.nodes[sketch.part.nodes[node]]);
        for (side, lines) in [(1.0, &mut below[node]), (-1.0, &mut above[node])] {
            lines.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let space = (2.0 * outline.reach() / lines.len() as f64).min(BETWEEN_ENDS);
            for (k, &(_, p)) in lines.iter().enumerate() {
                let offset = space * (k as f64 - (lines.len() - 1) as f64 / 2.0);
                let rim = outline.rim(outline.across / 2.0, outline.along / 2.0, offset);
                let end = Point {
                    x: item.x + offset,
                    y: item.y + side * rim,
                };
                if side > 0.0 {
                    ends[p].0 = end;
                } else {
                    ends[p].1 = end;
                }
            }
        }
    }
    ends
}

impl Outline {
    /// How far from the middle of a side lines may end.
    fn reach(&self) -> f64 {
        let half = self.across / 2.0;
        match self.shape {
            Shape::Ellipse => half * 0.6,
            Shape::Box | Shape::Rounded | Shape::Double | Shape::Plain => (half - 8.0).max(2.0),
        }
    }

    /// The distance from the centre to the outline, `offset` away from the middle of a side.
    /// `half` is half of that side.
    fn rim(&self, half: f64, other_half: f64, offset: f64) -> f64 {
        match self.shape {
            Shape::Ellipse => other_half * (1.0 - (offset / half).powi(2)).max(0.0).sqrt(),
            Shape::Box | Shape::Rounded | Shape::Double | Shape::Plain => other_half,
        }
    }
}

/// A place that a line passes, and how far to the sides it may pass instead.
struct Gate {
    at: Point,
    low: f64,
    high: f64,
}

/// The gates of a path and the place of its label.
fn gates(sketch: &Sketch, path: &[usize], start: Point, end: Point) -> (Vec<Gate>, Option<Point>) {
    let pin = |at: Point| Gate {
        at,
        low: at.x,
        high: at.x,
    };
    let mut gates = vec![pin(start)];
    let mut label = None;
    for (k, &i) in path.iter().enumerate() {
        let item = &sketch.items[i];
        let (top, bottom) = sketch.bands[item.layer];
        let (low, high) = match item.kind {
            Kind::Label => (item.x - item.before, item.x + item.after),
            Kind::Node | Kind::Bend => room(sketch, item),
        };
        let gate = |x: f64, y: f64| Gate {
            at: Point { x, y },
            low: low.min(x),
            high: high.max(x),
        };
        if k == 0 {
            gates.push(gate(start.x, bottom));
        } else if k + 1 == path.len() {
            gates.push(gate(end.x, top));
        } else {
            gates.push(gate(item.x, top));
            if item.kind == Kind::Label {
                let at = Point {
                    x: item.x,
                    y: item.y,
                };
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
    let high = layer
        .get(item.slot + 1)
        .map_or(f64::INFINITY, |&i| match &sketch.items[i] {
            other if other.kind == Kind::Bend => (other.x + item.x) / 2.0,
            other => other.x - other.before - CLEAR,
        });
    (low, high)
}

/// A line through all gates that goes straight as far as it can before each corner.
fn straighten(gates: &[Gate]) -> Vec<Point> {
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
    (LOOP_REACH + CLEAR + across, LOOP_ROOM.max(along + 4.0))
}

/// The loops at a node, one below the other on its far side.
pub(super) fn loops(graph: &Graph, sizes: &Sizes, node: usize, centre: Point) -> Vec<Line> {
    let outline = &sizes.nodes[node];
    let (across, along) = (outline.across / 2.0, outline.along / 2.0);
    let total = loop_room(sizes.loops[node].iter().map(|&e| sizes.labels[e])).1;
    let mut top = -total / 2.0;
    let mut lines = Vec::with_capacity(sizes.loops[node].len());
    for &edge in &sizes.loops[node] {
        debug_assert_eq!(graph.edges[edge].from, graph.edges[edge].to);
        let room = loop_size(sizes.labels[edge]).1;
        let middle = top + room / 2.0;
        top += room;
        let point = |x: f64, y: f64| Point {
            x: centre.x + x,
            y: centre.y + y,
        };
        let rim = |y: f64| outline.rim(along, across, y);
        let (from, to) = (middle - LOOP_HALF, middle + LOOP_HALF);
        let out = across + LOOP_REACH;
        let points = vec![
            point(rim(from), from),
            point(out, from),
            point(out, to),
            point(rim(to), to),
        ];
        let label = sizes.labels[edge].map(|(w, h)| (point(out + CLEAR + w / 2.0, middle), w, h));
        lines.push(Line {
            edge,
            points,
            label,
            far: false,
        });
    }
    lines
}
