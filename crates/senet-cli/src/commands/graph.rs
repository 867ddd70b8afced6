//! `senet graph`: the stages of a program and the links between them, as a picture.

use crate::cli::{GraphArgs, GraphFormat};
use crate::commands::load;
use crate::failure::{Failure, Outcome};
use crate::output;
use senet_draw::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape};
use senet_program::graph::stage_edges;
use senet_program::{Options, Program};

pub(crate) fn run(args: &GraphArgs) -> Outcome {
    let (source, program) = match load(&args.file, &Options::default())? {
        Ok(loaded) => loaded,
        Err(code) => return Ok(code),
    };
    let title =
        program.game().title.clone().unwrap_or_else(|| format!("Stages of {}", source.name));
    let graph = stages(&program, title);
    write(&graph, args.format, args.output.as_deref())?;
    Ok(0)
}

/// Writes a graph to a file or standard output, in the format asked for or told by the name.
pub(crate) fn write(
    graph: &Graph,
    format: Option<GraphFormat>,
    to: Option<&str>,
) -> Result<(), Failure> {
    let extension = to.and_then(|path| path.rsplit_once('.')).map(|(_, e)| e);
    let told = match extension {
        Some("dot" | "gv") => GraphFormat::Dot,
        Some("json") => GraphFormat::Json,
        Some("txt") => GraphFormat::Text,
        _ => GraphFormat::Svg,
    };
    let text = match format.unwrap_or(told) {
        GraphFormat::Svg => senet_draw::svg(graph),
        GraphFormat::Dot => senet_draw::dot(graph),
        GraphFormat::Text => senet_draw::text(graph),
        GraphFormat::Json => {
            let layout = senet_draw::layout(graph);
            let both = serde_json::json!({ "graph": graph, "layout": layout });
            format!("{}\n", serde_json::to_string_pretty(&both).expect("graphs are plain data"))
        }
    };
    match to {
        None => output::data(&text),
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::usage(format!("cannot write `{path}`: {error}")))?,
    }
    Ok(())
}

/// The stage diagram: starts marked, interactive stages set apart, ends doubled.
pub(crate) fn stages(program: &Program, title: String) -> Graph {
    let mut graph = Graph::new(title, FlowDirection::Down);
    let starts: Vec<usize> = program.starts().iter().map(|s| s.stage.index()).collect();
    // The drawing keeps the first node on top, so the first start comes first.
    let mut order: Vec<usize> = (0..program.stages().len()).collect();
    order.sort_by_key(|i| starts.first() != Some(i));
    let mut place = vec![0; order.len()];
    for i in order {
        let stage = &program.stages()[i];
        let shape = if stage.links.is_empty() {
            NodeShape::Double
        } else if stage.interactive {
            NodeShape::Rounded
        } else {
            NodeShape::Box
        };
        let mut class = match (stage.links.is_empty(), stage.interactive) {
            (true, false) => "final".to_owned(),
            (_, true) => "interactive".to_owned(),
            _ => "automatic".to_owned(),
        };
        if starts.contains(&i) {
            class = format!("start {class}");
        }
        let rules: Vec<&str> =
            stage.rules.iter().map(|r| program.rule(*r).name.as_deref().unwrap_or("-")).collect();
        let mut node = GraphNode::new(stage.name.clone(), shape, class);
        node.tooltip = (!rules.is_empty()).then(|| format!("rules: {}", rules.join(", ")));
        place[i] = graph.node(node);
    }
    let edges = stage_edges(program);
    let end = edges
        .iter()
        .any(|e| e.to.is_none())
        .then(|| graph.node(GraphNode::new("end", NodeShape::Plain, "final")));
    for edge in edges {
        let to = edge.to.map_or(end, |to| Some(place[to.index()]));
        if let Some(to) = to {
            let mut drawn = GraphEdge::new(place[edge.from.index()], to, edge.condition);
            drawn.class = "link".to_owned();
            graph.edge(drawn);
        }
    }
    graph
}
