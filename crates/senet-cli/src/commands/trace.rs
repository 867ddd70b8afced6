//! `senet trace`: which step used what another had made, as a picture.

use crate::cli::{GameArgs, TraceArgs};
use crate::commands::graph;
use crate::failure::{Failure, Outcome};
use crate::host::Anything;
use crate::session::{Session, open};
use crate::{interrupt, output, words};
use senet_draw::{FlowDirection, Graph, GraphEdge, GraphNode, NodeShape, Style};
use senet_engine::{Engine, Run, Status, Step};
use senet_explain::Trace;
use senet_game::Rng;
use senet_program::{Role, RuleId};

/// How many steps are drawn if nobody says otherwise.
const DRAWN: u64 = 1000;

pub(crate) fn run(args: &TraceArgs) -> Outcome {
    let session = match open(&args.game)? {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    let filter = Filter::new(&session, args)?;
    let limit = args.game.limits.max_steps.unwrap_or(DRAWN);
    let run = random_run(&session, &args.game, &args.choices, limit)?;
    let trace = Trace::of(&run).expect("the run was asked to record one");
    if run.steps() >= limit {
        let raise = "raise it with --max-steps";
        output::message(&format!("drawn: the first {limit} steps; {raise}"));
    }
    let graph = draw(&session, &trace, &filter);
    graph::write(&graph, args.format, args.output.as_deref())?;
    output::message(&format!("trace: {:032x}", trace.hash()));
    Ok(0)
}

/// A run with a trace, in which chance chooses whatever `choices` do not.
pub(crate) fn random_run(
    session: &Session,
    args: &GameArgs,
    choices: &[usize],
    limit: u64,
) -> Result<Run, Failure> {
    let start = session.start(args.start)?;
    let trace_limit = session.program().starts()[start].limit;
    let limit = limit.min(trace_limit.unwrap_or(u64::MAX));
    let mut run = Run::new(session.engine.clone(), start)?.with_trace();
    let mut rng = Rng::new(session.seed);
    let mut host = Anything(Rng::nth(session.seed, 1));
    let mut choices = choices.iter();
    while run.steps() < limit {
        let stage = run.position().stage();
        interrupt::at(run.steps(), stage);
        if session.program().stage(stage).interactive
            && !choices.as_slice().is_empty()
            && run.status(&mut host)? == Status::Choosing
            && let Some(number) = choices.next()
        {
            let menu = run.menu(&mut host)?;
            let Some(chosen) = number.checked_sub(1).and_then(|i| menu.get(i)) else {
                let n = menu.len();
                let message = format!("choice {number} is not in the menu at step {}", run.steps());
                return Err(Failure::usage(message).help(format!("it goes from 1 to {n}")));
            };
            run.fire(chosen, &mut host)?;
        } else if run.step(&mut rng, &mut host)?.is_none() {
            break;
        }
    }
    Ok(run)
}

/// Which steps are drawn, and how.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    fold: bool,
    only: Vec<RuleId>,
    without: Vec<RuleId>,
    stage: Option<senet_program::StageId>,
}

impl Filter {
    /// All steps, with the atoms on the arrows between them.
    pub(crate) fn folded() -> Filter {
        Filter { fold: true, ..Filter::default() }
    }

    fn new(session: &Session, args: &TraceArgs) -> Result<Filter, Failure> {
        let rules = |names: &[String]| -> Result<Vec<RuleId>, Failure> {
            let each = names.iter().map(|n| rules_named(&session.engine, n));
            Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
        };
        let stages = session.program().stages();
        let stage = match &args.stage {
            None => None,
            Some(name) => {
                let at = stages.iter().position(|s| s.name == *name);
                let at = at.ok_or_else(|| {
                    let names: Vec<&str> = stages.iter().map(|s| s.name.as_str()).collect();
                    Failure::usage(format!("there is no stage `{name}`"))
                        .help(format!("there are: {}", names.join(", ")))
                })?;
                Some(senet_program::StageId::new(at))
            }
        };
        Ok(Filter {
            fold: args.fold,
            only: rules(&args.only)?,
            without: rules(&args.without)?,
            stage,
        })
    }

    fn shows(&self, engine: &Engine, rule: RuleId) -> bool {
        let (Role::Step(stage) | Role::Link(stage, _)) = engine.program().rule(rule).role;
        (self.only.is_empty() || self.only.contains(&rule))
            && !self.without.contains(&rule)
            && self.stage.is_none_or(|s| s == stage)
    }
}

/// The rules of a name.
pub(crate) fn rules_named(engine: &Engine, name: &str) -> Result<Vec<RuleId>, Failure> {
    let all = (0..engine.program().rules().len()).map(RuleId::new);
    let names: Vec<(RuleId, String)> = all.map(|r| (r, words::rule_name(engine, r))).collect();
    let found: Vec<RuleId> = names.iter().filter(|(_, n)| n == name).map(|(r, _)| *r).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let failure = Failure::usage(format!("there is no rule `{name}`"));
    let near = senet_syntax::suggest::nearest(name, names.iter().map(|(_, n)| n.as_str()));
    Err(match near {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => {
            let mut names: Vec<&str> = names.iter().map(|(_, n)| n.as_str()).collect();
            names.dedup();
            failure.help(format!("there are: {}", names.join(", ")))
        }
    })
}

/// A trace as a graph: steps as boxes, atoms as ellipses; what is read, what waits for a step that
/// took an atom away, and the order of stages are dashed.
pub(crate) fn draw(session: &Session, trace: &Trace<'_>, filter: &Filter) -> Graph {
    let engine = &session.engine;
    let title = session.program().game().title.clone();
    let title = title.unwrap_or_else(|| session.name.clone());
    let mut graph = Graph::new(format!("What caused what in {title}"), FlowDirection::Down);
    let mut steps: Vec<Option<usize>> = vec![None; trace.len()];
    let mut atoms: Vec<Option<usize>> = vec![None; trace.resources()];
    let order = trace.stage_order();
    for i in 0..trace.len() {
        let step = trace.step(i);
        if !filter.shows(engine, step.rule) {
            continue;
        }
        let rule = session.program().rule(step.rule);
        let class = match rule.role {
            Role::Step(_) => "rule",
            Role::Link(..) => "link",
        };
        let shown = words::step(engine, &Step { rule: step.rule, values: step.values.clone() });
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
            fold(engine, trace, &mut graph, &steps, here, &used);
            continue;
        }
        for (resource, style) in used {
            let from = atom(engine, trace, &mut graph, &mut atoms, resource);
            edge(&mut graph, from, here, style, String::new());
        }
        for resource in step.made {
            let to = atom(engine, trace, &mut graph, &mut atoms, resource);
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
fn atom(
    engine: &Engine,
    trace: &Trace<'_>,
    graph: &mut Graph,
    atoms: &mut [Option<usize>],
    resource: u32,
) -> usize {
    if let Some(node) = atoms[resource as usize] {
        return node;
    }
    let class = match trace.maker(resource) {
        None => "start atom",
        Some(_) => "atom",
    };
    let shown = show_resource(engine, trace, resource);
    let node = graph.node(GraphNode::new(shown, NodeShape::Ellipse, class));
    atoms[resource as usize] = Some(node);
    node
}

/// An atom of a trace as it is written.
pub(crate) fn show_resource(engine: &Engine, trace: &Trace<'_>, resource: u32) -> String {
    let (predicate, values, persistent) = trace.resource(resource);
    let mark = if persistent { "!" } else { "" };
    format!("{mark}{}", engine.show_atom(predicate, values))
}

/// Edges straight from the steps that made what this one used, one for each of them and style.
fn fold(
    engine: &Engine,
    trace: &Trace<'_>,
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
        let shown = show_resource(engine, trace, *resource);
        match arrows.iter_mut().find(|(f, s, _)| *f == from && s == style) {
            Some((_, _, atoms)) => atoms.push(shown),
            None => arrows.push((from, *style, vec![shown])),
        }
    }
    for (from, style, atoms) in arrows {
        edge(graph, from, here, style, atoms.join(", "));
    }
}
