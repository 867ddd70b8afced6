//! Positions, graphs and charts as pictures. A [`View`](senet_game::View) becomes text
//! ([`view_text`]) or SVG ([`view_svg`]), and so does a [`Chart`] ([`chart_text`], [`chart_svg`]); a
//! directed [`Graph`] becomes SVG, DOT, plain text or coordinates.
//!
//! This crate draws positions (`senet play`), stage diagrams (`senet graph`) and causal traces
//! (`senet trace`) inside the process. It never reads a file, prints, asks for the time, calls
//! GraphViz or keeps state: the same input always gives the same bytes. Any input is accepted,
//! whatever its shape and whatever its labels contain. It knows no rules; callers choose what is
//! shown, the labels and the classes.
//!
//! ```
//! use senet_draw::{FlowDirection, GraphEdge, Graph, GraphNode, NodeShape};
//!
//! let mut graph = Graph::new("Stages of tic-tac-toe", FlowDirection::Down);
//! let place = graph.node(GraphNode::new("place", NodeShape::Rounded, "interactive"));
//! let check = graph.node(GraphNode::new("check", NodeShape::Box, "automatic"));
//! let won = graph.node(GraphNode::new("won", NodeShape::Double, "final"));
//! graph.edge(GraphEdge::new(place, check, "moved P"));
//! graph.edge(GraphEdge::new(check, place, "no line"));
//! graph.edge(GraphEdge::new(check, won, "line P"));
//!
//! let layout = senet_draw::layout(&graph);
//! assert!(layout.nodes[place].y < layout.nodes[won].y);
//! assert!(senet_draw::svg(&graph).starts_with("<svg"));
//! assert!(senet_draw::dot(&graph).contains(r#"n0 -> n1 [label="moved P""#));
//! assert_eq!(
//!     senet_draw::text(&graph),
//!     "Stages of tic-tac-toe\n\
//!      place [interactive]  → check (moved P)\n\
//!      check [automatic]  → place (no line)  → won (line P)\n\
//!      won [final]\n"
//! );
//! ```
//!
//! # Why not a layout library
//!
//! The layout is the method of Sugiyama: undo cycles, assign layers, order each layer to reduce
//! crossings, assign coordinates, route. rust-sugiyama 0.4.0 panics on a self-loop, does not return
//! for some graphs of five nodes, takes more than a minute for 1,000 nodes with 3,000 edges, and gives coordinates of nodes only: no routes, no room for
//! labels on edges. Stage diagrams need exactly those things, so the steps are written here.

mod canvas;
mod chart;
mod dot;
mod graph;
mod heat;
mod hue;
mod label;
mod layout;
mod svg;
mod text;
mod view;

pub use chart::{Chart, Data, Line, Series, chart_svg, chart_text};
pub use dot::dot;
pub use graph::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, Style};
pub use heat::{Heat, heat_svg};
pub use label::harmless;
pub use layout::{GraphPoint, Layout, Rect, Route, layout};
pub use svg::svg;
pub use text::text;
pub use view::{
    BoardLabel, LabelAnchor, Marks, TextStyle, board_labels, dual_points, view_svg, view_text,
};
