//! `senet trace`: which step used what another had made, as a picture.

use crate::cli::{GameArgs, TraceArgs};
use crate::commands::graph;
use crate::failure::{Failure, Outcome};
use crate::host::Anything;
use crate::session::{Session, open};
use crate::{interrupt, output, words};
use senet_draw::Graph;
use senet_engine::{Engine, Run, Status};
use senet_explain::{Trace, TraceFilter, trace_graph};
use senet_game::Rng;
use senet_program::RuleId;

/// How many steps are drawn if nobody says otherwise.
const DRAWN: u64 = 1000;

pub(crate) fn run(args: &TraceArgs) -> Outcome {
    let session = match open(&args.game)? {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    let filter = filter(&session, args)?;
    let limit = args.game.limits.max_steps.unwrap_or(DRAWN);
    let run = random_run(&session, &args.game, &args.choices, limit)?;
    let trace = Trace::of(&run).expect("the run was asked to record one");
    if run.steps() >= limit {
        let raise = "raise it with --max-steps";
        output::message(&format!("drawn: the first {limit} steps; {raise}"));
    }
    let graph = draw(&session, trace, &filter);
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

/// The filter that the options ask for.
fn filter(session: &Session, args: &TraceArgs) -> Result<TraceFilter, Failure> {
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
    Ok(TraceFilter {
        fold: args.fold,
        only: rules(&args.only)?,
        without: rules(&args.without)?,
        stage,
        ..TraceFilter::default()
    })
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

/// A trace as a graph.
pub(crate) fn draw(session: &Session, trace: Trace<'_>, filter: &TraceFilter) -> Graph {
    let title = session.program().game().title.clone();
    let title = title.unwrap_or_else(|| session.name.clone());
    trace_graph(&session.engine, trace, &format!("What caused what in {title}"), filter)
}
