//! The graph as a picture: SVG that stands alone, in a file or inside a page.

mod line;
mod style;

use std::fmt::Write;

use crate::graph::{Graph, GraphEdge, GraphNode, NodeShape, Style};
use crate::label::{EDGE_FONT, LINE, NODE_FONT, harmless, is_cut, lines};
use crate::layout::{Layout, Rect, Route, layout};
use crate::text::list;
use line::{rounded, split_tip};

/// Larger graphs are described by numbers, not in full.
const DESCRIBED: usize = 300;

/// The graph as an SVG image. It follows the reader's light or dark theme, has a title and a
/// description for screen readers, and needs nothing from outside. Labels are never markup.
///
/// ```
/// use senet_draw::{FlowDirection, Graph, GraphNode, NodeShape, svg};
///
/// let mut graph = Graph::new("<script>", FlowDirection::Down);
/// graph.node(GraphNode::new("a < b & c", NodeShape::Box, "rule"));
/// let svg = svg(&graph);
/// assert!(!svg.contains("<script>"));
/// assert!(svg.contains("a &lt; b &amp; c"));
/// ```
pub fn svg(graph: &Graph) -> String {
    let Layout { width, height, nodes, edges } = layout(graph);
    let mut out = Out(String::new());
    let id = identity(graph);
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"senet-graph\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-labelledby=\"{id}-title {id}-desc\">\n"
    ));
    let title = if graph.title.trim().is_empty() { "Graph" } else { &graph.title };
    out.put(format_args!("<title id=\"{id}-title\">{}</title>\n", escape(title)));
    out.put(format_args!("<desc id=\"{id}-desc\">{}</desc>\n", escape(&description(graph))));
    out.put(format_args!("<style>{}</style>\n", style::CSS));
    out.put(format_args!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n"));
    // Far edges first and nodes last: what is behind should be what matters least.
    for far in [true, false] {
        for (edge, route) in graph.edges.iter().zip(&edges).filter(|(_, r)| r.far == far) {
            out.edge(edge, route);
        }
    }
    for (node, rect) in graph.nodes.iter().zip(&nodes) {
        out.node(node, rect);
    }
    for (edge, route) in graph.edges.iter().zip(&edges) {
        out.edge_label(edge, route);
    }
    out.put(format_args!("</svg>\n"));
    out.0
}

/// The picture as far as it is written.
pub(crate) struct Out(pub(crate) String);

impl Out {
    pub(crate) fn put(&mut self, content: std::fmt::Arguments<'_>) {
        self.0.write_fmt(content).expect("writing to a string cannot fail");
    }

    fn node(&mut self, node: &GraphNode, rect: &Rect) {
        let group = node.group.map_or(String::new(), |g| format!(" data-group=\"{g}\""));
        self.put(format_args!("<g class=\"node {}\"{group}>", classes(&node.class)));
        let tooltip = node.tooltip.as_ref().or(is_cut(&node.label).then_some(&node.label));
        if let Some(tooltip) = tooltip {
            self.put(format_args!("<title>{}</title>", escape(tooltip)));
        }
        let Rect { x, y, width, height } = rect;
        let (cx, cy) = (x + width / 2.0, y + height / 2.0);
        match node.shape {
            NodeShape::Box => self.outline(rect, 2.0, 0.0),
            NodeShape::Rounded => self.outline(rect, 10.0, 0.0),
            NodeShape::Double => {
                self.outline(rect, 4.0, 0.0);
                self.outline(rect, 2.0, 3.5);
            }
            NodeShape::Ellipse => self.put(format_args!(
                "<ellipse cx=\"{cx:.1}\" cy=\"{cy:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/>",
                width / 2.0,
                height / 2.0
            )),
            NodeShape::Plain => {}
        }
        self.lines(&node.label, (cx, cy), NODE_FONT);
        self.put(format_args!("</g>\n"));
    }

    fn outline(&mut self, rect: &Rect, radius: f64, inset: f64) {
        self.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius}\"/>",
            rect.x + inset,
            rect.y + inset,
            rect.width - 2.0 * inset,
            rect.height - 2.0 * inset
        ));
    }

    fn edge(&mut self, edge: &GraphEdge, route: &Route) {
        let Some((line, tip)) = split_tip(&route.points) else {
            return;
        };
        let style = match edge.style {
            Style::Solid => "",
            Style::Dashed => " dashed",
            Style::Dotted => " dotted",
        };
        let far = if route.far { " far" } else { "" };
        self.put(format_args!("<g class=\"edge{style}{far} {}\">", classes(&edge.class)));
        self.put(format_args!("<path d=\"{}\"/>", rounded(&line)));
        let [a, b, c] = tip;
        self.put(format_args!(
            "<polygon points=\"{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}\"/></g>\n",
            a.x, a.y, b.x, b.y, c.x, c.y
        ));
    }

    fn edge_label(&mut self, edge: &GraphEdge, route: &Route) {
        let Some(Rect { x, y, width, height }) = route.label else {
            return;
        };
        self.put(format_args!("<g class=\"label {}\">", classes(&edge.class)));
        if is_cut(&edge.label) {
            self.put(format_args!("<title>{}</title>", escape(&edge.label)));
        }
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\"/>"
        ));
        self.lines(&edge.label, (x + width / 2.0, y + height / 2.0), EDGE_FONT);
        self.put(format_args!("</g>\n"));
    }

    /// Centred lines of text.
    fn lines(&mut self, label: &str, (cx, cy): (f64, f64), font: f64) {
        let lines = lines(label);
        // The baseline is about a third of a letter below the middle.
        let first = cy - (lines.len() as f64 - 1.0) / 2.0 * font * LINE + 0.35 * font;
        for (k, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let y = first + k as f64 * font * LINE;
            self.put(format_args!("<text x=\"{cx:.1}\" y=\"{y:.1}\">{}</text>", escape(line)));
        }
    }
}

fn description(graph: &Graph) -> String {
    let edges = graph.drawn_edges().count();
    let summary = format!("A directed graph with {} nodes and {edges} edges.", graph.nodes.len());
    if graph.nodes.len() + edges > DESCRIBED {
        return summary;
    }
    format!("{summary}\n{}", list(graph)).trim_end().to_string()
}

/// Text that is safe between tags and in quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in harmless(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The class names, reduced to letters, digits, `-` and `_`.
fn classes(class: &str) -> String {
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || " -_".contains(c) { c } else { '-' }
    };
    class.chars().map(safe).collect::<String>().trim().to_string()
}

/// A name for the ids in this picture: pages may hold several pictures. (FNV-1a of the content.)
fn identity(graph: &Graph) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let labels = graph.nodes.iter().map(|node| &node.label);
    for text in labels.chain(graph.edges.iter().map(|edge| &edge.label)).chain([&graph.title]) {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("g{hash:016x}")
}
