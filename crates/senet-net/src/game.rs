//! A net as a [`Game`].

use crate::build::build;
use crate::runtime::condition::NetAtom;
use crate::runtime::control::Control;
use crate::runtime::fast_path::Interpreted;
use crate::runtime::ids::{ControlId, DenseId};
use crate::runtime::net::Net;
use crate::runtime::run::Runner;
use crate::runtime::state::{NetMove, NetState, Now};
use crate::symmetry::{PackedSymmetry, packed_symmetries};
use crate::telling::Telling;
use senet_engine::{Engine, PositionAtom, TermGame, TermMove, TermState, Value};
use senet_game::{
    Abilities, Game, GameRules, HiddenInformation, Log, Observer, Packing, PlayoutBatch, Rng, Seat,
    Tally, Turn, View,
};
use senet_ground::{Grounding, GroundingError, GroundingLimits};
use senet_program::{PredId, RuleId, StageId};
use senet_words::{GameWords, count};
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

/// Random playouts of the same game by another engine, many at once. Each ends as it would on the net, which
/// draws the same numbers for the same moves.
pub trait NetPlayouts: std::fmt::Debug + Send + Sync {
    /// Plays a batch, and tells each playout.
    fn playouts(
        &self,
        batch: &PlayoutBatch<'_, (StageId, Vec<PositionAtom>)>,
        tally: &mut dyn Tally,
    );
}

/// A finite program as a game on the net engine.
#[derive(Debug)]
pub struct NetGame {
    /// The same game on the term engine, for logs and determinizations.
    term: TermGame,
    engine: Arc<Engine>,
    words: Arc<GameWords>,
    pub(crate) net: Net,
    start: NetState,
    /// The number of the start in the program.
    start_number: usize,
    /// Found when they are first asked for.
    symmetries: OnceLock<Vec<PackedSymmetry>>,
    /// Who plays many playouts at once.
    playouts: Option<Box<dyn NetPlayouts>>,
}

impl NetGame {
    /// The net of a program from one of its starts, if it has one.
    pub fn new(engine: Arc<Engine>, start: usize) -> Result<NetGame, GroundingError> {
        let limits = GroundingLimits::of(&engine);
        NetGame::within(engine, start, limits)
    }

    /// The same, no larger than the limits allow.
    pub fn within(
        engine: Arc<Engine>,
        start: usize,
        limits: GroundingLimits,
    ) -> Result<NetGame, GroundingError> {
        let ground = Grounding::new(&engine, start, limits)?;
        let net = build(&ground, start)?;
        drop(ground);
        let term = TermGame::of(Arc::clone(&engine), start);
        let mut state = net.blank();
        for start in &net.start_places {
            if !net.add_copies(&mut state, start.place, i128::from(start.copies)) {
                return Err(GroundingError::Large);
            }
        }
        net.propagate(&mut state);
        let mut game = NetGame {
            term,
            words: Arc::clone(engine.words()),
            engine,
            net,
            start: state.clone(),
            start_number: start,
            symmetries: OnceLock::new(),
            playouts: None,
        };
        // The start may have to run on before the first decision.
        game.runner().settle(&mut state);
        game.start = state;
        Ok(game)
    }

    /// Its symmetries but for the one that changes nothing.
    fn symmetries(&self) -> &[PackedSymmetry] {
        let program = self.engine.program();
        self.symmetries.get_or_init(|| packed_symmetries(program, &self.net, self.start_number))
    }

    /// The least of the packed images of a position; its key, where it is not packed.
    fn canonical_key(&self, state: &NetState) -> Option<u128> {
        let key = self.runner().key(state)?;
        if !self.net.packed.fits() || self.runner().pack(state) != Some(key) {
            return Some(key);
        }
        // The canonical representative of an orbit is its least packed image: linear in the
        // order of the symmetry group, at most 8 for a square board.
        let images = self.symmetries().iter().map(|one| one.image(&self.net, key));
        Some(images.fold(key, u128::min))
    }

    /// Has many playouts at once made by another engine, which is faster at that.
    pub fn set_playouts(&mut self, playouts: Box<dyn NetPlayouts>) {
        self.playouts = Some(playouts);
    }

    /// How large the net is, in words.
    pub fn describe(&self) -> String {
        let net = &self.net;
        let kept = net.lazy.iter().filter(|l| !**l).count();
        format!(
            "{}, {} ({kept} kept up to date), {}, {}",
            count(net.places.len(), "place"),
            count(net.conditions.len(), "condition"),
            count(net.edges.targets.len(), "edge"),
            count(net.controls.len(), "control state")
        )
    }

    /// The same game on the term engine.
    pub fn term(&self) -> &TermGame {
        &self.term
    }

    /// The term engine of the same program, for logs and determinizations.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    pub(crate) fn runner(&self) -> Runner<'_, Interpreted> {
        let steps = self.engine.limits().steps;
        Runner { net: &self.net, fast: Interpreted, steps }
    }

    /// The stage and the atoms of a position, in canonical order.
    pub fn atoms(&self, state: &NetState) -> (StageId, Vec<PositionAtom>) {
        let control = &self.net.controls[state.control];
        let mut out: Vec<PositionAtom> = Vec::new();
        let mut add = |atom: &NetAtom, copies: u64, persistent: bool| {
            let (predicate, values) = (PredId(atom.predicate), atom.values.to_vec());
            out.push(PositionAtom { predicate, values, copies, persistent });
        };
        for constant in &self.net.constants {
            add(&constant.atom, constant.copies, constant.persistent);
        }
        for (all, at) in self.net.control_atoms.iter().zip(&control.atoms) {
            all.get(*at as usize).into_iter().for_each(|atom| add(atom, 1, false));
        }
        for (id, place) in self.net.places.enumerated().filter(|(p, _)| state.bit(p.condition())) {
            let copies = place.copies.map_or(1, |at| state.copies[at]);
            debug_assert!(copies > 0, "{id:?} is there");
            let copies = if place.persistent { 0 } else { copies };
            add(&place.atom, copies, place.persistent);
        }
        out.sort_by(|a, b| self.words.compare_atoms(a, b));
        // An atom may be there both as a persistent atom and in copies.
        out.dedup_by(|b, a| {
            let same = a.predicate == b.predicate && a.values == b.values;
            if same {
                a.copies += b.copies;
                a.persistent |= b.persistent;
            }
            same
        });
        (StageId(control.stage.0), out)
    }

    /// The same position on the term engine.
    pub fn as_term(&self, state: &NetState) -> TermState {
        let (stage, atoms) = self.atoms(state);
        self.term.stand(stage, &atoms, &self.turn(state))
    }

    /// A position of the term engine on the net, if the net has it.
    fn as_net(&self, state: &TermState) -> Option<NetState> {
        let position = state.machine().position();
        let (stage, atoms) = (position.stage(), position.atoms(&self.engine));
        let same = |a: &PositionAtom, atom: &NetAtom| {
            a.predicate.0 == atom.predicate && *a.values == *atom.values
        };
        let there = |atom: &NetAtom| atoms.iter().any(|a| same(a, atom));
        let mut net = self.net.blank();
        // A control state is found by its stage and atoms, places are set one by one, and the
        // counters follow.
        let fits = |control: &Control| {
            let mut all = self.net.control_atoms.iter().zip(&control.atoms);
            control.stage.0 == stage.0
                && all.all(|(all, at)| match all.get(*at as usize) {
                    Some(atom) => there(atom),
                    None => !all.iter().any(there),
                })
        };
        net.control = ControlId::new(self.net.controls.iter().position(fits)?);
        for (id, place) in self.net.places.enumerated() {
            let atom = atoms.iter().find(|a| same(a, &place.atom));
            let copies = match atom {
                Some(atom) if place.persistent => u64::from(atom.persistent),
                Some(atom) => atom.copies,
                None => 0,
            };
            if copies > 0 && !self.net.add_copies(&mut net, id, i128::from(copies)) {
                return None;
            }
        }
        self.net.propagate(&mut net);
        self.runner().settle(&mut net);
        Some(net)
    }

    /// The same move on the term engine.
    pub fn as_term_move(&self, mv: NetMove) -> TermMove {
        let (rule, values) = self.rule_and_values(mv);
        TermMove { rule, values: values.into() }
    }

    /// The rule of a move, and the values of its effective variables.
    pub(crate) fn rule_and_values(&self, mv: NetMove) -> (RuleId, Vec<Value>) {
        let rule = self.net.variants[mv.variant].rule;
        (RuleId(rule.0), self.runner().values(mv))
    }

    /// The name of a move, which is the same in every position.
    pub(crate) fn name_of(&self, mv: NetMove) -> String {
        let (rule, values) = self.rule_and_values(mv);
        self.words.move_name(rule, &values)
    }

    /// The words of positions and moves.
    pub fn words(&self) -> &GameWords {
        &self.words
    }

    /// Makes a move. Compiled once, here, not in every crate that calls `apply` with its own log.
    fn go(&self, state: &mut NetState, mv: NetMove) {
        self.runner().play(state, mv);
    }

    /// Makes a move; `fired` hears the number of each rule.
    fn go_telling(&self, state: &mut NetState, mv: NetMove, fired: &mut dyn FnMut(u32)) {
        let fired = RefCell::new(fired);
        let fast = Telling::new(&fired);
        Runner { net: &self.net, fast, steps: self.engine.limits().steps }.play(state, mv);
    }
}

impl Game for NetGame {
    type State = NetState;
    type Move = NetMove;

    fn seats(&self) -> usize {
        self.term.seats()
    }

    fn start(&self) -> NetState {
        self.start.clone()
    }

    fn turn(&self, state: &NetState) -> Turn {
        self.runner().turn(state)
    }

    fn moves(&self, state: &NetState, out: &mut Vec<NetMove>) {
        self.runner().moves(state, out);
    }

    fn apply(&self, state: &mut NetState, mv: &NetMove, log: &mut impl Log) {
        if wants_events(log) {
            // What atoms come and go is told by the term engine.
            let mut term = self.as_term(state);
            self.term.apply(&mut term, &self.as_term_move(*mv), log);
        } else if wants_rules(log) {
            return self.go_telling(state, *mv, &mut |rule| log.rule(rule));
        }
        self.go(state, *mv);
    }

    fn move_name(&self, _: &NetState, mv: &NetMove) -> String {
        self.name_of(*mv)
    }

    fn view(&self, state: &NetState, observer: Observer) -> View {
        let (stage, atoms) = self.atoms(state);
        self.words.view(stage, &atoms, observer)
    }

    fn weight(&self, state: &NetState, mv: &NetMove) -> u128 {
        self.runner().weight_of(state, *mv)
    }

    fn random_move(&self, state: &NetState, rng: &mut Rng, _: &mut Vec<NetMove>) -> NetMove {
        match state.now {
            Now::Player(seat) if state.listed.is_none() => {
                self.runner().pick(state, seat, &mut |n| rng.index(n))
            }
            _ => self.runner().draw(state, |n| rng.below(n)),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.words.seat_name(seat)
    }

    fn abilities(&self) -> Abilities<NetGame> {
        let fits = self.net.packed.fits();
        Abilities {
            packing: fits.then_some(Packing {
                bits: self.net.packed.bits,
                pack: |game, state| game.runner().pack(state),
                unpack: |game, packed, state| game.runner().unpack(packed, state),
            }),
            packed_images: fits.then_some(|game, packed, out| {
                out.extend(game.symmetries().iter().map(|one| one.image(&game.net, packed)));
            }),
            canonical_key: Some(NetGame::canonical_key),
            hashed_key: Some(|game, state| {
                game.runner().key(state).unwrap_or_else(|| state.hashed_key())
            }),
            hidden_information: self.hides().then_some(HiddenInformation {
                observation_key: |game, state, observer| {
                    let (stage, atoms) = game.atoms(state);
                    game.words.observation_key(stage, &atoms, observer)
                },
                observed_move: |game, state, mv, observer| {
                    let (rule, values) = game.rule_and_values(*mv);
                    game.words.observed_move(&game.turn(state), rule, &values, observer)
                },
                determinize: NetGame::determinize,
            }),
            draw_rules: self.term.draw_rules(),
            is_irreversible: Some(|game, mv| {
                game.term.is_irreversible(RuleId(game.net.variants[mv.variant].rule.0))
            }),
            playouts: self.playouts.is_some().then_some(|game, batch, tally| {
                let playouts = game.playouts.as_ref().expect("there are some");
                batch.map(|state| game.atoms(state), |batch| playouts.playouts(batch, tally));
            }),
            running_scores: Some(|game, state| game.runner().outcome(state, false).scores),
            refusal: Some(|game, state, seat, places| {
                game.term.refusal(&game.as_term(state), seat, places)
            }),
            describe_move: Some(|game, state, mv, observer| {
                let (rule, values) = game.rule_and_values(*mv);
                game.words.describe_move(&game.turn(state), rule, &values, observer)
            }),
            state_bytes: Some(|_, state| {
                let words = state.bits.len() + state.counters.len() + state.copies.len();
                size_of::<NetState>() + 8 * words
            }),
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

impl NetGame {
    /// Whether a seat may see less than there is.
    pub(crate) fn hides(&self) -> bool {
        self.words.hides()
    }

    fn determinize(&self, state: &NetState, seat: Seat, rng: &mut Rng) -> NetState {
        let drawn = self.term.determinize(&self.as_term(state), seat, rng);
        self.as_net(&drawn).unwrap_or_else(|| state.clone())
    }
}

fn wants_events<L: Log>(_: &L) -> bool {
    L::LISTENS
}

fn wants_rules<L: Log>(_: &L) -> bool {
    L::COUNTS
}
