//! Traces and stages as graphs, ready to be laid out and drawn.

use crate::Trace;
use crate::words::show_step;
use senet_draw::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, Style};
use senet_engine::Engine;
use senet_program::graph::stage_edges;
use senet_program::{Program, Role, RuleId, StageId};
use std::collections::BTreeSet;

/// Which steps of a trace are drawn, and how.
#[derive(Debug, Clone, Default)]
pub struct TraceFilter {
    /// Whether atoms become labels of edges between steps.
    pub fold: bool,
    /// The rules that are drawn; all if there are none.
    pub only: Vec<RuleId>,
    /// The rules that are left out.
    pub without: Vec<RuleId>,
    /// The stage that is drawn; all if there is none.
    pub stage: Option<StageId>,
    /// The first step that is drawn, counted from 0.
    pub from: usize,
    /// Whether what follows from a choice by itself is drawn as one box with it; atoms are then left out.
    pub turns: bool,
    /// A value or predicate: only steps are drawn that name it, or an atom that does.
    pub about: Option<String>,
}

impl TraceFilter {
    fn shows(&self, engine: &Engine, at: usize, rule: RuleId) -> bool {
        let (Role::Step(stage) | Role::Link(stage, _)) = engine.program().rule(rule).role;
        at >= self.from
            && (self.only.is_empty() || self.only.contains(&rule))
            && !self.without.contains(&rule)
            && self.stage.is_none_or(|s| s == stage)
    }
}

impl TraceFilter {
    /// Whether a step, or an atom that it used or made, names what is asked for.
    fn is_about(&self, engine: &Engine, trace: Trace<'_>, at: usize) -> bool {
        let Some(wanted) = &self.about else { return true };
        let names = |text: &str| text.split([' ', '(', ')', ',']).any(|word| word == wanted);
        let step = trace.step(at);
        let mut used = step.taken.iter().chain(&step.read).chain(&step.made);
        names(&show_step(engine, step.rule, &step.values))
            || used.any(|resource| names(&trace.show_resource(*resource)))
    }
}

/// The same with a box for each choice and what followed from it by itself. An arrow says that something
/// was used that was made there; a turn is about something if one of its steps is.
fn turn_graph(engine: &Engine, trace: Trace<'_>, mut graph: Graph, filter: &TraceFilter) -> Graph {
    let chosen = |rule| match engine.program().rule(rule).role {
        Role::Step(stage) => engine.program().stage(stage).interactive,
        Role::Link(..) => false,
    };
    // The turn of each step, and the steps of each turn; what came before the first choice is one too.
    let mut turns: Vec<Vec<usize>> = Vec::new();
    let mut turn_of = Vec::with_capacity(trace.len());
    for i in 0..trace.len() {
        match turns.last_mut() {
            Some(turn) if !chosen(trace.step(i).rule) => turn.push(i),
            _ => turns.push(vec![i]),
        }
        turn_of.push(turns.len() - 1);
    }
    let mut boxes: Vec<Option<usize>> = vec![None; turns.len()];
    for (number, turn) in turns.iter().enumerate() {
        let shown = |i: &usize| {
            filter.shows(engine, *i, trace.step(*i).rule) && filter.is_about(engine, trace, *i)
        };
        if !turn.iter().any(shown) {
            continue;
        }
        let first = trace.step(turn[0]);
        let mut label = show_step(engine, first.rule, &first.values);
        if let more @ 1.. = turn.len() - 1 {
            label.push_str(&format!("\nand {more} more"));
        }
        let class = if chosen(first.rule) { "rule turn" } else { "link turn" };
        let mut node = GraphNode::new(label, NodeShape::Box, class);
        node.tooltip = Some(format!("step {}", turn[0] + 1));
        let here = graph.node(node);
        boxes[number] = Some(here);
        let made_in = |resource: &u32| trace.maker(*resource).map(|step| turn_of[step]);
        let mut arrows: BTreeSet<(usize, bool)> = BTreeSet::new();
        for step in turn.iter().map(|i| trace.step(*i)) {
            let taken = step.taken.iter().filter_map(made_in).map(|turn| (turn, true));
            let read = step.read.iter().filter_map(made_in).map(|turn| (turn, false));
            arrows.extend(taken.chain(read).filter(|(from, _)| *from != number));
        }
        for (from, is_taken) in &arrows {
            // What is taken is drawn once, also where something else is only read.
            if let Some(from) =
                boxes[*from].filter(|_| *is_taken || !arrows.contains(&(*from, true)))
            {
                let style = if *is_taken { Style::Solid } else { Style::Dashed };
                edge(&mut graph, from, here, style, String::new());
            }
        }
    }
    graph
}

/// A trace as a graph: steps as boxes, atoms as ellipses; what is read, what waits for a step that
/// took an atom away, and the order of stages are dashed. The tooltip of a step is its number.
pub fn trace_graph(engine: &Engine, trace: Trace<'_>, title: &str, filter: &TraceFilter) -> Graph {
    let mut graph = Graph::new(title, FlowDirection::Down);
    let mut steps: Vec<Option<usize>> = vec![None; trace.len()];
    let mut atoms: Vec<Option<usize>> = vec![None; trace.resources()];
    let order = trace.stage_order();
    if filter.turns {
        return turn_graph(engine, trace, graph, filter);
    }
    for i in 0..trace.len() {
        let step = trace.step(i);
        if !filter.shows(engine, i, step.rule) || !filter.is_about(engine, trace, i) {
            continue;
        }
        let class = match engine.program().rule(step.rule).role {
            Role::Step(_) => "rule",
            Role::Link(..) => "link",
        };
        let shown = show_step(engine, step.rule, &step.values);
        let mut node = GraphNode::new(shown, NodeShape::Box, class);
        node.tooltip = Some(format!("step {}", i + 1));
        let here = graph.node(node);
        steps[i] = Some(here);
        let used = step.taken.iter().map(|r| (*r, Style::Solid));
        let used: Vec<(u32, Style)> =
            used.chain(step.read.iter().map(|r| (*r, Style::Dashed))).collect();
        for (earlier, label) in (step.after.iter().map(|s| (*s, "took it away")))
            .chain(order[i].iter().map(|s| (*s, "")))
        {
            if let Some(from) = steps[earlier] {
                edge(&mut graph, from, here, Style::Dashed, label.to_owned());
            }
        }
        if filter.fold {
            fold(trace, &mut graph, &steps, here, &used);
            continue;
        }
        for (resource, style) in used {
            let from = atom(trace, &mut graph, &mut atoms, resource);
            edge(&mut graph, from, here, style, String::new());
        }
        for resource in step.made {
            let to = atom(trace, &mut graph, &mut atoms, resource);
            edge(&mut graph, here, to, Style::Solid, String::new());
        }
    }
    graph
}

fn edge(graph: &mut Graph, from: usize, to: usize, style: Style, label: String) {
    let mut edge = GraphEdge::new(from, to, label);
    edge.style = style;
    graph.edge(edge);
}

/// The node of an atom, made when it is first needed.
fn atom(trace: Trace<'_>, graph: &mut Graph, atoms: &mut [Option<usize>], resource: u32) -> usize {
    if let Some(node) = atoms[resource as usize] {
        return node;
    }
    let class = match trace.maker(resource) {
        None => "start atom",
        Some(_) => "atom",
    };
    let node = graph.node(GraphNode::new(trace.show_resource(resource), NodeShape::Ellipse, class));
    atoms[resource as usize] = Some(node);
    node
}

/// Edges straight from the steps that made what this one used, one for each of them and style.
fn fold(
    trace: Trace<'_>,
    graph: &mut Graph,
    steps: &[Option<usize>],
    here: usize,
    used: &[(u32, Style)],
) {
    let mut arrows: Vec<(usize, Style, Vec<String>)> = Vec::new();
    for (resource, style) in used {
        let Some(from) = trace.maker(*resource).and_then(|step| steps[step]) else {
            continue;
        };
        let shown = trace.show_resource(*resource);
        match arrows.iter_mut().find(|(f, s, _)| *f == from && s == style) {
            Some((_, _, atoms)) => atoms.push(shown),
            None => arrows.push((from, *style, vec![shown])),
        }
    }
    for (from, style, atoms) in arrows {
        edge(graph, from, here, style, atoms.join(", "));
    }
}

/// The stage diagram: starts marked, interactive stages set apart, ends doubled. The node of the first
/// start comes first.
pub fn stage_graph(program: &Program, title: impl Into<String>) -> Graph {
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
