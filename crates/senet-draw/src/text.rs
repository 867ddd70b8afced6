//! The graph as lines of text, for terminals and for people who hear the picture.

use crate::graph::{Graph, GraphEdge, Style};
use crate::label::one_line;

/// The title, then one line per node: its label, its class, and each edge that leaves it with the
/// label of the edge. Nodes with the same label are told apart by their position.
///
/// ```
/// use senet_draw::{FlowDirection, GraphEdge, Graph, GraphNode, NodeShape, text};
///
/// let mut graph = Graph::new("", FlowDirection::Down);
/// let a = graph.node(GraphNode::new("roll", NodeShape::Box, "chance"));
/// let b = graph.node(GraphNode::new("roll", NodeShape::Box, ""));
/// graph.edge(GraphEdge::new(a, b, "a six"));
/// assert_eq!(text(&graph), "roll #0 [chance]  → roll #1 (a six)\nroll #1\n");
/// ```
pub fn text(graph: &Graph) -> String {
    let title = one_line(&graph.title);
    let list = list(graph);
    if title.is_empty() { list } else { format!("{title}\n{list}") }
}

/// The text without the title.
pub(crate) fn list(graph: &Graph) -> String {
    let names = names(graph);
    let mut leaving: Vec<Vec<&GraphEdge>> = vec![Vec::new(); graph.nodes.len()];
    for (_, edge) in graph.drawn_edges() {
        leaving[edge.from].push(edge);
    }
    let mut out = String::new();
    for ((node, name), edges) in graph.nodes.iter().zip(&names).zip(&leaving) {
        out += name;
        let class = one_line(&node.class);
        if !class.is_empty() {
            out += &format!(" [{class}]");
        }
        for edge in edges {
            let arrow = match edge.style {
                Style::Solid => '→',
                Style::Dashed => '⇢',
                Style::Dotted => '⤏',
            };
            out += &format!("  {arrow} {}", names[edge.to]);
            let label = one_line(&edge.label);
            if !label.is_empty() {
                out += &format!(" ({label})");
            }
        }
        out.push('\n');
    }
    out
}

/// A name for each node that no other node has.
fn names(graph: &Graph) -> Vec<String> {
    let labels: Vec<String> = graph.nodes.iter().map(|node| one_line(&node.label)).collect();
    let mut sorted: Vec<&String> = labels.iter().collect();
    sorted.sort_unstable();
    let is_repeated = |label: &String| {
        let first = sorted.partition_point(|other| *other < label);
        label.is_empty() || sorted.get(first + 1) == Some(&label)
    };
    let name = |(i, label): (usize, &String)| match is_repeated(label) {
        true => format!("{label} #{i}").trim_start().to_string(),
        false => label.clone(),
    };
    labels.iter().enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, Style};

    #[test]
    fn a_node_is_one_line_whatever_its_label() {
        let mut graph = Graph::new("two\nlines", FlowDirection::Down);
        let a = graph.node(GraphNode::new("a\nb\u{1b}[2J", NodeShape::Box, ""));
        let b = graph.node(GraphNode::new("", NodeShape::Box, ""));
        graph.edge(GraphEdge { style: Style::Dashed, ..GraphEdge::new(a, b, "x\ny") });
        graph.edge(GraphEdge::new(a, 9, "nowhere"));
        assert_eq!(text(&graph), "two lines\na b␛[2J  ⇢ #1 (x y)\n#1\n");
    }

    #[test]
    fn nothing_to_say() {
        assert_eq!(text(&Graph::default()), "");
    }
}
