//! What a reader of a drawing would notice, on chosen graphs and on random ones.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};

use senet_draw::{
    FlowDirection, Graph, GraphEdge, GraphNode, GraphPoint, Layout, NodeShape, Rect, Style, layout,
};

/// Coordinates are rounded to a tenth of a pixel.
const ROUNDING: f64 = 0.3;

fn graph(nodes: usize, edges: &[(usize, usize)], label: &str) -> Graph {
    let mut graph = Graph::new("test", FlowDirection::Down);
    for i in 0..nodes {
        graph.node(GraphNode::new(format!("node {i}"), NodeShape::Box, "rule"));
    }
    graph.edges = edges.iter().map(|&(from, to)| GraphEdge::new(from, to, label)).collect();
    graph
}

fn meet(a: &Rect, b: &Rect) -> bool {
    a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y
}

fn is_on_outline(p: GraphPoint, shape: NodeShape, r: &Rect) -> bool {
    let (dx, dy) = (p.x - r.x - r.width / 2.0, p.y - r.y - r.height / 2.0);
    if shape == NodeShape::Ellipse {
        let radius = (dx / (r.width / 2.0)).hypot(dy / (r.height / 2.0));
        return (radius - 1.0).abs() < 0.03;
    }
    let (out_x, out_y) = (dx.abs() - r.width / 2.0, dy.abs() - r.height / 2.0);
    out_x.max(out_y).abs() < ROUNDING
}

/// Whether a straight piece of a line enters a rectangle (Liang and Barsky's clipping).
fn enters(a: GraphPoint, b: GraphPoint, r: &Rect) -> bool {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    let axes = [(a.x, b.x, r.x, r.x + r.width), (a.y, b.y, r.y, r.y + r.height)];
    for (from, to, low, high) in axes {
        let (low, high) = (low + 1.0, high - 1.0);
        if (to - from).abs() < 1e-9 {
            if from <= low || from >= high {
                return false;
            }
        } else {
            let (t, u) = ((low - from) / (to - from), (high - from) / (to - from));
            start = start.max(t.min(u));
            end = end.min(t.max(u));
        }
    }
    start < end
}

fn check(graph: &Graph) -> Layout {
    let layout = layout(graph);
    assert_eq!(layout, senet_draw::layout(graph), "the same graph, the same layout");
    assert_eq!((layout.nodes.len(), layout.edges.len()), (graph.nodes.len(), graph.edges.len()));

    let labels = layout.edges.iter().filter_map(|route| route.label);
    let boxes: Vec<Rect> = layout.nodes.iter().copied().chain(labels).collect();
    for (i, a) in boxes.iter().enumerate() {
        assert!(a.x >= 0.0 && a.x + a.width <= layout.width, "{a:?} is in the picture");
        assert!(a.y >= 0.0 && a.y + a.height <= layout.height, "{a:?} is in the picture");
        for b in &boxes[..i] {
            assert!(!meet(a, b), "{a:?} and {b:?} do not overlap");
        }
    }
    for (edge, route) in graph.edges.iter().zip(&layout.edges) {
        if edge.from.max(edge.to) >= graph.nodes.len() {
            assert!(route.points.is_empty() && route.label.is_none());
            continue;
        }
        assert_eq!(route.label.is_some(), !edge.label.trim().is_empty());
        let (first, last) = (route.points[0], route.points[route.points.len() - 1]);
        for (point, node) in [(first, edge.from), (last, edge.to)] {
            let (shape, rect) = (graph.nodes[node].shape, &layout.nodes[node]);
            assert!(is_on_outline(point, shape, rect), "{point:?} is on {shape:?} {rect:?}");
        }
        for piece in route.points.windows(2).filter(|_| !route.far) {
            for (i, rect) in layout.nodes.iter().enumerate() {
                let own =
                    (i == edge.from || i == edge.to) && graph.nodes[i].shape == NodeShape::Ellipse;
                assert!(own || !enters(piece[0], piece[1], rect), "{edge:?} avoids node {i}");
            }
        }
    }
    layout
}

fn check_all_point_down(graph: &Graph) {
    let layout = check(graph);
    for (edge, route) in graph.edges.iter().zip(&layout.edges) {
        let (from, to) = (&layout.nodes[edge.from], &layout.nodes[edge.to]);
        match graph.direction {
            FlowDirection::Down => {
                assert!(from.y + from.height < to.y);
                assert!(route.points.windows(2).all(|p| p[0].y < p[1].y), "{route:?}");
            }
            FlowDirection::Right => {
                assert!(from.x + from.width < to.x);
                assert!(route.points.windows(2).all(|p| p[0].x < p[1].x), "{route:?}");
            }
        }
    }
}

#[test]
fn nothing_is_drawn_for_nothing() {
    let layout = check(&Graph::default());
    assert!(layout.width > 0.0 && layout.height > 0.0);
}

#[test]
fn a_loop_stays_beside_its_node() {
    let layout = check(&graph(1, &[(0, 0), (0, 0), (0, 0)], "again"));
    let node = layout.nodes[0];
    for route in &layout.edges {
        assert!(route.label.expect("it has a label").x > node.x + node.width);
    }
    check(&graph(2, &[(0, 0), (0, 1), (1, 1), (1, 0)], ""));
}

#[test]
fn the_first_node_of_a_cycle_is_on_top() {
    let layout = check(&graph(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (2, 0)], "moved P"));
    assert!(layout.nodes.windows(2).all(|pair| pair[0].y < pair[1].y));
}

#[test]
fn parallel_edges_are_apart() {
    let layout = check(&graph(2, &[(0, 1), (0, 1), (1, 0)], ""));
    let mut starts: Vec<f64> = layout.edges[..2].iter().map(|route| route.points[0].x).collect();
    starts.push(layout.edges[2].points[1].x);
    starts.sort_by(f64::total_cmp);
    assert!(starts.windows(2).all(|pair| pair[1] - pair[0] > 5.0), "{starts:?}");
}

#[test]
fn a_chain_and_a_lane_are_straight() {
    let centre = |r: &Rect| r.x + r.width / 2.0;
    let chain = check(&graph(5, &[(0, 1), (1, 2), (2, 3), (3, 4)], "then"));
    assert!(chain.nodes.iter().all(|r| (centre(r) - centre(&chain.nodes[0])).abs() < ROUNDING));

    let mut lane = graph(6, &[(0, 1), (1, 2), (0, 3), (0, 4), (4, 5)], "");
    for i in [0, 1, 2] {
        lane.nodes[i].group = Some(7);
    }
    let lane = check(&lane);
    assert!((centre(&lane.nodes[1]) - centre(&lane.nodes[2])).abs() < ROUNDING);
}

#[test]
fn unconnected_nodes_fill_rows() {
    let layout = check(&graph(200, &[], ""));
    assert!(layout.width < 3.0 * layout.height && layout.height < 3.0 * layout.width);
}

#[test]
fn very_long_edges_do_not_use_up_the_memory() {
    let n = 2_000;
    let chain = (1..n).map(|i| (i - 1, i));
    let edges: Vec<_> = chain.chain((0..n - 500).map(|i| (i, i + 500))).collect();
    let layout = layout(&graph(n, &edges, ""));
    assert!(layout.edges.iter().any(|route| route.far));
    assert!(layout.edges[..n - 1].iter().all(|route| !route.far), "short ones come first");
}

#[test]
fn a_trace_deeper_than_the_stack_is_drawn() {
    let edges: Vec<_> = (1..50_000).map(|i| (i - 1, i)).chain([(49_999, 0)]).collect();
    assert_eq!(layout(&graph(50_000, &edges, "")).nodes.len(), 50_000);
}

#[test]
fn layouts_and_graphs_become_json() {
    let graph = graph(2, &[(0, 1)], "x");
    let json = serde_json::to_value((&graph, layout(&graph))).expect("plain data");
    assert_eq!(json[0]["direction"], "down");
    assert_eq!(json[0]["edges"][0]["style"], "solid");
    assert!(json[1]["edges"][0]["points"][0]["x"].is_number());
}

fn any_label() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z ]{1,12}", "[a-zA-Z]{1,60}", any::<String>()]
}

fn any_node() -> impl Strategy<Value = GraphNode> {
    let shape = prop_oneof![
        Just(NodeShape::Box),
        Just(NodeShape::Rounded),
        Just(NodeShape::Ellipse),
        Just(NodeShape::Double),
        Just(NodeShape::Plain)
    ];
    (any_label(), shape, proptest::option::of(0..3_u32)).prop_map(|(label, shape, group)| {
        GraphNode { group, ..GraphNode::new(label, shape, "atom") }
    })
}

/// A graph some of whose edges may name missing nodes.
fn any_graph() -> impl Strategy<Value = Graph> {
    let direction = prop_oneof![Just(FlowDirection::Down), Just(FlowDirection::Right)];
    (direction, vec(any_node(), 0..20)).prop_flat_map(|(direction, nodes)| {
        let n = nodes.len();
        let labels = prop_oneof![Just(String::new()), "[a-z]{0,9}"];
        vec((0..=n, 0..=n, labels), 0..40).prop_map(move |edges| Graph {
            nodes: nodes.clone(),
            edges: edges
                .into_iter()
                .map(|(a, b, label)| GraphEdge {
                    style: Style::Dotted,
                    ..GraphEdge::new(a, b, label)
                })
                .collect(),
            ..Graph::new("random", direction)
        })
    })
}

proptest! {
    #[test]
    fn any_graph_is_drawn_cleanly(graph in any_graph()) {
        check(&graph);
    }

    #[test]
    fn edges_without_cycles_all_point_one_way(mut graph in any_graph()) {
        let n = graph.nodes.len();
        graph.edges.retain(|edge| edge.from != edge.to && edge.from.max(edge.to) < n);
        for edge in &mut graph.edges {
            // Against the order of the nodes, so that the order alone does not explain it.
            (edge.from, edge.to) = (edge.from.max(edge.to), edge.from.min(edge.to));
        }
        check_all_point_down(&graph);
    }
}
