//! Why no move uses the places that a player pointed at, in a sentence: the nearest rule, and the
//! premise that fails in its nearest match ([`why_not`]).

use crate::engine::Engine;
use crate::game::{TermGame, TermState};
use crate::why_not::{Missing, WhyNot, why_not};
use senet_board::Place;
use senet_game::Seat;
use senet_program::{ConId, Premise, Role, RuleId, Term, TypeId, VarId};
use senet_words::{Value, plain};

impl TermGame {
    /// Why a seat has no move with these places: nothing if one of the rules can fire there, or if no
    /// rule of the stage is about so many places. Rules know what is hidden, so nothing is said where
    /// anything is.
    ///
    /// Cost: one search for the nearest match ([`why_not`]) for each rule of the stage.
    pub fn refusal(&self, state: &TermState, seat: Seat, places: &[Place]) -> Option<String> {
        let engine = &**self.engine();
        if places.is_empty() || engine.words().hides() {
            return None;
        }
        let machine = state.machine();
        let stage = machine.position().stage();
        // What the position lacks says more than a relation that does not hold.
        // The nearest match over all rules of the stage, by lexicographic order of (a missing
        // atom before a relation, number of premises that hold); the first rule wins a tie.
        let mut nearest: Option<((bool, usize), RuleId, Missing)> = None;
        for (i, declared) in engine.program().rules().iter().enumerate() {
            let rule = RuleId::new(i);
            if declared.role != Role::Step(stage) {
                continue;
            }
            let Some(given) = given(engine, rule, places, seat) else { continue };
            let missing = match why_not(engine, machine, rule, &given) {
                WhyNot::Fails(missing) => missing,
                WhyNot::Applies => return None,
                _ => continue,
            };
            let near = (declared.premises[missing.premise].in_position(), missing.hold);
            if nearest.as_ref().is_none_or(|(known, ..)| *known < near) {
                nearest = Some((near, rule, missing));
            }
        }
        let (_, rule, missing) = nearest?;
        let name = plain(&engine.words().rule_name(rule));
        Some(format!("{} (rule `{name}`)", reason(engine, rule, &missing)))
    }
}

/// The values that places and the player give to the variables of a rule: all of its places, or the
/// first and the last of them.
fn given(
    engine: &Engine,
    rule: RuleId,
    places: &[Place],
    seat: Seat,
) -> Option<Vec<(VarId, Value)>> {
    let program = engine.program();
    let declared = program.rule(rule);
    let value = |variable: VarId, place| {
        let ty = declared.variables[variable.index()].ty;
        let is = |c: &&ConId| program.place(**c) == Some(place);
        program.ty(ty).constructors.iter().find(is).map(|c| (variable, u64::from(c.0)))
    };
    let on_board = |v: &VarId| is_place(engine, declared.variables[v.index()].ty);
    let variables: Vec<VarId> = declared.effective.iter().copied().filter(on_board).collect();
    let ends: Vec<VarId> = match (variables.as_slice(), places) {
        (all, _) if all.len() == places.len() => all.to_vec(),
        ([first, .., last], [_, _]) => vec![*first, *last],
        ([first, ..], [_]) => vec![*first],
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

fn is_place(engine: &Engine, ty: TypeId) -> bool {
    engine.program().boards().iter().any(|b| b.ty == ty || b.edges.is_some_and(|(e, _)| e == ty))
}

/// What is missing, as a sentence without its full stop.
fn reason(engine: &Engine, rule: RuleId, missing: &Missing) -> String {
    let premise = &engine.program().rule(rule).premises[missing.premise];
    let (atom, relates) = match premise {
        Premise::Take(atom) | Premise::Read(atom) | Premise::Persistent(atom) => (atom, false),
        Premise::Derived(atom) => (atom, true),
        _ => return format!("`{}` does not hold", missing.shown),
    };
    let program = engine.program();
    let declared = program.predicate(atom.predicate);
    let name = plain(&declared.name);
    let (mut places, mut others) = (Vec::new(), Vec::new());
    for (argument, ty) in atom.arguments.iter().zip(&declared.arguments) {
        let Some(value) = known(engine, argument, &missing.values) else { continue };
        let shown = engine.words().value(*ty, value);
        if is_place(engine, *ty) { places.push(shown) } else { others.push(shown) }
    }
    let others = others.join(" ");
    match (places.as_slice(), atom.arguments.len()) {
        ([place], 1) => format!("{place} is not {name}"),
        ([from, to], 2) if relates => format!("no {name} leads from {from} to {to}"),
        (_, _) if relates => format!("`{}` does not hold", missing.shown),
        ([place], _) if missing.too_few => format!("there are too few {name} on {place}"),
        ([place], _) if others.is_empty() => format!("there is no {name} on {place}"),
        ([place], _) => format!("there is no {others} on {place}"),
        _ if missing.too_few => format!("there are too few of `{}`", missing.shown),
        _ => format!("there is no `{}`", missing.shown),
    }
}

/// The value of an argument in the nearest match, as far as it is known.
fn known(engine: &Engine, argument: &Term, values: &[Option<Value>]) -> Option<Value> {
    match argument {
        Term::Variable(v) => values[v.index()],
        Term::Plus(v, n) => values[v.index()]?.checked_add(*n),
        other => other.is_ground().then(|| engine.interner().ground(other)),
    }
}
