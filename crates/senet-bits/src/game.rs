//! A bit program as a [`Game`].

use crate::build::{Variant, build, outcome};
use crate::cells::cells_of;
use crate::control::{ControlState, explore};
use crate::error::BitsError;
use crate::fast;
use crate::layout::Layout;
use crate::lockstep::LANES;
use crate::one_way::one_way;
use crate::runner::{BitProgram, FiredRules};
use crate::state::{Status, mix};
use crate::widths::by_width;
use rustc_hash::FxHashMap;
use senet_engine::{Engine, PositionAtom, TermGame, TermMove, TermState, Value};
use senet_game::{
    Abilities, Game, GameRules, HiddenInformation, Log, Observer, Packing, PlayoutBatch, Rng, Seat,
    Tally, Turn, View, weighted_index,
};
use senet_program::{PredId, RuleId, StageId};
use senet_words::{GameWords, count};
use std::sync::Arc;

pub use crate::runner::BitMove;
pub use crate::state::BitState;

/// With more classes than this in which players choose, lanes would mostly wait for each other.
const LOCKSTEP_STATES: usize = 24;

/// A program over boards as a game, compiled to set operations.
#[derive(Debug)]
pub struct BitGame {
    /// The same game on the term engine, for event logs and determinizations.
    term: TermGame,
    engine: Arc<Engine>,
    words: Arc<GameWords>,
    pub(crate) program: BitProgram,
    pub(crate) layout: Layout,
    pub(crate) variants: Vec<Variant>,
    pub(crate) controls: Vec<ControlState>,
    ids: FxHashMap<ControlState, u32>,
    /// Persistent atoms, all of which are in the start.
    pub(crate) persistent: Vec<PositionAtom>,
    /// By variant.
    pub(crate) irreversible: Vec<bool>,
    /// By variant, whether no position from before a move can come back.
    pub(crate) one_way: Vec<bool>,
    pub(crate) start: BitState,
}

impl BitGame {
    /// Compiles a program from one of its starts, if it fits.
    pub fn new(engine: Arc<Engine>, start: usize) -> Result<BitGame, BitsError> {
        let mut explored = explore(&engine, start)?;
        let built = build(&engine, &mut explored)?;
        let game = engine.program().game();
        let outcomes = [&game.win, &game.lose, &game.draw];
        let wide =
            outcomes.into_iter().flatten().find(|p| !explored.compiler.layout.is_scalar(**p));
        if let Some(wide) = wide {
            let location = format!("`{}`", engine.program().predicate(*wide).name);
            let construct = "an outcome has a cell".to_owned();
            return Err(BitsError::Construct { location, construct });
        }
        // Persistent atoms are compiled into the operations as facts; positions carry none of them,
        // and they are added again when atoms are asked for.
        let persistent = explored.start.iter().filter(|a| a.persistent).cloned().collect();
        let atoms: Vec<PositionAtom> =
            explored.start.iter().filter(|a| !a.persistent).cloned().collect();
        let controls = explored.plans.iter().map(|plan| plan.control.clone()).collect();
        let (layout, ids) = (explored.compiler.layout, explored.ids);
        let term = TermGame::of(Arc::clone(&engine), start);
        let irreversible = built.variants.iter().map(|(r, _)| term.is_irreversible(*r)).collect();
        let one_way = one_way(&built.program.nodes, built.program.planes, built.variants.len());
        let state = built.program.empty_state();
        let mut game = BitGame {
            term,
            program: built.program,
            layout,
            variants: built.variants,
            controls,
            ids,
            persistent,
            irreversible,
            one_way,
            start: state.clone(),
            words: Arc::clone(engine.words()),
            engine,
        };
        let mut state = state;
        game.put(&mut state, &atoms);
        game.program.advance(&mut state, None, &mut FiredRules::ignored());
        game.start = state;
        Ok(game)
    }

    /// The size of the program, in words.
    pub fn describe(&self) -> String {
        let nodes = &self.program.nodes;
        let ops = |s: &crate::runner::Segment| {
            let changes = s.groups.iter().map(|c| c.effect.code.ops.len());
            s.code.ops.len() + changes.max().unwrap_or(0)
        };
        let all = nodes.iter().map(|n| n.rules.iter().chain(&n.links).map(ops).sum::<usize>());
        format!(
            "{} of {}, {}, at most {} a step",
            count(self.program.planes, "plane"),
            count(self.program.words, "word"),
            count(nodes.len(), "control state"),
            count(all.max().unwrap_or(0), "operation")
        )
    }

    /// A plane, in words.
    pub(crate) fn plane_name(&self, plane: usize) -> String {
        let holds = |f: &&crate::layout::Family| {
            (f.plane as usize..f.plane as usize + f.types.len()).contains(&plane)
        };
        let family = self.layout.families.iter().find(holds).expect("each plane has a family");
        let program = self.engine.program();
        let declared = program.predicate(family.predicate);
        let wide = &self.layout.wide[family.predicate.index()];
        let (mut smalls, mut nth) = (family.smalls.iter(), 0);
        let mut out = declared.name.clone();
        for (ty, is_wide) in declared.arguments.iter().zip(wide) {
            out.push('.');
            if *is_wide {
                nth += 1;
                let here = family.plane as usize + nth - 1 == plane;
                out.push(if here { '*' } else { '_' });
            } else {
                let value = *smalls.next().expect("as many as there are");
                out.push_str(&self.engine.interner().show(program, *ty, value, true));
            }
        }
        out
    }

    /// A rule with values for its small variables, in words.
    pub(crate) fn variant_name(&self, variant: u32) -> String {
        let (rule, values) = &self.variants[variant as usize];
        let program = self.engine.program();
        let declared = program.rule(*rule);
        let mut out = declared.name.clone().unwrap_or_else(|| "link".to_owned());
        for (value, var) in values.iter().zip(&declared.effective) {
            let variable = &declared.variables[var.index()];
            let shown = match value {
                Some(value) => self.engine.interner().show(program, variable.ty, *value, true),
                None => variable.name.clone(),
            };
            out.push(' ');
            out.push_str(&shown);
        }
        out
    }

    /// A control state, in words.
    pub(crate) fn control_name(&self, control: usize) -> String {
        let control = &self.controls[control];
        let program = self.engine.program();
        let mut out = format!("stage {}", program.stage(control.stage).name);
        for (predicate, values, copies) in &control.scalars {
            out.push_str(", ");
            out.push_str(&self.engine.show_atom(*predicate, values));
            if *copies > 1 {
                out.push_str(&format!(" ^{copies}"));
            }
        }
        for singleton in &control.singletons {
            let plane = self.layout.families[*singleton].plane as usize;
            out.push_str(&format!(", one {}", self.plane_name(plane)));
        }
        if control.ended {
            out.push_str(", ended");
        }
        out
    }

    /// Whether the game only places pieces: every move of a player puts something on a free cell and does nothing else,
    /// and automatic stages settle. Each cell then changes once in a play, so that conditions maintained
    /// incrementally, as in nets, cost less than evaluating the whole board. Where a stage does not settle, the net
    /// weighs every step, and has no fast path.
    pub fn is_placement(&self) -> bool {
        let automatic = self.program.nodes.iter().filter(|n| !n.interactive && !n.rules.is_empty());
        if automatic.into_iter().any(|n| !n.settles) {
            return false;
        }
        let interactive = self.program.nodes.iter().filter(|n| n.interactive);
        interactive.flat_map(|n| &n.rules).flat_map(|s| &s.groups).all(|group| {
            let effect = &group.effect;
            match (&effect.clears[..], &effect.sets[..]) {
                ([(_, from)], [(_, to)]) => from == to && !effect.has_code,
                _ => false,
            }
        })
    }

    /// Estimates the words that the operations of a turn process, if sets have several words: what a placement costs as
    /// a bit program. `None` for boards of one word.
    pub fn cost_on_large_board(&self) -> Option<usize> {
        let tables = &self.program.tables;
        let most = |interactive: bool| {
            let nodes = self.program.nodes.iter().filter(|n| n.interactive == interactive);
            let costs = nodes.map(|n| {
                let segments = n.rules.iter().chain(&n.links);
                segments.map(|s| tables.cost(&s.code.ops)).sum::<usize>()
            });
            costs.max().unwrap_or(0)
        };
        let words = self.program.words;
        (words > 1).then(|| words * (most(true) + most(false)))
    }

    /// Whether playouts in lockstep pay: not where every lane is in another class of control states.
    pub fn plays_in_lockstep(&self) -> bool {
        fast::plays_in_lockstep() && self.program.lockstep_states() <= LOCKSTEP_STATES
    }

    /// How many playouts from different positions are worth collecting ([`Abilities::lanes`]): on boards of one word, where
    /// no moves are tried and taken back and lanes seldom wait.
    fn lanes(&self) -> Option<usize> {
        let forbids = self.program.nodes.iter().any(|n| n.forbids);
        let pays = self.program.words == 1 && !forbids;
        (pays && self.program.lockstep_states() <= LOCKSTEP_STATES).then_some(LANES)
    }

    /// The same game on the term engine.
    pub fn term(&self) -> &TermGame {
        &self.term
    }

    /// The term engine of the same program, for logs and determinizations.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// Sets the bits of atoms with cells; false if there is no plane for one.
    fn put(&self, state: &mut BitState, atoms: &[PositionAtom]) -> bool {
        for atom in atoms.iter().filter(|a| !self.layout.is_scalar(a.predicate)) {
            let wide = &self.layout.wide[atom.predicate.index()];
            let pairs = || atom.values.iter().zip(wide);
            let smalls: Vec<Value> = pairs().filter(|(_, w)| !**w).map(|(v, _)| *v).collect();
            let Some(family) = self.layout.find_family(atom.predicate, &smalls) else {
                return false;
            };
            let family = &self.layout.families[family];
            for (i, (value, _)) in pairs().filter(|(_, w)| **w).enumerate() {
                let Some(cell) = self.layout.domain(family.types[i]).cell(*value) else {
                    return false;
                };
                let plane = family.plane as usize + i;
                state.words[plane * self.program.words + cell / 64] |= 1 << (cell % 64);
            }
        }
        true
    }

    /// The stage and the atoms of a position, in canonical order.
    pub fn atoms(&self, state: &BitState) -> (StageId, Vec<PositionAtom>) {
        let control = &self.controls[state.control as usize];
        let mut out = self.persistent.clone();
        for (predicate, values, copies) in &control.scalars {
            let values = values.clone();
            out.push(PositionAtom {
                predicate: *predicate,
                values,
                copies: *copies,
                persistent: false,
            });
        }
        let words = self.program.words;
        let cells = |plane: u32| {
            let at = plane as usize * words;
            cells_of(&state.words[at..at + words]).collect::<Vec<usize>>()
        };
        for family in &self.layout.families {
            let planes: Vec<Vec<usize>> =
                (0..family.types.len() as u32).map(|i| cells(family.plane + i)).collect();
            // The planes of a predicate about several cells hold one cell each, or none.
            for (at, _) in planes[0].iter().enumerate() {
                let wide = &self.layout.wide[family.predicate.index()];
                let (mut smalls, mut nth) = (family.smalls.iter(), 0);
                let values = wide.iter().map(|is_wide| {
                    if *is_wide {
                        nth += 1;
                        let domain = self.layout.domain(family.types[nth - 1]);
                        domain.values[planes[nth - 1][at]]
                    } else {
                        *smalls.next().expect("as many as there are")
                    }
                });
                let values = values.collect();
                out.push(PositionAtom {
                    predicate: family.predicate,
                    values,
                    copies: 1,
                    persistent: false,
                });
            }
        }
        out.sort_by(|a, b| self.words.compare_atoms(a, b));
        (control.stage, out)
    }

    /// The same position on the term engine.
    pub fn as_term(&self, state: &BitState) -> TermState {
        let (stage, atoms) = self.atoms(state);
        self.term.stand(stage, &atoms, &self.turn(state))
    }

    /// The same move on the term engine.
    pub fn as_term_move(&self, mv: &BitMove) -> TermMove {
        let (rule, values) = self.rule_and_values(mv);
        TermMove { rule, values: values.into() }
    }

    /// The rule of a move, and the values of its effective variables.
    pub(crate) fn rule_and_values(&self, mv: &BitMove) -> (RuleId, Vec<Value>) {
        let (rule, values) = &self.variants[mv.variant as usize];
        let declared = self.engine.program().rule(*rule);
        let mut cells = mv.cells.iter();
        let values = values.iter().zip(&declared.effective).map(|(value, var)| {
            value.unwrap_or_else(|| {
                let domain = self.layout.domain(declared.variables[var.index()].ty);
                domain.values[usize::from(*cells.next().expect("a cell for each"))]
            })
        });
        (*rule, values.collect())
    }

    /// The words of positions and moves.
    pub fn words(&self) -> &GameWords {
        &self.words
    }

    /// A position of the term engine as planes, if its control state is reachable.
    fn as_bits(&self, state: &TermState) -> Option<BitState> {
        let position = state.machine().position();
        self.stand(position.stage(), &position.atoms(&self.engine))
    }

    /// The position with these atoms, if its control state is reachable.
    pub fn stand(&self, stage: StageId, atoms: &[PositionAtom]) -> Option<BitState> {
        // Only control states that can be reached from the start have operations. A position in any
        // other cannot be played here.
        let mut control =
            ControlState { stage, scalars: Vec::new(), singletons: Vec::new(), ended: false };
        for atom in atoms.iter().filter(|a| a.copies > 0) {
            if self.layout.is_scalar(atom.predicate) {
                control.count(atom.predicate, &atom.values, atom.copies as i64);
            } else if self.layout.singleton[atom.predicate.index()] {
                let wide = &self.layout.wide[atom.predicate.index()];
                let small = atom.values.iter().zip(wide).filter(|(_, w)| !**w).map(|(v, _)| *v);
                let small: Vec<Value> = small.collect();
                control.singletons.push(self.layout.find_family(atom.predicate, &small)?);
            }
        }
        control.singletons.sort_unstable();
        let mut out = self.program.empty_state();
        out.control = *self.ids.get(&control)?;
        if !self.put(&mut out, atoms) {
            return None;
        }
        self.program.advance(&mut out, None, &mut FiredRules::ignored());
        Some(out)
    }

    pub(crate) fn outcome(&self, state: &BitState, ended: bool) -> senet_game::Outcome {
        if let Some((here, end)) = &self.program.nodes[state.control as usize].outcome {
            return if ended { end.clone() } else { here.clone() };
        }
        let (_, atoms) = self.atoms(state);
        let atoms: Vec<(PredId, &[Value], u64)> =
            atoms.iter().map(|a| (a.predicate, a.values.as_slice(), a.copies)).collect();
        outcome(self.engine.program(), &atoms, ended)
    }

    fn key(&self, state: &BitState) -> u128 {
        self.mix(state.control, state.planes().iter().copied())
    }

    /// A 128-bit hash of a control state and planes.
    pub(crate) fn mix(&self, control: u32, words: impl Iterator<Item = u64>) -> u128 {
        mix(control, words)
    }

    /// The number of rules of the program, links included.
    pub(crate) fn rules(&self) -> usize {
        self.engine.program().rules().len()
    }

    /// Whether moves of a variant can never be undone.
    pub(crate) fn is_irreversible(&self, variant: u32) -> bool {
        self.irreversible[variant as usize]
    }

    /// Whether no position from before a move of a variant can come back.
    pub(crate) fn is_one_way(&self, variant: u32) -> bool {
        self.one_way[variant as usize]
    }

    /// Many random playouts in lockstep, where that [pays](BitGame::plays_in_lockstep).
    pub fn playouts(&self, batch: &PlayoutBatch<'_, BitState>, tally: &mut dyn Tally) {
        fast::playouts(self, batch, tally);
    }

    fn determinize(&self, state: &BitState, seat: Seat, rng: &mut Rng) -> BitState {
        let drawn = self.term.determinize(&self.as_term(state), seat, rng);
        self.as_bits(&drawn).unwrap_or_else(|| state.clone())
    }
}

impl Game for BitGame {
    type State = BitState;
    type Move = BitMove;

    fn seats(&self) -> usize {
        self.term.seats()
    }

    fn start(&self) -> BitState {
        self.start.clone()
    }

    fn turn(&self, state: &BitState) -> Turn {
        match state.status {
            Status::Player(seat) => Turn::Player(seat),
            Status::Chance => Turn::Chance,
            Status::Stopped(limit) => Turn::Stopped(limit),
            Status::Over => {
                let node = &self.program.nodes[state.control as usize];
                // Decided in the middle of play: what the score would be at the end is not asked.
                let ended = !(node.decided && state.count > 0);
                Turn::Over(self.outcome(state, ended))
            }
        }
    }

    fn moves(&self, state: &BitState, out: &mut Vec<BitMove>) {
        by_width!(&self.program, BitProgram::moves, state, out);
    }

    fn apply(&self, state: &mut BitState, mv: &BitMove, log: &mut impl Log) {
        if wants_events(log) {
            // The term engine logs the atoms that are removed and added.
            let mut told = self.as_term(state);
            self.term.apply(&mut told, &self.as_term_move(mv), log);
        } else if wants_rules(log) {
            let mut fired = Vec::new();
            self.program.advance(state, Some(mv), &mut FiredRules::recorded_in(&mut fired));
            return fired.into_iter().for_each(|rule| log.rule(rule));
        }
        self.program.advance(state, Some(mv), &mut FiredRules::ignored());
    }

    fn move_name(&self, _: &BitState, mv: &BitMove) -> String {
        let (rule, values) = self.rule_and_values(mv);
        self.words.move_name(rule, &values)
    }

    fn view(&self, state: &BitState, observer: Observer) -> View {
        let (stage, atoms) = self.atoms(state);
        self.words.view(stage, &atoms, observer)
    }

    fn weight(&self, state: &BitState, mv: &BitMove) -> u128 {
        let moves = state.chance_moves.as_ref();
        let found = moves.and_then(|all| all.iter().find(|(other, _)| other == mv));
        found.map_or(1, |(_, weight)| *weight)
    }

    fn random_move(&self, state: &BitState, rng: &mut Rng, _: &mut Vec<BitMove>) -> BitMove {
        match &state.chance_moves {
            Some(moves) => moves[weighted_index(rng, moves.len(), |i| moves[i].1)].0,
            None => self.program.draw(state, rng, 0),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.words.seat_name(seat)
    }

    fn abilities(&self) -> Abilities<BitGame> {
        let hides = self.words.hides();
        let forbids = self.program.nodes.iter().any(|n| n.forbids);
        let packs = self.program.packing.fits();
        Abilities {
            packing: packs.then_some(Packing {
                bits: self.program.packing.bits,
                pack: |game, state| by_width!(&game.program, BitProgram::pack, state),
                unpack: |game, packed, state| {
                    by_width!(&game.program, BitProgram::unpack, packed, state);
                    game.program.advance(state, None, &mut FiredRules::ignored());
                },
            }),
            hashed_key: Some(BitGame::key),
            // Where positions are packed, the packed position is the best key.
            canonical_key: (!packs).then_some(|game, state| Some(game.key(state))),
            hidden_information: hides.then_some(HiddenInformation {
                observation_key: |game, state, observer| {
                    let (stage, atoms) = game.atoms(state);
                    game.words.observation_key(stage, &atoms, observer)
                },
                observed_move: |game, state, mv, observer| {
                    let (rule, values) = game.rule_and_values(mv);
                    game.words.observed_move(&game.turn(state), rule, &values, observer)
                },
                determinize: BitGame::determinize,
            }),
            draw_rules: self.term.draw_rules(),
            is_irreversible: Some(|game, mv| game.is_irreversible(mv.variant)),
            is_one_way: Some(|game, mv| game.is_one_way(mv.variant)),
            playouts: self.plays_in_lockstep().then_some(BitGame::playouts),
            lanes: self.lanes(),
            running_scores: Some(|game, state| game.outcome(state, false).scores),
            refusal: Some(|game, state, seat, places| {
                game.term.refusal(&game.as_term(state), seat, places)
            }),
            describe_move: Some(|game, state, mv, observer| {
                let (rule, values) = game.rule_and_values(mv);
                game.words.describe_move(&game.turn(state), rule, &values, observer)
            }),
            count_moves: (!forbids).then_some(|_, state| {
                match (&state.status, &state.chance_moves) {
                    (_, Some(moves)) => moves.len(),
                    (Status::Player(_), None) => state.count as usize,
                    _ => 0,
                }
            }),
            state_bytes: Some(|_, state| size_of::<BitState>() + 8 * state.copied_words as usize),
            rules: Some(GameRules {
                names: self.term.rule_names(),
                at_start: |game, fired| game.term.start_fired(fired),
                start_events: |game| game.term.start_events(),
            }),
            goals: self.words.goals(),
            intro: self.words.intro(),
            tells: self.words.tells(),
            ..Abilities::default()
        }
    }
}

fn wants_events<L: Log>(_: &L) -> bool {
    L::LISTENS
}

fn wants_rules<L: Log>(_: &L) -> bool {
    L::COUNTS
}
