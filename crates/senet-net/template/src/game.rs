//! The net as a game.

use crate::fast_path::Printed;
use crate::net::NET;
use crate::runtime::data::Data;
use crate::runtime::ids::{ConditionId, DenseId, PlaceId, VariableId};
use crate::runtime::net::Net;
use crate::runtime::run::Runner;
use crate::runtime::state::{NetMove, NetState, Now};
use crate::words::{ATOMS, DRAW_RULES, IRREVERSIBLE, MOVES, SEATS, STAGES, STEPS, boards};
use senet_game::board::{Board, Cell, Edge, Place, Spot};
use senet_game::{
    Abilities, Event, Game, Log, Observer, Packing, Piece, Rng, Scene, Seat, Turn, View, ViewAtom,
    ViewMove,
};
use std::sync::Arc;

/// Where an atom is found in a position.
pub(crate) enum Source {
    Place(u32),
    Control(u32, u32),
    /// Always there, in so many copies.
    Always(u64),
}

/// An atom, and how it is shown.
pub(crate) struct Atom {
    pub(crate) source: Source,
    pub(crate) said: &'static str,
    pub(crate) predicate: &'static str,
    pub(crate) arguments: &'static [&'static str],
    pub(crate) persistent: bool,
    pub(crate) shown: Shown,
}

/// How an atom is shown.
pub(crate) enum Shown {
    /// In words.
    Words,
    /// Not at all, because the board shows it.
    Nothing,
    /// As a piece on a board.
    Piece {
        board: usize,
        cell: bool,
        spot: u32,
        kind: &'static str,
        glyph: &'static str,
        seat: Option<u8>,
    },
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

    /// The atoms of a position with their copies, in canonical order.
    fn atoms(&self, state: &NetState) -> impl Iterator<Item = (&'static Atom, u64)> {
        let control = &self.net.controls[state.control].atoms;
        ATOMS.iter().filter_map(move |atom| {
            let copies = match atom.source {
                Source::Always(copies) => copies,
                Source::Control(variable, value) => {
                    u64::from(control[VariableId(variable)] == value)
                }
                Source::Place(place) if !state.bit(ConditionId(place)) => 0,
                Source::Place(place) => match self.net.places[PlaceId(place)].copies {
                    Some(at) => state.copies[at],
                    None => 1,
                },
            };
            (copies > 0 || matches!(atom.source, Source::Always(_))).then_some((atom, copies))
        })
    }

    fn said(&self, state: &NetState) -> Vec<(String, u64)> {
        self.atoms(state).map(|(atom, copies)| (atom.said.to_owned(), copies)).collect()
    }

    /// A move's name, its words, its places, and its direction.
    fn words(&self, mv: NetMove) -> [&'static str; 4] {
        let line = self.moves[mv.variant.index()][mv.choice as usize];
        let mut parts = line.split('\t');
        std::array::from_fn(|_| parts.next().unwrap_or(""))
    }
}

/// A place, from such as `0c12` or `0e3`: the board, cell or edge, and which.
fn place(text: &str) -> Option<Place> {
    let at = text.find(['c', 'e'])?;
    let number = text[at + 1..].parse().ok()?;
    let cell = text.as_bytes()[at] == b'c';
    let spot = if cell { Spot::Cell(Cell(number)) } else { Spot::Edge(Edge(number)) };
    Some(Place { board: text[..at].parse().ok()?, spot })
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
        let before = if listens(log) { self.said(state) } else { Vec::new() };
        self.runner().play(state, *mv);
        if listens(log) {
            let after = self.said(state);
            let gone = |from: &[(String, u64)], to: &[(String, u64)]| -> Vec<String> {
                let missing = from.iter().filter(|atom| !to.contains(atom));
                missing.map(|(atom, _)| atom.clone()).collect()
            };
            log.event(Event {
                name: self.words(*mv)[0].to_owned(),
                removed: gone(&before, &after),
                added: gone(&after, &before),
                ..Event::default()
            });
        }
    }

    fn move_name(&self, _: &NetState, mv: &NetMove) -> String {
        self.words(*mv)[0].to_owned()
    }

    fn view(&self, state: &NetState, _: Observer) -> View {
        let scene = |board: &Arc<Board>| Scene { board: board.clone(), pieces: Vec::new() };
        let mut view = View {
            stage: STAGES[self.net.controls[state.control].stage.index()].to_owned(),
            boards: self.boards.iter().map(scene).collect(),
            ..View::default()
        };
        for (atom, copies) in self.atoms(state) {
            match atom.shown {
                Shown::Nothing => {}
                Shown::Words => view.atoms.push(ViewAtom {
                    predicate: atom.predicate.to_owned(),
                    arguments: atom.arguments.iter().map(|a| (*a).to_owned()).collect(),
                    copies: if atom.persistent { 0 } else { copies },
                    persistent: atom.persistent,
                }),
                Shown::Piece { board, cell, spot, kind, glyph, seat } => {
                    let spot = if cell { Spot::Cell(Cell(spot)) } else { Spot::Edge(Edge(spot)) };
                    let (kind, glyph) = (kind.to_owned(), glyph.to_owned());
                    let seat = seat.map(Seat);
                    view.boards[board].pieces.push(Piece { spot, kind, glyph, seat, copies });
                }
            }
        }
        view
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEATS[seat.0 as usize].to_owned()
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
            describe_move: Some(|game, _, mv, _| {
                let [_, text, places, direction] = game.words(*mv);
                ViewMove {
                    text: text.to_owned(),
                    places: places.split(' ').filter_map(place).collect(),
                    direction: (!direction.is_empty()).then(|| direction.to_owned()),
                    ..ViewMove::default()
                }
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
