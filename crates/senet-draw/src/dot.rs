//! The graph in the language of GraphViz, for people who want to lay it out or restyle it there.

use std::fmt::Write;

use crate::graph::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, Style};
use crate::label::harmless;

/// The graph as a GraphViz file. GraphNode number `i` is called `ni`; classes become the `class`
/// attribute, which GraphViz copies into its SVG.
///
/// ```
/// use senet_draw::{FlowDirection, Graph, GraphNode, NodeShape, dot};
///
/// let mut graph = Graph::new("one", FlowDirection::Down);
/// graph.node(GraphNode::new("say \"hi\"", NodeShape::Ellipse, "atom"));
/// assert!(dot(&graph).contains(r#"n0 [label="say \"hi\"", shape=ellipse, class="atom"]"#));
/// ```
pub fn dot(graph: &Graph) -> String {
    let mut out = String::from("digraph {\n");
    let rankdir = match graph.direction {
        FlowDirection::Down => "TB",
        FlowDirection::Right => "LR",
    };
    line(&mut out, format_args!("graph [rankdir={rankdir}, charset=\"UTF-8\"]"));
    if !graph.title.is_empty() {
        line(&mut out, format_args!("graph [label={}, labelloc=t]", quote(&graph.title)));
    }
    line(&mut out, format_args!("node [fontname=\"Helvetica\", fontsize=14]"));
    line(&mut out, format_args!("edge [fontname=\"Helvetica\", fontsize=12]"));
    for (i, node) in graph.nodes.iter().enumerate() {
        line(&mut out, format_args!("n{i} [{}]", node_attributes(node)));
    }
    for (_, edge) in graph.drawn_edges() {
        let attributes = edge_attributes(edge);
        line(&mut out, format_args!("n{} -> n{}{attributes}", edge.from, edge.to));
    }
    out.push_str("}\n");
    out
}

fn line(out: &mut String, content: std::fmt::Arguments<'_>) {
    writeln!(out, "  {content}").expect("writing to a string cannot fail");
}

fn node_attributes(node: &GraphNode) -> String {
    let shape = match node.shape {
        NodeShape::Box => "box",
        NodeShape::Rounded => "box, style=rounded",
        NodeShape::Ellipse => "ellipse",
        NodeShape::Double => "box, peripheries=2",
        NodeShape::Plain => "plaintext",
    };
    let mut list = format!("label={}, shape={shape}", quote(&node.label));
    if !node.class.is_empty() {
        list += &format!(", class={}", quote(&node.class));
    }
    if let Some(tooltip) = &node.tooltip {
        list += &format!(", tooltip={}", quote(tooltip));
    }
    if let Some(group) = node.group {
        list += &format!(", group=\"{group}\"");
    }
    list
}

fn edge_attributes(edge: &GraphEdge) -> String {
    let mut list = Vec::new();
    if !edge.label.is_empty() {
        list.push(format!("label={}", quote(&edge.label)));
    }
    match edge.style {
        Style::Solid => {}
        Style::Dashed => list.push("style=dashed".to_string()),
        Style::Dotted => list.push("style=dotted".to_string()),
    }
    if !edge.class.is_empty() {
        list.push(format!("class={}", quote(&edge.class)));
    }
    if list.is_empty() { String::new() } else { format!(" [{}]", list.join(", ")) }
}

/// A quoted string that GraphViz shows as it is: it would also expand `\N` and `&lt;`.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in harmless(text).chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{dot, quote};
    use crate::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, Style};

    #[test]
    fn labels_are_shown_as_they_are() {
        assert_eq!(quote("a\"b\\N\nc&lt;"), r#""a\"b\\N\nc&amp;lt;""#);
        assert_eq!(quote("\u{1b}"), "\"\u{241b}\"");
    }

    #[test]
    fn everything_about_a_graph_is_written() {
        let mut graph = Graph::new("t", FlowDirection::Right);
        let tooltip = Some("tip".to_string());
        let a = graph.node(GraphNode {
            tooltip,
            group: Some(3),
            ..GraphNode::new("a", NodeShape::Double, "final")
        });
        graph.edge(GraphEdge { style: Style::Dashed, ..GraphEdge::new(a, a, "again") });
        graph.edge(GraphEdge::new(a, 7, "nowhere"));
        let dot = dot(&graph);
        assert!(dot.contains("rankdir=LR"));
        assert!(dot.contains(
            r#"n0 [label="a", shape=box, peripheries=2, class="final", tooltip="tip", group="3"]"#
        ));
        assert!(dot.contains(r#"n0 -> n0 [label="again", style=dashed]"#));
        assert!(!dot.contains("n7"));
    }
}
