//! The bit program as a game.

use crate::atoms::{
    Held, MoveLine, OfAtoms, changes, determinize, observation_key, said, seat_name, view,
};
use crate::cells::cells_of;
use crate::fast;
use crate::lists::WORDS;
use crate::numbers::AsNumbers;
use crate::outcomes::{OutcomeAtom, OutcomeTally, SeatPoints};
use crate::printed::{PrintedControl, PrintedGame};
use crate::program::PROGRAM;
use crate::runner::{BitMove, BitProgram, FiredRules, MOVE_CELLS};
use crate::state::{BitState, Status, mix};
use crate::words::{ATOMS, DRAW_RULES, HIDES, MOVES, boards};
use rustc_hash::FxHashMap;
use senet_game::board::Board;
use senet_game::{
    Abilities, Event, Game, HiddenInformation, Log, Observer, Outcome, Packing, PlayoutBatch, Rng,
    Seat, Tally, Turn, View, weighted_index,
};
use std::sync::{Arc, OnceLock};

/// Where an atom is found in a position.
pub(crate) enum Source {
    /// Always there.
    Always,
    /// In the control state, by number.
    Scalar(u32),
    /// In planes, one for each cell, of which the first is known.
    Cells { plane: u32, cells: &'static [u16], singleton: bool, points: Option<(u8, u64)> },
}

/// The game.
#[derive(Debug)]
pub struct BitGame {
    pub(crate) program: BitProgram,
    start: BitState,
    controls: Vec<PrintedControl>,
    outcomes: Vec<OutcomeAtom>,
    seats: usize,
    scored: bool,
    irreversible: Vec<bool>,
    one_way: Vec<bool>,
    lockstep: bool,
    boards: Vec<Arc<Board>>,
    atoms: AtomIndex,
    /// What moves are called; read when the first is asked for.
    moves: OnceLock<FxHashMap<BitMove, MoveLine>>,
}

/// The numbers of atoms, by where they are found.
#[derive(Debug, Default)]
struct AtomIndex {
    always: Vec<usize>,
    scalars: FxHashMap<u32, usize>,
    cells: FxHashMap<(u32, &'static [u16]), usize>,
    /// The first plane of each predicate, and how many planes it has.
    planes: Vec<(u32, usize)>,
}

impl AtomIndex {
    fn new() -> AtomIndex {
        let mut index = AtomIndex::default();
        for (number, atom) in ATOMS.iter().enumerate() {
            match atom.source {
                Source::Always => index.always.push(number),
                Source::Scalar(scalar) => {
                    index.scalars.insert(scalar, number);
                }
                Source::Cells { plane, cells, .. } => {
                    index.cells.insert((plane, cells), number);
                    if !index.planes.contains(&(plane, cells.len())) {
                        index.planes.push((plane, cells.len()));
                    }
                }
            }
        }
        index
    }
}

impl Default for BitGame {
    fn default() -> BitGame {
        BitGame::new()
    }
}

impl BitGame {
    /// The game, ready to be played.
    pub fn new() -> BitGame {
        let printed = PrintedGame::read(&mut &PROGRAM[..]);
        let mut program = printed.program;
        program.tables.has_avx2 = fast::has_avx2();
        let mut start = program.empty_state();
        start.control = printed.start.0;
        start.words[..printed.start.1.len()].copy_from_slice(&printed.start.1);
        program.advance(&mut start, None, &mut FiredRules::ignored());
        BitGame {
            program,
            start,
            controls: printed.controls,
            outcomes: printed.outcomes,
            seats: printed.seats,
            scored: printed.scored,
            irreversible: printed.irreversible,
            one_way: printed.one_way,
            lockstep: printed.lockstep && fast::plays_in_lockstep(),
            boards: boards(),
            atoms: AtomIndex::new(),
            moves: OnceLock::new(),
        }
    }

    fn words(&self, mv: &BitMove) -> MoveLine {
        let moves = self.moves.get_or_init(|| MOVES.lines().filter_map(line).collect());
        moves[mv]
    }

    pub(crate) fn outcome(&self, state: &BitState, ended: bool) -> Outcome {
        if let Some((here, end)) = &self.program.nodes[state.control as usize].outcome {
            return if ended { end.clone() } else { here.clone() };
        }
        let mut tally = OutcomeTally::new(self.seats, self.scored);
        for (atom, copies) in self.held(state).1 {
            match ATOMS[atom].source {
                Source::Scalar(number) => {
                    tally.count(&self.outcomes[number as usize], copies);
                }
                Source::Cells { points: Some((seat, points)), .. } => {
                    let score = Some(SeatPoints { seat, points });
                    tally.count(&OutcomeAtom { score, ..OutcomeAtom::default() }, copies);
                }
                _ => {}
            }
        }
        tally.outcome(ended)
    }

    fn key(&self, state: &BitState) -> u128 {
        self.mix(state.control, state.planes().iter().copied())
    }

    /// A 128-bit hash of a control state and planes.
    pub(crate) fn mix(&self, control: u32, words: impl Iterator<Item = u64>) -> u128 {
        mix(control, words)
    }

    /// How many rules are counted: none, since moves are all that has names here.
    pub(crate) fn rules(&self) -> usize {
        0
    }

    /// Whether moves of a variant can never be undone.
    pub(crate) fn is_irreversible(&self, variant: u32) -> bool {
        self.irreversible[variant as usize]
    }

    /// Whether no position from before a move of a variant can come back.
    pub(crate) fn is_one_way(&self, variant: u32) -> bool {
        self.one_way[variant as usize]
    }

    /// Many random playouts in lockstep.
    pub fn playouts(&self, batch: &PlayoutBatch<'_, BitState>, tally: &mut dyn Tally) {
        fast::playouts(self, batch, tally);
    }
}

/// A line of `moves.txt`: the variant and the cells, and what is said.
fn line(line: &'static str) -> Option<(BitMove, MoveLine)> {
    let (numbers, words) = line.split_once('\t')?;
    let mut numbers = numbers.split(' ');
    let variant = numbers.next()?.parse().ok()?;
    let mut cells = [0; MOVE_CELLS];
    for (cell, number) in cells.iter_mut().zip(numbers) {
        *cell = number.parse().ok()?;
    }
    Some((BitMove { variant, cells }, MoveLine(words)))
}

impl OfAtoms for BitGame {
    fn held(&self, state: &BitState) -> (usize, Held) {
        let control = &self.controls[state.control as usize];
        let mut held: Held = self.atoms.always.iter().map(|atom| (*atom, 0)).collect();
        for (scalar, copies) in &control.scalars {
            held.push((self.atoms.scalars[scalar], *copies));
        }
        for (first, count) in &self.atoms.planes {
            let plane = |i: usize| {
                let at = (*first as usize + i) * WORDS;
                cells_of(&state.words[at..at + WORDS])
            };
            // The planes of a predicate about several cells hold one cell each, or none.
            let mut others: Vec<u16> = (1..*count).filter_map(|i| Some(plane(i).next()? as u16)).collect();
            for cell in plane(0) {
                others.insert(0, cell as u16);
                held.push((self.atoms.cells[&(*first, &others[..])], 1));
                others.remove(0);
            }
        }
        held.sort_unstable();
        (control.stage, held)
    }

    fn stand(&self, stage: usize, held: &Held) -> Option<BitState> {
        let mut wanted =
            PrintedControl { stage, ended: false, scalars: Vec::new(), singletons: Vec::new() };
        let mut state = self.program.empty_state();
        for (atom, copies) in held {
            match ATOMS[*atom].source {
                Source::Always => {}
                Source::Scalar(number) => wanted.scalars.push((number, *copies)),
                Source::Cells { plane, cells, singleton, .. } => {
                    if singleton {
                        wanted.singletons.push(plane);
                    }
                    for (i, cell) in cells.iter().map(|c| usize::from(*c)).enumerate() {
                        let at = (plane as usize + i) * WORDS + cell / 64;
                        state.words[at] |= 1 << (cell % 64);
                    }
                }
            }
        }
        wanted.scalars.sort_unstable();
        wanted.singletons.sort_unstable();
        state.control = self.controls.iter().position(|control| *control == wanted)? as u32;
        self.program.advance(&mut state, None, &mut FiredRules::ignored());
        Some(state)
    }
}

impl Game for BitGame {
    type State = BitState;
    type Move = BitMove;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> BitState {
        self.start.clone()
    }

    #[inline]
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
        self.program.moves::<WORDS>(state, out);
    }

    #[inline]
    fn apply(&self, state: &mut BitState, mv: &BitMove, log: &mut impl Log) {
        let before = if listens(log) { said(&self.held(state).1) } else { Vec::new() };
        self.program.advance(state, Some(mv), &mut FiredRules::ignored());
        if listens(log) {
            let [removed, added] = changes(&before, &said(&self.held(state).1));
            let name = self.words(mv).name().to_owned();
            log.event(Event { name, removed, added, ..Event::default() });
        }
    }

    fn move_name(&self, _: &BitState, mv: &BitMove) -> String {
        self.words(mv).name().to_owned()
    }

    fn view(&self, state: &BitState, observer: Observer) -> View {
        let (stage, held) = self.held(state);
        view(&self.boards, stage, &held, observer)
    }

    fn weight(&self, state: &BitState, mv: &BitMove) -> u128 {
        let moves = state.chance_moves.as_ref();
        let found = moves.and_then(|all| all.iter().find(|(other, _)| other == mv));
        found.map_or(1, |(_, weight)| *weight)
    }

    #[inline]
    fn random_move(&self, state: &BitState, rng: &mut Rng, _: &mut Vec<BitMove>) -> BitMove {
        match &state.chance_moves {
            Some(moves) => moves[weighted_index(rng, moves.len(), |i| moves[i].1)].0,
            None => self.program.draw(state, rng, 0),
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn abilities(&self) -> Abilities<BitGame> {
        let forbids = self.program.nodes.iter().any(|n| n.forbids);
        let packs = self.program.packing.fits();
        Abilities {
            packing: packs.then_some(Packing {
                bits: self.program.packing.bits,
                pack: |game, state| game.program.pack::<WORDS>(state),
                unpack: |game, packed, state| {
                    game.program.unpack::<WORDS>(packed, state);
                    game.program.advance(state, None, &mut FiredRules::ignored());
                },
            }),
            hashed_key: Some(BitGame::key),
            canonical_key: (!packs).then_some(|game, state| Some(game.key(state))),
            hidden_information: HIDES.then_some(HiddenInformation {
                observation_key: |game, state, observer| {
                    let (stage, held) = game.held(state);
                    observation_key(stage, &held, observer)
                },
                observed_move: |game, state, mv, observer| {
                    game.words(mv).observed(&game.turn(state), observer)
                },
                determinize,
            }),
            draw_rules: DRAW_RULES,
            is_irreversible: Some(|game, mv| game.is_irreversible(mv.variant)),
            is_one_way: Some(|game, mv| game.is_one_way(mv.variant)),
            playouts: self.lockstep.then_some(BitGame::playouts),
            running_scores: Some(|game, state| game.outcome(state, false).scores),
            describe_move: Some(|game, state, mv, observer| {
                game.words(mv).describe(&game.turn(state), observer)
            }),
            count_moves: (!forbids).then_some(|_, state| match (&state.status, &state.chance_moves) {
                (_, Some(moves)) => moves.len(),
                (Status::Player(_), None) => state.count as usize,
                _ => 0,
            }),
            state_bytes: Some(|_, state| size_of::<BitState>() + 8 * state.copied_words as usize),
            ..Abilities::default()
        }
    }
}

fn listens<L: Log>(_: &L) -> bool {
    L::LISTENS
}
