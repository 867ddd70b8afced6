//! The input: a directed graph with labels, shapes and classes, as plain data.

use serde::Serialize;

/// A directed graph to draw; every value can be drawn.
///
/// List the node where reading starts first: cycles are broken so that it stays first. An edge that
/// names a node which does not exist is left out of every drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// What the picture shows, for people who hear it rather than see it.
    pub title: String,
    /// The way most edges point.
    pub direction: FlowDirection,
    /// The nodes; edges name them by position.
    pub nodes: Vec<GraphNode>,
    /// The edges, in the order in which the text form lists them.
    pub edges: Vec<GraphEdge>,
}

impl Graph {
    /// A graph without nodes.
    pub fn new(title: impl Into<String>, direction: FlowDirection) -> Self {
        Self { title: title.into(), direction, ..Self::default() }
    }

    /// Adds a node and returns its position, which edges use as its name.
    pub fn node(&mut self, node: GraphNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds an edge and returns its position.
    pub fn edge(&mut self, edge: GraphEdge) -> usize {
        self.edges.push(edge);
        self.edges.len() - 1
    }

    /// The edges that can be drawn, with their positions.
    pub(crate) fn drawn_edges(&self) -> impl Iterator<Item = (usize, &GraphEdge)> {
        let n = self.nodes.len();
        self.edges.iter().enumerate().filter(move |(_, e)| e.from < n && e.to < n)
    }
}

/// The way most edges point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FlowDirection {
    /// From top to bottom: many short labels, deep graphs.
    #[default]
    Down,
    /// From left to right: long labels on edges.
    Right,
}

/// One node of a [`Graph`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GraphNode {
    /// The text inside, of any length and with any characters; `\n` starts a new line.
    pub label: String,
    /// The outline.
    pub shape: NodeShape,
    /// The role, which decides the colour: `start`, `interactive`, `automatic`, `final`, `rule`,
    /// `atom`, `link` and `chance` have colours; others are grey. Several, with spaces, are fine.
    pub class: String,
    /// What a pointer over the node shows.
    pub tooltip: Option<String>,
    /// Nodes that belong together: edges inside a group are kept straight, so that a group reads
    /// as a lane, and a page may fold it.
    pub group: Option<u32>,
}

impl GraphNode {
    /// A node without tooltip and group.
    pub fn new(label: impl Into<String>, shape: NodeShape, class: impl Into<String>) -> Self {
        Self { label: label.into(), shape, class: class.into(), ..Self::default() }
    }
}

/// The outline of a [`GraphNode`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeShape {
    /// A rectangle.
    #[default]
    Box,
    /// A rectangle with round corners.
    Rounded,
    /// An ellipse.
    Ellipse,
    /// A rectangle with a double line: the end of something.
    Double,
    /// Only the text.
    Plain,
}

/// One edge of a [`Graph`]; loops and several edges between the same nodes are fine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GraphEdge {
    /// The position of the node where it starts.
    pub from: usize,
    /// The position of the node where it ends.
    pub to: usize,
    /// The text beside it; empty for none.
    pub label: String,
    /// The line.
    pub style: Style,
    /// The role, which decides the colour, as for nodes.
    pub class: String,
}

impl GraphEdge {
    /// A solid edge without class.
    pub fn new(from: usize, to: usize, label: impl Into<String>) -> Self {
        Self { from, to, label: label.into(), ..Self::default() }
    }
}

/// The line of an [`GraphEdge`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// An unbroken line.
    #[default]
    Solid,
    /// A line of dashes.
    Dashed,
    /// A line of dots.
    Dotted,
}
