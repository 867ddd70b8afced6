//! The SVG is well-formed and safe whatever the labels contain, and accessible.

use proptest::prelude::{any, proptest};

use crate::well_formed::check_well_formed;
use senet_draw::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, dot, svg, text};

fn hostile(label: &str, class: &str) -> Graph {
    let mut graph = Graph::new(label, FlowDirection::Down);
    let tooltip = Some(label.to_string());
    let a = graph.node(GraphNode { tooltip, ..GraphNode::new(label, NodeShape::Double, class) });
    let b = graph.node(GraphNode::new(label, NodeShape::Ellipse, class));
    for (from, to) in [(a, b), (b, a), (a, a)] {
        graph.edge(GraphEdge { class: class.to_string(), ..GraphEdge::new(from, to, label) });
    }
    graph
}

#[test]
fn a_label_is_never_markup() {
    for label in [
        "<script>alert(1)</script>",
        "\"'><img src=x onerror=alert(1)>",
        "]]>--><!--",
        "&amp;&#x0;&nope;",
        "a\0b\u{1b}[31mc\u{7f}\u{85}\u{fffe}\u{202e}",
        "</text></svg>",
    ] {
        let svg = svg(&hostile(label, label));
        check_well_formed(&svg);
        assert!(!svg.contains("<script") && !svg.contains("<img"));
    }
}

#[test]
fn people_who_do_not_see_it_get_the_content() {
    let mut graph = Graph::new("Stages of nim", FlowDirection::Right);
    let take = graph.node(GraphNode::new("take", NodeShape::Rounded, "interactive"));
    graph.edge(GraphEdge::new(take, take, "taken N"));
    let svg = svg(&graph);
    assert!(svg.contains("role=\"img\""));
    assert!(svg.contains(">Stages of nim</title>"));
    assert!(svg.contains("take [interactive]  → take (taken N)</desc>"));
    let id = svg.split("aria-labelledby=\"").nth(1).and_then(|s| s.split(' ').next());
    assert!(svg.contains(&format!("<title id=\"{}\"", id.expect("it is labelled"))));
}

#[test]
fn both_themes_are_there() {
    assert!(svg(&Graph::default()).contains("prefers-color-scheme:dark"));
    check_well_formed(&svg(&Graph::default()));
}

#[test]
fn what_is_cut_is_in_the_tooltip() {
    let label = "a very long label ".repeat(20);
    let mut graph = Graph::new("", FlowDirection::Down);
    graph.node(GraphNode::new(&label, NodeShape::Box, ""));
    assert!(svg(&graph).contains(&format!("<title>{label}</title>")));
}

proptest! {
    #[test]
    fn any_label_and_class_is_safe_everywhere(label in any::<String>(), class in any::<String>()) {
        let graph = hostile(&label, &class);
        check_well_formed(&svg(&graph));
        assert_eq!(svg(&graph), svg(&graph));
        for output in [text(&graph), dot(&graph)] {
            assert!(output.chars().all(|c| c == '\n' || !c.is_control()));
        }
        // In DOT, what is outside of quotes comes from us, so quotes come in pairs.
        for line in dot(&graph).lines() {
            let bare = line.replace("\\\\", "").replace("\\\"", "");
            assert_eq!(bare.matches('"').count() % 2, 0, "{line}");
        }
    }
}
