//! Graphs with coordinates, for the page.

use crate::protocol::{GraphPicture, PictureEdge, PictureNode};
use senet_draw::{Graph, NodeShape, Style, layout};

/// Lays a graph out.
pub(crate) fn picture(graph: &Graph) -> GraphPicture {
    let laid = layout(graph);
    let nodes = graph.nodes.iter().zip(&laid.nodes).map(|(node, at)| PictureNode {
        x: at.x,
        y: at.y,
        width: at.width,
        height: at.height,
        label: node.label.clone(),
        shape: match node.shape {
            NodeShape::Box => "box",
            NodeShape::Rounded => "rounded",
            NodeShape::Ellipse => "ellipse",
            NodeShape::Double => "double",
            NodeShape::Plain => "plain",
        }
        .to_owned(),
        class: node.class.clone(),
        tooltip: node.tooltip.clone(),
    });
    let edges = graph.edges.iter().zip(&laid.edges).map(|(edge, route)| PictureEdge {
        points: route.points.iter().map(|p| (p.x, p.y)).collect(),
        label: route
            .label
            .filter(|_| !edge.label.is_empty())
            .map(|at| (at.x + at.width / 2.0, at.y + at.height / 2.0, edge.label.clone())),
        dashed: edge.style != Style::Solid,
        from: edge.from as u32,
        to: edge.to as u32,
    });
    GraphPicture {
        title: graph.title.clone(),
        width: laid.width,
        height: laid.height,
        nodes: nodes.collect(),
        edges: edges.collect(),
    }
}
