//! The term engine and the reference interpreter agree: on transitions, canonical order, weights,
//! positions along a play, turns and outcomes.

use crate::support;

use senet_engine::{Engine, NoHost, Run, TermGame};
use senet_game::{Game, LimitKind, Limits, Rng, Turn};
use senet_program::{Atom, Options, Premise, Program, Rule, RuleId, Term, VarId, check};
use senet_reference::{Reference, ReferencePosition, ReferenceTransition};
use std::sync::Arc;
use testkit::quick::first;
use testkit::random::{RandomProgram, cases};

/// Silent steps before a play is given up, by both.
const STEPS: u64 = 60;
/// Moves of one play.
const MOVES: usize = 12;
/// Steps of one run.
const RUN_STEPS: usize = 20;

fn limits() -> Limits {
    Limits { steps: STEPS, goals: 2_000, ..Limits::default() }
}

fn program(text: &str) -> Option<Arc<Program>> {
    check(text, &Options::default()).program.filter(|p| !p.starts().is_empty()).map(Arc::new)
}

fn term(engine: &Engine, term: &Term, ty: senet_program::TypeId) -> String {
    engine.interner().show(engine.program(), ty, engine.interner().ground(term), true)
}

fn atom(engine: &Engine, a: &Atom) -> String {
    let values: Vec<u64> = a.arguments.iter().map(|t| engine.interner().ground(t)).collect();
    engine.show_atom(a.predicate, &values)
}

fn shown(engine: &Engine, position: &ReferencePosition) -> Vec<String> {
    let linear = position.linear.iter();
    let mut out: Vec<String> = linear.map(|(a, n)| format!("{} ×{n}", atom(engine, a))).collect();
    out.extend(position.persistent.iter().map(|a| format!("!{}", atom(engine, a))));
    out.sort();
    out.push(engine.program().stage(position.stage).name.clone());
    out
}

fn engine_shown(engine: &Engine, position: &senet_engine::TermPosition) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for a in position.atoms(engine) {
        let name = engine.show_atom(a.predicate, &a.values);
        if a.copies > 0 {
            out.push(format!("{name} ×{}", a.copies));
        }
        if a.persistent {
            out.push(format!("!{name}"));
        }
    }
    out.sort();
    out.push(engine.program().stage(position.stage()).name.clone());
    out
}

fn values(engine: &Engine, rule: RuleId, values: &[Term], variables: Option<&[VarId]>) -> String {
    let declared = engine.program().rule(rule);
    let all: Vec<VarId> = (0..declared.variables.len()).map(VarId::new).collect();
    let which = variables.unwrap_or(&all);
    let texts =
        values.iter().zip(which).map(|(v, id)| term(engine, v, declared.variables[id.index()].ty));
    format!("{} {}", rule.index(), texts.collect::<Vec<_>>().join(" "))
}

/// Whether a limit was reached that engines count in their own ways. Numbers that are too large and
/// premises that cannot be solved are the same for all.
fn ran_out(turn: &Turn) -> bool {
    let same = [LimitKind::Numbers, LimitKind::Unsolvable];
    matches!(turn, Turn::Stopped(kind) if !same.contains(kind))
}

/// The game level: turns, moves, weights, positions; how many plies were compared.
fn compare_games(text: &str, seed: u64) -> Result<usize, String> {
    let Some(program) = program(text) else {
        return Ok(0);
    };
    // What a host could say is a move of a game, and nobody speaks to the reference.
    let senses = |p: &Premise| matches!(p, Premise::Sense(_));
    if program.rules().iter().flat_map(Rule::all_premises).any(senses) {
        return Ok(0);
    }
    let reference = Reference { program: &program };
    let number = (seed % program.starts().len() as u64) as usize;
    let game = TermGame::new(program.clone(), limits(), number);
    let engine = game.engine().clone();
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let Ok(start) = reference.start(number) else {
        return Ok(0);
    };
    let (mut position, mut turn, mut moves) = reference.settle(start, STEPS);
    for ply in 0..MOVES {
        let (ours, theirs) = (game.turn(&state), testkit::turn(&turn));
        if [&ours, &theirs].into_iter().any(ran_out) {
            return Ok(ply);
        }
        if ours != theirs {
            return Err(format!("ply {ply}: turn {ours:?}, reference {theirs:?}"));
        }
        if matches!(ours, Turn::Stopped(_)) {
            return Ok(ply);
        }
        let (a, b) = (engine_shown(&engine, state.machine().position()), shown(&engine, &position));
        if a != b {
            return Err(format!("ply {ply}: position {a:?}, reference {b:?}"));
        }
        let mut own = Vec::new();
        game.moves(&state, &mut own);
        let own_shown: Vec<(String, u128)> = own
            .iter()
            .map(|m| {
                let rule = program.rule(m.rule);
                let texts = m.values.iter().zip(&rule.effective).map(|(v, id)| {
                    engine.interner().show(&program, rule.variables[id.index()].ty, *v, true)
                });
                let texts = texts.collect::<Vec<_>>().join(" ");
                (format!("{} {texts}", m.rule.index()), game.weight(&state, m))
            })
            .collect();
        let theirs: Vec<(String, u128)> = moves
            .iter()
            .map(|(t, w)| {
                let effective = &program.rule(t.rule).effective;
                (values(&engine, t.rule, &reference.effective(t), Some(effective)), *w)
            })
            .collect();
        if own_shown != theirs {
            return Err(format!("ply {ply}: moves {own_shown:?}, reference {theirs:?}"));
        }
        if own.is_empty() {
            return Ok(ply);
        }
        let names: std::collections::BTreeSet<String> =
            own.iter().map(|m| game.move_name(&state, m)).collect();
        if names.len() != own.len() {
            return Err(format!("ply {ply}: names are not unique: {names:?}"));
        }
        let picked = game.random_move(&state, &mut rng, &mut Vec::new());
        if !own.contains(&picked) {
            return Err(format!("ply {ply}: picked {picked:?}, which is not a legal move"));
        }
        // A copy shares nothing that a move changes.
        let mut copy = state.clone();
        game.apply(&mut copy, &picked, &mut ());
        copy.clone_from(&state);
        for (what, state) in [("the position", &state), ("its copy", &copy)] {
            let mut again = Vec::new();
            game.moves(state, &mut again);
            if again != own {
                return Err(format!("ply {ply}: {what} then has {again:?}, not {own:?}"));
            }
        }
        if copy != state {
            return Err(format!("ply {ply}: a copy is another position"));
        }
        let choice = rng.index(own.len() as u64) as usize;
        game.apply(&mut state, &own[choice], &mut ());
        let Ok(next) = reference.fire(&position, &moves[choice].0) else {
            return Ok(ply);
        };
        let ends =
            matches!(program.rule(moves[choice].0.rule).role, senet_program::Role::Link(_, None));
        if ends {
            return Ok(ply);
        }
        (position, turn, moves) = reference.settle(next, STEPS);
    }
    Ok(MOVES)
}

/// The level of single steps: transitions in canonical order with weights, and undo.
fn compare_runs(text: &str, seed: u64) -> Result<usize, String> {
    let Some(program) = program(text) else {
        return Ok(0);
    };
    let reference = Reference { program: &program };
    let engine = Arc::new(Engine::new(program.clone(), limits()));
    let mut run = Run::new(engine.clone(), 0).map_err(|s| s.to_string())?.with_undo().with_trace();
    let Ok(mut position) = reference.start(0) else {
        return Ok(0);
    };
    let mut rng = Rng::new(seed);
    for step in 0..RUN_STEPS {
        let Ok(ours) = run.transitions(&mut NoHost) else {
            return Ok(step);
        };
        let stage = reference.transitions(&position);
        let all = stage.and_then(|t| if t.is_empty() { reference.links(&position) } else { Ok(t) });
        let Ok(theirs) = all else {
            return Ok(step);
        };
        let a: Vec<(String, u128)> =
            ours.iter()
                .map(|t| {
                    let rule = program.rule(t.rule);
                    let texts = t.values.iter().zip(&rule.variables).map(|(v, variable)| {
                        engine.interner().show(&program, variable.ty, *v, true)
                    });
                    let texts = texts.collect::<Vec<_>>().join(" ");
                    (format!("{} {texts}", t.rule.index()), t.weight)
                })
                .collect();
        let b: Vec<(String, u128)> = theirs
            .iter()
            .map(|t: &ReferenceTransition| {
                // Engines keep the largest number where the true one does not fit.
                (values(&engine, t.rule, &t.values, None), t.weight.unwrap_or(u128::MAX))
            })
            .collect();
        if a != b {
            return Err(format!("step {step}: transitions {a:?}, reference {b:?}"));
        }
        let mut menu = run.menu(&mut NoHost).map_err(|s| s.to_string())?;
        menu.sort_by_key(|t| (t.rule, t.values.clone()));
        let mut listed = ours.clone();
        listed.sort_by_key(|t| (t.rule, t.values.clone()));
        if menu != listed {
            return Err(format!("step {step}: the menu lists other transitions"));
        }
        if ours.is_empty() {
            return Ok(step);
        }
        let choice = rng.index(ours.len() as u64) as usize;
        if rng.index(4) == 0 {
            if run.fire(&ours[choice], &mut NoHost).is_err() {
                return Ok(step);
            }
            run.undo();
            if run.transitions(&mut NoHost).map_err(|s| s.to_string())? != ours {
                return Err(format!("step {step}: undo changes the transitions"));
            }
        }
        if run.fire(&ours[choice], &mut NoHost).is_err() {
            return Ok(step);
        }
        let Ok(next) = reference.fire(&position, &theirs[choice]) else {
            return Ok(step);
        };
        position = next;
        let (a, b) = (engine_shown(&engine, run.position()), shown(&engine, &position));
        if a != b {
            return Err(format!("step {step}: position {a:?}, reference {b:?}"));
        }
        if matches!(program.rule(ours[choice].rule).role, senet_program::Role::Link(_, None)) {
            return Ok(step);
        }
    }
    Ok(RUN_STEPS)
}

fn agree(
    from: u64,
    n: u64,
    make: fn(u64) -> RandomProgram,
    compare: fn(&str, u64) -> Result<usize, String>,
) {
    let (mut valid, mut compared) = (0, 0);
    let from = first(from);
    let mut seed = from;
    while valid < n {
        let random = make(seed);
        if program(&random.text()).is_some() {
            valid += 1;
            match compare(&random.text(), seed) {
                Ok(plies) => compared += plies as u64,
                Err(why) => {
                    let small = random.shrink(&|text| compare(text, seed).is_err());
                    let why_small = compare(&small.text(), seed).expect_err("it still fails");
                    panic!("seed {seed}: {why}\nsmaller:\n{}\n{why_small}", small.text());
                }
            }
        }
        seed += 1;
        assert!(seed - from < n * 3 + 1000, "most random programs are well-typed");
    }
    // Plays that stop early on both sides agree about nothing.
    assert!(compared >= n / 2, "only {compared} plies of {n} programs were compared");
}

/// The programs of the corpus are played as well, and so many plies at least are compared.
#[test]
fn the_corpus_agrees() {
    let (mut programs, mut plies, mut steps) = (0, 0, 0);
    for section in support::corpus() {
        if program(&section.text).is_none() {
            continue;
        }
        programs += 1;
        for seed in 0..4 {
            let place = &section.place;
            let differ = |why: String| -> usize { panic!("{place}, seed {seed}: {why}") };
            plies += compare_games(&section.text, seed).unwrap_or_else(differ);
            steps += compare_runs(&section.text, seed).unwrap_or_else(differ);
        }
    }
    let enough = programs >= 165 && plies >= 300 && steps >= 600;
    assert!(enough, "{programs} programs, {plies} plies, {steps} steps");
}

#[test]
fn games_agree_on_random_programs() {
    agree(0, cases(10_000), RandomProgram::new, compare_games);
}

#[test]
fn runs_agree_on_random_programs() {
    agree(1 << 40, cases(10_000), RandomProgram::new, compare_runs);
}

#[test]
fn games_agree_on_random_programs_with_extensions() {
    agree(2 << 40, cases(5_000), RandomProgram::rich, compare_games);
}

#[test]
fn runs_agree_on_random_programs_with_extensions() {
    agree(3 << 40, cases(5_000), RandomProgram::rich, compare_runs);
}

#[test]
fn games_agree_on_random_programs_with_large_weights() {
    agree(6 << 40, cases(400), RandomProgram::heavy, compare_games);
}

#[test]
fn runs_agree_on_random_programs_with_large_weights() {
    agree(7 << 40, cases(400), RandomProgram::heavy, compare_runs);
}

#[test]
fn games_agree_on_random_games() {
    agree(10 << 40, cases(1_000), RandomProgram::game, compare_games);
}
