//! The layout: from a graph to boxes and lines, by the method of Sugiyama.
//!
//! Every connected part is laid out alone ([`parts`]): [`layers`] breaks cycles and assigns layers,
//! [`sketch`] adds bends and labels as items of their own, [`order`] reduces crossings, [`place`]
//! finds coordinates, [`route`] and [`loops`] draw the lines. The parts are then put in rows.
//!
//! All steps work in a frame in which edges point down: *across* is the way along a layer, *along*
//! is the way from layer to layer. Only this file knows about [`Direction`].

mod layers;
mod loops;
mod order;
mod parts;
mod place;
mod route;
mod sketch;

use serde::Serialize;

use crate::graph::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape};
use crate::label::{edge_label_size, node_size};
use loops::loop_room;
use parts::{parts, shelves};
use route::Line;
use sketch::Sketch;

/// Most bends of all edges together; the longest edges beyond that run straight.
const MOST_BENDS: usize = 30_000;
/// Empty space around the picture.
const MARGIN: f64 = 16.0;

/// Where everything is, in pixels from the top left corner.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Layout {
    /// The width of the picture.
    pub width: f64,
    /// The height of the picture.
    pub height: f64,
    /// The box of each node, in the order of the graph.
    pub nodes: Vec<Rect>,
    /// The line of each edge, in the order of the graph.
    pub edges: Vec<Route>,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rect {
    /// The left side.
    pub x: f64,
    /// The top side.
    pub y: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// The line of an edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Route {
    /// The corners, from the outline of the first node to that of the second; empty for an edge
    /// that names a missing node.
    pub points: Vec<GraphPoint>,
    /// The room of the label, if the edge has one; it touches no node and no other label.
    pub label: Option<Rect>,
    /// Whether the edge was too long to be led around nodes, so that it may run behind some.
    pub far: bool,
}

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct GraphPoint {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// Finds places for the nodes and lines for the edges. In a graph without cycles every edge points
/// in the direction of the graph.
///
/// ```
/// use senet_draw::{FlowDirection, GraphEdge, Graph, GraphNode, layout};
///
/// let mut graph = Graph::new("two nodes", FlowDirection::Right);
/// let (a, b) = (graph.node(GraphNode::default()), graph.node(GraphNode::default()));
/// graph.edge(GraphEdge::new(a, b, "then"));
/// let layout = layout(&graph);
/// assert!(layout.nodes[a].x + layout.nodes[a].width < layout.nodes[b].x);
/// ```
pub fn layout(graph: &Graph) -> Layout {
    let mut sizes = Sizes::of(graph);
    let mut bends = MOST_BENDS;
    let sketches: Vec<Sketch> = parts(graph)
        .into_iter()
        .map(|part| {
            let mut sketch = Sketch::new(part, graph, &mut sizes, &mut bends);
            order::reduce_crossings(&mut sketch);
            place::assign(&mut sketch);
            sketch
        })
        .collect();

    let mut canvas = Canvas::new(graph);
    for (sketch, corner) in sketches.iter().zip(shelves(&sketches)) {
        for (item, &node) in sketch.items.iter().zip(&sketch.part.nodes) {
            let Outline { across, along, .. } = sizes.nodes[node];
            let at = GraphPoint { x: corner.x + item.x, y: corner.y + item.y };
            canvas.layout.nodes[node] = canvas.rect(at, across, along);
            for line in loops::loops(&sizes, node, at) {
                canvas.draw(line, GraphPoint::default());
            }
        }
        for line in route::lines(sketch, &sizes) {
            canvas.draw(line, corner);
        }
    }
    canvas.layout
}

/// How much room each node and label takes, in the frame.
struct Sizes {
    nodes: Vec<Outline>,
    /// Across and along, for edges with a label.
    labels: Vec<Option<(f64, f64)>>,
    /// The loops at each node.
    loops: Vec<Vec<usize>>,
}

/// The outline of a node around its centre.
#[derive(Clone, Copy)]
struct Outline {
    shape: NodeShape,
    across: f64,
    along: f64,
    /// Room for loops beside the node.
    beside: f64,
}

impl Sizes {
    fn of(graph: &Graph) -> Self {
        let turn = |(w, h)| {
            if graph.direction == FlowDirection::Down { (w, h) } else { (h, w) }
        };
        let label = |e: &GraphEdge| edge_label_size(&e.label).map(turn);
        let labels: Vec<_> = graph.edges.iter().map(label).collect();
        let mut loops: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
        for (e, edge) in graph.drawn_edges().filter(|(_, edge)| edge.from == edge.to) {
            loops[edge.from].push(e);
        }
        let outline = |(n, node): (usize, &GraphNode)| {
            let (across, along) = turn(node_size(node));
            let (beside, needed) = loop_room(loops[n].iter().map(|&e| labels[e]));
            Outline { shape: node.shape, across, along: along.max(needed), beside }
        };
        let nodes = graph.nodes.iter().enumerate().map(outline).collect();
        Self { nodes, labels, loops }
    }
}

/// Turns the frame into the direction of the graph and keeps count of the size of the picture.
struct Canvas {
    direction: FlowDirection,
    layout: Layout,
}

impl Canvas {
    fn new(graph: &Graph) -> Self {
        let layout = Layout {
            width: 2.0 * MARGIN,
            height: 2.0 * MARGIN,
            nodes: vec![Rect::default(); graph.nodes.len()],
            edges: vec![Route::default(); graph.edges.len()],
        };
        Self { direction: graph.direction, layout }
    }

    fn draw(&mut self, line: Line, corner: GraphPoint) {
        let shift = |p: GraphPoint| GraphPoint { x: corner.x + p.x, y: corner.y + p.y };
        let points = line.points.into_iter().map(|p| self.point(shift(p))).collect();
        let label = line.label.map(|(at, across, along)| self.rect(shift(at), across, along));
        self.layout.edges[line.edge] = Route { points, label, far: line.far };
    }

    fn point(&mut self, p: GraphPoint) -> GraphPoint {
        let (x, y) = self.turn(p.x, p.y);
        let point = GraphPoint { x: round(MARGIN + x), y: round(MARGIN + y) };
        self.layout.width = self.layout.width.max(point.x + MARGIN).ceil();
        self.layout.height = self.layout.height.max(point.y + MARGIN).ceil();
        point
    }

    fn rect(&mut self, centre: GraphPoint, across: f64, along: f64) -> Rect {
        let corner =
            self.point(GraphPoint { x: centre.x - across / 2.0, y: centre.y - along / 2.0 });
        self.point(GraphPoint { x: centre.x + across / 2.0, y: centre.y + along / 2.0 });
        let (width, height) = self.turn(across, along);
        Rect { x: corner.x, y: corner.y, width: round(width), height: round(height) }
    }

    fn turn(&self, across: f64, along: f64) -> (f64, f64) {
        match self.direction {
            FlowDirection::Down => (across, along),
            FlowDirection::Right => (along, across),
        }
    }
}

/// A tenth of a pixel is enough, and keeps the files small.
fn round(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}
