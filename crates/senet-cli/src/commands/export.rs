//! `senet export`: the net of a program, for other tools.

use crate::cli::ExportArgs;
use crate::failure::{Failure, Outcome};
use crate::session::{Session, open_start};
use crate::words::digits;
use crate::{input, output};
use senet_draw::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, Style, dot};
use senet_net::{NetGame, PetriNet, pnml};

pub(crate) fn run(args: &ExportArgs) -> Outcome {
    let (Session { name, engine, .. }, start) = match open_start(&args.game)? {
        Ok(opened) => opened,
        Err(code) => return Ok(code),
    };
    let title = engine.program().game().title.clone().unwrap_or_else(|| name.clone());
    let game = NetGame::new(engine, start)
        .map_err(|why| Failure::bad(format!("`{name}` has no net: {why}")))?;
    let net = game.export(&title, args.max_transitions).map_err(|too_many| {
        Failure::bad(too_many.to_string()).help("raise the number with --max-transitions")
    })?;
    let text = if args.language.dot { dot(&graph(&net)) } else { pnml::write(&net) };
    match &args.output {
        None => output::data(&text),
        Some(path) => input::write(path, &text)?,
    }
    output::message(&summary(&net));
    Ok(0)
}

/// How large the net is, and what its arcs do not say.
fn summary(net: &PetriNet) -> String {
    let count = |n: usize| digits(n as u64);
    let mut out =
        format!("{} places, {} transitions", count(net.places.len()), count(net.transitions.len()));
    for (what, n) in net.lost() {
        out += &format!("\n{} transitions say less than their rules: {}", count(n), what.meaning());
    }
    out
}

/// Places as ellipses with their tokens, transitions as boxes; what is only read hangs on dots.
fn graph(net: &PetriNet) -> Graph {
    let mut graph = Graph::new(net.name.clone(), FlowDirection::Right);
    for place in &net.places {
        let label = match place.tokens {
            0 => place.name.clone(),
            1 => format!("{}\n●", place.name),
            n => format!("{}\n● × {n}", place.name),
        };
        graph.node(GraphNode::new(label, NodeShape::Ellipse, "atom"));
    }
    for transition in &net.transitions {
        let mut node = GraphNode::new(transition.name.clone(), NodeShape::Box, "rule");
        let beyond: Vec<&str> = transition.lost.iter().map(|b| b.meaning()).collect();
        node.tooltip = (!beyond.is_empty()).then(|| beyond.join("; "));
        let here = graph.node(node);
        let label = |n: u64| if n == 1 { String::new() } else { n.to_string() };
        for (place, n) in &transition.takes {
            let mut edge = GraphEdge::new(*place, here, label(*n));
            if transition.makes.contains(&(*place, *n)) {
                edge.style = Style::Dotted;
            }
            graph.edge(edge);
        }
        for (place, n) in &transition.makes {
            if !transition.takes.contains(&(*place, *n)) {
                graph.edge(GraphEdge::new(here, *place, label(*n)));
            }
        }
    }
    graph
}
