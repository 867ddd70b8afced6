//! Facts that are found without being asked for, in words.

use crate::changes::Changes;
use crate::graph::{NodeId, NodeTurn, PositionGraph};
use crate::linear::{self, LinearInvariant};
use crate::prover::count;
use crate::ranking;
use crate::report::{Fact, FactKind, Method, PlayWitness};
use crate::temporal::{self, Finding};
use senet_engine::{Engine, PositionAtom};
use senet_game::{Game, Seat};
use senet_program::{Program, Role, RuleId, StageId};

pub(crate) fn facts(
    engine: &Engine,
    changes: &Changes,
    start: &[PositionAtom],
    invariants: &[LinearInvariant],
    graph: &PositionGraph,
) -> Vec<Fact> {
    let program = engine.program();
    let mut out = Vec::new();
    for invariant in
        invariants.iter().filter(|i| !invariants.iter().any(|other| i.follows_from(other)))
    {
        let text = invariant.words(program);
        let directive = invariant.directive();
        out.push(Fact { directive, ..fact(FactKind::Invariant, text, Method::Linear) });
    }
    for bound in linear::upper_bounds(program, changes, start, invariants) {
        out.push(fact(FactKind::Invariant, bound.words(), Method::Linear));
    }
    // Steps that nobody chooses, without end, lead to no position in which a player moves.
    if graph.len() == 0 {
        return out;
    }
    ending(engine, changes, start, graph, &mut out);
    stages(program, changes, graph, &mut out);
    rules(engine, graph, &mut out);
    dead_ends(program, graph, &mut out);
    seats(program, graph, &mut out);
    out
}

fn fact(kind: FactKind, text: String, method: Method) -> Fact {
    Fact { kind, text, method, directive: None, play: None }
}

fn shown_by(
    kind: FactKind,
    text: String,
    graph: &PositionGraph,
    path: &[u32],
    back: Option<usize>,
) -> Fact {
    let play = PlayWitness { places: path.to_vec(), moves: graph.names(path), back };
    Fact { play: Some(play), ..fact(kind, text, Method::Play) }
}

/// Whether play always ends, and by what measure.
fn ending(
    engine: &Engine,
    changes: &Changes,
    start: &[PositionAtom],
    graph: &PositionGraph,
    out: &mut Vec<Fact>,
) {
    let (program, stage) = (engine.program(), graph.stage(NodeId::START));
    if let Some(ranking) = ranking::of_program(program, changes, start, stage) {
        let text = format!(
            "play always ends, after at most {}: each lowers {}",
            count(ranking.at_start, "step"),
            ranking.words(program)
        );
        out.push(fact(FactKind::Ending, text, Method::Ranking));
        return;
    }
    // No linear measure: the graph may still be without cycles, or have one to show.
    match temporal::inevitable(graph, |node| graph.turn(node).is_over()) {
        Finding::Ranked(ranks) => {
            let text =
                format!("play always ends, after at most {}", count(ranks[0].into(), "move"));
            out.push(fact(FactKind::Ending, text, Method::Exploration));
        }
        Finding::Avoided { path, back: Some(back) } => {
            let draws = program.game();
            let by_rule = draws.limit.is_some() || draws.repeat.is_some() || draws.quiet.is_some();
            let but = if by_rule { ", but for the draw rules" } else { "" };
            let round = count((path.len() - back) as u64, "move");
            let text =
                format!("play can go on for ever{but}: {round} lead back to the same position");
            out.push(shown_by(FactKind::Ending, text, graph, &path, Some(back)));
        }
        _ => {}
    }
}

/// The stages that always come to rest.
fn stages(program: &Program, changes: &Changes, graph: &PositionGraph, out: &mut Vec<Fact>) {
    let mut by_rank = Vec::new();
    let mut by_graph = Vec::new();
    for (i, stage) in program.stages().iter().enumerate() {
        let id = StageId::new(i);
        if stage.rules.is_empty() {
            continue;
        }
        // By rank a stage ends from every position; by the graph, only from those that are reached.
        if ranking::of_stage(program, changes, id).is_some() {
            by_rank.push(stage.name.clone());
        } else if graph.is_complete() && !temporal::has_cycle(graph, |node| graph.stage(node) == id)
        {
            by_graph.push(stage.name.clone());
        }
    }
    for (names, method) in [(by_rank, Method::Ranking), (by_graph, Method::Exploration)] {
        match names.as_slice() {
            [] => {}
            [one] => out.push(fact(FactKind::Stage, format!("stage {one} always ends"), method)),
            all => {
                let text = format!("stages {} always end", all.join(", "));
                out.push(fact(FactKind::Stage, text, method));
            }
        }
    }
}

fn rules(engine: &Engine, graph: &PositionGraph, out: &mut Vec<Fact>) {
    if !graph.is_complete() {
        return;
    }
    let program = engine.program();
    for (i, rule) in program.rules().iter().enumerate() {
        let id = RuleId::new(i);
        if graph.has_fired(id) {
            continue;
        }
        let text = match (rule.role, &rule.name) {
            (_, Some(name)) => format!("rule {name} never fires"),
            (Role::Link(from, Some(to)), None) => format!(
                "the link from {} to {} never fires",
                program.stage(from).name,
                program.stage(to).name
            ),
            _ => format!("rule {} never fires", engine.words().rule_name(id)),
        };
        if !out.iter().any(|fact| fact.text == text) {
            out.push(fact(FactKind::Rule, text, Method::Exploration));
        }
    }
}

/// Positions from which a lonely player cannot win any more, or from which play cannot end; ends without a
/// result.
fn dead_ends(program: &Program, graph: &PositionGraph, out: &mut Vec<Fact>) {
    let game = program.game();
    let decides = [&game.win, &game.lose, &game.draw, &game.score].iter().any(|p| !p.is_empty());
    let open = graph.nodes().find(|node| graph.turn(*node) == NodeTurn::NoResult);
    if let Some(node) = open.filter(|_| decides) {
        let text = "play can end without a result".to_owned();
        out.push(shown_by(FactKind::DeadEnd, text, graph, &graph.path(node), None));
    }
    let won = |node: NodeId| matches!(graph.turn(node), NodeTurn::Won(seats) if !seats.is_empty());
    let over = |node: NodeId| graph.turn(node).is_over();
    if program.seats() == 1 && !game.win.is_empty() {
        if let Some((dead, path)) = temporal::dead(graph, won) {
            let text = if path.is_empty() {
                "the game cannot be won".to_owned()
            } else {
                let moves = count(path.len() as u64, "move");
                let dead = count(dead as u64, "position");
                format!(
                    "dead ends: the game cannot be won any more in {dead}, the first after {moves}"
                )
            };
            out.push(shown_by(FactKind::DeadEnd, text, graph, &path, None));
        }
    } else if let Some((dead, path)) = temporal::dead(graph, over)
        && graph.nodes().any(over)
    {
        let text = format!("play cannot end any more in {}", count(dead as u64, "position"));
        out.push(shown_by(FactKind::DeadEnd, text, graph, &path, None));
    }
}

fn seats(program: &Program, graph: &PositionGraph, out: &mut Vec<Fact>) {
    if !graph.is_complete() || program.seats() < 2 {
        return;
    }
    let game = program.game();
    let mut winners = vec![false; program.seats()];
    let (mut ends, mut drawn) = (false, false);
    for node in graph.nodes() {
        match graph.turn(node) {
            NodeTurn::Won(seats) => {
                ends = true;
                for (i, wins) in winners.iter_mut().enumerate() {
                    *wins |= seats.contains(Seat(i as u8));
                }
            }
            NodeTurn::Drawn => (ends, drawn) = (true, true),
            NodeTurn::NoResult => ends = true,
            NodeTurn::Player(_) | NodeTurn::Chance => {}
        }
    }
    if !ends || [&game.win, &game.lose, &game.score].iter().all(|p| p.is_empty()) {
        return;
    }
    for (i, _) in winners.iter().enumerate().filter(|(_, wins)| !**wins) {
        let text = format!("{} can never win", graph.game.seat_name(Seat(i as u8)));
        out.push(fact(FactKind::Seat, text, Method::Exploration));
    }
    if !drawn && !game.draw.is_empty() {
        out.push(fact(FactKind::Seat, "there is never a draw".to_owned(), Method::Exploration));
    }
}
