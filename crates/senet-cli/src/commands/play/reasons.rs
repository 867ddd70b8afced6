//! Why a move is not possible, from the rules: what `senet why --not` finds, in a sentence.

use crate::commands::game::{Opened, read, with};
use senet_engine::{Engine, TermGame, Value};
use senet_explain::{WhyNot, why_not};
use senet_game::{Game, Limits, Observer, Seat, Turn, named};
use senet_games::{OpenOptions, OpenProgram, program};
use senet_match::{Match, RecordEntry, places_typed};
use senet_program::{ConId, Role, RuleId, Term, VarId};
use std::sync::Arc;

/// Longer plays are not played again only to explain a mistake.
const LONGEST: usize = 2_000;

/// The rules of the game that is being played, once somebody has asked.
#[derive(Default)]
pub(super) struct RuleReasons {
    of: String,
    rules: Option<(Arc<Engine>, TermGame)>,
}

impl RuleReasons {
    /// Why what was typed is not possible. Nothing is said of games with secrets, whose rules know more
    /// than the player.
    pub(super) fn reason(
        &mut self,
        playing: &Match,
        typed: &str,
        limits: Limits,
    ) -> Option<String> {
        let Turn::Player(seat) = turn(playing)? else { return None };
        let places = places_typed(typed, &playing.snapshot(Observer::Seat(seat)).view);
        if places.is_empty() || playing.game().has_hidden_information() {
            return None;
        }
        let record = playing.record();
        if record.game != self.of {
            self.rules = opened(&record.game, &record.options, limits);
            self.of.clone_from(&record.game);
        }
        let (engine, game) = self.rules.as_ref()?;
        let moves = record.plays.iter().filter_map(|play| match play {
            RecordEntry::Move(name, _) | RecordEntry::Chance(name) => Some(name),
            _ => None,
        });
        let mut state = game.start();
        for name in moves.take(LONGEST) {
            let mv = named(game, &state, name)?;
            game.apply(&mut state, &mv, &mut ());
        }
        let machine = state.machine();
        let stage = machine.position().stage();
        let rules = engine.program().rules().iter().enumerate();
        let rules = rules.filter(|(_, rule)| rule.role == Role::Step(stage));
        // What the position lacks says more than a relation that does not hold.
        let mut nearest: Option<((bool, usize), RuleId, String)> = None;
        for (i, _) in rules {
            let rule = RuleId::new(i);
            let Some(given) = given(engine, rule, &places, seat) else { continue };
            let WhyNot::Fails(missing) = why_not(engine, machine, rule, &given) else { continue };
            let premise = &engine.program().rule(rule).premises[missing.premise];
            let near = (premise.in_position(), missing.hold);
            if nearest.as_ref().is_none_or(|(known, ..)| *known < near) {
                nearest = Some((near, rule, missing.shown));
            }
        }
        let (_, rule, needed) = nearest?;
        let name = engine.words().rule_name(rule);
        Some(format!(
            "{typed} is not possible: `{name}` needs `{needed}`. `moves` lists all moves."
        ))
    }
}

fn turn(playing: &Match) -> Option<Turn> {
    match playing.status() {
        senet_match::MatchStatus::Turn(seat) => Some(Turn::Player(*seat)),
        _ => None,
    }
}

fn opened(
    game: &str,
    options: &[(String, String)],
    limits: Limits,
) -> Option<(Arc<Engine>, TermGame)> {
    let own = read(game).ok()?;
    let options = OpenOptions { options: options.to_vec(), limits, ..OpenOptions::default() };
    let Ok(Opened::Done(OpenProgram { program, values, .. })) =
        with(game, own.as_ref(), |source| program(source, &options))
    else {
        return None;
    };
    let start = values.pairs().find(|(name, _)| *name == "start");
    let start = start.and_then(|(_, n)| n.parse::<usize>().ok()).map_or(0, |n| n.saturating_sub(1));
    let engine = Arc::new(Engine::new(Arc::new(program), limits));
    Some((engine.clone(), TermGame::of(engine, start)))
}

/// The values that places and the player give to the variables of a rule: all of its places, or the
/// first and the last of them.
fn given(
    engine: &Engine,
    rule: RuleId,
    places: &[senet_game::board::Place],
    seat: Seat,
) -> Option<Vec<(VarId, Value)>> {
    let program = engine.program();
    let declared = program.rule(rule);
    let value = |variable: VarId, place| {
        let ty = declared.variables[variable.index()].ty;
        let constants = program.ty(ty).constructors.iter();
        let is = |c: &&ConId| program.place(**c) == Some(place);
        constants.clone().find(is).map(|c| (variable, u64::from(c.0)))
    };
    let holds_places = |v: &VarId| {
        let ty = declared.variables[v.index()].ty;
        program.boards().iter().any(|b| b.ty == ty || b.edges.is_some_and(|(e, _)| e == ty))
    };
    let variables: Vec<VarId> = declared.effective.iter().copied().filter(holds_places).collect();
    let ends: Vec<VarId> = match (variables.as_slice(), places) {
        (all, _) if all.len() == places.len() => all.to_vec(),
        ([first, .., last], [_, _]) => vec![*first, *last],
        _ => return None,
    };
    let mut out: Vec<(VarId, Value)> =
        ends.into_iter().zip(places).map(|(v, p)| value(v, *p)).collect::<Option<_>>()?;
    if let Some(Term::Variable(chooser)) = declared.chooser {
        let players = program.game().players.as_ref()?;
        out.push((chooser, u64::from(players.seats.get(usize::from(seat.0))?.0)));
    }
    Some(out)
}
