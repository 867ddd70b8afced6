//! The term engine: any program as a [`Game`].
//!
//! Between two decisions the machine runs by itself, as far as nothing is left to anybody: it goes
//! on until a player has a move, chance has more than one outcome, or the game is over.

mod imagine;
mod outcomes;
mod places;
mod said;
mod show;

use crate::engine::Engine;
use crate::game::said::all_values;
use crate::machine::{Machine, Transition};
use crate::plan::{Plan, Planner, nothing};
use crate::text::rule_name;
use crate::value::Value;
use rustc_hash::FxHashMap;
use senet_game::{
    Budget, Event, Eye, Game, Limits, Log, Rewind, Rng, RulesOfPlay, Seat, Stop, Turn, View,
    ViewMove,
};
use senet_program::{PredId, Premise, Program, Role, RuleId, Term};
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A program as a game, from one of its starts.
#[derive(Debug)]
pub struct TermGame {
    engine: Arc<Engine>,
    start: usize,
    /// `#forbid`: for each stage, plans of what must not hold after a move.
    forbidden: Vec<Vec<(Plan, usize)>>,
    /// For each rule, its name in records: unique among the rules that can be chosen together.
    names: Vec<String>,
    /// For each predicate, whether its atoms can hold what was taken from no other atom.
    invented: Vec<bool>,
}

/// A position in which somebody decides, or nobody does any more.
#[derive(Debug, Clone)]
pub struct TermState {
    machine: Machine,
    turn: Turn,
    /// The outcomes of chance, or the moves that `#forbid` leaves.
    listed: Option<Arc<[(TermMove, Transition)]>>,
}

/// A move: a rule with the values of its effective variables.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermMove {
    /// The rule or link.
    pub rule: RuleId,
    /// The values of its effective variables, in order.
    pub values: Box<[Value]>,
}

impl PartialEq for TermState {
    fn eq(&self, other: &TermState) -> bool {
        self.turn == other.turn && self.machine.position.same(&other.machine.position)
    }
}

impl Eq for TermState {}

impl Hash for TermState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.machine.position.key());
    }
}

impl TermState {
    /// The machine that it stands in.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }
}

impl TermGame {
    /// A game from a program; `start` is the number of a `#trace`.
    pub fn new(program: Arc<Program>, limits: Limits, start: usize) -> TermGame {
        TermGame::of(Arc::new(Engine::new(program, limits)), start)
    }

    /// A game on an engine that is ready.
    pub fn of(engine: Arc<Engine>, start: usize) -> TermGame {
        let program = engine.program.clone();
        let mut planner = Planner::new(&program, &engine.bank);
        planner.layouts.clone_from(&engine.layouts);
        let forbidden = program
            .stages()
            .iter()
            .map(|stage| {
                let plan = |p: &senet_program::Pattern| {
                    let n = p.variables.len();
                    (planner.plan(&p.premises, &p.variables, nothing(n), None, false), n)
                };
                stage.forbidden.iter().map(plan).collect()
            })
            .collect();
        let names = names(&engine);
        let invented = imagine::invented(&program);
        TermGame { engine, start, forbidden, names, invented }
    }

    /// A state in a position that is settled already.
    pub(crate) fn standing(&self, machine: Machine, turn: &Turn, stop: Option<Stop>) -> TermState {
        let mut state = TermState { machine, turn: turn.clone(), listed: None };
        match (turn, stop) {
            (_, Some(stop)) => state.turn = Turn::Stopped(stop.budget),
            (Turn::Over(_) | Turn::Stopped(_), None) => {}
            (Turn::Player(_) | Turn::Chance, None) => self.settle(&mut state, &mut ()),
        }
        state
    }

    /// The name of a move, which is the same in every position.
    pub fn say(&self, mv: &TermMove) -> String {
        let rule = self.engine.program.rule(mv.rule);
        let mut out = self.names[mv.rule.index()].clone();
        for (value, variable) in mv.values.iter().zip(&rule.effective) {
            let ty = rule.variables[variable.index()].ty;
            out.push(' ');
            out.push_str(&self.engine.bank.show(&self.engine.program, ty, *value, true));
        }
        out
    }

    /// The engine.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Runs on to the next decision.
    fn settle(&self, state: &mut TermState, log: &mut impl Log) {
        state.listed = None;
        let from = state.machine.steps;
        let turn = loop {
            if state.machine.steps - from > self.engine.limits.steps {
                break Turn::Stopped(Budget::Steps);
            }
            match self.advance(state, log) {
                Ok(Some(turn)) => break turn,
                Ok(None) => {}
                Err(stop) => break Turn::Stopped(stop.budget),
            }
        };
        state.turn = turn;
    }

    /// One silent step, or the turn that comes next.
    fn advance(&self, state: &mut TermState, log: &mut impl Log) -> Result<Option<Turn>, Stop> {
        let engine = &*self.engine;
        let stage = engine.program.stage(state.machine.position.stage);
        let mut senses = |p: PredId| all_values(engine, p);
        let machine = &mut state.machine;
        let quiet = machine.quiet(engine, &mut senses)?;
        let mut all = Vec::new();
        if !quiet {
            let asks = stage.rules.iter().any(|r| {
                let premises = &engine.program.rule(*r).premises;
                premises.iter().any(|p| matches!(p, Premise::Sense(_)))
            });
            if stage.interactive || asks {
                return self.decision(state);
            }
            machine.transitions(engine, &mut senses, &mut all)?;
            if stage.settling.holds() {
                let first = self.first(&all);
                return self.silent(state, &first, log);
            }
        } else {
            machine.links(engine, &mut senses, &mut all)?;
            if all.is_empty() {
                return Ok(Some(Turn::Over(self.outcome(state, true))));
            }
        }
        self.chance(state, all, log)
    }

    fn silent(
        &self,
        state: &mut TermState,
        transition: &Transition,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, Stop> {
        self.fire(state, transition, log)?;
        let ends = matches!(self.engine.program.rule(transition.rule).role, Role::Link(_, None));
        Ok(ends.then(|| Turn::Over(self.outcome(state, true))))
    }

    /// A player's turn: the lowest seat that has a move. If `#forbid` leaves none, the stage is
    /// quiet for all that anybody can do, and a link leads on.
    fn decision(&self, state: &mut TermState) -> Result<Option<Turn>, Stop> {
        if let Some(over) = self.decided(state) {
            return Ok(Some(over));
        }
        let stage = state.machine.position.stage;
        if !self.forbidden[stage.index()].is_empty() {
            let allowed = self.allowed(state)?;
            if allowed.is_empty() {
                return self.stuck(state);
            }
            let seat = allowed.iter().map(|(_, t)| self.seat(t)).min().unwrap_or(Seat(0));
            let own: Vec<_> = allowed.into_iter().filter(|(_, t)| self.seat(t) == seat).collect();
            state.listed = Some(own.into());
            return Ok(Some(Turn::Player(seat)));
        }
        let mut seat: Option<Seat> = None;
        let engine = &*self.engine;
        state.machine.each(engine, &mut |rule, values| {
            let here = self.seat_of(rule, values);
            seat = Some(seat.map_or(here, |s| s.min(here)));
        });
        Ok(Some(Turn::Player(seat.unwrap_or(Seat(0)))))
    }

    /// No move is left in an interactive stage: as at quiescence, a link leads on, or it is over.
    fn stuck(&self, state: &mut TermState) -> Result<Option<Turn>, Stop> {
        let mut links = Vec::new();
        let engine = &*self.engine;
        state.machine.links(engine, &mut |p| all_values(engine, p), &mut links)?;
        if links.is_empty() {
            return Ok(Some(Turn::Over(self.outcome(state, true))));
        }
        self.chance(state, links, &mut ())
    }

    /// Chance, unless all transitions lead to one position.
    fn chance(
        &self,
        state: &mut TermState,
        all: Vec<Transition>,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, Stop> {
        if all.len() == 1 {
            return self.silent(state, &all[0], log);
        }
        let engine = &*self.engine;
        let mut outcomes: Vec<(u128, bool, TermMove, Transition)> = Vec::new();
        let remembers = state.machine.remembers();
        for (mv, transition) in self.group(all)? {
            let mark = state.machine.mark();
            let fired = state.machine.fire_transition(engine, &transition, None);
            let key = state.machine.position.key();
            state.machine.rewind(engine, mark);
            fired?;
            let ends = matches!(engine.program.rule(transition.rule).role, Role::Link(_, None));
            match outcomes.iter_mut().find(|(k, e, _, _)| *k == key && *e == ends) {
                Some((_, _, _, first)) => {
                    let sum = first.weight.checked_add(transition.weight);
                    first.weight = sum.ok_or_else(|| self.heavy())?;
                }
                None => outcomes.push((key, ends, mv, transition)),
            }
        }
        if !remembers {
            state.machine.forget();
        }
        if let [(_, _, _, only)] = outcomes.as_slice() {
            let only = only.clone();
            return self.silent(state, &only, log);
        }
        if let Some(over) = self.decided(state) {
            return Ok(Some(over));
        }
        state.listed = Some(outcomes.into_iter().map(|(_, _, m, t)| (m, t)).collect());
        Ok(Some(Turn::Chance))
    }

    /// The moves that `#forbid` leaves, in canonical order.
    fn allowed(&self, state: &TermState) -> Result<Vec<(TermMove, Transition)>, Stop> {
        let engine = &*self.engine;
        let mut out = Vec::new();
        'moves: for (mv, transition) in self.player_moves(state, None) {
            let mut after = state.machine.clone();
            after.forget();
            after.fire_transition(engine, &transition, None)?;
            for (plan, variables) in &self.forbidden[state.machine.position.stage.index()] {
                if after.holds(engine, plan, *variables)? {
                    continue 'moves;
                }
            }
            out.push((mv, transition));
        }
        Ok(out)
    }

    /// The moves of a seat, or of all seats, in canonical order, each with its first transition.
    fn player_moves(&self, state: &TermState, seat: Option<Seat>) -> Vec<(TermMove, Transition)> {
        let mut all = Vec::new();
        state.machine.each(&self.engine, &mut |rule, values| {
            if seat.is_none_or(|s| self.seat_of(rule, values) == s) {
                all.push(Transition { rule, values: values.into(), weight: 0 });
            }
        });
        self.group(all).expect("no weights, no overflow")
    }

    /// Transitions that agree on the effective variables are one move: the first of them stands
    /// for all, with their weights added. In canonical order of moves.
    fn group(&self, mut all: Vec<Transition>) -> Result<Vec<(TermMove, Transition)>, Stop> {
        self.engine.sort(&mut all);
        let mut out: Vec<(TermMove, Transition)> = Vec::with_capacity(all.len());
        let mut seen: FxHashMap<TermMove, usize> = FxHashMap::default();
        for transition in all {
            let mv = self.as_move(&transition);
            match seen.entry(mv) {
                Entry::Occupied(at) => {
                    let weight = &mut out[*at.get()].1.weight;
                    let sum = weight.checked_add(transition.weight);
                    *weight = sum.ok_or_else(|| self.heavy())?;
                }
                Entry::Vacant(at) => {
                    out.push((at.key().clone(), transition));
                    at.insert(out.len() - 1);
                }
            }
        }
        out.sort_by(|(a, _), (b, _)| self.compare(a, b));
        Ok(out)
    }

    /// The first transition of the first move in canonical order.
    fn first(&self, all: &[Transition]) -> Transition {
        let mut first: &[Transition] = &all[..1];
        for (i, transition) in all.iter().enumerate().skip(1) {
            let (a, b) = (self.as_move(transition), self.as_move(&first[0]));
            let earlier =
                self.compare(&a, &b).then_with(|| self.engine.order(transition, &first[0]));
            if earlier.is_lt() {
                first = &all[i..=i];
            }
        }
        first[0].clone()
    }

    fn heavy(&self) -> Stop {
        self.engine.stop(Budget::Numbers, "the weight of a move")
    }

    fn compare(&self, a: &TermMove, b: &TermMove) -> std::cmp::Ordering {
        let rule = self.engine.program.rule(a.rule);
        a.rule.cmp(&b.rule).then_with(|| {
            let pairs = a.values.iter().zip(&b.values).zip(&rule.effective);
            let mut orders = pairs
                .map(|((a, b), v)| self.engine.bank.compare(rule.variables[v.index()].ty, *a, *b));
            orders.find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        })
    }

    fn as_move(&self, transition: &Transition) -> TermMove {
        let rule = self.engine.program.rule(transition.rule);
        let values = rule.effective.iter().map(|v| transition.values[v.index()]).collect();
        TermMove { rule: transition.rule, values }
    }

    fn seat(&self, transition: &Transition) -> Seat {
        self.seat_of(transition.rule, &transition.values)
    }

    fn seat_of(&self, rule: RuleId, values: &[Value]) -> Seat {
        let declared = self.engine.program.rule(rule);
        let Some(chooser) = &declared.chooser else {
            return Seat(0);
        };
        let value = match chooser {
            Term::Variable(v) => values[v.index()],
            other => self.engine.bank.ground(other),
        };
        self.seat_of_value(value).unwrap_or(Seat(0))
    }

    fn seat_of_value(&self, value: Value) -> Option<Seat> {
        let players = self.engine.program.game().players.as_ref()?;
        let at = players.seats.iter().position(|c| u64::from(c.0) == value)?;
        Some(Seat(at as u8))
    }

    fn fire(
        &self,
        state: &mut TermState,
        transition: &Transition,
        log: &mut impl Log,
    ) -> Result<(), Stop> {
        if !self.tells(log) {
            return state.machine.fire_transition(&self.engine, transition, None);
        }
        let before = state.machine.position.atoms(&self.engine);
        state.machine.fire_transition(&self.engine, transition, None)?;
        let after = state.machine.position.atoms(&self.engine);
        log.event(Event {
            name: crate::text::show_transition(&self.engine, transition),
            removed: difference(&self.engine, &before, &after),
            added: difference(&self.engine, &after, &before),
            deciding: self.deciding(transition),
        });
        Ok(())
    }

    fn tells<L: Log>(&self, _: &L) -> bool {
        L::LISTENS
    }
}

impl Game for TermGame {
    type State = TermState;
    type Move = TermMove;

    fn seats(&self) -> usize {
        self.engine.program.seats()
    }

    fn start(&self) -> TermState {
        let start = &self.engine.program.starts()[self.start];
        let machine = Machine::at_start(&self.engine, self.start);
        let (machine, stopped) = match machine {
            Ok(machine) => (machine, None),
            Err(stop) => {
                let empty = Machine::empty(&self.engine, start.stage);
                (empty, Some(stop.budget))
            }
        };
        let mut state = TermState { machine, turn: Turn::Chance, listed: None };
        match stopped {
            Some(budget) => state.turn = Turn::Stopped(budget),
            None => self.settle(&mut state, &mut ()),
        }
        state
    }

    fn turn(&self, state: &TermState) -> Turn {
        state.turn.clone()
    }

    fn moves(&self, state: &TermState, out: &mut Vec<TermMove>) {
        out.clear();
        match (&state.turn, &state.listed) {
            (Turn::Over(_) | Turn::Stopped(_), _) => {}
            (_, Some(listed)) => out.extend(listed.iter().map(|(m, _)| m.clone())),
            (Turn::Player(seat), None) => {
                out.extend(self.player_moves(state, Some(*seat)).into_iter().map(|(m, _)| m));
            }
            (Turn::Chance, None) => {}
        }
    }

    fn apply(&self, state: &mut TermState, mv: &TermMove, log: &mut impl Log) {
        let transition = match &state.listed {
            Some(listed) => listed.iter().find(|(m, _)| m == mv).map(|(_, t)| t.clone()),
            None => self.find(state, mv),
        };
        let transition = transition.expect("a move of this position");
        match self.silent(state, &transition, log) {
            Ok(Some(over)) => state.turn = over,
            Ok(None) => self.settle(state, log),
            Err(stop) => state.turn = Turn::Stopped(stop.budget),
        }
    }

    fn name(&self, _: &TermState, mv: &TermMove) -> String {
        self.say(mv)
    }
    fn view(&self, state: &TermState, eye: Eye) -> View {
        self.view_of(state, eye)
    }

    fn show(&self, state: &TermState, mv: &TermMove, eye: Eye) -> ViewMove {
        self.show_move(&state.turn, mv, eye)
    }

    fn hides(&self) -> bool {
        !self.engine.program.game().hidden.is_empty()
    }

    fn imagine(&self, state: &TermState, seat: Seat, rng: &mut Rng) -> TermState {
        self.imagined(state, seat, rng)
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.seat_words(seat)
    }

    fn bytes(&self, state: &TermState) -> usize {
        state.machine.bytes() + size_of::<TermState>()
    }

    fn code(&self, state: &TermState) -> Option<u128> {
        Some(state.machine.position.key())
    }

    fn rules_of_play(&self) -> RulesOfPlay {
        let game = self.engine.program.game();
        RulesOfPlay { repeat: game.repeat, limit: game.limit }
    }

    fn weight(&self, state: &TermState, mv: &TermMove) -> u128 {
        match (&state.turn, &state.listed) {
            (Turn::Chance, Some(listed)) => {
                listed.iter().find(|(m, _)| m == mv).map_or(1, |(_, t)| t.weight)
            }
            _ => 1,
        }
    }

    fn pick(&self, state: &TermState, rng: &mut Rng, moves: &mut Vec<TermMove>) -> TermMove {
        if let (Turn::Player(seat), None) = (&state.turn, &state.listed)
            && let Some((rule, values)) =
                state.machine.pick_plain(&self.engine, rng, &|rule, values| {
                    self.seat_of(rule, values) == *seat
                })
        {
            return self.as_move(&Transition { rule, values, weight: 1 });
        }
        if let (Turn::Chance, Some(listed)) = (&state.turn, &state.listed) {
            let mut at = rng.below(listed.iter().map(|(_, t)| t.weight).sum());
            for (mv, transition) in listed.iter() {
                if at < transition.weight {
                    return mv.clone();
                }
                at -= transition.weight;
            }
        }
        self.moves(state, moves);
        moves[rng.index(moves.len() as u64) as usize].clone()
    }
}

impl Rewind for TermGame {
    type Mark = (TermState, (usize, u64));

    fn mark(&self, state: &mut TermState) -> Self::Mark {
        let mark = state.machine.mark();
        let machine = Machine::empty(&self.engine, state.machine.position.stage);
        let (turn, listed) = (state.turn.clone(), state.listed.clone());
        (TermState { machine, turn, listed }, mark)
    }

    fn rewind(&self, state: &mut TermState, (before, mark): Self::Mark) {
        state.machine.rewind(&self.engine, mark);
        let TermState { turn, listed, .. } = before;
        (state.turn, state.listed) = (turn, listed);
        // Rules that are matched anew are matched for the position that is back.
        let engine = &*self.engine;
        let _ = state.machine.quiet(engine, &mut |p| all_values(engine, p));
    }
}

impl TermGame {
    /// The first transition of a move.
    fn find(&self, state: &TermState, mv: &TermMove) -> Option<Transition> {
        let rule = self.engine.program.rule(mv.rule);
        if rule.effective.len() == rule.variables.len() {
            let values = mv.values.clone();
            return Some(Transition { rule: mv.rule, values, weight: 1 });
        }
        let mut all = Vec::new();
        state.machine.each(&self.engine, &mut |rule, values| {
            if rule == mv.rule {
                let transition = Transition { rule, values: values.into(), weight: 1 };
                if self.as_move(&transition) == *mv {
                    all.push(transition);
                }
            }
        });
        self.engine.sort(&mut all);
        all.into_iter().next()
    }
}

/// Names for records: a rule's name, made unique within its stage.
fn names(engine: &Engine) -> Vec<String> {
    let program = &engine.program;
    let plain: Vec<String> =
        (0..program.rules().len()).map(|i| rule_name(engine, RuleId::new(i))).collect();
    let place = |role: Role| match role {
        Role::Step(stage) => (stage, false),
        Role::Link(stage, _) => (stage, true),
    };
    let mut seen = rustc_hash::FxHashMap::default();
    let mut out = Vec::with_capacity(plain.len());
    for (name, rule) in plain.iter().zip(program.rules()) {
        let n = seen.entry((place(rule.role), name)).or_insert(0);
        *n += 1;
        out.push(if *n == 1 { name.clone() } else { format!("{name}/{n}") });
    }
    out
}

/// Atoms of the first position that the second has not, or has fewer of.
fn difference(
    engine: &Engine,
    from: &[crate::position::PositionAtom],
    to: &[crate::position::PositionAtom],
) -> Vec<String> {
    let mut out = Vec::new();
    for atom in from {
        let other = to.iter().find(|a| a.predicate == atom.predicate && a.values == atom.values);
        let copies = other.map_or(0, |a| a.copies);
        let shown = engine.show_atom(atom.predicate, &atom.values);
        for _ in copies..atom.copies {
            out.push(shown.clone());
        }
        if atom.persistent && !other.is_some_and(|a| a.persistent) {
            out.push(format!("!{shown}"));
        }
    }
    out
}
