//! The term engine: any program as a [`Game`].
//!
//! Between two decisions the machine runs by itself, as far as nothing is left to decide: it goes
//! on until a player has a move, chance has more than one outcome, or the game is over.

mod deciding;
mod determinize;
mod moves;
mod outcomes;
mod proof;
mod said;

use crate::engine::Engine;
use crate::game::said::all_values;
use crate::machine::{Candidate, Chosen, Machine, Transition, too_heavy};
use senet_game::{
    Abilities, DrawRules, Event, Game, GameRules, HiddenInformation, LimitKind, LimitReached,
    Limits, Log, Observer, Rng, RuleLog, Seat, Turn, View, weighted_index,
};
use senet_program::{PredId, Program, Role, RuleId, Term};
use senet_words::{PositionAtom, Value};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A program as a game, from one of its starts.
#[derive(Debug)]
pub struct TermGame {
    engine: Arc<Engine>,
    start: usize,
    /// For each predicate, whether its atoms can hold what was taken from no other atom.
    invented: Vec<bool>,
}

/// A position in which a player or chance decides, or the game is over.
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
        let invented = determinize::invented(&engine.program);
        TermGame { engine, start, invented }
    }

    /// Whether the pattern of a property of the program holds in a state; false if it has none.
    pub fn property_holds(
        &self,
        state: &mut TermState,
        property: usize,
    ) -> Result<bool, LimitReached> {
        match &self.engine.properties[property] {
            Some((plan, variables)) => state.machine.holds(&self.engine, plan, *variables),
            None => Ok(false),
        }
    }

    /// A state in a position that is settled already.
    pub(crate) fn standing(
        &self,
        machine: Machine,
        turn: &Turn,
        stop: Option<LimitReached>,
    ) -> TermState {
        let mut state = TermState { machine, turn: turn.clone(), listed: None };
        match (turn, stop) {
            (_, Some(stop)) => state.turn = Turn::Stopped(stop.kind),
            (Turn::Over(_) | Turn::Stopped(_), None) => {}
            (Turn::Player(_) | Turn::Chance, None) => self.settle(&mut state, &mut ()),
        }
        state
    }

    /// The engine that it plays on.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Runs on to the next decision.
    fn settle(&self, state: &mut TermState, log: &mut impl Log) {
        state.listed = None;
        // Progress: each round fires a transition or returns a turn, and the number of silent
        // transitions is bounded by the limit on steps, so a cycle of automatic steps stops
        // with a reason.
        let from = state.machine.steps;
        let turn = loop {
            if state.machine.steps - from > self.engine.limits.steps {
                break Turn::Stopped(LimitKind::Steps);
            }
            match self.advance(state, log) {
                Ok(Some(turn)) => break turn,
                Ok(None) => {}
                Err(stop) => break Turn::Stopped(stop.kind),
            }
        };
        state.turn = turn;
    }

    /// One silent step, or the turn that comes next.
    fn advance(
        &self,
        state: &mut TermState,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, LimitReached> {
        let engine = &*self.engine;
        let stage = state.machine.position.stage;
        let mut senses = |p: PredId| all_values(engine, p);
        if state.machine.quiet(engine, &mut senses)? {
            return self.go_on(state, log);
        }
        if engine.program.stage(stage).interactive || engine.stages[stage.index()].senses {
            return self.decision(state, log);
        }
        match self.first(state.machine.in_stage(engine)) {
            // Confluence: if the checker has proved that the final position of a stage does not
            // depend on the order of its steps, any order will do, and chance need not be
            // expanded.
            Some(first) if first.alone || engine.program.settling(stage).holds() => {
                self.silent(state, first.chosen, log)
            }
            _ => {
                let all = state.machine.in_stage(engine).map(Candidate::transition).collect();
                self.chance(state, all, log)
            }
        }
    }

    /// The stage is quiescent, or players have no legal move: fires a link, or the play is over.
    fn go_on(
        &self,
        state: &mut TermState,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, LimitReached> {
        let engine = &*self.engine;
        let senses = &mut |p: PredId| all_values(engine, p);
        // A listener hears the first of all; else any will do that does the same.
        let every = self.tells(log);
        state.machine.list_links(engine, every, senses)?;
        match self.first(state.machine.over_links(engine)) {
            None => Ok(Some(Turn::Over(self.outcome(state, true)))),
            Some(first) if first.alone => self.silent(state, first.chosen, log),
            Some(_) => {
                state.machine.list_links(engine, true, senses)?;
                let all = state.machine.over_links(engine).map(Candidate::transition).collect();
                self.chance(state, all, log)
            }
        }
    }

    fn silent(
        &self,
        state: &mut TermState,
        chosen: Chosen,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, LimitReached> {
        let ends = matches!(self.engine.program.rule(chosen.rule).role, Role::Link(_, None));
        self.fire(state, chosen, log)?;
        Ok(ends.then(|| Turn::Over(self.outcome(state, true))))
    }

    /// Fires a transition that was listed.
    fn silent_transition(
        &self,
        state: &mut TermState,
        transition: &Transition,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, LimitReached> {
        let Transition { rule, values, weight } = transition;
        let rows = state.machine.locate(&self.engine, *rule, values);
        let mut rows = rows.expect("a transition that applies finds its atoms");
        let rows = rows.all();
        let known = Candidate { rule: *rule, values, rows, weight: *weight };
        self.silent(state, known.choose(), log)
    }

    /// A player's turn: the lowest seat that has a move. If `#forbid` leaves none, the stage is
    /// quiet for all players, and a link leads on.
    fn decision(
        &self,
        state: &mut TermState,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, LimitReached> {
        if let Some(over) = self.decided(state) {
            return Ok(Some(over));
        }
        let stage = state.machine.position.stage;
        if !self.engine.forbidden[stage.index()].is_empty() {
            let allowed = self.allowed(state)?;
            if allowed.is_empty() {
                return self.go_on(state, log);
            }
            // If several seats could move, the lowest moves first; the others are asked
            // afterwards. Turns are thereby sequential on every engine.
            let seat = allowed.iter().map(|(_, t)| self.seat(t)).min().unwrap_or(Seat(0));
            let own: Vec<_> = allowed.into_iter().filter(|(_, t)| self.seat(t) == seat).collect();
            state.listed = Some(own.into());
            return Ok(Some(Turn::Player(seat)));
        }
        let all = state.machine.in_stage(&self.engine);
        let seat = all.map(|c| self.seat_of(c.rule, c.values)).min();
        Ok(Some(Turn::Player(seat.unwrap_or(Seat(0)))))
    }

    /// Chance, unless all transitions lead to one position.
    fn chance(
        &self,
        state: &mut TermState,
        all: Vec<Transition>,
        log: &mut impl Log,
    ) -> Result<Option<Turn>, LimitReached> {
        let engine = &*self.engine;
        let mut outcomes: Vec<(u128, bool, TermMove, Transition)> = Vec::new();
        let mut probe = state.machine.probe(engine);
        for (mv, transition) in self.group(all) {
            // Outcomes are told apart by the key of the position that they lead to: fire
            // on a copy that matches no rules, look, and go back along the trail.
            let mark = probe.mark();
            probe.fire_transition(engine, &transition, None)?;
            let key = probe.position.key();
            probe.rewind(engine, mark);
            let ends = matches!(engine.program.rule(transition.rule).role, Role::Link(_, None));
            match outcomes.iter_mut().find(|(k, e, _, _)| *k == key && *e == ends) {
                Some((_, _, _, first)) => {
                    first.weight = first.weight.saturating_add(transition.weight);
                }
                None => outcomes.push((key, ends, mv, transition)),
            }
        }
        if let [(_, _, _, only)] = outcomes.as_slice() {
            return self.silent_transition(state, only, log);
        }
        if let Some(over) = self.decided(state) {
            return Ok(Some(over));
        }
        // There are two at least, so a weight that was cut off does not fit into the sum.
        let weights = outcomes.iter().map(|(_, _, _, t)| t.weight);
        let total = weights.into_iter().try_fold(0u128, u128::checked_add);
        total.ok_or_else(|| too_heavy(engine))?;
        state.listed = Some(outcomes.into_iter().map(|(_, _, m, t)| (m, t)).collect());
        Ok(Some(Turn::Chance))
    }

    /// The moves that `#forbid` leaves, in canonical order.
    fn allowed(&self, state: &TermState) -> Result<Vec<(TermMove, Transition)>, LimitReached> {
        let engine = &*self.engine;
        let all = state.machine.in_stage(engine).map(Candidate::transition).collect();
        let mut out = Vec::new();
        let mut probe = state.machine.probe(engine);
        let forbidden = &engine.forbidden[state.machine.position.stage.index()];
        for (mv, transition) in self.group(all) {
            let mark = probe.mark();
            probe.fire_transition(engine, &transition, None)?;
            let mut plans = forbidden.iter();
            let fails = plans.try_fold(false, |fails, (plan, variables)| {
                Ok(fails || probe.holds(engine, plan, *variables)?)
            })?;
            probe.rewind(engine, mark);
            if !fails {
                out.push((mv, transition));
            }
        }
        Ok(out)
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
            other => self.engine.interner.ground(other),
        };
        self.engine.words.seat_of_value(value).unwrap_or(Seat(0))
    }

    fn fire(
        &self,
        state: &mut TermState,
        mut chosen: Chosen,
        log: &mut impl Log,
    ) -> Result<(), LimitReached> {
        let engine = &*self.engine;
        log.rule(chosen.rule.0);
        if !self.tells(log) {
            return state.machine.fire_chosen(engine, &mut chosen, None).map(|_| ());
        }
        let values = chosen.values.all().into();
        let transition = Transition { rule: chosen.rule, values, weight: 1 };
        let deciding = self.deciding(&state.machine.position, &transition);
        let before = state.machine.position.atoms(engine);
        state.machine.fire_chosen(engine, &mut chosen, None)?;
        let after = state.machine.position.atoms(engine);
        let is_new = |atom: &&PositionAtom| {
            let same =
                |old: &&PositionAtom| old.predicate == atom.predicate && old.values == atom.values;
            let copies = before.iter().find(same).map_or(0, |old| old.copies.max(1));
            atom.copies.max(1) > copies
        };
        let made: Vec<PositionAtom> = after.iter().filter(is_new).cloned().collect();
        log.event(Event {
            told: engine.words.telling(transition.rule, &transition.values, &made, &after),
            name: engine.words.transition(transition.rule, &transition.values),
            removed: difference(engine, &before, &after),
            added: difference(engine, &after, &before),
            deciding,
        });
        Ok(())
    }

    fn view_of(&self, state: &TermState, observer: Observer) -> View {
        let position = &state.machine.position;
        self.engine.words.view(position.stage, &position.atoms(&self.engine), observer)
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
        self.begin(&mut ())
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
                self.moves_of(state, *seat, out);
            }
            (Turn::Chance, None) => {}
        }
    }

    fn apply(&self, state: &mut TermState, mv: &TermMove, log: &mut impl Log) {
        let ours = "a move of this position";
        let applied = match &state.listed {
            Some(listed) => {
                let found = listed.iter().find(|(m, _)| m == mv).map(|(_, t)| t.clone());
                self.silent_transition(state, &found.expect(ours), log)
            }
            None => {
                let found = self.find(state, mv).expect(ours);
                self.silent(state, found, log)
            }
        };
        match applied {
            Ok(Some(over)) => state.turn = over,
            Ok(None) => self.settle(state, log),
            Err(stop) => state.turn = Turn::Stopped(stop.kind),
        }
    }

    fn move_name(&self, _: &TermState, mv: &TermMove) -> String {
        self.engine.words.move_name(mv.rule, &mv.values)
    }

    fn view(&self, state: &TermState, observer: Observer) -> View {
        self.view_of(state, observer)
    }

    fn weight(&self, state: &TermState, mv: &TermMove) -> u128 {
        match (&state.turn, &state.listed) {
            (Turn::Chance, Some(listed)) => {
                listed.iter().find(|(m, _)| m == mv).map_or(1, |(_, t)| t.weight)
            }
            _ => 1,
        }
    }

    fn random_move(&self, state: &TermState, rng: &mut Rng, moves: &mut Vec<TermMove>) -> TermMove {
        if let (Turn::Player(seat), None) = (&state.turn, &state.listed)
            // Where each transition is a move of its own, one is drawn from the agenda;
            // a list is made only where several transitions are one move, or most belong
            // to others.
            && let Some(picked) = state
                .machine
                .pick_plain(&self.engine, rng, &|rule, values| self.seat_of(rule, values) == *seat)
        {
            return self.as_move(picked.rule, picked.values);
        }
        if let (Turn::Chance, Some(listed)) = (&state.turn, &state.listed) {
            return listed[weighted_index(rng, listed.len(), |i| listed[i].1.weight)].0.clone();
        }
        self.moves(state, moves);
        moves[rng.index(moves.len() as u64) as usize].clone()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.engine.words.seat_name(seat)
    }

    fn abilities(&self) -> Abilities<TermGame> {
        let hides = self.engine.words.hides();
        Abilities {
            hashed_key: Some(|_, state| state.machine.position.key()),
            // No symmetries: the sum of 128-bit words stands for the position alone.
            canonical_key: Some(|_, state| Some(state.machine.position.key())),
            hidden_information: hides.then_some(HiddenInformation {
                observation_key: |game, state, observer| {
                    let position = &state.machine.position;
                    let atoms = position.atoms(&game.engine);
                    game.engine.words.observation_key(position.stage, &atoms, observer)
                },
                observed_move: |game, state, mv, observer| {
                    game.engine.words.observed_move(&state.turn, mv.rule, &mv.values, observer)
                },
                determinize: |game, state, seat, rng| game.determinize(state, seat, rng),
            }),
            draw_rules: self.draw_rules(),
            is_irreversible: Some(|game, mv| game.is_irreversible(mv.rule)),
            running_scores: Some(|game, state| game.points(state).map(Into::into)),
            describe_move: Some(|game, state, mv, observer| {
                game.engine.words.describe_move(&state.turn, mv.rule, &mv.values, observer)
            }),
            refusal: Some(TermGame::refusal),
            state_bytes: Some(|_, state| state.machine.bytes() + size_of::<TermState>()),
            rules: Some(GameRules {
                names: self.rule_names(),
                at_start: |game, fired| game.start_fired(fired),
                start_events: TermGame::start_events,
            }),
            goals: self.engine.words.goals(),
            intro: self.engine.words.intro(),
            tells: self.engine.words.tells(),
            ..Abilities::default()
        }
    }
}

impl TermGame {
    /// The first position; `log` hears what happens before the first decision.
    fn begin(&self, log: &mut impl Log) -> TermState {
        let start = &self.engine.program.starts()[self.start];
        let machine = Machine::at_start(&self.engine, self.start);
        let (machine, stopped) = match machine {
            Ok(machine) => (machine, None),
            Err(stop) => {
                let empty = Machine::empty(&self.engine, start.stage);
                (empty, Some(stop.kind))
            }
        };
        let mut state = TermState { machine, turn: Turn::Chance, listed: None };
        match stopped {
            Some(kind) => state.turn = Turn::Stopped(kind),
            None => self.settle(&mut state, log),
        }
        state
    }

    /// What messages call the rules, by number; links and rules without names are described.
    pub fn rule_names(&self) -> Vec<String> {
        let rules = 0..self.engine.program.rules().len() as u32;
        rules.map(|rule| self.engine.words.rule_name(RuleId(rule))).collect()
    }

    /// Appends the rules that fire before the first decision.
    pub fn start_fired(&self, fired: &mut Vec<u32>) {
        self.begin(&mut RuleLog(fired));
    }

    /// What happens before the first decision, step by step; of very many steps the first ones.
    pub fn start_events(&self) -> Vec<Event> {
        let mut first = FirstEvents(Vec::new());
        self.begin(&mut first);
        first.0
    }

    /// What ends long play.
    pub fn draw_rules(&self) -> DrawRules {
        let game = self.engine.program.game();
        let quiet = game.quiet.as_ref().map(|quiet| quiet.moves);
        DrawRules { repeat: game.repeat, limit: game.limit, quiet }
    }

    /// Whether moves by a rule end a run of quiet moves.
    pub fn is_irreversible(&self, rule: RuleId) -> bool {
        let quiet = self.engine.program.game().quiet.as_ref();
        quiet.is_some_and(|quiet| quiet.since.contains(&rule))
    }
}

/// So many steps before the first decision are told.
const MOST_TOLD: usize = 10_000;

/// Hears the first [`MOST_TOLD`] events.
struct FirstEvents(Vec<Event>);

impl Log for FirstEvents {
    const LISTENS: bool = true;

    fn event(&mut self, event: Event) {
        if self.0.len() < MOST_TOLD {
            self.0.push(event);
        }
    }
}

/// So many copies of an atom are told one by one; more of them as a number.
const ONE_BY_ONE: u64 = 1000;

/// Atoms of the first position that the second has not, or has fewer of.
fn difference(
    engine: &Engine,
    from: &[senet_words::PositionAtom],
    to: &[senet_words::PositionAtom],
) -> Vec<String> {
    let mut out = Vec::new();
    for atom in from {
        let other = to.iter().find(|a| a.predicate == atom.predicate && a.values == atom.values);
        let copies = other.map_or(0, |a| a.copies);
        let shown = engine.show_atom(atom.predicate, &atom.values);
        match atom.copies.saturating_sub(copies) {
            n if n > ONE_BY_ONE => out.push(format!("{shown} ^{n}")),
            n => out.extend(std::iter::repeat_n(&shown, n as usize).cloned()),
        }
        if atom.persistent && !other.is_some_and(|a| a.persistent) {
            out.push(format!("!{shown}"));
        }
    }
    out
}
