//! The net as a game.

use crate::atoms::{Held, MoveLine, OfAtoms, changes, determinize, observation_key, said, seat_name, view};
use crate::fast_path::Printed;
use crate::net::NET;
use crate::numbers::AsNumbers;
use crate::runtime::ids::{ConditionId, ControlId, DenseId, PlaceId, VariableId};
use crate::runtime::net::Net;
use crate::runtime::run::Runner;
use crate::runtime::state::{NetMove, NetState, Now};
use crate::words::{ATOMS, DRAW_RULES, HIDES, IRREVERSIBLE, MOVES, STEPS, boards};
use senet_game::board::Board;
use senet_game::{
    Abilities, Event, Game, HiddenInformation, Log, Observer, Packing, Rng, Seat, Turn, View,
};
use std::sync::Arc;

/// Where an atom is found in a position.
pub(crate) enum Source {
    Place(u32),
    Control(u32, u32),
    /// Always there, in so many copies.
    Always(u64),
}

/// The game.
pub struct Built {
    net: Net,
    start: NetState,
    boards: Vec<Arc<Board>>,
    /// For each variant of a rule, what its moves are called.
    moves: Vec<Vec<&'static str>>,
}

impl Default for Built {
    fn default() -> Built {
        Built::new()
    }
}

impl Built {
    /// The game, ready to be played.
    pub fn new() -> Built {
        let net = Net::read(&mut &NET[..]);
        let mut lines = MOVES.lines();
        let moves = net
            .variants
            .iter()
            .map(|v| v.factors.iter().map(|f| f.choices.len()).product())
            .map(|n| lines.by_ref().take(n).collect())
            .collect();
        let mut start = net.blank();
        for one in &net.start_places {
            let fits = net.add_copies(&mut start, one.place, i128::from(one.copies));
            assert!(fits, "the start was possible");
        }
        net.propagate(&mut start);
        let mut game = Built { net, start, boards: boards(), moves };
        let mut start = game.start.clone();
        game.runner().settle(&mut start);
        game.start = start;
        game
    }

    fn runner(&self) -> Runner<'_, Printed> {
        Runner { net: &self.net, fast: Printed, steps: STEPS }
    }

    fn words(&self, mv: NetMove) -> MoveLine {
        MoveLine(self.moves[mv.variant.index()][mv.choice as usize])
    }
}

impl OfAtoms for Built {
    fn held(&self, state: &NetState) -> (usize, Held) {
        let control = &self.net.controls[state.control];
        let atoms = ATOMS.iter().enumerate().filter_map(|(number, atom)| {
            let copies = match atom.source {
                Source::Always(copies) => return Some((number, copies)),
                Source::Control(variable, value) => {
                    u64::from(control.atoms[VariableId(variable)] == value)
                }
                Source::Place(place) if !state.bit(ConditionId(place)) => 0,
                Source::Place(place) => match self.net.places[PlaceId(place)].copies {
                    Some(at) => state.copies[at],
                    None => 1,
                },
            };
            (copies > 0).then_some((number, copies))
        });
        (control.stage.index(), atoms.collect())
    }

    fn stand(&self, stage: usize, held: &Held) -> Option<NetState> {
        // A variable that has none of its atoms has their number as its value.
        let has = |v: usize, value: u32| {
            let none = value as usize == self.net.control_atoms[VariableId::new(v)].len();
            let mut held = held.iter().filter_map(|(atom, _)| match ATOMS[*atom].source {
                Source::Control(variable, at) if variable as usize == v => Some(at),
                _ => None,
            });
            held.next().map_or(none, |at| at == value)
        };
        let mut state = self.net.blank();
        let at = self.net.controls.iter().position(|control| {
            let mut atoms = control.atoms.iter().enumerate();
            control.stage.index() == stage && atoms.all(|(v, value)| has(v, *value))
        });
        state.control = ControlId::new(at?);
        for (atom, copies) in held {
            let Source::Place(place) = ATOMS[*atom].source else { continue };
            let copies = if ATOMS[*atom].persistent { 1 } else { *copies };
            if !self.net.add_copies(&mut state, PlaceId(place), i128::from(copies)) {
                return None;
            }
        }
        self.net.propagate(&mut state);
        self.runner().settle(&mut state);
        Some(state)
    }
}

impl Game for Built {
    type State = NetState;
    type Move = NetMove;

    fn seats(&self) -> usize {
        self.net.seats
    }

    fn start(&self) -> NetState {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, state: &NetState) -> Turn {
        self.runner().turn(state)
    }

    fn moves(&self, state: &NetState, out: &mut Vec<NetMove>) {
        self.runner().moves(state, out);
    }

    #[inline]
    fn apply(&self, state: &mut NetState, mv: &NetMove, log: &mut impl Log) {
        let before = if listens(log) { said(&self.held(state).1) } else { Vec::new() };
        self.runner().play(state, *mv);
        if listens(log) {
            let [removed, added] = changes(&before, &said(&self.held(state).1));
            let name = self.words(*mv).name().to_owned();
            log.event(Event { name, removed, added, ..Event::default() });
        }
    }

    fn move_name(&self, _: &NetState, mv: &NetMove) -> String {
        self.words(*mv).name().to_owned()
    }

    fn view(&self, state: &NetState, observer: Observer) -> View {
        let (stage, held) = self.held(state);
        view(&self.boards, stage, &held, observer)
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn weight(&self, state: &NetState, mv: &NetMove) -> u128 {
        self.runner().weight_of(state, *mv)
    }

    #[inline]
    fn random_move(&self, state: &NetState, rng: &mut Rng, _: &mut Vec<NetMove>) -> NetMove {
        match state.now {
            Now::Player(seat) if state.listed.is_none() => {
                self.runner().pick(state, seat, &mut |n| rng.index(n))
            }
            _ => self.runner().draw(state, |n| rng.below(n)),
        }
    }

    fn abilities(&self) -> Abilities<Built> {
        let fits = self.net.packed.fits();
        Abilities {
            packing: fits.then_some(Packing {
                bits: self.net.packed.bits,
                pack: |game, state| game.runner().pack(state),
                unpack: |game, packed, state| game.runner().unpack(packed, state),
            }),
            canonical_key: Some(|game, state| game.runner().key(state)),
            hashed_key: Some(|game, state| {
                game.runner().key(state).unwrap_or_else(|| state.hashed_key())
            }),
            draw_rules: DRAW_RULES,
            is_irreversible: Some(|game, mv| {
                IRREVERSIBLE.contains(&game.net.variants[mv.variant].rule.0)
            }),
            running_scores: Some(|game, state| game.runner().outcome(state, false).scores),
            hidden_information: HIDES.then_some(HiddenInformation {
                observation_key: |game, state, observer| {
                    let (stage, held) = game.held(state);
                    observation_key(stage, &held, observer)
                },
                observed_move: |game, state, mv, observer| {
                    game.words(*mv).observed(&game.turn(state), observer)
                },
                determinize,
            }),
            describe_move: Some(|game, state, mv, observer| {
                game.words(*mv).describe(&game.turn(state), observer)
            }),
            state_bytes: Some(|_, state| {
                let words = state.bits.len() + state.counters.len() + state.copies.len();
                size_of::<NetState>() + 8 * words
            }),
            ..Abilities::default()
        }
    }
}

fn listens<L: Log>(_: &L) -> bool {
    L::LISTENS
}
